// SPDX-License-Identifier: MIT
// Small line plots as SVG text: axes, ticks, lines, markers, a legend. No styles, no scripts, no fonts to fetch.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace flotsam {

struct PlotSeries {
  std::string label;
  std::vector<std::pair<double, double>> points;  // what is not finite, or not positive on a log axis, is left out
  bool markers = true, dashed = false;            // dashed without markers: a line of theory
  bool line = true;                               // markers alone: measured beside a line of theory
};

struct Plot {
  std::string name;  // of the file, without ending
  std::string title, x, y;
  bool logX = false, logY = false;
  std::vector<PlotSeries> series;
};

/// The plot as an SVG document, 640 x 400.
std::string plotSvg(const Plot& plot);

}  // namespace flotsam
