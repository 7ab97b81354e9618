// SPDX-License-Identifier: MIT
#include "verify/added_mass.h"

#include <algorithm>

#include "io/mesh_import.h"
#include "verify/added_mass_theory.h"
#include "verify/flows/kirchhoff.h"

namespace flotsam {

namespace {

struct ShapeWord {
  const char* word;
  ShapeKind kind;
  Vec3 usual;  // lengths, m
};
constexpr ShapeWord kShapes[] = {{"sphere", ShapeKind::Sphere, Vec3(0.25)},
                                 {"circle", ShapeKind::Sphere, Vec3(0.25)},
                                 {"box", ShapeKind::Box, Vec3(0.25)},
                                 {"square", ShapeKind::Box, Vec3(0.25)},
                                 {"ellipsoid", ShapeKind::Ellipsoid, Vec3(0.2, 0.15, 0.1)},
                                 {"cylinder", ShapeKind::Cylinder, Vec3(0.15, 0.3, 0)},
                                 {"torus", ShapeKind::Torus, Vec3(0.18, 0.06, 0)},
                                 {"capsule", ShapeKind::Capsule, Vec3(0.1, 0.4, 0)}};

const ShapeWord* shapeWord(const std::string& word) {
  for (const ShapeWord& s : kShapes)
    if (word == s.word) return &s;
  return nullptr;
}

/// Unit velocity along axis c, fluid at rest; what the body feels of the pressure is minus the column.
void solveColumn(Tank& tank, int c, AddedMassResult& result, Mat6& columns) {
  CoupledBody& body = tank.coupled[0];
  body.velocity = {};
  body.velocity[c] = 1;
  tank.setVelocity([](int, const Vec3&) { return 0.0; });
  tank.project();
  for (int i = 0; i < 6; ++i) columns(i, c) = -body.impulse[i];
  result.converged &= tank.stats.converged;
  result.divergence = std::max(result.divergence, tank.stats.maxDivergence);
  result.incompatible = std::max(result.incompatible, tank.stats.incompatible);
  result.cells = tank.stats.unknowns;
}

}  // namespace

Quat AddedMassSetup::rotation() const {
  const Vec3 r = glm::radians(orientation);
  return glm::angleAxis(r.z, Vec3(0, 0, 1)) * glm::angleAxis(r.y, Vec3(0, 1, 0)) * glm::angleAxis(r.x, Vec3(1, 0, 0));
}

Result<AddedMassBody> addedMassBody(const AddedMassSetup& s) {
  AddedMassBody body;
  const ShapeWord* word = shapeWord(s.shape);
  ShapeDesc desc;
  if (word) {
    desc = {word->kind, "", 0, s.axes == Vec3(0) ? word->usual : s.axes};
  } else {
    desc = {ShapeKind::Mesh, s.shape, s.size, Vec3(0)};
    if (s.shape.find('.') == std::string::npos) {
      std::vector<std::string> words;
      for (const ShapeWord& w : kShapes) words.emplace_back(w.word);
      const std::string near = closestWord(s.shape, words);
      return Problem{"", 0, "shape",
                     "'" + s.shape + "' is neither a shape nor a mesh file" +
                         (near.empty() ? "" : "; did you mean '" + near + "'?")};
    }
  }
  auto shape = loadShape(desc, std::filesystem::current_path());
  if (!shape) {
    for (Problem& p : shape.problems)
      if (p.file.empty() && p.key.empty()) p.key = "axes";
    return shape.problems;
  }
  body.shape = *shape;
  const Box3& box = body.shape->bounds();
  const Vec3 half = 0.5 * box.size();
  body.reach = s.flat() ? std::max(half.x, half.y) : std::max({half.x, half.y, half.z});
  const bool open = s.container == AddedMassSetup::Container::Open;
  if (open && !(std::abs(s.level) < 0.5 * s.tank.y))
    return Problem{"", 0, "level", "the surface is not inside the tank"};
  const Tank tank = addedMassTank(s, body);
  if (static_cast<double>(tank.grid.size) > 6e6)
    return Problem{"", 0, "radius", "the tank would have more than six million cells"};
  double clear = 1e300;
  const Pose& pose = tank.bodies[0].pose;
  for (const Vec3f& x : body.shape->samples()) {
    Vec3 at = pose.toWorld(Vec3(x));
    if (s.flat()) at.z = pose.position.z;
    clear = std::min(clear, wallDistance(tank.container, tank.grid, at));
  }
  if (clear < -1e-6 * body.reach) return Problem{"", 0, "position", "the body reaches into the wall"};
  return body;
}

Tank addedMassTank(const AddedMassSetup& s, const AddedMassBody& body) {
  const bool ball = s.container == AddedMassSetup::Container::Sphere, flat = s.flat();
  Vec3 sides = ball ? Vec3(s.tank.x) : s.tank;
  const double wanted = s.tank.x * (s.cells > 0 ? s.cells / s.tank.x : s.radius / body.reach);
  const double across = std::max(1.0, std::round(wanted)), dx = s.tank.x / across;
  Int3 cells(1);
  bool whole = !ball;
  for (int a = 0; a < (flat ? 2 : 3); ++a) {
    const double n = sides[a] / dx;
    whole &= std::abs(n - std::round(n)) < 1e-6 * n;
    cells[a] = static_cast<int>(std::clamp(std::round(n), 1.0, 4000.0));
  }
  if (!whole)  // the walls run between the faces: room for them, the middle on a node as before
    for (int a = 0; a < (flat ? 2 : 3); ++a) cells[a] = 2 * (cells[a] / 2) + 4;
  Tank tank(cells, dx);
  tank.wallKind = tank.bodyKind = s.fractions;
  tank.discrete = s.discrete;
  if (ball)
    tank.container = {WallKind::Sphere, 0.5 * tank.grid.extent(), Vec3(0.5 * s.tank.x), {1, 0, 0, 0}};
  else if (!whole)
    tank.container = {WallKind::TiltedBox, 0.5 * tank.grid.extent(), sides, {1, 0, 0, 0}};
  Vec3 at = 0.5 * tank.grid.extent() + s.position;
  if (flat) at.z = 0.5 * dx;
  tank.add(body.shape, at, tank.fluidDensity * s.density, s.rotation());
  const double surface = 0.5 * tank.grid.extent().y + s.level;
  if (s.container == AddedMassSetup::Container::Open) tank.setSurface([&](const Vec3& x) { return x.y - surface; });
  return tank;
}

Mat6 inBodyAxes(const Mat6& world, const Mat3& turn, double displacedMass, double reach) {
  Mat6 turned;
  for (int bi = 0; bi < 2; ++bi)
    for (int bj = 0; bj < 2; ++bj) {
      Mat3 block(0);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) block[j][i] = world(3 * bi + i, 3 * bj + j);
      block = turn * block * glm::transpose(turn);
      const double scale = displacedMass * std::pow(reach, bi + bj);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) turned(3 * bi + i, 3 * bj + j) = block[j][i] / scale;
    }
  return turned;
}

