// SPDX-License-Identifier: MIT
#include "verify/plot.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace flotsam {

namespace {

constexpr double kWidth = 640, kHeight = 400, kLeft = 78, kRight = 170, kTop = 40, kBottom = 52;
constexpr const char* kColours[] = {"#0b6fb8", "#d1582b", "#2f8f4e", "#8a4fa3", "#a3811b", "#4a5560"};

std::string number(double v, int digits) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, v, std::chars_format::general, digits).ptr};
}
/// A coordinate in the picture.
std::string at(double v) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, v, std::chars_format::fixed, 1).ptr};
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  return out;
}

/// One axis: values to [0, 1], and where its ticks are.
struct Axis {
  bool log;
  double lo = INFINITY, hi = -INFINITY;

  bool takes(double v) const { return std::isfinite(v) && (!log || v > 0); }
  double scaled(double v) const { return log ? std::log10(v) : v; }
  void include(double v) { lo = std::min(lo, scaled(v)), hi = std::max(hi, scaled(v)); }
  void finish() {
    if (!(lo <= hi)) lo = 0, hi = 1;
    const double room = std::max(0.06 * (hi - lo), hi > lo ? 0.0 : std::max(0.5 * std::abs(hi), 0.5));
    lo -= room, hi += room;
  }
  double place(double v) const { return (scaled(v) - lo) / (hi - lo); }
  std::vector<double> ticks() const {
    std::vector<double> t;
    if (log) {
      const bool fine = hi - lo < 2.2;  // decades
      for (int d = static_cast<int>(std::floor(lo)); d <= hi; ++d)
        for (const double m : {1.0, 2.0, 5.0})
          if ((m == 1 || fine) && std::log10(m) + d >= lo && std::log10(m) + d <= hi)
            t.push_back(m * std::pow(10.0, d));
      return t;
    }
    const double raw = (hi - lo) / 5, power = std::pow(10, std::floor(std::log10(raw)));
    const double step = power * (raw / power < 1.5 ? 1 : raw / power < 3.5 ? 2 : raw / power < 7.5 ? 5 : 10);
    for (double v = std::ceil(lo / step); v * step <= hi; ++v) t.push_back(v == 0 ? 0.0 : v * step);
    return t;
  }
};

std::string label(double x, double y, const std::string& text, const char* anchor, const char* extra = "") {
  return "<text x=\"" + at(x) + "\" y=\"" + at(y) + "\" text-anchor=\"" + anchor + "\"" + extra + ">" + escaped(text) +
         "</text>\n";
}

std::string stroke(double x0, double y0, double x1, double y1, const char* colour) {
  return "<path d=\"M" + at(x0) + " " + at(y0) + "L" + at(x1) + " " + at(y1) + "\" stroke=\"" + colour + "\"/>\n";
}

}  // namespace

std::string plotSvg(const Plot& plot) {
  Axis x{plot.logX}, y{plot.logY};
  for (const auto& s : plot.series)
    for (const auto& [px, py] : s.points)
      if (x.takes(px) && y.takes(py)) x.include(px), y.include(py);
  x.finish(), y.finish();
  const double right = kWidth - kRight, bottom = kHeight - kBottom;
  const auto toX = [&](double v) { return kLeft + x.place(v) * (right - kLeft); };
  const auto toY = [&](double v) { return bottom - y.place(v) * (bottom - kTop); };

  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 400\" width=\"640\" height=\"400\" "
      "font-family=\"sans-serif\" font-size=\"12\" fill=\"none\">\n"
      "<rect width=\"640\" height=\"400\" fill=\"#ffffff\"/>\n<g fill=\"#27313a\">\n";
  svg += label(kLeft, 24, plot.title, "start", " font-size=\"14\" font-weight=\"bold\"");
  svg += label(0.5 * (kLeft + right), kHeight - 12, plot.x, "middle");
  svg += label(18, 0.5 * (kTop + bottom), plot.y, "middle",
               (" transform=\"rotate(-90 18 " + at(0.5 * (kTop + bottom)) + ")\"").c_str());
  std::string grid;
  for (const double t : x.ticks()) {
    svg += label(toX(t), bottom + 18, number(t, 6), "middle");
    grid += stroke(toX(t), kTop, toX(t), bottom, "#e3e7ea");
  }
  for (const double t : y.ticks()) {
    svg += label(kLeft - 8, toY(t) + 4, number(t, 6), "end");
    grid += stroke(kLeft, toY(t), right, toY(t), "#e3e7ea");
  }
  svg +=
      "</g>\n" + grid + stroke(kLeft, bottom, right, bottom, "#27313a") + stroke(kLeft, kTop, kLeft, bottom, "#27313a");
  size_t index = 0;
  for (const auto& s : plot.series) {
    const std::string colour = kColours[index % std::size(kColours)];
    const double legend = kTop + 10 + 20.0 * static_cast<double>(index++);
    const std::string line =
        "\" stroke=\"" + colour + "\" stroke-width=\"1.8\"" + (s.dashed ? " stroke-dasharray=\"6 4\"" : "") + "/>\n";
    std::string path, dots;
    for (const auto& [px, py] : s.points) {
      if (!x.takes(px) || !y.takes(py)) continue;
      const std::string cx = at(toX(px)), cy = at(toY(py));
      path += (path.empty() ? "M" : "L") + cx + " " + cy;
      if (s.markers) dots += "<circle cx=\"" + cx + "\" cy=\"" + cy + "\" r=\"3.2\" fill=\"" + colour + "\"/>\n";
    }
    if (!path.empty() && s.line) svg += "<path d=\"" + path + line;
    svg += dots;
    if (s.line)
      svg += "<path d=\"M" + at(right + 14) + " " + at(legend) + "h24" + line;
    else
      svg += "<circle cx=\"" + at(right + 26) + "\" cy=\"" + at(legend) + "\" r=\"3.2\" fill=\"" + colour + "\"/>\n";
    svg += "<g fill=\"#27313a\">" + label(right + 44, legend + 4, s.label, "start") + "</g>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace flotsam
