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

/// The names in back quotes in the first column of the table under this line of a document, with commas between.
inline std::string documentedNames(const std::string& document, const std::string& line) {
  const std::string text = readAll(FLOTSAM_SOURCE_DIR "/" + document);
  const size_t begin = text.find("\n" + line);
  EXPECT_NE(begin, std::string::npos) << line;
  if (begin == std::string::npos) return "";
  std::istringstream lines(text.substr(text.find("\n|", begin + 1) + 1));
  std::string names, row;
  while (std::getline(lines, row) && row.starts_with('|')) {
    std::istringstream parts(row.substr(1, row.find('|', 1) - 1));
    std::string part;
    for (bool name = false; std::getline(parts, part, '`'); name = !name)
      if (name) names += (names.empty() ? "" : ",") + part;
  }
  return names;
}

class Cli : public testing::Test {
 protected:
  TemporaryFolder folder;
  std::string scene = folder.write("small.toml", kHead + kBall + "density = 2500\n");
};

}  // namespace flotsam
