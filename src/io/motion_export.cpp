// SPDX-License-Identifier: MIT
#include "io/motion_export.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/version.h"
#include "io/text_bytes.h"

namespace flotsam {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFloat = 5126, kUnsignedInt = 5125;           // glTF component types
constexpr int kVertexBuffer = 34962, kIndexBuffer = 34963;  // what a view of the buffer is for
constexpr uint32_t kMagic = 0x46546C67, kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

double linear(unsigned byte) {
  const double c = byte / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// The one buffer and what lies where in it.
class Buffer {
 public:
  /// What is appended by `write` as an accessor; its index. `target` 0: none.
  template <class Write>
  size_t add(const char* type, int component, size_t count, int target, const Write& write) {
    const size_t begin = bytes.size();
    write(bytes);
    Json view = {{"buffer", 0}, {"byteOffset", begin}, {"byteLength", bytes.size() - begin}};
    if (target) view["target"] = target;
    views.push_back(std::move(view));
    accessors.push_back(
        {{"bufferView", views.size() - 1}, {"componentType", component}, {"count", count}, {"type", type}});
    return accessors.size() - 1;
  }
  Json& accessor(size_t index) { return accessors[index]; }
  std::string bytes;
  Json views = Json::array(), accessors = Json::array();
};

size_t addMesh(Buffer& buffer, Json& meshes, const TriangleMesh& mesh, size_t material) {
  Json attributes;
  const auto vectors = [&](const std::vector<Vec3f>& list) {
    return buffer.add("VEC3", kFloat, list.size(), kVertexBuffer, [&](std::string& bytes) {
      for (const Vec3f& v : list) appendBytes(bytes, v);
    });
  };
  const size_t places = vectors(mesh.positions);
  Vec3f lo(1e30f), hi(-1e30f);
  for (const Vec3f& v : mesh.positions) lo = glm::min(lo, v), hi = glm::max(hi, v);
  buffer.accessor(places)["min"] = Json::array({lo.x, lo.y, lo.z});
  buffer.accessor(places)["max"] = Json::array({hi.x, hi.y, hi.z});
  attributes["POSITION"] = places;
  if (mesh.normals.size() == mesh.positions.size()) attributes["NORMAL"] = vectors(mesh.normals);
  const size_t corners =
      buffer.add("SCALAR", kUnsignedInt, 3 * mesh.triangles.size(), kIndexBuffer, [&](std::string& bytes) {
        for (const auto& t : mesh.triangles)
          for (int a = 0; a < 3; ++a) appendBytes(bytes, static_cast<uint32_t>(t[a]));
      });
  Json entry;
  entry["primitives"].push_back({{"attributes", attributes}, {"indices", corners}, {"material", material}});
  meshes.push_back(std::move(entry));
  return meshes.size() - 1;
}

Json material(unsigned rgb) {
  return {{"pbrMetallicRoughness",
           {{"baseColorFactor", Json::array({linear(rgb >> 16 & 255), linear(rgb >> 8 & 255), linear(rgb & 255), 1.0})},
            {"metallicFactor", 0.0},
            {"roughnessFactor", 0.5}}}};
}

std::string glbFile(const Json& json, const std::string& binary) {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace), data = binary;
  text.resize((text.size() + 3) / 4 * 4, ' ');
  data.resize((data.size() + 3) / 4 * 4, '\0');
  std::string file;
  const size_t whole = 12 + 8 + text.size() + (data.empty() ? 0 : 8 + data.size());
  appendBytes(file, kMagic), appendBytes(file, 2u), appendBytes(file, static_cast<uint32_t>(whole));
  appendBytes(file, static_cast<uint32_t>(text.size())), appendBytes(file, kJsonChunk), file += text;
  if (data.empty()) return file;
  appendBytes(file, static_cast<uint32_t>(data.size())), appendBytes(file, kBinaryChunk), file += data;
  return file;
}

/// The bodies' nodes, what they show and how they move.
class GltfWriter {
 public:
  explicit GltfWriter(const std::vector<double>& times) : start_(times.empty() ? 0 : times.front()) {
    for (const double t : times) times_.push_back(t - start_);
  }

