// SPDX-License-Identifier: MIT
// Asserts that print the values they compared. On in every build but Release (FLOTSAM_ASSERTS).
#pragma once

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

namespace flotsam::detail {
template <class... Values>
[[noreturn]] void checkFailed(const char* file, int line, const char* condition, const Values&... values) {
  std::ostringstream text;
  ((text << ' ' << values), ...);
  std::fprintf(stderr, "%s:%d: check failed: %s;%s\n", file, line, condition, text.str().c_str());
  std::abort();
}
}  // namespace flotsam::detail

#ifdef FLOTSAM_ASSERTS
#define FLOTSAM_CHECK(condition, ...) \
  ((condition) ? void(0) : ::flotsam::detail::checkFailed(__FILE__, __LINE__, #condition __VA_OPT__(, ) __VA_ARGS__))
#else
#define FLOTSAM_CHECK(condition, ...) void(0)
#endif
