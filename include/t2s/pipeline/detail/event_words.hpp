// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_EVENT_WORDS_HPP
#define T2S_PIPELINE_DETAIL_EVENT_WORDS_HPP

#include "t2s/core/error.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/events.hpp"

#include <cstdint>
#include <optional>

/// Describes events in words: stages, calls and statements become named spans. `to` has `begin(name)`, `end()`, `note(key, text)` and
/// `note(key, number)`; notes belong to the innermost span.
namespace t2s::detail {

template <class To>
void say(To& to, events::stage_begun const& e) {
  to.begin(e.name);
}
template <class To>
void say(To& to, events::stage_ended const&) {
  to.end();
}
template <class To>
void say(To& to, events::noted const& e) {
  e.number ? to.note(e.key, *e.number) : to.note(e.key, e.text);
}

template <class To>
void say_error(To& to, std::optional<errc> error) {
  if (error) to.note("error", name_of(*error));
}
template <class To>
void say_count(To& to, std::string_view what, std::size_t n) {
  to.note(what, static_cast<std::int64_t>(n));
}

template <class To>
void say(To& to, events::model_call_begun const& e) {
  to.begin("model call");
  if (e.by) to.note("role", llm::name_of(*e.by));
}
template <class To>
void say(To& to, events::model_called const& e) {
  if (e.bytes_cut > 0) say_count(to, "answer cut, bytes", e.bytes_cut);
  if (e.reply) {
    say_count(to, "prompt tokens", e.reply->prompt_tokens);
    if (e.reply->cached_tokens > 0) say_count(to, "cached prompt tokens", e.reply->cached_tokens);
    say_count(to, "completion tokens", e.reply->completion_tokens);
    to.note("finish reason", std::string_view(e.reply->finish_reason));
    if (!e.reply->odd.empty()) to.note("odd", std::string_view(e.reply->odd));
  }
  say_error(to, e.error);
  to.end();
}

template <class To>
void say(To& to, events::embedding_begun const&) {
  to.begin("embedding");
}
template <class To>
void say(To& to, events::texts_embedded const& e) {
  if (e.given) say_count(to, "prompt tokens", e.given->prompt_tokens);
  say_error(to, e.error);
  to.end();
}

template <class To>
void say(To& to, events::statement_begun const& e) {
  to.begin("execute");
  if (!e.sql.empty()) to.note("sql", e.sql);
}
template <class To>
void say(To& to, events::statement_executed const& e) {
  if (e.outcome) {
    say_count(to, "rows", e.outcome->rows.values.size());
    if (e.outcome->failure) say_error(to, e.outcome->failure->code);
  }
  to.end();
}

/// An event that `say` can describe.
template <class Event, class To>
concept SaidTo = requires(To& to, Event const& e) { say(to, e); };

}  // namespace t2s::detail

#endif
