// SPDX-License-Identifier: MIT
// The solver in float with its residual in double, on systems made up here: what it does at the end of floats.
#include "sim/coupling/mixed_pcg.h"

#include <gtest/gtest.h>

#include "core/rng.h"

namespace flotsam {
namespace {

/// (D + c u u') x = b: a chain of cells and one light body that all of them push.
struct Chain {
  SplitLattice lattice;
  std::vector<double> diagonal, u, b, x;
  double c;

  explicit Chain(double lightness) : c(lightness) {
    lattice.set({60, 3, 3}, 63, 63 * 5);
    for (int m = 0; m < lattice.half; ++m)
      for (const int start : {lattice.red, lattice.black}) at.push_back(start + m);
    for (size_t i = 0; i < at.size(); ++i) {
      diagonal.push_back(1 + 5 * randomUnit(1, i)), u.push_back(randomUnit(2, i) - 0.5);
      b.push_back(2 * randomUnit(3, i) - 1), x.push_back(0);
    }
  }
  double along(const auto& v) const {
    double sum = 0;
    for (size_t i = 0; i < at.size(); ++i) sum += u[i] * static_cast<double>(v(i));
    return sum;
  }
  PcgResult solve(double tolerance, int most) {
    MixedPcgWork work;
    work.reset(lattice);
    for (size_t i = 0; i < at.size(); ++i) work.r[at[i]] = static_cast<float>(b[i]);
    return solveMixedPcg(
        lattice, tolerance, most, work,
        [&](const std::vector<float>& in, std::vector<float>& out) {
          float push = 0;  // summed in float: the error grows with the lightness
          for (size_t i = 0; i < at.size(); ++i) push += static_cast<float>(u[i]) * in[at[i]];
          push *= static_cast<float>(c);
          double sum = 0;
          for (size_t i = 0; i < at.size(); ++i) {
            out[at[i]] = static_cast<float>(diagonal[i]) * in[at[i]] + static_cast<float>(u[i]) * push;
            sum += static_cast<double>(in[at[i]]) * out[at[i]];
          }
          return sum;
        },
        [](int) {},
        [&](std::vector<float>& r, std::vector<float>& z) {
          for (size_t i = 0; i < at.size(); ++i) z[at[i]] = r[at[i]] / static_cast<float>(diagonal[i]);
        },
        [&](std::vector<float>& part, std::vector<float>& r) {
          for (size_t i = 0; i < at.size(); ++i) x[i] += part[at[i]], part[at[i]] = 0;
          return residual([&](size_t i, double left) { r[at[i]] = static_cast<float>(left); });
        });
  }
  /// Largest |b - A x|; each goes to `store`.
  double residual(const auto& store) const {
    const double push = c * along([&](size_t i) { return x[i]; });
    double most = 0;
    for (size_t i = 0; i < at.size(); ++i) {
      const double left = b[i] - diagonal[i] * x[i] - u[i] * push;
      store(i, left), most = std::max(most, std::abs(left));
    }
    return most;
  }
  std::vector<int> at;
};

TEST(MixedPcg, AskingForMoreThanFloatsHaveDoesNoHarm) {
  for (const double lightness : {0.0, 1.0, 1e3, 1e6, 1e8})
    for (const double tolerance : {1e-6, 1e-9, 1e-11, 1e-13, 1e-16}) {
      Chain chain(lightness);
      const PcgResult result = chain.solve(tolerance, 200);
      const double left = chain.residual([](size_t, double) {});
      EXPECT_NEAR(result.residual, left, 1e-3 * left + 1e-15) << "it says what is left";
      EXPECT_LT(left, 1e-5) << lightness << " " << tolerance << ": " << result.note << " after " << result.iterations;
    }
}

}  // namespace
}  // namespace flotsam
