// SPDX-License-Identifier: MIT
// Polygons are cut into triangles by clipping ears in the plane across their normal (Newell's). The winding number does
// not care how a flat polygon is cut, but the distance to its triangles does.
#include "io/mesh_builder.h"

#include <algorithm>
#include <cmath>

#include "io/mesh_text.h"

namespace flotsam {

namespace {

using Point = glm::dvec2;

/// Twice the signed area.
double cross(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Newell's normal: the sum of the areas, whatever the shape.
Vec3 areaNormal(std::span<const Vec3f> polygon) {
  Vec3 n(0);
  const Vec3 base(polygon[0]);
  for (size_t i = 1; i + 1 < polygon.size(); ++i) n += glm::cross(Vec3(polygon[i]) - base, Vec3(polygon[i + 1]) - base);
  return n;
}

/// The polygon in a plane in which it runs counter-clockwise.
std::vector<Point> flattened(std::span<const Vec3f> polygon) {
  const Vec3 n = areaNormal(polygon), size = glm::abs(n);
  const int drop = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
  const int u = (drop + 1) % 3, v = (drop + 2) % 3;
  const double turn = n[drop] < 0 ? -1 : 1;
  std::vector<Point> flat;
  for (const Vec3f& p : polygon) flat.emplace_back(turn * double(p[u]), double(p[v]));
  return flat;
}

bool within(const Point& a, const Point& b, const Point& c, const Point& p) {
  if (p == a || p == b || p == c) return false;
  return cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0;
}

}  // namespace

std::vector<glm::uvec3> triangulatePolygon(std::span<const Vec3f> polygon) {
  constexpr size_t kMostTests = 50'000'000;
  const size_t n = polygon.size();
  std::vector<glm::uvec3> triangles;
  if (n < 3) return triangles;
  const std::vector<Point> flat = flattened(polygon);
  bool convex = true;
  for (size_t i = 0; i < n && convex; ++i) convex = cross(flat[i], flat[(i + 1) % n], flat[(i + 2) % n]) >= 0;
  if (convex) {
    for (uint32_t i = 1; i + 1 < n; ++i) triangles.emplace_back(0, i, i + 1);
    return triangles;
  }
  std::vector<uint32_t> next(n), before(n);
  for (uint32_t i = 0; i < n; ++i)
    next[i] = static_cast<uint32_t>((i + 1) % n), before[i] = static_cast<uint32_t>((i + n - 1) % n);
  size_t tests = 0, sinceEar = 0;
  uint32_t at = 0;
  for (size_t left = n; left > 3;) {
    const uint32_t a = before[at], c = next[at];
    // All round without an ear: the corners cross each other, and any cut keeps the areas.
    const bool any = sinceEar > left || tests > kMostTests;
    bool ear = any || cross(flat[a], flat[at], flat[c]) > 0;
    for (uint32_t p = next[c]; p != a && ear && !any; p = next[p], ++tests)
      if (cross(flat[before[p]], flat[p], flat[next[p]]) <= 0) ear = !within(flat[a], flat[at], flat[c], flat[p]);
    if (!ear) {
      at = c, ++sinceEar, ++tests;
      continue;
    }
    triangles.emplace_back(a, at, c);
    next[a] = c, before[c] = a;
    at = next[c], sinceEar = 0, --left;
  }
  triangles.emplace_back(before[at], at, next[at]);
  return triangles;
}

void MeshBuilder::endFace() {
  if (corners_.size() >= open_ + 3)
    starts_.push_back(open_);
  else
    corners_.resize(open_);
  open_ = corners_.size();
}

bool MeshBuilder::valid(std::span<const int64_t> face) const {
  const auto count = static_cast<int64_t>(mesh_.positions.size());
  return std::all_of(face.begin(), face.end(), [=](int64_t v) { return v >= 0 && v < count; });
}

void MeshBuilder::triangulate(std::span<const int64_t> face) {
  const auto add = [&](size_t a, size_t b, size_t c) {
    mesh_.triangles.emplace_back(static_cast<uint32_t>(face[a]), static_cast<uint32_t>(face[b]),
                                 static_cast<uint32_t>(face[c]));
  };
  if (face.size() == 3) return add(0, 1, 2);
  std::vector<Vec3f> polygon;
  polygon.reserve(face.size());
  for (const int64_t v : face) polygon.push_back(mesh_.positions[static_cast<size_t>(v)]);
  for (const auto& t : triangulatePolygon(polygon)) add(t.x, t.y, t.z);
}

double MeshBuilder::number(std::string_view word) {
  const double value = numberFrom(word);
  if (!std::isfinite(value)) {
    if (++noNumbers_ == 1) noNumber_ = word;
  } else if (word.find('.') != std::string_view::npos) {
    ++points_;
  } else if (const size_t comma = word.find(','); comma < word.size() - 1) {
    ++commas_;
  }
  return value;
}

void MeshBuilder::noteZeros(std::string_view text) {
  const size_t end = text.find_last_not_of('\0');
  if (end != std::string_view::npos && text.find('\0') < end)
    note("There are zero bytes in its text: the file may be damaged.");
}

void MeshBuilder::noteNumbers() {
  for (char& c : noNumber_)
    if (static_cast<unsigned char>(c) < 0x20) c = '?';
  if (noNumber_.size() > 24) noNumber_ = noNumber_.substr(0, 21) + "...";
  if (noNumbers_ > 0)
    note((noNumbers_ == 1 ? "1 number is" : std::to_string(noNumbers_) + " numbers are") +
         " missing, not finite or written in an unknown way" +
         (noNumber_.empty() ? "." : (noNumbers_ == 1 ? ": \"" : "; the first is \"") + noNumber_ + "\"."));
}

Result<TriangleMesh> MeshBuilder::finish() {
  corners_.resize(open_);
  if (commas_ > 0 && points_ > 0)
    return noTriangles(
        "some numbers have a comma and some a point, so that thousands and decimals cannot be told apart");
  noteNumbers();
  if (mesh_.positions.size() > 0xffffffffu) return noTriangles("more than 4294967295 vertices");
  size_t dangling = 0;
  mesh_.triangles.reserve(starts_.size());
  for (size_t f = 0; f < starts_.size(); ++f) {
    const size_t end = f + 1 < starts_.size() ? starts_[f + 1] : open_;
    const std::span<const int64_t> face(corners_.data() + starts_[f], end - starts_[f]);
    if (valid(face))
      triangulate(face);
    else
      ++dangling;
  }
  if (dangling > 0)
    note(std::to_string(dangling) +
         (dangling == 1 ? " face uses a vertex that does not exist and was"
                        : " faces use vertices that do not exist and were") +
         " left out.");
  if (mesh_.triangles.empty()) return noTriangles(notes_.empty() ? "it has no faces" : notes_.back());
  if (commas_ > 0) note("The commas in its numbers were taken for decimal points.");
  Result<TriangleMesh> result(std::move(mesh_));
  for (std::string& sentence : notes_) result.problems.push_back({"", 0, "", std::move(sentence), true});
  return result;
}

Problem noTriangles(const std::string& why) { return {"", 0, "", "no triangles could be read (" + why + ")"}; }

}  // namespace flotsam
