// SPDX-License-Identifier: MIT
// What a mesh file holds, by its content: endings lie. Each format is known by what its own reader needs to see first;
// the ending decides only where the content says nothing.
#include <array>
#include <cmath>

#include "io/mesh_builder.h"
#include "io/mesh_text.h"

namespace flotsam {
namespace {

constexpr size_t kLooked = 4000;  // bytes, of texts

/// "v" and three numbers before long, and nothing that OBJ has not.
bool looksLikeObj(std::string_view bytes) {
  TextScanner text(bytes.substr(0, kLooked), '#', /*joined=*/true);
  bool vertex = false;
  for (; !text.done() && !vertex; text.nextLine()) {
    const std::string_view kind = text.word();
    if (kind == "v" || kind == "V") {
      for (int a = 0; a < 3; ++a)
        if (!std::isfinite(numberFrom(text.word()))) return false;
      vertex = true;
    } else if (!kind.empty() && kind != "o" && kind != "g" && kind != "s" && kind != "mtllib" && kind != "usemtl" &&
               kind != "vn" && kind != "vt" && kind != "f") {
      return false;
    }
  }
  return vertex;
}

}  // namespace

std::string meshFormat(std::string_view bytes, const std::string& ending) {
  if (bytes.starts_with("ply\n") || bytes.starts_with("ply\r")) return ".ply";
  if (bytes.starts_with("glTF")) return ".glb";
  const std::string_view first = TextScanner(bytes.substr(0, 100), '#', /*joined=*/false).word();
  if (first == "OFF" || first == "COFF" || first == "NOFF" || first == "STOFF") return ".off";
  if (first.starts_with("{")) return ".gltf";
  if (looksLikeStl(bytes)) return ".stl";
  return looksLikeObj(bytes) ? ".obj" : ending;
}

std::string seemsToBe(std::string_view bytes) {
  static constexpr std::array<std::array<std::string_view, 2>, 16> kSigns{{
      {"\x89PNG", "a PNG picture"},
      {"\xff\xd8\xff", "a JPEG picture"},
      {"GIF8", "a GIF picture"},
      {"%PDF", "a PDF document"},
      {"PK\x03\x04", "a ZIP archive (3MF files are such, too)"},
      {"\x1f\x8b", "packed by gzip; unpack it first"},
      {"7z\xbc\xaf", "a 7z archive"},
      {"Rar!", "a RAR archive"},
      {"Kaydara FBX", "an FBX file"},
      {"; FBX", "an FBX file"},
      {"BLENDER", "a file of Blender's"},
      {"ISO-10303-21", "a STEP file"},
      {"#VRML", "a VRML file"},
      {"\x7f"
       "ELF",
       "a program"},
      {"<!DOCTYPE html", "a web page"},
      {"version https://git-lfs", "a placeholder for a file that Git LFS keeps elsewhere"},
  }};
  for (const auto& [sign, name] : kSigns)
    if (bytes.starts_with(sign)) return std::string(name);
  const std::string_view start = bytes.substr(0, 2000);
  const bool xml = start.starts_with("<");
  if (xml && start.find("<COLLADA") != std::string_view::npos) return "a COLLADA file";
  if (xml && start.find("<html") != std::string_view::npos) return "a web page";
  if (xml) return "an XML file";
  return {};
}

}  // namespace flotsam
