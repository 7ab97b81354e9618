// SPDX-License-Identifier: MIT
// What can be changed of a joint, a tap or a drain that is placed: fields for the inspector, and the scene with one of
// them changed. Parts are counted as in partWords(): joints, then taps, then drains.
#pragma once

#include "sim/world_desc.h"
#include "ui/ui_state.h"

namespace flotsam {

std::vector<PartField> partFields(const WorldDesc& scene, size_t index);
/// False when there is no such field. The value is clamped to the field's bounds.
bool setPartField(WorldDesc& scene, size_t index, const std::string& key, double value);

}  // namespace flotsam
