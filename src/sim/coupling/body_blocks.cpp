// SPDX-License-Identifier: MIT
#include "sim/coupling/body_blocks.h"

#include <algorithm>

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

/// Rows of faces that come in order of axis and index.
class FaceRows {
 public:
  FaceRows(const Grid& grid, const CoupledBody& body) : grid_(grid), body_(body) {}
  /// Of one face, times its fraction.
  Vec6 operator()(const BodyFace& face) {
    if (face.axis != axis_ || face.id < row_ || face.id >= end_) {
      const Int3 at = grid_.coords(face.id);
      axis_ = face.axis, row_ = face.id - at.x, end_ = row_ + grid_.sy;
      start_ = grid_.faceCentre(axis_, Int3(0, at.y, at.z)) - body_.centre;
    }
    Vec3 r = start_;
    r.x += grid_.dx * (face.id - row_);
    Vec6 k{};
    const int b = (axis_ + 1) % 3, c = (axis_ + 2) % 3;  // r x e_a = r_c e_b - r_b e_c
    k[axis_] = face.s;
    if (body_.round) return k;
    k[3 + b] = face.s * r[c], k[3 + c] = -face.s * r[b];
    if (grid_.flat()) k[2] = k[3] = k[4] = 0;
    return k;
  }

 private:
  const Grid& grid_;
  const CoupledBody& body_;
  int axis_ = -1, row_ = 0, end_ = 0;  // lattice indices of the row of faces that `start_` is the first of
  Vec3 start_{0};
};

/// K at the cells of the faces, as they come; without those that are all body, where it is 0.
void addFaces(const Grid& g, std::span<const BodyFace> faces, const CoupledBody& body, int* slots,
              CoupledBlock& block) {
  constexpr int kFresh = -1;
  const int inner = kFresh - (g.flat() ? 4 : 6);
  block.cells.clear();
  const auto eachFull = [&](const auto& visit) {
    for (const BodyFace& face : faces)
      if (face.s == 1) visit(slots[face.id]), visit(slots[face.id - g.stride(face.axis)]);
  };
  eachFull([](int& slot) { --slot; });
  const auto add = [&](int cell, const Vec6& k, double sign) {
    int& slot = slots[cell];
    if (slot == inner) return;
    if (slot < 0) {
      slot = static_cast<int>(block.cells.size());
      block.cells.push_back({cell, {}});
    }
    for (int i = 0; i < 6; ++i) block.cells[slot].k[i] += sign * k[i];
  };
  FaceRows rows(g, body);
  for (const BodyFace& face : faces) {
    const int step = g.stride(face.axis);
    if (slots[face.id] == inner && slots[face.id - step] == inner) continue;
    const Vec6 k = rows(face);
    add(face.id, k, 1);          // the upper cell
    add(face.id - step, k, -1);  // the lower one
  }
  eachFull([](int& slot) { slot = kFresh; });
  for (const BodyCell& c : block.cells) slots[c.cell] = kFresh;
}

/// `slots` as in gatherBlock; `queue`: room for every cell.
void finishBlock(const CoupledSystem& s, CoupledBlock& block, int* slots, int* queue) {
  // Cells inside cancel to rounding: drop them. Surface cells that are no unknowns: hand over.
  double largest = 0;
  for (const BodyCell& c : block.cells)
    for (double v : c.k) largest = std::max(largest, std::abs(v));
  const auto weighsNothing = [&](const BodyCell& c) {
    double size = 0;
    for (double v : c.k) size = std::max(size, std::abs(v));
    return !(size > 1e-13 * largest) || isAir(s, c.cell);  // in air there is no pressure
  };
  NearestUnknown nearest(s, slots, queue);
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
  std::sort(block.cells.begin(), block.cells.end(),
            [](const BodyCell& a, const BodyCell& b) { return a.cell < b.cell || (a.cell == b.cell && a.k < b.k); });
  if (moved) {
    kept = 0;
    for (size_t i = 0; i < block.cells.size(); ++i) {
      if (kept > 0 && block.cells[kept - 1].cell == block.cells[i].cell)
        for (int q = 0; q < 6; ++q) block.cells[kept - 1].k[q] += block.cells[i].k[q];
      else
        block.cells[kept++] = block.cells[i];
    }
    block.cells.resize(kept);
  }
}

}  // namespace

void gatherBlock(const CoupledSystem& s, std::span<const BodyFace> faces, const CoupledBody& body, int* slots,
                 int* queue, CoupledBlock& block) {
  addFaces(s.grid, faces, body, slots, block);
  finishBlock(s, block, slots, queue);
}

int nearestUnknown(CoupledSystem& s, int cell) {
  s.slot.resize(std::max(s.slot.size(), s.grid.size), -1), s.queue.resize(s.slot.size());  // there may be no body
  return NearestUnknown(s, s.slot.data(), s.queue.data())(cell);
}

}  // namespace flotsam
