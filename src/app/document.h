// SPDX-License-Identifier: MIT
// The scene as its user has it now: what a file is written from and a restart begins with, every change with the way
// back, and whether it differs from the file. Tells how the simulation gets from one scene to another: by edits of the
// running world where that can be, else by starting again. Has no thread, clock or file of its own.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/input.h"

namespace flotsam {

/// How a running simulation becomes another scene.
struct SceneWay {
  struct Of {
    Edit edit;
    unsigned sides;  // bit 0 the first of a comparison
  };
  bool again = false;     // begins from the start
  std::vector<Of> edits;  // else; in this order
  std::vector<std::pair<std::string, int>> colours;
};
SceneWay wayBetween(const WorldDesc& from, const WorldDesc& to);

/// One parameter of one side of a comparison, or of all (~0u).
void setParam(WorldDesc& scene, const std::string& key, double value, unsigned sides);

class Document {
 public:
  static constexpr size_t kMostChanges = 200;

  /// When a change was made. Changes of one press of a button are one (a slider that is dragged).
  struct Moment {
    uint64_t press = 0, generation = 0, step = 0;
  };

  /// Another scene, as its file has it; forgets all changes.
  void open(WorldDesc scene);
  const WorldDesc& scene() const { return scene_; }
  const WorldDesc& opened() const { return opened_; }

  /// What the scene becomes by these is a change; nothing when it stays the same.
  void setParam(const std::string& key, double value, unsigned sides, const Moment& now);
  void setParams(const std::string& words, const CompareDesc::Settings& settings, const Moment& now);
  void setColour(const std::string& body, int colour, const Moment& now);
  void addBody(BodyDesc body, const Moment& now);
  /// With what belongs to it; `pose` is where it comes back.
  void removeBody(const std::string& name, const Pose& pose, const Moment& now);
  /// Before the first step the scene begins with it there; later only the simulation is changed.
  void placeBody(const std::string& name, const Pose& from, const Pose& to, const Moment& now);
  /// Any other change: joints, taps, sides to compare.
  void become(const std::string& words, WorldDesc scene, const Moment& now);

  bool canUndo() const { return !undo_.empty(); }
  bool canRedo() const { return !redo_.empty(); }
  std::string undoWords() const { return undo_.empty() ? "" : undo_.back().words; }
  std::string redoWords() const { return redo_.empty() ? "" : redo_.back().words; }
  /// Goes back or forward by a change; what the simulation has to do. `generation` is the present one.
  SceneWay undo(uint64_t generation) { return move(undo_, redo_, generation, true); }
  /// Takes the last change back as if it had never been made.
  SceneWay takeBack(uint64_t generation) {
    SceneWay way = undo(generation);
    if (!redo_.empty()) redo_.pop_back();
    return way;
  }
  SceneWay redo(uint64_t generation) { return move(redo_, undo_, generation, false); }

  /// The simulation is at this step of its past or present: changes made later are not in it, and come again when time
  /// passes them; those beyond the newest step are gone.
  void follow(uint64_t generation, uint64_t step, uint64_t newest);
  /// Changes that still wait for the step after this one are taken back (they can be redone).
  void dropWaiting(uint64_t generation, uint64_t newest);

  bool edited() const { return text_ != savedText_ && !accepted_.contains(text_); }
  void saved() { savedText_ = text_; }
  /// It is what was opened or saved last.
  bool asSaved() const { return text_ == savedText_; }
  /// What the scene is now is nobody's work: a lesson made it so.
  void accept() { accepted_.insert(text_); }
  /// No file has it as it is.
  void neverSaved() { savedText_.clear(); }
  const std::string& text() const { return text_; }
  /// The parameters that were changed since the scene was opened, in order, with what they are now.
  CompareDesc::Settings changedParams() const;
  /// A name that no body has: `wanted`, or with a number behind it.
  std::string freeName(const std::string& wanted) const;

 private:
  struct Placed {
    std::string body;
    Pose from, to;
  };
  struct Change {
    std::string words, merge;  // for people; equal ones of one press are one change
    Moment at;
    WorldDesc before, after;
    std::optional<Placed> placed;                      // moved in the simulation only
    std::optional<std::pair<std::string, Pose>> gone;  // a removed body and where it was
  };
  void commit(Change change);
  void take(const WorldDesc& scene);
  SceneWay move(std::deque<Change>& from, std::deque<Change>& to, uint64_t generation, bool back);

  WorldDesc scene_, opened_;
  std::string text_, savedText_;
  std::set<std::string> accepted_;
  std::deque<Change> undo_, redo_, ahead_;  // ahead: later in time than the simulation is now
};

}  // namespace flotsam
