// SPDX-License-Identifier: MIT
#include "app/sim_thread.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/edits.h"
#include "app/pacer.h"
#include "core/parallel.h"
#include "sim/compare.h"

namespace flotsam {
namespace {

constexpr uint64_t kMaxBacklog = 2;   // steps made up for in one go
constexpr double kMeasureOver = 0.5;  // s

}  // namespace

double SimThread::now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

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
  for (auto& edits : edits_) edits.clear();
  hand_ = {}, waitsSince_ = 0;
  wake_.notify_all();
}

void SimThread::compare(CompareDesc compare) {
  std::lock_guard lock(mutex_);
  if (compare.sides.size() > CompareDesc::kMostSides) compare.sides.resize(CompareDesc::kMostSides);
  wishes_.compare = std::move(compare);
  hand_ = {}, waitsSince_ = 0;
  wake_.notify_all();
}

void SimThread::restart() {
  std::lock_guard lock(mutex_);
  wishes_.restart = true;
  hand_ = {}, waitsSince_ = 0;
  wake_.notify_all();
}

void SimThread::setPlaying(bool playing) {
  std::lock_guard lock(mutex_);
  status_.playing = playing;
  waitsSince_ = 0;
  paceChanged_ = true;
  wake_.notify_all();
}

void SimThread::stepOnce() {
  std::lock_guard lock(mutex_);
  status_.playing = false;
  ++wishes_.steps;
  wake_.notify_all();
}

void SimThread::goTo(uint64_t step) {
  std::lock_guard lock(mutex_);
  status_.playing = false;
  paceChanged_ = true;
  wishes_.goTo = status_.goal = std::clamp(step, status_.oldest, std::max(status_.oldest, status_.newest));
  dropWaiting();
  wake_.notify_all();
}

void SimThread::stepBack() {
  std::lock_guard lock(mutex_);
  const uint64_t from = status_.goal;
  status_.playing = false;
  paceChanged_ = true;
  wishes_.goTo = status_.goal = from > status_.oldest ? from - 1 : status_.oldest;
  dropWaiting();
  wake_.notify_all();
}

/// What was changed but no step was made since, going back takes it up again.
void SimThread::dropWaiting() {
  for (auto& edits : edits_) edits.clear();
}

void SimThread::setSpeed(double speed) {
  std::lock_guard lock(mutex_);
  status_.speed = std::clamp(std::isfinite(speed) ? speed : 1.0, 0.01, 4.0);
  paceChanged_ = true;
  wake_.notify_all();
}

void SimThread::setHand(const HandInput& hand, double when) {
  std::lock_guard lock(mutex_);
  hand_ = hand;
  handWhen_ = when;
  if (when > 0 && status_.playing && waitsSince_ == 0) waitsSince_ = now();
}

void SimThread::edit(Edit edit, unsigned sides) {
  std::lock_guard lock(mutex_);
  if (edit.kind == Edit::AddBody) colours_.erase(edit.body.name);
  if (edit.kind == Edit::SetParam && restartsScene(edit.key)) {
    wishes_.rebuild.push_back({std::move(edit), sides});
  } else {
    // Before the first step a body that comes or goes is part of the scene: the fluid is filled in anew around it.
    const bool comesOrGoes = edit.kind == Edit::AddBody || edit.kind == Edit::RemoveBody;
    if (comesOrGoes && !status_.playing && status_.hasWorld && status_.step == 0) wishes_.restart = true;
    for (size_t s = 0; s < edits_.size(); ++s)
      if (sides >> s & 1) addEdit(edits_[s], edit);
    if (!status_.playing) wishes_.refresh = true;
  }
  wake_.notify_all();
}

