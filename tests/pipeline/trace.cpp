// SPDX-License-Identifier: BSL-1.0
#include "t2s/pipeline/chrome_trace.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <sstream>
#include <thread>

using namespace t2s;
namespace json = boost::json;

namespace {

/// The complete events of a trace, after a check against the trace event format.
json::array events_of(chrome_trace const& trace) {
  std::ostringstream out;
  trace.write(out);
  json::array complete;
  auto const written = json::parse(out.str());
  for (auto const& e : written.at("traceEvents").as_array()) {
    BOOST_TEST(e.at("pid").is_int64());
    BOOST_TEST(e.at("tid").is_int64());
    if (e.at("ph") == "X") complete.push_back(e);
  }
  return complete;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(traces)

BOOST_AUTO_TEST_CASE(spans_nest_and_carry_notes) {
  chrome_trace trace;
  auto track = trace.add_track("question 1");
  {
    span<chrome_trace::track> outer(track, events::stage_begun("draft"));
    outer.note("tables", 3);
    span<chrome_trace::track> inner(track, events::stage_begun("call"));
    inner.note("reply", "a \"quoted\"\nline \xFF");
  }
  auto const kept = events_of(trace);
  BOOST_REQUIRE(kept.size() == 2u);
  BOOST_TEST(kept[0].at("name").as_string() == "draft");
  BOOST_TEST(kept[0].at("args").at("tables").as_int64() == 3);
  BOOST_TEST(kept[1].at("args").at("reply").as_string() == "a \"quoted\"\nline \xEF\xBF\xBD");
  auto const begin = [&](int i) { return kept[static_cast<std::size_t>(i)].at("ts").as_int64(); };
  auto const length = [&](int i) { return kept[static_cast<std::size_t>(i)].at("dur").as_int64(); };
  BOOST_TEST(begin(0) <= begin(1));
  BOOST_TEST(begin(0) + length(0) + 1 >= begin(1) + length(1));
}

BOOST_AUTO_TEST_CASE(tracks_of_several_threads_share_a_trace) {
  chrome_trace trace;
  auto const work = [&trace](int n) {
    auto track = trace.add_track("thread " + std::to_string(n));
    for (int i = 0; i < 100; ++i) span<chrome_trace::track> const s(track, events::stage_begun("step"));
  };
  {
    std::jthread const a(work, 1), b(work, 2);
  }
  BOOST_TEST(events_of(trace).size() == 200u);
}

BOOST_AUTO_TEST_CASE(an_open_span_and_a_stray_end_do_no_harm) {
  chrome_trace trace;
  auto track = trace.add_track("t");
  track.on(events::stage_ended{});
  track.on(events::noted{"key", "value"});
  track.on(events::stage_begun("open"));
  BOOST_TEST(events_of(trace).size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_choice_and_an_end_have_no_length) {
  chrome_trace trace;
  auto track = trace.add_track("t");
  track.on(events::candidate_chosen{2, "most votes"});
  track.on(events::stopped{"nothing left to say"});
  BOOST_TEST(events_of(trace).empty());
  std::ostringstream out;
  trace.write(out);
  auto const all = json::parse(out.str()).at("traceEvents").as_array();
  BOOST_TEST(all.at(1).at("ph").as_string() == "i");
  BOOST_TEST(all.at(1).at("name").as_string() == "candidate 2 chosen");
  BOOST_TEST(all.at(1).at("args").at("why").as_string() == "most votes");
  BOOST_TEST(all.at(2).at("name").as_string() == "stopped");
}

BOOST_AUTO_TEST_SUITE_END()
