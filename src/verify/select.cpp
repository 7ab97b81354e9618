// SPDX-License-Identifier: MIT
#include "core/describe.h"
#include "verify/registry.h"

namespace flotsam {

bool globMatches(const std::string& glob, const std::string& name) {
  size_t g = 0, n = 0, star = std::string::npos, from = 0;
  while (n < name.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++, from = n;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == name[n])) {
      ++g, ++n;
    } else if (star != std::string::npos) {  // let the last star swallow one more
      g = star + 1, n = ++from;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

Result<std::vector<NamedCase>> selectCases(const std::vector<std::string>& globs) {
  const auto& all = verifyCases();
  if (globs.empty()) {
    std::vector<NamedCase> quick;
    for (const auto& c : all)
      if (!c.slow) quick.push_back(c);
    return quick;
  }
  Problems problems;
  for (const auto& glob : globs) {
    bool fits = false;
    std::vector<std::string> names;
    for (const auto& c : all) fits |= globMatches(glob, c.name), names.emplace_back(c.name);
    if (fits) continue;
    const std::string near = closestWord(glob, names);
    problems.push_back({"", 0, glob,
                        near.empty() ? "no case of that name (flotsam verify --list shows them)"
                                     : "no case of that name; did you mean '" + near + "'?"});
  }
  if (!problems.empty()) return problems;
  std::vector<NamedCase> chosen;
  for (const auto& c : all)
    for (const auto& glob : globs)
      if (globMatches(glob, c.name)) {
        chosen.push_back(c);
        break;
      }
  return chosen;
}

}  // namespace flotsam