void SimThread::setBodyColour(const std::string& body, int colour) {
  std::lock_guard lock(mutex_);
  colours_[body] = colour;
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

void SimThread::askAddedMass(const std::string& body, const Vec3& axis, bool bodyAxes, size_t side) {
  std::lock_guard lock(mutex_);
  addedMass_.reset();
  wishes_.addedMass = AddedMassAnswer{.body = body, .axis = axis, .bodyAxes = bodyAxes};
  wishes_.addedMassSide = side;
  wake_.notify_all();
}

std::optional<AddedMassAnswer> SimThread::addedMass() {
  std::lock_guard lock(mutex_);
  return std::exchange(addedMass_, std::nullopt);
}

void SimThread::setParts(ViewParts wanted) {
  std::lock_guard lock(mutex_);
  if (wanted == parts_) return;
  parts_ = wanted;
  wishes_.refresh = true;
  wake_.notify_all();
}

void SimThread::exportTo(std::shared_ptr<Exporter> exporter) {
  std::lock_guard lock(mutex_);
  exporter_ = std::move(exporter);
}

std::shared_ptr<Exporter> SimThread::exporterNow() const {
  std::lock_guard lock(mutex_);
  return exporter_;
}

std::shared_ptr<const SimView> SimThread::view() const {
  std::lock_guard lock(mutex_);
  return views_.empty() ? nullptr : views_.front();
}

std::vector<std::shared_ptr<const SimView>> SimThread::views() const {
  std::lock_guard lock(mutex_);
  return views_;
}

SimStatus SimThread::status() const {
  std::lock_guard lock(mutex_);
  return status_;
}

WorldDesc SimThread::description() const {
  std::lock_guard lock(mutex_);
  if (descs_.empty()) return {};
  const std::vector<WorldDesc> sides = sideDescriptions();
  WorldDesc desc = sides.front();
  desc.compare = differences(sides);
  if (desc.compare.sides.empty()) return desc;
  desc.compare.title = status_.compareTitle;
  desc.compare.names = status_.sideNames;
  return desc;
}

Recording SimThread::recording(size_t side) const { return lockstep_.recording(side); }

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
        const bool runs = status_.playing && lockstep_.runs() && !goal_;
        return runs ? pace({secondsSinceAnchor(), status_.speed, lockstep_.world(0).desc().params.dt(),
                            stepsSinceAnchor_, kMaxBacklog})
                    : Pace{0, 0, 3600};
      };
      due = plan();
      if (due.steps == 0 && !goal_ && !wishes_.any() && !quit_ && !paceChanged_)
        wake_.wait_for(lock, std::chrono::duration<double>(std::min(due.waitSeconds, 3600.0)));
      if (quit_) return;
      if (paceChanged_) resetPace();
      wishes = std::move(wishes_);
      wishes_ = {};
      due = plan();
    }
    if (wishes.any()) {
      fulfil(std::move(wishes));
    } else if (goal_) {
      travel();
    } else if (due.steps > 0) {
      stepsSinceAnchor_ += due.steps + due.dropped;
      for (uint64_t i = 0; i < due.steps; ++i) stepWorlds(/*live=*/true);
      measure();
      publish();
    }
  }
}

void SimThread::fulfil(Wishes wishes) {
  if (wishes.load || wishes.compare || wishes.restart || wishes.goTo || !wishes.rebuild.empty())
    if (const auto exporter = exporterNow()) exporter->interrupted();
  if (wishes.load) {
    folder_ = wishes.folder;
    {
      std::lock_guard lock(mutex_);
      colours_.clear();
    }
    uncompared_.clear();
    const CompareDesc compare = std::exchange(wishes.load->compare, {});
    if (compare.sides.size() < 2) {
      build({std::move(*wishes.load)}, {});
    } else {
      {
        std::lock_guard lock(mutex_);
        descs_.assign(1, std::move(*wishes.load));
      }
      startCompare(compare);
    }
  } else if (wishes.compare) {
    startCompare(std::move(*wishes.compare));
  } else if (wishes.restart || !wishes.rebuild.empty()) {
    startAgain(std::move(wishes.rebuild));
  }
  if (wishes.goTo && lockstep_.size() > 0) {
    if (goal_) publish();  // somebody drags faster than steps can be made: show how far it came
    goal_ = std::clamp(*wishes.goTo, lockstep_.oldest(), lockstep_.newest());
    lockstep_.approach(*goal_);
  }
  if (wishes.steps > 0 && goal_) {
    while (lockstep_.now() < *goal_) stepWorlds(/*live=*/false);
    goal_.reset();
  }
  for (int i = 0; i < wishes.steps; ++i) stepWorlds(/*live=*/true);
  if (!goal_ || lockstep_.now() == *goal_) goal_.reset(), publish();
  if (wishes.addedMass) answerAddedMass(std::move(*wishes.addedMass), wishes.addedMassSide);
}

void SimThread::answerAddedMass(AddedMassAnswer answer, size_t side) {
  const auto estimate = [&](const World& world) {
    const auto bodies = world.bodies();
    for (size_t i = 0; i < bodies.size(); ++i) {
      if (bodies[i].desc.name != answer.body) continue;
      answer.found = true, answer.time = world.time(), answer.pose = bodies[i].pose;
      const Vec3 axis = answer.bodyAxes ? bodies[i].pose.orientation * answer.axis : answer.axis;
      answer.estimate = estimateAddedMass(world, i, axis);
    }
  };
  if (side < lockstep_.size()) {
    if (const std::vector<Edit> arrangement = arranged(side); arrangement.empty())
      estimate(lockstep_.world(side));
    else
      lockstep_.foresee(side, arrangement, estimate);
  }
  std::lock_guard lock(mutex_);
  if (!wishes_.addedMass) addedMass_ = std::move(answer);  // else another one was asked for meanwhile
}

