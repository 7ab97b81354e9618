// SPDX-License-Identifier: MIT
// Velocity beyond the fluid: known faces spread outwards layer by layer, then the part along a solid's normal is
// replaced by the solid's own (Batty, Bertails & Bridson 2007, section 3.2: u <- u + n (n . (v - u))), which leaves
// the flow along the surface free. Each face reads only earlier layers, so the order of work does not matter.
#include "sim/fluid/extrapolation.h"

#include <atomic>
#include <bit>
#include <cstring>
#include <numeric>

#include "core/kernel.h"
#include "core/parallel.h"

namespace flotsam {

namespace {

constexpr uint8_t kUnreached = 255;
constexpr uint64_t kNoneOfEight = ~uint64_t{0};  // eight faces unreached
constexpr float kReach = 0.5f;                   // cells from a solid within which an unknown face obeys it,
constexpr float kDepth =
    3.5f;  // and how deep inside: a sample reaches sqrt(3) cells, its point may be that deep itself

constexpr int kPlanes = 8;        // of faces in a piece of work,
constexpr size_t kBlock = 16384;  // or faces

Int3 faceCount(const Grid& grid, int axis) { return grid.n + Int3(axis == 0, axis == 1, axis == 2); }

/// wanted[i] = unknown and within reach of a solid, but not so deep in it that no particle outside looks there.
FLOTSAM_WIDE_KERNEL void wantNear(int n, const uint8_t* __restrict known, const float* __restrict phi,
                                  uint8_t* __restrict wanted) {
  for (int i = 0; i < n; ++i) wanted[i] = !known[i] & (phi[i] <= kReach) & (phi[i] >= -kDepth);
}

/// visit(i) for the faces of a row that obey a solid near them.
template <class Visit>
void eachNearSolid(const uint8_t* known, const float* phi, int count, const Visit& visit) {
  constexpr int kBlock = 64;
  for (int begin = 0; begin < count; begin += kBlock) {
    const int n = std::min(kBlock, count - begin);
    uint8_t wanted[kBlock] = {};
    wantNear(n, known + begin, phi + begin, wanted);
    for (int i = 0; i < n; i += 8) {
      uint64_t eight;
      std::memcpy(&eight, wanted + i, 8);
      for (; eight != 0; eight &= eight - 1) visit(begin + i + std::countr_zero(eight) / 8);
    }
  }
}

/// Returns how many are unknown.
FLOTSAM_WIDE_KERNEL size_t startLayers(const uint8_t* __restrict known, size_t size, uint8_t* __restrict layer) {
  for (size_t f = 0; f < size; ++f) layer[f] = known[f] ? 0 : kUnreached;
  size_t count = 0;
  for (size_t f = 0; f < size; ++f) count += layer[f] != 0;
  return count;
}

/// Whether none of eight faces from `at` on has a neighbour in a layer: all seven groups of eight are kUnreached.
bool nothingNear(const uint8_t* at, int sy, int sz) {
  uint64_t all = kNoneOfEight;
  for (const int step : {0, -1, 1, -sy, sy, -sz, sz}) {
    uint64_t eight;
    std::memcpy(&eight, at + step, 8);
    all &= eight;
  }
  return all == kNoneOfEight;
}

/// Spread on the faces of one axis. While few are unknown, as in a full tank, all that are still open are looked at for
/// every layer, in pieces side by side; else each layer is found among the neighbours of the one before.
class LayerSpread {
 public:
  using Front = std::vector<ExtrapolationScratch::Face>;

  LayerSpread(const Grid& grid, int axis, std::vector<uint8_t>& layer, std::vector<double>& u)
      : grid_(grid),
        faces_(faceCount(grid, axis)),
        stride_{1, grid.sy, grid.sz},
        perRow_(1.0 / grid.sy),
        perPlane_(1.0 / grid.sz),
        layer_(layer.data()),
        u_(u.data()) {}
  /// Few: the first of so many layers in planes [k0, k1); `open`: the faces that are left.
  void start(int layers, int k0, int k1, Front& open) const {
    eachUnknownOf</*few=*/true>(k0, k1, [&](ExtrapolationScratch::Face face) {
      if (layers > 0 && !takeMean(face, 1)) open.push_back(face);
    });
  }
  /// Few: a later layer.
  void next(int layer, Front& open) const {
    size_t left = 0;
    for (const ExtrapolationScratch::Face face : open) {
      open[left] = face;
      left += !takeMean(face, layer);
    }
    open.resize(left);
  }
  /// Many: all layers.
  void run(int layers, Front& front) const {
    eachUnknownOf</*few=*/false>(0, faces_.z, [&](ExtrapolationScratch::Face face) {
      if (layers > 0 && takeMean(face, 1)) front.push_back(face);
    });
    size_t begin = 0;
    for (int layer = 2; layer <= layers && begin < front.size(); ++layer) {
      const size_t end = front.size();
      for (size_t f = begin; f < end; ++f) addAround(front[f], front);
      for (size_t f = end; f < front.size(); ++f) takeMean(front[f], layer);
      begin = end;
    }
  }

