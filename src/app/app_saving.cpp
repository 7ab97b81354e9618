// SPDX-License-Identifier: MIT
// What the window writes to a path somebody gives: scenes, lessons, tables of plots, recordings. Each dialog begins
// with a proposal of its own; a file that is there is replaced only when that is confirmed; where nothing could be
// written the dialog comes again with the reason.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/app.h"
#include "app/edits.h"
#include "io/recording.h"
#include "io/save_file.h"
#include "io/scene.h"
#include "io/scene_comments.h"

namespace flotsam {

/// Behind "saved": what became of the comments of the file that was there.
static std::string keptWords(const std::filesystem::path& kept) {
  return kept.empty() ? "" : ", without comments; as it was: " + kept.filename().string();
}

/// What a dialog that has just opened begins with.
void App::proposePath() {
  const std::string stem = state_.sceneName.empty() ? "scene" : std::filesystem::path(state_.sceneName).stem().string();
  if (state_.dialog == UiDialog::Open) state_.path = lastPath_;
  if (state_.dialog == UiDialog::SaveScene) state_.path = ownFile_.empty() ? stem + ".toml" : ownFile_;
  if (state_.dialog == UiDialog::SaveLesson) state_.path = stem + "-lesson.toml";
  if (state_.dialog == UiDialog::SavePlots) state_.path = "flotsam-plots-" + fileStamp() + ".csv";
  if (state_.dialog == UiDialog::SaveRecording) state_.path = "flotsam-" + fileStamp() + ".json";
}

/// The dialog comes again, or for the first time, with the path and why it was not written.
void App::refusePath(UiDialog dialog, const std::string& path, const std::string& words, bool replace) {
  state_.dialog = dialogSeen_ = dialog;
  state_.path = path;
  state_.refused = {path, words, replace};
  log_.event("refused", {{"path", path}, {"reason", words}});
}

/// Writes what a dialog is about to the path, unless another file is there and nobody has said that it may go.
void App::saveTo(UiDialog dialog, std::string path, bool replace) {
  const bool scene = dialog == UiDialog::SaveScene || dialog == UiDialog::SaveLesson;
  if (scene && std::filesystem::path(path).extension().empty()) path += ".toml";
  if (scene && !isSceneFile(path)) return refusePath(dialog, path, "The file of a scene ends in .toml", false);
  std::error_code ignored;
  const bool own =
      dialog == UiDialog::SaveScene && !ownFile_.empty() && std::filesystem::equivalent(path, ownFile_, ignored);
  const size_t files = dialog == UiDialog::SaveRecording ? std::max<size_t>(views_.size(), 1) : 1;
  for (size_t side = 0; side < files && !replace && !own; ++side)
    if (const auto file = sideFile(path, side); std::filesystem::is_regular_file(file, ignored))
      return refusePath(dialog, path, "There is such a file already: " + file.filename().string(), true);
  const Problems problems = dialog == UiDialog::SaveScene    ? saveScene(path)
                            : dialog == UiDialog::SaveLesson ? saveLesson(path)
                            : dialog == UiDialog::SavePlots  ? savePlots(path)
                                                             : saveRecording(path);
  if (hasErrors(problems)) return refusePath(dialog, path, problems.front().text(), false);
  if (scene) lastPath_ = path;
}

/// The scene's own file is left alone while the scene is what it says: its layout and comments are its writer's.
void App::saveAgain() {
  std::error_code ignored;
  if (ownFile_.empty()) {
    state_.dialog = UiDialog::SaveScene;
  } else if (document_.asSaved() && !altered_ && std::filesystem::is_regular_file(ownFile_, ignored)) {
    say("Nothing to save: the scene is as in " + ownFile_);
    log_.event("nothing to save", {{"path", ownFile_}});
  } else {
    saveTo(UiDialog::SaveScene, ownFile_, false);
  }
}

Problems App::saveScene(const std::string& path) {
  const std::filesystem::path whole = std::filesystem::absolute(path);
  std::error_code ignored;
  const bool home = std::filesystem::equivalent(whole.parent_path(), folder_, ignored);
  const auto kept = keepCommented(whole);
  if (!kept) return kept.problems;
  Problems problems = flotsam::saveScene(whole, home ? document_.scene() : withWholePaths(document_.scene(), folder_));
  if (hasErrors(problems)) return problems;
  document_.saved();
  altered_ = false;
  ownFile_ = openName_ = state_.sceneName = whole.string();
  const std::string refused = noteRecent(ownFile_);
  nameScene();
  log_.event("saved", {{"path", ownFile_}, {"kept", kept->string()}});
  say("Scene saved: " + path + keptWords(*kept) + (refused.empty() ? "" : ". " + refused));
  if (asked_) obey(*std::exchange(asked_, {}));
  return problems;
}

Problems App::saveLesson(const std::string& path) {
  const WorldDesc lesson = lessonOf(document_.scene(), document_.opened(), document_.changedParams());
  Problems problems = validate(lesson);
  if (hasErrors(problems)) return problems;
  const auto kept = keepCommented(path);
  if (!kept) return kept.problems;
  problems = flotsam::saveScene(path, lesson);
  if (!hasErrors(problems)) say("Lesson saved: " + path + keptWords(*kept) + ". Now write its words: docs/lessons.md");
  return problems;
}

Problems App::savePlots(const std::string& path) {
  Problems problems = saveFile(path, ui_.plots(state_));
  if (hasErrors(problems)) return problems;
  say("Plots saved: " + path);
  log_.event("plots", {{"path", path}});
  return problems;
}

/// One file a side: each is a run of its own scene.
Problems App::saveRecording(const std::string& path) {
  std::string names;
  Problems problems;
  for (size_t side = 0; side < std::max<size_t>(views_.size(), 1); ++side) {
    const std::filesystem::path file = sideFile(path, side);
    for (auto& p : flotsam::saveRecording(file, sim_->recording(side))) problems.push_back(std::move(p));
    names += (side ? ", " : "") + file.string();
  }
  if (!hasErrors(problems)) say("Recording saved: " + names);
  log_.event("recording", {{"path", path}});
  return problems;
}

}  // namespace flotsam
