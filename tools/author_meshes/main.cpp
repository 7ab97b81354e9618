// SPDX-License-Identifier: MIT
// author_meshes [--preview DIR] OUT [NAME...]: makes the project's own meshes.
//
// A figure is a field: ellipsoids, bent limbs and plates joined by smooth minima (field.h, rabbit.cpp, dragon.cpp,
// asteroid.cpp). polygonise.cpp turns the field into a fine closed mesh on its zero, decimate.cpp takes away triangles
// where the surface is flat, check.cpp proves the result closed, in one piece and outward, and only then is it written:
// centred, longest side 1, as OBJ. Things with crisp edges (crisp.cpp) are built face by face and go through the same
// checks. No randomness but fixed hashes, so the same files come out every time.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "author_meshes/check.h"
#include "author_meshes/decimate.h"
#include "author_meshes/models.h"
#include "author_meshes/polygonise.h"
#include "author_meshes/preview.h"

using namespace flotsam;
using namespace flotsam::author;

namespace {

bool writeObj(const Surface& s, const std::string& name, const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (!file) return false;
  std::fprintf(file, "# %s: made by tools/author_meshes, part of Flotsam (MIT)\no %s\n", name.c_str(), name.c_str());
  for (const auto& x : s.x) std::fprintf(file, "v %.5f %.5f %.5f\n", x.x, x.y, x.z);
  for (const auto& t : s.t) std::fprintf(file, "f %u %u %u\n", t.x + 1, t.y + 1, t.z + 1);
  return std::fclose(file) == 0;
}

bool make(const Model& model, const Vec3& colour, const std::string& out, const std::string& preview) {
  Surface s = model.build ? model.build() : polygonise(model);
  const size_t fine = s.t.size();
  Box3 box;
  for (const auto& x : s.x) box.include(x);
  const Vec3 size = box.size();
  const double units = std::max({size.x, size.y, size.z});
  if (!model.build) decimate(s, model.triangles, 0.14 * units);
  const CheckResult r = check(s, model, units);
  const double volume = r.volume / (units * units * units);
  std::printf("%-12s %6zu -> %5zu triangles, volume %.4f, mean thickness %.3f", model.name.c_str(), fine, r.triangles,
              volume, 2 * r.volume / r.area / units);
  if (model.field) std::printf(", thinnest hundredth %.3f, off by %.4f", r.thinnest, r.farthest);
  std::printf("%s%s\n", r.failure.empty() ? "" : "  FAILED: ", r.failure.c_str());
  box = Box3();
  for (const auto& x : s.x) box.include(x);
  const Vec3 extent = box.size();
  const double scale = 1 / std::max({extent.x, extent.y, extent.z});
  const Vec3 middle = box.centre();
  for (auto& x : s.x) x = scale * (x - middle);
  bool good = r.failure.empty();
  if (!preview.empty()) good &= writePreview(s, colour, preview + "/" + model.name + ".png");
  if (r.failure.empty()) good &= writeObj(s, model.name, out + "/" + model.name + ".obj");
  if (r.failure.empty() && !good) std::fprintf(stderr, "%s: cannot write\n", out.c_str());
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  std::string preview, out;
  std::vector<std::string> only;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--preview") && i + 1 < argc)
      preview = argv[++i];
    else if (out.empty())
      out = argv[i];
    else
      only.push_back(argv[i]);
  }
  if (out.empty()) {
    std::fprintf(stderr, "usage: author_meshes [--preview DIR] OUT [NAME...]\n");
    return 2;
  }
  const std::vector<std::pair<Model, Vec3>> all{
      {rabbit(), {0.83, 0.40, 0.23}}, {dragon(), {0.11, 0.50, 0.80}},      {asteroid(), {0.46, 0.35, 0.62}},
      {gear(), {0.95, 0.70, 0.22}},   {paddleWheel(), {0.18, 0.51, 0.45}}, {gem(), {0.80, 0.55, 0.70}},
      {boat(), {0.6, 0.4, 0.2}},      {cup(), {0.8, 0.8, 0.85}},           {waist(), {0.75, 0.7, 0.6}}};
  bool good = true;
  for (const auto& [model, colour] : all)
    if (only.empty() || std::find(only.begin(), only.end(), model.name) != only.end())
      good &= make(model, colour, out, preview);
  return good ? 0 : 1;
}
