// SPDX-License-Identifier: MIT
#include "cli/surface_files.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "cli/common.h"
#include "io/mesh_export.h"

namespace flotsam {

Problems SurfaceFiles::open(const std::string& folder, const std::string& formats, const WorldDesc& desc) {
  if (desc.params.fluid.domain != FluidDomain::Liquid)
    return {
        {"", 0, "--export", "the fluid fills the tank of this scene: it has no surface (fluid.domain = \"liquid\")"}};
  std::istringstream words(formats);
  for (std::string word; std::getline(words, word, ',');) {
    if (word != "obj" && word != "ply") return {{"", 0, "--format", "'" + word + "' is not one of obj, ply"}};
    if (std::find(endings_.begin(), endings_.end(), word) == endings_.end()) endings_.push_back(word);
  }
  if (endings_.empty()) return {{"", 0, "--format", "expected obj, ply or obj,ply"}};
  folder_ = folder;
  return makeFolder(folder);
}

Problems SurfaceFiles::afterStep(const World& world) {
  if (!frameDue(world.time(), world.desc().params.rate, written_)) return {};
  world.fill(view_, 0);
  extractSurface(view_, surface_);
  empty_ += surface_.mesh.triangles.empty();
  char name[32];
  std::snprintf(name, sizeof name, "/surface_%05zu.", ++count_);
  for (const auto& ending : endings_)
    if (Problems problems = writeMesh(folder_ + name + ending, surface_.mesh); !problems.empty()) return problems;
  return {};
}

Problems SurfaceFiles::finish() const {
  if (empty_ == 0) return {};
  if (empty_ == count_) return {{folder_, 0, "--export", "there was no liquid at any time: every mesh is empty"}};
  return {{folder_, 0, "--export",
           std::to_string(empty_) + " of " + std::to_string(count_) + " meshes are empty: there was no liquid then",
           /*warning=*/true}};
}

}  // namespace flotsam
