// SPDX-License-Identifier: MIT
// Which contacts press, and what friction they give: the impulses >= 0 that keep contacts from closing, each with a
// friction within Coulomb's cone, found by projected Gauss-Seidel before the pressure solve. What holds becomes an
// equation of the solve, what slides an impulse.
#pragma once

#include <span>

#include "sim/rigid/joint.h"

namespace flotsam {

/// A one-sided equation, or a friction row: these follow their contact, one in a flat grid, two in space.
struct PressRow {
  LinkRow row;
  double friction = 0;   // coefficient, of a contact
  int tangents = 0;      // friction rows that follow, of a contact
  double own = 0;        // velocity of the row per impulse of its own; not > 0: others hold it, it is passed over
  double impulse = 0;    // N s, result
  bool sliding = false;  // result, of a contact: it moves along, its friction at the limit of the cone
};

/// Appends the contact and its friction rows: `normal` into the body at `place`, at `point` (world) of a body with its
/// centre at `centre`, against an obstacle that moves with `obstacle` (m/s) there.
void appendPress(int place, const Vec3& normal, const Vec3& point, const Vec3& centre, const Vec3& obstacle,
                 double friction, bool flat, std::vector<PressRow>& rows);

/// Fills the impulses. `moved[k n + p]` = change of velocity of place p by a unit impulse of row k, n places;
/// `expected` = their velocities without any, on return with all.
void findImpulses(std::span<PressRow> rows, std::span<const Vec6> moved, std::span<Vec6> expected);

}  // namespace flotsam
