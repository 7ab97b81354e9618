// SPDX-License-Identifier: MIT
// What the panels show beside the SimView, and what they ask for. The window fills the first part each frame; the
// second part belongs to the panels; everything that touches the simulation leaves as a UiCommand.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/describe.h"
#include "view/flow.h"
#include "view/lesson.h"

namespace flotsam {

struct UiCommand {
  enum Kind {
    PlayPause,
    Step,
    StepBack,
    GoTo,           // value: a step of the past
    Compare,        // value: which preset; -1: one simulation again
    Restart,        // from the description with the changes made so far
    Reload,         // from the file
    SetSpeed,       // value: 0.1 .. 2
    LoadScene,      // text: name of a shipped scene
    OpenFile,       // text: path of a scene or mesh
    SaveScene,      // text: path
    SaveRecording,  // text: path
    ToggleRecord,   // starts, or stops and saves
    Screenshot,     // into the working folder
    SetParam,       // text: dotted key, value; on the edited side or all
    SetBodyColour,  // text: body, value: palette index
    AddPrimitive,   // text: sphere, box, ...
    AddMesh,        // text: file name of a shipped mesh
    DuplicateBody,  // text: body
    DeleteBody,     // text: body
    Undo,
    Redo,
    AnswerSave,  // to the question about unsaved changes
    AnswerDiscard,
    AnswerCancel,
    SaveAgain,  // to the scene's own file, or asks for one
    OpenLeft,   // unsaved work of a window that is gone
    ForgetLeft,
    TakeTool,     // text: grab, axle, hinge, ball, rope, weld, tap, drain
    RemovePart,   // value: of UiState::sceneParts
    LessonDo,     // value: a step of the lesson, from 0
    SaveLesson,   // text: path
    StartExport,  // text: folder; what of UiState::exports is wanted
    StopExport,
    ToggleVideo,
    CopyParams,  // to the clipboard
    SavePlots,   // text: path; the table comes from Ui::plots()
    CancelLoading,
    ChangePart,  // text: "KEY" of a field of part `index`, value
    ResetCamera,
    FocusBody,
    ToggleFullscreen,
    SetDetail,      // text: 0, 1, 2 or auto
    ResetSettings,  // of the window: layout, theme, level of detail
    ClearProblems,
    Quit
  } kind;
  std::string text = {};
  double value = 0;
  int index = 0;
};

struct SceneItem {
  std::string name, title;
};

/// A comparison one can start, or why not with this scene.
struct ComparePreset {
  std::string title, lacks;
};

/// What the scene can be written as for other programs.
struct ExportItem {
  std::string word, title, files, help, lacks;  // lacks: why not with this scene; empty: it can
  bool wanted = false;
};

/// A number, switch or choice of a joint, tap or drain that can be changed.
struct PartField {
  std::string key, label, unit, help;
  ParamKind kind = ParamKind::Number;
  double value = 0, min = 0, max = 1;
  bool logScale = false;
  std::vector<std::string> options;
};
struct ScenePart {
  std::string words;
  std::vector<PartField> fields;
};

/// A line of a handle in the scene, pixels of the window.
struct HandleLine {
  std::vector<Vec2> points;
  unsigned colour = 0;
  bool lit = false, arrow = false, disc = false;
};

enum class WaterShown { Surface, Particles, Both };
enum class UiDialog { None, Open, SaveScene, SaveRecording, SaveLesson, SavePlots, Export, Unsaved };

struct UiState {
  // Filled by the window.
  const SimView* view = nullptr;  // of the edited side
  std::vector<SceneItem> scenes;
  std::vector<std::string> meshes;  // shipped mesh files, for "Add body"
  std::string sceneName;
  bool playing = true, recording = false, grabbedOnce = false, placedOnce = false, fullscreen = false;
  double mouseMs = 0;  // from the mouse to the picture that knows of it, of late; 0: never held a body
  double speed = 1, realTimeFactor = 1, frameMs = 0, recordedSeconds = 0;
  uint64_t step = 0, oldestStep = 0, newestStep = 0, goalStep = 0;  // of the past that is kept
  size_t pastBytes = 0, mostPastBytes = 0;
  uint64_t generation = 0;  // counts starts
  // Side by side; one view and no names otherwise.
  std::vector<const SimView*> sides;
  std::vector<std::string> sideNames, faults;
  std::vector<ComparePreset> presets;
  std::string compareTitle;
  bool reducedDetail = false;
  int markerDivisor = 1;  // every n-th marker is drawn
  std::string reducedWhy, qualityWords, versionWords;
  std::string detail = "auto";           // the level of detail that was asked for
  std::string loading;                   // what is being read in the background
  float loadingShare = 0;                // of it, 0..1; below 0: nobody knows
  std::string exporting;                 // what is being written for other programs, in words; empty: nothing
  bool exportStops = false;              // it takes no more frames and only finishes
  double videoSeconds = -1;              // of a video that is being recorded; below 0: none
  std::vector<ExportItem> exports;       // in the dialog
  std::vector<HandleLine> handles;       // on the selected body
  std::string handleWords;               // how far it has been moved or turned; empty: it is not held
  Vec2 handleAt{0};                      // beside which place, pixels
  std::string captionWords;              // of a video: the parameters that were changed
  std::string problemTitle, toast;       // a panel with reasons; one line that goes by itself
  std::vector<std::string> problems;     // empty: no panel
  bool problemsRestart = false;          // the panel offers to start the scene again
  bool problemsGrave = true;             // something did not work, rather than remarks
  Lesson card;                           // of the scene
  std::vector<std::string> recent;       // files
  std::string leftWords;                 // unsaved work of a window that is gone, in words; empty: none
  std::string tool = "grab", toolWords;  // what a press does, and what it waits for
  std::vector<ScenePart> sceneParts;     // joints, taps and drains of the scene
  std::string undoWords, redoWords;      // what Undo and Redo would change; empty: nothing
  bool edited = false;                   // the scene differs from its file
  std::vector<unsigned> bodyColours, dyeColours, speedColours, sliceColours;  // 0xRRGGBB
  unsigned forceColour = 0, torqueColour = 0;
  bool sliceShown = false;  // the picture has a slice, with these ends
  float sliceLo = 0, sliceHi = 1;

