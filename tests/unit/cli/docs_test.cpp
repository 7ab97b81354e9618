// SPDX-License-Identifier: MIT
// The documents say what the program does: the parameter table, the links, the scenes and the stages named in them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "cli/cli.h"
#include "io/assets.h"
#include "io/scene.h"
#include "sim/world.h"
#include "verify/registry.h"

namespace flotsam {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = FLOTSAM_SOURCE_DIR;

std::string textOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<fs::path> documents() {
  std::vector<fs::path> all = {kRoot / "README.md", kRoot / "src" / "sim" / "README.md"};
  for (const auto& entry : fs::directory_iterator(kRoot / "docs"))
    if (entry.path().extension() == ".md") all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  return all;
}

/// Everything group 1 of `pattern` matches, in order.
std::vector<std::string> matches(const std::string& text, const char* pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it)
    found.push_back((*it)[1].str());
  return found;
}

TEST(Docs, ParameterTableIsWhatTheProgramPrints) {
  std::ostringstream out, err;
  ASSERT_EQ(runCli({"params", "--markdown"}, out, err), kGood) << err.str();
  const std::string file = textOf(kRoot / "docs" / "parameters.md");
  const size_t table = file.find("| key |");
  ASSERT_NE(table, std::string::npos);
  EXPECT_EQ(file.substr(table), out.str()) << "write the table again with flotsam params --markdown";
}

// The card under the window's combo and the document say the same of every method.
TEST(Docs, EveryMethodHasItsCardInTheDocument) {
  const std::string text = textOf(kRoot / "docs" / "methods.md");
  StepParams params;
  ParamList list;
  describe(params, list);
  const ParamInfo& coupling = list.find("method.coupling")->info;
  ASSERT_EQ(coupling.cards.size(), coupling.options.size());
  for (size_t i = 0; i < coupling.cards.size(); ++i) {
    std::string card = coupling.cards[i];
    EXPECT_EQ(std::count(card.begin(), card.end(), '\n'), 1) << "two lines";
    card.replace(card.find('\n'), 1, " ");
    EXPECT_NE(text.find("\n> " + card + "\n"), std::string::npos) << card;
    std::string heading = coupling.options[i];
    heading[0] = static_cast<char>(std::toupper(heading[0]));
    if (heading != "One-way") std::replace(heading.begin(), heading.end(), '-', ' ');
    EXPECT_NE(text.find("\n## " + heading + "\n"), std::string::npos) << heading;
  }
}

TEST(Docs, EveryLinkLeadsToAFile) {
  size_t links = 0;
  for (const auto& document : documents())
    for (std::string target : matches(textOf(document), R"(\]\(([^)\s]+)\))")) {
      if (target.find("://") != std::string::npos || target[0] == '#') continue;
      target = target.substr(0, target.find('#'));
      ++links;
      EXPECT_TRUE(fs::exists(document.parent_path() / target)) << document << " links to " << target;
    }
  EXPECT_GT(links, 20u);
}

TEST(Docs, ReadmeListsEveryScene) {
  std::vector<std::string> listed =
      matches(textOf(kRoot / "README.md"), R"(\n\| `([a-z0-9-]+)`[^|\n]*\| [^|\n]+\| [^|\n]+\| [^|\n]+\|)");
  std::vector<std::string> shipped;
  for (const auto& scene : shippedScenes()) shipped.push_back(scene.name);
  std::sort(listed.begin(), listed.end());
  std::sort(shipped.begin(), shipped.end());
  EXPECT_EQ(listed, shipped);
}

TEST(Docs, EveryLessonIsInTheListOfLessons) {
  const std::string text = textOf(kRoot / "docs" / "lessons.md");
  std::vector<std::string> listed = matches(text.substr(0, text.find("\n## ")), R"(\n\| `([a-z0-9-]+)` \|)"), shipped;
  for (const auto& scene : shippedScenes())
    if (scene.steps > 0) shipped.push_back(scene.name);
  std::sort(listed.begin(), listed.end());
  std::sort(shipped.begin(), shipped.end());
  EXPECT_EQ(listed, shipped);
}

TEST(Docs, EveryCaseOfVerifyIsInADocument) {
  for (const bool slow : {false, true}) {
    const std::string text = textOf(kRoot / "docs" / (slow ? "water.md" : "verification.md"));
    const auto headings = matches(text, R"(\n### `([a-z0-9-]+)`)");
    std::vector<std::string> cases;
    for (const auto& c : verifyCases())
      if (c.slow == slow) cases.emplace_back(c.name);
    EXPECT_EQ(headings, cases) << "write the document again; its first lines say how";
    EXPECT_EQ(text.find("FAIL"), std::string::npos);
    EXPECT_EQ(text.find("nan"), std::string::npos);
  }
}

