// SPDX-License-Identifier: MIT
// From a WorldDesc to TOML: only what differs from the defaults, in the order of
// docs/scene-files.md. What is written reads back to the same bits.
#include <algorithm>
#include <cmath>

#include "io/scene_parts.h"
#include "sim/scene_params.h"

namespace flotsam {

namespace {

/// A number that reads back to the same bits: whole numbers are integers in TOML, which have no -0 and end at 2⁶³.
std::string tomlNumber(double v) {
  std::string text = formatNumber(v);
  const bool whole = text.find_first_of(".en") == std::string::npos;
  if (whole && (std::abs(v) >= 9e15 || (v == 0 && std::signbit(v)))) text += ".0";
  return text;
}

std::string quoted(const std::string& text) {
  static const char* kHex = "0123456789ABCDEF";
  std::string out = "\"";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (u < 0x20 || u == 0x7F)
      out += "\\u00", out += kHex[u >> 4], out += kHex[u & 15];
    else
      out += c;
  }
  return out + "\"";
}

/// Prose keeps its line breaks.
std::string prose(const std::string& text) {
  const bool plain = text.find('\n') == std::string::npos || text.find('\r') != std::string::npos ||
                     text.find("\"\"\"") != std::string::npos || text.find('\\') != std::string::npos ||
                     text.back() == '"';
  if (plain) return quoted(text);
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') return quoted(text);
  return "\"\"\"\n" + text + "\"\"\"";
}

std::string list(const Vec3& v, bool two = false) {
  std::string out = "[" + tomlNumber(v.x) + ", " + tomlNumber(v.y);
  return out + (two ? "]" : ", " + tomlNumber(v.z) + "]");
}

/// An inline table that grows.
class Inline {
 public:
  Inline& add(const std::string& key, const std::string& value) {
    text_ += (text_.empty() ? " " : ", ") + key + " = " + value;
    return *this;
  }
  Inline& add(const std::string& key, double value) { return add(key, tomlNumber(value)); }
  bool empty() const { return text_.empty(); }
  std::string text() const { return "{" + text_ + " }"; }

