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
