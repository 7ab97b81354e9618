// SPDX-License-Identifier: MIT
// One line per case, in the order they are shown.
#include "verify/registry.h"

#include "verify/added_mass_cases.h"
#include "verify/flow_cases.h"

namespace flotsam {

const std::vector<NamedCase>& verifyCases() {
  static const std::vector<NamedCase> cases = {
      {"added-mass", [] { return addedMassCase("sphere"); }},
      {"added-mass-circle", [] { return addedMassCase("circle"); }},
      {"added-mass-ellipsoid", [] { return addedMassCase("ellipsoid"); }},
      {"vortex", [] { return vortexCase(); }},
      {"taylor-green", [] { return taylorGreenCase(); }},
      {"spin", [] { return spinCase(); }},
      {"free-flight", [] { return freeFlightCase(); }},
      {"free-fall", [] { return freeFallCase(); }},
      {"release-in-time", [] { return releaseInTimeCase(); }},
      {"closed-tank", [] { return closedTankCase(); }},
      {"kirchhoff", [] { return kirchhoffCase(); }},
  };
  return cases;
}

}  // namespace flotsam
