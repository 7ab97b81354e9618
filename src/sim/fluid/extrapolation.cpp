// SPDX-License-Identifier: MIT
// Velocity beyond the fluid: known faces spread outwards layer by layer, then the part along a solid's normal is
// replaced by the solid's own (Batty, Bertails & Bridson 2007, section 3.2: u <- u + n (n . (v - u))), which leaves
// the flow along the surface free. Each face reads only earlier layers, so the order of work does not matter.
#include "sim/fluid/extrapolation.h"

#include <cstring>

#include "core/kernel.h"
#include "core/parallel.h"

namespace flotsam {

namespace {

constexpr uint8_t kUnreached = 255;
constexpr float kReach = 0.5f;  // cells from a solid within which an unknown face obeys it,
constexpr float kDepth =
    3.5f;  // and how deep inside: a sample reaches sqrt(3) cells, its point may be that deep itself

Int3 faceCount(const Grid& grid, int axis) { return grid.n + Int3(axis == 0, axis == 1, axis == 2); }

/// visit(i) for the unknown faces of a row; eight known ones are passed at once.
template <class Visit>
void eachUnknown(const uint8_t* known, int count, const Visit& visit) {
  for (int i = 0; i < count; ++i) {
    uint64_t eight = 0;
    if (i + 8 <= count) std::memcpy(&eight, known + i, 8);
    if (eight == 0x0101010101010101u)
      i += 7;
    else if (!known[i])
      visit(i);
  }
}

void startLayers(const uint8_t* __restrict known, size_t size, uint8_t* __restrict layer) {
  for (size_t f = 0; f < size; ++f) layer[f] = known[f] ? 0 : kUnreached;
}

/// Breadth-first spread on the faces of one axis: each layer looks at the faces that are still open.
class LayerSpread {
 public:
  LayerSpread(const Grid& grid, int axis, const std::vector<uint8_t>& known, ExtrapolationScratch& scratch,
              std::vector<double>& u)
      : stride_{1, grid.sy, grid.sz}, open_(scratch.open[axis]), u_(u.data()) {
    scratch.layer[axis].resize(grid.size);
    layer_ = scratch.layer[axis].data();
    startLayers(known.data(), grid.size, layer_);
    open_.reserve(grid.size);
    open_.clear();
    const Int3 faces = faceCount(grid, axis);
    for (int k = 0; k < faces.z; ++k)
      for (int j = 0; j < faces.y; ++j) {
        const int row = grid.id(0, j, k);
        const unsigned yz = (j > 0) << 2 | (j + 1 < faces.y) << 3 | (k > 0) << 4 | (k + 1 < faces.z) << 5;
        eachUnknown(known.data() + row, faces.x, [&](int i) {
          u_[row + i] = 0;
          open_.push_back({row + i, yz | (i > 0) << 0 | (i + 1 < faces.x) << 1});
        });
      }
  }
  void run(int layers) {
    for (int layer = 1; layer <= layers; ++layer) {
      size_t left = 0;
      for (const ExtrapolationScratch::Face face : open_) {
        open_[left] = face;
        left += !mean(face, layer);
      }
      if (left == open_.size()) return;
      open_.resize(left);
    }
  }

 private:
  /// Takes the mean of the neighbours in layers before `layer`; false when there is none.
  bool mean(ExtrapolationScratch::Face face, int layer) {
    double sum = 0;
    int count = 0;
    const auto add = [&](int g) {
      const bool use = layer_[g] < layer;
      sum += use ? u_[g] : 0.0;
      count += use;
    };
    if (face.sides == 63) {  // most: nothing to ask
      for (int a = 0; a < 3; ++a) add(face.index - stride_[a]), add(face.index + stride_[a]);
    } else {
      for (int a = 0; a < 3; ++a) {
        if (face.sides >> (2 * a) & 1) add(face.index - stride_[a]);
        if (face.sides >> (2 * a) & 2) add(face.index + stride_[a]);
      }
    }
    if (count == 0) return false;
    u_[face.index] = sum / count;
    layer_[face.index] = static_cast<uint8_t>(layer);  // not before `layer`: nobody reads it in this one
    return true;
  }

