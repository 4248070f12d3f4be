// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/detail/pool_schemas.hpp"
#include "t2s/retrieve/detail/schema_file.hpp"

#include "t2s/core/error.hpp"
#include "t2s/sql/postgres.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::retrieve;
using t2s::demonstration;

namespace {

std::string refusal(std::string_view json) {
  try {
    (void)parse_pool_schemas(json, "tables.json");
  } catch (error const& e) {
    BOOST_TEST((e.code() == errc::malformed_data));
    return e.what();
  }
  return "nothing was thrown";
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(pool_schemas_)

BOOST_AUTO_TEST_CASE(the_form_of_spider) {
  auto const all = parse_pool_schemas(R"([{"db_id": "zoo", "table_names_original": ["cage", "animal"],
    "column_names_original": [[-1, "*"], [0, "no"], [0, "page count"], [1, "id"], [1, "cage"]],
    "column_types": ["text", "number", "text", "number", "number"], "primary_keys": [1, [3, 4]], "foreign_keys": [[4, 1]]}])",
                                      "tables.json");
  BOOST_REQUIRE(all.size() == 1u);
  BOOST_TEST(all.at("zoo").text ==
             "CREATE TABLE cage (\n  no number,\n  \"page count\" text,\n  PRIMARY KEY (no)\n)\n"
             "CREATE TABLE animal (\n  id number,\n  cage number,\n  PRIMARY KEY (id, cage),\n  FOREIGN KEY (cage) REFERENCES cage(no)\n)");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_said) {
  BOOST_TEST(contains(refusal("{"), "is not JSON"));
  BOOST_TEST(contains(refusal("{}"), "not an array"));
  BOOST_TEST(contains(refusal("[{}]"), "element 0 has no \"db_id\""));
  BOOST_TEST(contains(refusal(R"([{"db_id": "zoo"}])"), "element 0 (zoo) has no list \"table_names_original\""));
  BOOST_TEST(contains(refusal(R"([{"db_id": "zoo", "table_names_original": [], "column_types": [], "column_names_original": [[0, "a"]]}])"),
                      "a column of a table that it does not have"));
  BOOST_TEST(contains(refusal(R"([{"db_id": "z", "table_names_original": ["t"], "column_types": [], "column_names_original": [[-1, "*"]],
                                   "primary_keys": [0], "foreign_keys": []}])"),
                      "a key over a column"));
}

BOOST_AUTO_TEST_CASE(from_sql) {
  std::vector<demonstration> const pool{{"zoo", "", "SELECT T1.name FROM animal AS T1 JOIN cage AS T2 ON T1.cage = T2.no", "", ""},
                                        {"zoo", "", "SELECT max(AGE), name FROM Animal", "", ""},
                                        {"zoo", "", "SELECT oops FROM", "", ""},
                                        {"bar", "", "SELECT x FROM a, b", "", ""}};
  auto const schemas = schemas_from_sql(pool);
  BOOST_REQUIRE(schemas.size() == 2u);
  BOOST_TEST(schemas.at("zoo").text == "CREATE TABLE animal (\n  name,\n  cage,\n  AGE\n)\nCREATE TABLE cage (\n  no\n)");

  std::optional<pool_schema> own;
  BOOST_TEST(schema_of(pool[0], &schemas, own) == &schemas.at("zoo"));
  BOOST_TEST(!own.has_value());
  BOOST_TEST(schema_of(pool[1], nullptr, own)->text == "CREATE TABLE Animal (\n  AGE,\n  name\n)");

  demonstration const other{"zoo", "?", "SELECT name::text FROM cat", {}, {}};
  BOOST_TEST(schema_of(other, nullptr, own)->shape.empty());
  auto const* read = schema_of(other, nullptr, own, sql::postgres);
  BOOST_TEST(read->shape.find_table("cat"));
  BOOST_TEST(read->shape.dialect() == &sql::postgres);
}

BOOST_AUTO_TEST_CASE(the_given_schemas_go_before_those_of_the_sql) {
  std::vector<demonstration> const pool{
      {"zoo", "", "SELECT name FROM cat", "", ""}, {"bar", "", "SELECT price FROM drink", "", ""}, {"", "", "SELECT x FROM y", "", ""}};
  auto const all = with_schemas_from_sql({{"zoo", pool_schema(schema::database(), "as it was given")}}, pool);
  BOOST_REQUIRE(all.size() == 2u);  // none for a demonstration that names no database
  BOOST_TEST(all.at("zoo").text == "as it was given");
  BOOST_TEST(all.at("bar").text == "CREATE TABLE drink (\n  price\n)");
}

BOOST_AUTO_TEST_SUITE_END()
