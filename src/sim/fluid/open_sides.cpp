// SPDX-License-Identifier: MIT
#include "sim/fluid/open_sides.h"

#include <algorithm>

#include "core/rng.h"
#include "sim/fluid/lanes.h"
#include "sim/fluid/solid_sampling.h"

namespace flotsam {

namespace {

/// body(cell in the tank, id of the face, axis, upper) for the faces of the open sides, in a fixed order.
template <class Body>
void forOpenFaces(const Grid& g, OpenSides open, const Body& body) {
  for (int a = 0; a < 3; ++a)
    for (const bool upper : {false, true}) {
      if (!open.at(a, upper)) continue;
      Int3 lo(1), hi = g.inner;
      lo[a] = hi[a] = upper ? g.inner[a] : 1;
      for (int k = lo.z; k <= hi.z; ++k)
        for (int j = lo.y; j <= hi.y; ++j)
          for (int i = lo.x; i <= hi.x; ++i) {
            const int cell = g.id(i, j, k);
            body(cell, upper ? cell + g.stride(a) : cell, a, upper);
          }
    }
}

}  // namespace

void findAmbient(const Grid& g, OpenSides open, const Vec3& down, AmbientField& field) {
  field.phi.assign(g.size, -1.f);
  field.height.assign(g.size, 0.f);
  forOpenFaces(g, open, [&](int cell, int, int a, bool upper) {
    field.phi[upper ? cell + g.stride(a) : cell - g.stride(a)] = 1;
  });
  const Vec3 middle = 0.5 * Vec3(g.n);
  for (int k = 0; k < g.n.z; ++k)
    for (int j = 0; j < g.n.y; ++j)
      for (int i = 0; i < g.n.x; ++i)
        field.height[g.id(i, j, k)] = static_cast<float>(-glm::dot(down, Vec3(i, j, k) + 0.5 - middle));
}

ThroughFlow throughFlow(const Grid& g, OpenSides open, const std::array<std::vector<double>, 3>& fluid,
                        const MacVelocity& velocity, std::vector<Inlet>* inlets) {
  ThroughFlow flow;
  if (inlets) inlets->clear();
  const double area = g.dx * g.dx;
  forOpenFaces(g, open, [&](int, int face, int a, bool upper) {
    const double out = area * fluid[a][face] * (upper ? velocity[a][face] : -velocity[a][face]);
    if (out > 0) flow.out += out;
    if (!(out < 0)) return;
    flow.in -= out;
    if (inlets) inlets->push_back({face, a, upper, flow.in});
  });
  return flow;
}

size_t exchangeParticles(const Grid& g, OpenSides open, const std::array<std::vector<double>, 3>& fluid,
                         const SolidField& solids, const MacVelocity& velocity, double dt, uint64_t step,
                         Particles& particles, const ParticleScratch& scratch, ExchangeScratch& work) {
  if (!open.any()) return 0;
  work.leaving.reserve(particles.size());  // so that no later step takes room
  work.inlets.reserve(2 * (static_cast<size_t>(g.inner.x) * g.inner.y + static_cast<size_t>(g.inner.y) * g.inner.z +
                           static_cast<size_t>(g.inner.z) * g.inner.x));
  const ThroughFlow flow = throughFlow(g, open, fluid, velocity, &work.inlets);
  if (work.inlets.empty()) return 0;
  const Vec3f lo(1 + kSolidGap), hi = Vec3f(g.n) - (1 + kSolidGap);  // where advectParticles stops them
  work.leaving.clear();
  for (size_t p = 0; p < particles.size(); ++p) {
    bool leaves = false;
    for (int a = 0; a < 3; ++a) {
      const float x = particles.x[a][p];
      leaves = leaves || (open.at(a, false) && x <= lo[a]) || (open.at(a, true) && x >= hi[a]);
    }
    if (leaves) work.leaving.push_back(static_cast<uint32_t>(p));
  }
  const LaneSampler sample(g, scratch);
  const size_t count = work.leaving.size();
  for (size_t n = 0; n < count; ++n) {
    const uint32_t p = work.leaving[n];
    const uint64_t seed = randomBits(0x6f70656eu + step, particles.id[p]);
    const double share = flow.in * (static_cast<double>(n) + randomUnit(seed, 0)) / static_cast<double>(count);
    const auto found = std::lower_bound(work.inlets.begin(), work.inlets.end(), share,
                                        [](const Inlet& i, double wanted) { return i.until < wanted; });
    const Inlet& inlet = found == work.inlets.end() ? work.inlets.back() : *found;
    const double speed = std::abs(velocity[inlet.axis][inlet.id]);
    const float depth = std::max(2 * kSolidGap, static_cast<float>(randomUnit(seed, 1) * speed * dt / g.dx));
    Vec3f x(g.coords(inlet.id));
    for (int a = 0; a < 3; ++a)
      if (a == inlet.axis)
        x[a] += inlet.upper ? -depth : depth;
      else
        x[a] += g.flat() && a == 2 ? 0.5f : static_cast<float>(randomUnit(seed, 2 + static_cast<uint64_t>(a)));
    x = pushedOut(g, solids, glm::clamp(x, lo, hi), lo, hi);
    const Lanes3 v = sample({_mm_set1_ps(x.x), _mm_set1_ps(x.y), _mm_set1_ps(x.z)});
    const float u[3] = {_mm_cvtss_f32(v.x), _mm_cvtss_f32(v.y), _mm_cvtss_f32(v.z)};
    for (int a = 0; a < 3; ++a) particles.x[a][p] = x[a], particles.v[a][p] = u[a];
    for (auto& gradient : particles.gradient)
      if (!gradient.empty()) gradient[p] = 0;
    particles.dye[p] = 0;
  }
  return count;
}

}  // namespace flotsam
