// SPDX-License-Identifier: BSL-1.0
// The least and the most calls of a question in `t2s systems`, compared with servers that agree with everything and with nothing.
#include "model_place.hpp"

#include <atomic>

using namespace cli_test;

namespace {

std::string last_message(seen_request const& r) {
  return std::string(json::parse(r.body).at("messages").as_array().back().at("content").as_string());
}

std::string numbered(std::string const& before, std::size_t n, std::string const& after = {}) { return before + std::to_string(n) + after; }

/// Agrees immediately, and has the right SQL.
std::string agrees(std::string const& asked, std::size_t) {
  auto const about = [&](std::string_view part) { return contains(asked, part); };
  if (about("Formulate natural language queries") || about("Replace the words")) return "How many shops are there?";
  if (about("which tables of a database")) return R"(["shops"])";
  if (about("which columns of these tables")) return R"({"shops": ["city"]})";
  if (about("Judge whether the results are correct")) return "Yes";
  if (about("Align the tokens") || about("find schema keywords")) return "[]";
  if (about("What does this SQL query mean?")) return "It counts the shops.";
  if (about("Write down Python CODE")) return "```python\nlen(db_dict['shops'])\n```";
  return "```sql\nSELECT count(*) FROM shops\n```";
}

/// Objects to everything, returns unreadable text for lists, and writes SQL that fails, has forbidden syntax and always differs.
std::string objects(std::string const& asked, std::size_t call) {
  auto const about = [&](std::string_view part) { return contains(asked, part); };
  if (about("Formulate natural language queries") || about("Replace the words")) return "How many shops are there?";
  if (about("which tables of a database") || about("which columns of these tables")) return "I do not know.";
  if (about("Judge whether the results are correct")) return "No";
  if (about("Please analyze the cause")) return "There is no such table.";
  if (about("Align the tokens")) return R"([{"token": "shops", "schema": "shops.city", "type": "col"}])";
  if (about("Hallucinate a SQL")) return "```sql\nSELECT a FROM b ORDER BY c LIMIT 1\n```";
  if (about("What does this SQL query mean?")) return "It counts something else.";
  if (about("### Based on data samples")) return "[]";
  if (about("Write down Python CODE")) return "```python\nlen(db_dict['shops'])\n```";
  if (about("find schema keywords")) {  // as many keywords, with as many columns, as are read
    std::string all;
    for (std::size_t i = 0; i < 16; ++i)
      all += numbered(R"({"keyword": "word)", i,
                      R"(", "kind": "data content", "table": "wide", "columns": ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"]}, )");
    return "[" + all.substr(0, all.size() - 2) + "]";
  }
  if (about("Two queries answer a question")) return "A";
  if (about("query was written for a question")) {  // the third fix runs, with a unique result
    if (about("FROM nowhere1")) return numbered("```sql\nSELECT ", call, " FROM nowhere2\n```");
    return about("FROM nowhere2") ? numbered("```sql\nSELECT ", call, "\n```") : numbered("```sql\nSELECT ", call, " FROM nowhere1\n```");
  }
  return numbered("```sql\nSELECT *, ", call, " FROM nowhere LEFT JOIN elsewhere ON 1 WHERE crane = 2\n```");
}

struct counting_place : place {
  using manner = std::string (*)(std::string const& asked, std::size_t call);
  std::atomic<manner> answers_as{agrees};
  std::atomic<std::size_t> calls{0};
  http_server model{[this](seen_request const& r) { return replies(200, reply_with(answers_as.load()(last_message(r), calls++))); }};

  counting_place() {
    std::string columns;
    for (std::size_t i = 0; i < 8; ++i) columns += numbered(i == 0 ? "c" : ", c", i, " TEXT");
    auto const tables =
        "CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, city TEXT); INSERT INTO shops(city) VALUES ('Oslo');"
        "CREATE TABLE wide (" +
        columns + "); INSERT INTO wide(c0) VALUES ('word1');";
    cli_test::make_database(file("wide.sqlite"), tables.c_str());
  }

