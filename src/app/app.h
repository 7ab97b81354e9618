// SPDX-License-Identifier: MIT
// The program behind the window: joins window, picture, panels, mouse and simulation thread. One frame is frame();
// what users ask for is in app_commands.cpp.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/compare_presets.h"
#include "app/document.h"
#include "app/exporter.h"
#include "app/governor.h"
#include "app/input.h"
#include "app/loader.h"
#include "app/path_recorder.h"
#include "app/place_handle.h"
#include "app/recording_keeper.h"
#include "app/sim_thread.h"
#include "app/slice_handle.h"
#include "app/ui_log.h"
#include "app/video_recorder.h"
#include "app/window.h"
#include "app/window_main.h"
#include "app/workspace.h"
#include "io/settings.h"
#include "render/renderer.h"
#include "ui/ui.h"

namespace flotsam {

class App {
 public:
  App(const WindowOptions& options, const Settings& settings, std::shared_ptr<Window> window);
  /// Until the window closes; the exit code.
  int run();

 private:
  // The frame, in order.
  bool holdsContext();
  void waitForFrame();
  bool rests();
  void noteFirstPicture();
  void noteHand();
  void takeLoaded();
  void takeStatus();
  void moveCamera();
  struct HomeFrame {
    Vec2 shift{0};   // of the projection
    double fit = 1;  // of the distance
  };
  HomeFrame homeFrame() const;
  void placePanes();
  void adoptCamera();
  void drawScene();
  FlowScales commonScales(bool onlyThoseThatRun) const;
  void drawPanels();
  void savePicture();
  void logFrame();

  // Events.
  void handle(const WindowEvent& event);
  void press(const WindowEvent& event);
  void key(int code, int mods);
  SceneInput::Stage stage();
  void choosePane(const Vec2& pixel);
  Vec2 inPane(const Vec2& pixel) const;
  void moveHand();
  void putBody(const std::string& name, const Pose& from, Pose to, const Document::Moment& when);

  // Commands.
  void obey(const UiCommand& command);
  void openFile(const std::string& path);
  void openScene(const std::string& nameOrPath);
  void openNew();
  void addBody(BodyDesc body);
  void duplicate(const std::string& name);
  // Meshes that are offered before they are bodies (app_bodies.cpp).
  void offerMesh(Loaded mesh);
  void showOffer();
  void addOffered(double size);
  void dropOffered(bool all);
  // Files of a path somebody gives (app_saving.cpp).
  void proposePath();
  void refusePath(UiDialog dialog, const std::string& path, const std::string& words, bool replace);
  void saveTo(UiDialog dialog, std::string path, bool replace);
  void saveAgain();
  Problems saveScene(const std::string& path);
  Problems saveLesson(const std::string& path);
  Problems savePlots(const std::string& path);
  Problems saveRecording(const std::string& path);
  // The document and its changes (app_document.cpp).
  Document::Moment moment() const;
  void changeParam(const std::string& key, double value);
  void removeBody(const std::string& name);
  void doLessonStep(size_t step);
  void restart();
  void undo(bool back);
  void go(const SceneWay& way);
  void noteDocument();
  void become(const std::string& words, WorldDesc scene);
  bool asks(const UiCommand& command);
  void ask(const UiCommand& command);
  void answer(const UiCommand& command);
  void keepWork();
  void notKept(const Problems& problems);
  void keepRecording();
  void keepRecordingNow();
  Problems writeRecording() const;
  void showLeft();
  void openLeft(bool keep);
  std::string noteRecent(const std::string& path);
  // How the window is left (app_settings.cpp).
  void adopt(const Settings& settings);
  Settings settings() const;
  void keepSettings(bool now);
  void resetSettings();
  void setDetail(const std::string& word);
  // Joints, taps and drains by mouse (app_tools.cpp).
  void takeTool(const std::string& word);
  void useTool(const Vec2& pixel);
  void placeJoint(const std::optional<PickHit>& hit, const Vec3& place);
  void placeFlow(const Vec3& place);
  void removePart(size_t index);
  void changePart(size_t index, const std::string& key, double value);
  void turnSelected(double degrees);
  // Paths of bodies by mouse (app_path.cpp).
  void armPath(const std::string& name);
  void beginPath(const std::string& held);
  void takePath();
  void endPath(bool keep);
  void clearPath(const std::string& name);
  void loopPath(const std::string& name, bool loop);
  void showPath();
  // The handle that moves or turns the selected body (app_tools.cpp).
  bool handTool() const { return state_.tool == "move" || state_.tool == "turn"; }
  PlaceHandle::Kind handleKind() const;
  const BodyView* handledBody() const;
  bool pressHandle(const Vec2& pixel);
  void dragHandle();
  void endHandle(bool takeBack);
  void showHandle();
  // What is kept of a run (app_hand_on.cpp).
  void takeJobs();
  void prepareExport();
  WorldDesc exportScene() const;
  void startExport(const std::string& folder);
  void toggleVideo();
  void takeVideo();
  void copyParams();
  void askAddedMass(const UiCommand& command);
  void takeAddedMass();
  static std::string fileStamp();
  void startCompare(int preset);
  void toggleRecord();
  void resetCamera();
  void focus(const std::string& name);
  void show(WorldDesc desc, const Loaded& from);
  void nameScene();
  /// Opens the panel of problems; `more`: what it told already stays.
  void complain(const std::string& title, const Problems& problems, bool more = false);
  void complainOfFile(const std::string& file, Problems problems);
  void say(const std::string& words);
  double meshScale() const;
  /// Pixels per design pixel of the panels: the screen's scale, more for a presentation.
  double uiScale() const { return window_->contentScale() * (state_.presentation ? 1.4 : 1); }
  void rescale();

