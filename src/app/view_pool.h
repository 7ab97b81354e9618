// SPDX-License-Identifier: MIT
// Buffers of SimViews that travel between the threads: the simulation takes one, fills it, publishes it; when the last
// reader lets go it comes back with its memory. Three are in use at most: written, published, drawn.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "view/sim_view.h"

namespace flotsam {

class ViewPool : public std::enable_shared_from_this<ViewPool> {
 public:
  /// A view with the memory of an earlier one. Its contents are stale.
  std::unique_ptr<SimView> take() {
    std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<SimView>();
    auto view = std::move(free_.back());
    free_.pop_back();
    return view;
  }
  /// Makes it immutable; it returns to the pool by itself.
  std::shared_ptr<const SimView> publish(std::unique_ptr<SimView> view) {
    return {view.release(), [pool = shared_from_this()](SimView* v) { pool->give(std::unique_ptr<SimView>(v)); }};
  }
  size_t idle() const {
    std::lock_guard lock(mutex_);
    return free_.size();
  }

 private:
  void give(std::unique_ptr<SimView> view) {
    std::lock_guard lock(mutex_);
    free_.push_back(std::move(view));
  }
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<SimView>> free_;
};

}  // namespace flotsam
