// SPDX-License-Identifier: MIT
// Moments of a polygon by Green's theorem: sum over its sides of the moments of the triangle (reference, a, b). The
// reference is the cell's own corner, so nothing cancels; rows are added up separately for the same reason.
#include "sim/geometry/plane_moments.h"

namespace flotsam {
namespace {

struct Corner {
  Vec2 x;
  double phi;
};

void addTriangle(PlaneMoments& m, const Vec2& a, const Vec2& b, const Vec2& c) {
  const double area = 0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  const Vec2 s = a + b + c;
  m.area += area;
  m.first += area / 3 * s;
  m.xx += area / 12 * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x);
  m.yy += area / 12 * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y);
  m.xy += area / 12 * (a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y);
}

Vec2 crossing(const Corner& in, const Corner& out) { return in.x + in.phi / (in.phi - out.phi) * (out.x - in.x); }

void addNegativePart(PlaneMoments& m, const Corner& a, const Corner& b, const Corner& c) {
  const Corner* v[3] = {&a, &b, &c};
  const int inside = (a.phi < 0) + (b.phi < 0) + (c.phi < 0);
  if (inside == 0) return;
  if (inside == 3) return addTriangle(m, a.x, b.x, c.x);
  int odd = 0;  // the corner that is alone on its side
  while ((v[odd]->phi < 0) != (inside == 1)) ++odd;
  const Corner &o = *v[odd], &p = *v[(odd + 1) % 3], &q = *v[(odd + 2) % 3];
  if (inside == 1) return addTriangle(m, o.x, crossing(o, p), crossing(o, q));
  const Vec2 op = crossing(p, o), oq = crossing(q, o);
  addTriangle(m, op, p.x, q.x);
  addTriangle(m, op, q.x, oq);
}

}  // namespace

PlaneMoments planeMoments(std::span<const double> phi, int cellsX, int cellsY, double h) {
  PlaneMoments sum;
  const int row = cellsX + 1;
  for (int j = 0; j < cellsY; ++j) {
    PlaneMoments m;
    for (int i = 0; i < cellsX; ++i) {
      const double* p = &phi[static_cast<size_t>(row) * j + i];
      const Corner a{{i * h, j * h}, p[0]}, b{{(i + 1) * h, j * h}, p[1]};
      const Corner c{{(i + 1) * h, (j + 1) * h}, p[row + 1]}, d{{i * h, (j + 1) * h}, p[row]};
      // The diagonal alternates, so that no direction is preferred.
      if ((i + j) % 2 == 0) {
        addNegativePart(m, a, b, c), addNegativePart(m, a, c, d);
      } else {
        addNegativePart(m, a, b, d), addNegativePart(m, b, c, d);
      }
    }
    sum.area += m.area, sum.xx += m.xx, sum.yy += m.yy, sum.xy += m.xy;
    sum.first += m.first;
  }
  return sum;
}

}  // namespace flotsam
