// SPDX-License-Identifier: MIT
// Reflection of parameters: one describe() per parameter struct binds each field to a key, a label, a unit, bounds
// and words. Sliders, scene files, --set, the parameter table and the bounds test are all fed from it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace flotsam {

enum class ParamKind { Number, Integer, Toggle, Choice };

/// Everything about a parameter but its storage. Copied freely (the window works on copies).
struct ParamInfo {
  std::string key;        // dotted: "fluid.density"
  std::string label;      // "Density"
  std::string group;      // "Fluid"
  std::string unit;       // "kg/m³"; empty for none
  std::string help;       // one sentence
  std::string low, high;  // what it does at either end of the slider; may be empty
  ParamKind kind = ParamKind::Number;
  double min = 0, max = 1;  // inclusive bounds of the model (for Choice: 0 .. options-1)
  bool logScale = false;
  bool basic = false;                // shown under "Basic"
  bool restarts = false;             // takes effect by rebuilding the scene (grid size, particles per cell, ...)
  std::vector<std::string> options;  // Choice: the words, in order
  std::vector<std::string> cards;    // Choice: two lines on each option, shown under it; may be empty
};

/// A bound parameter: info plus its storage. Valid only while the described struct lives and does not move.
struct Param {
  ParamInfo info;
  double value = 0;         // now (Toggle 0/1, Choice index)
  double defaultValue = 0;  // of a default-constructed struct
  std::function<void(double)> store;

  /// The value as a scene file writes it: number, true/false or the option's word.
  std::string text() const;
};

/// What describe() functions fill. Optional fields of the spec are designated initialisers.
struct ParamSpec {
  std::string unit = {}, help = {}, low = {}, high = {};
  double min = 0, max = 1;
  bool logScale = false, basic = false, restarts = false;
  std::vector<std::string> cards = {};
};

class ParamList {
 public:
  /// Sets the prefix ("fluid.") and the group title for what follows.
  ParamList& group(std::string prefix, std::string title);
  ParamList& number(const char* key, const char* label, double& field, double defaultValue, ParamSpec spec);
  ParamList& integer(const char* key, const char* label, int& field, int defaultValue, ParamSpec spec);
  ParamList& toggle(const char* key, const char* label, bool& field, bool defaultValue, ParamSpec spec);
  template <class Enum>
  ParamList& choice(const char* key, const char* label, Enum& field, Enum defaultValue,
                    std::vector<std::string> options, ParamSpec spec) {
    return add(
        key, label, ParamKind::Choice, static_cast<double>(field), static_cast<double>(defaultValue),
        [&field](double v) { field = static_cast<Enum>(static_cast<int>(v)); }, std::move(spec), std::move(options));
  }

  const std::vector<Param>& all() const { return params_; }
  Param* find(std::string_view key);
  /// Sets a parameter from text ("0.5", "true", "area"). Refuses unknown keys (naming near ones), wrong types,
  /// non-finite numbers and values out of bounds; the struct is untouched then.
  Problems set(std::string_view key, std::string_view text);
  /// Sets from a widget or a recording: finite values are clamped to the bounds. False when the key is unknown or
  /// the value is not finite.
  bool setClamped(std::string_view key, double value);

 private:
  ParamList& add(const char* key, const char* label, ParamKind kind, double value, double defaultValue,
                 std::function<void(double)> store, ParamSpec spec, std::vector<std::string> options);
  std::string prefix_, title_;
  std::vector<Param> params_;
};

/// Locale-independent shortest text that reads back to the same double.
std::string formatNumber(double value);
/// Locale-independent; the whole text must be a number (no blanks around). Accepts nan/inf so callers can refuse them
/// by name.
bool parseNumber(std::string_view text, double& value);
/// The candidate closest to `word` by edit distance (at most a third of its length off), or "".
std::string closestWord(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace flotsam
