// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_RUN_WATCH_IPP
#define T2S_SERVE_RUNS_DETAIL_RUN_WATCH_IPP

#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/runs/detail/events.hpp"
#include "t2s/serve/runs/detail/run_watch.hpp"
#include "t2s/serve/telemetry/detail/run_metrics.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace t2s::serve {
namespace detail {

/// Omits an event that cannot be kept, so that it does not end the run.
template <class F>
void or_nothing(F f) noexcept {
  try {
    f();
  } catch (std::exception const&) {
    return;
  }
}

[[nodiscard]] inline std::string_view name_of(llm::role r) noexcept {
  return r == llm::role::system ? "system" : r == llm::role::user ? "user" : "assistant";
}

/// How an answer is called in the list of all runs.
[[nodiscard]] inline std::string_view status_of(answer const& a) {
  auto const outcome = telemetry::outcome_of(a);
  auto const* estimate = a.estimate();
  return outcome == "answered" && estimate && estimate->is_uncertain() ? std::string_view("uncertain") : outcome;
}

[[nodiscard]] inline json::value number_or_null(std::optional<std::size_t> n) { return n ? json::value(*n) : json::value(nullptr); }

}  // namespace detail

T2S_DECL run_trace run_watch::trace() { return run_trace(*this); }

T2S_DECL std::size_t run_watch::begin(std::optional<std::size_t> parent, std::string_view name) {
  auto const number = next_span_++;
  run_->add("span", {{"span", number}, {"parent", detail::number_or_null(parent)}, {"name", json_text(name)}});
  return number;
}

T2S_DECL void run_watch::reached(std::string_view stage) {
  if (report_) report_({reached_ + 1, {}, std::string(stage)});
}

T2S_DECL std::size_t run_watch::add_prompt(std::string_view stage, llm::request const& r) {
  auto const call = calls_++;
  if (!run_->keeps_events()) return call;
  detail::or_nothing([&] {
    json::array messages;
    for (auto const& m : r.messages) messages.push_back({{"role", detail::name_of(m.from)}, {"content", json_text(m.text)}});
    run_->add("prompt", {{"call", call}, {"stage", json_text(stage)}, {"messages", std::move(messages)}});
  });
  return call;
}

T2S_DECL void run_watch::add_completion(std::size_t call, llm::completion const& c, events::duration took) {
  run_->count_call(c.prompt_tokens, c.completion_tokens);
  if (!run_->keeps_events()) return;
  detail::or_nothing([&] {
    json::object event{{"call", call},
                       {"text", json_text(c.text)},
                       {"prompt_tokens", c.prompt_tokens},
                       {"completion_tokens", c.completion_tokens},
                       {"ms", json_milliseconds(took)}};
    json::array others;
    for (auto const& other : c.others) others.push_back(json_text(other.text));
    if (!others.empty()) event["others"] = std::move(others);
    run_->add("completion", event);
  });
}

T2S_DECL void run_watch::executed(std::string_view sql, db::execution const& outcome) {
  if (!run_->keeps_events()) return;
  detail::or_nothing([&] {
    json::object event{{"sql", json_text(sql)}, {"rows", nullptr}, {"failure", nullptr}, {"ms", json_milliseconds(outcome.elapsed)}};
    if (outcome.ok()) event["rows"] = outcome.rows.values.size();
    if (outcome.failure) event["failure"] = json_failure(*outcome.failure);
    run_->add("statement", event);
  });
}

T2S_DECL void run_watch::add_attempt(std::optional<std::size_t> candidate, std::size_t number, attempt const& a) {
  if (!run_->keeps_events()) return;
  if (a.reviewed) complete_.emplace(candidate, number);
  run_->add("attempt", attempt_event(a, number, candidate, dialect_));
}

T2S_DECL void run_watch::add_missing(std::optional<std::size_t> candidate, std::vector<attempt> const& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    bool const changed = i + 1 == all.size();  // the last attempt may have received its rows or its confidence later
    if (changed || !complete_.contains({candidate, i})) add_attempt(candidate, i, all[i]);
  }
}

