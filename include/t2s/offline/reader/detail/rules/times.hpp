// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_TIMES_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_TIMES_HPP

#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/rules/values.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"

#include <array>
#include <chrono>

namespace t2s::reader::detail {

/// The meaning of words before a time.
struct time_meaning {
  comparison op;
  bool weak = false;  // not a word for time: "of 2010" may be an amount
};

inline constexpr auto time_phrase_groups = std::to_array<phrase_group<time_meaning>>({
    {{comparison::less}, "before|prior to|earlier than|sooner than|preceding"},
    {{comparison::at_most},
     "until|till|up to|up until|through|by|no later than|not later than|not after|on or before|in or before|before or in|before or on"},
    {{comparison::at_least},
     "since|as of|no earlier than|not earlier than|not before|on or after|in or after|after or in|after or on|starting in|starting from|"
     "beginning in"},
    {{comparison::greater}, "after|later than|newer than|more recent than|more recently than|following"},
    {{comparison::between, true}, "between|from"},
    {{comparison::equal}, "in|during|on|within"},
    {{comparison::equal, true}, "of|for|at|is"},
});
inline constexpr auto time_phrases = phrases_of<time_phrase_groups>();

/// "first quarter of 1960", "3rd quarter 1960", "Q3 1960", "first half of 1960": a part of a year that is written right before the year.
inline void take_part_of_year(reading const& r, link::written_time& year) {
  static constexpr std::array<std::string_view, 4> ordinals{"first", "second", "third", "fourth"};
  auto t = year.first - (year.first > 0 && r.is_word(year.first - 1, "of in") ? 1U : 0U);
  if (!year.bare || t == 0) return;
  auto const noun = r.word(t - 1);
  bool const short_form = noun.size() == 2 && noun.front() == 'q', half = noun == "half";
  if (!short_form && !half && noun != "quarter") return;
  t -= short_form || t == 1 ? 1U : 2U;
  std::size_t n = 0;  // the parts before it
  auto const number = short_form ? noun[1] - '0' : link::ordinal_of(r.word(t)).value_or(0);
  while (n < ordinals.size() && ordinals[n] != r.word(t) && number != static_cast<int>(n) + 1) ++n;
  auto const months = half ? 6U : 3U, begin = static_cast<unsigned>(n) * months + 1;
  if (begin + months > 13) return;
  auto const of = static_cast<int>(std::chrono::year_month_day(year.when.first).year());
  year = {t, year.last, {schema::month_period(of, begin).first, schema::month_period(of, begin + months - 1).end}, false};
}

/// Reads years, months and days: their column, the comparison, and the literal.
struct time_reader {
  reading& r_;
  std::optional<column_id> last_{};  // the last compared column
  std::size_t until_ = 0;            // the token after that comparison

  void read() {
    auto all = link::written_times(r_.question.linked->tokens);
    for (auto& e : all) take_part_of_year(r_, e);
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto const rel = relation_of(all[i]);
      bool const range = rel.op == comparison::between || r_.is_word(rel.first, "within");
      bool const has_end = range && i + 1 < all.size() && connects(all[i].last, all[i + 1].first);
      if (range && r_.is_word(rel.first, "between") && !has_end) continue;
      auto const& end = has_end ? all[i + 1] : all[i];
      if (take(rel, all[i], end, i + 1 < all.size() ? all[i + 1].first : r_.size() + 9) && has_end) ++i;
    }
    read_months();
    refuse_relative();
  }

 private:
  using written_time = link::written_time;

  /// How a time is compared, and where its words begin.
  struct relation {
    comparison op = comparison::equal;
    std::size_t first = 0;                // token
    bool temporal = false;                // whether the words refer to time
    std::optional<std::size_t> column{};  // a mention among them: "before the founding year 1960"
  };

  /// "in the last year", "this month": the reader does not know the current date.
  void refuse_relative() {
    for (std::size_t t = 1; t < r_.size(); ++t) {
      if (!r_.is_word(t, "last past previous current this next")) continue;
      bool const led = r_.is_word(t, "this") || r_.is_word(t - 1, "in during over within from for of since") ||
                       (t > 1 && r_.is_word(t - 1, "the") && r_.is_word(t - 2, "in during over within from for since"));
      bool const named = t2s::detail::any_of(r_.question.mentions, [t](mention const& m) { return m.first <= t && t + 1 < m.last; });
      if (!led || named) continue;
      auto const n = amount_at(r_, t + 1);
      auto const unit = n && n.last <= t + 2 ? n.last : t + 1;
      if (is_one_of(r_.lemma(unit), "year month week day quarter decade century") && !r_.next(unit, 0, &reading::is_column_of_focus))
        r_.refuse(t, unit + 1);
    }
  }

