// SPDX-License-Identifier: MIT
#include "core/parallel.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "core/thread_pool.h"

namespace flotsam {

namespace {

int hardware() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

std::atomic<int> workers{0};
std::atomic<ThreadPool*> pool{nullptr};

/// One of every size that was asked for. They stay, so that a loop may run while another thread asks for another size,
/// and while the program ends.
ThreadPool* poolOf(int threads) {
  static std::mutex& mutex = *new std::mutex;
  static auto& pools = *new std::map<int, std::unique_ptr<ThreadPool>>;
  const std::lock_guard lock(mutex);
  std::unique_ptr<ThreadPool>& of = pools[threads];
  if (!of) of = std::make_unique<ThreadPool>(threads);
  return of.get();
}

}  // namespace

int threadCount() {
  const int w = workers.load(std::memory_order_relaxed);
  return w > 0 ? w : hardware();
}

void setThreadCount(int count) {
  const int threads = count > 0 ? count : hardware();
  pool = poolOf(threads);
  workers = threads;
}

namespace detail {
void runPieces(size_t pieces, PieceFn body, void* context) {
  ThreadPool* p = pool.load(std::memory_order_acquire);
  if (!p) pool = p = poolOf(threadCount());
  p->run(pieces, body, context);
}
}  // namespace detail

}  // namespace flotsam
