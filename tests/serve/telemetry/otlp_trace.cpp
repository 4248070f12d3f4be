// SPDX-License-Identifier: BSL-1.0
// The spans and metrics that a sink makes of runs.
#include "t2s/serve/telemetry/otlp.hpp"

#include "pipeline/stages.hpp"
#include "support/otlp_check.hpp"
#include "t2s/core/awaitable.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"
#include "t2s/serve/telemetry/detail/otlp_json.hpp"
#include "t2s/serve/telemetry/prometheus.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <mutex>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::tests;
using namespace t2s::telemetry;
using llm::scripted_model;

namespace {

/// Keeps the spans that it gets.
struct kept_spans final : span_receiver {
  void take(span_data ended) noexcept override {
    std::lock_guard const lock(guard);
    all.push_back(std::move(ended));
  }
  [[nodiscard]] span_data const& named(std::string_view name) const {
    auto const found = std::find_if(all.begin(), all.end(), [&](auto const& s) { return s.name == name; });
    if (found == all.end()) throw std::runtime_error("no span " + std::string(name));
    return *found;
  }
  [[nodiscard]] std::size_t count(std::string_view name) const {
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](auto const& s) { return s.name == name; }));
  }
  std::mutex guard{};
  std::vector<span_data> all{};
};

std::string text_of(attribute_value const& v) {
  if (auto const* t = std::get_if<std::string>(&v)) return *t;
  if (auto const* n = std::get_if<std::int64_t>(&v)) return std::to_string(*n);
  if (auto const* x = std::get_if<double>(&v)) return std::to_string(*x);
  if (auto const* all = std::get_if<std::vector<std::string>>(&v)) return "[" + t2s::text::join(*all, ", ") + "]";
  return std::get<bool>(v) ? "true" : "false";
}
std::string attribute_of(span_data const& s, std::string_view key) {
  std::string found = "(none)";
  for (auto const& a : s.attributes)
    if (a.key == key) found = found == "(none)" ? text_of(a.value) : "(twice)";
  return found;
}

run_labels labels() {
  run_labels of;
  of.system = "dac";
  of.provider = "openai";
  of.models = {"large", "judge-model", ""};
  of.server = "localhost";
  of.port = 8080;
  of.database_kind = "sqlite";
  of.database = "shop";
  return of;
}

using refinement = pipeline<none, none, prompted, execution_error, terminate::any_of<terminate::nothing_left, terminate::revisions>>;
scripted_database world() { return {{{"SELECT 'Ann'", gives({"r", "s"})}}}; }

