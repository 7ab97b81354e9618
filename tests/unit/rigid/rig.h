// SPDX-License-Identifier: MIT
// A tank with bodies under gravity, for the tests of contact: gravity changes the velocities, then contact advances.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "sim/geometry/surface_samples.h"
#include "sim/rigid/contact.h"

namespace flotsam {

inline std::shared_ptr<const Shape> primitive(ShapeKind kind, Vec3 dims) {
  ShapeDesc desc;
  desc.kind = kind;
  desc.dims = dims;
  auto made = makePrimitive(desc);
  EXPECT_TRUE(made);
  return *made;
}
inline std::shared_ptr<const Shape> ball(double radius) { return primitive(ShapeKind::Sphere, Vec3(radius)); }
inline std::shared_ptr<const Shape> cuboid(double x, double y, double z) {
  return primitive(ShapeKind::Box, Vec3(x, y, z));
}

/// The shape as a mesh would come: contact knows its samples and its distance, not what it is.
class AsMesh : public Shape {
 public:
  explicit AsMesh(std::shared_ptr<const Shape> inner) : inner_(std::move(inner)) {
    desc_ = inner_->desc();
    desc_.kind = ShapeKind::Mesh;
    mesh_ = inner_->mesh();
    mass_ = {inner_->volume(), Vec3(0), inner_->unitInertia()};
    bounds_ = inner_->bounds();
    boundingRadius_ = inner_->boundingRadius();
    thickness_ = inner_->thickness();
    const double size = std::max({bounds_.size().x, bounds_.size().y, bounds_.size().z});
    samples_ = surfaceSamples(*mesh_, size / 40);
    for (Vec3f& p : samples_) p -= Vec3f(inner_->signedDistance(p) * inner_->normal(p));
    groups_ = groupSamples(samples_, size / 8);
  }
  double signedDistance(const Vec3& x) const override { return inner_->signedDistance(x); }
  Vec3 normal(const Vec3& x) const override { return inner_->normal(x); }

 private:
  std::shared_ptr<const Shape> inner_;
};
inline std::shared_ptr<const Shape> asMesh(std::shared_ptr<const Shape> s) { return std::make_shared<AsMesh>(s); }

struct Rig {
  Grid grid{{20, 20, 20}, 0.05};
  ContainerDesc container;
  ContactSolver solver;
  std::vector<RigidBody> bodies;
  Vec3 gravity{0, -9.81, 0};
  double dt = 1.0 / 60, t = 0;
  int substeps = 1;
  ContactStats stats;
  double deepest = 0;  // over all steps

  RigidBody& add(std::shared_ptr<const Shape> shape, Vec3 position, double density = 1000,
                 Quat orientation = {1, 0, 0, 0}) {
    BodyDesc d;
    d.name = "body" + std::to_string(bodies.size());
    d.shapeDesc = shape->desc();
    d.shape = std::move(shape);
    d.density = density;
    d.position = position;
    d.orientation = orientation;
    d.restitution = 0;
    return add(d);
  }
  RigidBody& add(const BodyDesc& d) {
    bodies.push_back(makeBody(d, 1000, grid.flat(), grid.dx));
    return bodies.back();
  }
  void step() {
    for (RigidBody& b : bodies)
      if (b.free()) b.velocity += dt * gravity;
    stats = solver.advance(bodies, container, grid, t, dt, substeps);
    deepest = std::max(deepest, stats.deepest);
    t += dt;
  }
  void run(double seconds) {
    for (int n = static_cast<int>(std::lround(seconds / dt)); n > 0; --n) step();
  }
  /// How far the body reaches beyond the walls, by its drawn surface.
  double beyondWalls(const RigidBody& b) const {
    double worst = 0;
    for (const Vec3f& p : b.desc.shape->mesh()->positions)
      worst = std::max(worst, -wallDistance(container, grid, b.pose.toWorld(Vec3(p))));
    return worst;
  }
  /// How deep drawn points of either body lie in the distance of the other.
  static double overlap(const RigidBody& a, const RigidBody& b) {
    double worst = 0;
    for (const Vec3f& p : a.desc.shape->mesh()->positions)
      worst = std::max(worst, -b.desc.shape->signedDistance(b.pose.toBody(a.pose.toWorld(Vec3(p)))));
    for (const Vec3f& p : b.desc.shape->mesh()->positions)
      worst = std::max(worst, -a.desc.shape->signedDistance(a.pose.toBody(b.pose.toWorld(Vec3(p)))));
    return worst;
  }
};

inline double kinetic(const RigidBody& b) {
  return 0.5 * b.mass() * glm::dot(b.velocity, b.velocity) +
         0.5 * glm::dot(b.angularVelocity, b.inertia() * b.angularVelocity);
}

}  // namespace flotsam
