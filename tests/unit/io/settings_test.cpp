// SPDX-License-Identifier: MIT
// The window's settings: what is kept comes back, and nothing in the file can keep the window from opening.
#include "io/settings.h"

#include <gtest/gtest.h>

#include <fstream>

namespace flotsam {
namespace {

namespace fs = std::filesystem;

class SettingsFile : public ::testing::Test {
 protected:
  void SetUp() override { fs::remove_all(folder_), fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  Settings read(const std::string& text) {
    std::ofstream(file_, std::ios::binary) << text;
    problems_.clear();
    return readSettings(file_, problems_);
  }
  bool told(const std::string& words) const {
    for (const Problem& p : problems_)
      if (p.text().find(words) != std::string::npos) return true;
    return false;
  }
  fs::path folder_ = fs::temp_directory_path() / ("flotsam-settings-" + std::to_string(::getpid())),
           file_ = folder_ / "settings.toml";
  Problems problems_;
};

TEST_F(SettingsFile, WhatIsKeptComesBack) {
  const Settings s{.width = 1600,
                   .height = 901,
                   .maximised = true,
                   .theme = "dark",
                   .detail = "1",
                   .all = true,
                   .folded = {"method view", "view"}};
  const fs::path deep = folder_ / "not" / "there" / "settings.toml";
  ASSERT_TRUE(saveSettings(deep, s).empty());
  EXPECT_EQ(readSettings(deep, problems_), s);
  ASSERT_TRUE(saveSettings(deep, {}).empty());
  EXPECT_EQ(readSettings(deep, problems_), Settings{});
  EXPECT_TRUE(problems_.empty());
}

TEST_F(SettingsFile, AWindowOfAnySizeIsKeptAsOneThatCanBeRead) {
  const fs::path file = folder_ / "size.toml";
  Settings small;
  small.width = 500, small.height = 1;
  ASSERT_TRUE(saveSettings(file, small).empty());
  const Settings s = readSettings(file, problems_);
  EXPECT_TRUE(problems_.empty());
  EXPECT_EQ(s.width, 640);
  EXPECT_EQ(s.height, 400);
}

TEST_F(SettingsFile, NoFileMeansDefaults) {
  EXPECT_EQ(readSettings(folder_ / "none.toml", problems_), Settings{});
  EXPECT_EQ(readSettings({}, problems_), Settings{});
  EXPECT_TRUE(problems_.empty());
  EXPECT_TRUE(saveSettings({}, {}).empty());
}

TEST_F(SettingsFile, BadOnesAreToldAndTheRestHolds) {
  const Settings s = read(
      "window = { width = -5, height = 800 }\ntheme = \"pink\"\ndetail = 1\nshow = { all = true }\n"
      "folded = [\"view\", \"a\\\"b\"]\nlayout = 3\n");
  EXPECT_EQ(s.width, 1280);
  EXPECT_EQ(s.height, 800);
  EXPECT_EQ(s.theme, "scene");
  EXPECT_EQ(s.detail, "auto");
  EXPECT_TRUE(s.all);
  EXPECT_EQ(s.folded, std::vector<std::string>{"view"});
  for (const char* words : {"window.width", "theme", "detail", "layout"}) EXPECT_TRUE(told(words)) << words;
}

TEST_F(SettingsFile, WhatIsNoSettingsFileGivesDefaults) {
  for (const std::string& text : {std::string("= = ="), std::string("\0\x01\xff\xfe", 4), std::string("format = 99\n"),
                                  std::string(1 << 17, '#'), std::string("window = 3\nshow = []\nfolded = \"x\"\n")}) {
    EXPECT_EQ(read(text), Settings{});
    EXPECT_FALSE(problems_.empty());
  }
  problems_.clear();
  EXPECT_EQ(readSettings(folder_, problems_), Settings{});
  EXPECT_TRUE(told("is not a file"));
}

TEST_F(SettingsFile, AFolderThatCanNotBeMadeIsNamed) {
  std::ofstream(folder_ / "file") << "x";
  const Problems p = saveSettings(folder_ / "file" / "flotsam" / "settings.toml", {});
  ASSERT_EQ(p.size(), 1u);
  EXPECT_NE(p[0].text().find("file/flotsam"), std::string::npos);
}

}  // namespace
}  // namespace flotsam