AddedMassResult addedMassMatrix(const AddedMassSetup& s, const AddedMassBody& body) {
  AddedMassResult result;
  Tank tank = addedMassTank(s, body);
  tank.bodies[0].free = false;
  tank.build();
  result.dx = tank.grid.dx;
  Mat6 world;
  for (int c = 0; c < 6; ++c)
    if (!s.flat() || c < 2 || c == 5) solveColumn(tank, c, result, world);
  result.matrix =
      inBodyAxes(world, glm::transpose(glm::mat3_cast(s.rotation())), tank.coupled[0].displacedMass, body.reach);
  double largest = 0;
  for (const double v : result.matrix.m) largest = std::max(largest, std::abs(v));
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < i; ++j)
      result.asymmetry = std::max(result.asymmetry, std::abs(result.matrix(i, j) - result.matrix(j, i)) / largest);
  return result;
}

double addedMassOfFreeBody(Tank& tank, int axis) {
  tank.build();
  tank.coupled[0].velocity = {};
  tank.coupled[0].velocity[axis] = 1;
  tank.setVelocity([](int, const Vec3&) { return 0.0; });
  tank.project();
  if (!(tank.stats.residual < 1e-10)) throw std::runtime_error("the solve stopped: " + tank.stats.note);
  const double mass = tank.masses[0](axis, axis);
  return (mass / tank.coupled[0].velocity[axis] - mass) / tank.coupled[0].displacedMass;
}

