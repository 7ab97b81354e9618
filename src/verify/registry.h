// SPDX-License-Identifier: MIT
// All cases by name, and the choice among them.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "verify/case.h"

namespace flotsam {

struct NamedCase {
  const char* name;
  CaseMaker make;
  bool slow = false;  // runs only when it is named: minutes, not seconds
};
inline constexpr bool kSlow = true;

/// In the order they are shown.
const std::vector<NamedCase>& verifyCases();

/// `*` stands for any run of characters, `?` for one.
bool globMatches(const std::string& glob, const std::string& name);

/// The cases any of the names or globs fits, each once, in the order of the registry; none = all but the
/// slow ones. What fits nothing is
/// a problem that suggests a name.
Result<std::vector<NamedCase>> selectCases(const std::vector<std::string>& globs);

}  // namespace flotsam
