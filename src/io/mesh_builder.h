// SPDX-License-Identifier: MIT
// What the readers of mesh files share: they collect positions and polygons here, and it makes triangles of them. Faces
// that name vertices which do not exist are left out and counted, never guessed. Internal to io.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/triangle_mesh.h"

namespace flotsam {

class MeshBuilder {
 public:
  size_t vertexCount() const { return mesh_.positions.size(); }
  size_t faceCount() const { return starts_.size(); }
  void vertex(const Vec3f& p) { mesh_.positions.push_back(p); }
  /// A number from the file's text; what is none is NaN and counted, commas are told.
  double number(std::string_view word);
  float coordinate(std::string_view word) { return static_cast<float>(number(word)); }
  /// Told: zero bytes in what should be text.
  void noteZeros(std::string_view text);
  /// The next corner of the face under way, from 0; may name a vertex that comes later, or none (then negative).
  void corner(int64_t v) { corners_.push_back(v); }
  /// Ends the face under way; one of fewer than three corners is no face.
  void endFace();
  /// A sentence for people about what is odd with the file.
  void note(std::string sentence) { notes_.push_back(std::move(sentence)); }
  /// The triangles, with the notes as warnings; an error without any.
  Result<TriangleMesh> finish();

 private:
  bool valid(std::span<const int64_t> face) const;
  void noteNumbers();
  void triangulate(std::span<const int64_t> face);

  TriangleMesh mesh_;
  std::vector<int64_t> corners_;
  std::vector<size_t> starts_;  // of the faces in corners_
  size_t open_ = 0;             // where the face under way begins
  std::vector<std::string> notes_;
  size_t noNumbers_ = 0, commas_ = 0, points_ = 0;  // words
  std::string noNumber_;                            // the first of them
};

/// Triangles (indices into `polygon`) of a polygon that may be concave and a little out of plane; for corners that
/// cross each other any triangles with the same sum of areas. Work is bounded, about n² for n corners.
std::vector<glm::uvec3> triangulatePolygon(std::span<const Vec3f> polygon);

/// The readers: `bytes` is the whole file. OBJ (Wavefront), STL (binary or ASCII, whatever it says of itself), PLY
/// (ASCII, binary of either order), OFF (ASCII; with colours, normals, texture), glTF 2 and GLB (`folder`: where its
/// buffers are).
Result<TriangleMesh> parseObj(std::string_view bytes);
Result<TriangleMesh> parseStl(std::string_view bytes);
Result<TriangleMesh> parsePly(std::string_view bytes);
Result<TriangleMesh> parseOff(std::string_view bytes);
Result<TriangleMesh> parseGltf(std::string_view bytes, const std::filesystem::path& folder);

/// A binary STL file of exactly the length it declares, or text that begins and goes on like one.
bool looksLikeStl(std::string_view bytes);
/// A binary STL file of exactly the length it declares.
bool exactBinaryStl(std::string_view bytes);

/// ".obj", ".stl", ".ply", ".off", ".gltf" or ".glb": what the content says, else the `ending` as it is.
std::string meshFormat(std::string_view bytes, const std::string& ending);
/// What else a file seems to be, in words ("a PNG picture"); empty when it cannot be said.
std::string seemsToBe(std::string_view bytes);

/// "no triangles could be read (WHY)".
Problem noTriangles(const std::string& why);

}  // namespace flotsam