  // Changed by the panels and by keys.
  bool dark = false, panels = true, help = false, lesson = true, theory = true, basic = true;
  bool showMarkers = true, showSmoke = true, showStreaks = false;
  WaterShown water = WaterShown::Surface;  // of a liquid with a free surface
  Slice slice;                             // through the solver's fields
  ArrowPlaces arrows = ArrowPlaces::None;
  bool streamlines = false, forces = false, boundary = false;
  bool solver = false;        // the panel of the coupled system
  bool presentation = false;  // big type, few panels
  int colourBy = 0;           // 0 dye, 1 speed, 2 depth
  int markerCount = 8000;
  int theoryShown = 0;            // which expectation of the scene
  std::string selected, hovered;  // bodies by name; empty: none
  std::map<std::string, bool> folded;
  int lessonPage = 0;  // 0 the task, then the steps
  bool lessonFolded = false;
  bool lessonPictures = false;   // a lesson chose what is shown of the method
  std::vector<bool> lessonDone;  // by page: what it waits for has come
  int editedSide = -1;           // -1 = all
  int compared = 0;              // which quantity the plot shows
  bool compareLesson = false;    // the lesson in place of the plot
  std::string subject;           // the body whose numbers are compared, by name
  UiDialog dialog = UiDialog::None;
  std::string path;          // in the dialog
  std::string exportFolder;  // in the dialog of exports
  int part = -1;             // of sceneParts, whose fields are shown
  bool caption = true;       // in videos: title, time and what was changed

  /// Pictures of the method that a lesson's step asks for, by their words (kLessonPictures); the others go.
  void showPictures(const std::vector<std::string>& words);
  bool comparing() const { return sides.size() > 1; }
  /// What the views must carry for what is shown.
  ViewParts parts() const {
    const bool plane = slice.quantity != SliceQuantity::None;
    return {.fields = plane || arrows != ArrowPlaces::None || streamlines,
            .faces = boundary,
            .system = solver && panels && !comparing()};
  }
  bool planeShown() const {
    const bool plane = slice.quantity != SliceQuantity::None || arrows == ArrowPlaces::Slice;
    return plane && view && !view->flat;
  }
  /// Something stands inside the fluid that its surface would hide.
  bool seesInside() const {
    return slice.quantity != SliceQuantity::None || arrows != ArrowPlaces::None || streamlines;
  }
  /// Whether the tools and the inspector are there.
  bool sidePanels() const { return panels && !presentation; }
  bool inThePast() const { return step < newestStep; }
  bool liquid() const { return view && !view->liquid.phi.empty(); }
  /// Whether particles are in the picture.
  bool markersShown() const { return liquid() ? water != WaterShown::Surface : showMarkers; }
  const BodyView* body(const std::string& name) const {
    if (view)
      for (const auto& b : view->bodies)
        if (b.name == name) return &b;
    return nullptr;
  }
};

}  // namespace flotsam