T2S_DECL void run_watch::finish(answer const& a) {
  if (auto const* chosen = a.selection()) {
    for (auto const& other : chosen->others) add_missing(other.number, other.revisions);
    add_missing(chosen->number, a.revisions);
  } else {
    add_missing({}, a.revisions);
  }
  auto extent = extent_of_event;
  extent.chart = run_->order().chart;
  auto const* estimate = a.withheld ? a.withheld->known<estimated>() : a.estimate();
  auto event = answer_event(a, run_->order().system, dialect_, extent);
  if (auto const& of = run_->order().conversation; !of.empty()) event["conversation"] = of;
  run_->end("answer", event, a.has_sql() ? std::optional(std::string(a.sql())) : std::nullopt,
            estimate ? std::optional(estimate->confidence) : std::nullopt, detail::status_of(a));
}

T2S_DECL void run_watch::fail(std::string_view message) { run_->end("failed", {{"message", json_text(message)}}); }
T2S_DECL void run_watch::cancelled() { run_->end("cancelled", {}); }

T2S_DECL void run_trace::begin(std::string_view name) noexcept {
  auto const parent = innermost();
  detail::or_nothing([&] {
    open_.push_back({0, std::string(name)});
    open_.back().number = to_->begin(parent, name);
  });
}

T2S_DECL void run_trace::end() noexcept {
  if (open_.empty()) return;
  auto const span = open_.back().number;
  open_.pop_back();
  detail::or_nothing([&] { to_->run_->add("end", {{"span", span}}); });
}

T2S_DECL void run_trace::note(std::string_view key, std::string_view value) noexcept {
  detail::or_nothing([&] {
    auto const span = innermost();
    to_->run_->add("note", {{"span", detail::number_or_null(span)}, {"key", json_text(key)}, {"value", json_text(value)}});
  });
}

T2S_DECL void run_trace::note(std::string_view key, std::int64_t value) noexcept {
  detail::or_nothing([&] {
    auto const span = innermost();
    to_->run_->add("note", {{"span", detail::number_or_null(span)}, {"key", json_text(key)}, {"value", value}});
  });
}

T2S_DECL void run_trace::on(events::stage_begun const& e) noexcept {
  detail::or_nothing([&] { to_->reached(e.name); });
  t2s::detail::say(*this, e);
}

T2S_DECL run_trace run_trace::beside(events::lane const&) const {
  run_trace other(*to_);
  if (!open_.empty()) other.open_.push_back(open_.back());
  return other;
}

T2S_DECL void run_trace::on(events::model_call_begun const& e) noexcept {
  auto const depth = open_.size();
  t2s::detail::say(*this, e);
  if (e.asked) call_ = to_->add_prompt(depth > 0 ? std::string_view(open_[depth - 1].name) : "", *e.asked);
}

T2S_DECL void run_trace::on(events::model_called const& e) noexcept {
  if (e.reply) to_->add_completion(call_, *e.reply, e.took);
  t2s::detail::say(*this, e);
}

T2S_DECL void run_trace::on(events::question_rewritten const& e) noexcept {
  if (e.asked.clear == e.asked.original) return;
  detail::or_nothing([&] { to_->run_->add("rewritten", {{"from", json_text(e.asked.original)}, {"to", json_text(e.asked.clear)}}); });
}

T2S_DECL void run_trace::on(events::samples_chosen const& e) noexcept {
  if (!to_->run_->keeps_events()) return;
  detail::or_nothing([&] { to_->run_->add("samples", samples_event(e.shown)); });
}

T2S_DECL void run_trace::on(events::draft_made const& e) noexcept {
  detail::or_nothing([&] { to_->add_attempt(e.candidate, e.number, e.latest); });
}
T2S_DECL void run_trace::on(events::attempt_reviewed const& e) noexcept {
  detail::or_nothing([&] { to_->add_attempt(e.candidate, e.number, e.latest); });
}

}  // namespace t2s::serve

#endif
