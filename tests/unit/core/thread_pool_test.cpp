// SPDX-License-Identifier: MIT
// What the step relies on: every piece once, whoever is late; loops within loops and from several threads; exceptions.
#include "core/thread_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/parallel.h"

using namespace flotsam;
using namespace std::chrono_literals;

namespace {

template <class Body>
void runOn(ThreadPool& pool, size_t pieces, Body&& body) {
  pool.run(
      pieces, [](void* context, size_t piece) { (*static_cast<std::remove_reference_t<Body>*>(context))(piece); },
      &body);
}

/// Whether it came true within twenty seconds.
template <class Condition>
bool waitUntil(Condition&& condition) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  return condition();
}

}  // namespace

TEST(ThreadPool, EveryPieceOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    for (const size_t pieces : {0, 1, 2, 3, 7, 16, 100, 5000})
      for (int repeat = 0; repeat < 50; ++repeat) {
        std::vector<int> done(pieces, 0);  // not atomic: two who did one piece would race
        runOn(pool, pieces, [&](size_t piece) { ++done[piece]; });
        ASSERT_EQ(std::count(done.begin(), done.end(), 1), static_cast<long>(pieces)) << threads << " threads";
      }
  }
}

TEST(ThreadPool, WhatOneLoopWroteTheNextReads) {
  ThreadPool pool(3);
  std::vector<double> a(1000, 1), b(1000);
  for (int repeat = 0; repeat < 2000; ++repeat) {
    runOn(pool, 10, [&](size_t piece) {
      for (size_t i = 100 * piece; i < 100 * piece + 100; ++i) b[i] = a[a.size() - 1 - i] + 1;
    });
    std::swap(a, b);
  }
  for (const double value : a) ASSERT_EQ(value, 2001);
}

// The two that are late are in a piece each; everything else is done by the third.
TEST(ThreadPool, WhoIsLateHoldsUpOnePiece) {
  ThreadPool pool(3);
  const auto here = std::this_thread::get_id();
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::atomic<size_t> done{0}, late{0};
    std::atomic<bool> rest{true};
    runOn(pool, 60, [&](size_t) {
      if (std::this_thread::get_id() != here && late.fetch_add(1) < 2 && !waitUntil([&] { return done >= 58; }))
        rest = false;
      ++done;
    });
    EXPECT_EQ(done, 60u);
    EXPECT_TRUE(rest) << "pieces waited for a thread that had others to do";
  }
}

TEST(ThreadPool, WorkersThatSleptComeBack) {
  ThreadPool pool(2);
  std::atomic<int> both{0};
  runOn(pool, 2, [&](size_t) { ++both; });
  std::this_thread::sleep_for(200ms);
  // Each piece waits for the other, so it takes both threads. Who is woken may come too late for one loop or another.
  bool met = false;
  for (int attempt = 0; attempt < 1000 && !met; ++attempt) {
    std::atomic<int> begun{0};
    std::atomic<bool> alone{false};
    runOn(pool, 2, [&](size_t) {
      ++begun;
      const auto end = std::chrono::steady_clock::now() + 20ms;
      while (begun < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
      if (begun < 2) alone = true;
    });
    met = !alone;
  }
  EXPECT_TRUE(met);
}

TEST(ThreadPool, LoopsWithinLoops) {
  ThreadPool pool(3);
  std::atomic<int> count{0};
  const auto nest = [&](auto& self, int depth) -> void {
    runOn(pool, 3, [&](size_t) {
      if (depth == 0)
        ++count;
      else
        self(self, depth - 1);
    });
  };
  nest(nest, 6);  // deeper than there is room for loops at once
  EXPECT_EQ(count, 2187);
}

// One piece ends at once; the other's own loop needs two threads.
TEST(ThreadPool, WhoWaitsHelpsWithLoopsFromWithin) {
  ThreadPool pool(2);
  std::atomic<int> begun{0};
  std::atomic<bool> met{true};
  runOn(pool, 2, [&](size_t outer) {
    if (outer == 0) return;
    runOn(pool, 2, [&](size_t) {
      ++begun;
      if (!waitUntil([&] { return begun >= 2; })) met = false;
    });
  });
  EXPECT_TRUE(met);
}

TEST(ThreadPool, SeveralCallersAtOnce) {
  ThreadPool pool(3);
  std::vector<std::thread> callers;
  std::vector<long> sums(6, 0);
  for (size_t c = 0; c < sums.size(); ++c)
    callers.emplace_back([&, c] {
      for (int repeat = 0; repeat < 300; ++repeat) {
        std::vector<long> part(20);
        runOn(pool, part.size(), [&](size_t piece) { part[piece] = static_cast<long>(piece + c); });
        for (const long p : part) sums[c] += p;
      }
    });
  for (std::thread& t : callers) t.join();
  for (size_t c = 0; c < sums.size(); ++c) EXPECT_EQ(sums[c], static_cast<long>(300 * (190 + 20 * c)));
}

TEST(ThreadPool, AnExceptionReachesTheCaller) {
  for (const int threads : {1, 4}) {
    ThreadPool pool(threads);
    for (int repeat = 0; repeat < 50; ++repeat)
      EXPECT_THROW(runOn(pool, 12,
                         [&](size_t piece) {
                           if (piece % 5 == 3) throw std::runtime_error("piece");
                         }),
                   std::runtime_error);
    std::atomic<int> count{0};
    runOn(pool, 12, [&](size_t) { ++count; });
    EXPECT_EQ(count, 12);
  }
}

TEST(Parallel, AnotherNumberOfThreadsWhileALoopRuns) {
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0}, loops{0};
  std::thread looping([&] {
    for (; !stop; ++loops)
      if (parallelSum(1000, 10, [](size_t begin, size_t end) { return double(end - begin); }) != 1000) ++wrong;
  });
  for (int i = 0; i < 300; ++i) setThreadCount(1 + i % 4), std::this_thread::yield();
  EXPECT_TRUE(waitUntil([&] { return loops > 0; }));
  stop = true;
  looping.join();
  EXPECT_EQ(wrong, 0);
  setThreadCount(0);
}
