// SPDX-License-Identifier: MIT
// `flotsam params`: every parameter that scene files and --set know, straight from describe().
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/common.h"
#include "sim/params.h"

namespace flotsam {

namespace {

const char* kindWord(ParamKind kind) {
  switch (kind) {
    case ParamKind::Number:
      return "number";
    case ParamKind::Integer:
      return "integer";
    case ParamKind::Toggle:
      return "toggle";
    case ParamKind::Choice:
      return "choice";
  }
  return "";
}

std::string allowed(const ParamInfo& info) {
  if (info.kind == ParamKind::Toggle) return "true, false";
  if (info.kind != ParamKind::Choice) return formatNumber(info.min) + " to " + formatNumber(info.max);
  std::string words;
  for (const auto& w : info.options) words += (words.empty() ? "" : ", ") + w;
  return words;
}

void printJson(const Console& console, const std::vector<Param>& params) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& p : params) {
    nlohmann::ordered_json j = {{"key", p.info.key},      {"label", p.info.label}, {"group", p.info.group},
                                {"unit", p.info.unit},    {"help", p.info.help},   {"kind", kindWord(p.info.kind)},
                                {"default", p.text()},    {"low", p.info.low},     {"high", p.info.high},
                                {"log", p.info.logScale}, {"basic", p.info.basic}, {"restarts", p.info.restarts}};
    if (p.info.kind == ParamKind::Choice)
      j["options"] = p.info.options;
    else
      j["min"] = p.info.min, j["max"] = p.info.max;
    if (p.info.kind == ParamKind::Number || p.info.kind == ParamKind::Integer) j["default"] = p.value;
    list.push_back(std::move(j));
  }
  console.out << list.dump(1) << '\n';
}

void printMarkdown(const Console& console, const std::vector<Param>& params) {
  console.out << "| key | default | allowed | unit | what it does |\n|---|---|---|---|---|\n";
  for (const auto& p : params)
    console.out << "| `" << p.info.key << "` | " << p.text() << " | " << allowed(p.info) << " | " << p.info.unit
                << " | " << p.info.help << (p.info.restarts ? " Restarts the scene." : "") << " |\n";
}

void printText(const Console& console, const std::vector<Param>& params) {
  std::string group;
  for (const auto& p : params) {
    if (p.info.group != group) console.out << (group.empty() ? "" : "\n") << p.info.group << '\n';
    group = p.info.group;
    std::string key = "  " + p.info.key;
    key.resize(std::max<size_t>(key.size() + 2, 28), ' ');
    console.out << key << p.text() << (p.info.unit.empty() ? "" : " " + p.info.unit) << "  (" << allowed(p.info)
                << ")\n"
                << std::string(28, ' ') << p.info.help << '\n';
  }
}

}  // namespace

void addParams(CLI::App& app, Console console, int& exitCode) {
  auto* command = app.add_subcommand("params", "List every parameter with its unit, bounds and default");
  auto json = std::make_shared<bool>(false);
  auto markdown = std::make_shared<bool>(false);
  auto* asJson = command->add_flag("--json", *json, "As JSON");
  command->add_flag("--markdown", *markdown, "As a Markdown table")->excludes(asJson);
  command->callback([=, &exitCode] {
    StepParams params;
    BodyDesc body;
    body.name = "NAME";
    ParamList list;
    describe(params, list);
    describe(body, list);
    if (*json)
      printJson(console, list.all());
    else if (*markdown)
      printMarkdown(console, list.all());
    else
      printText(console, list.all());
    exitCode = kGood;
  });
}

}  // namespace flotsam
