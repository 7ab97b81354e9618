// SPDX-License-Identifier: MIT
// A locale that writes 1.234,5: everything that is read and written stays the same to the bit.
#include <clocale>
#include <locale>

#include "io/mesh_export.h"
#include "io/mesh_import.h"
#include "io/mesh_report.h"
#include "io/recording.h"
#include "io/report.h"
#include "sim/world.h"
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

class Commas : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

/// Everything that goes to files, after a round through the readers.
std::string everything() {
  const auto scene = parse(kHead + kBall + "density = 1234.5\n");
  EXPECT_TRUE(scene);
  World world(*scene);
  RunReport report(world, "test", 1);
  for (int i = 0; i < 3; ++i) world.step(), report.add(world);
  Recording recording;
  recording.sceneText = sceneText(*scene);
  recording.steps = 12345;
  recording.frames[1].hand = {true, "ball", Vec3(0, 0.125, 0), Vec3(1234.5, 0.6, 0.5)};
  const auto again = parseRecording(recordingText(recording), "r.json");
  EXPECT_TRUE(again);
  const auto mesh =
      parseMesh("v 0 0 0\nv 1.5 0 0\nv 0 1.25e-1 0\nv 0 0 1000.5\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n", ".obj", ".");
  EXPECT_TRUE(mesh);
  WorldDesc changed = *scene;
  EXPECT_TRUE(applySetting(changed, "fluid.density=1200.25").empty());
  MeshReport found;
  found.thickness = 1234.5;
  return recording.sceneText + report.csv() + recordingText(*again) + objText(*mesh) + sceneText(changed) +
         meshReportText("m", found) + problemsOf(kHead + kBall + "density = 1e9\n");
}

TEST(Locale, DecimalCommasChangeNothing) {
  const std::string plain = everything(), before = std::setlocale(LC_ALL, nullptr);
  // Where there is none, one is made, if the machine can.
  const TemporaryFolder folder;
  const bool made =
      !std::setlocale(LC_ALL, "de_DE.UTF-8") &&
      std::system(("localedef -c -i de_DE -f UTF-8 '" + folder.file("de_DE.UTF-8") + "' >/dev/null 2>&1").c_str()) == 0;
  if (made) setenv("LOCPATH", folder.path().c_str(), 1);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "nl_NL.UTF-8"})  // where there is one
    if (std::setlocale(LC_ALL, name)) break;
  const std::locale old = std::locale::global(std::locale(std::locale::classic(), new Commas));
  const std::string commas = everything();
  std::locale::global(old);
  std::setlocale(LC_ALL, before.c_str());
  if (made) unsetenv("LOCPATH");
  EXPECT_EQ(commas, plain);
}

}  // namespace
}  // namespace flotsam
