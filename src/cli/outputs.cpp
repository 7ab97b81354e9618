// SPDX-License-Identifier: MIT
#include "cli/outputs.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>

#include "cli/video_pipe.h"
#include "io/assets.h"
#include "io/mesh_import.h"
#include "io/report.h"

namespace fs = std::filesystem;

namespace flotsam {

namespace {

/// Whether writing one would change the other: the same file or folder, there or not yet.
bool same(const fs::path& a, const fs::path& b) {
  std::error_code error;
  const fs::file_status statusA = fs::status(a, error), statusB = fs::status(b, error);
  if (fs::exists(statusA) != fs::exists(statusB)) return false;
  const auto kept = [](const fs::file_status& s) { return fs::is_regular_file(s) || fs::is_directory(s); };
  if (fs::exists(statusA)) return kept(statusA) && fs::equivalent(a, b, error);
  const auto whole = [&](const fs::path& path) {
    const fs::path absolute = fs::absolute(path, error), canonical = fs::weakly_canonical(absolute, error);
    return (error ? absolute : canonical).lexically_normal();
  };
  return whole(a) == whole(b);
}

Problem refused(const Output& output, const std::string& reason) { return {"", 0, output.option, reason}; }

Problems checkOne(const std::vector<Input>& inputs, const Output& output) {
  for (const Input& input : inputs)
    if (same(input.path, output.path))
      return {refused(output, "'" + output.path + "' is " + input.what + ", which would be written over")};
  return checkWritable(output.path);
}

}  // namespace

CLI::Validator fileName() {
  return CLI::Validator(
      [](std::string& text) { return text.empty() ? std::string("needs a file name") : std::string(); }, "");
}

CLI::Validator folderName() {
  return CLI::Validator(
      [](std::string& text) {
        if (text.empty()) return std::string("needs the name of a folder");
        return text == "-" ? std::string("needs a folder, not standard output (./- is one of that name)")
                           : std::string();
      },
      "");
}

bool isStandardOutput(const std::string& path) { return path == "-"; }

Problems checkOutputs(const std::vector<Input>& inputs, const std::vector<Output>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Output& output = outputs[i];
    if (output.path.empty()) continue;
    for (size_t k = 0; k < i; ++k) {
      const Output& other = outputs[k];
      if (other.path.empty() || (output.folder && other.folder)) continue;  // their files have other names
      if (isStandardOutput(output.path) && isStandardOutput(other.path))
        return {refused(output, "standard output is taken by " + other.option)};
      if (!isStandardOutput(output.path) && !isStandardOutput(other.path) && same(output.path, other.path))
        return {refused(output, "'" + output.path + "' is what " + other.option + " writes")};
    }
    if (output.folder || isStandardOutput(output.path)) continue;
    if (Problems problems = checkOne(inputs, output); !problems.empty()) return problems;
  }
  return {};
}

std::vector<Input> inputsOf(const std::vector<std::string>& files, const WorldDesc& desc) {
  std::vector<Input> inputs;
  for (const auto& file : files)
    inputs.push_back(isMeshFile(file) ? Input{"the mesh", file} : Input{"the scene", findScene(file)});
  if (files.size() != 1 || isMeshFile(files.front())) return inputs;
  const fs::path folder = inputs.front().path.parent_path();
  for (const BodyDesc& body : desc.bodies)
    if (body.shapeDesc.kind == ShapeKind::Mesh)
      inputs.push_back({"a mesh of the scene", meshPath(body.shapeDesc.mesh, folder)});
  return inputs;
}

Problems checkWritable(const std::string& path) {
  if (path.empty()) return {};
  std::error_code error;
  const bool existed = fs::exists(path, error);
  const fs::path folder = fs::path(path).parent_path();
  if (!existed && !folder.empty() && fs::status(folder, error).type() == fs::file_type::not_found)
    return {{path, 0, "", "cannot be written: the folder '" + folder.string() + "' does not exist"}};
  errno = 0;
  std::FILE* file = std::fopen(path.c_str(), "ab");
  if (!file) return {{path, 0, "", std::string("cannot be written: ") + std::strerror(errno)}};
  std::fclose(file);
  if (!existed) fs::remove(path, error);
  return {};
}

Problems checkVideo(const std::string& path) {
  std::error_code error;
  if (path.empty()) return {};
  if (const auto status = fs::status(path, error); fs::exists(status) && !fs::is_regular_file(status))
    return {{"", 0, "--video", "'" + path + "' is not a regular file"}};
  const auto& endings = VideoPipe::endings();
  std::string ending = fs::path(path).extension().string(), words;
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::find(endings.begin(), endings.end(), ending) != endings.end()) return {};
  for (const std::string& e : endings) words += (e == endings.front() ? "" : e == endings.back() ? " or " : ", ") + e;
  return {{"", 0, "--video", "'" + path + "' does not end with " + words + ", which says the format"}};
}

Problems writeOutput(const Console& console, const std::string& path, const std::string& text) {
  if (!isStandardOutput(path)) return writeTextFile(path, text);
  console.out << text;
  return {};
}

}  // namespace flotsam