  void add(const MotionTrack::Body& b, unsigned rgb) {
    const MotionTrack::Sample& first = b.samples.front();
    const Quat& q = first.pose.orientation;
    const Vec3& x = first.pose.position;
    Json node = {{"name", b.name},
                 {"translation", Json::array({x.x, x.y, x.z})},
                 {"rotation", Json::array({q.x, q.y, q.z, q.w})},
                 {"extras", {{"density_kg_m3", first.density}, {"volume_m3", b.volume}}}};
    if (!b.mesh->triangles.empty()) node["mesh"] = meshOf(*b.mesh, rgb);
    nodes_.push_back(std::move(node));
    move(b);
    if (b.samples.size() != times_.size()) hideOutside(b);
  }

  std::string file(const std::string& title) const {
    Json scene = {{"name", title}}, roots = Json::array();
    for (size_t i = 0; i < nodes_.size(); ++i) roots.push_back(i);
    if (!roots.empty()) scene["nodes"] = roots;
    Json json = {{"asset",
                  {{"version", "2.0"},
                   {"generator", std::string("Flotsam ") + version()},
                   {"extras", {{"units", "m, s; y up"}, {"start_s", start_}}}}},
                 {"scene", 0}};
    json["scenes"].push_back(scene);
    const auto put = [&](const char* key, const Json& list) {
      if (!list.empty()) json[key] = list;
    };
    put("nodes", nodes_), put("meshes", meshes_), put("materials", materials_);
    put("accessors", buffer_.accessors), put("bufferViews", buffer_.views);
    if (!channels_.empty())
      json["animations"].push_back({{"name", "motion"}, {"samplers", samplers_}, {"channels", channels_}});
    if (!buffer_.bytes.empty()) json["buffers"].push_back({{"byteLength", buffer_.bytes.size()}});
    return glbFile(json, buffer_.bytes);
  }

 private:
  size_t meshOf(const TriangleMesh& mesh, unsigned rgb) {
    const auto [colour, freshColour] = colours_.try_emplace(rgb, materials_.size());
    if (freshColour) materials_.push_back(material(rgb));
    const auto [known, fresh] = known_.try_emplace({&mesh, rgb}, meshes_.size());
    if (fresh) addMesh(buffer_, meshes_, mesh, colour->second);
    return known->second;
  }

  void animate(const char* path, const char* mode, size_t input, size_t output) {
    samplers_.push_back({{"input", input}, {"interpolation", mode}, {"output", output}});
    channels_.push_back({{"sampler", samplers_.size() - 1}, {"target", {{"node", nodes_.size() - 1}, {"path", path}}}});
  }

  size_t timeline(const std::vector<double>& times) {
    const size_t index = buffer_.add("SCALAR", kFloat, times.size(), 0, [&](std::string& bytes) {
      for (const double t : times) appendBytes(bytes, static_cast<float>(t));
    });
    buffer_.accessor(index)["min"] = Json::array({static_cast<float>(times.front())});
    buffer_.accessor(index)["max"] = Json::array({static_cast<float>(times.back())});
    return index;
  }
  /// The times of a body; bodies that are there all the time share theirs.
  size_t timesOf(const MotionTrack::Body& b) {
    if (b.samples.size() == times_.size()) {
      if (!whole_) whole_ = timeline(times_);
      return *whole_;
    }
    std::vector<double> own;
    for (const auto& s : b.samples) own.push_back(times_[s.moment]);
    return timeline(own);
  }

  void move(const MotionTrack::Body& b) {
    const Pose start = b.samples.front().pose;
    const auto any = [&](const auto& differs) { return std::any_of(b.samples.begin(), b.samples.end(), differs); };
    const bool shifts = any([&](const auto& s) { return s.pose.position != start.position; });
    const bool turns = any([&](const auto& s) { return s.pose.orientation != start.orientation; });
    if (!shifts && !turns) return;
    const size_t input = timesOf(b);
    if (shifts)
      animate("translation", "LINEAR", input, buffer_.add("VEC3", kFloat, b.samples.size(), 0, [&](std::string& out) {
        for (const auto& s : b.samples) appendBytes(out, Vec3f(s.pose.position));
      }));
    if (turns)
      animate("rotation", "LINEAR", input, buffer_.add("VEC4", kFloat, b.samples.size(), 0, [&](std::string& out) {
        Quat last = start.orientation;
        for (const auto& s : b.samples) {  // of the two that turn alike the one nearer to the last
          Quat now = glm::normalize(s.pose.orientation);
          if (glm::dot(now, last) < 0) now = -now;
          for (const double c : {now.x, now.y, now.z, now.w}) appendBytes(out, static_cast<float>(c));
          last = now;
        }
      }));
  }

