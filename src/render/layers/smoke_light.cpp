// SPDX-License-Identifier: MIT
// The light in every smoke cell: layers are swept from the top, with the neighbour towards the light looked up
// bilinearly in the layer above. One pass, exact for smoke that varies slowly over a cell.
#include <algorithm>
#include <cmath>

#include "render/layers/smoke.h"
#include "render/layers/smoke_constants.h"

namespace flotsam::layer {
namespace {

constexpr float kLightShare = 0.85f;  // less than the full extinction: stands for light scattered forwards
constexpr float kFullHeat = 400;      // K above ambient: as warm in colour as smoke gets
constexpr float kBehindBody = 0.45f;  // light that is left in a body's shadow

float fastExp(float x) { return 1 / (1 + x * (1 + x * (0.5f + 0.17f * x))); }

}  // namespace

void sweepLight(const Frame& f, SmokeVolume& out) {
  std::vector<float>& work = out.light;
  const SmokeView& smoke = f.view.smoke;
  const Int3 n = smoke.cells;
  const int nx = n.x, ny = n.y, nz = n.z;
  const size_t count = static_cast<size_t>(nx) * static_cast<size_t>(ny) * static_cast<size_t>(nz);
  out.cells = n;
  out.texels.resize(3 * count);
  // Hot smoke shows it.
  const bool warm = smoke.heat.size() == count;
  const float range = std::max(kFullHeat, static_cast<float>(smoke.hottest - smoke.ambient));
  work.resize(count);
  const Vec3f cell = f.tank / Vec3f(n);
  // One layer up along the light; a flat tank is lit within its plane.
  const Vec3f light = f.flat ? glm::normalize(Vec3f(f.light.x, f.light.y, 0)) : f.light;
  const float length = cell.y / light.y;
  const float ox = light.x * length / cell.x, oz = light.z * length / cell.z;
  const float extinction = (f.flat ? 0.35f : 1) * kLightShare * kSmokeSigma * length;
  auto& occluders = out.occluders;
  occluders.clear();
  for (const BodyView& b : f.view.bodies) {
    if (!finite(b.pose.position)) continue;
    const float r = 0.8f * occlusionRadius(f, b);
    occluders.push_back({f.units(b.pose.position), r * r, std::pow(kBehindBody, length / std::max(1.5f * r, length))});
  }
  Int3 lo = n, hi(-1);
  constexpr int kBrick = SmokeVolume::kBrick;
  out.bricks = (n + kBrick - 1) / kBrick;
  out.inBrick.assign(static_cast<size_t>(out.bricks.x * out.bricks.y * out.bricks.z), 0);
  for (int j = ny - 1; j >= 0; --j)
    for (int k = 0; k < nz; ++k) {
      const float zk = std::clamp(static_cast<float>(k) + oz, 0.f, static_cast<float>(nz - 1));
      const int k0 = std::min(static_cast<int>(zk), std::max(nz - 2, 0)), k1 = std::min(k0 + 1, nz - 1);
      const float wz = zk - static_cast<float>(k0);
      for (int i = 0; i < nx; ++i) {
        const size_t id = static_cast<size_t>(i + nx * (j + ny * k));
        float rho = smoke.density[id];
        rho = rho > 0 ? std::min(rho, 1.f) : 0.f;
        if (j >= ny - 2 && ny > 4) rho *= j == ny - 1 ? 0.35f : 0.8f;  // or the lid cuts a hard edge
        float in = 1;
        if (j + 1 < ny) {
          const float xi = std::clamp(static_cast<float>(i) + ox, 0.f, static_cast<float>(nx - 1));
          const int i0 = std::min(static_cast<int>(xi), std::max(nx - 2, 0)), i1 = std::min(i0 + 1, nx - 1);
          const float wx = xi - static_cast<float>(i0);
          const auto at = [&](int a, int c) { return work[static_cast<size_t>(a + nx * (j + 1 + ny * c))]; };
          in = (1 - wz) * ((1 - wx) * at(i0, k0) + wx * at(i1, k0)) + wz * ((1 - wx) * at(i0, k1) + wx * at(i1, k1));
        }
        if (rho > 0.004f) {
          in *= fastExp(extinction * rho);
          lo = glm::min(lo, Int3(i, j, k)), hi = glm::max(hi, Int3(i, j, k));
          out.inBrick[static_cast<size_t>(i / kBrick + out.bricks.x * (j / kBrick + out.bricks.y * (k / kBrick)))] = 1;
        }
        if (!occluders.empty()) {
          const Vec3f x = cell * (Vec3f(i, j, k) + 0.5f);
          for (const auto& o : occluders) {
            const Vec3f d = x - o.centre;
            if (glm::dot(d, d) < o.radius2) in *= o.perLayer;
          }
        }
        work[id] = in;
        uint8_t* texel = &out.texels[3 * id];
        texel[0] = static_cast<uint8_t>(255 * rho + 0.5f);
        texel[1] = static_cast<uint8_t>(255 * in + 0.5f);
        texel[2] = warm ? static_cast<uint8_t>(255 * std::clamp(smoke.heat[id] / range, 0.f, 1.f) + 0.5f) : 0;
      }
    }
  // The linear filter reaches one cell beyond.
  out.lo = glm::max(Vec3f(lo) - 0.5f, Vec3f(0)) * cell;
  out.hi = hi.x < 0 ? out.lo : glm::min(Vec3f(hi) + 1.5f, Vec3f(n)) * cell;
}

}  // namespace flotsam::layer
