// SPDX-License-Identifier: MIT
// The file, in order: magic and versions, metadata, and for each grid a descriptor with offsets, its metadata, its
// transform, the topology of its tree, and the values of its leaves. The tree has four levels:
//
//   root (a map) -> 32^3 nodes of 128^3 cells -> 16^3 nodes of 8^3 cells -> 8^3 cells
//
// A node has a bit for every slot that has a child and one for every slot whose own value is active; slots, as cells in
// a leaf, run with z fastest. Whole blocks of liquid are slots with the value -background.
#include "io/vdb_export.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <map>

#include "core/version.h"
#include "io/text_bytes.h"

namespace flotsam {
namespace {

constexpr uint64_t kMagic = 0x56444220;
constexpr uint32_t kFormat = 224, kMajor = 10, kMinor = 0;
constexpr char kAllValues = 6;                                       // before the values of a node: all of them follow
constexpr int kLeaf = 8, kLower = 16 * kLeaf, kUpper = 32 * kLower;  // cells along an edge

/// A block of 8^3 cells, z fastest.
struct Leaf {
  std::array<float, 512> values;
  std::bitset<512> active;
};
template <class Child, int kSlots>
struct Node {
  std::map<int, Child> children;  // by slot
  std::map<int, float> tiles;     // slots that are one value, not active
};
using Lower = Node<Leaf, 4096>;
using Upper = Node<Lower, 32768>;
struct Order {
  bool operator()(const Int3& a, const Int3& b) const { return std::array{a.x, a.y, a.z} < std::array{b.x, b.y, b.z}; }
};
using Root = std::map<Int3, Upper, Order>;

/// The slot of a cell in a node of `perEdge` slots of `size` cells each.
int slotOf(const Int3& cell, int perEdge, int size) {
  const Int3 s = cell / size;
  return ((s.x % perEdge) * perEdge + s.y % perEdge) * perEdge + s.z % perEdge;
}

Leaf readLeaf(const VdbGrid& grid, const Int3& corner) {
  Leaf leaf;
  int at = 0;
  for (int x = 0; x < kLeaf; ++x)
    for (int y = 0; y < kLeaf; ++y)
      for (int z = 0; z < kLeaf; ++z, ++at) {
        const Int3 c = corner + Int3(x, y, z);
        const bool inside = c.x < grid.cells.x && c.y < grid.cells.y && c.z < grid.cells.z;
        const float value = inside
                                ? grid.values[static_cast<size_t>(c.x) +
                                              static_cast<size_t>(grid.cells.x) *
                                                  (static_cast<size_t>(c.y) + static_cast<size_t>(grid.cells.y) * c.z)]
                                : grid.background;
        leaf.values[at] = value;
        leaf.active[at] = value != grid.background && !(grid.levelSet && value == -grid.background);
      }
  return leaf;
}

Root makeTree(const VdbGrid& grid) {
  Root root;
  for (int x = 0; x < grid.cells.x; x += kLeaf)
    for (int y = 0; y < grid.cells.y; y += kLeaf)
      for (int z = 0; z < grid.cells.z; z += kLeaf) {
        const Int3 corner(x, y, z);
        Leaf leaf = readLeaf(grid, corner);
        const float first = leaf.values[0];
        const bool uniform = leaf.active.none() &&
                             std::all_of(leaf.values.begin(), leaf.values.end(), [&](float v) { return v == first; });
        if (uniform && first == grid.background) continue;
        Lower& lower = root[corner / kUpper * kUpper].children[slotOf(corner, 32, kLower)];
        const int slot = slotOf(corner, 16, kLeaf);
        if (uniform)
          lower.tiles[slot] = first;
        else
          lower.children[slot] = leaf;
      }
  return root;
}

// Writing -----------------------------------------------------------------------------------------------------------

void appendName(std::string& bytes, const std::string& text) {
  appendBytes(bytes, static_cast<uint32_t>(text.size()));
  bytes += text;
}

void appendMeta(std::string& bytes, const std::string& name, const std::string& type, const std::string& value) {
  appendName(bytes, name), appendName(bytes, type), appendName(bytes, value);
}

/// Bits in words of 64, the first bit the lowest.
template <size_t n>
void appendBits(std::string& bytes, const std::bitset<n>& bits) {
  for (size_t byte = 0; byte < n / 8; ++byte) {
    unsigned value = 0;
    for (size_t bit = 0; bit < 8; ++bit) value |= static_cast<unsigned>(bits[8 * byte + bit]) << bit;
    bytes += static_cast<char>(value);
  }
}

void appendTopology(std::string& bytes, const Leaf& leaf, float) { appendBits(bytes, leaf.active); }

template <class Child, int kSlots>
void appendTopology(std::string& bytes, const Node<Child, kSlots>& node, float background) {
  std::bitset<kSlots> children;
  std::vector<float> values(kSlots, background);
  for (const auto& [slot, child] : node.children) children[static_cast<size_t>(slot)] = true, values[slot] = 0;
  for (const auto& [slot, value] : node.tiles) values[static_cast<size_t>(slot)] = value;
  appendBits(bytes, children);
  appendBits(bytes, std::bitset<kSlots>());
  bytes += kAllValues;
  for (const float v : values) appendBytes(bytes, v);
  for (const auto& [slot, child] : node.children) appendTopology(bytes, child, background);
}

void appendValues(std::string& bytes, const Leaf& leaf) {
  appendBits(bytes, leaf.active);
  bytes += kAllValues;
  for (const float v : leaf.values) appendBytes(bytes, v);
}

template <class Child, int kSlots>
void appendValues(std::string& bytes, const Node<Child, kSlots>& node) {
  for (const auto& [slot, child] : node.children) appendValues(bytes, child);
}

/// World = dx * cell + first.
void appendTransform(std::string& bytes, double dx, const Vec3& first) {
  appendName(bytes, "UniformScaleTranslateMap");
  const auto vector = [&](const Vec3& v) {
    for (int a = 0; a < 3; ++a) appendBytes(bytes, v[a]);
  };
  vector(first), vector(Vec3(dx)), vector(Vec3(dx));  // translation, scale, size of a voxel
  vector(Vec3(1 / dx)), vector(Vec3(1 / (dx * dx))), vector(Vec3(1 / (2 * dx)));
}

void appendGrid(std::string& bytes, const VdbGrid& grid) {
  appendName(bytes, grid.name), appendName(bytes, "Tree_float_5_4_3"), appendName(bytes, "");
  const size_t offsets = bytes.size();
  bytes.append(24, '\0');
  const auto mark = [&](int which) {
    std::string word;
    appendBytes(word, static_cast<uint64_t>(bytes.size()));
    bytes.replace(offsets + 8 * static_cast<size_t>(which), 8, word);
  };
  mark(0);
  appendBytes(bytes, uint32_t{0});  // no compression
  appendBytes(bytes, uint32_t{3});
  appendMeta(bytes, "name", "string", grid.name);
  appendMeta(bytes, "class", "string", grid.levelSet ? "level set" : "fog volume");
  appendMeta(bytes, "units", "string", grid.levelSet ? "m, y up" : "1; places in m, y up");
  appendTransform(bytes, grid.dx, grid.first);
  const Root root = makeTree(grid);
  appendBytes(bytes, uint32_t{1});  // buffers
  appendBytes(bytes, grid.background);
  appendBytes(bytes, uint32_t{0}), appendBytes(bytes, static_cast<uint32_t>(root.size()));  // tiles, children
  for (const auto& [corner, node] : root) {
    for (int a = 0; a < 3; ++a) appendBytes(bytes, static_cast<uint32_t>(corner[a]));
    appendTopology(bytes, node, grid.background);
  }
  mark(1);
  for (const auto& [corner, node] : root) appendValues(bytes, node);
  mark(2);
}

/// The file's number must be 36 characters as of a UUID; the same content has the same one.
std::string fileNumber(std::span<const VdbGrid> grids) {
  uint64_t hash = 1469598103934665603ull;
  for (const VdbGrid& g : grids)
    for (const float v : g.values) hash = (hash ^ std::bit_cast<uint32_t>(v)) * 1099511628211ull;
  char text[48];
  std::snprintf(text, sizeof text, "%08x-%04x-4%03x-8%03x-%012llx", static_cast<unsigned>(hash >> 32),
                static_cast<unsigned>(hash >> 16 & 0xffff), static_cast<unsigned>(hash >> 4 & 0xfff),
                static_cast<unsigned>(hash & 0xfff), static_cast<unsigned long long>(hash & 0xffffffffffffull));
  return text;
}

}  // namespace

std::string vdbBytes(std::span<const VdbGrid> grids) {
  std::string bytes;
  appendBytes(bytes, kMagic), appendBytes(bytes, kFormat), appendBytes(bytes, kMajor), appendBytes(bytes, kMinor);
  bytes += '\1';  // with offsets of the grids
  bytes += fileNumber(grids);
  appendBytes(bytes, uint32_t{1});
  appendMeta(bytes, "creator", "string", std::string("Flotsam ") + version());
  appendBytes(bytes, static_cast<uint32_t>(grids.size()));
  for (const VdbGrid& grid : grids) appendGrid(bytes, grid);
  return bytes;
}

}  // namespace flotsam
