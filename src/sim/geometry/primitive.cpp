// SPDX-License-Identifier: MIT
// Primitives as shapes: closed-form distance and mass properties around a drawn mesh. One class template per field,
// so that a lattice is sampled without a virtual call per point.
#include <algorithm>

#include "core/kernel.h"
#include "sim/geometry/lattice_rows.h"
#include "sim/geometry/mesh_repair.h"
#include "sim/geometry/primitive_fields.h"
#include "sim/geometry/primitive_mesh.h"
#include "sim/geometry/shape.h"

namespace flotsam {
namespace {

/// What is known in closed form.
struct PrimitiveFacts {
  MassProperties mass;
  Vec3 half{0};  // of the bounds
  double radius = 0, area = 0;
};

Mat3 diagonal(double x, double y, double z) { return Mat3(x, 0, 0, 0, y, 0, 0, 0, z); }

/// Inertia of a solid from the integrals of x², y², z² over it.
Mat3 inertiaFrom(double xx, double yy, double zz) { return diagonal(yy + zz, zz + xx, xx + yy); }

PrimitiveFacts sphereFacts(double r) {
  const double v = 4 * kPi / 3 * r * r * r;
  return {{v, Vec3(0), Mat3(0.4 * v * r * r)}, Vec3(r), r, 4 * kPi * r * r};
}

PrimitiveFacts boxFacts(const Vec3& s) {
  const double v = s.x * s.y * s.z;
  const Vec3 q = v / 12 * s * s;
  return {
      {v, Vec3(0), inertiaFrom(q.x, q.y, q.z)}, 0.5 * s, 0.5 * glm::length(s), 2 * (s.x * s.y + s.y * s.z + s.z * s.x)};
}

PrimitiveFacts cylinderFacts(double r, double h) {
  const double v = kPi * r * r * h, q = 0.25 * v * r * r;
  return {{v, Vec3(0), inertiaFrom(q, v * h * h / 12, q)},
          {r, 0.5 * h, r},
          std::sqrt(r * r + 0.25 * h * h),
          2 * kPi * r * (r + h)};
}

PrimitiveFacts torusFacts(double ring, double tube) {
  const double v = 2 * kPi * kPi * ring * tube * tube;
  const double q = v * (0.5 * ring * ring + 0.375 * tube * tube);
  return {{v, Vec3(0), inertiaFrom(q, 0.25 * v * tube * tube, q)},
          {ring + tube, tube, ring + tube},
          ring + tube,
          4 * kPi * kPi * ring * tube};
}

PrimitiveFacts capsuleFacts(double r, double height) {
  const double h = height - 2 * r;
  const double vc = kPi * r * r * h, vs = 4 * kPi / 3 * r * r * r;
  const double q = 0.25 * vc * r * r + 0.2 * vs * r * r;
  // A half ball's centre lies 3r/8 beyond its flat side.
  const double yy = vc * h * h / 12 + vs * (0.2 * r * r + 0.25 * h * h + 0.375 * h * r);
  return {{vc + vs, Vec3(0), inertiaFrom(q, yy, q)}, {r, 0.5 * height, r}, 0.5 * height, 2 * kPi * r * height};
}

PrimitiveFacts ellipsoidFacts(const Vec3& r) {
  const double v = 4 * kPi / 3 * r.x * r.y * r.z;
  const Vec3 q = 0.2 * v * r * r;
  return {{v, Vec3(0), inertiaFrom(q.x, q.y, q.z)}, r, std::max({r.x, r.y, r.z}), 0};
}

/// Distances at n points from `from` on, `step` apart.
template <class Field>
void sampleRow(const Field& field, const Vec3& from, const Vec3& step, int n, double* out) {
  for (int i = 0; i < n; ++i) out[i] = field.distance(from + static_cast<double>(i) * step);
}

/// EllipsoidField::distance of four points at a time: each is several divisions that wait for each other.
FLOTSAM_WIDE_KERNEL void sampleRow(const EllipsoidField& field, const Vec3& from, const Vec3& step, int n,
                                   double* out) {
  const double floor = field.smallest * field.smallest;
  const Four hair = 1e-9 * field.smallest + Four{};
  for (int i = 0; i < n; i += 4) {
    const Four at = {1.0 * i, i + 1.0, i + 2.0, i + 3.0};
    Four p[3], rp[3], s = {};
    for (int a = 0; a < 3; ++a) {
      const Four x = from[a] + at * step[a], size = x < 0 ? -x : x;
      p[a] = size > hair ? size : hair;
      rp[a] = field.r[a] * p[a];
      const Four low = rp[a] - field.above[a];
      if (a == 0)
        s = low;
      else
        s = s > low ? s : low;
    }
    for (int pass = 0; pass < 60; ++pass) {
      Four excess = {-1, -1, -1, -1}, slope = {};
      for (int a = 0; a < 3; ++a) {
        const Four inverse = 1.0 / (s + field.above[a]), u = rp[a] * inverse, uu = u * u;
        excess += uu, slope += uu * inverse;
      }
      const Four by = 0.5 * excess / slope;
      s += by;
      const auto more = by > 1e-14 * s;
      if (!(more[0] | more[1] | more[2] | more[3])) break;
    }
    Four squared = {};
    for (int a = 0; a < 3; ++a) {
      const Four ray = p[a] / (s + field.above[a]);
      squared += ray * ray;
    }
    for (int l = 0; l < std::min(4, n - i); ++l) out[i + l] = (s[l] - floor) * std::sqrt(squared[l]);
  }
}

template <class Field>
class PrimitiveShape final : public Shape {
 public:
  PrimitiveShape(const ShapeDesc& desc, const Field& field, const PrimitiveFacts& facts) : field_(field) {
    constexpr double kSamplesAcross = 14;
    desc_ = desc;
    mass_ = facts.mass;
    bounds_ = {-facts.half, facts.half};
    boundingRadius_ = facts.radius;
    auto mesh = std::make_shared<TriangleMesh>(primitiveMesh(desc));
    thickness_ = 2 * mass_.volume / (facts.area > 0 ? facts.area : surfaceArea(*mesh));
    const double size = 2 * std::max({facts.half.x, facts.half.y, facts.half.z});
    adoptSurface(std::move(mesh), size / kSamplesAcross);
    projectSamples();
  }

