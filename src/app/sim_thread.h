// SPDX-License-Identifier: MIT
// The simulation thread: owns the world, or two or three side by side (lockstep.h), steps them at their fixed dt in
// real time, records every input before it applies, goes back to any step of the last seconds, and publishes an
// immutable SimView of each side after each step. Every function may be called from the window's thread; none waits for
// the solver.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/exporter.h"
#include "app/lockstep.h"
#include "app/view_pool.h"
#include "sim/added_mass.h"

namespace flotsam {

struct SimStatus {
  bool playing = true, hasWorld = false;
  double speed = 1;
  double realTimeFactor = 0;        // simulated seconds per real second, over the last half second
  uint64_t generation = 0;          // counts worlds: a rebuild makes a new one
  double shownHand = 0;             // when the newest event of the hand happened that the views know
  double handMs = 0;                // from an event of the hand to the start of the step that obeys it, of late
  std::string fault;                // why nothing goes on; empty while any side runs
  std::vector<std::string> faults;  // by side; empty when it runs
  std::string compareTitle;
  std::vector<std::string> sideNames;
  // The past, in steps: present, what can be gone back to, what was reached, and what it takes.
  uint64_t step = 0, oldest = 0, newest = 0;
  uint64_t goal = 0;  // the step on the way to which it is, else the present one
  size_t pastBytes = 0;
};

/// What the fluid adds to a body's inertia along an axis, worked out when somebody asks.
struct AddedMassAnswer {
  std::string body;
  Vec3 axis{1, 0, 0};     // unit, as it was asked for
  bool bodyAxes = false;  // in the body's axes, not the world's
  bool found = false;     // there is such a body
  double time = 0;        // s, of the state it belongs to
  Pose pose{};            // of the body
  AddedMassEstimate estimate{};
};

class SimThread {
 public:
  static constexpr unsigned kAllSides = ~0u;
  /// `threads` workers for the solver (0 = all).
  explicit SimThread(int threads);
  ~SimThread();
  SimThread(const SimThread&) = delete;
  SimThread& operator=(const SimThread&) = delete;

  /// Replaces the world, by as many as the scene compares; `folder` is where the scene's relative paths start.
  void load(WorldDesc desc, std::string folder);
  /// Starts the present scene again as these sides; without any the first side goes on alone from where it is.
  void compare(CompareDesc compare);
  /// Builds the world again from its description with the edits made so far.
  void restart();
  void setPlaying(bool playing);
  /// Pauses and makes one step.
  void stepOnce();
  /// Pauses and goes to a step of the past that is kept (the nearest when it is not). From there the time runs again as
  /// it was until somebody does something: then a new future begins.
  void goTo(uint64_t step);
  /// One step back; several add up.
  void stepBack();
  void setSpeed(double speed);
  /// `when`: of the event that moved it, in a clock of the window's; SimStatus::shownHand says which is in the views.
  void setHand(const HandInput& hand, double when = 0);
  /// Applied with the next step, on the sides of the mask (bit 0 the first); parameters that restart rebuild the world.
  void edit(Edit edit, unsigned sides = kAllSides);
  /// Colours are for the eye only: they touch the description and the view, not the simulation.
  void setBodyColour(const std::string& body, int colour);
  void setMarkerCount(int count);
  /// Is given every step of its side that is made anew, until the scene begins again or somebody goes back.
  void exportTo(std::shared_ptr<Exporter> exporter);
  /// One solve of the state of the last step, with the bodies as they are placed, between two steps, on the thread;
  /// changes nothing of the simulation.
  void askAddedMass(const std::string& body, const Vec3& axis, bool bodyAxes, size_t side = 0);
  /// The answer to the last question, once.
  std::optional<AddedMassAnswer> addedMass();
  /// What of the solver the views carry, for pictures of the method.
  void setParts(ViewParts wanted);

  /// Of the first side; of all.
  std::shared_ptr<const SimView> view() const;
  std::vector<std::shared_ptr<const SimView>> views() const;
  SimStatus status() const;
  /// Of the first side, with what the others differ in as its `compare`.
  WorldDesc description() const;
  /// Everything since the present world was built; of the first side, or of another.
  Recording recording(size_t side = 0) const;

 private:
  struct SideEdit {
    Edit edit;
    unsigned sides;
  };
  struct Wishes {
    std::optional<WorldDesc> load;
    std::optional<CompareDesc> compare;
    std::string folder;
    bool restart = false;
    int steps = 0;
    std::optional<uint64_t> goTo;
    bool refresh = false;
    std::vector<SideEdit> rebuild;  // of parameters that restart
    std::optional<AddedMassAnswer> addedMass;
    size_t addedMassSide = 0;
    bool any() const {
      return load || compare || restart || steps > 0 || goTo || refresh || !rebuild.empty() || addedMass;
    }
  };

  static double now();  // s, of a clock that never goes back
  void run();
  void fulfil(Wishes wishes);
  void build(std::vector<WorldDesc> sides, CompareDesc words);
  void startCompare(CompareDesc compare);
  void startAgain(std::vector<SideEdit> rebuild);
  void answerAddedMass(AddedMassAnswer answer, size_t side);
  std::vector<Edit> arranged(size_t side) const;
  void travel();
  void stepWorlds(bool live);
  void publish();
  void measure();
  void resetPace();
  void dropWaiting();
  std::vector<WorldDesc> sideDescriptions() const;
  double secondsSinceAnchor() const;
  std::shared_ptr<Exporter> exporterNow() const;
  bool restartsScene(const std::string& key) const;

  // Shared, under mutex_.
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Wishes wishes_;
  bool quit_ = false, paceChanged_ = false;
  HandInput hand_;
  double handWhen_ = 0, steppedHand_ = 0;    // of hand_; of the one in the last step
  double waitsSince_ = 0;                    // when the first event since that step came; 0: none did
  std::vector<std::vector<Edit>> edits_{1};  // that wait for the next step, by side
  SimStatus status_;
  std::vector<std::shared_ptr<const SimView>> views_;
  std::vector<WorldDesc> descs_;  // by side, with the edits so far
  std::map<std::string, int> colours_;
  std::vector<std::string> restartKeys_;
  int markerCount_ = 8000;
  ViewParts parts_;
  std::shared_ptr<Exporter> exporter_;
  std::optional<AddedMassAnswer> addedMass_;

  // The thread's own.
  Lockstep lockstep_;
  CompareDesc::Settings uncompared_;  // what the scene itself says where the sides were set
  std::optional<uint64_t> goal_;      // a step of the past on the way to which it is
  std::shared_ptr<ViewPool> pool_ = std::make_shared<ViewPool>();
  std::string folder_;
  CompareDesc words_;  // title and names
  double anchor_ = 0, measuredAt_ = 0, measuredTime_ = 0;
  uint64_t stepsSinceAnchor_ = 0;
  int threads_;
  std::thread thread_;
};

}  // namespace flotsam
