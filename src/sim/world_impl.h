// SPDX-License-Identifier: MIT
// The state of a World and its stages. Private to sim/: one step is world.cpp, its stages are stages.cpp,
// liquid_stages.cpp (a free surface), smoke_stages.cpp (smoke and heat), joint_stages.cpp, press_stages.cpp (what
// presses on walls and stops) and rival_stages.cpp (the methods ours is compared with). What users change is edits.cpp,
// what others may see is snapshot.cpp, going back after a fault is fault.cpp, going back in time saved.cpp; both keep
// StepState.
#pragma once

#include "sim/coupling/rigid_fluid.h"
#include "sim/coupling/viscosity.h"
#include "sim/fluid/advection.h"
#include "sim/fluid/airborne.h"
#include "sim/fluid/apic.h"
#include "sim/fluid/confinement.h"
#include "sim/fluid/curvature.h"
#include "sim/fluid/extrapolation.h"
#include "sim/fluid/level_set.h"
#include "sim/fluid/liquid_volume.h"
#include "sim/fluid/open_sides.h"
#include "sim/fluid/particle_scratch.h"
#include "sim/fluid/transfer.h"
#include "sim/rigid/contact.h"
#include "sim/rigid/linkage.h"
#include "sim/rigid/pressing.h"
#include "sim/step_state.h"
#include "sim/world.h"

namespace flotsam {

enum Stage {
  kBodies,
  kFractions,
  kAdvect,
  kTransferToGrid,
  kForces,
  kViscosity,
  kProject,
  kExtrapolate,
  kTransferToParticles,
  kSmoke,
  kDiagnostics
};

struct World::Impl : StepState {
  explicit Impl(WorldDesc description, Clock c);

  // Description and state beside StepState, none of it changed by the stages; kept by saved.cpp.
  WorldDesc desc;
  Clock clock;
  SolveProbe probe;  // empty but in benchmarks
  Grid grid;
  std::vector<RigidBody> bodies;
  std::vector<Joint> joints;  // anchors in their bodies: nothing that moves
  HandInput hand;
  int handBody = -1;
  uint64_t stepCount = 0;
  bool disturbed = false;  // by the hand or an edit: what theory says of the scene holds no longer (not state)
  double time = 0;
  std::vector<Vec3> startVelocities;  // m/s, of the bodies before the last step: for their acceleration

  // Derived each step; memory is kept.
  FractionKind wallKind = FractionKind::Area, bodyKind = FractionKind::Area;
  std::unique_ptr<FractionBuilder> fractions;
  std::vector<float> smokeNext, temperatureNext;
  ConfinementScratch confinementScratch;
  AmbientField ambient;  // beyond open sides; empty without
  ExchangeScratch exchangeScratch;
  std::vector<int> freshCells;  // where taps have just put markers
  std::vector<SolidSample> solids;
  SolidField solidField;
  std::vector<SolidMotion> motions;
  MacVelocity before, advected;  // grid velocity before the forces; semi-Lagrangian target
  FaceMask known;
  ParticleScratch particleScratch;
  ExtrapolationScratch extrapolationScratch;
  ContactSolver contacts;
  std::vector<Touch> touches;       // what the bodies touch at the end of a substep, or have bounced off in it
  std::vector<uint8_t> atObstacle;  // by body: it touches something that does not give way
  Projection projection;
  std::vector<CoupledBody> coupled;
  std::vector<CoupledBody> apart;   // coupling weak and one-way: the bodies as they would move without the fluid
  RigidFluid rigidFluid;            // coupling rigid-fluid, as the next two
  std::vector<Vec6> beforeContact;  // velocities of the bodies before this substep
  std::vector<Vec6> rigidMotion;
  std::vector<Vec3> rolling;  // rad/s, what friction at walls changes of the turning of balls that turn apart
  struct HeldRow {
    size_t body;
    Vec6 ja;
    double target;  // m/s
  };
  std::vector<HeldRow> heldRows;  // of single bodies: contacts that this substep's solve holds as equations
  Linkage linkage;                // of the joints; its groups are tied for the solves of this substep
  static constexpr size_t kMostPresses = 128;  // rows, of a group of linked bodies
  struct LinkScratch {
    std::vector<LinkRow> always, oneSided;
    std::vector<PressRow> presses;
    std::vector<Vec6> pushes, moved;
  } linkScratch;
  Viscosity viscosity;
  MacVelocity predicted, viscousChange;   // velocity without viscosity; what viscosity changes of it
  std::vector<double> predictedPressure;  // Pa
  std::vector<Vec6> viscousPush;          // what viscosity changes of the bodies' velocities; empty without it
  std::vector<Vec3> unforced;             // velocities of the bodies before the forces of this substep
  HandSpring spring;
  LiquidField liquid;                // liquid domain only, as the next
  CurvatureField curvature;          // with surface tension
  double tension = 0;                // N/m, what this substep can bear of fluid.surfaceTension
  std::vector<double> source;        // outflow asked of the cells to keep the volume, m/s
  AirborneLiquid airborne;           // parts that touch nothing
  MacVelocity ballistic;             // face velocities beyond the liquid, before extrapolation
  std::vector<uint32_t> markerRank;  // by particle id: drawn when below the number of markers asked for

