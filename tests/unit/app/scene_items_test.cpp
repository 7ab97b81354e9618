// SPDX-License-Identifier: MIT
// The list of scenes: every shipped one once, group by group, each group by title.
#include "app/scene_items.h"

#include <gtest/gtest.h>
#include <strings.h>

#include <algorithm>
#include <set>

namespace flotsam {
namespace {

SceneEntry entry(const char* name, const char* source, size_t steps, bool liquid) {
  SceneEntry e;
  e.name = e.title = name, e.source = source, e.steps = steps, e.liquid = liquid;
  return e;
}

TEST(SceneItems, TheGroupIsWhatTheFileSays) {
  const auto items = sceneItems({entry("plain", "Flotsam", 0, false), entry("tap", "Flotsam", 0, true),
                                 entry("catapult", "Carlson, Mucha, Turk 2004, fig. 1", 0, true),
                                 entry("float", "closed forms", 3, true), entry("Bowl", "closed forms", 3, false),
                                 entry("rabbit", "Batty, Bertails, Bridson 2007, fig. 1", 4, false)});
  std::vector<std::string> told;
  for (const auto& item : items) told.push_back(item.group + ": " + item.title + (item.lesson ? " (lesson)" : ""));
  EXPECT_EQ(told, (std::vector<std::string>{"From the paper: rabbit (lesson)", "Lessons: Bowl (lesson)",
                                            "Lessons: float (lesson)", "Water: tap", "From other papers: catapult",
                                            "More: plain"}));
}

TEST(SceneItems, EveryShippedSceneIsThereOnceAndGroupsHoldTogether) {
  const auto items = sceneItems(shippedScenes());
  ASSERT_EQ(items.size(), shippedScenes().size());
  std::set<std::string> names, groups;
  for (size_t i = 0; i < items.size(); ++i) {
    EXPECT_TRUE(names.insert(items[i].name).second) << items[i].name;
    const bool begins = i == 0 || items[i].group != items[i - 1].group;
    EXPECT_EQ(groups.insert(items[i].group).second, begins) << items[i].group << " is torn at " << items[i].name;
    const int order = i == 0 ? -1 : strcasecmp(items[i - 1].title.c_str(), items[i].title.c_str());
    EXPECT_TRUE(begins || order < 0) << items[i].name;
  }
  EXPECT_GE(groups.size(), 4u);
}

}  // namespace
}  // namespace flotsam
