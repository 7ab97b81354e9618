// SPDX-License-Identifier: MIT
// glTF 2.0 and GLB (Khronos): the triangles of the scene's nodes, each with the transforms above it. Buffers are in the
// GLB, in data URIs or in files beside it. Compressed meshes (Draco, meshopt) and sparse positions are refused.
#include <bit>
#include <charconv>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/json_depth.h"
#include "io/mesh_builder.h"
#include "io/scene_parts.h"

namespace flotsam {

namespace {

using Json = nlohmann::json;
constexpr size_t kMostCorners = 300'000'000;
constexpr int kDeepest = 1000;  // nodes within nodes

[[noreturn]] void refuse(const std::string& why) { throw std::runtime_error(why); }

uint32_t wordAt(std::string_view bytes, size_t at) {
  uint32_t word = 0;
  for (size_t k = 4; k-- > 0;) word = word << 8 | static_cast<unsigned char>(bytes[at + k]);
  return word;
}

size_t sizeFrom(const Json& j, const char* key, size_t otherwise) {
  const auto it = j.find(key);
  if (it == j.end()) return otherwise;
  const double v = it->is_number() ? it->get<double>() : -1;
  if (!(v >= 0 && v < 1e15)) refuse(std::string("'") + key + "' is no size");
  return static_cast<size_t>(v);
}

/// Entry `index` of a list of the file.
const Json& entry(const Json& file, const char* list, size_t index) {
  const auto it = file.find(list);
  if (it == file.end() || !it->is_array() || index >= it->size() || !(*it)[index].is_object())
    refuse(std::string("there is no entry ") + std::to_string(index) + " in '" + list + "'");
  return (*it)[index];
}

std::string fromBase64(std::string_view text) {
  std::string bytes;
  uint32_t bits = 0;
  int have = 0;
  for (const char c : text) {
    const int v = c >= 'A' && c <= 'Z'   ? c - 'A'
                  : c >= 'a' && c <= 'z' ? c - 'a' + 26
                  : c >= '0' && c <= '9' ? c - '0' + 52
                  : c == '+' || c == '-' ? 62
                  : c == '/' || c == '_' ? 63
                                         : -1;
    if (v < 0) continue;
    bits = bits << 6 | static_cast<uint32_t>(v), have += 6;
    if (have >= 8) have -= 8, bytes += static_cast<char>(bits >> have & 255);
  }
  return bytes;
}

/// "a%20b" -> "a b"
std::string decoded(const std::string& uri) {
  std::string text;
  for (size_t i = 0; i < uri.size(); ++i) {
    unsigned value = 0;
    if (uri[i] == '%' && i + 2 < uri.size() && std::from_chars(&uri[i + 1], &uri[i] + 3, value, 16).ptr == &uri[i] + 3)
      text += static_cast<char>(value), i += 2;
    else
      text += uri[i];
  }
  return text;
}

class GltfReader {
 public:
  GltfReader(const Json& file, std::string_view binary, const std::filesystem::path& folder)
      : file_(file), binary_(binary), folder_(folder) {}

  Result<TriangleMesh> read() {
    if (!file_.is_object()) refuse("it is no glTF object");
    if (const auto needed = file_.find("extensionsRequired"); needed != file_.end())
      for (const Json& name : *needed)
        if (name.is_string() && name.get<std::string>().find("compression") != std::string::npos)
          refuse("its meshes are compressed (" + name.get<std::string>() + "); export it without compression");
    const size_t nodes = file_.contains("nodes") && file_["nodes"].is_array() ? file_["nodes"].size() : 0;
    seen_.assign(nodes, 0);
    for (const size_t root : roots(nodes)) visit(root, glm::dmat4(1), 0);
    return builder_.finish();
  }

 private:
  /// The nodes of the scene; without scenes those that are nobody's children.
  std::vector<size_t> roots(size_t nodes) const {
    std::vector<size_t> found;
    if (file_.contains("scenes")) {
      for (const Json& node : listIn(entry(file_, "scenes", sizeFrom(file_, "scene", 0)), "nodes"))
        found.push_back(indexFrom(node));
      return found;
    }
    std::vector<char> child(nodes, 0);
    for (size_t n = 0; n < nodes; ++n)
      for (const Json& c : listIn(entry(file_, "nodes", n), "children"))
        if (indexFrom(c) < nodes) child[indexFrom(c)] = 1;
    for (size_t n = 0; n < nodes; ++n)
      if (!child[n]) found.push_back(n);
    return found;
  }

