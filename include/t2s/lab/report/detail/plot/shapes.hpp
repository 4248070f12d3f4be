// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_SHAPES_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_SHAPES_HPP

#include "t2s/lab/report/detail/markup.hpp"
#include "t2s/lab/report/detail/plot/palette.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

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

/// Through all points.
inline std::string polyline(std::span<place const> all, std::string_view kind, std::string_view dashes) {
  std::string points;
  for (auto const& p : all) points += joined(points.empty() ? "" : " ", coordinate(p.x), ",", coordinate(p.y));
  auto const dashed = dashes.empty() ? std::string() : joined(" stroke-dasharray=\"", dashes, "\"");
  return element("polyline", "", joined(class_of(kind), dashed, " points=\"", points, "\""));
}

inline std::string rectangle(place corner, double width, double height, std::string_view attributes, std::string_view hint) {
  return element("rect", hint.empty() ? "" : element("title", escaped(hint)),
                 joined(attributes, at("x", corner.x), at("y", corner.y), at("width", width), at("height", height)));
}

/// How the n-th series is drawn, another way for each of the first eight. Without its color it is known by its dashes and its mark.
struct look {
  explicit look(std::size_t n) : color(n % colors), hollow(color >= colors / 2), dashes(patterns[color % patterns.size()]) {}

  std::size_t color;
  bool hollow;              ///< its mark is
  std::string_view dashes;  ///< of its line; "" draws it whole

 private:
  static constexpr std::array<std::string_view, 4> patterns{"", "7 3", "2 3", "9 3 2 3"};
};

inline std::string mark(look const& of, place middle, double size) {
  return element("circle", "", class_of(joined(of.hollow ? "h" : "c", of.color)) + at("cx", middle.x) + at("cy", middle.y) + at("r", size));
}

}  // namespace t2s::evaluation::reporting

#endif
