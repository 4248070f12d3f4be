// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_GENERATE_DETAIL_TWO_READERS_IPP
#define T2S_OFFLINE_GENERATE_DETAIL_TWO_READERS_IPP

#include "t2s/offline/confidence/detail/candidate_results.hpp"
#include "t2s/offline/generate/detail/two_readers.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s::generate::detail {

T2S_DECL bool is_doubted(candidate_set const& set, std::size_t model, std::size_t reader) {
  if (!set[model].has_sql() || set[model].failed || confidence::have_same_result(set, model, reader)) return false;
  return confidence::runs(set[reader]) || !set[model].revisions.back().remarks.empty();
}

T2S_DECL std::vector<remark> doubts_about(candidate_run const& model, candidate_run const& reader, estimated const* known) {
  constexpr std::size_t most_reasons = 6;
  constexpr std::string_view by = "second_reader";
  std::vector<remark> out;
  if (known)
    for (std::size_t i = 0; i < std::min(most_reasons, known->missing.size()); ++i) out.push_back(remark(by, known->missing[i]));
  if (!confidence::runs(reader)) return out;
  std::string other("another reader, who did not see this query, wrote ");
  other.append(reader.sql()).append(", which ").append(confidence::result_words(reader.outcome()));
  other.append("; this query ").append(confidence::result_words(model.outcome()));
  out.push_back(remark(by, std::move(other)));
  return out;
}

}  // namespace t2s::generate::detail

#endif
