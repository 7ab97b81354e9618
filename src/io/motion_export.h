// SPDX-License-Identifier: MIT
// The motion of the bodies into files that other programs read: a CSV table, and glTF 2.0 (binary) with a node a body,
// its mesh, and its translation and rotation over time. Metres, seconds, y up, as glTF has them too.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "view/sim_view.h"

namespace flotsam {

class MotionTrack {
 public:
  /// A moment of all bodies; times grow.
  void add(const SimView& view);
  size_t moments() const { return times_.size(); }

  /// A row a body and moment: time, step, name, pose, velocities, force and torque of the pressure, wet share, density.
  std::string csv() const;
  /// `palette`: 0xRRGGBB by the bodies' colour index; may be empty. A body that was not there all the time has scale 0
  /// while it was not.
  std::string glb(const std::string& title, const std::vector<unsigned>& palette) const;

  struct Sample {
    size_t moment;
    Pose pose;
    Vec3 velocity, spin, force, torque;
    double submerged, density;
  };
  struct Body {
    std::string name;
    std::shared_ptr<const TriangleMesh> mesh;
    int colour = 0;
    double volume = 0;  // m³
    std::vector<Sample> samples;
  };

 private:
  std::vector<double> times_;
  std::vector<uint64_t> steps_;
  std::vector<Body> bodies_;  // in the order in which they came
  std::map<std::pair<std::string, const TriangleMesh*>, size_t> index_;
};

}  // namespace flotsam
