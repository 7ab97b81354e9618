// SPDX-License-Identifier: MIT
#include "core/crash.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace flotsam {
namespace {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

TEST(CrashDeathTest, ASignalIsNamedWithItsCallsAndStillEndsTheProgram) {
  const auto die = [](int signal) { tellCrashes(), raise(signal); };
  EXPECT_EXIT(die(SIGSEGV), testing::KilledBySignal(SIGSEGV), "ended by SIGSEGV; the calls.*\n.*unit_cli");
  EXPECT_EXIT(die(SIGFPE), testing::KilledBySignal(SIGFPE), "ended by SIGFPE");
  EXPECT_EXIT((tellCrashes(), std::abort()), testing::KilledBySignal(SIGABRT), "ended by SIGABRT");
}

/// Ends with the stack, as no byte above is 1.
int deeper(const volatile char* above) {
  volatile char here[4096];
  here[0] = above[0];
  return above[0] == 1 ? 0 : deeper(here) + here[0];
}

TEST(CrashDeathTest, TheEndOfTheStackIsToldToo) {
  EXPECT_EXIT((tellCrashes(), deeper("")), testing::KilledBySignal(SIGSEGV), "ended by SIGSEGV");
}

#endif

}  // namespace
}  // namespace flotsam
