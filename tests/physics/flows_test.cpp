// SPDX-License-Identifier: MIT
// Flows and bodies in time against what theory says of them (REFERENCE §2). The same cases as `flotsam verify`,
// smaller.
#include <gtest/gtest.h>

#include "verify/flows/body_motions.h"
#include "verify/flows/flat_flows.h"
#include "verify/flows/kirchhoff.h"

namespace flotsam {
namespace {

const Transfer kPic = kTransfers[0], kSemiLagrangian = kTransfers[1], kApic = kTransfers[2], kFlip = kTransfers[3];

TEST(Flows, TurnedBoxMatchesTheAlignedOneAndVoxelsAreBumpy) {
  VortexSetup s;
  const VortexResult aligned = vortexInABox(s);
  s.tilt = 30;
  const VortexResult area = vortexInABox(s);
  s.fractions = FractionKind::Volume;
  const VortexResult volume = vortexInABox(s);
  s.fractions = FractionKind::Voxel;
  const VortexResult voxel = vortexInABox(s);
  EXPECT_LT(difference(aligned, area), 0.01);
  EXPECT_LT(difference(aligned, volume), 0.06);  // volume fractions are of first order at walls
  EXPECT_GT(difference(aligned, voxel), 0.1);
  EXPECT_LT(area.bumpiness, 0.005);
  EXPECT_LT(volume.bumpiness, 0.04);
  EXPECT_GT(voxel.bumpiness, 10 * area.bumpiness);
  EXPECT_GT(voxel.bumpiness, 2 * volume.bumpiness);
  // What is left of the exact flow's error is the splitting of advection and pressure, of first order in dt.
  s.fractions = FractionKind::Area, s.tilt = 0, s.rate = 120, s.steps = 120;
  EXPECT_NEAR(vortexInABox(s).error / aligned.error, 0.5, 0.1);
}

TEST(Flows, DissipationOfTheTransfersIsInOrder) {
  // Taylor-Green vortices of twelve cells: one of them between free-slip walls is the mirror image of the next.
  double last = 2;
  for (const Transfer& t : kTransfers) {
    VortexSetup s;
    s.cells = 12, s.transfer = t, s.rate = 240, s.steps = 240;
    const double loss = vortexInABox(s).energyLoss;
    EXPECT_LT(loss, 0.9 * last) << t.name;
    EXPECT_GT(loss, 0) << t.name;
    last = loss;
  }
}

TEST(Flows, SolidBodyRotationIsKeptByApicAndFlipOnly) {
  for (const Transfer& t : {kApic, kFlip}) {
    const SpinResult r = solidBodyRotation(40, t, 1, 120);
    EXPECT_NEAR(r.momentumLoss, r.splitLoss, 0.01) << t.name;
    EXPECT_GT(r.splitLoss, 0.05);
  }
  for (const Transfer& t : {kPic, kSemiLagrangian}) {
    const SpinResult r = solidBodyRotation(40, t, 1, 120);
    EXPECT_GT(r.momentumLoss, r.splitLoss + 0.1) << t.name;
  }
}

TEST(Flows, FlightWithoutForce) {
  const FlightResult r = freeFlight(600);
  EXPECT_LT(r.pathError, 1e-11);
  EXPECT_LT(r.momentumError, 1e-11);
  EXPECT_LT(r.energyError, 2e-3);
  EXPECT_GT(r.turned, 6 * kPi);
}

TEST(Flows, HeavyBallFallsAsInVacuum) {
  const FallResult r = freeFall(24, 18);
  EXPECT_NEAR(r.speed, r.theory, 3e-6 * std::abs(r.theory));
  EXPECT_NEAR(r.path, r.pathTheory, 3e-6 * std::abs(r.pathTheory));
}

TEST(Flows, ReleasedSphereSpeedsUpByItsAddedMass) {
  // R/h = 6: 1 % of the added mass by REFERENCE §1, which is half of what resists a light body.
  for (double s : {1e-3, 0.5, 4.0}) {
    const ReleaseResult r = releasedSphere(24, s, 6, Advection::Apic, 240);
    EXPECT_NEAR(r.speed, r.theory, 0.01 * std::abs(r.theory)) << s;
    EXPECT_LT(std::abs(r.path), 0.03 * 0.25) << s;
  }
}

TEST(Flows, NothingFlowsThroughAPlaneOfAClosedTank) {
  for (Advection a : {Advection::Flip, Advection::Apic}) EXPECT_LT(closedTankMomentum(20, 12, a), 1e-8);
}

TEST(Kirchhoff, AddedMassesOfLamb) {
  const AddedMass sphere = ellipsoidAddedMass(Vec3(1), 3 / (4 * kPi));
  for (int a = 0; a < 3; ++a) {
    EXPECT_NEAR(sphere.linear[a], 0.5, 1e-9);
    EXPECT_EQ(sphere.angular[a], 0);
  }
  // Spheroid twice as long as thick, the table of Lamb art. 115: .209 along, .702 across, .240 about.
  const AddedMass egg = ellipsoidAddedMass(Vec3(2, 1, 1), 1);
  const double displaced = 8 * kPi / 3;
  EXPECT_NEAR(egg.linear.x / displaced, 0.210, 0.002);
  EXPECT_NEAR(egg.linear.y / displaced, 0.704, 0.003);
  EXPECT_NEAR(egg.angular.y / displaced, 0.2394, 0.001);
  EXPECT_EQ(egg.linear.y, egg.linear.z);
  EXPECT_EQ(egg.angular.x, 0);
  // A disc: its added mass is 8/3 rho r³, whatever its thickness.
  EXPECT_NEAR(ellipsoidAddedMass(Vec3(1, 1e-3, 1), 1).linear.y, 8.0 / 3, 0.01);
}

TEST(Kirchhoff, EquationsKeepEnergyAndMomenta) {
  const Kirchhoff k{Vec3(3, 5, 4), Vec3(0.5, 0.3, 0.2)};
  Kirchhoff::State s;
  s.momentum = Vec3(0.4, -1, 0.3), s.angular = Vec3(0.2, 0.5, -0.4);
  const auto linear = [&] { return s.orientation * s.momentum; };
  const auto angular = [&] { return s.orientation * s.angular + glm::cross(s.position, linear()); };
  const Vec3 p = linear(), l = angular();
  const double e = k.energy(s);
  for (int i = 0; i < 4000; ++i) s = k.advanced(s, 1e-3);
  EXPECT_GT(glm::length(s.position), 0.3);
  EXPECT_NEAR(k.energy(s), e, 1e-11 * e);
  EXPECT_LT(glm::distance(linear(), p), 1e-11);
  EXPECT_LT(glm::distance(angular(), l), 1e-11);
}

TEST(Kirchhoff, FreeEllipsoidFollowsThem) {
  // The start says what the grid and the walls make of the added masses (R/h = 2 to 4, R/L = .08 to .16); after it the
  // error is of first order in dt (splitting) and falls with dx.
  KirchhoffSetup s;
  s.advection = Advection::Flip, s.cells = 24, s.rate = 60;
  const KirchhoffResult coarse = kirchhoffMotion(s);
  s.rate = 120;
  const KirchhoffResult fine = kirchhoffMotion(s);
  EXPECT_LT(fine.startError, 0.02);
  EXPECT_LT(fine.angleError, 0.1 * fine.turned);
  EXPECT_LT(fine.angleError, 0.75 * coarse.angleError);
  EXPECT_LT(fine.positionError, 0.15 * fine.path);
  EXPECT_LT(fine.energyEnd, 1.0);
}

}  // namespace
}  // namespace flotsam
