// SPDX-License-Identifier: MIT
#include "app/app.h"

#include <glad/gl.h>
#include <imgui.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <thread>

#include "app/scene_items.h"
#include "core/interrupt.h"
#include "core/version.h"
#include "io/assets.h"
#include "render/offscreen.h"
#include "ui/layout.h"

namespace flotsam {
namespace {

int workers(int asked, Quality quality) {
  const int hardware = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  if (asked > 0) return asked;
  return quality == Quality::Software ? std::max(1, hardware - 1) : hardware;
}

int markerLimit(Quality quality) {
  return quality == Quality::Software ? 8000 : quality == Quality::Integrated ? 64000 : 256000;
}

}  // namespace

std::string App::fileStamp() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char text[32];
  std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &local);
  return text;
}

namespace {

void fillWords(UiState& state) {
  state.scenes = sceneItems(shippedScenes());
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(assetFolder() / "meshes", ignored)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".obj" || extension == ".ply" || extension == ".stl" || extension == ".off")
      state.meshes.push_back(entry.path().filename().string());
  }
  std::sort(state.meshes.begin(), state.meshes.end());
  for (int i = 0; i < 10; ++i) state.bodyColours.push_back(bodyColour(i));
}

}  // namespace

App::App(const WindowOptions& options, const Settings& settings, std::shared_ptr<Window> window)
    : options_(options),
      window_(std::move(window)),
      governor_(true),
      log_(options.uiLog),
      workspace_(Workspace::usual(), getpid()) {
  setDetail(options.quality != "auto" ? options.quality : settings.detail);
  adopt(settings);
  state_.versionWords = std::string("Flotsam ") + version();
  sim_ = std::make_unique<SimThread>(workers(options.threads, quality_));
  sim_->exportTo(exporter_);
  fillWords(state_);
  ui_.reportRects(log_.on());
  rescale();
  state_.recent = workspace_.recent();
  left_ = workspace_.left();
  leftRecording_ = workspace_.leftRecording();
  showLeft();
  given_ = options.set;
  std::vector<std::string> meshes;
  for (const auto& file : options.files)
    if (isSceneFile(file) || std::filesystem::path(file).extension().empty())
      openName_ = file;
    else
      meshes.push_back(file);
  if (openName_.empty() && meshes.empty()) openName_ = kDefaultScene;
  if (!openName_.empty())
    loader_.openScene(openName_, given_);
  else
    loader_.openMeshes(meshes, given_);
}

int App::run() {
  const InterruptGuard interrupt;
  while (!interrupt.interrupted()) {
    if (window_->closing()) {
      if (quitting_ || !document_.edited()) break;
      window_->stayOpen();
      if (state_.dialog == UiDialog::None) obey({UiCommand::Quit});
    }
    waitForFrame();
    if (!holdsContext()) return exitCode_;
    takeLoaded();
    takeStatus();
    takeJobs();
    takeAddedMass();
    const Int3 size = window_->pixels();
    width_ = size.x, height_ = size.y;
    if (width_ <= 0 || height_ <= 0) {  // minimised: nothing to draw, the simulation goes on
      for (const auto& e : window_->events(0.2)) handle(e);
      continue;
    }
    if (rests()) {
      nextFrame_ = 0;
      continue;
    }
    rescale();
    const double begin = Window::seconds();
    moveCamera();
    placePanes();
    drawScene();
    drawPanels();
    if (quality_ == Quality::Software) glFinish();
    const double ms = 1e3 * (Window::seconds() - begin);
    if (picture_) savePicture();
    takeVideo();
    window_->swap();
    if (view_ && pictureAt_ == 0) noteFirstPicture();
    noteHand();
    state_.frameMs += 0.1 * (ms - state_.frameMs);
    governor_.frame(Window::seconds(), ms);
    logFrame();
    auto commands = std::exchange(commands_, {});
    for (const auto& command : commands) obey(command);
    keepSettings(/*now=*/false);
    ++frame_;
  }
  keepRecordingNow();
  if (interrupt.interrupted())  // nobody could be asked
    keptAt_ = -1e9, keepWork();
  else
    workspace_.drop();
  keepSettings(/*now=*/true);
  sim_.reset();
  return exitCode_;
}

