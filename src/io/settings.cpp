// SPDX-License-Identifier: MIT
#include "io/settings.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "io/save_file.h"
#include "io/toml_reader.h"

namespace flotsam {

namespace fs = std::filesystem;

namespace {

constexpr int kFormat = 1;
constexpr std::uintmax_t kMostBytes = 1 << 16;
const std::vector<std::string> kThemes = {"light", "dark", "scene"}, kDetails = {"0", "1", "2", "auto"};

constexpr int kLeastWidth = 640, kLeastHeight = 400, kMostSide = 16384;

std::string yesNo(bool b) { return b ? "true" : "false"; }

std::string textOf(const Settings& s) {
  // Without a window manager a window may be of any size.
  const int width = std::clamp(s.width, kLeastWidth, kMostSide), height = std::clamp(s.height, kLeastHeight, kMostSide);
  std::string folded;
  for (const std::string& name : s.folded) folded += (folded.empty() ? "\"" : ", \"") + name + "\"";
  return "# How Flotsam's window was left. View, Reset layout and settings takes all of it back.\n"
         "format = " +
         std::to_string(kFormat) + "\nwindow = { width = " + std::to_string(width) +
         ", height = " + std::to_string(height) + ", maximised = " + yesNo(s.maximised) + " }\ntheme = \"" + s.theme +
         "\"\ndetail = \"" + s.detail + "\"\nshow = { all = " + yesNo(s.all) + " }\nfolded = [" + folded + "]\n";
}

void readWindow(TableReader& top, Settings& s, ReadContext& context) {
  auto window = top.table("window");
  if (!window) return;
  const auto side = [&](const char* key, int least, int& size) {
    int read = size;
    if (!window->integer(key, read)) return;
    if (read >= least && read <= kMostSide)
      size = read;
    else
      context.problem(context.lineOf(window->fullKey(key)), window->fullKey(key),
                      "must be between " + std::to_string(least) + " and " + std::to_string(kMostSide));
  };
  side("width", kLeastWidth, s.width);
  side("height", kLeastHeight, s.height);
  window->toggle("maximised", s.maximised);
  window->finish();
}

}  // namespace

fs::path settingsFile() {
  const char *config = std::getenv("XDG_CONFIG_HOME"), *home = std::getenv("HOME");
  if (config && *config == '/') return fs::path(config) / "flotsam" / "settings.toml";
  if (home && *home == '/') return fs::path(home) / ".config" / "flotsam" / "settings.toml";
  return {};
}

Settings readSettings(const fs::path& file, Problems& problems) {
  Settings s;
  std::error_code ignored;
  if (file.empty() || !fs::exists(file, ignored)) return s;
  const auto refuse = [&](int line, const std::string& reason) {
    problems.push_back({file.string(), line, "", reason});
  };
  if (!fs::is_regular_file(file, ignored)) return refuse(0, "is not a file"), s;
  if (fs::file_size(file, ignored) > kMostBytes) return refuse(0, "is too large for settings"), s;
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!(text << in.rdbuf())) return refuse(0, "cannot be read"), s;
  toml::table table;
  try {
    table = toml::parse(text.str(), file.string());
  } catch (const toml::parse_error& e) {
    refuse(static_cast<int>(e.source().begin.line), std::string(e.description()));
    return s;
  }
  ReadContext context;
  context.file = file.string();
  TableReader top(table, "", 0, context);
  int format = kFormat, theme = 2, detail = 3;
  top.integer("format", format);
  if (format > kFormat) return refuse(0, "was written by a newer version (format " + std::to_string(format) + ")"), s;
  readWindow(top, s, context);
  if (top.word("theme", theme, kThemes)) s.theme = kThemes[static_cast<size_t>(theme)];
  if (top.word("detail", detail, kDetails)) s.detail = kDetails[static_cast<size_t>(detail)];
  if (auto show = top.table("show")) {
    show->toggle("all", s.all);
    show->finish();
  }
  top.texts("folded", s.folded);
  // They go back into a file: names with quotes or line ends are none of ours.
  std::erase_if(s.folded, [](const std::string& name) { return name.find_first_of("\"\\\n\r") != std::string::npos; });
  top.finish();
  problems.insert(problems.end(), context.problems.begin(), context.problems.end());
  return s;
}

Problems saveSettings(const fs::path& file, const Settings& settings) {
  if (file.empty()) return {};
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) return {{file.parent_path().string(), 0, "", "cannot be made: " + error.message()}};
  return saveFile(file, textOf(settings));
}

}  // namespace flotsam
