// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_COMPARING_HPP
#define T2S_OFFLINE_READER_DETAIL_COMPARING_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/offline/reader/detail/amounts.hpp"
#include "t2s/offline/reader/detail/deeds.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/rows_between.hpp"
#include "t2s/offline/reader/detail/times_of_rows.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"
#include "t2s/retrieve/link/detail/written_values.hpp"

#include <chrono>
#include <cmath>
#include <cstdlib>

/// Amounts, the columns that hold them, and conditions on them.
namespace t2s::reader::detail {

/// Whether a question is about a table: it names the table, or something of it is used.
[[nodiscard]] inline bool is_in_scope(reading const& r, std::uint32_t table) {
  auto const is_of = [table](term const& t) { return t.what && t.what->table == table; };
  return table == r.focus || r.resolve.weight(table) != 0 ||
         t2s::detail::any_of(r.selected, [&](reading::selected_term const& s) { return is_of(s.what); }) ||
         t2s::detail::any_of(r.plan.where, [&](condition const& c) { return is_of(c.left); });
}

/// A text as an SQL literal.
inline std::string text_literal(reading const& r, std::string const& text) {
  return schema::to_sql(t2s::value(text), r.names.schema().sql_dialect());
}

/// A stored value as an SQL literal: a code may be a number.
inline std::string stored_literal(reading const& r, column_id c, std::string const& text) {
  bool const number = r.names.content_of(c) == knowledge::content::number && knowledge::is_number(text);
  return number ? schema::literal_of(r.names.column(c), r.names.form_of(c), text) : text_literal(r, text);
}

/// "Younger than" means a smaller age.
[[nodiscard]] inline comparison turned(comparison op) {
  using enum comparison;
  return op == less ? greater : op == at_most ? at_least : op == at_least ? at_most : op == greater ? less : op;
}

/// What an adjective measures, but not `birth_country` for a birth.
[[nodiscard]] inline std::optional<column_id> measured_in_table(reading const& r, measure_words const& words, std::uint32_t table) {
  return r.resolve.measured(words, table, [&](column_id c) { return r.names.is_time(c) || !is_birth(r, c); });
}

/// A column, and how it is compared. Empty without a column.
struct compared_column {
  column_id what{};
  comparison op = comparison::equal;

