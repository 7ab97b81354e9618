// SPDX-License-Identifier: MIT
#include "core/crash.h"

#include <csignal>
#include <cstdint>
#include <cstring>

#if defined(__GLIBC__)
#include <execinfo.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <ucontext.h>
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

void writeHex(uint64_t word) {
  char text[17] = {};
  for (int digit = 15; digit >= 0; --digit, word >>= 4) text[digit] = "0123456789abcdef"[word & 15];
  write(text);
}

/// The words from an address on, as far as there is memory: the kernel takes them into a pipe, so that nothing can
/// fault here.
void writeMemory(uint64_t address, const int (&pipe)[2]) {
  for (uint64_t at = address; at < address + 64; at += 8) {
    uint64_t word = 0;
    const ssize_t sent = ::write(pipe[1], reinterpret_cast<const void*>(at), sizeof word);
    if (sent <= 0 || read(pipe[0], &word, static_cast<size_t>(sent)) != sent || sent != sizeof word) return;
    write(at == address ? " -> " : " "), writeHex(word);
  }
}

/// Where the heap is in disorder, the calls tell who met it; what lies there may tell who wrote it.
void writeRegisters(const ucontext_t& context) {
#if defined(__x86_64__)
  constexpr const char* kNames[] = {"r8 ", "r9 ", "r10", "r11", "r12", "r13", "r14", "r15", "rdi",
                                    "rsi", "rbp", "rbx", "rdx", "rax", "rcx", "rsp", "rip"};  // as <sys/ucontext.h> has
  int pipe[2] = {-1, -1};
  if (pipe2(pipe, O_CLOEXEC) != 0) pipe[1] = -1;  // then without what lies there
  for (int i = 0; i < 17; ++i) {
    const auto value = static_cast<uint64_t>(context.uc_mcontext.gregs[i]);
    write(kNames[i]), write(" "), writeHex(value), writeMemory(value, pipe), write("\n");
  }
#else
  (void)context;
#endif
}

/// Only calls that a signal handler may make; the memory may be in disorder.
void onCrash(int signal, siginfo_t* info, void* context) {
  const char* name = "a signal";
  for (const Named& crash : kCrashes)
    if (crash.signal == signal) name = crash.name;
  char thread[16] = {};
  prctl(PR_GET_NAME, thread);
  write("flotsam: ended by "), write(name), write(" in the thread "), write(thread);
  if (info->si_code > 0)  // else somebody sent it
    write(", address "), writeHex(reinterpret_cast<uint64_t>(info->si_addr));
  write("; the calls that led there:\n");
  void* calls[kMostCalls];
  backtrace_symbols_fd(calls, backtrace(calls, kMostCalls), STDERR_FILENO);
  write("registers, and what lies where they point:\n");
  writeRegisters(*static_cast<const ucontext_t*>(context));
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
  action.sa_sigaction = onCrash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (const Named& crash : kCrashes) sigaction(crash.signal, &action, nullptr);
}

#else

void tellCrashes() {}

#endif

}  // namespace flotsam
