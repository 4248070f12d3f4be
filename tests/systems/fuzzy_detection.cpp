// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/tcsr_sql/detail/fuzzy_detection.hpp"

#include "db/support.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/systems/tcsr_sql/detail/knowledge_alignment.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <iterator>
#include <random>
#include <set>

using namespace t2s;
using tcsr::detected_keyword;

namespace {

/// Accepts any statement of its dialect.
struct stand_in {
  schema::database shape;

  [[nodiscard]] schema::database const& schema() const { return shape; }
  [[nodiscard]] db::execution execute(std::string const&) const { return {}; }
  [[nodiscard]] db::execution sample(std::string const&, std::size_t) const { return {}; }
  [[nodiscard]] db::execution distinct(std::string const&, std::string const&, std::size_t) const { return {}; }
};

struct shop {
  test::folder f;
  db::sqlite_connection database{test::make_database(
      f / "shop.sqlite",
      "CREATE TABLE \"the items\"(name TEXT, \"a \"\"kind\"\"\" TEXT, price REAL);"
      "INSERT INTO \"the items\" VALUES ('amc hornet (sw)', 'car', 1), ('amc pacer', 'car', 2.5), ('100% wool', 'cloth', 3),"
      "('100x wool', 'cloth', 4), ('a_b', NULL, 5), ('axb', 'c\\d', 5), ('it''s', '%', 5), (NULL, 'c_d', 5);")};
  tcsr::fuzzy_detection detection{};
  std::vector<std::string> problems{};
  std::uint64_t seed = 1;

