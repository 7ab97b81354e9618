// SPDX-License-Identifier: MIT
#include "io/toml_reader.h"

#include <algorithm>
#include <cmath>

namespace flotsam {

namespace {

int lineOfNode(const toml::node& node, int otherwise) {
  const auto line = node.source().begin.line;
  return line > 0 ? static_cast<int>(line) : otherwise;
}

std::string inWords(const toml::node& node) {
  if (const auto* s = node.as_string()) return "the text \"" + s->get() + "\"";
  if (const auto* b = node.as_boolean()) return b->get() ? "true" : "false";
  if (const auto* i = node.as_integer()) return "the number " + std::to_string(i->get());
  if (const auto* f = node.as_floating_point()) return "the number " + formatNumber(f->get());
  if (node.is_array()) return "a list";
  if (node.is_table()) return "a table";
  return "a date or time";
}

std::string unknownKey(std::string_view key, const std::vector<std::string>& known) {
  const std::string near = closestWord(key, known);
  if (!near.empty()) return "unknown key; did you mean '" + near + "'?";
  std::string list;
  for (const auto& k : known) list += (list.empty() ? "" : ", ") + k;
  return "unknown key; known here: " + list;
}

}  // namespace

void ReadContext::problem(int line, std::string key, std::string reason) {
  if (problems.size() == kMostProblems) problems.push_back({file, 0, "", "and more problems"});
  if (problems.size() > kMostProblems) return;
  problems.push_back({file, line, std::move(key), std::move(reason)});
}

int ReadContext::lineOf(std::string key) const {
  while (true) {
    if (const auto it = lines.find(key); it != lines.end()) return it->second;
    const size_t dot = key.rfind('.');
    if (dot == std::string::npos) return 0;
    key.resize(dot);
  }
}

TableReader::TableReader(const toml::table& table, std::string path, int line, ReadContext& context)
    : table_(&table), path_(std::move(path)), line_(line), context_(&context) {
  if (!path_.empty()) context.lines[path_] = line;
}

std::string TableReader::fullKey(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

void TableReader::problem(std::string_view key, std::string reason) {
  const toml::node* node = table_->get(key);
  context_->problem(node ? lineOfNode(*node, line_) : line_, fullKey(key), std::move(reason));
}

void TableReader::missing(std::string_view key, std::string hint) {
  problem(key, "missing" + (hint.empty() ? "" : "; " + hint));
}

bool TableReader::troubled(std::string_view key) const {
  const std::string full = fullKey(key);
  for (const auto& p : context_->problems)
    if (!p.warning && p.key.starts_with(full) && (p.key.size() == full.size() || p.key[full.size()] == '.'))
      return true;
  return false;
}

const toml::node* TableReader::find(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  const toml::node* node = table_->get(key);
  if (node) context_->lines[fullKey(key)] = lineOfNode(*node, line_);
  return node;
}

void TableReader::wrongType(std::string_view key, const char* expected, const toml::node& node) {
  problem(key, std::string("expected ") + expected + ", got " + inWords(node));
}

bool TableReader::readNumber(const toml::node& node, const std::string& key, double& out) {
  double v = 0;
  if (const auto* i = node.as_integer())
    v = static_cast<double>(i->get());
  else if (const auto* f = node.as_floating_point())
    v = f->get();
  else
    return wrongType(key, "a number", node), false;
  if (!std::isfinite(v)) return problem(key, "must be a finite number, got " + formatNumber(v)), false;
  out = v;
  return true;
}

bool TableReader::number(const char* key, double& out) {
  const toml::node* node = find(key);
  return node && readNumber(*node, key, out);
}

bool TableReader::integer(const char* key, int& out) {
  double v = 0;
  if (!number(key, v)) return false;
  if (v != std::floor(v)) return problem(key, "expected a whole number, got " + formatNumber(v)), false;
  if (std::abs(v) > 2e9) return problem(key, formatNumber(v) + " is too large"), false;
  out = static_cast<int>(v);
  return true;
}

bool TableReader::toggle(const char* key, bool& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  const auto* b = node->as_boolean();
  if (!b) return wrongType(key, "true or false", *node), false;
  out = b->get();
  return true;
}

bool TableReader::text(const char* key, std::string& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  const auto* s = node->as_string();
  if (!s) return wrongType(key, "a text in quotes", *node), false;
  out = s->get();
  return true;
}

bool TableReader::components(const char* key, std::vector<double>& out, size_t least, size_t most) {
  const toml::node* node = find(key);
  if (!node) return false;
  const std::string count =
      least == most ? std::to_string(least) : std::to_string(least) + " or " + std::to_string(most);
  const auto* list = node->as_array();
  if (!list) return wrongType(key, ("a list of " + count + " numbers").c_str(), *node), false;
  if (list->size() < least || list->size() > most)
    return problem(key, "expected " + count + " numbers, got " + std::to_string(list->size())), false;
  std::vector<double> values(list->size());
  for (size_t i = 0; i < list->size(); ++i)
    if (!readNumber((*list)[i], key, values[i])) return false;
  out = std::move(values);
  return true;
}

bool TableReader::vector(const char* key, Vec3& out, Flat flat) {
  const bool two = context_->flat && flat != Flat::Refuse;
  std::vector<double> v;
  if (!components(key, v, two ? 2 : 3, 3)) return false;
  const double z = flat == Flat::Middle ? 0.5 * context_->dx : flat == Flat::Thickness ? context_->dx : 0;
  out = {v[0], v[1], v.size() == 3 ? v[2] : z};
  return true;
}

bool TableReader::cells(const char* key, Int3& out) {
  std::vector<double> v;
  if (!components(key, v, 3, 3)) return false;
  for (double c : v) {
    if (c != std::floor(c)) return problem(key, "expected whole numbers, got " + formatNumber(c)), false;
    if (std::abs(c) > 2e9) return problem(key, formatNumber(c) + " is too large"), false;
  }
  out = Int3(static_cast<int>(v[0]), static_cast<int>(v[1]), static_cast<int>(v[2]));
  return true;
}

int TableReader::wordIndex(const char* key, const std::vector<std::string>& words) {
  std::string word;
  if (!text(key, word)) return -1;
  const auto it = std::find(words.begin(), words.end(), word);
  if (it != words.end()) return static_cast<int>(it - words.begin());
  std::string list;
  for (const auto& w : words) list += (list.empty() ? "" : ", ") + w;
  problem(key, "'" + word + "' is not one of " + list);
  return -1;
}

std::optional<TableReader> TableReader::table(const char* key) {
  const toml::node* node = find(key);
  if (!node) return {};
  const auto* t = node->as_table();
  if (!t) return wrongType(key, "a table { ... }", *node), std::nullopt;
  return TableReader(*t, fullKey(key), lineOfNode(*node, line_), *context_);
}

std::vector<TableReader> TableReader::tables(const char* key, bool named, size_t most) {
  std::vector<TableReader> readers;
  const toml::node* node = find(key);
  if (!node) return readers;
  const auto* list = node->as_array();
  if (!list) return wrongType(key, ("a list of tables [[" + std::string(key) + "]]").c_str(), *node), readers;
  if (list->size() > most) problem(key, std::to_string(list->size()) + " entries; at most " + std::to_string(most));
  for (const toml::node& item : *list) {
    if (readers.size() == most) break;
    const std::string path = fullKey(key) + "[" + std::to_string(readers.size() + 1) + "]";
    const int line = lineOfNode(item, lineOfNode(*node, line_));
    const auto* t = item.as_table();
    if (!t) {
      context_->problem(line, path, "expected a table, got " + inWords(item));
      continue;
    }
    const auto name = named ? (*t)["name"].value<std::string>() : std::nullopt;
    readers.emplace_back(*t, name && !name->empty() ? fullKey(key) + "." + *name : path, line, *context_);
  }
  return readers;
}

bool TableReader::setParam(const std::string& key, const toml::node& node, ParamList& list,
                           const std::string& listKey) {
  const ParamKind kind = list.find(listKey)->info.kind;
  std::string text;
  if (kind == ParamKind::Toggle) {
    const auto* b = node.as_boolean();
    if (!b) return wrongType(key, "true or false", node), false;
    text = b->get() ? "true" : "false";
  } else if (kind == ParamKind::Choice) {
    const auto* s = node.as_string();
    if (!s) return wrongType(key, "a word in quotes", node), false;
    text = s->get();
  } else {
    double v = 0;
    if (!readNumber(node, key, v)) return false;
    text = formatNumber(v);
  }
  const Problems problems = list.set(listKey, text);
  for (const auto& p : problems) problem(key, p.reason);
  return problems.empty();
}

bool TableReader::param(const char* key, ParamList& list, const std::string& listKey) {
  const toml::node* node = find(key);
  return node && setParam(key, *node, list, listKey);
}

void TableReader::params(ParamList& list) {
  const std::string prefix = path_ + ".";
  for (const auto& p : list.all())
    if (p.info.key.starts_with(prefix)) known_.push_back(p.info.key.substr(prefix.size()));
  for (auto&& [key, node] : *table_) {
    const std::string name(key.str());
    context_->lines[fullKey(name)] = lineOfNode(node, line_);
    if (list.find(fullKey(name))) setParam(name, node, list, fullKey(name));
  }
  finish();
}

void TableReader::settings(ParamList& list, std::vector<std::pair<std::string, double>>& out,
                           const std::string& prefix) {
  std::vector<std::string> all;
  for (const auto& p : list.all()) all.push_back(p.info.key);
  for (auto&& [key, node] : *table_) {
    const std::string name(key.str()), listKey = prefix + name;
    known_.push_back(name);
    context_->lines[fullKey(name)] = lineOfNode(node, line_);
    if (const auto* inner = node.as_table())
      TableReader(*inner, fullKey(name), lineOfNode(node, line_), *context_).settings(list, out, listKey + ".");
    else if (!list.find(listKey))
      problem(name,
              "no parameter of the scene" +
                  (closestWord(listKey, all).empty() ? "" : "; did you mean '" + closestWord(listKey, all) + "'?"));
    else if (setParam(name, node, list, listKey))
      out.emplace_back(listKey, list.find(listKey)->value);
  }
}

bool TableReader::texts(const char* key, std::vector<std::string>& out) {
  const toml::node* node = find(key);
  if (!node) return false;
  const auto* array = node->as_array();
  if (!array) return wrongType(key, "a list of texts", *node), false;
  std::vector<std::string> read;
  for (const auto& item : *array) {
    if (!item.is_string()) return wrongType(key, "a list of texts", item), false;
    read.push_back(item.as_string()->get());
  }
  out = std::move(read);
  return true;
}

void TableReader::finish() {
  for (auto&& [key, node] : *table_)
    if (std::find(known_.begin(), known_.end(), key.str()) == known_.end()) {
      const auto line = key.source().begin.line;
      context_->problem(line > 0 ? static_cast<int>(line) : lineOfNode(node, line_), fullKey(key.str()),
                        unknownKey(key.str(), known_));
    }
}

}  // namespace flotsam
