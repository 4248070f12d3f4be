// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/runs/detail/run_record.hpp"

#include <atomic>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "t2s/serve/runs/detail/run_stream.hpp"

using namespace t2s::serve;

namespace {

run_order order_of(std::string question) {
  run_order o;
  o.question = std::move(question);
  return o;
}

std::string joined(body_stream::piece const& p) {
  std::string all;
  for (auto const& text : p.texts) all += *text;
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(run_records)

BOOST_AUTO_TEST_CASE(an_event_is_a_server_sent_event_with_its_number_time_and_name_first) {
  auto const r = std::make_shared<run_record>("id", order_of("how many"));
  r->add("note", {{"key", "a\nb"}, {"value", 1}});
  run_stream stream(r);
  auto const text = joined(stream.next(1'000));
  BOOST_TEST(text.starts_with("event: note\nid: 0\ndata: {\"n\":0,\"at\":"));
  BOOST_TEST(text.ends_with(",\"event\":\"note\",\"key\":\"a\\nb\",\"value\":1}\n\n"));
}

BOOST_AUTO_TEST_CASE(an_array_has_the_events_that_there_were) {
  auto const r = std::make_shared<run_record>("id", order_of("q"));
  BOOST_TEST(joined(run_array(r).next(1'000)) == "[]");
  for (int i = 0; i < 100; ++i) r->add("note", {{"value", i}});
  run_array array(r);
  r->add("note", {{"value", "later"}});
  std::string all;
  for (bool last = false; !last;) {
    auto const part = array.next(1'000);
    all += joined(part);
    last = part.last;
  }
  auto const read = boost::json::parse(all).as_array();
  BOOST_TEST(read.size() == 100U);
  BOOST_TEST(read.back().at("value") == 99);
}

BOOST_AUTO_TEST_CASE(the_turns_of_its_conversation_count_as_its_bytes) {
  auto order = order_of("And now?");
  order.turns = {{std::string(100, 'q'), std::string(50, 's')}, {"q", ""}};
  BOOST_TEST(run_record("id", std::move(order)).bytes() == 151U);
}

BOOST_AUTO_TEST_CASE(a_run_that_is_cancelled_before_it_begins_is_over) {
  run_record waiting("id", order_of("q"));
  auto const viewer = waiting.join();
  int woken = 0;
  waiting.when_ready(viewer, 0, [&] { ++woken; });
  waiting.cancel();
  BOOST_TEST(woken == 1);
  BOOST_TEST(waiting.result()->name == "cancelled");
  BOOST_TEST(!waiting.begin());

  run_record under_way("id", order_of("q"));
  BOOST_TEST(under_way.begin());
  under_way.cancel();
  BOOST_TEST(!under_way.ended());  // the end of its work ends it
}

BOOST_AUTO_TEST_CASE(one_who_has_left_is_no_viewer_again) {
  run_record r("id", order_of("q"));
  auto const viewer = r.join();
  r.leave(viewer);
  r.when_ready(viewer, 0, [] {});
  BOOST_TEST(r.viewers() == 0U);
}

BOOST_AUTO_TEST_CASE(events_are_read_in_parts_from_any_number_on) {
  run_record r("id", order_of(""));
  for (int i = 0; i < 100; ++i) r.add("note", {{"value", std::string(100, 'x')}});
  auto const part = r.from(10, 1'000);
  BOOST_TEST(part.events.size() > 2U);
  BOOST_TEST(part.events.size() < 10U);
  BOOST_TEST(!part.ended);
  BOOST_TEST(part.events.front().json->find("\"n\":10,") != std::string::npos);
  BOOST_TEST(r.from(99, 1).events.size() == 1U);  // one at least
  BOOST_TEST(r.from(100, 1).events.empty());
  r.end("answer", {});
  BOOST_TEST(r.from(100, 1'000'000).ended);
  BOOST_TEST(!r.from(0, 1'000).ended);
  BOOST_TEST(r.from(101, 1).ended);
  BOOST_TEST(boost::json::parse(r.as_array()).as_array().size() == 101U);
}

BOOST_AUTO_TEST_CASE(nothing_comes_after_the_end) {
  run_record r("id", order_of("q"));
  BOOST_TEST(!r.result());
  r.end("answer", {{"sql", "SELECT 1"}}, "SELECT 1", 0.5);
  r.add("note", {});
  r.end("failed", {});
  BOOST_TEST(r.from(0, 1'000).events.size() == 1U);
  BOOST_TEST(boost::json::parse(*r.result()->json).at("sql") == "SELECT 1");
  auto const shown = r.summary();
  BOOST_TEST(shown.at("sql") == "SELECT 1");
  BOOST_TEST(shown.at("confidence") == 0.5);
  BOOST_TEST(shown.at("running") == false);
}

BOOST_AUTO_TEST_CASE(beyond_its_bytes_only_the_end_is_kept) {
  run_record r("id", order_of("q"), 1'000);
  for (int i = 0; i < 100; ++i) r.add("note", {{"value", std::string(100, 'x')}});
  BOOST_TEST(r.bytes() < 1'200U);
  r.end("answer", {{"sql", nullptr}});
  auto const all = boost::json::parse(r.as_array()).as_array();
  BOOST_TEST(all.back().at("event") == "answer");
  BOOST_TEST(all[all.size() - 2].at("key") == "events left out");
  BOOST_TEST(all.size() + all[all.size() - 2].at("value").to_number<std::size_t>() == 102U);
}

BOOST_AUTO_TEST_CASE(a_viewer_is_woken_once_by_the_event_that_it_waits_for) {
  run_record r("id", order_of("q"));
  auto const viewer = r.join();
  int woken = 0;
  r.when_ready(viewer, 0, [&] { ++woken; });
  BOOST_TEST(woken == 0);
  r.add("note", {});
  r.add("note", {});
  BOOST_TEST(woken == 1);
  r.when_ready(viewer, 1, [&] { ++woken; });  // is there already
  BOOST_TEST(woken == 2);
  r.when_ready(viewer, 1'000, [&] { ++woken; });
  r.add("note", {});
  BOOST_TEST(woken == 2);
  r.end("cancelled", {});
  BOOST_TEST(woken == 3);
}

BOOST_AUTO_TEST_CASE(it_knows_since_when_nobody_watches) {
  auto const r = std::make_shared<run_record>("id", order_of("q"));
  BOOST_TEST(r->unwatched_since().has_value());
  {
    run_stream const one(r), two(r);
    BOOST_TEST(r->viewers() == 2U);
    BOOST_TEST(!r->unwatched_since());
  }
  BOOST_TEST(r->viewers() == 0U);
  BOOST_TEST(r->unwatched_since().has_value());
}

BOOST_AUTO_TEST_CASE(many_viewers_get_the_same_texts_while_they_are_written) {
  auto const r = std::make_shared<run_record>("id", order_of("q"));
  std::atomic<int> complete = 0;
  std::vector<std::jthread> viewers;
  for (int v = 0; v < 8; ++v)
    viewers.emplace_back([&] {
      run_stream stream(r);
      std::size_t got = 0;
      for (bool last = false; !last;) {
        auto const piece = stream.next(500);
        for (auto const& text : piece.texts) got += text->starts_with("event: ") ? 1U : 0U;
        last = piece.last;
        if (!piece.texts.empty() || last) continue;
        std::atomic<bool> ready = false;
        stream.when_ready([&] {
          ready = true;
          ready.notify_one();
        });
        ready.wait(false);
      }
      if (got == 1'001) ++complete;
    });
  for (int i = 0; i < 1'000; ++i) r->add("note", {{"value", i}});
  r->end("answer", {});
  viewers.clear();
  BOOST_TEST(complete == 8);
}

BOOST_AUTO_TEST_SUITE_END()
