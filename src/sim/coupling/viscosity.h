// SPDX-License-Identifier: MIT
// Implicit viscosity, fluid and bodies together, as one minimisation (Batty & Bridson 2008, "Accurate viscous free
// surfaces for buckling, coiling, and rotating liquids", section 4). With D(u) = (grad u + grad u')/2 the velocity
// after a backward Euler step of length dt makes
//   F(u, V) = 1/2 |u - u1|² rho + 1/2 |V - V1|² M + dt integral of mu D : D
// least: u1, V1 are the velocities of fluid and bodies before, and the integral is over the liquid. The full D is what
// lets a free surface turn without resistance; no condition is needed there, traction is zero by itself.
//
// On the grid, in units of rho dx³ and with c = dt mu / (rho dx²), F is a sum of squares:
//   faces  1/2 m (u - u1)²                         m = liquid part x open part of the face
//   cells  1/2 2c w (s d_a u_a)²                   d_a = difference of the two faces of axis a
//   edges  1/2 c w (s_a d_b u_a + s_b d_a u_b)²    the four faces around an edge along the third axis
// w = part of the sample's own cube that is liquid and not solid. A face with its centre in a solid, or closed, has the
// velocity j V of that solid (no slip; walls rest); it is not the face but the surface between that carries it, theta
// of a cell from the fluid's face, so s = 1/theta there and 1 elsewhere, and j is taken at that point. Along a flat
// wall w s² = 1/theta: Couette and Poiseuille flow come out right for walls at any offset. [Batty & Bridson 2008] take
// the solid's face itself. What is open of a face with its centre in a solid is a film; its friction c_f = 2.5 c / open
// (a quarter period across the film, (pi/2)²) ties it to the solid alone, and it is eliminated.
//
// Unknowns: changes of the faces with m > 0, and y of every free body, V = V1 + R y with R R' = its mobility (linked
// bodies: R S y over their group, rigid/linkage.h). F is
// positive definite in them; conjugate gradients on it are matrix-free, start at no change and lower F in each
// iteration, so linear and angular momentum of fluid and bodies stay (F is invariant under rigid motions) and the
// kinetic energy only falls, whatever dt and mu.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/parallel.h"
#include "sim/coupling/pcg.h"
#include "sim/coupling/projection.h"
#include "sim/fluid/solid_field.h"
#include "sim/rigid/linkage.h"

namespace flotsam {

/// What the viscous forces act in.
struct ViscousDomain {
  const Grid* grid = nullptr;
  const FaceFractions* fractions = nullptr;
  const SolidField* solids = nullptr;
  const std::vector<float>* liquid = nullptr;  // distance to the surface per cell, in cells; null: full
  double number = 0;                           // c = dt mu / (rho dx²)
  double cellMass = 1;                         // rho dx³, kg
  std::span<const LinkedGroup> links{};        // bodies that joints link: V = V1 + R S y
};

struct ViscousStats {
  int iterations = 0, unknowns = 0;
  double residual = 0;  // relative
  bool converged = true;
  std::string note;
};

class Viscosity {
 public:
  /// Adds what viscosity does in a step to the bodies' velocities and writes what it does to the faces' (m/s, 0 where
  /// nothing is). Bodies in the order of the fractions; those not free have the velocity they have.
  ViscousStats solve(const ViscousDomain& domain, const MacVelocity& velocity, std::span<CoupledBody> bodies,
                     double tolerance, int maxIterations, MacVelocity& change);

  // The parts, for tests.
  void assemble(const ViscousDomain& domain, std::span<const CoupledBody> bodies);
  size_t size() const { return 3 * grid_.size + 6 * bodies_.size(); }  // of a vector: faces by axis, then y by body
  /// out = (matrix) in; entries of `in` that are no unknowns are overwritten.
  void apply(std::vector<double>& in, std::vector<double>& out);
  bool unknown(size_t entry) const { return inverse_[entry] > 0; }
  double faceMass(int axis, size_t id) const { return mass_[axis][id]; }  // 0..1, of rho dx³

