// SPDX-License-Identifier: MIT
// The simulation thread: owns the World, steps it at its fixed dt in real time, records every input before it applies,
// and publishes an immutable SimView after each step. Every function may be called from the window's thread; none waits
// for the solver.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/view_pool.h"
#include "io/recording.h"
#include "sim/input.h"
#include "sim/world.h"

namespace flotsam {

struct SimStatus {
  bool playing = true, hasWorld = false;
  double speed = 1;
  double realTimeFactor = 0;  // simulated seconds per real second, over the last half second
  uint64_t generation = 0;    // counts worlds: a rebuild makes a new one
  std::string fault;          // of the world; empty when it runs
};

class SimThread {
 public:
  /// `threads` workers for the solver (0 = all).
  explicit SimThread(int threads);
  ~SimThread();
  SimThread(const SimThread&) = delete;
  SimThread& operator=(const SimThread&) = delete;

  /// Replaces the world; `folder` is where the scene's relative paths start.
  void load(WorldDesc desc, std::string folder);
  /// Builds the world again from its description with the edits made so far.
  void restart();
  void setPlaying(bool playing);
  /// Pauses and makes one step.
  void stepOnce();
  void setSpeed(double speed);
  void setHand(const HandInput& hand);
  /// Applied with the next step; parameters that restart rebuild the world.
  void edit(Edit edit);
  /// Colours are for the eye only: they touch the description and the view, not the simulation.
  void setBodyColour(const std::string& body, int colour);
  void setMarkerCount(int count);

  std::shared_ptr<const SimView> view() const;
  SimStatus status() const;
  WorldDesc description() const;
  /// Everything since the present world was built.
  Recording recording() const;

 private:
  struct Wishes {
    std::optional<WorldDesc> load;
    std::string folder;
    bool restart = false;
    int steps = 0;
    bool refresh = false;
    std::vector<Edit> rebuild;  // of parameters that restart
    bool any() const { return load || restart || steps > 0 || refresh || !rebuild.empty(); }
  };

  void run();
  void fulfil(Wishes wishes);
  void build(WorldDesc desc, const std::string& folder);
  void stepWorld();
  void publish();
  void measure();
  void resetPace();
  double secondsSinceAnchor() const;
  bool restartsScene(const std::string& key) const;

  // Shared, under mutex_.
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Wishes wishes_;
  bool quit_ = false, paceChanged_ = false;
  HandInput hand_;
  std::vector<Edit> edits_;
  SimStatus status_;
  std::shared_ptr<const SimView> view_;
  WorldDesc desc_;  // with the edits so far
  Recording recording_;
  std::vector<std::string> restartKeys_;
  int markerCount_ = 8000;

  // The thread's own.
  std::unique_ptr<World> world_;
  std::shared_ptr<ViewPool> pool_ = std::make_shared<ViewPool>();
  std::string folder_;
  double anchor_ = 0, measuredAt_ = 0, measuredTime_ = 0;
  uint64_t stepsSinceAnchor_ = 0;
  int threads_;
  std::thread thread_;
};

}  // namespace flotsam
