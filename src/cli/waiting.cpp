// SPDX-License-Identifier: MIT
#include "cli/waiting.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "cli/common.h"

namespace flotsam {

Waiting::Waiting(std::ostream* out, std::string words, double after) : out_(out), words_(std::move(words)) {
  if (out_) thread_ = std::thread([this, after] { run(after); });
}

void Waiting::run(double after) {
  const double begin = wallClock();
  size_t width = 0;  // of the longest line shown
  std::unique_lock lock(mutex_);
  for (double wait = after; !wake_.wait_for(lock, std::chrono::duration<double>(wait), [this] { return ends_; });
       wait = 0.5) {
    const std::string line = words_ + ", " + fixed(wallClock() - begin, 0) + " s ";
    width = std::max(width, line.size());
    *out_ << '\r' << line << std::flush;
  }
  if (width > 0) *out_ << '\r' << std::string(width, ' ') << '\r' << std::flush;
}

void Waiting::clear() {
  {
    std::lock_guard lock(mutex_);
    ends_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

}  // namespace flotsam
