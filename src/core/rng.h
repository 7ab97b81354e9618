// SPDX-License-Identifier: MIT
// Counter-based random numbers: the value depends on (seed, counter) alone, so order and threads do not matter.
#pragma once

#include <cstdint>

namespace flotsam {

/// 64 well-mixed bits of (seed, counter) (the splitmix64 finaliser).
inline uint64_t randomBits(uint64_t seed, uint64_t counter) {
  uint64_t z = seed * 0xD1342543DE82EF95ull + (counter + 1) * 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// Uniform in [0, 1).
inline double randomUnit(uint64_t seed, uint64_t counter) {
  return static_cast<double>(randomBits(seed, counter) >> 11) * 0x1.0p-53;
}

/// A stream of the above for code that just wants the next number.
class Random {
 public:
  explicit Random(uint64_t seed) : seed_(seed) {}
  double unit() { return randomUnit(seed_, next_++); }
  double in(double lo, double hi) { return lo + (hi - lo) * unit(); }

 private:
  uint64_t seed_, next_ = 0;
};

}  // namespace flotsam
