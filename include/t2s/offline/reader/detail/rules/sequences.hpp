// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_SEQUENCES_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_SEQUENCES_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

/// The order in which rows come: "in the order they are visited".
namespace t2s::reader::detail {

/// Whether a column says at which place a row comes.
[[nodiscard]] inline bool says_place(reading const& r, column_id c) {
  if (!r.resolve.is_number(c) || r.names.is_foreign_key(c) || r.names.is_time(c)) return false;
  auto const words = r.resolve.words_of(c);
  bool const called =
      t2s::detail::any_of(words, [](std::string_view w) { return is_one_of(w, "seq sequence position ordinal sort idx index step"); });
  return called || (!words.empty() && words.back() == "order");
}

/// The only column for the place at which the rows asked about come: their own, or that of the rows that link them with others of the
/// question.
[[nodiscard]] inline std::optional<column_id> place_of_rows(reading const& r) {
  std::vector<std::uint32_t> tables;
  tables.push_back(r.focus);
  for (auto const other : tables_of(r.plan)) {
    if (other != r.focus && !t2s::detail::has(tables, other)) tables.push_back(other);
    auto const link = other != r.focus ? link_between(r, r.focus, other) : std::nullopt;
    if (link && !t2s::detail::has(tables, *link)) tables.push_back(*link);
  }
  std::optional<column_id> only;
  for (auto const t : tables)
    for (std::uint32_t c = 0; c < r.resolve.columns_of(t).size(); ++c) {
      if (!says_place(r, {t, c})) continue;
      if (only) return {};
      only = column_id{t, c};
    }
  return only;
}

/// The token after "in the order (in which) they are visited", "in sequence"; 0 for others.
[[nodiscard]] inline std::size_t end_of_sequence(reading const& r, std::size_t t) {
  auto noun = t + 1 + (r.is_word(t + 1, "the their") ? 1U : 0U);
  if (!r.is_word(t, "in") || !r.is_word(noun, "order sequence")) return 0;
  auto last = noun + 1;
  bool const ends = last >= r.size() || r.token(last).is == retrieve::token::kind::mark;
  if (ends) return last;
  if (r.is_word(last, "in") && r.is_word(last + 1, "which")) last += 2;
  if (r.is_word(last, "that")) ++last;
  if (!r.is_word(last, "they it")) return 0;
  while (last < r.size() && last < noun + 9 && r.token(last).is != retrieve::token::kind::mark) ++last;
  return last;
}

inline void read_sequence(reading& r) {
  for (std::size_t t = 1; t + 1 < r.size() && !r.plan.order; ++t) {
    auto const last = end_of_sequence(r, t);
    auto const place = last > 0 ? place_of_rows(r) : std::nullopt;
    if (!place) continue;
    r.order_by(plain(*place), false, 0);
    r.join(place->table);
    r.mark_read(t, last);
    r.use_within(t, last);
    r.use_cues_within(t, last);
  }
}

}  // namespace t2s::reader::detail

#endif
