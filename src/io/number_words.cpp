// SPDX-License-Identifier: MIT
#include "io/number_words.h"

#include <charconv>
#include <cmath>

#include "core/describe.h"

namespace flotsam {

std::string shortNumber(double value) {
  constexpr int kDigits = 4;
  if (!std::isfinite(value)) return formatNumber(value);
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific, kDigits - 1).ptr;
  double rounded = 0;
  std::from_chars(buffer, end, rounded);
  const double size = std::abs(rounded);
  if (size != 0 && (size < 1e-4 || size >= 1e7)) return formatNumber(rounded);
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, rounded, std::chars_format::fixed).ptr};
}

std::string countWords(double count) {
  if (count >= 1e9) return shortNumber(count / 1e9) + " billion";
  if (count >= 1e6) return shortNumber(count / 1e6) + " million";
  return formatNumber(count);
}

}  // namespace flotsam
