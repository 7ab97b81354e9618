// SPDX-License-Identifier: MIT
// Reading a mesh file: the whole file into memory, then the reader of its format. What the file says of itself in its
// first bytes goes before the ending of its name. Repair is left to sim/geometry, so that what was wrong can be
// counted.
#include "io/mesh_import.h"

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <system_error>

#include "io/mesh_builder.h"
#include "io/mesh_text.h"
#include "io/recording.h"

namespace flotsam {
namespace {

constexpr const char* kKnown = "OBJ, STL, PLY, OFF and glTF are";
constexpr std::uintmax_t kMostBytes = std::uintmax_t{4} << 30;

Problem refuse(const std::filesystem::path& path, std::string reason) {
  return Problem{path.string(), 0, {}, std::move(reason)};
}

/// The reason why there is nothing to read; empty when there is.
std::string unreadable(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    return error && error != std::errc::no_such_file_or_directory ? "cannot be read: " + error.message()
                                                                  : "no such file";
  if (std::filesystem::is_directory(status)) return "is a folder, not a mesh file";
  if (!std::filesystem::is_regular_file(status)) return "is not a regular file";
  const auto bytes = std::filesystem::file_size(path, error);
  if (error) return "cannot be read: " + error.message();
  if (bytes == 0) return "the file is empty";
  if (bytes > kMostBytes) return "is larger than the 4 GB a mesh file may have";
  return "";
}

/// The bytes of the file, or why not.
Result<std::string> wholeFile(const std::filesystem::path& path) {
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) return refuse(path, std::string("cannot be read: ") + std::strerror(errno));
  std::error_code ignored;
  std::string bytes(static_cast<size_t>(std::filesystem::file_size(path, ignored)), '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  if (std::ferror(file.get()))
    return refuse(path, std::string("cannot be read: ") + std::strerror(errno ? errno : EIO));
  return bytes;
}

void appendUtf8(std::string& text, uint32_t letter) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | (letter >> shift & 0x3f)); };
  if (letter < 0x80) {
    text += static_cast<char>(letter);
  } else if (letter < 0x800) {
    text += static_cast<char>(0xc0 | letter >> 6), tail(0);
  } else if (letter < 0x10000) {
    text += static_cast<char>(0xe0 | letter >> 12), tail(6), tail(0);
  } else {
    text += static_cast<char>(0xf0 | (letter >> 18 & 7)), tail(12), tail(6), tail(0);
  }
}

/// How wide text is written: bytes of a unit (1: as usual), which comes first, and where it begins, behind its mark.
struct Wide {
  size_t unit = 1, begin = 0;
  bool little = true;
};

/// By the byte order mark, or by zero bytes beside the first four letters, which are ASCII in every format we read.
Wide wideOf(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xef\xbb\xbf")) return {1, 3};
  if (bytes.starts_with("\xff\xfe\0\0"sv)) return {4, 4, true};
  if (bytes.starts_with("\0\0\xfe\xff"sv)) return {4, 4, false};
  if (bytes.starts_with("\xff\xfe")) return {2, 2, true};
  if (bytes.starts_with("\xfe\xff")) return {2, 2, false};
  for (const size_t unit : {size_t{2}, size_t{4}})
    for (const bool little : {true, false}) {
      bool fits = bytes.size() >= 4 * unit;
      for (size_t i = 0; i < 4 * unit && fits; ++i) {
        const bool letter = i % unit == (little ? 0 : unit - 1);
        fits = letter ? bytes[i] > 0 && bytes[i] < 127 : bytes[i] == 0;
      }
      if (fits) return {unit, 0, little};
    }
  return {};
}

/// Text in UTF-16 or UTF-32 as UTF-8; a byte order mark goes.
std::string plainText(std::string bytes) {
  const Wide wide = wideOf(bytes);
  if (wide.unit == 1) return wide.begin == 0 ? bytes : bytes.substr(wide.begin);
  std::string text;
  uint32_t high = 0;  // the first half of a letter of two units
  for (size_t i = wide.begin; i + wide.unit <= bytes.size(); i += wide.unit) {
    uint32_t letter = 0;
    for (size_t k = 0; k < wide.unit; ++k)
      letter = letter << 8 | static_cast<unsigned char>(bytes[i + (wide.little ? wide.unit - 1 - k : k)]);
    if (letter >= 0xd800 && letter < 0xdc00) {
      high = letter;
      continue;
    }
    if (letter >= 0xdc00 && letter < 0xe000 && high) letter = 0x10000 + ((high - 0xd800) << 10 | (letter - 0xdc00));
    appendUtf8(text, letter), high = 0;
  }
  return text;
}

/// Parsed as `format`; what is none of ours is a problem.
Result<TriangleMesh> parseAs(const std::string& format, std::string_view bytes, const std::filesystem::path& folder) {
  if (format == ".glb" || format == ".gltf") return parseGltf(bytes, folder);
  if (format == ".ply") return parsePly(bytes);
  if (format == ".obj") return parseObj(bytes);
  if (format == ".off") return parseOff(bytes);
  if (format == ".stl") return parseStl(bytes);
  return Problem{"", 0, "", "unknown mesh format \"" + format + "\"; " + kKnown + " read"};
}

}  // namespace

Result<TriangleMesh> parseMesh(std::string bytes, const std::string& ending, const std::filesystem::path& folder) {
  const std::string named = lower(ending);
  if (!exactBinaryStl(bytes)) bytes = plainText(std::move(bytes));
  const std::string format = meshFormat(bytes, named);
  auto mesh = parseAs(format, bytes, folder);
  if (mesh && format != named) {
    std::string name = format.substr(1);
    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    mesh.problems.push_back({"", 0, "", "Its content is " + name + ", whatever its ending says.", /*warning=*/true});
  }
  if (const std::string other = mesh ? "" : seemsToBe(bytes); !other.empty())
    mesh.problems.back().reason += "; this seems to be " + other;
  return mesh;
}

Result<TriangleMesh> readMesh(const std::filesystem::path& path) {
  if (std::string reason = unreadable(path); !reason.empty()) return refuse(path, std::move(reason));
  try {
    auto bytes = wholeFile(path);
    if (!bytes) return bytes.problems;
    if (looksLikeRecording(*bytes)) return recordingInstead(path, "a mesh");
    auto mesh = parseMesh(std::move(*bytes), path.extension().string(), path.parent_path());
    for (Problem& p : mesh.problems) p.file = path.string();
    return mesh;
  } catch (const std::bad_alloc&) {
    return refuse(path, "there is not enough memory for it");
  }
}

}  // namespace flotsam
