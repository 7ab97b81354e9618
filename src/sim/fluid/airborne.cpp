// SPDX-License-Identifier: MIT
// Flood fill of the liquid and the balance of its parts' momentum, in the order of the cells. Nearly all liquid lies
// against a wall: it is recognised by runs of cells in rows, and only what is left is filled cell by cell.
#include "sim/fluid/airborne.h"

#include <algorithm>
#include <cmath>

namespace flotsam {

namespace {

constexpr int kOfNone = 0, kUnseen = -1, kGrounded = -2;

bool allOpen(const Grid& g, const std::array<std::vector<double>, 3>& open, int cell) {
  for (int a = 0; a < (g.flat() ? 2 : 3); ++a)
    if (open[a][cell] < 1 || open[a][cell + g.stride(a)] < 1) return false;
  return true;
}

bool inside(const Grid& g, Int3 c) {
  return c.x >= 1 && c.y >= 1 && c.z >= 1 && c.x <= g.inner.x && c.y <= g.inner.y && c.z <= g.inner.z;
}

/// Calls f(id) for the up to 26 cells round `cell`, corners too, inside the tank; returns whether all are inside.
template <class F>
bool forAround(const Grid& g, int cell, F&& f) {
  const Int3 c = g.coords(cell);
  const int depth = g.flat() ? 0 : 1;
  if (inside(g, c - Int3(1, 1, depth)) && inside(g, c + Int3(1, 1, depth))) {  // most: nothing to ask
    for (int k = -depth; k <= depth; ++k)
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) f(cell + i + g.sy * j + g.sz * k);
    return true;
  }
  bool all = true;
  for (int k = -depth; k <= depth; ++k)
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i) {
        const Int3 at = c + Int3(i, j, k);
        if (inside(g, at))
          f(g.id(at));
        else
          all = false;
      }
  return all;
}

using Run = AirborneLiquid::Run;

int rootOf(std::vector<Run>& runs, int r) {
  while (runs[r].above != r) r = runs[r].above = runs[runs[r].above].above;
  return r;
}

void join(std::vector<Run>& runs, int a, int b) {
  a = rootOf(runs, a), b = rootOf(runs, b);
  if (a == b) return;
  runs[std::max(a, b)].above = std::min(a, b);
  runs[std::min(a, b)].grounded |= runs[std::max(a, b)].grounded;
}

/// Joins the runs of two rows whose cells touch, by corners too.
void joinRows(std::vector<Run>& runs, int a, int aEnd, int b, int bEnd) {
  while (a < aEnd && b < bEnd) {
    if (runs[a].begin <= runs[b].end && runs[b].begin <= runs[a].end) join(runs, a, b);
    runs[a].end < runs[b].end ? ++a : ++b;
  }
}

/// Marks the cells of connected liquid that lies against a side of the tank.
void markAtSides(const Grid& g, const std::vector<float>& phi, AirborneLiquid& s) {
  std::vector<Run>& runs = s.runs;
  std::vector<int>& start = s.rowStart;  // the first run of every row; its last is before the next row's first
  runs.clear(), runs.reserve(static_cast<size_t>(g.n.y) * g.n.z * (g.n.x / 2));  // the most there can be
  start.clear(), start.reserve(static_cast<size_t>(g.n.y) * g.n.z + 1);
  const auto joinTo = [&](int row) {
    joinRows(runs, start.back(), static_cast<int>(runs.size()), start[row], start[row + 1]);
  };
  for (int k = 0; k < g.n.z; ++k)
    for (int j = 0; j < g.n.y; ++j) {
      const int row = static_cast<int>(start.size());
      start.push_back(static_cast<int>(runs.size()));
      if (!inside(g, {1, j, k})) continue;
      const bool side = j == 1 || j == g.inner.y || (!g.flat() && (k == 1 || k == g.inner.z));
      const float* at = &phi[g.id(0, j, k)];
      for (int i = 1; i <= g.inner.x; ++i) {
        if (!(at[i] < 0)) continue;
        const int begin = i;
        while (i <= g.inner.x && at[i] < 0) ++i;
        runs.push_back({begin, i, static_cast<int>(runs.size()), side || begin == 1 || i > g.inner.x});
      }
      if (start.back() == static_cast<int>(runs.size())) continue;
      joinTo(row - 1);
      for (int to = -1; to <= 1; ++to) joinTo(row - g.n.y + to);
    }
  start.push_back(static_cast<int>(runs.size()));
  for (size_t row = 0; row + 1 < start.size(); ++row)
    for (int r = start[row]; r < start[row + 1]; ++r)
      if (runs[rootOf(runs, r)].grounded) {
        const int first = g.id(0, static_cast<int>(row) % g.n.y, static_cast<int>(row) / g.n.y);
        std::fill(&s.part[first + runs[r].begin], &s.part[first + runs[r].end], kGrounded);
      }
}

/// Component a of the difference of two fields at x (cells from the lattice's corner), linear between faces.
double sampleChange(const Grid& g, const MacVelocity& now, const MacVelocity& before, int a, Vec3 x) {
  for (int c = 0; c < 3; ++c) x[c] -= c == a ? 0 : 0.5;
  if (g.flat()) x.z = 1;
  const Vec3 lower = glm::floor(x), t = x - lower;
  const int id = g.id(Int3(lower));
  double sum = 0;
  for (int q = 0; q < 8; ++q) {
    const int at = id + (q & 1) + (q & 2 ? g.sy : 0) + (q & 4 ? g.sz : 0);
    const double w = (q & 1 ? t.x : 1 - t.x) * (q & 2 ? t.y : 1 - t.y) * (q & 4 ? t.z : 1 - t.z);
    if (w > 0) sum += w * (now[a][at] - before[a][at]);
  }
  return sum;
}

