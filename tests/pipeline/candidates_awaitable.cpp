// SPDX-License-Identifier: BSL-1.0
// The same with an awaitable model and database: concurrently, in any order, cancelled at any moment.
#include "t2s/core/awaitable.hpp"

#include "drawn_model.hpp"
#include "t2s/policies/select/majority.hpp"
#include "t2s/policies/select/merged_top_two.hpp"
#include "t2s/policies/select/pairwise.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <random>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::tests;
namespace asio = boost::asio;

namespace {

/// Counts the callers inside, also after exceptions.
struct entered {
  explicit entered(std::atomic<int>& n) : inside(&n) { ++*inside; }
  entered(entered const&) = delete;
  entered& operator=(entered const&) = delete;
  ~entered() { --*inside; }
  std::atomic<int>* inside;
};

struct later_model {
  drawn_model drawn{};
  std::map<std::size_t, std::chrono::microseconds> latency{};  // by candidate
  std::atomic<int> under_way = 0, most = 0, sent = 0;

  awaitable<llm::completion> complete(llm::request asked) {
    entered const inside(under_way);
    ++sent;
    most = std::max(most.load(), under_way.load());
    asio::steady_timer timer(co_await asio::this_coro::executor, latency[asked.draw / 1000]);
    co_await timer.async_wait(asio::use_awaitable);
    auto reply = drawn.complete(std::move(asked));
    co_return reply;
  }
};

struct later_database {
  scripted_database script = letters();
  std::chrono::microseconds latency{};
  std::atomic<int> under_way = 0;

  [[nodiscard]] schema::database const& schema() const { return script.schema(); }
  awaitable<db::execution> execute(std::string sql) {
    entered const inside(under_way);
    asio::steady_timer timer(co_await asio::this_coro::executor, latency);
    co_await timer.async_wait(asio::use_awaitable);
    auto done = script.execute(std::move(sql));
    co_return done;
  }
  awaitable<db::execution> sample(std::string table, std::size_t n) { co_return script.sample(std::move(table), n); }
  awaitable<db::execution> distinct(std::string table, std::string column, std::size_t n) {
    co_return script.distinct(std::move(table), std::move(column), n);
  }
};

struct world {
  later_model model{};
  later_database database{};

  explicit world(std::map<std::size_t, std::vector<std::string>> replies) { model.drawn.replies = std::move(replies); }

