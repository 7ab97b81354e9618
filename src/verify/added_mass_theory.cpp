// SPDX-License-Identifier: MIT
#include "verify/added_mass_theory.h"

#include <algorithm>
#include <cmath>

namespace flotsam {

/// The images of a dipole in the walls: mirrored positions 2 L k + x and 2 L k - x along each axis, the latter with
/// that component of the dipole reversed. Every cell of eight images (2D: four) has no dipole of its own, so the sum
/// has a limit; it is taken with a weight exp(-(r/s)^4) that ends it smoothly, and then hardly feels where it ends
/// (1e-5 of it).
Mat3 wallImages(const Vec3& box, const Vec3& point, bool flat) {
  const double longest = flat ? std::max(box.x, box.y) : std::max({box.x, box.y, box.z});
  const double s = (flat ? 16 : 6) * longest, reach = 2.4 * s;  // the weight there: 1e-15
  Int3 count(0), mirrors(2, 2, flat ? 1 : 2);
  for (int a = 0; a < (flat ? 2 : 3); ++a) count[a] = static_cast<int>(std::ceil(0.5 * reach / box[a])) + 1;
  Mat3 gamma(0);
  for (int kz = -count.z; kz <= count.z; ++kz)
    for (int ky = -count.y; ky <= count.y; ++ky)
      for (int kx = -count.x; kx <= count.x; ++kx)
        for (int image = 0; image < mirrors.x * mirrors.y * mirrors.z; ++image) {
          const Int3 k(kx, ky, kz), m(image & 1, image >> 1 & 1, image >> 2);
          if (k == Int3(0) && m == Int3(0)) continue;  // the body itself
          Vec3 r(0), sign(1);                          // from the image to the body
          for (int a = 0; a < (flat ? 2 : 3); ++a) {
            r[a] = -2 * box[a] * k[a] + (m[a] ? 2 * point[a] : 0.0);
            if (m[a]) sign[a] = -1;
          }
          const double r2 = glm::dot(r, r);
          if (r2 > reach * reach) continue;
          // Flow of a dipole d: 3D (3 n n' - 1) d / (4 pi r³), 2D (2 n n' - 1) d / (2 pi r²).
          const double scale = (flat ? 1 / (2 * kPi * r2) : 1 / (4 * kPi * r2 * std::sqrt(r2))) *
                               std::exp(-(r2 / (s * s)) * (r2 / (s * s)));
          for (int row = 0; row < (flat ? 2 : 3); ++row)
            for (int col = 0; col < (flat ? 2 : 3); ++col)
              gamma[col][row] -= scale * ((flat ? 2 : 3) * r[row] * r[col] / r2 - (row == col)) * sign[col];
        }
  return gamma;
}

Mat3 coefficientInBox(const Mat3& unbounded, double volume, const Mat3& images, bool flat) {
  const Mat3 one(1), whole = one + unbounded;
  Mat3 left = one - volume * (whole * images);
  if (flat) left[2] = Vec3(0, 0, 1);
  return glm::inverse(left) * whole - one;
}

double concentricSpheres(double a, double b) {
  const double a3 = a * a * a, b3 = b * b * b;
  return 0.5 * (b3 + 2 * a3) / (b3 - a3);
}

double concentricCircles(double a, double b) { return (b * b + a * a) / (b * b - a * a); }

}  // namespace flotsam
