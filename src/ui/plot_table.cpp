// SPDX-License-Identifier: MIT
#include "ui/plot_table.h"

#include <cmath>
#include <map>

#include "core/describe.h"

namespace flotsam {
namespace {

/// Columns that are filled step by step; what has no number there stays empty.
class Table {
 public:
  size_t column(const std::string& head) {
    heads_.push_back(head);
    return heads_.size() - 1;
  }
  void set(uint64_t step, double time, size_t column, double value) {
    Row& row = rows_[step];
    row.time = time;
    row.cells[column] = value;
  }
  std::string text() const {
    std::string text = "time [s],step";
    for (const auto& head : heads_) text += "," + cell(head);
    text += '\n';
    for (const auto& [step, row] : rows_) {
      text += formatNumber(row.time) + "," + std::to_string(step);
      for (size_t c = 0; c < heads_.size(); ++c) {
        text += ',';
        if (const auto found = row.cells.find(c); found != row.cells.end() && std::isfinite(found->second))
          text += formatNumber(found->second);
      }
      text += '\n';
    }
    return text;
  }

 private:
  static std::string cell(const std::string& words) {
    if (words.find_first_of(",\"\n") == std::string::npos) return words;
    std::string quoted = "\"";
    for (const char c : words) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
  }
  struct Row {
    double time = 0;
    std::map<size_t, double> cells;
  };
  std::vector<std::string> heads_;
  std::map<uint64_t, Row> rows_;
};

std::string withUnit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + " [" + unit + "]";
}

void sides(const UiState& state, const CompareHistory& compared, Table& table) {
  struct Quantity {
    Compared what;
    const char* head;
    double scale;
  };
  static constexpr Quantity kQuantities[] = {
      {Compared::Height, "height [m]", 1},         {Compared::Speed, "speed [m/s]", 1},
      {Compared::Energy, "kinetic energy [J]", 1}, {Compared::Volume, "volume [m3]", 1e-3},
      {Compared::Iterations, "iterations", 1},     {Compared::Milliseconds, "step [ms]", 1}};
  for (size_t s = 0; s < compared.size(); ++s)
    for (const Quantity& q : kQuantities) {
      const bool ofBody = q.what == Compared::Height || q.what == Compared::Speed;
      const int body = ofBody ? compared.column(state.subject) : -1;
      if (ofBody && body < 0) continue;
      const size_t column = table.column(std::string(1, "ABC"[s]) + " " + (ofBody ? state.subject + " " : "") + q.head);
      for (const auto& sample : compared.side(s))
        table.set(sample.step, sample.time, column, q.scale * CompareHistory::value(sample, q.what, body));
    }
}

void body(const UiState& state, const History& history, Table& table) {
  if (state.selected.empty()) return;
  size_t columns[6];
  static constexpr const char* kHeads[] = {"x [m]", "y [m]", "z [m]", "vx [m/s]", "vy [m/s]", "vz [m/s]"};
  for (int i = 0; i < 6; ++i) columns[i] = table.column(state.selected + " " + kHeads[i]);
  for (const auto& sample : history.samples())
    for (const auto& b : sample.bodies)
      if (b.name == state.selected)
        for (int a = 0; a < 3; ++a) {
          table.set(sample.step, sample.time, columns[a], b.position[a]);
          table.set(sample.step, sample.time, columns[3 + a], b.velocity[a]);
        }
}

}  // namespace

std::string plotTable(const UiState& state, const History& history, const CompareHistory& compared) {
  Table table;
  if (state.comparing()) {
    sides(state, compared, table);
    return table.text();
  }
  const size_t energy = table.column("kinetic energy [J]"), volume = table.column("volume [m3]"),
               divergence = table.column("largest divergence [1/s]"), iterations = table.column("iterations"),
               ms = table.column("step [ms]");
  for (const auto& s : history.samples()) {
    table.set(s.step, s.time, energy, s.energy), table.set(s.step, s.time, volume, s.volume);
    table.set(s.step, s.time, divergence, s.divergence), table.set(s.step, s.time, iterations, s.iterations);
    table.set(s.step, s.time, ms, s.stepMs);
  }
  body(state, history, table);
  if (!state.view || !(state.view->dt > 0)) return table.text();
  for (const auto& e : state.view->expectations) {
    const size_t measured = table.column(withUnit(e.quantity, e.unit)),
                 theory = table.column(withUnit(e.quantity + " in theory", e.unit));
    for (const auto& s : e.samples) {
      const uint64_t step = static_cast<uint64_t>(std::llround(s.time / state.view->dt));
      table.set(step, s.time, measured, s.measured), table.set(step, s.time, theory, s.theory);
    }
  }
  return table.text();
}

}  // namespace flotsam
