// SPDX-License-Identifier: MIT
// How the user left the window, kept between two runs as a small TOML file: size, theme, level of detail, what is
// folded. Nothing of a scene is in it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"

namespace flotsam {

struct Settings {
  int width = 1280, height = 720;  // design pixels
  bool maximised = false;
  std::string theme = "scene";      // light | dark | scene: what the scene prefers
  std::string detail = "auto";      // 0 | 1 | 2 | auto: the level of detail of the picture
  bool all = false;                 // the inspector shows all settings, not the basic ones
  std::vector<std::string> folded;  // sections of the inspector, in order of the alphabet
  bool operator==(const Settings&) const = default;
};

/// $XDG_CONFIG_HOME/flotsam/settings.toml, else ~/.config/flotsam/settings.toml; empty when there is neither.
std::filesystem::path settingsFile();
/// What the file says; defaults for all it does not say, or says wrongly (`problems` names file, line, key and reason).
/// A file that is not there is no problem.
Settings readSettings(const std::filesystem::path& file, Problems& problems);
/// Makes the folder when needed. An empty path keeps nothing.
Problems saveSettings(const std::filesystem::path& file, const Settings& settings);

}  // namespace flotsam
