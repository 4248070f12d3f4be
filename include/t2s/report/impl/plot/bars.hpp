// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPORT_IMPL_BAR_PLOT_HPP
#define T2S_REPORT_IMPL_BAR_PLOT_HPP

#include "t2s/report/impl/markup.hpp"

#include <cmath>

namespace t2s::evaluation::reporting {

inline constexpr std::size_t colors = 8;  // of the style sheet

/// An attribute with a coordinate; the origin of SVG is at the top left.
inline std::string at(std::string_view name, double where) { return joined(" ", name, "=\"", fixed(where), "\""); }

/// What a plot says of itself; `id` is its own on the page.
struct plot_frame {
  std::size_t id = 0;
  std::string title{}, description{};
  double width = 0, height = 0;
};

/// A drawing with its title and the names of its series.
template <class Series>
std::string plot_figure(plot_frame const& f, std::vector<Series> const& series, std::string_view drawing) {
  auto const name = joined("plot", f.id), wide = fixed(f.width, 0), high = fixed(f.height, 0);
  auto const head = element("title", escaped(f.title), joined(" id=\"", name, "\"")) + element("desc", escaped(f.description));
  auto const size = joined(" width=\"", wide, "\" height=\"", high, "\" viewBox=\"0 0 ", wide, " ", high, "\"");
  auto const svg = element("svg", joined(head, drawing), joined(size, " role=\"img\" aria-labelledby=\"", name, "\""));
  std::string legend;
  for (std::size_t s = 0; s < series.size(); ++s)
    legend += element("li", joined("<span class=\"swatch c", s % colors, "\"></span>", escaped(series[s].name)));
  return element("figure", element("figcaption", escaped(f.title)) + element("ul", legend, " class=\"legend\"") +
                               element("div", svg, " class=\"wide\"")) +
         "\n";
}

/// Bars in groups, those of one series in one color. The scale begins at 0, so that lengths can be compared.
class bar_plot {
 public:
  enum class unit { percent, count };

  bar_plot(std::string title, std::vector<std::string> groups, unit u) : title_(std::move(title)), groups_(std::move(groups)), unit_(u) {
    for (auto& g : groups_) longest_ = std::max(longest_, text::display_width(g = cut(g, 24)));
  }

  /// One value for each group: shares from 0 to 1, or counts; NaN where there is none.
  void add(std::string name, std::vector<double> values) { series_.push_back({std::move(name), std::move(values)}); }

  /// `id` is the plot's own on the page.
  [[nodiscard]] std::string figure(std::size_t id) const {
    return plot_figure({id, title_, description(), width(), height()}, series_, scale() + bars());
  }

 private:
  struct series {
    std::string name{};
    std::vector<double> values{};
  };

  static constexpr double left = 46, right = 12, top = 22, plot_height = 200, bottom = 30, bar = 30, letter = 7;

  [[nodiscard]] double bars_width() const { return bar * static_cast<double>(series_.size()); }
  [[nodiscard]] double group_width() const { return std::max(bars_width(), letter * static_cast<double>(longest_)) + 20; }
  [[nodiscard]] double width() const { return left + group_width() * static_cast<double>(groups_.size()) + right; }
  [[nodiscard]] static double height() { return top + plot_height + bottom; }

  [[nodiscard]] double most() const {
    double found = 0;
    for (auto const& s : series_)
      for (auto const v : s.values) found = std::max(found, v);
    return found;
  }
  /// Between the lines of the scale: 1, 2 or 5 times a power of ten, such that there are about five.
  [[nodiscard]] double step() const {
    if (unit_ == unit::percent) return 0.2;
    auto const rough = std::max(1.0, most() / 5), power = std::pow(10, std::floor(std::log10(rough)));
    for (auto const times : {1.0, 2.0, 5.0})
      if (rough <= times * power) return times * power;
    return 10 * power;
  }
  [[nodiscard]] double upper() const { return unit_ == unit::percent ? 1 : step() * std::max(1.0, std::ceil(most() / step())); }
  [[nodiscard]] double height_of(double value) const { return plot_height * std::clamp(value / upper(), 0.0, 1.0); }
  [[nodiscard]] std::string text_of(double value, int digits) const {
    return unit_ == unit::percent ? fixed(100 * value, digits) : fixed(value, 0);
  }

  [[nodiscard]] std::string shown(double value) const { return std::isnan(value) ? "none" : text_of(value, 1); }

  [[nodiscard]] std::string description() const {
    std::string out = unit_ == unit::percent ? "Percent." : "Counts.";
    for (auto const& s : series_) {
      out += joined(" ", s.name, ":");
      for (std::size_t g = 0; g < groups_.size(); ++g) out += joined(g == 0 ? " " : ", ", groups_[g], " ", shown(s.values[g]));
      out += ".";
    }
    return out;
  }

  [[nodiscard]] std::string scale() const {
    std::string out;
    auto const lines = static_cast<std::size_t>(std::lround(upper() / step()));
    for (std::size_t n = 0; n <= lines; ++n) {
      auto const value = step() * static_cast<double>(n), y = top + plot_height - height_of(value);
      out +=
          element("line", "",
                  joined(" class=\"", n == 0 ? "axis" : "grid", "\"", at("x1", left), at("x2", width() - right), at("y1", y), at("y2", y)));
      out += label(left - 6, y + 4, text_of(value, 0), "end", "tick");
    }
    return out + label(left - 6, top - 10, unit_ == unit::percent ? "%" : "n", "end", "tick");
  }

  [[nodiscard]] std::string bars() const {
    std::string out;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      auto const middle = left + group_width() * (static_cast<double>(g) + 0.5);
      for (std::size_t s = 0; s < series_.size(); ++s) out += drawn(g, s, middle - bars_width() / 2 + bar * static_cast<double>(s));
      out += label(middle, top + plot_height + 18, groups_[g], "middle", "name");
    }
    return out;
  }

  [[nodiscard]] std::string drawn(std::size_t group, std::size_t s, double x) const {
    if (std::isnan(series_[s].values[group])) return {};
    auto const value = series_[s].values[group], tall = height_of(value), y = top + plot_height - tall;
    auto const hint = element("title", escaped(joined(series_[s].name, ", ", groups_[group], ": ", text_of(value, 1))));
    auto const box = joined(" class=\"c", s % colors, "\"", at("x", x + 1), at("y", y), at("width", bar - 2), at("height", tall));
    return element("rect", hint, box) + label(x + bar / 2, y - 4, text_of(value, 1), "middle", "value");
  }

  [[nodiscard]] static std::string label(double x, double y, std::string_view what, std::string_view anchor, std::string_view kind) {
    return element("text", escaped(what), joined(" class=\"", kind, "\" text-anchor=\"", anchor, "\"", at("x", x), at("y", y)));
  }

  std::string title_;
  std::vector<std::string> groups_;
  unit unit_;
  std::vector<series> series_{};
  std::size_t longest_ = 0;
};

}  // namespace t2s::evaluation::reporting

#endif