  // The state before the step, to go back to after a fault (fault.cpp).
  struct Good {
    StepState state;
    std::vector<BodyState> bodies;
    // What is there of the particles. The rest the step has not touched, or it stands in scratch memory.
    enum class Kept { Nothing, Places, PlacesAndVelocities, All } kept = Kept::Nothing;
    bool velocity = false;  // of the faces is there; else only what particles see on slivers is not as it was
  } good;
  bool seenFinite = false;    // by the stage itself, of all it made
  bool notFinite = false;     // the fault is one that a shorter dt may avoid
  bool faultInSolve = false;  // for tests (injectFault)
  int faultStage = -1, faultTimes = 0;

  static constexpr size_t kMostExpectSamples = 1200, kRecentExpectSamples = 300;
  struct ExpectTrack {
    Quantity quantity;
    std::vector<ExpectSample> samples;
    Vec3 start{0};  // of the body, when first sampled
    bool touching = false,
         released = true;  // a wall or a body that does not give way; flow and added mass of the start
  };
  std::vector<ExpectTrack> expectTracks;  // by desc.expectations; for the view, not state

  StepReport report;
  StepStatus status;
  std::vector<Param> params;          // infos and values for the view, renewed by edits
  std::vector<std::string> standing;  // warnings that hold for the scene as it is, `opening` last
  std::vector<std::string> opening;   // of the set-up: shown for the first kOpeningSeconds
  static constexpr double kOpeningSeconds = 2;

  // Stages (stages.cpp); dt is the substep's.
  void moveBodies(double now, double dt, int part = 0, int parts = 1);
  void limitSpeeds(double dt);
  double unseenAddedMass(const RigidBody& b, double seen) const;
  void updateSolids(bool moved);
  void updateFractions();
  void advect(double dt);
  void moveAndSort(const MacVelocity& through, double dt);
  bool maySkipSort() const;
  void transferToGrid(double dt);
  void spreadAndFind(double dt);
  void addForces(double dt);
  void applyViscosity(double dt);
  void rub(double dt);
  void project(double dt);
  void coupleBodies(double dt);
  std::span<const LinkedGroup> tiedGroups() const;
  bool turnsApart(size_t i) const;
  SolveStats solvePressure(double dt, double tolerance, MacVelocity& u, std::vector<double>& p);
  CoupledBody couple(size_t i, Mat6& mass) const;
  void extrapolateVelocity(double dt);
  void transferToParticles();
  void diagnose();
  void warnOfRunaways();
  void diagnoseFluid();

