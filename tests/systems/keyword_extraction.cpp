// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/tcsr_sql/detail/keyword_extraction.hpp"

#include "support/scripted_database.hpp"
#include "support/table.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <random>

using namespace t2s;
using tcsr::linked_keyword;

namespace {

schema::table made(std::string name, std::vector<std::string> const& columns) { return test::table(std::move(name), columns, "TEXT"); }

struct population {
  population() {
    auto cars = made("cars_data", {"Id", "Accelerate"});
    cars.foreign_keys.push_back({{"Id"}, "car_names", {"MakeId"}, false});
    database.shape = schema::database({made("population", {"int_day", "city_nam", "dist_nam", "street_nm", "liuru_cnt"}), cars,
                                       made("car_names", {"MakeId", "Make"}), made("model list", {"Model", "life (years)"})});
  }
  [[nodiscard]] tcsr::extracted_keywords read(std::string_view completion) const { return extraction.read(completion, database.shape); }

  tests::scripted_database database{};
  tcsr::keyword_extraction extraction{};
};

using keywords = std::vector<linked_keyword>;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(keyword_extraction, population)

// Figures 5 and 6 of the paper, in its printed form.
BOOST_AUTO_TEST_CASE(the_papers_lines) {
  auto const k = read(
      "Data content keyword \"1月31日\" → population.int_day\n"
      "Data content keyword \"广州\" → population.city_nam \"广州市\"\n"
      "Data content keyword \"从化\" → population.city_nam, population.dist_nam\n"
      "Schema keyword \"流入人口\" → population.liuru_cnt\n");
  BOOST_TEST((k.data == keywords{{"1月31日", "population", {"int_day"}},
                                 {"广州", "population", {"city_nam"}},
                                 {"从化", "population", {"city_nam", "dist_nam"}}}));
  BOOST_TEST((k.schema == keywords{{"流入人口", "population", {"liuru_cnt"}}}));
  BOOST_TEST(k.problems.empty());
  auto const second =
      read("Data content keyword \"amc hornet sportabout\" -> `model list`.Model\nSchema keyword \"accelerate\": cars_data.Accelerate");
  BOOST_TEST((second.data == keywords{{"amc hornet sportabout", "model list", {"Model"}}}));
  BOOST_TEST((second.schema == keywords{{"accelerate", "cars_data", {"Accelerate"}}}));
}

BOOST_AUTO_TEST_CASE(json_as_the_prompt_shows_it) {
  auto const k = read(R"(Let me see.
```json
[{"keyword": "day", "kind": "schema", "table": "population", "columns": ["int_day"]},
 {"keyword": "Conghua", "kind": "data content", "table": "POPULATION", "columns": ["DIST_NAM", "street_nm"]}]
```
I hope this helps!)");
  BOOST_TEST((k.schema == keywords{{"day", "population", {"int_day"}}}));
  BOOST_TEST((k.data == keywords{{"Conghua", "population", {"dist_nam", "street_nm"}}}));
}

BOOST_AUTO_TEST_CASE(json_in_other_forms) {
  auto const grouped = read(R"({"schema keywords": [{"keyword": "day", "table": "population", "column": "int_day"}],
                                "data content keywords": [{"keyword": "Conghua", "columns": ["population.dist_nam"]}]})");
  BOOST_TEST((grouped.schema == keywords{{"day", "population", {"int_day"}}}));
  BOOST_TEST((grouped.data == keywords{{"Conghua", "population", {"dist_nam"}}}));
  auto const mapped = read(R"({"schema_keywords": {"day": ["population.int_day"]},
                               "data_content_keywords": {"Conghua": {"table": "population", "columns": ["dist_nam"]}}})");
  BOOST_TEST((mapped.schema == grouped.schema));
  BOOST_TEST((mapped.data == grouped.data));
}

BOOST_AUTO_TEST_CASE(one_table_a_keyword) {
  auto const k = read(R"([{"keyword": "amc", "table": "car_names", "columns": ["Make", "population.city_nam", "cars_data.Id", "Make"]},
                          {"keyword": "amc", "table": "car_names", "columns": ["MakeId"]},
                          {"keyword": "amc", "table": "cars_data", "columns": ["Id"]}])");
  BOOST_TEST((k.data == keywords{{"amc", "car_names", {"Make", "MakeId"}}}));
}

BOOST_AUTO_TEST_CASE(a_table_is_found_by_its_columns) {
  auto const k = read(R"json([{"keyword": "a", "columns": ["Accelerate"]}, {"keyword": "b", "table": "cars", "columns": ["Make"]},
                          {"keyword": "c", "table": "`model list`", "columns": ["`life (years)`", "life (years)"]}])json");
  BOOST_TEST((k.data == keywords{{"a", "cars_data", {"Accelerate"}}, {"b", "car_names", {"Make"}}, {"c", "model list", {"life (years)"}}}));
}

BOOST_AUTO_TEST_CASE(what_the_schema_does_not_have_is_said) {
  auto const k =
      read(R"([{"keyword": "a", "table": "ships", "columns": ["length"]}, {"keyword": "b", "table": "population", "columns": ["x"]}])");
  BOOST_TEST((k.data == keywords{{"a", "", {}}, {"b", "population", {}}}));
  BOOST_TEST(k.problems.size() == 2u);
}

BOOST_AUTO_TEST_CASE(refusals_rambling_and_garbage_give_no_keywords) {
  for (std::string_view const s : {"", "I'm sorry, I can't do that.", "The question is about people. There are many of them.", "```\n```",
                                   "[\"a\", \"b\"]", "{\"keyword\": {}}", "\xFF\xFE{[", "Data content keyword \"x", "keyword \"\": a.b"}) {
    auto const k = read(s);
    BOOST_TEST(k.data.empty());
    BOOST_TEST(k.schema.empty());
  }
  BOOST_TEST(read("I'm sorry, I can't do that.").problems.size() == 1u);
  BOOST_TEST(read("[]").problems.empty());
}