/// What the user waited for: from the start of the program to the first picture of a scene.
void App::noteFirstPicture() {
  pictureAt_ = Window::seconds();
  log_.event("first picture", {{"seconds", formatNumber(pictureAt_)}});
}

/// How long after the mouse moved the picture is there that knows of it: the wait for the next step, the step, the wait
/// for the next picture, the picture.
void App::noteHand() {
  if (!(shownHand_ > knownHand_)) return;
  knownHand_ = shownHand_;
  const double ms = 1e3 * (Window::seconds() - knownHand_);
  state_.mouseMs += (state_.mouseMs > 0 ? 0.1 : 1) * (ms - state_.mouseMs);
}

/// Whether the picture would be the one that is shown already: then this waits for something to happen, a tenth of a
/// second at most. For a second after any event pictures are made, so that tips and fades run their course.
bool App::rests() {
  constexpr double kAfterEvent = 1, kAfterChange = 0.3, kLogEvery = 0.4;
  const double t = Window::seconds();
  const bool framing = !framed_ || cameraGoal_ || glm::length(homeFrame().shift - camera_.shift) > 1e-4;
  const bool changed = views_ != shownViews_ || Int3(width_, height_, 0) != shownSize_ || framing || picture_ ||
                       !commands_.empty() || !state_.loading.empty() || !state_.toast.empty() || video_.running() ||
                       !state_.exporting.empty() || shownScale_ != uiScale() ||
                       (log_.on() && t > loggedAt_ + kLogEvery);
  shownViews_ = views_, shownSize_ = Int3(width_, height_, 0);
  if (changed) activeUntil_ = std::max(activeUntil_, t + (log_.on() ? 0.01 : kAfterChange));
  if (t < activeUntil_) return false;
  for (const auto& e : window_->events(0.1)) handle(e), activeUntil_ = Window::seconds() + kAfterEvent;
  return true;
}

/// Type and panels in the scale they should have now.
void App::rescale() {
  if (shownScale_ == uiScale()) return;
  shownScale_ = uiScale();
  ui_.setScale(static_cast<float>(shownScale_));
  window_->uploadFonts();
}

void App::waitForFrame() {
  const double period = 1 / governor_.detail().frameCap;
  double left = nextFrame_ - Window::seconds();
  do {
    for (const auto& e : window_->events(std::max(left, 0.0))) handle(e), activeUntil_ = Window::seconds() + 1;
    left = nextFrame_ - Window::seconds();
  } while (left > 5e-4 && !window_->closing());
  nextFrame_ = std::max(nextFrame_ + period, Window::seconds() + 1e-3);
}

void App::takeStatus() {
  views_ = sim_->views();
  const SimStatus status = sim_->status();
  shownHand_ = status.shownHand;
  state_.handMs = status.handMs;
  if (state_.editedSide >= static_cast<int>(views_.size()) || views_.size() < 2) state_.editedSide = -1;
  view_ = views_.empty() ? nullptr : views_[static_cast<size_t>(std::max(state_.editedSide, 0))];
  state_.view = view_.get();
  state_.sides.clear();
  for (const auto& view : views_) state_.sides.push_back(view.get());
  state_.sideNames = status.sideNames;
  state_.faults = status.faults;
  state_.compareTitle = status.compareTitle;
  state_.playing = status.playing;
  state_.speed = status.speed;
  state_.realTimeFactor = status.realTimeFactor;
  state_.step = status.step, state_.goalStep = status.goal;
  state_.oldestStep = status.oldest, state_.newestStep = status.newest;
  state_.pastBytes = status.pastBytes, state_.mostPastBytes = Lockstep::kMostBytes;
  state_.fullscreen = window_->fullscreen();
  state_.recordedSeconds = view_ ? view_->time : 0;
  if (status.generation != generation_) {
    generation_ = state_.generation = status.generation;
    framed_ = false;
    input_.cancel();
    placing_.reset();
    placeHandle_.release();
    sim_->setHand(input_.hand());
    faultShown_ = false;
  }
  if (view_) {
    presets_ = comparePresets(*view_, sceneCompare_);
    state_.presets.clear();
    for (const auto& preset : presets_) state_.presets.push_back({preset.compare.title, preset.lacks});
  }
  if (status.fault.empty()) faultShown_ = false;
  if (!status.fault.empty() && !faultShown_) {
    complain("The simulation stopped",
             {{"", 0, "", status.fault},
              {"", 0, "", "The comma key steps back to before it; Restart (R) begins the scene again."}});
    state_.problemsRestart = true;
    faultShown_ = true;
  }
  takePath();
  noteDocument();
  if (Window::seconds() > toastUntil_) state_.toast.clear();
  sim_->setMarkerCount(state_.markersShown() ? state_.markerCount : 0);
  sim_->setParts(state_.parts());
  // A body that was just added comes with one of the next steps.
  const bool awaited = Window::seconds() < addedAt_ + 1.5;
  if (!awaited && view_ && !state_.body(state_.selected)) state_.selected.clear();
  if (handTool() && state_.comparing()) takeTool("grab");
  if (handTool())
    state_.toolWords = handledBody()             ? ""
                       : state_.selected.empty() ? "Press on the body that is to be " +
                                                       std::string(state_.tool == "move" ? "moved" : "turned")
                                                 : "A script moves this body";
}

