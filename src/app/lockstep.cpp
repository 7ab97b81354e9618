// SPDX-License-Identifier: MIT
#include "app/lockstep.h"

#include <algorithm>
#include <cmath>

#include "io/scene.h"

namespace flotsam {
namespace {

constexpr uint64_t kHashEvery = 60;     // steps between the hashes a recording keeps
constexpr uint64_t kLeastSpacing = 6;   // steps between saved states
constexpr uint64_t kExtraSpacing = 3;   // between close states, made where somebody goes back, so that the next
constexpr size_t kMostExtras = 12;      // steps back are quick
constexpr double kQuickMs = 200;        // to make again the steps between two states
constexpr uint64_t kMostSpacing = 120;  // making more steps again would take too long: rather a shorter past

}  // namespace

void Lockstep::build(std::vector<WorldDesc> sides, const std::string& folder, World::Clock clock, size_t mostBytes) {
  worlds_.clear();  // before the next ones: twice as many need twice the memory
  marks_.clear(), spare_.clear();
  now_ = newest_ = bytes_ = 0;
  mostBytes_ = mostBytes;
  std::vector<Recording> recordings;
  try {
    for (auto& desc : sides) {
      Recording& r = recordings.emplace_back();
      r.title = desc.title;
      r.sceneText = sceneText(desc);
      r.sceneFolder = folder;
      worlds_.push_back(std::make_unique<World>(std::move(desc), clock));
      r.hashes[0] = worlds_.back()->hash();
    }
    save();
  } catch (...) {
    worlds_.clear();
    throw;
  }
  std::lock_guard lock(recordingMutex_);
  recordings_ = std::move(recordings);
}

void Lockstep::keepFirst() {
  if (worlds_.size() < 2) return;
  worlds_.resize(1);
  spare_.clear();
  bytes_ = 0;
  for (auto& mark : marks_) {
    mark.states.resize(1);
    bytes_ += mark.bytes = World::bytes(*mark.states[0]);
  }
  std::lock_guard lock(recordingMutex_);
  recordings_.resize(1);
}

void Lockstep::foresee(size_t side, const std::vector<Edit>& edits, const std::function<void(const World&)>& see) {
  World& w = *worlds_[side];
  const auto present = w.save();
  w.arrange(edits);
  see(w);
  w.restore(*present);
}

bool Lockstep::runs() const {
  return std::any_of(worlds_.begin(), worlds_.end(), [](const auto& w) { return w->status().ok; });
}

Recording Lockstep::recording(size_t side) const {
  std::lock_guard lock(recordingMutex_);
  return side < recordings_.size() ? recordings_[side] : Recording{};
}

uint64_t Lockstep::window() const {
  return worlds_.empty() ? 0 : static_cast<uint64_t>(std::llround(kSeconds / world(0).desc().params.dt()));
}

uint64_t Lockstep::oldest() const {
  if (marks_.empty()) return now_;
  const uint64_t kept = marks_.front().step, most = window();
  return newest_ > most ? std::max(kept, newest_ - most) : kept;
}

/// Keeps the present state. States lie as close as the memory allows for the whole window; when it does not allow the
/// widest spacing either, the past is shorter.
void Lockstep::save(bool extra) {
  const auto at =
      std::lower_bound(marks_.begin(), marks_.end(), now_, [](const Mark& m, uint64_t step) { return m.step < step; });
  if (at != marks_.end() && at->step == now_) return;
  Mark mark{now_, {}, 0, extra ? ++extras_ : 0};
  spare_.resize(worlds_.size());
  for (size_t side = 0; side < worlds_.size(); ++side) {
    mark.states.push_back(worlds_[side]->save(std::move(spare_[side])));
    mark.bytes += World::bytes(*mark.states.back());
  }
  bytes_ += mark.bytes;
  const size_t room = mostBytes_ / std::max<size_t>(mark.bytes, 1), extras = std::min(kMostExtras, room / 4);
  const size_t fitting = std::max<size_t>(room - extras, 2);
  spacing_ = std::clamp<uint64_t>((window() + fitting - 2) / (fitting - 1), kLeastSpacing, kMostSpacing);
  marks_.insert(at, std::move(mark));
  dropExtras(extras);
  // The first may go once the second still reaches the window's begin, or when memory asks for it.
  const auto early = [&] { return marks_.size() > 2 && marks_[1].step + window() <= newest_; };
  const auto tooMuch = [&] { return marks_.size() > 1 && bytes_ > mostBytes_; };
  while (early() || tooMuch()) {
    drop(marks_.front());
    marks_.erase(marks_.begin());
  }
}

void Lockstep::drop(Mark& mark) {
  bytes_ -= mark.bytes;
  spare_ = std::move(mark.states);
}

/// The oldest of the close states go.
void Lockstep::dropExtras(size_t most) {
  std::erase_if(marks_, [&](Mark& m) {
    const bool old = m.extra > 0 && m.extra + most <= extras_;
    if (old) drop(m);
    return old;
  });
}

void Lockstep::forgetFuture() {
  {
    std::lock_guard lock(recordingMutex_);
    for (Recording& r : recordings_) {
      r.frames.erase(r.frames.lower_bound(now_), r.frames.end());
      r.hashes.erase(r.hashes.upper_bound(now_), r.hashes.end());
      r.steps = std::min(r.steps, now_);
    }
  }
  while (!marks_.empty() && marks_.back().step > now_) {
    drop(marks_.back());
    marks_.pop_back();
  }
  newest_ = now_;
}

void Lockstep::step(std::vector<InputFrame> inputs) {
  if (worlds_.empty()) return;
  inputs.resize(worlds_.size());
  const bool touched = std::any_of(inputs.begin(), inputs.end(), [](const InputFrame& f) { return !f.empty(); });
  if (touched && now_ < newest_) forgetFuture();
  const bool again = now_ < newest_;
  {  // recorded before applied
    std::lock_guard lock(recordingMutex_);
    for (size_t s = 0; s < worlds_.size(); ++s) {
      auto& frames = recordings_[s].frames;
      if (const auto recorded = frames.find(now_); again && recorded != frames.end()) inputs[s] = recorded->second;
      if (!again && !inputs[s].empty() && worlds_[s]->status().ok) frames[now_] = inputs[s];
    }
  }
  for (size_t s = 0; s < worlds_.size(); ++s) worlds_[s]->step(inputs[s]);
  ++now_;
  if (!again) {
    newest_ = now_;
    for (size_t s = 0; s < worlds_.size(); ++s) {
      if (!worlds_[s]->status().ok) continue;
      const uint64_t hash = now_ % kHashEvery == 0 ? worlds_[s]->hash() : 0;
      std::lock_guard lock(recordingMutex_);
      recordings_[s].steps = now_;
      if (hash != 0) recordings_[s].hashes[now_] = hash;
    }
  }
  // Where the way from a saved state is long, there are close ones behind the present too.
  double ms = 0;
  for (const auto& world : worlds_) ms += world->report().totalMs;
  const bool slow = ms * static_cast<double>(spacing_) > kQuickMs;
  if (!again && !slow) dropExtras(0);
  if (now_ % spacing_ == 0)
    save();
  else if ((again || slow) && now_ % kExtraSpacing == 0)
    save(/*extra=*/true);
}

void Lockstep::approach(uint64_t step) {
  step = std::clamp(step, oldest(), newest_);
  const auto after = std::upper_bound(marks_.begin(), marks_.end(), step,
                                      [](uint64_t wanted, const Mark& m) { return wanted < m.step; });
  if (after == marks_.begin()) return;
  const Mark& mark = *(after - 1);
  if (step >= now_ && mark.step <= now_) return;  // straight on is nearer
  for (size_t s = 0; s < worlds_.size(); ++s) worlds_[s]->restore(*mark.states[s]);
  now_ = mark.step;
}

}  // namespace flotsam
