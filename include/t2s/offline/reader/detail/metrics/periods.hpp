// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_METRICS_PERIODS_HPP
#define T2S_OFFLINE_READER_DETAIL_METRICS_PERIODS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/offline/reader/detail/metrics/question_words.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/link/detail/written_values.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Periods in questions about metrics: "last quarter", "in March 2026", "since 2024", "the last 30 days".
namespace t2s::reader::detail {

/// The parts of time by which metrics are grouped.
enum class grain : std::uint8_t { day, week, month, quarter, year };

/// A period of a question. Without a begin it is everything before `end`, without an end everything from `begin` on.
struct asked_period {
  std::optional<std::chrono::sys_days> begin{}, end{};  ///< `end` is the day after the last one
  std::size_t after = 0;                                ///< the first token behind it
  bool no_year = false;                                 ///< a month or quarter without a year
};

/// A calendar as seen from a day.
class calendar {
 public:
  explicit calendar(std::chrono::sys_days today) : today_(today), date_(today) {}

  /// The day itself.
  [[nodiscard]] std::chrono::sys_days today() const noexcept { return today_; }

  /// The first day of the whole unit of time, `ago` units before the one that has the day.
  [[nodiscard]] std::chrono::sys_days begin_of(grain unit, int ago) const {
    using namespace std::chrono;
    switch (unit) {
      case grain::day: return today_ - days(ago);
      case grain::week: return today_ - (weekday(today_) - Monday) - weeks(ago);
      case grain::month: return first_of(date_.year(), date_.month(), ago);
      case grain::quarter: return first_of(date_.year(), month((static_cast<unsigned>(date_.month()) - 1) / 3 * 3 + 1), 3 * ago);
      default: return year_month_day(date_.year() - years(ago), January, std::chrono::day(1));
    }
  }

  /// The whole unit so many units ago; several: so many of them, the last of which is that one.
  [[nodiscard]] schema::period unit(grain of, int ago, int several = 1) const {
    return {begin_of(of, ago + several - 1), begin_of(of, ago - 1)};
  }

  /// The year that a month or quarter means without one: the last in which it has begun.
  [[nodiscard]] int year_of(unsigned month) const {
    auto const year = static_cast<int>(date_.year());
    return month <= static_cast<unsigned>(date_.month()) ? year : year - 1;
  }

 private:
  static std::chrono::sys_days first_of(std::chrono::year y, std::chrono::month m, int months_ago) {
    return std::chrono::year_month_day((y / m - std::chrono::months(months_ago)) / 1);
  }

  std::chrono::sys_days today_;
  std::chrono::year_month_day date_;
};

/// The unit of time that a lemma names.
[[nodiscard]] inline std::optional<grain> grain_of(std::string_view lemma) {
  constexpr std::array<std::string_view, 5> called{"day", "week", "month", "quarter", "year"};
  auto const* found = t2s::detail::find_if(called, [&](std::string_view u) { return u == lemma; });
  return found ? std::optional(static_cast<grain>(found - called.data())) : std::nullopt;
}

/// "monthly", "annual".
[[nodiscard]] inline std::optional<grain> grain_of_adverb(std::string_view word) {
  constexpr std::array<std::string_view, 5> called{"daily", "weekly", "monthly", "quarterly", "yearly"};
  auto const* found = t2s::detail::find_if(called, [&](std::string_view u) { return u == word; });
  if (found) return static_cast<grain>(found - called.data());
  return word == "annual" || word == "annually" ? std::optional(grain::year) : std::nullopt;
}

/// Reads periods from the tokens of a question.
class period_reader {
 public:
  period_reader(std::span<retrieve::token const> tokens, calendar const& now)
      : tokens_(tokens), now_(now), written_(link::written_times(tokens)) {}

  /// The period that begins at a token, with its preposition; nothing if there is none.
  [[nodiscard]] std::optional<asked_period> at(std::size_t i) const {
    auto const& word = text(i);
    if (word == "since" || word == "after" || word == "before" || word == "until" || word == "till") return open_ended(i);
    if (word == "between") return range(i + 1, "and");
    if (word == "from") return range(i + 1, "to until through till");
    bool const introduced = t2s::detail::has(introductions, word);
    if (word == "over" && text(i + 1) != "the") return {};  // "over 2000"
    auto p = single(skip_the(introduced ? i + 1 : i));
    if (p && !introduced && link::month_of(text(i)) && p->after == i + 1) return {};  // "may", "march"
    return p;
  }

 private:
  static constexpr std::array<std::string_view, 7> introductions{"in", "during", "for", "of", "over", "within", "on"};

  [[nodiscard]] std::string const& text(std::size_t i) const {
    static std::string const none;
    return i < tokens_.size() ? tokens_[i].text : none;
  }
  [[nodiscard]] std::string const& lemma(std::size_t i) const {
    static std::string const none;
    return i < tokens_.size() ? tokens_[i].lemma : none;
  }
  [[nodiscard]] std::size_t skip_the(std::size_t i) const { return text(i) == "the" ? i + 1 : i; }

  /// "since March 2026", "before 2025".
  [[nodiscard]] std::optional<asked_period> open_ended(std::size_t i) const {
    auto const p = single(skip_the(i + 1));
    if (!p) return {};
    auto const& word = text(i);
    if (word == "since") return asked_period{p->begin, {}, p->after};
    if (word == "after") return asked_period{p->end, {}, p->after};
    return asked_period{{}, word == "before" ? p->begin : p->end, p->after};
  }

