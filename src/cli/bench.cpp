// SPDX-License-Identifier: MIT
// `flotsam bench`: whole steps of shipped scenes, of full and of sloshing tanks, and in the same run the coupled solve
// with the multigrid solver beside the reference solver on the same state. With a free surface these are the solves of
// the steps themselves, and where walls let go the same solve without that stands beside it.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <set>

#include "cli/bench_cases.h"
#include "cli/bench_render.h"
#include "cli/bench_solve.h"
#include "cli/common.h"
#include "cli/outputs.h"
#include "cli/waiting.h"
#include "core/interrupt.h"
#include "core/parallel.h"
#include "io/hex.h"
#include "io/report.h"
#include "sim/world.h"

namespace flotsam {

namespace {

struct BenchOptions {
  std::vector<std::string> cases;
  std::string csv;
  std::string threads = "0", size;
  int steps = 120, warmup = 10;
};

constexpr int kStates = 5;  // at which the two solvers are compared
const size_t kProjectStage = static_cast<size_t>(
    std::find(std::begin(kStages), std::end(kStages), std::string_view("project")) - std::begin(kStages));
constexpr double kEnough = 20;  // s of comparing; then the states so far must do

struct Timing {
  double ms = 0, iterations = 0;
};

struct BenchRow {
  std::string name;
  int threads = 1;
  size_t cells = 0, particles = 0, bodies = 0;
  double median = 0, mean = 0, p99 = 0, stage[kStageCount] = {};
  double iterations = 0, realTimeFactor = 0, triad = 0, handOver = 0;
  Timing solve, reference;  // medians over several states of the run
  Timing equality;          // walls may pull; liquid with separation only
  KernelTiming kernels;
  double passes = 1, released = 0, costliest = 0;  // of separation: medians; largest ratio of the times
  uint64_t hash = 0;

  double perSecond() const { return median > 0 ? 1000 / median : 0; }
  double perCell() const { return 1e6 * median / double(std::max<size_t>(cells, 1)); }
  double perParticle() const { return 1e6 * median / double(std::max<size_t>(particles, 1)); }
};

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<size_t>(q * double(values.size())))];
}

std::string csvText(const std::vector<BenchRow>& rows) {
  std::string out = "case,threads,cells,particles,bodies,ms_median,ms_p99,ms_mean";
  for (const char* stage : kStages) out += std::string(",ms_") + stage;
  out +=
      ",iterations,steps_per_second,ns_per_cell,ns_per_particle,realtime_factor,solve_ms,solve_iterations,reference_"
      "solve_ms,"
      "equality_solve_ms,passes,apply_ms,apply_to_triad,cycle_ms,cycle_to_triad,triad_gbs,hash\n";
  for (const auto& r : rows) {
    out += r.name;
    const auto add = [&](double v) { out += "," + formatNumber(v); };
    add(r.threads), add(double(r.cells)), add(double(r.particles)), add(double(r.bodies)), add(r.median), add(r.p99);
    add(r.mean);
    for (double ms : r.stage) add(ms);
    add(r.iterations), add(r.perSecond()), add(r.perCell()), add(r.perParticle()), add(r.realTimeFactor),
        add(r.solve.ms);
    add(r.solve.iterations), add(r.reference.ms), add(r.equality.ms), add(r.passes), add(r.kernels.applyMs);
    add(r.kernels.applyRatio), add(r.kernels.cycleMs), add(r.kernels.cycleRatio), add(r.triad);
    out += "," + hexText(r.hash) + "\n";
  }
  return out;
}

