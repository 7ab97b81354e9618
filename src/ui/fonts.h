// SPDX-License-Identifier: MIT
// Type of the window: Inter through FreeType with digits of one width, icons of Fork Awesome, and the soft shadow under
// panels, all in one atlas. Falls back to DejaVu, then to ImGui's own font, so the window opens on any machine.
#pragma once

#include <imgui.h>

namespace flotsam {

/// Code points of the icons used (Fork Awesome); words stand in where the icon font is missing.
namespace icon {
inline constexpr const char *kGrab = "\uf256", *kCube = "\uf1b2", *kCopy = "\uf24d", *kTrash = "\uf1f8",
                            *kStart = "\uf049", *kStep = "\uf051", *kBack = "\uf048", *kColumns = "\uf0db",
                            *kCamera = "\uf030", *kBook = "\uf02d", *kDown = "\uf078", *kUp = "\uf077",
                            *kRight = "\uf054", *kLeft = "\uf053", *kCheck = "\uf00c", *kDrop = "\uf043",
                            *kMove = "\uf047", *kTurn = "\uf01e", *kClose = "\uf00d", *kWarn = "\uf071",
                            *kInfo = "\uf05a", *kFolder = "\uf07b", *kFile = "\uf016", *kAbove = "\uf148";
}

struct Fonts {
  ImFont *caption = nullptr, *body = nullptr, *medium = nullptr, *head = nullptr, *title = nullptr;
  bool icons = false;  // Fork Awesome was found
  int shadowRect = -1;
  ImVec2 shadowMin, shadowMax;  // texture coordinates of the soft shadow, a nine-patch
  float shadowSize = 0;         // pixels of one corner patch
};

/// Fills the atlas of the current ImGui context for a content scale. The caller uploads the texture.
Fonts loadFonts(float scale);

}  // namespace flotsam
