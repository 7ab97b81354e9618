// SPDX-License-Identifier: MIT
// A line that says how long something takes already, while it takes more than a moment. Internal to cli.
#pragma once

#include <condition_variable>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>

namespace flotsam {

class Waiting {
 public:
  /// `out` is a terminal, or null and nothing is shown. `after`: s until it shows the first line.
  Waiting(std::ostream* out, std::string words, double after = 2);
  ~Waiting() { clear(); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  /// Ends it and takes the line away; before anything else is printed.
  void clear();

 private:
  void run(double after);
  std::ostream* out_;
  std::string words_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace flotsam
