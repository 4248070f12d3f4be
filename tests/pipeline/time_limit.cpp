// SPDX-License-Identifier: BSL-1.0
// A run ends at its time limit whatever it awaits: a model, database, embedder or policy of the user's that never answers, with or without
// regard to its cancellation. Under the address sanitizer these show that what is left behind refers to nothing that is gone.
#include "t2s/core/awaitable.hpp"

#include "drawn_model.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <deque>
#include <future>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

using namespace t2s;
using namespace t2s::tests;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

using clock = std::chrono::steady_clock;

constexpr auto limit = 250ms;
constexpr auto too_late = 10s;  // far more than the limit on a busy machine, far less than what hangs

/// Waits, and ends early when it is cancelled.
struct obedient {
  static awaitable<bool> wait(std::chrono::milliseconds) {
    asio::steady_timer timer(co_await asio::this_coro::executor, 1h);
    co_await timer.async_wait(asio::use_awaitable);
    co_return true;
  }
};
/// Waits to the end.
struct deaf {
  static awaitable<bool> wait(std::chrono::milliseconds time) {
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    asio::steady_timer timer(co_await asio::this_coro::executor, time);
    co_await timer.async_wait(asio::use_awaitable);
    co_return true;
  }
};
/// Waits for longer than any test.
struct deaf_for_long {
  static awaitable<bool> wait(std::chrono::milliseconds) { return deaf::wait(1h); }
};
using both = boost::mpl::list<obedient, deaf>;

constexpr auto long_enough = limit + 400ms;  // until something deaf wakes up: after its run has ended

struct at_once {
  static awaitable<bool> wait(std::chrono::milliseconds) { co_return true; }
};

/// Answers the first calls and waits in the next one.
template <class Wait = at_once>
struct model_that_waits {
  llm::scripted_model script;
  std::size_t answers = 0;
  std::atomic<int> woken = 0;

  model_that_waits(llm::scripted_model s, std::size_t n) : script(std::move(s)), answers(n) {}

  awaitable<llm::completion> complete(llm::request asked) {
    if (script.asked().size() >= answers) {
      auto waiting = Wait::wait(long_enough);
      co_await std::move(waiting);
      ++woken;
    }
    auto reply = script.complete(std::move(asked));
    co_return reply;
  }
};

/// Gives what it has when it is told to end.
struct model_that_gives_a_part {
  static awaitable<llm::completion> complete(llm::request) {
    asio::steady_timer timer(co_await asio::this_coro::executor, 1h);
    auto waiting = timer.async_wait(asio::as_tuple(asio::use_awaitable));
    co_await std::move(waiting);
    llm::completion part;
    part.text = "S0";
    co_return part;
  }
};

template <class Wait = at_once>
struct database_that_waits {
  scripted_database script{{{"S0", gives({"r"})}}};

  [[nodiscard]] schema::database const& schema() const { return script.schema(); }
  awaitable<db::execution> execute(std::string sql) {
    auto waiting = Wait::wait(long_enough);
    co_await std::move(waiting);
    auto done = script.execute(std::move(sql));
    co_return done;
  }
  awaitable<db::execution> sample(std::string table, std::size_t n) { co_return script.sample(std::move(table), n); }
  awaitable<db::execution> distinct(std::string table, std::string column, std::size_t n) {
    co_return script.distinct(std::move(table), std::move(column), n);
  }
};

/// How a run ended, and when.
struct ending {
  std::optional<answer> given{};
  std::optional<errc> failed{};
  bool aborted = false;
  clock::duration took{};
};

/// Runs until nothing is left to do, also of what the run left behind.
template <class Pipeline, class Context>
ending run_to_the_end(Pipeline const& p, Context ctx) {
  asio::io_context io;
  ending e;
  auto const begun = clock::now();
  asio::co_spawn(io, p.run(std::move(ctx), "a question that is longer than what a string holds in itself"),
                 [&](std::exception_ptr thrown, answer a) {
                   e.took = clock::now() - begun;
                   try {
                     if (thrown) std::rethrow_exception(thrown);
                     e.given = std::move(a);
                   } catch (error const& x) {
                     e.failed = x.details().code;
                   }
                 });
  io.run();
  return e;
}

bool is_late(std::exception_ptr const& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (error const& e) {
    return e.code() == errc::budget_time;
  } catch (...) {
    return false;
  }
}

run_options limited() {
  run_options o;
  o.allowed.time = limit;
  return o;
}

