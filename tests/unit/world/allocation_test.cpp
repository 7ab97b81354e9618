// SPDX-License-Identifier: MIT
// No allocation inside a step after warm-up (STYLE: budgets). Counts every operator new of this program while a step
// runs; Bullet's own allocator is not seen.
#include <atomic>
#include <cstdlib>
#include <new>

#include "core/parallel.h"
#include "sim/world.h"
#include "tank.h"

namespace {
std::atomic<long> allocations{0};
std::atomic<bool> counting{false};
void* take(std::size_t size) {
  if (counting.load(std::memory_order_relaxed)) ++allocations;
  return std::malloc(size ? size : 1);
}
void* takeOrThrow(std::size_t size) {
  if (void* p = take(size)) return p;
  throw std::bad_alloc();
}
}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) { return takeOrThrow(size); }
[[gnu::noinline]] void* operator new[](std::size_t size) { return takeOrThrow(size); }
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return take(size); }
[[gnu::noinline]] void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return take(size); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

namespace flotsam {
namespace {

TEST(World, StepAllocatesNothingAfterWarmUp) {
  setThreadCount(1);
  WorldDesc d;
  d.cells = Int3(12);
  d.dx = 1.0 / 12;
  for (int i = 0; i < 3; ++i) {
    BodyDesc b;
    b.name = std::string(1, static_cast<char>('a' + i));
    b.shape = Tank::primitive(i == 1 ? ShapeKind::Torus : ShapeKind::Sphere, Vec3(0.12, 0.05, 0));
    b.shapeDesc = b.shape->desc();
    b.position = Vec3(0.25 + 0.25 * i, 0.5, 0.5);
    b.density = i == 2 ? 20 : 900 + 300 * i;  // one light enough for the correction
    d.bodies.push_back(b);
  }
  d.smoke.push_back({Vec3(0.5, 0.2, 0.5), 0.15});
  d.expectations.push_back(
      {.quantity = "body.a.acceleration.y", .label = "for ever", .formula = ExpectFormula::Release});
  for (Advection advection : {Advection::Flip, Advection::Apic}) {
    d.params.method.advection = advection;
    World w(d);
    InputFrame input;
    input.hand = {true, "a", Vec3(0), Vec3(0.4, 0.6, 0.5)};
    for (int i = 0; i < 30; ++i) w.step(input);
    counting = true;
    for (int i = 0; i < 10; ++i) w.step(input);
    counting = false;
    EXPECT_EQ(allocations.load(), 0);
    EXPECT_TRUE(w.status().ok);
  }
  // Everything of smoke.
  WorldDesc hot = d;
  hot.container.open.set(1, true), hot.container.open.set(0, false);
  hot.smoke[0].temperature = 40;
  hot.bodies[0].temperature = 90, hot.bodies[0].smoke = 1;
  hot.params.smoke.interpolation = Interpolation::Cubic, hot.params.smoke.confinement = 0.3;
  hot.params.method.advection = Advection::Flip;
  {
    World w(hot);
    for (int i = 0; i < 60; ++i) w.step();
    counting = true;
    for (int i = 0; i < 10; ++i) w.step();
    counting = false;
    EXPECT_EQ(allocations.load(), 0);
    EXPECT_TRUE(w.status().ok);
    EXPECT_GT(w.report().fluid.exchanged, 0u);
    allocations = 0;
  }
  // The rivals: bodies that they can carry, which hardly move, for contacts and cut faces that are new may take room.
  for (BodyDesc& b : d.bodies) b.density = 3000;
  d.params.gravity = Vec3(0, -0.05, 0);
  for (Coupling way : {Coupling::Weak, Coupling::OneWay, Coupling::Voxel, Coupling::RigidFluid}) {
    d.params.method.coupling = way;
    World w(d);
    for (int i = 0; i < 30; ++i) w.step();
    counting = true;
    for (int i = 0; i < 10; ++i) w.step();
    counting = false;
    EXPECT_EQ(allocations.load(), 0) << static_cast<int>(way);
    EXPECT_TRUE(w.status().ok);
    allocations = 0;
  }
  setThreadCount(0);
}

TEST(World, AStepWithJointsAllocatesNothingAfterWarmUp) {
  setThreadCount(1);
  for (const FluidDomain domain : {FluidDomain::Full, FluidDomain::Liquid}) {
    WorldDesc d;
    d.cells = Int3(16);
    d.dx = 1.0 / 16;
    d.params.fluid.domain = domain;
    if (domain == FluidDomain::Liquid) d.liquid.push_back({.level = 0.6}), d.params.fluid.viscosity = 1;
    for (int i = 0; i < 3; ++i) {
      BodyDesc b;
      b.name = std::string(1, static_cast<char>('a' + i));
      b.shape = Tank::primitive(ShapeKind::Box, Vec3(0.2, 0.12, 0.2)), b.shapeDesc = b.shape->desc();
      b.position = Vec3(0.25 + 0.25 * i, 0.5, 0.5);
      b.density = i == 2 ? 20 : 900 + 300 * i;
      d.bodies.push_back(b);
    }
    d.joints.resize(3);
    d.joints[0].kind = JointKind::Ball, d.joints[0].body = "a", d.joints[0].anchor = Vec3(0.2, 0.6, 0.5);
    d.joints[1].kind = JointKind::Hinge, d.joints[1].body = "b", d.joints[1].to = "c";
    d.joints[1].anchor = Vec3(0.62, 0.5, 0.5);
    d.joints[2].kind = JointKind::Rope, d.joints[2].body = "c", d.joints[2].to = "a", d.joints[2].length = 0.55;
    d.joints[2].anchor = Vec3(0.75, 0.5, 0.5), d.joints[2].toAnchor = Vec3(0.25, 0.5, 0.5);
    World w(d);
    for (int i = 0; i < 40; ++i) w.step();
    const long before = allocations.load();
    counting = true;
    for (int i = 0; i < 10; ++i) w.step();
    counting = false;
    EXPECT_EQ(allocations.load(), before);
    EXPECT_TRUE(w.status().ok);
  }
  setThreadCount(0);
}

TEST(World, AStepOfViscousLiquidWithSurfaceTensionAllocatesNothingAfterWarmUp) {
  setThreadCount(1);
  WorldDesc d;
  d.cells = Int3(12);
  d.dx = 1.0 / 12;
  d.params.fluid.domain = FluidDomain::Liquid;
  d.params.fluid.viscosity = 5, d.params.fluid.surfaceTension = 0.5;
  d.liquid.push_back({.level = 0.5});
  BodyDesc b;
  b.name = "a", b.shape = Tank::primitive(ShapeKind::Sphere, Vec3(0.15)), b.shapeDesc = b.shape->desc();
  b.position = Vec3(0.5, 0.55, 0.45), b.density = 600;
  d.bodies.push_back(b);
  World w(d);
  for (int i = 0; i < 30; ++i) w.step();
  const long before = allocations.load();
  counting = true;
  for (int i = 0; i < 10; ++i) w.step();
  counting = false;
  EXPECT_EQ(allocations.load(), before);
  EXPECT_TRUE(w.status().ok);
  setThreadCount(0);
}

// Not while it splashes: drops and contacts that are new may take room.
TEST(World, AStepOfSloshingWaterAllocatesNothingAfterWarmUp) {
  setThreadCount(1);
  WorldDesc d;
  d.cells = Int3(16);
  d.dx = 1.0 / 16;
  d.params.fluid.domain = FluidDomain::Liquid;
  d.liquid.push_back({.level = 0.5, .velocity = Vec3(0.4, 0, 0.2)});
  BodyDesc b;
  b.name = "a", b.shape = Tank::primitive(ShapeKind::Box, Vec3(0.25, 0.2, 0.2)), b.shapeDesc = b.shape->desc();
  b.position = Vec3(0.5, 0.6, 0.5), b.density = 500;
  d.bodies.push_back(b);
  World w(d);
  for (int i = 0; i < 60; ++i) w.step();
  const long before = allocations.load();
  counting = true;
  for (int i = 0; i < 30; ++i) w.step();
  counting = false;
  EXPECT_EQ(allocations.load(), before);
  EXPECT_TRUE(w.status().ok);
  setThreadCount(0);
}

}  // namespace
}  // namespace flotsam
