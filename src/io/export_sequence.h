// SPDX-License-Identifier: MIT
// A run as files for other programs, in one folder: a numbered file a frame for particles, surface, distance and smoke,
// and one file of all bodies with their motion. Headless and in the window.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/export_frame.h"
#include "io/motion_export.h"
#include "view/liquid_surface.h"

namespace flotsam {

/// At most 60 frames per simulated second, at most one per step of `rate` per second. `last` is the caller's memory, -1
/// at the start.
inline constexpr double kFramesPerSecond = 60;
bool frameDue(double time, double rate, double& last);

/// One thing that can be written, and how.
struct ExportFormat {
  enum What { Surface, Particles, Bodies, Distance, Smoke } what;
  const char* word;   // as in --format
  const char* files;  // what becomes of it: "surface_00001.obj"
  const char* title;  // for people
  const char* help;
  const char* second;  // another word for it, or ""
};
std::span<const ExportFormat> exportFormats();
/// Why a scene has nothing of it to give; empty when it has.
std::string exportLacks(const ExportFormat& format, const WorldDesc& desc);

class ExportSequence {
 public:
  /// Makes the folder. `formats`: words with commas between, or "all" for everything the scene has. Problems name the
  /// word that is unknown or that the scene has nothing of, or why the folder cannot be written to. `palette`: colours
  /// of the bodies, 0xRRGGBB.
  Problems open(const std::string& folder, const std::string& formats, const WorldDesc& desc,
                std::vector<unsigned> palette);
  /// What a frame must carry.
  ExportParts parts() const { return parts_; }
  Problems write(const ExportFrame& frame);
  /// Writes the bodies' motion. A surface without liquid is an empty file, so that the numbers go on; a warning says
  /// how many there are, an error when none has any.
  Problems finish();
  size_t frames() const { return count_; }
  const std::string& folder() const { return folder_; }

 private:
  bool wants(const char* word) const;
  std::string path(const char* name, const char* ending) const;
  Problems writeSurface(const SimView& view);
  std::string folder_, title_;
  std::vector<std::string> words_;
  std::vector<unsigned> palette_;
  ExportParts parts_;
  LiquidSurface surface_;
  MotionTrack motion_;
  size_t count_ = 0, empty_ = 0;
  bool surfaces_ = false;
};

}  // namespace flotsam