BOOST_AUTO_TEST_CASE(no_keyword_has_more_columns_than_the_limit_however_often_it_is_written) {
  extraction.most_columns = 2;
  auto const k = read(R"([{"keyword": "a", "table": "population", "columns": ["int_day"]},
                          {"keyword": "a", "table": "population", "columns": ["city_nam", "dist_nam", "street_nm"]},
                          {"keyword": "b", "table": "population", "columns": ["int_day", "city_nam", "dist_nam"]}])");
  BOOST_TEST((k.data == keywords{{"a", "population", {"int_day", "city_nam"}}, {"b", "population", {"int_day", "city_nam"}}}));
}

BOOST_AUTO_TEST_CASE(a_null_is_no_keyword_no_table_and_no_column) {
  auto const k = read(R"([{"keyword": null, "kind": "data content", "table": "population", "columns": ["int_day"]},
                          {"keyword": "day", "kind": null, "table": null, "columns": [null, "int_day"]},
                          {"keyword": "null", "table": "population", "columns": null}])");
  BOOST_TEST((k.data == keywords{{"day", "population", {"int_day"}}, {"null", "population", {}}}));
  BOOST_TEST(k.schema.empty());
}

BOOST_AUTO_TEST_CASE(whatever_the_reply_only_names_of_the_schema_come_out) {
  static std::array<std::string_view, 20> const pieces{"{",
                                                       "}",
                                                       "[",
                                                       "]",
                                                       ",",
                                                       ":",
                                                       "\"",
                                                       "'",
                                                       "keyword",
                                                       "\"keyword\": \"",
                                                       "\"table\": \"population\"",
                                                       "\"columns\": [",
                                                       "int_day",
                                                       ".",
                                                       "population",
                                                       "\n",
                                                       "->",
                                                       "```",
                                                       "\xE2\x86\x92",
                                                       "Data content keyword \"x\""};
  std::mt19937 lot(7);
  std::size_t found = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string reply;
    for (auto n = lot() % 30; n > 0; --n) reply += pieces[lot() % pieces.size()];
    auto const k = read(reply);
    for (auto const* list : {&k.schema, &k.data})
      for (auto const& one : *list) {
        auto const* t = database.shape.find_table(one.table);
        BOOST_REQUIRE((t || (one.table.empty() && one.columns.empty())));
        for (auto const& c : one.columns) BOOST_REQUIRE(t->find_column(c)->name == c);
        found += one.columns.size();
      }
  }
  BOOST_TEST(found > 100u);
}

BOOST_AUTO_TEST_CASE(a_reply_without_end_costs_no_more_than_the_limit) {
  std::string all = "[";
  for (int i = 0; i < 1000; ++i)
    all.append("{\"keyword\": \"k")
        .append(std::to_string(i))
        .append("\", \"table\": \"population\", \"columns\": [\"int_day\", \"city_nam\"]},");
  extraction.most_columns = 1;
  auto const k = read(all);
  BOOST_TEST(k.data.size() == 16u);
  BOOST_TEST(k.data[0].columns.size() == 1u);
  BOOST_TEST(k.problems.at(0) == "of 1000 keywords only the first 16 were taken");
}

// Appendix A.1, with one table's sample and no demonstrations.
BOOST_AUTO_TEST_CASE(the_prompt_is_that_of_appendix_a_1) {
  llm::scripted_model model{"[]"};
  context ctx(model, database);
  extraction.demonstrations = {"{demonstrations}"};
  std::vector<table_sample> const rows{{"car_names", {{"MakeId", "Make"}, {{1, "amc"}, {2, null_t()}, {3, "it's"}, {4, "amc"}}}, 0}};
  std::string const question = "How fast is {{question}}?";
  (void)extraction.extract(ctx, question, rows);
  BOOST_REQUIRE(model.asked().size() == 1u);
  BOOST_TEST((model.asked()[0].temperature == 0.0));
  BOOST_TEST(model.asked()[0].messages.size() == 1u);
  BOOST_TEST(
      model.asked()[0].messages[0].text ==
      R"prompt(First, find schema keywords and data content keywords in the given question. Then, for each keyword, try to identify the possible corresponding tables and columns using the value examples provided.

{demonstrations}
========

### Sqlite SQL tables, with their table names, column names and data value examples:
# Table: population
[
  (int_day TEXT),
  (city_nam TEXT),
  (dist_nam TEXT),
  (street_nm TEXT),
  (liuru_cnt TEXT)
]
# Table: cars_data
[
  (Id TEXT),
  (Accelerate TEXT)
]
# Table: car_names
[
  (MakeId TEXT, value examples: [1, 2, 3, 4]),
  (Make TEXT, value examples: ['amc', 'it''s'])
]
# Table: "model list"
[
  (Model TEXT),
  ("life (years)" TEXT)
]
### Foreign keys of SQLite tables, used for table joins:
cars_data.Id = car_names.MakeId
### Question:
How fast is {{question}}?
### Answer:
)prompt");
}

BOOST_AUTO_TEST_CASE(four_demonstrations_that_the_reader_reads) {
  auto const shown = tcsr::keyword_extraction::default_demonstrations();
  BOOST_TEST(shown.size() == 4u);  // table 3
  for (auto const& d : shown) {
    BOOST_TEST(d.starts_with("### Sqlite SQL tables"));
    auto const k = read(d.substr(d.find("### Answer:")));
    BOOST_TEST(k.schema.size() + k.data.size() >= 2u);
  }
}

BOOST_AUTO_TEST_SUITE_END()
