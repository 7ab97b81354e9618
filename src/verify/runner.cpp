// SPDX-License-Identifier: MIT
#include "verify/runner.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <mutex>

#include "core/parallel.h"

namespace flotsam {

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Problems applySetting(std::vector<CaseRun>& runs, const std::string& setting) {
  const size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0)
    return {{"", 0, "--set", "expected KEY=VALUE, got '" + setting + "'"}};
  const std::string key = setting.substr(0, equals), value = setting.substr(equals + 1);
  bool known = false;
  std::vector<std::string> keys;
  for (CaseRun& run : runs) {
    for (const auto& k : run.params->keys()) keys.push_back(k);
    if (!run.params->knows(key)) continue;
    known = true;
    if (auto problems = run.params->set(key, value); !problems.empty()) return problems;
  }
  if (known) return {};
  const std::string near = closestWord(key, keys);
  const std::string where = runs.size() == 1 ? "case " + runs[0].name + " has" : "none of the cases has";
  return {{"", 0, key,
           where + " no such parameter" +
               (near.empty() ? " (flotsam verify --list shows them)" : "; did you mean '" + near + "'?")}};
}

void runOne(CaseRun& run) {
  const double start = now();
  std::string fault;
  try {
    run.test->run(run.outcome);
    if (run.outcome.rows.empty()) fault = "the case said nothing";
  } catch (const std::exception& error) {
    fault = error.what();
  }
  if (!fault.empty())
    run.outcome.rows.push_back({"finished", std::numeric_limits<double>::quiet_NaN(), {}, {}, {}, false, fault});
  run.seconds = now() - start;
}

}  // namespace

bool CaseRun::passed() const {
  return !outcome.rows.empty() &&
         std::all_of(outcome.rows.begin(), outcome.rows.end(), [](const Row& r) { return r.pass; });
}

Result<std::vector<CaseRun>> prepareCases(const std::vector<NamedCase>& cases,
                                          const std::vector<std::string>& settings) {
  std::vector<CaseRun> runs;
  for (const NamedCase& c : cases) {
    CaseRun run;
    run.name = c.name;
    run.test = c.make();
    run.params = std::make_unique<CaseParams>();
    run.test->describe(*run.params);
    runs.push_back(std::move(run));
  }
  Problems problems;
  for (const auto& setting : settings)
    for (auto& p : applySetting(runs, setting)) problems.push_back(std::move(p));
  if (!problems.empty()) return problems;
  for (CaseRun& run : runs)
    for (Problem& p : run.test->prepare()) {
      if (p.file.empty() && p.key.empty()) p.key = run.name;
      problems.push_back(std::move(p));
    }
  if (hasErrors(problems)) return problems;
  return runs;
}

void runCases(std::span<CaseRun> runs, const std::function<void(const CaseRun&)>& done) {
  std::mutex mutex;
  std::vector<char> finished(runs.size(), 0);
  size_t told = 0;
  std::atomic<size_t> next{0};  // taken in order, so that they can be told in order
  const size_t workers = std::min(runs.size(), static_cast<size_t>(threadCount()));
  parallelPieces(workers, [&](size_t) {
    for (size_t i = next++; i < runs.size(); i = next++) {
      runOne(runs[i]);
      const std::lock_guard lock(mutex);
      finished[i] = 1;
      for (; told < runs.size() && finished[told]; ++told)
        if (done) done(runs[told]);
    }
  });
}

}  // namespace flotsam
