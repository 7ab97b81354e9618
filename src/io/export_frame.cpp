// SPDX-License-Identifier: MIT
#include "io/export_frame.h"

#include <algorithm>

#include "sim/geometry/container.h"

namespace flotsam {
namespace {

void copyParticles(const World& world, ParticleCloud& out) {
  const Particles& p = world.particles();
  const float dx = static_cast<float>(world.grid().dx);
  out.position.resize(p.size()), out.velocity.resize(p.size());
  for (size_t i = 0; i < p.size(); ++i) {
    out.position[i] = dx * (Vec3f(p.x[0][i], p.x[1][i], p.x[2][i]) - 1.f);
    out.velocity[i] = {p.v[0][i], p.v[1][i], p.v[2][i]};
  }
  out.id = p.id, out.dye = p.dye;
  out.dyes.clear();
  for (const DyeRegion& r : world.desc().dyes) out.dyes.push_back(r.word);
}

/// The solver continues the distance through the walls; outside of the tank there is no liquid.
void cutWalls(const World& world, const LiquidView& liquid, std::vector<float>& out) {
  const Int3 n = liquid.cells;
  out.resize(liquid.phi.size());
  size_t at = 0;
  for (int k = 0; k < n.z; ++k)
    for (int j = 0; j < n.y; ++j)
      for (int i = 0; i < n.x; ++i, ++at) {
        const double wall =
            wallDistance(world.desc().container, world.grid(), world.grid().cellCentre({i, j, k})) / world.grid().dx;
        out[at] = std::max(liquid.phi[at], static_cast<float>(std::clamp(-wall, -1.0, 1.0)));
      }
}

}  // namespace

void captureFrame(const World& world, const ExportParts& parts, ExportFrame& frame) {
  frame.step = world.stepCount(), frame.time = world.time();
  if (parts.particles) copyParticles(world, frame.particles);
  if (parts.view || parts.liquid) world.fill(frame.view, /*markers=*/0);
  if (parts.liquid) cutWalls(world, frame.view.liquid, frame.liquid);
}

}  // namespace flotsam
