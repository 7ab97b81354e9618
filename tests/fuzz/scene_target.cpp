// SPDX-License-Identifier: MIT
// Any bytes as a scene file: problems with a reason, or a description that saves to text which reads back to itself.
#include "fuzz/fuzz_target.h"
#include "io/scene.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flotsam;
  const auto scene = parseScene(fuzz::textOf(data, size), "fuzz.toml", "/nowhere");
  fuzz::require(scene || hasErrors(scene.problems), "a reason where there is no scene");
  for (const Problem& p : scene.problems) fuzz::require(!p.reason.empty(), "a reason in every problem");
  if (!scene) return 0;
  const std::string text = sceneText(*scene);
  const auto again = parseScene(text, "again.toml", "/nowhere");
  if (!again) std::fputs((text + "\n" + again.problems.front().text() + "\n").c_str(), stderr);
  fuzz::require(bool(again), "what is saved can be read");
  if (sceneText(*again) != text) std::fputs((text + "---\n" + sceneText(*again)).c_str(), stderr);
  fuzz::require(sceneText(*again) == text, "what is saved and read is the same");
  return 0;
}
