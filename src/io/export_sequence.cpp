// SPDX-License-Identifier: MIT
#include "io/export_sequence.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "io/mesh_export.h"
#include "io/particle_export.h"
#include "io/save_file.h"
#include "io/vdb_export.h"

namespace flotsam {
namespace {

constexpr ExportFormat kFormats[] = {
    {ExportFormat::Surface, "surface-obj", "surface_00001.obj", "Water's surface, OBJ",
     "A numbered mesh a frame, the one that is drawn. Text: every program reads it.", "obj"},
    {ExportFormat::Surface, "surface-ply", "surface_00001.ply", "Water's surface, PLY",
     "A numbered mesh a frame, the one that is drawn. Binary: a third of the size.", "ply"},
    {ExportFormat::Particles, "particles-ply", "particles_00001.ply", "Particles, PLY",
     "Place, velocity, number and dye of every particle, a numbered file a frame.", ""},
    {ExportFormat::Particles, "particles-csv", "particles_00001.csv", "Particles, CSV",
     "The same as a table with units in its head.", ""},
    {ExportFormat::Bodies, "bodies-glb", "bodies.glb", "Bodies with their motion, glTF",
     "One file: a node a body with its name, mesh, colour and keyframes.", ""},
    {ExportFormat::Bodies, "bodies-csv", "bodies.csv", "Bodies with their motion, CSV",
     "One table: pose, velocities, force and torque of the pressure, a row a body and frame.", ""},
    {ExportFormat::Distance, "water-vdb", "water_00001.vdb", "Water's distance, VDB",
     "The signed distance to the surface on the solver's grid, in metres.", ""},
    {ExportFormat::Smoke, "smoke-vdb", "smoke_00001.vdb", "Smoke, VDB",
     "The concentration on the solver's grid, as a fog volume.", ""},
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');) words.push_back(word);
  return words;
}

const ExportFormat* formatOf(const std::string& word) {
  for (const ExportFormat& f : kFormats)
    if (word == f.word || (*f.second && word == f.second)) return &f;
  return nullptr;
}

std::string allWords() {
  std::string words;
  for (const ExportFormat& f : kFormats)
    words += f.word + (*f.second ? std::string(" (or ") + f.second + ")" : "") + ", ";
  return words + "all";
}

std::string distanceVdb(const ExportFrame& frame) {
  const LiquidView& liquid = frame.view.liquid;
  const float dx = static_cast<float>(frame.view.dx);
  std::vector<float> metres(frame.liquid);
  for (float& v : metres) v *= dx;
  const VdbGrid grid{"surface", true, liquid.cells, metres, dx, frame.view.dx, Vec3(-0.5 * frame.view.dx)};
  return vdbBytes({&grid, 1});
}

/// "density", and "temperature" (K above ambient) where something heats.
std::string smokeVdb(const SimView& view) {
  std::vector<VdbGrid> grids;
  const auto add = [&](const char* name, const std::vector<float>& values) {
    if (!values.empty()) grids.push_back({name, false, view.smoke.cells, values, 0, view.dx, Vec3(0.5 * view.dx)});
  };
  add("density", view.smoke.density), add("temperature", view.smoke.heat);
  return vdbBytes(grids);
}

}  // namespace

bool frameDue(double time, double rate, double& last) {
  const double due = std::floor(time * kFramesPerSecond + 1e-6);
  if (rate > kFramesPerSecond && due == last) return false;
  last = due;
  return true;
}

std::span<const ExportFormat> exportFormats() { return kFormats; }

std::string exportLacks(const ExportFormat& format, const WorldDesc& desc) {
  const bool liquid = desc.params.fluid.domain == FluidDomain::Liquid;
  if ((format.what == ExportFormat::Surface || format.what == ExportFormat::Distance) && !liquid)
    return "the fluid fills the tank of this scene: it has no surface (fluid.domain = \"liquid\")";
  const bool atBodies = std::any_of(desc.bodies.begin(), desc.bodies.end(),
                                    [](const BodyDesc& b) { return b.smoke > 0 || b.temperature > kNoTemperature; });
  if (format.what == ExportFormat::Smoke && desc.smoke.empty() && !atBodies)
    return "the scene has no smoke ([[smoke]])";
  return {};
}

Problems ExportSequence::open(const std::string& folder, const std::string& formats, const WorldDesc& desc,
                              std::vector<unsigned> palette) {
  *this = {};
  for (const std::string& word : split(formats)) {
    if (word == "all") {
      for (const ExportFormat& f : kFormats)
        if (exportLacks(f, desc).empty()) words_.push_back(f.word);
      continue;
    }
    const ExportFormat* format = formatOf(word);
    if (!format) return {{"", 0, "--format", "'" + word + "' is not one of " + allWords()}};
    if (const std::string lacks = exportLacks(*format, desc); !lacks.empty())
      return {{"", 0, "--export", std::string(format->word) + ": " + lacks}};
    words_.push_back(format->word);
  }
  if (words_.empty()) return {{"", 0, "--format", "expected words with commas between, of " + allWords()}};
  for (const std::string& word : words_) {
    const auto what = formatOf(word)->what;
    parts_.particles |= what == ExportFormat::Particles;
    parts_.liquid |= what == ExportFormat::Distance;
    parts_.view |= what != ExportFormat::Particles;
    surfaces_ |= what == ExportFormat::Surface;
  }
  folder_ = folder, title_ = desc.title, palette_ = std::move(palette);
  return makeFolder(folder);
}

bool ExportSequence::wants(const char* word) const {
  return std::find(words_.begin(), words_.end(), word) != words_.end();
}

/// Of the present frame.
std::string ExportSequence::path(const char* name, const char* ending) const {
  char file[64];
  std::snprintf(file, sizeof file, "/%s_%05zu.%s", name, count_, ending);
  return folder_ + file;
}

Problems ExportSequence::writeSurface(const SimView& view) {
  extractSurface(view, surface_);
  empty_ += surface_.mesh.triangles.empty();
  for (const char* ending : {"obj", "ply"})
    if (wants((std::string("surface-") + ending).c_str()))
      if (Problems problems = writeMesh(path("surface", ending), surface_.mesh); !problems.empty()) return problems;
  return {};
}

Problems ExportSequence::write(const ExportFrame& frame) {
  ++count_;
  if (surfaces_)
    if (Problems problems = writeSurface(frame.view); !problems.empty()) return problems;
  if (wants("bodies-glb") || wants("bodies-csv")) motion_.add(frame.view);
  const auto save = [&](const char* word, const char* name, const char* ending, const auto& bytes) {
    return wants(word) ? saveFile(path(name, ending), bytes()) : Problems{};
  };
  Problems problems = save("particles-ply", "particles", "ply", [&] { return particlesPly(frame.particles); });
  if (problems.empty())
    problems = save("particles-csv", "particles", "csv", [&] { return particlesCsv(frame.particles); });
  if (problems.empty()) problems = save("water-vdb", "water", "vdb", [&] { return distanceVdb(frame); });
  if (problems.empty()) problems = save("smoke-vdb", "smoke", "vdb", [&] { return smokeVdb(frame.view); });
  return problems;
}

Problems ExportSequence::finish() {
  Problems problems;
  const auto add = [&](Problems more) { problems.insert(problems.end(), more.begin(), more.end()); };
  if (wants("bodies-csv")) add(saveFile(folder_ + "/bodies.csv", motion_.csv()));
  if (wants("bodies-glb")) add(saveFile(folder_ + "/bodies.glb", motion_.glb(title_, palette_)));
  if (empty_ == 0) return problems;
  if (empty_ == count_)
    problems.push_back({folder_, 0, "--export", "there was no liquid at any time: every mesh is empty"});
  else
    problems.push_back(
        {folder_, 0, "--export",
         std::to_string(empty_) + " of " + std::to_string(count_) + " meshes are empty: there was no liquid then",
         /*warning=*/true});
  return problems;
}

}  // namespace flotsam
