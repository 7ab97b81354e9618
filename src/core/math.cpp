// SPDX-License-Identifier: MIT
#include "core/math.h"

namespace flotsam {

Mat6 massMatrix(double mass, const Mat3& inertia) {
  Mat6 a;
  for (int i = 0; i < 3; ++i) {
    a(i, i) = mass;
    for (int j = 0; j < 3; ++j) a(3 + i, 3 + j) = inertia[j][i];
  }
  return a;
}

bool cholesky(const Mat6& a, Mat6& lower) {
  double largest = 0;
  for (int i = 0; i < 6; ++i) largest = std::max(largest, std::abs(a(i, i)));
  lower = Mat6{};
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j <= i; ++j) {
      double s = a(i, j);
      for (int k = 0; k < j; ++k) s -= lower(i, k) * lower(j, k);
      if (i == j) {
        if (!(s > 1e-14 * largest)) return false;
        lower(i, i) = std::sqrt(s);
      } else {
        lower(i, j) = s / lower(j, j);
      }
    }
  }
  return true;
}

bool invertSpd(const Mat6& a, Mat6& inverse) {
  // Scale to a unit diagonal first: mass (kg) and inertia (kg m^2) differ by many orders of magnitude.
  Vec6 d;
  for (int i = 0; i < 6; ++i) {
    if (!(a(i, i) > 0)) return false;
    d[i] = 1 / std::sqrt(a(i, i));
  }
  Mat6 scaled, lower;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) scaled(i, j) = a(i, j) * d[i] * d[j];
  if (!cholesky(scaled, lower)) return false;
  for (int c = 0; c < 6; ++c) {
    Vec6 y{};
    for (int i = 0; i < 6; ++i) {
      double s = i == c ? 1 : 0;
      for (int k = 0; k < i; ++k) s -= lower(i, k) * y[k];
      y[i] = s / lower(i, i);
    }
    for (int i = 5; i >= 0; --i) {
      double s = y[i];
      for (int k = i + 1; k < 6; ++k) s -= lower(k, i) * y[k];
      y[i] = s / lower(i, i);
    }
    for (int i = 0; i < 6; ++i) inverse(i, c) = y[i] * d[i] * d[c];
  }
  return true;
}

}  // namespace flotsam
