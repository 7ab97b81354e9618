// SPDX-License-Identifier: MIT
// Face fractions: how much of each face of the lattice is fluid, wall and body ([B07] §3). They sum to one on every
// face after every cut-off, which is what makes closed tanks work (docs/numerics.md).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "sim/geometry/container.h"
#include "sim/geometry/grid.h"
#include "sim/geometry/shape.h"

namespace flotsam {

enum class FractionKind { Auto, Area, Volume, Line, Voxel };

inline constexpr int kNodeMargin = 2;  // nodes around a body's bounding box: as far as anybody looks

/// One body's share of one face.
struct BodyFace {
  int id;    // lattice index of the face
  int axis;  // 0, 1, 2
  double s;  // fraction of the face inside the body
};

/// Distance to one body at a box of nodes, m.
struct BodyNodes {
  Int3 lo{0}, count{0};     // first node, nodes per axis
  std::vector<double> phi;  // x fastest; empty when the fractions did not need the nodes
};

struct FaceFractions {
  std::array<std::vector<double>, 3> wall;    // of the container alone, computed once
  std::array<std::vector<double>, 3> fluid;   // 1 - wall - bodies
  std::vector<std::vector<BodyFace>> bodies;  // per body, ordered by axis then id
  std::vector<double> wallNodes;              // distance to the wall at the nodes, m (negative in the wall)
  std::vector<BodyNodes> bodyNodes;           // per body: its bounding box and kNodeMargin nodes around it
};

/// Where a body is and what it looks like to the lattice.
struct SolidSample {
  const Shape* shape;
  Pose pose;
  double grown = 0;  // m, what volume fractions see beyond the surface (volume_shift.h)
};
/// Volume fractions use the lattice of half the spacing: 2x2x2 sub-cubes of each face's dual cell, which costs one
/// finer sampling for all three axes and takes the lost volume of a sphere from 3 % to under 1 % (R = 4 dx).
inline constexpr int kVolumeRefine = 2;

class FractionBuilder {
 public:
  /// Walls: sampled once. `walls` and `bodies` must not be Auto (the caller resolves it).
  FractionBuilder(const Grid& grid, const ContainerDesc& container, FractionKind walls);
  /// Fractions with the bodies where they are now. Fluid fractions below `cutoff` are given to the solids of the face.
  void update(std::span<const SolidSample> solids, FractionKind bodies, double cutoff = 1e-4);
  const FaceFractions& get() const { return fractions_; }
  const Grid& grid() const { return grid_; }

 private:
  struct Box {  // of a body: nodes around it, those that are sampled, and their distance
    bool any = false;
    Int3 lo{0}, hi{0}, first{0}, count{0};
    std::vector<double>* phi = nullptr;
  };
  void placeLattice(const SolidSample& solid, FractionKind kind, size_t body);
  void findFaces(const SolidSample& solid, FractionKind kind, size_t body);
  void makeConsistent(double cutoff);
  Grid grid_;
  ContainerDesc container_;
  FaceFractions fractions_;
  std::array<std::vector<double>, 3> bodySum_;  // 0 between updates
  std::vector<std::vector<BodyFace>> before_;   // the bodies' faces of the last update, where `fluid` is theirs
  double cutoff_ = -1;                          // of the last update
  std::vector<Box> boxes_;                      // by body
  std::vector<std::vector<double>> samples_;    // by body, where no one else asks for them
  std::vector<std::vector<uint8_t>> sides_;     // by body, of the volumes around the samples
  std::vector<ShapeLattice> lattices_;
};

/// The nodes of the lattice in a body's bounding box (world axes) and `margin` nodes around it, first and last; false
/// when there are none. In a flat grid the two planes of nodes around the cells.
bool nodesAround(const Grid& grid, const SolidSample& solid, int margin, Int3& lo, Int3& hi);

/// Area of the part of a unit square where the bilinear-by-edges corner values are negative (corners in cyclic order):
/// marching squares with linear crossings. All four zero counts as inside (a face lying in a solid's surface).
double insideArea(double a, double b, double c, double d);
/// Volume of the part of a unit cube below zero; corner c at (c&1, c>>1&1, c>>2&1): mean over six Kuhn tetrahedra
/// of linear interpolation, without cancellation.
double insideVolume(const double corner[8]);

}  // namespace flotsam
