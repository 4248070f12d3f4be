// SPDX-License-Identifier: BSL-1.0
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <thread>

#include "serve/bee_yard.hpp"
#include "serve/ports.hpp"
#include "support/json_schema.hpp"
#include "t2s/core/error.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/local/offline_answerer.hpp"
#include "t2s/serve/local/operations.hpp"
#include "t2s/serve/operations/detail/ask.hpp"
#include "t2s/sql/dialects.hpp"

namespace {

namespace json = boost::json;
using t2s::serve::operation;
using t2s::serve::outcome;
using t2s::tests::bee_yard;

bool has(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

bool lists(json::value const& all, std::string_view name) {
  for (auto const& v : all.as_array())
    if (v.as_string() == name) return true;
  return false;
}

struct yard {
  bee_yard data{};
  std::shared_ptr<t2s::serve::served_database> served;

  explicit yard(t2s::serve::service_limits limits = {}) : served(data.serve("yard", limits)) {}

  outcome operator()(std::string_view name, json::object arguments, t2s::serve::call const& by = {}) const {
    auto all = t2s::serve::operations();
    all.push_back(t2s::serve::ask_operation({"offline", "", false, t2s::serve::offline_answerer()},
                                            {"few-shot-corrected", "", true, t2s::serve::callers_model_answerer()}));
    for (auto const& o : all) {
      if (o.name != name) continue;
      BOOST_TEST(!t2s::serve::refused_arguments(o.input, arguments));
      auto done = o.run(*served, arguments, by);
      if (!done.data.empty()) {
        auto const wrong = t2s::serve::refused_arguments(o.output, done.data);  // its result fits its schema
        BOOST_TEST(!wrong, (wrong ? *wrong : std::string()));
      }
      return done;
    }
    throw std::runtime_error("no such operation");
  }
};

BOOST_AUTO_TEST_SUITE(serve_operations)

BOOST_AUTO_TEST_CASE(query_gives_rows_in_pages) {
  yard const y;
  auto const first = y("query", {{"sql", "SELECT harvest_id, kilograms FROM harvest ORDER BY harvest_id"}, {"limit", 100}});
  BOOST_TEST(!first.failed);
  BOOST_TEST(json::serialize(first.data.at("columns")) == R"(["harvest_id","kilograms"])");
  BOOST_TEST(first.data.at("row_count").to_number<int>() == 100);
  BOOST_TEST(first.data.at("next_offset").to_number<int>() == 100);
  BOOST_TEST(first.data.at("rows").at(0).at(0).as_int64() == 1);
  BOOST_TEST(first.data.at("rows").at(0).at(1).as_double() == 0.1);
  BOOST_TEST(first.text.starts_with("```text\nharvest_id | kilograms\n1 | 0.1\n"));
  BOOST_TEST(first.text.ends_with("(100 rows; there are more: call query again with offset 100)"));
  auto const last = y("query", {{"sql", "SELECT harvest_id FROM harvest ORDER BY harvest_id"}, {"limit", 100}, {"offset", 200}});
  BOOST_TEST(last.data.at("row_count").to_number<int>() == 50);
  BOOST_TEST(last.data.at("rows").at(0).at(0).as_int64() == 201);
  BOOST_TEST(!last.data.at("more").as_bool());
  BOOST_TEST(last.data.at("next_offset").is_null());
  auto const exact = y("query", {{"sql", "SELECT keeper_id FROM keeper"}, {"limit", 3}});
  BOOST_TEST(!exact.data.at("more").as_bool());
  auto const beyond = y("query", {{"sql", "SELECT keeper_id FROM keeper"}, {"offset", 10}});
  BOOST_TEST(beyond.data.at("row_count").to_number<int>() == 0);
  BOOST_TEST(!beyond.data.at("more").as_bool());
}

BOOST_AUTO_TEST_CASE(query_gives_every_kind_of_value) {
  yard const y;
  auto const done =
      y("query", {{"sql", "SELECT NULL, 1, 9007199254740993, 1.5, 9e999, 'a' || char(10) || 'b', x'0102', CAST(x'FF' AS TEXT)"}});
  BOOST_TEST(json::serialize(done.data.at("rows")) ==
             "[[null,1,\"9007199254740993\",1.5E0,\"Inf\",\"a\\nb\",{\"blob\":2},\"\xEF\xBF\xBD\"]]");
  BOOST_TEST(has(done.text, "NULL | 1 | 9007199254740993 | 1.5 | Inf | a b | (2 bytes)"));
}

// A value cannot look like two cells, another line or text of the server.
BOOST_AUTO_TEST_CASE(the_text_of_a_query_keeps_cells_apart) {
  yard const y;
  auto const done =
      y("query", {{"sql", R"(SELECT 'a | b' AS "x|y", 'c' || char(13, 10) || '(1 row)', 'd' || char(8238) || 'e' || char(27) || '[31m')"}});
  BOOST_TEST(done.text.starts_with("```text\nx\\|y | "), done.text);
  BOOST_TEST(has(done.text, "\na \\| b | c  (1 row) | d e [31m\n```\n(1 row)"), done.text);
  BOOST_TEST(done.data.at("rows").at(0).at(0) == "a | b");  // data stays exact
}

BOOST_AUTO_TEST_CASE(query_keeps_to_its_limits) {
  t2s::serve::service_limits limits;
  limits.rows = 5;
  limits.bytes = 2'000;
  yard const y(limits);
  BOOST_TEST(y("query", {{"sql", "SELECT * FROM harvest"}, {"limit", 100}}).data.at("row_count").to_number<int>() == 5);
  auto const wide = y("query", {{"sql", "SELECT printf('%.900c', 'x') FROM harvest"}, {"limit", 5}});
  BOOST_TEST(wide.data.at("row_count").to_number<int>() == 2);
  BOOST_TEST(wide.data.at("next_offset").to_number<int>() == 2);
  auto const too_wide = y("query", {{"sql", "SELECT printf('%.3000c', 'x')"}});
  BOOST_TEST(too_wide.failed);
  BOOST_TEST(has(too_wide.text, "substr("));
}

BOOST_AUTO_TEST_CASE(a_page_that_cannot_be_reached_is_a_failure) {  // and no page without rows that refers to itself
  yard const y;
  auto const sql = "SELECT CASE WHEN harvest_id = 3 THEN zeroblob(5000000) ELSE kilograms END FROM harvest ORDER BY harvest_id";
  auto const first = y("query", {{"sql", sql}});
  BOOST_TEST(first.data.at("row_count").to_number<int>() == 2);
  BOOST_TEST(first.data.at("next_offset").to_number<int>() == 2);
  auto const next = y("query", {{"sql", sql}, {"offset", 2}});
  BOOST_TEST(next.failed);
  BOOST_TEST(has(next.text, "The rows from 3 on cannot be given"));
}

BOOST_AUTO_TEST_CASE(query_only_reads) {
  yard const y;
  for (auto const* sql :
       {"DELETE FROM hive", "DROP TABLE hive", "ATTACH 'x' AS y", "PRAGMA table_info(hive)", "SELECT 1; SELECT 2", "  "}) {
    auto const done = y("query", {{"sql", sql}});
    BOOST_TEST(done.failed, sql);
    BOOST_TEST(!done.data.at("error").is_null(), sql);
  }
  BOOST_TEST(y("query", {{"sql", "SELECT count(*) FROM hive"}}).data.at("rows").at(0).at(0).as_int64() == 3);
}

BOOST_AUTO_TEST_CASE(wrong_names_come_back_with_what_exists) {
  yard const y;
  auto const table = y("query", {{"sql", "SELECT * FROM hives"}});
  BOOST_TEST(table.failed);
  BOOST_TEST(table.data.at("error").at("code").as_string() == "no_such_table");
  BOOST_TEST(table.data.at("error").at("near").at(0).as_string() == "hive");
  BOOST_TEST(lists(table.data.at("error").at("exists"), "keeper"));
  BOOST_TEST(table.data.at("proposal").at("sql").as_string() == "SELECT * FROM hive");
  BOOST_TEST(has(table.text, "Perhaps: SELECT * FROM hive"));
  auto const column = y("query", {{"sql", "SELECT name FROM keeper"}});
  BOOST_TEST(column.data.at("error").at("code").as_string() == "no_such_column");
  BOOST_TEST(lists(column.data.at("error").at("near"), "keeper.full_name"));
  BOOST_TEST(lists(column.data.at("error").at("exists"), "keeper(keeper_id, full_name, village)"));
  auto const ambiguous = y("query", {{"sql", "SELECT keeper_id FROM keeper JOIN hive ON keeper.keeper_id = hive.keeper_id"}});
  BOOST_TEST(ambiguous.data.at("error").at("code").as_string() == "ambiguous_column");
  BOOST_TEST(lists(ambiguous.data.at("error").at("near"), "hive.keeper_id"));
}

BOOST_AUTO_TEST_CASE(check_does_not_run_the_statement) {
  yard const y;
  auto const fine = y("check", {{"sql", "SELECT colour FROM hive WHERE built > 2019"}});
  BOOST_TEST(fine.data.at("runs").as_bool());
  BOOST_TEST(fine.data.at("problems").as_array().empty());
  BOOST_TEST(fine.data.at("proposal").is_null());
  auto const wrong = y("check", {{"sql", "SELECT fullname, total_weight FROM keepers"}});
  BOOST_TEST(!wrong.failed);
  BOOST_TEST(!wrong.data.at("runs").as_bool());
  BOOST_TEST(wrong.data.at("problems").at(0).at("code").as_string() == "no_such_table");
  auto const mended = y("check", {{"sql", "SELECT fullname FROM keepers WHERE village = 'Lindow'"}});
  BOOST_TEST(mended.data.at("proposal").at("sql").as_string() == "SELECT full_name FROM keeper WHERE village = 'Lindow'");
  auto const syntax = y("check", {{"sql", "SELECT colour FRM hive"}});
  BOOST_TEST(syntax.data.at("problems").at(0).at("code").as_string() == "sql_syntax");
  auto const writes = y("check", {{"sql", "DELETE FROM hive"}});
  BOOST_TEST(writes.data.at("problems").at(0).at("code").as_string() == "statement_denied");
  auto const slow = y("check", {{"sql", "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"}});
  BOOST_TEST(slow.data.at("runs").as_bool());  // it would not end
}

/// An engine that has read a statement, in a schema that lacks some of its names.
class engine_that_knows_more {
 public:
  [[nodiscard]] t2s::schema::database const& schema() const noexcept { return shape_; }
  [[nodiscard]] t2s::db::execution execute(std::string const&, std::stop_token = {}) { return t2s::db::execution(t2s::db::rows{}); }
  [[nodiscard]] t2s::db::execution sample(std::string const&, std::size_t, std::stop_token = {}) { return execute({}); }
  [[nodiscard]] t2s::db::execution distinct(std::string const&, std::string const&, std::size_t, std::stop_token = {}) {
    return execute({});
  }
  template <class... Within>
  std::optional<t2s::failure> each_row(std::string const&, t2s::db::any_connection::take_row const&, Within const&...) {
    return {};
  }
  [[nodiscard]] t2s::db::estimation estimate(std::string const&, std::stop_token = {}) {
    t2s::db::estimation known;
    known.cost.emplace();
    return known;
  }
  void interrupt() noexcept {}

 private:
  t2s::schema::database shape_ = t2s::schema::database(
      std::vector<t2s::schema::table>{t2s::schema::table{"hive", false, {t2s::schema::column{"tags", "text[]"}}}}, &t2s::sql::postgres);
};

BOOST_AUTO_TEST_CASE(check_believes_the_engine) {
  t2s::serve::served_database served("known", [] { return t2s::db::any_connection(engine_that_knows_more(), "known"); });
  for (auto const* sql : {"SELECT ctid FROM hive", "SELECT u FROM hive, unnest(tags) AS u", "SELECT x FROM elsewhere.hives"}) {
    auto const done = t2s::serve::check_operation().run(served, {{"sql", sql}}, {});
    BOOST_TEST(done.data.at("runs").as_bool(), sql);
  }
}

BOOST_AUTO_TEST_CASE(check_says_what_is_suspect) {
  yard const y;
  auto const text = y("check", {{"sql", "SELECT hive_id FROM hive WHERE colour = 'Yellow'"}});
  BOOST_TEST(text.data.at("runs").as_bool());
  BOOST_TEST(text.data.at("findings").at(0).at("rule").as_string() == "unknown_text");
  BOOST_TEST(text.data.at("proposal").at("sql").as_string() == "SELECT hive_id FROM hive WHERE colour = 'yellow'");
  auto const swapped = y("check", {{"sql", "SELECT hive_id FROM hive WHERE colour = 'gren'"}});
  BOOST_TEST(swapped.text.find("'green'") != swapped.text.npos, swapped.text);
  auto const join = y("check", {{"sql", "SELECT keeper.full_name, harvest.kilograms FROM keeper, harvest"}});
  BOOST_TEST(join.data.at("findings").at(0).at("rule").as_string() == "cartesian_product");
}

BOOST_AUTO_TEST_CASE(repair_mends_and_gives_the_rows) {
  yard const y;
  auto const done =
      y("repair", {{"sql", "SELECT fullname FROM keepers WHERE village = 'lindow'"}, {"question", "Who keeps bees in Lindow?"}});
  BOOST_TEST(!done.failed);
  BOOST_TEST(done.data.at("repaired").as_bool());
  BOOST_TEST(done.data.at("sql").as_string() == "SELECT full_name FROM keeper WHERE village = 'Lindow'");
  BOOST_TEST(json::serialize(done.data.at("rows")) == R"([["Ada Moor"]])");
  BOOST_TEST(has(done.text, "What was wrong:"));
  auto const fine = y("repair", {{"sql", "SELECT colour FROM hive"}});
  BOOST_TEST(!fine.data.at("repaired").as_bool());
  BOOST_TEST(fine.data.at("row_count").to_number<int>() == 3);
  auto const hopeless = y("repair", {{"sql", "SELECT qqq FROM zzz"}});
  BOOST_TEST(hopeless.failed);
  BOOST_TEST(lists(hopeless.data.at("error").at("exists"), "hive"));
}

BOOST_AUTO_TEST_CASE(describe_gives_the_schema) {
  yard const y;
  auto const all = y("describe", {});
  BOOST_TEST(all.data.at("shown_tables").to_number<int>() == 4);
  BOOST_TEST(has(all.text, "CREATE TABLE keeper"));
  BOOST_TEST(has(all.text, "'yellow'"));  // an example of a stored value
  auto const one = y("describe", {{"tables", json::array{"hive"}}});
  BOOST_TEST(one.data.at("tables").as_array().size() == 1u);
  BOOST_TEST(lists(one.data.at("left_out"), "keeper"));
  BOOST_TEST(has(one.text, "not shown: "));
  auto const wrong = y("describe", {{"tables", json::array{"hives"}}});
  BOOST_TEST(wrong.failed);
  BOOST_TEST(wrong.text == "There is no table \"hives\"; near are: hive.\nThere are: keeper, hive, harvest, yield");
  auto const several = y("describe", {{"tables", json::array{"hive", "keepers", "zzz", ""}}});
  BOOST_TEST(several.failed);
  for (auto const* part : {"\"keepers\"; near are: keeper", "no table \"zzz\"", "no table \"\""}) BOOST_TEST(has(several.text, part), part);
  auto const part = y("describe", {{"question", "How many kilograms were harvested?"}, {"tokens", 100}});
  BOOST_TEST(part.data.at("tables").at(0).at("name").as_string() == "harvest");
}

BOOST_AUTO_TEST_CASE(link_says_what_a_question_names) {
  yard const y;
  auto const done = y("link", {{"question", "Which hives of Ada Moor are yellow?"}});
  BOOST_TEST(json::serialize(done.data.at("tables")).find("\"hive\"") != std::string::npos);
  BOOST_TEST(has(json::serialize(done.data.at("values")), R"({"column":"keeper.full_name","value":"Ada Moor","words":"Ada Moor"})"));
  BOOST_TEST(has(done.text, "hive.colour = 'yellow'"));
  BOOST_TEST(has(y("link", {{"question", "qwerty asdfg?"}}).text, "Its tables are: keeper, hive, harvest, yield"));
}

BOOST_AUTO_TEST_CASE(explain_says_what_a_statement_means) {
  yard const y;
  auto const done =
      y("explain", {{"sql", "SELECT colour, count(*) AS n FROM hive WHERE built > 2019 GROUP BY colour ORDER BY n DESC LIMIT 2"}});
  BOOST_TEST(!done.failed);
  BOOST_TEST(has(done.text, "Keeps those where built > 2019."));
  BOOST_TEST(has(done.text, "Makes one row for each colour."));
  BOOST_TEST(done.data.at("results").at(0).at("from").at(0).as_string() == "hive.colour");
  BOOST_TEST(done.data.at("results").at(0).at("unchanged").as_bool());
  BOOST_TEST(done.data.at("results").at(1).at("from").as_array().empty());
  BOOST_TEST(lists(done.data.at("columns_read"), "hive.built"));
  BOOST_TEST(has(y("explain", {{"sql", "SELECT 1 FROM keeper, hive h"}}).text, "Takes the rows of keeper, hive AS h."));
  auto const wrong = y("explain", {{"sql", "SELECT color FROM hive"}});
  BOOST_TEST(wrong.failed);
  BOOST_TEST(has(wrong.text, "colour"));
}

BOOST_AUTO_TEST_CASE(ask_answers_and_says_how_sure_it_is) {
  yard const y;
  auto const done = y("ask", {{"question", "How many hives are there?"}});
  BOOST_TEST(!done.failed, done.text);
  BOOST_TEST(done.data.at("rows").at(0).at(0).as_int64() == 3);
  BOOST_TEST(done.data.at("system").as_string() == "offline");
  BOOST_TEST(done.data.at("confidence").is_number());
  BOOST_TEST(t2s::tests::answer_schema().wrong(done.data) == "");
  auto const none = y("ask", {{"question", "How many hives are there?"}, {"model", "always"}});
  BOOST_TEST(none.failed);
}

BOOST_AUTO_TEST_CASE(ask_proposes_a_chart_if_that_is_wanted) {
  yard const y;
  auto const done = y("ask", {{"question", "How many hives are there?"}, {"chart", true}});
  BOOST_TEST(done.data.at("chart").at("kind") == "number");
  BOOST_TEST(t2s::tests::answer_schema().wrong(done.data) == "");
  BOOST_TEST(!y("ask", {{"question", "How many hives are there?"}}).data.contains("chart"));
  auto const none = y("ask", {{"question", "How many purple hives are there?"}, {"min_confidence", 1}, {"chart", true}});
  BOOST_TEST(none.data.at("chart").is_null());
}

BOOST_AUTO_TEST_CASE(ask_asks_back_where_readings_differ_if_that_is_wanted) {
  t2s::tests::ports const data;
  auto const served = data.serve();
  auto const ask = t2s::serve::ask_operation({"offline", "", false, t2s::serve::offline_answerer()});
  auto const done = [&](json::object arguments, t2s::serve::call const& by = {}) {
    arguments["question"] = t2s::tests::ports::question;
    arguments["min_confidence"] = 0;
    return ask.run(*served, arguments, by);
  };
  BOOST_TEST(done({}).data.at("ask_back").is_null());
  auto const asked = done({{"ask_back", true}});
  auto const& back = asked.data.at("ask_back");
  BOOST_REQUIRE(back.is_object());
  BOOST_TEST(back.at("question") == "Which relation of the tables is meant?");
  BOOST_TEST(back.at("options").at(0).at("sql") == asked.data.at("sql"));
  auto const other = back.at("options").at(1);
  BOOST_TEST(has(asked.text, "Ask the user: Which relation of the tables is meant?"));
  BOOST_TEST(has(asked.text, std::string(other.at("sql").as_string())));
  BOOST_TEST(t2s::tests::answer_schema().wrong(asked.data) == "");

  t2s::serve::call by;
  by.choose = [](t2s::ask_back const&) { return std::optional<std::size_t>(1); };
  auto const chosen = done({{"ask_back", true}}, by);
  BOOST_TEST(chosen.data.at("sql") == other.at("sql"));
  BOOST_TEST(chosen.data.at("row_count") == other.at("row_count"));
  BOOST_TEST(chosen.data.at("ask_back").is_null());
  by.choose = [](t2s::ask_back const&) { return std::optional<std::size_t>(); };
  BOOST_TEST(done({{"ask_back", true}}, by).data.at("sql") == asked.data.at("sql"));
}

BOOST_AUTO_TEST_CASE(ask_says_what_speaks_against_sql_that_it_withholds) {
  yard const y;
  auto const done = y("ask", {{"question", "How many purple hives are there?"}, {"min_confidence", 1}});
  BOOST_TEST(done.failed);
  BOOST_TEST(done.data.at("sql").is_null());
  BOOST_TEST(done.data.at("withheld").is_string());
  BOOST_TEST(done.data.at("uncertain") == true);
  BOOST_REQUIRE(!done.data.at("missing").as_array().empty());
  BOOST_TEST(has(done.text, std::string(done.data.at("missing").at(0).as_string())), done.text);
}

BOOST_AUTO_TEST_CASE(ask_gives_a_doubtful_answer_only_on_demand) {
  yard const y;
  auto const doubtful = y("ask", {{"question", "How many purple hives are there?"}});
  BOOST_TEST(doubtful.failed);
  BOOST_TEST(doubtful.data.at("rows").as_array().empty());
  BOOST_TEST(doubtful.data.at("withheld").as_string() == "SELECT count(*) FROM hive");
  BOOST_TEST(has(doubtful.text, "\"min_confidence\": 0"), doubtful.text);
  auto const given = y("ask", {{"question", "How many purple hives are there?"}, {"min_confidence", 0}});
  BOOST_TEST(!given.failed, given.text);
  BOOST_TEST(given.data.at("rows").as_array().size() == 1u);
}

BOOST_AUTO_TEST_CASE(ask_asks_the_callers_model) {
  yard const y;
  t2s::serve::call by;
  int asked = 0;
  by.model = [&](t2s::llm::request) {
    ++asked;
    return t2s::llm::completion{.text = "```sql\nSELECT count(*) FROM hive WHERE colour = 'green'\n```", .finish_reason = "stop"};
  };
  auto const always = y("ask", {{"question", "How many hives are green?"}, {"model", "always"}}, by);
  BOOST_TEST(asked == 1);
  BOOST_TEST(always.data.at("system").as_string() == "few-shot-corrected");
  BOOST_TEST(always.data.at("rows").at(0).at(0).as_int64() == 1);
  asked = 0;
  static_cast<void>(y("ask", {{"question", "How many hives are green?"}, {"model", "never"}}, by));
  BOOST_TEST(asked == 0);
  auto const unsure = y("ask", {{"question", "Tell me the purple frobnication"}}, by);
  BOOST_TEST(asked >= 1);
}

BOOST_AUTO_TEST_CASE(a_stopped_call_is_cancelled) {
  yard const y;
  std::stop_source stop;
  t2s::serve::call by;
  by.stop = stop.get_token();
  std::jthread const later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    stop.request_stop();
  });
  BOOST_CHECK_EXCEPTION(
      y("query", {{"sql", "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"}}, by), t2s::error,
      [](t2s::error const& e) { return e.code() == t2s::errc::cancelled; });
  BOOST_TEST(!y("query", {{"sql", "SELECT 1"}}).failed);  // other calls hold the connections
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(serve_arguments)

BOOST_AUTO_TEST_CASE(says_what_is_wrong_with_arguments) {
  auto const schema =
      json::parse(
          R"({"type":"object","properties":{"sql":{"type":"string","minLength":1,"maxLength":10},"limit":{"type":"integer","minimum":1,"maximum":5},
    "kind":{"type":"string","enum":["a","b"]},"names":{"type":"array","items":{"type":"string"},"maxItems":2},"on":{"type":"boolean"}},"required":["sql"],"additionalProperties":false})")
          .as_object();
  auto const wrong = [&](char const* given) { return t2s::serve::refused_arguments(schema, json::parse(given).as_object()).value_or(""); };
  BOOST_TEST(wrong(R"({"sql":"x","limit":5,"kind":"a","names":["x"],"on":true})") == "");
  BOOST_TEST(wrong(R"({"sql":"x","limit":5.0})") == "");
  BOOST_TEST(wrong("{}") == "\"sql\" is missing");
  BOOST_TEST(wrong(R"({"sql":""})") == "\"sql\" is empty");
  BOOST_TEST(wrong(R"({"sql":"12345678901"})") == "\"sql\" has more than 10 bytes");
  BOOST_TEST(wrong(R"({"sql":5})") == "\"sql\" must be a text");
  BOOST_TEST(wrong(R"({"sql":"x","limit":0})") == "\"limit\" must be a whole number from 1 to 5");
  BOOST_TEST(wrong(R"({"sql":"x","limit":1.5})") == "\"limit\" must be a whole number from 1 to 5");
  BOOST_TEST(wrong(R"({"sql":"x","limit":"1"})") == "\"limit\" must be a whole number from 1 to 5");
  BOOST_TEST(wrong(R"({"sql":"x","kind":"c"})") == "\"kind\" must be one of a, b");
  BOOST_TEST(wrong(R"({"sql":"x","names":["a","b","c"]})") == "\"names\" has more than 2 items");
  BOOST_TEST(wrong(R"({"sql":"x","names":[1]})") == "an item of \"names\" must be a text");
  BOOST_TEST(wrong(R"({"sql":"x","lmit":1})") == "there is no argument \"lmit\"; did you mean \"limit\"?");
  BOOST_TEST(wrong(R"({"slq":"x"})") == "there is no argument \"slq\"; did you mean \"sql\"?");
  auto const of_kind =
      json::parse(R"({"type":"object","properties":{"kind":{"type":"string","enum":["a","b"]}},"required":["kind"]})").as_object();
  BOOST_TEST(t2s::serve::refused_arguments(of_kind, json::object()).value_or("") == "\"kind\" is missing; it is one of a, b");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
