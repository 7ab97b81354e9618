// SPDX-License-Identifier: MIT
#include "core/parallel.h"

#include <atomic>
#include <memory>
#include <thread>

#ifndef FLOTSAM_STD_THREADS
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#else
#include <condition_variable>
#include <mutex>
#endif

namespace flotsam {

namespace {
std::atomic<int> workers{0};
int hardware() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }
}  // namespace

int threadCount() {
  const int w = workers.load(std::memory_order_relaxed);
  return w > 0 ? w : hardware();
}

#ifndef FLOTSAM_STD_THREADS

namespace {
std::unique_ptr<tbb::task_arena> arena;
std::unique_ptr<tbb::global_control> control;
}  // namespace

void setThreadCount(int count) {
  workers = count > 0 ? count : hardware();
  arena.reset();
  control = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                  static_cast<size_t>(std::max(threadCount(), 1)));
  arena = std::make_unique<tbb::task_arena>(threadCount());
}

namespace detail {
void runPieces(size_t pieces, PieceFn body, void* context) {
  if (threadCount() == 1) {
    for (size_t piece = 0; piece < pieces; ++piece) body(context, piece);
    return;
  }
  const auto loop = [&] {
    tbb::parallel_for(
        tbb::blocked_range<size_t>(0, pieces, 1),
        [&](const tbb::blocked_range<size_t>& r) {
          for (size_t piece = r.begin(); piece != r.end(); ++piece) body(context, piece);
        },
        tbb::simple_partitioner());
  };
  if (arena)
    arena->execute(loop);
  else
    loop();
}
}  // namespace detail

#else

// A small pool: workers sleep on a condition variable, take pieces from an atomic counter.
namespace {
class Pool {
 public:
  explicit Pool(int extra) {
    for (int i = 0; i < extra; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard lock(mutex_);
      stop_ = true;
      ++generation_;
    }
    wake_.notify_all();
    for (auto& t : threads_) t.join();
  }
  void run(size_t pieces, detail::PieceFn body, void* context) {
    std::unique_lock lock(mutex_);
    if (busy_) {  // a nested call: run it here
      lock.unlock();
      for (size_t piece = 0; piece < pieces; ++piece) body(context, piece);
      return;
    }
    busy_ = true;
    body_ = body, context_ = context, pieces_ = pieces;
    next_ = 0, running_ = static_cast<int>(threads_.size());
    ++generation_;
    lock.unlock();
    wake_.notify_all();
    drain();
    lock.lock();
    done_.wait(lock, [this] { return running_ == 0; });
    busy_ = false;
  }

 private:
  void drain() {
    for (size_t piece = next_++; piece < pieces_; piece = next_++) body_(context_, piece);
  }
  void work() {
    size_t seen = 0;
    while (true) {
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return generation_ != seen; });
        seen = generation_;
        if (stop_) return;
      }
      drain();
      std::lock_guard lock(mutex_);
      if (--running_ == 0) done_.notify_all();
    }
  }
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::atomic<size_t> next_{0};
  size_t pieces_ = 0, generation_ = 0;
  detail::PieceFn body_ = nullptr;
  void* context_ = nullptr;
  int running_ = 0;
  bool busy_ = false, stop_ = false;
};
std::unique_ptr<Pool> pool;
}  // namespace

void setThreadCount(int count) {
  workers = count > 0 ? count : hardware();
  pool = std::make_unique<Pool>(threadCount() - 1);
}

namespace detail {
void runPieces(size_t pieces, PieceFn body, void* context) {
  if (threadCount() == 1 || !pool) {
    for (size_t piece = 0; piece < pieces; ++piece) body(context, piece);
    return;
  }
  pool->run(pieces, body, context);
}
}  // namespace detail

#endif

}  // namespace flotsam
