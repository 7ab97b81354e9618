// SPDX-License-Identifier: MIT
// Smoke and heat in the step ([S07] ch. 5): the buoyancy -alpha s + beta (T - T_amb) against gravity, the fields
// carried along, fading and cooling, and what sources and hot bodies hold them at. Temperatures are kept as K above
// ambient, so still air is zero to the last bit.
#include <algorithm>
#include <array>

#include "core/parallel.h"
#include "sim/world_impl.h"

namespace flotsam {

namespace {

constexpr float kNothing = 1e-5f;  // concentration, K: less is taken for none, or traces would fill the whole tank
constexpr float kShell = 1;        // cells around a body that it holds at its temperature and smoke

bool heats(double temperature) { return temperature > kNoTemperature; }

}  // namespace

/// The fields that the scene as it is now needs. One that is there stays.
void World::Impl::matchSmoke() {
  bool fumes = !desc.smoke.empty(), hot = false;
  for (const SmokeSource& s : desc.smoke) hot |= heats(s.temperature);
  for (const BodyDesc& b : desc.bodies) fumes |= b.smoke > 0, hot |= heats(b.temperature);
  if (fumes && smoke.empty()) smoke.assign(grid.size, 0.f), smokeNext = smoke;
  if (hot && temperature.empty()) temperature.assign(grid.size, 0.f), temperatureNext = temperature;
}

/// Up is against gravity, and the lifts go with its strength: without gravity warm air stays where it is. On faces of
/// open sides the cell inside counts.
void World::Impl::addBuoyancy(double dt) {
  const StepParams& p = desc.params;
  const double byConcentration = smoke.empty() ? 0 : p.smoke.lift, byHeat = temperature.empty() ? 0 : p.smoke.heatLift;
  if (byConcentration == 0 && byHeat == 0) return;
  const auto& open = (asFluid() ? rigidFluid.domain() : fractions->get()).fluid;
  for (int a = 0; a < (grid.flat() ? 2 : 3); ++a) {
    const double up = -p.gravity[a] / kEarthGravity;
    if (up == 0) continue;
    const int step = grid.stride(a);
    const double concentration = 0.5 * dt * byConcentration * up, heat = 0.5 * dt * byHeat * up;
    parallelPieces(static_cast<size_t>(grid.n.z), [&](size_t piece) {
      const int k = static_cast<int>(piece);
      for (int j = 0; j < grid.n.y; ++j)
        for (int i = 0; i < grid.n.x; ++i) {
          const int id = grid.id(i, j, k), place = Int3(i, j, k)[a];
          if (place < 1 || !(open[a][id] > 0)) continue;
          const int below = place > 1 ? id - step : id, above = place < grid.n[a] - 1 ? id : id - step;
          double& u = velocity[a][id];
          if (concentration != 0) u += concentration * (smoke[above] + smoke[below]);
          if (heat != 0) u += heat * (temperature[above] + temperature[below]);
        }
    });
  }
}

void World::Impl::moveSmoke(double dt) {
  std::array<CarriedScalar, 2> carried;
  size_t count = 0;
  if (!smoke.empty()) carried[count++] = {&smoke, &smokeNext};
  if (!temperature.empty()) carried[count++] = {&temperature, &temperatureNext};
  if (count == 0) return;
  const SmokeParams& p = desc.params.smoke;
  advectScalars(grid, velocity, solidField, dt, {carried.data(), count}, p.interpolation, desc.container.open,
                particleScratch);
  const auto thin = [](std::vector<float>& field, double share) {
    const auto keep = static_cast<float>(share);
    parallelFor(field.size(), 1 << 15, [&](size_t begin, size_t end) {
      for (size_t c = begin; c < end; ++c) field[c] = std::abs(field[c]) < kNothing ? 0.f : field[c] * keep;
    });
  };
  if (!smoke.empty()) std::swap(smoke, smokeNext), thin(smoke, std::exp(-p.fade * dt));
  if (!temperature.empty()) std::swap(temperature, temperatureNext), thin(temperature, std::exp(-p.cooling * dt));
  feedSources();
  feedAtBodies();
}

void World::Impl::feedSources() {
  for (const SmokeSource& s : desc.smoke) {
    if (time < s.from || time >= s.until) continue;
    const bool box = s.size != Vec3(0), warm = heats(s.temperature);
    const auto heat = static_cast<float>(heatOf(s.temperature));
    const Vec3 reach = box ? glm::max(0.5 * s.size, Vec3(0.5 * grid.dx)) : Vec3(s.radius);  // a cell at least
    const Int3 lo = glm::max(Int3(glm::floor((s.position - reach) / grid.dx)) + 1, Int3(1));
    const Int3 hi = glm::min(Int3(glm::floor((s.position + reach) / grid.dx)) + 1, grid.inner);
    for (int k = lo.z; k <= hi.z; ++k)
      for (int j = lo.y; j <= hi.y; ++j)
        for (int i = lo.x; i <= hi.x; ++i) {
          const Vec3 d = grid.cellCentre({i, j, k}) - s.position;
          const bool in =
              box ? glm::all(glm::lessThanEqual(glm::abs(d), reach)) : glm::dot(d, d) <= s.radius * s.radius;
          if (!in) continue;
          const int id = grid.id(i, j, k);
          smoke[id] = std::max(smoke[id], static_cast<float>(s.amount));
          if (warm) temperature[id] = heat;
        }
  }
}

/// The fluid at a body's surface, as far as a cell's width, has the body's temperature, and its smoke at least.
void World::Impl::feedAtBodies() {
  for (size_t b = 0; b < bodies.size(); ++b) {
    const BodyDesc& d = bodies[b].desc;
    const bool warm = heats(d.temperature) && !temperature.empty(), fumes = d.smoke > 0 && !smoke.empty();
    Int3 lo, hi;
    if ((!warm && !fumes) || !nodesAround(grid, solids[b], kNodeMargin, lo, hi)) continue;
    const auto heat = static_cast<float>(heatOf(d.temperature)), amount = static_cast<float>(d.smoke);
    lo = glm::max(lo, Int3(1)), hi = glm::min(hi, grid.inner + 1);
    for (int k = lo.z; k < hi.z; ++k)
      for (int j = lo.y; j < hi.y; ++j)
        for (int i = lo.x; i < hi.x; ++i) {
          const int id = grid.id(i, j, k);
          float centre = 0, least = 1e30f;  // the mean of the nodes is the centre's
          int owner = -1;
          for (int q = 0; q < 8; ++q) {
            const int node = id + (q & 1) + (q & 2 ? grid.sy : 0) + (q & 4 ? grid.sz : 0);
            centre += 0.125f * solidField.phi[node];
            if (solidField.phi[node] < least) least = solidField.phi[node], owner = solidField.owner[node];
          }
          if (owner != static_cast<int>(b) || centre >= kShell) continue;
          if (warm) temperature[id] = heat;
          if (fumes) smoke[id] = std::max(smoke[id], amount);
        }
  }
}

/// Over the cells whose centre is in no solid.
void World::Impl::diagnoseSmoke() {
  SmokeReport& r = report.smoke;
  const double ambientTemperature = desc.params.smoke.ambient;
  r = {};
  r.meanTemperature = r.maxTemperature = ambientTemperature;
  r.present = !smoke.empty() || !temperature.empty();
  if (!r.present) return;
  struct Sums {
    double cells = 0, smoke = 0, heat = 0;
    float hottest = -1e30f;
  };
  constexpr size_t kPieces = 8;  // of planes
  std::array<Sums, kPieces> parts;
  parallelPieces(kPieces, [&](size_t piece) {
    Sums sums;
    const int from = grid.inner.z * static_cast<int>(piece) / static_cast<int>(kPieces);
    const int to = grid.inner.z * (static_cast<int>(piece) + 1) / static_cast<int>(kPieces);
    for (int k = from + 1; k <= to; ++k)
      for (int j = 1; j <= grid.inner.y; ++j)
        for (int i = 1; i <= grid.inner.x; ++i) {
          const int id = grid.id(i, j, k);
          float centre = 0;
          for (int q = 0; q < 8; ++q)
            centre += solidField.phi[id + (q & 1) + (q & 2 ? grid.sy : 0) + (q & 4 ? grid.sz : 0)];
          if (centre < 0) continue;
          sums.cells += 1;
          if (!smoke.empty()) sums.smoke += double(smoke[id]);
          if (temperature.empty()) continue;
          sums.heat += double(temperature[id]);
          sums.hottest = std::max(sums.hottest, temperature[id]);
        }
    parts[piece] = sums;
  });
  Sums all;
  for (const Sums& s : parts) {
    all.cells += s.cells, all.smoke += s.smoke, all.heat += s.heat;
    all.hottest = std::max(all.hottest, s.hottest);
  }
  r.amount = grid.cellVolume() * all.smoke;
  if (temperature.empty() || !(all.cells > 0)) return;
  r.meanTemperature += all.heat / all.cells;
  r.maxTemperature += double(all.hottest);
}

}  // namespace flotsam