  /// "May to August 2026": both ends belong to it. A year of the end is that of the begin, too. Nothing if the end comes first.
  [[nodiscard]] std::optional<asked_period> range(std::size_t i, std::string_view between) const {
    auto a = single(skip_the(i));
    if (!a || !t2s::detail::has(t2s::text::split(between, ' '), std::string_view(text(a->after)))) return {};
    auto const b = single(skip_the(a->after + 1));
    if (!b) return {};
    if (a->no_year && !b->no_year) a->begin = moved(*a->begin, *b->begin);
    if (*a->begin >= *b->end) return {};
    return asked_period{a->begin, b->end, b->after};
  }

  /// The same month and day in the year of another day.
  static std::chrono::sys_days moved(std::chrono::sys_days day, std::chrono::sys_days to) {
    std::chrono::year_month_day const d(day);
    return std::chrono::year_month_day(std::chrono::year_month_day(to).year(), d.month(), d.day());
  }

  [[nodiscard]] std::optional<asked_period> single(std::size_t i) const {
    for (auto const read :
         {&period_reader::relative, &period_reader::named_day, &period_reader::quarter, &period_reader::written, &period_reader::month})
      if (auto const found = (this->*read)(i)) return found;
    return {};
  }

  static asked_period made(schema::period const& p, std::size_t after) { return {p.first, p.end, after}; }

  /// "last quarter", "this year", "last 30 days", "year to date".
  [[nodiscard]] std::optional<asked_period> relative(std::size_t i) const {
    bool const last = t2s::detail::has(std::array<std::string_view, 3>{"last", "past", "previous"}, text(i));
    if (last || text(i) == "this" || text(i) == "current") {
      if (auto const unit = grain_of(lemma(i + 1))) return made(now_.unit(*unit, last ? 1 : 0), i + 2);
      auto const several = last ? small_number(text(i + 1)) : std::nullopt;
      auto const unit = several ? grain_of(lemma(i + 2)) : std::nullopt;
      constexpr int most = 1'000;
      if (!unit || *several > most) return {};
      return made(now_.unit(*unit, *unit == grain::day ? 0 : 1, *several), i + 3);
    }
    bool const spelled = text(i + 1) == "to" && text(i + 2) == "date";
    bool const short_form = text(i) == "ytd" || text(i) == "qtd" || text(i) == "mtd";
    if (!short_form && !spelled) return {};
    auto const unit = short_form ? (text(i) == "ytd" ? grain::year : text(i) == "qtd" ? grain::quarter : grain::month) : grain_of(lemma(i));
    if (!unit) return {};
    return made({now_.begin_of(*unit, 0), now_.today() + std::chrono::days(1)}, i + (short_form ? 1 : 3));
  }

  [[nodiscard]] std::optional<asked_period> named_day(std::size_t i) const {
    if (text(i) != "today" && text(i) != "yesterday") return {};
    return made(now_.unit(grain::day, text(i) == "today" ? 0 : 1), i + 1);
  }

  /// "Q3 2026", "2026 Q3", "Q3", "third quarter of 2026".
  [[nodiscard]] std::optional<asked_period> quarter(std::size_t i) const {
    constexpr std::array<std::string_view, 4> ordinals{"first", "second", "third", "fourth"};
    auto const year_first = year(text(i));
    auto const at = year_first ? i + 1 : i;
    auto const& word = text(at);
    bool const is_short = word.size() == 2 && word[0] == 'q' && word[1] >= '1' && word[1] <= '4';
    auto const* ordinal = t2s::detail::find_if(ordinals, [&](std::string_view o) { return o == word; });
    if (!is_short && !(ordinal && lemma(at + 1) == "quarter")) return {};
    auto const number = is_short ? static_cast<unsigned>(word[1] - '0') : static_cast<unsigned>(ordinal - ordinals.data()) + 1;
    auto after = at + (is_short ? 1U : 2U);
    auto of = year_first;
    if (!of) {
      auto const next = text(after) == "of" || text(after) == "in" ? after + 1 : after;
      of = year(text(next));
      if (of) after = next + 1;
    }
    auto const first = 3 * number - 2;
    auto const in = of.value_or(now_.year_of(first));
    auto found = made({schema::month_period(in, first).first, schema::month_period(in, first + 2).end}, after);
    found.no_year = !of;
    return found;
  }

  /// "March 2026", "2026", "14 March 2026", "2026-03-14".
  [[nodiscard]] std::optional<asked_period> written(std::size_t i) const {
    auto const* found = t2s::detail::find_if(written_, [i](link::written_time const& w) { return w.first == i; });
    if (!found || (found->bare && !year(text(i)))) return {};
    return made(found->when, found->last);
  }

  /// "March": the last one that has begun.
  [[nodiscard]] std::optional<asked_period> month(std::size_t i) const {
    auto const found = link::month_of(text(i));
    if (!found) return {};
    auto const number = static_cast<unsigned>(*found);
    auto of_year = made(schema::month_period(now_.year_of(number), number), i + 1);
    of_year.no_year = true;
    return of_year;
  }

  static std::optional<int> year(std::string_view word) {
    auto const n = link::year_of(word);
    return n && *n >= 1900 && *n <= 2100 ? n : std::nullopt;
  }

  std::span<retrieve::token const> tokens_;
  calendar const& now_;
  std::vector<link::written_time> written_;
};

}  // namespace t2s::reader::detail

#endif