  explicit operator bool() const { return !what.is_table(); }
};

/// "older than 20" is about an age, "older than 1990" about a date.
[[nodiscard]] inline compared_column measured_by(reading const& r, quality const& measured, amount const& n, comparison op) {
  bool const year = n.text.size() == 4 && !n.of && n.scale.empty();
  auto const direct = measured_in_table(r, measured.columns, r.focus), reversed = measured_in_table(r, measured.reversed_columns, r.focus);
  for (bool const time : {year, false}) {
    if (direct && r.names.is_time(*direct) == time) return {*direct, op};
    if (reversed && r.names.is_time(*reversed) == time) return {*reversed, turned(op)};
  }
  auto const when = year && measured.adjective == "old" && year_of(n.text) ? time_column(r) : std::nullopt;
  if (when && when->table == r.focus) return {*when, turned(op)};  // "engines older than 2005"
  return {};
}

/// The only column of the table asked about with units of the same kind: "more than 50 kg".
[[nodiscard]] inline std::optional<column_id> measured_in(reading const& r, unit const* asked) {
  if (!asked) return {};
  return only_column(r, r.focus, [&](column_id c) {
    auto const* u = r.resolve.is_number(c) ? unit_of(r, c) : nullptr;
    return u && u->of == asked->of;
  });
}

/// Compares with digits; only BETWEEN uses `low`.
inline bool require_digits(reading& r, std::size_t token, column_id c, comparison op, std::string const& low, std::string const& high) {
  bool const between = op == comparison::between;
  if (r.names.is_time(c)) {
    auto const first = year_of(low), last = year_of(high);
    if (first && last) return require_period(r, token, c, between ? comparison::equal : op, {(between ? first : last)->first, last->end});
    if (r.names.content_of(c) != knowledge::content::number) return false;  // "after 5" for a date
  }
  auto const form = r.names.form_of(c);
  bool const texts = r.names.content_of(c) == knowledge::content::text && form.texts && !form.numbers;
  if (texts && r.names.knows_form(c) && op != comparison::equal && op != comparison::unequal) return false;  // texts do not sort as numbers
  if (texts && op == comparison::equal && r.names.is_complete(c) && !r.names.holds(c, low)) return false;    // 2020 of '01.09.2020'
  auto const written = [&](std::string const& digits) {
    return texts ? to_sql(t2s::value(digits)) : schema::literal_of(r.names.column(c), form, digits);
  };
  r.require(token, c, op, written(between ? low : high), between ? written(high) : std::string());
  return true;
}

/// Compares a column with an amount, and with the lower one of BETWEEN. False if the amount does not fit the column.
inline bool require_amount(reading& r, std::size_t token, column_id c, comparison op, amount const& n, amount const* lower = nullptr) {
  auto const high = in_units_of(r, c, n);
  auto const low = lower ? in_units_of(r, c, *lower) : high;
  if (!high || !low || !require_digits(r, token, c, op, *low, *high)) return false;
  r.compared = c;
  if (n.of && unit_of(r, c)) {  // the unit is used
    r.mark_read(n.last, n.end);
    r.use_within(n.last, n.end, &reading::is_digits);
  }
  return true;
}

/// One comparison: its words, its operator, the amount, and the lower one of BETWEEN.
struct comparing {
  cue const& by;
  comparison op;
  amount const& n;
  amount const* lower = nullptr;
};

/// Marks the amount, and the words from its comparison on, as used.
inline bool place_amount(reading& r, comparing const& c) {
  if (c.n.mention) r.used[*c.n.mention] = true;
  r.use_within(c.by.last, c.n.last, &reading::is_value);  // "two" may also be a stored value
  r.mark_read(c.by.last, c.n.last);
  r.compared_until = c.n.last;
  return true;
}

/// Compares a column that a mention names.
inline bool compare_column(reading& r, comparing const& c, column_id column, std::optional<std::size_t> mention = {}) {
  if (!require_amount(r, c.by.first, column, c.op, c.n, c.lower)) return false;
  if (mention) r.used[*mention] = true;
  return place_amount(r, c);
}

/// The same for the column that a mention means.
inline bool compare_named(reading& r, comparing const& c, std::size_t named) { return compare_column(r, c, r.measure_at(named), named); }

/// Adds a condition on groups.
inline void require_of_groups(reading& r, term left, comparison op, std::string const& low, std::string const& high) {
  bool const between = op == comparison::between;
  r.plan.having.push_back({left, op, between ? low : high, between ? high : std::string()});
}

/// Compares a count for each group: of the rows of a table, or of the different values of a column.
inline bool compare_count(reading& r, comparing const& c, term count, std::optional<std::uint32_t> counted) {
  if (counted) r.join(*counted);
  require_of_groups(r, std::move(count), c.op, c.lower ? c.lower->text : c.n.text, c.n.text);
  r.counted = counted;
  return place_amount(r, c);
}

/// Whether rows of a table between may lead from one row asked about to the same row of another several times: visits, with a key of their
/// own, of members to places.
[[nodiscard]] inline bool comes_again(reading const& r, std::uint32_t other) {
  auto const way = r.resolve.way_between(r.focus, other);
  if (way.size() != 2 || !is_to_many(r, way.front()) || is_to_many(r, way.back())) return false;
  auto const& between = way.front().table;
  auto const key = r.names.connected().find_table(between)->primary_key();
  return key.size() == 1 && !r.names.is_foreign_key(*r.resolve.place_of(between, key.front()));
}

/// Compares the number of rows of a table, each counted once.
inline bool compare_rows(reading& r, comparing const& c, std::optional<std::uint32_t> counted) {
  auto const key = counted && comes_again(r, *counted) ? r.resolve.key_of(*counted) : std::nullopt;
  return compare_count(r, c, key ? term{aggregate::count, true, *key} : row_count(), counted);
}

/// "Three different makers", "in three different cities": each counts once, however many rows lead to it. Nothing if that cannot be
/// counted; `i` is what follows "different".
inline std::optional<bool> compare_different(reading& r, comparing const& c, std::size_t i) {
  if (auto const table = r.is_table_first(i) ? r.table_at(i) : std::nullopt) {
    auto const key = r.resolve.key_of(*table);
    if (!key || *table == r.focus) return {};
    r.used[i] = true;
    return compare_count(r, c, belongs_to_focus(r, *table) ? row_count() : term{aggregate::count, true, *key}, table);
  }
  if (!r.is_column(i) || !has_many(r, r.column_at(i).table)) return {};
  auto const column = r.take_column(i);
  return compare_count(r, c, {aggregate::count, true, column}, column.table);
}

/// Whether a stored value of a column follows its name, which then has no part in a comparison: "in class A that are over 30".
[[nodiscard]] inline bool has_own_value(reading const& r, std::size_t i) {
  auto const value = r.is_column(i) ? r.next(r.at(i).last, 0, &reading::is_value) : std::nullopt;
  return value && !r.is_digits(*value) && r.at(*value).option(kind::value)->where == r.column_at(i);
}

/// The name after an amount, or before a comparison.
[[nodiscard]] inline std::optional<std::size_t> named_after(reading const& r, amount const& n) {
  if (r.is_word(n.last, "a an per each") && unit_at(r, n.last + 1)) return {};  // "over 1000 a year"
  return r.next(n.last, 1, &reading::is_free);
}
[[nodiscard]] inline std::optional<std::size_t> named_before(reading const& r, cue const& q) {
  return r.previous(std::max(q.first, q.last - 1), 4,
                    [&](std::size_t i) { return r.is_free(i) && !r.is_value(i) && !r.is_digits(i) && !has_own_value(r, i); });
}

/// "Defects that occurred more than 5 times": the only table whose rows refer to those asked about, if these have a key of their own, so
/// that each of them occurs once.
[[nodiscard]] inline std::optional<std::uint32_t> only_rows_of_focus(reading const& r) {
  std::optional<std::uint32_t> only;
  if (!r.resolve.key_of(r.focus)) return {};
  for (std::uint32_t t = 0; t < r.names.schema().tables().size(); ++t) {
    if (t == r.focus || r.names.schema().tables()[t].is_view || !reference_to(r, t, r.focus)) continue;
    if (only) return {};
    only = t;
  }
  return only;
}

/// "Loaves that were baked more than twice": the table whose time a past form names, if its rows belong to those asked about.
[[nodiscard]] inline std::optional<std::uint32_t> deeds_named(reading const& r, std::size_t i) {
  auto const t = r.at(i).first;
  if (!r.is_column(i) || r.at(i).last != t + 1 || !is_past(r.word(t)) || !r.names.is_time(r.column_at(i))) return {};
  auto const table = r.column_at(i).table;
  return table != r.focus && belongs_to_focus(r, table) ? std::optional(table) : std::nullopt;
}

/// "more than twice", "at least 3 times": counts rows.
inline std::optional<bool> compare_repetition(reading& r, comparing const& c) {
  if (!(c.n.last > 0 && r.is_word(c.n.last - 1, "once twice")) && !r.is_word(c.n.last, "time times")) return {};
  if (r.next(c.n.last + 1, 2, [&](std::size_t i) { return r.number_column(i) && !r.is_table_first(i); }))
    return false;  // "10 times the price"
  std::optional<std::uint32_t> counted;
  if (auto const before = named_before(r, c.by))
    if (auto const t = r.table_at(*before); t && *t != r.focus) {
      counted = t;
      r.used[*before] = true;
    }
  if (auto const rows = named_before(r, c.by); !counted && rows)
    counted = r.is_table_first(*rows) ? only_rows_of_focus(r) : deeds_named(r, *rows);
  r.mark_read(c.n.last, c.n.last + 1);
  return compare_rows(r, c, counted);
}

/// What an adjective measures: "older than 20", "20 years old", "30 years of age", "aged 20".
inline std::optional<bool> compare_quality(reading& r, comparing c) {
  auto const last = c.n.last;
  bool const of_age = r.is_word(last + 1, "of") && r.is_word(last + 2, "age");
  bool const aged = c.by.first > 0 && r.is_word(c.by.first - 1, "aged");
  auto const* after = find_quality(of_age ? "old" : r.word(last + 1));
  auto const* own = find_quality(c.by.quality);
  auto const* measured = after ? after : aged ? find_quality("old") : own;
  if (!measured) return {};
  if (measured != own && own && is_least(*own)) c.op = turned(c.op);  // "younger than 20 years old"
  auto const found = measured_by(r, *measured, c.n, c.op);
  if (!found) return {};
  auto const [column, op] = found;
  if (!require_amount(r, c.by.first, column, op, c.n, c.lower)) return false;
  if (auto const its_unit = named_after(r, c.n); its_unit && r.at(*its_unit).first == last && r.may_mean(*its_unit, column))
    r.used[*its_unit] = true;
  if (after) r.mark_read(last, last + (of_age ? 3 : 2));
  if (of_age) r.use_within(last, last + 3);
  if (aged) r.mark_read(c.by.first - 1, c.by.first);
  return place_amount(r, c);
}

/// The token of what an amount counts: after "of our" and the like, or after one word that names nothing, as in "ten registered players".
[[nodiscard]] inline std::size_t counted_from(reading const& r, amount const& n) {
  auto t = n.last;
  if (auto const only = r.next(t, 0, &reading::is_free_value); only && r.next(r.at(*only).last, 0, &reading::is_free_table))
    return r.at(*only).last;  // "five completed visits"
  if (r.is_word(t, "of"))
    for (++t; r.is_word(t, "the our their these those its all");) ++t;
  bool const restricts = t < r.size() && r.token(t).is == retrieve::token::kind::word && !r.mention_of(t) && !n.of &&
                         (r.is_word(t, "other different") || !(retrieve::is_stop_word(r.token(t)) || irregular_forms.has(r.word(t))));
  auto const plural = restricts ? r.next(t + 1, 0, &reading::is_free) : std::nullopt;
  return plural && r.word(r.at(*plural).last - 1) != r.lemma(r.at(*plural).last - 1) ? t + 1 : t;
}

/// The table whose rows a noun in the plural counts after an amount, although it may also name a column: "fifteen visits".
[[nodiscard]] inline std::optional<std::uint32_t> rows_counted(reading const& r, std::size_t i) {
  if (auto const table = r.table_at(i)) return table;
  auto const* t = r.at(i).option(kind::table);
  auto const last = r.at(i).last - 1;
  bool const plural = r.word(last) != r.lemma(last) && r.word(last).ends_with("s");
  return t && t->score >= 0.45 && plural && !r.number_column(i) ? std::optional(t->where.table) : std::nullopt;
}

/// "stations with more than 20 docks": the `dock_count` of the table asked about, rather than a column of another one.
[[nodiscard]] inline column_id counted_column(reading const& r, std::size_t i, column_id chosen) {
  if (chosen.table == r.focus) return chosen;
  auto const word = knowledge::standard_form(r.lemma(r.at(i).last - 1));
  auto const own = only_column(r, r.focus, [&](column_id c) {
    auto const words = r.resolve.words_of(c);
    return words.size() == 2 && r.resolve.is_number(c) && has_word(words, word) && (has_word(words, "count") || has_word(words, "number"));
  });
  return own.value_or(chosen);
}

/// "Assigned to more than two trips": the rows of the assignments, whatever else connects those asked about with trips; each trip once if
/// somebody may be assigned to one several times. Nothing without such a verb.
inline std::optional<bool> compare_deeds(reading& r, comparing const& c, std::size_t i, std::uint32_t counted) {
  auto verb = c.by.first;
  while (verb > 0 && r.is_word(verb - 1, "to in for on at by with")) --verb;
  auto const deeds = verb > 0 && is_past(r.word(verb - 1)) ? deeds_with_object(r, verb - 1, i) : std::nullopt;
  auto const of = deeds ? reference_to(r, *deeds, counted) : std::nullopt;
  if (!of) return {};
  auto const key = r.resolve.key_of(*deeds);
  r.mark_read(verb - 1, verb);
  r.use_within(verb - 1, verb);
  r.used[i] = true;
  return compare_count(r, c, key && !r.names.is_foreign_key(*key) ? term{aggregate::count, true, *of} : row_count(), deeds);
}

/// A column or the rows of a table directly after the amount.
inline std::optional<bool> compare_next(reading& r, comparing const& c) {
  auto const from = counted_from(r, c.n);
  auto after = r.next(from, 0, &reading::is_free);
  if (!after && c.n.of && r.is_word(c.n.end, "of in"))  // "more than 500 euros of damage"
    after = r.next(c.n.end + 1, 1, [&](std::size_t i) { return r.is_free_number_first(i) && !r.is_digits(i); });
  if (!after) return {};
  if (from > c.n.last && r.is_word(from - 1, "different distinct unique"))
    if (auto const done = compare_different(r, c, *after)) {
      r.mark_read(from - 1, from);
      r.use_cues_within(from - 1, from);
      return done;
    }
  if (auto const column = r.number_column(*after)) return compare_column(r, c, counted_column(r, *after, *column), after);
  auto const counted = rows_counted(r, *after);
  if (!counted) return {};
  if (auto const done = compare_deeds(r, c, *after, *counted)) return done;
  auto const before = named_before(r, c.by);
  if (before && r.cue_before(r.at(*before).first, 2, cue::kind::count) && !r.is_table(*before)) return false;
  r.used[*after] = true;
  return compare_rows(r, c, counted);
}

/// "over 10 and below 20": the column of the comparison before "and"; adds the condition.
[[nodiscard]] inline std::optional<column_id> column_before_and(reading const& r, std::size_t token) {
  bool const tied = token > 0 && r.is_word(token - 1, "and but or");
  return tied && r.compared_until + 1 == token ? r.compared : std::nullopt;
}

/// Whether a cue belongs to a condition rather than to the result.
[[nodiscard]] inline bool is_in_condition(reading const& r, std::size_t c) {
  return r.cue_at(c).first >= r.find_word(1, r.size(), "whose that where who with having which have has");
}

/// Whether a column holds texts that are no times: no amounts with a unit.
[[nodiscard]] inline bool is_only_text(reading const& r, column_id c) {
  return r.names.content_of(c) == knowledge::content::text && !r.names.is_time(c) && !r.names.form_of(c).numbers;
}

/// The name before the comparison: rows to count, an aggregate of a column, or a column.
inline std::optional<bool> compare_previous(reading& r, comparing const& c) {
  auto const before = named_before(r, c.by);
  if (!before) return {};
  auto const start = r.at(*before).first;
  auto const aggregate = r.cue_before(start, 2, cue::kind::aggregate), count = r.cue_before(start, 2, cue::kind::count);
  auto const* column = r.resolve.column(r.at(*before), [&](column_id x) { return !r.names.is_foreign_key(x); });
  if (count && is_in_condition(r, *count)) {
    r.cue_used[*count] = r.used[*before] = true;
    return compare_rows(r, c, r.table_at(*before));
  }
  if (aggregate && column && is_in_condition(r, *aggregate)) {
    auto const high = in_units_of(r, column->where, c.n);
    auto const low = c.lower ? in_units_of(r, column->where, *c.lower) : high;
    if (!high || !low) return false;
    r.cue_used[*aggregate] = r.used[*before] = true;
    require_of_groups(r, aggregated(r.cue_at(*aggregate).how, column->where), c.op, *low, *high);
    return place_amount(r, c);
  }
  if (!column || r.is_table(*before)) return {};
  if (c.n.of && is_only_text(r, column->where)) return {};  // "names of dogs heavier than 20 kg"
  auto const last = r.at(*before).last;                     // "the names and weights of dogs over 30": it is also shown
  bool const listed = r.is_word(last, "of") && r.next(last + 1, 1, [&](std::size_t i) { return r.is_table_first(i) || r.is_value(i); });
  return compare_column(r, c, column->where, listed ? std::nullopt : before);
}

/// "rooms that seat more than 50 people"
[[nodiscard]] inline std::optional<column_id> capacity_for(reading const& r, comparing const& c) {
  static constexpr measure_words words{"capacity", "seat", "place"};
  auto const verb = c.by.first > 0 ? r.lemma(c.by.first - 1) : std::string_view();
  bool const holds = is_one_of(verb, "hold seat accommodate fit take") && is_one_of(r.lemma(c.n.last), "person guest visitor people");
  bool const seats = !r.next(c.n.last, 0) && is_one_of(r.lemma(c.n.last), "seat");  // "halls with more than 300 seats"
  if (!holds && !seats) return {};
  return r.resolve.measured(words, r.focus, [&](column_id x) { return x.table == r.focus && r.resolve.is_number(x); });
}

/// "more than 5 million people"
[[nodiscard]] inline std::optional<column_id> population_after(reading const& r, std::size_t token, amount const& n) {
  static constexpr measure_words words{"population"};
  if (!is_one_of(r.lemma(n.last), "person inhabitant resident")) return {};
  auto const beside = r.previous(std::max<std::size_t>(token, 1) - 1, 1, &reading::is_table);
  return r.resolve.measured(words, beside ? *r.table_at(*beside) : r.focus);
}

/// Whether a column has amounts of its rows.
[[nodiscard]] inline bool holds_amounts(reading const& r, column_id c) {
  return r.resolve.is_number(c) && !r.names.is_foreign_key(c) && !r.names.is_time(c) && !r.names.flag_value(c, true) &&
         !is_rate(retrieve::lemmas_of_name(r.names.column(c).name));
}

/// The amounts of the table asked about: "orders over 100" means the only one.
[[nodiscard]] inline std::vector<column_id> measures(reading const& r) {
  std::vector<column_id> found;
  for (std::uint32_t i = 0; i < r.resolve.columns_of(r.focus).size(); ++i)
    if (column_id const c{r.focus, i}; holds_amounts(r, c)) found.push_back(c);
  return found;
}

/// "Projects above 4000 euros": the only column of the table asked about that is called by money, and has no unit.
[[nodiscard]] inline std::optional<column_id> money_compared(reading const& r, amount const& n) {
  static constexpr measure_words words{"price", "cost", "amount", "fee", "budget", "salary"};
  if (!n.of || n.of->of != dimension::money) return {};
  return only_column(r, r.focus, [&](column_id c) { return holds_amounts(r, c) && r.resolve.has_any(c, words); });
}

/// Without a name beside the comparison: people, a later column, the one with the unit, a time, or the only amount.
inline bool compare_unnamed(reading& r, comparing const& c) {
  if (auto const population = population_after(r, c.by.first, c.n)) {
    r.mark_read(c.n.last, c.n.last + 1);
    return compare_column(r, c, *population);
  }
  if (auto const after = named_after(r, c.n))
    if (auto const* column = r.resolve.column(r.at(*after), [&](column_id x) { return r.resolve.is_number(x); }))
      return compare_column(r, c, column->where, after);
  if (auto const only = measured_in(r, c.n.of)) return compare_column(r, c, *only);
  if (auto const money = money_compared(r, c.n)) {
    r.mark_read(c.n.last, c.n.end);
    return compare_column(r, c, *money);
  }
  auto const when = year_of(c.n.text) ? time_column(r) : std::nullopt;
  if (r.any_word(c.by.first, c.by.last, "after before since prior")) return when && compare_column(r, c, *when);
  if (!c.by.quality.empty()) return false;                                                // "older than 30" does not mean another amount
  auto const* size = c.n.scale.empty() ? find_comparative(r.word(c.by.first)) : nullptr;  // "bigger than 150": its sign gives the direction
  auto const by_size = size ? r.resolve.measured(is_least(*size) ? size->reversed_columns : size->columns, r.focus,
                                                 [&](column_id x) { return x.table == r.focus && holds_amounts(r, x); })
                            : std::optional<column_id>();
  if (by_size) return compare_column(r, c, *by_size);
  auto const all = measures(r);
  if (all.size() == 1) return compare_column(r, c, all.front());
  return when && all.empty() && compare_column(r, c, *when);
}

/// "at least one dental cleaning": rows with that value exist.
inline bool require_existence(reading& r, comparing const& c) {
  if (c.op != comparison::at_least || c.n.text != "1" || !r.next(c.n.last, 1, &reading::is_free_value)) return false;
  return place_amount(r, c);
}

/// Finds the column for an amount and compares it. False if there is none, or the amount does not fit it.
inline bool compare(reading& r, comparing c) {
  if (auto const done = compare_repetition(r, c)) return *done;
  if (auto const done = compare_quality(r, c)) return *done;
  if (auto const* own = find_quality(c.by.quality); own && is_least(*own)) c.op = turned(c.op);  // for a column that it does not measure
  if (auto const capacity = capacity_for(r, c)) {
    r.mark_read(c.by.first - 1, c.n.last + 1);
    r.use_within(c.n.last, c.n.last + 1);
    return compare_column(r, c, *capacity);
  }
  if (auto const done = compare_next(r, c)) return *done;
  if (auto const same = column_before_and(r, c.by.first)) return compare_column(r, c, *same);
  if (auto const done = compare_previous(r, c)) return *done;
  if (require_existence(r, c)) return true;
  return compare_unnamed(r, c);
}

/// "Best first" of ranks and the like, of which the least is best.
[[nodiscard]] inline bool turns_best(reading const& r, column_id c) {
  auto const at = r.find_word(0, r.size(), "best worst");
  return r.any_word(at + 1, std::min(at + 4, r.size()), "first") && t2s::detail::any_of(r.resolve.words_of(c), [](std::string_view w) {
           return is_one_of(w, "rank ranking position place error fault defect price cost fee");
         });
}

}  // namespace t2s::reader::detail

#endif