  static Json listIn(const Json& j, const char* key) {
    const auto it = j.find(key);
    return it != j.end() && it->is_array() ? *it : Json::array();
  }
  static size_t indexFrom(const Json& j) {
    const double v = j.is_number() ? j.get<double>() : -1;
    if (!(v >= 0 && v < 1e15)) refuse("an index is no number");
    return static_cast<size_t>(v);
  }
  static std::vector<double> numbersIn(const Json& j, const char* key, size_t count) {
    std::vector<double> v;
    const auto it = j.find(key);
    if (it == j.end()) return v;
    if (!it->is_array() || it->size() != count)
      refuse(std::string("'") + key + "' has not " + std::to_string(count) + " numbers");
    for (const Json& n : *it) v.push_back(n.is_number() ? n.get<double>() : std::nan(""));
    return v;
  }

  static glm::dmat4 transformOf(const Json& node) {
    if (const auto m = numbersIn(node, "matrix", 16); !m.empty()) {
      glm::dmat4 matrix;
      for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r) matrix[c][r] = m[static_cast<size_t>(4 * c + r)];
      return matrix;
    }
    glm::dmat4 matrix(1);
    if (const auto q = numbersIn(node, "rotation", 4); !q.empty()) {
      const Quat turn(q[3], q[0], q[1], q[2]);
      if (glm::length(turn) > 0) matrix = glm::mat4_cast(glm::normalize(turn));
    }
    if (const auto s = numbersIn(node, "scale", 3); !s.empty())
      for (int c = 0; c < 3; ++c) matrix[c] *= s[static_cast<size_t>(c)];
    if (const auto t = numbersIn(node, "translation", 3); !t.empty()) matrix[3] = {t[0], t[1], t[2], 1};
    return matrix;
  }

  void visit(size_t index, const glm::dmat4& above, int depth) {
    const Json& node = entry(file_, "nodes", index);
    if (seen_[index]) refuse("node " + std::to_string(index) + " is in the scene twice");
    if (depth > kDeepest) refuse("nodes within nodes without end");
    seen_[index] = 1;
    const glm::dmat4 matrix = above * transformOf(node);
    if (node.contains("mesh"))
      for (const Json& part : listIn(entry(file_, "meshes", sizeFrom(node, "mesh", 0)), "primitives"))
        add(part, matrix);
    for (const Json& child : listIn(node, "children")) visit(indexFrom(child), matrix, depth + 1);
  }

  void add(const Json& part, const glm::dmat4& matrix) {
    const size_t mode = sizeFrom(part, "mode", 4);
    const auto attributes = part.find("attributes");
    if (mode < 4 || mode > 6 || attributes == part.end() || !attributes->contains("POSITION")) return;
    const auto base = static_cast<int64_t>(builder_.vertexCount());
    const Accessor positions = accessor(sizeFrom(*attributes, "POSITION", 0));
    for (size_t v = 0; v < positions.count; ++v) {
      glm::dvec4 p(0, 0, 0, 1);
      for (size_t a = 0; a < 3; ++a) p[static_cast<int>(a)] = positions.at(v, a);
      builder_.vertex(Vec3f(Vec3(matrix * p)));
    }
    const bool indexed = part.contains("indices");
    const Accessor indices = indexed ? accessor(sizeFrom(part, "indices", 0)) : Accessor{};
    const size_t corners = indexed ? indices.count : positions.count;
    if ((drawn_ += corners) > kMostCorners) refuse("it has more than 100 million triangles");
    const bool mirrored = glm::determinant(glm::dmat3(matrix)) < 0;
    const auto corner = [&](size_t k) {
      const double v = indexed ? indices.at(k, 0) : static_cast<double>(k);
      builder_.corner(v >= 0 && v < static_cast<double>(positions.count) ? base + static_cast<int64_t>(v) : -1);
    };
    for (size_t k = 2; k < corners; k += mode == 4 ? 3 : 1) {
      const size_t a = mode == 6 ? 0 : k - 2;
      const bool turn = mirrored != (mode == 5 && k % 2);
      corner(a), corner(turn ? k : k - 1), corner(turn ? k - 1 : k);
      builder_.endFace();
    }
  }

