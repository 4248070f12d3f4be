// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_NOTICE_HPP
#define T2S_PIPELINE_DETAIL_NOTICE_HPP

#include "t2s/pipeline/answer.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace t2s {

/// The attempt that is the answer, or is withheld; nullptr if there is none.
[[nodiscard]] inline attempt const* last_attempt(answer const& a) noexcept {
  if (a.has_sql()) return &a.revisions.back();
  return a.withheld ? &*a.withheld : nullptr;
}

/// What the user of an answer must be told although the run went on: that a model failed for some of its candidates, and whose answer this
/// is. "" if none did. O(candidates).
[[nodiscard]] inline std::string notice_of(answer const& a) {
  auto const* const last = last_attempt(a);
  auto const* const chosen = last ? last->known<selected>() : nullptr;
  if (!chosen) return {};
  auto const failed = [](candidate_run const& c) { return c.failed && !c.has_sql(); };
  auto const first = std::find_if(chosen->others.begin(), chosen->others.end(), failed);
  if (first == chosen->others.end()) return {};
  auto const n = static_cast<std::size_t>(std::count_if(first, chosen->others.end(), failed)), all = chosen->others.size() + 1;
  bool const read = n + 1 == all && chosen->generator != first->generator;
  std::string out = first->revised ? "The model failed when it was asked again: "
                    : n + 1 == all ? "The model failed: "
                                   : "The model failed for " + std::to_string(n) + " of " + std::to_string(all) + " candidates: ";
  out.append(first->failed->message);
  return out.append(read ? ". This answer was read without it, and nothing confirms it." : ". The answer is chosen from what there was.");
}

}  // namespace t2s

#endif
