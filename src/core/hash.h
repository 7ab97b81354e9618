// SPDX-License-Identifier: MIT
// 64-bit state hash: order dependent, exact on bits (so +0 and -0 differ). Not cryptographic.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace flotsam {

class StateHash {
 public:
  void word(uint64_t w) {
    state_ = (state_ ^ w) * 0x9E3779B97F4A7C15ull;
    state_ ^= state_ >> 29;
  }
  template <class T>
  void value(const T& v) {
    static_assert(std::is_arithmetic_v<T>);
    uint64_t w = 0;
    std::memcpy(&w, &v, sizeof v);
    word(w);
  }
  template <class T>
  void values(std::span<const T> data) {
    word(data.size());
    for (const T& v : data) value(v);
  }
  uint64_t get() const { return state_ ^ (state_ >> 32); }

 private:
  uint64_t state_ = 0x243F6A8885A308D3ull;
};

}  // namespace flotsam
