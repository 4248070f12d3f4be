// SPDX-License-Identifier: BSL-1.0
// Separate from its header, because every pipeline sends events in many places.
#include "stage_trace.hpp"

namespace cli {
namespace {

/// Passes an event to the sinks that want it.
template <class To, class Event>
void show(To& to, Event const& e) noexcept {
  if constexpr (requires { to.on(e); }) to.on(e);
}

}  // namespace

stage_trace::stage_trace(stage_trace const&) = default;
stage_trace::stage_trace(stage_trace&&) noexcept = default;
stage_trace& stage_trace::operator=(stage_trace const&) = default;
stage_trace& stage_trace::operator=(stage_trace&&) noexcept = default;
stage_trace::~stage_trace() = default;

template <class Event>
void stage_trace::on(Event const& e) noexcept {
  show(told_, e);
  if (status_ && !is_beside_) show(*status_, e);
  if constexpr (std::same_as<Event, t2s::events::model_call_begun>)
    if (status_ && is_beside_) status_->count_call();
  if (observed_) show(*observed_, e);
  if (row_) show(*row_, e);
  if constexpr (std::same_as<Event, t2s::events::model_call_begun>) {
    if (shown_ && e.asked) call_ = shown_->asked(*e.asked);
  } else if constexpr (std::same_as<Event, t2s::events::model_called>) {
    if (shown_ && e.reply) shown_->answered(*e.reply, call_);
  } else {
    if (shown_ && !is_beside_) show(*shown_, e);
  }
  if (served_) show(*served_, e);
}

template void stage_trace::on(t2s::events::stage_begun const&) noexcept;
template void stage_trace::on(t2s::events::stage_ended const&) noexcept;
template void stage_trace::on(t2s::events::noted const&) noexcept;
template void stage_trace::on(t2s::events::model_call_begun const&) noexcept;
template void stage_trace::on(t2s::events::model_called const&) noexcept;
template void stage_trace::on(t2s::events::embedding_begun const&) noexcept;
template void stage_trace::on(t2s::events::texts_embedded const&) noexcept;
template void stage_trace::on(t2s::events::statement_begun const&) noexcept;
template void stage_trace::on(t2s::events::statement_executed const&) noexcept;
template void stage_trace::on(t2s::events::question_rewritten const&) noexcept;
template void stage_trace::on(t2s::events::samples_chosen const&) noexcept;
template void stage_trace::on(t2s::events::draft_made const&) noexcept;
template void stage_trace::on(t2s::events::attempt_reviewed const&) noexcept;
template void stage_trace::on(t2s::events::candidate_chosen const&) noexcept;
template void stage_trace::on(t2s::events::stopped const&) noexcept;

stage_trace stage_trace::beside(t2s::events::lane const& at) const {
  stage_trace other(row_ ? std::optional(row_->beside(at)) : std::nullopt, shown_, told_.beside(at), status_);
  if (served_) other.served_ = served_->beside(at);
  other.is_beside_ = true;
  return other;
}

}  // namespace cli
