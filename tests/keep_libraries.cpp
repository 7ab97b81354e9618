// SPDX-License-Identifier: MIT
// Linked into the program under AddressSanitizer only: libraries stay loaded to the end. OpenGL drivers are unloaded
// with the window, and what they had kept to the end would then look like leaks, with no library to its name.
extern "C" __attribute__((visibility("default"))) int dlclose(void*) { return 0; }
