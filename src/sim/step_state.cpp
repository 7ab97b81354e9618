// SPDX-License-Identifier: MIT
#include "sim/step_state.h"

#include <algorithm>
#include <type_traits>

#include "core/parallel.h"

namespace flotsam {

namespace {

constexpr size_t kGrain = 1 << 14;

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

/// All parts from the `first` on.
template <size_t first = 0, class Sources, class Targets>
void copyParts(const Sources& sources, const Targets& targets) {
  [&]<size_t... I>(std::index_sequence<I...>) {
    (copyPart(std::get<first + I>(sources), std::get<first + I>(targets)), ...);
  }
  (std::make_index_sequence<std::tuple_size_v<Sources> - first>());
}

}  // namespace

void copyState(const StepState& from, StepState& to) {
  copyParticles(from, to);
  copyWithoutParticles(from, to);
}

void copyParticles(const StepState& from, StepState& to) {
  copyParts(particleParts(from.particles), particleParts(to.particles));
}

void copyWithoutParticles(const StepState& from, StepState& to) { copyParts(otherParts(from), otherParts(to)); }

void copyWithoutVelocity(const StepState& from, StepState& to) {
  static_assert(std::is_same_v<std::tuple_element_t<0, decltype(otherParts(from))>, decltype((from.velocity.u))>);
  copyParts<1>(otherParts(from), otherParts(to));
}

size_t stateBytes(const StepState& s) {
  return std::apply([](const auto&... part) { return (partBytes(part) + ... + size_t{0}); },
                    std::tuple_cat(particleParts(s.particles), otherParts(s)));
}

}  // namespace flotsam
