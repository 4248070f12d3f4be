// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_TIMES_HPP
#define T2S_GENERATE_OFFLINE_IMPL_TIMES_HPP

#include "t2s/generate/offline/impl/reading_state.hpp"
#include "t2s/generate/offline/impl/units.hpp"
#include "t2s/link/impl/written_time.hpp"
#include "t2s/schema/literal.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::generate::offline::detail {

/// Words before a time and how they compare with it.
struct time_phrase {
  std::string_view words;
  comparison op;
  bool weak = false;  // says nothing about time: "of 2010" may be an amount
};

inline constexpr std::array time_phrases = std::to_array<time_phrase>({
    {"before", comparison::less},
    {"prior to", comparison::less},
    {"earlier than", comparison::less},
    {"sooner than", comparison::less},
    {"preceding", comparison::less},
    {"until", comparison::at_most},
    {"till", comparison::at_most},
    {"up to", comparison::at_most},
    {"up until", comparison::at_most},
    {"through", comparison::at_most},
    {"by", comparison::at_most},
    {"no later than", comparison::at_most},
    {"not later than", comparison::at_most},
    {"not after", comparison::at_most},
    {"on or before", comparison::at_most},
    {"in or before", comparison::at_most},
    {"before or in", comparison::at_most},
    {"before or on", comparison::at_most},
    {"since", comparison::at_least},
    {"as of", comparison::at_least},
    {"no earlier than", comparison::at_least},
    {"not earlier than", comparison::at_least},
    {"not before", comparison::at_least},
    {"on or after", comparison::at_least},
    {"in or after", comparison::at_least},
    {"after or in", comparison::at_least},
    {"after or on", comparison::at_least},
    {"starting in", comparison::at_least},
    {"starting from", comparison::at_least},
    {"beginning in", comparison::at_least},
    {"after", comparison::greater},
    {"later than", comparison::greater},
    {"newer than", comparison::greater},
    {"more recent than", comparison::greater},
    {"more recently than", comparison::greater},
    {"following", comparison::greater},
    {"between", comparison::between, true},
    {"from", comparison::between, true},
    {"in", comparison::equal},
    {"during", comparison::equal},
    {"on", comparison::equal},
    {"within", comparison::equal},
    {"of", comparison::equal, true},
    {"for", comparison::equal, true},
    {"at", comparison::equal, true},
    {"is", comparison::equal, true},
});

/// Reads years, months and days: which column they are compared with, how, and by what literal.
class times : protected reading_state {
 protected:
  using reading_state::reading_state;
  using written_time = link::detail::written_time;

  static constexpr std::array<std::string_view, 6> birth_words{"birth", "birthday", "birthdate", "birthyear", "dob", "born"};

