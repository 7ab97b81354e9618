// SPDX-License-Identifier: MIT
#include "sim/coupling/light_bodies.h"

#include <algorithm>

#include "core/kernel.h"
#include "core/parallel.h"
#include "sim/coupling/float_vectors.h"

namespace flotsam {

namespace {

constexpr size_t kKept = 3;  // bodies whose columns are kept

/// z -= sum over six columns of Z t; the columns are `stride` apart.
FLOTSAM_WIDE_KERNEL void subtractColumns(size_t count, size_t stride, const float* __restrict columns,
                                         const float* __restrict t, float* __restrict z) {
  const float *a = columns, *b = a + stride, *c = b + stride, *d = c + stride, *e = d + stride, *f = e + stride;
  for (size_t i = 0; i < count; ++i)
    z[i] -= ((a[i] * t[0] + b[i] * t[1]) + (c[i] * t[2] + d[i] * t[3])) + (e[i] * t[4] + f[i] * t[5]);
}

}  // namespace

/// body(begin, end) over runs of the buffer in the lattice's range, those of a part by one thread.
template <class Body>
void LightBodyCorrection::forRuns(Body&& body) const {
  forParts(lattice_, [&](int part) {
    for (const int colour : {lattice_.red, lattice_.black})
      body(static_cast<size_t>(colour + lattice_.part(part)), static_cast<size_t>(colour + lattice_.part(part + 1)));
  });
}

/// t <- S' t or S t of the linked among the bodies' numbers, `stride` apart.
template <bool kDown>
void LightBodyCorrection::passLinks(double* t, size_t stride) {
  for (const FactoredLink& link : links_) {
    part_.resize(link.group->size());
    for (size_t p = 0; p < link.body.size(); ++p)
      for (int i = 0; i < 6; ++i) part_[6 * p + i] = t[(6 * link.body[p] + i) * stride];
    if (kDown)
      link.group->down(part_);
    else
      link.group->up(part_);
    for (size_t p = 0; p < link.body.size(); ++p)
      for (int i = 0; i < 6; ++i) t[(6 * link.body[p] + i) * stride] = part_[6 * p + i];
  }
}

void LightBodyCorrection::build(const std::vector<const FactoredBody*>& bodies, const std::vector<FactoredLink>& links,
                                const SplitLattice& lattice, const Precondition& b) {
  bodies_ = bodies;
  lattice_ = lattice;
  links_ = links;
  if (bodies_.empty()) return;
  const size_t n = 6 * bodies_.size(), size = lattice.size;
  if (bodies_.size() <= kKept)
    columns_.resize(n * size);  // in the range all are written below
  else
    columns_.clear();
  cholesky_.assign(n * n, 0.0);
  in_.assign(size, 0.f), out_.assign(size, 0.f);
  t_.assign(n, 0.0);
  for (size_t q = 0; q < bodies_.size(); ++q)
    for (int c = 0; c < 6; ++c) {
      const FactoredBody& source = *bodies_[q];
      const size_t column = 6 * q + c;
      const auto keep = [&](const auto& value) {
        if (columns_.empty()) return;
        float* to = &columns_[column * size];
        forRuns([&](size_t begin, size_t end) {
          for (size_t i = begin; i < end; ++i) to[i] = value(i);
        });
      };
      if (source.empty()) {  // no fluid touches it
        keep([](size_t) { return 0.f; });
        continue;
      }
      for (size_t i = 0; i < source.size(); ++i) in_[source.at(i)] += static_cast<float>(source.u(i, c));
      b(in_, out_);
      for (size_t i = 0; i < source.size(); ++i) in_[source.at(i)] = 0;  // zero everywhere again
      keep([&](size_t i) { return out_[i]; });
      for (size_t p = 0; p < bodies_.size(); ++p) {
        const Vec6 sum = bodies_[p]->down(out_.data());
        for (int d = 0; d < 6; ++d) cholesky_[(6 * p + d) * n + column] = sum[d];
      }
    }
  for (size_t i = 0; i < n; ++i) passLinks</*kDown=*/true>(&cholesky_[i], n);
  for (size_t i = 0; i < n; ++i) passLinks</*kDown=*/true>(&cholesky_[i * n], 1);
  for (size_t i = 0; i < n; ++i) cholesky_[i * n + i] += 1;
  // Symmetrise (B is symmetric to float rounding), then Cholesky.
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < i; ++j) cholesky_[i * n + j] = 0.5 * (cholesky_[i * n + j] + cholesky_[j * n + i]);
  for (size_t j = 0; j < n; ++j)
    for (size_t i = j; i < n; ++i) {
      double s = cholesky_[i * n + j];
      for (size_t k = 0; k < j; ++k) s -= cholesky_[i * n + k] * cholesky_[j * n + k];
      if (i == j && !(s > 0)) {  // not positive: float noise won; go without the correction
        bodies_.clear();
        return;
      }
      cholesky_[i * n + j] = i == j ? std::sqrt(s) : s / cholesky_[j * n + j];
    }
}

void LightBodyCorrection::apply(std::vector<float>& r, std::vector<float>& z, const Precondition& b) {
  b(r, z);
  if (bodies_.empty()) return;
  const size_t n = t_.size();
  for (size_t q = 0; q < bodies_.size(); ++q) {
    const Vec6 sum = bodies_[q]->down(z.data());
    for (int d = 0; d < 6; ++d) t_[6 * q + d] = sum[d];
  }
  passLinks</*kDown=*/true>(t_.data(), 1);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < i; ++j) t_[i] -= cholesky_[i * n + j] * t_[j];
    t_[i] /= cholesky_[i * n + i];
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t j = i + 1; j < n; ++j) t_[i] -= cholesky_[j * n + i] * t_[j];
    t_[i] /= cholesky_[i * n + i];
  }
  passLinks</*kDown=*/false>(t_.data(), 1);
  if (!columns_.empty()) {
    const size_t size = z.size();
    for (size_t q = 0; q < bodies_.size(); ++q) {
      float part[6];
      for (int d = 0; d < 6; ++d) part[d] = static_cast<float>(t_[6 * q + d]);
      forRuns([&](size_t from, size_t to) {
        subtractColumns(to - from, size, &columns_[6 * q * size + from], part, &z[from]);
      });
    }
    return;
  }
  // z = B (r - U t): the same as B r - B U t, with one rounding less.
  in_ = r;
  for (size_t q = 0; q < bodies_.size(); ++q) {
    Vec6 back;
    for (int d = 0; d < 6; ++d) back[d] = -t_[6 * q + d];
    bodies_[q]->up(back, in_.data());
  }
  b(in_, z);
}

}  // namespace flotsam
