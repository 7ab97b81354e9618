// SPDX-License-Identifier: MIT
// A mesh as a solid: repaired, measured on a distance grid, moved to its centre of mass. Everything the simulation uses
// (distance, mass, inertia) comes from the grid, so that they agree with each other; the drawn surface is the mesh.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "sim/geometry/bvh.h"
#include "sim/geometry/distance_grid.h"
#include "sim/geometry/grid_mass.h"
#include "sim/geometry/lattice_rows.h"
#include "sim/geometry/mesh_normals.h"
#include "sim/geometry/mesh_repair.h"
#include "sim/geometry/mesh_shape.h"
#include "sim/geometry/mesh_thicken.h"
#include "sim/geometry/shape.h"

namespace flotsam {
namespace {

constexpr int kCells = 48, kMostCells = 128, kPadding = 4;
constexpr double kCrease = 50 * kPi / 180;
constexpr double kThinCells = 1.5;   // mean thickness below which a finer grid is used
constexpr double kDoubtful = 0.01;   // share of far nodes with an undecided winding number that is refused
constexpr double kBroken = 0.02;     // share of triangles with corners that are nowhere that is refused
constexpr double kLostVolume = 0.7;  // grid volume / mesh volume below which the grid is not believed
constexpr double kNoVolume = 1e-9;   // of the longest side cubed
constexpr double kNoArea = 1e-4;     // of its square: lines
constexpr double kShell = 0.02;      // thickness of a shell made of an open surface, of the longest side
constexpr double kShellCells = 2.5;  // and at least that many cells
constexpr float kRepaired = 0.45f, kMeasured = 0.75f;  // of the time it takes
constexpr double kSamplesAcross = 40;                  // contact sample spacing = longest side / this

/// Three significant digits, whatever the locale.
std::string number(double value) {
  char buffer[40];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 3).ptr};
}

class MeshShape final : public Shape {
 public:
  MeshShape(const ShapeDesc& desc, const TriangleMesh& mesh, DistanceGrid grid, const MassProperties& mass,
            const Vec3& fileCentre)
      : grid_(std::move(grid)) {
    desc_ = desc;
    mass_ = mass;
    mass_.centre = Vec3(0);
    centreOffset_ = fileCentre + mass.centre;
    grid_.origin -= mass.centre;
    grid_.surface = {grid_.surface.lo - mass.centre, grid_.surface.hi - mass.centre};
    DrawnMesh drawn = drawnMesh(mesh, kCrease);
    bounds_ = gridBounds(grid_, Vec3(0), boundingRadius_);
    const Box3 inside = bounds_;
    for (Vec3f& p : drawn.mesh.positions) {
      p = Vec3f(Vec3(p) - mass.centre);
      bounds_.include(p);
      boundingRadius_ = std::max<double>(boundingRadius_, glm::length(p));
    }
    thickness_ = 2 * mass_.volume / surfaceArea(mesh);
    const Vec3 size = inside.size();
    adoptSurface(std::make_shared<TriangleMesh>(std::move(drawn.mesh)),
                 std::max({size.x, size.y, size.z}) / kSamplesAcross, drawn.creases);
    // Faces buried in the inside or far from it are no surface.
    keepSamplesNear(grid_.h);
  }

  double signedDistance(const Vec3& body) const override { return grid_.sample(body); }

  Vec3 normal(const Vec3& body) const override {
    const double e = 0.5 * grid_.h;
    const Vec3 g(grid_.sample({body.x + e, body.y, body.z}) - grid_.sample({body.x - e, body.y, body.z}),
                 grid_.sample({body.x, body.y + e, body.z}) - grid_.sample({body.x, body.y - e, body.z}),
                 grid_.sample({body.x, body.y, body.z + e}) - grid_.sample({body.x, body.y, body.z - e}));
    const double l = glm::length(g);
    return l > 1e-6 * e ? g / l : Vec3(0, 1, 0);
  }

  void sampleLattice(const Pose& pose, const Vec3& origin, double step, Int3 count, bool prism,
                     double* out) const override {
    forLatticeRows(pose, origin, step, count, prism, out, [&](const Vec3& first, const Vec3& ex, double* distances) {
      sampleRow(grid_, first, ex, count.x, distances);
    });
  }

 private:
  DistanceGrid grid_;
};

/// The reason why the soup cannot even be looked at; empty when it can.
std::string unusable(const ShapeDesc& desc, const TriangleMesh& soup) {
  if (!std::isfinite(desc.size) || desc.size < 0)
    return "the size of a mesh must be positive (or 0 for the file's units)";
  if (soup.triangles.empty()) return "the mesh has no triangles; points and lines make no solid";
  for (const auto& t : soup.triangles)
    if (std::max({t.x, t.y, t.z}) >= soup.positions.size())
      return "a triangle uses a vertex that does not exist; export the mesh again";
  return "";
}

