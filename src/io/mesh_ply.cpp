// SPDX-License-Identifier: MIT
// PLY: a header that describes elements and their properties, then the elements as text or binary of either byte order.
// Used are x, y, z of "vertex", the list of vertex indices of "face", and "tristrips"; everything else is stepped over.
#include <bit>

#include "io/mesh_builder.h"
#include "io/mesh_text.h"

namespace flotsam {

namespace {

enum class Number { None, I8, U8, I16, U16, I32, U32, F32, F64 };

Number numberNamed(std::string_view word) {
  constexpr std::pair<std::string_view, Number> kNames[] = {
      {"char", Number::I8},   {"int8", Number::I8},     {"uchar", Number::U8},   {"uint8", Number::U8},
      {"short", Number::I16}, {"int16", Number::I16},   {"ushort", Number::U16}, {"uint16", Number::U16},
      {"int", Number::I32},   {"int32", Number::I32},   {"uint", Number::U32},   {"uint32", Number::U32},
      {"float", Number::F32}, {"float32", Number::F32}, {"double", Number::F64}, {"float64", Number::F64}};
  for (const auto& [name, number] : kNames)
    if (word == name) return number;
  return Number::None;
}

size_t bytesOf(Number number) {
  switch (number) {
    case Number::I8:
    case Number::U8:
      return 1;
    case Number::I16:
    case Number::U16:
      return 2;
    case Number::F64:
      return 8;
    default:
      return 4;
  }
}

struct Property {
  std::string name;
  Number type = Number::None, count = Number::None;  // count: of a list
};

struct Element {
  std::string name;
  uint64_t count = 0;
  std::vector<Property> properties;
};

struct Header {
  enum { Ascii, Little, Big } format = Ascii;
  std::vector<Element> elements;
  size_t end = 0;  // where the elements begin
  std::string trouble;
};

Header readHeader(std::string_view bytes) {
  Header h;
  TextScanner text(bytes, 0, /*joined=*/false);
  bool format = false;
  text.nextLine();  // "ply"
  for (; !text.done(); text.nextLine()) {
    const std::string_view kind = text.word();
    if (kind == "end_header") {
      text.nextLine();
      h.end = text.position();
      if (!format) h.trouble = "its header names no format";
      return h;
    }
    if (kind == "format") {
      const std::string_view name = text.word();
      format = name == "ascii" || name == "binary_little_endian" || name == "binary_big_endian";
      h.format = name == "ascii" ? Header::Ascii : name == "binary_little_endian" ? Header::Little : Header::Big;
    } else if (kind == "element") {
      Element& e = h.elements.emplace_back();
      e.name = text.word();
      const std::string_view words = text.word();
      const double count = numberFrom(words);
      if (words.find(',') != std::string_view::npos || !(count >= 0 && count < 1e18))
        return h.trouble = "its header has an element without a number", h;
      e.count = static_cast<uint64_t>(count);
    } else if (kind == "property") {
      Property p;
      std::string_view type = text.word();
      const bool list = type == "list";
      if (list) p.count = numberNamed(text.word()), type = text.word();
      p.type = numberNamed(type), p.name = text.word();
      if (p.type == Number::None || (list && p.count == Number::None) || h.elements.empty())
        return h.trouble = "its header has a property of an unknown type", h;
      h.elements.back().properties.push_back(std::move(p));
    }
  }
  h.trouble = "its header has no end";
  return h;
}

/// Reads one number after the other, from text or bytes; `ended` once there are no more. Text with as many lines as
/// elements is read line by line: what a line has too much or too little does no harm to the others.
class Numbers {
 public:
  Numbers(std::string_view body, int format, size_t elements, MeshBuilder& builder)
      : bytes_(body),
        text_(body, 0, /*joined=*/false),
        format_(format),
        builder_(builder),
        byLine_(format == Header::Ascii && lines() == elements) {
    if (format == Header::Ascii) builder.noteZeros(body);
  }