  /// Numbers in a buffer.
  struct Accessor {
    std::string_view bytes;  // from the first; empty = all zero
    size_t count = 0, stride = 0, type = 0;
    bool normalised = false;
    double at(size_t index, size_t component) const {
      if (bytes.empty()) return 0;
      const size_t wide = width(type);
      uint64_t raw = 0;
      for (size_t k = wide; k-- > 0;)
        raw = raw << 8 | static_cast<unsigned char>(bytes[index * stride + component * wide + k]);
      switch (type) {
        case 5120:
          return static_cast<int8_t>(raw) / (normalised ? 127.0 : 1);
        case 5121:
          return static_cast<double>(raw) / (normalised ? 255 : 1);
        case 5122:
          return static_cast<int16_t>(raw) / (normalised ? 32767.0 : 1);
        case 5123:
          return static_cast<double>(raw) / (normalised ? 65535 : 1);
        case 5126:
          return static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(raw)));
        default:
          return static_cast<double>(raw);
      }
    }
    static size_t width(size_t type) { return type <= 5121 ? 1 : type <= 5123 ? 2 : 4; }
  };

  Accessor accessor(size_t index) {
    const Json& j = entry(file_, "accessors", index);
    if (j.contains("sparse")) refuse("sparse accessors are not read");
    Accessor a;
    a.count = sizeFrom(j, "count", 0), a.type = sizeFrom(j, "componentType", 0);
    if (a.type < 5120 || a.type > 5126 || a.type == 5124) refuse("an accessor has an unknown type of numbers");
    const auto normalised = j.find("normalized");
    a.normalised = normalised != j.end() && normalised->is_boolean() && normalised->get<bool>();
    const auto kind = j.find("type");
    const size_t components = kind != j.end() && *kind == "VEC3" ? 3 : 1;
    if (!j.contains("bufferView")) {
      if (a.count > kMostCorners) refuse("an accessor without data has " + std::to_string(a.count) + " entries");
      return a;
    }
    const Json& view = entry(file_, "bufferViews", sizeFrom(j, "bufferView", 0));
    const std::string_view buffer = bufferBytes(sizeFrom(view, "buffer", 0));
    const size_t packed = components * Accessor::width(a.type), begin = sizeFrom(view, "byteOffset", 0);
    const size_t length = sizeFrom(view, "byteLength", 0), offset = sizeFrom(j, "byteOffset", 0);
    a.stride = sizeFrom(view, "byteStride", packed);
    if (begin > buffer.size() || length > buffer.size() - begin) refuse("a buffer is shorter than it should be");
    const size_t room = offset <= length ? length - offset : 0;
    if (a.count > 0 && (a.stride < packed || room < packed || (a.count - 1) > (room - packed) / a.stride))
      refuse("an accessor reaches beyond its buffer");
    if (a.count > 0) a.bytes = buffer.substr(begin + offset, length - offset);
    return a;
  }

  std::string_view bufferBytes(size_t index) {
    const Json& j = entry(file_, "buffers", index);
    if (!j.contains("uri")) return binary_;
    if (loaded_.size() <= index) loaded_.resize(index + 1);
    auto& bytes = loaded_[index];
    if (bytes) return *bytes;
    const std::string uri = j["uri"].is_string() ? j["uri"].get<std::string>() : "";
    if (uri.starts_with("data:")) {
      const size_t comma = uri.find(";base64,");
      if (comma == std::string::npos) refuse("a data URI that is not base64");
      bytes = std::make_unique<std::string>(fromBase64(std::string_view(uri).substr(comma + 8)));
    } else {
      if (uri.empty() || uri.find("://") != std::string::npos) refuse("a buffer is not a file: '" + uri + "'");
      const auto text = readTextFile(folder_ / decoded(uri), /*maxSize=*/size_t{2} << 30);
      if (!text) refuse("its buffer " + text.problems.front().text());
      bytes = std::make_unique<std::string>(*text);
    }
    return *bytes;
  }

  const Json& file_;
  std::string_view binary_;
  std::filesystem::path folder_;
  MeshBuilder builder_;
  std::vector<char> seen_;
  std::vector<std::unique_ptr<std::string>> loaded_;  // by index of the buffer; their places stay
  size_t drawn_ = 0;
};

/// The JSON of the file, and the binary chunk of a GLB.
std::string_view splitGlb(std::string_view bytes, std::string_view& binary) {
  if (!bytes.starts_with("glTF")) return bytes;
  if (bytes.size() < 20 || wordAt(bytes, 4) != 2) refuse("a GLB of a version other than 2");
  std::string_view json;
  for (size_t at = 12; at + 8 <= bytes.size();) {
    const size_t length = wordAt(bytes, at), kind = wordAt(bytes, at + 4), room = bytes.size() - at - 8;
    const std::string_view chunk = bytes.substr(at + 8, std::min(length, room));
    if (kind == 0x4e4f534a) json = json.empty() ? chunk : json;
    if (kind == 0x004e4942) binary = binary.empty() ? chunk : binary;
    if (length > room) break;
    at += 8 + length;
  }
  return json;
}

}  // namespace

Result<TriangleMesh> parseGltf(std::string_view bytes, const std::filesystem::path& folder) {
  try {
    std::string_view binary;
    const std::string_view json = splitGlb(bytes, binary);
    if (nestedTooDeep(json)) refuse("lists within lists without end");
    const Json file = Json::parse(json, nullptr, /*allow_exceptions=*/false);
    if (file.is_discarded()) refuse("not valid JSON");
    return GltfReader(file, binary, folder).read();
  } catch (const std::exception& error) {
    return noTriangles(error.what());
  }
}

}  // namespace flotsam
