// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_SHAPES_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_SHAPES_HPP

#include "t2s/lab/report/detail/markup.hpp"
#include "t2s/lab/report/detail/plot/look.hpp"

#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The elements of SVG that plots consist of. The origin is at the top left.
namespace t2s::evaluation::reporting {

struct place {
  double x = 0, y = 0;
};

/// A coordinate, as short as possible.
inline std::string coordinate(double v) {
  auto out = fixed(v);
  if (out.ends_with(".0")) out.resize(out.size() - 2);
  return out == "-0" ? "0" : out;
}

/// An attribute with a coordinate.
inline std::string at(std::string_view name, double where) { return joined(" ", name, "=\"", coordinate(where), "\""); }

inline std::string class_of(std::string_view kind) { return joined(" class=\"", kind, "\""); }

inline std::string straight(place from, place to, std::string_view kind) {
  return element("line", "", class_of(kind) + at("x1", from.x) + at("y1", from.y) + at("x2", to.x) + at("y2", to.y));
}

/// An attribute with a figure in full; "" if it is not a number.
inline std::string data(std::string_view name, double figure) {
  auto const written = in_full(figure);
  return written.empty() ? "" : joined(" data-", name, "=\"", written, "\"");
}
inline std::string data(std::string_view name, std::size_t figure) { return joined(" data-", name, "=\"", figure, "\""); }

/// The elements of one figure, with a title; `attributes` begins with a space.
inline std::string with_title(std::string_view hint, std::string_view attributes, std::string_view content) {
  return element("g", element("title", escaped(hint)) + std::string(content), attributes);
}

/// `anchor` is "start", "middle" or "end".
inline std::string words(place where, std::string_view what, std::string_view anchor, std::string_view kind) {
  return element("text", escaped(what), class_of(kind) + joined(" text-anchor=\"", anchor, "\"") + at("x", where.x) + at("y", where.y));
}

inline std::string points_of(std::span<place const> all) {
  std::string out;
  for (auto const& p : all) out += joined(out.empty() ? "" : " ", coordinate(p.x), ",", coordinate(p.y));
  return out;
}

/// A line through all points.
inline std::string polyline(std::span<place const> all, std::string_view kind, std::string_view dashes = {}) {
  auto const dashed = dashes.empty() ? std::string() : joined(" stroke-dasharray=\"", dashes, "\"");
  return element("polyline", "", joined(class_of(kind), dashed, " points=\"", points_of(all), "\""));
}

inline std::string rectangle(place corner, double width, double height, std::string_view attributes, std::string_view hint) {
  return element("rect", hint.empty() ? "" : element("title", escaped(hint)),
                 joined(attributes, at("x", corner.x), at("y", corner.y), at("width", width), at("height", height)));
}

/// Corners at equal angles, with the given distances from the middle in turn.
inline std::vector<place> corners(place middle, std::size_t count, std::span<double const> distances, double turn) {
  std::vector<place> out;
  for (std::size_t n = 0; n < count; ++n) {
    auto const angle = 2 * std::numbers::pi * (static_cast<double>(n) / static_cast<double>(count) + turn);
    auto const far = distances[n % distances.size()];
    out.push_back({middle.x + far * std::sin(angle), middle.y - far * std::cos(angle)});
  }
  return out;
}

/// The outline of a mark that is not a circle; all have about the area of a circle of radius `size`.
inline std::vector<place> outline(shape of, place middle, double size) {
  auto const even = [&](std::size_t count, double distance, double turn) { return corners(middle, count, std::span(&distance, 1), turn); };
  auto const spiked = [&](std::vector<double> const& distances, std::size_t count, double turn) {
    return corners(middle, count, distances, turn);
  };
  std::vector<double> const arms{size * 0.55, size * 1.3, size * 1.3};
  switch (of) {
    case shape::square: return even(4, size * 1.27, 0.125);
    case shape::up: return even(3, size * 1.45, 0);
    case shape::down: return even(3, size * 1.45, 0.5);
    case shape::diamond: return even(4, size * 1.35, 0);
    case shape::star: return spiked({size * 1.55, size * 0.68}, 10, 0);
    case shape::plus: return spiked(arms, 12, 0.125);
    default: return spiked(arms, 12, 0);
  }
}

inline std::string mark(look const& of, place middle, double size) {
  auto const kind = class_of(joined(of.hollow ? "h" : "c", of.color));
  if (of.mark == shape::circle) return element("circle", "", kind + at("cx", middle.x) + at("cy", middle.y) + at("r", size));
  return element("polygon", "", joined(kind, " points=\"", points_of(outline(of.mark, middle, size)), "\""));
}

}  // namespace t2s::evaluation::reporting

#endif
