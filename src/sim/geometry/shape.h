// SPDX-License-Identifier: MIT
// A Shape is what a body is made of: surface, signed distance, contact samples and mass properties, in the body frame
// (origin = centre of mass, axes as in the file). Immutable and shared between bodies of the same shape.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/math.h"
#include "core/result.h"
#include "core/triangle_mesh.h"

namespace flotsam {

enum class ShapeKind { Mesh, Sphere, Box, Cylinder, Torus, Capsule, Ellipsoid };

/// How a scene asks for a shape.
struct ShapeDesc {
  ShapeKind kind = ShapeKind::Sphere;
  std::string mesh;  // file, as written in the scene (Mesh only)
  double size = 0;   // Mesh: longest side in m; 0 = the file's own units
  // Lengths in m. Sphere: x radius. Box: edge lengths. Cylinder (axis y): x radius, y height. Torus (axis y): x ring
  // radius, y tube radius. Capsule (axis y): x radius, y whole height. Ellipsoid: semi-axes.
  Vec3 dims{0.1};
  bool operator==(const ShapeDesc&) const = default;
};

/// Mass properties at density 1.
struct MassProperties {
  double volume = 0;  // m³
  Vec3 centre{0};     // in the frame they were computed in
  Mat3 inertia{0};    // about the centre, kg m² per kg/m³
};

/// A surface point used for contact, with the id that keeps warm starts together (its index).
struct SampleGroup {
  Vec3f centre;
  float radius;
  uint32_t begin, end;  // range of samples
};

class Shape {
 public:
  virtual ~Shape() = default;

  /// Distance to the surface, negative inside, m. Exact for primitives (the ellipsoid to first order near its
  /// surface); trilinear in a grid for meshes, extended outside the grid.
  virtual double signedDistance(const Vec3& body) const = 0;
  /// Unit gradient of the distance.
  virtual Vec3 normal(const Vec3& body) const;
  /// out[i + nx*(j + ny*k)] = signedDistance(pose.toBody(origin + step*(i,j,k))). With `prism`, the body z of every
  /// point is taken as 0 after the world z is replaced by the body's own (2D scenes: cross-section through the centre).
  virtual void sampleLattice(const Pose& pose, const Vec3& origin, double step, Int3 count, bool prism,
                             double* out) const;
  /// Nearest hit of a ray with the drawn surface: distance along the unit direction, or a negative number.
  double raycast(const Vec3& bodyOrigin, const Vec3& bodyDirection) const;

  const ShapeDesc& desc() const { return desc_; }
  std::shared_ptr<const TriangleMesh> mesh() const { return mesh_; }  // drawn surface, with normals, body frame
  double volume() const { return mass_.volume; }
  const Mat3& unitInertia() const { return mass_.inertia; }
  /// Mass properties of a prism of this cross-section (plane z = 0 of the body frame) and the given thickness.
  MassProperties prism(double thickness) const;
  const Box3& bounds() const { return bounds_; }
  double boundingRadius() const { return boundingRadius_; }  // about the centre of mass
  double thickness() const { return thickness_; }            // mean thickness 2V/A, m
  std::span<const Vec3f> samples() const { return samples_; }
  std::span<const SampleGroup> sampleGroups() const { return groups_; }
  /// Where the origin of the shape's own frame (file or primitive centre) went: body = file*scale - offset.
  const Vec3& centreOffset() const { return centreOffset_; }

 protected:
  /// Takes the drawn surface and builds the picking tree and the contact samples over it, about `spacing` apart;
  /// vertices listed in `first` get samples before others.
  void adoptSurface(std::shared_ptr<const TriangleMesh> mesh, double spacing, const std::vector<uint32_t>& first = {});
  /// Leaves out the samples farther than `limit` from the zero of the distance.
  void keepSamplesNear(double limit);
  /// Moves the samples onto the zero of the distance.
  void projectSamples();

  ShapeDesc desc_;
  std::shared_ptr<const TriangleMesh> mesh_;
  MassProperties mass_;
  Box3 bounds_;
  double boundingRadius_ = 0, thickness_ = 0;
  Vec3 centreOffset_{0};
  std::vector<Vec3f> samples_;
  std::vector<SampleGroup> groups_;
  std::shared_ptr<const class TriangleBvh> bvh_;  // of the drawn surface, for picking

 private:
  void regroup();
};

/// A lattice on which a shape is sampled (Shape::sampleLattice).
struct ShapeLattice {
  const Shape* shape;
  Pose pose;
  Vec3 origin;
  double step;
  Int3 count;
  bool prism;
  double* out;
};

/// All of them, in pieces of planes side by side: one large or costly shape keeps no thread waiting.
void sampleLattices(std::span<const ShapeLattice> lattices);

/// A primitive from its description. Lengths must be positive and finite, and a torus needs ring > tube.
Result<std::shared_ptr<const Shape>> makePrimitive(const ShapeDesc& desc);

/// What the import found and did; `flotsam mesh` prints it.
struct MeshReport {
  size_t verticesRead = 0, trianglesRead = 0, vertices = 0, triangles = 0;
  size_t degenerate = 0, coincident = 0, welded = 0, looseVertices = 0, flipped = 0;
  size_t broken = 0;  // triangles with a corner that is not finite or absurdly far from all others
  size_t openEdges = 0, openEdgesAfterRepair = 0, nonManifoldEdges = 0, nonManifoldEdgesAfterRepair = 0, openLoops = 0;
  double doubtful = 0;                    // fraction of far nodes whose winding number is more than 0.1 off an integer
  Vec3 fileSize{0};                       // extent in file units
  double scale = 1;                       // m per file unit
  double meshVolume = 0, gridVolume = 0;  // m³ (mesh: signed volume after repair)
  double thickness = 0;                   // m
  double seconds = 0;
  std::vector<std::string> notes;  // sentences for people
};

/// A solid from a triangle soup in file units: repair, exact distance with the sign of the winding number, mass
/// properties from the grid, contact samples. Refuses (with what to do) what has no volume or no trustworthy inside.
/// `gridCells` = cells along the longest side of the distance grid (0 = the default, 48).
Result<std::shared_ptr<const Shape>> makeMeshShape(const ShapeDesc& desc, const TriangleMesh& soup, MeshReport& report,
                                                   int gridCells = 0);

}  // namespace flotsam
