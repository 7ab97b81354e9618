// SPDX-License-Identifier: MIT
// OFF (Geomview): "[ST][C][N]OFF", numbers of vertices, faces and edges, then these. What follows the three coordinates
// of a vertex or the corners of a face on its line is colour, normal or texture, and skipped.
#include "io/mesh_builder.h"
#include "io/mesh_text.h"

namespace flotsam {

namespace {

/// A count or an index; negative for what is none.
int64_t whole(std::string_view word) {
  int64_t number = -1;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
  return read.ec == std::errc() && read.ptr == word.data() + word.size() ? number : -1;
}

}  // namespace

Result<TriangleMesh> parseOff(std::string_view bytes) {
  MeshBuilder builder;
  builder.noteZeros(bytes);
  TextScanner text(bytes, '#', /*joined=*/false);
  std::string_view word = text.anyWord();
  if (word.ends_with("OFF") || word.ends_with("off")) {
    const std::string prefix = lower(word.substr(0, word.size() - 3));
    if (prefix.find_first_of("4n") != std::string::npos && prefix != "n" && prefix != "cn" && prefix != "stn" &&
        prefix != "stcn")
      return noTriangles("an OFF file of four dimensions");
    word = text.anyWord();
    if (lower(word) == "binary") return noTriangles("a binary OFF file; save it as text, or as PLY");
  }
  const int64_t vertices = whole(word), faces = whole(text.anyWord());
  if (vertices < 0 || faces < 0) return noTriangles("the numbers of vertices and faces are missing");
  text.nextLine();
  for (int64_t v = 0; v < vertices && !text.done(); ++v) {
    std::string_view x = text.anyWord();
    if (x.empty()) break;
    Vec3f p;
    for (int a = 0; a < 3; ++a) p[a] = builder.coordinate(a == 0 ? x : text.anyWord());
    builder.vertex(p);
    text.nextLine();
  }
  for (int64_t f = 0; f < faces && !text.done(); ++f) {
    const std::string_view count = text.anyWord();
    if (count.empty()) break;
    int64_t corners = whole(count);
    for (; corners > 0 && !text.done(); --corners) {
      const std::string_view index = text.anyWord();
      if (index.empty()) break;
      builder.corner(whole(index));
    }
    if (corners > 0) builder.corner(-1);
    builder.endFace();
    text.nextLine();
  }
  if (static_cast<int64_t>(builder.vertexCount()) < vertices)
    builder.note("The file ends early: " + std::to_string(builder.vertexCount()) + " of " + std::to_string(vertices) +
                 " vertices are there.");
  else if (static_cast<int64_t>(builder.faceCount()) < faces)
    builder.note("The file ends early or has faces without three corners: " + std::to_string(builder.faceCount()) +
                 " of " + std::to_string(faces) + " faces were read.");
  return builder.finish();
}

}  // namespace flotsam