/// A run with one wrong draft and one revision.
answer run_with(otlp_trace const& trace) {
  scripted_model model{"SELECT x FROM nowhere", "SELECT 'Ann'"};
  auto db = world();
  refinement const p{};
  return p.run(context(model, db, {}, trace), "who?");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(telemetry_otlp_trace)

BOOST_AUTO_TEST_CASE(long_texts_are_cut) {
  kept_spans kept;
  otlp_trace trace({&kept, nullptr, query_text::whole}, labels());
  trace.on(events::statement_begun{"SELECT '" + std::string(100'000, 'x') + "'"});
  trace.on(events::statement_executed{});
  BOOST_TEST(attribute_of(kept.named("SELECT shop"), "db.query.text") == "SELECT '" + std::string(16 * 1024 - 8, 'x'));
}

BOOST_AUTO_TEST_CASE(a_call_says_what_was_asked_for_and_how_it_ended) {
  kept_spans kept;
  auto of = labels();
  of.conversation = "0123456789abcdef0123456789abcdef";
  otlp_trace trace({&kept}, of);
  llm::request asked("who?");
  asked.temperature = 0.25;
  asked.max_tokens = 512;
  llm::completion reply{.text = "SELECT 1", .finish_reason = "stop", .prompt_tokens = 70};
  reply.others.push_back({"SELECT 2", "length", ""});
  reply.cached_tokens = 64;
  trace.on(events::model_call_begun{{}, &asked});
  trace.on(events::model_called{&reply});
  trace.on(events::model_call_begun{{}, nullptr});
  trace.on(events::model_called{.error = errc::rate_limited});
  auto const& call = kept.all.at(0);
  BOOST_TEST(attribute_of(call, "gen_ai.conversation.id") == "0123456789abcdef0123456789abcdef");
  BOOST_TEST(attribute_of(call, "gen_ai.request.temperature") == "0.250000");
  BOOST_TEST(attribute_of(call, "gen_ai.request.max_tokens") == "512");
  BOOST_TEST(attribute_of(call, "gen_ai.response.finish_reasons") == "[stop, length]");
  BOOST_TEST(attribute_of(call, "gen_ai.usage.input_tokens") == "70");
  BOOST_TEST(attribute_of(call, "gen_ai.usage.cache_read.input_tokens") == "64");
  BOOST_TEST(attribute_of(kept.all.at(1), "gen_ai.response.finish_reasons") == "(none)");
  BOOST_TEST(attribute_of(kept.all.at(1), "error.type") == "rate_limited");
}

BOOST_AUTO_TEST_CASE(a_run_is_a_trace_by_the_conventions) {
  kept_spans kept;
  otlp_trace trace({&kept}, labels());
  trace.finish(run_with(trace));

  auto const& run = kept.named("invoke_agent dac");
  BOOST_TEST(run.parent == 0u);
  BOOST_TEST((run.kind == span_kind::internal));
  BOOST_TEST(attribute_of(run, "gen_ai.operation.name") == "invoke_agent");
  BOOST_TEST(attribute_of(run, "gen_ai.agent.name") == "dac");
  BOOST_TEST(attribute_of(run, "t2s.outcome") == "answered");
  BOOST_TEST(attribute_of(run, "t2s.calls") == "2");
  BOOST_TEST(!run.is_failed);

  auto const& draft = kept.named("draft");
  BOOST_TEST(draft.parent == run.id);
  auto const& call = kept.named("chat large");
  BOOST_TEST(call.parent == draft.id);
  BOOST_TEST((call.kind == span_kind::client));
  BOOST_TEST(attribute_of(call, "gen_ai.operation.name") == "chat");
  BOOST_TEST(attribute_of(call, "gen_ai.provider.name") == "openai");
  BOOST_TEST(attribute_of(call, "gen_ai.system") == "(none)");  // its name until 2025
  BOOST_TEST(attribute_of(call, "gen_ai.request.model") == "large");
  BOOST_TEST(attribute_of(call, "gen_ai.usage.input_tokens") == "2");   // "draft: who?", one for every four bytes
  BOOST_TEST(attribute_of(call, "gen_ai.usage.output_tokens") == "5");  // 21 bytes
  BOOST_TEST(attribute_of(call, "server.address") == "localhost");
  BOOST_TEST(attribute_of(call, "server.port") == "8080");

  auto const& statement = kept.named("SELECT shop");
  BOOST_TEST((statement.kind == span_kind::client));
  BOOST_TEST(attribute_of(statement, "db.system.name") == "sqlite");
  BOOST_TEST(attribute_of(statement, "db.namespace") == "shop");
  BOOST_TEST(attribute_of(statement, "db.operation.name") == "SELECT");
  BOOST_TEST(attribute_of(statement, "db.query.text") == "SELECT x FROM nowhere");
  BOOST_TEST(attribute_of(statement, "error.type") == "sql_failed");
  BOOST_TEST(statement.is_failed);

  BOOST_TEST(kept.count("SELECT shop") == 2u);
  for (auto const& s : kept.all) {
    BOOST_TEST((s.trace == run.trace));
    BOOST_TEST(s.begin <= s.end);
    BOOST_TEST(s.begin >= run.begin);
    BOOST_TEST(s.end <= run.end);
    BOOST_TEST(std::count_if(kept.all.begin(), kept.all.end(), [&](auto const& o) { return o.id == s.id; }) == 1);
  }
  BOOST_TEST(otlp::wrong_in_traces(otlp_traces({}, kept.all)) == "");
}

BOOST_AUTO_TEST_CASE(statements_say_as_much_as_is_wanted) {
  auto const texts = [](query_text how) {
    kept_spans kept;
    run_watchers to{&kept};
    to.statements = how;
    otlp_trace trace(to, labels());
    trace.finish(run_with(trace));
    auto const body = otlp_traces({}, kept.all);
    return std::pair(body.find("Ann") != body.npos, body.find("who?") != body.npos);
  };
  BOOST_TEST((texts(query_text::none) == std::pair(false, false)));
  BOOST_TEST((texts(query_text::without_literals) == std::pair(false, false)));
  BOOST_TEST((texts(query_text::whole) == std::pair(true, true)));
}

BOOST_AUTO_TEST_CASE(metrics_are_counted_without_spans) {
  metrics all;
  run_metrics counted(all);
  run_watchers to;
  to.metrics = &counted;
  otlp_trace trace(to, labels());
  BOOST_TEST(!trace.trace().is_valid());
  trace.finish(run_with(trace));
  trace.finish({});  // a run ends once
  auto const text = prometheus_text(all);
  auto const has = [&](std::string const& line) { return text.find(line + "\n") != text.npos; };
  std::string const of = "gen_ai_operation_name=\"chat\",gen_ai_provider_name=\"openai\",";
  std::string const at = "gen_ai_request_model=\"large\",server_address=\"localhost\",server_port=\"8080\"";
  BOOST_TEST(has("gen_ai_client_token_usage_count{" + of + "gen_ai_token_type=\"input\"," + at + "} 2"), text);
  BOOST_TEST(has("gen_ai_client_operation_duration_seconds_count{" + of + at + "} 2"), text);
  BOOST_TEST(has("t2s_statements_total{db_system_name=\"sqlite\",db_namespace=\"shop\"} 2"), text);
  BOOST_TEST(has("t2s_runs_total{t2s_system=\"dac\",db_namespace=\"shop\",t2s_outcome=\"answered\"} 1"), text);
}

// The bounds of OpenTelemetry's conventions.
BOOST_AUTO_TEST_CASE(histograms_have_the_bounds_of_the_conventions) {
  metrics all;
  run_metrics const counted(all);
  for (auto const& m : all.state()) {
    if (m.what.name == "gen_ai.client.token.usage")
      BOOST_TEST(m.bounds ==
                 (std::vector<double>{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864}));
    if (m.what.name == "gen_ai.client.operation.duration")
      BOOST_TEST(m.bounds == (std::vector<double>{0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92}));
    if (m.what.name == "db.client.operation.duration")
      BOOST_TEST(m.bounds == (std::vector<double>{0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10}));
  }
}

BOOST_AUTO_TEST_CASE(a_run_that_throws_is_failed) {
  kept_spans kept;
  metrics all;
  run_metrics counted(all);
  otlp_trace trace({&kept, &counted}, labels());
  scripted_model model;
  model.on("draft", {errc::rate_limited});
  auto db = world();
  refinement const p{};
  try {
    static_cast<void>(p.run(context(model, db, {}, trace), "who?"));
    BOOST_TEST(false);
  } catch (error const& e) {
    trace.fail(e.details().code);
  }
  BOOST_TEST(attribute_of(kept.named("chat large"), "error.type") == "rate_limited");
  BOOST_TEST(kept.named("draft").is_failed);
  BOOST_TEST(attribute_of(kept.named("invoke_agent dac"), "error.type") == "rate_limited");
  auto const text = prometheus_text(all);
  BOOST_TEST(text.find("t2s_outcome=\"rate_limited\"} 1\n") != text.npos);
}

BOOST_AUTO_TEST_CASE(a_caller_continues_its_trace_or_keeps_none) {
  kept_spans kept;
  run_watchers to{&kept};
  to.parent = trace_parent{{1, 2}, 3, true};
  otlp_trace trace(to, labels());
  trace.finish(run_with(trace));
  BOOST_TEST(kept.named("invoke_agent dac").parent == 3u);
  BOOST_TEST((kept.named("draft").trace == trace_id{1, 2}));
  to.parent->is_sampled = false;
  kept.all.clear();
  otlp_trace unsampled(to, labels());
  unsampled.finish(run_with(unsampled));
  BOOST_TEST(kept.all.empty());
}

BOOST_AUTO_TEST_CASE(the_last_copy_ends_a_run_that_nobody_finished) {
  kept_spans kept;
  {
    otlp_trace const trace({&kept}, labels());
    static_cast<void>(run_with(trace));
    BOOST_TEST(kept.count("invoke_agent dac") == 0u);
  }
  BOOST_TEST(kept.count("invoke_agent dac") == 1u);
}

BOOST_AUTO_TEST_CASE(what_goes_on_beside_is_a_span_of_its_own) {
  kept_spans kept;
  otlp_trace trace({&kept}, labels());
  trace.on(events::stage_begun(events::stage::search));
  {
    auto one = trace.beside({"candidate", 0});
    auto other = trace.beside({"candidate", 1});
    one.on(events::stage_begun(events::stage::draft));
    other.on(events::stage_begun(events::stage::draft));
    one.on(events::stage_ended{});
    other.on(events::stage_ended{});
  }
  trace.on(events::stage_ended{});
  auto const& search = kept.named("search");
  BOOST_TEST(kept.named("candidate 0").parent == search.id);
  BOOST_TEST(kept.named("candidate 1").parent == search.id);
  BOOST_TEST(kept.count("draft") == 2u);
  BOOST_TEST(kept.all[0].parent == kept.named("candidate 0").id);
  BOOST_TEST(kept.all[1].parent == kept.named("candidate 1").id);
}

BOOST_AUTO_TEST_CASE(stray_calls_and_a_sink_that_keeps_nothing_do_no_harm) {
  kept_spans kept;
  for (auto trace : {otlp_trace({&kept}, labels()), otlp_trace()}) {
    trace.on(events::stage_ended{});
    trace.on(events::noted{"key", "value"});
    trace.on(events::noted{"key", {}, 1});
    static_cast<void>(trace.beside({"candidate", 0}));
    trace.on(events::stage_begun("left open"));
  }
  BOOST_TEST(kept.count("left open") == 1u);
}

BOOST_AUTO_TEST_CASE(a_span_has_a_bounded_number_of_events_and_attributes) {
  kept_spans kept;
  otlp_trace trace({&kept}, labels());
  trace.on(events::stage_begun("stage"));
  for (int i = 0; i < 10'000; ++i) {
    trace.on(events::noted{"text", "x"});
    trace.on(events::noted{"number", {}, i});
  }
  trace.on(events::stage_ended{});
  BOOST_TEST(kept.named("stage").events.size() == 128u);
  BOOST_TEST(kept.named("stage").attributes.size() == 128u);
}

BOOST_AUTO_TEST_CASE(the_model_of_a_role_is_named) {
  kept_spans kept;
  otlp_trace trace({&kept}, labels());
  trace.on(events::model_call_begun{llm::model_role::judge});
  trace.on(events::model_called{});
  auto const& call = kept.named("chat judge-model");
  BOOST_TEST(attribute_of(call, "gen_ai.request.model") == "judge-model");
  BOOST_TEST(attribute_of(call, "t2s.role") == "judge");
}

BOOST_AUTO_TEST_SUITE_END()
