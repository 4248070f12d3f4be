// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/telemetry/detail/otlp_json.hpp"

#include "support/otlp_check.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::telemetry;
namespace otlp = t2s::tests::otlp;

namespace {

std::vector<attribute> const resource{{"service.name", "shop"}};

span_data a_span() {
  span_data s;
  s.trace = {0x5B8EFFF798038103, 0xD269B633813FC60C};
  s.id = 0xEEE19B7EC3C1B174;
  s.parent = 0xEEE19B7EC3C1B173;
  s.name = "chat m";
  s.kind = span_kind::client;
  s.begin = 1544712660000000000;
  s.end = 1544712661000000000;
  s.attributes = {{"text", "a \"b\"\n\xFF"},
                  {"n", std::int64_t{-7}},
                  {"x", 0.25},
                  {"yes", true},
                  {"nan", std::nan("")},
                  {"all", std::vector<std::string>{"a", "b"}}};
  s.events = {{"cut", 1544712660500000000, {{"bytes", std::int64_t{9}}}}};
  s.is_failed = true;
  s.failure = "rate limited";
  return s;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(telemetry_otlp_json)

// By hand, after the examples of opentelemetry-proto (examples/trace.json), with their identifiers.
BOOST_AUTO_TEST_CASE(spans_are_written_as_the_protocol_has_them) {
  std::vector<span_data> const spans{a_span()};
  BOOST_TEST(
      otlp_traces(resource, spans) ==
      R"({"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},)"
      R"("scopeSpans":[{"scope":{"name":"t2s","version":")" T2S_VERSION_STRING R"("},"spans":[)"
      R"({"traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174","parentSpanId":"eee19b7ec3c1b173",)"
      R"("name":"chat m","kind":3,"startTimeUnixNano":"1544712660000000000","endTimeUnixNano":"1544712661000000000",)"
      R"("attributes":[{"key":"text","value":{"stringValue":"a \"b\"\n)"
      "\xEF\xBF\xBD"
      R"("}},{"key":"n","value":{"intValue":"-7"}},{"key":"x","value":{"doubleValue":0.25}},{"key":"yes","value":{"boolValue":true}},)"
      R"({"key":"nan","value":{"doubleValue":"NaN"}},)"
      R"({"key":"all","value":{"arrayValue":{"values":[{"stringValue":"a"},{"stringValue":"b"}]}}}],)"
      R"("events":[{"timeUnixNano":"1544712660500000000","name":"cut","attributes":[{"key":"bytes","value":{"intValue":"9"}}]}],)"
      R"("status":{"code":2,"message":"rate limited"}}]}]}]})");
}

BOOST_AUTO_TEST_CASE(a_root_span_has_no_parent_and_small_identifiers_keep_their_zeros) {
  auto s = a_span();
  s.parent = 0;
  s.id = 0xAB;
  s.trace = {0, 1};
  std::vector<span_data> const spans{s, a_span()};
  auto const body = otlp_traces(resource, spans);
  BOOST_TEST(otlp::wrong_in_traces(body) == "");
  auto const read = otlp::spans_of(body);
  BOOST_TEST(read.size() == 2u);
  BOOST_TEST(read[0].at("spanId") == "00000000000000ab");
  BOOST_TEST(read[0].at("traceId") == "00000000000000000000000000000001");
  BOOST_TEST(!read[0].as_object().contains("parentSpanId"));
}

