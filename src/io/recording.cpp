// SPDX-License-Identifier: MIT
#include "io/recording.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "io/hex.h"
#include "io/json_depth.h"
#include "io/save_file.h"
#include "io/scene.h"
#include "io/scene_parts.h"
#include "sim/scene_params.h"

namespace flotsam {

namespace {

using Json = nlohmann::json;
constexpr int kFormat = 1;

/// The library's own messages without their number.
std::string plainReason(const std::exception& error) {
  std::string reason = error.what();
  if (const size_t end = reason.find("] "); reason.starts_with("[json.") && end != std::string::npos)
    reason.erase(0, end + 2);
  return reason;
}

Json vectorJson(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }

Vec3 vectorFrom(const Json& j) {
  if (!j.is_array() || j.size() != 3) throw std::runtime_error("expected a list of 3 numbers");
  const Vec3 v(j[0].get<double>(), j[1].get<double>(), j[2].get<double>());
  if (!finite(v)) throw std::runtime_error("expected finite numbers");
  return v;
}

Quat rotationFrom(const Json& j) {
  if (!j.is_array() || j.size() != 4) throw std::runtime_error("expected a list of 4 numbers");
  const Quat q(j[0].get<double>(), j[1].get<double>(), j[2].get<double>(), j[3].get<double>());
  if (!(std::abs(glm::length(q) - 1) < 1e-6)) throw std::runtime_error("expected a unit quaternion [w, x, y, z]");
  return q;
}

const Json& objectFrom(const Json& j) {
  if (!j.is_object()) throw std::runtime_error("expected an object { ... }");
  return j;
}

/// A number of steps; a negative one would count for ever.
uint64_t stepsFrom(const Json& j) {
  constexpr double kMost = 1e9;
  const double n = j.is_number() ? j.get<double>() : -1;
  if (!(n >= 0 && n <= kMost && n == std::floor(n)))
    throw std::runtime_error("expected a number of steps from 0 to 1e9");
  return static_cast<uint64_t>(n);
}

/// Reads one entry; what is wrong with it is told with its key.
template <class Read>
auto entry(const Json& j, const std::string& key, const Read& read) {
  const auto it = objectFrom(j).find(key);
  if (it == j.end()) throw std::runtime_error("'" + key + "' is missing");
  try {
    return read(*it);
  } catch (const std::exception& error) {
    throw std::runtime_error(key + ": " + plainReason(error));
  }
}

std::string textFrom(const Json& j) { return j.get<std::string>(); }

Json editJson(const Edit& edit) {
  switch (edit.kind) {
    case Edit::SetParam:
      return {{"set", edit.key}, {"value", edit.value}};
    case Edit::RemoveBody:
      return {{"remove", edit.key}};
    case Edit::PlaceBody: {
      const Quat& q = edit.body.orientation;
      return {{"place", edit.key},
              {"position", vectorJson(edit.body.position)},
              {"quaternion", Json::array({q.w, q.x, q.y, q.z})}};
    }
    case Edit::AddBody:
      break;
  }
  Json j = {{"add", bodyText(edit.body, /*flat=*/false, /*dx=*/0)}};
  if (edit.index >= 0) j["index"] = edit.index;
  return j;
}

Edit editFrom(const Json& j, const std::filesystem::path& folder) {
  Edit edit;
  if (objectFrom(j).contains("set")) {
    edit.key = entry(j, "set", textFrom);
    edit.value = entry(j, "value", [](const Json& v) { return v.get<double>(); });
  } else if (j.contains("remove")) {
    edit.kind = Edit::RemoveBody, edit.key = entry(j, "remove", textFrom);
  } else if (j.contains("place")) {
    edit.kind = Edit::PlaceBody, edit.key = entry(j, "place", textFrom);
    edit.body.position = entry(j, "position", vectorFrom);
    edit.body.orientation = entry(j, "quaternion", rotationFrom);
  } else {
    edit.kind = Edit::AddBody;
    auto body = parseBody(entry(j, "add", textFrom), "added body", folder);
    if (!body) throw std::runtime_error(body.problems.front().text());
    edit.body = std::move(*body);
    if (j.contains("index")) edit.index = entry(j, "index", [](const Json& v) { return v.get<int>(); });
  }
  return edit;
}

Json frameJson(uint64_t step, const InputFrame& frame) {
  Json j = {{"step", step}};
  if (frame.hand.active)
    j["hand"] = {{"body", frame.hand.body},
                 {"anchor", vectorJson(frame.hand.anchor)},
                 {"target", vectorJson(frame.hand.target)}};
  for (const auto& edit : frame.edits) j["edits"].push_back(editJson(edit));
  return j;
}

HandInput handFrom(const Json& j) {
  return {true, entry(j, "body", textFrom), entry(j, "anchor", vectorFrom), entry(j, "target", vectorFrom)};
}

InputFrame frameFrom(const Json& j, const std::filesystem::path& folder) {
  InputFrame frame;
  if (j.contains("hand")) frame.hand = entry(j, "hand", handFrom);
  if (j.contains("edits"))
    for (const auto& edit : j.at("edits")) frame.edits.push_back(editFrom(edit, folder));
  return frame;
}

Recording recordingFrom(const Json& j) {
  const int format = entry(j, "format", [](const Json& v) { return v.get<int>(); });
  if (format != kFormat)
    throw std::runtime_error("format " + std::to_string(format) + " is not one this program reads (1)");
  Recording r;
  if (j.contains("title")) r.title = entry(j, "title", textFrom);
  r.sceneText = entry(j, "scene", textFrom);
  r.sceneFolder = entry(j, "folder", textFrom);
  r.steps = entry(j, "steps", stepsFrom);
  entry(j, "frames", [&](const Json& list) {
    if (!list.is_array()) throw std::runtime_error("expected a list");
    for (const auto& frame : list) r.frames[entry(frame, "step", stepsFrom)] = frameFrom(frame, r.sceneFolder);
    return true;
  });
  entry(j, "hashes", objectFrom);
  for (const auto& [step, hash] : j.at("hashes").items()) {
    uint64_t number = 0, value = 0;
    const auto end = std::from_chars(step.data(), step.data() + step.size(), number);
    if (end.ec != std::errc() || end.ptr != step.data() + step.size() || !parseHex(hash.get<std::string>(), value))
      throw std::runtime_error("hashes." + step + ": expected a step number and 16 hexadecimal digits");
    r.hashes[number] = value;
  }
  return r;
}

/// What identifies a scene: all of it but the view, with meshes by their names alone.
std::string essence(WorldDesc desc) {
  desc.view = {};
  for (BodyDesc& b : desc.bodies) b.shapeDesc.mesh = std::filesystem::path(b.shapeDesc.mesh).filename().string();
  return sceneText(desc);
}

std::string sceneWords(const WorldDesc& d) {
  const size_t n = d.bodies.size();
  return (d.title.empty() ? "a scene without a title" : "'" + d.title + "'") + " with " + std::to_string(d.cells.x) +
         " x " + std::to_string(d.cells.y) + " x " + std::to_string(d.cells.z) + " cells and " + std::to_string(n) +
         (n == 1 ? " body" : " bodies");
}

/// "method.coupling weak, here variational": the first settings that have other values in `here`, and how many more.
std::string differingSettings(WorldDesc recorded, WorldDesc here) {
  constexpr int kMostTold = 3;
  ParamList list = parameters(recorded), other = parameters(here);
  std::string words;
  int found = 0;
  for (const Param& p : list.all()) {
    const Param* now = other.find(p.info.key);
    if (!now || now->value == p.value || ++found > kMostTold) continue;
    words += (words.empty() ? "" : "; ") + p.info.key + " " + p.text() + ", here " + now->text();
  }
  return words + (found > kMostTold ? "; and " + std::to_string(found - kMostTold) + " more" : "");
}

/// The body that a parameter belongs to: "body.NAME.density"; empty when none.
std::string bodyOfKey(const std::string& key) {
  if (!key.starts_with("body.")) return "";
  return key.substr(5, key.rfind('.') - 5);
}

}  // namespace

bool looksLikeRecording(std::string_view text) {
  constexpr size_t kLooked = 1 << 16;
  const std::string_view head = text.substr(0, kLooked);
  const size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || head[first] != '{') return false;
  for (const char* key : {"\"folder\"", "\"format\"", "\"frames\""})
    if (head.find(key) == std::string_view::npos) return false;
  return true;
}

