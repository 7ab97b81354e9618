// SPDX-License-Identifier: MIT
// Mesh files as other programs write them, from one knotted ring, for the import tests.
#pragma once

#include <bit>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "core/triangle_mesh.h"

namespace flotsam::meshtexts {

using Face = std::vector<int>;

struct Solid {
  std::vector<Vec3f> vertices;
  std::vector<Face> faces;
};

/// A ring with bumps on it, closed, of quads.
inline Solid ring(int around = 20, int across = 10, double tube = 0.25) {
  Solid s;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      const double u = 2 * kPi * i / around, v = 2 * kPi * j / across;
      const double r = tube * (1 + 0.2 * std::sin(3 * u + 2 * v)), out = 0.7 + r * std::cos(v);
      s.vertices.emplace_back(out * std::cos(u), r * std::sin(v), -out * std::sin(u));
      const int a = (i + 1) % around, b = (j + 1) % across;
      s.faces.push_back({i * across + j, a * across + j, a * across + b, i * across + b});
    }
  return s;
}

inline Solid triangles(const Solid& s) {
  Solid t{s.vertices, {}};
  for (const Face& f : s.faces)
    for (size_t k = 2; k < f.size(); ++k) t.faces.push_back({f[0], f[k - 1], f[k]});
  return t;
}

/// A prism over a polygon in the plane, with its caps as one face each.
inline Solid prism(const std::vector<glm::dvec2>& outline, double height) {
  Solid s;
  const int n = static_cast<int>(outline.size());
  Face bottom, top;
  for (const double z : {-0.5 * height, 0.5 * height})
    for (const auto& p : outline) s.vertices.emplace_back(p.x, p.y, z);
  for (int i = 0; i < n; ++i) {
    bottom.push_back(n - 1 - i), top.push_back(n + i);
    s.faces.push_back({i, (i + 1) % n, n + (i + 1) % n, n + i});
  }
  s.faces.push_back(bottom), s.faces.push_back(top);
  return s;
}

/// Shoelace formula.
inline double areaOf(const std::vector<glm::dvec2>& p) {
  double sum = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    const auto &a = p[i], &b = p[(i + 1) % p.size()];
    sum += 0.5 * (a.x * b.y - b.x * a.y);
  }
  return sum;
}

inline std::string number(float v) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", static_cast<double>(v));
  return text;
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

inline std::string row(const Vec3f& p) { return number(p.x) + " " + number(p.y) + " " + number(p.z); }

inline std::string objVertices(const Solid& s) {
  std::string text;
  for (const Vec3f& p : s.vertices) text += "v " + row(p) + "\n";
  return text;
}
using Corner = std::function<std::string(int)>;
inline std::string objFaces(
    const Solid& s, const Corner& corner = [](int v) { return std::to_string(v + 1); }) {
  std::string text;
  for (const Face& f : s.faces) {
    text += "f";
    for (const int v : f) text += " " + corner(v);
    text += "\n";
  }
  return text;
}
inline std::string obj(const Solid& s) { return objVertices(s) + objFaces(s); }

inline std::string off(const Solid& s, const std::string& head = "OFF\n", const std::string& vertexTail = "",
                       const std::string& faceTail = "") {
  std::string text = head + std::to_string(s.vertices.size()) + " " + std::to_string(s.faces.size()) + " 0\n";
  for (const Vec3f& p : s.vertices) text += row(p) + vertexTail + "\n";
  for (const Face& f : s.faces) {
    text += std::to_string(f.size());
    for (const int v : f) text += " " + std::to_string(v);
    text += faceTail + "\n";
  }
  return text;
}

inline std::string stlText(const Solid& s) {
  std::string text = "solid ring\n";
  for (const Face& f : triangles(s).faces) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (const int v : f) text += "   vertex " + row(s.vertices[static_cast<size_t>(v)]) + "\n";
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid ring\n";
}

template <class T>
std::string packed(T value, bool big = false) {
  std::string bytes(sizeof(T), '\0');
  std::memcpy(bytes.data(), &value, sizeof(T));
  return big ? std::string(bytes.rbegin(), bytes.rend()) : bytes;
}

