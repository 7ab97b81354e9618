// SPDX-License-Identifier: MIT
// STL, binary (80 bytes, a count, 50 bytes a triangle) or ASCII. The first word "solid" proves nothing: many writers
// put it into the header of binary files. The size decides, then whether the text goes on like one.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "io/mesh_builder.h"
#include "io/mesh_text.h"

namespace flotsam {

namespace {

constexpr size_t kHead = 84, kTriangle = 50;
constexpr size_t kLooked = 1 << 16;  // bytes

uint32_t wordAt(std::string_view bytes, size_t at) {
  uint32_t word = 0;
  for (int k = 3; k >= 0; --k) word = word << 8 | static_cast<unsigned char>(bytes[at + static_cast<size_t>(k)]);
  return word;
}

bool looksLikeText(std::string_view bytes) {
  TextScanner text(bytes, 0, /*joined=*/false);
  if (!lower(text.anyWord()).starts_with("solid")) return false;
  // "outer loop" comes soon, wherever lines end; a name may fill some of them. Zero bytes alone prove nothing.
  std::string before;
  for (TextScanner words(bytes.substr(0, kLooked), 0, /*joined=*/false); !words.done();) {
    std::string word = lower(words.anyWord());
    if (before == "outer" && word == "loop") return true;
    before = std::move(word);
  }
  // Nothing but a name, or cut off before the first triangle.
  if (bytes.substr(0, 1000).find('\0') != std::string_view::npos) return false;
  text.nextLine();
  for (int lines = 0; lines < 10 && !text.done(); ++lines, text.nextLine()) {
    const std::string word = lower(text.word());
    if (word == "facet" || word == "endsolid") return true;
  }
  return false;
}

/// Behind "solid" and "endsolid": a name of any words, to the end of the line or to the first triangle on it.
void skipName(TextScanner& text) {
  while (true) {
    TextScanner ahead = text;
    const std::string word = lower(ahead.word());
    if (word.empty()) return text.nextLine();
    const TextScanner behind = ahead;
    if (word == "facet" && lower(ahead.word()) == "normal") return;
    text = behind;
  }
}

Result<TriangleMesh> parseText(std::string_view bytes) {
  MeshBuilder builder;
  TextScanner text(bytes, 0, /*joined=*/false);
  bool open = false;
  int corners = 0;
  size_t odd = 0;
  builder.noteZeros(bytes);
  while (!text.done()) {
    const std::string word = lower(text.word());
    if (word.empty()) {
      text.nextLine();
    } else if (word == "solid" || word == "endsolid") {
      skipName(text);
    } else if (word == "vertex") {
      Vec3f p;
      for (int a = 0; a < 3; ++a) p[a] = builder.coordinate(text.anyWord());
      builder.corner(static_cast<int64_t>(builder.vertexCount()));
      builder.vertex(p);
      open = true, ++corners;
    } else if (word == "endloop" || word == "endfacet") {
      builder.endFace();
      if (open && corners < 3) ++odd;
      open = false, corners = 0;
    }
  }
  if (open) builder.note("The file ends within a triangle, which was left out.");
  if (odd > 0)
    builder.note(std::to_string(odd) + (odd == 1 ? " facet has" : " facets have") +
                 " fewer than three corners and were left out.");
  return builder.finish();
}

float coordinateAt(std::string_view bytes, size_t triangle, size_t k) {
  return std::bit_cast<float>(wordAt(bytes, kHead + kTriangle * triangle + 12 + 4 * k));
}

/// Of any bytes taken for coordinates one in three is beyond this, and of triangles of them hardly any is within.
bool usable(std::string_view bytes, size_t triangle) {
  constexpr float kMost = 1e12f;
  for (size_t k = 0; k < 9; ++k)
    if (!(std::abs(coordinateAt(bytes, triangle, k)) < kMost)) return false;
  return true;
}

bool mostlyUsable(std::string_view bytes, size_t count) {
  size_t good = 0;
  for (size_t t = 0; t < count; ++t) good += usable(bytes, t);
  return 2 * good >= count;
}

Result<TriangleMesh> parseBinary(std::string_view bytes) {
  if (bytes.size() < kHead + kTriangle) return noTriangles("neither text nor long enough for a binary STL file");
  MeshBuilder builder;
  const size_t there = (bytes.size() - kHead) / kTriangle;
  size_t count = wordAt(bytes, 80);
  if (!exactBinaryStl(bytes) && !mostlyUsable(bytes, std::min(count == 0 ? there : count, there)))
    return noTriangles("this is not an STL file: its head says " + std::to_string(count) +
                       " triangles, the file has room for " + std::to_string(there) +
                       ", and most of those reach beyond all measure");
  if (count == 0 || count > there) {
    builder.note("The file says that it has " + std::to_string(count) + " triangles, and has " + std::to_string(there) +
                 ".");
    count = there;
  }
  for (size_t t = 0; t < count; ++t) {
    for (size_t v = 0; v < 3; ++v) {
      Vec3f p;
      for (size_t a = 0; a < 3; ++a) p[static_cast<int>(a)] = coordinateAt(bytes, t, 3 * v + a);
      builder.corner(static_cast<int64_t>(builder.vertexCount()));
      builder.vertex(p);
    }
    builder.endFace();
  }
  return builder.finish();
}

}  // namespace

bool exactBinaryStl(std::string_view bytes) {
  return bytes.size() >= kHead && bytes.size() == kHead + kTriangle * size_t{wordAt(bytes, 80)};
}

Result<TriangleMesh> parseStl(std::string_view bytes) {
  return !exactBinaryStl(bytes) && looksLikeText(bytes) ? parseText(bytes) : parseBinary(bytes);
}

bool looksLikeStl(std::string_view bytes) {
  return (exactBinaryStl(bytes) && bytes.size() > kHead) || looksLikeText(bytes);
}

}  // namespace flotsam
