// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SELECT_DETAIL_JUDGING_IPP
#define T2S_POLICIES_SELECT_DETAIL_JUDGING_IPP

#include "t2s/db/detail/render.hpp"
#include "t2s/policies/select/detail/judging.hpp"

#include <algorithm>

namespace t2s::select {

T2S_DECL std::vector<result_group> ranked_groups(candidate_set const& set) {
  auto all = set.groups();
  std::sort(all.begin(), all.end(), [](result_group const& a, result_group const& b) {
    return a.exact_votes != b.exact_votes ? a.exact_votes > b.exact_votes : a.members.front() < b.members.front();
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

namespace detail {

/// The position of the first separate letter A or B from `from` on; npos if there is none.
inline std::size_t letter_alone(std::string_view text, std::size_t from) noexcept {
  auto const is_letter = [&](std::size_t i) { return i < text.size() && text::is_letter(text[i]); };
  for (auto i = from; i < text.size(); ++i)
    if ((text[i] == 'A' || text[i] == 'B') && !is_letter(i + 1) && (i == 0 || !is_letter(i - 1))) return i;
  return text.npos;
}

/// The letter after a word at that position, with only spaces, punctuation and "is" between; npos if there is none.
inline std::size_t letter_after(std::string_view text, std::size_t at, std::string_view word) noexcept {
  if (at == text.npos) return at;
  auto i = at + word.size();
  while (i < text.size() && (!text::is_letter(text[i]) || text.substr(i, 3) == "is ")) i += text::is_letter(text[i]) ? 2U : 1U;
  return letter_alone(text, i) == i ? i : text.npos;
}

/// The letter of a line that has only one letter and punctuation.
inline std::size_t letter_of_line(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  auto const at = letter_alone(text.substr(0, end), begin);
  for (auto i = begin; i < end; ++i)
    if (i != at && text::is_letter(text[i])) return text.npos;
  return at;
}

}  // namespace detail

T2S_DECL bool prefers_first(std::string_view reply) {
  auto const text = text::trim(reply);
  auto const lower = text::lower(text);
  auto const last_line = text.rfind('\n') == text.npos ? 0 : text.rfind('\n') + 1;
  auto at = detail::letter_of_line(text, last_line, text.size());
  if (at == text.npos) at = detail::letter_after(text, lower.rfind("answer"), "answer");
  if (at == text.npos) at = detail::letter_of_line(text, 0, std::min(text.find_first_of(".,:;)\n"), text.size()));
  if (at == text.npos) at = detail::letter_after(text, lower.find("candidate"), "candidate");
  if (at == text.npos) at = detail::letter_alone(text, 0);
  return at == text.npos || text[at] == 'A';
}

}  // namespace t2s::select

#endif
