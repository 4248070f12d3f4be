// SPDX-License-Identifier: BSL-1.0
// The pictures of a study against its figures as JSON.
#include "t2s/lab/report/study.hpp"

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

/// What belongs to a figure of a strategy.
std::vector<tree> marks(tree const& picture) {
  return elements(picture, [](auto const&, tree const& e) { return !attribute(e, "data-strategy").empty(); });
}

std::map<std::string, std::string> pictures_of(study_figures const& f) {
  std::map<std::string, std::string> out;
  for (auto const& p : study_pictures(f)) out[p.file] = p.svg;
  return out;
}

double number(tree const& mark, std::string const& name) { return std::stod(attribute(mark, "data-" + name)); }

/// Whether the attributes of a mark are the members of an object, an estimate with both ends.
void check_estimate(tree const& mark, std::string const& name, json::value const& expected) {
  BOOST_TEST(number(mark, name) == expected.at("value").as_double());
  BOOST_TEST(number(mark, name + "-low") == expected.at("low").as_double());
  BOOST_TEST(number(mark, name + "-high") == expected.at("high").as_double());
}

json::value const& strategy_at(json::object const& all, tree const& mark) {
  return all.at("strategies").as_array().at(static_cast<std::size_t>(std::stoul(attribute(mark, "data-strategy"))));
}

json::value const& group_named(json::value const& strategy, char const* kind, std::string const& name) {
  for (auto const& g : strategy.at(kind).as_array())
    if (g.at("name").as_string() == name) return g;
  throw std::out_of_range(name);
}

/// Places on an axis: the ends of a line between two ticks.
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
  std::set<std::string> names;
  for (auto const& [name, svg] : pictures_of(three())) names.insert(name);
  BOOST_TEST((names == std::set<std::string>{"agreements.svg", "calls_against_size.svg", "calls_by_round.svg", "detection.svg",
                                             "ex_against_calls.svg", "ex_against_tokens.svg", "ex_by_hardness.svg", "ex_by_round.svg",
                                             "fixed_and_broken.svg", "latency.svg", "tokens_against_size.svg"}));
  auto f = three();
  f.strategies[1].seconds.reset();
  BOOST_TEST(pictures_of(f).count("latency.svg") == 0U);
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
    each("ex_against_calls.svg", n, [](tree const& m, json::value const& s) {
      BOOST_TEST(number(m, "calls") == s.at("cost").at("calls").at("value").as_double());
      check_estimate(m, "ex-after", s.at("ex_after"));
    });
    each("ex_against_tokens.svg", n, [](tree const& m, json::value const& s) {
      auto const& cost = s.at("cost");
      BOOST_TEST(number(m, "tokens") ==
                 cost.at("prompt_tokens").at("value").as_double() + cost.at("completion_tokens").at("value").as_double());
      check_estimate(m, "ex-after", s.at("ex_after"));
    });
    each("detection.svg", n, [](tree const& m, json::value const& s) {
      check_estimate(m, "recall", s.at("detected").at("recall"));
      check_estimate(m, "precision", s.at("detected").at("precision"));
    });
    each("fixed_and_broken.svg", n, [](tree const& m, json::value const& s) {
      BOOST_TEST(number(m, "fixed") == s.at("change").at("fixed").to_number<double>());
      BOOST_TEST(number(m, "broken") == s.at("change").at("broken").to_number<double>());
    });
    each("ex_by_round.svg", 3 * n, [](tree const& m, json::value const& s) {
      auto const& round = s.at("rounds").as_array().at(static_cast<std::size_t>(number(m, "round")));
      BOOST_TEST(number(m, "ex") == round.at("ex").as_double());
      BOOST_TEST(number(m, "going") == round.at("going").to_number<double>());
    });
    each("calls_by_round.svg", 3 * n, [](tree const& m, json::value const& s) {
      BOOST_TEST(number(m, "calls") == s.at("rounds").as_array().at(static_cast<std::size_t>(number(m, "round"))).at("calls").as_double());
    });
    each("ex_by_hardness.svg", 2 * n, [](tree const& m, json::value const& s) {
      auto const& level = group_named(s, "by_hardness", attribute(m, "data-level"));
      BOOST_TEST(number(m, "ex-before") == level.at("ex_before").as_double());
      BOOST_TEST(number(m, "ex-after") == level.at("ex_after").as_double());
    });
    for (std::string const what : {"calls", "tokens"})
      each((what + "_against_size.svg").c_str(), 2 * n, [&](tree const& m, json::value const& s) {
        auto const& database = group_named(s, "by_database", attribute(m, "data-database"));
        BOOST_TEST(number(m, "columns") == database.at("columns").to_number<double>());
        BOOST_TEST(number(m, what) == database.at(what).as_double());
      });
  }
}

