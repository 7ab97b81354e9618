// SPDX-License-Identifier: MIT
// STL, binary (80 bytes, a count, 50 bytes a triangle) or ASCII. The first word "solid" proves nothing: many writers
// put it into the header of binary files. The size decides, then whether the text goes on like one.
#include <bit>
#include <cstring>

#include "io/mesh_builder.h"
#include "io/mesh_text.h"

namespace flotsam {

namespace {

constexpr size_t kHead = 84, kTriangle = 50;

uint32_t wordAt(std::string_view bytes, size_t at) {
  uint32_t word = 0;
  for (int k = 3; k >= 0; --k) word = word << 8 | static_cast<unsigned char>(bytes[at + static_cast<size_t>(k)]);
  return word;
}

bool exactBinary(std::string_view bytes) {
  return bytes.size() >= kHead && bytes.size() == kHead + kTriangle * size_t{wordAt(bytes, 80)};
}

bool looksLikeText(std::string_view bytes) {
  TextScanner text(bytes, 0, /*joined=*/false);
  if (!lower(text.anyWord()).starts_with("solid")) return false;
  const std::string_view start = bytes.substr(0, 1000);
  if (start.find('\0') != std::string_view::npos) return false;
  // "facet" or "endsolid" begins a line soon; a name may fill some lines.
  text.nextLine();
  for (int lines = 0; lines < 10 && !text.done(); ++lines, text.nextLine()) {
    const std::string word = lower(text.word());
    if (word == "facet" || word == "endsolid") return true;
  }
  return false;
}

Result<TriangleMesh> parseText(std::string_view bytes) {
  MeshBuilder builder;
  TextScanner text(bytes, 0, /*joined=*/false);
  bool open = false;
  while (!text.done()) {
    const std::string word = lower(text.word());
    if (word.empty() || word == "solid" || word == "endsolid") {
      text.nextLine();  // names may be anything
    } else if (word == "vertex") {
      Vec3f p;
      for (int a = 0; a < 3; ++a) p[a] = static_cast<float>(numberFrom(text.anyWord()));
      builder.corner(static_cast<int64_t>(builder.vertexCount()));
      builder.vertex(p);
      open = true;
    } else if (word == "endloop" || word == "endfacet") {
      builder.endFace();
      open = false;
    }
  }
  if (open) builder.note("The file ends within a triangle, which was left out.");
  return builder.finish();
}

Result<TriangleMesh> parseBinary(std::string_view bytes) {
  if (bytes.size() < kHead + kTriangle) return noTriangles("neither text nor long enough for a binary STL file");
  MeshBuilder builder;
  const size_t there = (bytes.size() - kHead) / kTriangle;
  size_t count = wordAt(bytes, 80);
  if (count == 0 || count > there) {
    builder.note("The file says that it has " + std::to_string(count) + " triangles, and has " + std::to_string(there) +
                 ".");
    count = there;
  }
  for (size_t t = 0; t < count; ++t) {
    for (size_t v = 0; v < 3; ++v) {
      Vec3f p;
      for (size_t a = 0; a < 3; ++a)
        p[static_cast<int>(a)] = std::bit_cast<float>(wordAt(bytes, kHead + kTriangle * t + 12 * (v + 1) + 4 * a));
      builder.corner(static_cast<int64_t>(builder.vertexCount()));
      builder.vertex(p);
    }
    builder.endFace();
  }
  return builder.finish();
}

}  // namespace

Result<TriangleMesh> parseStl(std::string_view bytes) {
  return !exactBinary(bytes) && looksLikeText(bytes) ? parseText(bytes) : parseBinary(bytes);
}

bool looksLikeStl(std::string_view bytes) {
  return (exactBinary(bytes) && bytes.size() > kHead) || looksLikeText(bytes);
}

}  // namespace flotsam