  std::size_t calls_of(std::string const& pipeline, std::string const& settings, manner how) {
    answers_as = how;
    calls = 0;
    auto const r = cli_test::t2s("ask --db " + quoted(file("wide.sqlite")) + " 'How many shops are there?' " + asks(model) +
                                 "--max-calls 200 --pipeline " + pipeline + by_spelling(pipeline) + settings);
    BOOST_TEST(r.status < 2, pipeline << settings << ": " << r.err);
    return calls;
  }
  void check(std::string const& pipeline, std::string const& settings = {}) {
    auto const said = cli_test::t2s("systems --json " + pipeline + settings);
    auto const bounds = json::parse(said.out).at(0).at("calls");
    BOOST_TEST(calls_of(pipeline, settings, agrees) == bounds.at("least").to_number<std::size_t>(), pipeline << settings);
    BOOST_TEST(calls_of(pipeline, settings, objects) == bounds.at("most").to_number<std::size_t>(), pipeline << settings);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(command_line_call_counts, counting_place)

BOOST_AUTO_TEST_CASE(of_each_pipeline_as_it_is) {
  auto const all = json::parse(cli_test::t2s("systems --json").out).as_array();
  for (auto const& one : all)
    if (one.at("asks_model").as_bool() && one.at("name") != "mac-sql" && one.at("name") != "reforce" && one.at("name") != "cascade")
      check(std::string(one.at("name").as_string()));
}

// Its second set is drafted only if an exploration returned something; this reply has no query. By hand: the format, three candidates of
// four attempts each, the exploration.
BOOST_AUTO_TEST_CASE(of_reforce) {
  auto const bounds = json::parse(cli_test::t2s("systems --json reforce").out).at(0).at("calls");
  BOOST_TEST(calls_of("reforce", {}, agrees) == bounds.at("least").to_number<std::size_t>());
  BOOST_TEST(calls_of("reforce", {}, objects) == 14u);
  BOOST_TEST(bounds.at("most").to_number<std::size_t>() == 26u);
}

// The reader without a model is sure of this question, and of none from a confidence of 1.
BOOST_AUTO_TEST_CASE(of_the_cascade) {
  auto const bounds = json::parse(cli_test::t2s("systems --json cascade").out).at(0).at("calls");
  BOOST_TEST(bounds.at("least").to_number<std::size_t>() == 0u);
  BOOST_TEST(calls_of("cascade", {}, objects) == 0u);
  BOOST_TEST(calls_of("cascade", " --set cascade.enough=1", agrees) == 1u);
  BOOST_TEST(calls_of("cascade", " --set cascade.enough=1", objects) == bounds.at("most").to_number<std::size_t>());
}

// Its Selector is asked only for large schemas, which settings do not know.
BOOST_AUTO_TEST_CASE(of_mac_sql_depend_on_the_schema) {
  auto const bounds = json::parse(cli_test::t2s("systems --json mac-sql").out).at(0).at("calls");
  BOOST_TEST(calls_of("mac-sql", "", agrees) == bounds.at("least").to_number<std::size_t>());
  BOOST_TEST(calls_of("mac-sql", " --set mac.columns=5", objects) == bounds.at("most").to_number<std::size_t>());
  check("mac-sql", " --set mac.selector=off");
  check("mac-sql", " --set mac.selector=off --set mac.rounds=1");
}

// The numbers of the papers: "3 to 6" follows from DAC's section 3, the rounds of the others from their algorithms.
BOOST_AUTO_TEST_CASE(are_those_of_the_papers) {
  auto const said = [](std::string const& of) { return cli_test::t2s("systems " + of).out; };
  BOOST_TEST(contains(said("dac"), "calls of the model for a question: 3 to 6\n"));
  BOOST_TEST(contains(said("few-shot"), "calls of the model for a question: 1\n"));
  BOOST_TEST(contains(said("c3"), "calls of the model for a question: 3 to 9\n"));
  BOOST_TEST(contains(said("dail-sql"), "calls of the model for a question: 2\n"));
  BOOST_TEST(contains(said("dart-sql --set dart.requests=0"), "calls of the model for a question: 4 to 9\n"));
  BOOST_TEST(!contains(said("offline"), "calls of the model"));
  auto const without_name = cli_test::t2s("systems --set dac.entities=off");
  BOOST_TEST(without_name.status == 2);
  BOOST_TEST(contains(without_name.err, "NAME"), without_name.err);
}

BOOST_AUTO_TEST_CASE(follow_the_settings) {
  for (std::string const settings :
       {"dart.rewriting=off", "dart.context=off", "dart.refinement=off", "dart.requests=1", "dart.rounds=1", "dart.demonstrations=0"})
    check("dart-sql", " --set " + settings);
  check("dart-sql", " --set dart.refinement=off --set dart.context=off --set dart.rewriting=off");
  check("dart-sql-c3", " --set dart.refinement=off");
  check("c3", " --set c3.draws=1");
  check("dail-sql", " --set dail-sql.demonstrations=0");
  check("dail-sql", " --set dail-sql.self-consistency=on");
  for (std::string const off : {"entities", "skeleton", "execution-error"}) {
    check("dac", " --set dac." + off + "=off");
    check("dac-local", " --set dac-local." + off + "=off");
  }
  for (std::string const pipeline : {"sql-craft", "sql-craft-cbs", "sql-craft-sql-only"}) {
    check(pipeline, " --set craft.loop=off");
    check(pipeline, " --set craft.rounds=2");
  }
  for (std::string const settings : {"knowledge=off", "revision=off", "rounds=1"}) check("tcsr-sql", " --set tcsr." + settings);
  check("tcsr-sql", " --set tcsr.keywords=off --set tcsr.knowledge=off");
  for (std::string const settings : {"simplify=off", "revise=off", "rounds=1"}) check("dynamic-revision", " --set dynamic." + settings);
  for (std::string const settings : {"candidates=1", "results=3", "examples=0", "shared-examples=off"})
    check("chase-sql", " --set chase." + settings);
  check("few-shot-corrected", " --set few-shot-corrected.rounds=1");
}

BOOST_AUTO_TEST_SUITE_END()
