// SPDX-License-Identifier: MIT
// The lattice everything lives on. Not a container of fields: those are plain vectors of Grid::size entries.
//
//   One index for all. Cell (i,j,k), its lower node and its three lower faces share the index id(i,j,k):
//
//        node id+sy ------------- node id+sy+1         x-face of id : between cells id-1  and id
//             |                      |                 y-face of id : between cells id-sy and id
//      x-face |    cell id (p)       | x-face          z-face of id : between cells id-sz and id
//        id   |                      |  id+1
//             |                      |
//        node id ---- y-face id ---- node id+1
//
//   The strides leave room for the upper nodes and faces, and are odd, so the colour of a cell in red-black order is
//   the parity of its index. A layer of wall cells surrounds the tank's inside; its outermost faces are always closed.
#pragma once

#include <cstddef>

#include "core/math.h"

namespace flotsam {

struct Grid {
  Int3 inner{1};       // the tank's inside, cells
  Int3 n{3};           // with the wall layer: inner + 2
  double dx = 1;       // m
  int sy = 0, sz = 0;  // strides (x stride is 1), both odd
  size_t size = 0;     // entries of a field

  Grid() = default;
  Grid(Int3 innerCells, double cellSize) : inner(innerCells), n(innerCells + 2), dx(cellSize) {
    sy = (n.x + 1) | 1;
    sz = sy * ((n.y + 1) | 1);
    size = static_cast<size_t>(sz) * (n.z + 1);
  }
  bool flat() const { return inner.z == 1; }  // 2D: one cell thick
  int id(int i, int j, int k) const { return i + sy * j + sz * k; }
  int id(Int3 c) const { return id(c.x, c.y, c.z); }
  int stride(int axis) const { return axis == 0 ? 1 : axis == 1 ? sy : sz; }
  Int3 coords(int index) const { return {index % sy, (index % sz) / sy, index / sz}; }
  bool isCell(Int3 c) const { return c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < n.x && c.y < n.y && c.z < n.z; }
  /// World positions. The tank's inner corner is the origin, so the lattice starts at -dx.
  Vec3 node(Int3 c) const { return dx * (Vec3(c) - 1.0); }
  Vec3 cellCentre(Int3 c) const { return dx * (Vec3(c) - 0.5); }
  Vec3 faceCentre(int axis, Int3 c) const {
    Vec3 x = cellCentre(c);
    x[axis] -= 0.5 * dx;
    return x;
  }
  Vec3 extent() const { return dx * Vec3(inner); }  // of the tank's inside
  double cellVolume() const { return dx * dx * dx; }
};

}  // namespace flotsam
