// SPDX-License-Identifier: MIT
// Which state of the sources this is, for documents that are generated from a run.
#pragma once

namespace flotsam {

/// "1a2b3c4 of 2026-01-31": the commit the build was configured at; empty outside a git checkout.
const char* revision();

}  // namespace flotsam
