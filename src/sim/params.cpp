// SPDX-License-Identifier: MIT
// One line per tunable: key, label, field, default, unit, sentence, the words at either end, bounds. Sliders, scene
// files, --set, `flotsam params` and the tests all read this list, so a new tunable is one field and one line here.
// Defaults come from a default-constructed struct, never written twice.
#include "sim/params.h"

#include "sim/scene_params.h"

namespace flotsam {

namespace {

void describeWorld(StepParams& p, const StepParams& d, ParamList& list) {
  list.group("gravity.", "World")
      .number("x", "Gravity x", p.gravity.x, d.gravity.x,
              {.unit = "m/s²",
               .help = "Gravity along x.",
               .low = "pulls left",
               .high = "pulls right",
               .min = -100,
               .max = 100})
      .number("y", "Gravity y", p.gravity.y, d.gravity.y,
              {.unit = "m/s²",
               .help = "Gravity along y, the vertical: -9.81 on Earth, 0 for weightlessness.",
               .low = "pulls down",
               .high = "pulls up",
               .min = -100,
               .max = 100,
               .basic = true})
      .number("z", "Gravity z", p.gravity.z, d.gravity.z,
              {.unit = "m/s²",
               .help = "Gravity along z.",
               .low = "pulls away from the front",
               .high = "pulls to the front",
               .min = -100,
               .max = 100});
  list.group("time.", "World")
      .number("rate", "Steps per second", p.rate, d.rate,
              {.unit = "1/s",
               .help = "Steps per simulated second; one step is 1/rate long.",
               .low = "coarse and fast",
               .high = "fine and slow",
               .min = 10,
               .max = 10000,
               .logScale = true});
}

void describeFluid(FluidParams& p, const FluidParams& d, ParamList& list) {
  list.group("fluid.", "Fluid")
      .choice("domain", "Domain", p.domain, d.domain, {"full", "liquid"},
              {.help = "What fills the tank: full = fluid everywhere, no free surface; liquid = water with a free "
                       "surface, in the scene's [[liquid]] regions.",
               .restarts = true})
      .number("density", "Density", p.density, d.density,
              {.unit = "kg/m³",
               .help = "Density of the fluid; bodies lighter than it rise, heavier ones sink.",
               .low = "air-like: bodies hardly feel it",
               .high = "mercury and beyond: bodies are carried along",
               .min = 1,
               .max = 20000,
               .logScale = true,
               .basic = true})
      .number("viscosity", "Viscosity", p.viscosity, d.viscosity,
              {.unit = "Pa s",
               .help = "Friction within the fluid, and with walls and bodies, to which it then sticks; oil 0.1, honey "
                       "10. Below about 1 the FLIP share and the grid smooth more than that.",
               .low = "none, or water's 0.001, which no such grid resolves",
               .high = "cold honey: stands in heaps, hardly lets go",
               .min = 0,
               .max = 100,
               .logScale = true,
               .basic = true})
      .number(
          "surfaceTension", "Surface tension", p.surfaceTension, d.surfaceTension,
          {.unit = "N/m",
           .help = "Liquid: pulls its surface together, water 0.073, mercury 0.49; it wins over gravity below about "
                   "a centimetre. Too much of it for the step is cut back, and a badge says so.",
           .low = "none, or water's in a large tank",
           .high = "a metre of water becomes a drop",
           .min = 0,
           .max = 100,
           .logScale = true,
           .basic = true})
      .integer("particlesPerCell", "Particles per cell", p.particlesPerCell, d.particlesPerCell,
               {.help = "Particles seeded in every cell: 1, 8 or 27.",
                .low = "fast and coarse",
                .high = "slow and smooth",
                .min = 1,
                .max = 27,
                .restarts = true})
      .integer("seed", "Seed", p.seed, d.seed,
               {.help = "Chooses the random places of the particles; equal seeds give equal runs.",
                .min = 0,
                .max = 1000000,
                .restarts = true})
      .choice("initial", "Flow at the start", p.initial, d.initial, {"rest", "vortex", "spin"},
              {.help = "The flow at the start: rest, a vortex that fits the tank, or turning like a solid.",
               .restarts = true})
      .number("initialSpeed", "Speed at the start", p.initialSpeed, d.initialSpeed,
              {.unit = "m/s",
               .help = "Largest speed of the flow at the start (not used at rest).",
               .low = "still",
               .high = "violent",
               .min = 0,
               .max = 100,
               .restarts = true});
}

void describeMethod(MethodParams& p, const MethodParams& d, ParamList& list) {
  list.group("method.", "Method")
      .choice(
          "coupling", "Coupling", p.coupling, d.coupling, {"variational", "weak", "one-way", "voxel", "rigid-fluid"},
          {.help = "How fluid and bodies meet: variational = one solve for both (Batty et al. 2007); weak = fluid and "
                   "bodies in turn, breaks when a body is lighter than the fluid it drags along; one-way = bodies "
                   "push the fluid and feel nothing of it; voxel = one solve, but cells are solid or not; rigid-fluid "
                   "= solved as if all were fluid, then bodies are made rigid (Carlson et al. 2004), breaks for light "
                   "bodies and leaks.",
           .basic = true,
           .cards = {"One solve for both; ignores drag.\nBreaks: bodies thinner than a cell.",
                     "In turn; ignores the added mass.\nBreaks below s = C: ball .5, disc 1.",
                     "Bodies push; ignores the answer.\nBreaks at once: nothing floats.",
                     "One solve; ignores cut cells.\nBreaks: gaps under a cell, slopes.",
                     "All is fluid first; ignores slip.\nBreaks: light bodies; plugs leak."}})
      .toggle(
          "earlyWeight", "Weight early", p.earlyWeight, d.earlyWeight,
          {.help = "rigid-fluid: what a body weighs beyond its fluid acts before the solve, not after it (an option "
                   "of Patankar's); the fluid then answers in the same step."})
      .choice("fractions", "Fractions", p.fractions, d.fractions, {"auto", "area", "volume", "line", "voxel"},
              {.help = "How much of a face is solid: by area, volume or edges, or whole voxels (to see what goes "
                       "wrong); auto chooses by the domain.",
               .basic = true})
      .choice("mass", "Body mass", p.mass, d.mass, {"auto", "discrete", "exact"},
              {.help = "Mass of bodies in the solve: summed over the grid's faces (a neutral body rests exactly), or "
                       "exact."})
      .choice("advection", "Advection", p.advection, d.advection, {"flip", "semi-lagrangian", "apic"},
              {.help = "How the flow carries itself: by particles (flip; apic keeps its spin and is calmer) or on the "
                       "grid (semi-lagrangian, smooths more).",
               .basic = true})
      .number("flip", "FLIP share", p.flip, d.flip,
              {.help = "Share of FLIP in the particle update; the rest is PIC. Used by flip only.",
               .low = "PIC: syrupy",
               .high = "FLIP: lively, noisy",
               .min = 0,
               .max = 1,
               .basic = true})
      .choice("solver", "Solver", p.solver, d.solver, {"multigrid", "reference"},
              {.help = "multigrid = the fast solver; reference = the paper's explicit matrix with MIC(0), slow, to "
                       "compare with."})
      .number("tolerance", "Tolerance", p.tolerance, d.tolerance,
              {.help = "The pressure solve ends when the residual is this small against the right-hand side.",
               .low = "exact and slow",
               .high = "rough and fast",
               .min = 1e-13,
               .max = 0.1,
               .logScale = true})
      .integer("maxIterations", "Iteration limit", p.maxIterations, d.maxIterations,
               {.help = "The pressure solve ends after this many iterations at the latest.",
                .low = "cut short",
                .high = "always finishes",
                .min = 1,
                .max = 5000,
                .logScale = true})
      .number("cfl", "CFL limit", p.cfl, d.cfl,
              {.unit = "cells",
               .help = "How many cells a body may move in one substep before the step is split, in a liquid half; "
                       "the flow of a full tank four times as many.",
               .low = "many substeps",
               .high = "few substeps, less exact",
               .min = 0.25,
               .max = 20,
               .logScale = true})
      .integer("maxSubsteps", "Substep limit", p.maxSubsteps, d.maxSubsteps,
               {.help = "A step is split into this many substeps at most.",
                .low = "steady pace",
                .high = "holds the CFL limit",
                .min = 1,
                .max = 64})
      .toggle(
          "separation", "Walls let go", p.separation, d.separation,
          {.help =
               "Liquid: walls and bodies push but do not pull, so water falls from a ceiling. Off: it sticks, as it "
               "always does with semi-Lagrangian advection.",
           .basic = true})
      .integer("separationPasses", "Letting go, passes", p.separationPasses, d.separationPasses,
               {.help = "Each pass is a pressure solve that lets go where walls would pull and takes back where water "
                        "would run into them; cut short, the badge says so. Not used when walls do not let go.",
                .low = "sticks",
                .high = "exact",
                .min = 1,
                .max = 20});
}

void describeHand(HandParams& p, const HandParams& d, ParamList& list) {
  list.group("hand.", "Hand")
      .number("frequency", "Firmness", p.frequency, d.frequency,
              {.unit = "Hz",
               .help = "Frequency of the spring between the mouse and the grabbed point.",
               .low = "rubber band",
               .high = "stiff rod",
               .min = 0.5,
               .max = 30,
               .logScale = true,
               .basic = true})
      .number("damping", "Damping", p.damping, d.damping,
              {.help = "Damping of that spring against critical damping.",
               .low = "bounces",
               .high = "follows sluggishly",
               .min = 0,
               .max = 4})
      .number("forceLimit", "Strength", p.forceLimit, d.forceLimit,
              {.unit = "weights",
               .help = "The hand pulls at most with this many times the weight of the body and the fluid it moves.",
               .low = "barely lifts it",
               .high = "drags it through anything",
               .min = 0.1,
               .max = 1000,
               .logScale = true,
               .basic = true});
}

void describeSmoke(SmokeParams& p, const SmokeParams& d, ParamList& list) {
  list.group("smoke_field.", "Smoke")
      .number("fade", "Fading", p.fade, d.fade,
              {.unit = "1/s",
               .help = "Smoke: rate at which it thins out by itself.",
               .low = "stays for ever",
               .high = "gone at once",
               .min = 0,
               .max = 20})
      .number(
          "lift", "Lift", p.lift, d.lift,
          {.unit = "m/s²",
           .help = "Smoke: acceleration of the fluid against gravity where its concentration is 1, on Earth; it goes "
                   "with gravity, and without gravity there is none.",
           .low = "heavy smoke sinks",
           .high = "light smoke rises",
           .min = -50,
           .max = 50})
      .number("heatLift", "Lift of heat", p.heatLift, d.heatLift,
              {.unit = "m/s²/K",
               .help = "Acceleration of the fluid against gravity for each degree above ambient, on Earth; air 0.0335. "
                       "Not used where no source or body has a temperature.",
               .low = "warm sinks",
               .high = "warm shoots up",
               .min = -1,
               .max = 1})
      .number("ambient", "Ambient temperature", p.ambient, d.ambient,
              {.unit = "°C",
               .help = "Temperature of the fluid at the start and beyond open sides; what is warmer rises. When it is "
                       "changed the fluid changes with it. Not used where no source or body has a temperature.",
               .low = "arctic: everything is hot in it",
               .high = "an oven",
               .min = -270,
               .max = 1000})
      .number("cooling", "Cooling", p.cooling, d.cooling,
              {.unit = "1/s",
               .help = "Rate at which the fluid goes back to the ambient temperature by itself. Not used where no "
                       "source or body has a temperature.",
               .low = "keeps its heat",
               .high = "cold at once",
               .min = 0,
               .max = 20})
      .number(
          "confinement", "Vorticity confinement", p.confinement, d.confinement,
          {.help = "Spins up the small vortices that the grid smooths away: times the cell's size and the vorticity "
                   "it is an acceleration. 0 is off. Not used in a liquid.",
           .low = "off: as the solver leaves it",
           .high = "boils by itself",
           .min = 0,
           .max = 10})
      .choice(
          "interpolation", "Interpolation", p.interpolation, d.interpolation, {"linear", "cubic"},
          {.help = "How smoke and temperature are found between cell centres: linear blurs; cubic is sharper, never "
                   "overshoots and costs more. Not used where there is neither."});
}

}  // namespace

void describe(StepParams& params, ParamList& list) {
  const StepParams defaults;
  describeWorld(params, defaults, list);
  describeFluid(params.fluid, defaults.fluid, list);
  describeMethod(params.method, defaults.method, list);
  describeHand(params.hand, defaults.hand, list);
  describeSmoke(params.smoke, defaults.smoke, list);
}

void describe(BodyDesc& body, ParamList& list) {
  const BodyDesc defaults;
  list.group("body." + body.name + ".", "Body \"" + body.name + "\"")
      .number("density", "Density", body.density, defaults.density,
              {.unit = "kg/m³",
               .help = "Density of the body; below the fluid's it rises, above it sinks.",
               .low = "lighter than foam",
               .high = "denser than anything real",
               .min = 1e-3,
               .max = 1e6,
               .logScale = true,
               .basic = true})
      .number("friction", "Friction", body.friction, defaults.friction,
              {.help = "Friction coefficient of the body's surface in contact.",
               .low = "slides like ice",
               .high = "grips like rubber",
               .min = 0,
               .max = 2})
      .number("restitution", "Bounce", body.restitution, defaults.restitution,
              {.help = "Share of the approach speed that comes back in a collision.",
               .low = "thuds",
               .high = "bounces back fully",
               .min = 0,
               .max = 1})
      .number("temperature", "Temperature", body.temperature, defaults.temperature,
              {.unit = "°C",
               .help = "The fluid at the body's surface is held at it, as far as a cell's width. At absolute zero, "
                       "-273.15, the body takes no part in heat.",
               .low = "takes no part",
               .high = "white hot",
               .min = kNoTemperature,
               .max = 3000})
      .number("smoke", "Smoke", body.smoke, defaults.smoke,
              {.help = "The concentration of smoke at the body's surface, as far as a cell's width, is held at this or "
                       "more. 0: it gives off none.",
               .low = "none",
               .high = "thick",
               .min = 0,
               .max = 2});
}

ParamList parameters(WorldDesc& desc) {
  ParamList list;
  describe(desc.params, list);
  for (BodyDesc& b : desc.bodies) describe(b, list);
  return list;
}

}  // namespace flotsam