/// Some steps of the way to a step of the past; what the window asks for meanwhile comes in between.
void SimThread::travel() {
  if (lockstep_.now() < *goal_) stepWorlds(/*live=*/false);
  if (lockstep_.now() >= *goal_) {
    goal_.reset();
    publish();
  }
}

/// One step. Live: with what the user does; else on the way through the past, as it was.
void SimThread::stepWorlds(bool live) {
  std::vector<InputFrame> inputs(lockstep_.size());
  if (live) {
    std::lock_guard lock(mutex_);
    steppedHand_ = handWhen_;
    if (const double since = std::exchange(waitsSince_, 0); since > 0 && status_.playing) {
      const double ms = 1e3 * (now() - since);
      status_.handMs += (status_.handMs > 0 ? 0.1 : 1) * (ms - status_.handMs);
    }
    for (size_t s = 0; s < inputs.size() && s < edits_.size(); ++s) {
      inputs[s].hand = hand_;
      inputs[s].edits = std::exchange(edits_[s], {});
    }
  }
  if (!lockstep_.runs()) return;
  lockstep_.step(std::move(inputs));
  if (!live) return;
  const auto exporter = exporterNow();
  if (!exporter) return;
  if (const size_t side = exporter->status().side; side < lockstep_.size()) exporter->afterStep(lockstep_.world(side));
}

/// What waits for a side's next step, when that moves bodies and no step is due: then it is shown in full.
std::vector<Edit> SimThread::arranged(size_t side) const {
  std::lock_guard lock(mutex_);
  const bool shown = !status_.playing && side < edits_.size() && moveBodies(edits_[side]);
  return shown && lockstep_.world(side).status().ok ? edits_[side] : std::vector<Edit>{};
}

void SimThread::publish() {
  if (lockstep_.size() == 0) return;
  int markers = 0;
  ViewParts parts;
  {
    std::lock_guard lock(mutex_);
    markers = markerCount_, parts = parts_;
  }
  std::vector<std::unique_ptr<SimView>> views;
  std::vector<std::string> faults;
  std::vector<WorldDesc> descs;
  std::vector<std::vector<Edit>> arrangements;
  for (size_t s = 0; s < lockstep_.size(); ++s) {
    const World& world = lockstep_.world(s);
    views.push_back(pool_->take());
    const auto fill = [&](const World& w) { w.fill(*views.back(), markers, parts); };
    const std::vector<Edit>& arrangement = arrangements.emplace_back(arranged(s));
    if (arrangement.empty())
      fill(world);
    else
      lockstep_.foresee(s, arrangement, fill), markWaiting(*views.back(), arrangement);
    faults.push_back(world.status().fault);
    descs.push_back(world.desc());
  }
  std::lock_guard lock(mutex_);
  views_.resize(views.size());
  for (size_t s = 0; s < views.size(); ++s) {
    for (size_t b = 0; b < views[s]->bodies.size(); ++b)
      if (const auto colour = colours_.find(views[s]->bodies[b].name); colour != colours_.end())
        views[s]->bodies[b].colour = colour->second >= 0 ? colour->second : static_cast<int>(b);
    if (s < edits_.size() && arrangements[s].empty()) showPending(*views[s], edits_[s]);
    views_[s] = pool_->publish(std::move(views[s]));
  }
  descs_ = std::move(descs);
  const bool any = lockstep_.runs();
  status_.fault = any ? "" : faults.front();
  status_.faults = std::move(faults);
  status_.compareTitle = words_.title;
  status_.sideNames = words_.names;
  status_.shownHand = steppedHand_;
  status_.step = lockstep_.now();
  if (!wishes_.goTo) status_.goal = goal_.value_or(status_.step);  // else it is the wish's
  status_.oldest = lockstep_.oldest(), status_.newest = lockstep_.newest();
  status_.pastBytes = lockstep_.bytes();
}

void SimThread::measure() {
  const double t = now(), simulated = static_cast<double>(lockstep_.now()) * lockstep_.world(0).desc().params.dt();
  if (t - measuredAt_ < kMeasureOver) return;
  std::lock_guard lock(mutex_);
  status_.realTimeFactor = (simulated - measuredTime_) / (t - measuredAt_);
  measuredAt_ = t;
  measuredTime_ = simulated;
}

void SimThread::resetPace() {
  paceChanged_ = false;
  anchor_ = measuredAt_ = now();
  const bool any = lockstep_.size() > 0;
  measuredTime_ = any ? static_cast<double>(lockstep_.now()) * lockstep_.world(0).desc().params.dt() : 0;
  stepsSinceAnchor_ = 0;
  status_.realTimeFactor = status_.speed;
}

double SimThread::secondsSinceAnchor() const { return now() - anchor_; }

}  // namespace flotsam
