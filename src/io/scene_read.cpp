// SPDX-License-Identifier: MIT
// From TOML to a WorldDesc (docs/scene-files.md). The order of reading is that of writing, in scene_write.cpp.
#include <algorithm>

#include "io/scene_parts.h"
#include "sim/scene_params.h"

namespace flotsam {

namespace {

void readFormat(TableReader& top) {
  int format = 0;
  if (!top.integer("format", format)) {
    if (!top.has("format")) top.missing("format", "write format = 1");
    return;
  }
  if (format > 1)
    top.problem("format", "format " + std::to_string(format) + " is newer than this program, which reads format 1");
  else if (format < 1)
    top.problem("format", "there is no format " + std::to_string(format) + "; write format = 1");
}

void readGrid(TableReader& top, WorldDesc& desc) {
  auto grid = top.table("grid");
  if (!grid) {
    if (!top.has("grid")) top.missing("grid", "for example grid = { cells = [20, 20, 20], dx = 0.05 }");
    return;
  }
  if (!grid->cells("cells", desc.cells) && !grid->has("cells")) grid->missing("cells", "[x, y, z]");
  if (!grid->number("dx", desc.dx) && !grid->has("dx")) grid->missing("dx", "edge length of a cell in m");
  grid->finish();
}

void readParams(TableReader& top, WorldDesc& desc) {
  ParamList list;
  describe(desc.params, list);
  for (const char* key : {"time", "gravity", "fluid", "method", "hand", "smoke_field"})
    if (auto table = top.table(key)) table->params(list);
}

void readContainer(TableReader& top, WorldDesc& desc) {
  auto table = top.table("container");
  if (!table) return;
  ContainerDesc& c = desc.container;
  table->word("kind", c.kind, kWallWords);
  if (!table->has("kind") && !table->has("open")) table->missing("kind", "box, sphere, cylinder or tilted-box");
  std::vector<std::string> sides;
  table->texts("open", sides);
  for (const std::string& side : sides) {
    const auto at = std::find(kSideWords.begin(), kSideWords.end(), side);
    if (at == kSideWords.end())
      table->problem("open", "'" + side + "' is not one of left, right, bottom, top, back, front");
    else
      c.open.set(static_cast<int>(at - kSideWords.begin()) / 2, (at - kSideWords.begin()) % 2 == 1);
  }
  const auto need = [&](const char* key, bool got) {
    if (!got && !table->has(key)) table->missing(key, "lengths are in m");
  };
  if (c.kind != WallKind::Box) {
    c.centre = 0.5 * desc.dx * Vec3(desc.cells);
    table->vector("centre", c.centre, Flat::Middle);
  }
  if (c.kind == WallKind::Sphere) {
    need("radius", table->number("radius", c.size.x));
    c.size = Vec3(c.size.x);
  } else if (c.kind == WallKind::Cylinder) {
    need("radius", table->number("radius", c.size.x));
    need("height", table->number("height", c.size.y));
    c.size.z = c.size.x;
  } else if (c.kind == WallKind::TiltedBox) {
    need("size", table->vector("size", c.size, Flat::Thickness));
  }
  if (c.kind == WallKind::Cylinder || c.kind == WallKind::TiltedBox) {
    double tilt = 0;
    if (table->number("tilt", tilt)) c.orientation = glm::angleAxis(glm::radians(tilt), Vec3(0, 0, 1));
    const bool both = table->has("tilt") && (table->has("angle") || table->has("quaternion"));
    if (both) table->problem("tilt", "give tilt, or axis and angle, not both");
    readRotation(*table, c.orientation);
  }
  table->finish();
}

void readLiquid(TableReader& top, WorldDesc& desc) {
  for (TableReader& table : top.tables("liquid")) {
    LiquidRegion r;
    r.position = 0.5 * desc.dx * Vec3(desc.cells);
    const bool level = table.number("level", r.level), centred = table.vector("position", r.position, Flat::Middle);
    const bool ball = table.number("radius", r.radius), box = table.vector("size", r.size, Flat::Thickness);
    const int given = (level || table.has("level")) + (ball || table.has("radius")) + (box || table.has("size"));
    if (given == 0)
      table.missing("level", "or position with radius or size, in m");
    else if (given > 1)
      table.problem("level", "give one of level, radius and size");
    else if (level && centred)
      table.problem("position", "goes with radius or size");
    r.kind = ball ? LiquidRegion::Ball : box ? LiquidRegion::Box : LiquidRegion::Level;
    table.vector("velocity", r.velocity, Flat::Zero);
    table.finish();
    desc.liquid.push_back(r);
  }
}

/// [[emitter]] and [[drain]].
void readFlows(TableReader& top, WorldDesc& desc) {
  const Vec3 middle = 0.5 * desc.dx * Vec3(desc.cells);
  for (TableReader& table : top.tables("emitter")) {
    Emitter e;
    if (!table.vector("position", e.position, Flat::Middle) && !table.has("position"))
      table.missing("position", "the middle of the nozzle, in m");
    if (!table.number("radius", e.radius) && !table.has("radius")) table.missing("radius", "of the nozzle, in m");
    if (!table.vector("velocity", e.velocity, Flat::Zero) && !table.has("velocity"))
      table.missing("velocity", "[x, y, z] in m/s, along the nozzle");
    table.text("dye", e.dye);
    table.number("from", e.from);
    table.number("until", e.until);
    table.finish();
    desc.emitters.push_back(e);
  }
  for (TableReader& table : top.tables("drain")) {
    Drain d;
    d.position = middle;
    if (!table.vector("position", d.position, Flat::Middle) && !table.has("position"))
      table.missing("position", "the centre of a ball or box, in m");
    const bool ball = table.number("radius", d.radius) || table.has("radius");
    const bool box = table.vector("size", d.size, Flat::Thickness) || table.has("size");
    if (ball == box) table.problem("radius", "give radius or size");
    table.number("flow", d.flow);
    table.number("from", d.from);
    table.number("until", d.until);
    table.finish();
    desc.drains.push_back(d);
  }
}

void readSmoke(TableReader& top, WorldDesc& desc) {
  for (TableReader& table : top.tables("smoke")) {
    SmokeSource s;
    s.position = 0.5 * desc.dx * Vec3(desc.cells);
    table.vector("position", s.position, Flat::Middle);
    const bool ball = table.number("radius", s.radius), box = table.vector("size", s.size, Flat::Thickness);
    if (ball && box) table.problem("size", "give radius or size, not both");
    table.number("amount", s.amount);
    table.number("temperature", s.temperature);
    table.number("from", s.from);
    table.number("until", s.until);
    table.finish();
    desc.smoke.push_back(s);
  }
}

void readForces(TableReader& top, WorldDesc& desc) {
  for (TableReader& table : top.tables("force")) {
    TimedForce f;
    if (!table.text("body", f.body) && !table.has("body")) table.missing("body", "the name of a body");
    if (!table.vector("force", f.force, Flat::Zero) && !table.has("force")) table.missing("force", "[x, y, z] in N");
    table.number("from", f.from);
    table.number("until", f.until);
    table.finish();
    desc.forces.push_back(f);
  }
}

void readDyes(TableReader& top, WorldDesc& desc) {
  for (TableReader& table : top.tables("dye")) {
    DyeRegion d;
    d.centre = 0.5 * desc.dx * Vec3(desc.cells);
    table.text("word", d.word);
    const bool centred = table.vector("centre", d.centre, Flat::Middle);
    const bool ball = table.number("radius", d.radius) || table.has("radius");
    if (centred && !ball) table.missing("radius", "the radius of the ball in m");
    if (ball && (table.has("lo") || table.has("hi"))) table.problem("radius", "give lo and hi, or centre and radius");
    table.vector("lo", d.lo, Flat::Zero);
    const bool high = table.vector("hi", d.hi, Flat::Zero);
    if (high && desc.cells.z == 1 && d.hi.z == 0) d.hi.z = 1;
    table.finish();
    desc.dyes.push_back(d);
  }
}

void readExpectations(TableReader& top, WorldDesc& desc) {
  for (TableReader& table : top.tables("expect")) {
    ExpectDesc e;
    if (!table.text("quantity", e.quantity) && !table.has("quantity"))
      table.missing("quantity", "for example body.NAME.acceleration.y");
    table.text("label", e.label);
    const bool value = table.number("value", e.value) || table.has("value");
    table.word("formula", e.formula, kFormulaWords);
    if (table.has("formula") && e.formula != ExpectFormula::Value) {
      if (value) table.problem("value", "give formula or value, not both");
    } else if (!value && !table.troubled("formula")) {
      table.missing("value", "the number that theory gives, or a formula");
    }
    table.number("coefficient", e.coefficient);
    table.number("submerged", e.submerged);
    table.number("tolerance", e.tolerance);
    table.number("slack", e.slack);
    table.number("from", e.from);
    table.number("until", e.until);
    table.finish();
    desc.expectations.push_back(e);
  }
}

void readCamera(TableReader& view, WorldDesc& desc) {
  auto table = view.table("camera");
  if (!table) return;
  const Vec3 tank = desc.dx * Vec3(desc.cells);
  CameraDesc& c = desc.view.camera;
  c.given = true;
  c.target = 0.5 * tank;
  c.distance = 1.7 * glm::length(tank);
  table->vector("target", c.target, Flat::Middle);
  table->number("distance", c.distance);
  table->number("yaw", c.yaw);
  table->number("pitch", c.pitch);
  table->finish();
}

void readView(TableReader& top, WorldDesc& desc) {
  auto view = top.table("view");
  if (!view) return;
  readCamera(*view, desc);
  if (auto show = view->table("show")) {
    int colour = 0, water = 0, theme = 0;
    show->integer("markers", desc.view.markers);
    show->toggle("smoke", desc.view.smoke);
    show->toggle("streaks", desc.view.streaks);
    if (show->word("colour", colour, kColourWords)) desc.view.colour = kColourWords[static_cast<size_t>(colour)];
    if (show->word("water", water, kWaterWords)) desc.view.water = kWaterWords[static_cast<size_t>(water)];
    if (show->word("theme", theme, kThemeWords)) desc.view.dark = theme == 1;
    show->finish();
  }
  view->finish();
}

/// [compare]: the settings of each side, against the scene as read so far.
void readCompare(TableReader& top, WorldDesc& desc) {
  auto table = top.table("compare");
  if (!table) return;
  table->text("title", desc.compare.title);
  table->texts("names", desc.compare.names);
  for (const auto& key : kSideKeys) {
    auto side = table->table(key.c_str());
    if (!side) {
      if (key != "c" && !table->has(key)) table->missing(key, "what this side sets, for example { method.flip = 0 }");
      continue;
    }
    WorldDesc copy = desc;
    ParamList list = parameters(copy);
    side->settings(list, desc.compare.sides.emplace_back());
  }
  if (desc.compare.names.size() > desc.compare.sides.size()) table->problem("names", "more names than sides");
  table->finish();
}

WorldDesc readScene(TableReader& top, const std::filesystem::path& folder, ReadContext& context) {
  WorldDesc desc;
  readFormat(top);
  top.text("title", desc.title);
  top.text("source", desc.source);
  top.expect("lesson");
  readGrid(top, desc);
  if (!top.troubled("grid") && desc.dx > 0) context.flat = desc.cells.z == 1, context.dx = desc.dx;
  readParams(top, desc);
  readContainer(top, desc);
  for (TableReader& table : top.tables("body", /*named=*/true))
    desc.bodies.push_back(readBody(table, folder, desc.dx * Vec3(desc.cells), context));
  readJoints(top, desc);
  readLiquid(top, desc);
  readFlows(top, desc);
  readSmoke(top, desc);
  readForces(top, desc);
  readDyes(top, desc);
  readExpectations(top, desc);
  readLesson(top, desc);
  readView(top, desc);
  readCompare(top, desc);
  top.finish();
  return desc;
}

/// What validate() finds, with file and line; without what only follows from a problem already listed.
void addChecks(const WorldDesc& desc, ReadContext& context) {
  const Problems found = context.problems;
  const auto listed = [&](const std::string& key) {
    return std::any_of(found.begin(), found.end(), [&](const Problem& p) {
      return !p.warning && (p.key == key || p.key.starts_with(key + ".") || key.starts_with(p.key + "."));
    });
  };
  const bool gridUnknown = listed("grid") || listed("container");
  for (Problem p : validate(desc)) {
    if (listed(p.key) || (gridUnknown && !p.key.starts_with("grid"))) continue;
    p.file = context.file, p.line = context.lineOf(p.key);
    context.problems.push_back(std::move(p));
  }
}

/// The parser descends once for every dot of a key and knows no limit; this finds the line with a key beyond any sense.
int lineOfEndlessKey(const std::string& text) {
  constexpr int kMostDots = 1000;
  int line = 1, dots = 0;
  for (const char c : text) {
    if (c == '\n') ++line;
    if (c == '.' && ++dots > kMostDots) return line;
    if (c == '\n' || c == ',' || c == '=' || c == '{' || c == '[' || c == '#') dots = 0;
  }
  return 0;
}

Problem parseProblem(const toml::parse_error& error, const std::string& name) {
  return {name, static_cast<int>(error.source().begin.line), "", "not valid TOML: " + std::string(error.description())};
}

Result<toml::table> parseToml(const std::string& text, const std::string& name) {
  if (const int line = lineOfEndlessKey(text)) return Problem{name, line, "", "a key of more than 1000 parts"};
  try {
    return toml::parse(text, name);
  } catch (const toml::parse_error& error) {
    return parseProblem(error, name);
  }
}

void sortByLine(Problems& problems) {
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return a.line < b.line; });
}

}  // namespace

