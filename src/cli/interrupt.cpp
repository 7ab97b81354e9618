// SPDX-License-Identifier: MIT
#include "cli/interrupt.h"

#include <csignal>

namespace flotsam {

namespace {
volatile std::sig_atomic_t caught = 0;
void onInterrupt(int) {
  caught = 1;
  std::signal(SIGINT, SIG_DFL);  // a second Ctrl+C ends the program at once
}
}  // namespace

InterruptGuard::InterruptGuard() : before_(nullptr) {
  caught = 0;
  before_ = std::signal(SIGINT, onInterrupt);
}
InterruptGuard::~InterruptGuard() { std::signal(SIGINT, before_ == SIG_ERR ? SIG_DFL : before_); }
bool InterruptGuard::interrupted() const { return caught != 0; }

}  // namespace flotsam
