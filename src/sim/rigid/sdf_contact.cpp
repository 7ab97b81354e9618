// SPDX-License-Identifier: MIT
// Candidates come cluster by cluster (skipped by their bounding ball), are thinned to the deepest of each octant, then
// reduced to a few that are spread out and deep, without the inner ones of a flat patch. Everything runs in index
// order, so the same states give the same contacts.
#include "sim/rigid/sdf_contact.h"

#include <algorithm>

namespace flotsam {
namespace {

/// Contacts are looked for this far (of the smaller body's radius) beyond what the speeds ask for, so bodies at rest
/// keep all their points.
constexpr double kMargin = 0.02;

/// A point counts as deeper than another when it is by this much of the distance between them.
constexpr double kLevel = 1e-3;

/// Bodies that sit in each other only have to come apart: every so many of their points will do.
constexpr size_t kDeepStride = 4;

double reach(const ContactBody& b) { return glm::length(b.omega) * b.shape->radius(); }

/// Within this of each other two bodies may meet during h.
double bandOf(const ContactBody& a, const ContactBody& b, double h) {
  return kMargin * std::min(a.shape->radius(), b.shape->radius()) + h * glm::length(a.velocity - b.velocity) +
         h * (reach(a) + reach(b));
}

/// Closest points of two segments; false when they lie at an end of either (the points of the corners see that).
bool crossing(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1, Vec3& onA, Vec3& onB) {
  const Vec3 u = a1 - a0, v = b1 - b0, w = a0 - b0;
  const double uu = glm::dot(u, u), uv = glm::dot(u, v), vv = glm::dot(v, v), uw = glm::dot(u, w), vw = glm::dot(v, w);
  const double det = uu * vv - uv * uv;
  if (det <= 1e-8 * uu * vv) return false;
  const double s = (uv * vw - vv * uw) / det, t = (uu * vw - uv * uw) / det;
  if (s <= 0 || s >= 1 || t <= 0 || t >= 1) return false;
  onA = a0 + s * u;
  onB = b0 + t * v;
  return true;
}

}  // namespace

void ContactFinder::add(const ContactBody& a, const ContactBody* b, const Vec3& onA, const Vec3& onB,
                        const Vec3& normal, double gap) {
  Contact c;
  c.onA = onA;
  c.onB = onB;
  c.normal = normal;
  c.gap = gap;
  c.approach = glm::dot(a.velocityAt(onA) - (b ? b->velocityAt(onB) : Vec3(0)), normal);
  c.predicted = gap + h_ * c.approach;
  found_.push_back(c);
}

void ContactFinder::testPoint(const ContactBody& points, const ContactPoint& p, const ContactBody& field, double band,
                              bool swapped) {
  const Vec3 world = points.pose.toWorld(p.centre);
  const Vec3 local = field.pose.toBody(world);
  const double phi = field.shape->distance(local, nullptr), gap = phi - p.radius;
  if (gap > band) return;
  Vec3 normal;
  field.shape->distance(field.pose.toBody(points.pose.toWorld(p.inside)), &normal);
  normal = field.pose.rotate(normal);
  const Vec3 own = world - p.radius * normal, other = world - phi * normal;
  if (swapped)
    add(field, &points, other, own, -normal, gap);
  else
    add(points, &field, own, other, normal, gap);
}

void ContactFinder::samplesInField(const ContactBody& points, const ContactBody& field, double band, bool swapped,
                                   size_t stride) {
  for (const ContactCluster& cluster : points.shape->clusters()) {
    const Vec3 local = field.pose.toBody(points.pose.toWorld(cluster.centre));
    const double limit = field.shape->radius() + cluster.radius + band;
    if (glm::dot(local, local) > limit * limit) continue;
    if (field.shape->distance(local, nullptr) > cluster.radius + band) continue;
    const size_t first = found_.size();
    for (size_t i = cluster.begin; i < cluster.end; i += stride)
      testPoint(points, points.shape->points()[i], field, band, swapped);
    thin(first, points.pose.toWorld(cluster.centre), points.pose.position);
  }
}

void ContactFinder::crossingEdges(const ContactBody& a, const ContactBody& b, double band) {
  for (const Segment& ea : a.shape->edges()) {
    // In the frame of B.
    const Vec3 a0 = b.pose.toBody(a.pose.toWorld(ea.a)), a1 = b.pose.toBody(a.pose.toWorld(ea.b));
    for (const Segment& eb : b.shape->edges()) {
      Vec3 onA, onB;
      if (!crossing(a0, a1, eb.a, eb.b, onA, onB)) continue;
      const Vec3 r = onA - onB;
      if (glm::dot(r, r) > band * band && b.shape->distance(onA, nullptr) > band) continue;
      const Vec3 back = a.pose.toBody(b.pose.toWorld(onA));
      testPoint(a, {back, 0, back + ea.inward}, b, band, false);
      testPoint(b, {onB, 0, onB + eb.inward}, a, band, true);
    }
  }
}

bool ContactFinder::mayTouch(const std::vector<ContactBody>& bodies, int ia, int ib, double h, ContactPair& pair) {
  const ContactBody &a = bodies[ia], &b = bodies[ib];
  const double ra = a.shape->radius(), rb = b.shape->radius(), reached = bandOf(a, b, h);
  const Vec3 apart = a.pose.position - b.pose.position;
  const double limit = ra + rb + reached;
  if (glm::dot(apart, apart) > limit * limit) return false;
  const double ofA = b.shape->distance(b.pose.toBody(a.pose.position), nullptr);
  if (ofA > ra + reached) return false;
  const double ofB = a.shape->distance(a.pose.toBody(b.pose.position), nullptr);
  if (ofB > rb + reached) return false;
  pair = {ia, ib, std::max(ofA - ra, ofB - rb), ofA < 0 && ofB < 0};
  return true;
}

void ContactFinder::findPair(const std::vector<ContactBody>& bodies, const ContactPair& pair, double h,
                             std::vector<Contact>& out) {
  const ContactBody &a = bodies[pair.a], &b = bodies[pair.b];
  const size_t stride = pair.deep ? kDeepStride : 1;
  const double small = std::min(a.shape->radius(), b.shape->radius());
  const double spin = h * (reach(a) + reach(b)), band = bandOf(a, b, h);
  h_ = h;
  found_.clear();
  samplesInField(a, b, band, false, stride);
  samplesInField(b, a, band, true, stride);
  crossingEdges(a, b, band);
  reduce(pair.a, pair.b, small, spin, out);
}

void ContactFinder::findWall(const std::vector<ContactBody>& bodies, int ia, const WallPiece& wall, double h,
                             std::vector<Contact>& out) {
  const ContactBody& a = bodies[ia];
  const double radius = a.shape->radius(), spin = h * reach(a);
  const double band = kMargin * radius + h * glm::length(a.velocity) + spin;
  Vec3 normal;
  if (wall.distance(a.pose.position, normal) > radius + band) return;
  h_ = h;
  found_.clear();
  const auto test = [&](const ContactPoint& p) {
    const Vec3 x = a.pose.toWorld(p.centre);
    const double phi = wall.distance(x, normal), gap = phi - p.radius;
    if (gap <= band) add(a, nullptr, x - p.radius * normal, x - phi * normal, normal, gap);
  };
  ContactPoint extra[2];
  const int extras = a.shape->supports(a.pose.unrotate(normal), extra);
  for (int i = 0; i < extras; ++i) test(extra[i]);
  for (const ContactCluster& cluster : a.shape->clusters()) {
    if (wall.distance(a.pose.toWorld(cluster.centre), normal) > cluster.radius + band) continue;
    const size_t first = found_.size();
    for (size_t i = cluster.begin; i < cluster.end; ++i) test(a.shape->points()[i]);
    thin(first, a.pose.toWorld(cluster.centre), a.pose.position);
  }
  reduce(ia, -1, radius, spin, out);
}

/// Of the points of one cluster keeps one per octant around its middle and main direction of the normal: the deepest,
/// and of equally deep ones that farthest from the body's middle (the corner). Without it a dense mesh offers hundreds
/// of points, and the spread below would pass over the deepest.
void ContactFinder::thin(size_t first, const Vec3& middle, const Vec3& body) {
  if (found_.size() - first < 2) return;
  std::array<int, 48> best;
  std::array<double, 48> cost;
  best.fill(-1);
  for (size_t i = first; i < found_.size(); ++i) {
    const Contact& c = found_[i];
    const Vec3 r = c.onA - middle, n = glm::abs(c.normal);
    const int axis = n.x >= n.y && n.x >= n.z ? 0 : n.y >= n.z ? 1 : 2;
    const int cell = (r.x > 0) + 2 * (r.y > 0) + 4 * (r.z > 0) + 8 * (2 * axis + (c.normal[axis] > 0));
    const double value = c.predicted - kLevel * glm::distance(c.onA, body);
    if (best[cell] >= 0 && cost[cell] <= value) continue;
    best[cell] = static_cast<int>(i);
    cost[cell] = value;
  }
  size_t kept = first;
  for (size_t i = first; i < found_.size(); ++i)
    if (std::find(best.begin(), best.end(), static_cast<int>(i)) != best.end()) found_[kept++] = found_[i];
  found_.resize(kept);
}

/// Keeps the point that will be deepest, then again and again the one farthest from those kept, in place and (by less)
/// in direction, preferring the deep ones.
void ContactFinder::reduce(int a, int b, double radius, double spin, std::vector<Contact>& out) {
  if (found_.empty()) return;
  double least = 1e300, closing = 0;
  for (const Contact& c : found_) {
    least = std::min(least, c.predicted);
    closing = std::max(closing, -c.approach);
  }
  // A hit off the centre turns the body, and its far side may arrive within the same step.
  const double window = 0.25 * radius + spin + h_ * closing;
  std::erase_if(found_, [&](const Contact& c) { return c.predicted > least + window; });

  size_t next = 0;
  for (size_t i = 1; i < found_.size(); ++i)
    if (found_[i].predicted < found_[next].predicted) next = i;
  spread_.assign(found_.size(), 1e300);
  owner_.assign(found_.size(), 0);
  std::array<size_t, kMaxPairContacts> picks;
  const double turn = 0.3 * radius, enough = 1e-4 * radius * radius;
  int kept = 0;
  for (double best = 1e300; kept < most_ && best >= enough; ++kept) {
    picks[kept] = next;
    const Contact& chosen = found_[next];
    best = 0;
    for (size_t i = 0; i < found_.size(); ++i) {
      const Vec3 dx = found_[i].onA - chosen.onA, dn = turn * (found_[i].normal - chosen.normal);
      const double distance = glm::dot(dx, dx) + glm::dot(dn, dn);
      if (distance < spread_[i]) spread_[i] = distance, owner_[i] = kept;
      const double shallow = (found_[i].predicted - least) / window, score = spread_[i] * (1 - shallow) * (1 - shallow);
      if (score > best) best = score, next = i;
    }
  }
  // Of the points nearest to each of these the deepest stands for all, unless it is only a little deeper.
  for (size_t i = 0; i < found_.size(); ++i) {
    size_t& pick = picks[owner_[i]];
    if (found_[i].predicted + kLevel * std::sqrt(spread_[i]) < found_[pick].predicted) pick = i, spread_[i] = 0;
  }
  const size_t first = out.size();
  for (int k = 0; k < kept; ++k) {
    out.push_back(found_[picks[k]]);
    out.back().a = a;
    out.back().b = b;
  }
  dropInner(first, radius, out);
}

/// Where faces lie on each other the corners of the patch carry everything; points within it or on its edges only slow
/// the solve down. A point goes when others of its plane surround it, that is when no gap between the directions to
/// them is wider than (a little more than) half a turn.
void ContactFinder::dropInner(size_t first, double radius, std::vector<Contact>& out) {
  for (size_t i = out.size(); i-- > first;) {
    const Contact& c = out[i];
    const Vec3 u = glm::normalize(glm::cross(c.normal, std::abs(c.normal.x) < 0.6 ? Vec3(1, 0, 0) : Vec3(0, 1, 0)));
    const Vec3 v = glm::cross(c.normal, u);
    angles_.clear();
    for (size_t j = first; j < out.size(); ++j) {
      if (j == i || glm::dot(out[j].normal, c.normal) < 0.995) continue;
      const Vec3 r = out[j].onB - c.onB;
      if (std::abs(glm::dot(r, c.normal)) > 0.01 * radius || out[j].predicted > c.predicted + 2e-4 * radius) continue;
      angles_.push_back(std::atan2(glm::dot(r, v), glm::dot(r, u)));
    }
    if (angles_.size() < 2) continue;
    std::sort(angles_.begin(), angles_.end());
    double gap = 2 * kPi - (angles_.back() - angles_.front());
    for (size_t k = 1; k < angles_.size(); ++k) gap = std::max(gap, angles_[k] - angles_[k - 1]);
    if (gap < kPi + 0.05) out.erase(out.begin() + static_cast<ptrdiff_t>(i));
  }
}

}  // namespace flotsam
