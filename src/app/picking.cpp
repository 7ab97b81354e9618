// SPDX-License-Identifier: MIT
#include "app/picking.h"

#include <algorithm>
#include <cmath>

namespace flotsam {
namespace {

constexpr size_t kQuickMesh = 30000;  // triangles: built at once, a few milliseconds

/// Distance along the unit ray to a sphere, or a negative number.
double raySphere(const Camera::Ray& ray, const Vec3& centre, double radius) {
  const Vec3 d = centre - ray.origin;
  const double along = glm::dot(d, ray.direction), miss2 = glm::dot(d, d) - along * along;
  if (miss2 > radius * radius) return -1;
  const double half = std::sqrt(radius * radius - miss2);
  return along - half > 0 ? along - half : along + half;
}

}  // namespace

const TriangleBvh* PickCache::tree(const std::shared_ptr<const TriangleMesh>& mesh) {
  auto& entry = entries_[mesh.get()];
  if (!entry.mesh) {
    entry.mesh = mesh;
    const auto how = mesh->triangles.size() <= kQuickMesh ? std::launch::deferred : std::launch::async;
    entry.tree = std::async(how, [mesh] { return std::make_shared<const TriangleBvh>(*mesh); }).share();
  }
  if (entry.tree.wait_for(std::chrono::seconds(0)) == std::future_status::timeout) return nullptr;
  return entry.tree.get().get();
}

void PickCache::forgetUnused(const SimView& view) {
  if (entries_.size() <= view.bodies.size() + 8) return;
  std::erase_if(entries_, [&](const auto& entry) {
    return std::none_of(view.bodies.begin(), view.bodies.end(),
                        [&](const BodyView& b) { return b.mesh.get() == entry.first; });
  });
}

std::optional<PickHit> PickCache::pick(const SimView& view, const Camera::Ray& ray) {
  forgetUnused(view);
  std::optional<PickHit> best;
  for (int i = 0; i < static_cast<int>(view.bodies.size()); ++i) {
    const BodyView& body = view.bodies[static_cast<size_t>(i)];
    const double sphere = raySphere(ray, body.pose.position, body.boundingRadius * 1.001);
    if (sphere < 0 || !body.mesh || body.mesh->triangles.empty()) continue;
    double distance = sphere;
    if (const TriangleBvh* bvh = tree(body.mesh)) {
      const auto hit = bvh->raycast(body.pose.toBody(ray.origin), body.pose.unrotate(ray.direction));
      if (hit.triangle < 0 || hit.distance < 0) continue;
      distance = hit.distance;
    }
    if (best && best->distance <= distance) continue;
    const Vec3 point = ray.origin + distance * ray.direction;
    best = PickHit{i, distance, point, body.pose.toBody(point)};
  }
  return best;
}

std::optional<Vec3> DragPlane::hit(const Camera::Ray& ray) const {
  const double slope = glm::dot(ray.direction, normal);
  if (std::fabs(slope) < 1e-6) return std::nullopt;
  const double distance = glm::dot(point - ray.origin, normal) / slope;
  if (!std::isfinite(distance) || distance <= 0) return std::nullopt;
  return ray.origin + distance * ray.direction;
}

Vec2 pixelToNdc(const Vec2& pixel, int width, int height) {
  if (width <= 0 || height <= 0) return Vec2(0);
  return {2 * pixel.x / width - 1, 1 - 2 * pixel.y / height};
}

}  // namespace flotsam
