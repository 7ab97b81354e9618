// SPDX-License-Identifier: MIT
#include "verify/case.h"

#include <algorithm>
#include <cmath>

namespace flotsam {

void CaseOutcome::compare(std::string quantity, double value, double theory, double bound, std::string note) {
  const double error = theory != 0 ? (value - theory) / std::abs(theory) : value;
  // Written so that a NaN anywhere fails.
  const bool pass = std::isfinite(value) && std::isfinite(theory) && std::abs(error) <= bound;
  rows.push_back({std::move(quantity), value, theory, error, bound, pass, std::move(note)});
}

void CaseOutcome::atMost(std::string quantity, double value, double limit, std::string note) {
  const double error = value <= limit ? 0 : value - limit;
  const bool pass = std::isfinite(value) && value <= limit;
  rows.push_back({std::move(quantity), value, limit, error, 0.0, pass, note.empty() ? "at most" : "at most; " + note});
}

void CaseOutcome::atLeast(std::string quantity, double value, double limit, std::string note) {
  const double error = value >= limit ? 0 : limit - value;
  const bool pass = std::isfinite(value) && value >= limit;
  rows.push_back(
      {std::move(quantity), value, limit, error, 0.0, pass, note.empty() ? "at least" : "at least; " + note});
}

void CaseOutcome::measure(std::string quantity, double value, std::string note) {
  rows.push_back({std::move(quantity), value, {}, {}, {}, std::isfinite(value), std::move(note)});
}

void CaseParams::number(const char* key, double& field, ParamSpec spec) {
  list_.number(key, key, field, field, std::move(spec));
  order_.push_back(key);
}
void CaseParams::integer(const char* key, int& field, ParamSpec spec) {
  list_.integer(key, key, field, field, std::move(spec));
  order_.push_back(key);
}
void CaseParams::toggle(const char* key, bool& field, std::string help) {
  list_.toggle(key, key, field, field, {.help = std::move(help)});
  order_.push_back(key);
}
void CaseParams::vector(const char* key, Vec3& field, ParamSpec spec) {
  triples_.push_back({key, &field, std::move(spec)});
  order_.push_back(key);
}
void CaseParams::text(const char* key, std::string& field, std::string help) {
  words_.push_back({key, &field, std::move(help)});
  order_.push_back(key);
}

bool CaseParams::knows(const std::string& key) const {
  return std::find(order_.begin(), order_.end(), key) != order_.end();
}

Problems CaseParams::set(const std::string& key, const std::string& value) {
  for (const Word& w : words_)
    if (w.key == key) {
      if (value.empty()) return {{"", 0, key, "must not be empty"}};
      *w.field = value;
      return {};
    }
  for (const Triple& t : triples_) {
    if (t.key != key) continue;
    // Each part goes through a list of its own, so that the checks and messages are those of every other number.
    std::vector<std::string> parts(1);
    for (const char c : value)
      if (c == ',')
        parts.emplace_back();
      else
        parts.back() += c;
    if (parts.size() == 1) parts.assign(3, parts[0]);
    if (parts.size() != 3) return {{"", 0, key, "expected one number or three with commas, got '" + value + "'"}};
    Vec3 v = *t.field;
    for (int a = 0; a < 3; ++a) {
      ParamList one;
      one.number(key.c_str(), key.c_str(), v[a], v[a], t.spec);
      if (auto problems = one.set(key, parts[a]); !problems.empty()) return problems;
    }
    *t.field = v;
    return {};
  }
  return list_.set(key, value);
}

std::vector<std::pair<std::string, CaseParams::Value>> CaseParams::values() const {
  std::vector<std::pair<std::string, Value>> all;
  for (const auto& key : order_) {
    for (const Param& p : list_.all()) {
      if (p.info.key != key) continue;
      if (p.info.kind == ParamKind::Toggle)
        all.emplace_back(key, p.value != 0);
      else if (p.info.kind == ParamKind::Choice)
        all.emplace_back(key, p.text());
      else
        all.emplace_back(key, p.value);
    }
    for (const Triple& t : triples_)
      if (t.key == key) all.emplace_back(key, *t.field);
    for (const Word& w : words_)
      if (w.key == key) all.emplace_back(key, *w.field);
  }
  return all;
}

std::string CaseParams::help(const std::string& key) const {
  const auto withUnit = [](const std::string& help, const std::string& unit) {
    return unit.empty() ? help : help + " (" + unit + ")";
  };
  for (const Param& p : list_.all()) {
    if (p.info.key != key) continue;
    if (p.info.kind != ParamKind::Choice) return withUnit(p.info.help, p.info.unit);
    std::string words;
    for (const auto& o : p.info.options) words += (words.empty() ? ": " : ", ") + o;
    return p.info.help + words;
  }
  for (const Triple& t : triples_)
    if (t.key == key) return withUnit(t.spec.help, t.spec.unit);
  for (const Word& w : words_)
    if (w.key == key) return w.help;
  return {};
}

std::string valueText(const CaseParams::Value& value) {
  if (const auto* v = std::get_if<double>(&value)) return formatNumber(*v);
  if (const auto* v = std::get_if<bool>(&value)) return *v ? "true" : "false";
  if (const auto* v = std::get_if<Vec3>(&value))
    return formatNumber(v->x) + "," + formatNumber(v->y) + "," + formatNumber(v->z);
  return std::get<std::string>(value);
}

}  // namespace flotsam
