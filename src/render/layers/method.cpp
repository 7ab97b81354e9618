// SPDX-License-Identifier: MIT
#include "render/layers/method.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace flotsam::layer {

namespace {

struct Most {
  size_t arrows, streamlines;
};
Most mostOf(Quality q) {
  if (q == Quality::Software) return {600, 70};
  if (q == Quality::Integrated) return {2400, 200};
  return {4000, 300};
}

Vec4f ink(const Frame& f, float alpha) {
  return Vec4f(f.look.dark ? displayColour(0xDCE8F0) : displayColour(0x22303C), alpha);
}

/// Blue and orange, as the slices' signs: forces and torques differ to every eye.
Vec3f forceColour(const Frame& f) {
  return displayColour(bodyArrowColour(0, f.look.dark ? Theme::Dark : Theme::Light));
}
Vec3f torqueColour(const Frame& f) {
  return displayColour(bodyArrowColour(1, f.look.dark ? Theme::Dark : Theme::Light));
}

}  // namespace

void Method::drawBodyBlocks(const Frame& f) {
  if (!f.options.boundary || f.flat) return;
  bodyBlocks(f.view, blocks_);
  if (blocks_.empty()) return;
  corners_.clear();
  const float scale = static_cast<float>(1 / f.unit);
  const int last = static_cast<int>(f.view.bodies.size()) - 1;
  for (const BoundaryBlock& block : blocks_) {
    const BodyView& body = f.view.bodies[static_cast<size_t>(std::min(block.body, last))];
    const Vec4f tint(displayColour(bodyColour(body.colour)), 1);
    const Vec3f centre = 0.5f * scale * (block.lo + block.hi), half = 0.5f * scale * (block.hi - block.lo);
    for (int axis = 0; axis < 3; ++axis)
      for (const float side : {-1.f, 1.f}) {
        Vec3f normal(0), a(0), b(0);
        normal[axis] = side;
        a[(axis + 1) % 3] = half[(axis + 1) % 3], b[(axis + 2) % 3] = half[(axis + 2) % 3];
        const Vec3f c = centre + normal * half;
        if (glm::dot(normal, f.eye - c) <= 0) continue;
        for (const auto& [s, t] :
             {std::pair{-1.f, -1.f}, {1.f, -1.f}, {1.f, 1.f}, {-1.f, -1.f}, {1.f, 1.f}, {-1.f, 1.f}})
          corners_.push_back({c + s * a + t * b, normal, 0, {s, t}, tint});
      }
  }
  if (corners_.empty()) return;
  glBindVertexArray(array_.get());
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners_.size() * sizeof(Corner)), corners_.data(),
               GL_STREAM_DRAW);
  const struct {
    GLint count;
    size_t offset;
  } fields[] = {{3, offsetof(Corner, position)},
                {4, offsetof(Corner, normal)},
                {2, offsetof(Corner, place)},
                {4, offsetof(Corner, tint)}};
  for (GLuint i = 0; i < 4; ++i) {
    glVertexAttribPointer(i, fields[i].count, GL_FLOAT, GL_FALSE, sizeof(Corner),
                          reinterpret_cast<const void*>(fields[i].offset));
    glEnableVertexAttribArray(i);
  }
  faces_.use();
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners_.size()));
  glDisable(GL_DEPTH_TEST);
}

static float fastestOf(const Frame& f) { return f.options.scales ? f.options.scales->fastest : flowSpeed(f.view); }

void Method::addStreamlines(const Frame& f, Lines& lines) {
  if (traced_ != f.view.fields.velocity.data() || tracedAt_ != f.view.time) {
    traceStreamlines(f.view, mostOf(f.quality).streamlines, streams_);
    traced_ = f.view.fields.velocity.data(), tracedAt_ = f.view.time;
  }
  const float scale = static_cast<float>(1 / f.unit), fastest = std::max(fastestOf(f), 1e-9f);
  const uint32_t* table = speedTable(f.options.theme);
  for (size_t l = 0; l + 1 < streams_.starts.size(); ++l) {
    const size_t begin = streams_.starts[l], end = streams_.starts[l + 1];
    const float length = static_cast<float>(end - begin - 1);
    for (size_t i = begin; i + 1 < end; ++i) {
      // Slow parts keep a colour that stands off the background.
      const float t = 0.3f + 0.7f * std::min(streams_.speed[i] / fastest, 1.f);
      const uint32_t c = table[static_cast<int>(255 * t)];
      const Vec4f colour(Vec3f(c & 255, c >> 8 & 255, c >> 16 & 255) / 255.f, 0.92f);
      const float along = static_cast<float>(i - begin) / length;  // thin at the tail, full before the tip
      const float width = (0.9f + 2.1f * std::min(along * 1.3f, 4 * (1 - along))) * f.ui;
      lines.add(scale * streams_.points[i], scale * streams_.points[i + 1], colour, std::max(width, 0.8f * f.ui), true);
    }
  }
}

