// SPDX-License-Identifier: MIT
// What the commands share: where they print, how they load scenes, the clock. Internal to cli.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "cli/cli.h"
#include "core/result.h"
#include "sim/world_desc.h"

namespace flotsam {

struct Console {
  std::ostream& out;
  std::ostream& err;
};

/// Each adds its command to `app`; its callback sets `exitCode`.
void addRun(CLI::App& app, Console console, int& exitCode);
void addReplay(CLI::App& app, Console console, int& exitCode);
void addScenes(CLI::App& app, Console console, int& exitCode);
void addParams(CLI::App& app, Console console, int& exitCode);
void addCheck(CLI::App& app, Console console, int& exitCode);
void addMesh(CLI::App& app, Console console, int& exitCode);
void addVerify(CLI::App& app, Console console, int& exitCode);
void addBench(CLI::App& app, Console console, int& exitCode);

/// Prints every problem on a line of its own, warnings marked as such. True when one of them is an error.
bool report(const Console& console, const Problems& problems);

/// By its ending: obj, stl, ply, off, gltf, glb.
bool isMeshFile(const std::string& path);
/// Path of a scene by name or path; the problem suggests a name that is close, of a scene or one of `commands`.
Result<std::filesystem::path> sceneArgument(const std::string& nameOrPath,
                                            const std::vector<std::string>& commands = {});
/// A scene (by name or path) or a mesh in a plain tank, with the --set values applied.
Result<WorldDesc> loadArgument(const std::string& nameOrPath, const std::vector<std::string>& settings);
/// One scene or any number of meshes, at least one.
Result<WorldDesc> loadArguments(const std::vector<std::string>& files, const std::vector<std::string>& settings);
Problems applySettings(WorldDesc& desc, const std::vector<std::string>& settings);

/// "1280x720".
bool parseSize(const std::string& text, int& width, int& height);
/// Seconds of the monotonic clock; what World is given.
double wallClock();
/// "12.3", for people. Fixed digits, independent of locale.
std::string fixed(double value, int digits);
/// A check for options: a number in [lo, hi], which "nan" is not.
CLI::Validator finiteBetween(double lo, double hi);
/// The same for whole numbers, which may be written as "1e3"; for transform(): the text becomes plain digits.
CLI::Validator wholeBetween(long long lo, long long hi);
/// A warning that an option does nothing unless another is given.
void warnUnused(const Console& console, const std::string& option, const std::string& needed);
void addThreadsOption(CLI::App& command, int& threads);

}  // namespace flotsam