 private:
  static constexpr uint8_t kNext = 254;  // will be in the next layer

  /// Unknown faces become 0 and are visited, but for those of many that have nothing near.
  template <bool few, class Visit>
  void eachUnknownOf(int k0, int k1, const Visit& visit) const {
    for (int k = k0; k < k1; ++k)
      for (int j = 0; j < faces_.y; ++j) {
        const int row = grid_.id(0, j, k);
        const bool inner = j > 0 && j + 1 < faces_.y && k > 0 && k + 1 < faces_.z;
        for (int i = 0; i < faces_.x; ++i) {
          uint64_t eight = 0;
          if (i + 8 <= faces_.x) std::memcpy(&eight, layer_ + row + i, 8);
          if (i + 8 <= faces_.x && eight == 0) {  // all known
            i += 7;
          } else if (!few && eight == kNoneOfEight && inner && i > 0 && i + 8 < faces_.x &&
                     nothingNear(layer_ + row + i, stride_[1], stride_[2])) {
            std::fill_n(u_ + row + i, 8, 0.0);
            i += 7;
          } else if (layer_[row + i] != 0) {
            u_[row + i] = 0;
            visit(ExtrapolationScratch::Face{row + i, sides(i, j, k)});
          }
        }
      }
  }
  unsigned sides(int i, int j, int k) const {
    return (i > 0) << 0 | (i + 1 < faces_.x) << 1 | (j > 0) << 2 | (j + 1 < faces_.y) << 3 | (k > 0) << 4 |
           (k + 1 < faces_.z) << 5;
  }
  void addAround(ExtrapolationScratch::Face face, Front& front) const {
    for (int side = 0; side < 6; ++side) {
      if (!(face.sides >> side & 1)) continue;
      const int other = face.index + (side & 1 ? stride_[side / 2] : -stride_[side / 2]);
      if (layer_[other] != kUnreached) continue;
      layer_[other] = kNext;
      // Coordinates by multiplication: exact, and a fraction of the time of divisions.
      const int k = static_cast<int>((other + 0.5) * perPlane_), inPlane = other - k * stride_[2];
      const int j = static_cast<int>((inPlane + 0.5) * perRow_);
      front.push_back({other, sides(inPlane - j * stride_[1], j, k)});
    }
  }
  /// Takes the mean of the neighbours in layers before `layer`; false when there is none. Others may do so beside it:
  /// what they write in this layer is not read in it.
  bool takeMean(ExtrapolationScratch::Face face, int layer) const {
    double sum = 0;
    int count = 0;
    const auto add = [&](int g) {
      const bool use = std::atomic_ref(layer_[g]).load(std::memory_order_relaxed) < layer;
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
    std::atomic_ref(layer_[face.index]).store(static_cast<uint8_t>(layer), std::memory_order_relaxed);
    return true;
  }

  const Grid& grid_;
  const Int3 faces_;
  const int stride_[3];
  const double perRow_, perPlane_;
  uint8_t* layer_;
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
  layers = std::min(layers, 250);
  const int planes = grid.n.z + 1, perAxis = (planes + kPlanes - 1) / kPlanes, pieces = 3 * perAxis;
  scratch.open.resize(static_cast<size_t>(pieces)), scratch.unknown.resize(static_cast<size_t>(pieces));
  for (auto& layer : scratch.layer) layer.resize(grid.size);
  const auto firstPlane = [&](int piece) { return piece % perAxis * kPlanes; };
  const auto lastPlane = [&](int piece) { return std::min(firstPlane(piece) + kPlanes, planes); };
  parallelPieces(scratch.open.size(), [&](size_t p) {
    const int piece = static_cast<int>(p), a = piece / perAxis;
    const size_t first = size_t(grid.sz) * firstPlane(piece), size = size_t(grid.sz) * lastPlane(piece) - first;
    scratch.unknown[p] = startLayers(&known.known[a][first], size, &scratch.layer[a][first]);
    scratch.open[p].clear();
    scratch.open[p].reserve(size);
  });
  bool few[3];
  for (int a = 0; a < 3; ++a) {
    const auto begin = scratch.unknown.begin() + a * perAxis;
    few[a] = std::accumulate(begin, begin + perAxis, size_t{0}) < grid.size / 2;
    if (!few[a]) scratch.open[static_cast<size_t>(a * perAxis)].reserve(grid.size);
  }
  const auto spread = [&](int a) { return LayerSpread(grid, a, scratch.layer[a], velocity[a]); };
  parallelPieces(scratch.open.size(), [&](size_t p) {
    const int piece = static_cast<int>(p), a = piece / perAxis;
    if (!few[a] && piece % perAxis == 0) spread(a).run(layers, scratch.open[p]);
    if (!few[a]) return;
    const int end = std::min(lastPlane(piece), faceCount(grid, a).z);
    spread(a).start(layers, firstPlane(piece), end, scratch.open[p]);
  });
  for (int layer = 2; layer <= layers; ++layer) {
    std::atomic<bool> any{false};
    parallelPieces(scratch.open.size(), [&](size_t p) {
      const int a = static_cast<int>(p) / perAxis;
      if (!few[a] || scratch.open[p].empty()) return;
      const size_t before = scratch.open[p].size();
      spread(a).next(layer, scratch.open[p]);
      if (scratch.open[p].size() < before) any.store(true, std::memory_order_relaxed);
    });
    if (!any) break;
  }
}

void constrainToSolids(const Grid& grid, const FaceMask& known, const SolidField& solids,
                       std::span<const SolidMotion> motions, MacVelocity& velocity, ExtrapolationScratch& scratch) {
  const size_t axes = grid.flat() ? 2 : 3, blocks = (grid.size + kBlock - 1) / kBlock;
  for (size_t a = 0; a < 3; ++a) scratch.before[a].resize(grid.size), scratch.facePhi[a].resize(grid.size);
  parallelPieces(3 * blocks, [&](size_t piece) {
    const size_t a = piece / blocks, begin = piece % blocks * kBlock, end = std::min(begin + kBlock, grid.size);
    std::copy(&velocity[a][begin], &velocity[a][begin] + (end - begin), &scratch.before[a][begin]);
    const size_t s = grid.stride((a + 1) % 3), t = grid.stride((a + 2) % 3), last = grid.size - s - t;
    if (a < axes && begin < last)
      facePhi(std::min(end, last) - begin, s, t, &solids.phi[begin], &scratch.facePhi[a][begin]);
  });
  parallelPieces(axes * (grid.n.z + 1), [&](size_t piece) {
    const int axis = static_cast<int>(piece % axes), k = static_cast<int>(piece / axes);
    const Int3 faces = faceCount(grid, axis);
    if (k >= faces.z) return;
    const int s = grid.stride((axis + 1) % 3), t = grid.stride((axis + 2) % 3), stride = grid.stride(axis);
    const float* phiOf = scratch.facePhi[axis].data();
    for (int j = 0; j < faces.y; ++j)
      eachNearSolid(&known.known[axis][grid.id(0, j, k)], phiOf + grid.id(0, j, k), faces.x, [&](int i) {
        const Int3 c(i, j, k);
        const int f = grid.id(c);
        const double along = double(normalGradient(phiOf + f, stride, c[axis] > 0, c[axis] < grid.n[axis]));
        if (along == 0) return;  // the wall runs along this component, which stays free
        Vec3 n = planeGradient(grid, solids.phi, axis, f, s, t);
        const bool straight = n == Vec3(0.0);  // the wall is this face's plane: only this component counts
        n[axis] = along;
        const double squared = glm::dot(n, n);
        if (!(squared > 1e-6)) return;
        Vec3 slip(0.0);
        if (straight)
          slip[axis] = scratch.before[axis][f];
        else
          slip = velocityAtFace(grid, scratch.before, axis, c, f);
        if (const int owner = ownerOfFace(grid, solids, axis, f); owner >= 0) {
          const SolidMotion& m = motions[owner];
          slip -= m.velocity + glm::cross(m.angularVelocity, grid.faceCentre(axis, c) - m.centre);
        }
        velocity[axis][f] -= straight ? slip[axis] : along * glm::dot(n, slip) / squared;
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