BOOST_AUTO_TEST_CASE(durations_and_agreements_have_them_too) {
  auto const f = three();
  auto const all = study_json(f);
  auto pictures = pictures_of(f);
  auto const times = marks(parsed(pictures["latency.svg"]));
  BOOST_REQUIRE(times.size() == 1U);
  auto const& seconds = strategy_at(all, times[0]).at("seconds");
  BOOST_TEST(number(times[0], "median") == seconds.at("median").as_double());
  for (std::size_t i = 0; i <= 10; ++i)
    BOOST_TEST(number(times[0], "decile-" + std::to_string(i)) == seconds.at("deciles").as_array().at(i).as_double());

  auto const columns =
      elements(parsed(pictures["agreements.svg"]), [](auto const&, tree const& e) { return !attribute(e, "data-runs").empty(); });
  BOOST_REQUIRE(columns.size() == 4U);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    auto const& expected = all.at("agreements").as_array().at(c);
    BOOST_TEST(number(columns[c], "runs") == expected.at("runs").to_number<double>());
    std::string bits;
    for (auto const& right : expected.at("right").as_array()) bits += right.as_bool() ? '1' : '0';
    BOOST_TEST(attribute(columns[c], "data-right") == bits);
    auto const dots = elements(columns[c], [](auto const& tag, tree const& e) { return tag == "circle" && attribute(e, "class") == "c0"; });
    BOOST_TEST(static_cast<std::ptrdiff_t>(dots.size()) == std::ranges::count(bits, '1'));
  }
}

/// The intervals are drawn from end to end, at the places that the axes give them.
BOOST_AUTO_TEST_CASE(marks_stand_where_the_axes_say) {
  auto const picture = parsed(pictures_of(three())["detection.svg"]);
  for (auto const& m : marks(picture)) {
    auto const lines = elements(m, [](auto const& tag, tree const&) { return tag == "line"; });
    BOOST_REQUIRE(lines.size() == 2U);  // of precision, then of recall
    auto const near = [](double a, double b) { BOOST_TEST(std::abs(a - b) < 0.2, a << " is not " << b); };
    auto const across = [&](std::string const& name) { return on_axis(picture, "middle", "x", 100 * number(m, name)); };
    auto const down = [&](std::string const& name) { return on_axis(picture, "end", "y", 100 * number(m, name)) - 4; };
    near(std::stod(attribute(lines[0], "x1")), across("recall"));
    near(std::stod(attribute(lines[0], "y1")), down("precision-low"));
    near(std::stod(attribute(lines[0], "y2")), down("precision-high"));
    near(std::stod(attribute(lines[1], "x1")), across("recall-low"));
    near(std::stod(attribute(lines[1], "x2")), across("recall-high"));
  }
}

BOOST_AUTO_TEST_CASE(bars_are_as_long_as_their_counts) {
  std::optional<double> unit;
  for (auto const& m : marks(parsed(pictures_of(three())["fixed_and_broken.svg"]))) {
    auto const bars = elements(m, [](auto const& tag, tree const&) { return tag == "rect"; });
    BOOST_REQUIRE(bars.size() == 2U);
    auto const fixed = std::stod(attribute(bars[0], "width")), broken = std::stod(attribute(bars[1], "width"));
    if (!unit) unit = fixed / number(m, "fixed");
    BOOST_TEST(std::abs(fixed - *unit * number(m, "fixed")) < 0.3);
    BOOST_TEST(std::abs(broken - *unit * number(m, "broken")) < 0.3);
    BOOST_TEST(std::abs(std::stod(attribute(bars[1], "x")) + broken - std::stod(attribute(bars[0], "x"))) < 0.15);
  }
}

/// On the front is what no other strategy beats in one figure without being worse in the other.
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
    std::set<std::size_t> drawn;
    for (auto const& m : marks(parsed(pictures_of(f)["ex_against_calls.svg"])))
      if (attribute(m, "data-front") == "1") drawn.insert(std::stoul(attribute(m, "data-strategy")));
    BOOST_TEST(drawn == expected, boost::test_tools::per_element());
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
  BOOST_TEST(marks(parsed(pictures_of(f)["ex_against_calls.svg"])).size() == 2U);
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

BOOST_AUTO_TEST_CASE(cost_has_a_logarithmic_axis_where_it_differs_much) {
  auto f = three();
  auto const title = [](study_figures const& of) { return has(pictures_of(of)["ex_against_calls.svg"], "(logarithmic)"); };
  BOOST_TEST(!title(f));
  f.strategies[0].cost.calls.value = 0.01;
  BOOST_TEST(title(f));
  f.strategies[0].cost.calls.value = 0;  // has a place of its own, before the others
  BOOST_TEST(!title(f));
}

BOOST_AUTO_TEST_CASE(many_strategies_are_numbered_and_few_are_named) {
  auto const few = pictures_of(many(8, 5)), lots = pictures_of(many(25, 5));
  BOOST_TEST(has(few.at("ex_by_round.svg"), ">strategy 7</text>"));
  BOOST_TEST(has(lots.at("ex_by_round.svg"), ">8. strategy 7</text>"));
  BOOST_TEST(count(few.at("ex_by_round.svg"), "<polyline") == 8U);
  BOOST_TEST(count(lots.at("ex_by_round.svg"), "class=\"l0\"") == 25U);  // a plot for each
}

BOOST_AUTO_TEST_SUITE_END()
