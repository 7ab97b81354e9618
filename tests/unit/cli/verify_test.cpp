// SPDX-License-Identifier: MIT
// `flotsam verify` as users call it: the keys of its JSON, its exit codes, plots in a folder.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/cli.h"
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

struct Outcome {
  int code;
  std::string out, err;
};
Outcome verify(std::vector<std::string> args) {
  args.insert(args.begin(), "verify");
  std::ostringstream out, err;
  const int code = runCli(args, out, err);
  return {code, out.str(), err.str()};
}

TEST(VerifyCommand, JsonHasTheKeysOfTheContract) {
  const Outcome o = verify({"added-mass", "--json", "--set", "radius=4", "--set", "position=0.01,0,0"});
  EXPECT_EQ(o.code, kGood) << o.err;
  const auto list = nlohmann::json::parse(o.out);
  ASSERT_TRUE(list.is_array());
  ASSERT_GT(list.size(), 6u);
  bool theory = false, none = false;
  for (const auto& row : list) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : row.items()) keys.push_back(key);
    EXPECT_EQ(keys,
              (std::vector<std::string>{"bound", "case", "error", "params", "pass", "quantity", "theory", "value"}));
    EXPECT_EQ(row["case"], "added-mass");
    EXPECT_EQ(row["params"]["radius"], 4);
    EXPECT_EQ(row["params"]["position"], nlohmann::json({0.01, 0, 0}));
    EXPECT_TRUE(row["pass"].is_boolean());
    theory |= row["theory"].is_number(), none |= row["theory"].is_null();
    if (row["bound"].is_number()) {
      EXPECT_EQ(row["pass"].get<bool>(), std::abs(row["error"].get<double>()) <= row["bound"].get<double>());
    }
  }
  EXPECT_TRUE(theory && none);
}

TEST(VerifyCommand, OutOfBoundsIsOne) {
  const Outcome o = verify({"added-mass", "--set", "radius=4", "--set", "fractions=voxel", "--set", "bound=area"});
  EXPECT_EQ(o.code, kFailed);
  EXPECT_NE(o.out.find("FAIL"), std::string::npos);
  EXPECT_NE(o.out.find("out of bounds"), std::string::npos);
}

TEST(VerifyCommand, BadInputIsTwo) {
  for (const std::vector<std::string>& args :
       std::vector<std::vector<std::string>>{{"no-such-case"},
                                             {"added-mass", "--set", "radiuss=4"},
                                             {"added-mass", "--set", "radius=many"},
                                             {"--json", "--markdown"},
                                             {"--nonsense"},
                                             {"added-mass", "--set", "shape=missing.obj"}}) {
    const Outcome o = verify(args);
    EXPECT_EQ(o.code, kBadInput) << args.back();
    EXPECT_NE(o.err, "") << args.back();
    EXPECT_EQ(o.out, "") << args.back();
  }
  EXPECT_NE(verify({"added-mass", "--set", "radiuss=4"}).err.find("did you mean 'radius'"), std::string::npos);
}

TEST(VerifyCommand, PlotsAndMarkdown) {
  TemporaryFolder folder;
  const Outcome o = verify({"released-sphere", "--set", "radius=3", "--markdown", "--plots", folder.file("plots")});
  EXPECT_EQ(o.code, kGood) << o.err;
  EXPECT_TRUE(std::filesystem::exists(folder.file("plots/released-sphere.svg")));
  EXPECT_NE(o.out.find("### `released-sphere`"), std::string::npos);
  EXPECT_NE(o.out.find("images/verify/released-sphere.svg"), std::string::npos);
  EXPECT_EQ(verify({"released-sphere", "--set", "radius=3", "--plots", "/proc/none"}).code, kBadInput);
}

TEST(VerifyCommand, ListRunsNothing) {
  const Outcome o = verify({"--list"});
  EXPECT_EQ(o.code, kGood);
  EXPECT_NE(o.out.find("added-mass-circle"), std::string::npos);
  EXPECT_NE(o.out.find("fractions=area"), std::string::npos);
}

}  // namespace
}  // namespace flotsam
