// SPDX-License-Identifier: BSL-1.0
#include "t2s/core/chrome_trace.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <sstream>
#include <thread>

using namespace t2s;
namespace json = boost::json;

namespace {

/// The complete events of a trace, after a check that the whole is what the trace event format asks for.
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
    span outer(track, "draft");
    outer.note("tables", 3);
    span inner(track, "model call");
    inner.note("reply", "a \"quoted\"\nline \xFF");
  }
  auto const events = events_of(trace);
  BOOST_REQUIRE(events.size() == 2u);
  BOOST_TEST(events[0].at("name").as_string() == "draft");
  BOOST_TEST(events[0].at("args").at("tables").as_int64() == 3);
  BOOST_TEST(events[1].at("args").at("reply").as_string() == "a \"quoted\"\nline \xEF\xBF\xBD");
  auto const begin = [&](int i) { return events[static_cast<std::size_t>(i)].at("ts").as_int64(); };
  auto const length = [&](int i) { return events[static_cast<std::size_t>(i)].at("dur").as_int64(); };
  BOOST_TEST(begin(0) <= begin(1));
  BOOST_TEST(begin(0) + length(0) + 1 >= begin(1) + length(1));
}

BOOST_AUTO_TEST_CASE(tracks_of_several_threads_share_a_trace) {
  chrome_trace trace;
  auto const work = [&trace](int n) {
    auto track = trace.add_track("thread " + std::to_string(n));
    for (int i = 0; i < 100; ++i) span const s(track, "step");
  };
  {
    std::jthread const a(work, 1), b(work, 2);
  }
  BOOST_TEST(events_of(trace).size() == 200u);
}

BOOST_AUTO_TEST_CASE(an_open_span_and_a_stray_end_do_no_harm) {
  chrome_trace trace;
  auto track = trace.add_track("t");
  track.end();
  track.note("key", "value");
  track.begin("open");
  BOOST_TEST(events_of(trace).size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
