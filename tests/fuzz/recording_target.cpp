// SPDX-License-Identifier: MIT
// Any bytes as a recording: a reason, or a recording that saves and reads back, and whose scene may be tried.
#include "fuzz/fuzz_target.h"
#include "io/recording.h"
#include "io/scene.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flotsam;
  const auto recording = parseRecording(fuzz::textOf(data, size), "fuzz.json");
  fuzz::require(recording || hasErrors(recording.problems), "a reason where there is no recording");
  if (!recording) return 0;
  const auto scene = parseScene(recording->sceneText, "fuzz.json", "/nowhere");
  if (scene) matchScene(*recording, *scene);
  const std::string text = recordingText(*recording);
  const auto again = parseRecording(text, "again.json");
  fuzz::require(bool(again), "what is saved can be read");
  fuzz::require(recordingText(*again) == text, "what is saved and read is the same");
  return 0;
}
