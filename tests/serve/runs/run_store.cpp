// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/runs/detail/run_store.hpp"

#include <atomic>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include "serve/http/client.hpp"
#include "t2s/core/error.hpp"
#include "t2s/serve/runs/detail/run_stream.hpp"

using namespace serve_test;
using namespace t2s::serve;
using namespace std::chrono_literals;

namespace {

/// Goes on until it is cancelled.
void endless(std::shared_ptr<run_record> const& r) {
  std::mutex guard;
  std::condition_variable_any never;
  std::unique_lock lock(guard);
  never.wait(lock, r->stop(), [] { return false; });
  throw t2s::error(t2s::errc::cancelled, "the run was cancelled");
}
void short_run(std::shared_ptr<run_record> const& r) { r->end("answer", {{"sql", "SELECT 1"}}, "SELECT 1"); }

std::string last_event(run_record const& r) {
  auto const last = r.result();
  return last ? last->name : "";
}

run_limits quick() {
  run_limits l;
  l.grace = 40ms;
  return l;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(run_stores)

BOOST_AUTO_TEST_CASE(a_run_begins_with_what_it_was_asked_and_is_found_by_its_id) {
  run_store store;
  auto const r = store.start({.database = "shop", .question = "how many", .system = "offline"}, short_run);
  BOOST_REQUIRE(r);
  BOOST_TEST(becomes_true([&] { return r->ended(); }));
  auto const all = boost::json::parse(r->as_array()).as_array();
  BOOST_TEST(all[0].at("event") == "run");
  BOOST_TEST(all[0].at("id").as_string() == r->id());
  BOOST_TEST(all[0].at("question") == "how many");
  BOOST_TEST(store.find(r->id()).get() == r.get());
  BOOST_TEST(!store.find("another"));
}

BOOST_AUTO_TEST_CASE(as_many_go_on_as_may_and_further_ones_wait_or_are_refused) {
  run_limits l;
  l.at_once = 2;
  l.waiting = 3;
  run_store store(l);
  std::atomic<int> begun = 0;
  auto const count = [&](std::shared_ptr<run_record> const& r) {
    ++begun;
    endless(r);
  };
  for (int i = 0; i < 5; ++i) BOOST_TEST(store.start({.keep = true}, count) != nullptr);
  BOOST_TEST(store.start({.keep = true}, count) == nullptr);
  BOOST_TEST(becomes_true([&] { return begun == 2; }));
  store.all().back()->cancel();
  BOOST_TEST(becomes_true([&] { return begun == 3; }));
  BOOST_TEST(store.start({.keep = true}, count) != nullptr);
  store.cancel_all();
  BOOST_TEST(becomes_true([&] { return store.unfinished() == 0; }));
}

BOOST_AUTO_TEST_CASE(a_run_that_is_cancelled_while_it_waits_ends_and_makes_room) {
  run_limits l;
  l.at_once = 1;
  l.waiting = 2;
  run_store store(l);
  auto const first = store.start({.keep = true}, endless);
  auto const second = store.start({.keep = true}, endless), third = store.start({.keep = true}, endless);
  BOOST_REQUIRE(third);
  BOOST_TEST(store.start({.keep = true}, endless) == nullptr);
  second->cancel();
  BOOST_TEST(last_event(*second) == "cancelled");
  BOOST_TEST(!first->ended());
  auto const fourth = store.start({.keep = true}, endless);
  BOOST_REQUIRE(fourth);
  BOOST_TEST(store.start({.keep = true}, endless) == nullptr);
  first->cancel();
  third->cancel();
  BOOST_TEST(becomes_true([&] { return store.unfinished() == 1; }));
  BOOST_TEST(!fourth->ended());
}

BOOST_AUTO_TEST_CASE(a_run_that_nobody_watches_is_cancelled_after_a_grace) {
  run_store store(quick());
  auto const left = store.start({}, endless);
  auto const kept = store.start({.keep = true}, endless);
  auto const watched = store.start({}, endless);
  auto stream = std::make_unique<run_stream>(watched);
  BOOST_TEST(becomes_true([&] { return left->ended(); }));
  BOOST_TEST(last_event(*left) == "cancelled");
  std::this_thread::sleep_for(100ms);
  BOOST_TEST(!kept->ended());
  BOOST_TEST(!watched->ended());
  stream.reset();
  BOOST_TEST(becomes_true([&] { return watched->ended(); }));
  BOOST_TEST(!kept->ended());
}

BOOST_AUTO_TEST_CASE(one_who_comes_back_in_time_keeps_it) {
  auto l = quick();
  l.grace = 500ms;
  run_store store(l);
  auto const r = store.start({}, endless);
  for (int i = 0; i < 4; ++i) {
    run_stream const here(r);
    std::this_thread::sleep_for(20ms);
  }
  run_stream const stays(r);
  std::this_thread::sleep_for(700ms);
  BOOST_TEST(!r->ended());
}

BOOST_AUTO_TEST_CASE(a_run_that_takes_too_long_is_cancelled) {
  auto l = quick();
  l.longest = 50ms;
  run_store store(l);
  auto const r = store.start({.keep = true}, endless);
  BOOST_TEST(becomes_true([&] { return r->ended(); }));
  BOOST_TEST(last_event(*r) == "cancelled");
}

BOOST_AUTO_TEST_CASE(what_a_run_throws_is_its_end) {
  run_store store;
  auto const library = store.start({}, [](auto const&) { throw t2s::error(t2s::errc::database_lost, "the cable"); });
  auto const other = store.start({}, [](auto const&) { throw std::runtime_error("anything"); });
  auto const silent = store.start({}, [](auto const&) {});
  for (auto const& r : {library, other, silent}) {
    BOOST_TEST(becomes_true([&] { return r->ended(); }));
    BOOST_TEST(last_event(*r) == "failed");
  }
  BOOST_TEST(boost::json::parse(*library->result()->json).at("code") == "database_lost");
}

BOOST_AUTO_TEST_CASE(the_oldest_that_are_over_are_forgotten) {
  run_limits l;
  l.kept = 10;
  run_store store(l);
  auto const first = store.start({.keep = true}, endless);
  for (int i = 0; i < 30; ++i) {
    auto const r = store.start({}, short_run);
    BOOST_REQUIRE(becomes_true([&] { return r->ended(); }));
  }
  BOOST_TEST(store.all().size() <= 11U);
  BOOST_TEST(store.find(first->id()) != nullptr);  // it goes on

  l.kept = 1'000;
  l.kept_bytes = 100'000;
  run_store small(l);
  for (int i = 0; i < 100; ++i) {
    auto const r = small.start({}, [](auto const& run) { run->end("answer", {{"sql", std::string(10'000, 'x')}}); });
    BOOST_REQUIRE(becomes_true([&] { return r->ended(); }));
  }
  BOOST_TEST(small.all().size() < 15U);
}

BOOST_AUTO_TEST_CASE(a_closed_store_begins_nothing) {
  run_store store;
  store.close();
  BOOST_TEST(store.start({}, short_run) == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
