// SPDX-License-Identifier: MIT
// `flotsam bench`: what it measures, how often, and what it writes.
#include <algorithm>
#include <map>
#include <sstream>

#include "cli/bench_cases.h"
#include "sim/world.h"
#include "unit/cli/cli_helpers.h"

namespace flotsam {
namespace {

TEST(Docs, EveryColumnOfBenchIsTold) {
  const std::string csv = cli({"bench", "full-8", "--steps", "1", "--threads", "1", "--csv", "-"}).out;
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            documentedNames("docs/performance.md", "### The table of `flotsam bench --csv`"));
}

TEST_F(Cli, BenchComparesTheSolversOnTheSameState) {
  const auto bench =
      cli({"bench", "--threads", "1,2", scene, "full-12", "slosh-10", "--steps", "2", "--csv", folder.file("b.csv")});
  ASSERT_EQ(bench.code, 0) << bench.err << bench.out;
  std::istringstream csv(readAll(folder.file("b.csv")));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line.substr(0, 61), "case,threads,cells,particles,bodies,ms_median,ms_p99,ms_mean,");
  EXPECT_TRUE(line.ends_with(
      ",iterations,steps_per_second,ns_per_cell,ns_per_particle,realtime_factor,solve_ms,"
      "solve_iterations,reference_solve_ms,equality_solve_ms,passes,apply_ms,apply_to_triad,cycle_ms,cycle_to_triad,"
      "triad_gbs,hash"))
      << line;
  std::vector<std::string> hashes;
  while (std::getline(csv, line)) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 23 + kStageCount);
    hashes.push_back(line.substr(line.rfind(',')));
  }
  ASSERT_EQ(hashes.size(), 6u);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(hashes[i], hashes[3 + i]);
  EXPECT_NE(bench.out.find("walls that let go: "), std::string::npos) << bench.out;
  for (const char* threads : {"", "1,", "-1", "2.5", "many", "1 2"})
    EXPECT_EQ(cli({"bench", "--threads", threads, "full-8", "--steps", "1"}).code, 2) << threads;
  EXPECT_EQ(cli({"bench", "full-3"}).code, 2);
  for (const char* name : {"spheres-0", "mixed-65", "light-", "spheres-2x"})
    EXPECT_EQ(cli({"bench", name}).code, 2) << name;
  EXPECT_EQ(cli({"bench", "slosh-200"}).code, 2);
  const auto unknown = cli({"bench", "no-such-scene"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("flotsam bench --help names them"), std::string::npos) << unknown.err;
  EXPECT_NE(bench.out.find("  stages of a step, medians in ms: bodies "), std::string::npos) << bench.out;
  EXPECT_NE(bench.out.find("a loop without work on all threads "), std::string::npos) << bench.out;
  EXPECT_NE(bench.out.find(" times what its bytes take at the speed of the triad; "), std::string::npos) << bench.out;
  const auto help = cli({"bench", "--help"}).out;
  for (const char* told : {"The triad is a = b + 3 c ", "below 1 the caches help", "Exit codes: "})
    EXPECT_NE(help.find(told), std::string::npos) << told << help;
}

TEST_F(Cli, BenchMeasuresEachCaseOnce) {
  const auto measured = [](std::vector<std::string> args) {
    args.insert(args.begin(), "bench"), args.insert(args.end(), {"--steps", "1", "--csv", "-"});
    const auto bench = cli(args);
    EXPECT_EQ(bench.code, 0) << bench.err;
    std::vector<std::string> rows;  // case and threads
    std::istringstream csv(bench.out);
    std::string line;
    std::getline(csv, line);
    while (std::getline(csv, line)) rows.push_back(line.substr(0, line.find(',', line.find(',') + 1)));
    return rows;
  };
  EXPECT_EQ(measured({"full-10", "full-8", "full-10", "--threads", "1,2,1"}),
            (std::vector<std::string>{"full-10,1", "full-8,1", "full-10,2", "full-8,2"}));
  const std::string all = measured({"full-8", "--threads", "0"}).front();
  EXPECT_EQ(measured({"full-8", "--threads", "0," + all.substr(all.find(',') + 1)}), std::vector{all});
  std::vector<std::string> methods = methodCases();
  std::rotate(methods.begin(), methods.begin() + 1, methods.begin() + 2);
  for (std::string& name : methods) name += ",1";
  EXPECT_EQ(measured({methodCases()[1], "methods", "methods", "--threads", "1"}), methods);
  EXPECT_EQ(cli({"bench", "none", "none"}).err, cli({"bench", "none"}).err);
  EXPECT_EQ(cli({"bench", "render", "render", "--size", "no"}).err.find("--size: "), 0u);
}

TEST(BenchCases, SpheresKeepClearOfEachOtherAndOfTheWalls) {
  for (const int count : {1, 2, 32, 33, 64}) {
    const auto desc = tankOfSpheres(count, 0.1, 10);
    ASSERT_TRUE(desc) << desc.problems.front().text();
    ASSERT_EQ(static_cast<int>(desc->bodies.size()), count);
    const double radius = desc->bodies.front().shapeDesc.dims.x, gap = desc->dx;
    for (size_t b = 0; b < desc->bodies.size(); ++b) {
      const Vec3 at = desc->bodies[b].position;
      for (int a = 0; a < 3; ++a) {
        EXPECT_GT(at[a], radius + gap) << count << ": " << b;
        EXPECT_LT(at[a], 1 - radius - gap) << count << ": " << b;
      }
      for (size_t c = 0; c < b; ++c)
        EXPECT_GT(glm::distance(at, desc->bodies[c].position), 2 * radius + gap) << count << ": " << b << ", " << c;
    }
    if (count == 1) continue;
    EXPECT_NEAR(desc->bodies.front().density, 0.1 * desc->params.fluid.density, 1e-9);
    EXPECT_NEAR(desc->bodies.back().density, 10 * desc->params.fluid.density, 1e-9);
  }
}

TEST_F(Cli, BenchRenderTimesEveryIngredientAtEveryLevel) {
  const auto bench = cli({"bench", "render", "--size", "160x90", "--steps", "2", "--csv", folder.file("r.csv")});
  ASSERT_EQ(bench.code, 0) << bench.err << bench.out;
  std::istringstream csv(readAll(folder.file("r.csv")));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "level,ingredient,scene,ms_with,ms_without,ms");
  EXPECT_EQ(line, documentedNames("docs/performance.md", "`flotsam bench render --csv F`"));
  std::map<std::string, int> levels;
  while (std::getline(csv, line)) {
    std::istringstream cells(line);
    std::string level, ingredient, sitter, with;
    for (std::string* cell : {&level, &ingredient, &sitter, &with}) std::getline(cells, *cell, ',');
    ++levels[ingredient];
    EXPECT_GT(std::stod(with), 0) << line;
  }
  EXPECT_GE(levels.size(), 8u);
  for (const auto& [ingredient, count] : levels) EXPECT_EQ(count, 3) << ingredient;
  for (const char* ingredient : {"smoke", "water", "markers"}) EXPECT_TRUE(levels.contains(ingredient)) << ingredient;
  EXPECT_EQ(cli({"bench", "render", "--size", "no"}).code, 2);
}

}  // namespace
}  // namespace flotsam
