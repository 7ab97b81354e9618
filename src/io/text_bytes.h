// SPDX-License-Identifier: MIT
// Numbers into text and into little-endian bytes, for the writers of files. Internal to io.
#pragma once

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/math.h"

namespace flotsam {

/// The shortest text that reads back to the same number; independent of the locale. Empty when it is not finite.
template <class Number>
void appendText(std::string& text, Number value) {
  if constexpr (std::is_floating_point_v<Number>)
    if (!std::isfinite(value)) return;
  char buffer[40];
  text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

/// The bytes of an unsigned integer, the lowest first.
template <class Word>
void appendBytes(std::string& bytes, Word word) {
  static_assert(std::is_unsigned_v<Word>);
  for (size_t i = 0; i < sizeof word; ++i) bytes += static_cast<char>(static_cast<uint64_t>(word) >> (8 * i) & 255);
}
inline void appendBytes(std::string& bytes, float value) { appendBytes(bytes, std::bit_cast<uint32_t>(value)); }
inline void appendBytes(std::string& bytes, double value) { appendBytes(bytes, std::bit_cast<uint64_t>(value)); }
inline void appendBytes(std::string& bytes, const Vec3f& v) {
  for (int a = 0; a < 3; ++a) appendBytes(bytes, v[a]);
}

/// A cell of a CSV table: in quotes where it has to be.
inline void appendCell(std::string& text, const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) {
    text += cell;
    return;
  }
  text += '"';
  for (const char c : cell) text += c == '"' ? "\"\"" : std::string(1, c);
  text += '"';
}

}  // namespace flotsam