Problem recordingInstead(const std::filesystem::path& path, const char* of) {
  return {path.string(), 0, "",
          std::string("is a recording, not ") + of + "; flotsam replay " + path.string() + " runs it again"};
}

Problems matchScene(const Recording& recording, const WorldDesc& desc) {
  constexpr int kMostNumber = 100;  // behind the name of a body that was added
  std::set<std::string> names;
  for (const BodyDesc& b : desc.bodies) names.insert(b.name);
  for (const auto& [step, frame] : recording.frames) {
    std::vector<std::string> asked;
    if (frame.hand.active) asked.push_back(frame.hand.body);
    for (const Edit& e : frame.edits) {
      if (e.kind == Edit::AddBody) {  // a name in use gets a number: any name that begins so may come of it
        names.insert(e.body.name);
        for (int n = 2; n <= kMostNumber; ++n) names.insert(e.body.name + " " + std::to_string(n));
      } else {
        asked.push_back(e.kind == Edit::SetParam ? bodyOfKey(e.key) : e.key);
      }
    }
    for (const std::string& name : asked)
      if (!name.empty() && !names.contains(name))
        return {{"", 0, "",
                 "is a recording of another scene: at step " + std::to_string(step) +
                     " it moves or changes the body '" + name + "', which this scene has not"}};
  }
  const auto own = parseScene(recording.sceneText, "", recording.sceneFolder);
  if (!own || essence(*own) == essence(desc)) return {};
  std::string words = sceneWords(*own);
  if (words != sceneWords(desc))
    words += "; here " + sceneWords(desc);
  else if (const std::string settings = differingSettings(*own, desc); !settings.empty())
    words += ", but with other settings: " + settings;
  else
    words += ", but in another state";
  return {{"", 0, "",
           "is a recording of another scene, or of this one before it was changed (" + words +
               "): its input is played, but its hashes will not come out",
           true}};
}

