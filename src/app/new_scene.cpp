// SPDX-License-Identifier: MIT
#include "app/new_scene.h"

namespace flotsam {

WorldDesc emptyScene(const NewTank& tank) {
  WorldDesc desc;
  desc.title = tank.water ? "New tank of water" : "New tank";
  desc.cells = tank.cells();
  desc.dx = tank.dx();
  desc.params.fluid.domain = tank.water ? FluidDomain::Liquid : FluidDomain::Full;
  if (tank.water) {
    LiquidRegion half;
    half.kind = LiquidRegion::Level;
    half.level = 0.5 * desc.dx * desc.cells.y;
    desc.liquid.push_back(half);
    desc.view.colour = "depth";
  }
  return desc;
}

}  // namespace flotsam
