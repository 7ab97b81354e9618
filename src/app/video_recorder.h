// SPDX-License-Identifier: MIT
// What the window shows as a video, 30 pictures a second of the clock on the wall: through ffmpeg where it is
// installed, else as numbered pictures in a folder. A thread of its own takes the pictures; where it is too slow one
// stands longer, and the window never waits.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "cli/video_pipe.h"
#include "render/offscreen.h"

namespace flotsam {

class VideoRecorder {
 public:
  static constexpr double kPerSecond = 30;
  static constexpr size_t kMostWaiting = 6;  // pictures

  VideoRecorder() = default;
  ~VideoRecorder();
  VideoRecorder(const VideoRecorder&) = delete;
  VideoRecorder& operator=(const VideoRecorder&) = delete;

  /// All from the window's thread. `stem`: the file without its ending. `now`: s. Warns when there will be pictures
  /// instead of a video.
  Problems start(const std::string& stem, int width, int height, double now);
  bool running() const { return running_; }
  bool writing() const { return thread_.joinable(); }
  int width() const { return width_; }
  int height() const { return height_; }
  double seconds(double now) const { return running_ ? now - begin_ : 0; }
  /// A picture is due.
  bool due(double now) const;
  void take(Image picture, double now);
  void stop();
  /// How it ended, once: words for people or problems.
  struct End {
    std::string words, file;
    Problems problems;
  };
  std::optional<End> finished();

 private:
  struct Waiting {
    Image picture;
    int times;
  };
  void run();
  Problems write(const Waiting& one);
  int width_ = 0, height_ = 0;
  bool running_ = false, pictures_ = false;
  double begin_ = 0;
  long told_ = 0;  // pictures of the video so far, with those that stand longer
  std::string target_;
  VideoPipe pipe_;
  long written_ = 0;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Waiting> waiting_;
  bool closing_ = false;
  std::optional<End> end_;
};

}  // namespace flotsam
