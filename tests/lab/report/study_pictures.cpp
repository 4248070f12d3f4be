// SPDX-License-Identifier: BSL-1.0
// The pictures of a study, compared with its figures as JSON.
#include "t2s/lab/report/report.hpp"

#include "lab/report/markup.hpp"
#include "lab/report/study_support.hpp"
#include "t2s/core/detail/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <sstream>

using namespace t2s::test;
namespace json = boost::json;
using tree = boost::property_tree::ptree;

namespace {

tree parsed(std::string const& svg) {
  std::istringstream in(svg);
  tree t;
  boost::property_tree::read_xml(in, t);
  return t;
}

std::string attribute(tree const& t, std::string const& name) { return t.get("<xmlattr>." + name, ""); }

/// All elements below that `wanted` accepts.
template <class Wanted>
std::vector<tree> elements(tree const& in, Wanted const& wanted) {
  std::vector<tree> out;
  for (auto const& [tag, child] : in) {
    if (tag == "<xmlattr>") continue;
    if (wanted(tag, child)) out.push_back(child);
    for (auto& e : elements(child, wanted)) out.push_back(std::move(e));
  }
  return out;
}

/// The elements of a strategy's figure.
std::vector<tree> marks(tree const& picture) {
  return elements(picture, [](auto const&, tree const& e) { return !attribute(e, "data-strategy").empty(); });
}

std::map<std::string, std::string> pictures_of(study_figures const& f) {
  std::map<std::string, std::string> out;
  for (auto const& p : study_pictures(f)) out[p.file] = p.svg;
  return out;
}

double number(tree const& mark, std::string const& name) { return std::stod(attribute(mark, "data-" + name)); }

json::value const& strategy_at(json::object const& all, tree const& mark) {
  return all.at("strategies").as_array().at(static_cast<std::size_t>(std::stoul(attribute(mark, "data-strategy"))));
}

/// Positions on an axis: the ends of the lines between ticks.
double on_axis(tree const& picture, std::string const& anchor, std::string const& coordinate, double value) {
  std::map<double, double> ticks;  // value: place
  for (auto const &t : elements(picture, [&](auto const& tag, tree const& e) {
         return tag == "text" && attribute(e, "class") == "tick" && attribute(e, "text-anchor") == anchor;
       }))
    if (auto const text = t.get_value<std::string>(); text.find_first_not_of("0123456789.") == text.npos)
      ticks[std::stod(text)] = std::stod(attribute(t, coordinate));
  auto const [low, from] = *ticks.begin();
  auto const [high, to] = *ticks.rbegin();
  return from + (to - from) * (value - low) / (high - low);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pictures_of_a_study)

BOOST_AUTO_TEST_CASE(there_is_one_for_each_question) {
  auto const names_of = [](study_figures const& f) {
    std::set<std::string> names;
    for (auto const& [name, svg] : pictures_of(f)) names.insert(name);
    return names;
  };
  std::set<std::string> expected{"calls_by_round.svg", "ex.svg", "ex_by_round.svg", "fixed_and_broken.svg"};
  BOOST_TEST((names_of(three()) == expected));
  expected.insert({"calls_by_round_2.svg", "ex_by_round_2.svg"});
  BOOST_TEST((names_of(many(9, 1)) == expected));
}

BOOST_AUTO_TEST_CASE(they_have_the_numbers_of_the_json) {
  for (auto const& f : {three(), many(8, 1), many(25, 2)}) {
    auto const all = study_json(f);
    auto pictures = pictures_of(f);
    auto const each = [&](char const* file, std::size_t expected, auto const& check) {
      auto const found = marks(parsed(pictures[file]));
      BOOST_TEST(found.size() == expected, file << ": " << found.size());
      for (auto const& m : found) check(m, strategy_at(all, m));
    };
    auto const n = f.strategies.size();
    each("ex.svg", 2 * n, [](tree const& m, json::value const& s) {
      for (auto const& [data, member] : {std::pair("ex-before", "ex_before"), std::pair("ex-after", "ex_after")})
        if (!attribute(m, std::string("data-") + data).empty()) BOOST_TEST(number(m, data) == s.at(member).at("value").as_double());
    });
    each("fixed_and_broken.svg", 2 * n, [](tree const& m, json::value const& s) {
      for (auto const* member : {"fixed", "broken"})
        if (!attribute(m, std::string("data-") + member).empty())
          BOOST_TEST(number(m, member) == s.at("change").at(member).to_number<double>());
    });
    std::size_t lines = 0;
    for (std::size_t first = 0, part = 1; first < n; first += 8, ++part) {
      auto const file = [part](std::string const& name) { return name + (part == 1 ? "" : "_" + std::to_string(part)) + ".svg"; };
      auto const here = std::min<std::size_t>(8, n - first);
      each(file("ex_by_round").c_str(), 3 * here, [](tree const& m, json::value const& s) {
        auto const& round = s.at("rounds").as_array().at(static_cast<std::size_t>(number(m, "round")));
        BOOST_TEST(number(m, "ex") == round.at("ex").as_double());
        BOOST_TEST(number(m, "going") == round.at("going").to_number<double>());
      });
      each(file("calls_by_round").c_str(), 3 * here, [](tree const& m, json::value const& s) {
        auto const& round = s.at("rounds").as_array().at(static_cast<std::size_t>(number(m, "round")));
        BOOST_TEST(number(m, "calls") == round.at("calls").as_double());
      });
      lines += here;
    }
    BOOST_TEST(lines == n);
  }
}

/// Points are at the positions that the axes define.
BOOST_AUTO_TEST_CASE(marks_stand_where_the_axes_say) {
  auto const picture = parsed(pictures_of(three())["ex_by_round.svg"]);
  auto const all = marks(picture);
  BOOST_REQUIRE(all.size() == 9U);
  for (auto const& m : all) {
    auto const circles = elements(m, [](auto const& tag, tree const&) { return tag == "circle"; });
    BOOST_REQUIRE(circles.size() == 1U);
    auto const near = [](double a, double b) { BOOST_TEST(std::abs(a - b) < 0.2, a << " is not " << b); };
    near(std::stod(attribute(circles[0], "cx")), on_axis(picture, "middle", "x", number(m, "round")));
    near(std::stod(attribute(circles[0], "cy")), on_axis(picture, "end", "y", 100 * number(m, "ex")) - 4);
  }
}

BOOST_AUTO_TEST_CASE(bars_are_as_long_as_their_counts) {
  std::optional<double> unit;
  for (auto const& m : marks(parsed(pictures_of(three())["fixed_and_broken.svg"]))) {
    auto const height = std::stod(attribute(m, "height")), count = number(m, "value");
    if (!unit && count > 0) unit = height / count;
    BOOST_REQUIRE(unit.has_value());
    BOOST_TEST(std::abs(height - *unit * count) < 0.3);
  }
}

/// A strategy is on the front if no other beats it in one figure without being worse in the other.
BOOST_AUTO_TEST_CASE(fronts_are_those_of_the_definition) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    auto f = many(1 + seed % 25, seed);
    if (seed % 3 == 0) f.strategies[0].ex_after.value = std::numeric_limits<double>::quiet_NaN();
    if (seed % 5 == 0) f.strategies[0].runs = 0;
    auto const counts = [](strategy_figures const& s) { return s.runs > 0 && s.ex_after.value == s.ex_after.value; };
    std::set<std::size_t> expected, found;
    for (std::size_t i = 0; i < f.strategies.size(); ++i) {
      auto const& a = f.strategies[i];
      bool const beaten = std::ranges::any_of(f.strategies, [&](auto const& b) {
        auto const cheaper = b.cost.calls.value - a.cost.calls.value, better = b.ex_after.value - a.ex_after.value;
        return counts(b) && cheaper <= 0 && better >= 0 && (cheaper < 0 || better > 0);
      });
      if (counts(a) && !beaten) expected.insert(i);
    }
    auto const all = study_json(f);
    for (auto const& i : all.at("pareto").at("calls").as_array()) found.insert(i.to_number<std::size_t>());
    BOOST_TEST(found == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(names_are_text_whatever_they_contain) {
  for (auto const count : {std::size_t{1}, std::size_t{8}, std::size_t{25}}) {
    auto const f = hostile(count);
    for (auto const& [name, svg] : pictures_of(f)) {
      BOOST_TEST(ill_formed(svg) == "", name);
      BOOST_CHECK_NO_THROW(parsed(svg));
      BOOST_TEST(!t2s::text::first_invalid_utf8(svg).has_value());
      BOOST_TEST(std::ranges::none_of(svg, [](char c) { return c >= 0 && c < ' ' && c != '\n'; }), name);
      for (auto const* part : {"<script", "\xE2\x80\xAE", "\xE2\x81\xA7", "\xC2\x9B", "href", "url("})
        BOOST_TEST(!has(svg, part), name << part);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_number_is_not_drawn) {
  auto const f = without_numbers();
  for (auto const& [name, svg] : pictures_of(f)) {
    BOOST_TEST(!has(svg, "nan"), name);
    BOOST_TEST(!has(svg, "inf"), name);
  }
  BOOST_TEST(!marks(parsed(pictures_of(f)["fixed_and_broken.svg"])).empty());
}

BOOST_AUTO_TEST_CASE(without_runs_there_is_no_picture) {
  BOOST_TEST(study_pictures({}).empty());
  study_figures f;
  f.strategies.resize(3);
  BOOST_TEST(study_pictures(f).empty());
  f.strategies[1] = hundred_runs("only", 3, 1, 1);
  BOOST_TEST(!study_pictures(f).empty());
}

BOOST_AUTO_TEST_CASE(a_corrector_that_is_no_model_is_named_in_each) {
  auto f = three();
  for (auto const& [name, svg] : pictures_of(f)) BOOST_TEST(!has(svg, "No model was asked"), name);
  f.simulated = true;
  for (auto const& [name, svg] : pictures_of(f)) BOOST_TEST(has(svg, "Corrector: gold. No model was asked."), name);
}

BOOST_AUTO_TEST_CASE(many_strategies_are_numbered_and_few_are_named) {
  auto const few = pictures_of(many(8, 5)), lots = pictures_of(many(25, 5));
  BOOST_TEST(has(few.at("ex_by_round.svg"), ">strategy 7</text>"));
  BOOST_TEST(has(lots.at("ex_by_round.svg"), ">8. strategy 7</text>"));
  BOOST_TEST(count(few.at("ex_by_round.svg"), "<polyline") == 16U);  // one in the legend for each
  BOOST_TEST(has(lots.at("ex_by_round_4.svg"), ">25. strategy 24</text>"));
}

BOOST_AUTO_TEST_SUITE_END()
