// SPDX-License-Identifier: MIT
#include "core/thread_pool.h"

#include <emmintrin.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace flotsam {

namespace {

constexpr int kLooks = 4000;        // without a system call, some 25 to 50 ns each
constexpr int kYields = 200;        // before sleep
constexpr int kShortPatience = 20;  // looks, before pieces are taken from who has not begun
constexpr int kPatience = 200;      // and from who has
constexpr int kTakenBits = 20;
constexpr size_t kNoShare = size_t{1} << 32;
constexpr size_t kMostPieces = size_t{1} << kTakenBits;

constexpr uint64_t tag(uint64_t number) { return number << kTakenBits; }

}  // namespace

ThreadPool::ThreadPool(int threads) {
  for (Loop& loop : loops_) loop.shares = std::vector<Share>(static_cast<size_t>(std::max(threads, 1)));
  try {
    for (int t = 1; t < threads; ++t) threads_.emplace_back([this, t] { work(static_cast<size_t>(t)); });
  } catch (const std::system_error&) {  // the system gives no more threads: those there are do all shares
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& t : threads_) t.join();
}

bool ThreadPool::Loop::read(Work& work) const {
  work.number = number.load(std::memory_order_acquire);
  work.pieces = pieces.load(std::memory_order_acquire);
  work.body = body.load(std::memory_order_acquire);
  work.context = context.load(std::memory_order_acquire);
  return work.number % 2 == 0 && number.load(std::memory_order_relaxed) == work.number;
}

void ThreadPool::run(size_t pieces, PieceFn body, void* context) {
  const bool shared = pieces > 1 && pieces < kMostPieces && !threads_.empty();
  for (size_t index = 0; shared && index < loops_.size(); ++index) {
    std::atomic<bool>& busy = loops_[index].busy;
    if (!busy.load(std::memory_order_relaxed) && !busy.exchange(true, std::memory_order_acquire))
      return runIn(index, pieces, body, context);
  }
  for (size_t piece = 0; piece < pieces; ++piece) body(context, piece);
}

void ThreadPool::runIn(size_t index, size_t pieces, PieceFn body, void* context) {
  Loop& loop = loops_[index];
  const Work work{loop.number.load(std::memory_order_relaxed) + 2, pieces, body, context};
  loop.number.store(work.number - 1, std::memory_order_relaxed);
  loop.pieces.store(pieces, std::memory_order_release);
  loop.body.store(body, std::memory_order_release);
  loop.context.store(context, std::memory_order_release);
  loop.number.store(work.number, std::memory_order_release);
  // Who falls asleep at this moment may miss the loop: it is done without.
  if (sleepers_.load(std::memory_order_relaxed) > 0) {
    { const std::lock_guard lock(mutex_); }
    wake_.notify_all();
  }
  const auto allDone = [&](size_t own) {
    return loop.done.load(std::memory_order_acquire) == loop.doneBefore + (pieces - own);
  };
  const size_t own = takeAll(loop, work, 0, allDone);
  waitFor(index, [&] { return allDone(own); });
  loop.doneBefore += pieces - own;
  const std::exception_ptr failure = std::exchange(loop.failure, nullptr);
  loop.busy.store(false, std::memory_order_release);
  if (failure) std::rethrow_exception(failure);
}

/// Does pieces of a share until all are taken, or none when somebody has begun it and it is another's; how many it did.
size_t ThreadPool::take(Loop& loop, const Work& work, size_t share, bool onlyFresh) {
  const size_t shares = std::min(loop.shares.size(), work.pieces);
  const size_t begin = work.pieces * share / shares, size = work.pieces * (share + 1) / shares - begin;
  const uint64_t first = tag(work.number);
  std::atomic<uint64_t>& taken = loop.shares[share].taken;
  size_t count = 0;
  uint64_t now = taken.load(std::memory_order_relaxed);
  if (onlyFresh && now > first) return 0;
  while (now < first + size) {
    const uint64_t from = std::max(now, first);
    if (!taken.compare_exchange_weak(now, from + 1, std::memory_order_relaxed)) continue;
    try {
      work.body(work.context, begin + (from - first));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!loop.failure) loop.failure = std::current_exception();
    }
    ++count;
    now = from + 1;
  }
  return count;
}

/// Does pieces until all are taken: those of its own share, then, when that is not the end of it soon, of shares that
/// nobody has begun, and then of all. `ended(count)` tells whether it is. Who looks at another's share takes it out of
/// the cache of that one, hence the patience.
template <class Ended>
size_t ThreadPool::takeAll(Loop& loop, const Work& work, size_t self, Ended&& ended) {
  const size_t shares = std::min(loop.shares.size(), work.pieces);
  size_t count = self < shares ? take(loop, work, self, false) : 0;
  for (const bool onlyFresh : {true, false}) {
    const int patience = onlyFresh && self < shares ? kShortPatience : kPatience;
    for (int looks = 0; looks < patience; ++looks) {
      if (ended(count)) return count;
      _mm_pause();
    }
    for (size_t k = 1; k <= shares; ++k) count += take(loop, work, (self + k) % shares, onlyFresh);
  }
  return count;
}

/// Whether there was a loop in this room that `seen` is not of. It has no piece left that nobody has taken, afterwards.
bool ThreadPool::helpOne(size_t index, uint64_t& seen, size_t self) {
  Loop& loop = loops_[index];
  if (loop.number.load(std::memory_order_relaxed) == seen) return false;
  Work work;
  if (!loop.read(work)) return false;
  seen = work.number;
  size_t told = 0;
  const auto tell = [&](size_t count) {
    if (count > told) loop.done.fetch_add(count - told, std::memory_order_release);
    told = count;
    return loop.number.load(std::memory_order_relaxed) != work.number;
  };
  tell(takeAll(loop, work, self, tell));
  return true;
}

/// When that takes long, loops that were begun from within are helped.
template <class Ended>
void ThreadPool::waitFor(size_t index, Ended&& ended) {
  std::array<uint64_t, 4> seen{};
  for (int looks = 0; !ended(); ++looks) {
    if (looks < kLooks) {
      _mm_pause();
      continue;
    }
    bool helped = false;
    for (size_t k = index + 1; k < loops_.size(); ++k) helped |= helpOne(k, seen[k], kNoShare);
    if (!helped) std::this_thread::yield();
  }
}

bool ThreadPool::anyNew(const std::array<uint64_t, 4>& seen) const {
  for (size_t k = 0; k < loops_.size(); ++k)
    if (loops_[k].number.load(std::memory_order_relaxed) != seen[k]) return true;
  return false;
}

void ThreadPool::work(size_t self) {
  std::array<uint64_t, 4> seen{};
  for (int looks = 0; !stop_.load(std::memory_order_relaxed); ++looks) {
    bool helped = false;
    for (size_t k = 0; k < loops_.size(); ++k) helped |= helpOne(k, seen[k], self);
    if (helped) {
      looks = 0;
    } else if (looks < kLooks) {
      _mm_pause();
    } else if (looks < kLooks + kYields) {
      std::this_thread::yield();
    } else {
      std::unique_lock lock(mutex_);
      ++sleepers_;
      wake_.wait(lock, [&] { return stop_ || anyNew(seen); });
      --sleepers_;
      looks = 0;
    }
  }
}

}  // namespace flotsam
