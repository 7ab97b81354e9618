// SPDX-License-Identifier: MIT
#include "core/finite.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "fluid_fixture.h"
#include "sim/fluid/transfer.h"

namespace flotsam {
namespace {
using namespace fluidtest;

template <class T>
void expectEveryPlaceSeen() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values(37, Limits::max());
  values[3] = Limits::lowest(), values[4] = Limits::denorm_min(), values[5] = 0;
  for (size_t count = 0; count <= values.size(); ++count) {
    ASSERT_TRUE(allFinite(values.data(), count)) << count;
    for (size_t at = 0; at < values.size(); ++at)
      for (const T bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
        const T good = values[at];
        values[at] = bad;
        ASSERT_EQ(allFinite(values.data(), count), at >= count) << count << ' ' << at;
        values[at] = good;
      }
  }
}

TEST(Finite, SeesEveryPlaceOfFloats) { expectEveryPlaceSeen<float>(); }
TEST(Finite, SeesEveryPlaceOfDoubles) { expectEveryPlaceSeen<double>(); }

// The last particles go one by one, the others eight at a time.
TEST(Finite, TransferTellsOfOneParticle) {
  ParticleTank t({9, 8, 7}, 8);
  const MacVelocity u = makeVelocity(t.g, [](Vec3 x) { return stir(x, 1); });
  std::array<std::vector<float>, 3> to;
  ASSERT_TRUE(transferToParticles(t.g, u, u, 0.9, t.p, to, t.scratch));
  for (const size_t at : {size_t{0}, t.p.size() / 2, t.p.size() - 1})
    for (int a = 0; a < 3; ++a) {
      const float good = t.p.v[a][at];
      t.p.v[a][at] = std::numeric_limits<float>::quiet_NaN();
      ASSERT_FALSE(transferToParticles(t.g, u, u, 0.9, t.p, to, t.scratch)) << at << ' ' << a;
      t.p.v[a][at] = good;
    }
}

}  // namespace
}  // namespace flotsam
