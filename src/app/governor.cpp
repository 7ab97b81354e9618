// SPDX-License-Identifier: MIT
#include "app/governor.h"

#include <algorithm>

namespace flotsam {
namespace {
constexpr double kSlowMs = 45, kCalmMs = 25, kCalmSeconds = 5, kWindowSeconds = 1;
}

void Governor::frame(double seconds, double ms) {
  if (windowStart_ < 0) windowStart_ = seconds;
  window_.push_back(ms);
  if (seconds - windowStart_ < kWindowSeconds) return;
  std::nth_element(window_.begin(), window_.begin() + window_.size() / 2, window_.end());
  const double median = window_[window_.size() / 2];
  window_.clear();
  windowStart_ = seconds;
  if (median > kSlowMs) {
    calmSince_ = -1;
    if (level_ < kLevels) ++level_;
  } else if (median < kCalmMs) {
    if (calmSince_ < 0) calmSince_ = seconds;
    if (level_ > 0 && seconds - calmSince_ >= kCalmSeconds) {
      --level_;
      calmSince_ = seconds;
    }
  } else {
    calmSince_ = -1;
  }
}

Detail Governor::detail() const {
  Detail d;
  d.frameCap = software_ ? 30 : 60;
  if (level_ >= 1) d.smokeDivisor = 4;
  if (level_ >= 2) d.markerDivisor = 2;
  if (level_ >= 3) d.smokeDivisor = 6, d.markerDivisor = 3;
  if (level_ >= 4) d.frameCap = software_ ? 20 : 30;
  return d;
}

std::string Governor::words() const {
  switch (level_) {
    case 0:
      return {};
    case 1:
      return "pictures took over 45 ms, so smoke is drawn coarser";
    case 2:
      return "pictures took over 45 ms, so smoke is coarser and every second marker is drawn";
    case 3:
      return "pictures took over 45 ms, so smoke is coarser and every third marker is drawn";
    default:
      return "pictures took over 45 ms, so smoke and markers are coarser and fewer pictures are made";
  }
}

}  // namespace flotsam
