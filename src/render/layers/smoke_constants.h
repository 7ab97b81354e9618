// SPDX-License-Identifier: MIT
// The smoke's optics, shared by the light sweep and the march.
#pragma once

namespace flotsam::layer {
inline constexpr float kSmokeSigma = 34;  // extinction of full concentration, per scene unit
/// A flat tank's smoke is given this optical depth through the slab, however thin the slab is.
inline constexpr float kFlatOpticalDepth = 3.2f;
}  // namespace flotsam::layer
