// SPDX-License-Identifier: MIT
// What the files of the scene reader and writer share. Internal to io.
#pragma once

#include <filesystem>

#include "io/scene.h"
#include "io/toml_reader.h"

namespace flotsam {

/// A direction: a unit vector is kept bit by bit, so that saved scenes read back the same; others are made one.
bool readDirection(TableReader& table, const char* key, Vec3& out);
/// All [[joint]].
void readJoints(TableReader& top, WorldDesc& desc);

/// `lesson`, words or a table; after the bodies, whose parameters its steps may set.
void readLesson(TableReader& top, WorldDesc& desc);

/// The words of the enums, in their order, for reading and writing alike.
inline const std::vector<std::string> kWallWords = {"box", "sphere", "cylinder", "tilted-box"};
inline const std::vector<std::string> kSideWords = {"left", "right", "bottom", "top", "back", "front"};
inline const std::vector<std::string> kMotionWords = {"free", "fixed", "scripted"};
inline const std::vector<std::string> kScriptWords = {"spin", "circle", "keyframes"};
inline const std::vector<std::string> kShapeWords = {"mesh",  "sphere",  "box",      "cylinder",
                                                     "torus", "capsule", "ellipsoid"};
inline const std::vector<std::string> kJointWords = {"axle", "hinge", "ball", "rope", "weld"};
inline const std::vector<std::string> kFormulaWords = {"value", "release", "weight"};
inline const std::vector<std::string> kColourWords = {"dye", "speed", "depth"};
inline const std::vector<std::string> kWaterWords = {"surface", "particles", "both"};
inline const std::vector<std::string> kSideKeys = {"a", "b", "c"};
inline const std::vector<std::string> kThemeWords = {"light", "dark"};

/// One [[body]] with its shape loaded (null when that failed; the problem is in the context then).
BodyDesc readBody(TableReader& table, const std::filesystem::path& folder, const Vec3& tank, ReadContext& context);
/// { axis, angle (degrees) } or { quaternion = [w, x, y, z] } of a table that may have other keys too.
bool readRotation(TableReader& table, Quat& out);
/// A body by itself, for recordings: the inverse of bodyText().
Result<BodyDesc> parseBody(const std::string& text, const std::string& name, const std::filesystem::path& folder);
std::string bodyText(const BodyDesc& body, bool flat, double dx);

/// The whole file as text, or why not (missing, a folder, unreadable, too large, empty).
Result<std::string> readTextFile(const std::filesystem::path& path, size_t maxSize = 16 << 20);

}  // namespace flotsam
