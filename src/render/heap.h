// SPDX-License-Identifier: MIT
// Software OpenGL allocates its binned scene anew every frame. Told to keep freed memory, the C library does not
// hand the pages back each time, which halves and more the cost of a frame there.
#pragma once

namespace flotsam {
/// The process then keeps its peak memory. A Renderer for software OpenGL calls it; earlier is better.
void keepHeap();
}  // namespace flotsam
