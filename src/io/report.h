// SPDX-License-Identifier: MIT
// What a run did, as the JSON of --report and the table of --csv. Numbers have full precision and do not
// depend on the locale; numbers that are not finite become null (JSON) or an empty cell (CSV).
#pragma once

#include <string>
#include <vector>

#include "sim/world.h"

namespace flotsam {

class RunReport {
 public:
  /// Before the first step. `scene` is the name or path the user gave.
  RunReport(const World& world, std::string scene, int threads);
  /// After every step.
  void add(const World& world);
  size_t steps() const { return steps_.size(); }

  /// One object: version, scene, grid, dt, threads, hash, bodies[], warnings[], steps[]; fault when there was one.
  std::string json(const World& world) const;
  /// One row per step: step, t, substeps, ms_STAGE..., ms_total, iterations, residual, max_divergence, converged,
  /// fluid_volume, particles, emitted, drained, kinetic_energy, potential_energy, momentum_x/y/z, in scenes with smoke
  /// or heat smoke, mean_temperature, max_temperature, with open sides inflow, outflow, exchanged, and per body of the
  /// scene NAME_x/y/z, NAME_qw/qx/qy/qz, NAME_vx/vy/vz, NAME_wx/wy/wz, NAME_fx/fy/fz, NAME_tx/ty/tz, NAME_submerged.
  std::string csv() const;

  /// Every warning of the run once, in the order of their first step.
  std::vector<std::string> warnings() const;

  struct Summary {
    size_t steps = 0;
    double meanMs = 0, medianMs = 0, worstMs = 0;
    double stageMs[kStageCount] = {};  // mean
    double iterations = 0;             // mean per step
    double realTimeFactor = 0;         // simulated time / time spent stepping; 0 without a clock
  };
  Summary summary() const;

 private:
  struct Body {
    std::string name;
    Pose pose;
    Vec3 velocity, angularVelocity, force, torque;
    double submerged;
  };
  struct Step {
    StepReport report;
    std::vector<Body> bodies;
  };
  struct BodyInfo {
    std::string name;
    double density, mass, volume;
  };
  std::string scene_;
  int threads_;
  double dt_;
  std::vector<BodyInfo> bodies_;
  std::vector<Step> steps_;
  std::vector<std::string> lastWarnings_;  // of the step before
};

/// Writes text to a file; the problem names the file and the reason.
Problems writeTextFile(const std::string& path, const std::string& text);

}  // namespace flotsam
