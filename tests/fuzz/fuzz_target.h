// SPDX-License-Identifier: MIT
// A fuzz target is one file with LLVMFuzzerTestOneInput, as libFuzzer calls it. Without clang the same files are linked
// with driver.cpp, which feeds them a fixed number of mutations of the kept corpus, always the same ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace flotsam::fuzz {

/// What must hold for any input. Ends the process; both drivers then keep the input.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

inline std::string textOf(const uint8_t* data, size_t size) { return {reinterpret_cast<const char*>(data), size}; }

}  // namespace flotsam::fuzz
