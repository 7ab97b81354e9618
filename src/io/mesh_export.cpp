// SPDX-License-Identifier: MIT
#include "io/mesh_export.h"

#include <bit>
#include <charconv>

#include "io/report.h"

namespace flotsam {
namespace {

void append(std::string& text, float value) {
  char buffer[32];
  text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

void appendRow(std::string& text, const char* word, const Vec3f& v) {
  text += word;
  for (int a = 0; a < 3; ++a) text += ' ', append(text, v[a]);
  text += '\n';
}

void appendWord(std::string& bytes, uint32_t word) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(word >> shift & 255);
}

bool hasNormals(const TriangleMesh& mesh) { return mesh.normals.size() == mesh.positions.size(); }

}  // namespace

std::string objText(const TriangleMesh& mesh) {
  std::string text = "# metres, y up\n";
  const bool normals = hasNormals(mesh);
  text.reserve(64 * (mesh.positions.size() + mesh.triangles.size()));
  for (const Vec3f& p : mesh.positions) appendRow(text, "v", p);
  if (normals)
    for (const Vec3f& n : mesh.normals) appendRow(text, "vn", n);
  for (const auto& t : mesh.triangles) {
    text += 'f';
    for (int a = 0; a < 3; ++a) {
      const std::string index = std::to_string(t[a] + 1);
      text += ' ' + index;
      if (normals) text += "//" + index;
    }
    text += '\n';
  }
  return text;
}

std::string plyBytes(const TriangleMesh& mesh) {
  const bool normals = hasNormals(mesh);
  std::string bytes = "ply\nformat binary_little_endian 1.0\ncomment metres, y up\nelement vertex " +
                      std::to_string(mesh.positions.size()) +
                      "\nproperty float x\nproperty float y\nproperty float z\n";
  if (normals) bytes += "property float nx\nproperty float ny\nproperty float nz\n";
  bytes += "element face " + std::to_string(mesh.triangles.size()) +
           "\nproperty list uchar uint vertex_indices\nend_header\n";
  for (size_t i = 0; i < mesh.positions.size(); ++i) {
    for (int a = 0; a < 3; ++a) appendWord(bytes, std::bit_cast<uint32_t>(mesh.positions[i][a]));
    for (int a = 0; normals && a < 3; ++a) appendWord(bytes, std::bit_cast<uint32_t>(mesh.normals[i][a]));
  }
  for (const auto& t : mesh.triangles) {
    bytes += '\3';
    for (int a = 0; a < 3; ++a) appendWord(bytes, t[a]);
  }
  return bytes;
}

Problems writeMesh(const std::string& path, const TriangleMesh& mesh) {
  if (path.ends_with(".ply")) return writeTextFile(path, plyBytes(mesh));
  if (path.ends_with(".obj")) return writeTextFile(path, objText(mesh));
  return {{path, 0, "", "meshes are written as .obj or .ply"}};
}

}  // namespace flotsam
