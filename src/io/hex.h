// SPDX-License-Identifier: MIT
// Hashes as 16 hexadecimal digits: JSON numbers would lose bits.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace flotsam {

inline std::string hexText(uint64_t value) {
  static const char* kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (int i = 15; i >= 0; --i, value >>= 4) text[static_cast<size_t>(i)] = kDigits[value & 15];
  return text;
}

inline bool parseHex(std::string_view text, uint64_t& value) {
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return text.size() == 16 && end.ec == std::errc() && end.ptr == text.data() + text.size();
}

}  // namespace flotsam
