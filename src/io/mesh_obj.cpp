// SPDX-License-Identifier: MIT
// Wavefront OBJ: vertices and faces; everything else is skipped. Faces are polygons of any number of corners, by number
// from the start or, negative, from the last vertex so far; texture and normal numbers are ignored.
#include "io/mesh_builder.h"
#include "io/mesh_text.h"

namespace flotsam {

namespace {

constexpr int64_t kNone = -1;

/// From 0; `kNone` for what names no vertex.
int64_t cornerOf(std::string_view word, size_t vertices) {
  word = word.substr(0, word.find('/'));
  if (!word.empty() && word[0] == '+') word.remove_prefix(1);
  int64_t number = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
  if (read.ec != std::errc() || read.ptr != word.data() + word.size() || number == 0) return kNone;
  if (number > 0) return number - 1;
  const int64_t v = static_cast<int64_t>(vertices) + number;
  return v < 0 ? kNone : v;
}

}  // namespace

Result<TriangleMesh> parseObj(std::string_view bytes) {
  MeshBuilder builder;
  TextScanner text(bytes, '#', /*joined=*/true);
  builder.noteZeros(bytes);
  for (; !text.done(); text.nextLine()) {
    const std::string_view kind = text.word();
    if (kind == "v" || kind == "V") {
      Vec3f p;
      for (int a = 0; a < 3; ++a) p[a] = builder.coordinate(text.word());
      builder.vertex(p);
    } else if (kind == "f" || kind == "F" || kind == "fo") {
      for (std::string_view w = text.word(); !w.empty(); w = text.word())
        builder.corner(cornerOf(w, builder.vertexCount()));
      builder.endFace();
    }
  }
  return builder.finish();
}

}  // namespace flotsam
