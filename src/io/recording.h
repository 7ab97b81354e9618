// SPDX-License-Identifier: MIT
// Recordings: the scene as it was at the start, every non-empty input frame with its step, and state hashes now and
// then; one JSON file. `flotsam replay F --verify` runs it again and compares the hashes.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "core/result.h"
#include "sim/input.h"

namespace flotsam {

struct Recording {
  std::string title;                      // of the scene, for people; may be empty
  std::string sceneText;                  // TOML (io/scene.h), paths made absolute or shipped names
  std::string sceneFolder;                // where relative mesh paths start
  uint64_t steps = 0;                     // how many steps were run
  std::map<uint64_t, InputFrame> frames;  // by step index, only non-empty ones
  std::map<uint64_t, uint64_t> hashes;    // state hash after so many steps
};

/// Whether the text begins as recordings do; it need not be a whole or a valid one.
bool looksLikeRecording(std::string_view text);
/// What to say of such a file that was given as something else: "is a recording, not a scene; ...".
Problem recordingInstead(const std::filesystem::path& path, const char* of);
Problems saveRecording(const std::filesystem::path& path, const Recording& recording);
/// Whether the input of a recording makes sense in a scene: an error where it names bodies that the scene has not, a
/// warning where the scene is not the recorded one (the view aside).
Problems matchScene(const Recording& recording, const WorldDesc& desc);
/// The same from and to text; `name` stands for the file in messages.
std::string recordingText(const Recording& recording);
Result<Recording> parseRecording(const std::string& text, const std::string& name);
Result<Recording> loadRecording(const std::filesystem::path& path);

}  // namespace flotsam
