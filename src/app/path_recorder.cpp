// SPDX-License-Identifier: MIT
// Top down, as Ramer and Douglas thin a line, but against the smooth curve that the script makes of its keys
// (sim/rigid/script.h): what a key more changes is seen by the next look.
#include "app/path_recorder.h"

#include <algorithm>
#include <cmath>

#include "sim/rigid/script.h"

namespace flotsam {
namespace {

double angleBetween(const Quat& a, const Quat& b) {
  return 2 * std::acos(std::clamp(std::abs(glm::dot(glm::normalize(a), glm::normalize(b))), 0.0, 1.0));
}

Script::Key keyOf(const PathSample& s, double start, const BodyDesc& body, bool flat) {
  Script::Key key;
  key.time = s.time - start;
  key.position = s.pose.position - body.position;
  if (flat) key.position.z = 0;
  key.orientation = glm::normalize(s.pose.orientation * glm::conjugate(glm::normalize(body.orientation)));
  return key;
}

}  // namespace

Script scriptOf(std::span<const PathSample> samples, const BodyDesc& body, const PathLimits& limits) {
  BodyDesc following = body;
  following.motion = Motion::Scripted;
  Script& script = following.script;
  script = {};
  script.kind = Script::Keyframes;
  std::vector<Script::Key> all;
  for (const PathSample& s : samples)
    if (const Script::Key key = keyOf(s, samples.front().time, body, limits.flat);
        all.empty() || key.time > all.back().time)
      all.push_back(key);
  if (all.size() < 2) return script;
  script.keys = {all.front(), all.back()};
  while (script.keys.size() < std::min(limits.keys, all.size())) {
    double worst = 1;
    size_t at = 0;
    for (size_t i = 1; i + 1 < all.size(); ++i) {
      const Pose pose = scriptedPose(following, all[i].time);
      const Quat wanted = all[i].orientation * glm::normalize(body.orientation);
      const double off = std::max(glm::length(pose.position - body.position - all[i].position) / limits.distance,
                                  angleBetween(pose.orientation, wanted) / limits.angle);
      if (off > worst) worst = off, at = i;
    }
    if (at == 0) break;
    const auto place = std::lower_bound(script.keys.begin(), script.keys.end(), all[at].time,
                                        [](const Script::Key& k, double time) { return k.time < time; });
    if (place->time == all[at].time) break;  // the worst is a key already: a limit below rounding
    script.keys.insert(place, all[at]);
  }
  return script;
}

double distanceFrom(std::span<const PathSample> samples, const BodyDesc& body, const Script& script) {
  BodyDesc following = body;
  following.script = script;
  double most = 0;
  for (const PathSample& s : samples)
    most =
        std::max(most, glm::length(scriptedPose(following, s.time - samples.front().time).position - s.pose.position));
  return most;
}

}  // namespace flotsam
