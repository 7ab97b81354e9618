// SPDX-License-Identifier: MIT
// Velocity beyond the fluid: known faces spread outwards layer by layer, then the part along a solid's normal is
// replaced by the solid's own (Batty, Bertails & Bridson 2007, section 3.2: u <- u + n (n . (v - u))), which leaves
// the flow along the surface free. Each face reads only earlier layers, so the order of work does not matter.
#include "sim/fluid/extrapolation.h"

#include "core/parallel.h"

namespace flotsam {

namespace {

constexpr uint8_t kUnreached = 255;
constexpr float kReach = 0.5f;  // cells from a solid within which an unknown face obeys it,
constexpr float kDepth = 2.5f;  // and how deep inside: a particle samples faces at most a cell and a half from it

Int3 faceCount(const Grid& grid, int axis) { return grid.n + Int3(axis == 0, axis == 1, axis == 2); }

/// Breadth-first search on the faces of one axis.
class LayerSpread {
 public:
  LayerSpread(const Grid& grid, int axis, const std::vector<uint8_t>& known, ExtrapolationScratch& scratch,
              std::vector<double>& u)
      : grid_(grid),
        faces_(faceCount(grid, axis)),
        layer_(scratch.layer[axis]),
        front_(scratch.front[axis]),
        next_(scratch.next[axis]),
        u_(u) {
    layer_.resize(grid.size);
    front_.reserve(grid.size), next_.reserve(grid.size);
    front_.clear();
    for (size_t f = 0; f < grid.size; ++f) layer_[f] = known[f] ? 0 : kUnreached;
  }
  void run(int layers) {
    each([&](Int3 c, int f) {
      if (layer_[f] == 0) return;
      u_[f] = 0;
      if (mean(c, f, 1)) front_.push_back(f);
    });
    for (int f : front_) layer_[f] = 1;
    for (int layer = 2; layer <= layers && !front_.empty(); ++layer) advance(layer);
  }

 private:
  template <class Visit>
  void each(const Visit& visit) const {
    for (int k = 0; k < faces_.z; ++k)
      for (int j = 0; j < faces_.y; ++j)
        for (int i = 0; i < faces_.x; ++i) visit(Int3(i, j, k), grid_.id(i, j, k));
  }
  template <class Visit>
  void neighbours(Int3 c, int f, const Visit& visit) const {
    for (int a = 0; a < 3; ++a) {
      if (c[a] > 0) visit(f - grid_.stride(a));
      if (c[a] + 1 < faces_[a]) visit(f + grid_.stride(a));
    }
  }
  /// Mean of the neighbours in layers before `layer`; false when there is none.
  bool mean(Int3 c, int f, int layer) {
    double sum = 0;
    int count = 0;
    neighbours(c, f, [&](int g) {
      if (layer_[g] < layer) sum += u_[g], ++count;
    });
    if (count > 0) u_[f] = sum / count;
    return count > 0;
  }
  void advance(int layer) {
    next_.clear();
    for (int f : front_)
      neighbours(grid_.coords(f), f, [&](int g) {
        if (layer_[g] != kUnreached) return;
        layer_[g] = static_cast<uint8_t>(layer);
        next_.push_back(g);
      });
    for (int f : next_) mean(grid_.coords(f), f, layer);
    front_.swap(next_);
  }

