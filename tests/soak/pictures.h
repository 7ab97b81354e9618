// SPDX-License-Identifier: MIT
// Pictures of a world off-screen, with a look that changes at random: eye, theme, level of detail, size, and every
// ingredient on or off. After each one OpenGL is asked for errors.
#pragma once

#include <memory>
#include <string>

#include "core/result.h"
#include "core/rng.h"
#include "sim/world.h"

namespace flotsam {

class Pictures {
 public:
  /// Fails with the reason where there is no OpenGL. `keep`: a folder that takes each picture as a PNG file; may be
  /// empty.
  static Result<std::shared_ptr<Pictures>> open(const std::string& keep);
  virtual ~Pictures() = default;
  /// The eye as the scene has it, and a stream of looks of its own: the input's stays as it is without pictures.
  virtual void begin(const WorldDesc& scene, uint64_t seed) = 0;
  /// A picture with the next look. What is wrong with it or with what it is made of; empty when nothing is.
  virtual std::string draw(const World& world) = 0;
  /// All ingredients, at every level and in both themes, of one size: memory is compared after these.
  virtual std::string drawAll(const World& world) = 0;
  virtual size_t count() const = 0;  // since begin()
};

}  // namespace flotsam