BOOST_AUTO_TEST_CASE(metrics_are_written_as_the_protocol_has_them) {
  metrics all(1);
  auto const took = all.histogram({"took", "Time.", "s", {"k"}}, {0.5, 2});
  auto const runs = all.counter({"runs", "Runs.", "{run}", {"who", "empty"}});
  auto const active = all.gauge({"active", "Now.", "", {}});
  static_cast<void>(all.counter({"never", "Never.", "", {}}));
  for (double const v : {0.25, 1.0, 9.0}) all.observe(took, {"x"}, v);
  for (auto const* who : {"a", "b"}) all.add(runs, {who, ""}, 1'000'000'000'000);
  all.set(active, {}, -4);
  auto const state = all.state();
  auto const body = otlp_metrics(resource, state, 5, 6);
  BOOST_TEST(otlp::wrong_in_metrics(body) == "");
  auto const times = std::string(R"("startTimeUnixNano":"5","timeUnixNano":"6")");
  auto const at = body.find(R"("metrics":)");
  BOOST_TEST(body.substr(at) ==
             R"("metrics":[{"name":"took","description":"Time.","unit":"s","histogram":{"dataPoints":[)"
             R"({"attributes":[{"key":"k","value":{"stringValue":"x"}}],)" +
                 times +
                 R"(,"count":"3","sum":10.25,"bucketCounts":["1","1","1"],"explicitBounds":[0.5,2]}],"aggregationTemporality":2}},)"
                 R"({"name":"runs","description":"Runs.","unit":"{run}","sum":{"dataPoints":[)"
                 R"({"attributes":[{"key":"who","value":{"stringValue":"a"}}],)" +
                 times + R"(,"asInt":"1000000000000"},{"attributes":[{"key":"otel.metric.overflow","value":{"boolValue":true}}],)" + times +
                 R"(,"asInt":"1000000000000"}],"aggregationTemporality":2,"isMonotonic":true}},)"
                 R"({"name":"active","description":"Now.","unit":"","gauge":{"dataPoints":[{"attributes":[],)" +
                 times + R"(,"asInt":"-4"}]}}]}]}]})");
}

BOOST_AUTO_TEST_CASE(the_check_of_these_tests_finds_mistakes) {
  std::vector<span_data> const spans{a_span()};
  auto const well = otlp_traces(resource, spans);
  BOOST_TEST(otlp::wrong_in_traces(well) == "");
  auto const with = [&](std::string const& from, std::string const& to) {
    auto changed = well;
    return otlp::wrong_in_traces(changed.replace(changed.find(from), from.size(), to));
  };
  BOOST_TEST(with("eee19b7ec3c1b174", "7uGbfsPBsXQ=") != "");  // base64, as plain protobuf would write it
  BOOST_TEST(with("\"1544712660000000000\"", "1544712660000000000") != "");
  BOOST_TEST(with("\"kind\":3", "\"kind\":\"SPAN_KIND_CLIENT\"") != "");
  BOOST_TEST(with("traceId", "trace_id") != "");
}

BOOST_AUTO_TEST_CASE(answers_are_read) {
  auto const refused = read_otlp_answer(R"({"partialSuccess":{"rejectedSpans":"3","errorMessage":"too old"}})");
  BOOST_TEST((refused == partial_success{3, "too old"}));
  BOOST_TEST(read_otlp_answer(R"({"partialSuccess":{"rejectedDataPoints":2}})").rejected == 2u);
  for (auto const* other : {"", "{}", "[]", "not json", R"({"partialSuccess":7})", R"({"partialSuccess":{"rejectedSpans":"-1"}})"})
    BOOST_TEST(read_otlp_answer(other).rejected == 0u, other);
}

BOOST_AUTO_TEST_CASE(the_context_of_others_is_read) {
  auto const given = read_traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  BOOST_REQUIRE(given.has_value());
  BOOST_TEST((*given == trace_parent{{0x0AF7651916CD43DD, 0x8448EB211C80319C}, 0xB7AD6B7169203331, true}));
  BOOST_TEST(!read_traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00")->is_sampled);
  BOOST_TEST(read_traceparent("cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what-comes-later").has_value());
  for (auto const* none :
       {"", "00-00000000000000000000000000000000-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333-01"})
    BOOST_TEST(!read_traceparent(none).has_value(), none);
}

BOOST_AUTO_TEST_SUITE_END()
