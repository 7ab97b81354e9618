// SPDX-License-Identifier: MIT
// The particles: float structure of arrays, sorted by cell every few steps. They carry the velocity (FLIP/PIC, APIC)
// and are the markers one sees; with semi-Lagrangian advection they are markers only.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/fluid/liquid_region.h"
#include "sim/fluid/solid_field.h"
#include "sim/geometry/grid.h"

namespace flotsam {

struct Particles {
  // Lattice coordinates: x = (world + dx)/dx, so cell i spans [i, i+1). Velocities in m/s.
  std::array<std::vector<float>, 3> x, v;
  // APIC only (empty otherwise): d(component a)/d(axis b) at 3 a + b, m/s per cell; in a flat grid a, b < 2 only.
  std::array<std::vector<float>, 9> gradient;
  std::vector<uint32_t> id;  // constant over life; selects the drawn subset
  std::vector<uint8_t> dye;  // 0 = undyed
  std::vector<uint32_t>
      cellStart;  // Grid::size + 1 entries: when last sorted, particles of cell id were [start[id], start[id+1])
  size_t size() const { return id.size(); }
};

/// Memory the particle stages reuse; nothing in it survives a call.
struct ParticleScratch;

/// `perCell` jittered particles (1, 8 or 27; in a flat grid the 2D square of the same root: 1, 4, 9) in every cell of
/// the tank, those inside solids left out. Velocity zero, dye zero, ids in order. Depends on (grid, solids, seed) only.
/// With `regions` only inside one of these, and with the velocity of the last that holds the particle.
void seedParticles(const Grid& grid, const SolidField& solids, int perCell, uint64_t seed, Particles& particles,
                   const std::vector<LiquidRegion>* regions = nullptr);
/// Particles along an axis of a cell: 1, 2 or 3.
int particlesPerEdge(int perCell);
/// Counting sort by cell (stable); fills cellStart. All attributes move.
void sortParticles(const Grid& grid, Particles& particles, ParticleScratch& scratch);
/// The same from one set of memory into another: `from` stays as it is, `x` are its particles' places now. `to` takes
/// all attributes and cellStart; it may not be `from`, and allocates only where it has less room.
void sortParticles(const Grid& grid, const Particles& from, const std::array<std::vector<float>, 3>& x, Particles& to,
                   ParticleScratch& scratch);
/// As many entries of everything as `from` has; what is in them is not said.
void resizeLike(const Particles& from, Particles& to);

}  // namespace flotsam