TEST(Docs, StepIsToldStageByStage) {
  const auto headings = matches(textOf(kRoot / "src" / "sim" / "README.md"), R"(\n## `([a-z_]+)`)");
  EXPECT_EQ(headings, std::vector<std::string>(std::begin(kStages), std::end(kStages)));
}

TEST(Docs, ExampleScenesAreGood) {
  for (const auto& [file, least] : {std::pair{"scene-files.md", 3u}, std::pair{"lessons.md", 1u}}) {
    const std::string text = textOf(kRoot / "docs" / file);
    size_t scenes = 0;
    for (size_t at = text.find("```toml\nformat"); at != std::string::npos; at = text.find("```toml\nformat", at + 1)) {
      const size_t begin = at + 8, end = text.find("```", begin);
      ASSERT_NE(end, std::string::npos);
      const auto scene = parseScene(text.substr(begin, end - begin), file, kRoot);
      for (const auto& problem : scene.problems) ADD_FAILURE() << problem.text();
      EXPECT_TRUE(scene);
      ++scenes;
    }
    EXPECT_GE(scenes, least) << file;
  }
}

/// The part of a document under the heading that begins with these words, to the next heading of two signs; all of it
/// without words.
std::string sectionOf(const std::string& text, const std::string& heading) {
  if (heading.empty()) return text;
  const size_t begin = text.find("\n## " + heading);
  EXPECT_NE(begin, std::string::npos) << heading;
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

/// The keys that a function of the scene reader asks for: the first argument of every getter, and lists of keys.
std::vector<std::string> keysIn(const std::string& function) {
  std::vector<std::string> keys = matches(
      function,
      R"x((?:number|integer|toggle|texts?|vector|components|word|tables?|cells|expect|readDirection\(\*?\w+,|limit)\(?\s*"(\w+)")x");
  for (const std::string& list : matches(function, R"(for \(const char\* key : \{([^}]*)\})"))
    for (std::string& key : matches(list, R"x("(\w+)")x")) keys.push_back(std::move(key));
  return keys;
}

// A key that the reader knows and no document names is a key nobody uses.
TEST(Docs, EveryKeyOfASceneFileIsInItsSection) {
  const std::map<std::string, const char*> sections = {{"readFormat", "Top level"},
                                                       {"readGrid", "Top level"},
                                                       {"readParams", "Top level"},
                                                       {"readScene", "Top level"},
                                                       {"readContainer", "`[con"},
                                                       {"readLengths", "`[[body]]`"},
                                                       {"readShape", "`[[body]]`"},
                                                       {"readKeys", "`[[body]]`"},
                                                       {"readScript", "`[[body]]`"},
                                                       {"readRotation", "`[[body]]`"},
                                                       {"readBody", "`[[body]]`"},
                                                       {"readMotor", "`[[joint]]`"},
                                                       {"readJoints", "`[[joint]]`"},
                                                       {"readLiquid", "`[[liquid]]`"},
                                                       {"readFlows", "`[[emitter]]`"},
                                                       {"readSmoke", "`[[smoke]]`"},
                                                       {"readForces", "`[[smoke]]`"},
                                                       {"readDyes", "`[[smoke]]`"},
                                                       {"readExpectations", "`[[exp"},
                                                       {"readCamera", "`[view]`"},
                                                       {"readView", "`[view]`"},
                                                       {"readCompare", "`[compare]`"},
                                                       {"readWait", ""},
                                                       {"readLesson", ""}};
  size_t told = 0;
  for (const char* file : {"scene_read.cpp", "scene_read_body.cpp", "scene_read_joint.cpp", "scene_read_lesson.cpp"}) {
    const bool lesson = std::string(file) == "scene_read_lesson.cpp";
    const std::string text = textOf(kRoot / "docs" / (lesson ? "lessons.md" : "scene-files.md"));
    const std::string source = textOf(kRoot / "src" / "io" / file);
    const std::regex head(R"(\n(?:static )?(?:void|bool|WorldDesc|BodyDesc) (\w+)\([^\n]*\{)");
    for (std::sregex_iterator at(source.begin(), source.end(), head), end; at != end; ++at) {
      const auto begin = static_cast<size_t>(at->position());
      const std::vector<std::string> keys = keysIn(source.substr(begin, source.find("\n}", begin) - begin));
      if (keys.empty()) continue;
      const auto section = sections.find((*at)[1].str());
      ASSERT_NE(section, sections.end()) << "say here where the keys are told that " << (*at)[1] << " reads";
      std::string words;  // between back quotes
      for (const std::string& code : matches(sectionOf(text, section->second), "`([^`\n]+)`"))
        words += ' ' + code + ' ';
      for (const std::string& key : keys) {
        const bool there = std::regex_search(words, std::regex("[^\\w]" + key + "[^\\w]"));
        EXPECT_TRUE(there) << file << ", " << (*at)[1] << ": `" << key << "` is not in the section " << section->second;
        ++told;
      }
    }
  }
  EXPECT_GT(told, 90u);
}

}  // namespace
}  // namespace flotsam