void fails_in_time(ending const& e) {
  BOOST_TEST(!e.given.has_value());
  BOOST_TEST((e.failed == errc::budget_time));
  BOOST_TEST((e.took >= limit));
  BOOST_TEST((e.took < too_late));
}
void answers_in_time(ending const& e, std::string_view sql, std::size_t attempts) {
  BOOST_TEST_REQUIRE(e.given.has_value());
  BOOST_TEST(e.given->sql() == sql);
  BOOST_TEST(e.given->revisions.size() == attempts);
  BOOST_TEST(e.given->stopped.find("250 ms") != std::string::npos, e.given->stopped);
  BOOST_TEST((e.took >= limit));
  BOOST_TEST((e.took < too_late));
}

/// BOOST_TEST is for one thread.
void require(bool holds) {
  if (!holds) throw std::logic_error("a policy reads something else than it was given");
}

/// The stage at which a policy waits; it then uses all that it was given.
enum class place { rewrite, sample, draft, review, revise };

template <class Wait, place At>
struct rewriter_that_waits {
  template <class Context>
  auto rewrite(Context& ctx, std::string const& text) const -> task<Context, question> {
    if (At == place::rewrite) {
      auto waiting = Wait::wait(long_enough);
      co_await std::move(waiting);
      try {
        auto asking = ctx.ask(llm::request(text));
        auto reply = co_await std::move(asking);
      } catch (error const& e) {
        require(e.code() == errc::budget_time);
      }
    }
    co_return question(text);
  }
};
template <class Wait, place At>
struct sampler_that_waits {
  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> task<Context, samples> {
    samples shown;
    if (At == place::sample) {
      auto waiting = Wait::wait(long_enough);
      co_await std::move(waiting);
      (void)ctx.schema();
    }
    shown.knowledge.push_back("known of " + asked.original);
    co_return shown;
  }
};
template <class Wait, place At>
struct generator_that_waits {
  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const -> task<Context, candidate> {
    auto const& known = shown.knowledge.front();
    if (At == place::draft) {
      auto waiting = Wait::wait(long_enough);
      co_await std::move(waiting);
      (void)ctx.spent();
    }
    require(known == "known of " + asked.clear);
    co_return candidate("S0");
  }
  template <class Context, class Past>
  auto revise(Context& ctx, question const& asked, samples const& shown, Past const& past) const -> task<Context, candidate> {
    auto const& known = shown.knowledge.front();
    auto const& latest = past.latest();
    if (At == place::revise) {
      auto waiting = Wait::wait(long_enough);
      co_await std::move(waiting);
      (void)ctx.known();
    }
    require(known == "known of " + asked.clear);
    co_return candidate("S" + std::to_string(past.size()), latest.tried.sql);
  }
};
template <class Wait, place At>
struct feedback_that_waits {
  using provides = facts<t2s::tests::judged>;
  template <class Context, class Past>
  auto review(Context& ctx, question const& asked, Past& past) const -> task<Context, std::optional<remark>> {
    auto const& latest = past.latest();
    if (At == place::review && past.size() == 2) {
      auto waiting = Wait::wait(long_enough);
      co_await std::move(waiting);
      ctx.tell(events::noted{"asked", asked.clear});
      past.note(t2s::tests::judged{true});
    }
    co_return remark("waits", latest.tried.sql);
  }
};

template <class Wait, place At>
using waits_at = pipeline<rewriter_that_waits<Wait, At>, sampler_that_waits<Wait, At>, generator_that_waits<Wait, At>,
                          all_of<feedback_that_waits<Wait, At>, feedback_that_waits<Wait, At>>, terminate::nothing_left>;

template <class Wait, place At>
ending run_that_waits_at() {
  waits_at<Wait, At> const p;
  model_that_waits<> model({"unused"}, 100);
  database_that_waits<> database;
  return run_to_the_end(p, context(model, database, limited()));
}

template <class Wait>
struct embedder_that_waits {
  awaitable<llm::embeddings> embed(std::vector<std::string> texts) {
    auto waiting = Wait::wait(long_enough);
    co_await std::move(waiting);
    llm::embeddings e;
    e.vectors.resize(texts.size());
    co_return e;
  }
};
template <class Wait>
struct embedding_rewriter {
  embedder_that_waits<Wait>* by;
  template <class Context>
  auto rewrite(Context& ctx, std::string const& text) const -> task<Context, question> {
    auto embedding = ctx.embed(*by, {text});
    auto given = co_await std::move(embedding);
    co_return question(text, std::to_string(given.vectors.size()));
  }
};

/// One of several candidates waits, the others answer.
template <class Wait>
struct model_that_waits_for_one {
  drawn_model drawn{{{0, {"A1"}}, {1, {"A2"}}, {2, {"B"}}}, {}, {}, {}};