  double next(Number type) {
    if (format_ == Header::Ascii) {
      const bool within = byLine_ && inElement_;
      const std::string_view word = within ? text_.word() : text_.anyWord();
      inElement_ = true;
      if (word.empty() && text_.done()) return ended = true, 0;
      lineOver = word.empty();
      return builder_.number(word);
    }
    const size_t n = bytesOf(type);
    if (bytes_.size() - at_ < n) return ended = true, 0;
    uint64_t raw = 0;
    for (size_t k = 0; k < n; ++k) {
      const size_t from = format_ == Header::Little ? at_ + n - 1 - k : at_ + k;
      raw = raw << 8 | static_cast<unsigned char>(bytes_[from]);
    }
    at_ += n;
    switch (type) {
      case Number::I8:
        return static_cast<int8_t>(raw);
      case Number::I16:
        return static_cast<int16_t>(raw);
      case Number::I32:
        return static_cast<int32_t>(raw);
      case Number::F32:
        return static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(raw)));
      case Number::F64:
        return std::bit_cast<double>(raw);
      default:
        return static_cast<double>(raw);
    }
  }
  void endElement() {
    inElement_ = lineOver = false;
    if (!byLine_) return;
    if (!text_.word().empty()) ++tooMuch;
    text_.nextLine();
  }
  bool ended = false, lineOver = false;
  size_t tooMuch = 0;  // lines

 private:
  size_t lines() const {
    size_t count = 0;
    for (TextScanner text = text_; !text.done(); text.nextLine()) count += !text.word().empty();
    return count;
  }
  std::string_view bytes_;
  TextScanner text_;
  size_t at_ = 0;
  int format_;
  MeshBuilder& builder_;
  bool byLine_, inElement_ = false;
};

int64_t indexFrom(double v) { return v >= 0 && v < 1e15 && v == std::floor(v) ? static_cast<int64_t>(v) : -1; }

/// Corners of a strip, -1 between strips; every other triangle runs the other way.
void addStrips(const std::vector<int64_t>& strip, MeshBuilder& builder) {
  size_t begin = 0;
  for (size_t i = 0; i < strip.size(); ++i) {
    if (strip[i] < 0) {
      begin = i + 1;
    } else if (i >= begin + 2) {
      const bool odd = (i - begin) % 2;
      builder.corner(strip[i - 2]), builder.corner(strip[i - (odd ? 0 : 1)]), builder.corner(strip[i - (odd ? 1 : 0)]);
      builder.endFace();
    }
  }
}

/// One element; its lists of indices into `indices`.
void readElement(const Element& e, Numbers& numbers, Vec3& position, std::vector<int64_t>& indices) {
  for (const Property& p : e.properties) {
    if (p.count == Number::None) {
      const double v = numbers.next(p.type);
      if (p.name.size() == 1 && p.name[0] >= 'x' && p.name[0] <= 'z') position[p.name[0] - 'x'] = v;
      continue;
    }
    const double n = numbers.next(p.count);
    const bool wanted = p.name == "vertex_indices" || p.name == "vertex_index";
    for (double k = 0; k < n && !numbers.ended && !numbers.lineOver; ++k) {
      const double v = numbers.next(p.type);
      if (wanted && !numbers.ended) indices.push_back(indexFrom(v));
    }
  }
}

}  // namespace

Result<TriangleMesh> parsePly(std::string_view bytes) {
  const Header header = readHeader(bytes);
  if (!header.trouble.empty()) return noTriangles(header.trouble);
  MeshBuilder builder;
  uint64_t elements = 0;
  for (const Element& e : header.elements)
    if (!e.properties.empty()) elements += e.count;
  Numbers numbers(bytes.substr(header.end), header.format, elements, builder);
  std::vector<int64_t> indices;
  for (const Element& e : header.elements) {
    if (e.properties.empty()) continue;
    for (uint64_t i = 0; i < e.count; ++i) {
      Vec3 position(std::numeric_limits<double>::quiet_NaN());
      indices.clear();
      readElement(e, numbers, position, indices);
      if (!numbers.ended) numbers.endElement();
      if (numbers.ended) {
        builder.note("The file ends early: of " + std::to_string(e.count) + " " + e.name + " elements there are " +
                     std::to_string(i) + ".");
        return builder.finish();
      }
      if (e.name == "vertex") {
        builder.vertex(Vec3f(position));
      } else if (e.name == "tristrips") {
        addStrips(indices, builder);
      } else if (e.name == "face") {
        for (const int64_t v : indices) builder.corner(v);
        builder.endFace();
      }
    }
  }
  if (numbers.tooMuch > 0)
    builder.note(std::to_string(numbers.tooMuch) + (numbers.tooMuch == 1 ? " line has" : " lines have") +
                 " more words than its header says; they were left out.");
  return builder.finish();
}

}  // namespace flotsam
