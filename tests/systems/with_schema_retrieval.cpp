// SPDX-License-Identifier: BSL-1.0
// Every system over more tables than its prompts may show.
#include "t2s/systems/with_schema_retrieval.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "same_requests.hpp"
#include "shed.hpp"
#include "t2s/core/awaitable.hpp"
#include "t2s/db/sqlite/pool.hpp"
#include "t2s/pipeline/chrome_trace.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/systems/c3.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/dynamic_revision.hpp"
#include "t2s/systems/few_shot_corrected.hpp"
#include "t2s/systems/mac_sql.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/sql_craft.hpp"
#include "t2s/systems/tcsr_sql.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <set>
#include <sstream>

using namespace t2s;
using namespace t2s::tests;

namespace {

constexpr char const* asked = "How many vessels are there?";
constexpr std::size_t few = 500;  // tokens; the schema has some 20,000

std::string harbour() {
  std::string sql;
  for (int i = 0; i < 300; ++i)
    sql.append("CREATE TABLE ledger_" + std::to_string(i) +
               "(id INTEGER PRIMARY KEY, amount REAL, booked_on DATE, currency TEXT, branch TEXT, remark TEXT);");
  return sql +
         "CREATE TABLE musician(id INTEGER PRIMARY KEY, name TEXT, instrument TEXT, salary REAL);"
         "CREATE TABLE pier(id INTEGER PRIMARY KEY, length REAL, depth REAL);"
         "CREATE TABLE vessel(id INTEGER PRIMARY KEY, captain TEXT, tonnage REAL, pier_id INTEGER REFERENCES pier(id));"
         "INSERT INTO pier VALUES (1, 100, 9); INSERT INTO vessel VALUES (1, 'Ahab', 300, 1), (2, 'Bligh', 200, 1);"
         "INSERT INTO musician VALUES (1, 'Clara', 'piano', 10);";
}

/// Returns what each stage can read, and SQL that runs.
llm::scripted_model willing() {
  llm::scripted_model model;
  model.on("which tables of a database", {"[\"vessel\"]"}).on("which columns of these tables", {"{\"vessel\": [\"id\"]}"});
  return std::move(model.on([](auto const&) { return true; }, {"```sql\nSELECT count(*) FROM vessel\n```"}));
}

std::string text_of(llm::request const& r) {
  std::string all;
  for (auto const& m : r.messages) all += m.text + "\n";
  return all;
}

/// The tables of the harbour that a text names as `ledger_N`.
std::size_t ledgers_in(std::string const& text) {
  std::set<std::string> all;
  for (auto at = text.find("ledger_"); at != std::string::npos; at = text.find("ledger_", at + 1))
    all.insert(text.substr(at, text.find_first_not_of("0123456789", at + 7) - at));
  return all.size();
}

struct port {
  test::folder f;
  db::sqlite_connection connection{test::make_database(f / "port.sqlite", harbour())};
  prepared<db::sqlite_connection> database{connection};
  hashed vectors{};
};

/// Calls `check` with every system that shows a schema to a model.
template <class Check>
void for_each_system(hashed& vectors, Check check) {
  check(systems::dac());
  check(systems::c3());
  check(systems::few_shot_corrected());
  check(systems::mac_sql());
  check(systems::make_dynamic_revision(nullptr, {.demonstrations = false}));
  check(systems::make_sql_craft(nullptr, vectors));
  check(systems::make_sql_craft<generate::code_blocks>(nullptr, vectors));
  systems::dart_parts<hashed> parts;
  parts.rows = parts.questions = &vectors;
  check(systems::make_dart_sql(parts));
  check(systems::make_dart_sql_c3(parts));
  check(systems::make_tcsr_sql(vectors, "port"));
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(systems_over_a_part_of_a_schema, port)

BOOST_AUTO_TEST_CASE(every_system_shows_a_part) {
  for_each_system(vectors, [this]<class System>(System made) {
    systems::with_schema_retrieval<System> const system{std::move(made), {few}};
    auto model = willing();
    auto const answer = system.run(context(model, database), asked);
    BOOST_TEST(answer.sql() == "SELECT count(*) FROM vessel");
    bool shown = false;
    for (auto const& r : model.asked()) {
      auto const text = text_of(r);
      BOOST_TEST(ledgers_in(text) < 40u);
      shown = shown || contains(text, "captain");
    }
    BOOST_TEST(shown);
  });
}

// A warehouse of 1,500 tables, each with rows of long texts. With the default of --schema-tokens.
BOOST_AUTO_TEST_CASE(prompts_with_rows_are_bounded) {
  std::string sql = harbour();
  for (int i = 0; i < 1500; ++i) {
    auto const name = "store_" + std::to_string(i);
    sql += "CREATE TABLE " + name + "(id INTEGER PRIMARY KEY, label TEXT, note TEXT, weight REAL, owner TEXT, area TEXT, opened DATE);";
    for (int row = 0; row < 7; ++row)
      sql += "INSERT INTO " + name + " VALUES (" + std::to_string(row) + ", 'a label of store', '" + std::string(300, 'n') +
             "', 1.5, 'an owner', 'an area', '2020-01-01');";
  }
  db::sqlite_connection large(test::make_database(f / "large.sqlite", "BEGIN;" + sql + "COMMIT;"));
  prepared<db::sqlite_connection> known(large);
  std::size_t of_likeliest = 0;
  for_each_system(vectors, [&]<class System>(System made) {
    systems::with_schema_retrieval<System> const system{std::move(made), {12'000}};
    auto model = willing();
    (void)system.run(context(model, known), asked);
    std::size_t longest = 0;
    bool rows = false;
    for (auto const& r : model.asked()) {
      longest = std::max(longest, text_of(r).size());
      rows = rows || contains(text_of(r), "Bligh");
    }
    BOOST_TEST(longest <= 64u * 1024, longest);

    of_likeliest += rows;
  });
  BOOST_TEST(of_likeliest >= 6u);  // of 10: the others show no rows
}

/// One vector for texts about money, and another for all others.
struct accountant {
  std::size_t asked = 0;
  llm::embeddings embed(std::vector<std::string> const& texts) {
    llm::embeddings e;
    ++asked;
    for (auto const& t : texts)
      e.vectors.push_back(contains(t, "ledger 77:") || contains(t, "money") ? std::vector{1.0F, 0.0F} : std::vector{0.0F, 1.0F});
    return e;
  }
};

BOOST_AUTO_TEST_CASE(vectors_rank_tables_too) {
  accountant by;
  systems::with_schema_retrieval<systems::few_shot_corrected, link::table_vectors<accountant>> const system{{}, {200}, {&by}};
  llm::scripted_model model;
  model.on("money", {"SELECT 1"});
  (void)system.run(context(model, database), "Where is the money?");
  BOOST_TEST(contains(text_of(model.asked().at(0)), "ledger_77"));
  auto const once = by.asked;
  (void)system.run(context(model, database), "Whose money is it?");
  BOOST_TEST(by.asked == once + 1);  // the question's; those of the tables are kept
}

BOOST_AUTO_TEST_CASE(the_offline_system_answers_as_without) {
  llm::no_model model;
  systems::with_schema_retrieval<systems::offline> const system{{}, {few}};
  auto const found = system.run(context(model, database), "Which captain has the highest tonnage?");
  BOOST_TEST(found.sql() == systems::offline().run(context(model, database), "Which captain has the highest tonnage?").sql());
}

BOOST_AUTO_TEST_CASE(what_fits_is_asked_as_without) {
  auto const alone = requests(systems::dac(), willing(), database, asked);
  BOOST_TEST((requests(systems::with_schema_retrieval<systems::dac>{{}, {1'000'000}}, willing(), database, asked) == alone));
  BOOST_TEST((requests(systems::with_schema_retrieval<systems::dac>{{}, {few}}, willing(), database, asked) != alone));
}

// Each draft below names something to which the question does not lead, and the request to revise it shows the table.
BOOST_AUTO_TEST_CASE(what_an_error_names_is_shown_from_then_on) {
  struct slip {
    char const* sql;
    char const* shown;
  };
  for (auto const& [sql, shown] : {slip{"SELECT nam FROM musician", "instrument"},            // an existing table that was not shown
                                   slip{"SELECT name FROM musicians", "instrument"},          // a missing table
                                   slip{"SELECT salary FROM vessel", "instrument"},           // a column of a table that was not shown
                                   slip{"SELECT x FROM the_ledger_of_217", "ledger_217"}}) {  // words of a name
    llm::scripted_model model;
    model.on("not right yet", {"SELECT count(*) FROM vessel"}).on("vessels", {sql});
    systems::with_schema_retrieval<systems::few_shot_corrected> system{{}, {100}};
    system.system.generator.enabled = false;  // no repair: the model is asked again
    auto const answer = system.run(context(model, database), asked);
    BOOST_TEST(answer.sql() == "SELECT count(*) FROM vessel", sql);
    BOOST_REQUIRE_MESSAGE(model.asked().size() == 2u, sql);
    BOOST_TEST(!contains(text_of(model.asked()[0]), shown), sql);
    BOOST_TEST(contains(text_of(model.asked()[1]), shown), sql);
  }
}

// A draft in words names everything that exists.
BOOST_AUTO_TEST_CASE(what_is_shown_grows_within_bounds) {
  std::string everything = "SELECT many of";
  for (int i = 0; i < 300; ++i) everything += " ledger_" + std::to_string(i);
  llm::scripted_model model;
  model.on("not right yet", {"SELECT count(*) FROM vessel"}).on("vessels", {"```sql\n" + everything + "\n```"});
  systems::with_schema_retrieval<systems::few_shot_corrected> const system{{}, {few}};
  auto const answer = system.run(context(model, database), asked);
  BOOST_REQUIRE(answer.schema_shown.has_value());
  BOOST_TEST(answer.schema_shown->tables < 60u);
}

BOOST_AUTO_TEST_CASE(names_made_apart_are_those_of_the_whole) {
  auto const names = std::make_shared<knowledge::lexicon const>(database.schema());
  link::narrowed part(database);
  part.show(names, link::retrieve_schema(*names, asked, {100}));
  auto model = willing();
  (void)systems::few_shot_corrected().run(context(model, part), asked);
  BOOST_TEST(database.known<knowledge::lexicon>()->schema().tables().size() == 303u);
}

BOOST_AUTO_TEST_CASE(the_trace_says_how_much_is_shown) {
  chrome_trace trace;
  auto model = willing();
  systems::with_schema_retrieval<systems::dac> const system{{}, {few}};
  (void)system.run(context(model, database, {}, trace.add_track("q")), asked);
  std::ostringstream out;
  trace.write(out);
  BOOST_TEST(contains(out.str(), "schema retrieval"));
  BOOST_TEST(contains(out.str(), " of 303"));
}

BOOST_AUTO_TEST_CASE(retrieval_is_part_of_the_run) {
  auto model = willing();
  systems::with_schema_retrieval<systems::few_shot_corrected> const system{{}, {few}};
  auto const unprepared = system.run(context(model, connection), asked);
  BOOST_TEST(unprepared.sql() == "SELECT count(*) FROM vessel");
  BOOST_TEST(unprepared.spent.statements > 300u);  // values of every table

  run_options hurried;
  hurried.allowed.time = std::chrono::nanoseconds(1);
  BOOST_CHECK_THROW((void)system.run(context(model, connection, hurried), asked), error);
  BOOST_CHECK_THROW((void)system.run(context(model, connection), ""), error);
}

BOOST_AUTO_TEST_CASE(awaitable_runs) {
  boost::asio::io_context io;
  llm::scripted_async_model model(willing());
  db::sqlite pool(test::make_database(f / "pool.sqlite", harbour()));
  prepared known(pool);
  systems::with_schema_retrieval<systems::dac> const system{{}, {few}};
  auto answering = boost::asio::co_spawn(io, system.run(context(model, known), asked), boost::asio::use_future);
  io.run();
  auto const answer = answering.get();
  BOOST_TEST(answer.sql() == "SELECT count(*) FROM vessel");
  BOOST_REQUIRE(answer.schema_shown.has_value());
  BOOST_TEST(answer.schema_shown->tables < 40u);
  BOOST_TEST(answer.schema_shown->all_tables == 303u);
}

/// Answers one statement after the run has ended, whatever it is told.
struct late_database {
  db::sqlite_connection& file;

  [[nodiscard]] schema::database const& schema() const { return file.schema(); }
  awaitable<db::execution> execute(std::string sql) {
    if (sql == "SELECT count(*) FROM vessel") {
      co_await boost::asio::this_coro::reset_cancellation_state(boost::asio::disable_cancellation());
      boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, std::chrono::milliseconds(2500));
      co_await timer.async_wait(boost::asio::use_awaitable);
    }
    co_return file.execute(sql);
  }
  awaitable<db::execution> sample(std::string table, std::size_t n) { co_return file.sample(table, n); }
  awaitable<db::execution> distinct(std::string table, std::string column, std::size_t n) { co_return file.distinct(table, column, n); }
};

// The part of the schema that the run shows learns from each statement, also from one that the run leaves behind.
BOOST_AUTO_TEST_CASE(a_statement_that_is_left_behind_may_end_later) {
  boost::asio::io_context io;
  auto model = willing();
  late_database late{connection};
  prepared known(late);
  auto reading = boost::asio::co_spawn(io, known.known<knowledge::lexicon>(), boost::asio::use_future);
  io.run();
  (void)reading.get();
  systems::with_schema_retrieval<systems::few_shot_corrected> const system{{}, {few}};
  run_options how;
  how.allowed.time = std::chrono::seconds(2);
  io.restart();
  auto answering = boost::asio::co_spawn(io, system.run(context(model, known, std::move(how)), asked), boost::asio::use_future);
  io.run();
  auto const answer = answering.get();
  BOOST_TEST(answer.sql() == "SELECT count(*) FROM vessel");
  BOOST_TEST(answer.outcome() == nullptr);
  BOOST_TEST(contains(answer.stopped, " ms is spent"), answer.stopped);
}

BOOST_AUTO_TEST_SUITE_END()
