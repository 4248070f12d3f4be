// SPDX-License-Identifier: BSL-1.0
// Scales and colors of plots.
#include "t2s/lab/report/detail/characters.hpp"
#include "t2s/lab/report/detail/plot/lines.hpp"
#include "t2s/lab/report/detail/plot/palette.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>

using namespace t2s::evaluation::reporting;

namespace {

using color = std::array<double, 3>;

/// Linear red, green and blue of "#rrggbb" (IEC 61966-2-1).
color linear(std::string_view hex) {
  color out{};
  for (std::size_t i = 0; i < 3; ++i) {
    auto const c = std::stoi(std::string(hex.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
    out[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  return out;
}

/// The contrast of WCAG 2.
double contrast(std::string_view a, std::string_view b) {
  auto const luminance = [](color const& c) { return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] + 0.05; };
  auto const x = luminance(linear(a)), y = luminance(linear(b));
  return std::max(x, y) / std::min(x, y);
}

using matrix = std::array<color, 3>;

color times(matrix const& m, color const& c) {
  color out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * c[0] + m[i][1] * c[1] + m[i][2] * c[2];
  return out;
}

/// Simulates colour blindness (Machado, Oliveira and Fernandes 2009, severity 1).
constexpr matrix normal{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    protanopia{{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    deuteranopia{{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};

/// In OKLab (Ottosson 2020), times 100.
double distance(color a, color b) {
  constexpr matrix cones{
      {{0.4122214708, 0.5363325363, 0.0514459929}, {0.2119034982, 0.6806995451, 0.1073969566}, {0.0883024619, 0.2817188376, 0.6299787005}}};
  constexpr matrix lab{{{0.2104542553, 0.7936177850, -0.0040720468},
                        {1.9779984951, -2.4285922050, 0.4505937099},
                        {0.0259040371, 0.7827717662, -0.8086757660}}};
  for (auto* c : {&a, &b}) {
    for (auto& part : *c) part = std::clamp(part, 0.0, 1.0);
    *c = times(cones, *c);
    for (auto& part : *c) part = std::cbrt(part);
    *c = times(lab, *c);
  }
  return 100 * std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plots)

BOOST_AUTO_TEST_CASE(colors_stand_out_and_differ_for_every_eye) {
  for (auto const& p : {light_palette, dark_palette}) {
    for (auto const c : p.series) BOOST_TEST(contrast(c, p.back) >= 3, c);
    BOOST_TEST(contrast(p.text, p.back) >= 7);
    BOOST_TEST(contrast(p.soft, p.back) >= 4.5);
    for (auto const& eye : {normal, protanopia, deuteranopia})
      for (std::size_t i = 0; i < colors; ++i)
        for (std::size_t j = 0; j < i; ++j)
          BOOST_TEST(distance(times(eye, linear(p.series[i])), times(eye, linear(p.series[j]))) >= 11, p.series[i] << p.series[j]);
  }
}

BOOST_AUTO_TEST_CASE(a_line_is_known_without_its_color) {
  std::set<std::pair<std::string_view, bool>> seen;
  for (std::size_t n = 0; n < colors; ++n) seen.emplace(look(n).dashes, look(n).hollow);
  BOOST_TEST(seen.size() == colors);
}

BOOST_AUTO_TEST_CASE(ticks_are_round_numbers) {
  auto const texts = [](scale const& s) {
    std::string out;
    for (auto const& t : s.ticks()) out += t.text + " ";
    return out;
  };
  BOOST_TEST(texts(scale::linear(0, 93)) == "0 20 40 60 80 100 ");
  BOOST_TEST(texts(scale::linear(-0.2, 0.3, 5)) == "-0.2 -0.1 0 0.1 0.2 0.3 ");
  BOOST_TEST(texts(scale::shares(0.784, 0.857)) == "78 80 82 84 86 ");
  BOOST_TEST(texts(scale::shares(1, 1)) == "95 96 97 98 99 100 ");
  BOOST_TEST(texts(scale::linear(0, 3, 5, 1)) == "0 1 2 3 ");
}

BOOST_AUTO_TEST_CASE(scales_put_values_in_their_order) {
  auto const linear = scale::linear(10, 20);
  BOOST_TEST(linear.place(10) == 0.0);
  BOOST_TEST(linear.place(15) == 0.5);
  BOOST_TEST(linear.place(25) == 1.0);
}

BOOST_AUTO_TEST_CASE(long_names_keep_their_beginning_and_end) {
  BOOST_TEST(fitting_terminal("short", 5) == "short");
  BOOST_TEST(fitting_terminal("abcdefghij", 6) == "abc\xE2\x80\xA6ij");
  BOOST_TEST(fitting_terminal("\xE4\xBF\xAE\xE6\xAD\xA3\xE6\x88\xA6\xE7\x95\xA5", 6) ==
             "\xE4\xBF\xAE\xE2\x80\xA6\xE7\x95\xA5");  // two columns each
  BOOST_TEST(fitting_terminal("abc", 0) == "\xE2\x80\xA6");
  for (std::size_t room = 1; room < 12; ++room) BOOST_TEST(terminal_columns(fitting_terminal("abcdefghijk", room)) <= room);
}

BOOST_AUTO_TEST_SUITE_END()
