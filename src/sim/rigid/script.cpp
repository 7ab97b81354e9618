// SPDX-License-Identifier: MIT
// Spin and circle in closed form, keyframes by cubic Hermite pieces with Catmull-Rom tangents.
#include "sim/rigid/script.h"

#include <algorithm>

#include "sim/rigid/rotation.h"

namespace flotsam {
namespace {

Vec3 pivotOf(const BodyDesc& desc) {
  const Script& script = desc.script;
  return script.hasPivot || script.pivot != Vec3(0) ? script.pivot : desc.position;
}

/// Tangent of the Catmull-Rom curve at key i. A closed loop goes on smoothly; other ends start and stop at rest, and so
/// does a hold: two keys in one place would else be left and come back to.
Vec3 tangent(const Script& script, size_t i) {
  const auto& keys = script.keys;
  const size_t last = keys.size() - 1;
  const bool inside = i > 0 && i < last;
  const bool closed = script.loop && last > 1 && keys[0].position == keys[last].position;
  if (!inside && !closed) return Vec3(0);
  const Script::Key &before = keys[inside ? i - 1 : last - 1], &at = keys[inside ? i : last];
  const Script::Key &start = keys[inside ? i : 0], &after = keys[inside ? i + 1 : 1];
  if (before.position == at.position || after.position == at.position) return Vec3(0);
  return (after.position - before.position) / (at.time - before.time + after.time - start.time);
}

Pose keyframePose(const Script& script, double t) {
  const auto& keys = script.keys;
  if (keys.empty()) return {};
  const double first = keys.front().time, period = keys.back().time - first;
  if (script.loop && period > 0) t = first + (t - first) - period * std::floor((t - first) / period);
  if (t <= first) return {keys.front().position, keys.front().orientation};
  if (t >= keys.back().time) return {keys.back().position, keys.back().orientation};
  size_t i = 0;
  while (keys[i + 1].time <= t) ++i;
  const Script::Key &a = keys[i], &b = keys[i + 1];
  const double h = b.time - a.time, s = (t - a.time) / h, u = 1 - s;
  Pose pose;
  pose.position = (u * u * (1 + 2 * s)) * a.position + (s * s * (1 + 2 * u)) * b.position +
                  h * s * u * (u * tangent(script, i) - s * tangent(script, i + 1));
  pose.orientation = glm::slerp(glm::normalize(a.orientation), glm::normalize(b.orientation), s);
  return pose;
}

}  // namespace

Pose scriptedPose(const BodyDesc& desc, double t) {
  const Script& script = desc.script;
  const Quat start = glm::normalize(desc.orientation);
  switch (script.kind) {
    case Script::Spin:
    case Script::Circle: {
      const Quat turn = rotationOf(script.rate * t * glm::normalize(script.axis));
      const Vec3 pivot = pivotOf(desc);
      Pose pose{pivot + turn * (desc.position - pivot), start};
      if (script.kind == Script::Spin) pose.orientation = glm::normalize(turn * start);
      return pose;
    }
    case Script::Keyframes: {
      const Pose offset = keyframePose(script, t);
      return {desc.position + offset.position, glm::normalize(offset.orientation * start)};
    }
  }
  return {desc.position, start};
}

void scriptedVelocity(const BodyDesc& desc, double t, double dt, Vec3& velocity, Vec3& angularVelocity) {
  const Pose now = scriptedPose(desc, t), next = scriptedPose(desc, t + dt);
  velocity = (next.position - now.position) / dt;
  angularVelocity = rotationVector(next.orientation * glm::conjugate(now.orientation)) / dt;
}

}  // namespace flotsam
