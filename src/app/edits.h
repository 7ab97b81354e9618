// SPDX-License-Identifier: MIT
// From what the panels ask to what the simulation is told: descriptions of new bodies, merged edits, and how pending
// edits look while the simulation is paused.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "sim/input.h"
#include "view/sim_view.h"

namespace flotsam {

/// A body of a named primitive ("sphere", "box", "cylinder", "torus", "capsule", "ellipsoid"), a tenth of the tank in
/// radius, with its shape made, at a free place.
Result<BodyDesc> newPrimitive(const std::string& word, const SimView& view);
/// A free place for a body of this bounding radius: the candidate near the tank's centre farthest from other bodies.
Vec3 freePlace(const SimView& view, double radius);
/// The copy of a body at a free place, at rest, with the pose it has now. Needs its description for the shape.
BodyDesc duplicateOf(const BodyDesc& desc, const BodyView& now, const SimView& view);
/// Joints, then taps, then drains of a scene, in words.
std::vector<std::string> partWords(const WorldDesc& scene);
/// The scene without one of these.
WorldDesc withoutPart(WorldDesc scene, size_t index);
/// The axis of the world that lies nearest to a direction; in a flat scene z.
Vec3 nearestAxis(const Vec3& direction, bool flat);
/// What a teacher starts from: the scene as it was opened with the parameters that were changed since as steps of its
/// lesson. A lesson that is there already stays as it is.
WorldDesc lessonOf(const WorldDesc& scene, const WorldDesc& opened, const CompareDesc::Settings& changed);
/// `wanted`, or with the lowest number behind it that nobody has.
std::string uniqueName(const std::string& wanted, const SimView& view);

/// Makes -0 to 0 in what a scene file stores: text does not keep the sign of zero, the state hash sees it, and a
/// recording has to start from the same bits as the run it was made of.
void dropSignsOfZeros(WorldDesc& desc);

/// The pose moved so that the body is inside the box of the tank, as far as it fits; of a body that is not free only
/// its origin.
Pose insideTank(const BodyView& body, Pose to, const SimView& view);

/// Adds an edit to those waiting for the next step. A later value of the same key replaces the earlier one in place.
void addEdit(std::vector<Edit>& waiting, Edit edit);
/// Shows edits that wait for the next step as far as that takes no world: parameter values (clamped), bodies added,
/// removed and put elsewhere.
void showPending(SimView& view, const std::vector<Edit>& waiting);
/// Whether any of them adds, removes or moves a body.
bool moveBodies(const std::vector<Edit>& waiting);
/// Notes of which bodies no step has been made where they are.
void markWaiting(SimView& view, const std::vector<Edit>& waiting);

}  // namespace flotsam