  WindowOptions options_;
  std::shared_ptr<Window> window_;
  Quality quality_ = Quality::Software;
  std::vector<std::unique_ptr<Renderer>> renderers_;  // by pane
  std::unique_ptr<SimThread> sim_;
  Governor governor_;
  Loader loader_;
  Ui ui_;
  UiState state_;
  UiLog log_;
  Document document_;
  Workspace workspace_;
  std::filesystem::path settingsFile_;
  Settings keptSettings_, seenSettings_;  // in the file; of the last look
  double settingsAt_ = 0;                 // when they last changed
  bool settingsRefused_ = false, keepRefused_ = false, recentRefused_ = false;
  std::vector<PathSample> path_;         // that is being recorded
  std::deque<Loaded> offered_;           // meshes; the first is on the card
  std::optional<Workspace::Kept> left_;  // what a window that is gone has left
  std::optional<Workspace::KeptRecording> leftRecording_;
  RecordingKeeper keeper_;
  std::vector<double> losses_;  // of the context, s
  bool restoring_ = false, quitting_ = false, answered_ = false;
  std::optional<UiCommand> asked_;  // waits for the answer about unsaved changes
  std::string ownFile_;             // the scene's file, when it is not a shipped one
  bool altered_ = false;            // the scene was opened with settings that its file has not
  std::string lastPath_;            // that was opened or saved last
  std::string keptText_;
  double keptAt_ = -10;
  JointDesc joint_;     // that is being placed
  Vec3 jointPlace_{0};  // of its first press
  std::string folder_;  // where the scene's paths start
  uint64_t press_ = 0;  // counts presses of buttons and keys: what one drag changes is one change
  SceneInput input_;
  SliceHandle handle_;
  SliceImage sliceScratch_;
  PlaceHandle placeHandle_;
  Document::Moment placeMoment_;  // of the press that took it
  bool placeChanged_ = false;
  std::string placeBody_;
  std::shared_ptr<Exporter> exporter_ = std::make_shared<Exporter>();
  VideoRecorder video_;
  UiDialog dialogSeen_ = UiDialog::None;
  int exportSideSeen_ = 0;
  std::string partsOf_;  // the scene's text that state_.sceneParts is of
  std::vector<UiCommand> commands_;
  std::vector<std::shared_ptr<const SimView>> views_;  // by side
  std::shared_ptr<const SimView> view_;                // of the side that is edited
  std::vector<Preset> presets_;
  CompareDesc sceneCompare_;

  /// A simulation's part of the window.
  struct Pane {
    std::shared_ptr<const SimView> view;
    Camera camera;            // camera_, moved into what the panels leave free
    int left = 0, width = 0;  // pixels
    double fit = 1;           // its distance over that of camera_
  };
  std::vector<Pane> panes_;
  size_t activePane_ = 0;

  /// A body that is put elsewhere while the simulation is paused.
  struct Placing {
    std::string body;
    Pose start;
    Vec3 grabbed;
    Vec2 pressed;
    bool moved = false;
  };
  std::optional<Placing> placing_;

  Camera camera_, home_;
  std::optional<Camera> cameraGoal_;
  double fit_ = 1;       // of the camera's distance, for one simulation
  bool framed_ = false;  // the scene has been fitted once: from then on the camera eases
  double shownScale_ = 0;
  // What the last picture showed, and how long pictures are made whatever happens.
  std::vector<std::shared_ptr<const SimView>> shownViews_;
  Int3 shownSize_{0};
  double activeUntil_ = 3;
  int width_ = 0, height_ = 0;
  Vec2 mouse_{0};
  uint64_t frame_ = 0, generation_ = 0;
  double pictureAt_ = 0, shownHand_ = 0, knownHand_ = 0;  // s: the first; of the hand in the views; in a picture
  double nextFrame_ = 0, lastFrame_ = 0, toastUntil_ = 0, addedAt_ = -10, loggedAt_ = -10;
  bool sceneDark_ = false, handleHovered_ = false, themeChosen_ = false, picture_ = false, first_ = true,
       faultShown_ = false;
  int exitCode_ = 0;
  size_t toldFiles_ = 0, badFiles_ = 0;  // in the panel of problems; those of them that were not opened
  std::vector<std::string> given_;       // --set, for the scene they were given with
  std::string openName_;                 // what "reload" opens; empty: the meshes of the command line
};

}  // namespace flotsam
