// SPDX-License-Identifier: MIT
// What stands beneath a path that is typed.
#include "ui/file_list.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

using Names = std::vector<std::string>;

Names names(const FileList& list) {
  Names found;
  for (size_t i = 0; i < list.size(); ++i) found.push_back(list[i].name + (list[i].folder ? "/" : ""));
  return found;
}

size_t rowOf(const FileList& list, const std::string& name) {
  for (size_t i = 0; i < list.size(); ++i)
    if (list[i].name == name) return i;
  ADD_FAILURE() << "no row " << name;
  return 0;
}

struct FileListTest : testing::Test {
  FileListTest() {
    for (const char* f : {"scenes", "Meshes", ".hidden"}) std::filesystem::create_directory(folder.file(f));
    for (const char* f : {"b.toml", "A.toml", "cube.OBJ", "notes.txt", ".secret.toml", "scenes/in it.toml"})
      folder.write(f, "x");
    list.begin(PathFor::Open, {".toml", ".obj"});
    list.propose(here);
  }
  TemporaryFolder folder;
  const std::string here = folder.file("");  // with a slash
  FileList list;
};

TEST_F(FileListTest, FoldersFirstThenFilesThatFitWithoutHiddenOnes) {
  EXPECT_EQ(names(list), (Names{"../", "Meshes/", "scenes/", "A.toml", "b.toml", "cube.OBJ"}));
  list.type(here + ".");
  EXPECT_EQ(names(list), (Names{"../", ".hidden/", ".secret.toml"}));
  EXPECT_EQ(list.words(), "");
}

TEST_F(FileListTest, WhatIsTypedBehindTheLastSlashFilters) {
  list.type(here + "TOM");
  EXPECT_EQ(names(list), (Names{"../", "A.toml", "b.toml"}));
  list.type(here + "xyz");
  EXPECT_EQ(names(list), (Names{"../"}));
  EXPECT_EQ(list.words(), "Nothing here has xyz in its name");
  list.type(here + "scenes/");
  EXPECT_EQ(names(list), (Names{"../", "in it.toml"}));
}

TEST_F(FileListTest, AProposalFiltersNothing) {
  list.propose(here + "b.toml");
  EXPECT_EQ(list.size(), 6u);
  EXPECT_EQ(list.named(), static_cast<int>(rowOf(list, "b.toml")));
}

TEST_F(FileListTest, ClicksGoInAndUpAndFillTheField) {
  list.take(rowOf(list, "scenes"));
  EXPECT_EQ(list.text(), here + "scenes/");
  list.take(rowOf(list, "in it.toml"));
  EXPECT_EQ(list.path(), here + "scenes/in it.toml");
  EXPECT_EQ(list.size(), 2u) << "the other files can still be chosen";
  EXPECT_TRUE(list.accept());
  list.take(0);
  EXPECT_EQ(list.path(), here);
}

TEST_F(FileListTest, UpFromARelativePathAndNoUpFromTheRoot) {
  const std::string cwd = std::filesystem::current_path().string();
  list.propose("");
  EXPECT_EQ(list.where(), cwd + "/");
  ASSERT_EQ(list[0].name, "..");
  list.take(0);
  EXPECT_EQ(list.path(), std::filesystem::path(cwd).parent_path().string() + (cwd.rfind('/') == 0 ? "" : "/"));
  list.propose("x/../");
  list.take(0);
  EXPECT_EQ(list.where(), list.path());
  list.propose("/");
  EXPECT_NE(names(list)[0], "../");
}

TEST_F(FileListTest, ArrowKeysMarkAndEnterTakesWhatIsMarked) {
  list.mark(1);
  EXPECT_EQ(list.marked(), 0) << "the way up";
  list.type(here + "e");
  EXPECT_EQ(list.marked(), -1);
  list.mark(1);
  EXPECT_EQ(list[static_cast<size_t>(list.marked())].name, "Meshes") << "what is looked for comes first";
  list.mark(1);
  EXPECT_FALSE(list.accept()) << "a folder is gone into";
  EXPECT_EQ(list.path(), here + "scenes/");
  list.mark(-1);
  EXPECT_TRUE(list.accept());
  EXPECT_EQ(list.path(), here + "scenes/in it.toml");
}

TEST_F(FileListTest, EnterOnATypedFolderGoesIn) {
  list.type(here + "scenes");
  EXPECT_FALSE(list.accept());
  EXPECT_EQ(list.text(), here + "scenes/");
  EXPECT_FALSE(list.accept()) << "nothing is named";
}

TEST_F(FileListTest, TabCompletes) {
  folder.write("ball-one.toml", "x");
  folder.write("ball-öne.toml", "x");
  folder.write("ball-ône.toml", "x");
  list.begin(PathFor::Open, {".toml"});
  list.type(here + "ba");
  list.complete();
  EXPECT_EQ(list.text(), here + "ball-") << "and not half a character";
  list.type(here + "ball-o");
  list.complete();
  EXPECT_EQ(list.text(), here + "ball-one.toml");
  list.type(here + "Me");
  list.complete();
  EXPECT_EQ(list.text(), here + "Meshes/");
  list.type(here + "zz");
  list.complete();
  EXPECT_EQ(list.text(), here + "zz");
}

