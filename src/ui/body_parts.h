// SPDX-License-Identifier: MIT
// Parts of the inspector that belong to the selected body beside its parameters: numbers, added mass, path.
#pragma once

#include <vector>

#include "ui/body_numbers.h"
#include "ui/panels.h"

namespace flotsam {

/// A line each: label, value at the right, its help under the mouse.
void numberList(Panels& panels, const std::vector<BodyNumber>& numbers);
void addedMassPart(Panels& panels, const BodyView& body);
void pathPart(Panels& panels, const BodyView& body);

}  // namespace flotsam
