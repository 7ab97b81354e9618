// SPDX-License-Identifier: MIT
// `flotsam verify`: the solver against theory. Cases live in src/verify, a run is docs/verification.md; here are
// options, output and the exit code.
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/common.h"
#include "cli/outputs.h"
#include "cli/revision.h"
#include "cli/waiting.h"
#include "core/parallel.h"
#include "core/version.h"
#include "verify/report.h"

namespace flotsam {

namespace {

struct VerifyOptions {
  std::vector<std::string> cases, set;
  bool json = false, markdown = false, list = false;
  std::string plots;
  int threads = 0;
};

nlohmann::ordered_json number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json paramsJson(const CaseParams& params) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& [key, value] : params.values()) {
    if (const auto* v = std::get_if<Vec3>(&value))
      json[key] = {v->x, v->y, v->z};
    else
      std::visit(
          [&, name = key](const auto& v) {
            if constexpr (!std::is_same_v<std::decay_t<decltype(v)>, Vec3>) json[name] = v;
          },
          value);
  }
  return json;
}

void appendJson(const CaseRun& run, nlohmann::ordered_json& list) {
  for (const Row& row : run.outcome.rows)
    list.push_back({{"case", run.name},
                    {"params", paramsJson(*run.params)},
                    {"quantity", row.quantity},
                    {"value", number(row.value)},
                    {"theory", number(row.theory)},
                    {"error", number(row.error)},
                    {"bound", number(row.bound)},
                    {"pass", row.pass}});
}

/// Every plot of the runs as a file of its own.
Problems writePlots(std::span<const CaseRun> runs, const std::filesystem::path& folder) {
  for (const CaseRun& run : runs)
    for (const Plot& plot : run.outcome.plots) {
      const auto path = folder / (plot.name + ".svg");
      std::ofstream file(path, std::ios::binary);
      file << plotSvg(plot);
      if (!file.flush()) return {{path.string(), 0, "", "cannot be written"}};
    }
  return {};
}

int verify(const VerifyOptions& o, const Console& console) {
  const auto cases = selectCases(o.list && o.cases.empty() ? std::vector<std::string>{"*"} : o.cases);
  if (report(console, cases.problems)) return kBadInput;
  auto runs = prepareCases(*cases.value, o.set);
  if (report(console, runs.problems)) return kBadInput;
  if (o.list) {
    for (const CaseRun& run : *runs) console.out << listText(run);
    return kGood;
  }
  if (!o.plots.empty()) {  // told before the work
    std::error_code error;
    std::filesystem::create_directories(o.plots, error);
    if (error || report(console, checkWritable((std::filesystem::path(o.plots) / "plot.svg").string()))) {
      if (error) console.err << o.plots << ": cannot be made: " << error.message() << '\n';
      return kBadInput;
    }
  }
  setThreadCount(o.threads);
  const double start = wallClock();
  const bool text = !o.json && !o.markdown;
  std::ostream* terminal = isatty(STDERR_FILENO) && &console.err == &std::cerr ? &console.err : nullptr;
  const auto waitsFor = [&](size_t done) {
    return std::make_unique<Waiting>(terminal, std::to_string(done) + " of " + std::to_string(runs->size()) + " cases");
  };
  size_t done = 0;
  auto waiting = waitsFor(done);
  runCases(*runs, [&](const CaseRun& run) {
    waiting->clear();
    if (text) console.out << terminalText(run) << std::endl;
    waiting = waitsFor(++done);
  });
  waiting->clear();
  bool good = true;
  auto list = nlohmann::ordered_json::array();
  for (const CaseRun& run : *runs) {
    good &= run.passed();
    if (o.json) appendJson(run, list);
  }
  if (o.json) console.out << list.dump(1) << '\n';
  if (o.markdown) {
    std::string code = std::string("Flotsam ") + version();
    if (*revision()) code += std::string(", commit ") + revision();
    console.out << markdownDocument(*runs, o.cases, "images/verify", code);
  }
  if (text) console.out << summaryText(*runs, wallClock() - start) << '\n';
  if (!o.plots.empty() && report(console, writePlots(*runs, o.plots))) return kFailed;
  return good ? kGood : kFailed;
}

}  // namespace

void addVerify(CLI::App& app, Console console, int& exitCode) {
  auto* command = app.add_subcommand("verify", "The solver against closed forms and conservation laws");
  auto o = std::make_shared<VerifyOptions>();
  command
      ->add_option("cases", o->cases,
                   "Names or globs, for example 'added-mass*'; none = all but water-*, which take minutes each")
      ->type_name("CASE");
  command->add_option("--set", o->set, "Change a parameter of the cases that have it, for example radius=6")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  auto* json = command->add_flag("--json", o->json, "As JSON: one object per value");
  auto* markdown =
      command
          ->add_flag("--markdown", o->markdown, "As Markdown, the text of docs/verification.md when no case is named")
          ->excludes(json);
  command->add_flag("--list", o->list, "List the cases with their parameters, run none")
      ->excludes(json)
      ->excludes(markdown);
  command->add_option("--plots", o->plots, "Write the plots of the cases to this folder, as SVG")
      ->check(folderName())
      ->type_name("DIR");
  addThreadsOption(*command, o->threads);
  command->footer("Exit code 1 when a value is out of its bound or not finite, 2 for bad usage.");
  command->callback([=, &exitCode] { exitCode = verify(*o, console); });
}

}  // namespace flotsam
