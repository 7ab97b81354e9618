// SPDX-License-Identifier: MIT
#include "verify/report.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace flotsam {

namespace {

std::string shortNumber(double v, int digits = 6) {
  if (!std::isfinite(v)) return std::isnan(v) ? "nan" : v > 0 ? "inf" : "-inf";
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, v, std::chars_format::general, digits).ptr};
}

/// Errors against a theory that is not zero are shares: "+0.52 %".
std::string errorText(const Row& row, double error, bool sign) {
  const bool share = row.theory && *row.theory != 0 && row.bound && *row.bound != 0;
  if (!share) return shortNumber(error, 3);
  const double percent = 100 * error;
  return (sign && percent > 0 ? "+" : "") + shortNumber(percent, 3) + " %";
}

/// Value, theory, error, bound, verdict.
std::vector<std::string> cells(const Row& row) {
  return {row.quantity,
          shortNumber(row.value),
          row.theory ? shortNumber(*row.theory) : "–",
          row.error ? errorText(row, *row.error, true) : "–",
          row.bound ? errorText(row, *row.bound, false) : "–",
          !row.pass    ? "FAIL"
          : row.theory ? "pass"
                       : "no theory"};
}

/// Characters, not bytes, of UTF-8.
size_t width(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string aligned(const std::vector<std::vector<std::string>>& lines, const std::string& indent) {
  std::vector<size_t> widths;
  for (const auto& line : lines)
    for (size_t i = 0; i < line.size(); ++i) {
      if (i == widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], width(line[i]));
    }
  std::string text;
  for (const auto& line : lines) {
    std::string out = indent;
    for (size_t i = 0; i < line.size(); ++i) {
      const std::string room(widths[i] - width(line[i]), ' ');
      out += i == 0 ? line[i] + room : "  " + room + line[i];
    }
    text += out.substr(0, out.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string settings(const CaseRun& run) {
  std::string text;
  for (const auto& [key, value] : run.params->values())
    text += (text.empty() ? "" : " ") + key + "=" + valueText(value);
  return text;
}

std::string markdownRow(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const auto& c : cells) line += " " + c + " |";
  return line + '\n';
}

std::string markdownHead(const std::vector<std::string>& head) {
  std::string rule = "|";
  for (size_t i = 0; i < head.size(); ++i) rule += i ? "---:|" : "---|";
  return markdownRow(head) + rule + '\n';
}

}  // namespace

std::string terminalText(const CaseRun& run) {
  std::string text = run.name + (run.passed() ? "" : "  OUT OF BOUNDS") + "  " + shortNumber(run.seconds, 2) +
                     " s\n  " + run.test->about() + '\n';
  if (const std::string s = settings(run); !s.empty()) text += "  " + s + '\n';
  std::vector<std::vector<std::string>> lines = {{"quantity", "value", "theory", "error", "bound", ""}};
  std::vector<std::string> notes;
  for (const Row& row : run.outcome.rows) {
    if (row.detail && row.pass) continue;
    lines.push_back(cells(row));
    if (!row.note.empty() && (!row.pass || row.bound.value_or(0) == 0))
      lines.back().back() += (lines.back().back().empty() ? "" : ": ") + row.note;
  }
  // The verdict is the last column: nothing to align behind it.
  for (auto& line : lines) line.back() = line.back().empty() ? "" : " " + line.back();
  std::vector<std::vector<std::string>> head = lines;
  std::vector<std::string> verdicts;
  for (auto& line : head) verdicts.push_back(line.back()), line.pop_back();
  std::string block = aligned(head, "    ");
  size_t from = 0;
  for (const auto& verdict : verdicts) {
    const size_t end = block.find('\n', from);
    text += block.substr(from, end - from) + (verdict.empty() ? "" : " " + verdict) + '\n';
    from = end + 1;
  }
  for (const TextTable& table : run.outcome.tables) {
    std::vector<std::vector<std::string>> all = {table.head};
    all.insert(all.end(), table.lines.begin(), table.lines.end());
    text += "    " + table.title + '\n' + aligned(all, "      ");
  }
  return text;
}

std::string summaryText(std::span<const CaseRun> runs, double seconds) {
  size_t checks = 0, failed = 0, without = 0;
  for (const CaseRun& run : runs)
    for (const Row& row : run.outcome.rows) {
      (row.theory || !row.pass ? checks : without) += 1;
      failed += !row.pass;
    }
  return std::to_string(runs.size()) + (runs.size() == 1 ? " case, " : " cases, ") + std::to_string(checks) +
         (checks == 1 ? " check, " : " checks, ") +
         (failed ? std::to_string(failed) + " out of bounds" : std::string("all within bounds")) +
         (without ? ", " + std::to_string(without) + " values without theory" : "") + ", " + shortNumber(seconds, 3) +
         " s";
}

namespace {

/// A section of the document.
std::string markdownText(const CaseRun& run, const std::string& plotFolder) {
  std::string text = "### `" + run.name + "`\n\n" + run.test->about() + ".\n\n" + run.test->limits() + "\n\n";
  if (const std::string s = settings(run); !s.empty()) text += "Parameters: `" + s + "`\n\n";
  text += markdownHead({"quantity", "value", "theory", "error", "bound", ""});
  std::vector<std::string> notes;
  for (const Row& row : run.outcome.rows) {
    if (row.detail && row.pass) continue;
    auto line = cells(row);
    if (!row.note.empty()) line.back() += "; " + row.note;
    text += markdownRow(line);
  }
  text += '\n';
  for (const TextTable& table : run.outcome.tables) {
    text += table.title + ":\n\n" + markdownHead(table.head);
    for (const auto& line : table.lines) text += markdownRow(line);
    text += '\n';
  }
  for (const Plot& plot : run.outcome.plots)
    text += "![" + plot.title + "](" + plotFolder + "/" + plot.name + ".svg)\n\n";
  return text;
}

/// The row that uses most of its bound, as "share of the bound".
std::string tightest(const CaseRun& run) {
  double most = -1;
  for (const Row& row : run.outcome.rows)
    if (row.bound && *row.bound > 0 && row.error) most = std::max(most, std::abs(*row.error) / *row.bound);
  return most < 0 ? "–" : shortNumber(100 * most, 2) + " %";
}

constexpr const char* kIntroduction = R"(
The numbers are the same for any number of threads. To look closer, name a case or a glob and change its parameters;
`flotsam verify --list` shows them all:

```
flotsam verify                                  # every quick case; exit code 1 when something is out of bounds
flotsam verify 'water-*'                        # the slow ones: liquid for a minute and more, medians of three seeds
flotsam verify 'added-mass*' --set fractions=voxel --set bound=area  # meant to end with 1: voxels are no area fractions
flotsam verify added-mass --set shape=ellipsoid --set axes=0.2,0.1,0.1 --set radius=6 --set fractions=volume
flotsam verify conservation --set seed=1000 --set scenes=500
flotsam verify added-mass --json                # for machines
```

How to read a row: the error is (value - theory) / |theory|, or the value itself where theory is 0; a row passes when |error| is
at most the bound. Rows with *at most* or *at least* have a limit in place of a theory, and their error is what exceeds it. A
value that is not finite never passes. Rows without theory are printed, not judged. Bounds come from theory, from rounding, or
from the errors that an independent implementation of the method had (called REFERENCE below). Of flows in time theory often
says only which way and how fast an error falls; there the limits say what is good enough.

Symbols: s = density of the body over that of the fluid; C = added mass over displaced mass; h = cell size, R = radius or half
the longest side, L = side of the tank, N = cells across it; g = 9.81 m/s². [B07] is Batty, Bertails and Bridson 2007.

)";

}  // namespace

