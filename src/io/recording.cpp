// SPDX-License-Identifier: MIT
#include "io/recording.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/hex.h"
#include "io/scene_parts.h"

namespace flotsam {

namespace {

using Json = nlohmann::json;
constexpr int kFormat = 1;

Json vectorJson(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }

Vec3 vectorFrom(const Json& j) {
  if (!j.is_array() || j.size() != 3) throw std::runtime_error("expected a list of 3 numbers");
  const Vec3 v(j[0].get<double>(), j[1].get<double>(), j[2].get<double>());
  if (!finite(v)) throw std::runtime_error("expected finite numbers");
  return v;
}

Json editJson(const Edit& edit) {
  switch (edit.kind) {
    case Edit::SetParam:
      return {{"set", edit.key}, {"value", edit.value}};
    case Edit::RemoveBody:
      return {{"remove", edit.key}};
    case Edit::AddBody:
      break;
  }
  return {{"add", bodyText(edit.body, /*flat=*/false, /*dx=*/0)}};
}

Edit editFrom(const Json& j, const std::filesystem::path& folder) {
  Edit edit;
  if (j.contains("set")) {
    edit.key = j.at("set").get<std::string>(), edit.value = j.at("value").get<double>();
  } else if (j.contains("remove")) {
    edit.kind = Edit::RemoveBody, edit.key = j.at("remove").get<std::string>();
  } else {
    edit.kind = Edit::AddBody;
    auto body = parseBody(j.at("add").get<std::string>(), "added body", folder);
    if (!body) throw std::runtime_error(body.problems.front().text());
    edit.body = std::move(*body);
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

InputFrame frameFrom(const Json& j, const std::filesystem::path& folder) {
  InputFrame frame;
  if (j.contains("hand")) {
    const Json& hand = j.at("hand");
    frame.hand = {true, hand.at("body").get<std::string>(), vectorFrom(hand.at("anchor")),
                  vectorFrom(hand.at("target"))};
  }
  if (j.contains("edits"))
    for (const auto& edit : j.at("edits")) frame.edits.push_back(editFrom(edit, folder));
  return frame;
}

Recording recordingFrom(const Json& j) {
  const int format = j.at("format").get<int>();
  if (format != kFormat)
    throw std::runtime_error("format " + std::to_string(format) + " is not one this program reads (1)");
  Recording r;
  r.sceneText = j.at("scene").get<std::string>();
  r.sceneFolder = j.at("folder").get<std::string>();
  r.steps = j.at("steps").get<uint64_t>();
  for (const auto& frame : j.at("frames")) r.frames[frame.at("step").get<uint64_t>()] = frameFrom(frame, r.sceneFolder);
  for (const auto& [step, hash] : j.at("hashes").items()) {
    uint64_t number = 0, value = 0;
    const auto end = std::from_chars(step.data(), step.data() + step.size(), number);
    if (end.ec != std::errc() || end.ptr != step.data() + step.size() || !parseHex(hash.get<std::string>(), value))
      throw std::runtime_error("hashes." + step + ": expected a step number and 16 hexadecimal digits");
    r.hashes[number] = value;
  }
  return r;
}

}  // namespace

Problems saveRecording(const std::filesystem::path& path, const Recording& recording) {
  Json j = {{"format", kFormat},        {"scene", recording.sceneText}, {"folder", recording.sceneFolder},
            {"steps", recording.steps}, {"frames", Json::array()},      {"hashes", Json::object()}};
  for (const auto& [step, frame] : recording.frames)
    if (!frame.empty()) j["frames"].push_back(frameJson(step, frame));
  for (const auto& [step, hash] : recording.hashes) j["hashes"][std::to_string(step)] = hexText(hash);
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << j.dump(1, ' ', false, Json::error_handler_t::replace) << '\n';
  file.close();
  if (file) return {};
  return {{path.string(), 0, "", std::string("cannot be written: ") + std::strerror(errno ? errno : EIO)}};
}

Result<Recording> loadRecording(const std::filesystem::path& path) {
  const auto text = readTextFile(path, /*maxSize=*/1 << 30);
  if (!text) return text.problems;
  try {
    return recordingFrom(Json::parse(*text));
  } catch (const Json::parse_error& error) {
    const auto lines = std::count(text->begin(), text->begin() + std::min(error.byte, text->size()), '\n');
    return Problem{path.string(), static_cast<int>(lines) + 1, "", "not a recording: not valid JSON"};
  } catch (const std::exception& error) {
    std::string reason = error.what();
    if (const size_t end = reason.find("] "); reason.starts_with("[json.") && end != std::string::npos)
      reason.erase(0, end + 2);
    return Problem{path.string(), 0, "", "not a recording of this program: " + reason};
  }
}

}  // namespace flotsam
