// SPDX-License-Identifier: MIT
// What came out of cases, as text for people: tables for the terminal and the Markdown of docs/verification.md.
#pragma once

#include <string>

#include "verify/runner.h"

namespace flotsam {

/// A case as a block of lines for the terminal.
std::string terminalText(const CaseRun& run);
/// "36 cases, 310 checks, all within bounds, 92 s".
std::string summaryText(std::span<const CaseRun> runs, double seconds);
/// The whole document, of the cases asked for (names and globs; none = all quick ones). Plots are linked from
/// `plotFolder` (relative to the document); `code` says which state of the sources ran.
std::string markdownDocument(std::span<const CaseRun> runs, const std::vector<std::string>& asked,
                             const std::string& plotFolder, const std::string& code);
/// Name, about and parameters of a case.
std::string listText(const CaseRun& run);

}  // namespace flotsam
