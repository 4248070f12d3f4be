// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SELECT_IMPL_JUDGING_IPP
#define T2S_SELECT_IMPL_JUDGING_IPP

#include "t2s/db/internal/render.hpp"
#include "t2s/select/internal/judging.hpp"

#include <algorithm>

namespace t2s::select {

T2S_DECL std::vector<result_group> ranked_groups(candidate_set const& set) {
  auto all = set.groups();
  std::sort(all.begin(), all.end(), [](result_group const& a, result_group const& b) {
    return a.votes != b.votes ? a.votes > b.votes : a.members.front() < b.members.front();
  });
  return all;
}

T2S_DECL std::string shown_candidate(candidate_run const& c, std::size_t rows) {
  std::string text(c.sql());
  auto const* done = c.outcome();
  if (!done) return text;
  if (!done->ok()) return text.append("\nIt fails: ").append(done->failure->message);
  auto shown = done->rows;
  auto const total = shown.values.size();
  if (total > rows) shown.values.resize(rows);
  return text.append("\nIts result, ")
      .append(std::to_string(total))
      .append(" rows:\n")
      .append(db::to_csv(shown, total - shown.values.size()));
}

T2S_DECL bool prefers_first(std::string_view reply) noexcept {
  auto const is_letter = [&](std::size_t i) { return i < reply.size() && text::is_letter(reply[i]); };
  for (auto i = reply.size(); i-- > 0;)
    if ((reply[i] == 'A' || reply[i] == 'B') && !is_letter(i + 1) && (i == 0 || !is_letter(i - 1))) return reply[i] == 'A';
  return true;
}

}  // namespace t2s::select

#endif