std::string recordingText(const Recording& recording) {
  Json j = {{"format", kFormat},        {"scene", recording.sceneText}, {"folder", recording.sceneFolder},
            {"steps", recording.steps}, {"frames", Json::array()},      {"hashes", Json::object()}};
  if (!recording.title.empty()) j["title"] = recording.title;
  for (const auto& [step, frame] : recording.frames)
    if (!frame.empty()) j["frames"].push_back(frameJson(step, frame));
  for (const auto& [step, hash] : recording.hashes) j["hashes"][std::to_string(step)] = hexText(hash);
  return j.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Problems saveRecording(const std::filesystem::path& path, const Recording& recording) {
  return saveFile(path, recordingText(recording));
}

Result<Recording> parseRecording(const std::string& text, const std::string& name) {
  if (nestedTooDeep(text)) return Problem{name, 0, "", "not a recording: lists within lists without end"};
  try {
    return recordingFrom(Json::parse(text));
  } catch (const Json::parse_error& error) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
    const auto lines = std::count(text.begin(), end, '\n');
    return Problem{name, static_cast<int>(lines) + 1, "", "not a recording: not valid JSON"};
  } catch (const std::exception& error) {
    return Problem{name, 0, "", "not a recording of this program: " + plainReason(error)};
  }
}

Result<Recording> loadRecording(const std::filesystem::path& path) {
  const auto text = readTextFile(path, /*maxSize=*/1 << 30);
  return text ? parseRecording(*text, path.string()) : Result<Recording>(text.problems);
}

}  // namespace flotsam
