// SPDX-License-Identifier: MIT
#include "core/crash.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "cli/cli.h"

namespace flotsam {
namespace {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

TEST(CrashDeathTest, ASignalIsNamedWithItsCallsAndStillEndsTheProgram) {
  const auto die = [](int signal) { tellCrashes(), raise(signal); };
  EXPECT_EXIT(die(SIGSEGV), testing::KilledBySignal(SIGSEGV),
              "ended by SIGSEGV in the thread unit_cli.*; the calls.*\n.*unit_cli");
  EXPECT_EXIT(die(SIGFPE), testing::KilledBySignal(SIGFPE), "ended by SIGFPE");
  EXPECT_EXIT((tellCrashes(), std::abort()), testing::KilledBySignal(SIGABRT), "ended by SIGABRT");
}

/// What lies in freed memory may tell who wrote there.
TEST(CrashDeathTest, RegistersAreToldWithTheMemoryTheyPointTo) {
  const auto die = [] {
    tellCrashes();
    static uint64_t words[2] = {0x0123456789abcdef, 0xfedcba9876543210};
    asm volatile("mov %0, %%r12\n\tmov $0x40, %%r13\n\tmov %%r13, (%%r13)" : : "r"(words) : "r12", "r13", "memory");
  };
  EXPECT_EXIT(
      die(), testing::KilledBySignal(SIGSEGV),
      "address 0000000000000040;.*\n(.*\n)*r12 .{16} -> 0123456789abcdef fedcba9876543210.*\nr13 0000000000000040\n");
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

/// What a run may take more than now: less than the scene needs.
int runWithMemory(size_t bytes) {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t most = pages * static_cast<size_t>(sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit limit{most, most};
  if (setrlimit(RLIMIT_AS, &limit) != 0) return 3;
  return runCli({"run", "paddle-fine", "--steps", "1", "--threads", "1"}, std::cout, std::cerr, nullptr);
}

TEST(CrashDeathTest, ARunWithoutEnoughMemorySaysHowLargeTheSceneIs) {
  EXPECT_EXIT(std::_Exit(runWithMemory(60 << 20)), testing::ExitedWithCode(1),
              "not enough memory for 'paddle-fine': [0-9]+ cells, up to 8 particles in each\n");
}

#endif

}  // namespace
}  // namespace flotsam
