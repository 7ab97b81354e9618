// SPDX-License-Identifier: MIT
#include "render/heap.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace flotsam {

void keepHeap() {
#if defined(__GLIBC__)
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 64 << 20);
#endif
}

}  // namespace flotsam