void print(std::ostream& out, const BenchRow& r) {
  out << r.name << ", " << r.threads << (r.threads == 1 ? " thread: " : " threads: ") << r.cells << " cells, "
      << r.particles << " particles, " << r.bodies << (r.bodies == 1 ? " body\n" : " bodies\n");
  out << "  step  median " << fixed(r.median, 3) << " ms, mean " << fixed(r.mean, 3) << ", 99 % " << fixed(r.p99, 3)
      << " ms, " << fixed(r.perSecond(), 0) << " steps a second, " << fixed(r.realTimeFactor, 1) << " x real time, "
      << fixed(r.iterations, 1) << " iterations, " << fixed(r.perCell(), 0) << " ns per cell, "
      << fixed(r.perParticle(), 0) << " ns per particle\n  stages of a step, medians in ms:";
  for (int s = 0; s < kStageCount; ++s) out << (s ? ", " : " ") << kStages[s] << ' ' << fixed(r.stage[s], 3);
  if (r.solve.ms > 0)
    out << "\n  solve " << fixed(r.solve.ms, 3) << " ms (" << r.solve.iterations << " iterations), reference "
        << fixed(r.reference.ms, 3) << " ms (" << r.reference.iterations
        << " iterations): " << fixed(r.reference.ms / r.solve.ms, 1) << " times faster";
  out << '\n';
  if (r.equality.ms > 0)
    out << "  walls that let go: " << r.passes << (r.passes == 1 ? " pass, " : " passes, ") << r.released
        << " cells let go, " << fixed(r.solve.ms / r.equality.ms, 2) << " times the " << fixed(r.equality.ms, 3)
        << " ms of walls that hold (" << r.equality.iterations << " iterations), at most " << fixed(r.costliest, 2)
        << " times\n";
  if (r.kernels.applyMs > 0)
    out << "  seven-point product " << fixed(r.kernels.applyMs, 3) << " ms, " << fixed(r.kernels.applyRatio, 2)
        << " times what its bytes take at the speed of the triad; V-cycle " << fixed(r.kernels.cycleMs, 3) << " ms, "
        << fixed(r.kernels.cycleRatio, 2) << " times\n";
  out << "  triad (a = b + 3 c in memory) " << fixed(r.triad, 1) << " GB/s";
  if (r.handOver > 0) out << ", a loop without work on all threads " << fixed(1e6 * r.handOver, 2) << " us";
  out << ", hash " << hexText(r.hash) << std::endl;
}

/// The two solvers answer the same question, or the comparison of their times means nothing. The bound: each stops at
/// a residual of `tolerance`, the error of the velocity is some hundred times that of what gravity adds in a step.
bool agree(const std::string& name, const SolveTiming& solve, const SolveTiming& reference, const World& world,
           const Console& console) {
  const StepParams& params = world.desc().params;
  const double scale = std::max({params.dt() * glm::length(params.gravity), solve.stats.rhsMax, 1e-3});
  const double bound = std::min(0.1, 1000 * params.method.tolerance) * scale;
  const double difference = largestDifference(world, solve, reference);
  const bool good = solve.converged && reference.converged && difference <= bound;
  if (!good)
    console.err << name << ": the solvers disagree by " << formatNumber(difference) << " m/s, allowed are "
                << formatNumber(bound) << "; multigrid " << (solve.converged ? "converged" : "did not converge")
                << ", reference " << (reference.converged ? "converged" : "did not converge") << '\n';
  return good;
}

