// SPDX-License-Identifier: MIT
#include "app/sim_thread.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/edits.h"
#include "app/pacer.h"
#include "core/parallel.h"
#include "io/scene.h"

namespace flotsam {
namespace {

constexpr uint64_t kMaxBacklog = 2;   // steps made up for in one go
constexpr uint64_t kHashEvery = 60;   // steps between the hashes a recording keeps
constexpr double kMeasureOver = 0.5;  // s

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

SimThread::SimThread(int threads) : threads_(threads) {
  thread_ = std::thread([this] { run(); });
}

SimThread::~SimThread() {
  {
    std::lock_guard lock(mutex_);
    quit_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

// From the window -------------------------------------------------------------------------------------------------

void SimThread::load(WorldDesc desc, std::string folder) {
  std::lock_guard lock(mutex_);
  wishes_ = {};
  wishes_.load = std::move(desc);
  wishes_.folder = std::move(folder);
  edits_.clear();
  hand_ = {};
  wake_.notify_all();
}

void SimThread::restart() {
  std::lock_guard lock(mutex_);
  wishes_.restart = true;
  hand_ = {};
  wake_.notify_all();
}

void SimThread::setPlaying(bool playing) {
  std::lock_guard lock(mutex_);
  status_.playing = playing;
  paceChanged_ = true;
  wake_.notify_all();
}

void SimThread::stepOnce() {
  std::lock_guard lock(mutex_);
  status_.playing = false;
  ++wishes_.steps;
  wake_.notify_all();
}

void SimThread::setSpeed(double speed) {
  std::lock_guard lock(mutex_);
  status_.speed = std::clamp(std::isfinite(speed) ? speed : 1.0, 0.01, 4.0);
  paceChanged_ = true;
  wake_.notify_all();
}

void SimThread::setHand(const HandInput& hand) {
  std::lock_guard lock(mutex_);
  hand_ = hand;
}

void SimThread::edit(Edit edit) {
  std::lock_guard lock(mutex_);
  if (edit.kind == Edit::SetParam && restartsScene(edit.key)) {
    addEdit(wishes_.rebuild, std::move(edit));
  } else {
    addEdit(edits_, std::move(edit));
    if (!status_.playing) wishes_.refresh = true;
  }
  wake_.notify_all();
}

void SimThread::setBodyColour(const std::string& body, int colour) {
  std::lock_guard lock(mutex_);
  for (auto& b : desc_.bodies)
    if (b.name == body) b.colour = colour;
  wishes_.refresh = true;
  wake_.notify_all();
}

void SimThread::setMarkerCount(int count) {
  std::lock_guard lock(mutex_);
  if (count == markerCount_) return;
  markerCount_ = count;
  wishes_.refresh = true;
  wake_.notify_all();
}

std::shared_ptr<const SimView> SimThread::view() const {
  std::lock_guard lock(mutex_);
  return view_;
}

SimStatus SimThread::status() const {
  std::lock_guard lock(mutex_);
  return status_;
}

WorldDesc SimThread::description() const {
  std::lock_guard lock(mutex_);
  return desc_;
}

Recording SimThread::recording() const {
  std::lock_guard lock(mutex_);
  return recording_;
}

bool SimThread::restartsScene(const std::string& key) const {
  return std::find(restartKeys_.begin(), restartKeys_.end(), key) != restartKeys_.end();
}

// The thread ------------------------------------------------------------------------------------------------------

void SimThread::run() {
  setThreadCount(threads_);
  while (true) {
    Wishes wishes;
    Pace due;
    {
      std::unique_lock lock(mutex_);
      if (paceChanged_) resetPace();
      const auto plan = [&] {
        const bool runs = status_.playing && world_ && status_.fault.empty();
        return runs ? pace({secondsSinceAnchor(), status_.speed, world_->desc().params.dt(), stepsSinceAnchor_,
                            kMaxBacklog})
                    : Pace{0, 0, 3600};
      };
      due = plan();
      if (due.steps == 0 && !wishes_.any() && !quit_ && !paceChanged_)
        wake_.wait_for(lock, std::chrono::duration<double>(std::min(due.waitSeconds, 3600.0)));
      if (quit_) return;
      if (paceChanged_) resetPace();
      wishes = std::move(wishes_);
      wishes_ = {};
      due = plan();
    }
    if (wishes.any()) {
      fulfil(std::move(wishes));
      continue;
    }
    if (due.steps == 0) continue;
    stepsSinceAnchor_ += due.steps + due.dropped;
    for (uint64_t i = 0; i < due.steps; ++i) stepWorld();
    measure();
    publish();
  }
}

void SimThread::fulfil(Wishes wishes) {
  if (wishes.load) {
    build(std::move(*wishes.load), wishes.folder);
  } else if (wishes.restart || !wishes.rebuild.empty()) {
    WorldDesc desc = description();
    {
      // What waits for a step that will not come belongs to the new start.
      std::lock_guard lock(mutex_);
      for (const auto& e : edits_) {
        if (e.kind == Edit::AddBody) desc.bodies.push_back(e.body);
        if (e.kind == Edit::RemoveBody) std::erase_if(desc.bodies, [&](const BodyDesc& b) { return b.name == e.key; });
        if (e.kind == Edit::SetParam) wishes.rebuild.push_back(e);
      }
      edits_.clear();
    }
    ParamList list;
    describe(desc.params, list);
    for (auto& b : desc.bodies) describe(b, list);
    for (const auto& e : wishes.rebuild) list.setClamped(e.key, e.value);
    build(std::move(desc), folder_);
  }
  if (world_)
    for (int i = 0; i < wishes.steps; ++i) stepWorld();
  publish();
}

void SimThread::build(WorldDesc desc, const std::string& folder) {
  dropSignsOfZeros(desc);
  world_.reset();  // before the next one: two worlds need twice the memory
  folder_ = folder;
  try {
    world_ = std::make_unique<World>(desc, &now);
  } catch (const std::exception& e) {  // the only one there is: no memory
    std::lock_guard lock(mutex_);
    status_.fault = std::string("the scene cannot be built: ") + e.what();
    ++status_.generation;
    return;
  }
  std::vector<std::string> restartKeys;
  for (const auto& p : world_->params())
    if (p.info.restarts) restartKeys.push_back(p.info.key);
  std::lock_guard lock(mutex_);
  recording_ = {};
  recording_.sceneText = sceneText(desc);
  recording_.sceneFolder = folder;
  recording_.hashes[0] = world_->hash();
  desc_ = std::move(desc);
  restartKeys_ = std::move(restartKeys);
  status_.fault.clear();
  status_.hasWorld = true;
  ++status_.generation;
  resetPace();
}

void SimThread::stepWorld() {
  InputFrame frame;
  {
    std::lock_guard lock(mutex_);
    if (!status_.fault.empty()) return;
    frame.hand = hand_;
    frame.edits = std::move(edits_);
    edits_.clear();
    if (!frame.empty()) recording_.frames[world_->stepCount()] = frame;
  }
  world_->step(frame);
  const uint64_t steps = world_->stepCount();
  const uint64_t hash = steps % kHashEvery == 0 ? world_->hash() : 0;
  std::lock_guard lock(mutex_);
  recording_.steps = steps;
  if (hash != 0) recording_.hashes[steps] = hash;
  if (!frame.edits.empty()) {
    const WorldDesc before = std::move(desc_);
    desc_ = world_->desc();
    for (auto& b : desc_.bodies)
      for (const auto& old : before.bodies)
        if (b.name == old.name) b.colour = old.colour;
  }
  if (!world_->status().ok) status_.fault = world_->status().fault;
}

void SimThread::publish() {
  if (!world_) return;
  int markers = 0;
  {
    std::lock_guard lock(mutex_);
    markers = markerCount_;
  }
  auto view = pool_->take();
  world_->fill(*view, markers);
  std::lock_guard lock(mutex_);
  for (auto& body : view->bodies)
    for (const auto& b : desc_.bodies)
      if (b.name == body.name && b.colour >= 0) body.colour = b.colour;
  if (!edits_.empty()) showPending(*view, edits_);
  view_ = pool_->publish(std::move(view));
}

void SimThread::measure() {
  const double t = now(), simulated = world_->time();
  if (t - measuredAt_ < kMeasureOver) return;
  std::lock_guard lock(mutex_);
  status_.realTimeFactor = (simulated - measuredTime_) / (t - measuredAt_);
  measuredAt_ = t;
  measuredTime_ = simulated;
}

void SimThread::resetPace() {
  paceChanged_ = false;
  anchor_ = measuredAt_ = now();
  measuredTime_ = world_ ? world_->time() : 0;
  stepsSinceAnchor_ = 0;
  status_.realTimeFactor = status_.speed;
}

double SimThread::secondsSinceAnchor() const { return now() - anchor_; }

}  // namespace flotsam
