// SPDX-License-Identifier: MIT
// The way of a body that is dragged, as a script: samples in, as few keyframes as keep to them out.
#pragma once

#include <span>
#include <vector>

#include "sim/rigid/body.h"

namespace flotsam {

struct PathSample {
  double time = 0;  // s
  Pose pose;
};

struct PathLimits {
  double distance = 0.005;  // m, between a sample and the script
  double angle = 0.05;      // rad, likewise
  size_t keys = 100;        // at most
  bool flat = false;        // the script stays in the plane
};

/// A script of keyframes that `body`, as the scene has it, follows from time 0 on: through the first and the last
/// sample, and through that of the others from which it is farthest, until none is farther than the limits or there are
/// as many keys as may be. Without two samples at different times it has no keys.
Script scriptOf(std::span<const PathSample> samples, const BodyDesc& body, const PathLimits& limits);
/// How far the script, followed by `body`, is from the samples at most, m.
double distanceFrom(std::span<const PathSample> samples, const BodyDesc& body, const Script& script);

}  // namespace flotsam