/// False when the run ended in a fault.
bool measure(const WorldDesc& desc, const BenchOptions& options, BenchRow& row, const Console& console) {
  World world(desc, wallClock);
  const bool liquid = desc.params.fluid.domain == FluidDomain::Liquid;
  const Coupling way = desc.params.method.coupling;
  const bool ours = way == Coupling::Variational || way == Coupling::Voxel;  // the others solve another system
  SolveState state;
  double keeping = 0;  // ms of the last step that the world did not spend
  const auto step = [&](bool keep = false) {
    keeping = 0;
    if (keep)
      keeping = 1000 * stepAndKeep(world, state);
    else
      world.step();
    if (!world.status().ok) console.err << row.name << ": stopped: " << world.status().fault << '\n';
    return world.status().ok;
  };
  for (int i = 0; i < options.warmup; ++i)
    if (!step()) return false;
  std::vector<double> ms, stage[kStageCount];
  double iterations = 0, sum = 0, spent = 0;
  bool good = true;
  std::vector<double> solveMs, referenceMs, solveIterations, referenceIterations;
  std::vector<double> equalityMs, equalityIterations, passes, released;
  // Both solvers on the same states, spread over the run: a single one may be easy for one of them.
  const auto compare = [&] {
    const double before = wallClock();
    const auto time = [&](SolverKind kind, int repeats) {
      return liquid ? timeSolve(world, state, kind, repeats) : timeSolve(world, kind, repeats);
    };
    const SolveTiming solve = time(SolverKind::Multigrid, 5);
    const SolveTiming reference = time(SolverKind::Reference, 1);
    if (liquid && state.surface->separation) {
      state.surface->separation = false;
      const SolveTiming equality = time(SolverKind::Multigrid, 5);
      equalityMs.push_back(equality.ms), equalityIterations.push_back(equality.iterations);
      passes.push_back(solve.stats.passes), released.push_back(solve.stats.released);
      if (equality.ms > 0) row.costliest = std::max(row.costliest, solve.ms / equality.ms);
    }
    spent += wallClock() - before;
    good = agree(row.name, solve, reference, world, console) && good;
    solveMs.push_back(solve.ms), solveIterations.push_back(solve.iterations);
    referenceMs.push_back(reference.ms), referenceIterations.push_back(reference.iterations);
  };
  const int every = std::max(1, options.steps / kStates);
  for (int i = 0; i < options.steps; ++i) {
    const bool comparing = ours && (i + 1) % every == 0 && spent < kEnough;
    if (!step(comparing && liquid)) return false;
    const StepReport& r = world.report();
    ms.push_back(r.totalMs - keeping), sum += ms.back(), iterations += r.pressure.iterations;
    for (int s = 0; s < kStageCount; ++s) stage[s].push_back(r.stageMs[s] - (size_t(s) == kProjectStage ? keeping : 0));
    if (comparing) compare();
  }
  row.cells = size_t(desc.cells.x) * size_t(desc.cells.y) * size_t(desc.cells.z);
  row.particles = world.report().fluid.particles, row.bodies = world.bodies().size();
  row.median = quantile(ms, 0.5), row.mean = sum / options.steps, row.p99 = quantile(ms, 0.99);
  for (int s = 0; s < kStageCount; ++s) row.stage[s] = quantile(stage[s], 0.5);
  row.iterations = iterations / options.steps;
  row.realTimeFactor = sum > 0 ? 1000 * options.steps * world.desc().params.dt() / sum : 0;
  row.solve = {quantile(solveMs, 0.5), quantile(solveIterations, 0.5)};
  row.reference = {quantile(referenceMs, 0.5), quantile(referenceIterations, 0.5)};
  row.equality = {quantile(equalityMs, 0.5), quantile(equalityIterations, 0.5)};
  if (!passes.empty()) row.passes = quantile(passes, 0.5), row.released = quantile(released, 0.5);
  if (ours) row.kernels = timeKernels(world, row.triad);
  row.hash = world.hash();
  return good;
}

/// "1,2,4"; empty when it is not such a list.
std::vector<int> parseThreads(const std::string& text) {
  std::vector<int> counts;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    double count = -1;
    if (!parseNumber(std::string_view(text).substr(begin, end - begin), count) || count != std::floor(count) ||
        count < 0 || count > 256)
      return {};
    counts.push_back(static_cast<int>(count));
    begin = end + 1;
  }
  return counts;
}

std::string renderCsv(const std::vector<RenderTiming>& rows) {
  std::string out = "level,ingredient,scene,ms_with,ms_without,ms\n";
  for (const RenderTiming& r : rows)
    out += std::to_string(r.level) + "," + r.ingredient + "," + r.scene + "," + formatNumber(r.with) + "," +
           formatNumber(r.without) + "," + formatNumber(r.ms()) + "\n";
  return out;
}

int benchRendering(const BenchOptions& options, const Console& console) {
  int width = 0, height = 0;
  if (!parseSize(options.size.empty() ? "1280x720" : options.size, width, height))
    return report(console, {{"", 0, "--size", "expected WxH between 16x16 and 8192x8192, got '" + options.size + "'"}}),
           kBadInput;
  if (report(console, checkOutputs({}, {{"--csv", options.csv}}))) return kBadInput;
  std::ostream& words = isStandardOutput(options.csv) ? console.err : console.out;
  std::string openGl;
  Waiting waiting(isatty(STDERR_FILENO) && &console.err == &std::cerr ? &console.err : nullptr, "pictures are drawn");
  const auto rows = timeRendering(width, height, options.steps, openGl);
  waiting.clear();
  if (report(console, rows.problems)) return kFailed;
  words << "pictures of " << width << " x " << height << ", " << openGl << '\n';
  int level = -1;
  for (const RenderTiming& r : *rows) {
    if (r.level != level) words << "level of detail " << (level = r.level) << '\n';
    words << "  " << r.ingredient << std::string(31 - std::min<size_t>(30, r.ingredient.size()), ' ')
          << fixed(r.ms(), 2) << " ms, of " << fixed(r.with, 2) << " ms (" << r.scene << ")\n";
  }
  if (!options.csv.empty() && report(console, writeOutput(console, options.csv, renderCsv(*rows)))) return kFailed;
  return kGood;
}

