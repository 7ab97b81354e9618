// SPDX-License-Identifier: MIT
// The measured colours. The palette keeps any two bodies apart for normal and colour-blind eyes.
#include "render/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace flotsam {
namespace {

float toLinear(float s) { return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f); }
float toDisplay(float l) { return l <= 0.0031308f ? 12.92f * l : 1.055f * std::pow(l, 1 / 2.4f) - 0.055f; }

// OKLab: Björn Ottosson, "A perceptual color space for image processing", 2020.
Vec3f toOklab(const Vec3f& c) {
  const glm::mat3 toCones(0.4122214708f, 0.2119034982f, 0.0883024619f, 0.5363325363f, 0.6806995451f, 0.2817188376f,
                          0.0514459929f, 0.1073969566f, 0.6299787005f);
  const Vec3f cones = toCones * c;
  const Vec3f r(std::cbrt(cones.x), std::cbrt(cones.y), std::cbrt(cones.z));
  return {0.2104542553f * r.x + 0.7936177850f * r.y - 0.0040720468f * r.z,
          1.9779984951f * r.x - 2.4285922050f * r.y + 0.4505937099f * r.z,
          0.0259040371f * r.x + 0.7827717662f * r.y - 0.8086757660f * r.z};
}

Vec3f fromOklab(const Vec3f& lab) {
  const Vec3f r(lab.x + 0.3963377774f * lab.y + 0.2158037573f * lab.z,
                lab.x - 0.1055613458f * lab.y - 0.0638541728f * lab.z,
                lab.x - 0.0894841775f * lab.y - 1.2914855480f * lab.z);
  const Vec3f c = r * r * r;
  return {4.0767416621f * c.x - 3.3077115913f * c.y + 0.2309699292f * c.z,
          -1.2684380046f * c.x + 2.6097574011f * c.y - 0.3413193965f * c.z,
          -0.0041960863f * c.x - 0.7034186147f * c.y + 1.7076147010f * c.z};
}

constexpr unsigned kBodies[] = {0xD4653A, 0x1B7FCC, 0xF2B239, 0x2F8273, 0x765A9E,
                                0x79C1F1, 0xCB8DB3, 0x93AE63, 0x3D4A56, 0xD9C7B5};
constexpr unsigned kDyes[2][kDyeColours + 1] = {{0xA3B3C0, 0x1F6FB5, 0xD9582F, 0xE0A11B, 0x55307A},
                                                {0x7A8C9C, 0x4FA3E3, 0xF08A5D, 0xF2C94C, 0xD9B8F2}};
constexpr unsigned kSpeeds[2][5] = {{0xC9D5DD, 0x8FBFCC, 0x3E93B5, 0x1F5E9B, 0x1B2C63},
                                    {0x33465A, 0x2F6F8F, 0x43A6A6, 0x9AD3A5, 0xF7EFB2}};

using SpeedTable = std::array<uint32_t, 256>;

SpeedTable makeSpeedTable(const unsigned (&stops)[5]) {
  SpeedTable table;
  for (int i = 0; i < 256; ++i) {
    const float t = 4 * static_cast<float>(i) / 255;
    const int s = std::min(static_cast<int>(t), 3);
    const Vec3f c = fromOklab(
        glm::mix(toOklab(linearColour(stops[s])), toOklab(linearColour(stops[s + 1])), t - static_cast<float>(s)));
    uint32_t rgba = 0xFF000000u;
    for (int k = 0; k < 3; ++k)
      rgba |= static_cast<uint32_t>(std::lround(255 * toDisplay(std::clamp(c[k], 0.f, 1.f)))) << (8 * k);
    table[static_cast<size_t>(i)] = rgba;
  }
  return table;
}

ThemeLook makeLight() {
  ThemeLook t{};
  t.dark = false;
  t.top = linearColour(0xFBFCFD), t.horizon = linearColour(0xEDF1F4), t.floor = linearColour(0xF1F4F6);
  t.tankFloor = linearColour(0xF2F5F7), t.panel = linearColour(0xF6F9FB), t.gridLine = linearColour(0x2B4256);
  t.accentLinear = linearColour(0x0B84A5), t.accent = displayColour(0x0B84A5);
  t.panelLines = 0.10f, t.floorLines = 0.11f;
  t.corner = 0.11f, t.panelAlpha = 0.66f, t.vignette = 0.55f, t.grain = 0;
  t.contact = 0.26f, t.ambient = 0.10f, t.castShadow = 0.42f;
  t.key = {.62f, .595f, .56f}, t.sky = {.56f, .60f, .65f}, t.ground = {.38f, .375f, .37f};
  t.edge = displayColour(0x51697D), t.edgeFront = 0.75f, t.edgeBack = 0.30f;
  t.sheen = Vec3f(1), t.sheenAlpha = 0.085f;
  t.fog = displayColour(0xE4EAEF), t.fogStrength = 0.42f;
  t.smokeAlbedo = {.075f, .105f, .25f}, t.smokeAmbient = {.35f, .38f, .45f}, t.smokeLit = {.80f, .75f, .72f};
  t.smokeWarm = {6.5f, 1.1f, .05f};
  t.water = {{.030f, .255f, .42f}, {.74f, .27f, .012f}, {.72f, .84f, .91f}, Vec3f(1.05f), Vec3f(1), 0.75f};
  t.drop = {{.66f, .87f, .935f, .55f}, {.30f, .66f, .80f, .80f}, {.95f, .74f, .30f, .8f}, {.80f, .50f, .08f, .95f}};
  return t;
}