void Method::drawFlow(const Frame& f, gl::Target& scene, Lines& lines) {
  const DrawOptions& o = f.options;
  if (f.view.fields.cells.x == 0 || (o.arrows == ArrowPlaces::None && !o.streamlines)) return;
  scene.bind();
  if (o.streamlines) {
    lines.clear();
    addStreamlines(f, lines);
    lines.draw(/*hidden=*/true);
  }
  const double apart = placeArrows(f.view, o.slice, o.arrows, mostOf(f.quality).arrows, flow_);
  const float fastest = fastestOf(f);
  if (flow_.empty() || !(fastest > 0)) return;
  lines.clear();
  const float scale = static_cast<float>(1 / f.unit), unit = static_cast<float>(apart) * scale;
  const float perSpeed = 1.5f * unit / fastest;
  // On a plane they stand before it, whichever side one sees.
  const Vec3f forward(f.camera.forward());
  const bool onPlane = o.arrows == ArrowPlaces::Slice && !f.flat;
  // A line behind each keeps them clear of what is below.
  const Vec4f ground(f.look.dark ? Vec3f(0.10f, 0.12f, 0.15f) : Vec3f(1), 0.55f);
  for (const bool halo : {true, false})
    for (const FlowArrow& a : flow_) {
      const float speed = glm::length(a.velocity), length = std::min(speed * perSpeed, 2.2f * unit);
      if (!(length > 0.1f * unit)) continue;
      const Vec3f along = a.velocity / speed, at = scale * a.at - (onPlane ? 0.012f * forward : Vec3f(0));
      const Vec3f tail = at - 0.5f * length * along, tip = at + 0.5f * length * along;
      // Barbs in the plane that shows the arrow best.
      const Vec3f towards = tip - f.eye, across = glm::cross(along, towards);
      const float seen = glm::length(across);
      const Vec3f side = seen > 1e-6f ? across / seen : Vec3f(0);
      const float head = std::min(0.36f * unit, 0.42f * length);
      const float width = (halo ? 3.6f : 1.7f) * f.ui;
      const Vec4f colour = halo ? ground : ink(f, 1);
      lines.add(tail, tip, colour, width, true);
      for (const float s : {-1.f, 1.f}) lines.add(tip, tip - head * (along + 0.5f * s * side), colour, width, true);
    }
  lines.draw(/*hidden=*/true);
}

void Method::addForces(const Frame& f, Lines& lines) {
  const BodyArrowScale most = f.options.scales ? f.options.scales->bodies : bodyArrowScale(f.view);
  const double reach = forceArrowLength(f.view);
  const float radius = 0.009f;
  for (const BodyView& b : f.view.bodies) {
    if (!finite(b.pose.position) || !finite(b.pressureForce) || !finite(b.pressureTorque)) continue;
    const Vec3f at = f.units(b.pose.position);
    const double force = glm::length(b.pressureForce), torque = glm::length(b.pressureTorque);
    if (most.force > 0 && force > 0.01 * most.force)
      arrows_.add(at, f.units(b.pose.position + reach / most.force * b.pressureForce), radius,
                  Vec4f(forceColour(f), 1));
    if (!(most.torque > 0 && torque > 0.05 * most.torque)) continue;
    // An arc about the torque's axis: three quarters of a turn for the whole scale.
    const Vec3f axis(b.pressureTorque / torque);
    const Vec3f side = glm::normalize(glm::cross(axis, std::abs(axis.y) < 0.9f ? Vec3f(0, 1, 0) : Vec3f(1, 0, 0)));
    const Vec3f other = glm::cross(axis, side);
    const float r = std::max(static_cast<float>(1.15 * b.boundingRadius / f.unit), 0.05f);
    const float turn = 1.5f * static_cast<float>(kPi * torque / most.torque);
    const auto on = [&](float angle) { return at + r * (std::cos(angle) * side + std::sin(angle) * other); };
    const float head = std::min(0.05f / r, 0.5f * turn);
    const int pieces = std::max(2, static_cast<int>(turn / 0.12f));
    const Vec4f colour(torqueColour(f), 1);
    for (int i = 0; i < pieces; ++i) {
      const float from = (turn - head) * static_cast<float>(i) / static_cast<float>(pieces);
      const float to = (turn - head) * static_cast<float>(i + 1) / static_cast<float>(pieces);
      lines.add(on(from), on(to), colour, 3 * f.ui, true);
    }
    const Vec3f tip = on(turn), tail = on(turn - head);
    arrows_.add(tip - std::min(0.11f, 0.02f + 0.8f * turn * r) * glm::normalize(tip - tail), tip, 0.02f, colour);
  }
}

