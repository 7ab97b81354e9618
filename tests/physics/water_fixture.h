// SPDX-License-Identifier: MIT
// Tests of liquid in time, on the pools of src/verify/pool.h: steps that must not fail, hashes that must agree.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/parallel.h"
#include "tank.h"
#include "verify/pool.h"

namespace flotsam::water {

/// Steps for `seconds`; every step may be looked at.
inline void run(World& w, double seconds, const std::function<void()>& look = {},
                const std::function<InputFrame()>& input = {}) {
  if (w.grid().flat()) setThreadCount(1);  // a few thousand cells are not worth waking anybody for
  const int steps = static_cast<int>(std::lround(seconds * w.desc().params.rate));
  for (int i = 0; i < steps; ++i) {
    w.step(input ? input() : InputFrame{});
    ASSERT_TRUE(w.status().ok) << w.status().fault;
    if (look) look();
  }
}

/// One hash for 1, 2 and 3 threads after `steps` steps of what `make` describes.
inline void expectOneHash(const std::function<WorldDesc()>& make, int steps) {
  const auto hash = [&](int threads) {
    setThreadCount(threads);
    World w(make());
    for (int i = 0; i < steps; ++i) w.step();
    EXPECT_TRUE(w.status().ok) << w.status().fault;
    return w.hash();
  };
  const uint64_t one = hash(1);
  EXPECT_EQ(hash(2), one);
  EXPECT_EQ(hash(3), one);
  setThreadCount(0);
}

}  // namespace flotsam::water