  awaitable<llm::completion> complete(llm::request asked) {
    if (asked.draw / 1000 == 1) {
      auto waiting = Wait::wait(long_enough);
      co_await std::move(waiting);
    }
    auto reply = drawn.complete(std::move(asked));
    co_return reply;
  }
};

struct letters_later {
  scripted_database script = letters();

  [[nodiscard]] schema::database const& schema() const { return script.schema(); }
  awaitable<db::execution> execute(std::string sql) { co_return script.execute(std::move(sql)); }
  awaitable<db::execution> sample(std::string table, std::size_t n) { co_return script.sample(std::move(table), n); }
  awaitable<db::execution> distinct(std::string table, std::string column, std::size_t n) {
    co_return script.distinct(std::move(table), std::move(column), n);
  }
};

/// Chooses after a wait.
template <class Wait>
struct selection_that_waits {
  template <class Context>
  auto select(Context& ctx, question const& asked, samples const&, candidate_set const& set) const -> task<Context, selected> {
    auto const& first = set[0];
    auto waiting = Wait::wait(long_enough);
    co_await std::move(waiting);
    (void)ctx.spent();
    co_return selected(first.number, asked.clear + std::string(first.sql()));
  }
};

using once = pipeline<none, none, prompted, none, terminate::nothing_left>;
using corrected = pipeline<none, none, prompted, all_of<execution_error, speaks<'a', 7>>, terminate::revisions>;

}  // namespace

BOOST_AUTO_TEST_SUITE(time_limit)

BOOST_AUTO_TEST_CASE_TEMPLATE(of_a_model_that_never_answers, Wait, both) {
  model_that_waits<Wait> model({"S0"}, 0);
  database_that_waits<> database;
  once const p;
  fails_in_time(run_to_the_end(p, context(model, database, limited())));
  BOOST_TEST(model.woken == (std::is_same_v<Wait, deaf> ? 1 : 0));
}

