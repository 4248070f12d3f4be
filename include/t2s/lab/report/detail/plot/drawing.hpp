// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_PLOT_DRAWING_HPP
#define T2S_LAB_REPORT_DETAIL_PLOT_DRAWING_HPP

#include "t2s/lab/report/detail/plot/shapes.hpp"
#include "t2s/lab/report/detail/plot/text_width.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::evaluation::reporting {

/// A plot, for a page or a file of its own. All but `shapes` is text.
struct drawing {
  std::string name{};         ///< of the file, without ".svg"
  std::string title{};        ///< what it shows, in one line
  std::string description{};  ///< a text alternative: values, or how to read it
  double width = 0, height = 0;
  std::string shapes{};    ///< SVG
  std::string footnote{};  ///< under the shapes; "" if there is none
};

/// The lines of a footnote; the first ones if it is very long.
inline std::vector<std::string> footnote_lines(drawing const& d) {
  auto lines = d.footnote.empty() ? std::vector<std::string>() : lines_fitting(d.footnote, 1.1 * d.width, 12);
  if (lines.size() > 4) lines.resize(4);
  return lines;
}

/// The drawing with its footnote.
inline std::string content_of(drawing const& d) {
  auto out = d.shapes;
  double y = d.height;
  for (auto const& line : footnote_lines(d)) out += words({0, y += 16}, line, "start", "tick");
  return out;
}
inline double height_of(drawing const& d) {
  auto const lines = static_cast<double>(footnote_lines(d).size());
  return d.height + (lines > 0 ? 16 * lines + 8 : 0);
}

/// The plot within a page; `id` is its own there. It shrinks with the page as far as its text stays legible, then its box scrolls.
inline std::string svg_in_page(drawing const& d, std::size_t id) {
  auto const name = joined("plot", id), wide = fixed(d.width, 0), high = fixed(height_of(d), 0);
  auto const head = element("title", escaped(d.title), joined(" id=\"", name, "\"")) + element("desc", escaped(d.description));
  auto const size = joined(" width=\"", wide, "\" height=\"", high, "\" viewBox=\"0 0 ", wide, " ", high, "\"");
  auto const limits = joined(" style=\"min-width:", fixed(d.width * 0.8, 0), "px\"");
  auto const svg = element("svg", head + content_of(d), joined(size, limits, " role=\"img\" aria-labelledby=\"", name, "\""));
  return element("div", svg, " class=\"wide\"");
}

inline std::string page_figure(drawing const& d, std::size_t id) {
  return element("figure", element("figcaption", escaped(d.title)) + svg_in_page(d, id)) + "\n";
}

/// The plot as a separate file, with its title above it.
inline std::string svg_file(drawing const& d) {
  constexpr double margin = 12, heading = 32;
  auto const width = d.width + 2 * margin, height = height_of(d) + heading + 2 * margin;
  auto const wide = fixed(width, 0), high = fixed(height, 0);
  auto const head = element("title", escaped(d.title), " id=\"title\"") + element("desc", escaped(d.description), " id=\"desc\"") +
                    element("style", plot_style());
  auto const back = element("path", "", joined(" class=\"back\" d=\"M0 0H", wide, "V", high, "H0z\""));
  auto const above = words({margin, margin + 15}, fitting(d.title, d.width, 16), "start", "heading");
  auto const inside =
      element("g", content_of(d), joined(" transform=\"translate(", coordinate(margin), " ", coordinate(margin + heading), ")\""));
  auto const attributes = joined(" xmlns=\"http://www.w3.org/2000/svg\" width=\"", wide, "\" height=\"", high, "\" viewBox=\"0 0 ", wide,
                                 " ", high, "\" role=\"img\" aria-labelledby=\"title desc\"");
  return joined("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
                element("svg", joined("\n", head, "\n", back, above, inside, "\n"), attributes), "\n");
}

}  // namespace t2s::evaluation::reporting

#endif
