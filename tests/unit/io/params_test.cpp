// SPDX-License-Identifier: MIT
// The list of parameters itself: defaults in bounds, words present, keys unique, storage bound to the right field.
#include <gtest/gtest.h>

#include <set>

#include "sim/params.h"

namespace flotsam {
namespace {

struct All {
  StepParams params;
  BodyDesc body;
  ParamList list;
  All() {
    body.name = "ball";
    describe(params, list);
    describe(body, list);
  }
};

TEST(Params, DefaultsLieInTheirBounds) {
  All all;
  ASSERT_GE(all.list.all().size(), 25u);
  for (const auto& p : all.list.all()) {
    EXPECT_LT(p.info.min, p.info.max + (p.info.kind == ParamKind::Choice ? 1 : 0)) << p.info.key;
    EXPECT_GE(p.defaultValue, p.info.min) << p.info.key;
    EXPECT_LE(p.defaultValue, p.info.max) << p.info.key;
    EXPECT_EQ(p.value, p.defaultValue) << p.info.key;
    if (p.info.logScale) {
      EXPECT_GE(p.info.min, 0) << p.info.key;  // zero: the left end of the slider stands for it
    }
  }
}

TEST(Params, EveryOneHasItsWordsAndAKeyOfItsOwn) {
  All all;
  std::set<std::string> keys;
  for (const auto& p : all.list.all()) {
    EXPECT_TRUE(keys.insert(p.info.key).second) << p.info.key;
    EXPECT_FALSE(p.info.label.empty()) << p.info.key;
    EXPECT_GT(p.info.help.size(), 10u) << p.info.key;
    EXPECT_EQ(p.info.help.back(), '.') << p.info.key;
    if (p.info.kind == ParamKind::Number) {
      EXPECT_FALSE(p.info.low.empty() || p.info.high.empty()) << p.info.key;
    }
  }
}

TEST(Params, EveryKeyStoresInAFieldOfItsOwn) {
  All probe;
  for (const auto& info : probe.list.all()) {
    All all;
    Param* p = all.list.find(info.info.key);
    const double other = p->defaultValue == p->info.max ? p->info.min : p->info.max;
    p->store(other);
    ParamList again;
    describe(all.params, again);
    describe(all.body, again);
    for (const auto& q : again.all()) {
      const double expected = q.info.key == info.info.key ? other : q.defaultValue;
      EXPECT_EQ(q.value, expected) << "stored " << info.info.key << ", looked at " << q.info.key;
    }
  }
}

}  // namespace
}  // namespace flotsam
