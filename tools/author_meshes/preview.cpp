// SPDX-License-Identifier: MIT
// Depth-buffered triangles with area-weighted smooth normals, one key light, a hemisphere and a little gloss: close to
// how the window lights bodies.
#include "author_meshes/preview.h"

#include <stb/stb_image_write.h>

#include <algorithm>
#include <vector>

namespace flotsam::author {
namespace {

constexpr int kSides = 3, kYaw[kSides] = {32, 0, 215}, kPitch[kSides] = {14, 10, 24};
constexpr int kSize = 700, kOver = 3, kWide = kSize * kOver;

struct Picture {
  std::vector<Vec3> colour = std::vector<Vec3>(static_cast<size_t>(kWide) * kWide, Vec3(0.86, 0.89, 0.92));
  std::vector<double> depth = std::vector<double>(static_cast<size_t>(kWide) * kWide, 1e30);
};

Vec3 shade(const Vec3& n, const Vec3& view, const Vec3& albedo) {
  const Vec3 light = glm::normalize(Vec3(-0.42, 0.86, 0.46)), half = glm::normalize(light + view);
  const double nl = glm::dot(n, light), wrap = std::max(0.0, (nl + 0.25) / 1.25);
  const double diffuse = 0.5 * std::max(0.0, nl) + 0.5 * wrap * wrap;
  const Vec3 sky = glm::mix(Vec3(0.30, 0.29, 0.28), Vec3(0.52, 0.56, 0.60), 0.5 + 0.5 * n.y);
  const double gloss = std::pow(std::max(0.0, glm::dot(n, half)), 48.0);
  return albedo * (sky + 0.75 * diffuse) + Vec3(0.18 * gloss);
}

void draw(const Surface& s, const Vec3& albedo, double yaw, double pitch, Picture& out) {
  Box3 box;
  for (const auto& x : s.x) box.include(x);
  const Vec3 size = box.size();
  const double scale = 1.1 * kWide / 1.45 / std::max({size.x, size.y, size.z});
  const double cy = std::cos(glm::radians(yaw)), sy = std::sin(glm::radians(yaw));
  const double cp = std::cos(glm::radians(pitch)), sp = std::sin(glm::radians(pitch));
  const Vec3 back(sy * cp, sp, cy * cp), right(cy, 0, -sy), up = glm::cross(back, right);
  std::vector<Vec3> normal(s.x.size(), Vec3(0)), screen;
  for (const auto& t : s.t)
    for (int a = 0; a < 3; ++a) normal[t[a]] += glm::cross(s.x[t.y] - s.x[t.x], s.x[t.z] - s.x[t.x]);
  for (const auto& x : s.x) {
    const Vec3 p = x - box.centre();
    screen.push_back(
        {0.5 * kWide + scale * glm::dot(p, right), 0.5 * kWide - scale * glm::dot(p, up), -glm::dot(p, back)});
  }
  for (const auto& t : s.t) {
    const Vec3 a = screen[t.x], b = screen[t.y], c = screen[t.z];
    const double area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (area >= 0) continue;  // y points down, so a face seen from outside has a negative area
    const int x0 = std::max(0, static_cast<int>(std::min({a.x, b.x, c.x})));
    const int x1 = std::min(kWide - 1, static_cast<int>(std::max({a.x, b.x, c.x})) + 1);
    const int y0 = std::max(0, static_cast<int>(std::min({a.y, b.y, c.y})));
    const int y1 = std::min(kWide - 1, static_cast<int>(std::max({a.y, b.y, c.y})) + 1);
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x) {
        const double px = x + 0.5, py = y + 0.5;
        const double u = ((b.x - px) * (c.y - py) - (c.x - px) * (b.y - py)) / area;
        const double v = ((c.x - px) * (a.y - py) - (a.x - px) * (c.y - py)) / area;
        const double w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        const size_t id = static_cast<size_t>(y) * kWide + x;
        const double z = u * a.z + v * b.z + w * c.z;
        if (z >= out.depth[id]) continue;
        out.depth[id] = z;
        const Vec3 n =
            u * glm::normalize(normal[t.x]) + v * glm::normalize(normal[t.y]) + w * glm::normalize(normal[t.z]);
        out.colour[id] = shade(glm::normalize(n), back, albedo);
      }
  }
}

}  // namespace

bool writePreview(const Surface& surface, const Vec3& colour, const std::string& path) {
  std::vector<unsigned char> pixels(static_cast<size_t>(kSides * kSize) * kSize * 3);
  for (int side = 0; side < kSides; ++side) {
    Picture picture;
    draw(surface, colour, kYaw[side], kPitch[side], picture);
    for (int y = 0; y < kSize; ++y)
      for (int x = 0; x < kSize; ++x) {
        Vec3 sum(0);
        for (int j = 0; j < kOver; ++j)
          for (int i = 0; i < kOver; ++i)
            sum += picture.colour[static_cast<size_t>(y * kOver + j) * kWide + x * kOver + i];
        for (int a = 0; a < 3; ++a) {
          const double v = std::pow(std::clamp(sum[a] / (kOver * kOver), 0.0, 1.0), 1 / 1.5);
          pixels[3 * (static_cast<size_t>(y) * kSides * kSize + side * kSize + x) + a] =
              static_cast<unsigned char>(255 * v + 0.5);
        }
      }
  }
  return stbi_write_png(path.c_str(), kSides * kSize, kSize, 3, pixels.data(), kSides * kSize * 3) != 0;
}

}  // namespace flotsam::author
