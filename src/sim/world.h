// SPDX-License-Identifier: MIT
// The World: a tank of fluid with bodies in it, and one step of it. world.cpp is the algorithm on one screen.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/fluid/liquid_distance.h"
#include "sim/input.h"
#include "sim/rigid/linkage.h"
#include "sim/world_desc.h"
#include "view/sim_view.h"

namespace flotsam {

/// The stages of a step, in order; the same names in the profiler, the report, the docs and the tests. Fractions come
/// before advect, because particles are pushed out of the bodies where these are now.
inline constexpr const char* kStages[] = {"bodies",     "fractions", "advect",      "transfer_to_grid",      "forces",
                                          "viscosity",  "project",   "extrapolate", "transfer_to_particles", "smoke",
                                          "diagnostics"};
inline constexpr int kStageCount = 11;

struct FluidReport {
  double volume = 0;  // m³
  size_t particles = 0;
  uint64_t emitted = 0, drained = 0;              // particles that taps made and drains took since the start
  double kineticEnergy = 0, potentialEnergy = 0;  // J
  Vec3 momentum{0};                               // kg m/s
  bool open = false;                              // there are open sides
  double inflow = 0, outflow = 0;                 // m³/s through them
  uint64_t exchanged = 0;                         // particles that left through them and came in again since the start
};

/// Smoke and heat in the fluid; zero and ambient without any.
struct SmokeReport {
  bool present = false;                            // the scene has smoke or heat
  double amount = 0;                               // m³: concentration times volume
  double meanTemperature = 0, maxTemperature = 0;  // °C
};

/// What one step did; the JSON report has one per step.
struct StepReport {
  double time = 0;  // s, at the end of the step
  int substeps = 1;
  double stageMs[kStageCount] = {};  // from the injected clock; 0 without one
  double totalMs = 0;                // of the whole step, with what no stage counts
  SolveStats pressure;               // of the last substep, iterations summed
  FluidReport fluid;
  SmokeReport smoke;
  Vec3 handForce{0};                  // N
  std::vector<std::string> warnings;  // e.g. "CFL 9.1: step split into the cap of 8 substeps"
};

/// A fault stops the world: stage and cell or body are named, the state stays that of the last good step.
struct StepStatus {
  bool ok = true;
  std::string fault;
};

/// What a pressure solve of a step starts from, for benchmarks and tools that solve it again in their own way.
struct SolveInput {
  double dt;  // s, of the substep
  const MacVelocity& velocity;
  std::span<const CoupledBody> bodies;
  const FreeSurface* surface;  // null in a full domain; what it points to lives until the next step
  std::span<const LinkedGroup> links;
};

class World {
 public:
  using SolveProbe = std::function<void(const SolveInput&)>;
  /// Seconds since any origin; the core reads no clock itself.
  using Clock = double (*)();

  /// Every body needs its shape. Problems with the description (bodies without a shape, duplicate names) are
  /// programming errors here: io checks scenes first.
  explicit World(WorldDesc desc, Clock clock = nullptr);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// One fixed step of desc().params.dt(). Applies the frame's edits first. Where a stage makes something that is not
  /// finite the step is made again with half the dt; if that fails too the world stops as it was before the step, with
  /// stage and place named in status(). Does nothing after that.
  void step(const InputFrame& input = {});

  const WorldDesc& desc() const;  // with the edits so far
  const Grid& grid() const;
  std::span<const RigidBody> bodies() const;
  std::span<const Joint> joints() const;
  const MacVelocity& velocity() const;          // after the last step, extrapolated
  const std::vector<double>& pressure() const;  // Pa
  const FaceFractions& fractions() const;
  const LiquidField& liquid() const;  // as of the last solve; empty in a full domain
  const Particles& particles() const;
  const std::vector<float>& smoke() const;        // concentration at cell centres; empty without sources
  const std::vector<float>& temperature() const;  // K above ambient at cell centres; empty where nothing heats
  /// The bodies as the coupled solve sees them now (for benchmarks and tools that solve on a world's state).
  std::vector<CoupledBody> coupledBodies() const;
  /// `probe` is shown every pressure solve before it is done; it changes nothing. An empty one ends that.
  void probeSolves(SolveProbe probe);
  /// For tests: a NaN in what the named stage makes, the next `times` times; "solve": its pressure diverges.
  void injectFault(const std::string& stage, int times);
  uint64_t stepCount() const;
  double time() const;
  const StepReport& report() const;
  const StepStatus& status() const;
  /// Hash of the whole state: particles, grid velocity, smoke, bodies, time.
  uint64_t hash() const;
  /// A copy of all that later steps depend on, to go back to: steps from there have the same bits again (saved.cpp).
  /// `spare`: one that is no longer wanted, whose memory the copy takes when nobody else holds it.
  struct Saved;
  std::shared_ptr<const Saved> save(std::shared_ptr<const Saved> spare = nullptr) const;
  /// `saved` must come from this world or from one of the same description; edits made since are undone with it.
  void restore(const Saved& saved);
  /// The edits alone, no step: bodies where they are put, what each face is made of there, where the liquid is. Forces,
  /// pressure and velocity stay those of the last step. It is for looking, between save() and restore().
  void arrange(const std::vector<Edit>& edits);
  /// Memory it holds; shapes are shared with the world and do not count.
  static size_t bytes(const Saved& saved);
  /// Fills a view of the present state (reusing its memory). At most `markers` particles, always the same ones.
  void fill(SimView& view, int markers, ViewParts parts = {}) const;
  /// All parameters, the bodies' too, with their values now and no storage.
  std::vector<Param> params() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace flotsam
