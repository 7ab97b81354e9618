// SPDX-License-Identifier: MIT
// What a command writes, looked at before the work: named, not what it reads, not twice the same, and writable; "-" is
// standard output. Internal to cli.
#pragma once

#include <filesystem>
#include <vector>

#include "cli/common.h"

namespace flotsam {

/// Checks for options: an empty name is refused.
CLI::Validator fileName();
/// The same for folders, for which "-" stands for nothing.
CLI::Validator folderName();

struct Input {
  std::string what;  // "the scene"
  std::filesystem::path path;
};
struct Output {
  std::string option;  // "--csv"
  std::string path;    // empty: not asked for
  bool folder = false;
};
/// Files that are among the inputs or twice among the outputs, by whatever path, and files that cannot be written.
/// Existing files are not changed. Devices may be given twice.
Problems checkOutputs(const std::vector<Input>& inputs, const std::vector<Output>& outputs);
/// What a scene or meshes given by name or path are read from, with the meshes of the scene's bodies.
std::vector<Input> inputsOf(const std::vector<std::string>& files, const WorldDesc& desc);

/// An output file that cannot be written is told before the work, and an existing one is not lost to it.
Problems checkWritable(const std::string& path);
/// A video is a file whose ending says the format, one that VideoPipe can make.
Problems checkVideo(const std::string& path);
bool isStandardOutput(const std::string& path);
/// The whole file, or the text on standard output.
Problems writeOutput(const Console& console, const std::string& path, const std::string& text);

}  // namespace flotsam
