// SPDX-License-Identifier: MIT
// One line per case, in the order they are shown.
#include "verify/registry.h"

#include "verify/added_mass_cases.h"
#include "verify/flow_cases.h"
#include "verify/law_cases.h"
#include "verify/open_cases.h"
#include "verify/rest_cases.h"
#include "verify/water_cases.h"

namespace flotsam {

const std::vector<NamedCase>& verifyCases() {
  static const std::vector<NamedCase> cases = {
      {"added-mass", [] { return addedMassCase({}); }},
      {"added-mass-circle", [] { return addedMassCase({.shape = "circle"}); }},
      {"added-mass-ellipsoid",
       [] {
         return addedMassCase({.shape = "ellipsoid", .position = {0.03, -0.05, 0.02}, .orientation = {20, 40, 10}});
       }},
      {"added-mass-near-a-wall",
       [] {
         return addedMassCase({.axes = Vec3(0.15), .position = {0.25, 0, 0}});
       }},
      {"added-mass-in-a-sphere", [] { return addedMassCase({.container = AddedMassSetup::Container::Sphere}); }},
      {"added-mass-in-a-circle",
       [] { return addedMassCase({.shape = "circle", .container = AddedMassSetup::Container::Sphere}); }},
      {"added-mass-at-a-surface",
       [] { return addedMassCase({.container = AddedMassSetup::Container::Open, .tank = Vec3(2, 1, 2)}); }},
      {"aligned-cube", [] { return alignedCubeCase(false); }},
      {"aligned-square", [] { return alignedCubeCase(true); }},
      {"one-matrix", [] { return oneMatrixCase(); }},
      {"released-sphere", [] { return releasedSphereCase(); }},
      {"released-sphere-places", [] { return releasedPlacesCase(); }},
      {"hydrostatic", [] { return hydrostaticCase(); }},
      {"neutral", [] { return neutralCase(); }},
      {"plug", [] { return plugCase(); }},
      {"piston", [] { return pistonCase(); }},
      {"gap", [] { return gapCase(); }},
      {"slab-in-channel", [] { return slabCase(); }},
      {"half-submerged-sphere", [] { return halfSubmergedCase(false); }},
      {"half-submerged-cylinder", [] { return halfSubmergedCase(true); }},
      {"open-tube", [] { return openTubeCase(); }},
      {"added-mass-convergence", [] { return addedMassConvergenceCase(false); }},
      {"added-mass-convergence-2d", [] { return addedMassConvergenceCase(true); }},
      {"velocity-convergence", [] { return velocityConvergenceCase(); }},
      {"conservation", [] { return conservationCase(); }},
      {"vortex", [] { return vortexCase(); }},
      {"taylor-green", [] { return taylorGreenCase(); }},
      {"spin", [] { return spinCase(); }},
      {"free-flight", [] { return freeFlightCase(); }},
      {"free-fall", [] { return freeFallCase(); }},
      {"release-in-time", [] { return releaseInTimeCase(); }},
      {"closed-tank", [] { return closedTankCase(); }},
      {"kirchhoff", [] { return kirchhoffCase(); }},
      {"water-rest", [] { return waterRestCase(RestTanks::Box, 24); }, kSlow},
      {"water-rest-40", [] { return waterRestCase(RestTanks::Box, 40); }, kSlow},
      {"water-rest-40-odd", [] { return waterRestCase(RestTanks::OneOfEach, 40); }, kSlow},
      {"water-rest-off-grid", [] { return waterRestCase(RestTanks::OffGrid, 24); }, kSlow},
      {"water-rest-tilted", [] { return waterRestCase(RestTanks::Tilted, 24); }, kSlow},
      {"water-rest-oblique", [] { return waterRestCase(RestTanks::Oblique, 24); }, kSlow},
      {"water-rest-sphere", [] { return waterRestCase(RestTanks::Sphere, 24); }, kSlow},
      {"water-float-sphere", [] { return waterFloatCase(FloatShape::Sphere); }, kSlow},
      {"water-float-cylinder", [] { return waterFloatCase(FloatShape::Cylinder); }, kSlow},
      {"water-float-box", [] { return waterFloatCase(FloatShape::Box); }, kSlow},
      {"water-push", [] { return waterPushCase(); }, kSlow},
      {"water-bottle", [] { return waterBottleCase(); }, kSlow},
  };
  return cases;
}

}  // namespace flotsam
