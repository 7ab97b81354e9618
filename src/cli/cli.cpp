// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <new>
#include <sstream>

#include "cli/common.h"
#include "cli/outputs.h"
#include "core/version.h"
#include "io/scene.h"

namespace flotsam {

namespace {

void addWindowOptions(CLI::App& app, WindowRequest& request, std::string& size) {
  app.add_option(
         "files", request.files,
         "A scene (name or .toml file), or meshes (obj, stl, ply, off, gltf, glb), which are fitted to the plain tank")
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
      ->check(fileName())
      ->type_name("F");
}

std::vector<std::string> commandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

/// A first word that is nothing.
Problems unknownFirst(const WindowRequest& request, const CLI::App& app) {
  if (request.files.empty() || isMeshFile(request.files.front())) return {};
  return sceneArgument(request.files.front(), commandNames(app)).problems;
}

/// Loads what the window is going to show, so that mistakes are told in the terminal before it opens.
bool inputsAreGood(const WindowRequest& request, const CLI::App& app, const Console& console) {
  std::vector<Input> inputs;
  if (!request.files.empty()) {
    Problems problems = unknownFirst(request, app);
    if (problems.empty()) {
      const auto scene = loadArguments(request.files, request.set);
      problems = scene.problems;
      if (scene) inputs = inputsOf(request.files, *scene);
    }
    if (report(console, problems)) return false;
  }
  return !report(console, checkOutputs(inputs, {{"--ui-log", request.uiLog}}));
}

int openWindow(const WindowRequest& request, const CLI::App& app, const Console& console, WindowEntry window) {
  if (!inputsAreGood(request, app, console)) return kBadInput;
  if (window) return window(request);
  console.err << "this build has no window (FLOTSAM_APP was off); flotsam run SCENE works without one\n";
  return kBadInput;
}

/// Where to look, behind what was wrong with the arguments.
std::string usage(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  const std::string command = commands.empty() ? "" : commands.front()->get_name() + " ";
  return "flotsam " + command + "--help shows how it is used\n";
}

/// Arguments that belong to nothing, in the order of the command line, which the library reverses; unless the first
/// word was meant for a command, and they for that.
int refuseExtras(const CLI::App& app, const WindowRequest& request, const Console& console) {
  if (app.get_subcommands().empty() && !request.files.empty() &&
      !closestWord(request.files.front(), commandNames(app)).empty())
    if (report(console, unknownFirst(request, app))) return kBadInput;
  const std::vector<std::string> extras = app.remaining(/*recurse=*/true);
  console.err << (extras.size() > 1 ? "unexpected arguments:" : "unexpected argument:");
  for (const auto& word : extras) console.err << ' ' << word;
  console.err << '\n' << usage(app);
  return kBadInput;
}

/// As the library wants them: from the end, and an empty value behind "=" as a word of its own, which it would take
/// from what follows.
std::vector<std::string> reversed(const std::vector<std::string>& args) {
  std::vector<std::string> words;
  for (auto arg = args.rbegin(); arg != args.rend(); ++arg) {
    const bool empty = arg->starts_with("--") && arg->find('=') + 1 == arg->size();
    if (empty) words.emplace_back();
    words.push_back(empty ? arg->substr(0, arg->size() - 1) : *arg);
  }
  return words;
}

int parseAndRun(const std::vector<std::string>& args, const Console& console, WindowEntry window) {
  CLI::App app("Rigid bodies in fluid, coupled both ways, in real time. Without a command the window opens.",
               "flotsam");
  app.set_version_flag("--version", std::string("flotsam ") + version());
  app.require_subcommand(0, 1);
  app.footer("Exit codes: 0 good, 1 the work failed, 2 bad usage or input. flotsam COMMAND --help tells more.");
  int exitCode = kGood;
  for (const auto add : {addRun, addReplay, addScenes, addParams, addCheck, addMesh, addVerify, addBench})
    add(app, console, exitCode);
  WindowRequest request;
  std::string size;
  addWindowOptions(app, request, size);

  try {
    app.parse(reversed(args));
    if (!app.get_subcommands().empty()) return exitCode;
    if (!size.empty() && !parseSize(size, request.width, request.height)) {
      console.err << "--size: expected WxH between 16x16 and 8192x8192, got '" << size << "'\n";
      return kBadInput;
    }
    return openWindow(request, app, console, window);
  } catch (const CLI::Success& request_) {  // --help, --version
    app.exit(request_, console.out, console.err);
    return kGood;
  } catch (const CLI::ExtrasError&) {
    return refuseExtras(app, request, console);
  } catch (const CLI::ParseError& error) {
    console.err << error.what() << '\n' << usage(app);
    return kBadInput;
  } catch (const std::bad_alloc&) {
    console.err << "flotsam: not enough memory\n";
    return kFailed;
  } catch (const std::exception& error) {
    console.err << "flotsam: " << error.what() << '\n';
    return kFailed;
  }
}

}  // namespace

int runCli(const std::vector<std::string>& args, std::ostream& out, std::ostream& err, WindowEntry window) {
  const int exitCode = parseAndRun(args, {out, err}, window);
  if (out.flush()) return exitCode;
  err << "flotsam: standard output could not be written\n";
  return exitCode == kGood ? kFailed : exitCode;
}

}  // namespace flotsam
