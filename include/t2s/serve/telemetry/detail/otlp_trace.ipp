// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_OTLP_TRACE_IPP
#define T2S_SERVE_TELEMETRY_DETAIL_OTLP_TRACE_IPP

#include "t2s/core/schema/detail/dialect.hpp"
#include "t2s/serve/telemetry/detail/span_ids.hpp"
#include "t2s/serve/telemetry/otlp.hpp"

#include <exception>
#include <string>
#include <utility>

namespace t2s::telemetry {
namespace detail {

inline constexpr std::size_t most_events = 128;          ///< events of a span, OpenTelemetry's default
inline constexpr std::size_t longest_value = 16 * 1024;  ///< bytes of a text: many spans wait for the collector

inline void add(std::vector<attribute>& to, std::string_view key, std::string const& value) {
  if (!value.empty()) to.push_back({std::string(key), std::string(text::whole_characters(value, longest_value))});
}
inline void add(std::vector<attribute>& to, std::string_view key, std::size_t value) {
  to.push_back({std::string(key), static_cast<std::int64_t>(value)});
}

/// The key as the end of an attribute's name: "answer cut, bytes" becomes answer_cut_bytes.
inline std::string attribute_name(std::string_view key) {
  std::string out("t2s.");
  for (char const c : key) {
    bool const fits = text::is_letter(c) || text::is_digit(c);
    if (fits || out.back() != '_') out += fits ? text::lower(c) : '_';
  }
  return out;
}

/// The dialect of a kind of database.
inline sql::dialect dialect_of(std::string_view kind) noexcept {
  return kind == "postgresql" ? sql::dialect::postgres : sql::dialect_named(kind).value_or(sql::dialect::sqlite);
}

/// Runs `f` and ignores its exception: a trace without memory must not end a run.
template <class F>
void best_effort(F f) noexcept {
  try {
    f();
  } catch (...) {
    return;
  }
}

}  // namespace detail

struct otlp_trace::run {
  run_watchers to;
  run_labels of;
  trace_id trace{};
  detail::run_clock clock{};
};

/// An open span. It ends once, at the latest with the last sink that refers to it.
struct otlp_trace::open_span {
  open_span(std::shared_ptr<run> r, detail::step s) : of(std::move(r)), what(s) { data.begin = of->clock.now(); }
  open_span(open_span const&) = delete;
  open_span& operator=(open_span const&) = delete;
  ~open_span() { end(); }

  /// Begins the record of the span.
  void name(std::string_view called, std::uint64_t parent) {
    data.trace = of->trace;
    data.id = detail::new_id();
    data.parent = parent;
    switch (what) {
      case detail::step::run: return name_run();
      case detail::step::chat: return name_call("chat", of->of.model(llm::model_role::draft));
      case detail::step::embeddings: return name_call("embeddings", of->of.embedding_model);
      case detail::step::statement: return name_statement();
      case detail::step::stage: data.name = called;
    }
  }

  void note(events::noted const& e) {
    if (!is_kept()) return;
    if (e.number) return count_of(detail::attribute_name(e.key), *e.number);
    if (data.events.size() >= detail::most_events) return;
    auto& kept = data.events.emplace_back(span_event{std::string(e.key), of->clock.now(), {}});
    if (of->to.statements == query_text::whole) detail::add(kept.attributes, "t2s.note", std::string(e.text));
  }

  /// The model of a role is the one asked.
  void set_role(llm::model_role by) {
    role = by;
    if (!is_kept()) return;
    auto const& model = of->of.model(role);
    if (!model.empty()) data.name = "chat " + model;
    for (auto& a : data.attributes)
      if (a.key == "gen_ai.request.model") a.value = model;
    detail::add(data.attributes, "t2s.role", std::string(llm::name_of(by)));
  }

  void set_sql(std::string const& sql) {
    if (!is_kept()) return;
    auto const operation = operation_of(sql);
    if (!operation.empty()) data.name = of->of.database.empty() ? operation : operation + " " + of->of.database;
    detail::add(data.attributes, "db.operation.name", operation);
    if (of->to.statements == query_text::none) return;
    bool const whole = of->to.statements == query_text::whole;
    detail::add(data.attributes, "db.query.text", whole ? sql : without_literals(sql, detail::dialect_of(of->of.database_kind)));
  }

