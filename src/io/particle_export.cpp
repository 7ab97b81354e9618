// SPDX-License-Identifier: MIT
#include "io/particle_export.h"

#include "io/text_bytes.h"

namespace flotsam {

std::string particlesPly(const ParticleCloud& p) {
  std::string bytes = "ply\nformat binary_little_endian 1.0\ncomment metres, metres per second, y up\n";
  for (size_t i = 0; i < p.dyes.size(); ++i) {
    bytes += "comment dye " + std::to_string(i + 1) + ": ";
    for (const char c : p.dyes[i]) bytes += c == '\n' || c == '\r' ? ' ' : c;
    bytes += '\n';
  }
  bytes += "element vertex " + std::to_string(p.position.size()) + '\n';
  for (const char* name : {"x", "y", "z", "vx", "vy", "vz"}) bytes += std::string("property float ") + name + '\n';
  bytes += "property uint id\nproperty uchar dye\nend_header\n";
  bytes.reserve(bytes.size() + 29 * p.position.size());
  for (size_t i = 0; i < p.position.size(); ++i) {
    appendBytes(bytes, p.position[i]);
    appendBytes(bytes, p.velocity[i]);
    appendBytes(bytes, p.id[i]);
    bytes += static_cast<char>(p.dye[i]);
  }
  return bytes;
}

std::string particlesCsv(const ParticleCloud& p) {
  std::string text = "id,x [m],y [m],z [m],vx [m/s],vy [m/s],vz [m/s],dye\n";
  text.reserve(text.size() + 90 * p.position.size());
  for (size_t i = 0; i < p.position.size(); ++i) {
    appendText(text, p.id[i]);
    for (const Vec3f* v : {&p.position[i], &p.velocity[i]})
      for (int a = 0; a < 3; ++a) text += ',', appendText(text, (*v)[a]);
    text += ',';
    appendText(text, static_cast<unsigned>(p.dye[i]));
    text += '\n';
  }
  return text;
}

}  // namespace flotsam