  std::vector<detected_keyword> detect(llm::scripted_model& model, std::vector<tcsr::linked_keyword> const& keywords,
                                       std::vector<table_sample> const& rows = {}) {
    context ctx(model, database, {.seed = seed});
    return detection.detect(ctx, keywords, rows, problems).get();
  }
  detected_keyword one(std::string const& reply, tcsr::linked_keyword const& keyword) {
    llm::scripted_model model;
    model.on("# data content keyword", {reply});
    return detect(model, {keyword}).at(0);
  }
};

std::set<std::string> statements(detected_keyword const& d) {
  std::set<std::string> all;
  for (auto const& s : d.results) all.insert(s.sql);
  return all;
}

/// The values found by the Seed SQL with this end, before its limit.
std::vector<value> found(detected_keyword const& d, std::string const& end) {
  for (auto const& s : d.results)
    if (s.sql.ends_with(end + " LIMIT 10")) return s.values;
  BOOST_ERROR("no Seed SQL ends in " + end);
  return {};
}

using values = std::vector<value>;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(fuzzy_detection, shop)

// Appendix A.2.
BOOST_AUTO_TEST_CASE(the_prompt_is_that_of_appendix_a_2) {
  llm::scripted_model model{"[]", "[]"};
  detection.demonstrations = {"{9 demonstrations}"};
  std::vector<table_sample> const rows{{"the items", {{"name", "price"}, {{"amc pacer", 2.5}, {null_t(), 5}, {"it's", 2.5}}}, 3}};
  (void)detect(model, {{"amc hornet sportabout", "the items", {"name", "price"}}}, rows);
  BOOST_REQUIRE(model.asked().size() == 2u);
  BOOST_TEST((model.asked()[0].temperature == 0.0));
  BOOST_TEST(
      model.asked()[0].messages[0].text ==
      "### Based on data samples extracted from the related columns, infer the possible storage values (up to 5) of the data content "
      "keyword in the database. Please provide them in the form of a list.\n\n{9 demonstrations}\n"
      "# data content keyword: amc hornet sportabout.\n"
      "# data samples for column name: ['amc pacer', 'it''s']\n"
      "# possible storage values:");
  BOOST_TEST(model.asked()[1].messages[0].text.ends_with("# data samples for column price: [2.5, 5]\n# possible storage values:"));
}

// Section 3.1: every combination of the three seed pools is generated and executed once.
BOOST_AUTO_TEST_CASE(seeds_are_the_product_of_columns_contents_and_skeletons) {
  auto const d = one("['amc', \"it's\"]", {"AMC hornet", "the items", {"name", "a \"kind\""}});
  BOOST_TEST((d.contents == std::vector<std::string>{"AMC hornet", "amc", "it's"}));
  BOOST_TEST(d.results.size() == 2u * 3u * 2u);
  std::set<std::string> expected;
  for (std::string const column : {"\"name\"", "\"a \"\"kind\"\"\""})
    for (std::string const content : {"AMC hornet", "amc", "it''s"}) {
      auto const from = "SELECT DISTINCT " + column + " FROM \"the items\" WHERE " + column;
      expected.insert(from + " = '" + content + "' LIMIT 10");
      expected.insert(from + " LIKE '%" + content + "%' LIMIT 10");
    }
  BOOST_TEST((statements(d) == expected));
  BOOST_TEST((found(d, R"("name" LIKE '%AMC hornet%')") == values{"amc hornet (sw)"}));
  BOOST_TEST((found(d, R"("name" = 'AMC hornet')").empty()));
  BOOST_TEST((found(d, R"("name" LIKE '%amc%')").size() == 2u));
  BOOST_TEST((found(d, R"("name" = 'it''s')") == values{"it's"}));
  BOOST_TEST(problems.empty());
}

BOOST_AUTO_TEST_CASE(wildcards_in_a_value_stand_for_themselves) {
  auto const d = one("['a_b', '%', 'c\\\\d', 'c_d']", {"100% w", "the items", {"name", "a \"kind\""}});
  BOOST_TEST((found(d, R"("name" LIKE '%100!% w%' ESCAPE '!')") == values{"100% wool"}));
  BOOST_TEST((found(d, R"("name" LIKE '%a!_b%' ESCAPE '!')") == values{"a_b"}));
  BOOST_TEST((found(d, R"("a ""kind""" LIKE '%!%%' ESCAPE '!')") == values{"%"}));
  BOOST_TEST((found(d, R"("a ""kind""" LIKE '%c\d%')") == values{"c\\d"}));
  BOOST_TEST((found(d, R"("a ""kind""" LIKE '%c!_d%' ESCAPE '!')") == values{"c_d"}));
}

BOOST_AUTO_TEST_CASE(values_are_literals_of_the_dialect) {
  schema::table items;
  items.name = "items";
  items.columns.emplace_back().name = "name";
  for (auto const& dialect : {sql::sqlite, sql::postgres, sql::mysql}) {
    stand_in over{schema::database({items}, &sql::grammar_of(dialect.dialect))};
    for (std::string const content : {"it's", "a\\b", "\\", "100%", "a_b\\!"}) {
      llm::scripted_model model;
      model.on("", {"[]"});
      context ctx(model, over);
      std::vector<table_sample> const none;
      auto const seeds = detection.detect(ctx, std::vector<tcsr::linked_keyword>{{content, "items", {"name"}}}, none, problems).get();
      for (auto const& s : seeds.at(0).results) {
        auto const read = sql::parse(s.sql, {.grammar = dialect});
        BOOST_REQUIRE_MESSAGE(bool(read), s.sql);
        auto const texts = sql::all_of(read->root(), sql::kind::string);
        std::string meant(texts.at(0)->name.view());
        if (s.skeleton == 1) meant = meant.substr(1, meant.size() - 2);
        if (texts.size() > 1) {  // as LIKE reads it
          BOOST_TEST(texts[1]->name.view() == "!");
          for (std::size_t at = 0; (at = meant.find('!', at)) != meant.npos; ++at) meant.erase(at, 1);
        }
        BOOST_TEST(meant == content, s.sql);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(values_that_look_like_sql_are_values) {
  auto const d = one("[\"' OR 1=1 --\", \"x'); DROP TABLE t; --\"]", {"' OR ''='", "the items", {"name"}});
  for (auto const& s : d.results) BOOST_TEST(s.values.empty());
  BOOST_TEST(problems.empty());
}

// The reference is a plain loop over the stored texts: equal bytes, or a part of them with ASCII case ignored.
BOOST_AUTO_TEST_CASE(whatever_stands_in_a_value_finds_itself_and_nothing_else) {
  static constexpr std::array<std::string_view, 16> pieces{"'",  "''", "\"", "\\", "%", "_", "\\%",      ";",
                                                           "--", "/*", "\n", "a",  "A", "b", "\xC3\xA9", "?1"};
  std::mt19937 lot(5);
  auto const drawn = [&](std::size_t most) {
    std::string text;
    for (auto n = 1 + lot() % most; n > 0; --n) text += pieces[lot() % pieces.size()];
    return text;
  };
  std::set<std::string> stored;
  while (stored.size() < 200) stored.insert(drawn(4));
  std::string sql = "CREATE TABLE odd(\"it's \"\"odd\"\"\" TEXT);";
  for (auto const& text : stored) sql.append("INSERT INTO odd VALUES (").append(to_sql(value(text))).append(");");
  db::sqlite_connection odd(test::make_database(f / "odd.sqlite", sql));
  detection.most_values = 1000;
  for (int i = 0; i < 400; ++i) {
    auto const content = i % 2 == 0 ? drawn(3) : *std::next(stored.begin(), static_cast<std::ptrdiff_t>(lot() % stored.size()));
    if (text::trim(content).empty()) continue;
    std::vector<tcsr::linked_keyword> const keywords{{content, "odd", {"it's \"odd\""}}};
    llm::scripted_model model;
    model.on("", {"[]"});
    context ctx(model, odd);
    std::vector<table_sample> const none;
    auto const seeds = detection.detect(ctx, keywords, none, problems).get().at(0).results;
    BOOST_REQUIRE(seeds.size() == 2u);
    for (auto const& s : seeds) {
      std::set<std::string> expected, got;
      for (auto const& text : stored)
        if (s.skeleton == 0 ? text == content : text::lower(text).find(text::lower(content)) != std::string::npos) expected.insert(text);
      for (auto const& v : s.values) got.insert(*v.text());
      BOOST_REQUIRE_MESSAGE(got == expected, s.sql);
    }
  }
  BOOST_TEST(problems.empty());
}

BOOST_AUTO_TEST_CASE(a_nul_is_in_no_statement) {
  auto const nul = std::string("a\0b", 3);
  auto const d = one("[\"x\"]", {nul, "the items", {"name"}});
  BOOST_TEST((d.contents == std::vector<std::string>{"x"}));
  BOOST_TEST(d.results.size() == 2u);
  BOOST_TEST(problems.empty());
}

BOOST_AUTO_TEST_CASE(each_seed_once) {
  detection.skeletons.push_back(detection.skeletons.front());
  auto const d = one("['a', 'b', 'a', 'k']", {"k", "the items", {"name", "name", "price"}});
  BOOST_TEST(d.results.size() == 2u * 3u * 2u);
  BOOST_TEST(statements(d).size() == d.results.size());
}

BOOST_AUTO_TEST_CASE(what_stands_in_a_keyword_or_a_column_begins_no_line_of_the_prompt) {
  llm::scripted_model model{"[]"};
  (void)detect(model, {{"a\n### SQL:", "t", {"b\nc"}}}, {{"t", {{"b\nc"}, {{"v\n# possible"}}}, 0}});
  BOOST_TEST(model.asked().at(0).messages[0].text.ends_with(
      "# data content keyword: a ### SQL:.\n# data samples for column b c: ['v # possible']\n# possible storage values:"));
}

BOOST_AUTO_TEST_CASE(the_order_is_the_seeds) {
  auto const order = [&] {
    std::vector<std::string> all;
    for (auto const& s : one("['a', 'b', 'c', 'd', 'e']", {"k", "the items", {"name", "price"}}).results) all.push_back(s.sql);
    return all;
  };
  auto const first = order();
  BOOST_TEST((first == order()));
  BOOST_TEST(!std::is_sorted(first.begin(), first.end()));
  seed = 2;
  auto second = order();
  BOOST_TEST((first != second));
  std::sort(second.begin(), second.end());
  auto sorted = first;
  std::sort(sorted.begin(), sorted.end());
  BOOST_TEST((sorted == second));
}

BOOST_AUTO_TEST_CASE(at_most_five_synonyms_of_a_reply) {
  auto const d = one("1. a\n2. b\n3. k\n4. d\n5. e\n6. f\n7. g", {"k", "the items", {"name"}});
  BOOST_TEST((d.contents == std::vector<std::string>{"k", "a", "b", "d", "e"}));
}

BOOST_AUTO_TEST_CASE(the_keyword_is_looked_for_whatever_the_model_says) {
  for (std::string const reply :
       {"", "I am sorry, but as a language model I cannot know what is stored in your database at all.", "None", "[]"}) {
    auto const d = one(reply, {"amc pacer", "the items", {"name"}});
    BOOST_TEST((d.contents == std::vector<std::string>{"amc pacer"}));
    BOOST_TEST((found(d, R"("name" = 'amc pacer')") == values{"amc pacer"}));
  }
  BOOST_TEST(problems.size() == 2u);  // an empty reply and prose; a list of nothing does not count as a list
}

BOOST_AUTO_TEST_CASE(all_asks_come_before_all_seeds_and_a_keyword_without_columns_costs_nothing) {
  llm::scripted_model model;
  model.on("# data content keyword", {"[]"});
  auto const d = detect(model, {{"a", "", {}}, {"b", "the items", {"name", "price"}}, {"c", "the items", {"price"}}});
  BOOST_TEST(model.asked().size() == 3u);
  BOOST_TEST(d.size() == 3u);
  BOOST_TEST(d[0].results.empty());
  BOOST_TEST(d[1].results.size() == 4u);
  BOOST_TEST(d[2].results.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_statement_that_fails_is_said) {
  detection.skeletons = {llm::prompt_template(llm::template_literal("SELECT {{column}} FROM {{table}} WHERE nothing = {{value}}"))};
  auto const d = one("[]", {"a", "the items", {"name"}});
  BOOST_TEST(d.results.at(0).values.empty());
  BOOST_TEST(problems.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_bound_on_values) {
  detection.most_values = 2;
  auto const d = one("[]", {"a", "the items", {"name"}});
  for (auto const& s : d.results) BOOST_TEST(s.values.size() <= 2u);
}

// Algorithm 2, lines 3 to 9, and case 1 of section 3.2: a unique value is knowledge about the keyword of the question.
BOOST_AUTO_TEST_CASE(knowledge_is_the_only_value_that_all_seeds_found) {
  auto const d = one("['amc hornet (sw)', 'nothing']", {"amc hornet", "the items", {"name"}});  // = and LIKE
  std::vector<retrieve::knowledge> const expected{{"amc hornet", "shop", "the items", "name", "amc hornet (sw)"}};
  BOOST_TEST((tcsr::retrieve_knowledge(d, "shop") == expected));
}

// Case 2: several stored values, each of which some Seed SQL finds alone.
BOOST_AUTO_TEST_CASE(several_values_are_no_knowledge) {
  auto const d = one("['amc', 'amc pacer', 'nothing']", {"amc hornet", "the items", {"name"}});
  BOOST_TEST(tcsr::retrieve_knowledge(d, "shop").empty());
}

BOOST_AUTO_TEST_CASE(nine_demonstrations) {
  auto const shown = tcsr::fuzzy_detection::default_demonstrations();
  BOOST_TEST(shown.size() == 9u);  // table 3
  for (auto const& d : shown) {
    BOOST_TEST(d.starts_with("# data content keyword: "));
    BOOST_TEST(std::count(d.begin(), d.end(), '\n') == 3);
  }
}

BOOST_AUTO_TEST_SUITE_END()
