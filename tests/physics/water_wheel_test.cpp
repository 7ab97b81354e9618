// SPDX-License-Identifier: MIT
// A paddle wheel on an axle under a jet, held back by a brake of known torque: its speed against a torque balance.
//
// Four welded boards, eight blades of the radius R_t, in 2D without gravity; a jet of speed v and width d, whose middle
// passes the axle at the distance R, is caught by the blades one after the other. What arrives brings the angular
// momentum m' R v a second, m' = rho d v (slab). A smooth blade gives the water its own speed across itself, and the
// water runs off at the tip with the tangential speed omega R_t (Euler's turbine equation), so
//   T = m' (R v - omega R_t²),   omega = (R v - T / m') / R_t².
// The brake is a motor of the speed 0 and the torque limit T: dry friction. The balance asks that every part of the jet
// catches up with a blade before it has crossed the wheel, and that no water is left between the blades when the jet
// comes again: at 3.5 rad/s the wheel is 1 % slower, at 3 rad/s 8 %, at 2.5 rad/s, with more splash, 14 %.
#include "sim/world.h"
#include "tank.h"

namespace flotsam {
namespace {

constexpr double kTip = 0.42, kArm = 0.36, kHalf = 0.02, kSpeed = 2;

WorldDesc wheelUnderAJet(double torque) {
  WorldDesc d;
  d.cells = Int3(64, 64, 1), d.dx = 1.0 / 64;
  d.params.gravity = Vec3(0);
  d.params.fluid.domain = FluidDomain::Liquid;
  const Vec3 centre(0.5, 0.5, 0.5 * d.dx);
  for (int i = 0; i < 4; ++i) {
    BodyDesc b;
    b.name = "board " + std::to_string(i);
    b.shape = Tank::primitive(ShapeKind::Box, Vec3(2 * kTip, 0.03, d.dx)), b.shapeDesc = b.shape->desc();
    b.density = 2000, b.position = centre;
    b.orientation = glm::angleAxis(i * kPi / 4 + 0.1, Vec3(0, 0, 1));
    d.bodies.push_back(b);
    JointDesc weld;
    weld.kind = JointKind::Weld, weld.body = b.name, weld.to = "board 0", weld.anchor = centre;
    if (i > 0) d.joints.push_back(weld);
  }
  JointDesc axle;
  axle.kind = JointKind::Axle, axle.body = "board 0", axle.anchor = centre;
  axle.motorSpeed = 0, axle.motorTorque = torque;
  d.joints.push_back(axle);
  Emitter tap;
  tap.position = centre + Vec3(kArm, 0.42, 0), tap.radius = kHalf, tap.velocity = Vec3(0, -kSpeed, 0);
  d.emitters.push_back(tap);
  for (const auto& [at, size] : {std::pair{Vec3(0.5, 0.02, 0), Vec3(1, 0.06, 1)},
                                 {Vec3(0.02, 0.5, 0), Vec3(0.06, 1, 1)},
                                 {Vec3(0.98, 0.5, 0), Vec3(0.06, 1, 1)}}) {
    Drain drain;
    drain.position = at, drain.size = size;
    d.drains.push_back(drain);
  }
  return d;
}

TEST(WaterWheel, TurnsAsTheTorqueBalanceSays) {
  const double flow = 1000 * 2 * kHalf * kSpeed / 64;  // kg/s
  for (const double aim : {3.0, 3.5}) {                // rad/s, clockwise: the jet falls at the right of the axle
    WorldDesc d = wheelUnderAJet(flow * (kArm * kSpeed - aim * kTip * kTip));
    for (BodyDesc& b : d.bodies) b.angularVelocity.z = -aim;
    World w(d);
    double turned = 0, time = 0, apart = 0;
    const Vec3 centre(0.5, 0.5, 0.5 / 64);
    while (w.time() < 6) {
      w.step();
      ASSERT_TRUE(w.status().ok) << w.status().fault;
      for (const RigidBody& b : w.bodies()) apart = std::max(apart, glm::length(b.pose.position - centre));
      if (w.time() > 3.5) turned -= w.bodies()[0].angularVelocity.z / 60, time += 1.0 / 60;
    }
    RecordProperty("speed", std::to_string(turned / time));
    EXPECT_LT(apart, 1e-8);
    EXPECT_NEAR(turned / time, aim, 0.1 * aim);
  }
}

}  // namespace
}  // namespace flotsam