  // Smoke and heat (smoke_stages.cpp).
  void matchSmoke();
  void addBuoyancy(double dt);
  void moveSmoke(double dt);
  void feedSources();
  void feedAtBodies();
  void diagnoseSmoke();
  double heatOf(double temperature) const { return temperature - desc.params.smoke.ambient; }
  bool hasOpenSides() const { return desc.container.open.any(); }

  // The methods that ours is compared with (rival_stages.cpp).
  void decouple();
  void moveSeparately();
  bool tooFast(const Vec3& velocity) const;
  void stopFor(const RigidBody& b, const Vec3& velocity, const std::string& why);
  bool asFluid() const { return desc.params.method.coupling == Coupling::RigidFluid; }
  void noteVelocities();
  void fillBodies(double dt);
  void makeBodiesRigid(double dt);

  // Joints (joint_stages.cpp).
  void makeJoints();
  void refindJoints();
  void linkBodies(double dt);

  // What presses on walls, stops and ropes, before the solve (press_stages.cpp).
  bool knowsContacts() const;
  void noteTouches(bool first, bool last);
  void appendTouch(int place, const Touch& t, double dt, const Vec6& velocity);
  void holdAtObstacles(size_t i, double dt, CoupledBody& c);
  double forecastShare(size_t i, double dt) const;
  void tieOneSided(LinkedGroup& g, double dt);

  // A liquid domain's own way through the same stages (liquid_stages.cpp).
  void moveTogether(double dt);
  void emitAndDrain(double dt);
  void findLiquid(double dt);
  void extrapolateLiquid(double dt);
  void diagnoseLiquid();
  void findSubmerged();
  int chooseLiquidSubsteps();
  double flowSpeed() const;
  double bearableTension(double dt) const;
  bool hasSurface() const { return desc.params.fluid.domain == FluidDomain::Liquid; }
  double nominalPerCell() const;

  // Around the stages (world.cpp).
  void begin();
  int chooseSubsteps();
  int split(double cells, double most);
  template <class F>
  void run(Stage stage, F&& f);
  void fail(const std::string& what);
  void warnOnce(const std::string& subject, const std::string& rest = {});

  // Faults (fault.cpp).
  void checkFinite(Stage stage);
  std::string placeText(size_t id) const;
  void spoil(Stage stage);
  void keepGood();
  void restoreGood();
  void findDerived();
  bool takeBack(std::string& why);

  // Edits and set-up (edits.cpp).
  bool largerThanTank(const RigidBody& b) const;
  void applyEdits(const std::vector<Edit>& edits);
  void placeBody(size_t i, const Pose& asked);
  void noteDisturbance(const InputFrame& input);
  void resolveChoices();
  void noteOverlaps();
  void refreshParams();
  void initialiseFluid();
  void matchGradients();
  RigidBody make(const BodyDesc& d) const;
  int findBody(const std::string& name) const;

  // For the view (snapshot.cpp).
  double measure(const Quantity& q, int body) const;
  void sampleExpectations();
  void noteRelease(size_t body, ExpectTrack& track) const;
  double roundingOf(const Quantity& quantity) const;
  void fillExpectations(SimView& view) const;
  void fillLiquid(LiquidView& view) const;
  void fillFields(FieldView& view) const;
  void fillFaces(FaceView& view) const;
  void fillSystem(SystemView& view) const;
  void fillDrops(LiquidView& view) const;

  Vec3 initialVelocity(const Vec3& x) const;
  bool usesParticles() const { return desc.params.method.advection != Advection::SemiLagrangian; }
  bool affine() const { return desc.params.method.advection == Advection::Apic; }
};

/// Runs a stage with its time taken, then looks for what is not finite.
template <class F>
void World::Impl::run(Stage stage, F&& f) {
  if (!status.ok) return;
  const double start = clock ? clock() : 0;
  seenFinite = false;
  f();
  if (faultTimes > 0 && faultStage == stage) --faultTimes, spoil(stage);
  checkFinite(stage);
  if (!clock) return;
  report.stageMs[stage] += 1e3 * (clock() - start);
}

}  // namespace flotsam
