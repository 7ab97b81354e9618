// SPDX-License-Identifier: MIT
// Finding contacts: the points of body A in the signed distance of B and back, and of a body in the walls. The band
// reaches as far as the two can approach within the step (speculative contacts): the solver lets a gap d close by d/dt
// and no more, so nothing passes through and nothing stops short.
#pragma once

#include <vector>

#include "sim/rigid/body.h"
#include "sim/rigid/contact_shape.h"
#include "sim/rigid/walls.h"

namespace flotsam {

/// Points kept per pair of bodies and per body and wall piece, unless the tank is crowded.
inline constexpr int kMaxPairContacts = 20;

struct Contact {
  int a = 0, b = -1;     // bodies; b = -1 is the wall
  Vec3 onA{0}, onB{0};   // world
  Vec3 normal{0};        // unit, from B to A
  double gap = 0;        // m, negative when they overlap
  double predicted = 0;  // m, the gap at the end of the step at the present velocities
  double approach = 0;   // m/s, relative normal velocity before the solve (negative = closing)
  double impulse = 0;    // N s, filled by the solve
  double restitution = 0, friction = 0;
};

/// A body as contact sees it during one substep.
struct ContactBody {
  const ContactShape* shape = nullptr;
  Pose pose;
  Vec3 velocity{0}, omega{0};
  Vec3 velocityAt(const Vec3& x) const { return velocity + glm::cross(omega, x - pose.position); }
};

/// Two bodies that may touch.
struct ContactPair {
  int a, b;
  double gap;  // m, no more than the true one
  bool deep;   // the centre of each is inside the other
};

class ContactFinder {
 public:
  /// Whether bodies a and b of `bodies` may touch over a step of h seconds, by their bounding balls in each other's
  /// signed distance; fills `pair` when so.
  static bool mayTouch(const std::vector<ContactBody>& bodies, int a, int b, double h, ContactPair& pair);
  /// Points kept of each pair and wall piece from now on.
  void setPoints(int most) { most_ = most; }
  /// Appends the contacts of a pair over a step of h seconds.
  void findPair(const std::vector<ContactBody>& bodies, const ContactPair& pair, double h, std::vector<Contact>& out);
  /// Appends those of body a with a wall piece.
  void findWall(const std::vector<ContactBody>& bodies, int a, const WallPiece& wall, double h,
                std::vector<Contact>& out);

 private:
  void samplesInField(const ContactBody& points, const ContactBody& field, double band, bool swapped, size_t stride);
  void crossingEdges(const ContactBody& a, const ContactBody& b, double band);
  void testPoint(const ContactBody& points, const ContactPoint& p, const ContactBody& field, double band, bool swapped);
  void add(const ContactBody& a, const ContactBody* b, const Vec3& onA, const Vec3& onB, const Vec3& normal,
           double gap);
  void thin(size_t first, const Vec3& middle, const Vec3& body);
  void reduce(int a, int b, double radius, double spin, std::vector<Contact>& out);
  void dropInner(size_t first, double radius, std::vector<Contact>& out);

  double h_ = 0;
  int most_ = kMaxPairContacts;
  std::vector<Contact> found_;
  std::vector<double> spread_, angles_;
  std::vector<int> owner_;
};

}  // namespace flotsam
