// SPDX-License-Identifier: MIT
#include "ui/format.h"

#include <charconv>
#include <cmath>

namespace flotsam {
namespace {

constexpr const char* kThin = "\u2009";

std::string toChars(double value, std::chars_format format, int precision) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, format, precision).ptr};
}

void trimZeros(std::string& s) {
  if (s.find('.') == std::string::npos) return;
  while (s.back() == '0') s.pop_back();
  if (s.back() == '.') s.pop_back();
}

void groupThousands(std::string& s) {
  const size_t start = s[0] == '-' ? 1 : 0;
  size_t end = s.find('.');
  if (end == std::string::npos) end = s.size();
  if (end - start < 4) return;
  for (size_t i = end; i > start + 3;) s.insert(i -= 3, kThin);
}

}  // namespace

std::string formatForPeople(double value, int digits) {
  if (!std::isfinite(value)) return std::isnan(value) ? "not a number" : value > 0 ? "∞" : "-∞";
  if (value == 0) return "0";
  const double size = std::fabs(value);
  if (size >= 1e7 || size < 1e-4) {
    std::string s = toChars(value, std::chars_format::scientific, 1);
    const size_t e = s.find('e');
    std::string mantissa = s.substr(0, e);
    trimZeros(mantissa);
    int exponent = 0;
    const char* from = s.data() + e + 1 + (s[e + 1] == '+');
    std::from_chars(from, s.data() + s.size(), exponent);
    return mantissa + "e" + std::to_string(exponent);
  }
  const int whole = static_cast<int>(std::floor(std::log10(size))) + 1;
  std::string s = toChars(value, std::chars_format::fixed, std::max(0, digits - std::max(whole, 1)));
  trimZeros(s);
  if (s == "0" || s == "-0") s = toChars(value, std::chars_format::general, 2);
  groupThousands(s);
  return s;
}

std::string formatFixed(double value, int decimals) {
  if (!std::isfinite(value)) return "–";
  std::string s = toChars(value, std::chars_format::fixed, decimals);
  groupThousands(s);
  return s;
}

bool parseFromPeople(std::string_view text, double& value) {
  std::string clean;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ' || text[i] == '\t') continue;
    if (text.substr(i, 3) == kThin) {
      i += 2;
      continue;
    }
    clean += text[i] == ',' ? '.' : text[i];
  }
  return parseNumber(clean, value) && std::isfinite(value);
}

std::string formatVolume(double v) {
  if (v >= 1) return formatForPeople(v) + " m³";
  if (v >= 1e-3) return formatForPeople(v * 1e3, 3) + " l";
  return formatForPeople(v * 1e6, 3) + " cm³";
}

std::string formatMass(double m) {
  if (m >= 1 || m == 0) return formatForPeople(m, 3) + " kg";
  if (m >= 1e-3) return formatForPeople(m * 1e3, 3) + " g";
  return formatForPeople(m * 1e6, 3) + " mg";
}

std::string parameterName(const ParamInfo& info) {
  const std::string& key = info.key;
  if (key == "fluid.density") return info.label + " of the fluid";  // bodies have one too
  return info.label + (key.starts_with("body.") ? " of " + key.substr(5, key.rfind('.') - 5) : "");
}

std::string parameterValue(const Param& p) {
  if (p.info.kind == ParamKind::Choice) return p.text();
  if (p.info.kind == ParamKind::Toggle) return p.value != 0 ? "on" : "off";
  return formatForPeople(p.value) + (p.info.unit.empty() ? "" : " " + p.info.unit);
}

}  // namespace flotsam
