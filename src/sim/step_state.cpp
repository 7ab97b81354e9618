// SPDX-License-Identifier: MIT
#include "sim/step_state.h"

#include <algorithm>

#include "core/parallel.h"

namespace flotsam {

namespace {

constexpr size_t kGrain = 1 << 16;

template <class T>
void copyPart(const T& from, T& to) {
  to = from;
}

template <class T>
void copyPart(const std::vector<T>& from, std::vector<T>& to) {
  to.resize(from.size());
  parallelFor(from.size(), kGrain, [&](size_t begin, size_t end) {
    std::copy(from.begin() + static_cast<std::ptrdiff_t>(begin), from.begin() + static_cast<std::ptrdiff_t>(end),
              to.begin() + static_cast<std::ptrdiff_t>(begin));
  });
}

template <class T, size_t N>
void copyPart(const std::array<std::vector<T>, N>& from, std::array<std::vector<T>, N>& to) {
  for (size_t n = 0; n < N; ++n) copyPart(from[n], to[n]);
}

template <class T>
size_t partBytes(const T&) {
  return 0;
}

template <class T>
size_t partBytes(const std::vector<T>& v) {
  return v.size() * sizeof(T);
}

template <class T, size_t N>
size_t partBytes(const std::array<std::vector<T>, N>& all) {
  size_t sum = 0;
  for (const auto& v : all) sum += partBytes(v);
  return sum;
}

template <class Sources, class Targets>
void copyParts(const Sources& sources, const Targets& targets) {
  [&]<size_t... I>(std::index_sequence<I...>) { (copyPart(std::get<I>(sources), std::get<I>(targets)), ...); }
  (std::make_index_sequence<std::tuple_size_v<Sources>>());
}

}  // namespace

void copyState(const StepState& from, StepState& to) {
  copyParts(particleParts(from.particles), particleParts(to.particles));
  copyWithoutParticles(from, to);
}

void copyWithoutParticles(const StepState& from, StepState& to) { copyParts(otherParts(from), otherParts(to)); }

size_t stateBytes(const StepState& s) {
  return std::apply([](const auto&... part) { return (partBytes(part) + ... + size_t{0}); },
                    std::tuple_cat(particleParts(s.particles), otherParts(s)));
}

}  // namespace flotsam
