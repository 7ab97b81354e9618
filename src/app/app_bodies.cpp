// SPDX-License-Identifier: MIT
// Bodies that come into the scene: made, copied, and meshes that were dropped on the window or opened, read beside the
// scene and offered with a choice of their size.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/app.h"
#include "app/edits.h"

namespace flotsam {

/// One at a time; those that came with it wait.
void App::offerMesh(Loaded mesh) {
  offered_.push_back(std::move(mesh));
  if (offered_.size() == 1) showOffer();
  state_.mesh.waiting = offered_.size() - 1;
}

void App::showOffer() {
  state_.mesh = {};
  if (offered_.empty() || !view_) return;
  const Loaded& mesh = offered_.front();
  const BodyDesc& body = *mesh.body;
  const double made = body.shapeDesc.size;
  MeshCard& card = state_.mesh;
  card.file = std::filesystem::path(mesh.what).filename().string();
  card.notes = mesh.report.notes;
  card.triangles = mesh.report.trianglesRead;
  card.fileSize = mesh.report.fileSize;
  card.density = body.density;
  card.unitVolume = body.shape->volume() / (made * made * made);
  card.unitThickness = body.shape->thickness() / made;
  card.tank = view_->dx * Vec3(view_->cells), card.cell = view_->dx, card.flat = view_->flat;
  if (view_->flat) card.unitVolume = body.shape->prism(1).volume / (made * made), card.slab = view_->dx;
  card.fit = made;
  card.choose(0);
  card.waiting = offered_.size() - 1;
  log_.event("offer", {{"file", card.file}});
}

/// Adds it as large as was chosen; another size than the one it was read with is read again, with a bar.
void App::addOffered(double size) {
  if (offered_.empty() || !view_) return;
  Loaded mesh = std::move(offered_.front());
  offered_.pop_front();
  if (size == mesh.body->shapeDesc.size)
    addBody(std::move(*mesh.body));
  else
    loader_.addMesh(mesh.what, size);
  showOffer();
}

void App::dropOffered(bool all) {
  if (offered_.empty()) return;
  all ? offered_.clear() : offered_.pop_front();
  showOffer();
}

void App::addBody(BodyDesc body) {
  body.name = document_.freeName(body.name);
  if (body.shape) body.position = freePlace(*view_, body.shape->boundingRadius());
  if (body.colour < 0) body.colour = static_cast<int>(view_->bodies.size() % 10);
  state_.selected = body.name;
  addedAt_ = Window::seconds();
  log_.event("add", {{"body", body.name}});
  document_.addBody(body, moment());
  sim_->edit({Edit::AddBody, "", 0, std::move(body)});
}

void App::duplicate(const std::string& name) {
  const BodyView* now = state_.body(name);
  if (!now) return;
  for (const auto& desc : document_.scene().bodies)
    if (desc.name == name) {
      BodyDesc copy = duplicateOf(desc, *now, *view_);
      copy.name = document_.freeName(name);
      state_.selected = copy.name;
      addedAt_ = Window::seconds();
      log_.event("add", {{"body", copy.name}});
      document_.addBody(copy, moment());
      sim_->edit({Edit::AddBody, "", 0, std::move(copy)});
      return;
    }
}

}  // namespace flotsam