void Method::addEdges(const Frame& f, Lines& lines) {
  cutEdges(f.view, f.options.slice, edges_);
  const Vec4f solid(f.look.dark ? Vec3f(0) : Vec3f(1), 0.95f), fluid(f.look.accent, 1), open = ink(f, 0.16f);
  const float scale = static_cast<float>(1 / f.unit);
  // Bars over hairlines, thinner where cells are small on the screen.
  const float depth = std::max(glm::length(f.eye - 0.5f * f.tank), f.near);
  const float cell = static_cast<float>(f.view.dx / f.unit) * f.pixelsPerUnit / depth;
  const float bar = std::clamp(0.2f * cell, 1.2f * f.ui, 3.4f * f.ui);
  for (const int pass : {0, 1})
    for (const BoundaryEdge& e : edges_) {
      if ((e.kind == BoundaryEdge::Open) != (pass == 0)) continue;
      const Vec3f from = scale * e.from, to = scale * e.to;
      if (e.kind == BoundaryEdge::Open) {
        lines.add(from, to, open, 1 * f.ui);
      } else if (e.kind == BoundaryEdge::Solid) {
        lines.add(from, to, ink(f, 0.55f), bar);
        lines.add(from, to, solid, 0.55f * bar);
      } else {
        lines.add(from, to, fluid, bar);
      }
    }
}

/// A knob with an arrow to either side of the plane, and a ring.
void Method::drawHandle(const Frame& f, Lines& lines) {
  const auto plane = slicePlane(f.view, f.options.slice);
  if (plane.outline.size() < 3) return;
  const int lit = f.options.planeHandle;
  const Vec3f knob = f.units(plane.knob()), ring = f.units(plane.ring()), normal(plane.normal);
  const Vec4f accent(f.look.accent, 1), paper(f.look.dark ? Vec3f(0.08f, 0.10f, 0.12f) : Vec3f(1), 1);
  const float depth = std::max(glm::dot(knob - f.eye, Vec3f(f.camera.forward())), f.near);
  const float pixel = f.ui * depth / f.pixelsPerUnit, reach = (lit == 2 ? 26.f : 22.f) * pixel;
  arrows_.clear();
  for (const float side : {-1.f, 1.f})
    arrows_.add(knob + 6 * pixel * side * normal, knob + reach * side * normal, 1.9f * pixel, accent);
  arrows_.draw(/*onTop=*/true);
  lines.clear();
  lines.add(knob, knob, accent, (lit == 2 ? 15 : 13) * f.ui, true);
  lines.add(knob, knob, paper, (lit == 2 ? 8 : 9) * f.ui, true);
  lines.add(ring, ring, accent, (lit == 3 ? 19 : 17) * f.ui, true);
  lines.add(ring, ring, paper, (lit == 3 ? 11 : 13) * f.ui, true);
  lines.add(ring, ring, accent, 5 * f.ui, true);
  lines.draw();
}

void Method::drawMarks(const Frame& f, Lines& lines) {
  const DrawOptions& o = f.options;
  const bool plane = o.slice.quantity != SliceQuantity::None || o.arrows == ArrowPlaces::Slice;
  if (o.planeHandle > 0 && plane && !f.flat && f.view.fields.cells.x > 0) drawHandle(f, lines);
  if (o.boundary && (f.flat || o.slice.quantity != SliceQuantity::None)) {
    lines.clear();
    addEdges(f, lines);
    lines.draw();
  }
  if (!o.forces) return;
  lines.clear(), arrows_.clear();
  addForces(f, lines);
  lines.draw();
  arrows_.draw(/*onTop=*/true);
}

}  // namespace flotsam::layer
