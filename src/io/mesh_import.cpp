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

/// Text in UTF-16 as ASCII, '?' for what has none; a byte order mark goes.
std::string plainText(std::string bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) return bytes.substr(3);
  const bool little = bytes.starts_with("\xff\xfe"), big = bytes.starts_with("\xfe\xff");
  if (!little && !big) return bytes;
  std::string text;
  for (size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const char high = bytes[little ? i + 1 : i], low = bytes[little ? i : i + 1];
    text += high == 0 && static_cast<unsigned char>(low) < 128 ? low : '?';
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
  std::string format = meshFormat(bytes, named);
  if (format != ".ply" && format != ".glb") {
    bytes = plainText(std::move(bytes));
    format = meshFormat(bytes, named);
  }
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
    auto mesh = parseMesh(std::move(*bytes), path.extension().string(), path.parent_path());
    for (Problem& p : mesh.problems) p.file = path.string();
    return mesh;
  } catch (const std::bad_alloc&) {
    return refuse(path, "there is not enough memory for it");
  }
}

}  // namespace flotsam
