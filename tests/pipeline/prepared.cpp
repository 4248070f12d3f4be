// SPDX-License-Identifier: BSL-1.0
// Knowledge about a database: read once, by the run that asks first, while others wait without harm.
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/detail/described_schema.hpp"
#include "t2s/retrieve/knowledge/detail/table_rows.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "t2s/db/sqlite/pool.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/sample/rows.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/retrieve/knowledge/value_index.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <latch>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

/// Books and readers. Counts the statements; any number of threads may use it.
struct library {
  library() {
    schema::table books, readers;
    books.name = "books";
    readers.name = "readers";
    for (auto const* name : {"title", "shelf"}) books.columns.push_back({.name = name, .type = "TEXT"});
    readers.columns.push_back({.name = "name", .type = "TEXT"});
    shape = schema::database({books, readers});
  }

  [[nodiscard]] schema::database const& schema() const { return shape; }
  db::execution execute(std::string sql) { return answer(sql, {"1"}); }
  db::execution sample(std::string table, std::size_t) {
    return answer(table, table == "books" ? std::vector<std::string>{"title", "shelf"} : std::vector<std::string>{"name"});
  }
  db::execution distinct(std::string table, std::string column, std::size_t) { return answer(table + "." + column, {column}); }

  /// A row with the same value in each column.
  db::execution answer(std::string const& asked, std::vector<std::string> const& columns) {
    ++statements;
    if (before) before(asked);
    if (asked.starts_with("readers") && readers_fail) return db::execution(failure{errc::time_limit, "out of time", {}, {}, {}});
    return db::execution(db::rows{columns, {std::vector<value>(columns.size(), value("Fathoms"))}});
  }

  static constexpr std::size_t of_lexicon = 7;  ///< statements: the key of a table, whether it has rows, and each column
  static constexpr std::size_t of_rows = 2;     ///< one for each table

  schema::database shape{};
  std::atomic<std::size_t> statements = 0;
  std::atomic<bool> readers_fail = false;
  std::function<void(std::string const&)> before{};  ///< called with each statement, which throws what it throws
};
static_assert(db::Database<library>);
static_assert(db::Database<prepared<library>>);
static_assert(context<llm::no_model, prepared<library>>::is_prepared);
static_assert(!context<llm::no_model, library>::is_prepared);

/// Blocks all callers until it is opened.
struct gate {
  /// Gives up after 20 s, because a failed test must end.
  void pass() const {
    auto const end = std::chrono::steady_clock::now() + 20s;
    while (!is_open) {
      if (std::chrono::steady_clock::now() > end) throw std::runtime_error("nobody opened");
      std::this_thread::sleep_for(1ms);
    }
  }
  std::atomic<bool> is_open = false;
};

/// The same library, awaitable: each statement waits for the gate.
struct later_library {
  library inside{};
  gate way{};

  [[nodiscard]] schema::database const& schema() const { return inside.schema(); }
  awaitable<db::execution> execute(std::string sql) {
    co_await wait();
    co_return inside.execute(std::move(sql));
  }
  awaitable<db::execution> sample(std::string table, std::size_t n) {
    co_await wait();
    co_return inside.sample(std::move(table), n);
  }
  awaitable<db::execution> distinct(std::string table, std::string column, std::size_t n) {
    co_await wait();
    co_return inside.distinct(std::move(table), std::move(column), n);
  }

 private:
  awaitable<void> wait() const {
    auto const executor = co_await asio::this_coro::executor;
    auto const end = std::chrono::steady_clock::now() + 20s;
    do {
      if (std::chrono::steady_clock::now() > end) throw std::runtime_error("nobody opened");
      asio::steady_timer pause(executor, 1ms);
      co_await pause.async_wait(asio::use_awaitable);
    } while (!way.is_open);
  }
};
static_assert(db::Database<prepared<later_library>>);

