// SPDX-License-Identifier: MIT
// What the files that check a description share. Internal to io.
#pragma once

#include <cmath>
#include <string>

#include "io/number_words.h"
#include "io/scene.h"

namespace flotsam {

/// In cells. What is shorter than a thousandth of a cell takes a billionth of the cell's volume or less, and the floats
/// of the solve hold a cell to 6e-8 of itself: nothing of it would be noticed. What is longer than a million cells has
/// a surface that floats, in meshes and in contacts, place no better than to a thirtieth of a cell.
constexpr double kLeastCells = 1e-3, kMostCells = 1e6;

class Checker {
 public:
  explicit Checker(Problems& problems) : problems_(problems) {}
  void fail(const std::string& key, std::string reason) { problems_.push_back({"", 0, key, std::move(reason)}); }
  void warn(const std::string& key, std::string reason) { problems_.push_back({"", 0, key, std::move(reason), true}); }
  bool within(const std::string& key, double v, double lo, double hi, const char* unit = "") {
    if (v >= lo && v <= hi) return true;
    fail(key,
         formatNumber(v) + " is outside " + formatNumber(lo) + " to " + formatNumber(hi) + (*unit ? " " : "") + unit);
    return false;
  }
  bool within(const std::string& key, const Vec3& v, double lo, double hi, const char* unit = "") {
    for (int a = 0; a < 3; ++a)
      if (!within(key, v[a], lo, hi, unit)) return false;
    return true;
  }
  /// A length that the grid can see.
  bool seen(const std::string& key, double length, double dx) {
    if (length >= kLeastCells * dx) return true;
    fail(key, shortNumber(length) + " m across is " + shortNumber(length / dx) +
                  " cells: too small for the grid to see; at least a thousandth of a cell, " +
                  shortNumber(kLeastCells * dx) + " m");
    return false;
  }
  void params(ParamList& list) {
    for (const auto& p : list.all()) {
      if (!std::isfinite(p.value))
        fail(p.info.key, "must be a finite number");
      else
        within(p.info.key, p.value, p.info.min, p.info.max, p.info.unit.c_str());
    }
  }

 private:
  Problems& problems_;
};

void checkName(const std::string& name, const std::string& key, Checker& check);
/// scene_check_joint.cpp
void checkJoints(const WorldDesc& desc, Checker& check);
/// scene_check_flow.cpp; without a grid, places are not looked at.
void checkFlows(const WorldDesc& desc, const Grid* grid, Checker& check);
/// scene_check_lesson.cpp
void checkLesson(const WorldDesc& desc, Checker& check);
/// "[0.1, 0.2, 0.3]"
std::string placeText(const Vec3& x);
/// "outside the tank of 1 x 1 x 1 m" or "inside the wall of the container"; empty for a place in the tank.
std::string outOfTank(const WorldDesc& desc, const Grid& grid, const Vec3& x);

}  // namespace flotsam
