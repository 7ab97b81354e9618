// SPDX-License-Identifier: MIT
// What `flotsam run` writes about itself is what docs/reports.md tells.
#include <nlohmann/json.hpp>
#include <set>

#include "unit/cli/cli_helpers.h"

namespace flotsam {
namespace {

/// Smoke, heat, open sides and one body: all columns and fields there are.
constexpr const char* kScene = "hot-sphere";

void addFields(const nlohmann::json& json, const std::string& name, std::set<std::string>& names) {
  const bool objects = json.is_array() && !json.empty() && json.front().is_object();
  if (!json.is_object() && !objects) names.insert(name);
  if (json.is_object())
    for (const auto& [key, value] : json.items()) addFields(value, name.empty() ? key : name + "." + key, names);
  if (objects)
    for (const auto& entry : json) addFields(entry, name, names);
}

TEST(Docs, EveryColumnOfARunIsTold) {
  const std::string csv = cli({"run", kScene, "--steps", "1", "--csv", "-"}).out;
  std::string names = csv.substr(0, csv.find('\n'));
  for (size_t at; (at = names.find("sphere_")) != std::string::npos;) names.replace(at, 7, "BODY_");
  EXPECT_EQ(names, documentedNames("docs/reports.md", "## The columns of `flotsam run --csv`"));
}

TEST(Docs, EveryFieldOfAReportIsTold) {
  std::set<std::string> written, told;
  addFields(nlohmann::json::parse(cli({"run", kScene, "--steps", "1", "--report", "-"}).out), "", written);
  written.insert("fault");  // of a run that stopped
  std::istringstream names(documentedNames("docs/reports.md", "## The fields of `flotsam run --report`"));
  for (std::string name; std::getline(names, name, ',');) EXPECT_TRUE(told.insert(name).second) << name;
  EXPECT_EQ(written, told);
}

}  // namespace
}  // namespace flotsam
