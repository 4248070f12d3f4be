// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_TOTALS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_TOTALS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/rules/ratios.hpp"

#include <array>
#include <optional>
#include <string_view>

/// Sums and averages that are said after what they are of ("what did the repairs cost altogether"), or by the question ("how much have we
/// spent").
namespace t2s::reader::detail {

inline constexpr auto total_phrase_groups = std::to_array<phrase_group<aggregate>>({
    {aggregate::avg, "on average|on the average"},
    {aggregate::sum,
     "in total|altogether|all together|all in all|all told|in all|put together|taken together|add up to|adds up to|"
     "come to in all|so far|to date|overall|combined|between them"},
});
inline constexpr auto total_phrases = phrases_of<total_phrase_groups>();

/// Such a phrase of a question: its tokens and its meaning. Empty without one.
struct total_phrase {
  std::size_t first = 0, last = 0;
  aggregate how = aggregate::none;

  explicit operator bool() const { return last > 0; }
};

/// "What did all the lamps cost together", but not "together with", and not "the fees of all who train together".
[[nodiscard]] inline bool says_together(reading const& r, std::size_t t) {
  return r.is_word(t, "together") && !r.read[t] && !r.mention_of(t) && !r.is_word(t + 1, "with") && !r.is_word(t - 1, "put") &&
         r.any_word(t - std::min<std::size_t>(t, 5), t, "all both these those") &&
         r.any_word(0, r.size(), "much cost costs weigh weighs earn earns earned worth");
}

[[nodiscard]] inline total_phrase find_total(reading const& r) {
  for (std::size_t t = 1; t < r.size(); ++t) {
    auto const word = r.word(t);
    if (says_together(r, t)) return {t, t + 1, aggregate::sum};
    for (auto const& p : total_phrases) {
      if (word.empty() || word.front() != p.words.front() || !p.words.starts_with(word)) continue;
      auto last = t;
      for (auto rest = p.words; !rest.empty() && last != 0;) {
        auto const end = std::min(rest.find(' '), rest.size());
        last = r.word(last) == rest.substr(0, end) && !r.mention_of(last) ? last + 1 : 0;
        rest.remove_prefix(std::min(rest.size(), end + 1));
      }
      // What is used is an average of counts, or of another rule.
      if (last != 0 && !r.read[last - 1] && !t2s::detail::any_of(r.question.cues, [&](cue const& q) {
            return q.last == last && r.cue_used[static_cast<std::size_t>(&q - r.question.cues.data())];
          }))
        return {t, last, p.means};
    }
  }
  return {};
}

/// Whether a column has amounts that a sum or an average makes sense of.
[[nodiscard]] inline bool is_measure(reading const& r, column_id c) { return holds_amounts(r, c); }

/// The only result that is such a column as it is stored.
[[nodiscard]] inline reading::selected_term* only_measure(reading& r) {
  reading::selected_term* only = nullptr;
  for (auto& s : r.selected) {
    if (s.what.how == aggregate::sum || s.what.how == aggregate::avg) return nullptr;
    if (s.what.how != aggregate::none || !s.what.what || s.what.what->is_table() || !is_measure(r, *s.what.what)) continue;
    if (only) return nullptr;
    only = &s;
  }
  return only;
}

/// The only column of amounts that the question names and no rule has used.
[[nodiscard]] inline std::optional<std::size_t> free_measure(reading const& r) {
  std::optional<std::size_t> only;
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    if (!r.is_free_number_first(i) || r.is_digits(i) || !is_measure(r, *r.number_column(i))) continue;
    if (only) return {};
    only = i;
  }
  return only;
}

/// The column of money of a table that its name does not say: "how much did they donate".
[[nodiscard]] inline std::optional<column_id> money_of(reading const& r, std::uint32_t table) {
  static constexpr measure_words words{"amount", "cost", "paid", "total", "revenue", "fee"};
  return number_called(r, table, words);
}

