// SPDX-License-Identifier: MIT
#include "app/exporter.h"

#include <utility>

namespace flotsam {

Exporter::~Exporter() {
  stop();
  if (thread_.joinable()) thread_.join();
}

Problems Exporter::start(const std::string& folder, const std::string& formats, const WorldDesc& desc,
                         std::vector<unsigned> palette, size_t side) {
  if (status().writing) return {{folder, 0, "", "another export is still being written"}};
  if (thread_.joinable()) thread_.join();
  Problems problems = sequence_.open(folder, formats, desc, std::move(palette));
  if (hasErrors(problems)) return problems;
  std::lock_guard lock(mutex_);
  status_ = {true, true, 0, 0, folder, side};
  end_.reset();
  closing_ = false;
  due_ = -1, from_ = -1;
  thread_ = std::thread([this] { run(); });
  return problems;
}

void Exporter::stop() {
  std::lock_guard lock(mutex_);
  status_.running = false;
  closing_ = true;
  wake_.notify_all();
}

void Exporter::interrupted() {
  std::lock_guard lock(mutex_);
  if (!status_.running || due_ < 0) return;  // nothing was taken yet: it begins with what comes
  status_.running = false;
  closing_ = true;
  wake_.notify_all();
}

Exporter::Status Exporter::status() const {
  std::lock_guard lock(mutex_);
  return status_;
}

std::optional<Exporter::End> Exporter::finished() {
  std::lock_guard lock(mutex_);
  return std::exchange(end_, std::nullopt);
}

void Exporter::afterStep(const World& world) {
  ExportFrame frame;
  {
    std::unique_lock lock(mutex_);
    if (!status_.running || !frameDue(world.time(), world.desc().params.rate, due_)) return;
    wake_.wait(lock, [&] { return waiting_.size() < kMostWaiting || !status_.running; });
    if (!status_.running) return;
    if (!spare_.empty()) frame = std::move(spare_.back()), spare_.pop_back();
    if (from_ < 0) from_ = world.time();
    status_.seconds = world.time() - from_;
  }
  captureFrame(world, sequence_.parts(), frame);
  std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(frame));
  wake_.notify_all();
}

void Exporter::run() {
  Problems problems;
  while (true) {
    ExportFrame frame;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return !waiting_.empty() || closing_; });
      if (waiting_.empty() || hasErrors(problems)) break;
      frame = std::move(waiting_.front());
      waiting_.pop_front();
      wake_.notify_all();
    }
    problems = sequence_.write(frame);
    std::lock_guard lock(mutex_);
    if (hasErrors(problems))
      status_.running = false, closing_ = true;
    else
      ++status_.frames;
    wake_.notify_all();
    if (spare_.size() < 2) spare_.push_back(std::move(frame));
  }
  for (auto& p : sequence_.finish()) problems.push_back(std::move(p));
  std::lock_guard lock(mutex_);
  waiting_.clear(), spare_.clear();
  status_.running = status_.writing = false;
  end_ = End{status_, std::move(problems)};
  wake_.notify_all();
}

}  // namespace flotsam
