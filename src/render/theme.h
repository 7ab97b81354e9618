// SPDX-License-Identifier: MIT
// Colours and light of the two themes, and the palettes. Hex values are sRGB; light is linear.
#pragma once

#include <cstdint>

#include "core/math.h"
#include "render/renderer.h"

namespace flotsam {

/// sRGB hex to display values (0..1) and to linear light.
Vec3f displayColour(unsigned hex);
Vec3f linearColour(unsigned hex);

/// Linear light.
struct WaterLook {
  Vec3f deep, honeyDeep;  // where no light comes through
  Vec3f skyLow, skyHigh;  // what the surface mirrors
  Vec3f line;             // display colour of the line where the surface meets the glass
  float lineAlpha;
};

/// Of drops; display colours and opacity.
struct DropLook {
  Vec4f core, rim, honeyCore, honeyRim;
};

struct ThemeLook {
  bool dark;
  // Linear.
  Vec3f top, horizon, floor, tankFloor, panel, gridLine, accentLinear;
  float panelLines, floorLines;  // how much of the line colour
  float corner, panelAlpha, vignette, grain, contact, ambient, castShadow;
  Vec3f key, sky, ground;
  // Display.
  Vec3f edge, accent, sheen, fog;
  float edgeFront, edgeBack, sheenAlpha, fogStrength;
  // Smoke, linear.
  Vec3f smokeAlbedo, smokeAmbient, smokeLit, smokeWarm;
  WaterLook water;
  DropLook drop;
};

const ThemeLook& themeLook(Theme theme);

/// Speed map as 256 RGBA8 entries (alpha 255), and the dyes; index 0 is undyed.
const uint32_t* speedTable(Theme theme);
inline constexpr int kDyeColours = 4;

}  // namespace flotsam