  /// Scale 0 while the body is not there.
  void hideOutside(const MotionTrack::Body& b) {
    std::vector<double> times;
    std::vector<float> scales;
    size_t s = 0;
    for (size_t m = 0; m < times_.size(); ++m) {
      const bool there = s < b.samples.size() && b.samples[s].moment == m;
      s += there;
      const float scale = there ? 1 : 0;
      if (scales.empty() || scales.back() != scale) times.push_back(times_[m]), scales.push_back(scale);
    }
    const size_t input = timeline(times);
    animate("scale", "STEP", input, buffer_.add("VEC3", kFloat, scales.size(), 0, [&](std::string& out) {
      for (const float scale : scales) appendBytes(out, Vec3f(scale));
    }));
  }

  double start_;               // s, the scene's time at 0 of the animation
  std::vector<double> times_;  // s, from there
  Buffer buffer_;
  Json nodes_ = Json::array(), meshes_ = Json::array(), materials_ = Json::array();
  Json samplers_ = Json::array(), channels_ = Json::array();
  std::map<unsigned, size_t> colours_;
  std::map<std::pair<const TriangleMesh*, unsigned>, size_t> known_;
  std::optional<size_t> whole_;
};

}  // namespace

void MotionTrack::add(const SimView& view) {
  const size_t moment = times_.size();
  times_.push_back(view.time), steps_.push_back(view.step);
  for (const BodyView& b : view.bodies) {
    if (!b.mesh) continue;
    const auto [found, fresh] = index_.try_emplace({b.name, b.mesh.get()}, bodies_.size());
    if (fresh) bodies_.push_back({b.name, b.mesh, b.colour, b.volume, {}});
    bodies_[found->second].samples.push_back({moment, b.pose, b.velocity, b.angularVelocity, b.pressureForce,
                                              b.pressureTorque, b.submergedFraction, b.density});
  }
}

std::string MotionTrack::csv() const {
  std::string text =
      "time [s],step,body,x [m],y [m],z [m],qw,qx,qy,qz,vx [m/s],vy [m/s],vz [m/s],wx [rad/s],wy [rad/s],wz [rad/s],"
      "fx [N],fy [N],fz [N],tx [N m],ty [N m],tz [N m],submerged,density [kg/m3]\n";
  std::vector<size_t> next(bodies_.size(), 0);
  for (size_t moment = 0; moment < times_.size(); ++moment)
    for (size_t b = 0; b < bodies_.size(); ++b) {
      if (next[b] == bodies_[b].samples.size() || bodies_[b].samples[next[b]].moment != moment) continue;
      const Sample& s = bodies_[b].samples[next[b]++];
      const Quat& q = s.pose.orientation;
      appendText(text, times_[moment]), text += ',';
      appendText(text, steps_[moment]), text += ',';
      appendCell(text, bodies_[b].name);
      const auto add = [&](double v) { text += ',', appendText(text, v); };
      const auto all = [&](const Vec3& v) { add(v.x), add(v.y), add(v.z); };
      all(s.pose.position), add(q.w), add(q.x), add(q.y), add(q.z);
      all(s.velocity), all(s.spin), all(s.force), all(s.torque), add(s.submerged), add(s.density);
      text += '\n';
    }
  return text;
}

std::string MotionTrack::glb(const std::string& title, const std::vector<unsigned>& palette) const {
  GltfWriter gltf(times_);
  for (const Body& b : bodies_) {
    const size_t colour = static_cast<size_t>(std::max(b.colour, 0));
    gltf.add(b, palette.empty() ? 0xB0B0B0u : palette[colour % palette.size()]);
  }
  return gltf.file(title);
}

}  // namespace flotsam
