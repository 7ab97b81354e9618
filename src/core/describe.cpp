// SPDX-License-Identifier: MIT
#include "core/describe.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace flotsam {

std::string formatNumber(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

namespace {

/// Written as a number, but beyond what a double holds.
bool tooLarge(std::string_view text) {
  double value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  const size_t exponent = text.find_first_of("eE");
  const bool small = exponent != std::string_view::npos && text.substr(exponent + 1).starts_with('-');
  return end.ec == std::errc::result_out_of_range && end.ptr == text.data() + text.size() && !small;
}

}  // namespace

bool parseNumber(std::string_view text, double& value) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

std::string closestWord(std::string_view word, const std::vector<std::string>& candidates) {
  size_t best = std::max<size_t>(1, word.size() / 3) + 1;
  std::string found;
  std::vector<size_t> row;
  for (const auto& c : candidates) {
    row.resize(c.size() + 1);
    for (size_t j = 0; j <= c.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= word.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j <= c.size(); ++j) {
        const size_t cost = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (word[i - 1] != c[j - 1])});
        diagonal = row[j];
        row[j] = cost;
      }
    }
    if (row[c.size()] < best) best = row[c.size()], found = c;
  }
  return found;
}

std::string Param::text() const {
  switch (info.kind) {
    case ParamKind::Toggle:
      return value != 0 ? "true" : "false";
    case ParamKind::Choice:
      return info.options.at(static_cast<size_t>(value));
    default:
      return formatNumber(value);
  }
}

ParamList& ParamList::group(std::string prefix, std::string title) {
  prefix_ = std::move(prefix), title_ = std::move(title);
  return *this;
}

ParamList& ParamList::add(const char* key, const char* label, ParamKind kind, double value, double defaultValue,
                          std::function<void(double)> store, ParamSpec spec, std::vector<std::string> options) {
  Param p;
  p.info = {prefix_ + key,
            label,
            title_,
            std::move(spec.unit),
            std::move(spec.help),
            std::move(spec.low),
            std::move(spec.high),
            kind,
            spec.min,
            spec.max,
            spec.logScale,
            spec.basic,
            spec.restarts,
            std::move(options),
            std::move(spec.cards)};
  if (kind == ParamKind::Toggle) p.info.min = 0, p.info.max = 1;
  if (kind == ParamKind::Choice) p.info.min = 0, p.info.max = static_cast<double>(p.info.options.size()) - 1;
  p.value = value, p.defaultValue = defaultValue, p.store = std::move(store);
  params_.push_back(std::move(p));
  return *this;
}

ParamList& ParamList::number(const char* key, const char* label, double& field, double defaultValue, ParamSpec spec) {
  return add(key, label, ParamKind::Number, field, defaultValue, [&field](double v) { field = v; }, std::move(spec),
             {});
}
ParamList& ParamList::integer(const char* key, const char* label, int& field, int defaultValue, ParamSpec spec) {
  return add(key, label, ParamKind::Integer, field, defaultValue,
             [&field](double v) { field = static_cast<int>(std::lround(v)); }, std::move(spec), {});
}
ParamList& ParamList::toggle(const char* key, const char* label, bool& field, bool defaultValue, ParamSpec spec) {
  return add(key, label, ParamKind::Toggle, field, defaultValue, [&field](double v) { field = v != 0; },
             std::move(spec), {});
}

Param* ParamList::find(std::string_view key) {
  for (auto& p : params_)
    if (p.info.key == key) return &p;
  return nullptr;
}

Problems ParamList::set(std::string_view key, std::string_view text) {
  const auto refuse = [&](std::string reason) { return Problems{{"", 0, std::string(key), std::move(reason)}}; };
  Param* p = find(key);
  if (!p) {
    std::vector<std::string> keys;
    for (const auto& q : params_) keys.push_back(q.info.key);
    const std::string near = closestWord(key, keys);
    return refuse(near.empty() ? "unknown parameter (flotsam params lists them)"
                               : "unknown parameter; did you mean '" + near + "'?");
  }
  double v = 0;
  if (p->info.kind == ParamKind::Toggle) {
    if (text != "true" && text != "false") return refuse("expected true or false, got '" + std::string(text) + "'");
    v = text == "true";
  } else if (p->info.kind == ParamKind::Choice) {
    const auto it = std::find(p->info.options.begin(), p->info.options.end(), text);
    if (it == p->info.options.end()) {
      std::string list;
      for (const auto& o : p->info.options) list += (list.empty() ? "" : ", ") + o;
      return refuse("'" + std::string(text) + "' is not one of " + list);
    }
    v = static_cast<double>(it - p->info.options.begin());
  } else {
    if (tooLarge(text)) return refuse(std::string(text) + " is too large a number");
    if (!parseNumber(text, v)) return refuse("expected a number, got '" + std::string(text) + "'");
    if (!std::isfinite(v)) return refuse("must be a finite number");
    if (p->info.kind == ParamKind::Integer && v != std::floor(v))
      return refuse("expected a whole number, got " + std::string(text));
    if (v < p->info.min || v > p->info.max)
      return refuse(formatNumber(v) + " is outside " + formatNumber(p->info.min) + " to " + formatNumber(p->info.max) +
                    (p->info.unit.empty() ? "" : " " + p->info.unit));
  }
  p->store(v);
  p->value = v;
  return {};
}

bool ParamList::setClamped(std::string_view key, double value) {
  Param* p = find(key);
  if (!p || !std::isfinite(value)) return false;
  value = std::clamp(value, p->info.min, p->info.max);
  if (p->info.kind != ParamKind::Number) value = std::round(value);
  p->store(value);
  p->value = value;
  return true;
}

}  // namespace flotsam