  const Grid& grid_;
  const Int3 faces_;
  std::vector<uint8_t>& layer_;
  std::vector<int>&front_, &next_;
  std::vector<double>& u_;
};

/// The whole velocity at a face: the other two components are means of the four faces around.
Vec3 velocityAtFace(const Grid& grid, const std::array<std::vector<double>, 3>& u, int axis, Int3 c, int f) {
  Vec3 v(0.0);
  for (int b = 0; b < 3; ++b) {
    if (b == axis) {
      v[b] = u[b][f];
      continue;
    }
    double sum = 0;
    int count = 0;
    for (int side = 0; side < 2; ++side) {
      const int cell = c[axis] - 1 + side;  // the cells on both sides of the face, as far as there are any
      if (cell < 0 || cell >= grid.n[axis]) continue;
      const int g = f + (side - 1) * grid.stride(axis);
      sum += u[b][g] + u[b][g + grid.stride(b)];
      count += 2;
    }
    v[b] = sum / count;
  }
  return v;
}

/// Distance at a face centre (bilinear there: the mean of its four corners), in cells.
float phiAtFace(const std::vector<float>& phi, int f, int s, int t) {
  return 0.25f * ((phi[f] + phi[f + s]) + (phi[f + t] + phi[f + s + t]));
}

/// Gradient of the distance at a face centre: differences of corner pairs in the face's plane, and along the axis the
/// centred difference of the planes before and behind it (one-sided at the ends of the lattice).
Vec3 gradientAtFace(const Grid& grid, const SolidField& solids, int axis, Int3 c, int f) {
  const int b = (axis + 1) % 3, d = (axis + 2) % 3, s = grid.stride(b), t = grid.stride(d), a = grid.stride(axis);
  const auto& phi = solids.phi;
  Vec3 gradient;
  gradient[b] = 0.5f * ((phi[f + s] - phi[f]) + (phi[f + s + t] - phi[f + t]));
  gradient[d] = 0.5f * ((phi[f + t] - phi[f]) + (phi[f + s + t] - phi[f + s]));
  const bool before = c[axis] > 0, behind = c[axis] < grid.n[axis];
  const float lo = phiAtFace(phi, before ? f - a : f, s, t), hi = phiAtFace(phi, behind ? f + a : f, s, t);
  gradient[axis] = (hi - lo) / static_cast<float>(before + behind);
  if (grid.flat()) gradient.z = 0;
  return gradient;
}

/// Owner of the corner of the face that is deepest in a solid.
int ownerOfFace(const Grid& grid, const SolidField& solids, int axis, int f) {
  const int s = grid.stride((axis + 1) % 3), t = grid.stride((axis + 2) % 3);
  int best = f;
  for (int corner : {f + s, f + t, f + s + t})
    if (solids.phi[corner] < solids.phi[best]) best = corner;
  return solids.owner[best];
}

}  // namespace

void extrapolate(const Grid& grid, const FaceMask& known, int layers, MacVelocity& velocity,
                 ExtrapolationScratch& scratch) {
  parallelPieces(3, [&](size_t axis) {
    const int a = static_cast<int>(axis);
    LayerSpread(grid, a, known.known[a], scratch, velocity[a]).run(std::min(layers, 250));
  });
}

void constrainToSolids(const Grid& grid, const FaceMask& known, const SolidField& solids,
                       std::span<const SolidMotion> motions, MacVelocity& velocity, ExtrapolationScratch& scratch) {
  for (int a = 0; a < 3; ++a) scratch.before[a] = velocity[a];
  const size_t axes = grid.flat() ? 2 : 3;
  parallelPieces(axes * (grid.n.z + 1), [&](size_t piece) {
    const int axis = static_cast<int>(piece % axes), k = static_cast<int>(piece / axes);
    const Int3 faces = faceCount(grid, axis);
    if (k >= faces.z) return;
    const int s = grid.stride((axis + 1) % 3), t = grid.stride((axis + 2) % 3);
    for (int j = 0; j < faces.y; ++j)
      for (int i = 0; i < faces.x; ++i) {
        const Int3 c(i, j, k);
        const int f = grid.id(c);
        if (known.known[axis][f]) continue;
        // Far from solids, or so deep in one that no particle outside looks there.
        const float phi = phiAtFace(solids.phi, f, s, t);
        if (phi > kReach || phi < -kDepth) continue;
        Vec3 n = gradientAtFace(grid, solids, axis, c, f);
        const double length = std::sqrt(glm::dot(n, n));
        if (!(length > 1e-3)) continue;
        n /= length;
        Vec3 slip = velocityAtFace(grid, scratch.before, axis, c, f);
        if (const int owner = ownerOfFace(grid, solids, axis, f); owner >= 0) {
          const SolidMotion& m = motions[owner];
          slip -= m.velocity + glm::cross(m.angularVelocity, grid.faceCentre(axis, c) - m.centre);
        }
        velocity[axis][f] -= n[axis] * glm::dot(n, slip);
      }
  });
}

void extrapolate(const Grid& grid, const FaceMask& known, int layers, MacVelocity& velocity) {
  ExtrapolationScratch scratch;
  extrapolate(grid, known, layers, velocity, scratch);
}

void constrainToSolids(const Grid& grid, const FaceMask& known, const SolidField& solids,
                       std::span<const SolidMotion> motions, MacVelocity& velocity) {
  ExtrapolationScratch scratch;
  constrainToSolids(grid, known, solids, motions, velocity, scratch);
}

}  // namespace flotsam