ThemeLook makeDark() {
  ThemeLook t{};
  t.dark = true;
  t.top = linearColour(0x20262E), t.horizon = linearColour(0x161A20), t.floor = linearColour(0x222932);
  t.tankFloor = linearColour(0x2A323C), t.panel = linearColour(0x1E242C), t.gridLine = linearColour(0xB9D3E6);
  t.accentLinear = linearColour(0x35B6D0), t.accent = displayColour(0x35B6D0);
  t.panelLines = 0.05f, t.floorLines = 0.065f;
  t.corner = 0.24f, t.panelAlpha = 0.70f, t.vignette = 1.5f, t.grain = 1 / 255.f;
  t.contact = 0.42f, t.ambient = 0.22f, t.castShadow = 0.62f;
  t.key = {.80f, .78f, .74f}, t.sky = {.34f, .39f, .46f}, t.ground = {.17f, .18f, .20f};
  t.edge = displayColour(0xA9C4D8), t.edgeFront = 0.75f, t.edgeBack = 0.28f;
  t.sheen = displayColour(0xC8DCEA), t.sheenAlpha = 0.028f;
  t.fog = displayColour(0x222932), t.fogStrength = 0.28f;
  t.smokeAlbedo = {.96f, .97f, 1.f}, t.smokeAmbient = {.13f, .15f, .19f}, t.smokeLit = {1.02f, .98f, .92f};
  t.smokeWarm = {1.5f, .38f, .03f};
  t.water = {{.010f, .095f, .24f}, {.40f, .16f, .015f},     {.10f, .16f, .21f},
             {.52f, .60f, .66f},   displayColour(0xBFE6F2), 0.5f};
  t.drop = {{.18f, .38f, .50f, .50f}, {.42f, .70f, .82f, .78f}, {.62f, .44f, .14f, .8f}, {.92f, .68f, .28f, .95f}};
  return t;
}

}  // namespace

Vec3f displayColour(unsigned hex) { return Vec3f(hex >> 16 & 255, hex >> 8 & 255, hex & 255) / 255.f; }

Vec3f linearColour(unsigned hex) {
  const Vec3f c = displayColour(hex);
  return {toLinear(c.x), toLinear(c.y), toLinear(c.z)};
}

const ThemeLook& themeLook(Theme theme) {
  static const ThemeLook light = makeLight(), dark = makeDark();
  return theme == Theme::Dark ? dark : light;
}

const uint32_t* speedTable(Theme theme) {
  static const SpeedTable light = makeSpeedTable(kSpeeds[0]), dark = makeSpeedTable(kSpeeds[1]);
  return theme == Theme::Dark ? dark.data() : light.data();
}

unsigned bodyColour(int index) {
  const int n = static_cast<int>(std::size(kBodies));
  return kBodies[((index % n) + n) % n];
}

unsigned dyeColour(int dye, Theme theme) {
  return kDyes[theme == Theme::Dark][dye <= 0 ? 0 : 1 + (dye - 1) % kDyeColours];
}

unsigned speedColour(double t, Theme theme) {
  const double c = t > 0 ? std::min(t, 1.0) : 0;
  const uint32_t rgba = speedTable(theme)[static_cast<int>(255 * c + 0.5)];
  return (rgba & 255) << 16 | (rgba & 0xFF00) | (rgba >> 16 & 255);
}

unsigned bodyArrowColour(int which, Theme theme) {
  constexpr unsigned colours[2][2] = {{0x0B5FA5, 0xC85A00}, {0x6CC3F5, 0xFFA94D}};
  return colours[theme == Theme::Dark][which == 1];
}

unsigned sliceColour(SliceQuantity quantity, double t, Theme theme) {
  const double c = t > 0 ? std::min(t, 1.0) : 0;
  const bool dark = theme == Theme::Dark;
  if (quantity == SliceQuantity::Cells) {  // fluid, air, body, wall
    constexpr unsigned kinds[2][4] = {{0x8CC8E8, 0xF2F4F6, 0xE08A4A, 0x8A94A0},
                                      {0x2F7FA8, 0x2A3138, 0xD07C3C, 0x66707A}};
    return kinds[dark][static_cast<int>(3 * c + 0.5)];
  }
  if (quantity == SliceQuantity::Fractions) return speedColour(1 - c, theme);  // what is open is pale
  if (!sliceSigned(quantity)) return speedColour(c, theme);
  // Blue and orange differ to every eye; nothing is the background's grey.
  constexpr unsigned ends[2] = {0x2166AC, 0xD9700D}, middle[2] = {0xEEF1F4, 0x2C333A};
  const unsigned a = middle[dark], b = ends[c > 0.5];
  const double part = std::abs(2 * c - 1);
  unsigned out = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    const double from = a >> shift & 255, to = b >> shift & 255;
    out |= static_cast<unsigned>(from + part * (to - from) + 0.5) << shift;
  }
  return out;
}

}  // namespace flotsam
