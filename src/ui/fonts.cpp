// SPDX-License-Identifier: MIT
#include "ui/fonts.h"

#include <imgui_freetype.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace flotsam {
namespace {

constexpr ImWchar kDigits[] = {'0', '9', 0};
constexpr ImWchar kAllButDigits[] = {0x20,   0x2F,   0x3A,   0xFF,   0x370,  0x3FF,  0x2000, 0x2027, 0x2030,
                                     0x203A, 0x2070, 0x209F, 0x2190, 0x21FF, 0x2200, 0x22FF, 0};
constexpr ImWchar kIcons[] = {0xF000, 0xF2FF, 0};

const char* firstFile(std::initializer_list<const char*> paths) {
  for (const char* path : paths)
    if (FILE* file = std::fopen(path, "rb")) {
      std::fclose(file);
      return path;
    }
  return nullptr;
}

ImFont* addFace(ImFontAtlas& atlas, const std::string& weight, float size, const char* iconFile) {
  const std::string inter = "/usr/share/fonts/opentype/inter/Inter-" + weight + ".otf";
  const std::string bold = weight == "Regular" ? "" : "-Bold";
  const std::string dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans" + bold + ".ttf";
  const char* file = firstFile({inter.c_str(), dejaVu.c_str()});
  ImFontConfig config;
  config.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
  if (!file) {
    config.SizePixels = size;
    return atlas.AddFontDefault(&config);
  }
  ImFont* font = atlas.AddFontFromFileTTF(file, size, &config, kAllButDigits);
  config.MergeMode = true;
  config.GlyphMinAdvanceX = config.GlyphMaxAdvanceX = std::round(0.52f * size);
  atlas.AddFontFromFileTTF(file, size, &config, kDigits);
  if (iconFile) {
    ImFontConfig icons;
    icons.MergeMode = true;
    icons.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
    icons.GlyphOffset.y = std::round(size / 16);
    icons.GlyphMinAdvanceX = std::round(size * 17 / 16);
    atlas.AddFontFromFileTTF(iconFile, std::round(size * 15 / 16), &icons, kIcons);
  }
  return font;
}

/// A blurred rounded square as white with falling alpha; its quarters are the corners of a nine-patch.
void paintShadow(ImFontAtlas& atlas, Fonts& fonts) {
  const ImFontAtlasCustomRect* rect = atlas.GetCustomRectByIndex(fonts.shadowRect);
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
  const float half = 0.5f * rect->Width, radius = 0.4f * half, reach = 0.5f * half;
  for (int y = 0; y < rect->Height; ++y)
    for (int x = 0; x < rect->Width; ++x) {
      const float dx = std::fabs(x + 0.5f - half) - (half - reach - radius),
                  dy = std::fabs(y + 0.5f - half) - (half - reach - radius);
      const float outside = std::hypot(std::max(dx, 0.0f), std::max(dy, 0.0f)) - radius;
      const float t = std::clamp(0.5f - 0.5f * outside / reach, 0.0f, 1.0f);
      unsigned char* p = pixels + 4 * (size_t(rect->Y + y) * width + rect->X + x);
      p[0] = p[1] = p[2] = 255;
      p[3] = static_cast<unsigned char>(255 * t * t * (3 - 2 * t));
    }
  atlas.CalcCustomRectUV(rect, &fonts.shadowMin, &fonts.shadowMax);
  fonts.shadowSize = half;
}

}  // namespace

Fonts loadFonts(float scale) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.TexDesiredWidth = scale > 1.4f ? 2048 : 1024;
  atlas.Flags |= ImFontAtlasFlags_NoBakedLines;
  const char* iconFile = firstFile({"/usr/share/fonts/truetype/fork-awesome/forkawesome-webfont.ttf",
                                    "/usr/share/fonts-fork-awesome/fonts/forkawesome-webfont.ttf"});
  const auto size = [&](float design) { return std::round(design * scale); };
  Fonts fonts;
  fonts.icons = iconFile != nullptr;
  fonts.body = addFace(atlas, "Regular", size(16), iconFile);  // the first is ImGui's default
  fonts.medium = addFace(atlas, "Medium", size(16), iconFile);
  fonts.caption = addFace(atlas, "Medium", size(14), nullptr);
  fonts.head = addFace(atlas, "SemiBold", size(17), nullptr);
  fonts.title = addFace(atlas, "SemiBold", size(24), nullptr);
  const int patch = 2 * static_cast<int>(std::round(20 * scale));
  fonts.shadowRect = atlas.AddCustomRectRegular(patch, patch);
  atlas.Build();
  paintShadow(atlas, fonts);
  return fonts;
}

}  // namespace flotsam
