// SPDX-License-Identifier: MIT
// What users change goes into the document first, then to the simulation; undo and redo, restart, and lessons.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <utility>

#include "app/app.h"
#include "app/edits.h"
#include "app/new_scene.h"
#include "app/parts.h"
#include "io/scene.h"
#include "sim/compare.h"

namespace flotsam {

Document::Moment App::moment() const { return {press_, state_.generation, view_ ? view_->step : 0}; }

void App::changeParam(const std::string& key, double value) {
  const unsigned sides = state_.editedSide < 0 || views_.size() < 2 ? SimThread::kAllSides : 1u << state_.editedSide;
  document_.setParam(key, value, sides, moment());
  sim_->edit({Edit::SetParam, key, value, {}}, sides);
}

void App::removeBody(const std::string& name) {
  const BodyView* body = state_.body(name);
  if (!body) return;
  document_.removeBody(name, body->pose, moment());
  if (input_.hand().body == name) input_.cancel();
  sim_->setHand(input_.hand());
  sim_->edit({Edit::RemoveBody, name, 0, {}});
  state_.selected.clear();
}

void App::restart() {
  state_.problems.clear();
  input_.cancel();
  sim_->load(document_.scene(), folder_);
}

void App::undo(bool back) {
  const std::string words = back ? document_.undoWords() : document_.redoWords();
  if (words.empty()) return;
  go(back ? document_.undo(state_.generation) : document_.redo(state_.generation));
  say((back ? "Undone: " : "Done again: ") + words);
  log_.event(back ? "undo" : "redo", {{"words", words}});
}

/// The simulation becomes the document's scene.
void App::go(const SceneWay& way) {
  input_.cancel();
  placing_.reset();
  sim_->setHand(input_.hand());
  if (way.again) return restart();
  for (const auto& [edit, sides] : way.edits) sim_->edit(edit, sides);
  for (const auto& [body, colour] : way.colours) sim_->setBodyColour(body, colour);
}

/// Each frame: what time travel has left of the changes, and what the menus and the title say of them.
void App::noteDocument() {
  const SimStatus status = sim_->status();
  document_.follow(status.generation, status.goal, status.newest);
  state_.undoWords = document_.undoWords(), state_.redoWords = document_.redoWords();
  state_.card = document_.scene().card;
  if (partsOf_ != document_.text()) {
    partsOf_ = document_.text();
    state_.sceneParts.clear();
    for (const auto& words : partWords(document_.scene()))
      state_.sceneParts.push_back({words, partFields(document_.scene(), state_.sceneParts.size())});
  }
  keepWork();
  keepRecording();
  if (state_.edited == document_.edited()) return;
  state_.edited = document_.edited();
  nameScene();
}

/// What the window calls the scene: its title, else its file.
void App::nameScene() {
  const std::string file = std::filesystem::path(openName_).stem().string();
  const std::string& title = document_.scene().title;
  state_.sceneTitle = !title.empty() ? title : file.empty() ? "Untitled" : file;
  window_->setTitle("Flotsam · " + state_.sceneTitle + (state_.edited ? " *" : ""));
}

void App::doLessonStep(size_t index) {
  if (index >= state_.card.steps.size() || !view_) return;
  LessonStep step = state_.card.steps[index];
  const WorldDesc& shown = document_.scene();
  const size_t all = step.set.size();
  std::erase_if(step.set, [&](const auto& setting) { return comparedIn(shown.compare, setting.first); });
  if (step.set.size() < all) say("What the sides are compared in stays as each of them has it");
  state_.showPictures(step.show);
  state_.lessonPictures |= !step.show.empty();
  const WorldDesc before = document_.scene();
  const bool untouched = !document_.edited();
  document_.setParams("Lesson, step " + std::to_string(index + 1), step.set, moment());
  if (untouched) document_.accept();
  log_.event("lesson", {{"step", std::to_string(index + 1)}});
  if (step.restart) {
    restart();
  } else {
    go(wayBetween(before, document_.scene()));
  }
  if (step.restart || step.wait.kind == LessonWait::Time || step.wait.kind == LessonWait::Quantity)
    sim_->setPlaying(true);
}

/// Any change that the running simulation cannot take up: it begins again.
void App::become(const std::string& words, WorldDesc scene) {
  const WorldDesc before = document_.scene();
  document_.become(words, std::move(scene), moment());
  go(wayBetween(before, document_.scene()));
}

/// Whether a command has to wait for an answer about unsaved changes. Scenes are read before (takeLoaded): one that
/// cannot be opened is no reason to ask.
bool App::asks(const UiCommand& command) {
  const bool leaves = command.kind == UiCommand::Quit || command.kind == UiCommand::NewScene ||
                      (command.kind == UiCommand::OpenLeft && left_);
  if (!leaves || std::exchange(answered_, false) || !document_.edited()) return false;
  ask(command);
  return true;
}

void App::ask(const UiCommand& command) {
  asked_ = command;
  state_.dialog = UiDialog::Unsaved;
}

/// File, New: no file has it yet, and R begins it again.
void App::openNew() {
  Loaded none;
  none.folder = std::filesystem::current_path();
  show(emptyScene(state_.newTank), none);
}

void App::answer(const UiCommand& command) {
  if (!asked_) return;
  if (command.kind == UiCommand::AnswerSave) return saveAgain();  // goes on with what was asked
  const UiCommand next = *std::exchange(asked_, {});
  if (command.kind == UiCommand::AnswerCancel) return;
  answered_ = true;
  obey(next);
}

/// Unsaved work goes to a file of its own every few seconds, in case nobody gets to ask about it.
void App::keepWork() {
  constexpr double kEvery = 3;
  if (!document_.edited()) {
    keptText_.clear();
    return workspace_.drop();
  }
  const double t = Window::seconds();
  if (document_.text() == keptText_ || t < keptAt_ + kEvery) return;
  keptText_ = document_.text(), keptAt_ = t;
  notKept(workspace_.keep(state_.sceneTitle, momentWords(std::time(nullptr)), document_.scene(), folder_));
}

/// Told once.
void App::notKept(const Problems& problems) {
  if (problems.empty() || keepRefused_) return;
  keepRefused_ = true;
  std::fprintf(stderr, "flotsam: unsaved work is not kept for the next start: %s\n", problems[0].text().c_str());
  say("Unsaved work can not be kept for the next start: " + problems[0].text());
  log_.event("not kept", {{"reason", problems[0].text()}});
}

/// What is being recorded goes there too: a file of its own that replays as far as it was written.
void App::keepRecording() {
  if (!state_.recording) return;
  keeper_.frame(Window::seconds(), state_.generation, state_.newestStep, [this] { return writeRecording(); });
  notKept(keeper_.problems());
}

/// Before the end: nobody has asked for it to be saved, nobody to be lost.
void App::keepRecordingNow() {
  if (!state_.recording) return;
  keeper_.wait();
  notKept(writeRecording());
}

/// From any thread.
Problems App::writeRecording() const {
  std::vector<Recording> sides;
  for (size_t side = 0; side < CompareDesc::kMostSides; ++side)
    if (Recording r = sim_->recording(side); !r.sceneText.empty()) sides.push_back(std::move(r));
  return workspace_.keepRecording(sides);
}

/// One thing after the other that a window which is gone has left.
void App::showLeft() {
  state_.leftWords.clear(), state_.leftOpens = left_.has_value();
  if (left_)
    state_.leftWords = "Unsaved work on " + left_->of + ", " + left_->when;
  else if (leftRecording_)
    state_.leftWords = "Unsaved recording of " + leftRecording_->of + ", " + leftRecording_->when;
}

void App::openLeft(bool keep) {
  if (left_ && keep) {
    state_.leftWords.clear();
    restoring_ = true;
    return loader_.openScene(left_->file.string());
  }
  if (left_) {
    workspace_.forget(*left_);
    left_ = workspace_.left();
  } else if (leftRecording_ && keep) {
    const std::string path = "flotsam-" + fileStamp() + ".json";
    const Problems problems = workspace_.saveLeft(*leftRecording_, path);
    if (hasErrors(problems)) return complain("The recording was not saved", problems);
    say("Recording saved: " + path + ". flotsam replay runs it again");
    log_.event("recording", {{"path", path}});
    leftRecording_ = workspace_.leftRecording();
  } else if (leftRecording_) {
    workspace_.forget(*leftRecording_);
    leftRecording_ = workspace_.leftRecording();
  }
  showLeft();
}

/// The files opened last, with this one; what there is to say when the list cannot be kept, once.
std::string App::noteRecent(const std::string& path) {
  const Problems problems = workspace_.opened(path);
  state_.recent = workspace_.recent();
  if (problems.empty() || std::exchange(recentRefused_, true)) return "";
  log_.event("recent not kept", {{"reason", problems[0].text()}});
  return "The list of recent files can not be kept: " + problems[0].text();
}

}  // namespace flotsam