  void set_usage(std::int64_t& usage, std::string_view attribute, std::size_t tokens) {
    usage = static_cast<std::int64_t>(tokens);
    if (is_kept()) data.attributes.push_back({std::string(attribute), usage});
  }
  void set_result(events::model_called const& e) {
    set_error(e.error);
    if (!e.reply) return;
    if (e.bytes_cut > 0 && is_kept()) count_of("t2s.answer_cut_bytes", static_cast<std::int64_t>(e.bytes_cut));
    set_usage(prompt_tokens, "gen_ai.usage.input_tokens", e.reply->prompt_tokens);
    set_usage(completion_tokens, "gen_ai.usage.output_tokens", e.reply->completion_tokens);
    if (!is_kept()) return;
    if (e.reply->cached_tokens > 0) detail::add(data.attributes, "gen_ai.usage.cache_read.input_tokens", e.reply->cached_tokens);
    add_finish_reasons(*e.reply);
  }
  /// What the conventions want of a request; its text is never sent.
  void set_request(llm::request const& asked) {
    if (!is_kept()) return;
    if (asked.temperature) data.attributes.push_back({"gen_ai.request.temperature", *asked.temperature});
    if (asked.max_tokens) detail::add(data.attributes, "gen_ai.request.max_tokens", *asked.max_tokens);
  }
  void set_result(events::texts_embedded const& e) {
    set_error(e.error);
    if (e.given) set_usage(prompt_tokens, "gen_ai.usage.input_tokens", e.given->prompt_tokens);
  }
  void set_result(events::statement_executed const& e) {
    if (!e.outcome) return;
    if (is_kept()) detail::add(data.attributes, "db.response.returned_rows", e.outcome->rows.values.size());
    if (e.outcome->failure) set_error(e.outcome->failure->code);
  }
  void set_error(std::optional<errc> code) {
    if (code) error = t2s::name_of(*code);
  }

  void end() noexcept {
    if (std::exchange(is_over, true)) return;
    detail::best_effort([&] {
      data.end = of->clock.now();
      took = std::chrono::nanoseconds(data.end - data.begin);
      if (std::uncaught_exceptions() > exceptions && error.empty()) error = "_OTHER";
      if (of->to.metrics) count(*of->to.metrics);
      if (!is_kept()) return;
      if (!error.empty()) data.attributes.push_back({"error.type", error});
      data.is_failed = !error.empty();
      of->to.spans->take(std::move(data));
    });
  }

  [[nodiscard]] bool is_kept() const noexcept { return of->to.spans != nullptr; }

  std::shared_ptr<run> of;
  detail::step what;
  span_data data{};
  std::string error{};
  llm::model_role role = llm::model_role::draft;
  std::int64_t prompt_tokens = -1, completion_tokens = -1;
  std::chrono::nanoseconds took{};
  int exceptions = std::uncaught_exceptions();
  bool is_over = false;

 private:
  void name_run() {
    data.name = of->of.system.empty() ? "invoke_agent" : "invoke_agent " + of->of.system;
    detail::add(data.attributes, "gen_ai.operation.name", "invoke_agent");
    detail::add(data.attributes, "gen_ai.agent.name", of->of.system);
    add_conversation();
    if (!of->of.provider.empty()) add_provider();
    detail::add(data.attributes, "gen_ai.request.model", of->of.model(llm::model_role::draft));
    add_database();
  }
  void name_call(std::string const& operation, std::string const& model) {
    data.name = model.empty() ? operation : operation + " " + model;
    data.kind = span_kind::client;
    detail::add(data.attributes, "gen_ai.operation.name", operation);
    add_provider();
    add_conversation();
    detail::add(data.attributes, "gen_ai.request.model", model);
    detail::add(data.attributes, "server.address", of->of.server);
    if (of->of.port != 0) detail::add(data.attributes, "server.port", std::size_t{of->of.port});
  }
  void name_statement() {
    data.name = of->of.database_kind.empty() ? "execute" : of->of.database_kind;
    data.kind = span_kind::client;
    add_database();
  }
  void add_provider() {
    detail::add(data.attributes, "gen_ai.provider.name", of->of.provider.empty() ? std::string("unknown") : of->of.provider);
  }
  /// One for each choice, in the model's words.
  void add_finish_reasons(llm::completion const& reply) {
    std::vector<std::string> reasons;
    if (!reply.finish_reason.empty()) reasons.push_back(reply.finish_reason);
    for (auto const& other : reply.others)
      if (!other.finish_reason.empty()) reasons.push_back(other.finish_reason);
    if (!reasons.empty()) data.attributes.push_back({"gen_ai.response.finish_reasons", std::move(reasons)});
  }
  void add_conversation() {
    if (!of->of.conversation.empty()) detail::add(data.attributes, "gen_ai.conversation.id", of->of.conversation);
  }
  void add_database() {
    detail::add(data.attributes, "db.system.name", of->of.database_kind);
    detail::add(data.attributes, "db.namespace", of->of.database);
  }

  void count_of(std::string const& attribute, std::int64_t n) {
    if (data.attributes.size() < detail::most_events) data.attributes.push_back({attribute, n});
  }

