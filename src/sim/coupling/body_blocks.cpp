// SPDX-License-Identifier: MIT
#include "sim/coupling/body_blocks.h"

#include <algorithm>

#include "sim/coupling/face_runs.h"
#include "sim/coupling/free_surface.h"

namespace flotsam {

Vec6 faceRow(const Grid& g, int id, int axis, const Vec3& centre) {
  const Vec3 r = g.faceCentre(axis, g.coords(id)) - centre;
  Vec6 j{};
  j[axis] = 1;
  const int b = (axis + 1) % 3, c = (axis + 2) % 3;  // r x e_a = r_c e_b - r_b e_c
  j[3 + b] = r[c];
  j[3 + c] = -r[b];
  if (g.flat()) j[2] = j[3] = j[4] = 0;
  return j;
}

namespace {

bool isAir(const CoupledSystem& s, int cell) { return s.surface && !((*s.surface->phi)[cell] < 0); }

/// Looks for unknown cells near others, breadth first around the air.
class NearestUnknown {
 public:
  /// `marks`: -1 for every cell, and again when this is gone; `queue`: room for every cell.
  NearestUnknown(const CoupledSystem& s, int* marks, int* queue) : s_(s), marks_(marks), queue_(queue) {}
  NearestUnknown(const NearestUnknown&) = delete;
  ~NearestUnknown() { clear(0, lost_); }
  /// The nearest to a cell that is none, of several the one with the lowest index; -1 in air and where there is none.
  int operator()(int cell) {
    if (s_.unknowns == 0 || marks_[cell] >= 0 || isAir(s_, cell)) return -1;
    const Grid& g = s_.grid;
    size_t end = lost_;
    queue_[end++] = cell;
    marks_[cell] = 0;
    int found = -1;
    for (size_t head = lost_; head < end; ++head) {
      const int c = queue_[head];
      if (found >= 0 && marks_[c] == marks_[found]) break;  // all as near as that have been seen
      const Int3 at = g.coords(c);
      for (int a = 0; a < 3; ++a)
        for (int d = -1; d <= 1; d += 2) {
          Int3 to = at;
          to[a] += d;
          if (!g.isCell(to)) continue;
          const int id = g.id(to);
          if (marks_[id] >= 0 || isAir(s_, id)) continue;
          marks_[id] = marks_[c] + 1;
          queue_[end++] = id;
          if (s_.unknown[id] && (found < 0 || id < found)) found = id;
        }
    }
    if (found < 0)
      lost_ = end;  // nor is there one for any of these
    else
      clear(lost_, end);
    return found;
  }

 private:
  void clear(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) marks_[queue_[i]] = -1;
  }

  const CoupledSystem& s_;
  int *marks_, *queue_;
  size_t lost_ = 0;  // cells at the front of the queue from which none can be reached
};

/// Differences of the fractions across the cells of two planes, in which bodies are gathered.
class CellDifferences {
 public:
  /// `room`: six numbers for each cell of a plane, 0, and again when all planes have been taken.
  CellDifferences(const Grid& grid, double* room) : grid_(grid), of_{{room}, {room + 3 * grid.sz}} {}
  /// The upper cells of a run lie in the plane `above` the one that is taken next, or in that itself.
  void add(const FaceRun& run, int above) {
    const int first = run.at.x + grid_.sy * run.at.y, count = static_cast<int>(run.faces.size());
    const int back = run.axis == 2 ? 0 : grid_.stride(run.axis);
    Plane &upper = of_[above], &lower = of_[run.axis == 2 ? 0 : above];
    double *hi = upper.d + 3 * first + run.axis, *lo = lower.d + 3 * (first - back) + run.axis;
    for (int i = 0; i < count; ++i) hi[3 * i] += run.faces[i].s, lo[3 * i] -= run.faces[i].s;
    const Int3 end = run.at + Int3(count, 1, 1);
    upper.grow(run.at, end);
    lower.grow(run.at - Int3(run.axis == 0, run.axis == 1, 0), end);
  }
  /// visit(i, j, d) of the cells of the lower plane with a difference, in order; then the upper plane is the lower.
  template <class Visit>
  void take(const Visit& visit) {
    const Plane& p = of_[0];
    for (int j = p.j0; j < p.j1; ++j)
      for (int i = p.i0; i < p.i1; ++i) {
        double* d = p.d + 3 * (i + grid_.sy * j);
        if (d[0] == 0 && d[1] == 0 && d[2] == 0) continue;
        visit(i, j, Vec3(d[0], d[1], d[2]));
        d[0] = d[1] = d[2] = 0;
      }
    std::swap(of_[0], of_[1]);
    of_[1] = {of_[1].d};
  }
  bool empty() const { return of_[0].i0 >= of_[0].i1; }