  /// "in May" without a year: of any year.
  void read_months() {
    for (std::size_t t = 1; t < r_.size(); ++t) {
      bool const led = r_.is_word(t - 1, "in during since before after until by of");
      auto const month = led && !r_.read[t] && r_.token(t).capital ? link::month_of(r_.word(t)) : decltype(link::month_of(""))();
      if (!month) continue;
      if (r_.is_word(t - 1, "in during") && require_month(t, static_cast<unsigned>(*month))) {
        r_.mark_read(t - 1, t + 1);
        r_.use_within(t, t + 1);
      } else {
        r_.refuse(t, t + 1);
      }
    }
  }

  /// Compares the month of the column of times. False if there is no suitable column.
  bool require_month(std::size_t token, unsigned month) {
    using enum schema::time_form;
    auto const column = time_column(r_);
    auto const form = column ? r_.names.form_of(*column).times : none;
    if (form == none || form == unknown || form == years || form == year_texts) return false;
    term left = plain(*column);
    left.part = time_part::month;
    bool const number = is_extracted(r_.names, *column);
    auto const written = std::to_string(month);
    r_.require(token, {left, comparison::equal, number ? written : (month < 10 ? "'0" : "'") + written + "'"});
    return true;
  }

  /// The meaning of a phrase, or nullptr, and its first token.
  struct leading {
    time_meaning const* means;
    std::size_t first;
  };

  /// The longest phrase that ends before a token.
  [[nodiscard]] leading phrase_before(std::size_t token) const {
    leading best{nullptr, token};
    for (auto const& p : time_phrases) {
      auto rest = p.words;
      auto first = token;
      while (first > 0 && !rest.empty()) {
        auto const begin = rest.rfind(' ') + 1;  // 0 if there is none
        if (r_.word(first - 1) != rest.substr(begin)) break;
        rest = rest.substr(0, begin > 0 ? begin - 1 : 0);
        --first;
      }
      if (rest.empty() && first < best.first) best = {&p.means, first};
    }
    return best;
  }

  /// A word as in "the year of", "the date": it may be between the relation and the time.
  [[nodiscard]] bool is_between(std::size_t token) const { return r_.is_word(token, "the a an year years date month day days both ,"); }

  [[nodiscard]] relation relation_of(written_time const& e) const {
    relation out{comparison::equal, e.first, false, {}};
    for (auto t = e.first; t > 0 && t + 6 > e.first;) {
      auto const [means, first] = phrase_before(t);
      if (means) {
        out.op = means->op;
        out.first = first;
        out.temporal = !means->weak;
        if (out.temporal || out.op == comparison::between) return out;
        t = first;
        continue;
      }
      if (auto const* c = comparison_ending_at(t)) return {c->op, c->first, false, out.column};
      auto const named = time_before(t, 0);
      if (named && !out.column) {
        out.column = *named;
        t = r_.at(*named).first;
      } else if (is_between(t - 1)) {
        --t;
      } else {
        break;
      }
    }
    return out;
  }

  [[nodiscard]] cue const* comparison_ending_at(std::size_t token) const {
    for (std::size_t c = 0; c < r_.cue_used.size(); ++c) {
      auto const& q = r_.cue_at(c);
      if (!r_.cue_used[c] && q.is == cue::kind::comparison && q.last == token && q.quality.empty()) return &q;
    }
    return nullptr;
  }

  /// Whether only "and", "to", "until" and the like are between two times.
  [[nodiscard]] bool connects(std::size_t from, std::size_t to) const {
    bool connected = false;
    for (auto t = from; t < to; ++t) {
      bool const connective = r_.is_word(t, "and to until till through -");
      if (!connective && !is_between(t) && r_.word(t) != "up") return false;
      connected = connected || connective;
    }
    return connected;
  }

