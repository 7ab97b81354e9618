// SPDX-License-Identifier: MIT
// The commands as main() calls them, with what they print.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "unit/io/scene_helpers.h"

namespace flotsam {

struct Outcome {
  int code;
  std::string out, err;
};

inline Outcome cli(const std::vector<std::string>& args, WindowEntry window = nullptr) {
  std::ostringstream out, err;
  const int code = runCli(args, out, err, window);
  return {code, out.str(), err.str()};
}

class Cli : public testing::Test {
 protected:
  TemporaryFolder folder;
  std::string scene = folder.write("small.toml", kHead + kBall + "density = 2500\n");
};

}  // namespace flotsam
