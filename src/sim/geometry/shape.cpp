// SPDX-License-Identifier: MIT
// What all shapes share: gradient and lattice by plain calls (shapes override with something faster), picking, and the
// mass properties of the cross-section that a 2D scene uses.
#include "sim/geometry/shape.h"

#include <algorithm>

#include "core/parallel.h"
#include "sim/geometry/bvh.h"
#include "sim/geometry/plane_moments.h"
#include "sim/geometry/surface_samples.h"

namespace flotsam {

Vec3 Shape::normal(const Vec3& body) const {
  const double e = 1e-4 * boundingRadius_;
  Vec3 g;
  for (int a = 0; a < 3; ++a) {
    Vec3 d(0);
    d[a] = e;
    g[a] = signedDistance(body + d) - signedDistance(body - d);
  }
  const double l = glm::length(g);
  return l > 1e-6 * e ? g / l : Vec3(0, 1, 0);
}

void Shape::sampleLattice(const Pose& pose, const Vec3& origin, double step, Int3 count, bool prism,
                          double* out) const {
  for (int k = 0; k < count.z; ++k)
    for (int j = 0; j < count.y; ++j)
      for (int i = 0; i < count.x; ++i) {
        Vec3 x = origin + step * Vec3(i, j, k);
        if (prism) x.z = pose.position.z;
        Vec3 body = pose.toBody(x);
        if (prism) body.z = 0;
        *out++ = signedDistance(body);
      }
}

void sampleLattices(std::span<const ShapeLattice> lattices) {
  constexpr int kNodes = 512;  // in a piece of work, about
  const auto planes = [](const ShapeLattice& l) { return std::max(1, kNodes / std::max(1, l.count.x * l.count.y)); };
  const auto pieces = [&](const ShapeLattice& l) {
    return static_cast<size_t>((l.count.z + planes(l) - 1) / planes(l));
  };
  size_t all = 0;
  for (const ShapeLattice& l : lattices) all += pieces(l);
  parallelPieces(all, [&](size_t piece) {
    size_t which = 0;
    for (; piece >= pieces(lattices[which]); ++which) piece -= pieces(lattices[which]);
    const ShapeLattice& l = lattices[which];
    const int k = planes(l) * static_cast<int>(piece);
    const Int3 count(l.count.x, l.count.y, std::min(planes(l), l.count.z - k));
    l.shape->sampleLattice(l.pose, l.origin + Vec3(0, 0, k * l.step), l.step, count, l.prism,
                           l.out + static_cast<size_t>(l.count.x) * l.count.y * k);
  });
}

double Shape::raycast(const Vec3& bodyOrigin, const Vec3& bodyDirection) const {
  return bvh_ ? bvh_->raycast(bodyOrigin, bodyDirection).distance : -1;
}

MassProperties Shape::prism(double thickness) const {
  constexpr int kAlong = 400, kAcross = 100, kMost = 1 << 22;  // cells along the longer and the shorter side
  const Vec3 size = bounds_.size();
  const double longer = std::max(size.x, size.y), shorter = std::min(size.x, size.y);
  double h = std::min(longer / kAlong, shorter / kAcross);
  h = std::max(h, std::sqrt(longer * shorter / kMost));
  if (!(h > 0)) return {};
  const Int3 cells(static_cast<int>(std::ceil(size.x / h)) + 2, static_cast<int>(std::ceil(size.y / h)) + 2, 0);
  const Vec3 origin(bounds_.centre().x - 0.5 * h * cells.x, bounds_.centre().y - 0.5 * h * cells.y, 0);
  std::vector<double> phi(static_cast<size_t>(cells.x + 1) * (cells.y + 1));
  sampleLattice(Pose{}, origin, h, {cells.x + 1, cells.y + 1, 1}, /*prism=*/true, phi.data());
  const PlaneMoments m = planeMoments(phi, cells.x, cells.y, h);

  MassProperties p;
  p.volume = m.area * thickness;
  if (!(m.area > 0)) return p;
  const Vec2 c = m.first / m.area;
  p.centre = {origin.x + c.x, origin.y + c.y, 0};
  const double xx = thickness * (m.xx - m.area * c.x * c.x), yy = thickness * (m.yy - m.area * c.y * c.y);
  const double xy = thickness * (m.xy - m.area * c.x * c.y), zz = p.volume * thickness * thickness / 12;
  p.inertia = Mat3(yy + zz, -xy, 0, -xy, xx + zz, 0, 0, 0, xx + yy);
  return p;
}

void Shape::adoptSurface(std::shared_ptr<const TriangleMesh> mesh, double spacing, const std::vector<uint32_t>& first) {
  mesh_ = std::move(mesh);
  bvh_ = std::make_shared<TriangleBvh>(*mesh_);
  samples_ = surfaceSamples(*mesh_, spacing, first);
  regroup();
}

void Shape::keepSamplesNear(double limit) {
  std::erase_if(samples_, [&](const Vec3f& p) { return std::abs(signedDistance(p)) > limit; });
  regroup();
}

void Shape::projectSamples() {
  for (Vec3f& p : samples_) p -= Vec3f(signedDistance(p) * normal(p));
  regroup();
}

void Shape::regroup() {
  groups_ = groupSamples(samples_, std::max({bounds_.size().x, bounds_.size().y, bounds_.size().z}) / 8);
}

}  // namespace flotsam
