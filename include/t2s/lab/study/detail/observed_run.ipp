// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDY_DETAIL_OBSERVED_RUN_IPP
#define T2S_LAB_STUDY_DETAIL_OBSERVED_RUN_IPP

#include "t2s/lab/study/detail/observed_run.hpp"

#include <algorithm>

namespace t2s::studies {

namespace detail {

/// By the outermost span of a run: the pipeline's own stages, else a feedback.
inline stage stage_of(std::string_view span) noexcept {
  if (span == "rewrite" || span == "sample" || span == "execute") return stage::before_draft;
  if (span == "draft") return stage::drafting;
  return span == "revise" ? stage::revising : stage::reviewing;
}

}  // namespace detail

T2S_DECL bool observed_run::is_inside(std::string_view span) const noexcept {
  auto const* const last = spans_.data() + std::min(depth_, spans_.size());
  return std::find(spans_.data(), last, span) != last;
}

T2S_DECL void observed_run::begin(std::string_view span) noexcept {
  if (depth_ < spans_.size()) spans_[depth_] = span;
  if (depth_++ == 0) stage_ = detail::stage_of(span);
}

T2S_DECL void observed_run::end() noexcept { --depth_; }

}  // namespace t2s::studies

#endif