/// Calls f(p) for the particles of a part.
template <class F>
void forParticles(const AirborneLiquid& airborne, int part, const Particles& particles, F&& f) {
  for (const int cell : airborne.cells[part - 1]) {
    if (airborne.layer[cell] > 1) continue;
    for (uint32_t p = particles.cellStart[cell]; p < particles.cellStart[cell + 1]; ++p) f(p);
  }
}

}  // namespace

void findAirborne(const Grid& grid, const std::vector<float>& phi, const std::array<std::vector<double>, 3>& open,
                  AirborneLiquid& airborne) {
  AirborneLiquid& s = airborne;
  s.part.assign(grid.size, kUnseen);
  s.layer.assign(grid.size, 0);
  s.parts = 0;
  markAtSides(grid, phi, s);
  for (int k = 1; k <= grid.inner.z; ++k)
    for (int j = 1; j <= grid.inner.y; ++j)
      for (int i = 1; i <= grid.inner.x; ++i) {
        const int first = grid.id(i, j, k);
        if (!(phi[first] < 0) || s.part[first] != kUnseen) continue;
        if (s.cells.size() <= static_cast<size_t>(s.parts)) s.cells.emplace_back();
        std::vector<int>& cells = s.cells[s.parts];
        cells.assign(1, first);
        const int name = s.parts + 1;
        s.part[first] = name;
        bool grounded = false;
        for (size_t n = 0; n < cells.size(); ++n)
          if (!forAround(grid, cells[n], [&](int next) {
                grounded = grounded || !allOpen(grid, open, next);
                if (s.part[next] != kUnseen || !(phi[next] < 0)) return;
                s.part[next] = name;
                cells.push_back(next);
              }))
            grounded = true;
        if (grounded) {
          for (const int cell : cells) s.part[cell] = kGrounded;
          continue;
        }
        ++s.parts;
        for (size_t n = 0; n < cells.size(); ++n) {
          const int cell = cells[n];
          if (s.layer[cell] == AirborneLiquid::kReach) break;
          forAround(grid, cell, [&](int next) {
            if (s.part[next] != kUnseen || phi[next] < 0) return;
            s.part[next] = name;
            s.layer[next] = static_cast<uint8_t>(s.layer[cell] + 1);
            cells.push_back(next);
          });
        }
      }
  for (int& p : s.part)
    if (p < 0) p = kOfNone;
}

void keepMomentum(const Grid& grid, const Particles& particles, const MacVelocity& before, const Vec3& gain,
                  const AirborneLiquid& airborne, MacVelocity& velocity) {
  for (int part = 1; part <= airborne.parts; ++part) {
    const std::vector<int>& cells = airborne.cells[part - 1];
    Vec3 sum(0);
    double count = 0;
    forParticles(airborne, part, particles, [&](uint32_t p) {
      const Vec3 x(particles.x[0][p], particles.x[1][p], particles.x[2][p]);
      for (int a = 0; a < (grid.flat() ? 2 : 3); ++a) sum[a] += sampleChange(grid, velocity, before, a, x);
      count += 1;
    });
    if (count == 0) continue;
    const Vec3 excess = sum / count - gain;
    for (const int cell : cells)
      for (int a = 0; a < (grid.flat() ? 2 : 3); ++a) {
        velocity[a][cell] -= excess[a];
        const int upper = cell + grid.stride(a);  // of a cell that is not on the list
        if (airborne.part[upper] != part) velocity[a][upper] -= excess[a];
      }
  }
}

void notePaths(const Grid& grid, const Particles& particles, double dt, AirborneLiquid& airborne) {
  airborne.goal.assign(static_cast<size_t>(airborne.parts), Vec3(0));
  const double cells = dt / grid.dx;
  for (int part = 1; part <= airborne.parts; ++part)
    forParticles(airborne, part, particles, [&](uint32_t p) {
      for (int a = 0; a < 3; ++a)
        airborne.goal[part - 1][a] += double(particles.x[a][p]) + cells * double(particles.v[a][p]);
    });
}

void keepPaths(const Grid& grid, const AirborneLiquid& airborne, Particles& particles) {
  constexpr double kMost = 0.02;  // cells; more is a meeting with something
  for (int part = 1; part <= airborne.parts; ++part) {
    Vec3 off = -airborne.goal[part - 1];
    double count = 0;
    forParticles(airborne, part, particles, [&](uint32_t p) {
      for (int a = 0; a < 3; ++a) off[a] += double(particles.x[a][p]);
      count += 1;
    });
    if (grid.flat()) off.z = 0;
    if (count == 0 || !(glm::length(off) <= kMost * count)) continue;
    const Vec3 back = off / count;
    forParticles(airborne, part, particles, [&](uint32_t p) {
      for (int a = 0; a < 3; ++a) particles.x[a][p] = static_cast<float>(double(particles.x[a][p]) - back[a]);
    });
  }
}

}  // namespace flotsam
