// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/operations/detail/stored_query.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

#include "serve/bee_yard.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/policy/restricted.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/local/operations.hpp"
#include "t2s/serve/mcp/database_offering.hpp"

namespace {

namespace json = boost::json;
namespace serve = t2s::serve;
using t2s::tests::bee_yard;

constexpr char const* of_keepers = R"({"queries": [
  {"name": "hives_of", "question": "Which hives has a keeper, built since a year?", "description": "Newest first.",
   "sql": "SELECT colour, built FROM hive JOIN keeper USING (keeper_id) WHERE full_name = :keeper AND built >= :since -- :no\n ORDER BY built DESC",
   "parameters": {"keeper": {"type": "text", "description": "The whole name."}, "since": {"type": "integer", "default": 2000}}},
  {"name": "in_village", "question": "Who lives there?", "sql": "SELECT full_name FROM keeper WHERE village = :village",
   "parameters": {"village": {"type": "text", "one_of": ["Lindow", "Alderly"]}}}]})";

std::vector<serve::stored_query> parsed(std::string_view text) { return serve::parse_stored_queries(text, "queries.json", {"query"}); }

std::string refused(std::string const& text) {
  try {
    static_cast<void>(parsed(text));
  } catch (t2s::error const& e) {
    BOOST_TEST(e.code() == t2s::errc::malformed_data);
    BOOST_TEST(!e.details().remedy.empty());
    return e.details().message;
  }
  return "not refused";
}

std::string one(std::string const& members) { return R"({"queries": [{"name": "q", "question": "Q?", )" + members + "}]}"; }

serve::operation operation_of(std::size_t place) {
  return serve::stored_query_operation(parsed(of_keepers).at(place), serve::local_hints());
}

BOOST_AUTO_TEST_SUITE(stored_queries)

BOOST_AUTO_TEST_CASE(a_query_runs_with_its_values) {
  bee_yard const yard;
  auto const database = yard.serve();
  auto const o = operation_of(0);
  BOOST_TEST(o.name == "hives_of");
  BOOST_TEST(std::string(o.description).find("Newest first.") != std::string::npos);
  BOOST_TEST(o.input.at("required").as_array() == json::array{"keeper"});
  auto const all = o.run(*database, {{"keeper", "Ada Moor"}}, {});
  BOOST_TEST(json::serialize(all.data.at("rows")) == R"([["green",2020],["yellow",2019]])");
  auto const since = o.run(*database, {{"keeper", "Ada Moor"}, {"since", 2020}}, {});
  BOOST_TEST(json::serialize(since.data.at("rows")) == R"([["green",2020]])");
  auto const page = o.run(*database, {{"keeper", "Ada Moor"}, {"limit", 1}}, {});
  BOOST_TEST(page.data.at("next_offset").to_number<int>() == 1);
  BOOST_TEST(!serve::refused_arguments(o.output, all.data));
}

