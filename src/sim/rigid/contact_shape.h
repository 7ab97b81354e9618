// SPDX-License-Identifier: MIT
// What contact knows of a shape beside its signed distance: the points to test against the other body's distance.
// A point may be round (the centre of a ball inside the shape, touching its surface): one for a sphere, a row for a
// capsule, a ring for a torus, so these roll exactly. Flat scenes use the outline of the cross-section.
#pragma once

#include <memory>
#include <vector>

#include "sim/geometry/shape.h"

namespace flotsam {

struct ContactPoint {
  Vec3 centre;  // body frame
  double radius;
  Vec3 inside;  // a little way into the body: where the other's normal is read (see close())
};

/// A run of points with its bounding ball, to skip what is far.
struct ContactCluster {
  Vec3 centre;
  double radius;
  size_t begin, end;
};

struct Segment {
  Vec3 a, b;
  Vec3 inward;  // from the edge to the points' `inside`
};

class ContactShape {
 public:
  ContactShape(std::shared_ptr<const Shape> shape, bool flat);

  const Shape* shape() const { return shape_.get(); }
  bool flat() const { return flat_; }
  /// Nobody but this object uses the shape any more.
  bool orphaned() const { return shape_.use_count() == 1; }
  const std::vector<ContactPoint>& points() const { return points_; }
  const std::vector<ContactCluster>& clusters() const { return clusters_; }
  /// Straight sharp edges (boxes): crossing edges touch between the points.
  const std::vector<Segment>& edges() const { return edges_; }
  double radius() const { return radius_; }  // of everything, about the centre of mass
  double depth() const { return depth_; }    // of the points' `inside`, m

  /// Distance and unit gradient at a point of the body frame; flat: within the plane, the body's z being 0.
  double distance(const Vec3& body, Vec3* normal) const;
  /// The exact farthest points against a direction, where the points above are only near it (a cylinder's rims, an
  /// ellipsoid, a torus). Returns how many of `out` it filled.
  int supports(const Vec3& direction, ContactPoint out[2]) const;

 private:
  void add(const Vec3& centre, double radius = 0) { points_.push_back({centre, radius, centre}); }
  void addLine(const Vec3& a, const Vec3& b, int pieces);
  void addRing(const Vec3& centre, double radius, int count, double roundness);
  void addBox();
  void addCylinder();
  void addEllipsoid();
  void addOutline();
  void close();
  Vec3 within(const Vec3& x) const;

  std::shared_ptr<const Shape> shape_;
  bool flat_;
  std::vector<ContactPoint> points_;
  std::vector<ContactCluster> clusters_;
  std::vector<Segment> edges_;
  double radius_ = 0, depth_ = 0;
};

}  // namespace flotsam
