// SPDX-License-Identifier: MIT
#include "io/report.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/describe.h"
#include "core/version.h"
#include "io/hex.h"
#include "io/save_file.h"

namespace flotsam {

namespace {

using Json = nlohmann::ordered_json;  // keys in the order of the contract

Json vectorJson(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }
Json quatJson(const Quat& q) { return Json::array({q.w, q.x, q.y, q.z}); }

Json stagesJson(const StepReport& r) {
  Json ms;
  for (int s = 0; s < kStageCount; ++s) ms[kStages[s]] = r.stageMs[s];
  ms["total"] = r.totalMs;
  return ms;
}

Json pressureJson(const SolveStats& s) {
  return {{"iterations", s.iterations},
          {"residual", s.residual},
          {"maxDivergence", s.maxDivergence},
          {"converged", s.converged},
          {"passes", s.passes},
          {"released", s.released},
          {"complementarity", s.complementarity}};
}

Json fluidJson(const FluidReport& f) {
  Json fluid = {{"volume", f.volume},
                {"particles", f.particles},
                {"emitted", f.emitted},
                {"drained", f.drained},
                {"kineticEnergy", f.kineticEnergy},
                {"potentialEnergy", f.potentialEnergy},
                {"momentum", vectorJson(f.momentum)}};
  if (f.open) fluid["inflow"] = f.inflow, fluid["outflow"] = f.outflow, fluid["exchanged"] = f.exchanged;
  return fluid;
}

Json smokeJson(const SmokeReport& s) {
  return {{"amount", s.amount}, {"meanTemperature", s.meanTemperature}, {"maxTemperature", s.maxTemperature}};
}

std::string dumped(const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// A row of a CSV table.
class Row {
 public:
  void add(double v) { addText(std::isfinite(v) ? formatNumber(v) : ""); }
  void add(const Vec3& v) { add(v.x), add(v.y), add(v.z); }
  void addText(const std::string& text) {
    if (!first_) text_ += ',';
    first_ = false;
    if (text.find_first_of(",\"\n") == std::string::npos) {
      text_ += text;
      return;
    }
    text_ += '"';
    for (const char c : text) text_ += c == '"' ? "\"\"" : std::string(1, c);
    text_ += '"';
  }
  std::string line() const { return text_ + "\n"; }

 private:
  std::string text_;
  bool first_ = true;
};

template <class Step>
Json stepJson(const Step& step) {
  const StepReport& r = step.report;
  Json bodies = Json::array();
  for (const auto& b : step.bodies)
    bodies.push_back({{"position", vectorJson(b.pose.position)},
                      {"orientation", quatJson(b.pose.orientation)},
                      {"velocity", vectorJson(b.velocity)},
                      {"angularVelocity", vectorJson(b.angularVelocity)},
                      {"pressureForce", vectorJson(b.force)},
                      {"pressureTorque", vectorJson(b.torque)},
                      {"submergedFraction", b.submerged}});
  Json all = {{"t", r.time},
              {"substeps", r.substeps},
              {"ms", stagesJson(r)},
              {"pressure", pressureJson(r.pressure)},
              {"fluid", fluidJson(r.fluid)}};
  if (r.smoke.present) all["smoke"] = smokeJson(r.smoke);
  all["bodies"] = std::move(bodies), all["warnings"] = r.warnings;
  return all;
}

/// What a warning is about: its text without numbers, but for those in names.
std::string withoutNumbers(const std::string& text) {
  std::string kind;
  bool quoted = false;
  for (const char c : text) {
    if (c == '\'') quoted = !quoted;
    if (quoted || !((c >= '0' && c <= '9') || c == '.')) kind += c;
  }
  return kind;
}

constexpr const char* kBodyColumns[] = {"x",  "y",  "z",  "qw", "qx", "qy", "qz", "vx", "vy", "vz",
                                        "wx", "wy", "wz", "fx", "fy", "fz", "tx", "ty", "tz", "submerged"};

}  // namespace

RunReport::RunReport(const World& world, std::string scene, int threads)
    : scene_(std::move(scene)), threads_(threads), dt_(world.desc().params.dt()) {
  for (const RigidBody& b : world.bodies()) bodies_.push_back({b.desc.name, b.desc.density, b.mass(), b.volume});
}

void RunReport::add(const World& world) {
  Step step{world.report(), {}};
  // A warning that stays is listed where it begins.
  const std::vector<std::string> now = step.report.warnings;
  std::erase_if(step.report.warnings, [&](const std::string& w) {
    return std::find(lastWarnings_.begin(), lastWarnings_.end(), w) != lastWarnings_.end();
  });
  lastWarnings_ = now;
  for (const RigidBody& b : world.bodies())
    step.bodies.push_back(
        {b.desc.name, b.pose, b.velocity, b.angularVelocity, b.pressureForce, b.pressureTorque, b.submergedFraction});
  steps_.push_back(std::move(step));
}

std::vector<std::string> RunReport::warnings() const {
  std::vector<std::string> all;
  std::set<std::string> seen;
  for (const auto& step : steps_)
    for (const auto& w : step.report.warnings)
      if (seen.insert(withoutNumbers(w)).second) all.push_back(w);
  return all;
}

std::string RunReport::json(const World& world) const {
  const Int3 cells = world.desc().cells;
  Json head = {{"version", version()},
               {"scene", scene_},
               {"grid", {{"cells", {cells.x, cells.y, cells.z}}, {"dx", world.desc().dx}}},
               {"dt", dt_},
               {"threads", threads_},
               {"hash", hexText(world.hash())},
               {"bodies", Json::array()},
               {"warnings", Json::array()}};
  for (const auto& b : bodies_)
    head["bodies"].push_back({{"name", b.name}, {"density", b.density}, {"mass", b.mass}, {"volume", b.volume}});
  for (const auto& w : warnings()) head["warnings"].push_back(w);
  if (!world.status().ok) head["fault"] = world.status().fault;

  // One line per step, written one at a time: long runs would not fit into memory as a tree.
  std::string text = dumped(head);
  text.back() = ',';
  text += "\n\"steps\":[";
  for (const auto& step : steps_) text += (&step == steps_.data() ? "\n" : ",\n") + dumped(stepJson(step));
  return text + "\n]}\n";
}

std::string RunReport::csv() const {
  Row head;
  for (const char* name : {"step", "t", "substeps"}) head.addText(name);
  for (const char* stage : kStages) head.addText(std::string("ms_") + stage);
  for (const char* name :
       {"ms_total", "iterations", "residual", "max_divergence", "converged", "fluid_volume", "particles", "emitted",
        "drained", "kinetic_energy", "potential_energy", "momentum_x", "momentum_y", "momentum_z"})
    head.addText(name);
  // Smoke and open sides have columns in scenes that have them.
  const auto has = [&](const auto& of) {
    return std::any_of(steps_.begin(), steps_.end(), [&](const Step& s) { return of(s.report); });
  };
  const bool smoke = has([](const StepReport& r) { return r.smoke.present; });
  const bool open = has([](const StepReport& r) { return r.fluid.open; });
  for (const char* name : {"smoke", "mean_temperature", "max_temperature"})
    if (smoke) head.addText(name);
  for (const char* name : {"inflow", "outflow", "exchanged"})
    if (open) head.addText(name);
  for (const auto& b : bodies_)
    for (const char* column : kBodyColumns) head.addText(b.name + "_" + column);
  std::string out = head.line();
  for (size_t i = 0; i < steps_.size(); ++i) {
    const StepReport& r = steps_[i].report;
    Row row;
    row.add(double(i + 1)), row.add(r.time), row.add(r.substeps);
    for (double ms : r.stageMs) row.add(ms);
    row.add(r.totalMs), row.add(r.pressure.iterations), row.add(r.pressure.residual), row.add(r.pressure.maxDivergence);
    row.add(r.pressure.converged), row.add(r.fluid.volume), row.add(double(r.fluid.particles));
    row.add(double(r.fluid.emitted)), row.add(double(r.fluid.drained));
    row.add(r.fluid.kineticEnergy), row.add(r.fluid.potentialEnergy), row.add(r.fluid.momentum);
    if (smoke) row.add(r.smoke.amount), row.add(r.smoke.meanTemperature), row.add(r.smoke.maxTemperature);
    if (open) row.add(r.fluid.inflow), row.add(r.fluid.outflow), row.add(double(r.fluid.exchanged));
    for (const auto& info : bodies_) {
      const auto& bodies = steps_[i].bodies;
      const auto b = std::find_if(bodies.begin(), bodies.end(), [&](const Body& c) { return c.name == info.name; });
      if (b == bodies.end()) {  // removed meanwhile
        for (size_t c = 0; c < std::size(kBodyColumns); ++c) row.addText("");
        continue;
      }
      const Quat& q = b->pose.orientation;
      row.add(b->pose.position), row.add(q.w), row.add(q.x), row.add(q.y), row.add(q.z), row.add(b->velocity);
      row.add(b->angularVelocity), row.add(b->force), row.add(b->torque), row.add(b->submerged);
    }
    out += row.line();
  }
  return out;
}

RunReport::Summary RunReport::summary() const {
  Summary s;
  s.steps = steps_.size();
  if (steps_.empty()) return s;
  std::vector<double> ms;
  double sum = 0;
  for (const auto& step : steps_) {
    ms.push_back(step.report.totalMs);
    sum += step.report.totalMs;
    for (int k = 0; k < kStageCount; ++k) s.stageMs[k] += step.report.stageMs[k] / double(s.steps);
    s.iterations += step.report.pressure.iterations / double(s.steps);
  }
  std::sort(ms.begin(), ms.end());
  s.meanMs = sum / double(s.steps), s.medianMs = ms[ms.size() / 2], s.worstMs = ms.back();
  if (sum > 0) s.realTimeFactor = 1000 * steps_.back().report.time / sum;
  return s;
}

Problems writeTextFile(const std::string& path, const std::string& text) { return saveFile(path, text); }

}  // namespace flotsam
