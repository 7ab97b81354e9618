// SPDX-License-Identifier: MIT
#include "app/workspace.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

#include "io/save_file.h"
#include "io/scene.h"

namespace fs = std::filesystem;

namespace flotsam {
namespace {

constexpr const char* kPrefix = "unsaved-";
constexpr const char* kOf = "# unsaved work on ";
constexpr const char* kWhen = "# at ";

/// When a process began, in seconds since 1970, by /proc; infinite when it has ended but nobody has asked how. Nothing
/// where that is not told.
std::optional<double> beganAt(long process) {
  std::ifstream own("/proc/" + std::to_string(process) + "/stat"), all("/proc/stat");
  std::string line, word;
  if (!std::getline(own, line) || line.rfind(')') == std::string::npos) return {};
  std::istringstream fields(line.substr(line.rfind(')') + 1));
  char state = 0;
  fields >> state;
  if (state == 'Z' || state == 'X') return std::numeric_limits<double>::infinity();
  for (int skipped = 0; skipped < 18; ++skipped) fields >> word;
  double ticks = 0, boot = 0;
  fields >> ticks;
  while (all >> word && word != "btime") all.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  if (!fields || !(all >> boot)) return {};
  return boot + ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

/// Whether the process that wrote the file still runs. One that has its number and began later is another: numbers are
/// given again, after a restart of the machine above all.
bool runs(long process, const fs::path& file) {
  constexpr double kClock = 5;  // s, that the clock may have been set by meanwhile
  struct stat written {};
  if (::kill(static_cast<pid_t>(process), 0) != 0 && errno != EPERM) return false;
  const auto began = beganAt(process);
  return !began || ::stat(file.c_str(), &written) != 0 || *began <= static_cast<double>(written.st_mtime) + kClock;
}

/// The process in the name of a file of unsaved work (.toml) or of a recording's first side (.json); 0 when it is none.
long processOf(const fs::path& file, const char* ending) {
  const std::string name = file.stem().string();
  if (file.extension() != ending || !name.starts_with(kPrefix) || name.rfind('-') >= std::string(kPrefix).size())
    return 0;
  return std::strtol(name.c_str() + std::string(kPrefix).size(), nullptr, 10);
}

std::string oneLine(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  return text;
}

}  // namespace

fs::path Workspace::usual() {
  const char *state = std::getenv("XDG_STATE_HOME"), *home = std::getenv("HOME");
  if (state && *state == '/') return fs::path(state) / "flotsam";
  if (home && *home == '/') return fs::path(home) / ".local" / "state" / "flotsam";
  return {};
}

Workspace::Workspace(fs::path folder, long process) : folder_(std::move(folder)), process_(process) {
  if (folder_.empty()) return;
  std::ifstream file(folder_ / "recent");
  std::error_code ignored;
  for (std::string line; std::getline(file, line) && recent_.size() < kMostRecent;)
    if (!line.empty() && fs::is_regular_file(line, ignored)) recent_.push_back(line);
}

Problems Workspace::opened(const std::string& path) {
  std::erase(recent_, path);
  recent_.insert(recent_.begin(), path);
  if (recent_.size() > kMostRecent) recent_.resize(kMostRecent);
  if (folder_.empty()) return {};
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  std::string text;
  for (const auto& line : recent_) text += oneLine(line) + "\n";
  return saveFile(folder_ / "recent", text);
}

fs::path Workspace::own() const { return folder_ / (kPrefix + std::to_string(process_) + ".toml"); }

Problems Workspace::keep(const std::string& of, const std::string& when, const WorldDesc& scene,
                         const std::string& folder) {
  if (folder_.empty()) return {};
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  const std::string head = kOf + oneLine(of) + "\n" + kWhen + oneLine(when) + "\n";
  Problems problems = saveFile(own(), head + sceneText(withWholePaths(scene, folder)));
  kept_ = kept_ || problems.empty();  // an older one may still be there
  return problems;
}

void Workspace::drop() {
  if (!std::exchange(kept_, false)) return;
  std::error_code ignored;
  fs::remove(own(), ignored);
}

std::optional<Workspace::Kept> Workspace::left() const {
  std::optional<Kept> newest;
  fs::file_time_type at;
  std::error_code error;
  if (folder_.empty()) return newest;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    const long process = processOf(it->path(), ".toml");
    if (process <= 0 || process == process_ || runs(process, it->path())) continue;
    const auto time = it->last_write_time(error);
    if (error || (newest && time <= at)) continue;
    std::ifstream file(it->path());
    std::string of, when;
    if (!std::getline(file, of) || !std::getline(file, when) || !of.starts_with(kOf) || !when.starts_with(kWhen))
      continue;
    newest = Kept{it->path(), of.substr(std::string(kOf).size()), when.substr(std::string(kWhen).size())};
    at = time;
  }
  return newest;
}

void Workspace::forget(const Kept& kept) const {
  std::error_code ignored;
  fs::remove(kept.file, ignored);
}

fs::path sideFile(const fs::path& path, size_t side) {
  fs::path file = path;
  if (side > 0) file.replace_filename(path.stem().string() + "-" + "abc"[side] + path.extension().string());
  return file;
}

std::string momentWords(std::time_t moment) {
  std::tm local{};
  localtime_r(&moment, &local);
  char words[32];
  std::strftime(words, sizeof words, "%e %b %H:%M", &local);
  return words;
}

fs::path Workspace::ownRecording(size_t side) const {
  return sideFile(folder_ / (kPrefix + std::to_string(process_) + ".json"), side);
}

Problems Workspace::keepRecording(const std::vector<Recording>& sides) const {
  if (folder_.empty()) return {};
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  for (size_t side = 0; side < CompareDesc::kMostSides; ++side) {
    if (side >= sides.size()) {
      fs::remove(ownRecording(side), ignored);
      continue;
    }
    Recording whole = sides[side];
    whole.sceneFolder = fs::absolute(whole.sceneFolder, ignored).string();  // the next start may be elsewhere
    if (Problems problems = saveFile(ownRecording(side), recordingText(whole)); !problems.empty()) return problems;
  }
  return {};
}

void Workspace::dropRecording() const {
  if (folder_.empty()) return;
  std::error_code ignored;
  for (size_t side = 0; side < CompareDesc::kMostSides; ++side) fs::remove(ownRecording(side), ignored);
}

std::optional<Workspace::KeptRecording> Workspace::leftRecording() const {
  std::optional<KeptRecording> newest;
  std::time_t at = 0;
  std::error_code error;
  if (folder_.empty()) return newest;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    const long process = processOf(it->path(), ".json");
    struct stat file {};
    if (process <= 0 || process == process_ || runs(process, it->path()) || ::stat(it->path().c_str(), &file) != 0)
      continue;
    if (newest && file.st_mtime <= at) continue;
    const auto first = loadRecording(it->path());
    if (!first) continue;
    KeptRecording kept{{}, first->title.empty() ? "a scene" : first->title, momentWords(file.st_mtime)};
    for (size_t side = 0; side < CompareDesc::kMostSides && fs::is_regular_file(sideFile(it->path(), side), error);
         ++side)
      kept.files.push_back(sideFile(it->path(), side));
    error.clear();
    newest = std::move(kept), at = file.st_mtime;
  }
  return newest;
}

Problems Workspace::saveLeft(const KeptRecording& kept, const fs::path& path) const {
  for (size_t side = 0; side < kept.files.size(); ++side) {
    const auto recording = loadRecording(kept.files[side]);
    if (!recording) return recording.problems;
    if (Problems problems = saveRecording(sideFile(path, side), *recording); !problems.empty()) return problems;
  }
  forget(kept);
  return {};
}

void Workspace::forget(const KeptRecording& kept) const {
  std::error_code ignored;
  for (const fs::path& file : kept.files) fs::remove(file, ignored);
}

WorldDesc withWholePaths(WorldDesc scene, const fs::path& folder) {
  std::error_code ignored;
  for (BodyDesc& b : scene.bodies) {
    if (b.shapeDesc.kind != ShapeKind::Mesh || fs::path(b.shapeDesc.mesh).is_absolute()) continue;
    const fs::path whole = fs::absolute(folder / b.shapeDesc.mesh, ignored).lexically_normal();
    if (fs::is_regular_file(whole, ignored)) b.shapeDesc.mesh = whole.string();
  }
  return scene;
}

}  // namespace flotsam
