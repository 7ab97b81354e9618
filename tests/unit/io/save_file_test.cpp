// SPDX-License-Identifier: MIT
// Saving under adverse conditions: the old file survives all of them.
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include "io/recording.h"
#include "io/report.h"
#include "io/save_file.h"
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

namespace fs = std::filesystem;

size_t filesIn(const fs::path& folder) {
  return static_cast<size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// Runs `work` in a process of its own, because of limits and signals.
template <class Work>
pid_t inAProcess(const Work& work) {
  const pid_t process = fork();
  if (process == 0) {
    work();
    _exit(0);
  }
  return process;
}

int ending(pid_t process) {
  int status = 0;
  EXPECT_EQ(waitpid(process, &status, 0), process);
  return status;
}

TEST(SaveFile, WritesAndReplaces) {
  const TemporaryFolder folder;
  const std::string file = folder.file("Häschen 兎.txt");
  ASSERT_TRUE(saveFile(file, "one").empty());
  ASSERT_TRUE(saveFile(file, "the other").empty());
  EXPECT_EQ(readAll(file), "the other");
  EXPECT_EQ(filesIn(folder.path()), 1u);
}

TEST(SaveFile, ALinkStaysALinkAndPermissionsStay) {
  const TemporaryFolder folder;
  const std::string file = folder.write("real", "old"), link = folder.file("link");
  ASSERT_EQ(chmod(file.c_str(), 0640), 0);
  fs::create_symlink(file, link);
  ASSERT_TRUE(saveFile(link, "new").empty());
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(readAll(file), "new");
  EXPECT_EQ(static_cast<int>(fs::status(file).permissions()), 0640);
}

TEST(SaveFile, ADiskThatFillsUpLeavesTheOldFile) {
  const TemporaryFolder folder;
  const std::string files[] = {folder.write("scene.toml", "old"), folder.write("run.json", "old"),
                               folder.write("table.csv", "old")};
  WorldDesc desc;
  desc.lesson.assign(100000, 'x');
  Recording recording;
  recording.sceneText.assign(100000, 'x');
  const pid_t process = inAProcess([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit most{4096, 4096};
    if (setrlimit(RLIMIT_FSIZE, &most) != 0) _exit(2);
    const Problems all[] = {saveScene(files[0], desc), saveRecording(files[1], recording),
                            writeTextFile(files[2], std::string(100000, 'x'))};
    for (const Problems& p : all)
      if (p.size() != 1 || p[0].text().find("cannot be written: ") == std::string::npos) _exit(3);
  });
  const int status = ending(process);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  for (const auto& file : files) EXPECT_EQ(readAll(file), "old");
  EXPECT_EQ(filesIn(folder.path()), 3u);
}

TEST(SaveFile, EndedWhileSavingTheFileIsTheOldOrTheNewOne) {
  const TemporaryFolder folder;
  const std::string file = folder.file("f");
  const std::string a(3 << 20, 'a'), b(3 << 20, 'b');
  ASSERT_TRUE(saveFile(file, a).empty());
  for (int turn = 0; turn < 8; ++turn) {
    const pid_t process = inAProcess([&] {
      while (saveFile(file, b).empty() && saveFile(file, a).empty()) {
      }
    });
    usleep(static_cast<useconds_t>(2000 + 700 * turn));
    kill(process, turn % 2 ? SIGTERM : SIGKILL);
    ASSERT_TRUE(WIFSIGNALED(ending(process)));
    const std::string found = readAll(file);
    ASSERT_TRUE(found == a || found == b) << found.size();
  }
}

TEST(SaveFile, TwoAtOnceAndOneOfThemStays) {
  const TemporaryFolder folder;
  const std::string file = folder.file("f");
  const std::string text[] = {std::string(1 << 20, 'a'), std::string(1 << 20, 'b')};
  pid_t process[2];
  for (int i = 0; i < 2; ++i)
    process[i] = inAProcess([&] {
      for (int n = 0; n < 10; ++n)
        if (!saveFile(file, text[i]).empty()) _exit(1);
    });
  for (const pid_t p : process) EXPECT_EQ(ending(p), 0);
  const std::string found = readAll(file);
  EXPECT_TRUE(found == text[0] || found == text[1]);
  EXPECT_EQ(filesIn(folder.path()), 1u);
}

TEST(SaveFile, SaysWhyNot) {
  const TemporaryFolder folder;
  EXPECT_EQ(saveFile(folder.file("no/f"), "x").at(0).text(),
            folder.file("no/f") + ": cannot be written: No such file or directory");
  EXPECT_NE(saveFile(folder.path(), "x").at(0).text().find("Is a directory"), std::string::npos);
  EXPECT_NE(saveFile("/dev/full", "x").at(0).text().find("No space left on device"), std::string::npos);
  EXPECT_TRUE(saveFile("/dev/null", "x").empty());
  if (geteuid() == 0) return;  // root may write anywhere
  const std::string locked = folder.write("locked", "old");
  ASSERT_EQ(chmod(locked.c_str(), 0444), 0);
  EXPECT_NE(saveFile(locked, "new").at(0).text().find("Permission denied"), std::string::npos);
  EXPECT_EQ(readAll(locked), "old");
}

}  // namespace
}  // namespace flotsam
