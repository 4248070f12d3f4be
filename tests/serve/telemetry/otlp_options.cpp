// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/telemetry/detail/otlp_options.hpp"

#include "t2s/core/error.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <string>

using namespace t2s;
using telemetry::otlp_options;

namespace {

std::optional<otlp_options> read(std::map<std::string, std::string> const& variables, std::string const& endpoint = {}) {
  return otlp_options::from_environment(endpoint, [&](char const* name) -> char const* {
    auto const found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

std::string resource(otlp_options const& of, std::string const& key) {
  auto const found = std::find_if(of.resource.begin(), of.resource.end(), [&](auto const& a) { return a.key == key; });
  return found == of.resource.end() ? "(none)" : std::get<std::string>(found->value);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(telemetry_otlp_options)

BOOST_AUTO_TEST_CASE(without_an_endpoint_nothing_is_sent) {
  BOOST_TEST(!read({}).has_value());
  BOOST_TEST(!read({{"OTEL_SERVICE_NAME", "shop"}}).has_value());
  BOOST_TEST(!read({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1"}, {"OTEL_SDK_DISABLED", "True"}}).has_value());
}

BOOST_AUTO_TEST_CASE(the_paths_of_the_signals_are_appended) {
  auto const made = read({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318/in/"}});
  BOOST_REQUIRE(made.has_value());
  BOOST_TEST(made->traces == "http://collector:4318/in/v1/traces");
  BOOST_TEST(made->metrics == "http://collector:4318/in/v1/metrics");
  BOOST_TEST(resource(*made, "service.name") == "t2s");
}

BOOST_AUTO_TEST_CASE(an_own_url_of_a_signal_is_taken_as_it_is) {
  auto const made = read({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1"},
                          {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://b:2/spans"},
                          {"OTEL_METRICS_EXPORTER", "none"}});
  BOOST_REQUIRE(made.has_value());
  BOOST_TEST(made->traces == "http://b:2/spans");
  BOOST_TEST(made->metrics == "");
}

BOOST_AUTO_TEST_CASE(what_is_given_goes_before_the_environment) {
  auto const made =
      read({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1"}, {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://b:2/spans"}}, "http://c:3");
  BOOST_REQUIRE(made.has_value());
  BOOST_TEST(made->traces == "http://c:3/v1/traces");
}

BOOST_AUTO_TEST_CASE(headers_and_resource_are_read) {
  auto const made = read({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1"},
                          {"OTEL_EXPORTER_OTLP_HEADERS", "api-key = s%2Ccret , other=b=c,broken, =x"},
                          {"OTEL_RESOURCE_ATTRIBUTES", "service.name=first,deployment.environment.name=test%20one"},
                          {"OTEL_SERVICE_NAME", "second"}});
  BOOST_REQUIRE(made.has_value());
  BOOST_REQUIRE(made->headers.size() == 2u);
  BOOST_TEST((made->headers[0] == llm::http_header{"api-key", "s,cret", true}));
  BOOST_TEST((made->headers[1] == llm::http_header{"other", "b=c", true}));
  BOOST_TEST(resource(*made, "service.name") == "second");
  BOOST_TEST(resource(*made, "deployment.environment.name") == "test one");
}

BOOST_AUTO_TEST_CASE(numbers_that_are_none_leave_the_default) {
  auto const made = read({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1"},
                          {"OTEL_EXPORTER_OTLP_TIMEOUT", "2500"},
                          {"OTEL_BSP_MAX_QUEUE_SIZE", "-3"},
                          {"OTEL_BSP_SCHEDULE_DELAY", "soon"},
                          {"OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "7"},
                          {"OTEL_METRIC_EXPORT_INTERVAL", "1000"}});
  BOOST_REQUIRE(made.has_value());
  BOOST_TEST(made->timeout.count() == 2500);
  BOOST_TEST(made->queue == 2048u);
  BOOST_TEST(made->delay.count() == 5000);
  BOOST_TEST(made->batch == 7u);
  BOOST_TEST(made->metrics_interval.count() == 1000);
}

BOOST_AUTO_TEST_CASE(an_endpoint_that_is_none_is_refused_with_its_place) {
  auto const says = [](auto const& e, std::string const& part) { return std::string(e.what()).find(part) != std::string::npos; };
  BOOST_CHECK_EXCEPTION(static_cast<void>(read({{"OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"}})), error,
                        [&](error const& e) { return says(e, "OTEL_EXPORTER_OTLP_ENDPOINT"); });
  BOOST_CHECK_EXCEPTION(static_cast<void>(read({}, "ftp://a")), error, [&](error const& e) { return says(e, "--otlp"); });
}

BOOST_AUTO_TEST_SUITE_END()
