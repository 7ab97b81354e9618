// SPDX-License-Identifier: MIT
// The threads behind core/parallel.h. A loop of the step takes a few microseconds, and there are hundreds in a step, so
// what counts is how soon a worker begins and how soon the caller sees that it has ended: workers look for work without
// a system call for a tenth of a millisecond, then give way, then sleep.
//
// Each thread has a share of the pieces, the same one in every loop of as many pieces, so that what it wrote in one
// loop is in its own cache for the next. Who has done its share takes pieces of others' that nobody has begun: a thread
// that the system does not let run holds up the one piece it is in.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace flotsam {

class ThreadPool {
 public:
  using PieceFn = void (*)(void* context, size_t piece);

  /// `threads` >= 1 work on a loop, the caller among them.
  explicit ThreadPool(int threads);
  ~ThreadPool();  // no loop may be running
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  /// body(context, piece) for each piece of [0, pieces); returns when all are done. May be called by several threads at
  /// once and from within a piece. An exception of a piece is thrown here; which others are done then is not said.
  void run(size_t pieces, PieceFn body, void* context);

 private:
  /// The loop's number, and in the lowest 20 bits how many pieces of the share have been taken. A share whose number is
  /// of an earlier loop has all its pieces.
  struct alignas(64) Share {
    std::atomic<uint64_t> taken{0};
  };
  struct Work {
    uint64_t number;
    size_t pieces;
    PieceFn body;
    void* context;
  };
  /// Room for one loop. Written by the caller who made it busy; `number` is odd meanwhile, and even when the rest is
  /// true. Who reads it again after the rest and finds the same has read what belongs together.
  struct alignas(64) Loop {
    std::atomic<uint64_t> number{0};
    std::atomic<size_t> pieces{0};
    std::atomic<PieceFn> body{nullptr};
    std::atomic<void*> context{nullptr};
    alignas(64) std::atomic<size_t> done{0};  // pieces of all loops so far, by others than their callers
    alignas(64) std::atomic<bool> busy{false};
    size_t doneBefore = 0;  // `done` when the loop began
    std::exception_ptr failure;
    std::vector<Share> shares;

    bool read(Work& work) const;
  };

  void runIn(size_t index, size_t pieces, PieceFn body, void* context);
  size_t take(Loop& loop, const Work& work, size_t share, bool onlyFresh);
  template <class Ended>
  size_t takeAll(Loop& loop, const Work& work, size_t self, Ended&& ended);
  bool helpOne(size_t index, uint64_t& seen, size_t self);
  template <class Ended>
  void waitFor(size_t index, Ended&& ended);
  void work(size_t self);
  bool anyNew(const std::array<uint64_t, 4>& seen) const;

  std::array<Loop, 4> loops_;
  std::atomic<bool> stop_{false};
  alignas(64) std::atomic<int> sleepers_{0};
  std::mutex mutex_;  // of sleep, and of failures
  std::condition_variable wake_;
  std::vector<std::thread> threads_;
};

}  // namespace flotsam