 private:
  struct Plane {
    double* d;
    int i0 = 1 << 30, i1 = 0, j0 = 1 << 30, j1 = 0;  // cells that were added to
    void grow(Int3 from, Int3 to) {
      i0 = std::min(i0, from.x), i1 = std::max(i1, to.x), j0 = std::min(j0, from.y), j1 = std::max(j1, to.y);
    }
  };
  const Grid& grid_;
  Plane of_[2];
};

/// K at the cells in order. Across a cell only the fraction differs between the two faces of an axis, what is
/// perpendicular to it not: K = (d, r x d), d the lower minus the upper fraction of each axis, r the cell's centre from
/// the body's. Where all is body d is 0.
void addFaces(const Grid& g, std::span<const BodyFace> faces, const CoupledBody& body, double* planes,
              CoupledBlock& block) {
  block.cells.clear();
  std::span<const BodyFace> left[3];
  FaceRun run[3];
  for (int a = 0, begin = 0; a < 3; ++a) {
    const auto end = std::partition_point(faces.begin() + begin, faces.end(), [a](auto& f) { return f.axis <= a; });
    const int to = static_cast<int>(end - faces.begin());
    left[a] = faces.subspan(static_cast<size_t>(begin), static_cast<size_t>(to - begin));
    run[a] = takeRun(g, left[a]);
    begin = to;
  }
  CellDifferences differences(g, planes);
  for (int k = 0; !differences.empty() || !run[0].empty() || !run[1].empty() || !run[2].empty(); ++k) {
    if (differences.empty()) {  // on to the next plane that has any
      k = g.n.z;
      for (int a = 0; a < 3; ++a)
        if (!run[a].empty()) k = std::min(k, run[a].at.z - (a == 2));
    }
    for (int a = 0; a < 3; ++a) {
      const int above = a == 2;
      for (; !run[a].empty() && run[a].at.z == k + above; run[a] = takeRun(g, left[a])) differences.add(run[a], above);
    }
    const Vec3 start = g.cellCentre({0, 0, k}) - body.centre;
    differences.take([&](int i, int j, const Vec3& d) {
      const Vec3 r = start + Vec3(g.dx * i, g.dx * j, 0);
      Vec6 row{d.x, d.y, d.z};
      if (!body.round) row[3] = r.y * d.z - r.z * d.y, row[4] = r.z * d.x - r.x * d.z, row[5] = r.x * d.y - r.y * d.x;
      if (g.flat()) row[2] = row[3] = row[4] = 0;
      block.cells.push_back({g.id(i, j, k), row});
    });
  }
}

/// Drops what weighs nothing and hands over what is of no unknown. `marks`, `queue` as in NearestUnknown.
void finishBlock(const CoupledSystem& s, CoupledBlock& block, int* marks, int* queue) {
  // Cells inside cancel to rounding: drop them. Surface cells that are no unknowns: hand over.
  double largest = 0;
  for (const BodyCell& c : block.cells)
    for (double v : c.k) largest = std::max(largest, std::abs(v));
  const auto weighsNothing = [&](const BodyCell& c) {
    double size = 0;
    for (double v : c.k) size = std::max(size, std::abs(v));
    return !(size > 1e-13 * largest) || isAir(s, c.cell);  // in air there is no pressure
  };
  NearestUnknown nearest(s, marks, queue);
  size_t kept = 0;
  bool moved = false;
  for (BodyCell c : block.cells) {
    if (!s.unknown[c.cell]) {
      if (weighsNothing(c)) continue;
      c.cell = nearest(c.cell);
      if (c.cell < 0) continue;  // no fluid anywhere
      moved = true;
    }
    block.cells[kept++] = c;
  }
  block.cells.resize(kept);
  if (!moved) return;
  std::sort(block.cells.begin(), block.cells.end(),
            [](const BodyCell& a, const BodyCell& b) { return a.cell < b.cell || (a.cell == b.cell && a.k < b.k); });
  kept = 0;
  for (size_t i = 0; i < block.cells.size(); ++i) {
    if (kept > 0 && block.cells[kept - 1].cell == block.cells[i].cell)
      for (int q = 0; q < 6; ++q) block.cells[kept - 1].k[q] += block.cells[i].k[q];
    else
      block.cells[kept++] = block.cells[i];
  }
  block.cells.resize(kept);
}

}  // namespace

void gatherBlock(const CoupledSystem& s, std::span<const BodyFace> faces, const CoupledBody& body, BlockRoom& room,
                 CoupledBlock& block) {
  const Grid& g = s.grid;
  room.planes.resize(6 * static_cast<size_t>(g.sz), 0.0);
  room.marks.resize(g.size, -1), room.queue.resize(g.size);
  addFaces(g, faces, body, room.planes.data(), block);
  finishBlock(s, block, room.marks.data(), room.queue.data());
}

int nearestUnknown(CoupledSystem& s, int cell) {
  BlockRoom& room = s.room[0];
  room.marks.resize(s.grid.size, -1), room.queue.resize(s.grid.size);  // there may be no body
  return NearestUnknown(s, room.marks.data(), room.queue.data())(cell);
}

}  // namespace flotsam
