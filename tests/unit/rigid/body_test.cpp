// SPDX-License-Identifier: MIT
#include "rig.h"

namespace flotsam {
namespace {

/// A ball seen from an origin beside its centre: what a solid looks like whose section has another centre of mass.
class BesideBall : public AsMesh {
 public:
  explicit BesideBall(const Vec3& centre) : AsMesh(ball(0.1)), centre_(centre) {
    auto moved = std::make_shared<TriangleMesh>(*mesh_);
    for (Vec3f& p : moved->positions) p += Vec3f(centre);
    mesh_ = moved;
    bounds_ = {bounds_.lo + centre, bounds_.hi + centre};
    boundingRadius_ += glm::length(centre);
    for (Vec3f& p : samples_) p += Vec3f(centre);
    for (SampleGroup& g : groups_) g.centre += Vec3f(centre);
  }
  double signedDistance(const Vec3& x) const override { return AsMesh::signedDistance(x - centre_); }
  Vec3 normal(const Vec3& x) const override { return AsMesh::normal(x - centre_); }

 private:
  Vec3 centre_;
};

TEST(Body, SolidKeepsTheShapesOwnMass) {
  BodyDesc d;
  d.shape = cuboid(0.1, 0.2, 0.3);
  d.density = 2500;
  const RigidBody b = makeBody(d, 1000, false, 0);
  EXPECT_NEAR(b.mass(), 2500 * 0.006, 1e-9);
  EXPECT_NEAR(b.addedMass, 3, 1e-9);
  EXPECT_NEAR(b.inertia()[0][0], 15 * (0.04 + 0.09) / 12, 1e-9);
  EXPECT_EQ(b.desc.shape, d.shape);
}

TEST(Body, FlatBodyIsThePrismOfItsSection) {
  BodyDesc d;
  d.shape = ball(0.1);
  d.velocity = {1, 2, 3};
  const RigidBody b = makeBody(d, 1000, true, 0.05);
  const double area = kPi * 0.01;
  EXPECT_NEAR(b.volume, area * 0.05, 1e-3 * b.volume);
  EXPECT_NEAR(b.unitInertia[2][2], 0.5 * b.volume * 0.01, 2e-3 * b.unitInertia[2][2]);
  EXPECT_EQ(b.pose.position.z, 0.025);
  EXPECT_EQ(b.velocity, Vec3(1, 2, 0));
  EXPECT_EQ(b.desc.shape, d.shape) << "both centres in one place: nothing to move";
}

TEST(Body, FlatBodyTurnsAboutTheCentreOfItsSection) {
  BodyDesc d;
  d.shape = std::make_shared<BesideBall>(Vec3(0.03, -0.02, 0));
  d.position = {0.4, 0.6, 0};
  const RigidBody b = makeBody(d, 1000, true, 0.05);
  const Shape& s = *b.desc.shape;
  EXPECT_NEAR(s.signedDistance(Vec3(0)), -0.1, 1e-4);
  EXPECT_NEAR(glm::length(s.prism(0.05).centre), 0, 1e-4);
  EXPECT_NEAR(b.unitInertia[2][2], 0.5 * b.volume * 0.01, 2e-3 * b.unitInertia[2][2]);
  for (const Vec3f& p : s.mesh()->positions) EXPECT_NEAR(s.signedDistance(Vec3(p)), 0, 1e-4);
  // The lattice sees what signedDistance says.
  const Pose pose{{0.4, 0.6, 0.025}, glm::angleAxis(0.7, Vec3(0, 0, 1))};
  double phi[4];
  s.sampleLattice(pose, {0.3, 0.5, 0}, 0.15, {2, 2, 1}, true, phi);
  for (int i = 0; i < 4; ++i) {
    const Vec3 x(0.3 + 0.15 * (i & 1), 0.5 + 0.15 * (i >> 1), 0.025);
    EXPECT_NEAR(phi[i], glm::distance(x, pose.position) - 0.1, 1e-4);
  }
  EXPECT_EQ(makeBody(b.desc, 1000, true, 0.05).desc.shape, b.desc.shape) << "made again it stays as it is";
}

}  // namespace
}  // namespace flotsam
