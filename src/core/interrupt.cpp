// SPDX-License-Identifier: MIT
#include "core/interrupt.h"

#include <csignal>

namespace flotsam {

namespace {
constexpr int kSignals[] = {SIGINT, SIGTERM};
volatile std::sig_atomic_t caught = 0;
void onSignal(int signal) {
  caught = signal;
  std::signal(signal, SIG_DFL);  // a second one ends the program at once
}
}  // namespace

InterruptGuard::InterruptGuard() {
  caught = 0;
  for (size_t i = 0; i < before_.size(); ++i) {
    before_[i] = std::signal(kSignals[i], onSignal);
    if (before_[i] == SIG_IGN) std::signal(kSignals[i], SIG_IGN);  // as under nohup
  }
}
InterruptGuard::~InterruptGuard() {
  for (size_t i = 0; i < before_.size(); ++i) std::signal(kSignals[i], before_[i] == SIG_ERR ? SIG_DFL : before_[i]);
}
const char* InterruptGuard::signalName() const {
  return caught == 0 ? nullptr : caught == SIGTERM ? "asked to end" : "interrupted";
}

}  // namespace flotsam