  template <class Pipeline>
  answer ask(Pipeline const& p, run_options options = {}) {
    asio::io_context io;
    auto future = asio::co_spawn(io, p.run(context(model, database, std::move(options)), "q"), asio::use_future);
    io.run();
    return future.get();
  }
};

struct weighing : generate::times<4, prompted> {
  [[nodiscard]] std::vector<candidate_settings> settings() const {
    auto all = generate::times<4, prompted>::settings();
    all[0].weight = 0.6, all[1].weight = 0.1, all[2].weight = 0.2, all[3].weight = 0.3;
    return all;
  }
};

std::map<std::size_t, std::vector<std::string>> mixed() {
  return {{0, {"bad", "A1"}}, {1, {"B"}}, {2, {"worse", "bad", "A2"}}, {3, {"A1"}}, {4, {"B"}}, {5, {"!"}}};
}

template <class Pipeline>
void same_in_any_order(Pipeline const& p) {
  drawn_model at_once{mixed()};
  auto script = letters();
  auto const expected = p.run(context(at_once, script), "q");
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    world w(mixed());
    for (std::size_t n = 0; n < 6; ++n) w.model.latency[n] = std::chrono::microseconds(random() % 300);
    w.database.latency = std::chrono::microseconds(random() % 50);
    auto const a = w.ask(p);
    BOOST_REQUIRE(a.sql() == expected.sql());
    BOOST_REQUIRE(a.revisions.size() == expected.revisions.size());
    BOOST_REQUIRE(a.selection()->number == expected.selection()->number);
    BOOST_REQUIRE(a.spent.calls == static_cast<std::size_t>(w.model.sent));  // a request that was not sent is not charged
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(candidates_side_by_side)

BOOST_AUTO_TEST_CASE(the_answer_does_not_depend_on_the_order_of_replies) {
  same_in_any_order(revising<6>());
  same_in_any_order(revising<6, select::pairwise>());
  revising<6> two_at_a_time;
  two_at_a_time.candidates.at_once = 2;
  same_in_any_order(two_at_a_time);
  same_in_any_order(revising<6, select::tournament>());
  same_in_any_order(revising<6, select::merged_top_two>());
  same_in_any_order(revising<6, select::best_reviewed>());
}

// 0.1 + 0.2 + 0.3 is not 0.6 in every order of additions.
BOOST_AUTO_TEST_CASE(weights_are_summed_exactly) {
  pipeline<none, none, weighing, none, terminate::after_draft, select::majority> const p;
  for (std::size_t last = 0; last < 4; ++last) {
    world w({{0, {"A1"}}, {1, {"B"}}, {2, {"B"}}, {3, {"B"}}});
    w.model.latency[last] = std::chrono::milliseconds(2);
    BOOST_TEST(w.ask(p).sql() == "A1");
  }
}

BOOST_AUTO_TEST_CASE(each_candidate_has_its_share_of_tokens) {
  world w({{0, {"A1"}}, {1, {"B"}}, {2, {"C"}}, {3, {"bad"}}});
  for (std::size_t n = 0; n < 4; ++n) w.model.latency[n] = std::chrono::milliseconds(4 - n);
  (void)w.ask(drafting<4>(), {.allowed = {.completion_tokens = 100}});
  for (auto const& r : w.model.drawn.asked) BOOST_TEST(*r.max_tokens == 25u);
}

BOOST_AUTO_TEST_CASE(candidates_are_under_way_at_the_same_time) {
  world w({{0, {"A1"}}, {1, {"B"}}, {2, {"C"}}, {3, {"bad"}}});
  for (std::size_t n = 0; n < 4; ++n) w.model.latency[n] = std::chrono::milliseconds(5);
  (void)w.ask(drafting<4>());
  BOOST_TEST(w.model.most == 4);

  world narrow({{0, {"A1"}}, {1, {"B"}}, {2, {"C"}}, {3, {"bad"}}});
  drafting<4> p;
  p.candidates.at_once = 2;
  for (std::size_t n = 0; n < 4; ++n) narrow.model.latency[n] = std::chrono::milliseconds(2);
  (void)narrow.ask(p);
  BOOST_TEST(narrow.model.most == 2);
}

BOOST_AUTO_TEST_CASE(what_is_not_needed_any_more_is_cancelled) {
  world w({{0, {"A1"}}, {1, {"A2"}}, {2, {"A1"}}, {3, {"B"}}, {4, {"B"}}});
  w.model.latency[3] = w.model.latency[4] = std::chrono::hours(1);
  auto const a = w.ask(drafting<5>());
  BOOST_TEST(a.sql() == "A1");
  BOOST_TEST(a.spent.calls == 5u);  // all were sent
  BOOST_TEST(a.spent.completion_tokens == 3u);
  BOOST_TEST(w.model.under_way == 0);
  BOOST_TEST(!a.selection()->others.back().finished);
}

BOOST_AUTO_TEST_CASE(the_same_sql_waits_for_its_first_execution) {
  world w({{0, {"A1"}}, {1, {"A1"}}, {2, {"A1"}}});
  w.database.latency = std::chrono::milliseconds(2);
  auto const a = w.ask(drafting<3, select::pairwise>());
  BOOST_TEST(a.sql() == "A1");
  BOOST_TEST(w.database.script.asked.size() == 1u);
  BOOST_TEST(a.spent.statements == 1u);
}

using both_selections = boost::mpl::list<select::majority, select::pairwise>;
BOOST_AUTO_TEST_CASE_TEMPLATE(cancelled_at_any_moment_nothing_goes_on, Selection, both_selections) {
  revising<6, Selection> const p;
  int cancelled = 0, answered = 0;
  for (int moment = 0; moment < 1000; ++moment) {
    world w(mixed());
    for (std::size_t n = 0; n < 6; ++n) w.model.latency[n] = std::chrono::microseconds(50 + 40 * n);
    w.database.latency = std::chrono::microseconds(20);
    asio::io_context io;
    asio::cancellation_signal signal;
    asio::steady_timer kill(io, std::chrono::microseconds(moment));
    kill.async_wait([&](auto) { signal.emit(asio::cancellation_type::terminal); });
    bool ended = false;
    asio::co_spawn(io, p.run(context(w.model, w.database), "q"),
                   asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr e, answer const& a) {
                     ended = true;
                     BOOST_CHECK_EQUAL(w.model.under_way.load(), 0);
                     BOOST_CHECK_EQUAL(w.database.under_way.load(), 0);
                     if (!e) {
                       ++answered;
                       BOOST_CHECK_EQUAL(a.spent.calls, static_cast<std::size_t>(w.model.sent.load()));
                       return;
                     }
                     try {
                       std::rethrow_exception(e);
                     } catch (boost::system::system_error const& x) {
                       cancelled += x.code() == asio::error::operation_aborted;
                     }
                   }));
    io.run();
    BOOST_REQUIRE(ended);
  }
  BOOST_TEST(cancelled > 0);
  BOOST_TEST(cancelled + answered == 1000);
}

