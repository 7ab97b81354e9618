// SPDX-License-Identifier: MIT
#include "sim/geometry/volume_shift.h"

#include <algorithm>
#include <vector>

#include "sim/geometry/fractions.h"

namespace flotsam {

double volumeShift(const Shape& shape, double volume, double dx, bool flat) {
  constexpr int kMostAcross = 120;  // nodes
  constexpr double kMost = 0.1;     // cells
  const double h = dx / kVolumeRefine, reach = shape.boundingRadius() + 2 * h;
  const int across = static_cast<int>(std::ceil(2 * reach / h)) + 1;
  if (across > kMostAcross || !(shape.thickness() >= dx)) return 0;
  const Int3 count(across, across, flat ? 2 : across);
  const Pose pose{Vec3(0.137 * h, 0.411 * h, flat ? 0 : 0.293 * h),
                  flat ? glm::angleAxis(0.417, Vec3(0, 0, 1)) : glm::angleAxis(0.917, glm::normalize(Vec3(3, 1, 2)))};
  std::vector<double> phi(static_cast<size_t>(count.x) * count.y * count.z);
  shape.sampleLattice(pose, Vec3(-reach, -reach, flat ? 0 : -reach), h, count, flat, phi.data());
  const auto inside = [&](double grown) {
    double sum = 0;
    for (int k = 0; k + 1 < count.z; ++k)
      for (int j = 0; j + 1 < count.y; ++j)
        for (int i = 0; i + 1 < count.x; ++i) {
          double corner[8];
          bool in = false;
          for (int q = 0; q < 8; ++q) {
            corner[q] = phi[(i + (q & 1)) + size_t(count.x) * ((j + (q >> 1 & 1)) + size_t(count.y) * (k + (q >> 2)))];
            in |= (corner[q] -= grown) < 0;
          }
          if (in) sum += insideVolume(corner);
        }
    return sum * h * h * (flat ? dx : h);
  };
  const double step = 0.05 * h, now = inside(0), surface = (inside(step) - now) / step;
  return surface > 0 ? std::clamp((volume - now) / surface, -kMost * dx, kMost * dx) : 0;
}

}  // namespace flotsam
