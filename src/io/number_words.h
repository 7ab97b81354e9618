// SPDX-License-Identifier: MIT
// Numbers in messages, for people; what a user wrote is repeated in full (formatNumber) instead.
#pragma once

#include <string>

namespace flotsam {

/// Four significant digits, without an exponent from 1e-4 to 1e7: "0.866", "1121", "1e-06".
std::string shortNumber(double value);
/// A number of things: "4096", "4 million", "8 billion".
std::string countWords(double count);

}  // namespace flotsam
