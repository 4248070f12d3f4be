// SPDX-License-Identifier: BSL-1.0
// Descriptions of columns: read from published formats, and shown with every schema.
#include "t2s/retrieve/knowledge/descriptions.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/retrieve/knowledge/detail/described_schema.hpp"

#include "db/support.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/pipeline/detail/dialogue.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::test;
using knowledge::parse_descriptions;
using knowledge::parse_table_description;
using columns = std::vector<schema::column_description>;

namespace {

std::string refusal(auto read) {
  try {
    read();
  } catch (error const& e) {
    BOOST_TEST((e.details().code == errc::malformed_data));
    return e.what();
  }
  return "nothing was thrown";
}

bool says(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// One database of a tables.json, with these descriptions.
std::string tables_with(std::string const& descriptions) {
  return R"([{"db_id": "orchard", "table_names_original": ["TREE_17", "FRUIT"],
    "column_names_original": [[-1, "*"], [0, "t_age"], [1, "kg"], [1, "Sort"]], )" +
         descriptions + R"(}, {"db_id": "plain", "table_names_original": [], "column_names_original": []}])";
}

std::string refused_tables(std::string const& descriptions) {
  return refusal([&] { (void)parse_descriptions(tables_with(descriptions), "tables.json"); });
}

columns described_table(std::string const& csv) { return parse_table_description(csv, "tree.csv", "tree"); }

}  // namespace

BOOST_AUTO_TEST_SUITE(descriptions)

BOOST_AUTO_TEST_CASE(of_kaggle_dbqa) {
  columns const expected{{"TREE_17", "t_age", "Age in years."}, {"FRUIT", "Sort", "As the grower names it"}};
  auto const texts =
      parse_descriptions(tables_with(R"("column_descriptions": ["*", "Age in years.", null, "As the grower names it"])"), "t");
  BOOST_TEST(texts.size() == 1u);
  BOOST_TEST((texts.at("orchard") == expected));
  auto const lists = R"("column_descriptions": [[-1, "*"], [0, "Age in years."], [1, " "], [1, "As the grower names it"]])";
  BOOST_TEST((parse_descriptions("\xEF\xBB\xBF" + tables_with(lists), "t").at("orchard") == expected));
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_tables_is_said_with_its_element_and_member) {
  BOOST_TEST(says(refused_tables(R"("column_descriptions": ["*", "a", "b"])"),
                  "tables.json: element 0 (orchard) has 3 \"column_descriptions\" for 4 \"column_names_original\""));
  BOOST_TEST(
      says(refused_tables(R"("column_descriptions": ["*", "a", 3, "c"])"), "element 0 (orchard) has in \"column_descriptions\" an item"));
  BOOST_TEST(says(refused_tables(R"("column_descriptions": ["*", "a", [1, "b", "c"], "c"])"),
                  "\"column_descriptions\" an item that is not a list of two"));
  BOOST_TEST(says(refused_tables(R"("column_descriptions": {"t_age": "a"})"), "element 0 (orchard) has no list \"column_descriptions\""));
  BOOST_TEST(says(refused_tables(R"("column_types": [])"), "tables.json: no element has \"column_descriptions\""));
  auto const refused = [](std::string const& json) { return refusal([&] { (void)parse_descriptions(json, "tables.json"); }); };
  BOOST_TEST(says(refused("{}"), "the JSON is not an array"));
  BOOST_TEST(says(refused("[1]"), "element 0 has no \"db_id\""));
  BOOST_TEST(says(refused("[{}"), "tables.json: line 1 is not JSON"));
  BOOST_TEST(says(refused(R"([{"db_id": "a", "column_descriptions": []}])"), "element 0 (a) has no list \"table_names_original\""));
  BOOST_TEST(
      says(refused(R"([{"db_id": "a", "column_descriptions": [], "table_names_original": []}])"), "no list \"column_names_original\""));
  BOOST_TEST(says(refused(R"([{"db_id": "a", "column_descriptions": ["b"], "table_names_original": [],
                             "column_names_original": [[0, "c"]]}])"),
                  "element 0 (a) has a column of a table that it does not have"));
  BOOST_TEST(says(refused(R"([{"db_id": "a", "column_descriptions": ["b"], "table_names_original": [],
                             "column_names_original": ["c"]}])"),
                  "element 0 (a) has in \"column_names_original\" an item that is not a list of two"));
}

