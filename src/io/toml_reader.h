// SPDX-License-Identifier: MIT
// Reads the tables of a scene file: every getter checks the type, remembers the line and collects what is wrong, so
// that all problems of a file come out at once. Bounds are not checked here (io/scene_check does). Internal to io.
#pragma once

#include <toml++/toml.h>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/describe.h"
#include "core/math.h"

namespace flotsam {

inline constexpr size_t kMostEntries = 1000;   // of any list of tables
inline constexpr size_t kMostProblems = 1000;  // told of a file

struct ReadContext {
  std::string file;
  Problems problems;
  std::map<std::string, int> lines;  // of every dotted key read, so that later checks can name the line
  bool flat = false;                 // 2D scene: vectors may have two components
  double dx = 0;

  void problem(int line, std::string key, std::string reason);
  /// Line of a dotted key, or of the nearest table around it; 0 when nothing is known.
  int lineOf(std::string key) const;
};

/// What stands for z when a 2D scene gives two components.
enum class Flat { Refuse, Zero, Middle, Thickness };

class TableReader {
 public:
  /// `path` is what precedes the keys in messages: "" for the file itself, "body.rabbit".
  TableReader(const toml::table& table, std::string path, int line, ReadContext& context);

  bool has(std::string_view key) const { return table_->contains(key); }
  bool isTable(std::string_view key) const { return table_->contains(key) && table_->get(key)->is_table(); }
  std::string fullKey(std::string_view key) const;
  void problem(std::string_view key, std::string reason);  // at the key's line, or the table's
  void missing(std::string_view key, std::string hint);
  /// Whether anything was wrong at this key or below it.
  bool troubled(std::string_view key) const;
  size_t problemCount() const { return context_->problems.size(); }
  /// Makes a key known without reading it.
  void expect(std::string_view key) { known_.emplace_back(key); }

  // Each returns whether the key is there with the right type; `out` keeps its value otherwise.
  bool number(const char* key, double& out);
  bool integer(const char* key, int& out);
  bool toggle(const char* key, bool& out);
  bool text(const char* key, std::string& out);
  bool vector(const char* key, Vec3& out, Flat flat = Flat::Refuse);
  bool components(const char* key, std::vector<double>& out, size_t least, size_t most);
  bool cells(const char* key, Int3& out);
  template <class Enum>
  bool word(const char* key, Enum& out, const std::vector<std::string>& words) {
    const int index = wordIndex(key, words);
    if (index >= 0) out = static_cast<Enum>(index);
    return index >= 0;
  }
  std::optional<TableReader> table(const char* key);
  /// The tables of [[key]], `most` at most, with a problem where there are more; paths are key[1], key[2], ... or
  /// key.NAME where `named` and a name is given.
  std::vector<TableReader> tables(const char* key, bool named = false, size_t most = kMostEntries);
  /// A parameter of `list` called `listKey` there.
  bool param(const char* key, ParamList& list, const std::string& listKey);
  /// Every key of this table must be a parameter of `list` under this table's path.
  void params(ParamList& list);
  /// Settings of parameters of `list`, dotted keys as tables within tables; what is set is appended to `out`.
  void settings(ParamList& list, std::vector<std::pair<std::string, double>>& out, const std::string& prefix = {});
  /// A list of texts.
  bool texts(const char* key, std::vector<std::string>& out);
  /// Reports the keys nobody asked for.
  void finish();

 private:
  const toml::node* find(std::string_view key);
  bool setParam(const std::string& key, const toml::node& node, ParamList& list, const std::string& listKey);
  int wordIndex(const char* key, const std::vector<std::string>& words);
  bool readNumber(const toml::node& node, const std::string& key, double& out);
  void wrongType(std::string_view key, const char* expected, const toml::node& node);

  const toml::table* table_;
  std::string path_;
  int line_;
  ReadContext* context_;
  std::vector<std::string> known_;
};

}  // namespace flotsam
