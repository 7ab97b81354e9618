// SPDX-License-Identifier: MIT
// Bounding volume hierarchy over the triangles of a mesh: nearest point, winding number, ray.
#pragma once

#include <memory>
#include <vector>

#include "core/math.h"
#include "core/triangle_mesh.h"

namespace flotsam {

class TriangleBvh {
 public:
  explicit TriangleBvh(const TriangleMesh& mesh);
  ~TriangleBvh();
  TriangleBvh(const TriangleBvh&) = delete;
  TriangleBvh& operator=(const TriangleBvh&) = delete;

  // `work`, where given, grows by the triangles looked at.
  /// Distance to the nearest triangle, never above `bound` (returns `bound` when nothing is nearer).
  double distance(const Vec3& x, double bound = 1e300) const;
  /// The same without a bound, for queries that walk along: `hint` is the triangle to try first (-1 = none) and
  /// becomes the nearest one (an internal number, good only as the next hint).
  double distance(const Vec3& x, int& hint, size_t* work = nullptr) const;
  /// Generalised winding number, 1 inside a closed outward mesh (Barill et al. 2018, second-order far field).
  double windingNumber(const Vec3& x, size_t* work = nullptr) const;
  struct Hit {
    double distance = -1;  // along the unit direction; negative = no hit
    int triangle = -1;
  };
  Hit raycast(const Vec3& origin, const Vec3& direction) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace flotsam
