// SPDX-License-Identifier: MIT
// Small scenes for the tests of io and cli.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "io/scene.h"

namespace flotsam {

inline const std::string kHead = "format = 1\ngrid = { cells = [10, 10, 10], dx = 0.1 }\n";
inline const std::string kBall =
    "[[body]]\nname = \"ball\"\nshape = { sphere = { radius = 0.1 } }\nposition = [0.5, 0.5, 0.5]\n";

inline Result<WorldDesc> parse(const std::string& text) { return parseScene(text, "test.toml", "."); }

/// All problems, one a line.
inline std::string problemsOf(const std::string& text) {
  std::string all;
  for (const auto& p : parse(text).problems) all += p.text() + "\n";
  return all;
}

/// A folder of its own that goes away again.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "flotsam-test-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string readAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace flotsam