  const int stride_[3];
  uint8_t* layer_;
  std::vector<ExtrapolationScratch::Face>& open_;
  double* u_;
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

/// Distance at face centres (bilinear there: the mean of the four corners), in cells. `count` faces; s and t: strides
/// in the face's plane.
FLOTSAM_WIDE_KERNEL void facePhi(size_t count, size_t s, size_t t, const float* __restrict phi,
                                 float* __restrict face) {
  for (size_t f = 0; f < count; ++f) face[f] = 0.25f * ((phi[f] + phi[f + s]) + (phi[f + t] + phi[f + s + t]));
}

/// Part along the axis of the gradient of the distance at a face centre: the centred difference of the planes before
/// and behind it (one-sided at the ends of the lattice).
float normalGradient(const float* facePhi, int stride, bool before, bool behind) {
  const float lo = before ? facePhi[-stride] : *facePhi, hi = behind ? facePhi[stride] : *facePhi;
  return before && behind ? 0.5f * (hi - lo) : hi - lo;
}

/// The other parts: differences of corner pairs in the face's plane.
Vec3 planeGradient(const Grid& grid, const std::vector<float>& phi, int axis, int f, int s, int t) {
  const int b = (axis + 1) % 3, d = (axis + 2) % 3;
  Vec3 gradient(0.0);
  gradient[b] = 0.5f * ((phi[f + s] - phi[f]) + (phi[f + s + t] - phi[f + t]));
  gradient[d] = 0.5f * ((phi[f + t] - phi[f]) + (phi[f + s + t] - phi[f + s]));
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
  const size_t axes = grid.flat() ? 2 : 3;
  parallelPieces(3, [&](size_t a) {
    scratch.before[a] = velocity[a];
    const size_t s = grid.stride((a + 1) % 3), t = grid.stride((a + 2) % 3);
    scratch.facePhi[a].resize(grid.size);
    if (a < axes) facePhi(grid.size - s - t, s, t, solids.phi.data(), scratch.facePhi[a].data());
  });
  parallelPieces(axes * (grid.n.z + 1), [&](size_t piece) {
    const int axis = static_cast<int>(piece % axes), k = static_cast<int>(piece / axes);
    const Int3 faces = faceCount(grid, axis);
    if (k >= faces.z) return;
    const int s = grid.stride((axis + 1) % 3), t = grid.stride((axis + 2) % 3), stride = grid.stride(axis);
    const float* phiOf = scratch.facePhi[axis].data();
    for (int j = 0; j < faces.y; ++j)
      eachUnknown(&known.known[axis][grid.id(0, j, k)], faces.x, [&](int i) {
        const Int3 c(i, j, k);
        const int f = grid.id(c);
        // Far from solids, or so deep in one that no particle outside looks there.
        if (phiOf[f] > kReach || phiOf[f] < -kDepth) return;
        const double along = double(normalGradient(phiOf + f, stride, c[axis] > 0, c[axis] < grid.n[axis]));
        if (along == 0) return;  // the wall runs along this component, which stays free
        Vec3 n = planeGradient(grid, solids.phi, axis, f, s, t);
        const bool straight = n == Vec3(0.0);  // the wall is this face's plane: only this component counts
        n[axis] = along;
        const double length = std::sqrt(glm::dot(n, n));
        if (!(length > 1e-3)) return;
        n /= length;
        Vec3 slip(0.0);
        if (straight)
          slip[axis] = scratch.before[axis][f];
        else
          slip = velocityAtFace(grid, scratch.before, axis, c, f);
        if (const int owner = ownerOfFace(grid, solids, axis, f); owner >= 0) {
          const SolidMotion& m = motions[owner];
          slip -= m.velocity + glm::cross(m.angularVelocity, grid.faceCentre(axis, c) - m.centre);
        }
        velocity[axis][f] -= n[axis] * glm::dot(n, slip);
      });
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
