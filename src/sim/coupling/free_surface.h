// SPDX-License-Identifier: MIT
// The free surface in the coupled system: ghost fluid, p = 0 on the surface ([S07] ch. 6; Enright et al. 2003).
//
// A face with fluid between a liquid cell (phi_l < 0) and an air cell has the surface at theta = phi_l/(phi_l - phi_a)
// of a cell from the liquid's centre. Its pressure gradient is that of the line from q to 0 over theta:
//   u <- u -+ q/theta,   diagonal of A: w/theta instead of w,   no link.
// b and the bodies' K use the plain fractions; in energy terms the face carries the mass theta w. theta is at least
// 0.05. Faces between air cells stay as they are.
//
// With surface tension the pressure there is not 0 but gamma kappa (Kang, Fedkiw & Liu 2000), q_s = gamma kappa dt /
// (rho dx) with kappa between the two cells' by theta: q - q_s takes the place of q, and b gains w q_s / theta.
//
// The volume is kept in this same solve: `source` is the net outflow each cell shall have, m/s (divergence times dx).
#pragma once

#include <vector>

#include "sim/coupling/coupled_system.h"

namespace flotsam {

struct FreeSurface {
  const std::vector<float>* phi = nullptr;        // per cell, in cells, negative in the liquid, extended into solids
  const std::vector<double>* source = nullptr;    // per cell, m/s; null = none
  bool separation = false;                        // walls let go: 0 <= p at cells touching solids
  bool expectRelease = false;                     // some will: the first pass need not be exact
  const std::vector<float>* curvature = nullptr;  // per cell, 1/cells; null = no surface tension
  double tension = 0;                             // gamma dt / (rho dx²), m/s
};

/// Part of the way from a liquid cell's centre to an air cell's where the surface is.
inline double surfaceTheta(float liquid, float air) {
  const double theta = double(liquid) / (double(liquid) - double(air));
  return theta > 0.05 ? (theta < 1 ? theta : 1.0) : 0.05;
}

/// q_s on the face between a liquid and an air cell.
inline double surfaceJump(const FreeSurface& s, double theta, int liquid, int air) {
  if (!s.curvature) return 0;
  return s.tension * ((1 - theta) * double((*s.curvature)[liquid]) + theta * double((*s.curvature)[air]));
}

/// What the pressure on the surface adds to b.
void addSurfacePressure(CoupledSystem& system);
/// Unknowns (liquid cells with an open face), links between them and the surface's part of the diagonal.
void linkLiquid(CoupledSystem& system);
/// The same when the cells in `released` hold p = 0 at their centre and are no unknowns, after `changed` ones were let
/// go or taken back.
void relinkLiquid(CoupledSystem& system, const std::vector<uint8_t>& released, const std::vector<int>& changed);
/// u <- u - G q on faces that touch liquid.
void updateLiquidVelocity(const CoupledSystem& system, const std::vector<double>& q, MacVelocity& velocity);

}  // namespace flotsam
