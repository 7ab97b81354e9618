// SPDX-License-Identifier: MIT
// From a shape's description to the shape, with a small cache so that reloading a scene does not import its meshes
// anew.
#include <chrono>
#include <deque>
#include <mutex>
#include <system_error>

#include "io/assets.h"
#include "io/mesh_import.h"
#include "sim/geometry/mesh_shape.h"

namespace flotsam {
namespace {

constexpr size_t kCached = 32;  // shapes kept

struct CacheEntry {
  std::filesystem::path path;
  std::filesystem::file_time_type modified;
  std::uintmax_t bytes;
  ShapeDesc desc;
  std::shared_ptr<const Shape> shape;
  MeshReport report;
  Problems warnings;

  bool sameFile(const CacheEntry& o) const {
    return path == o.path && modified == o.modified && bytes == o.bytes && desc == o.desc;
  }
};

struct Cache {
  std::mutex mutex;
  std::deque<CacheEntry> entries;  // newest first
};

Cache& cache() {
  static Cache instance;
  return instance;
}

bool isFile(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

}  // namespace

std::filesystem::path meshPath(const std::string& mesh, const std::filesystem::path& folder) {
  const std::filesystem::path beside = folder / mesh;
  if (isFile(beside)) return beside;
  if (const auto assets = assetFolder(); !assets.empty())
    if (const auto shipped = assets / "meshes" / mesh; isFile(shipped)) return shipped;
  return beside;
}

Result<std::shared_ptr<const Shape>> loadShape(const ShapeDesc& desc, const std::filesystem::path& folder,
                                               MeshReport* report, Progress* progress) {
  constexpr float kRead = 0.2f;  // of the time it takes
  Progress nobodyWaits;
  if (!progress) progress = &nobodyWaits;
  if (desc.kind != ShapeKind::Mesh) return makePrimitive(desc);
  if (desc.mesh.empty()) return Problem{{}, 0, {}, "a mesh needs a file"};
  const auto start = std::chrono::steady_clock::now();
  CacheEntry entry{meshPath(desc.mesh, folder), {}, 0, desc, nullptr, {}, {}};
  std::error_code error;
  if (const auto whole = std::filesystem::weakly_canonical(entry.path, error); !error) entry.path = whole;
  entry.modified = std::filesystem::last_write_time(entry.path, error);
  entry.bytes = error ? 0 : std::filesystem::file_size(entry.path, error);
  const bool cacheable = !error;
  if (cacheable) {
    const std::lock_guard lock(cache().mutex);
    for (const CacheEntry& known : cache().entries)
      if (known.sameFile(entry)) {
        if (report) *report = known.report;
        Result<std::shared_ptr<const Shape>> shape(known.shape);
        shape.problems = known.warnings;
        return shape;
      }
  }
  progress->reach(0.02f);
  auto soup = readMesh(entry.path);
  if (!soup) return soup.problems;
  if (!progress->reach(kRead)) return Problem{entry.path.string(), 0, {}, "given up"};
  auto shape = makeMeshShape(desc, *soup, entry.report, /*gridCells=*/0, *progress, kRead);
  for (size_t i = 0; i < soup.problems.size(); ++i)
    entry.report.notes.insert(entry.report.notes.begin() + static_cast<std::ptrdiff_t>(i), soup.problems[i].reason);
  entry.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (report) *report = entry.report;
  for (Problem& p : shape.problems) p.file = entry.path.string();
  if (!shape) return shape;
  entry.shape = *shape, entry.warnings = shape.problems;
  if (cacheable) {
    const std::lock_guard lock(cache().mutex);
    cache().entries.push_front(std::move(entry));
    if (cache().entries.size() > kCached) cache().entries.pop_back();
  }
  return shape;
}

}  // namespace flotsam
