// SPDX-License-Identifier: MIT
// What users ask for: keys, mouse, and the commands of the panels.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "app/app.h"
#include "app/edits.h"
#include "core/describe.h"
#include "io/recording.h"
#include "io/scene.h"
#include "sim/compare.h"

namespace flotsam {

// Events ----------------------------------------------------------------------------------------------------------

void App::handle(const WindowEvent& event) {
  switch (event.kind) {
    case WindowEvent::Press:
      return press(event);
    case WindowEvent::Release: {
      if (handle_.release()) return;
      if (placeHandle_.held() != PlaceHandle::Part::None) return endHandle(/*takeBack=*/false);
      const bool held = input_.holding();
      const std::string body = input_.hand().body;
      const MouseButton button = event.code == GLFW_MOUSE_BUTTON_RIGHT    ? MouseButton::Right
                                 : event.code == GLFW_MOUSE_BUTTON_MIDDLE ? MouseButton::Middle
                                                                          : MouseButton::Left;
      if (input_.release(stage(), button, inPane(event.pixel))) state_.selected.clear();
      adoptCamera();
      if (held && !input_.holding()) log_.event("release", {{"body", body}});
      if (held && !input_.holding() && state_.pathRuns) endPath(/*keep=*/true);
      placing_.reset();
      return sim_->setHand(input_.hand());
    }
    case WindowEvent::Move:
      mouse_ = event.pixel;
      if (handle_.held() != SliceHandle::Part::None)
        return handle_.move(stage(), inPane(mouse_), uiScale(), state_.slice);
      if (placeHandle_.held() != PlaceHandle::Part::None) return dragHandle();
      choosePane(mouse_);
      input_.move(stage(), inPane(event.pixel));
      if (input_.movingCamera()) cameraGoal_.reset(), adoptCamera();
      return moveHand();
    case WindowEvent::Wheel:
      if (ui_.covers(event.pixel.x, event.pixel.y)) return;
      cameraGoal_.reset();
      choosePane(event.pixel);
      input_.wheel(stage(), event.amount, inPane(event.pixel));
      adoptCamera();
      return moveHand();
    case WindowEvent::Key:
      return key(event.code, event.mods);
    case WindowEvent::Drop:
      for (const auto& path : event.paths) openFile(path);
      return;
    case WindowEvent::Scale:
      return rescale();
    case WindowEvent::Refresh:
      return;
    case WindowEvent::Leave:
      handle_.release();
      if (placeHandle_.held() != PlaceHandle::Part::None) endHandle(/*takeBack=*/false);
      input_.cancel();
      if (state_.pathRuns) endPath(/*keep=*/false);
      placing_.reset();
      return sim_->setHand(input_.hand());
  }
}

/// Drags what is held; while the simulation is paused the body itself goes with the mouse, on all sides.
void App::moveHand() {
  if (!input_.holding()) return;
  if (!placing_ || state_.playing) return sim_->setHand(input_.hand(), Window::seconds());
  constexpr double kClickPixels = 4;
  if (glm::length(mouse_ - placing_->pressed) > kClickPixels) placing_->moved = true;
  if (!placing_->moved || !view_) return;
  state_.placedOnce = true;
  Pose to = placing_->start;
  to.position += input_.hand().target - placing_->grabbed;
  putBody(placing_->body, placing_->start, to, moment());
}

/// Puts a body elsewhere, inside the tank, as one change of the document with others of the same moment.
void App::putBody(const std::string& name, const Pose& from, Pose to, const Document::Moment& when) {
  if (const BodyView* body = state_.body(name); body && view_) to = insideTank(*body, to, *view_);
  document_.placeBody(name, from, to, when);
  Edit edit{Edit::PlaceBody, name, 0, {}};
  edit.body.position = to.position, edit.body.orientation = to.orientation;
  sim_->edit(std::move(edit));
  if (state_.addedMass.body == name) state_.addedMass.mass.clear();  // it was that of the other place
}

void App::press(const WindowEvent& event) {
  ++press_;
  mouse_ = event.pixel;
  if (ui_.covers(event.pixel.x, event.pixel.y) || event.code > GLFW_MOUSE_BUTTON_MIDDLE) return;
  views_ = sim_->views();
  choosePane(event.pixel);
  for (size_t i = 0; i < panes_.size() && i < views_.size(); ++i) panes_[i].view = views_[i];
  const MouseButton button = event.code == GLFW_MOUSE_BUTTON_RIGHT    ? MouseButton::Right
                             : event.code == GLFW_MOUSE_BUTTON_MIDDLE ? MouseButton::Middle
                                                                      : MouseButton::Left;
  if (button == MouseButton::Left && handTool() && !(event.mods & GLFW_MOD_SHIFT)) {
    if (pressHandle(inPane(event.pixel))) return;
  } else if (button == MouseButton::Left && state_.tool != "grab" && !handTool()) {
    return useTool(event.pixel);
  }
  if (button == MouseButton::Left && state_.planeShown() && state_.panels && !input_.busy() &&
      handle_.press(stage(), state_.slice, inPane(event.pixel), uiScale()))
    return;
  const auto result = input_.press(stage(), button, event.mods & GLFW_MOD_SHIFT, inPane(event.pixel), event.seconds);
  if (result.hitBody) {
    state_.selected = result.body;
    log_.event(input_.holding() ? "grab" : "select", {{"body", result.body}});
  }
  if (result.doubleOnEmpty) resetCamera();
  if (!input_.holding()) return;
  state_.grabbedOnce = true;
  placing_.reset();
  beginPath(result.body);
  if (!state_.playing)
    for (const auto& b : stage().view->bodies)
      if (b.name == result.body) placing_ = Placing{b.name, b.pose, input_.hand().target, event.pixel};
  moveHand();
}

void App::key(int code, int mods) {
  ++press_;
  const bool control = mods & GLFW_MOD_CONTROL;
  if (control && code == GLFW_KEY_Q) {
    if (state_.dialog == UiDialog::None) obey({UiCommand::Quit});
    return;
  }
  if (code == GLFW_KEY_ESCAPE) {
    if (placeHandle_.held() != PlaceHandle::Part::None) return endHandle(/*takeBack=*/true);
    takeTool("grab");
    state_.help = false;
    if (state_.problems.empty() && !ui_.typing() && state_.dialog == UiDialog::None) dropOffered(/*all=*/false);
    state_.problems.clear();
  }
  if (ui_.typing() || state_.dialog != UiDialog::None) return;
  const auto command = [&](UiCommand::Kind kind, std::string text = {}) { obey({kind, std::move(text)}); };
  if (control) {
    if (code == GLFW_KEY_N) state_.dialog = UiDialog::NewScene;
    if (code == GLFW_KEY_O) state_.dialog = UiDialog::Open;
    if (code == GLFW_KEY_S && mods & GLFW_MOD_SHIFT)
      state_.dialog = UiDialog::SaveScene;
    else if (code == GLFW_KEY_S)
      command(UiCommand::SaveAgain);
    if (code == GLFW_KEY_D) command(UiCommand::DuplicateBody, state_.selected);
    if (code == GLFW_KEY_E && view_ && state_.exporting.empty()) state_.dialog = UiDialog::Export;
    if (code == GLFW_KEY_C && mods & GLFW_MOD_SHIFT && view_) command(UiCommand::CopyParams);
    if (code == GLFW_KEY_R) command(UiCommand::Reload);
    if (code == GLFW_KEY_Z) command(mods & GLFW_MOD_SHIFT ? UiCommand::Redo : UiCommand::Undo);
    if (code == GLFW_KEY_Y) command(UiCommand::Redo);
    return;
  }
  switch (code) {
    case GLFW_KEY_SPACE:
      return command(UiCommand::PlayPause);
    case GLFW_KEY_PERIOD:
      return command(UiCommand::Step);
    case GLFW_KEY_COMMA:
      return command(UiCommand::StepBack);
    case GLFW_KEY_R:
      return command(UiCommand::Restart);
    case GLFW_KEY_TAB:
      state_.panels = !state_.panels;
      return;
    case GLFW_KEY_F1:
      state_.help = !state_.help;
      return;
    case GLFW_KEY_T:
      state_.showStreaks = !state_.showStreaks;
      return;
    case GLFW_KEY_V:
      state_.arrows = state_.arrows == ArrowPlaces::None ? ArrowPlaces::Slice : ArrowPlaces::None;
      return;
    case GLFW_KEY_L:
      state_.streamlines = !state_.streamlines;
      return;
    case GLFW_KEY_P:
      state_.forces = !state_.forces;
      return;
    case GLFW_KEY_B:
      state_.boundary = !state_.boundary;
      return;
    case GLFW_KEY_M:
      state_.solver = !state_.solver;
      return;
    case GLFW_KEY_PAGE_DOWN:
      state_.lessonPage = std::min(state_.lessonPage + 1, static_cast<int>(state_.card.steps.size()));
      return;
    case GLFW_KEY_PAGE_UP:
      state_.lessonPage = std::max(state_.lessonPage - 1, 0);
      return;
    case GLFW_KEY_F5:
      state_.presentation = !state_.presentation;
      return;
    case GLFW_KEY_F11:
      return command(UiCommand::ToggleFullscreen);
    case GLFW_KEY_F12:
      return command(UiCommand::Screenshot);
    case GLFW_KEY_DELETE:
      return command(UiCommand::DeleteBody, state_.selected);
    case GLFW_KEY_HOME:
      return command(UiCommand::ResetCamera);
    case GLFW_KEY_G:
      return takeTool(state_.tool == "grab" ? "move" : state_.tool == "move" ? "turn" : "grab");
    case GLFW_KEY_LEFT_BRACKET:
      return turnSelected(15);
    case GLFW_KEY_RIGHT_BRACKET:
      return turnSelected(-15);
    case GLFW_KEY_F:
      return command(UiCommand::FocusBody, state_.selected);
    case GLFW_KEY_4:
    case GLFW_KEY_5:
    case GLFW_KEY_6:
    case GLFW_KEY_7:
    case GLFW_KEY_8:
    case GLFW_KEY_9: {
      const auto chosen = static_cast<SliceQuantity>(1 + code - GLFW_KEY_4);
      state_.slice.quantity = state_.slice.quantity == chosen ? SliceQuantity::None : chosen;
      return;
    }
    case GLFW_KEY_1:
    case GLFW_KEY_2:
    case GLFW_KEY_3:
      state_.colourBy = code - GLFW_KEY_1;
      state_.showMarkers = true;
      if (state_.water == WaterShown::Surface) state_.water = WaterShown::Particles;
      return;
    default:
      return;
  }
}

// Commands --------------------------------------------------------------------------------------------------------

void App::obey(const UiCommand& command) {
  if (asks(command)) return;
  switch (command.kind) {
    case UiCommand::PlayPause:
      sim_->setPlaying(!sim_->status().playing);
      break;
    case UiCommand::Step:
      sim_->stepOnce();
      break;
    case UiCommand::StepBack:
      document_.dropWaiting(state_.generation, state_.newestStep);
      sim_->stepBack();
      break;
    case UiCommand::GoTo:
      document_.dropWaiting(state_.generation, state_.newestStep);
      sim_->goTo(static_cast<uint64_t>(std::max(command.value, 0.0)));
      break;
    case UiCommand::Compare:
      startCompare(static_cast<int>(command.value));
      break;
    case UiCommand::Restart:
      restart();
      break;
    case UiCommand::Reload:
      if (!openName_.empty()) openScene(openName_);
      break;
    case UiCommand::SetSpeed:
      sim_->setSpeed(command.value);
      break;
    case UiCommand::NewScene:
      openNew();
      break;
    case UiCommand::LoadScene:
      openScene(command.text);
      break;
    case UiCommand::OpenFile:
      openFile(command.text);
      break;
    case UiCommand::SaveScene:
      saveTo(UiDialog::SaveScene, command.text, command.value > 0);
      break;
    case UiCommand::SaveRecording:
      saveTo(UiDialog::SaveRecording, command.text, command.value > 0);
      break;
    case UiCommand::ToggleRecord:
      toggleRecord();
      break;
    case UiCommand::Screenshot:
      picture_ = true;
      break;
    case UiCommand::SetParam:
      changeParam(command.text, command.value);
      break;
    case UiCommand::SetBodyColour:
      document_.setColour(command.text, static_cast<int>(command.value), moment());
      sim_->setBodyColour(command.text, static_cast<int>(command.value));
      break;
    case UiCommand::AddPrimitive:
      if (!view_) break;
      if (auto body = newPrimitive(command.text, *view_))
        addBody(std::move(*body));
      else
        complain("No body was added", body.problems);
      break;
    case UiCommand::AddMesh:
      if (view_) loader_.addMesh(command.text, 0.3 * meshScale());
      break;
    case UiCommand::DuplicateBody:
      duplicate(command.text);
      break;
    case UiCommand::DeleteBody:
      removeBody(command.text);
      break;
    case UiCommand::Undo:
    case UiCommand::Redo:
      undo(command.kind == UiCommand::Undo);
      break;
    case UiCommand::LessonDo:
      doLessonStep(static_cast<size_t>(command.value));
      break;
    case UiCommand::SaveLesson:
      saveTo(UiDialog::SaveLesson, command.text, command.value > 0);
      break;
    case UiCommand::ResetCamera:
      resetCamera();
      break;
    case UiCommand::FocusBody:
      focus(command.text);
      break;
    case UiCommand::SetDetail:
      setDetail(command.text);
      break;
    case UiCommand::ResetSettings:
      resetSettings();
      break;
    case UiCommand::ToggleFullscreen:
      window_->toggleFullscreen();
      break;
    case UiCommand::ClearProblems:
      state_.problems.clear();
      break;
    case UiCommand::Quit:
      quitting_ = true;
      window_->close();
      break;
    case UiCommand::AnswerSave:
    case UiCommand::AnswerDiscard:
    case UiCommand::AnswerCancel:
      answer(command);
      break;
    case UiCommand::SaveAgain:
      saveAgain();
      break;
    case UiCommand::OpenLeft:
    case UiCommand::ForgetLeft:
      openLeft(command.kind == UiCommand::OpenLeft);
      break;
    case UiCommand::TakeTool:
      takeTool(command.text);
      break;
    case UiCommand::RemovePart:
      removePart(static_cast<size_t>(command.value));
      break;
    case UiCommand::ChangePart:
      changePart(static_cast<size_t>(command.index), command.text, command.value);
      break;
    case UiCommand::StartExport:
      startExport(command.text);
      break;
    case UiCommand::StopExport:
      exporter_->stop();
      break;
    case UiCommand::ToggleVideo:
      toggleVideo();
      break;
    case UiCommand::CopyParams:
      copyParams();
      break;
    case UiCommand::SavePlots:
      saveTo(UiDialog::SavePlots, command.text, command.value > 0);
      break;
    case UiCommand::RecordPath:
      armPath(command.text);
      break;
    case UiCommand::ClearPath:
      clearPath(command.text);
      break;
    case UiCommand::LoopPath:
      loopPath(command.text, command.value != 0);
      break;
    case UiCommand::PlayPath:
      restart();
      sim_->setPlaying(true);
      break;
    case UiCommand::AddOffered:
      addOffered(command.value);
      break;
    case UiCommand::DropOffered:
      dropOffered(/*all=*/false);
      break;
    case UiCommand::EstimateAddedMass:
      askAddedMass(command);
      break;
    case UiCommand::Say:
      say(command.text);
      break;
    case UiCommand::CancelLoading:
      if (loader_.busy()) say("Given up");
      loader_.cancel();
      break;
  }
  log_.event("command",
             {{"kind", std::to_string(command.kind)}, {"text", command.text}, {"value", formatNumber(command.value)}});
}

void App::startCompare(int preset) {
  if (preset >= static_cast<int>(presets_.size())) return;
  if (preset >= 0) {
    WorldDesc after = document_.scene();
    after.compare = presets_[static_cast<size_t>(preset)].compare;
    document_.become("Compare " + after.compare.title, after, moment());
    sim_->compare(after.compare);
  } else if (views_.size() > 1) {
    document_.become("One simulation", sidesOf(document_.scene()).front(), moment());
    sim_->compare({});
  }
  state_.editedSide = -1;
  input_.cancel();
}

void App::resetCamera() {
  cameraGoal_ = home_;
  log_.event("camera", {{"to", "home"}});
}

void App::focus(const std::string& name) {
  const BodyView* body = state_.body(name);
  if (!body) return;
  Camera goal = camera_;
  goal.target = body->pose.position;
  goal.distance = std::max(7 * body->boundingRadius, 0.3 * home_.distance);
  cameraGoal_ = goal;
}

}  // namespace flotsam
