// SPDX-License-Identifier: MIT
// The only door to threads in the core (thread_pool.h is behind it).
// Determinism: the pieces of work depend on the problem, never on the thread count, and sums are combined in
// index order, so every result is bitwise equal for any number of workers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace flotsam {

/// Number of workers used by the functions below (>= 1). 0 = all hardware threads.
void setThreadCount(int count);
int threadCount();

namespace detail {
/// Runs body(piece) for piece in [0, pieces); any order, any thread.
using PieceFn = void (*)(void* context, size_t piece);
void runPieces(size_t pieces, PieceFn body, void* context);
}  // namespace detail

/// body(size_t piece) for each piece of [0, pieces).
template <class Body>
void parallelPieces(size_t pieces, Body&& body) {
  if (pieces <= 1) {
    if (pieces == 1) body(size_t{0});
    return;
  }
  detail::runPieces(
      pieces, [](void* c, size_t piece) { (*static_cast<std::remove_reference_t<Body>*>(c))(piece); }, &body);
}

/// body(begin, end) over [0, count) cut into pieces of `grain` elements.
template <class Body>
void parallelFor(size_t count, size_t grain, Body&& body) {
  grain = std::max<size_t>(grain, 1);
  const size_t pieces = (count + grain - 1) / grain;
  parallelPieces(pieces, [&](size_t piece) { body(piece * grain, std::min(count, (piece + 1) * grain)); });
}

/// Of cells or numbers with little to do for each, fewer are not worth a second thread: to hand it a loop and to hear
/// that it has ended takes .2 us where two cores share a cache and .9 where they do not, and its data must come to it.
inline constexpr size_t kAlone = 20000;
/// Elements in a piece of such a loop: all, or few enough that threads get equal shares.
constexpr size_t lightGrain(size_t count) { return count < kAlone ? kAlone : 4096; }
/// The same in planes, of which all together have so many elements.
constexpr size_t lightPlanes(size_t count) { return count < kAlone ? kAlone : 2; }

inline constexpr size_t kMaxSumPieces = 64;

/// Sum of body(begin, end) over pieces of at least `grain` elements (at most 64 pieces), combined in index order.
template <class Body>
double parallelSum(size_t count, size_t grain, Body&& body) {
  grain = std::max({grain, size_t{1}, (count + kMaxSumPieces - 1) / kMaxSumPieces});
  const size_t pieces = (count + grain - 1) / grain;
  double part[kMaxSumPieces] = {};
  parallelPieces(pieces,
                 [&](size_t piece) { part[piece] = body(piece * grain, std::min(count, (piece + 1) * grain)); });
  double sum = 0;
  for (size_t piece = 0; piece < pieces; ++piece) sum += part[piece];
  return sum;
}

}  // namespace flotsam