std::string markdownDocument(std::span<const CaseRun> runs, const std::vector<std::string>& asked,
                             const std::string& plotFolder, const std::string& code) {
  std::string text =
      "# Verification\n\nWhat the solver gives where theory knows the answer. This file is written by a run of the "
      "program; nothing in it is typed by hand:\n\n```\nflotsam verify";
  for (const auto& word : asked) text += " '" + word + "'";
  text += " --markdown";
  if (asked.empty()) text += " --plots docs/" + plotFolder + " > docs/verification.md";
  text += "\n```\n";
  if (asked.empty())
    text +=
        "\nThese are all cases but the slow ones, `water-*`, which take minutes each and have a run of their own: "
        "[water.md](water.md).\n";
  text += kIntroduction;
  text += "Code: " + code + ".\n\n## Summary\n\n" +
          markdownHead({"case", "checks", "within bounds", "most of a bound used"});
  for (const CaseRun& run : runs) {
    size_t checks = 0, good = 0;
    for (const Row& row : run.outcome.rows)
      if (row.theory || !row.pass) ++checks, good += row.pass;
    text += markdownRow(
        {"[`" + run.name + "`](#" + run.name + ")", std::to_string(checks), std::to_string(good), tightest(run)});
  }
  text += "\n## Cases\n\n";
  for (const CaseRun& run : runs) text += markdownText(run, plotFolder);
  return text;
}

std::string listText(const CaseRun& run) {
  std::string text = run.name + "\n    " + run.test->about() + '\n';
  std::vector<std::vector<std::string>> lines;
  for (const auto& [key, value] : run.params->values())
    lines.push_back({key + "=" + valueText(value), run.params->help(key)});
  size_t most = 0;
  for (const auto& line : lines) most = std::max(most, width(line[0]));
  for (const auto& line : lines)
    text += "      " + line[0] + std::string(most - width(line[0]) + 2, ' ') + line[1] + '\n';
  return text;
}

}  // namespace flotsam