  /// The column of times that a mention may mean.
  [[nodiscard]] std::optional<column_id> time_at(std::size_t i) const {
    if (!r_.is_free_column(i) || r_.is_table_first(i)) return {};
    auto const* o = r_.resolve.column(r_.at(i), [this](column_id c) { return r_.names.is_time(c); });
    if (!o || o->score + 0.3 < r_.at(i).option(kind::column)->score) return {};
    bool const in_scope = o->where.table == r_.focus || r_.resolve.weight(o->where.table) > 0;
    if (!in_scope && o->score < 0.9) return {};  // the "year" of some other table
    return o->where;
  }
  [[nodiscard]] std::optional<std::size_t> time_before(std::size_t token, std::size_t gap) const {
    return r_.previous(token, gap, [this](std::size_t i) { return time_at(i).has_value(); });
  }
  [[nodiscard]] bool is_amount_column(std::size_t i) const { return r_.number_column(i) && !time_at(i); }

  /// What follows a time, and the token after that.
  struct following {
    comparison op = comparison::equal;
    std::size_t last = 0;
  };

  /// "1960 or later", "from 1960 on"; `equal` if nothing follows, or if a further time does.
  [[nodiscard]] following relation_after(std::size_t t, bool from, std::size_t next) const {
    if (r_.is_word(t, "onward onwards") || (r_.is_word(t, "on") && from && next > t + 2)) return {comparison::at_least, t + 1};
    if (!r_.is_word(t, "or and") || next <= t + 3) return {};
    if (r_.is_word(t + 1, "later after newer onwards beyond since")) return {comparison::at_least, t + 2};
    if (r_.is_word(t + 1, "earlier before older")) return {comparison::at_most, t + 2};
    return {};
  }

  /// Whether a number of four digits counts what follows it.
  [[nodiscard]] bool is_amount(written_time const& e) const {
    if (!e.bare) return false;
    auto const counted = r_.next(e.last, 0, [&](std::size_t k) { return r_.is_table(k) || is_amount_column(k); });
    return counted || find_unit(r_.lemma(e.last)) || zeros_of_word(r_.word(e.last));
  }

  /// Finds the column of a time: named in its relation or before, that of the previous time, or the table's.
  [[nodiscard]] std::optional<column_id> column_of(relation const& rel, written_time const& e, std::optional<std::size_t>& named) const {
    if (rel.first > 0 && r_.is_word(rel.first - 1, "born"))
      if (auto const born = named_time(r_, birth_words)) {
        named = r_.previous(rel.first, 4, [&](std::size_t k) { return r_.is_free(k) && r_.may_mean(k, *born); });
        return born;
      }
    named = rel.column ? rel.column : time_before(rel.first, 4);
    std::size_t const reach = rel.op == comparison::between ? 4 : 1;
    auto const is_amount_named = [this](std::size_t k) { return r_.is_free(k) && is_amount_column(k); };
    bool const other = r_.previous(rel.first, reach, is_amount_named).has_value();
    auto const done = r_.previous(rel.first, 0, is_amount_named);
    if (done && e.bare && is_past(r_.word(rel.first - 1))) {  // "founded before 1890": `read_comparisons` compares it
      named.reset();
      return {};
    }
    if (named && !(other && !rel.temporal)) return time_at(*named);
    named.reset();
    if (other && !rel.temporal && e.bare) return {};
    bool const goes_on = last_ && rel.first <= until_ + 1 && r_.all_words(until_, rel.first, "and or but ,");
    if (goes_on) return last_;
    if (!rel.temporal && rel.op != comparison::between && e.bare) return {};
    auto const beside = time_of_rows_before(rel.first);
    return beside ? beside : time_of_focus(rel.first);
  }

  /// The usual time, but of "loans in 2022" that of the loans, although a shop that is named, too, has a `founded_year`.
  [[nodiscard]] std::optional<column_id> time_of_focus(std::size_t token) const {
    auto const usual = time_column(r_);
    bool const own = !usual || usual->table == r_.focus || r_.acted_on || !r_.previous(token, 0, &reading::is_focus);
    if (own || r_.any_word(0, r_.size(), "born")) return usual;
    auto const first = first_moment_of(r_, r_.focus);
    return first ? first : usual;
  }

  /// Whether a negation is about rows that are named before a token: "no loans in 2022".
  [[nodiscard]] bool is_of_rows(std::size_t no, std::size_t until) const {
    auto const& q = r_.cue_at(no);
    return r_.is_word(q.first, "no without") && r_.previous(until, until - q.last, [&](std::size_t i) {
      return r_.at(i).first >= q.last && r_.is_table_first(i) && r_.table_at(i) != r_.focus;
    });
  }

