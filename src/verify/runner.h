// SPDX-License-Identifier: MIT
// Cases set up with their parameters, and run side by side. No output: what is done is handed to a callback in order.
#pragma once

#include <functional>
#include <span>

#include "verify/registry.h"

namespace flotsam {

/// A case ready to run, and what came out.
struct CaseRun {
  std::string name;
  std::unique_ptr<Case> test;
  std::unique_ptr<CaseParams> params;  // bound to the case's fields
  CaseOutcome outcome;
  double seconds = 0;

  bool passed() const;
};

/// Makes the cases and applies the settings ("KEY=VALUE"): each goes to every case that has the key; a key that none
/// has, and a value that one refuses, is a problem.
Result<std::vector<CaseRun>> prepareCases(const std::vector<NamedCase>& cases,
                                          const std::vector<std::string>& settings);
/// Runs them on the workers of core/parallel.h. A case that throws, or says nothing, has a row that failed. `done` is
/// called for one after the other in their order, as soon as all before it are done.
void runCases(std::span<CaseRun> runs, const std::function<void(const CaseRun&)>& done = {});

}  // namespace flotsam