inline std::string stlBytes(const Solid& s, std::string head = "binary", int64_t count = -1) {
  const Solid t = triangles(s);
  head.resize(80, ' ');
  std::string bytes = head + packed(static_cast<uint32_t>(count < 0 ? static_cast<int64_t>(t.faces.size()) : count));
  for (const Face& f : t.faces) {
    bytes.append(12, '\0');
    for (const int v : f)
      for (int a = 0; a < 3; ++a) bytes += packed(s.vertices[static_cast<size_t>(v)][a]);
    bytes.append(2, '\0');
  }
  return bytes;
}

/// "ascii", "binary_little_endian", "binary_big_endian"; `extras`: normals and colours too.
inline std::string ply(const Solid& s, const std::string& format, bool extras, bool doubles = false,
                       const std::string& indexName = "vertex_indices") {
  std::string text =
      "ply\nformat " + format + " 1.0\ncomment grün\nelement vertex " + std::to_string(s.vertices.size()) + "\n";
  for (const char* axis : {"x", "y", "z"})
    text += std::string("property ") + (doubles ? "double " : "float ") + axis + "\n";
  if (extras)
    text += "property float nx\nproperty float ny\nproperty float nz\nproperty uchar red\nproperty uchar green\n";
  text += "element face " + std::to_string(s.faces.size()) + "\nproperty list uchar int " + indexName + "\n" +
          (extras ? "property short flags\n" : "") + "end_header\n";
  const bool big = format == "binary_big_endian";
  if (format == "ascii") {
    for (const Vec3f& p : s.vertices) text += row(p) + (extras ? " 0 0 1 255 7" : "") + "\n";
    for (const Face& f : s.faces) {
      text += std::to_string(f.size());
      for (const int v : f) text += " " + std::to_string(v);
      text += extras ? " -3\n" : "\n";
    }
    return text;
  }
  for (const Vec3f& p : s.vertices) {
    for (int a = 0; a < 3; ++a) text += doubles ? packed(static_cast<double>(p[a]), big) : packed(p[a], big);
    if (extras) text += packed(0.f, big) + packed(0.f, big) + packed(1.f, big) + "\xff\x07";
  }
  for (const Face& f : s.faces) {
    text += static_cast<char>(f.size());
    for (const int v : f) text += packed(v, big);
    if (extras) text += packed(static_cast<short>(-3), big);
  }
  return text;
}

inline std::string base64(const std::string& bytes) {
  static const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

/// glTF whose node list is `nodes`; the mesh is number 0. `uri`: of the buffer; empty makes a GLB.
inline std::string gltf(const Solid& solid, const std::string& nodes, const std::string& uri,
                        std::string* buffer = nullptr) {
  const Solid s = triangles(solid);
  std::string indices, positions;
  for (const Face& f : s.faces)
    for (const int v : f) indices += packed(static_cast<uint16_t>(v));
  indices.resize((indices.size() + 3) / 4 * 4);
  for (const Vec3f& p : s.vertices)
    for (int a = 0; a < 3; ++a) positions += packed(p[a]);
  const std::string all = indices + positions, n = std::to_string(indices.size()), m = std::to_string(positions.size());
  if (buffer) *buffer = all;
  std::string json =
      R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":)" + nodes +
      R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":1},"indices":0}]}],"bufferViews":[{"buffer":0,"byteLength":)" +
      n + R"(},{"buffer":0,"byteOffset":)" + n + R"(,"byteLength":)" + m +
      R"(}],"accessors":[{"bufferView":0,"componentType":5123,"type":"SCALAR","count":)" +
      std::to_string(3 * s.faces.size()) + R"(},{"bufferView":1,"componentType":5126,"type":"VEC3","count":)" +
      std::to_string(s.vertices.size()) + R"(}],"buffers":[{"byteLength":)" + std::to_string(all.size()) +
      (uri.empty()
           ? ""
           : R"(,"uri":")" + (uri == "data" ? "data:application/octet-stream;base64," + base64(all) : uri) + "\"") +
      "}]}";
  if (!uri.empty()) return json;
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const auto word = [](size_t v) { return packed(static_cast<uint32_t>(v)); };
  return "glTF" + word(2) + word(28 + json.size() + all.size()) + word(json.size()) + "JSON" + json + word(all.size()) +
         std::string("BIN\0", 4) + all;
}

}  // namespace flotsam::meshtexts
