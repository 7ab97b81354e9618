// SPDX-License-Identifier: MIT
#include "sim/fluid/emitter.h"

#include <algorithm>
#include <cmath>

#include "sim/fluid/solid_sampling.h"

namespace flotsam {

namespace {

double fraction(double v) { return v - std::floor(v); }

/// Any two directions across the axis.
void acrossOf(const Vec3& axis, Vec3& u, Vec3& v) {
  const Vec3 other = std::abs(axis.x) < 0.7 ? Vec3(1, 0, 0) : Vec3(0, 1, 0);
  u = glm::normalize(glm::cross(axis, other)), v = glm::cross(axis, u);
}

}  // namespace

double Emitter::flow(double thickness) const {
  return (thickness > 0 ? 2 * radius * thickness : kPi * radius * radius) * glm::length(velocity);
}

bool Drain::contains(const Vec3& x, bool flat) const {
  Vec3 d = x - position;
  if (flat) d.z = 0;
  if (size == Vec3(0)) return glm::dot(d, d) < radius * radius;
  return 2 * std::abs(d.x) <= size.x && 2 * std::abs(d.y) <= size.y && (flat || 2 * std::abs(d.z) <= size.z);
}

size_t emitParticles(const Grid& grid, const SolidField& solids, double perCell, const Emitter& e, double dt,
                     uint8_t dye, size_t room, FlowState& state, uint32_t& nextId, Particles& particles) {
  const bool flat = grid.flat();
  state.due += e.flow(flat ? grid.dx : 0) * dt / grid.cellVolume() * perCell;
  const double speed = glm::length(e.velocity);
  if (!(speed > 0)) return 0;
  const Vec3 axis = e.velocity / speed;
  Vec3 u, v;
  acrossOf(axis, u, v);
  if (flat) u = Vec3(-axis.y, axis.x, 0);
  // More than would fill the tank several times over in a step cannot come in, and asking would take for ever.
  const double most = 4 * perCell * static_cast<double>(grid.size);
  const uint64_t wanted = static_cast<uint64_t>(std::min(state.due, most));
  state.due = state.due > most ? 0 : state.due - static_cast<double>(wanted);
  size_t made = 0;
  // Steps of the R3 sequence: powers of the root of x⁴ = x + 1.
  constexpr double kStep[3] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
  for (uint64_t n = 0; n < wanted; ++n) {
    const double index = static_cast<double>(state.asked + n);
    // As far down the jet as it has come since, with the first of this step farthest.
    const double along = speed * dt * (1 - (static_cast<double>(n) + fraction(index * kStep[2])) / double(wanted));
    Vec3 at = e.position + along * axis;
    if (flat) {
      at += e.radius * (2 * fraction(index * kStep[0]) - 1) * u;
      at.z = 0.5 * grid.dx;
    } else {
      const double r = e.radius * std::sqrt(fraction(index * kStep[0])), angle = 2 * kPi * fraction(index * kStep[1]);
      at += r * std::cos(angle) * u + r * std::sin(angle) * v;
    }
    const Vec3f x(at / grid.dx + 1.0);
    bool inside = made < room;
    for (int a = 0; a < 3; ++a) inside &= x[a] > 1 && x[a] < static_cast<float>(1 + grid.inner[a]);
    if (!inside || sampleSolids(grid, solids, x).phi < 0) continue;
    const int cell = grid.id(Int3(x));  // as it was sorted last: liquid that has nowhere to go holds the tap shut
    if (particles.cellStart[cell + 1] - particles.cellStart[cell] > 2 * perCell) continue;
    for (int a = 0; a < 3; ++a)
      particles.x[a].push_back(x[a]), particles.v[a].push_back(static_cast<float>(flat && a == 2 ? 0 : e.velocity[a]));
    for (auto& g : particles.gradient)
      if (g.size() + 1 == particles.x[0].size()) g.push_back(0);
    particles.id.push_back(nextId++);
    particles.dye.push_back(dye);
    ++made;
  }
  state.count += made, state.asked += wanted;
  return made;
}

size_t drainParticles(const Grid& grid, double perCell, const Drain& d, double dt, FlowState& state,
                      Particles& particles) {
  const size_t n = particles.size();
  const double most = d.flow * dt / grid.cellVolume() * perCell;
  state.due = std::min(state.due + most, most + 1);  // an idle drain saves nothing up
  size_t kept = 0;
  for (size_t p = 0; p < n; ++p) {
    const Vec3 x = grid.dx * (Vec3(particles.x[0][p], particles.x[1][p], particles.x[2][p]) - 1.0);
    if (state.due >= 1 && d.contains(x, grid.flat())) {
      state.due -= 1;
      continue;
    }
    if (kept != p) {
      for (int a = 0; a < 3; ++a) particles.x[a][kept] = particles.x[a][p], particles.v[a][kept] = particles.v[a][p];
      for (auto& g : particles.gradient)
        if (!g.empty()) g[kept] = g[p];
      particles.id[kept] = particles.id[p], particles.dye[kept] = particles.dye[p];
    }
    ++kept;
  }
  for (int a = 0; a < 3; ++a) particles.x[a].resize(kept), particles.v[a].resize(kept);
  for (auto& g : particles.gradient)
    if (!g.empty()) g.resize(kept);
  particles.id.resize(kept), particles.dye.resize(kept);
  state.count += n - kept;
  return n - kept;
}

}  // namespace flotsam
