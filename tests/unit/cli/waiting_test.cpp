// SPDX-License-Identifier: MIT
// The line that shows how long something takes.
#include "cli/waiting.h"

#include <gtest/gtest.h>

#include <chrono>
#include <sstream>

namespace flotsam {
namespace {

TEST(Waiting, SaysNothingOfWhatIsQuick) {
  std::ostringstream out;
  { Waiting waiting(&out, "a scene: is read", /*after=*/60); }
  EXPECT_EQ(out.str(), "");
  Waiting nowhere(nullptr, "a scene: is read", /*after=*/0);
  nowhere.clear();
}

TEST(Waiting, SaysHowLongItTakesAndTakesTheLineAway) {
  std::ostringstream out;
  Waiting waiting(&out, "a scene: is read", /*after=*/0.01);
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  waiting.clear();
  const std::string said = out.str();
  EXPECT_EQ(said.find("\ra scene: is read, 0 s "), 0u) << said;
  EXPECT_NE(said.find("\ra scene: is read, 1 s "), std::string::npos) << said;
  EXPECT_TRUE(said.ends_with("\r" + std::string(22, ' ') + "\r")) << said;
}

}  // namespace
}  // namespace flotsam
