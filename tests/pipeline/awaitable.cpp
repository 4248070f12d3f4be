// SPDX-License-Identifier: BSL-1.0
// The same loop with an awaitable model and database.
#include "t2s/core/awaitable.hpp"
#include "stages.hpp"
#include "t2s/pipeline/chrome_trace.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"

#include <atomic>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <deque>
#include <sstream>

using namespace t2s;
using namespace t2s::tests;
namespace asio = boost::asio;

namespace {

struct later_model {
  llm::scripted_model script;
  std::chrono::microseconds latency{50};

  awaitable<llm::completion> complete(llm::request asked) {
    auto executor = co_await asio::this_coro::executor;
    asio::steady_timer timer(executor, latency);
    co_await timer.async_wait(asio::use_awaitable);
    auto reply = script.complete(std::move(asked));
    co_return reply;
  }
};
static_assert(llm::ChatModel<later_model>);

struct later_database {
  scripted_database script;

  [[nodiscard]] schema::database const& schema() const { return script.schema(); }
  awaitable<db::execution> execute(std::string sql) {
    auto executor = co_await asio::this_coro::executor;
    co_await asio::post(executor, asio::use_awaitable);
    auto done = script.execute(std::move(sql));
    co_return done;
  }
  awaitable<db::execution> sample(std::string table, std::size_t n) { co_return script.sample(std::move(table), n); }
  awaitable<db::execution> distinct(std::string table, std::string column, std::size_t n) {
    co_return script.distinct(std::move(table), std::move(column), n);
  }
};
static_assert(db::Database<later_database>);

using refinement =
    pipeline<clearer, none, prompted, first_of<execution_error, judge>, terminate::any_of<judged_right, terminate::revisions>>;

later_database world() {
  return {{{{"S0", fails(errc::no_such_column, "no such column: x")}, {"S1", gives({"r"})}, {"S2", gives({"r", "s"})}}}};
}
llm::scripted_model script() { return {"clear q", "S0", "S1", "No", "S2", "Yes"}; }

template <class Model, class Database, class Trace = null_trace>
answer wait_for(refinement const& p, Model& model, Database& database, run_options options = {}, Trace trace = {}) {
  asio::io_context io;
  auto future = asio::co_spawn(io, p.run(context(model, database, std::move(options), std::move(trace)), "q"), asio::use_future);
  io.run();
  return future.get();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(awaitable_runs)

BOOST_AUTO_TEST_CASE(the_run_is_the_same_in_every_colour) {
  refinement const p;
  later_model model{script()};
  auto database = world();
  auto const both = wait_for(p, model, database);
  BOOST_TEST(both.stopped == "judged right");
  BOOST_TEST(both.sql() == "S2");
  BOOST_TEST(both.revisions.size() == 3u);

  later_model another{script()};
  auto at_once = world().script;
  BOOST_TEST(wait_for(p, another, at_once).sql() == "S2");

  auto quick = script();
  auto third = world();
  BOOST_TEST(wait_for(p, quick, third).sql() == "S2");
}

BOOST_AUTO_TEST_CASE(a_budget_ends_an_awaitable_run_too) {
  refinement const p;
  later_model model{script()};
  auto database = world();
  auto const a = wait_for(p, model, database, {.allowed = {.calls = 4}});
  BOOST_TEST(a.sql() == "S1");
  BOOST_TEST(a.outcome()->ok());
}

BOOST_AUTO_TEST_CASE(an_exception_leaves_an_awaitable_run) {
  refinement const p;
  later_model model{{"q", "S0"}};
  auto database = world();
  BOOST_CHECK_THROW((void)wait_for(p, model, database), error);
}

// At each of a thousand moments of the run, from before its first await to its end.
BOOST_AUTO_TEST_CASE(cancellation_reaches_whatever_the_run_awaits) {
  refinement const p;
  int cancelled = 0, answered = 0;
  for (int moment = 0; moment < 1000; ++moment) {
    later_model model{script(), std::chrono::microseconds(20)};
    auto database = world();
    asio::io_context io;
    asio::cancellation_signal signal;
    asio::steady_timer kill(io, std::chrono::microseconds(moment));
    kill.async_wait([&](auto) { signal.emit(asio::cancellation_type::terminal); });
    asio::co_spawn(io, p.run(context(model, database), "q"), asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr e, answer) {
                     try {
                       if (e) std::rethrow_exception(e);
                       ++answered;
                     } catch (boost::system::system_error const& x) {
                       cancelled += x.code() == asio::error::operation_aborted;
                     }
                   }));
    io.run();
  }
  BOOST_TEST(cancelled > 0);
  BOOST_TEST(cancelled + answered == 1000);
}

BOOST_AUTO_TEST_CASE(one_pipeline_object_serves_concurrent_runs) {
  refinement const p;
  struct one {
    later_model model{script()};
    later_database database = world();
  };
  std::deque<one> worlds(300);
  std::atomic<int> right = 0;
  asio::thread_pool pool(4);
  for (auto& w : worlds)
    asio::co_spawn(pool, p.run(context(w.model, w.database), "q"), [&right](std::exception_ptr e, answer const& a) {
      if (!e && a.sql() == "S2") ++right;
    });
  pool.join();
  BOOST_TEST(right == 300);
}

BOOST_AUTO_TEST_CASE(the_trace_shows_every_stage) {
  chrome_trace trace;
  refinement const p;
  later_model model{script()};
  auto database = world();
  (void)wait_for(p, model, database, {}, trace.add_track("q"));
  std::ostringstream out;
  trace.write(out);
  std::map<std::string, int> spans;
  auto const written = boost::json::parse(out.str());
  for (auto const& e : written.at("traceEvents").as_array())
    if (e.at("ph") == "X") ++spans[std::string(e.at("name").as_string())];
  BOOST_TEST((spans == std::map<std::string, int>{{"rewrite", 1},
                                                  {"sample", 1},
                                                  {"draft", 1},
                                                  {"execution error", 3},
                                                  {"judge", 2},
                                                  {"revise", 2},
                                                  {"model call", 6},
                                                  {"execute", 3}}));
}

BOOST_AUTO_TEST_SUITE_END()
