// SPDX-License-Identifier: MIT
// Whether all of many numbers are finite, at the speed of memory.
#pragma once

#include <cstddef>

namespace flotsam {

bool allFinite(const float* values, size_t count);
bool allFinite(const double* values, size_t count);

}  // namespace flotsam
