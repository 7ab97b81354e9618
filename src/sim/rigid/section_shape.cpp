// SPDX-License-Identifier: MIT
// Everything is the inner shape's, seen from the moved origin.
#include "sim/rigid/section_shape.h"

#include "sim/geometry/bvh.h"

namespace flotsam {
namespace {

class SectionShape : public Shape {
 public:
  SectionShape(std::shared_ptr<const Shape> inner, const Vec3& centre)
      : inner_(std::move(inner)), shift_(centre.x, centre.y, 0) {
    desc_ = inner_->desc();
    const Vec3f back(shift_);
    auto mesh = std::make_shared<TriangleMesh>(*inner_->mesh());
    for (Vec3f& p : mesh->positions) p -= back;
    bvh_ = std::make_shared<TriangleBvh>(*mesh);
    mesh_ = std::move(mesh);
    mass_ = {inner_->volume(), Vec3(0), inner_->unitInertia()};
    bounds_ = {inner_->bounds().lo - shift_, inner_->bounds().hi - shift_};
    boundingRadius_ = inner_->boundingRadius() + glm::length(shift_);
    thickness_ = inner_->thickness();
    centreOffset_ = inner_->centreOffset() + shift_;
    samples_.assign(inner_->samples().begin(), inner_->samples().end());
    for (Vec3f& p : samples_) p -= back;
    groups_.assign(inner_->sampleGroups().begin(), inner_->sampleGroups().end());
    for (SampleGroup& g : groups_) g.centre -= back;
  }

  double signedDistance(const Vec3& x) const override { return inner_->signedDistance(x + shift_); }
  Vec3 normal(const Vec3& x) const override { return inner_->normal(x + shift_); }
  void sampleLattice(const Pose& pose, const Vec3& origin, double step, Int3 count, bool prism,
                     double* out) const override {
    inner_->sampleLattice({pose.toWorld(-shift_), pose.orientation}, origin, step, count, prism, out);
  }

 private:
  std::shared_ptr<const Shape> inner_;
  Vec3 shift_;
};

}  // namespace

std::shared_ptr<const Shape> sectionShape(std::shared_ptr<const Shape> shape, const Vec3& centre) {
  return std::make_shared<SectionShape>(std::move(shape), centre);
}

}  // namespace flotsam