Result<WorldDesc> parseScene(const std::string& text, const std::string& name, const std::filesystem::path& folder) {
  const auto table = parseToml(text, name);
  if (!table) return table.problems;
  ReadContext context;
  context.file = name;
  TableReader top(*table, "", 1, context);
  WorldDesc desc = readScene(top, folder, context);
  addChecks(desc, context);
  sortByLine(context.problems);
  Result<WorldDesc> result(context.problems);
  if (!hasErrors(result.problems)) result.value = std::move(desc);
  return result;
}

Result<BodyDesc> parseBody(const std::string& text, const std::string& name, const std::filesystem::path& folder) {
  const auto table = parseToml(text, name);
  if (!table) return table.problems;
  ReadContext context;
  context.file = name;
  TableReader top(*table, "", 1, context);
  std::vector<TableReader> bodies = top.tables("body", /*named=*/true);
  if (bodies.size() != 1) return Problem{name, 0, "body", "expected one body"};
  BodyDesc body = readBody(bodies[0], folder, Vec3(1), context);
  if (!body.shape && !hasErrors(context.problems))
    context.problem(context.lineOf("body." + body.name), "body." + body.name + ".shape", "a length out of bounds");
  Result<BodyDesc> result(context.problems);
  if (!hasErrors(result.problems)) result.value = std::move(body);
  return result;
}

}  // namespace flotsam
