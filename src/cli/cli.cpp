// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <sstream>

#include "cli/common.h"
#include "core/version.h"
#include "io/scene.h"

namespace flotsam {

namespace {

void addWindowOptions(CLI::App& app, WindowRequest& request, std::string& size) {
  app.add_option("files", request.files, "A scene (name or .toml file), or meshes (obj, stl, ply, off, gltf)")
      ->type_name("SCENE|MESH");
  app.add_option("--quality", request.quality, "Level of detail of the picture: auto, 0 (software), 1, 2")
      ->check(CLI::IsMember({"auto", "0", "1", "2"}))
      ->type_name("LEVEL");
  app.add_option("--set", request.set, "Change a parameter, for example fluid.density=1200; may be given often")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  addThreadsOption(app, request.threads);
  app.add_option("--size", size, "Size of the window, for example 1280x720; else as it was left")->type_name("WxH");
  app.add_option("--ui-log", request.uiLog, "Write what the window does to this file (one JSON object a line)")
      ->type_name("F");
}

/// Loads what the window is going to show, so that mistakes are told in the terminal before it opens.
bool inputsAreGood(const WindowRequest& request, const Console& console) {
  std::vector<std::filesystem::path> meshes;
  size_t scenes = 0;
  for (const auto& file : request.files)
    if (isMeshFile(file))
      meshes.emplace_back(file);
    else
      ++scenes;
  if (scenes > 1 || (scenes == 1 && !meshes.empty())) {
    console.err << "give one scene, or meshes, not both\n";
    return false;
  }
  Result<WorldDesc> scene;
  if (!meshes.empty()) {
    scene = sceneFromMeshes(meshes);
    if (scene)
      for (auto& p : applySettings(*scene, request.set)) scene.problems.push_back(std::move(p));
  } else if (scenes == 1) {
    scene = loadArgument(request.files.front(), request.set);
  } else {
    return true;
  }
  return !report(console, scene.problems);
}

int openWindow(const WindowRequest& request, const Console& console, WindowEntry window) {
  if (!inputsAreGood(request, console) || report(console, checkWritable(request.uiLog))) return kBadInput;
  if (window) return window(request);
  console.err << "this build has no window (FLOTSAM_APP was off); flotsam run SCENE works without one\n";
  return kBadInput;
}

}  // namespace

int runCli(const std::vector<std::string>& args, std::ostream& out, std::ostream& err, WindowEntry window) {
  const Console console{out, err};
  CLI::App app("Rigid bodies in fluid, coupled both ways, in real time. Without a command the window opens.",
               "flotsam");
  app.set_version_flag("--version", std::string("flotsam ") + version());
  app.require_subcommand(0, 1);
  app.footer("Exit codes: 0 good, 1 the work failed, 2 bad usage or input. flotsam COMMAND --help tells more.");
  int exitCode = kGood;
  addRun(app, console, exitCode);
  addReplay(app, console, exitCode);
  addScenes(app, console, exitCode);
  addParams(app, console, exitCode);
  addCheck(app, console, exitCode);
  addMesh(app, console, exitCode);
  addVerify(app, console, exitCode);
  addBench(app, console, exitCode);
  WindowRequest request;
  std::string size;
  addWindowOptions(app, request, size);

  try {
    app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
    if (!app.get_subcommands().empty()) return exitCode;
    if (!size.empty() && !parseSize(size, request.width, request.height)) {
      err << "--size: expected WxH between 16x16 and 8192x8192, got '" << size << "'\n";
      return kBadInput;
    }
    return openWindow(request, console, window);
  } catch (const CLI::Success& request_) {  // --help, --version
    app.exit(request_, out, err);
    return kGood;
  } catch (const CLI::ParseError& error) {
    err << error.what() << "\nflotsam --help shows how it is used\n";
    return kBadInput;
  } catch (const std::exception& error) {
    err << "flotsam: " << error.what() << '\n';
    return kFailed;
  }
}

}  // namespace flotsam
