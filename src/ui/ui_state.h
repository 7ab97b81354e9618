// SPDX-License-Identifier: MIT
// What the panels show beside the SimView, and what they ask for. The window fills the first part each frame; the
// second part belongs to the panels; everything that touches the simulation leaves as a UiCommand.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/describe.h"
#include "ui/layout.h"
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
    NewScene,       // UiState::newTank
    LoadScene,      // text: name of a shipped scene
    OpenFile,       // text: path of a scene or mesh
    SaveScene,      // text: path; value: 1 = a file that is there may be replaced; likewise below
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
    RecordPath,  // text: body; its next drag, or given up
    ClearPath,   // text: body
    LoopPath,    // text: body, value: 0 or 1
    PlayPath,    // from the start
    AddOffered,  // the mesh of the card; value: its longest side, m
    DropOffered,
    EstimateAddedMass,  // text: body; value: axis 0..2, from 3 on the body's own
    ChangePart,         // text: "KEY" of a field of part `index`, value
    ResetCamera,
    FocusBody,
    ToggleFullscreen,
    SetDetail,      // text: 0, 1, 2 or auto
    ResetSettings,  // of the window: layout, theme, level of detail
    ClearProblems,
    Quit,
    Say  // text: one line over the scene, for a moment
  } kind;
  std::string text = {};
  double value = 0;
  int index = 0;
};

struct SceneItem {
  std::string name, title, group;
  bool lesson = false;  // with steps
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

/// The added mass of a body in words, as it was asked for.
struct AddedMassShown {
  std::string body;
  int axis = 1;  // chosen: x, y, z
  bool bodyAxes = false, waiting = false;
  bool fresh = false;  // the answer has just come
  // The answer, while it is that of the choice above.
  std::string mass, share, theory, when, theoryHelp;
};

/// What File, New makes (new_scene_dialog.cpp).
struct NewTank {
  bool water = false, flat = false;
  int shape = 0;     // cube, wide, tall
  int fineness = 1;  // coarse, medium, fine
  double side = 1;   // m, the shortest

  double dx() const;
  Int3 cells() const;
};

/// The keyframes of the selected body.
struct PathShown {
  size_t keys = 0;  // none: it has no path
  double seconds = 0;
  bool loop = false;
};

/// A mesh that was dropped on the window and is offered with a choice of its size (mesh_card.cpp).
struct MeshCard {
  std::string file;  // empty: no card
  std::vector<std::string> notes;
  size_t triangles = 0, waiting = 0;  // meshes behind this one
  Vec3 fileSize{1};                   // in units of the file
  double density = 800;               // kg/m³
  double unitVolume = 0;              // m³ when its longest side is 1 m; in a flat scene m² of its section
  double slab = 0;                    // m, thickness of a flat scene
  double unitThickness = 0;           // m, likewise
  Vec3 tank{1};                       // m
  double cell = 0;                    // m
  bool flat = false;
  double fit = 0.3;   // m, longest side that fits the tank
  double size = 0.3;  // m, chosen
  int unit = 0;       // fit, mm, cm, m, inch; -1: a size of its own

  double longestInFile() const;
  void choose(int unit);
  Vec3 metres() const;          // its extent at the chosen size
  double mass() const;          // kg
  std::string warning() const;  // empty: none
};

/// A line of a handle in the scene, pixels of the window.
struct HandleLine {
  std::vector<Vec2> points;
  unsigned colour = 0;
  bool lit = false, arrow = false, disc = false;
};

enum class WaterShown { Surface, Particles, Both };
enum class UiDialog { None, Open, SaveScene, SaveRecording, SaveLesson, SavePlots, Export, NewScene, Unsaved };

/// Why a path was not written.
struct PathRefused {
  std::string path, words;
  bool replace = false;  // another file is there, which may be replaced
};

struct UiState {
  // Filled by the window.
  const SimView* view = nullptr;  // of the edited side
  std::vector<SceneItem> scenes;
  std::vector<std::string> meshes;  // shipped mesh files, for "Add body"
  std::string sceneName;
  std::string sceneTitle;  // for people; of a scene without title the name of its file
  bool playing = true, recording = false, grabbedOnce = false, placedOnce = false, fullscreen = false;
  // From the mouse to the start of the step that obeys it, and to the picture that shows that, of late; 0: never held.
  double handMs = 0, mouseMs = 0;
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
  bool leftOpens = true;                 // it is a scene to open, else a recording to save
  std::string tool = "grab", toolWords;  // what a press does, and what it waits for
  std::vector<ScenePart> sceneParts;     // joints, taps and drains of the scene
  std::string undoWords, redoWords;      // what Undo and Redo would change; empty: nothing
  bool edited = false;                   // the scene differs from its file
  std::vector<unsigned> bodyColours, dyeColours, speedColours, sliceColours;  // 0xRRGGBB
  unsigned forceColour = 0, torqueColour = 0;
  bool sliceShown = false;  // the picture has a slice, with these ends
  float sliceLo = 0, sliceHi = 1;
  std::optional<FlowScales> scales;  // that the sides share; none: the view's own

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
  bool narrow = false;           // the window: side panels are folded
  bool inspectorOpen = false;    // in a narrow one
  bool lessonPictures = false;   // a lesson chose what is shown of the method
  std::vector<bool> lessonDone;  // by page: what it waits for has come
  int editedSide = -1;           // -1 = all
  LegendRoom legendRoom;         // that legends took in the last frame
  int compared = 0;              // which quantity the plot shows
  bool compareLesson = false;    // the lesson in place of the plot
  std::string subject;           // the body whose numbers are compared, by name
  AddedMassShown addedMass;
  MeshCard mesh;
  PathShown bodyPath;
  NewTank newTank;
  std::string pathBody;   // whose next drag becomes a path; empty: nobody's
  bool pathRuns = false;  // it is being dragged
  UiDialog dialog = UiDialog::None;
  std::string path;          // in the dialog
  PathRefused refused;       // by the last try
  std::string exportFolder;  // in the dialog of exports
  int exportSide = 0;        // of a comparison, likewise
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
