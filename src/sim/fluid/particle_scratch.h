// SPDX-License-Identifier: MIT
// Memory the particle stages reuse from call to call, so that nothing is allocated once the sizes have been seen.
// Nothing in it survives a call: any stage may be run with a fresh one.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/fluid/particles.h"

namespace flotsam {

struct ParticleScratch {
  std::array<std::vector<float>, 3> quads;   // face velocities, four neighbours side by side (lanes.h)
  std::vector<float> scatter, faceSums;      // a slab for every thread; what slabs sum to (scatter_slabs.h)
  std::vector<uint32_t> strays, strayCount;  // particles too far from where they were sorted; how many, by slab
  std::vector<uint8_t> filled, around;       // blocks of cells with something to carry; with some near (smoke)
  std::vector<float> centre;                 // distance of solids at cell centres (smoke)
  std::vector<uint8_t> nearNode, nearSolid;  // nodes near solids; cells in which a particle must look at their distance
  std::vector<uint8_t> ahead;                // particles that have moved for all parts of their group
  std::vector<uint32_t> cell, rank;          // of every particle, while sorting
  std::vector<uint32_t> counts;              // of the particles in every cell, by pieces of them
  Particles sorted;                          // where the sort writes; swapped with the particles
  bool plain = false;                        // keep to the four-lane kernels (tests compare)
};

}  // namespace flotsam
