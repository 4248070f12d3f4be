// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_OBSERVED_RUN_IPP
#define T2S_LAB_STUDIES_DETAIL_OBSERVED_RUN_IPP

#include "t2s/lab/studies/detail/observed_run.hpp"

#include <algorithm>

namespace t2s::studies {

namespace detail {

/// By the outermost stage of a run.
inline stage stage_of(events::stage s) noexcept {
  switch (s) {
    case events::stage::rewrite:
    case events::stage::sample: return stage::before_draft;
    case events::stage::draft: return stage::drafting;
    case events::stage::revise: return stage::revising;
    default: return stage::reviewing;
  }
}

}  // namespace detail

T2S_DECL bool observed_run::is_inside(std::string_view step) const noexcept {
  auto const* const last = open_.data() + std::min(depth_, open_.size());
  return std::find(open_.data(), last, step) != last;
}

T2S_DECL void observed_run::on(events::stage_begun const& e) noexcept {
  if (depth_ < open_.size()) open_[depth_] = e.name;
  if (depth_++ == 0) stage_ = detail::stage_of(e.what);
}

T2S_DECL void observed_run::on(events::stage_ended const&) noexcept { --depth_; }

T2S_DECL void observed_run::on(events::statement_begun const&) noexcept {
  if (depth_ == 0) stage_ = stage::before_draft;
}

}  // namespace t2s::studies

#endif
