// SPDX-License-Identifier: MIT
// Particles into files that other programs read: PLY (binary, little endian, points only) and CSV. Metres and metres
// per second, y up; the numbers do not depend on the locale.
#pragma once

#include <string>

#include "io/export_frame.h"

namespace flotsam {

/// Vertices with x y z, vx vy vz, id and dye; the words of the dyes are comments.
std::string particlesPly(const ParticleCloud& particles);
/// A row a particle under a head with the units.
std::string particlesCsv(const ParticleCloud& particles);

}  // namespace flotsam
