// SPDX-License-Identifier: MIT
#include "core/crash.h"

#include <csignal>
#include <cstring>

#if defined(__GLIBC__)
#include <execinfo.h>
#include <unistd.h>
#endif

namespace flotsam {

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

constexpr int kMostCalls = 64;

struct Named {
  int signal;
  const char* name;
};
constexpr Named kCrashes[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"}, {SIGBUS, "SIGBUS"}};

void write(const char* text) {
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;  // nowhere to tell it
}

/// Only calls that a signal handler may make; the memory may be in disorder.
void onCrash(int signal) {
  const char* name = "a signal";
  for (const Named& crash : kCrashes)
    if (crash.signal == signal) name = crash.name;
  write("flotsam: ended by "), write(name), write("; the calls that led there:\n");
  void* calls[kMostCalls];
  backtrace_symbols_fd(calls, backtrace(calls, kMostCalls), STDERR_FILENO);
  raise(signal);  // which ends it: the handler was for once
}

}  // namespace

void tellCrashes() {
  alignas(16) static char stack[64 << 10];  // a crash may be the end of the stack
  const stack_t own{.ss_sp = stack, .ss_flags = 0, .ss_size = sizeof stack};
  sigaltstack(&own, nullptr);
  void* calls[1];
  backtrace(calls, 1);  // the first call loads a library, for which there may be no memory later
  struct sigaction action = {};
  action.sa_handler = onCrash;
  action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (const Named& crash : kCrashes) sigaction(crash.signal, &action, nullptr);
}

#else

void tellCrashes() {}

#endif

}  // namespace flotsam
