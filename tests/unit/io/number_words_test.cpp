// SPDX-License-Identifier: MIT
#include "io/number_words.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace flotsam {
namespace {

TEST(NumberWords, FourDigitsWithoutAnExponentWherePeopleNeedNone) {
  EXPECT_EQ(shortNumber(std::sqrt(0.75)), "0.866");
  EXPECT_EQ(shortNumber(12 * 0.1), "1.2");
  EXPECT_EQ(shortNumber(1120.6), "1121");
  EXPECT_EQ(shortNumber(-0.00012346), "-0.0001235");
  EXPECT_EQ(shortNumber(9999999), "1e+07");
  EXPECT_EQ(shortNumber(1e6), "1000000");
  EXPECT_EQ(shortNumber(1e-6), "1e-06");
  EXPECT_EQ(shortNumber(0), "0");
  EXPECT_EQ(shortNumber(std::numeric_limits<double>::infinity()), "inf");
}

TEST(NumberWords, CountsOfManyThings) {
  EXPECT_EQ(countWords(4e6), "4 million");
  EXPECT_EQ(countWords(8e9), "8 billion");
  EXPECT_EQ(countWords(4194304), "4.194 million");
  EXPECT_EQ(countWords(262144), "262144");
}

}  // namespace
}  // namespace flotsam
