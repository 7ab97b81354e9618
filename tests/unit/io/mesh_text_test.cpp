// SPDX-License-Identifier: MIT
// Words of text files: which bytes part them. A byte A0 is a no-break blank in Latin 1 and a part of many letters in
// UTF-8.
#include "io/mesh_text.h"

#include <gtest/gtest.h>

#include <vector>

namespace flotsam {
namespace {

using Words = std::vector<std::string>;

Words wordsOf(std::string_view text) {
  Words words;
  for (TextScanner scanner(text, '#', /*joined=*/true); !scanner.done();)
    if (const auto word = scanner.anyWord(); !word.empty()) words.emplace_back(word);
  return words;
}

TEST(TextScanner, LettersThatHoldA0AreNotSplit) {
  // C3 A0, C5 A0, D0 A0, E0 A4 A0, E0 A0 80, F0 9F 98 A0: at the begin, in the middle and at the end of words.
  for (const std::string letter : {"à", "Š", "\u0420", "\u0920", "\u0800", "\U0001f620"}) {
    for (const std::string& name : {letter, letter + "x", "x" + letter, "x" + letter + "y", letter + letter})
      EXPECT_EQ(wordsOf("usemtl " + name + " 1\no " + name + "\n"), (Words{"usemtl", name, "1", "o", name}));
    EXPECT_EQ(wordsOf(letter), Words{letter});
  }
  EXPECT_EQ(wordsOf("mtllib voilà.mtl"), (Words{"mtllib", "voilà.mtl"}));
}

TEST(TextScanner, NoBreakBlanksPartNumbersInUtf8AndLatin1) {
  const Words three{"v", "1.5", "-2", "3e1"};
  EXPECT_EQ(wordsOf("v\u00a01.5\u00a0-2\u00a03e1\u00a0\n"), three);
  EXPECT_EQ(wordsOf("v\xa0"
                    "1.5\xa0-2\xa0\xa0"
                    "3e1\xa0\n"),
            three);
  EXPECT_EQ(wordsOf("\xa0v 1.5\xa0\u00a0-2 \xa0 3e1"), three);
  EXPECT_EQ(wordsOf("à\u00a0à\u00a0\u00a0à"), (Words{"à", "à", "à"}));
  // Letters of Latin 1 before the blank: what follows is no sequence of UTF-8.
  EXPECT_EQ(wordsOf("B\xe4\xa0"
                    "1 \xe0\xa0 2 \xf6\xa0x"),
            (Words{"B\xe4", "1", "\xe0", "2", "\xf6", "x"}));
}

TEST(TextScanner, WhatIsCutShortIsNoLetter) {
  EXPECT_EQ(wordsOf("\xa0"), Words{});
  EXPECT_EQ(wordsOf("\xe0\xa0"), (Words{"\xe0"}));
  EXPECT_EQ(wordsOf("\xa0\xa0\xa0\xa0"), Words{});
  EXPECT_EQ(wordsOf("a\x80\xa0"
                    "b"),
            (Words{"a\x80", "b"}));
}

}  // namespace
}  // namespace flotsam
