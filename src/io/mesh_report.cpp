// SPDX-License-Identifier: MIT
// The import report as a short table and sentences.
#include "io/mesh_report.h"

#include <charconv>

namespace flotsam {
namespace {

/// Four significant digits.
std::string number(double value) {
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 4).ptr;
  return {buffer, end};
}

std::string line(const char* name, const std::string& value) {
  std::string text = "  " + std::string(name);
  text.resize(22, ' ');
  return text + value + "\n";
}

std::string beforeAfter(size_t before, size_t after) {
  return before == after ? std::to_string(before)
                         : std::to_string(before) + " in the file, " + std::to_string(after) + " after repair";
}

}  // namespace

std::string meshReportText(const std::string& file, const MeshReport& r) {
  const Vec3 metres = r.scale * r.fileSize;
  auto times = [](const Vec3& v) { return number(v.x) + " x " + number(v.y) + " x " + number(v.z); };
  std::string text = file + "\n";
  text += line("vertices", beforeAfter(r.verticesRead, r.vertices));
  text += line("triangles", beforeAfter(r.trianglesRead, r.triangles));
  text += line("open edges", beforeAfter(r.openEdges, r.openEdgesAfterRepair));
  text += line("non-manifold edges", beforeAfter(r.nonManifoldEdges, r.nonManifoldEdgesAfterRepair));
  text += line("size", times(metres) + " m (in the file " + times(r.fileSize) + ", scale " + number(r.scale) + ")");
  text += line("volume", number(r.gridVolume) + " m³ (of the triangles alone " + number(r.meshVolume) + " m³)");
  text += line("mean thickness", number(r.thickness) + " m");
  text += line("doubtful inside", number(100 * r.doubtful) + " % of the points around it");
  text += line("import", number(r.seconds) + " s");
  for (const std::string& note : r.notes) text += "  " + note + "\n";
  return text;
}

}  // namespace flotsam