/// A run that asks for the lexicon, and returns the number of statements charged to it.
template <class Database>
std::size_t ask(Database& database, run_options o = {}) {
  llm::no_model model;
  context ctx(model, database, std::move(o));
  auto const names = then(knowledge::lexicon::of(ctx), [](auto found) { return found; });
  if (names->values("fathom").size() != 3) throw std::runtime_error("not the library's lexicon");
  return ctx.spent().statements;
}

/// The same, awaited.
template <class Database>
awaitable<std::size_t> ask_later(Database& database, run_options o = {}) {
  llm::no_model model;
  context ctx(model, database, std::move(o));
  auto asking = knowledge::lexicon::of(ctx);
  auto const names = co_await std::move(asking);
  if (names->values("fathom").size() != 3) throw std::runtime_error("not the library's lexicon");
  co_return ctx.spent().statements;
}

/// The code of the error that f() throws, or none.
template <class F>
std::error_code error_of(F f) {
  try {
    (void)f();
  } catch (error const& e) {
    return e.code();
  }
  return {};
}

void until(std::function<bool()> const& holds) {
  auto const end = std::chrono::steady_clock::now() + 20s;
  while (!holds()) {
    BOOST_REQUIRE(std::chrono::steady_clock::now() < end);
    std::this_thread::sleep_for(1ms);
  }
}

