// SPDX-License-Identifier: MIT
// [[body]]: shape, pose, motion and script.
#include <algorithm>
#include <cmath>

#include "io/mesh_import.h"
#include "io/scene_check.h"
#include "io/scene_parts.h"

namespace flotsam {

namespace {

constexpr size_t kMostKeys = 10000;  // of a script

void readLengths(TableReader& shape, const std::string& word, ShapeDesc& desc) {
  auto table = shape.table(word.c_str());
  if (!table) return;
  Vec3& d = desc.dims;
  const auto need = [&](const char* key, bool got) {
    if (!got && !table->has(key)) table->missing(key, "a length in m");
  };
  switch (desc.kind) {
    case ShapeKind::Sphere:
      need("radius", table->number("radius", d.x));
      d = Vec3(d.x);
      break;
    case ShapeKind::Box:
      need("size", table->vector("size", d, Flat::Thickness));
      break;
    case ShapeKind::Cylinder:
    case ShapeKind::Capsule:
      need("radius", table->number("radius", d.x));
      need("height", table->number("height", d.y));
      d.z = d.x;
      break;
    case ShapeKind::Torus:
      need("ring", table->number("ring", d.x));
      need("tube", table->number("tube", d.y));
      d.z = d.x;
      break;
    case ShapeKind::Ellipsoid:
      need("axes", table->vector("axes", d, Flat::Thickness));
      break;
    case ShapeKind::Mesh:
      break;
  }
  table->finish();
}

bool readShape(TableReader& body, ShapeDesc& desc) {
  auto shape = body.table("shape");
  if (!shape) {
    if (!body.has("shape")) body.missing("shape", "for example shape = { sphere = { radius = 0.1 } }");
    return false;
  }
  int found = 0;
  for (size_t i = 0; i < kShapeWords.size(); ++i)
    if (shape->has(kShapeWords[i])) desc.kind = static_cast<ShapeKind>(i), ++found;
  if (found > 1) {
    body.problem("shape", "give one shape only");
    return false;
  }
  if (desc.kind == ShapeKind::Mesh && found) {
    if (shape->text("mesh", desc.mesh) && desc.mesh.empty()) shape->problem("mesh", "the file name is empty");
    shape->number("size", desc.size);
  } else if (found) {
    readLengths(*shape, kShapeWords[static_cast<size_t>(desc.kind)], desc);
  }
  for (const auto& word : kShapeWords) shape->expect(word);  // so that a misspelt word is told the right one
  const size_t before = shape->problemCount();
  shape->finish();
  if (!found && shape->problemCount() == before)
    body.problem("shape", "needs mesh, sphere, box, cylinder, torus, capsule or ellipsoid");
  return found == 1;
}

void readKeys(TableReader& table, Script& script) {
  for (TableReader& entry : table.tables("keys", /*named=*/false, kMostKeys)) {
    Script::Key key{0, Vec3(0)};
    if (!entry.number("time", key.time) && !entry.has("time")) entry.missing("time", "seconds");
    entry.vector("position", key.position, Flat::Zero);
    if (auto rotation = entry.table("rotation")) {
      readRotation(*rotation, key.orientation);
      rotation->finish();
    }
    entry.finish();
    script.keys.push_back(key);
  }
}

void readScript(TableReader& body, BodyDesc& desc) {
  auto table = body.table("script");
  if (!table) {
    if (desc.motion == Motion::Scripted && !body.has("script"))
      body.missing("script",
                   "scripted motion needs script = { kind = \"spin\", axis = [0, 0, 1], rate = 1 } or similar");
    return;
  }
  if (desc.motion != Motion::Scripted) body.problem("script", "needs motion = \"scripted\"");
  Script& script = desc.script;
  table->word("kind", script.kind, kScriptWords);
  if (!table->has("kind")) table->missing("kind", "spin, circle or keyframes");
  if (script.kind == Script::Keyframes) {
    readKeys(*table, script);
    if (!table->has("keys")) table->missing("keys", "a list of { time, position, rotation }");
    table->toggle("loop", script.loop);
  } else {
    readDirection(*table, "axis", script.axis);
    table->number("rate", script.rate);
    script.hasPivot = table->vector("pivot", script.pivot, Flat::Middle);
  }
  table->finish();
}

}  // namespace

bool readDirection(TableReader& table, const char* key, Vec3& out) {
  Vec3 v;
  if (!table.vector(key, v)) return false;
  const double most = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  if (most > 1e100) v /= most;  // its square would be no number
  const double length = glm::length(v);
  if (!(length > 1e-9)) return table.problem(key, "must not be the zero vector"), false;
  out = std::abs(length - 1) > 1e-12 ? v / length : v;
  return true;
}

bool readRotation(TableReader& table, Quat& out) {
  std::vector<double> q;
  if (table.components("quaternion", q, 4, 4)) {
    Quat quaternion(q[0], q[1], q[2], q[3]);
    const double most = std::max({std::abs(q[0]), std::abs(q[1]), std::abs(q[2]), std::abs(q[3])});
    if (most > 1e100) quaternion = (1 / most) * quaternion;
    const double length = glm::length(quaternion);
    if (!(length > 1e-9)) return table.problem("quaternion", "must not be zero"), false;
    out = std::abs(length - 1) > 1e-12 ? glm::normalize(quaternion) : quaternion;
    return true;
  }
  Vec3 axis{0, 0, 1};
  double angle = 0;
  readDirection(table, "axis", axis);
  if (!table.number("angle", angle)) return false;
  out = glm::angleAxis(glm::radians(angle), axis);
  return true;
}

/// Lengths in the bounds that io/scene_check tells; beyond them a shape could take any memory, or be nothing in floats.
static bool buildable(const ShapeDesc& shape, double dx) {
  const Vec3& d = shape.dims;
  const double least = std::min({d.x, d.y, d.z}), most = std::max({d.x, d.y, d.z});
  const bool sized = shape.size == 0 || dx <= 0 || (shape.size >= kLeastCells * dx && shape.size <= kMostCells * dx);
  return sized && shape.size <= 1e4 && (shape.kind == ShapeKind::Mesh || (least >= 1e-6 && most <= 1e4));
}

BodyDesc readBody(TableReader& table, const std::filesystem::path& folder, const Vec3& tank, ReadContext& context) {
  BodyDesc body;
  body.position = 0.5 * tank;
  if (!table.text("name", body.name) && !table.has("name")) table.missing("name", "every body needs one");
  const bool shaped = readShape(table, body.shapeDesc);

  ParamList list;
  describe(body, list);
  const std::string prefix = "body." + body.name + ".";
  for (const char* key : {"density", "friction", "restitution", "temperature", "smoke"})
    table.param(key, list, prefix + key);

  table.vector("position", body.position, Flat::Middle);
  if (auto rotation = table.table("rotation")) {
    readRotation(*rotation, body.orientation);
    rotation->finish();
  }
  table.vector("velocity", body.velocity, Flat::Zero);
  table.vector("spin", body.angularVelocity);
  table.integer("colour", body.colour);
  table.word("motion", body.motion, kMotionWords);
  readScript(table, body);
  table.finish();

  if (!shaped || table.troubled("shape") || !buildable(body.shapeDesc, context.dx)) return body;
  auto shape = loadShape(body.shapeDesc, folder);
  for (const auto& p : shape.problems) {
    const std::string where = p.file.empty() ? "" : p.file + ": ";
    context.problems.push_back(
        {context.file, context.lineOf(table.fullKey("shape")), table.fullKey("shape"), where + p.reason, p.warning});
  }
  if (shape) body.shape = *shape;
  return body;
}

}  // namespace flotsam
