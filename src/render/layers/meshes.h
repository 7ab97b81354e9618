// SPDX-License-Identifier: MIT
// Surfaces on the GPU, one per mesh pointer; dropped when nobody else has the mesh, or no frame has drawn it for long.
#pragma once

#include <memory>
#include <vector>

#include "core/triangle_mesh.h"
#include "render/gl/handle.h"

namespace flotsam::layer {

class Meshes {
 public:
  struct Entry {
    std::weak_ptr<const TriangleMesh> mesh;
    gl::VertexArray array;
    gl::Buffer vertices, indices;
    GLsizei count = 0;        // indices
    GLsizei coarseCount = 0;  // of the simplified surface behind them, for shadows; 0 = none
    uint64_t used = 0;        // frame number
    void draw() {
      glBindVertexArray(array.get());
      glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, nullptr);
    }
    void drawCoarse() {
      if (!coarseCount) return draw();
      glBindVertexArray(array.get());
      glDrawElements(GL_TRIANGLES, coarseCount, GL_UNSIGNED_INT,
                     reinterpret_cast<const void*>(static_cast<size_t>(count) * sizeof(unsigned)));
    }
  };
  /// Null for a null or empty mesh. Uploads at the first sight of a pointer.
  Entry* find(const std::shared_ptr<const TriangleMesh>& mesh);
  /// Counts a frame; drops what nobody else has any more, and what 300 frames have not used.
  void endFrame();
  size_t size() const { return entries_.size(); }

 private:
  std::vector<std::unique_ptr<Entry>> entries_;
  uint64_t frame_ = 0;
};

/// Triangles between representatives of the cells of a lattice: a coarser surface on the same vertices, with about
/// `wanted` triangles or fewer.
std::vector<glm::uvec3> cluster(const TriangleMesh& mesh, size_t wanted);
/// Area-weighted normals, shared by all corners at the same place: continuous over sharp edges and split vertices.
std::vector<Vec3f> smoothNormals(const TriangleMesh& mesh);

}  // namespace flotsam::layer
