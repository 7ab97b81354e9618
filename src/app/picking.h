// SPDX-License-Identifier: MIT
// What lies under the mouse, and where a drag goes: rays against the drawn surfaces, and the plane of the view through
// the grabbed point.
#pragma once

#include <future>
#include <map>
#include <memory>
#include <optional>

#include "render/camera.h"
#include "sim/geometry/bvh.h"
#include "view/sim_view.h"

namespace flotsam {

struct PickHit {
  int body = -1;  // index into the view's bodies
  double distance = 0;
  Vec3 point{0};   // world
  Vec3 anchor{0};  // body frame
};

/// Keeps one search tree per drawn mesh. Trees of large meshes are built beside the window; until one is there its body
/// is picked by its bounding sphere.
class PickCache {
 public:
  std::optional<PickHit> pick(const SimView& view, const Camera::Ray& ray);

 private:
  struct Entry {
    std::shared_ptr<const TriangleMesh> mesh;
    std::shared_future<std::shared_ptr<const TriangleBvh>> tree;
  };
  const TriangleBvh* tree(const std::shared_ptr<const TriangleMesh>& mesh);
  void forgetUnused(const SimView& view);
  std::map<const TriangleMesh*, Entry> entries_;
};

/// The plane in which a grabbed point follows the mouse.
struct DragPlane {
  Vec3 point{0}, normal{0, 0, 1};
  /// Where the ray meets it; none when it runs along the plane or away from it.
  std::optional<Vec3> hit(const Camera::Ray& ray) const;
};

/// Pixel (y down) to normalised device coordinates.
Vec2 pixelToNdc(const Vec2& pixel, int width, int height);

}  // namespace flotsam
