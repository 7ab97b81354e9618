// SPDX-License-Identifier: MIT
#include "sim/coupling/factored_body.h"

#include "core/kernel.h"

namespace flotsam {

namespace {

using Quad = FactoredBody::Quad;

// Left to itself the compiler mixes up the six sums.
FLOTSAM_WIDE_KERNEL void sumQuads(size_t count, const int* __restrict at, const Quad* __restrict quads,
                                  const float* __restrict in, double* __restrict sum) {
  Four lane[6] = {};
  for (size_t q = 0; q < count; ++q) {
    const Four v = {in[at[4 * q]], in[at[4 * q + 1]], in[at[4 * q + 2]], in[at[4 * q + 3]]};
    for (int c = 0; c < 6; ++c) lane[c] += reinterpret_cast<const Four&>(quads[q].u[c]) * v;
  }
  for (int c = 0; c < 6; ++c) sum[c] = (lane[c][0] + lane[c][1]) + (lane[c][2] + lane[c][3]);
}

FLOTSAM_WIDE_KERNEL void sumFetchedQuads(size_t count, const Quad* __restrict quads, const float* __restrict in,
                                         double* __restrict sum) {
  Four lane[6] = {};
  for (size_t q = 0; q < count; ++q) {
    const Four v = {in[4 * q], in[4 * q + 1], in[4 * q + 2], in[4 * q + 3]};
    for (int c = 0; c < 6; ++c) lane[c] += reinterpret_cast<const Four&>(quads[q].u[c]) * v;
  }
  for (int c = 0; c < 6; ++c) sum[c] = (lane[c][0] + lane[c][1]) + (lane[c][2] + lane[c][3]);
}

FLOTSAM_WIDE_KERNEL void addQuads(size_t count, const int* __restrict at, const Quad* __restrict quads,
                                  const double* __restrict t, float* __restrict out) {
  for (size_t q = 0; q < count; ++q) {
    Four part[6];
    for (int c = 0; c < 6; ++c) part[c] = reinterpret_cast<const Four&>(quads[q].u[c]) * t[c];
    const Four s = ((part[0] + part[1]) + (part[2] + part[3])) + (part[4] + part[5]);
    for (int l = 0; l < 4; ++l) out[at[4 * q + l]] += static_cast<float>(s[l]);
  }
}

}  // namespace

void FactoredBody::clear(size_t room) {
  size_ = 0;
  if (at_.size() >= room + 3) return;
  at_.resize(3 * room + 3), fetched_.resize(3 * room + 3), quads_.resize(3 * room / 4 + 1);  // more when it has turned
}

void FactoredBody::finish(const SplitLattice& lattice) {
  size_t i = 0;
  for (int part = 0; part < SplitLattice::kParts; ++part) {
    parts_[part] = i;
    while (i < size_ && (part + 1 == SplitLattice::kParts || lattice.cellOf(at_[i]) < lattice.part(part + 1))) ++i;
  }
  parts_.back() = size_;
  for (i = size_; i % 4 != 0; ++i) {
    at_[i] = at_[size_ - 1], fetched_[i] = 0;
    for (int c = 0; c < 6; ++c) quads_[i / 4].u[c][i % 4] = 0;
  }
}

Vec6 FactoredBody::down(const float* in) const {
  Vec6 sum{};
  sumQuads(quads(), at_.data(), quads_.data(), in, sum.data());
  return sum;
}

void FactoredBody::fetch(int part, const float* in) const {
  for (size_t i = parts_[part]; i < parts_[part + 1]; ++i) fetched_[i] = in[at_[i]];
}

Vec6 FactoredBody::downFetched() const {
  Vec6 sum{};
  sumFetchedQuads(quads(), quads_.data(), fetched_.data(), sum.data());
  return sum;
}

/// Whole quads at once, and of those that are also another part's one cell after the other: the same operations.
void FactoredBody::up(int part, const Vec6& t, float* out) const {
  size_t i = parts_[part];
  const size_t end = parts_[part + 1];
  const auto one = [&] {
    const auto product = [&](int c) { return u(i, c) * t[c]; };
    out[at_[i]] +=
        static_cast<float>(((product(0) + product(1)) + (product(2) + product(3))) + (product(4) + product(5)));
    ++i;
  };
  while (i < end && i % 4 != 0) one();
  const size_t quads = (end - i) / 4;
  addQuads(quads, &at_[i], &quads_[i / 4], t.data(), out);
  for (i += 4 * quads; i < end;) one();
}

void FactoredBody::up(const Vec6& t, float* out) const { addQuads(quads(), at_.data(), quads_.data(), t.data(), out); }

}  // namespace flotsam