/// What a verb measures: "how much does it weigh".
[[nodiscard]] inline std::optional<column_id> measured_by_verb(reading& r) {
  for (std::size_t t = 0; t < r.size(); ++t) {
    auto const* measured = find_quality(adjective_of_verb(r.lemma(t)));
    auto const column = measured && !r.read[t] ? measured_in_table(r, measured->columns, r.focus) : std::nullopt;
    if (!column || !is_measure(r, *column)) continue;
    r.mark_read(t, t + 1);
    return column;
  }
  return {};
}

/// "How much oil was delivered": the only amount of the deliveries. What it is of stays unread.
[[nodiscard]] inline std::optional<column_id> amount_of_deeds(reading& r) {
  for (std::size_t t = 2; t < r.size(); ++t) {
    auto const is_done = [&](std::string_view w) { return is_participle_of(r.word(t), w); };
    if (!r.is_word(t - 1, "was were been we") || !t2s::detail::any_of(r.resolve.words_of({r.focus}), is_done)) continue;
    r.mark_read(t, t + 1);
    r.use_within(t, t + 1);
    return only_column(r, r.focus, [&](column_id c) { return holds_amounts(r, c); });
  }
  return {};
}

/// Whether a word after "how much" is the money of rows, and no name: "how much money is in open bills"; of "how much money did we take"
/// only if the rows are deeds.
[[nodiscard]] inline bool is_money(reading const& r, std::size_t t) {
  if (!r.is_word(t + 1, "is are was were") && !has_deeds(r, r.focus)) return false;
  return r.is_word(t, "money cash") && !r.next(t, 0, [&](std::size_t i) { return r.at(i).options.front().score >= 0.9; });
}

/// Whether "how much" or "what" asks for what has been added up: "how much have we spent", "what did we take in".
[[nodiscard]] inline bool asks_for_sum(reading const& r) {
  for (std::size_t t = 0; t + 2 < r.size(); ++t)
    if (r.is_word(t, "how") && r.is_word(t + 1, "much"))
      return is_money(r, t + 2) ||
             r.any_word(t + 2, std::min(t + 6, r.size()), "have has had did was were came went got spend spends spent");
  return false;
}

/// Sums or averages the only column of amounts that is shown, named or meant.
inline void read_totals(reading& r) {
  auto const said = find_total(r);
  bool const asked = asks_for_sum(r);
  if ((!said && !asked) || r.plan.computed || r.plan.averages_counts || r.plan.order) return;
  auto const how = said ? said.how : aggregate::sum;
  bool const vague = said && r.is_word(said.first, "so to overall");
  auto const finish = [&] {
    if (!said) return;
    r.mark_read(said.first, said.last);
    r.use_cues_within(said.first, said.last);
  };
  if (auto* shown = only_measure(r)) {
    if (vague && !asked && !r.any_word(0, said.first, "have has")) return;
    shown->what.how = how;
    if (r.counted_number == shown->what.what) r.counted_number.reset();
    return finish();
  }
  if (r.selects_aggregate() && !t2s::detail::all_of(r.selected, [](auto const& s) { return s.what == row_count(); })) return;
  if (vague && !asked) return;
  bool const counts = r.has_cue(cue::kind::count);
  if (counts && !said) return;
  std::optional<column_id> column;
  std::size_t at = said ? said.first : 0;
  if (auto const named = free_measure(r)) {
    at = r.at(*named).first;
    column = r.number_column(*named);
    r.used[*named] = true;
  } else if (!counts && t2s::detail::all_of(r.selected, [](auto const& s) { return s.what.part != time_part::whole; })) {
    column = measured_by_verb(r);
    auto const of_deeds = !column && asked ? amount_of_deeds(r) : std::nullopt;
    if (!column && how == aggregate::sum && (asked || r.is_word(0, "what"))) column = money_of(r, r.focus);
    if (!column) column = of_deeds;
  }
  if (!column) return;
  r.select(at, aggregated(how, *column));
  for (std::size_t t = 0; asked && t + 1 < r.size(); ++t)
    if (r.is_word(t, "how") && r.is_word(t + 1, "much")) r.mark_read(t, t + (is_money(r, t + 2) ? 3U : 2U));
  finish();
}

}  // namespace t2s::reader::detail

#endif
