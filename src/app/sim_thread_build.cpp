// SPDX-License-Identifier: MIT
// How the simulation thread builds its worlds: from a scene, again with what was changed, or several to compare.
#include <algorithm>
#include <utility>

#include "app/edits.h"
#include "app/sim_thread.h"
#include "sim/compare.h"
#include "sim/scene_params.h"

namespace flotsam {

/// With the colours of now; under the lock.
std::vector<WorldDesc> SimThread::sideDescriptions() const {
  std::vector<WorldDesc> sides = descs_;
  for (auto& side : sides)
    for (auto& b : side.bodies)
      if (const auto colour = colours_.find(b.name); colour != colours_.end()) b.colour = colour->second;
  return sides;
}

/// The scene again from its start, with what was changed and what still waits for a step.
void SimThread::startAgain(std::vector<SideEdit> rebuild) {
  std::vector<WorldDesc> sides;
  {
    std::lock_guard lock(mutex_);
    sides = sideDescriptions();
    for (size_t s = 0; s < sides.size() && s < edits_.size(); ++s) {
      for (const auto& e : edits_[s]) {
        auto& bodies = sides[s].bodies;
        const auto count = static_cast<std::ptrdiff_t>(bodies.size());
        if (e.kind == Edit::AddBody)
          bodies.insert(bodies.begin() + (e.index < 0 || e.index > count ? count : e.index), e.body);
        if (e.kind == Edit::RemoveBody) std::erase_if(bodies, [&](const BodyDesc& b) { return b.name == e.key; });
        if (e.kind == Edit::SetParam) rebuild.push_back({e, 1u << s});
        if (e.kind == Edit::PlaceBody && lockstep_.now() == 0)
          for (auto& b : bodies)
            if (b.name == e.key) b.position = e.body.position, b.orientation = e.body.orientation;
      }
      edits_[s].clear();
    }
  }
  for (size_t s = 0; s < sides.size(); ++s) {
    ParamList list = parameters(sides[s]);
    for (const auto& [edit, mask] : rebuild)
      if (mask >> s & 1) list.setClamped(edit.key, edit.value);
  }
  build(std::move(sides), CompareDesc(words_));
}

/// The scene with what it says itself where the sides were set, then with the settings of the new sides.
void SimThread::startCompare(CompareDesc compare) {
  if (compare.sides.size() < 2) {
    lockstep_.keepFirst();
    words_ = {};
    uncompared_.clear();
    std::lock_guard lock(mutex_);
    descs_.resize(std::min<size_t>(descs_.size(), 1));
    edits_.resize(1);
    return;
  }
  WorldDesc desc;
  {
    std::lock_guard lock(mutex_);
    if (descs_.empty()) return;
    desc = sideDescriptions().front();
  }
  ParamList list = parameters(desc);
  for (const auto& [key, value] : uncompared_) list.setClamped(key, value);
  uncompared_.clear();
  for (const auto& settings : compare.sides)
    for (const auto& [key, value] : settings)
      if (const Param* p = list.find(key)) uncompared_.emplace_back(key, p->value);
  desc.compare = compare;
  build(sidesOf(desc), std::move(compare));
}

void SimThread::build(std::vector<WorldDesc> sides, CompareDesc words) {
  for (auto& side : sides) dropSignsOfZeros(side);
  words_ = std::move(words);
  goal_.reset();
  std::string fault;
  std::vector<WorldDesc> descs = sides;
  try {
    lockstep_.build(std::move(sides), folder_, &now);
  } catch (const std::exception& e) {  // the only one there is: no memory
    fault = std::string("the scene cannot be built: ") + e.what();
  }
  std::vector<std::string> restartKeys;
  if (lockstep_.size() > 0)
    for (const auto& p : lockstep_.world(0).params())
      if (p.info.restarts) restartKeys.push_back(p.info.key);
  std::lock_guard lock(mutex_);
  descs_ = std::move(descs);
  edits_.resize(descs_.size());
  restartKeys_ = std::move(restartKeys);
  status_.fault = fault;
  status_.hasWorld = lockstep_.size() > 0;
  ++status_.generation;
  resetPace();
}

}  // namespace flotsam