 private:
  std::string text_;
};

class Writer {
 public:
  Writer(bool flat, double dx) : flat_(flat), dx_(dx) {}
  std::string position(const Vec3& v) const { return list(v, flat_ && v.z == 0.5 * dx_); }
  void line(const std::string& key, const std::string& value) { text_ += key + " = " + value + "\n"; }
  void line(const std::string& key, double value) { line(key, tomlNumber(value)); }
  void header(const std::string& name) { text_ += (text_.empty() ? "" : "\n") + name + "\n"; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  bool flat_;
  double dx_;
};

/// Axis and degrees where they give back the same bits, else the quaternion itself.
void addRotation(Inline& table, const Quat& q) {
  const Vec3 v(q.x, q.y, q.z);
  const double sine = glm::length(v);
  const double degrees = glm::degrees(2 * std::atan2(sine, q.w));
  if (sine > 0) {
    for (const double round : {1.0, 1e3, 1e6, 1e9, 1e12}) {
      Vec3 axis = v / sine;
      for (int a = 0; a < 3; ++a) axis[a] = std::round(axis[a] * 1e12) / 1e12 + 0.0;
      const double angle = std::round(degrees * round) / round;
      const double length = glm::length(axis);
      const Vec3 read = std::abs(length - 1) > 1e-12 ? axis / length : axis;
      if (glm::angleAxis(glm::radians(angle), read) == q) {
        table.add("axis", list(axis)).add("angle", angle);
        return;
      }
    }
  }
  table.add("quaternion",
            "[" + tomlNumber(q.w) + ", " + tomlNumber(q.x) + ", " + tomlNumber(q.y) + ", " + tomlNumber(q.z) + "]");
}

std::string rotation(const Quat& q) {
  Inline table;
  addRotation(table, q);
  return table.text();
}

std::string shapeText(const ShapeDesc& s) {
  Inline inner;
  switch (s.kind) {
    case ShapeKind::Mesh:
      inner.add("mesh", quoted(s.mesh));
      if (s.size != 0) inner.add("size", s.size);
      return inner.text();
    case ShapeKind::Sphere:
      inner.add("radius", s.dims.x);
      break;
    case ShapeKind::Box:
      inner.add("size", list(s.dims));
      break;
    case ShapeKind::Cylinder:
    case ShapeKind::Capsule:
      inner.add("radius", s.dims.x).add("height", s.dims.y);
      break;
    case ShapeKind::Torus:
      inner.add("ring", s.dims.x).add("tube", s.dims.y);
      break;
    case ShapeKind::Ellipsoid:
      inner.add("axes", list(s.dims));
      break;
  }
  return "{ " + kShapeWords[static_cast<size_t>(s.kind)] + " = " + inner.text() + " }";
}

std::string scriptText(const Script& script, const Writer& out) {
  Inline table;
  table.add("kind", quoted(kScriptWords[script.kind]));
  if (script.kind != Script::Keyframes) {
    table.add("axis", list(script.axis)).add("rate", script.rate);
    if (script.hasPivot || script.pivot != Vec3(0)) table.add("pivot", out.position(script.pivot));
    return table.text();
  }
  std::string keys;
  for (const auto& key : script.keys) {
    Inline entry;
    entry.add("time", key.time).add("position", list(key.position));
    if (key.orientation != Quat(1, 0, 0, 0)) entry.add("rotation", rotation(key.orientation));
    keys += (keys.empty() ? "\n  " : ",\n  ") + entry.text();
  }
  table.add("keys", "[" + keys + " ]");
  if (script.loop) table.add("loop", "true");
  return table.text();
}

void writeBody(const BodyDesc& body, Writer& out) {
  const BodyDesc defaults;
  out.header("[[body]]");
  out.line("name", quoted(body.name));
  out.line("shape", shapeText(body.shapeDesc));
  if (body.density != defaults.density) out.line("density", body.density);
  out.line("position", out.position(body.position));
  if (body.orientation != defaults.orientation) out.line("rotation", rotation(body.orientation));
  if (body.velocity != Vec3(0)) out.line("velocity", list(body.velocity));
  if (body.angularVelocity != Vec3(0)) out.line("spin", list(body.angularVelocity));
  if (body.friction != defaults.friction) out.line("friction", body.friction);
  if (body.restitution != defaults.restitution) out.line("restitution", body.restitution);
  if (body.temperature != defaults.temperature) out.line("temperature", body.temperature);
  if (body.smoke != defaults.smoke) out.line("smoke", body.smoke);
  if (body.colour != defaults.colour) out.line("colour", body.colour);
  if (body.motion != Motion::Free) out.line("motion", quoted(kMotionWords[static_cast<size_t>(body.motion)]));
  if (body.motion == Motion::Scripted) out.line("script", scriptText(body.script, out));
}

void writeJoint(const JointDesc& j, Writer& out) {
  const JointDesc defaults;
  out.header("[[joint]]");
  if (!j.name.empty()) out.line("name", quoted(j.name));
  out.line("type", quoted(kJointWords[static_cast<size_t>(j.kind)]));
  out.line("body", quoted(j.body));
  if (!j.to.empty()) out.line("to", quoted(j.to));
  out.line("anchor", out.position(j.anchor));
  if (j.kind == JointKind::Rope) {
    out.line("toAnchor", out.position(j.toAnchor));
    if (j.length != 0) out.line("length", j.length);
  }
  if (j.kind != JointKind::Axle && j.kind != JointKind::Hinge) return;
  if (j.axis != defaults.axis) out.line("axis", list(j.axis));
  if (j.motorSpeed != 0 || j.motorTorque != 0)
    out.line("motor", Inline().add("speed", j.motorSpeed).add("torque", j.motorTorque).text());
  if (j.limited) out.line("range", "[" + tomlNumber(j.lo) + ", " + tomlNumber(j.hi) + "]");
}

void writeParams(const StepParams& params, Writer& out) {
  StepParams copy = params;
  ParamList list;
  describe(copy, list);
  for (const char* group : {"time", "gravity", "fluid", "method", "hand", "smoke_field"}) {
    const std::string prefix = std::string(group) + ".";
    Inline table;
    for (const auto& p : list.all()) {
      if (!p.info.key.starts_with(prefix) || p.value == p.defaultValue) continue;
      table.add(p.info.key.substr(prefix.size()), p.info.kind == ParamKind::Choice ? quoted(p.text()) : p.text());
    }
    if (!table.empty()) out.line(group, table.text());
  }
}

void writeContainer(const ContainerDesc& c, Writer& out) {
  Inline table;
  if (c.open.any()) {
    std::string sides;
    for (size_t s = 0; s < kSideWords.size(); ++s)
      if (c.open.at(static_cast<int>(s) / 2, s % 2 == 1)) sides += (sides.empty() ? "" : ", ") + quoted(kSideWords[s]);
    table.add("open", "[" + sides + "]");
  }
  if (c.kind == WallKind::Box && !c.open.any()) return;
  if (c.kind == WallKind::Box) return out.line("container", table.text());
  table.add("kind", quoted(kWallWords[static_cast<size_t>(c.kind)])).add("centre", out.position(c.centre));
  if (c.kind == WallKind::Sphere) table.add("radius", c.size.x);
  if (c.kind == WallKind::Cylinder) table.add("radius", c.size.x).add("height", c.size.y);
  if (c.kind == WallKind::TiltedBox) table.add("size", list(c.size));
  if (c.kind != WallKind::Sphere && c.orientation != Quat(1, 0, 0, 0)) addRotation(table, c.orientation);
  out.line("container", table.text());
}

void writeTimes(double from, double until, Writer& out) {
  if (from != 0) out.line("from", from);
  if (until != SmokeSource().until) out.line("until", until);
}

void writeLiquid(const WorldDesc& desc, Writer& out) {
  for (const LiquidRegion& r : desc.liquid) {
    out.header("[[liquid]]");
    if (r.kind == LiquidRegion::Level)
      out.line("level", r.level);
    else
      out.line("position", out.position(r.position));
    if (r.kind == LiquidRegion::Ball) out.line("radius", r.radius);
    if (r.kind == LiquidRegion::Box) out.line("size", list(r.size));
    if (r.velocity != Vec3(0)) out.line("velocity", list(r.velocity));
  }
}

void writeFlows(const WorldDesc& desc, Writer& out) {
  for (const Emitter& e : desc.emitters) {
    out.header("[[emitter]]");
    out.line("position", out.position(e.position));
    out.line("radius", e.radius);
    out.line("velocity", list(e.velocity));
    if (!e.dye.empty()) out.line("dye", quoted(e.dye));
    writeTimes(e.from, e.until, out);
  }
  for (const Drain& d : desc.drains) {
    out.header("[[drain]]");
    out.line("position", out.position(d.position));
    if (d.size != Vec3(0))
      out.line("size", list(d.size));
    else
      out.line("radius", d.radius);
    if (d.flow != Drain().flow) out.line("flow", d.flow);
    writeTimes(d.from, d.until, out);
  }
}

void writeSources(const WorldDesc& desc, Writer& out) {
  for (const auto& s : desc.smoke) {
    out.header("[[smoke]]");
    out.line("position", out.position(s.position));
    if (s.size != Vec3(0))
      out.line("size", list(s.size));
    else
      out.line("radius", s.radius);
    if (s.amount != 1) out.line("amount", s.amount);
    if (s.temperature != SmokeSource().temperature) out.line("temperature", s.temperature);
    writeTimes(s.from, s.until, out);
  }
  for (const auto& f : desc.forces) {
    out.header("[[force]]");
    out.line("body", quoted(f.body));
    out.line("force", list(f.force));
    writeTimes(f.from, f.until, out);
  }
  for (const auto& d : desc.dyes) {
    out.header("[[dye]]");
    if (!d.word.empty()) out.line("word", quoted(d.word));
    if (d.radius > 0) {
      out.line("centre", out.position(d.centre));
      out.line("radius", d.radius);
    } else {
      if (d.lo != Vec3(0)) out.line("lo", list(d.lo));
      if (d.hi != Vec3(1)) out.line("hi", list(d.hi));
    }
  }
}

void writeExpectations(const WorldDesc& desc, Writer& out) {
  const ExpectDesc defaults;
  for (const auto& e : desc.expectations) {
    out.header("[[expect]]");
    out.line("quantity", quoted(e.quantity));
    if (!e.label.empty()) out.line("label", quoted(e.label));
    if (e.formula == ExpectFormula::Value)
      out.line("value", e.value);
    else
      out.line("formula", quoted(kFormulaWords[static_cast<size_t>(e.formula)]));
    if (e.coefficient != defaults.coefficient) out.line("coefficient", e.coefficient);
    if (e.submerged != defaults.submerged) out.line("submerged", e.submerged);
    if (e.tolerance != defaults.tolerance) out.line("tolerance", e.tolerance);
    if (e.slack != defaults.slack) out.line("slack", e.slack);
    writeTimes(e.from, e.until, out);
  }
}

/// A list of texts.
std::string texts(const std::vector<std::string>& all) {
  std::string out;
  for (const auto& text : all) out += (out.empty() ? "" : ", ") + quoted(text);
  return "[" + out + "]";
}

std::string waitText(const LessonWait& w) {
  Inline table;
  if (w.kind == LessonWait::Time) table.add("time", w.time);
  if (w.kind == LessonWait::Held) table.add("held", quoted(w.what));
  if (w.kind == LessonWait::Quantity) table.add("quantity", quoted(w.what));
  if (w.hasAbove) table.add("above", w.above);
  if (w.hasBelow) table.add("below", w.below);
  return table.text();
}

void writeView(const ViewDesc& view, Writer& out) {
  const ViewDesc defaults;
  Inline camera, show;
  if (view.camera.given)
    camera.add("target", out.position(view.camera.target))
        .add("distance", view.camera.distance)
        .add("yaw", view.camera.yaw)
        .add("pitch", view.camera.pitch);
  if (view.markers != defaults.markers) show.add("markers", view.markers);
  if (view.smoke != defaults.smoke) show.add("smoke", view.smoke ? "true" : "false");
  if (view.streaks != defaults.streaks) show.add("streaks", view.streaks ? "true" : "false");
  if (view.colour != defaults.colour) show.add("colour", quoted(view.colour));
  if (view.water != defaults.water) show.add("water", quoted(view.water));
  if (view.dark != defaults.dark) show.add("theme", quoted(kThemeWords[view.dark ? 1 : 0]));
  if (camera.empty() && show.empty()) return;
  out.header("[view]");
  if (!camera.empty()) out.line("camera", camera.text());
  if (!show.empty()) out.line("show", show.text());
}

/// A dotted key whose parts are quoted where they must be.
std::string dotted(const WorldDesc& desc, const std::string& key) {
  constexpr const char* kBare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  for (const auto& b : desc.bodies) {  // a body's name may hold dots itself
    const std::string prefix = "body." + b.name + ".";
    if (key.starts_with(prefix) && (b.name.empty() || b.name.find_first_not_of(kBare) != std::string::npos))
      return "body." + quoted(b.name) + "." + key.substr(prefix.size());
  }
  return key;
}

/// Parameters of the scene with values, as the settings of a side or of a lesson's step.
std::string settings(const WorldDesc& desc, const CompareDesc::Settings& all) {
  WorldDesc copy = desc;
  ParamList list = parameters(copy);
  Inline table;
  for (const auto& [key, value] : all) {
    if (!list.setClamped(key, value)) continue;
    const Param& p = *list.find(key);
    table.add(dotted(desc, key), p.info.kind == ParamKind::Choice ? quoted(p.text()) : p.text());
  }
  return table.empty() ? "{}" : table.text();
}

void writeLesson(const WorldDesc& desc, Writer& out) {
  const Lesson& card = desc.card;
  if (card.empty()) return;
  out.header("[lesson]");
  if (!card.title.empty()) out.line("title", quoted(card.title));
  out.line("task", prose(desc.lesson));
  if (!card.watch.empty()) out.line("watch", prose(card.watch));
  if (!card.equation.empty()) out.line("equation", quoted(card.equation));
  if (!card.source.empty()) out.line("source", quoted(card.source));
  if (!card.basic.empty()) out.line("basic", texts(card.basic));
  if (!card.compare.empty()) out.line("compare", quoted(card.compare));
  for (const LessonStep& step : card.steps) {
    out.header("[[lesson.step]]");
    out.line("text", prose(step.text));
    if (!step.set.empty()) out.line("set", settings(desc, step.set));
    if (!step.show.empty()) out.line("show", texts(step.show));
    if (step.restart) out.line("restart", "true");
    if (step.wait.kind != LessonWait::Nothing) out.line("wait", waitText(step.wait));
  }
}

void writeCompare(const WorldDesc& desc, Writer& out) {
  const CompareDesc& c = desc.compare;
  if (c.sides.empty()) return;
  out.header("[compare]");
  if (!c.title.empty()) out.line("title", quoted(c.title));
  if (!c.names.empty()) out.line("names", texts(c.names));
  for (size_t s = 0; s < c.sides.size() && s < kSideKeys.size(); ++s)
    out.line(kSideKeys[s], settings(desc, c.sides[s]));
}

}  // namespace

std::string bodyText(const BodyDesc& body, bool flat, double dx) {
  Writer out(flat, dx);
  writeBody(body, out);
  return out.text();
}

std::string sceneText(const WorldDesc& desc) {
  Writer out(desc.cells.z == 1, desc.dx);
  out.line("format", "1");
  if (!desc.title.empty()) out.line("title", prose(desc.title));
  if (!desc.source.empty()) out.line("source", prose(desc.source));
  if (!desc.lesson.empty() && desc.card.empty()) out.line("lesson", prose(desc.lesson));
  out.line("grid", Inline().add("cells", list(Vec3(desc.cells))).add("dx", desc.dx).text());
  writeParams(desc.params, out);
  writeContainer(desc.container, out);
  for (const auto& body : desc.bodies) writeBody(body, out);
  for (const auto& joint : desc.joints) writeJoint(joint, out);
  writeLiquid(desc, out);
  writeFlows(desc, out);
  writeSources(desc, out);
  writeExpectations(desc, out);
  writeLesson(desc, out);
  writeView(desc.view, out);
  writeCompare(desc, out);
  return out.text();
}

}  // namespace flotsam