/// What arrows, lines and forces are measured by on every side.
FlowScales App::commonScales(bool onlyThoseThatRun) const {
  FlowScales all;
  for (size_t i = 0; i < panes_.size(); ++i) {
    const SimView* view = panes_[i].view.get();
    if (!view || (onlyThoseThatRun && i < state_.faults.size() && !state_.faults[i].empty())) continue;
    if (state_.arrows != ArrowPlaces::None || state_.streamlines) all.fastest = std::max(all.fastest, flowSpeed(*view));
    const BodyArrowScale bodies = bodyArrowScale(*view);
    all.bodies.force = std::max(all.bodies.force, bodies.force);
    all.bodies.torque = std::max(all.bodies.torque, bodies.torque);
  }
  return all;
}

void App::drawScene() {
  choosePane(mouse_);
  input_.hover(stage(), ui_.covers(mouse_.x, mouse_.y));
  const SimView* under = stage().view;
  const bool any = under && input_.hovered() >= 0;
  state_.hovered = any ? under->bodies[static_cast<size_t>(input_.hovered())].name : "";
  handleHovered_ = false;
  showHandle();
  showPath();
  if (!view_) {
    const bool dark = state_.dark;
    glViewport(0, 0, width_, height_);
    glClearColor(dark ? 0.10f : 0.95f, dark ? 0.12f : 0.96f, dark ? 0.15f : 0.97f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    return;
  }
  DrawOptions draw;
  draw.theme = state_.dark ? Theme::Dark : Theme::Light;
  draw.colour = static_cast<MarkerColour>(state_.colourBy);
  draw.slice = state_.slice;
  const bool free = state_.planeShown() && !ui_.covers(mouse_.x, mouse_.y) && !input_.busy();
  const auto part = handle_.held() != SliceHandle::Part::None ? handle_.held()
                    : free ? handle_.at(stage(), state_.slice, inPane(mouse_), uiScale())
                           : SliceHandle::Part::None;
  handleHovered_ = handleHovered_ || part != SliceHandle::Part::None;
  draw.planeHandle = !state_.planeShown() || !state_.panels ? 0 : 1 + static_cast<int>(part);
  if (panes_.size() > 1) {  // one colour, one value, on every side
    const bool anyRuns = std::any_of(state_.faults.begin(), state_.faults.end(), [](auto& f) { return f.empty(); });
    draw.sliceLo = 1e30f, draw.sliceHi = -1e30f;
    for (size_t i = 0; i < panes_.size(); ++i) {
      const Pane& pane = panes_[i];
      // A side that has stopped did so at values that would leave the others one flat colour.
      if (!pane.view || (anyRuns && i < state_.faults.size() && !state_.faults[i].empty())) continue;
      cutSlice(*pane.view, state_.slice, sliceScratch_);
      if (sliceScratch_.width == 0) continue;
      draw.sliceLo = std::min(draw.sliceLo, sliceScratch_.lo), draw.sliceHi = std::max(draw.sliceHi, sliceScratch_.hi);
    }
    draw.scales = commonScales(anyRuns);
  }
  state_.scales = draw.scales;
  draw.arrows = state_.arrows, draw.streamlines = state_.streamlines;
  draw.forces = state_.forces, draw.boundary = state_.boundary;
  // Water has a colour of its own, which would mix with what stands in it.
  draw.showWater = (!state_.liquid() || state_.water != WaterShown::Particles) && !state_.seesInside();
  draw.showMarkers = state_.markersShown();
  draw.showSmoke = state_.showSmoke;
  draw.streaks = state_.showStreaks;
  draw.held = input_.holding();
  const Detail detail = governor_.detail();
  draw.smokeDivisor = detail.smokeDivisor;
  draw.markerDivisor = detail.markerDivisor;
  state_.reducedDetail = governor_.level() > 0;
  state_.reducedWhy = governor_.words();
  state_.markerDivisor = detail.markerDivisor;
  const std::string& chosen = draw.held ? input_.hand().body : state_.selected;
  const auto index = [](const SimView& view, const std::string& name) {
    for (size_t i = 0; i < view.bodies.size(); ++i)
      if (!name.empty() && view.bodies[i].name == name) return static_cast<int>(i);
    return -1;
  };
  while (renderers_.size() < panes_.size()) renderers_.push_back(std::make_unique<Renderer>(quality_));
  renderers_.resize(panes_.size());
  for (size_t i = 0; i < panes_.size(); ++i) {
    const Pane& pane = panes_[i];
    if (!pane.view || pane.width <= 0) continue;
    draw.hovered = index(*pane.view, state_.hovered);
    draw.selected = index(*pane.view, chosen);
    renderers_[i]->draw(*pane.view, pane.camera, draw, pane.width, height_, 0, window_->contentScale(), pane.left);
  }
}

void App::drawPanels() {
  const Theme theme = state_.dark ? Theme::Dark : Theme::Light;
  state_.dyeColours.clear();
  state_.speedColours.clear(), state_.sliceColours.clear();
  state_.forceColour = bodyArrowColour(0, theme), state_.torqueColour = bodyArrowColour(1, theme);
  state_.sliceShown = view_ && renderers_[activePane_]->sliceEnds(state_.sliceLo, state_.sliceHi);
  for (int dye = 1; view_ && dye <= static_cast<int>(view_->dyes.size()); ++dye)
    state_.dyeColours.push_back(dyeColour(dye, theme));
  for (int i = 0; i <= 8; ++i) {
    state_.speedColours.push_back(speedColour(i / 8.0, theme));
    state_.sliceColours.push_back(sliceColour(state_.slice.quantity, i / 8.0, theme));
  }
  window_->beginUi();
  if (!ImGui::GetIO().WantCaptureMouse && (!state_.hovered.empty() || handleHovered_))
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const bool wasDark = state_.dark;
  ui_.draw(state_, commands_);
  if (state_.dark != wasDark) themeChosen_ = true;
  window_->drawUi();
}

void App::savePicture() {
  picture_ = false;
  const std::string path = "flotsam-" + fileStamp() + ".png";
  const Problems problems = writePng(path, readPixels(0, width_, height_));
  if (problems.empty())
    say("Picture saved: " + path);
  else
    complain("The picture was not saved", problems);
  log_.event("picture", {{"path", path}});
}

void App::logFrame() {
  if (!log_.on()) return;
  std::vector<WidgetRect> rects = ui_.rects();
  if (state_.planeShown() && state_.panels && activePane_ < panes_.size()) {
    const auto add = [&](const char* name, const Vec2& at) {
      const float r = static_cast<float>(8 * uiScale());
      const float x = static_cast<float>(at.x + panes_[activePane_].left), y = static_cast<float>(at.y);
      rects.push_back({name, x - r, y - r, 2 * r, 2 * r});
    };
    const SliceHandle::Places places = handle_.places(stage(), state_.slice);
    add("plane:knob", places.knob), add("plane:ring", places.ring);
  }
  if (const BodyView* body = handledBody(); body && activePane_ < panes_.size())
    for (const auto& place : placeHandle_.places(stage(), body->pose, handleKind(), uiScale())) {
      static constexpr const char* kNames[] = {"", "handle:x", "handle:y", "handle:z", "handle:view"};
      const float r = static_cast<float>(4 * uiScale());
      rects.push_back({kNames[static_cast<int>(place.part)], static_cast<float>(place.pixel.x) - r,
                       static_cast<float>(place.pixel.y) - r, 2 * r, 2 * r});
    }
  log_.rects(rects);
  const double t = Window::seconds();
  if (view_ && (frame_ % 30 == 0 || t > loggedAt_ + 0.4)) {
    loggedAt_ = t;
    std::vector<UiLog::Pane> panes;
    for (size_t i = 0; i < panes_.size() && panes_[i].view; ++i)
      panes.push_back({panes_[i].view.get(), &panes_[i].camera, panes_[i].left, panes_[i].width, height_,
                       i < state_.faults.size() ? state_.faults[i] : ""});
    log_.state(frame_, panes, state_.playing, state_.realTimeFactor, state_.frameMs, state_.handMs, state_.mouseMs,
               input_.holding() ? input_.hand().body : "", state_.undoWords, state_.edited);
  }
}

void App::toggleRecord() {
  if (state_.recording) {
    keeper_.wait();
    const std::string path = "flotsam-" + fileStamp() + ".json";
    const Problems problems = saveRecording(path);
    if (hasErrors(problems))
      refusePath(UiDialog::SaveRecording, path, problems.front().text(), /*replace=*/false);
    else
      workspace_.dropRecording();
  } else {
    say("Recording: everything since the scene's start");
  }
  state_.recording = !state_.recording;
}

void App::say(const std::string& words) {
  state_.toast = words;
  toastUntil_ = Window::seconds() + 4;
}

void App::show(WorldDesc desc, const Loaded& from) {
  const Vec3 size = desc.dx * Vec3(desc.cells);
  home_ = Camera::framing(size);
  if (desc.view.camera.given) {
    home_.target = desc.view.camera.target;
    home_.distance = desc.view.camera.distance;
    home_.yaw = desc.view.camera.yaw;
    home_.pitch = desc.view.camera.pitch;
  }
  home_.shift = camera_.shift;
  camera_ = home_;
  cameraGoal_.reset();
  framed_ = false;
  sceneDark_ = desc.view.dark;
  if (!themeChosen_) state_.dark = sceneDark_;
  state_.colourBy = desc.view.colour == "speed" ? 1 : desc.view.colour == "depth" ? 2 : 0;
  state_.showSmoke = desc.view.smoke;
  state_.showStreaks = desc.view.streaks;
  state_.showMarkers = desc.view.markers > 0;
  state_.water = desc.view.water == "both"        ? WaterShown::Both
                 : desc.view.water == "particles" ? WaterShown::Particles
                                                  : WaterShown::Surface;
  state_.markerCount = std::clamp(desc.view.markers, 500, markerLimit(quality_));
  state_.sceneName = from.sceneName;
  state_.selected.clear();
  state_.lesson = state_.theory = true;
  state_.theoryShown = 0;
  sceneCompare_ = desc.compare;
  openName_ = from.sceneName;
  state_.card = desc.card;
  state_.lessonPage = 0, state_.lessonFolded = state_.narrow;
  state_.lessonDone.clear();
  if (std::exchange(state_.lessonPictures, false)) state_.showPictures({"none"});
  for (size_t i = 0; i < desc.expectations.size(); ++i)
    if (desc.expectations[i].quantity == desc.card.compare) state_.theoryShown = static_cast<int>(i);
  document_.open(desc);
  nameScene();
  log_.event("scene", {{"name", from.sceneName}, {"title", state_.sceneTitle}});
  dropOffered(/*all=*/true);
  takeTool("grab");
  ownFile_ = isSceneFile(from.sceneName) ? from.sceneName : "", altered_ = from.altered;
  if (std::exchange(restoring_, false)) {
    document_.neverSaved();
    if (left_) workspace_.forget(*left_);
    left_ = workspace_.left();
    showLeft();
    ownFile_.clear(), openName_.clear();
    nameScene();
  } else if (!ownFile_.empty()) {
    ownFile_ = std::filesystem::absolute(ownFile_).string();
    if (const std::string refused = noteRecent(ownFile_); !refused.empty()) say(refused);
  }
  if (!ownFile_.empty()) lastPath_ = ownFile_;
  folder_ = from.folder.string();
  sim_->load(std::move(desc), folder_);
}

}  // namespace flotsam