  void take_times() {
    auto const all = link::detail::written_times(m_.linked->tokens);
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto const said = relation_of(all[i]);
      bool const range = said.op == comparison::between || word(said.first) == "within";
      bool const has_end = range && i + 1 < all.size() && ties(all[i].last, all[i + 1].first);
      if (range && word(said.first) == "between" && !has_end) continue;
      auto const& end = has_end ? all[i + 1] : all[i];
      if (take_time(said, all[i], end, i + 1 < all.size() ? all[i + 1].first : m_.size() + 9) && has_end) ++i;
    }
    leave_out_months();
  }

  /// "in May" of no year.
  void leave_out_months() {
    for (std::size_t t = 1; t < m_.size(); ++t) {
      auto const w = word(t - 1);
      bool const led =
          w == "in" || w == "during" || w == "since" || w == "before" || w == "after" || w == "until" || w == "by" || w == "of";
      if (led && !read_[t] && m_.token(t).capital && link::detail::month_of(word(t))) refuse(t, t + 1);
    }
  }

  /// Compares a column with a period. False if its form is not known or does not tell the period's ends.
  bool restrict_time(std::size_t token, column_id c, comparison op, schema::period const& p) {
    auto const form = names_.form_of(c);
    auto const& column = names_.column(c);
    auto const put = [&](comparison how, std::string operand) {
      restrict(token, {{aggregate::none, false, c}, how, std::move(operand), {}, {}, false});
      return true;
    };
    auto const lo = schema::time_literal(column, form, p.first), hi = schema::time_literal(column, form, p.behind);
    if (form.times == schema::time_form::years) return lo && hi && restrict_years(token, c, op, p);
    bool const day = p.behind == p.first + std::chrono::days(1);
    bool const exact = day && (form.times == schema::time_form::day_texts || form.times == schema::time_form::digits);
    switch (op) {
      case comparison::less: return lo && put(comparison::less, *lo);
      case comparison::at_least: return lo && put(comparison::at_least, *lo);
      case comparison::at_most: return hi && put(comparison::less, *hi);
      case comparison::greater: return hi && put(comparison::at_least, *hi);
      case comparison::equal:
      case comparison::unequal: break;
      default: return false;
    }
    bool const equal = op == comparison::equal;
    if (exact) return lo && put(op, *lo);
    if (auto const pattern = schema::time_pattern(form, p)) return put(equal ? comparison::like : comparison::not_like, *pattern);
    return equal && lo && hi && put(comparison::at_least, *lo) && put(comparison::less, *hi);
  }

  [[nodiscard]] bool is_time(column_id c) const { return names_.is_time(c); }

  [[nodiscard]] bool is_birth(column_id c) const {
    auto const words = resolve_.words_of(c);
    return std::ranges::any_of(words, [](std::string const& w) { return std::ranges::find(birth_words, w) != birth_words.end(); });
  }

  /// The column of times that nothing names: of births where somebody is born, else by its name, else the only one of the table.
  [[nodiscard]] std::optional<column_id> time_column() const {
    bool const born = std::ranges::any_of(m_.linked->tokens, [](auto const& t) { return t.text == "born"; });
    if (auto const birth = born ? named_time(birth_words) : std::nullopt) return birth;
    static constexpr std::array<std::string_view, 4> words{"year", "date", "time", ""};
    if (auto const named = named_time(words)) return named;
    std::optional<column_id> only;
    for (std::uint32_t c = 0; c < resolve_.columns_of(focus_).size(); ++c) {
      if (!is_time({focus_, c})) continue;
      if (only) return {};
      only = column_id{focus_, c};
    }
    return only;
  }

  /// The column of a word of the list whose values are known to be times, else any.
  template <std::size_t N>
  [[nodiscard]] std::optional<column_id> named_time(std::array<std::string_view, N> const& words) const {
    auto const writes_times = [this](column_id c) {
      auto const form = names_.form_of(c).times;
      return form != schema::time_form::none && form != schema::time_form::unknown;
    };
    auto const known = resolve_.measured(words, focus_, writes_times);
    return known ? known : resolve_.measured(words, focus_);
  }

  /// What an adjective measures: no `birth_country` where a birth is meant.
  template <std::size_t N>
  [[nodiscard]] std::optional<column_id> measured_in_table(std::array<std::string_view, N> const& words, std::uint32_t table) const {
    return resolve_.measured(words, table, [this](column_id c) { return is_time(c) || !is_birth(c); });
  }

  /// Whether a word behind "or" says on which side of the amount or time before it others may be: "or older", "or before", "or so".
  [[nodiscard]] bool is_tail(std::size_t t) const {
    static constexpr std::array<std::string_view, 14> words{"more",   "less", "worse",       "before", "after", "above",   "below",
                                                            "beyond", "so",   "thereabouts", "up",     "down",  "onwards", "onward"};
    auto const w = word(t);
    if (std::ranges::find(words, w) != words.end() || find_comparative(w)) return true;
    bool const named = next(t, 0, [&](std::size_t i) { return !at(i).options.empty() || at(i).number; }).has_value();
    return !named && w.size() > 4 && w.ends_with("er") && w != "either" && w != "neither" && w != "other" && w != "whether";
  }

  /// The year that a number is, if it may be one.
  [[nodiscard]] static std::optional<schema::period> year_of(std::string_view number) {
    auto const year = link::detail::year_of(number);
    return year ? std::optional(schema::year_period(*year)) : std::nullopt;
  }

  /// What holds where the comparison does not.
  [[nodiscard]] static comparison opposite(comparison op) {
    switch (op) {
      case comparison::less: return comparison::at_least;
      case comparison::at_most: return comparison::greater;
      case comparison::at_least: return comparison::less;
      case comparison::greater: return comparison::at_most;
      default: return comparison::unequal;
    }
  }

 private:
  /// How a time is compared, and where the words for it begin.
  struct relation {
    comparison op = comparison::equal;
    std::size_t first = 0;                // token
    bool temporal = false;                // whether the words speak of time
    std::optional<std::size_t> column{};  // a mention among them: "before the founding year 1960"
  };

  bool restrict_years(std::size_t token, column_id c, comparison op, schema::period const& p) {
    auto const form = names_.form_of(c);
    auto const& column = names_.column(c);
    auto const lo = *schema::time_literal(column, form, p.first);
    auto const last_year = std::chrono::year_month_day(p.behind - std::chrono::days(1)).year();
    auto const hi = *schema::time_literal(column, form, schema::year_period(static_cast<int>(last_year)).first);
    auto const put = [&](comparison how, std::string const& operand, std::string const& second = {}) {
      restrict(token, {{aggregate::none, false, c}, how, operand, second, {}, false});
      return true;
    };
    if (op == comparison::less || op == comparison::at_least || lo == hi) return put(op, lo);
    if (op == comparison::greater || op == comparison::at_most) return put(op, hi);
    return op == comparison::equal && put(comparison::between, lo, hi);
  }

  /// The phrase of most words that ends before a token, with the token where it begins.
  [[nodiscard]] std::pair<time_phrase const*, std::size_t> phrase_before(std::size_t token) const {
    std::pair<time_phrase const*, std::size_t> best{nullptr, token};
    for (auto const& p : time_phrases) {
      auto const words = text::split(p.words, ' ');
      if (words.size() > token || (best.first && token - best.second >= words.size())) continue;
      bool same = true;
      for (std::size_t i = 0; i < words.size() && same; ++i) same = word(token - words.size() + i) == words[i];
      if (same) best = {&p, token - words.size()};
    }
    return best;
  }

  /// A word of "the year of", "the date": it stands between the relation and the time.
  [[nodiscard]] bool is_between(std::size_t token) const {
    static constexpr std::array<std::string_view, 11> words{"the", "a", "an", "year", "years", "date", "month", "day", "days", "both", ","};
    return std::ranges::find(words, word(token)) != words.end();
  }

  [[nodiscard]] relation relation_of(written_time const& e) const {
    relation out{comparison::equal, e.first, false, {}};
    for (auto t = e.first; t > 0 && t + 6 > e.first;) {
      auto const [phrase, first] = phrase_before(t);
      if (phrase) {
        out.op = phrase->op, out.first = first, out.temporal = !phrase->weak;
        if (out.temporal || out.op == comparison::between) return out;
        t = first;
        continue;
      }
      if (auto const c = comparison_ending_at(t)) return {m_.cues[*c].op, m_.cues[*c].first, false, out.column};
      auto const named = previous(t, 0, [&](std::size_t k) { return time_option(k).has_value(); });
      if (named && !out.column) {
        out.column = *named;
        t = at(*named).first;
      } else if (is_between(t - 1)) {
        --t;
      } else {
        break;
      }
    }
    return out;
  }

  [[nodiscard]] std::optional<std::size_t> comparison_ending_at(std::size_t token) const {
    for (std::size_t c = 0; c < m_.cues.size(); ++c) {
      auto const& q = m_.cues[c];
      if (!heard_[c] && q.is == cue_kind::comparison && q.last == token && q.quality.empty()) return c;
    }
    return {};
  }

  /// "and", "to", "until" and the like alone stand between two times.
  [[nodiscard]] bool ties(std::size_t from, std::size_t to) const {
    bool tied = false;
    for (auto t = from; t < to; ++t) {
      auto const w = word(t);
      bool const tie = w == "and" || w == "to" || w == "until" || w == "till" || w == "through" || w == "-";
      if (!tie && !is_between(t) && w != "up") return false;
      tied = tied || tie;
    }
    return tied;
  }

  /// The column of times that a mention may mean.
  [[nodiscard]] std::optional<column_id> time_option(std::size_t i) const {
    if (!free(i) || !is_column(i) || (table_at(i) && at(i).is(kind::table))) return {};
    auto const* best = at(i).option(kind::column);
    auto const* o = resolve_.column(at(i), [this](column_id c) { return is_time(c); });
    if (!o || o->score + 0.3 < best->score) return {};
    bool const spoken_of = o->where.table == focus_ || resolve_.weight(o->where.table) > 0;
    if (!spoken_of && o->score < 0.9) return {};  // the "year" of some other table
    return o->where;
  }

  /// "1960 or later", "from 1960 on": what stands behind a time, and the token behind that; nothing if a further time follows there.
  [[nodiscard]] std::optional<std::pair<comparison, std::size_t>> relation_behind(written_time const& e, bool from,
                                                                                  std::size_t next) const {
    auto const w = word(e.last), then = word(e.last + 1);
    if ((w == "onward" || w == "onwards") || (w == "on" && from && next > e.last + 2)) return std::pair{comparison::at_least, e.last + 1};
    if ((w != "or" && w != "and") || next <= e.last + 3) return {};
    if (then == "later" || then == "after" || then == "newer" || then == "onwards" || then == "beyond" || then == "since")
      return std::pair{comparison::at_least, e.last + 2};
    if (then == "earlier" || then == "before" || then == "older") return std::pair{comparison::at_most, e.last + 2};
    return {};
  }

  /// Whether a number of four digits counts what stands behind it.
  [[nodiscard]] bool is_amount(written_time const& e) const {
    if (!e.bare) return false;
    auto const behind = next(e.last, 0, [&](std::size_t k) { return is_table(k) || (number_column(k) && !time_option(k)); });
    return behind || (e.last < m_.size() && find_unit(m_.token(e.last).lemma)) || zeros_of(word(e.last));
  }

  /// Finds the column of a time: named among the words of its relation or before them, the one of the time before, or the table's.
  [[nodiscard]] std::optional<column_id> column_of_time(relation const& said, written_time const& e,
                                                        std::optional<std::size_t>& named) const {
    if (said.first > 0 && word(said.first - 1) == "born")
      if (auto const born = named_time(birth_words)) {
        named = previous(said.first, 4, [&](std::size_t k) { return free(k) && says(at(k), *born); });
        return born;
      }
    named = said.column;
    if (!named) named = previous(said.first, 4, [&](std::size_t k) { return time_option(k).has_value(); });
    std::size_t const reach = said.op == comparison::between ? 4 : 1;
    bool const other =
        previous(said.first, reach, [&](std::size_t k) { return free(k) && number_column(k) && !time_option(k); }).has_value();
    if (named && !(other && !said.temporal)) return time_option(*named);
    named.reset();
    if (other && !said.temporal && e.bare) return {};
    bool const goes_on = last_time_ && said.first <= last_time_until_ + 1 && ties_on(last_time_until_, said.first);
    if (goes_on) return last_time_;
    if (!said.temporal && said.op != comparison::between && e.bare) return {};
    return time_column();
  }

  [[nodiscard]] bool ties_on(std::size_t from, std::size_t to) const {
    for (auto t = from; t < to; ++t)
      if (auto const w = word(t); w != "and" && w != "or" && w != "but" && w != ",") return false;
    return true;
  }

  /// Whether a column is named where the question says what to show, so that it is shown as well.
  [[nodiscard]] bool is_shown(std::size_t named, std::size_t until) const {
    return next(at(named).last, until - std::min(until, at(named).last),
                [&](std::size_t k) { return k != named && at(k).first < until && table_at(k) && at(k).is(kind::table); })
        .has_value();
  }

  bool take_time(relation said, written_time const& e, written_time const& end, std::size_t next_time) {
    if (auto const m = mention_at(e.first); m && used_[*m]) return false;
    if (said.temporal && e.bare && is_amount(e) && word(said.first) != "in") return false;
    if (!said.temporal && is_amount(e)) return false;
    std::optional<std::size_t> named;
    auto const column = column_of_time(said, e, named);
    if (!column) {
      if (!e.bare) refuse(e.first, e.last);
      return false;
    }
    bool const from = word(said.first) == "from";
    auto last = end.last;
    if (said.op == comparison::between) said.op = comparison::equal;
    if (auto const behind = relation_behind(end, from, next_time); behind && said.op == comparison::equal)
      said.op = behind->first, last = behind->second;
    if (last == end.last && word(last) == "or" && is_tail(last + 1) && next_time > last + 3) {  // "in 1960 or so"
      refuse(said.first, last + 2);
      if (named) used_[*named] = true;
      return true;
    }
    std::optional<std::size_t> no = cue_before(said.first, 3, cue_kind::negation);
    if (no) said.op = opposite(said.op);
    if (!restrict_time(e.first, *column, said.op, {std::min(e.when.first, end.when.first), std::max(e.when.behind, end.when.behind)})) {
      refuse(said.first, last);
      if (named) used_[*named] = true;
      return true;
    }
    if (named && !is_shown(*named, said.first)) used_[*named] = true;
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)
      if (at(i).first >= said.first && at(i).last <= last) used_[i] = true;
    for (std::size_t c = 0; c < m_.cues.size(); ++c)
      if (m_.cues[c].first >= said.first && m_.cues[c].last <= last) heard_[c] = true;
    if (no) heard_[*no] = true;
    mark_read(said.first, last);
    last_time_ = column;
    last_time_until_ = last;
    return true;
  }

  [[nodiscard]] std::optional<std::size_t> mention_at(std::size_t token) const {
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)
      if (at(i).first <= token && token < at(i).last) return i;
    return {};
  }

  std::optional<column_id> last_time_{};  // what was compared last
  std::size_t last_time_until_ = 0;       // the token behind that comparison
};

}  // namespace t2s::generate::offline::detail

#endif
