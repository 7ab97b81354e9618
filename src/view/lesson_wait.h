// SPDX-License-Identifier: MIT
// Whether what a lesson's step waits for has come, from what a view shows of the simulation.
#pragma once

#include <string>

#include "view/lesson.h"
#include "view/sim_view.h"

namespace flotsam {

/// What stands between the points of "body.NAME.position.y", from 0; empty when there are fewer.
std::string quantityPart(const std::string& quantity, int index);
/// "body.NAME.{position|velocity|spin|force}.{x|y|z}", "body.NAME.speed", "fluid.kineticEnergy", "fluid.volume" as it
/// is now, in SI units; false when the view has no such thing.
bool quantityNow(const SimView& view, const std::string& quantity, double& value);
/// `held` is the body in the hand, empty for none. Nothing to wait for has come always.
bool waitDone(const LessonWait& wait, const SimView& view, const std::string& held);

}  // namespace flotsam
