// SPDX-License-Identifier: MIT
// The contact solve: impulses with friction at given contacts, by Bullet's sequential impulses in double precision.
// Bullet sees bodies and contact points only; finding contacts and moving bodies are ours. Nothing is remembered from
// one solve to the next.
#pragma once

#include <memory>
#include <span>

#include "sim/rigid/sdf_contact.h"

namespace flotsam {

struct SolverBody {
  Vec3 position{0};
  Quat orientation{1, 0, 0, 0};
  double mass = 0;                  // kg with the added mass; 0 = moves as it will
  Mat3 inertia{0};                  // body axes, likewise
  Vec3 velocity{0}, omega{0};       // in and out
  Vec3 push{0}, turn{0};            // out: velocities that carry the body out of overlap, for the position only
  Vec3 rebound{0}, reboundTurn{0};  // out of restitute: what the rebound adds to the velocities
};

/// One equation ja V_a + jb V_b = target (or >= it) between bodies that take part; -1: nothing that moves.
struct SolverRow {
  int a = -1, b = -1;
  Vec6 ja{}, jb{};
  double target = 0;
  bool oneSided = false;
};

class ImpulseSolver {
 public:
  ImpulseSolver();
  ~ImpulseSolver();

  /// Changes the velocities so that no contact closes by more than its gap within dt (s), fills `impulse`. `rows`: what
  /// joints ask of the bodies at the same time.
  void solve(std::span<SolverBody> bodies, std::span<Contact> contacts, double dt, bool flat,
             std::span<const SolverRow> rows = {});
  /// Afterwards: the rebound of the contacts that hit faster than `threshold` (m/s).
  void restitute(std::span<SolverBody> bodies, std::span<const Contact> contacts, double threshold, bool flat);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace flotsam
