// SPDX-License-Identifier: MIT
// One case of `flotsam verify`: a set-up with parameters, and what comes out of the solver beside what theory says.
// A family of cases is one file in this folder; registry.cpp has one line per case.
//
// The rule of a row, the same in the table, in JSON and in the exit code:
//   error = (value - theory) / |theory|, or value where theory is 0;  a limit instead of a theory: what exceeds it
//   pass  = |error| <= bound.  What is not finite never passes. A row without theory passes when it is finite.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/describe.h"
#include "core/math.h"
#include "verify/plot.h"

namespace flotsam {

struct Row {
  std::string quantity;  // with its unit
  double value = 0;
  std::optional<double> theory, error, bound;
  bool pass = false;
  std::string note;     // why this bound, where theory ends
  bool detail = false;  // for machines: the table shows it in another form
};

/// Something to read beside the rows: a matrix, a convergence table.
struct TextTable {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> lines;
};

/// What a case hands back.
class CaseOutcome {
 public:
  /// A value against theory. `bound` is relative, or absolute where theory is 0.
  void compare(std::string quantity, double value, double theory, double bound, std::string note = {});
  /// A value that theory bounds from one side only.
  void atMost(std::string quantity, double value, double limit, std::string note = {});
  void atLeast(std::string quantity, double value, double limit, std::string note = {});
  /// A value no theory is known for.
  void measure(std::string quantity, double value, std::string note = {});
  /// The row added last is for machines only.
  void asDetail() { rows.back().detail = true; }

  std::vector<Row> rows;
  std::vector<TextTable> tables;
  std::vector<Plot> plots;
};

/// The parameters of a case: a ParamList, and beside it vectors ("0.2,0.1,0.1") and words. The default of a parameter
/// is the value its field has when it is described.
class CaseParams {
 public:
  using Value = std::variant<double, bool, std::string, Vec3>;

  void number(const char* key, double& field, ParamSpec spec);
  void integer(const char* key, int& field, ParamSpec spec);
  void toggle(const char* key, bool& field, std::string help);
  template <class Enum>
  void choice(const char* key, Enum& field, std::vector<std::string> options, std::string help) {
    list_.choice(key, key, field, field, std::move(options), {.help = std::move(help)});
    order_.push_back(key);
  }
  /// Three numbers with commas between them; one number stands for all three. Bounds hold for each.
  void vector(const char* key, Vec3& field, ParamSpec spec);
  /// A word; prepare() says what is wrong with it.
  void text(const char* key, std::string& field, std::string help);

  bool knows(const std::string& key) const;
  std::vector<std::string> keys() const { return order_; }
  /// As ParamList::set: the field is untouched when there is a problem.
  Problems set(const std::string& key, const std::string& value);
  /// All parameters with their values now, in the order of describe().
  std::vector<std::pair<std::string, Value>> values() const;
  std::string help(const std::string& key) const;

 private:
  struct Triple {
    std::string key;
    Vec3* field;
    ParamSpec spec;
  };
  struct Word {
    std::string key;
    std::string* field;
    std::string help;
  };
  ParamList list_;
  std::vector<Triple> triples_;
  std::vector<Word> words_;
  std::vector<std::string> order_;
};

/// "0.2,0.1,0.1", "true", "sphere", "16".
std::string valueText(const CaseParams::Value& value);

class Case {
 public:
  virtual ~Case() = default;
  /// One line: what is tested.
  virtual std::string about() const = 0;
  /// Where theory ends: what the bounds stand for and what is not covered. For the docs.
  virtual std::string limits() const = 0;
  virtual void describe(CaseParams& params) { (void)params; }
  /// Looks at the parameters together and loads what they name; problems are the user's (exit code 2).
  virtual Problems prepare() { return {}; }
  /// Computes. May run beside other cases; the same bits for any number of threads.
  virtual void run(CaseOutcome& out) = 0;
};

using CaseMaker = std::unique_ptr<Case> (*)();

}  // namespace flotsam
