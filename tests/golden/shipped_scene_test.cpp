// SPDX-License-Identifier: MIT
// The default scene ends in the same bits for any number of workers and every time it is run, meshes, contacts and the
// hand included. No hash is written down here: bits may differ between machines, never between runs.
#include <gtest/gtest.h>

#include "core/parallel.h"
#include "io/assets.h"
#include "io/scene.h"
#include "sim/world.h"

namespace flotsam {
namespace {

uint64_t hashAfter(const WorldDesc& desc, int threads, int steps) {
  setThreadCount(threads);
  World world(desc);
  InputFrame input;
  for (int i = 0; i < steps; ++i) {
    // The hand takes the rabbit across the tank and lets go.
    input.hand = {i > 10 && i < 50, "rabbit", Vec3(0.03, 0.05, 0), Vec3(0.3 + 0.01 * i, 0.5, 0.5)};
    world.step(input);
  }
  EXPECT_TRUE(world.status().ok) << world.status().fault;
  return world.hash();
}

TEST(ShippedScene, OneHashForOneTwoThreeWorkersAndEveryRun) {
  const auto scene = loadScene(findScene(kDefaultScene));
  ASSERT_TRUE(scene) << (scene.problems.empty() ? "" : scene.problems.front().text());
  const uint64_t one = hashAfter(*scene, 1, 120);
  EXPECT_EQ(hashAfter(*scene, 2, 120), one);
  EXPECT_EQ(hashAfter(*scene, 3, 120), one);
  EXPECT_EQ(hashAfter(*scene, 1, 120), one);
  EXPECT_NE(hashAfter(*scene, 1, 119), one);
  setThreadCount(0);
}

}  // namespace
}  // namespace flotsam
