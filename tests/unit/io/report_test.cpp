// SPDX-License-Identifier: MIT
// The report of a run holds what the contract lists, with the world's own numbers.
#include "io/report.h"

#include <algorithm>
#include <clocale>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/hex.h"
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

struct Finished {
  World world;
  RunReport report;
  Finished() : world(*parse(kHead + kBall + "density = 2500\n")), report(world, "test", 1) {
    for (int i = 0; i < 3; ++i) {
      world.step();
      report.add(world);
    }
  }
};

TEST(Report, SmokeAndOpenSidesWhereTheSceneHasThem) {
  Finished plain;
  const auto none = nlohmann::json::parse(plain.report.json(plain.world))["steps"][2];
  EXPECT_FALSE(none.contains("smoke"));
  EXPECT_FALSE(none["fluid"].contains("inflow"));
  World world(*parse(kHead + "container = { open = [\"top\"] }\n" + kBall + "temperature = 75\nsmoke = 0.5\n"));
  RunReport report(world, "test", 1);
  for (int i = 0; i < 4; ++i) world.step(), report.add(world);
  const auto last = nlohmann::json::parse(report.json(world))["steps"][3];
  EXPECT_NEAR(last.at("smoke").at("maxTemperature").get<double>(), 75, 1e-4);
  EXPECT_GT(last.at("smoke").at("meanTemperature"), 20);
  EXPECT_LT(last.at("smoke").at("meanTemperature"), 75);
  EXPECT_GT(last.at("smoke").at("amount"), 0);
  EXPECT_GT(last.at("fluid").at("outflow"), 0);
  EXPECT_NEAR(last["fluid"].at("inflow").get<double>(), last["fluid"]["outflow"].get<double>(), 1e-5);
  EXPECT_EQ(last["fluid"].at("exchanged"), world.report().fluid.exchanged);
  const std::string csv = report.csv();
  const std::string head = csv.substr(0, csv.find('\n')), first = csv.substr(head.size() + 1);
  EXPECT_NE(head.find("momentum_z,smoke,mean_temperature,max_temperature,inflow,outflow,exchanged,ball_x"),
            std::string::npos)
      << head;
  EXPECT_EQ(std::count(head.begin(), head.end(), ','),
            std::count(first.begin(), first.begin() + static_cast<long>(first.find('\n')), ','));
  EXPECT_EQ(plain.report.csv().find("mean_temperature"), std::string::npos);
}

TEST(Report, JsonHasWhatTheContractLists) {
  Finished run;
  ASSERT_TRUE(run.world.status().ok) << run.world.status().fault;
  const auto j = nlohmann::json::parse(run.report.json(run.world));
  EXPECT_EQ(j.at("scene"), "test");
  EXPECT_TRUE(j.at("version").is_string());
  EXPECT_EQ(j.at("grid").at("cells"), nlohmann::json({10, 10, 10}));
  EXPECT_EQ(j.at("grid").at("dx"), 0.1);
  EXPECT_EQ(j.at("dt"), 1.0 / 60);
  EXPECT_EQ(j.at("threads"), 1);
  EXPECT_EQ(j.at("hash"), hexText(run.world.hash()));
  const RigidBody& body = run.world.bodies()[0];
  ASSERT_EQ(j.at("bodies").size(), 1u);
  EXPECT_EQ(j["bodies"][0].at("name"), "ball");
  EXPECT_EQ(j["bodies"][0].at("density"), 2500);
  EXPECT_EQ(j["bodies"][0].at("mass"), body.mass());
  EXPECT_EQ(j["bodies"][0].at("volume"), body.volume);
  ASSERT_EQ(j.at("steps").size(), 3u);
  const auto& last = j["steps"][2];
  EXPECT_EQ(last.at("t"), run.world.time());
  EXPECT_EQ(last.at("substeps"), run.world.report().substeps);
  for (const char* stage : kStages) EXPECT_TRUE(last.at("ms").at(stage).is_number()) << stage;
  EXPECT_TRUE(last.at("ms").at("total").is_number());
  EXPECT_EQ(last.at("pressure").at("iterations"), run.world.report().pressure.iterations);
  EXPECT_EQ(last.at("pressure").at("residual"), run.world.report().pressure.residual);
  EXPECT_EQ(last.at("pressure").at("maxDivergence"), run.world.report().pressure.maxDivergence);
  EXPECT_TRUE(last.at("pressure").at("converged").get<bool>());
  EXPECT_EQ(last.at("fluid").at("volume"), run.world.report().fluid.volume);
  EXPECT_EQ(last.at("fluid").at("particles"), run.world.report().fluid.particles);
  EXPECT_EQ(last.at("fluid").at("kineticEnergy"), run.world.report().fluid.kineticEnergy);
  EXPECT_EQ(last.at("fluid").at("potentialEnergy"), run.world.report().fluid.potentialEnergy);
  EXPECT_EQ(last.at("fluid").at("momentum").size(), 3u);
  const auto& b = last.at("bodies").at(0);
  EXPECT_EQ(b.at("position")[1], body.pose.position.y);
  EXPECT_EQ(b.at("orientation")[0], body.pose.orientation.w);
  EXPECT_EQ(b.at("velocity")[1], body.velocity.y);
  EXPECT_LT(b.at("velocity")[1], 0);  // heavier than the fluid
  EXPECT_EQ(b.at("angularVelocity").size(), 3u);
  EXPECT_EQ(b.at("pressureForce")[1], body.pressureForce.y);
  EXPECT_EQ(b.at("pressureTorque").size(), 3u);
  EXPECT_EQ(b.at("submergedFraction"), 1);
  EXPECT_TRUE(last.at("warnings").is_array());
  EXPECT_TRUE(j.at("warnings").is_array());
  EXPECT_FALSE(j.contains("fault"));
}

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out(1);
  for (const char c : line)
    if (c == ',')
      out.emplace_back();
    else
      out.back() += c;
  return out;
}

TEST(Report, TableHasOneRowPerStepAndFullPrecision) {
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // where it is installed; must not matter
  Finished run;
  std::istringstream text(run.report.csv());
  std::setlocale(LC_ALL, "C");
  std::string line;
  std::getline(text, line);
  const auto head = cells(line);
  std::vector<std::vector<std::string>> rows;
  while (std::getline(text, line)) rows.push_back(cells(line));
  ASSERT_EQ(rows.size(), 3u);
  for (const auto& row : rows) ASSERT_EQ(row.size(), head.size());
  const auto value = [&](const std::string& column) {
    const auto it = std::find(head.begin(), head.end(), column);
    EXPECT_NE(it, head.end()) << column;
    double v = 0;
    EXPECT_TRUE(parseNumber(rows.back().at(size_t(it - head.begin())), v)) << column;
    return v;
  };
  const RigidBody& body = run.world.bodies()[0];
  EXPECT_EQ(value("step"), 3);
  EXPECT_EQ(value("t"), run.world.time());
  EXPECT_EQ(value("ball_y"), body.pose.position.y);
  EXPECT_EQ(value("ball_vy"), body.velocity.y);
  EXPECT_EQ(value("ball_fy"), body.pressureForce.y);
  EXPECT_EQ(value("kinetic_energy"), run.world.report().fluid.kineticEnergy);
  EXPECT_EQ(value("momentum_y"), run.world.report().fluid.momentum.y);
}

TEST(Report, UnwritableFilesAreTold) {
  const auto problems = writeTextFile("/proc/no/such/file", "x");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].file, "/proc/no/such/file");
}

}  // namespace
}  // namespace flotsam
