// SPDX-License-Identifier: MIT
#include "app/video_recorder.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "io/save_file.h"

namespace flotsam {

VideoRecorder::~VideoRecorder() {
  if (running_) stop();
  if (thread_.joinable()) thread_.join();
}

Problems VideoRecorder::start(const std::string& stem, int width, int height, double now) {
  if (writing()) return {{stem, 0, "", "another video is still being written"}};
  pictures_ = !VideoPipe::available();
  target_ = pictures_ ? stem + ".frames" : stem + ".mp4";
  Problems problems = pictures_ ? makeFolder(target_) : pipe_.open(target_, width, height, kPerSecond, /*quick=*/true);
  if (hasErrors(problems)) return problems;
  width_ = width, height_ = height, begin_ = now, told_ = written_ = 0;
  closing_ = false, running_ = true;
  end_.reset();
  thread_ = std::thread([this] { run(); });
  if (pictures_)
    problems.push_back({target_, 0, "", "ffmpeg is not installed: numbered pictures are written instead of a video",
                        /*warning=*/true});
  return problems;
}

bool VideoRecorder::due(double now) const {
  return running_ && static_cast<long>((now - begin_) * kPerSecond) + 1 > told_;
}

void VideoRecorder::take(Image picture, double now) {
  const long until = static_cast<long>((now - begin_) * kPerSecond) + 1;
  std::lock_guard lock(mutex_);
  if (!running_ || until <= told_ || waiting_.size() >= kMostWaiting) return;  // the next one stands for this too
  waiting_.push_back({std::move(picture), static_cast<int>(std::min(until - told_, 300l))});
  told_ = until;
  wake_.notify_all();
}

void VideoRecorder::stop() {
  std::lock_guard lock(mutex_);
  running_ = false, closing_ = true;
  wake_.notify_all();
}

std::optional<VideoRecorder::End> VideoRecorder::finished() {
  std::optional<End> end;
  {
    std::lock_guard lock(mutex_);
    end = std::exchange(end_, std::nullopt);
    if (end) running_ = false;
  }
  if (end && thread_.joinable()) thread_.join();
  return end;
}

Problems VideoRecorder::write(const Waiting& one) {
  for (int i = 0; i < one.times; ++i) {
    ++written_;
    char name[32];
    std::snprintf(name, sizeof name, "/frame_%05ld.png", written_);
    Problems problems = pictures_ ? writePng(target_ + name, one.picture) : pipe_.write(one.picture.rgb);
    if (hasErrors(problems)) return problems;
  }
  return {};
}

void VideoRecorder::run() {
  Problems problems;
  while (true) {
    Waiting one;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return !waiting_.empty() || closing_; });
      if (waiting_.empty()) break;
      one = std::move(waiting_.front());
      waiting_.pop_front();
    }
    problems = write(one);
    if (hasErrors(problems)) break;
  }
  if (!pictures_)
    for (auto& p : pipe_.close()) problems.push_back(std::move(p));
  End end{"", target_, std::move(problems)};
  end.words = pictures_ ? std::to_string(written_) + " pictures are in " + target_ +
                              "; a video needs ffmpeg (apt-get install ffmpeg)"
                        : "Video saved: " + target_;
  std::lock_guard lock(mutex_);
  waiting_.clear();
  end_ = std::move(end);
}

}  // namespace flotsam
