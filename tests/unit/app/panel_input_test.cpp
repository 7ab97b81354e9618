// SPDX-License-Identifier: MIT
// Which frame sees which of the events that came in between two pictures: each rule by itself.
#include "app/panel_input.h"

#include <gtest/gtest.h>

#include <string>

namespace flotsam {
namespace {

// Keys of the tests: letters write; '\n' is silent; '^', '$' and '%' are Control, Shift and Alt.
PanelInput::Key kindOf(int key) {
  switch (key) {
    case '^':
      return PanelInput::Key::Control;
    case '$':
      return PanelInput::Key::Shift;
    case '%':
      return PanelInput::Key::Other;
    case '\n':
      return PanelInput::Key::Silent;
    default:
      return PanelInput::Key::Writing;
  }
}

struct PanelInputTest : testing::Test {
  PanelInput input{kindOf};

  void down(int key) { input.push({PanelEvent::KeyDown, key}); }
  void up(int key) { input.push({PanelEvent::KeyUp, key}); }
  void write(char letter) { down(letter), input.push({PanelEvent::Character, letter}), up(letter); }
  void tap(int key) { down(key), up(key); }
  void click(double x, double seconds) {
    input.push({PanelEvent::Press, 0, 0, {x, 0}, seconds});
    input.push({PanelEvent::Release, 0, 0, {x, 0}, seconds});
  }
  /// What a frame gets: + down, - up, a character by itself, ( press, ) release.
  std::string frame(bool fieldTakesKeys = false) {
    std::string text;
    for (const PanelEvent& e : input.begin(fieldTakesKeys)) {
      const auto letter = static_cast<char>(e.code);
      switch (e.kind) {
        case PanelEvent::Press:
          text += e.again ? "((" : "(";
          break;
        case PanelEvent::Release:
          text += ")";
          break;
        case PanelEvent::KeyDown:
          text += std::string("+") + letter;
          break;
        case PanelEvent::KeyUp:
          text += std::string("-") + letter;
          break;
        case PanelEvent::Character:
          text += letter;
      }
    }
    pressed = input.pressed();
    control = input.counts(PanelInput::Key::Control), shift = input.counts(PanelInput::Key::Shift);
    input.end();
    return text;
  }
  std::vector<int> pressed;
  bool control = false, shift = false;
};

TEST_F(PanelInputTest, NothingIsNothing) { EXPECT_EQ(frame(), ""); }

TEST_F(PanelInputTest, WhatIsWrittenComesInOneFrame) {
  write('a'), write('b');
  EXPECT_EQ(frame(), "+aa-a+bb-b");
  EXPECT_EQ(pressed, (std::vector<int>{'a', 'b'}));
  EXPECT_EQ(frame(), "");
}

TEST_F(PanelInputTest, PressAndReleaseComeOneAFrameWhereTheyHappened) {
  click(3, 1), click(9, 2);
  const auto first = input.begin(false);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].pixel.x, 3);
  EXPECT_TRUE(input.buttonDown(0));
  EXPECT_EQ(frame(), ")");
  EXPECT_FALSE(input.buttonDown(0));
  const auto second = input.begin(false);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_EQ(second[0].pixel.x, 9);
}

TEST_F(PanelInputTest, APressIsNotInTheFrameOfWhatWasTypedBefore) {
  write('a'), click(0, 1), write('b');
  EXPECT_EQ(frame(), "+aa-a");
  EXPECT_EQ(frame(), "(");
  EXPECT_EQ(frame(), ")");
  EXPECT_EQ(frame(), "+bb-b");
}

TEST_F(PanelInputTest, APressWaitsForAFieldThatGetsTheKeysAndWhatIsTypedDoesNot) {
  click(0, 1), write('a');
  EXPECT_EQ(frame(true), "");
  EXPECT_EQ(frame(), "(");
  input.clear();
  write('a');
  EXPECT_EQ(frame(true), "+aa-a");
}

TEST_F(PanelInputTest, SilentKeysComeOneAFrame) {
  tap('\n'), tap('\n');
  EXPECT_EQ(frame(), "+\n-\n");
  EXPECT_EQ(frame(), "+\n-\n");
}

TEST_F(PanelInputTest, WhatIsWrittenBehindASilentKeyComesInTheNextFrame) {
  write('a'), tap('\n'), write('b');
  EXPECT_EQ(frame(), "+aa-a+\n-\n+b");  // the key by itself writes nothing
  EXPECT_EQ(frame(), "b-b");
}

TEST_F(PanelInputTest, KeysWithControlComeOneAFrameAndControlIsHeldForEach) {
  down('^'), tap('a'), tap('c'), up('^');
  EXPECT_EQ(frame(), "+^+a-a");
  EXPECT_TRUE(control);
  EXPECT_EQ(frame(), "+c-c");  // Control is let go after the frame of the keys it was held for
  EXPECT_TRUE(control);
  EXPECT_EQ(frame(), "-^");
  EXPECT_FALSE(control);
}

TEST_F(PanelInputTest, ShiftIsHeldForTheWholeFrameOfItsLetter) {
  down('$'), write('A'), up('$');
  EXPECT_EQ(frame(), "+$+AA-A");
  EXPECT_TRUE(shift);
  EXPECT_EQ(frame(), "-$");
  EXPECT_FALSE(shift);
}

TEST_F(PanelInputTest, AModifierByItselfIsNoCommand) {
  down('^'), up('^'), down('%'), up('%');
  EXPECT_EQ(frame(), "+^");
  EXPECT_EQ(frame(), "-^+%");
  EXPECT_EQ(frame(), "-%");
}

TEST_F(PanelInputTest, AKeyThatStaysDownIsHeldOverFrames) {
  down('a');
  EXPECT_EQ(frame(), "+a");
  EXPECT_EQ(frame(), "");
  EXPECT_TRUE(pressed.empty());
  EXPECT_TRUE(input.held('a'));
  up('a');
  EXPECT_EQ(frame(), "-a");
  EXPECT_FALSE(input.held('a'));
}

TEST_F(PanelInputTest, ADoubleClickIsToldByWhenItHappened) {
  click(0, 1), click(0, 1.29), click(0, 1.6);
  EXPECT_EQ(frame(), "(");
  EXPECT_EQ(frame(), ")");
  EXPECT_EQ(frame(), "((");
  EXPECT_EQ(frame(), ")");
  EXPECT_EQ(frame(), "(");  // .31 s after the last
}

TEST_F(PanelInputTest, AnotherButtonIsNoSecondClick) {
  click(0, 1);
  input.push({PanelEvent::Press, 1, 0, {0, 0}, 1.1});
  EXPECT_EQ(frame(), "(");
  EXPECT_EQ(frame(), ")");
  EXPECT_EQ(frame(), "(");
  EXPECT_TRUE(input.buttonDown(1));
}

TEST_F(PanelInputTest, ClearedItKnowsNothing) {
  down('^'), click(0, 1);
  frame(), frame();
  click(0, 1.1);
  input.clear();
  EXPECT_FALSE(input.held(PanelInput::Key::Control));
  EXPECT_FALSE(input.buttonDown(0));
  EXPECT_EQ(frame(), "");
  click(0, 1.2);
  EXPECT_EQ(frame(), "(");
}

}  // namespace
}  // namespace flotsam
