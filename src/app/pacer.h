// SPDX-License-Identifier: MIT
// Real-time pacing as a pure function: how many steps are due now, and how long to sleep when none is. A solver that is
// too slow drops the steps it cannot make up for: never a spiral, never a giant step.
#pragma once

#include <cstdint>

namespace flotsam {

struct PaceInput {
  double realSeconds = 0;   // since the anchor
  double speed = 1;         // simulated seconds per real second; 0 stands still
  double dt = 1.0 / 60;     // s, of a step
  uint64_t stepsDone = 0;   // since the anchor
  uint64_t maxBacklog = 2;  // steps that may be made up for in one go
};

struct Pace {
  uint64_t steps = 0;      // to run now, at most maxBacklog
  uint64_t dropped = 0;    // due but given up: the caller counts them as done
  double waitSeconds = 0;  // until the next step is due; 0 when steps > 0; infinite when it never is
};

/// Times that make no sense (negative, not finite) count as zero.
Pace pace(const PaceInput& in);

}  // namespace flotsam