/// Positions are floats: far from the origin they step. What to say of it, and whether nothing of the mesh is left.
std::string lostInRounding(const Box3& box, double longest, bool& hopeless) {
  constexpr double kSteps = 1e-4, kHopeless = 0.02;  // of the longest side
  double far = 0;
  for (int a = 0; a < 3; ++a) far = std::max({far, std::abs(box.lo[a]), std::abs(box.hi[a])});
  const double step = std::nextafter(static_cast<float>(far), INFINITY) - static_cast<float>(far);
  hopeless = step > kHopeless * longest;
  if (!(step > kSteps * longest)) return {};
  return "It lies " + number(far) + " units from the origin, where coordinates go in steps of " + number(step) +
         "; what is finer is lost. Move it to the origin in the program that made it.";
}

void addRepairNotes(MeshReport& r, bool shell) {
  auto note = [&r](size_t count, const char* one, const char* many) {
    if (count == 1) r.notes.push_back(one);
    if (count > 1) r.notes.push_back(std::to_string(count) + many);
  };
  note(r.broken, "1 triangle with a corner that is not finite or absurdly far away was left out.",
       " triangles with corners that are not finite or absurdly far away were left out.");
  note(r.welded, "1 vertex was joined with another at the same place.",
       " vertices were joined with others at the same place.");
  note(r.degenerate, "1 triangle without area was dropped.", " triangles without area were dropped.");
  note(r.coincident, "1 triangle lying on another was dropped.", " triangles lying on others were dropped.");
  note(r.looseVertices, "1 vertex belongs to no triangle.", " vertices belong to no triangle.");
  if (r.flipped == r.triangles)
    r.notes.push_back("The mesh was inside out and has been turned.");
  else
    note(r.flipped, "1 triangle faced the wrong way and was turned.",
         " triangles faced the wrong way and were turned.");
  if (!shell) note(r.openLoops, "1 hole was closed.", " holes were closed.");
  note(r.nonManifoldEdgesAfterRepair, "1 edge is shared by more than two triangles; that is all right.",
       " edges are shared by more than two triangles; that is all right.");
}

struct Measured {
  DistanceGrid grid;
  MassProperties mass;
  DistanceGridStats stats;
};

Measured measure(const TriangleBvh& bvh, const Box3& box, int cells, bool balanced) {
  Measured m;
  m.grid = buildDistanceGrid(bvh, box, cells, kPadding, balanced, m.stats);
  if (!m.stats.tooMuch) m.mass = gridMass(m.grid);
  return m;
}

/// A mesh in metres about the middle of its box, and the solid within it.
struct Solid {
  TriangleMesh mesh;
  bool balanced = false;  // closed everywhere
  Box3 box;
  double longest = 0;
  int cells = 0;
  Measured measured;

  void findBox() {
    box = {};
    for (const Vec3f& p : mesh.positions) box.include(p);
    const Vec3 size = box.size();
    longest = std::max({size.x, size.y, size.z});
  }
};

/// Why a mesh whose distance grid was given up cannot be used.
std::string tangled(const TriangleMesh& mesh) {
  const size_t pieces = countPieces(mesh);
  return (pieces > 1 ? "no body: its triangles lie across each other everywhere, in " + std::to_string(pieces) +
                           " separate pieces"
                     : std::string("no body: its triangles lie across each other everywhere")) +
         ", and finding its inside would take too long; export the surface of one body, or simplify it";
}

/// Measures the solid on a grid. Why it cannot be used; empty when it can.
std::string findInside(Solid& s, int gridCells, MeshReport& report) {
  const TriangleBvh bvh(s.mesh);
  const double area = surfaceArea(s.mesh), meanThickness = 2 * report.meshVolume / area;
  s.cells = gridCells > 0 ? gridCells : kCells;
  if (gridCells <= 0 && meanThickness < kThinCells * s.longest / s.cells)
    s.cells = std::min(kMostCells, static_cast<int>(std::ceil(kThinCells * s.longest / meanThickness)));
  Measured& m = s.measured = measure(bvh, s.box, s.cells, s.balanced);
  if (m.stats.tooMuch) return tangled(s.mesh);
  if (m.stats.doubtful <= kDoubtful && m.mass.volume < kLostVolume * report.meshVolume) {
    // Either parts too thin for the grid, or parts that overlap (counted twice by the mesh): a finer grid tells.
    const double coarse = m.mass.volume;
    s.cells = std::min(2 * s.cells, std::max(kMostCells, gridCells));
    m = measure(bvh, s.box, s.cells, s.balanced);
    if (m.stats.tooMuch) return tangled(s.mesh);
    const bool thin = meanThickness < kThinCells * m.grid.h || !(m.mass.volume < 1.1 * coarse);
    if (m.mass.volume < kLostVolume * report.meshVolume && thin)
      return "parts of it are too thin: the cells of its distance grid are " + number(m.grid.h) +
             " m wide, its mean thickness is " + number(meanThickness) +
             " m; make it thicker or split it into smaller parts";
  }
  report.doubtful = m.stats.doubtful;
  report.gridVolume = m.mass.volume;
  if (report.doubtful > kDoubtful)
    return "its inside is doubtful: at " + number(100 * report.doubtful) +
           " % of the points around it one cannot tell in from out; turn its faces the same way round or give the "
           "surface thickness";
  if (!(m.mass.volume > 0))
    return "too thin: nothing of it is wider than a cell of its distance grid (" + number(m.grid.h) + " m)";
  return {};
}

