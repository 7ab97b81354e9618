// SPDX-License-Identifier: MIT
// Draws the floor and the bodies from the light and blurs the moments.
#include "render/layers/shadow.h"

#include <algorithm>
#include <bit>
#include <glm/gtc/matrix_transform.hpp>

#include "render/layers/stage.h"

namespace flotsam::layer {
namespace {

constexpr float kBorder = 0.3f;  // around the tank

struct Detail {
  int size, rounds;
};
Detail detail(Quality q) {
  return q == Quality::Software ? Detail{128, 2} : q == Quality::Integrated ? Detail{512, 4} : Detail{1024, 6};
}

}  // namespace

Mat4f modelMatrix(const Frame& f, const BodyView& body) {
  Mat4f m(glm::mat4_cast(glm::quat(body.pose.orientation)));
  for (int i = 0; i < 3; ++i) m[i] /= static_cast<float>(f.unit);
  m[3] = Vec4f(f.units(body.pose.position), 1);
  return m;
}

ShadowMap::ShadowMap() : depth_("shadow.vert", "shadow.frag"), blur_("screen.vert", "blur.frag") {}

Mat4f ShadowMap::matrix(const Frame& f) {
  const Vec3f z = f.light, x = glm::normalize(glm::cross(Vec3f(0, 1, 0), z)), y = glm::cross(z, x);
  Vec3f lo(1e30f), hi(-1e30f);
  for (int i = 0; i < 8; ++i) {
    const Vec3f p = f.tank * Vec3f(i & 1, i >> 1 & 1, i >> 2);
    const Vec3f q(glm::dot(p, x), glm::dot(p, y), glm::dot(p, z));
    lo = glm::min(lo, q - kBorder), hi = glm::max(hi, q + kBorder);
  }
  const Vec3f s = 1.f / (hi - lo);
  // Depth grows away from the light.
  Mat4f m(1);
  for (int i = 0; i < 3; ++i) m[i] = Vec4f(x[i] * s.x, y[i] * s.y, -z[i] * s.z, 0);
  m[3] = Vec4f(-lo.x * s.x, -lo.y * s.y, hi.z * s.z, 1);
  return m;
}

bool ShadowMap::update(const Frame& f, Meshes& meshes) {
  const auto [size, rounds] = detail(f.quality);
  newKey_.clear();
  for (int i = 0; i < 3; ++i) newKey_.push_back(f.tank[i]);
  newKey_.push_back(f.unit);
  newKey_.push_back(floorPatch(f).origin.y);
  for (const BodyView& body : f.view.bodies) {
    const Quat& q = body.pose.orientation;
    const Vec3& p = body.pose.position;
    for (const double v :
         {p.x, p.y, p.z, q.x, q.y, q.z, q.w, static_cast<double>(std::bit_cast<uintptr_t>(body.mesh.get()))})
      newKey_.push_back(v);
  }
  if (newKey_ == key_) return false;
  std::swap(key_, newKey_);

  map_.resize(size, size, {.colour = GL_RG32F, .depth = true, .linear = true});
  spare_.resize(size, size, {.colour = GL_RG32F, .linear = true});
  map_.bind();
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glClearColor(1, 1, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  depth_.use();
  // The floor first: cleared to the far plane, the blur would make a huge variance along every contact.
  if (!floorArray_) {
    const float corners[] = {-9, 0, -9, 9, 0, -9, -9, 0, 9, 9, 0, 9};  // y is set by the model matrix
    glBindVertexArray(floorArray_.get());
    glBindBuffer(GL_ARRAY_BUFFER, floorCorners_.get());
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
  }
  Mat4f floor(1);
  floor[3].y = floorPatch(f).origin.y;
  depth_.set("model", floor);
  glBindVertexArray(floorArray_.get());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glEnable(GL_CULL_FACE);
  glCullFace(GL_BACK);
  for (const BodyView& body : f.view.bodies) {
    Meshes::Entry* mesh = finite(body.pose.position) ? meshes.find(body.mesh) : nullptr;
    if (!mesh) continue;
    depth_.set("model", modelMatrix(f, body));
    if (f.quality == Quality::Software)
      mesh->drawCoarse();
    else
      mesh->draw();
  }
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  blur_.use();
  blur_.set("map", 0);
  glActiveTexture(GL_TEXTURE0);
  for (int i = 0; i < 2 * rounds; ++i) {
    gl::Target &from = i % 2 ? spare_ : map_, &to = i % 2 ? map_ : spare_;
    to.bind();
    glBindTexture(GL_TEXTURE_2D, from.colour());
    const float texel = 1.f / static_cast<float>(size);
    blur_.set("stride", i % 2 ? Vec2f(0, texel) : Vec2f(texel, 0));
    gl::drawScreen(empty_);
  }
  return true;
}

}  // namespace flotsam::layer
