// SPDX-License-Identifier: MIT
// Where the program crashed, for who reports it: the signal, the call stack, registers and memory on standard error.
#pragma once

namespace flotsam {

/// From now on a crash (SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS) writes its signal, its thread, the address of the
/// fault, its call stack and the registers with the 64 bytes that each points to, then ends the program as it would
/// have. The addresses in brackets behind a file are what `addr2line -Cfpie FILE` takes. Under a sanitizer, which tells
/// more, nothing changes.
void tellCrashes();

}  // namespace flotsam
