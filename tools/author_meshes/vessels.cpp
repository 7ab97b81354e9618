// SPDX-License-Identifier: MIT
// Open vessels, built ring by ring around the vertical: a boat's hull, a cup, and the waist of an hourglass.
#include <cmath>
#include <functional>

#include "author_meshes/models.h"

namespace flotsam::author {
namespace {

constexpr unsigned kAround = 96;

struct Rings {
  Surface s;
  unsigned last = 0;
  bool started = false;

  /// A ring of points (angle -> x, z) at a height, joined to the one before. Going up on the outside faces outwards.
  void ring(double y, const std::function<Vec2(double)>& at) {
    const unsigned first = static_cast<unsigned>(s.x.size());
    for (unsigned i = 0; i < kAround; ++i) {
      const Vec2 p = at(2 * kPi * i / kAround);
      s.x.push_back({p.x, y, p.y});
    }
    if (started)
      for (unsigned i = 0; i < kAround; ++i) {
        const unsigned j = (i + 1) % kAround;
        s.t.push_back({last + i, first + i, first + j});
        s.t.push_back({last + i, first + j, last + j});
      }
    last = first, started = true;
  }
  /// Joins the last ring to the first: a ring of a solid, without caps.
  void close() {
    for (unsigned i = 0; i < kAround; ++i) {
      const unsigned j = (i + 1) % kAround;
      s.t.push_back({last + i, i, j});
      s.t.push_back({last + i, j, last + j});
    }
  }
  /// Closes the last ring with a point; before any ring, opens the next one with it.
  void cap(double y, bool opening) {
    const unsigned pole = static_cast<unsigned>(s.x.size());
    s.x.push_back({0, y, 0});
    const unsigned first = opening ? pole + 1 : last;
    for (unsigned i = 0; i < kAround; ++i) {
      const unsigned j = (i + 1) % kAround;
      if (opening)
        s.t.push_back({pole, first + i, first + j});
      else
        s.t.push_back({first + i, pole, first + j});
    }
  }
};

/// A waterline: longer than wide, with full ends.
std::function<Vec2(double)> waterline(double length, double width) {
  return [=](double a) {
    const double c = std::cos(a), s = std::sin(a);
    return Vec2(0.5 * length * std::copysign(std::pow(std::abs(c), 0.8), c),
                0.5 * width * std::copysign(std::pow(std::abs(s), 0.8), s));
  };
}

Surface vessel(const std::vector<std::pair<double, std::function<Vec2(double)>>>& rings) {
  Rings r;
  r.cap(rings.front().first, /*opening=*/true);
  for (const auto& [y, at] : rings) r.ring(y, at);
  r.cap(rings.back().first, /*opening=*/false);
  return r.s;
}

Surface buildBoat() {
  return vessel({{0.00, waterline(0.70, 0.26)},
                 {0.02, waterline(0.74, 0.30)},
                 {0.15, waterline(0.90, 0.42)},
                 {0.29, waterline(0.99, 0.48)},
                 {0.30, waterline(0.98, 0.47)},
                 {0.30, waterline(0.85, 0.34)},
                 {0.29, waterline(0.84, 0.33)},
                 {0.15, waterline(0.75, 0.27)},
                 {0.085, waterline(0.60, 0.20)}});
}

Surface buildCup() {
  const auto circle = [](double d) { return [d](double a) { return 0.5 * d * Vec2(std::cos(a), std::sin(a)); }; };
  return vessel({{0.00, circle(0.68)},
                 {0.02, circle(0.72)},
                 {0.50, circle(0.74)},
                 {0.98, circle(0.76)},
                 {1.00, circle(0.74)},
                 {1.00, circle(0.42)},
                 {0.98, circle(0.40)},
                 {0.50, circle(0.40)},
                 {0.17, circle(0.40)},
                 {0.15, circle(0.36)}});
}

/// A thick ring, its bore wide at both ends and narrow in the middle: what makes an hourglass of a tube.
Surface buildWaist() {
  const auto circle = [](double d) { return [d](double a) { return 0.5 * d * Vec2(std::cos(a), std::sin(a)); }; };
  Rings r;
  const std::vector<std::pair<double, double>> outside{{0.00, 1.00}, {0.25, 1.00}, {0.50, 1.00}};
  const std::vector<std::pair<double, double>> bore{{0.50, 0.88}, {0.40, 0.58}, {0.30, 0.26}, {0.28, 0.22},
                                                    {0.22, 0.22}, {0.20, 0.26}, {0.10, 0.58}, {0.00, 0.88}};
  for (const auto& [y, d] : outside) r.ring(y, circle(d));
  for (const auto& [y, d] : bore) r.ring(y, circle(d));
  r.close();
  return r.s;
}

}  // namespace

Model boat() {
  Model m;
  m.name = "boat", m.build = buildBoat;
  return m;
}

Model cup() {
  Model m;
  m.name = "cup", m.build = buildCup;
  return m;
}

Model waist() {
  Model m;
  m.name = "waist", m.build = buildWaist, m.genus = 1;
  return m;
}

}  // namespace flotsam::author
