// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_CANDIDATE_RESULTS_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_CANDIDATE_RESULTS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/pipeline/detail/candidate_set.hpp"

#include <cstddef>
#include <string>

namespace t2s::confidence {

/// Whether the candidate's SQL was executed without an error.
[[nodiscard]] inline bool runs(candidate_run const& c) { return c.outcome() && c.outcome()->ok(); }

/// Whether two candidates of a set run and have the same result (`db::same_answer`).
[[nodiscard]] inline bool have_same_result(candidate_set const& set, std::size_t a, std::size_t b) {
  return t2s::detail::any_of(set.groups(),
                             [&](result_group const& g) { return t2s::detail::has(g.members, a) && t2s::detail::has(g.members, b); });
}

/// What a statement does: "fails: ...", "gives no row", "gives 3 rows", "gives 5" for one whole number. It shows no other value.
[[nodiscard]] inline std::string result_words(db::execution const* done) {
  if (!done) return "was not executed";
  if (!done->ok()) return "fails: " + done->failure->message;
  auto const& rows = done->rows.values;
  if (rows.empty()) return "gives no row";
  if (rows.size() > 1) return "gives " + std::to_string(rows.size()) + " rows";
  auto const& first = rows.front();
  if (first.size() == 1 && first.front().is_null()) return "gives one NULL";
  if (first.size() == 1 && first.front().integer()) return "gives " + std::to_string(*first.front().integer());
  return "gives one row";
}

}  // namespace t2s::confidence

#endif