  void count(run_metrics& in) const {
    if (what == detail::step::chat) in.called(of->of, {"chat", of->of.model(role), prompt_tokens, completion_tokens, took, error});
    if (what == detail::step::embeddings)
      in.called(of->of, {"embeddings", of->of.embedding_model, prompt_tokens, completion_tokens, took, error});
    if (what == detail::step::statement) in.executed(of->of, took, error);
  }
};

T2S_DECL otlp_trace::otlp_trace(run_watchers const& watchers, run_labels labels) {
  if (!watchers.spans && !watchers.metrics) return;
  run_ = std::make_shared<run>(run{watchers, std::move(labels), {}, {}});
  auto const& parent = run_->to.parent;
  if (parent && !parent->is_sampled) run_->to.spans = nullptr;  // the caller does not record the trace
  if (run_->to.spans) run_->trace = parent ? parent->trace : trace_id{detail::new_id(), detail::new_id()};
  around_ = std::make_shared<open_span>(run_, detail::step::run);
  around_->name("run", parent ? parent->span : 0);
}

T2S_DECL std::shared_ptr<otlp_trace::open_span> otlp_trace::opened(detail::step what, std::string_view name) const {
  auto begun = std::make_shared<open_span>(run_, what);
  if (run_->to.spans) begun->name(name, (open_.empty() ? around_ : open_.back())->data.id);
  return begun;
}

T2S_DECL void otlp_trace::begin(detail::step what, std::string_view name) noexcept {
  if (!run_) return;
  detail::best_effort([&] {
    open_.reserve(open_.size() + 1);
    open_.push_back(opened(what, name));
  });
}

/// Calls f with the innermost open span.
template <class F>
void otlp_trace::change(F f) noexcept {
  if (!open_.empty()) detail::best_effort([&] { f(*open_.back()); });
}

T2S_DECL void otlp_trace::end() noexcept {
  if (open_.empty()) return;
  open_.back()->end();
  open_.pop_back();
}

T2S_DECL void otlp_trace::on(events::stage_begun const& e) noexcept { begin(detail::step::stage, e.name); }
T2S_DECL void otlp_trace::on(events::stage_ended const&) noexcept { end(); }
T2S_DECL void otlp_trace::on(events::noted const& e) noexcept {
  change([&](open_span& s) { s.note(e); });
}

T2S_DECL void otlp_trace::on(events::model_call_begun const& e) noexcept {
  begin(detail::step::chat, {});
  if (e.by) change([&](open_span& s) { s.set_role(*e.by); });
  if (e.asked) change([&](open_span& s) { s.set_request(*e.asked); });
}
T2S_DECL void otlp_trace::on(events::model_called const& e) noexcept {
  change([&](open_span& s) { s.set_result(e); });
  end();
}

T2S_DECL void otlp_trace::on(events::embedding_begun const&) noexcept { begin(detail::step::embeddings, {}); }
T2S_DECL void otlp_trace::on(events::texts_embedded const& e) noexcept {
  change([&](open_span& s) { s.set_result(e); });
  end();
}

T2S_DECL void otlp_trace::on(events::statement_begun const& e) noexcept {
  begin(detail::step::statement, {});
  if (!e.sql.empty()) change([&](open_span& s) { s.set_sql(std::string(e.sql)); });
}
T2S_DECL void otlp_trace::on(events::statement_executed const& e) noexcept {
  change([&](open_span& s) { s.set_result(e); });
  end();
}

T2S_DECL otlp_trace otlp_trace::beside(events::lane const& at) const {
  otlp_trace other;
  if (!run_) return other;
  other.run_ = run_;
  other.around_ = opened(detail::step::stage, std::string(at.what).append(" ").append(std::to_string(at.number)));
  return other;
}

T2S_DECL void otlp_trace::finish(answer const& found) noexcept {
  if (!run_ || around_->is_over) return;
  detail::best_effort([&] {
    auto& to = around_->data.attributes;
    auto const outcome = outcome_of(found);
    detail::add(to, "t2s.outcome", std::string(outcome));
    detail::add(to, "t2s.attempts", found.revisions.size());
    detail::add(to, "t2s.calls", found.spent.calls);
    detail::add(to, "t2s.statements", found.spent.statements);
    detail::add(to, "gen_ai.usage.input_tokens", found.spent.prompt_tokens);
    detail::add(to, "gen_ai.usage.output_tokens", found.spent.completion_tokens);
    if (auto const* e = found.estimate()) to.push_back({"t2s.confidence", e->confidence});
    if (run_->to.statements == query_text::whole) detail::add(to, "t2s.question", found.asked.original);
    if (found.failed) around_->error = name_of(found.failed->code);
    around_->end();
    if (run_->to.metrics) run_->to.metrics->ran(run_->of, around_->took, outcome);
  });
}

T2S_DECL void otlp_trace::fail(errc why) noexcept {
  if (!run_ || around_->is_over) return;
  detail::best_effort([&] {
    around_->error = name_of(why);
    around_->end();
    if (run_->to.metrics) run_->to.metrics->ran(run_->of, around_->took, name_of(why));
  });
}

T2S_DECL trace_id otlp_trace::trace() const noexcept { return run_ ? run_->trace : trace_id(); }

}  // namespace t2s::telemetry

#endif
