// SPDX-License-Identifier: MIT
#include "sim/rigid/sdf_contact.h"

#include <algorithm>

namespace flotsam {
namespace {

/// Contacts are looked for this far (of the smaller body's radius) beyond what the speeds ask for, so bodies at rest
/// keep all their points.
constexpr double kMargin = 0.02;

double reach(const ContactBody& b) { return glm::length(b.omega) * b.shape->radius(); }

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

void ContactFinder::samplesInField(const ContactBody& points, const ContactBody& field, double band, bool swapped) {
  for (const ContactCluster& cluster : points.shape->clusters()) {
    const Vec3 local = field.pose.toBody(points.pose.toWorld(cluster.centre));
    if (field.shape->distance(local, nullptr) > cluster.radius + band) continue;
    for (size_t i = cluster.begin; i < cluster.end; ++i)
      testPoint(points, points.shape->points()[i], field, band, swapped);
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

void ContactFinder::findPair(const std::vector<ContactBody>& bodies, int ia, int ib, double h,
                             std::vector<Contact>& out) {
  const ContactBody &a = bodies[ia], &b = bodies[ib];
  const double ra = a.shape->radius(), rb = b.shape->radius(), small = std::min(ra, rb);
  const double spin = h * (reach(a) + reach(b));
  const double band = kMargin * small + h * glm::length(a.velocity - b.velocity) + spin;
  const Vec3 apart = a.pose.position - b.pose.position;
  const double limit = ra + rb + band;
  if (glm::dot(apart, apart) > limit * limit) return;
  if (b.shape->distance(b.pose.toBody(a.pose.position), nullptr) > ra + band) return;
  if (a.shape->distance(a.pose.toBody(b.pose.position), nullptr) > rb + band) return;
  h_ = h;
  found_.clear();
  samplesInField(a, b, band, false);
  samplesInField(b, a, band, true);
  crossingEdges(a, b, band);
  reduce(ia, ib, small, spin, out);
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
    for (size_t i = cluster.begin; i < cluster.end; ++i) test(a.shape->points()[i]);
  }
  reduce(ia, -1, radius, spin, out);
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
  const double turn = 0.3 * radius, enough = 1e-4 * radius * radius;
  const size_t first = out.size();
  for (int kept = 0; kept < kMaxPairContacts; ++kept) {
    Contact chosen = found_[next];
    chosen.a = a;
    chosen.b = b;
    out.push_back(chosen);
    double best = 0;
    for (size_t i = 0; i < found_.size(); ++i) {
      const Vec3 dx = found_[i].onA - chosen.onA, dn = turn * (found_[i].normal - chosen.normal);
      spread_[i] = std::min(spread_[i], glm::dot(dx, dx) + glm::dot(dn, dn));
      const double shallow = (found_[i].predicted - least) / window, score = spread_[i] * (1 - shallow) * (1 - shallow);
      if (score > best) best = score, next = i;
    }
    if (best < enough) break;
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
      if (std::abs(glm::dot(r, c.normal)) > 0.01 * radius || out[j].predicted > c.predicted + 0.005 * radius) continue;
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