/// Makes a shell of an open surface and says so.
std::string makeShell(Solid& s, int gridCells, MeshReport& report, std::string& told) {
  const double thickness = s.longest * std::max(kShell, gridCells > 0 ? kShellCells / gridCells : 0);
  s.mesh = thickened(s.mesh, thickness);
  s.balanced = true;
  s.findBox();
  report.meshVolume = signedVolume(s.mesh);
  told = "It is open so far that nothing says what its inside is (" +
         (report.openLoops == 1 ? "1 hole" : std::to_string(report.openLoops) + " holes") +
         "), so it was made a shell " + number(thickness) + " m thick; close its holes where a solid is meant.";
  return findInside(s, gridCells, report);
}

}  // namespace

Result<std::shared_ptr<const Shape>> makeMeshShape(const ShapeDesc& desc, const TriangleMesh& soup, MeshReport& report,
                                                   int gridCells) {
  Progress nobodyWaits;
  return makeMeshShape(desc, soup, report, gridCells, nobodyWaits, 0);
}

Result<std::shared_ptr<const Shape>> makeMeshShape(const ShapeDesc& desc, const TriangleMesh& soup, MeshReport& report,
                                                   int gridCells, Progress& progress, float begin) {
  report = {};
  auto refuse = [&](std::string reason) { return Problem{desc.mesh, 0, {}, std::move(reason)}; };
  const auto goesOn = [&](float share) { return progress.reach(begin + share * (1 - begin)); };
  if (std::string reason = unusable(desc, soup); !reason.empty()) return refuse(std::move(reason));

  Solid s;
  s.mesh = repairMesh(soup, report, s.balanced);
  if (!goesOn(kRepaired)) return refuse("given up");
  if (static_cast<double>(report.broken) > kBroken * static_cast<double>(report.trianglesRead))
    return refuse(std::to_string(report.broken) + " of its " + std::to_string(report.trianglesRead) +
                  " triangles have corners that are not finite (nan or infinite) or absurdly far away; export the mesh "
                  "again");
  if (s.mesh.triangles.empty()) return refuse("all triangles are degenerate or cancel each other; there is no surface");
  s.findBox();
  report.fileSize = s.box.size();
  if (!(s.longest > 0))
    return refuse("all its points are one point: the file is cut off or empty behind its head, or its size was lost");
  bool hopeless = false;
  if (std::string lost = lostInRounding(s.box, s.longest, hopeless); !lost.empty()) {
    if (hopeless) return refuse(std::move(lost));
    report.notes.push_back(std::move(lost));
  }
  if (desc.size > 0) report.scale = desc.size / s.longest;

  // From here on in metres about the middle of the box.
  const Vec3 fileCentre = s.box.centre();
  for (Vec3f& p : s.mesh.positions) p = Vec3f(report.scale * (Vec3(p) - fileCentre));
  s.findBox();
  report.meshVolume = signedVolume(s.mesh);
  const bool solid = report.meshVolume > kNoVolume * s.longest * s.longest * s.longest;
  const bool open = report.openLoops > 0 && surfaceArea(s.mesh) > kNoArea * s.longest * s.longest;
  if (!solid && !open)
    return refuse(
        "the surface encloses no volume (a line, or faces back to back); give it thickness, for instance by extruding "
        "it");
  std::string told, why;
  if (solid) why = findInside(s, gridCells, report);
  if (!goesOn(kMeasured)) return refuse("given up");
  if (open && !s.measured.stats.tooMuch && (!solid || report.doubtful > kDoubtful))
    why = makeShell(s, gridCells, report, told);
  addRepairNotes(report, /*shell=*/!told.empty() || s.measured.stats.tooMuch);
  if (!told.empty()) report.notes.push_back(told);
  if (!why.empty()) return refuse(why);
  const Measured& m = s.measured;
  if (m.stats.insideOut > 0) report.notes.push_back("A part of the mesh is inside out and was taken as empty.");
  if (s.cells > kCells && gridCells <= 0)
    report.notes.push_back("It has thin parts, so its distance grid has " + std::to_string(s.cells) +
                           " cells along the longest side.");
  if (m.mass.volume > 0 && m.mass.volume < kLostVolume * report.meshVolume)
    report.notes.push_back("Parts of it overlap; they are taken as one solid.");

  auto shape =
      std::make_shared<const MeshShape>(desc, s.mesh, std::move(s.measured.grid), m.mass, report.scale * fileCentre);
  report.thickness = shape->thickness();
  Result<std::shared_ptr<const Shape>> result{std::shared_ptr<const Shape>(shape)};
  if (!told.empty()) result.problems.push_back({desc.mesh, 0, {}, told, /*warning=*/true});
  return result;
}

}  // namespace flotsam
