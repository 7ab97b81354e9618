// SPDX-License-Identifier: MIT
// Software OpenGL allocates its binned scene anew every frame. Told to keep freed memory, the C library does not
// hand the pages back each time, which halves and more the cost of a frame there.
#pragma once

namespace flotsam {
/// Call once at the start of a program that draws. The process then keeps its peak memory.
void keepHeap();
}  // namespace flotsam
