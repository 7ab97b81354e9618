// SPDX-License-Identifier: MIT
// Repair of triangle soups. Needles (three distinct corners in a line) stay: they add nothing to distance, volume or
// winding number, but they close the seam between a long side and the two short ones along it.
#include "sim/geometry/mesh_repair.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "sim/geometry/mesh_edges.h"
#include "sim/geometry/mesh_simplify.h"

namespace flotsam {
namespace {

constexpr double kWeld = 1e-6;  // of the longest side
constexpr size_t kMostTriangles = 400000;
constexpr int kDetail = 256;  // of more triangles: cubes along the longest side

/// Leaves out triangles with corners that are nowhere: not finite, or so far from nearly all others that these would
/// weld into one point. What "nearly all" spans is the box of the middle 98 % along each axis.
void dropBroken(TriangleMesh& mesh, MeshReport& report) {
  std::vector<char> used(mesh.positions.size(), 0);
  for (const auto& t : mesh.triangles) used[t.x] = used[t.y] = used[t.z] = 1;
  Box3 middle;
  std::vector<float> along;
  for (int a = 0; a < 3; ++a) {
    along.clear();
    for (size_t v = 0; v < used.size(); ++v)
      if (used[v] && finite(Vec3(mesh.positions[v]))) along.push_back(mesh.positions[v][a]);
    if (along.empty()) break;
    const size_t skip = along.size() / 100;
    const auto lo = along.begin() + static_cast<std::ptrdiff_t>(skip);
    const auto hi = along.end() - 1 - static_cast<std::ptrdiff_t>(skip);
    std::nth_element(along.begin(), lo, along.end());
    middle.lo[a] = *lo;
    std::nth_element(along.begin(), hi, along.end());
    middle.hi[a] = *hi;
  }
  const Vec3 size = middle.size(), centre = middle.centre();
  const double reach = std::max({size.x, size.y, size.z}) / kWeld;
  const auto nowhere = [&](uint32_t v) {
    const Vec3 p(mesh.positions[v]);
    return !finite(p) || (reach > 0 && glm::length(p - centre) > reach);
  };
  report.broken +=
      std::erase_if(mesh.triangles, [&](const glm::uvec3& t) { return nowhere(t.x) || nowhere(t.y) || nowhere(t.z); });
}

/// Keeps the first vertex of every cluster. Vertices are found through cubes four tolerances wide, so that nearly all
/// look into one cube only.
void weld(TriangleMesh& mesh, MeshReport& report) {
  Box3 box;
  for (const Vec3f& p : mesh.positions) box.include(p);
  const Vec3 size = box.size();
  const double limit = kWeld * std::max({size.x, size.y, size.z}), cube = 4 * limit;
  if (!(limit > 0)) return;
  std::unordered_map<uint64_t, int> head;  // only looked up, never walked through
  head.reserve(mesh.positions.size());
  std::vector<int> next;
  std::vector<Vec3f> kept;
  std::vector<uint32_t> to(mesh.positions.size());
  auto key = [](const glm::u64vec3& c) { return c.x | c.y << 21 | c.z << 42; };
  auto look = [&](const Vec3& p) {
    const Vec3 g = (p - box.lo) / cube + 1.0;
    const glm::u64vec3 a(g - 0.25), b(g + 0.25);
    for (uint64_t k = a.z; k <= b.z; ++k)
      for (uint64_t j = a.y; j <= b.y; ++j)
        for (uint64_t i = a.x; i <= b.x; ++i)
          if (auto it = head.find(key({i, j, k})); it != head.end())
            for (int v = it->second; v >= 0; v = next[v])
              if (glm::length(Vec3(kept[v]) - p) <= limit) return v;
    const auto [it, fresh] = head.try_emplace(key(glm::u64vec3(g)), -1);
    next.push_back(it->second);
    it->second = static_cast<int>(kept.size());
    kept.emplace_back(p);
    return it->second;
  };
  for (size_t v = 0; v < mesh.positions.size(); ++v) to[v] = static_cast<uint32_t>(look(mesh.positions[v]));
  report.welded += mesh.positions.size() - kept.size();
  mesh.positions = std::move(kept);
  for (auto& t : mesh.triangles) t = {to[t.x], to[t.y], to[t.z]};
}

void dropDegenerate(TriangleMesh& mesh, MeshReport& report) {
  report.degenerate +=
      std::erase_if(mesh.triangles, [](const glm::uvec3& t) { return t.x == t.y || t.y == t.z || t.z == t.x; });
}

/// Triangles on the same three vertices: as many one way as the other vanish altogether (two solids sharing a face
/// become one), else one of the majority stays. When that would take more than half of the mesh, it is a shell with
/// every face doubled: then one of each stays.
void cancelCoincident(TriangleMesh& mesh, MeshReport& report) {
  struct Entry {
    std::array<uint32_t, 3> corners;  // sorted
    bool even;                        // the winding: an even permutation of the sorted corners
    uint32_t triangle;
  };
  std::vector<Entry> entries;
  entries.reserve(mesh.triangles.size());
  for (uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t];
    std::array<uint32_t, 3> c{v.x, v.y, v.z};
    std::sort(c.begin(), c.end());
    const bool even = (c[0] == v.x && c[1] == v.y) || (c[0] == v.y && c[1] == v.z) || (c[0] == v.z && c[1] == v.x);
    entries.push_back({c, even, t});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.corners != b.corners ? a.corners < b.corners : a.triangle < b.triangle;
  });
  std::vector<char> keep(mesh.triangles.size(), 1), keepOne = keep;
  size_t vanishing = 0;
  for (size_t i = 0, j; i < entries.size(); i = j) {
    int balance = 0;
    for (j = i; j < entries.size() && entries[j].corners == entries[i].corners; ++j)
      balance += entries[j].even ? 1 : -1;
    if (j == i + 1) continue;
    if (balance == 0) vanishing += j - i;
    bool taken = balance == 0;
    for (size_t e = i; e < j; ++e) {
      const bool majority = entries[e].even == (balance > 0);
      keep[entries[e].triangle] = !taken && majority;
      taken = taken || majority;
      keepOne[entries[e].triangle] = balance == 0 ? e == i : keep[entries[e].triangle];
    }
  }
  const auto& choice = 2 * vanishing > mesh.triangles.size() ? keepOne : keep;
  size_t out = 0;
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    if (choice[t]) mesh.triangles[out++] = mesh.triangles[t];
  report.coincident += mesh.triangles.size() - out;
  mesh.triangles.resize(out);
}