/// Drafts the same SQL for every question.
struct one_sql {
  candidate draft(auto&, question const&, samples const&) const { return candidate("SELECT 1"); }
  candidate revise(auto&, question const&, samples const&, attempt_list const&) const { return candidate("SELECT 1"); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(prepared_database)

BOOST_AUTO_TEST_CASE(each_part_is_read_once_over_many_runs) {
  library connection;
  prepared database(connection);
  BOOST_TEST(connection.statements == 0u);
  for (int run = 0; run < 5; ++run) (void)ask(database);
  BOOST_TEST(connection.statements == library::of_lexicon);

  llm::no_model model;
  for (int run = 0; run < 5; ++run) {
    context ctx(model, database);
    BOOST_TEST(knowledge::first_rows(ctx, 3)->tables.size() == 2u);
    BOOST_TEST(knowledge::first_rows(ctx, 3)->tables[0].shown.values.size() == 1u);
  }
  BOOST_TEST(connection.statements == library::of_lexicon + library::of_rows);
  BOOST_TEST(database.known<knowledge::lexicon>() == database.known<knowledge::lexicon>());  // those of the runs
  BOOST_TEST(connection.statements == library::of_lexicon + library::of_rows);

  // Without it, each run reads anew, and once.
  connection.statements = 0;
  for (int run = 0; run < 2; ++run) {
    context ctx(model, connection);
    auto const names = knowledge::lexicon::of(ctx);
    BOOST_TEST((knowledge::lexicon::of(ctx) == names));
  }
  BOOST_TEST(connection.statements == 2 * library::of_lexicon);
}

BOOST_AUTO_TEST_CASE(what_is_known_outlives_the_object_that_read_it) {
  library connection;
  auto const names = prepared(connection).known<knowledge::lexicon>();
  BOOST_TEST(names->values("fathom").size() == 3u);
  auto const text = prepared(connection).known<knowledge::described_schema>();
  BOOST_TEST(text->text.find("Fathoms") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(two_connections_share_what_is_known) {
  library one, other;
  prepared first(one);
  prepared second(other, first.shared());
  BOOST_TEST(ask(second) == library::of_lexicon);
  BOOST_TEST(ask(first) == 0u);
  BOOST_TEST(one.statements == 0u);
}

// The run that asks first pays, and its answer shows it.
BOOST_AUTO_TEST_CASE(the_run_that_asks_first_is_charged) {
  library connection;
  prepared database(connection);
  pipeline<none, sample::first_rows, one_sql, feedback::execution_error, terminate::nothing_left> const line{};
  llm::no_model model;
  auto const spent = [&](auto& over) { return line.run(context(model, over), "Which books?").spent; };
  auto const first = spent(database), later = spent(database), bare = spent(connection);
  BOOST_TEST(first.statements == library::of_rows + 1);  // and the SQL
  BOOST_TEST(first.rows == library::of_rows + 1);
  BOOST_TEST(later.statements == 1u);
  BOOST_TEST(later.rows == 1u);
  BOOST_TEST(bare.statements == first.statements);
  BOOST_TEST(ask(database) == library::of_lexicon);
  BOOST_TEST(ask(database) == 0u);
}

BOOST_AUTO_TEST_CASE(many_threads_that_ask_at_once_read_once) {
  for (int trial = 0; trial < 20; ++trial) {
    library connection;
    connection.before = [](auto const&) { std::this_thread::sleep_for(200us); };
    prepared database(connection);
    constexpr std::size_t threads = 8;
    std::vector<std::size_t> charged(threads);
    {
      std::latch start(threads);
      std::vector<std::jthread> all;
      for (auto& mine : charged)
        all.emplace_back([&] {
          start.arrive_and_wait();
          mine = ask(database);
        });
    }
    BOOST_TEST(connection.statements == library::of_lexicon);
    BOOST_TEST(std::ranges::count(charged, library::of_lexicon) == 1);
    BOOST_TEST(std::ranges::count(charged, 0u) == static_cast<std::ptrdiff_t>(threads - 1));
  }
}

// A timer on the same executor opens the gate: a run that blocked the executor would wait forever.
BOOST_AUTO_TEST_CASE(runs_on_one_executor_read_once_and_leave_it_free) {
  later_library connection;
  prepared database(connection);
  asio::io_context io{1};
  std::vector<std::future<std::size_t>> runs;
  for (int run = 0; run < 6; ++run) runs.push_back(asio::co_spawn(io, ask_later(database), asio::use_future));
  asio::steady_timer later(io, 20ms);
  later.async_wait([&](auto const&) {
    BOOST_TEST(connection.inside.statements == 0u);
    connection.way.is_open = true;
  });
  io.run();
  BOOST_TEST(connection.inside.statements == library::of_lexicon);
  BOOST_TEST(runs[0].get() == library::of_lexicon);
  for (std::size_t run = 1; run < runs.size(); ++run) BOOST_TEST(runs[run].get() == 0u);

  // Outside of any run it is awaited too.
  auto asked = asio::co_spawn(io, database.known<knowledge::lexicon>(), asio::use_future);
  io.restart();
  io.run();
  BOOST_TEST(asked.get()->values("fathom").size() == 3u);
  BOOST_TEST(connection.inside.statements == library::of_lexicon);
}

BOOST_AUTO_TEST_CASE(runs_on_many_threads_read_once) {
  for (int trial = 0; trial < 10; ++trial) {
    later_library connection;
    prepared database(connection);
    asio::thread_pool pool(4);
    std::vector<std::future<std::size_t>> runs;
    for (int run = 0; run < 40; ++run) runs.push_back(asio::co_spawn(pool, ask_later(database), asio::use_future));
    connection.way.is_open = true;
    std::size_t charged = 0;
    for (auto& run : runs) charged += run.get();
    BOOST_TEST(charged == library::of_lexicon);
    BOOST_TEST(connection.inside.statements == library::of_lexicon);
  }
}

// Statements that run on threads of their own.
BOOST_AUTO_TEST_CASE(runs_over_sqlite_read_once) {
  folder f;
  db::sqlite connection(make_database(f / "library.sqlite",
                                      "CREATE TABLE books(title TEXT, shelf TEXT); INSERT INTO books VALUES ('Fathoms', 'Fathoms');"
                                      "CREATE TABLE readers(name TEXT); INSERT INTO readers VALUES ('Fathoms');"),
                        {.connections = 2});
  prepared database(connection);
  asio::thread_pool pool(3);
  std::vector<std::future<std::size_t>> runs;
  for (int run = 0; run < 30; ++run) runs.push_back(asio::co_spawn(pool, ask_later(database), asio::use_future));
  std::size_t charged = 0;
  for (auto& run : runs) charged += run.get();
  BOOST_TEST(charged == library::of_lexicon);
}

BOOST_AUTO_TEST_CASE(a_reading_that_fails_leaves_the_part_to_the_next_run) {
  library connection;
  prepared database(connection);
  connection.before = [&](auto const& asked) {
    if (asked == "readers") throw std::runtime_error("the connection is lost");
  };
  BOOST_CHECK_THROW((void)ask(database), std::runtime_error);
  BOOST_CHECK_THROW((void)database.known<knowledge::lexicon>(), std::runtime_error);
  connection.before = nullptr;

  BOOST_TEST((error_of([&] { return ask(database, {.allowed = {.rows = 2}}); }) == errc::budget_rows));
  std::stop_source ends;
  connection.before = [&](auto const& asked) {
    if (asked == "readers") ends.request_stop();
  };
  BOOST_TEST((error_of([&] { return ask(database, {.stop = ends.get_token()}); }) == errc::cancelled));
  connection.before = [](auto const&) { std::this_thread::sleep_for(20ms); };
  BOOST_TEST((error_of([&] { return ask(database, {.allowed = {.time = 30ms}}); }) == errc::budget_time));

  connection.before = nullptr;
  BOOST_TEST(ask(database) == library::of_lexicon);
  BOOST_TEST(ask(database) == 0u);
}

// One of the waiting runs reads, and the others wait for that one.
BOOST_AUTO_TEST_CASE(where_the_first_fails_a_thread_that_waits_reads) {
  library connection;
  gate way;
  connection.before = [&, first = std::make_shared<std::atomic<bool>>(true)](auto const&) {
    way.pass();
    if (first->exchange(false)) throw std::runtime_error("the connection is lost");
  };
  prepared database(connection);
  auto failing = std::async(std::launch::async, [&] { return ask(database); });
  until([&] { return connection.statements == 1u; });
  std::vector<std::future<std::size_t>> waiting;
  for (int i = 0; i < 4; ++i) waiting.push_back(std::async(std::launch::async, [&] { return ask(database); }));
  way.is_open = true;
  BOOST_CHECK_THROW((void)failing.get(), std::runtime_error);
  std::size_t charged = 0;
  for (auto& w : waiting) charged += w.get();
  BOOST_TEST(charged == library::of_lexicon);
}

BOOST_AUTO_TEST_CASE(where_the_first_is_cancelled_a_run_that_waits_reads) {
  later_library connection;
  prepared database(connection);
  asio::io_context io{1};
  asio::cancellation_signal cancel;
  auto first = asio::co_spawn(io, ask_later(database), asio::bind_cancellation_slot(cancel.slot(), asio::use_future));
  auto second = asio::co_spawn(io, ask_later(database), asio::use_future);
  auto third = asio::co_spawn(io, ask_later(database), asio::use_future);
  asio::steady_timer later(io, 20ms);
  later.async_wait([&](auto const&) {
    connection.way.is_open = true;
    cancel.emit(asio::cancellation_type::terminal);
  });
  io.run();
  BOOST_CHECK_THROW((void)first.get(), boost::system::system_error);
  BOOST_TEST(second.get() == library::of_lexicon);
  BOOST_TEST(third.get() == 0u);
}

BOOST_AUTO_TEST_CASE(a_run_that_waits_can_be_cancelled) {
  later_library connection;
  prepared database(connection);
  asio::io_context io{1};
  asio::cancellation_signal cancel;
  auto first = asio::co_spawn(io, ask_later(database), asio::use_future);
  auto second = asio::co_spawn(io, ask_later(database), asio::bind_cancellation_slot(cancel.slot(), asio::use_future));
  asio::steady_timer soon(io, 20ms), later(io, 60ms);
  soon.async_wait([&](auto const&) { cancel.emit(asio::cancellation_type::terminal); });
  later.async_wait([&](auto const&) {
    BOOST_TEST((second.wait_for(0s) == std::future_status::ready));  // before the first has read anything
    connection.way.is_open = true;
  });
  io.run();
  BOOST_CHECK_THROW((void)second.get(), boost::system::system_error);
  BOOST_TEST(first.get() == library::of_lexicon);
}

// Runs that are destroyed with their executor, one while it reads and one while it waits.
BOOST_AUTO_TEST_CASE(an_executor_that_goes_leaves_the_part_to_others) {
  later_library connection;
  prepared database(connection);
  {
    asio::io_context io{1};
    for (int run = 0; run < 2; ++run) asio::co_spawn(io, ask_later(database), asio::detached);
    (void)io.run_for(10ms);
  }
  connection.way.is_open = true;
  asio::io_context io{1};
  auto run = asio::co_spawn(io, ask_later(database), asio::use_future);
  io.run();
  BOOST_TEST(run.get() == library::of_lexicon);
}

BOOST_AUTO_TEST_CASE(an_executor_that_goes_while_its_run_waits_is_not_used_again) {
  later_library connection;
  prepared database(connection);
  asio::io_context io{1};
  auto first = asio::co_spawn(io, ask_later(database), asio::use_future);
  (void)io.run_for(5ms);
  {
    asio::io_context other{1};
    asio::co_spawn(other, ask_later(database), asio::detached);
    auto timed = asio::co_spawn(other, ask_later(database, {.allowed = {.time = 10ms}}), asio::use_future);
    (void)other.run_for(30ms);
    BOOST_TEST((error_of([&] { return timed.get(); }) == errc::budget_time));
  }
  connection.way.is_open = true;
  io.run();
  BOOST_TEST(first.get() == library::of_lexicon);
}

BOOST_AUTO_TEST_CASE(a_thread_that_waits_has_its_own_limits) {
  library connection;
  gate way;
  connection.before = [&](auto const&) { way.pass(); };
  prepared database(connection);
  auto first = std::async(std::launch::async, [&] { return ask(database); });
  until([&] { return connection.statements == 1u; });

  auto const begin = std::chrono::steady_clock::now();
  BOOST_TEST((error_of([&] { return ask(database, {.allowed = {.time = 30ms}}); }) == errc::budget_time));
  BOOST_TEST((std::chrono::steady_clock::now() - begin >= 30ms));

  std::stop_source ends;
  auto stopped = std::async(std::launch::async, [&] { return error_of([&] { return ask(database, {.stop = ends.get_token()}); }); });
  std::this_thread::sleep_for(10ms);
  ends.request_stop();
  BOOST_TEST((stopped.get() == errc::cancelled));
  BOOST_TEST((error_of([&] { return ask(database, {.stop = ends.get_token()}); }) == errc::cancelled));

  way.is_open = true;
  BOOST_TEST(first.get() == library::of_lexicon);
  BOOST_TEST(ask(database) == 0u);
}

BOOST_AUTO_TEST_CASE(a_run_that_waits_has_its_own_limits) {
  later_library connection;
  prepared database(connection);
  asio::io_context io{1};
  std::stop_source ends;
  auto first = asio::co_spawn(io, ask_later(database), asio::use_future);
  auto timed = asio::co_spawn(io, ask_later(database, {.allowed = {.time = 20ms}}), asio::use_future);
  auto stopped = asio::co_spawn(io, ask_later(database, {.stop = ends.get_token()}), asio::use_future);
  std::jthread stops([&] {
    std::this_thread::sleep_for(20ms);
    ends.request_stop();
  });
  asio::steady_timer later(io, 200ms);
  later.async_wait([&](auto const&) {
    BOOST_TEST((timed.wait_for(0s) == std::future_status::ready));  // the first still reads
    BOOST_TEST((stopped.wait_for(0s) == std::future_status::ready));
    BOOST_TEST(connection.inside.statements == 0u);
    connection.way.is_open = true;
  });
  io.run();
  BOOST_TEST((error_of([&] { return timed.get(); }) == errc::budget_time));
  BOOST_TEST((error_of([&] { return stopped.get(); }) == errc::cancelled));
  BOOST_TEST(first.get() == library::of_lexicon);
}

BOOST_AUTO_TEST_CASE(each_description_of_the_schema_has_its_text) {
  library connection;
  prepared database(connection);
  knowledge::schema_description const brief{.value_bytes = 3};
  auto const whole = database.known<knowledge::described_schema>(), cut = database.known<knowledge::described_schema>(brief);
  BOOST_TEST(whole->text.find("'Fathoms'") != std::string::npos);
  BOOST_TEST(cut->text.find("'Fat...'") != std::string::npos);
  BOOST_TEST(whole->text != cut->text);
  BOOST_TEST(connection.statements == library::of_rows);  // both are made from the same rows
  BOOST_TEST(database.known<knowledge::described_schema>() == whole);
  BOOST_TEST(database.known<knowledge::described_schema>(brief) == cut);
  BOOST_TEST(database.known<knowledge::described_schema>(knowledge::schema_description{.considered = 7}) != whole);
  BOOST_TEST(connection.statements == 2 * library::of_rows);

  llm::no_model model;
  context ctx(model, database);
  BOOST_TEST((knowledge::described_schema::of(ctx, knowledge::schema_description()) == whole));
  BOOST_TEST(ctx.spent().statements == 0u);
}

// Another run may be able to read it.
BOOST_AUTO_TEST_CASE(a_table_that_cannot_be_read_is_tried_again) {
  library connection;
  connection.readers_fail = true;
  prepared database(connection);
  llm::no_model model;
  context ctx(model, database);
  auto const part = knowledge::first_rows(ctx, 3);
  BOOST_TEST(part->tables.size() == 2u);
  BOOST_TEST(part->tables[0].shown.values.size() == 1u);
  BOOST_TEST(part->tables[1].shown.values.empty());
  BOOST_TEST(!part->whole);
  auto const lacking = database.known<knowledge::described_schema>();
  BOOST_TEST(lacking->text.find("'Fathoms'") != std::string::npos);

  connection.readers_fail = false;
  BOOST_TEST(knowledge::first_rows(ctx, 3)->tables[1].shown.values.size() == 1u);
  BOOST_TEST(knowledge::first_rows(ctx, 3)->whole);
  auto const all = database.known<knowledge::described_schema>();
  BOOST_TEST(all->text != lacking->text);
  connection.statements = 0;
  BOOST_TEST(database.known<knowledge::described_schema>() == all);
  (void)knowledge::first_rows(ctx, 3);
  BOOST_TEST(connection.statements == 0u);
}

BOOST_AUTO_TEST_CASE(an_index_of_values_is_used) {
  folder f;
  auto const file =
      make_database(f / "library.sqlite", "CREATE TABLE books(title TEXT, shelf TEXT); INSERT INTO books VALUES ('Fathoms', 'Deep Sea');");
  db::sqlite_connection connection(file);
  auto const place = knowledge::value_index_place(file);
  (void)knowledge::update_value_index(place, connection);
  prepared database(connection, knowledge::lexicon_options{.index = knowledge::value_index::open(place)});
  llm::no_model model;
  context ctx(model, database);
  auto const names = knowledge::lexicon::of(ctx);
  BOOST_TEST(names->values("deep sea").size() == 1u);
  BOOST_TEST(ctx.spent().statements == 0u);  // there is no column of numbers
}

BOOST_AUTO_TEST_CASE(options_say_how_much_is_read) {
  library connection;
  prepared database(connection, knowledge::lexicon_options{.time = 0ns}, knowledge::table_rows_options{.cell_bytes = 3});
  BOOST_TEST(database.known<knowledge::lexicon>()->values("fathom").empty());
  llm::no_model model;
  context ctx(model, database);
  BOOST_TEST(to_string(knowledge::first_rows(ctx, 3)->tables[0].shown.values[0][0]) == "Fat...");
}

BOOST_AUTO_TEST_CASE(a_temporary_may_be_asked_later) {
  later_library connection;
  connection.way.is_open = true;
  asio::io_context io;
  std::shared_ptr<knowledge::lexicon const> names;
  asio::co_spawn(io, prepared(connection).known<knowledge::lexicon>(), [&](std::exception_ptr e, auto found) {
    BOOST_TEST(!e);
    names = std::move(found);
  });
  io.run();
  BOOST_REQUIRE(names);
  BOOST_TEST(names->values("fathom").size() == 3u);
}

BOOST_AUTO_TEST_CASE(runs_that_are_destroyed_after_the_database_use_it_no_more) {
  later_library connection;
  asio::io_context io;  // its destructor destroys the run
  {
    prepared database(connection);
    asio::co_spawn(io, database.known<knowledge::lexicon>(), asio::detached);
    io.run_for(5ms);
  }
}

BOOST_AUTO_TEST_CASE(those_who_wait_share_a_part_that_is_not_whole) {
  library connection;
  connection.readers_fail = true;
  connection.before = [](std::string const&) { std::this_thread::sleep_for(20ms); };
  prepared database(connection);
  std::atomic<std::size_t> lacking = 0;
  {
    std::latch together(8);
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        llm::no_model model;
        context ctx(model, database);
        together.arrive_and_wait();
        lacking += knowledge::first_rows(ctx, 3)->whole ? 0 : 1;
      });
  }
  BOOST_TEST(lacking == 8u);
  BOOST_TEST(connection.statements < 8 * library::of_rows);  // a run that asks after the reading has ended reads again
}

BOOST_AUTO_TEST_CASE(a_part_that_asks_for_itself_is_refused) {
  library connection;
  prepared database(connection);
  llm::no_model model;
  context ctx(model, database);
  std::function<std::shared_ptr<int const>()> const read = [&] { return ctx.known().part<int>(ctx, "itself", read); };
  BOOST_CHECK_EXCEPTION((void)ctx.known().part<int>(ctx, "itself", read), error,
                        [](error const& e) { return e.code() == errc::invalid_argument; });
}

BOOST_AUTO_TEST_CASE(what_is_known_of_another_schema_is_refused) {
  library connection, like;
  folder f;
  db::sqlite_connection other(make_database(f / "w.sqlite", small_world));
  prepared first(connection);
  prepared second(like, first.shared());
  BOOST_TEST(second.known<knowledge::lexicon>() == first.known<knowledge::lexicon>());
  BOOST_CHECK_EXCEPTION(prepared(other, first.shared()), error, [](error const& e) {
    return e.code() == errc::invalid_argument && std::string(e.what()).find("schemas differ") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(what_is_known_of_other_foreign_keys_is_refused) {
  folder f;
  db::sqlite_connection with(make_database(f / "with.sqlite", "CREATE TABLE a(x PRIMARY KEY); CREATE TABLE b(x REFERENCES a)"));
  db::sqlite_connection without(make_database(f / "without.sqlite", "CREATE TABLE a(x PRIMARY KEY); CREATE TABLE b(x)"));
  prepared first(with);
  BOOST_CHECK_THROW(prepared(without, first.shared()), error);
}

BOOST_AUTO_TEST_CASE(nothing_known_is_refused) {
  library connection;
  BOOST_CHECK_THROW(prepared(connection, std::shared_ptr<known_parts>()), error);
  prepared empty(connection, {});
  BOOST_TEST(empty.known<knowledge::lexicon>()->values("fathom").size() == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