  double signedDistance(const Vec3& body) const override { return field_.distance(body); }
  Vec3 normal(const Vec3& body) const override { return field_.gradient(body); }

  void sampleLattice(const Pose& pose, const Vec3& origin, double step, Int3 count, bool prism,
                     double* out) const override {
    forLatticeRows(pose, origin, step, count, prism, out,
                   [n = count.x, field = field_](const Vec3& first, const Vec3& ex, double* distances) {
                     sampleRow(field, first, ex, n, distances);
                   });
  }

 private:
  Field field_;
};

template <class Field>
std::shared_ptr<const Shape> make(const ShapeDesc& desc, const Field& field, const PrimitiveFacts& facts) {
  return std::make_shared<const PrimitiveShape<Field>>(desc, field, facts);
}

/// Empty when the lengths make sense.
std::string refusal(const ShapeDesc& desc) {
  const Vec3& d = desc.dims;
  auto bad = [](double x) { return !(x > 0) || !std::isfinite(x); };
  switch (desc.kind) {
    case ShapeKind::Sphere:
      return bad(d.x) ? "a sphere needs a positive radius" : "";
    case ShapeKind::Box:
      return bad(d.x) || bad(d.y) || bad(d.z) ? "a box needs three positive edge lengths" : "";
    case ShapeKind::Ellipsoid:
      return bad(d.x) || bad(d.y) || bad(d.z) ? "an ellipsoid needs three positive semi-axes" : "";
    case ShapeKind::Cylinder:
      return bad(d.x) || bad(d.y) ? "a cylinder needs a positive radius and height" : "";
    case ShapeKind::Torus:
      if (bad(d.x) || bad(d.y)) return "a torus needs a positive ring radius and tube radius";
      return d.x > d.y ? "" : "a torus needs a ring radius larger than its tube radius";
    case ShapeKind::Capsule:
      if (bad(d.x) || bad(d.y)) return "a capsule needs a positive radius and height";
      return d.y >= 2 * d.x ? "" : "a capsule needs a height of at least twice its radius";
    case ShapeKind::Mesh:
      return "a mesh needs a file, it is not a primitive";
  }
  return "unknown kind of shape";
}

}  // namespace

Result<std::shared_ptr<const Shape>> makePrimitive(const ShapeDesc& desc) {
  if (std::string reason = refusal(desc); !reason.empty()) return Problem{{}, 0, {}, std::move(reason)};
  const Vec3& d = desc.dims;
  switch (desc.kind) {
    case ShapeKind::Sphere:
      return make(desc, SphereField{d.x}, sphereFacts(d.x));
    case ShapeKind::Box:
      return make(desc, BoxField{0.5 * d}, boxFacts(d));
    case ShapeKind::Cylinder:
      return make(desc, CylinderField{d.x, 0.5 * d.y}, cylinderFacts(d.x, d.y));
    case ShapeKind::Torus:
      return make(desc, TorusField{d.x, d.y}, torusFacts(d.x, d.y));
    case ShapeKind::Capsule:
      return make(desc, CapsuleField{d.x, 0.5 * d.y - d.x}, capsuleFacts(d.x, d.y));
    default:
      return make(desc, EllipsoidField(d), ellipsoidFacts(d));
  }
}

}  // namespace flotsam
