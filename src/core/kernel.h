// SPDX-License-Identifier: MIT
// Run-time dispatch for inner loops. A function marked FLOTSAM_WIDE_KERNEL is also compiled with AVX2 encodings and
// chosen when the program starts. Same operations in the same order and no contraction, so the bits are the same.
// Not under sanitizers: their start-up does not survive the resolver.
#pragma once

#if defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(FLOTSAM_PLAIN_KERNELS)
#define FLOTSAM_WIDE_KERNEL __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define FLOTSAM_WIDE_KERNEL
#endif

namespace flotsam {

/// Four doubles as one value, for kernels that the compiler would take apart otherwise; aligned as one double is.
using Four [[gnu::vector_size(32), gnu::aligned(8)]] = double;

}  // namespace flotsam
