// SPDX-License-Identifier: MIT
// `flotsam mesh`: what the import finds in a mesh and does about it.
#include "cli/common.h"
#include "core/describe.h"
#include "io/mesh_import.h"

namespace flotsam {

namespace {

/// Four significant digits, for people.
std::string rough(double v) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.4g", v);
  return buffer;
}

void print(const Console& console, const std::string& file, const Shape* shape, const MeshReport& r) {
  std::ostream& out = console.out;
  const auto count = [&](size_t n, const char* what) {
    if (n > 0) out << "  " << n << ' ' << what << '\n';
  };
  out << file << '\n';
  out << "  read " << r.verticesRead << " vertices, " << r.trianglesRead << " triangles; kept " << r.vertices << ", "
      << r.triangles << '\n';
  out << "  size in the file " << rough(r.fileSize.x) << " x " << rough(r.fileSize.y) << " x " << rough(r.fileSize.z)
      << ", scaled by " << rough(r.scale) << '\n';
  count(r.welded, "vertices welded");
  count(r.degenerate, "degenerate triangles removed");
  count(r.coincident, "coincident triangles cancelled");
  count(r.looseVertices, "loose vertices removed");
  count(r.flipped, "triangles flipped");
  count(r.openEdges, "open edges in the file");
  count(r.openEdgesAfterRepair, "open edges after the repair");
  count(r.nonManifoldEdges, "non-manifold edges in the file");
  count(r.nonManifoldEdgesAfterRepair, "non-manifold edges after the repair");
  if (r.doubtful > 0) out << "  inside is doubtful at " << rough(100 * r.doubtful) << " % of the points asked\n";
  if (shape)
    out << "  volume " << rough(shape->volume()) << " m³ (surface says " << rough(r.meshVolume) << "), mean thickness "
        << rough(r.thickness) << " m\n";
  for (const auto& note : r.notes) out << "  " << note << '\n';
  out << (shape ? "  usable as a body" : "  not usable as a body") << "; took " << fixed(r.seconds, 2) << " s\n";
}

}  // namespace

void addMesh(CLI::App& app, Console console, int& exitCode) {
  auto* command = app.add_subcommand("mesh", "Say what a mesh file holds, what was repaired and whether it is usable");
  auto files = std::make_shared<std::vector<std::string>>();
  auto size = std::make_shared<double>(0);
  command->add_option("files", *files, "obj, stl, ply, off, gltf or glb files")->required()->type_name("FILE...");
  command->add_option("--size", *size, "Longest side in m; 0 keeps the file's own units")
      ->check(CLI::Range(0.0, 1e4))
      ->type_name("M");
  command->callback([=, &exitCode] {
    bool bad = false;
    for (const auto& file : *files) {
      ShapeDesc desc;
      desc.kind = ShapeKind::Mesh, desc.mesh = file, desc.size = *size;
      MeshReport meshReport;
      auto shape = loadShape(desc, std::filesystem::current_path(), &meshReport);
      for (auto& p : shape.problems)
        if (p.file.empty()) p.file = file;
      bad = report(console, shape.problems) || bad;
      if (meshReport.trianglesRead > 0) print(console, file, shape ? shape->get() : nullptr, meshReport);
    }
    exitCode = bad ? kBadInput : kGood;
  });
}

}  // namespace flotsam