/// Walks every patch over edges with exactly two triangles; the minority turns.
void orientPatches(TriangleMesh& mesh, const MeshEdges& edges, MeshReport& report) {
  struct Link {
    uint32_t to;
    bool opposed;  // the two triangles disagree
  };
  constexpr uint32_t kNone = ~0u;
  std::vector<std::array<Link, 3>> links(mesh.triangles.size());
  for (auto& l : links) l.fill({kNone, false});
  for (size_t e = 0; e < edges.size(); ++e) {
    const auto s = edges.sides(e);
    if (s.size() != 2) continue;
    const bool opposed = s[0].up == s[1].up;
    links[s[0].triangle()][s[0].side % 3] = {s[1].triangle(), opposed};
    links[s[1].triangle()][s[1].side % 3] = {s[0].triangle(), opposed};
  }
  enum : char { kUnseen, kAsSeed, kTurned };
  std::vector<char> state(mesh.triangles.size(), kUnseen);
  std::vector<uint32_t> patch;
  for (uint32_t seed = 0; seed < mesh.triangles.size(); ++seed) {
    if (state[seed] != kUnseen) continue;
    patch.assign(1, seed);
    state[seed] = kAsSeed;
    size_t turned = 0;
    for (size_t at = 0; at < patch.size(); ++at)
      for (const Link& l : links[patch[at]]) {
        if (l.to == kNone || state[l.to] != kUnseen) continue;
        state[l.to] = (state[patch[at]] == kAsSeed) != l.opposed ? kAsSeed : kTurned;
        turned += state[l.to] == kTurned;
        patch.push_back(l.to);
      }
    const char minority = 2 * turned > patch.size() ? kAsSeed : kTurned;
    for (uint32_t t : patch)
      if (state[t] == minority) std::swap(mesh.triangles[t].y, mesh.triangles[t].z), ++report.flipped;
  }
}