/// Every name once, where it comes first; "methods" is the cases it stands for.
std::vector<std::string> namesOf(const std::vector<std::string>& asked) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const auto& name : asked)
    if (name == "methods")
      for (const auto& method : methodCases()) add(method);
    else
      add(name);
  return names;
}

int bench(const BenchOptions& options, const Console& console) {
  const std::vector<std::string> names = namesOf(options.cases.empty() ? benchCases() : options.cases);
  if (names == std::vector<std::string>{"render"}) return benchRendering(options, console);
  const std::vector<int> threadCounts = parseThreads(options.threads);
  if (threadCounts.empty()) {
    console.err << "--threads: expected numbers from 0 to 256 with commas between them, got '" << options.threads
                << "'\n";
    return kBadInput;
  }
  std::vector<BenchRow> rows;
  bool failed = false;
  std::vector<std::pair<std::string, WorldDesc>> cases;
  bool bad = false;
  std::vector<Input> inputs;
  for (const auto& name : names) {
    auto desc = benchCase(name);
    if (report(console, desc.problems)) {
      bad = true;
      continue;
    }
    for (Input& input : inputsOf({name}, *desc)) inputs.push_back(std::move(input));
    cases.emplace_back(name, std::move(*desc));
  }
  if (bad) return kBadInput;
  if (report(console, checkOutputs(inputs, {{"--csv", options.csv}}))) return kBadInput;
  if (!options.size.empty()) warnUnused(console, "--size", "render");

  const InterruptGuard interrupt;
  std::set<int> measured;
  for (int threads : threadCounts) {
    setThreadCount(threads);
    if (!measured.insert(threadCount()).second) continue;
    const double triad = triadBandwidth(), handOver = handOverTime();
    for (const auto& [name, desc] : cases) {
      if (interrupt.interrupted()) break;
      BenchRow row;
      row.name = name, row.threads = threadCount(), row.triad = triad, row.handOver = handOver;
      failed = !measure(desc, options, row, console) || failed;
      print(isStandardOutput(options.csv) ? console.err : console.out, row);
      rows.push_back(std::move(row));
    }
  }
  if (!options.csv.empty() && report(console, writeOutput(console, options.csv, csvText(rows)))) return kFailed;
  if (interrupt.interrupted()) {
    console.err << interrupt.signalName() << " after " << rows.size() << " measurements\n";
    return kFailed;
  }
  return failed ? kFailed : kGood;
}

}  // namespace

void addBench(CLI::App& app, Console console, int& exitCode) {
  auto* command = app.add_subcommand("bench", "Time whole steps, and the coupled solve against the reference solver");
  auto o = std::make_shared<BenchOptions>();
  command
      ->add_option(
          "cases", o->cases,
          "Names of scenes, full-N, slosh-N (N cells a side), crowd, spheres-N, mixed-N, light-N (N spheres as "
          "dense as the fluid, 0.1 to 10 and 0.001 times), method-WORD (a coupling) or methods (all of these); "
          "without any: all shipped scenes, full-20, -32, -40, -64, crowd, slosh-20, -32, -40, spheres-1, -32, "
          "mixed-32, light-1, methods. Or render, alone: the time of a picture by ingredient and level of "
          "detail, off-screen. A case that is named twice is measured once")
      ->type_name("CASE...");
  command
      ->add_option("--csv", o->csv,
                   "Write the results as a table, whose columns docs/performance.md explains; - is standard output")
      ->check(fileName())
      ->type_name("F");
  command->add_option("--threads", o->threads, "Worker threads to measure with, one after another, each once; 0 = all")
      ->type_name("N,...");
  command->add_option("--size", o->size, "Of the pictures of render, default 1280x720")->type_name("WxH");
  command->add_option("--steps", o->steps, "Steps, or pictures of each kind, to measure, default 120")
      ->transform(wholeBetween(1, 1000000))
      ->type_name("N");
  command->footer(
      "The triad is a = b + 3 c on arrays larger than the caches. The solver's product and V-cycle are also given in "
      "times of what the bytes they read and write take at its speed: 1 is all that memory allows, below 1 the caches "
      "help.\n" +
      command->get_footer());
  command->callback([=, &exitCode] { exitCode = bench(*o, console); });
}

}  // namespace flotsam