BOOST_AUTO_TEST_CASE(of_bird) {
  auto const found = described_table(
      "\xEF\xBB\xBForiginal_column_name,column_name,column_description,data_format,value_description\r\n"
      "t_age , tree age,age in years,integer,\r\n"
      "Sort,Sort,,text,\"\"\"a\"\": early,\nb: late\"\r\n"
      ",,,,\r\n"
      "kg\r\n"
      "nr,,NR,integer,unique\r\n"
      "high,height,\"in \xB5m\" or so,real,height,one field too many\r\n");
  columns const expected{{"tree", "t_age", "tree age; age in years"},
                         {"tree", "Sort", "\"a\": early,\nb: late"},
                         {"tree", "nr", "unique"},
                         {"tree", "high", "height; in \xEF\xBF\xBDm or so"}};
  BOOST_TEST(found.size() == expected.size());
  BOOST_TEST((found == expected));
  BOOST_TEST((described_table("Column_Description,ORIGINAL_COLUMN_NAME\nweight,kg") == columns{{"tree", "kg", "weight"}}));
  BOOST_TEST(described_table("original_column_name\nkg\n").empty());
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_table_is_said_with_its_line) {
  auto const refused = [](std::string const& csv) { return refusal([&] { (void)described_table(csv); }); };
  BOOST_TEST(
      says(refused("column,column_description\na,b\n"), "tree.csv, line 1: the header line names no column \"original_column_name\""));
  BOOST_TEST(says(refused(""), "names no column \"original_column_name\""));
  BOOST_TEST(says(refused("original_column_name,column_description\na,\"b\n"), "tree.csv, line 2: a quoted field is not closed"));
}

BOOST_AUTO_TEST_CASE(of_files_and_folders) {
  folder const f;
  auto const csv = "original_column_name,column_description\nkg,weight\n";
  std::filesystem::create_directories(f / "bird/orchard/database_description");
  std::filesystem::create_directories(f / "bird/empty");
  write_file(f / "bird/orchard/database_description/FRUIT.csv", csv);
  write_file(f / "bird/orchard/database_description/notes.txt", "nothing to read");
  write_file(f / "tables.json", tables_with(R"("column_descriptions": ["*", "a", null, null])"));
  columns const weight{{"FRUIT", "kg", "weight"}};

  auto const bird = knowledge::read_descriptions((f / "bird").string());
  BOOST_TEST(bird.size() == 1u);
  BOOST_TEST((bird.at("orchard") == weight));
  BOOST_TEST(knowledge::descriptions_of(bird, "empty") == nullptr);
  for (auto const* of_any : {"bird/orchard", "bird/orchard/database_description", "bird/orchard/database_description/FRUIT.csv"}) {
    auto const one = knowledge::read_descriptions((f / of_any).string());
    BOOST_REQUIRE(knowledge::descriptions_of(one, "anything"));
    BOOST_TEST((*knowledge::descriptions_of(one, "anything") == weight));
  }
  BOOST_TEST(knowledge::read_descriptions((f / "tables.json").string()).at("orchard").size() == 1u);
  BOOST_TEST(
      says(refusal([&] { (void)knowledge::read_descriptions((f / "bird/empty").string()); }), "there are no descriptions of columns"));
  BOOST_TEST(thrown_by([&] { (void)knowledge::read_descriptions((f / "none.json").string()); }) == errc::file_not_found);
}

BOOST_AUTO_TEST_CASE(prompts_show_them_over_a_prepared_database) {
  folder const f;
  make_database(f / "orchard.sqlite", "CREATE TABLE fruit(kg REAL, sort TEXT); INSERT INTO fruit VALUES (1.5, 'quince');");
  db::sqlite_connection file((f / "orchard.sqlite").string());
  prepared plain(file);
  prepared database(file, schema::descriptions{{{"FRUIT", "KG", "weight, drained"}}, 6});
  auto const* const create = "CREATE TABLE fruit (\n  kg REAL /* weight... */,\n  sort TEXT\n)";
  auto const* const values = "\n/* Example values of the columns:\nkg: 1.5\nsort: 'quince'\n*/";
  BOOST_TEST(database.known<knowledge::described_schema>()->text == std::string(create) + values);
  BOOST_TEST(plain.known<knowledge::described_schema>()->text == std::string("CREATE TABLE fruit (\n  kg REAL,\n  sort TEXT\n)") + values);
  BOOST_TEST(schema::one_line_each(database.schema()) == "fruit(kg /* weight... */, sort)\n");
  BOOST_TEST(knowledge::describe_tables(database.schema(), {}, 3) == "# Table: fruit\n[\n  (kg REAL /* weight... */),\n  (sort TEXT)\n]");
  BOOST_TEST(code_representation(database.schema()) == "CREATE TABLE fruit(kg REAL, sort TEXT)\n/* kg: weight... */");
  BOOST_TEST(code_representation(plain.schema()) == "CREATE TABLE fruit(kg REAL, sort TEXT)");

  db::sqlite_connection other((f / "orchard.sqlite").string());
  prepared second(other, database.shared());  // the descriptions are part of what is known
  BOOST_TEST((second.schema() == database.schema()));
  BOOST_TEST((plain.schema() == file.schema()));
  llm::no_model model;
  BOOST_TEST((context(model, second).schema() == database.schema()));
}

BOOST_AUTO_TEST_SUITE_END()
