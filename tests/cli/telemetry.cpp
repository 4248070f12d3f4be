// SPDX-License-Identifier: BSL-1.0
// --otlp and --audit.
#include "model_place.hpp"
#include "support/otlp_check.hpp"

#include <set>

using namespace cli_test;
namespace otlp = t2s::tests::otlp;

namespace {

/// A folder with a collector.
struct observed_place : place {
  http_server collector{[](seen_request const&) { return replies(200, "{}"); }};

  [[nodiscard]] json::array spans() const {
    json::array all;
    for (auto const& r : collector.requests()) {
      if (r.target != "/v1/traces") continue;
      BOOST_TEST(otlp::wrong_in_traces(r.body) == "");
      for (auto const& s : otlp::spans_of(r.body)) all.push_back(s);
    }
    return all;
  }
  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> all;
    for (auto const& s : spans()) all.insert(std::string(s.at("name").as_string()));
    return all;
  }
  [[nodiscard]] std::string sent() const {
    std::string all;
    for (auto const& r : collector.requests()) all += r.body;
    return all;
  }
  [[nodiscard]] json::array audit() const {
    json::array all;
    std::ifstream in(file("audit.jsonl"));
    for (std::string line; std::getline(in, line);) all.push_back(json::parse(line));
    return all;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_telemetry)

BOOST_FIXTURE_TEST_CASE(a_run_is_sent_to_a_collector, observed_place) {
  auto const r = cli_test::t2s(ask() + by_model() + "--otlp " + collector.url());
  BOOST_TEST(r.status == 0);
  BOOST_TEST(r.err == "");
  auto const all = names();
  for (auto const* name : {"chat tiny", "SELECT shop", "draft", "revise"}) BOOST_TEST(all.contains(name), name);
  for (auto const& s : spans())
    if (s.at("name") == "chat tiny") {
      BOOST_TEST(otlp::attribute_of(s, "gen_ai.provider.name") == "openai");
      BOOST_TEST(otlp::attribute_of(s, "gen_ai.usage.input_tokens") == "40");
      BOOST_TEST(otlp::attribute_of(s, "server.address") == "127.0.0.1");
    }
  bool counted = false;
  for (auto const& request : collector.requests())
    if (request.target == "/v1/metrics") {
      BOOST_TEST(otlp::wrong_in_metrics(request.body) == "");
      counted = contains(request.body, "gen_ai.client.token.usage");
    }
  BOOST_TEST(counted);
  BOOST_TEST(!contains(sent(), "How many shops"));
}

BOOST_FIXTURE_TEST_CASE(the_environment_may_name_the_collector, observed_place) {
  variable const endpoint("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url()), name("OTEL_SERVICE_NAME", "reports");
  BOOST_TEST(cli_test::t2s(ask() + by_model() + "--otlp-sql whole").status == 0);
  BOOST_TEST(contains(sent(), "How many shops"));
  BOOST_TEST(contains(sent(), R"("service.name","value":{"stringValue":"reports"})"));
  variable const off("OTEL_SDK_DISABLED", "true");
  auto const before = collector.requests().size();
  BOOST_TEST(cli_test::t2s(ask() + by_model()).status == 0);
  BOOST_TEST(collector.requests().size() == before);
}

BOOST_FIXTURE_TEST_CASE(a_collector_that_fails_is_said_and_changes_nothing, observed_place) {
  auto const without = cli_test::t2s(ask() + by_model());
  auto const r = cli_test::t2s(ask() + by_model() + "--otlp http://127.0.0.1:" + std::to_string(t2s::tests::dead_port()));
  BOOST_TEST(r.status == 0);
  BOOST_TEST(r.out == without.out);
  BOOST_TEST(contains(r.err, "t2s: telemetry was not delivered ("), r.err);
  BOOST_TEST(contains(r.err, "Connection refused"), r.err);
  auto const wrong = cli_test::t2s(ask() + by_model() + "--otlp collector");
  BOOST_TEST(wrong.status == 2);
  BOOST_TEST(contains(wrong.err, "--otlp: "), wrong.err);
  BOOST_TEST(cli_test::t2s(ask() + by_model() + "--otlp-sql some").status == 2);
}

BOOST_FIXTURE_TEST_CASE(statements_are_written_down, observed_place) {
  auto const log = "--audit " + quoted(file("audit.jsonl"));
  BOOST_TEST(cli_test::t2s(ask() + by_model() + log).status == 0);
  auto const all = audit();
  BOOST_REQUIRE(all.size() >= 2u);
  auto const& last = all.back().as_object();
  BOOST_TEST(last.at("sql") == "SELECT count(*) FROM shops");
  BOOST_TEST(last.at("question") == "How many shops are there?");
  BOOST_TEST(last.at("database") == "shop");
  BOOST_TEST(last.at("rows") == 1);
  BOOST_TEST(!last.at("who").as_string().empty());
  bool failed = false;
  for (auto const& line : all) failed |= line.as_object().contains("failed") && line.at("failed") == "no_such_table";
  BOOST_TEST(failed);

  auto const itself =
      cli_test::t2s("ask --db " + quoted(file("shop.sqlite")) + " --audit " + quoted(file("shop.sqlite")) + " 'How many shops?'");
  BOOST_TEST(itself.status == 2);
  BOOST_TEST(contains(itself.err, "--audit and --db name the same file"), itself.err);
  auto const none = cli_test::t2s(ask() + by_model() + "--audit " + quoted(file("no/audit.jsonl")));
  BOOST_TEST(none.status == 3);
  BOOST_TEST(none.out == "");
  BOOST_TEST(contains(none.err, "cannot open the audit log"), none.err);
}

BOOST_FIXTURE_TEST_CASE(predictions_are_told_too, observed_place) {
  make_data({"How many shops are there?", "How many shops are in Oslo?"});
  auto const r = cli_test::t2s("predict" + data() + " --out " + quoted(file("p.sql")) + by_model() + "--jobs 2 --otlp " + collector.url() +
                               " --audit " + quoted(file("audit.jsonl")));
  BOOST_TEST(r.status == 0, r.err);
  std::set<std::string> traces, questions;
  for (auto const& s : spans()) traces.insert(std::string(s.at("traceId").as_string()));
  BOOST_TEST(traces.size() == 2u);
  for (auto const& line : audit())
    if (auto const* q = line.as_object().if_contains("question")) questions.insert(std::string(q->as_string()));
  BOOST_TEST(questions.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
