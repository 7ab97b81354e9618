// SPDX-License-Identifier: MIT
// Raw frames into the separate program ffmpeg, which writes the video. Internal to cli.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"

namespace flotsam {

class VideoPipe {
 public:
  VideoPipe() = default;
  ~VideoPipe();
  VideoPipe(const VideoPipe&) = delete;
  VideoPipe& operator=(const VideoPipe&) = delete;

  /// Whether this machine has ffmpeg, as PATH says.
  static bool available();
  /// The endings of files it makes whole and with every frame; ffmpeg takes the format from them, in any case.
  static const std::vector<std::string>& endings();
  /// `quick`: takes a fraction of the time and makes a larger file, for pictures that come live.
  Problems open(const std::string& file, int width, int height, double framesPerSecond, bool quick = false);
  /// One frame, rgb, rows from the top.
  Problems write(const std::vector<uint8_t>& rgb);
  /// Waits for ffmpeg to finish the file, which then takes the place of an older one; until then, and when anything
  /// goes wrong, the older one stays. Any error that ffmpeg prints counts, whatever it exits with.
  Problems close();

 private:
  Problems failed(const std::string& reason) const { return {{file_, 0, "", reason}}; }
  std::string lastWords() const;  // the last line ffmpeg printed
  std::string file_, part_;       // part_: what ffmpeg writes, beside the file
  int pipe_ = -1, process_ = -1;
  int said_ = -1;       // what ffmpeg prints
  std::string broken_;  // why it got no more frames
};

}  // namespace flotsam
