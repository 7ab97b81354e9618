// SPDX-License-Identifier: MIT
// The shipped scenes as the window offers them: in groups by what their files say of source, lesson and fluid.
#pragma once

#include <vector>

#include "io/assets.h"
#include "ui/ui_state.h"

namespace flotsam {

/// Group by group, in each by title as in a dictionary.
std::vector<SceneItem> sceneItems(const std::vector<SceneEntry>& scenes);

}  // namespace flotsam