// A value is a literal, whatever it says.
BOOST_AUTO_TEST_CASE(values_cannot_leave_their_literal) {
  bee_yard const yard;
  auto const database = yard.serve();
  auto const o = operation_of(0);
  for (auto const* hostile :
       {"' OR 1=1 --", "x' UNION SELECT full_name, 1 FROM keeper --", "'; DROP TABLE keeper; --", ":since", "\\' OR 1=1 --"}) {
    auto const done = o.run(*database, {{"keeper", hostile}}, {});
    BOOST_TEST(!done.failed, done.text);
    BOOST_TEST(done.data.at("rows").as_array().empty(), hostile);
  }
  BOOST_TEST(o.run(*database, {{"keeper", std::string("Ada\0Moor", 8)}}, {}).failed);
  auto const q = parsed(one(R"("sql": "SELECT 5 -:n, ':n' AS \":n\" /* :n */", "parameters": {"n": {"type": "integer"}})")).front();
  BOOST_TEST(q.with({{"n", -3}}, t2s::sql::dialect::sqlite) == "SELECT 5 - -3 , ':n' AS \":n\" /* :n */");
  auto const glued = parsed(one(R"("sql": "SELECT E:p, x:p", "parameters": {"p": {"type": "text"}})")).front();
  BOOST_TEST(glued.with({{"p", "\\' OR true --"}}, t2s::sql::dialect::postgres).find("E'") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(literals_are_those_of_the_dialect) {
  auto const q = parsed(one(R"("sql": "SELECT :b, :t, :d, :x::int", "parameters": {"b": {"type": "boolean"}, "t": {"type": "text"},
      "d": {"type": "date"}, "x": {"type": "number"}})"))
                     .front();
  json::object const values{{"b", true}, {"t", "it's \\ a"}, {"d", "2024-02-29"}, {"x", 1.5}};
  BOOST_TEST(q.with(values, t2s::sql::dialect::postgres) == R"(SELECT  TRUE ,  'it''s \ a' ,  '2024-02-29' ,  1.5 ::int)");
  auto const mysql = parsed(one(R"("sql": "SELECT :t", "parameters": {"t": {"type": "text"}})")).front();
  BOOST_TEST(mysql.with({{"t", "a\\"}}, t2s::sql::dialect::mysql) == R"(SELECT  'a\\' )");
  auto const slice = parsed(one(R"("sql": "SELECT tags[1:n], ARRAY[:n], {'a':n}", "parameters": {"n": {"type": "integer"}})")).front();
  BOOST_TEST(slice.with({{"n", 5}}, t2s::sql::dialect::duckdb) == "SELECT tags[1:n], ARRAY[ 5 ], {'a':n}");
  for (auto const* day : {"2024-02-30", "2024-2-3", "24-02-03", "2024-02-03 ", "soon"}) {
    auto wrong = values;
    wrong["d"] = day;
    BOOST_CHECK_THROW(static_cast<void>(q.with(wrong, t2s::sql::dialect::postgres)), t2s::error);
  }
}

BOOST_AUTO_TEST_CASE(values_of_another_type_are_refused) {
  bee_yard const yard;
  auto const database = yard.serve();
  auto const by_name = operation_of(0);
  for (json::object const& given : {json::object{}, {{"keeper", 5}}, {{"keeper", nullptr}}, {{"keeper", "Ada Moor"}, {"since", "2019"}}}) {
    auto const done = by_name.run(*database, given, {});
    BOOST_TEST(done.failed);
    BOOST_TEST(done.text.find("parameter") != std::string::npos);
    BOOST_TEST(serve::refused_arguments(by_name.input, given).has_value());  // so MCP and HTTP refuse it before
  }
  auto const by_village = operation_of(1);
  BOOST_TEST(json::serialize(by_village.run(*database, {{"village", "Lindow"}}, {}).data.at("rows")) == R"([["Ada Moor"]])");
  BOOST_TEST(by_village.run(*database, {{"village", "Lower Lindow"}}, {}).failed);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_file_is_named) {
  auto const has = [](std::string const& text, std::string const& part) {
    BOOST_TEST(refused(text).find(part) != std::string::npos, refused(text));
  };
  has("[]", "there is no list \"queries\"");
  has("{", "queries.json");
  has(R"({"queries": [5]})", "query 1 is not an object");
  has(R"({"queries": [{"question": "Q?", "sql": "SELECT 1"}]})", "\"name\" is missing");
  has(R"({"queries": [{"name": "Q-1", "question": "Q?", "sql": "SELECT 1"}]})", "other characters");
  has(R"({"queries": [{"name": "query", "question": "Q?", "sql": "SELECT 1"}]})", "is there already");
  has(R"({"queries": [{"name": "q", "sql": "SELECT 1"}]})", "\"question\" is missing");
  has(one(R"("sql": " ")"), "\"sql\" is not a text, or empty");
  has(one(R"("sql": "SELECT 1", "limits": 3)"), "there is no member \"limits\"");
  has(one(R"("sql": "SELECT :a", "parameters": {"a": {"type": "int"}})"), "has the type \"int\"");
  has(one(R"("sql": "SELECT :a", "parameters": {"a": {"type": "date", "default": "today"}})"), "has a default");
  has(one(R"("sql": "SELECT :a", "parameters": {"a": {"type": "integer", "one_of": ["1"]}})"), "\"one_of\"");
  has(one(R"("sql": "SELECT :limit", "parameters": {"limit": {"type": "integer"}})"), "tools use for themselves");
  has(one(R"("sql": "SELECT :model", "parameters": {"model": {"type": "text"}})"), "tools use for themselves");
  has(one(R"("sql": "SELECT :a", "parameters": [1])"), "not an object");
}

BOOST_AUTO_TEST_CASE(a_query_must_fit_a_database) {
  bee_yard const yard;
  std::vector<std::shared_ptr<serve::served_database>> const served{yard.serve("yard")};
  serve::require_fitting(parsed(of_keepers), served);
  auto const fails = [&](std::string const& members, std::string const& part) {
    BOOST_CHECK_EXCEPTION(serve::require_fitting(parsed(one(members)), served), t2s::error, [&](t2s::error const& e) {
      BOOST_TEST_MESSAGE(e.what());
      return std::string(e.what()).find(part) != std::string::npos;
    });
  };
  fails(R"("sql": "SELECT colr FROM hive")", "colr");
  fails(R"("sql": "SELECT colour FROM")", "cannot be read");
  fails(R"("sql": "SELECT :a FROM hive")", "has :a, which is not in");
  fails(R"("sql": "SELECT 1 FROM hive", "parameters": {"a": {"type": "integer"}})", "has no :a");
  fails(R"("sql": "SELECT ':a' FROM hive", "parameters": {"a": {"type": "integer"}})", "has no :a");
  fails(R"("sql": "SELECT colour FROM hive", "database": "shop")", "there is no database shop");
}

// Under a role that does not see a table, a query that names it is not there.
BOOST_AUTO_TEST_CASE(it_is_offered_where_its_names_are_seen) {
  bee_yard const yard;
  auto const rules = t2s::db::policy::parse_rules(R"({"roles":{"guest":{"tables":{"hive":{}}}}})");
  auto const open = [rules, file = yard.file()] {
    return t2s::db::policy::restrict(t2s::db::any_connection(t2s::db::sqlite_connection(file)), rules, {"guest", {}});
  };
  auto const guest = std::make_shared<serve::served_database>("yard", open);
  auto const o = operation_of(0);
  BOOST_TEST(o.fits(*yard.serve()));
  BOOST_TEST(!o.fits(*guest));
  BOOST_TEST(o.run(*guest, {{"keeper", "Ada Moor"}}, {}).failed);
  auto const tools = [&](std::shared_ptr<serve::served_database> const& d) {
    return serve::mcp::offer_databases({d}, {operation_of(0), operation_of(1)})->tools.size();
  };
  BOOST_TEST(tools(yard.serve()) == 2u);
  BOOST_TEST(tools(guest) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