/// Takes the vertices away that belong to no triangle; how many.
size_t dropLoose(TriangleMesh& mesh) {
  constexpr uint32_t kNone = ~0u;
  std::vector<uint32_t> to(mesh.positions.size(), kNone);
  for (const auto& t : mesh.triangles) to[t.x] = to[t.y] = to[t.z] = 0;
  uint32_t count = 0;
  for (size_t v = 0; v < to.size(); ++v)
    if (to[v] != kNone) mesh.positions[count] = mesh.positions[v], to[v] = count++;
  const size_t loose = mesh.positions.size() - count;
  mesh.positions.resize(count);
  for (auto& t : mesh.triangles) t = {to[t.x], to[t.y], to[t.z]};
  return loose;
}

size_t countLoops(const MeshEdges& edges, size_t vertices) {
  DisjointSets sets(vertices);
  std::vector<char> onRim(vertices, 0);
  for (size_t e = 0; e < edges.size(); ++e) {
    const auto s = edges.sides(e);
    if (s.size() != 1) continue;
    const auto a = static_cast<uint32_t>(s[0].edge >> 32), b = static_cast<uint32_t>(s[0].edge);
    sets.unite(a, b);
    onRim[a] = onRim[b] = 1;
  }
  size_t loops = 0;
  for (uint32_t v = 0; v < vertices; ++v) loops += onRim[v] && sets.find(v) == v;
  return loops;
}

}  // namespace

double signedVolume(const TriangleMesh& mesh) {
  Box3 box;
  for (const Vec3f& p : mesh.positions) box.include(p);
  const Vec3 c = box.centre();
  double sum = 0;
  for (const auto& t : mesh.triangles)
    sum += glm::dot(Vec3(mesh.positions[t.x]) - c,
                    glm::cross(Vec3(mesh.positions[t.y]) - c, Vec3(mesh.positions[t.z]) - c));
  return sum / 6;
}

double surfaceArea(const TriangleMesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3 a = mesh.positions[t.x];
    sum += 0.5 * glm::length(glm::cross(Vec3(mesh.positions[t.y]) - a, Vec3(mesh.positions[t.z]) - a));
  }
  return sum;
}

size_t countPieces(const TriangleMesh& mesh) {
  DisjointSets sets(mesh.positions.size());
  for (const auto& t : mesh.triangles) sets.unite(t.x, t.y), sets.unite(t.y, t.z);
  size_t pieces = 0;
  for (uint32_t v = 0; v < mesh.positions.size(); ++v) pieces += sets.find(v) == v;
  return pieces;
}

TriangleMesh repairMesh(const TriangleMesh& soup, MeshReport& report, bool& balanced) {
  TriangleMesh mesh;
  mesh.positions = soup.positions, mesh.triangles = soup.triangles;
  report.verticesRead = mesh.positions.size(), report.trianglesRead = mesh.triangles.size();
  const EdgeCounts before = countEdges(MeshEdges(mesh.triangles));
  report.openEdges = before.open, report.nonManifoldEdges = before.nonManifold;

  report.looseVertices = dropLoose(mesh);
  dropBroken(mesh, report);
  dropLoose(mesh);
  weld(mesh, report);
  dropDegenerate(mesh, report);
  if (mesh.triangles.size() > kMostTriangles) {
    const size_t before = mesh.triangles.size();
    clusterVertices(mesh, kDetail);
    report.notes.push_back(std::to_string(before) + " triangles are more than can be used: details finer than 1/" +
                           std::to_string(kDetail) + " of its size were left out.");
  }
  cancelCoincident(mesh, report);
  dropLoose(mesh);
  orientPatches(mesh, MeshEdges(mesh.triangles), report);
  if (signedVolume(mesh) < 0) {
    for (auto& t : mesh.triangles) std::swap(t.y, t.z);
    report.flipped = mesh.triangles.size() - report.flipped;
  }
  const MeshEdges edges(mesh.triangles);
  const EdgeCounts after = countEdges(edges);
  report.openEdgesAfterRepair = after.open, report.nonManifoldEdgesAfterRepair = after.nonManifold;
  report.openLoops = countLoops(edges, mesh.positions.size());
  report.vertices = mesh.positions.size(), report.triangles = mesh.triangles.size();
  balanced = after.balanced;
  return mesh;
}

}  // namespace flotsam
