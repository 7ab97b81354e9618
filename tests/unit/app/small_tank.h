// SPDX-License-Identifier: MIT
// A full tank of 8³ cells, 1 m wide, with a ball in the middle.
#pragma once

#include "sim/world_desc.h"

namespace flotsam {

inline WorldDesc smallTank(double density = 2000) {
  WorldDesc desc;
  desc.title = "Small tank";
  desc.cells = {8, 8, 8};
  desc.dx = 0.125;
  BodyDesc ball;
  ball.name = "ball";
  ball.shapeDesc = {ShapeKind::Sphere, "", 0, {0.2, 0, 0}};
  ball.shape = *makePrimitive(ball.shapeDesc);
  ball.density = density;
  ball.position = Vec3(0.5);
  desc.bodies.push_back(ball);
  return desc;
}

}  // namespace flotsam