Mat6 addedMassMatrixOfFreeBody(Tank& tank) {
  Mat6 response, inverse, whole;
  for (int c = 0; c < 6; ++c) {
    tank.build();
    if (!invertSpd(tank.masses[0], inverse)) throw std::runtime_error("the body's mass matrix is singular");
    for (int i = 0; i < 6; ++i) tank.coupled[0].velocity[i] = inverse(i, c);
    tank.setVelocity([](int, const Vec3&) { return 0.0; });
    tank.project();
    for (int i = 0; i < 6; ++i) response(i, c) = tank.coupled[0].velocity[i];
  }
  if (!invertSpd(response, whole)) throw std::runtime_error("mass and added mass are not positive definite");
  for (int i = 0; i < 36; ++i) whole.m[i] -= tank.masses[0].m[i];
  return whole;
}

AddedMassTheory addedMassTheory(const AddedMassSetup& s, const AddedMassBody& body) {
  AddedMassTheory t;
  const bool round = s.shape == "sphere" || s.shape == "circle", flat = s.flat();
  if (!round && s.shape != "ellipsoid") return t;
  const Vec3 lengths = body.shape->desc().dims;
  const Vec3 axes = round ? Vec3(lengths.x) : lengths;
  const double a = body.reach;
  t.slenderness = a / std::min({axes.x, axes.y, axes.z});
  const bool centred = glm::length(s.position) < 1e-9 * a;
  if (s.container == AddedMassSetup::Container::Sphere) {
    if (!round || !centred) return t;
    t.known = t.exact = t.angularKnown = true;
    const double b = 0.5 * s.tank.x;
    t.linear = Mat3(flat ? concentricCircles(a, b) : concentricSpheres(a, b));
    t.source = "concentric with the container (Lamb art. 93)";
    return t;
  }
  if (s.container == AddedMassSetup::Container::Open) {
    // Where the middle of a round body lies on p = 0, heave makes half the flow of a whole body in a tank twice as
    // deep.
    if (!round || std::abs(s.position.y - s.level) > 1e-9 * a) return t;
    AddedMassSetup whole = s;
    whole.container = AddedMassSetup::Container::Box;
    whole.tank.y = s.tank.y + 2 * s.level, whole.position.y = 0;
    t = addedMassTheory(whole, body);
    if (!t.known) return t;
    t.heaveOnly = true, t.angularKnown = false;
    t.linear *= 0.5;
    t.source = "half of a whole body's in a closed tank twice as deep";
    return t;
  }
  t.known = true, t.angularKnown = true;
  Mat3 unbounded(flat ? 1.0 : 0.5);
  double volume = kPi * a * a;
  if (!flat) volume = 4 * kPi / 3 * axes.x * axes.y * axes.z;
  if (!round) {
    const AddedMass lamb = ellipsoidAddedMass(axes, 1);
    unbounded = Mat3(0);
    for (int i = 0; i < 3; ++i)
      unbounded[i][i] = lamb.linear[i] / volume, t.angular[i] = lamb.angular[i] / (volume * a * a);
  }
  const Mat3 r = glm::mat3_cast(s.rotation());
  const Vec3 at = 0.5 * s.tank + s.position;
  const Mat3 world = coefficientInBox(r * unbounded * glm::transpose(r), volume, wallImages(s.tank, at, flat), flat);
  t.linear = glm::transpose(r) * world * r;
  double nearest = 1e300;  // distance to the walls
  for (int i = 0; i < (flat ? 2 : 3); ++i) nearest = std::min({nearest, at[i], s.tank[i] - at[i]});
  const bool cube = s.tank.x == s.tank.y && (flat || s.tank.x == s.tank.z);
  if (round && centred && cube && std::abs(a / s.tank.x - 0.25) < 1e-9) {
    t.exact = true;
    t.linear = Mat3(flat ? 1.547508 : 0.62282);
    t.source = "harmonic series";
    return t;
  }
  // The walls' share of C changes over the body by about (a/d)²; for round bodies that averages out to high order.
  double share = 0;
  for (int i = 0; i < (flat ? 2 : 3); ++i)
    share = std::max(share, std::abs(t.linear[i][i] - unbounded[i][i]) / std::abs(t.linear[i][i]));
  const double ratio = a / nearest;
  if (ratio > 0.85) return {};  // a dipole says nothing of a body that nearly touches a wall
  t.images = share * ratio * ratio * (round ? (centred ? 0.05 : ratio) : 1);
  t.source = round ? "unbounded value and images in the walls" : "Lamb's ellipsoid and images in the walls";
  return t;
}

}  // namespace flotsam
