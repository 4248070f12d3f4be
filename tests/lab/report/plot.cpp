// SPDX-License-Identifier: BSL-1.0
// Labels, scales and colors of plots.
#include "lab/report/study_support.hpp"
#include "t2s/lab/report/detail/plot/area.hpp"
#include "t2s/lab/report/detail/plot/label_placement.hpp"
#include "t2s/lab/report/detail/plot/palette.hpp"
#include "t2s/lab/report/detail/plot/points.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cmath>

using namespace t2s::evaluation::reporting;
using t2s::test::drawn_numbers;

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

/// Of WCAG 2.
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

/// As the eye sees it (Machado, Oliveira and Fernandes 2009, severity 1).
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

BOOST_AUTO_TEST_CASE(labels_meet_nothing) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    drawn_numbers draw(seed);
    box const room{50, 30, 620, 390}, curve{400, 300, 440, 314};
    auto const spread = seed % 3 == 0 ? 40.0 : 500.0;  // some lie close together
    std::vector<wanted_label> wanted;
    for (std::size_t n = 0; n < 2 + seed % 30; ++n)
      wanted.push_back({{60 + draw.from(0, spread), 40 + draw.from(0, spread / 2)}, draw.from(10, 170), 16});
    auto const places = label_placement(wanted, 5.5, room, {curve}, {}).places();
    BOOST_REQUIRE(places.size() == wanted.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!places[i]) continue;
      BOOST_TEST(places[i]->within(room));
      BOOST_TEST(!places[i]->meets(curve));
      BOOST_TEST(std::abs(places[i]->right - places[i]->left - wanted[i].width) < 1e-9);
      for (std::size_t j = 0; j < places.size(); ++j) {
        BOOST_TEST(!places[i]->meets(around(wanted[j].mark, 5.5)));
        BOOST_TEST((i == j || !places[j] || !places[i]->meets(*places[j])));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(labels_find_a_place_where_there_is_room) {
  std::vector<wanted_label> wanted;
  for (int n = 0; n < 8; ++n) wanted.push_back({{100.0 + 60 * n, 100.0 + 25 * (n % 3)}, 120, 16});
  for (auto const& p : label_placement(wanted, 5.5, {50, 30, 620, 390}, {}, {}).places()) BOOST_TEST(p.has_value());
  wanted.assign(3, {{300, 200}, 60, 16});  // the same place
  for (auto const& p : label_placement(wanted, 5.5, {50, 30, 620, 390}, {}, {}).places()) BOOST_TEST(p.has_value());
  wanted.assign(1, {{300, 200}, 600, 16});  // wider than the room
  BOOST_TEST(!label_placement(wanted, 5.5, {50, 30, 620, 390}, {}, {}).places()[0].has_value());
}

BOOST_AUTO_TEST_CASE(names_go_to_a_legend_where_they_have_no_room) {
  auto const drawing_of = [](std::size_t points) {
    point_plot plot({"x", false}, {"y", true}, false);
    for (std::size_t n = 0; n < points; ++n) plot.add({n, "a rather long name of number " + std::to_string(n), "", "", 1, 0.5});
    return plot.drawn();
  };
  BOOST_TEST(drawing_of(1).shapes.find("class=\"key\"") == std::string::npos);
  auto const crowded = drawing_of(8);
  BOOST_TEST(crowded.shapes.find("class=\"label halo\"") == std::string::npos);
  for (int n = 0; n < 8; ++n) BOOST_TEST(crowded.shapes.find("of number " + std::to_string(n) + "</text>") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(values_are_moved_apart_in_their_order) {
  auto const moved = spread_apart({10, 11, 50, 9}, 15, 0, 100);
  BOOST_REQUIRE(moved.has_value());
  BOOST_TEST(*moved == (std::vector<double>{24, 39, 54, 9}), boost::test_tools::per_element());
  BOOST_TEST((spread_apart({99, 100}, 15, 0, 100) == std::vector<double>{85, 100}));
  BOOST_TEST(!spread_apart(std::vector<double>(9, 1), 15, 0, 100).has_value());
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
  BOOST_TEST(texts(scale::amounts(std::vector<double>{30, 1})) == "0 5 10 15 20 25 30 ");  // 30 times: equal steps
  BOOST_TEST(texts(scale::amounts(std::vector<double>{31, 1})) == "1 2 5 10 20 50 ");
  BOOST_TEST(texts(scale::amounts(std::vector<double>{0, 1'200'000, 3})) == "0 10 100 1,000 10,000 100,000 1,000,000 ");
  BOOST_TEST(texts(scale::amounts(std::vector<double>{})) == "0 1 ");
  BOOST_TEST(texts(scale::amounts(std::vector<double>{1e-300, 1e300})).size() < 3000U);
}

BOOST_AUTO_TEST_CASE(scales_put_values_in_their_order) {
  auto const linear = scale::linear(10, 20), log = scale::logarithmic(1, 1000, true);
  BOOST_TEST(linear.place(10) == 0.0);
  BOOST_TEST(linear.place(15) == 0.5);
  BOOST_TEST(linear.place(25) == 1.0);
  BOOST_TEST(log.place(0) == 0.0);
  BOOST_TEST(log.place(1) > 0.05);
  BOOST_TEST(log.place(1000) == 1.0);
  BOOST_TEST(log.place(100) - log.place(10) == log.place(10) - log.place(1), boost::test_tools::tolerance(1e-9));
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
