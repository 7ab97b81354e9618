// SPDX-License-Identifier: MIT
// The frame of `flotsam verify`: names and globs, parameters, what passes and what never does, plots.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/parallel.h"
#include "verify/runner.h"

namespace flotsam {
namespace {

TEST(Verify, Globs) {
  EXPECT_TRUE(globMatches("added-mass*", "added-mass"));
  EXPECT_TRUE(globMatches("added-mass*", "added-mass-circle"));
  EXPECT_TRUE(globMatches("*circle", "added-mass-circle"));
  EXPECT_TRUE(globMatches("*a*s*", "added-mass"));
  EXPECT_TRUE(globMatches("re?t", "rest"));
  EXPECT_FALSE(globMatches("added-mass", "added-mass-circle"));
  EXPECT_FALSE(globMatches("re?t", "ret"));
  EXPECT_FALSE(globMatches("", "rest"));
  EXPECT_TRUE(globMatches("**", ""));
}

TEST(Verify, NamesAreUniqueAndEveryCaseSpeaks) {
  std::set<std::string> names;
  for (const NamedCase& c : verifyCases()) {
    EXPECT_TRUE(names.insert(c.name).second) << c.name;
    const auto test = c.make();
    EXPECT_GT(test->about().size(), 20u) << c.name;
    EXPECT_GT(test->limits().size(), 40u) << c.name;
    CaseParams params;
    test->describe(params);
    for (const auto& key : params.keys()) EXPECT_FALSE(params.help(key).empty()) << c.name << " " << key;
    // Every default is one that can be set: the case runs as shown.
    for (const auto& [key, value] : params.values()) {
      const Problems problems = params.set(key, valueText(value));
      EXPECT_TRUE(problems.empty()) << c.name << ": " << (problems.empty() ? "" : problems[0].text());
    }
    EXPECT_TRUE(test->prepare().empty()) << c.name;
  }
}

TEST(Verify, SelectionSuggestsAndKeepsTheOrder) {
  size_t quick = 0;
  for (const NamedCase& c : verifyCases()) quick += !c.slow;
  EXPECT_EQ(selectCases({})->size(), quick);  // the slow ones run when they are named
  EXPECT_EQ(selectCases({"*"})->size(), verifyCases().size());
  const auto two = selectCases({"added-mass-circle", "added-mass*"});
  ASSERT_TRUE(two);
  EXPECT_GE(two->size(), 2u);
  EXPECT_STREQ(two->front().name, "added-mass");
  const auto none = selectCases({"aded-mass"});
  ASSERT_FALSE(none);
  EXPECT_NE(none.problems[0].text().find("did you mean 'added-mass'"), std::string::npos) << none.problems[0].text();
}

TEST(Verify, RowsPassOnlyWhatIsFiniteAndWithinItsBound) {
  CaseOutcome out;
  out.compare("in", 1.01, 1, 0.02);
  out.compare("negative theory", -1.01, -1, 0.02);
  out.compare("zero", 1e-9, 0, 1e-8);
  out.atMost("below", -3, 0);
  out.atLeast("above", 3, 2);
  out.measure("free", 7);
  for (const Row& r : out.rows) EXPECT_TRUE(r.pass) << r.quantity;
  EXPECT_NEAR(*out.rows[1].error, -0.01, 1e-12);
  EXPECT_FALSE(out.rows.back().theory);
  const double nan = std::nan(""), inf = INFINITY;
  CaseOutcome bad;
  bad.compare("out", 1.03, 1, 0.02);
  bad.compare("nan", nan, 1, 0.02);
  bad.compare("nan at zero", nan, 0, 1);
  bad.compare("nan theory", 1, nan, 1);
  bad.compare("nan bound", 1, 1.1, nan);
  bad.compare("infinite", inf, 1, inf);
  bad.atMost("above", 1, 0);
  bad.atMost("nan most", nan, 0);
  bad.atMost("-inf most", -inf, 0);
  bad.atLeast("nan least", nan, 0);
  bad.measure("nan free", nan);
  for (const Row& r : bad.rows) EXPECT_FALSE(r.pass) << r.quantity;
}

class Thrower final : public Case {
 public:
  std::string about() const override { return "throws"; }
  std::string limits() const override { return ""; }
  void run(CaseOutcome&) override { throw std::runtime_error("broken on purpose"); }
};
class Silent final : public Case {
 public:
  std::string about() const override { return "says nothing"; }
  std::string limits() const override { return ""; }
  void run(CaseOutcome&) override {}
};

TEST(Verify, ACaseThatThrowsOrSaysNothingFails) {
  auto runs = prepareCases({{"throws", [] { return std::unique_ptr<Case>(new Thrower); }},
                            {"silent", [] { return std::unique_ptr<Case>(new Silent); }}},
                           {});
  ASSERT_TRUE(runs);
  std::vector<std::string> told;
  runCases(*runs, [&](const CaseRun& run) { told.push_back(run.name); });
  EXPECT_EQ(told, (std::vector<std::string>{"throws", "silent"}));
  for (const CaseRun& run : *runs) EXPECT_FALSE(run.passed()) << run.name;
  EXPECT_EQ((*runs)[0].outcome.rows[0].note, "broken on purpose");
}

TEST(Verify, SettingsAreChecked) {
  const auto text = [](const std::vector<std::string>& settings) {
    const auto runs = prepareCases(*selectCases({"added-mass"}), settings);
    return runs ? std::string() : runs.problems.front().text();
  };
  EXPECT_EQ(text({"radius=4", "fractions=volume", "axes=0.2,0.1,0.1", "shape=ellipsoid"}), "");
  EXPECT_NE(text({"radus=4"}).find("radus: case added-mass has no such parameter; did you mean 'radius'"),
            std::string::npos);
  EXPECT_NE(text({"radius"}).find("expected KEY=VALUE"), std::string::npos);
  EXPECT_NE(text({"radius=nan"}).find("finite"), std::string::npos);
  EXPECT_NE(text({"fractions=cubic"}).find("is not one of area, volume, line, voxel"), std::string::npos);
  EXPECT_NE(text({"axes=1,2"}).find("three"), std::string::npos);
  EXPECT_NE(text({"shape=elipsoid"}).find("did you mean 'ellipsoid'"), std::string::npos);
  EXPECT_NE(text({"shape=nowhere.obj"}).find("nowhere.obj"), std::string::npos);
  EXPECT_NE(text({"position=0.4,0,0"}).find("reaches into the wall"), std::string::npos);
  EXPECT_NE(text({"shape=torus", "axes=0.1,0.2,0"}), "");
}

TEST(Verify, ValuesDoNotDependOnTheNumberOfThreads) {
  std::vector<double> first;
  for (int threads : {1, 2, 3}) {
    setThreadCount(threads);
    auto runs = prepareCases(*selectCases({"added-mass*"}), {"radius=3"});
    ASSERT_TRUE(runs);
    runCases(*runs);
    std::vector<double> values;
    for (const CaseRun& run : *runs)
      for (const Row& row : run.outcome.rows) values.push_back(row.value);
    if (first.empty()) first = values;
    EXPECT_EQ(values, first) << threads;
  }
  setThreadCount(0);
}

TEST(Verify, PlotsLeaveOutWhatCannotBeDrawn) {
  Plot p{"p", "a < b", "R/h", "error", true, true, {{"one", {{2, 0.1}, {4, 0.0}, {8, std::nan("")}, {16, 0.001}}}}};
  const std::string svg = plotSvg(p);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
  size_t dots = 0;
  for (size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1)) ++dots;
  EXPECT_EQ(dots, 2u);
  EXPECT_NE(plotSvg({}).find("</svg>"), std::string::npos);  // nothing to draw is no fault
}

}  // namespace
}  // namespace flotsam
