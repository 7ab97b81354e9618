// SPDX-License-Identifier: MIT
// `flotsam MESH...`: the meshes side by side in the plain tank, each scaled to fit.
#include <algorithm>
#include <cmath>

#include "io/assets.h"
#include "io/mesh_import.h"
#include "io/scene.h"

namespace fs = std::filesystem;

namespace flotsam {

namespace {

WorldDesc plainTank() {
  if (const fs::path path = findScene("plain-tank"); !path.empty())
    if (auto scene = loadScene(path)) return *scene;
  WorldDesc desc;
  desc.title = "Plain tank";
  desc.lesson = "Drag the bodies through the fluid.";
  return desc;
}

std::string bodyName(const fs::path& mesh, const std::vector<BodyDesc>& taken) {
  const std::string stem = bodyNameFrom(mesh);
  std::string name = stem;
  const auto used = [&] {
    return std::any_of(taken.begin(), taken.end(), [&](const BodyDesc& b) { return b.name == name; });
  };
  for (int n = 2; used(); ++n) name = stem + "-" + std::to_string(n);
  return name;
}

/// Slots of a block of m x m x m: along x first, then z, then upwards; the block sits in the middle of the tank.
Vec3 slotCentre(size_t index, size_t count, size_t m, const Vec3& tank) {
  const size_t rows = std::min(m, (count + m - 1) / m), layers = (count + m * m - 1) / (m * m);
  const Vec3 at(double(index % m) + 0.5, double(index / (m * m)) + 0.5, double((index / m) % m) + 0.5);
  const Vec3 of(double(std::min(m, count)), double(layers), double(rows));
  return tank * at / of;
}

}  // namespace

std::string bodyNameFrom(const fs::path& file) {
  constexpr size_t kLongest = 48;
  std::string name;
  for (const char c : file.stem().string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte < 128 && std::isalnum(byte)) || c == '_';
    if (plain)
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  name.resize(std::min(name.size(), kLongest));
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "mesh" : name;
}

Result<WorldDesc> sceneFromMeshes(const std::vector<fs::path>& meshes) {
  WorldDesc desc = plainTank();
  desc.bodies.clear();
  const Vec3 tank = desc.dx * Vec3(desc.cells);
  const double side = std::min({tank.x, tank.y, tank.z});
  const size_t m = std::max<size_t>(1, static_cast<size_t>(std::ceil(std::cbrt(double(meshes.size())) - 1e-9)));
  Result<WorldDesc> result;
  for (size_t i = 0; i < meshes.size(); ++i) {
    BodyDesc body;
    body.name = bodyName(meshes[i], desc.bodies);
    body.density = i % 2 == 0 ? 2000 : 300;
    std::error_code error;
    body.shapeDesc.kind = ShapeKind::Mesh;
    body.shapeDesc.mesh = fs::absolute(meshes[i], error).string();
    body.shapeDesc.size = side * std::min(0.35, 0.8 / double(m));
    auto shape = loadShape(body.shapeDesc, {});
    for (auto& p : shape.problems) {
      if (p.file.empty()) p.file = meshes[i].string();
      result.problems.push_back(std::move(p));
    }
    if (!shape) continue;
    body.shape = *shape;
    body.position = slotCentre(i, meshes.size(), m, tank) - body.shape->bounds().centre();
    desc.bodies.push_back(std::move(body));
  }
  for (auto& p : validate(desc)) result.problems.push_back(std::move(p));
  if (!hasErrors(result.problems)) result.value = std::move(desc);
  return result;
}

}  // namespace flotsam