  /// The table of rows, or of a deed, that are named directly before a token: "loans in 2022", "painted in 2022"; else the one asked about.
  [[nodiscard]] std::uint32_t rows_before(std::size_t token) const {
    if (auto const rows = r_.previous(token, 0, &reading::is_table_first)) return *r_.table_at(*rows);
    auto const done = r_.previous(token, 0, [&](std::size_t i) { return is_past(r_.word(token - 1)) && r_.at(i).option(kind::column); });
    auto const where = done ? r_.column_at(*done) : column_id{r_.focus};
    bool const called = t2s::detail::any_of(r_.resolve.words_of({where.table}),
                                            [&](std::string_view w) { return is_participle_of(r_.word(token - 1), w); });
    return called ? where.table : r_.focus;
  }

  /// Of the rows of another table than those asked about: its time.
  [[nodiscard]] std::optional<column_id> time_of_rows_before(std::size_t token) const {
    auto const table = rows_before(token);
    if (r_.acted_on || table == r_.focus || !has_many(r_, table)) return {};
    if (auto const called = time_by_word(r_, table)) return called;
    auto const only = only_column(r_, table, [this](column_id c) { return r_.names.is_time(c); });
    return only ? only : first_moment_of(r_, table);
  }

  /// Whether a column is in the list of results, so that it is also shown.
  [[nodiscard]] bool is_shown(std::size_t named, std::size_t until) const {
    auto const after = r_.next(r_.at(named).last, until, [&](std::size_t k) { return k != named && r_.is_table_first(k); });
    return after && r_.at(*after).first < until;
  }

  /// Uses a time in the plan. False if it has no column, or is an amount.
  bool take(relation rel, written_time const& e, written_time const& end, std::size_t next_time) {
    if (is_used(e.first)) return false;
    if (is_amount(e) && !(rel.temporal && r_.is_word(rel.first, "in"))) return false;
    std::optional<std::size_t> named;
    auto const column = column_of(rel, e, named);
    if (!column) {
      if (!e.bare) r_.refuse(e.first, e.last);
      return false;
    }
    bool const from = r_.is_word(rel.first, "from");
    auto last = end.last;
    if (rel.op == comparison::between) rel.op = comparison::equal;
    if (auto const after = relation_after(last, from, next_time); after.last > 0 && rel.op == comparison::equal) {
      rel.op = after.op;
      last = after.last;
    }
    bool const vague = last == end.last && r_.is_word(last, "or") && is_tail(r_, last + 1) && next_time > last + 3;  // "in 1960 or so"
    auto const before = r_.cue_before(rel.first, 3, cue::kind::negation);
    auto const no = before && !is_of_rows(*before, rel.first) ? before : std::nullopt;
    bool const excludes = no && column->table != r_.focus && has_many(r_, column->table);  // "not played in 2022": in no row of that year
    if (no && !excludes) rel.op = opposite(rel.op);
    schema::period const when{std::min(e.when.first, end.when.first), std::max(e.when.end, end.when.end)};
    if (vague || !require_period(r_, e.first, *column, rel.op, when)) {
      r_.refuse(rel.first, vague ? last + 2 : last);
      if (named) r_.used[*named] = true;
      return true;
    }
    if (!no) use_deed(rel.first, *column);
    if (excludes && !exclude(r_, r_.cue_at(*no).first, column->table)) r_.refuse(r_.cue_at(*no).first, last);
    if (named && !is_shown(*named, rel.first)) r_.used[*named] = true;
    r_.use_within(rel.first, last);
    r_.use_cues_within(rel.first, last);
    if (no) r_.cue_used[*no] = true;
    r_.mark_read(rel.first, last);
    last_ = column;
    until_ = last;
    return true;
  }

  /// "Booked in March", of `booked_on`: the word says what the time is of, and not also which state is stored.
  void use_deed(std::size_t token, column_id when) {
    auto const done = r_.previous(token, 0, [&](std::size_t i) { return r_.is_free_value(i) && r_.at(i).last == r_.at(i).first + 1; });
    if (!done || !is_past(r_.word(r_.at(*done).first))) return;
    auto const word = r_.word(r_.at(*done).first);
    if (t2s::detail::any_of(r_.resolve.words_of(when), [&](std::string_view w) { return w == word || is_participle_of(word, w); }))
      r_.used[*done] = true;
  }

  /// Whether the mention at a token is used.
  [[nodiscard]] bool is_used(std::size_t token) const {
    auto const i = r_.mention_of(token);
    return i && r_.used[*i];
  }
};

inline void read_times(reading& r) { time_reader(r).read(); }

}  // namespace t2s::reader::detail

#endif
