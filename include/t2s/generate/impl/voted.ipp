// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_VOTED_IPP
#define T2S_GENERATE_IMPL_VOTED_IPP

#include "t2s/generate/voted.hpp"
#include "t2s/reader/candidates.hpp"

namespace t2s::generate {
namespace detail {

T2S_DECL bool is_better(voter const& tried, voter const& than) {
  return tried.runs() && (!than.runs() || (has_rows(tried) && !has_rows(than)));
}

T2S_DECL voting_options repairing_as_agreed(voting_options how, election const& e) {
  auto const& groups = e.result.groups;
  bool const all = groups.size() == 1 && groups.front().members.size() == e.candidates.size() && e.candidates.size() > 1;
  if (all) how.repair.farthest_empty = std::min(how.repair.farthest_empty, repairs::cost_of_spelling);
  return how;
}

T2S_DECL std::string read_alone(link::linked_question const& asked, std::span<retrieve::scored_demonstration const> demonstrations) {
  auto const readings = reader::fill_skeletons(asked, demonstrations);
  return readings.empty() ? std::string() : readings.front().sql;
}

}  // namespace detail

T2S_DECL std::string election::why() const {
  if (result.groups.empty()) return "the first candidate, since none runs";
  std::string s = std::to_string(result.groups.front().members.size());
  s.append(" of ").append(std::to_string(candidates.size())).append(" candidates give this result");
  if (result.by != vote_reason::one_result) s.append("; what decided: ").append(name_of(result.by));
  return s;
}

}  // namespace t2s::generate

#endif
