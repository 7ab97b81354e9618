// SPDX-License-Identifier: MIT
// `flotsam mesh`: what the import finds in a mesh and does about it.
#include "cli/common.h"
#include "io/mesh_import.h"
#include "io/mesh_report.h"
#include "io/number_words.h"

namespace flotsam {

namespace {

int inspect(const std::vector<std::string>& files, double size, const Console& console) {
  bool bad = false;
  for (const auto& file : files) {
    ShapeDesc desc;
    desc.kind = ShapeKind::Mesh, desc.mesh = file, desc.size = size;
    MeshReport found;
    auto shape = loadShape(desc, std::filesystem::current_path(), &found);
    for (auto& p : shape.problems)
      if (p.file.empty()) p.file = file;
    bad = report(console, shape.problems) || bad;
    if (found.trianglesRead > 0) console.out << meshReportText(file, found);
  }
  return bad ? kBadInput : kGood;
}

}  // namespace

void addMesh(CLI::App& app, Console console, int& exitCode) {
  auto* command = app.add_subcommand("mesh", "Say what a mesh file holds, what was repaired and whether it is usable");
  auto files = std::make_shared<std::vector<std::string>>();
  auto size = std::make_shared<double>(0);
  command->add_option("files", *files, "obj, stl, ply, off, gltf or glb files")->required()->type_name("FILE...");
  command->add_option("--size", *size, "Longest side in m; 0 keeps the file's own units")
      ->check(CLI::Validator(
          [](std::string& text) {
            const std::string wrong = finiteBetween(0, 1e4)(text);
            double size = 0;
            const bool small = wrong.empty() && parseNumber(text, size) && size > 0 && size < 1e-6;
            return small ? "'" + text + "' is smaller than the 1e-6 m that a shape has at least" : wrong;
          },
          "0, or in [1e-06 - 10000]"))
      ->type_name("M");
  command->callback([=, &exitCode] { exitCode = inspect(*files, *size, console); });
}

}  // namespace flotsam