 private:
  enum Kind : uint8_t { kNone, kFree, kSolid };
  struct SolidFace {
    size_t entry;  // of a vector
    int body;
    double film;  // what its film ties to the body, of the cell's mass
    Vec6 row;     // j
  };
  struct SurfacePoint {  // of a body, between the two faces of one of an edge's differences
    size_t edge;
    int axis, body;
    bool second;
    Vec6 row;  // what j is more there than at the solid's face, with the sign it has in the difference
  };
  struct Body {
    Mat6 root;                      // R; zero for those not free
    Mat6 inverseBlock;              // of its block of the diagonal
    Vec6 velocity{}, now{}, sum{};  // before the solve; the one in the product; forces
  };
  struct Edge {
    std::vector<float> weight, first, second;       // c w; s of the two differences
    std::vector<double> firstStress, secondStress;  // c w g s
  };

  void classify(const ViscousDomain& d);
  void sample(const ViscousDomain& d);
  int ownerOf(const ViscousDomain& d, int axis, size_t id) const;
  void findSurfacePoints(const ViscousDomain& d, const SolidFace& f, const Vec3& centre);
  void findSolidFaces(const ViscousDomain& d, std::span<const CoupledBody> bodies);
  void findDiagonal();
  double diagonalAt(int axis, size_t id) const;
  double filmFriction(int axis, size_t id) const;
  void setSolids(std::vector<double>& u, bool change);
  void multiply(const std::vector<double>& u, std::vector<double>* out = nullptr);
  void gatherBodies(const std::vector<double>& filmSpeeds);
  void toVelocities(const std::vector<double>& y);
  void toForces(double* y);
  void precondition(const std::vector<double>& r, std::vector<double>& z) const;
  template <class F>
  void forRows(F&& f) const;
  void findRuns();
  struct UsedVectors;  // operations on the entries that can be other than zero

  Grid grid_;
  double number_ = 0;
  std::array<std::vector<uint8_t>, 3> kind_;
  std::array<std::vector<float>, 3> facePhi_;  // distance to solids at face centres, cells
  std::array<std::vector<float>, 3> mass_;     // of free faces and films
  std::array<std::vector<float>, 3> open_;     // open part of films
  std::array<std::vector<float>, 3> cell_;     // 2c w s² by axis
  std::array<std::vector<double>, 3> cellStress_;
  std::array<Edge, 3> edge_;               // by the edge's axis e; first: component e + 1, second: e + 2 (mod 3)
  std::vector<uint8_t> rowOwn_, rowUsed_;  // rows with free faces; these and their neighbours
  struct Run {
    size_t begin, end;  // of an axis' entries: rows with free faces that follow each other
  };
  std::vector<Run> runs_;
  std::vector<size_t> runOf_;    // the first run of every plane, and the end of all
  std::vector<double> inverse_;  // of the diagonal; 0: no unknown
  std::vector<Body> bodies_;
  std::vector<Vec6> moved_;  // R S y
  std::span<const LinkedGroup> links_;
  std::vector<double> linkSums_;
  std::vector<SolidFace> solidFaces_;
  std::vector<SurfacePoint> surfacePoints_;
  std::vector<double> u_, rhs_, x_, product_;
  PcgWork work_;
};

/// f(first entry of the row) for rows with something in them; a row begins at cell 1 and has n.x - 1 entries.
template <class F>
void Viscosity::forRows(F&& f) const {
  const Grid& g = grid_;
  const int planes = g.flat() ? 1 : g.n.z - 1;
  parallelPieces(static_cast<size_t>(planes), [&](size_t piece) {
    const int k = 1 + static_cast<int>(piece);
    for (int j = 1; j < g.n.y; ++j)
      if (rowUsed_[static_cast<size_t>(k) * g.n.y + j]) f(static_cast<size_t>(g.id(1, j, k)));
  });
}

}  // namespace flotsam
