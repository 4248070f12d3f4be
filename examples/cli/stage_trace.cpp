// SPDX-License-Identifier: BSL-1.0
// Apart from its header: every pipeline opens and closes spans at many places.
#include "stage_trace.hpp"

namespace cli {

stage_trace::stage_trace(stage_trace const&) = default;
stage_trace::stage_trace(stage_trace&&) noexcept = default;
stage_trace& stage_trace::operator=(stage_trace const&) = default;
stage_trace& stage_trace::operator=(stage_trace&&) noexcept = default;
stage_trace::~stage_trace() = default;

void stage_trace::begin(std::string_view name) noexcept {
  told_.begin(name);
  if (status_) is_beside_ ? status_->count(name) : status_->enter(name);
  if (observed_) observed_->begin(name);
  if (row_) row_->begin(name);
  if (shown_) shown_->enter(name);
  if (served_) served_->begin(name);
}

void stage_trace::end() noexcept {
  if (observed_) observed_->end();
  if (row_) row_->end();
  if (shown_) shown_->leave();
  if (served_) served_->end();
  if (status_ && !is_beside_) status_->leave();
  told_.end();
}

void stage_trace::note(std::string_view key, std::string_view value) noexcept {
  told_.note(key, value);
  if (row_) row_->note(key, value);
  if (served_) served_->note(key, value);
}

void stage_trace::note(std::string_view key, std::int64_t value) noexcept {
  told_.note(key, value);
  if (row_) row_->note(key, value);
  if (served_) served_->note(key, value);
}

stage_trace stage_trace::beside(std::string_view name) const {
  stage_trace other(row_ ? std::optional(row_->beside(name)) : std::nullopt, nullptr, told_.beside(name), status_);
  if (served_) other.served_ = served_->beside(name);
  other.is_beside_ = true;
  return other;
}

}  // namespace cli
