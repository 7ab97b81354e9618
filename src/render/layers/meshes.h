// SPDX-License-Identifier: MIT
// Surfaces on the GPU, one per mesh pointer, dropped when no frame has drawn them for a while.
#pragma once

#include <memory>
#include <vector>

#include "core/triangle_mesh.h"
#include "render/gl/handle.h"

namespace flotsam::layer {

class Meshes {
 public:
  struct Entry {
    std::shared_ptr<const TriangleMesh> mesh;
    gl::VertexArray array;
    gl::Buffer vertices, indices;
    GLsizei count = 0;  // indices
    uint64_t used = 0;  // frame number
    void draw() {
      glBindVertexArray(array.get());
      glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, nullptr);
    }
  };
  /// Null for a null or empty mesh. Uploads at the first sight of a pointer.
  Entry* find(const std::shared_ptr<const TriangleMesh>& mesh);
  /// Counts a frame and drops what 300 of them have not used.
  void endFrame();
  size_t size() const { return entries_.size(); }

 private:
  std::vector<std::unique_ptr<Entry>> entries_;
  uint64_t frame_ = 0;
};

/// Area-weighted normals, shared by all corners at the same place: continuous over sharp edges and split vertices.
std::vector<Vec3f> smoothNormals(const TriangleMesh& mesh);

}  // namespace flotsam::layer
