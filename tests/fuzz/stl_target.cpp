// SPDX-License-Identifier: MIT
#include "fuzz/mesh_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return flotsam::fuzz::meshTarget(data, size, ".stl");
}
