// SPDX-License-Identifier: MIT
// Files for other programs while a scene runs in the window: the simulation's thread hands over a copy of every frame
// that is due, a thread of this writes it. When the disk is slower than the simulation the time passes slower, as when
// steps cost too much; the window waits for neither.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "io/export_sequence.h"

namespace flotsam {

class Exporter {
 public:
  static constexpr size_t kMostWaiting = 8;  // frames

  Exporter() = default;
  ~Exporter();
  Exporter(const Exporter&) = delete;
  Exporter& operator=(const Exporter&) = delete;

  /// Problems before anything is written. From the window's thread, as the two below.
  /// `desc`: of the side of a comparison that is taken.
  Problems start(const std::string& folder, const std::string& formats, const WorldDesc& desc,
                 std::vector<unsigned> palette, size_t side = 0);
  /// No more frames; what waits is still written, beside the window.
  void stop();
  struct Status {
    bool running = false;  // frames are taken
    bool writing = false;  // or still written
    size_t frames = 0;
    double seconds = 0;  // of simulated time
    std::string folder;
    size_t side = 0;
  };
  Status status() const;
  /// The end of it, once: how it went.
  struct End {
    Status status;
    Problems problems;
  };
  std::optional<End> finished();

  /// From the simulation's thread, after a step that was made anew. Waits while too many frames wait to be written.
  void afterStep(const World& world);
  /// The scene began again, or somebody went back in time: the sequence ends here.
  void interrupted();

 private:
  void run();
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::thread thread_;
  ExportSequence sequence_;
  std::deque<ExportFrame> waiting_;
  std::vector<ExportFrame> spare_;  // memory of frames that were written
  Status status_;
  std::optional<End> end_;
  bool closing_ = false;
  double due_ = -1, from_ = 0;
};

}  // namespace flotsam