BOOST_AUTO_TEST_CASE(what_comes_when_the_time_is_over_does_not_count) {
  model_that_gives_a_part model;
  database_that_waits<> database;
  once const p;
  fails_in_time(run_to_the_end(p, context(model, database, limited())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_a_model_that_stops_answering, Wait, both) {
  model_that_waits<Wait> model({"S0", "S1"}, 1);
  database_that_waits<> database;
  corrected const p;
  auto const e = run_to_the_end(p, context(model, database, limited()));
  answers_in_time(e, "S0", 1);
  BOOST_TEST(e.given->outcome()->ok());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_a_database_that_never_answers, Wait, both) {
  model_that_waits<> model({"S0"}, 1);
  database_that_waits<Wait> database;
  corrected const p;
  auto const e = run_to_the_end(p, context(model, database, limited()));
  answers_in_time(e, "S0", 1);
  BOOST_TEST(e.given->outcome() == nullptr);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_an_embedder_that_never_answers, Wait, both) {
  embedder_that_waits<Wait> embedder;
  pipeline<embedding_rewriter<Wait>, none, prompted, none, terminate::nothing_left> const p{.rewrite = {&embedder}};
  model_that_waits<> model({"S0"}, 1);
  database_that_waits<> database;
  fails_in_time(run_to_the_end(p, context(model, database, limited())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_a_policy_that_never_answers, Wait, both) {
  fails_in_time(run_that_waits_at<Wait, place::rewrite>());
  fails_in_time(run_that_waits_at<Wait, place::sample>());
  fails_in_time(run_that_waits_at<Wait, place::draft>());
  answers_in_time(run_that_waits_at<Wait, place::review>(), "S1", 2);
  answers_in_time(run_that_waits_at<Wait, place::revise>(), "S0", 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_one_of_several_candidates, Wait, both) {
  model_that_waits_for_one<Wait> model;
  letters_later database;
  drafting<3> const p;
  auto const e = run_to_the_end(p, context(model, database, limited()));
  BOOST_TEST_REQUIRE(e.given.has_value());
  BOOST_TEST(e.given->sql() == "A1");  // as many votes as B, and earlier
  BOOST_TEST((e.took < too_late));
  auto const& others = e.given->selection()->others;
  BOOST_TEST_REQUIRE(others.size() == 2u);
  BOOST_TEST(others[0].number == 1u);
  BOOST_TEST_REQUIRE(others[0].failed.has_value());
  BOOST_TEST((others[0].failed->code == errc::budget_time));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_a_selection_that_never_chooses, Wait, both) {
  model_that_waits_for_one<at_once> model;
  letters_later database;
  drafting<3, selection_that_waits<Wait>> const p;
  auto const e = run_to_the_end(p, context(model, database, limited()));
  BOOST_TEST_REQUIRE(e.given.has_value());
  BOOST_TEST(e.given->sql() == "A1");  // the most votes
  BOOST_TEST(e.given->stopped.find("250 ms") != std::string::npos, e.given->stopped);
  BOOST_TEST((e.took < too_late));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(on_many_threads, Wait, both) {
  struct one {
    model_that_waits<Wait> model{{"S0", "S1"}, 1};
    database_that_waits<> database{};
  };
  std::deque<one> worlds(100);
  corrected const p;
  std::atomic<int> right = 0, early = 0;  // on a busy machine the time may be over before the draft
  asio::thread_pool pool(4);
  for (auto& w : worlds)
    asio::co_spawn(pool, p.run(context(w.model, w.database, limited()), "q"), [&](std::exception_ptr e, answer const& a) {
      if (!e && a.sql() == "S0") ++right;
      if (e && is_late(e)) ++early;
    });
  pool.join();
  BOOST_TEST(right + early == 100);
  BOOST_TEST(right > 0);
}

// The policy goes on beside the end of its run.
BOOST_AUTO_TEST_CASE(policies_that_wake_up_while_their_run_ends_do_so_in_turn) {
  std::atomic<int> ended = 0;
  waits_at<deaf, place::revise> const p;
  struct one {
    model_that_waits<> model{{"unused"}, 100};
    database_that_waits<> database{};
  };
  std::deque<one> worlds(200);
  asio::thread_pool pool(4);
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    auto o = limited();
    o.allowed.time = long_enough - 50ms + std::chrono::microseconds(10 * i) - 1ms;  // it wakes up when the run gives it up
    asio::co_spawn(pool, p.run(context(worlds[i].model, worlds[i].database, std::move(o)), "q"),
                   [&ended](std::exception_ptr e, answer const& a) {
                     if (e ? is_late(e) : a.revisions.size() >= 1 && a.revisions.front().tried.sql == "S0") ++ended;
                   });
  }
  pool.join();
  BOOST_TEST(ended == 200);
}

// Its frame goes with the context.
BOOST_AUTO_TEST_CASE(what_is_left_behind_may_outlive_its_execution_context) {
  waits_at<deaf_for_long, place::review> const p;
  model_that_waits<deaf_for_long> model({"S0"}, 0);
  database_that_waits<> database;
  once const asks;
  asio::io_context io;
  auto waits = asio::co_spawn(io, p.run(context(model, database, limited()), "q"), asio::use_future);
  auto asking = asio::co_spawn(io, asks.run(context(model, database, limited()), "q"), asio::use_future);
  auto const have_ended = [&] {
    return waits.wait_for(0s) == std::future_status::ready && asking.wait_for(0s) == std::future_status::ready;
  };
  for (auto const begun = clock::now(); !have_ended() && clock::now() - begun < too_late;) io.run_one_for(limit);
  BOOST_TEST(have_ended());
  BOOST_TEST(model.woken == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_cancellation_reaches_what_is_awaited, Wait, both) {
  model_that_waits<Wait> model({"S0"}, 0);
  database_that_waits<> database;
  once const p;
  asio::io_context io;
  asio::cancellation_signal signal;
  asio::steady_timer kill(io, 10ms);
  kill.async_wait([&](auto) { signal.emit(asio::cancellation_type::terminal); });
  bool aborted = false;
  auto const begun = clock::now();
  clock::duration took{};
  asio::co_spawn(io, p.run(context(model, database, limited()), "q"),
                 asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr e, answer) {
                   took = clock::now() - begun;
                   try {
                     if (e) std::rethrow_exception(e);
                   } catch (boost::system::system_error const& x) {
                     aborted = x.code() == asio::error::operation_aborted;
                   }
                 }));
  io.run();
  BOOST_TEST(aborted);
  BOOST_TEST((took < too_late));
}

BOOST_AUTO_TEST_CASE(a_run_without_a_limit_waits) {
  model_that_waits<deaf> model({"S0"}, 0);
  database_that_waits<> database;
  once const p;
  run_options o;
  o.allowed.time = std::chrono::nanoseconds::max();
  auto const e = run_to_the_end(p, context(model, database, std::move(o)));
  BOOST_TEST_REQUIRE(e.given.has_value());
  BOOST_TEST(e.given->sql() == "S0");
}

BOOST_AUTO_TEST_SUITE_END()
