// SPDX-License-Identifier: MIT
// Everything a user does to the simulation, as data with the step it applies to. Recorded before applied, so a run
// replays exactly.
#pragma once

#include <string>
#include <vector>

#include "sim/world_desc.h"

namespace flotsam {

struct Edit {
  enum Kind { SetParam, AddBody, RemoveBody, PlaceBody } kind = SetParam;
  std::string key;   // SetParam: dotted key; RemoveBody, PlaceBody: the body's name
  double value = 0;  // SetParam: clamped to the parameter's bounds; Choice: option index
  BodyDesc body;     // AddBody (with its shape); a name in use gets a number behind it. PlaceBody: position and
                     // orientation, where the body is then at rest
  int index = -1;    // AddBody: its place among the bodies of then; -1: behind the last
};

struct InputFrame {
  HandInput hand;
  std::vector<Edit> edits;
  bool empty() const { return !hand.active && edits.empty(); }
};

}  // namespace flotsam