// An executor that is destroyed takes suspended candidates with it, in any order.
BOOST_AUTO_TEST_CASE(an_executor_may_be_gone_before_the_run_has_ended) {
  revising<6, select::pairwise> const p;
  for (int polls = 0; polls < 60; ++polls) {
    world w(mixed());
    for (std::size_t n = 0; n < 6; ++n) w.model.latency[n] = std::chrono::microseconds(5 * n);
    asio::io_context io;
    asio::co_spawn(io, p.run(context(w.model, w.database), "q"), [](std::exception_ptr, answer const&) {});
    for (int i = 0; i < polls; ++i) (void)io.run_one_for(std::chrono::milliseconds(1));
  }
}

BOOST_AUTO_TEST_CASE(a_cancellation_that_the_caller_enables_ends_a_set) {
  revising<6> const p;
  world w(mixed());
  for (std::size_t n = 0; n < 6; ++n) w.model.latency[n] = std::chrono::hours(1);
  asio::io_context io;
  asio::cancellation_signal signal;
  asio::steady_timer kill(io, std::chrono::milliseconds(1));
  kill.async_wait([&](auto) { signal.emit(asio::cancellation_type::total); });
  bool ended = false;
  auto const run = [&]() -> asio::awaitable<void> {
    co_await asio::this_coro::reset_cancellation_state(asio::enable_total_cancellation());
    auto running = p.run(context(w.model, w.database), "q");
    (void)co_await std::move(running);
  };
  asio::co_spawn(io, run, asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr e) { ended = e != nullptr; }));
  io.run_for(std::chrono::seconds(5));
  BOOST_TEST(ended);
  BOOST_TEST(w.model.under_way == 0);
}

BOOST_AUTO_TEST_CASE(several_runs_share_a_pipeline_and_threads) {
  revising<6> const p;
  std::deque<world> worlds;
  for (int i = 0; i < 100; ++i) worlds.emplace_back(mixed());
  std::atomic<int> right = 0;
  asio::thread_pool pool(4);
  for (auto& w : worlds)
    asio::co_spawn(pool, p.run(context(w.model, w.database), "q"), [&right](std::exception_ptr e, answer const& a) {
      if (!e && a.sql() == "A1") ++right;
    });
  pool.join();
  BOOST_TEST(right == 100);
}

BOOST_AUTO_TEST_CASE(a_failure_of_the_database_ends_the_run_and_all_candidates) {
  struct broken_database : later_database {
    awaitable<db::execution> execute(std::string sql) {
      if (sql == "B") throw error(errc::database_lost, "the connection is lost", "connect again");
      auto executing = later_database::execute(std::move(sql));
      auto done = co_await std::move(executing);
      co_return done;
    }
  };
  later_model model;
  model.drawn.replies = {{0, {"A1"}}, {1, {"B"}}, {2, {"A2"}}};
  model.latency[0] = model.latency[2] = std::chrono::hours(1);
  broken_database database;
  drafting<3> const p;
  asio::io_context io;
  auto future = asio::co_spawn(io, p.run(context(model, database), "q"), asio::use_future);
  io.run();
  BOOST_CHECK_EXCEPTION((void)future.get(), error, [](error const& e) { return e.code() == errc::database_lost; });
  BOOST_TEST(model.under_way == 0);
}

BOOST_AUTO_TEST_SUITE_END()