TEST_F(FileListTest, TheNameOfAFileToWriteGoesAlong) {
  list.begin(PathFor::Save, {".toml"});
  list.propose(here + "mine.toml");
  list.take(rowOf(list, "scenes"));
  EXPECT_EQ(list.path(), here + "scenes/mine.toml");
  list.type(here + "new name.toml");
  EXPECT_EQ(list.size(), 5u) << "a new name hides nothing: " << names(list).size();
  EXPECT_EQ(list.words(), "");
  list.take(rowOf(list, "scenes"));
  EXPECT_EQ(list.path(), here + "scenes/new name.toml");
  list.type(here + "sce");  // to find the folder
  EXPECT_EQ(names(list), (Names{"../", "scenes/"}));
  list.take(1);
  EXPECT_EQ(list.path(), here + "scenes/");
  list.type(here + "b.toml");
  list.mark(-1);
  list.mark(-1);
  ASSERT_EQ(list[static_cast<size_t>(list.marked())].name, "..");
  EXPECT_FALSE(list.accept()) << "going up writes nothing";
}

TEST_F(FileListTest, FoldersAlone) {
  list.begin(PathFor::Folder, {});
  list.propose(here + "out");
  EXPECT_EQ(names(list), (Names{"../", "Meshes/", "scenes/"}));
  EXPECT_TRUE(list.accept());
  list.type(here + "scenes");
  EXPECT_TRUE(list.accept()) << "a folder is what is asked for";
  list.type(here + "later/");
  EXPECT_EQ(list.words(), "There is no such folder yet");
}

TEST_F(FileListTest, AFolderThatIsNotThereOrCannotBeReadSaysSo) {
  list.type(here + "nowhere/x");
  EXPECT_EQ(list.words(), "There is no such folder");
  EXPECT_EQ(names(list), (Names{"../"})) << "the way out";
  list.type(here + "b.toml/");
  EXPECT_EQ(list.words(), "There is no such folder");
  list.type(here + std::string(300, 'n') + "/");
  EXPECT_EQ(list.words(), "This folder cannot be read: File name too long");
  chmod(folder.file("Meshes").c_str(), 0);
  list.type(here + "Meshes/");
  if (geteuid() != 0) {  // root reads everything
    EXPECT_EQ(list.words(), "This folder cannot be read: Permission denied");
  }
  chmod(folder.file("Meshes").c_str(), 0700);
  list.type(here);
  EXPECT_EQ(list.words(), "");
}

TEST_F(FileListTest, BrokenLinksPipesAndOddNamesDoNoHarm) {
  std::filesystem::create_symlink("gone", folder.file("broken.toml"));
  std::filesystem::create_symlink("loop.toml", folder.file("loop.toml"));
  std::filesystem::create_directory_symlink("scenes", folder.file("link"));
  mkfifo(folder.file("pipe.toml").c_str(), 0600);
  const std::string odd = "odd \xff\n\xf0\x9f\x90\x87";  // no UTF-8, a line end, a rabbit
  std::filesystem::create_directory(folder.file(odd));
  folder.write(odd + "/\xfe\xe4.toml", "x");
  folder.write(odd + "/plain.toml", "x");
  list.begin(PathFor::Open, {".toml"});
  list.propose(here);
  EXPECT_EQ(names(list), (Names{"../", "link/", "Meshes/", odd + "/", "scenes/", "A.toml", "b.toml"}));
  list.take(rowOf(list, odd));
  const std::string shown = here + "odd \uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD/";
  EXPECT_EQ(list.text(), shown);
  EXPECT_EQ(fieldText(list.text()), list.text());
  EXPECT_EQ(list.path(), folder.file(odd) + "/");
  list.take(rowOf(list, "\xfe\xe4.toml"));
  EXPECT_EQ(readAll(list.path()), "x");
  list.type(list.text());
  EXPECT_EQ(readAll(list.path()), "x") << "what was not typed keeps its bytes";
  list.type(shown + "plain.toml");
  EXPECT_EQ(readAll(list.path()), "x");
  list.type(here + "scenes/");
  EXPECT_EQ(list.size(), 2u);
}

TEST_F(FileListTest, AFolderIsReadOnceUntilItChanges) {
  folder.write("late.toml", "x");
  list.type(here + "late");
  EXPECT_EQ(names(list), (Names{"../"})) << "read when the dialog opened";
  list.type(here + "scenes/");
  list.type(here + "late");
  EXPECT_EQ(names(list), (Names{"../", "late.toml"}));
}

TEST_F(FileListTest, TenThousandFilesAreQuick) {
  for (int i = 0; i < 10000; ++i) folder.write("scenes/" + std::to_string(i) + ".toml", "");
  const auto start = std::chrono::steady_clock::now();
  list.type(here + "scenes/");
  EXPECT_EQ(list.size(), 10002u);
  const std::string typed = "1234.toml";
  for (size_t n = 1; n <= typed.size(); ++n) list.type(here + "scenes/" + typed.substr(0, n));
  EXPECT_EQ(names(list), (Names{"../", "1234.toml"}));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_LT(taken.count(), 2)
      << "one reading and ten times the filter";  // about 0.05 s; the rest is for a busy machine
}

}  // namespace
}  // namespace flotsam
