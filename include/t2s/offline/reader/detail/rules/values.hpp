// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_VALUES_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_VALUES_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/role_keys.hpp"
#include "t2s/offline/reader/detail/rules/clauses.hpp"
#include "t2s/offline/reader/detail/rules/elsewhere.hpp"

#include <memory>
#include <vector>

namespace t2s::reader::detail {

/// The keys by which rows of another table refer to what is excluded, of which `first` is one: of several those that later words name, as
/// the buyer in "never bought"; without such words the plain one, else all or none.
[[nodiscard]] inline std::vector<column_id> keys_excluded(reading const& r, std::size_t token, column_id first, bool all) {
  std::vector<column_id> keys;
  for (auto const& g : role_keys_of(r, first.table)) {
    if (g.of != r.focus) continue;
    for (auto t = token; t < r.size(); ++t)
      if (auto const key = key_named(g, r.token(t)); key && !t2s::detail::has(keys, *key)) keys.push_back(*key);
    for (auto const& k : g.keys)
      if (keys.empty() && k.words.empty()) keys.push_back(k.key);
    if (keys.empty() && all)
      for (auto const& k : g.keys) keys.push_back(k.key);
    return keys;
  }
  keys.push_back(first);
  return keys;
}

/// Takes the conditions on some tables that are stated after a token from the plan: "no orders in 2022"; those on times also before it,
/// unless the question names such a table there: "with orders in 2021 but no orders in 2022".
template <class Of>
[[nodiscard]] std::vector<condition> take_conditions_on(reading& r, std::size_t token, Of const& is_on_path) {
  std::vector<condition> taken;
  bool const named_before =
      r.previous(token, token, [&](std::size_t i) { return r.is_table_first(i) && is_on_path(*r.table_at(i)); }).has_value();
  for (std::size_t i = r.plan.where.size(); i-- > 0;) {
    auto const& c = r.plan.where[i];
    bool const plain = !c.nested && !c.right && !c.left.via && !c.or_before && c.left.what && !c.left.what->is_table();
    if (!plain) continue;
    bool const meant = r.stated_at[i] > token || (!named_before && r.names.is_time(*c.left.what));  // "in 2022, who had no orders"
    if (meant && is_on_path(c.left.what->table)) t2s::detail::insert_at(taken, 0, r.take_condition(i));
  }
  return taken;
}

/// Excludes the rows that another table refers to, or those of them that satisfy a condition, if it is on a column. False if no join leads
/// there.
inline bool exclude(reading& r, std::size_t token, std::uint32_t other, condition const& only = {}) {
  auto const way = r.resolve.way_between(r.focus, other);
  if (way.empty()) return false;
  auto const& step = way.front();
  auto const here = r.resolve.place_of(r.names.table({r.focus}), step.before.front());
  auto const first = r.resolve.place_of(step.table, step.columns.front());
  if (!here || !first) return false;
  auto const link = way.size() > 1 ? link_between(r, r.focus, other) : std::nullopt;
  bool const restricted =
      t2s::detail::any_of(r.plan.where, [other](condition const& c) { return c.left.what && c.left.what->table == other; });
  if (link && !only.left.what && !restricted) return exclude(r, token, *link);  // "sides that never played in a cup"
  bool const none = r.is_word(token, "no without lack lacks") || (r.is_word(token, "not") && r.any_word(token + 1, token + 4, "any"));
  if (none && way.size() == 1 && !only.left.what && !restricted && !r.names.column(*here).not_null &&
      reference_to(r, r.focus, other) == here && r.resolve.key_of(r.focus) != here) {  // "clerks without a boss" refer to none
    r.require(token, *here, comparison::null, {});
    return true;
  }
  auto const keys = keys_excluded(r, token, *first, first->table == other && !only.left.what);
  if (keys.empty()) return false;
  auto const is_on_path = [&](std::uint32_t t) {
    return t2s::detail::any_of(way, [&](schema::join_step const& s) { return s.table == r.names.schema().tables()[t].name; });
  };
  for (std::size_t i = 0; i < r.used.size(); ++i)  // what is excluded need not be joined
    if (r.at(i).first > token && r.is_table_first(i) && is_on_path(*r.table_at(i))) r.used[i] = true;
  auto const restricting = take_conditions_on(r, token, is_on_path);
  for (auto const key : keys) {
    plan inner;
    inner.select.push_back(plain(key));
    inner.tables.push_back(key.table);
    if (!r.names.schema().tables()[other].is_view) inner.tables.push_back(other);
    if (only.left.what) inner.where.push_back(only);
    for (auto const& c : restricting) inner.where.push_back(c);
    auto const& column = r.names.column(key);  // NOT IN is never true for a list with NULL
    if (!column.not_null && column.key_position == 0) inner.where.push_back({plain(key), comparison::not_null});
    r.require(token, {plain(*here), comparison::not_in, {}, {}, inner_plan(std::move(inner))});
  }
  return true;
}

/// The number of following small words: "yellow" as its color.
[[nodiscard]] inline std::size_t small_words(reading const& r, std::size_t token) {
  std::size_t n = 0;
  while (n < 3 && token + n < r.size() && retrieve::is_stop_word(r.lemma(token + n)) && !r.is_word(token + n, "and or")) ++n;
  return std::max<std::size_t>(n, 1);
}

/// The mention of a column that may store the value, before or after it.
[[nodiscard]] inline std::optional<std::size_t> column_beside(reading const& r, std::size_t i) {
  auto const fits = [&](std::size_t k) {
    return r.is_free_column(k) && !(r.at(k).is(kind::table) && r.at(k).option(kind::column)->score < 0.7);
  };
  auto end = r.at(i).last;  // "lime or clover as its forage"
  for (int n = 0; n < 8 && r.is_word(end, "or and"); ++n) {
    auto const more = r.next(end + 1, 0, &reading::is_value);
    if (!more) break;
    end = r.at(*more).last;
  }
  bool const lists = r.is_word(r.at(i).last, ",") && lists_rest(r, r.at(i).last + 1);
  for (auto const k : {r.previous(r.at(i).first, 4, fits), lists ? std::nullopt : r.next(r.at(i).last, small_words(r, r.at(i).last), fits),
                       end != r.at(i).last && r.is_word(end, "as") ? r.next(end, 3, fits) : std::nullopt})
    if (k && t2s::detail::any_of(r.at(i).options, [&](link::link const& o) { return o.is == kind::value && r.may_mean(*k, o.where); }))
      return k;
  return {};
}

/// Whether a key leads to a table.
[[nodiscard]] inline bool leads_to(reading const& r, column_id key, std::uint32_t table) {
  return t2s::detail::any_of(r.names.connected().tables()[key.table].foreign_keys, [&](schema::foreign_key const& k) {
    return k.resolved && k.columns.size() == 1 && k.columns.front() == r.names.column(key).name &&
           k.table == r.names.schema().tables()[table].name;
  });
}

/// The stored value that a mention means, or nullptr.
[[nodiscard]] inline link::link const* value_option(reading const& r, std::size_t i, std::optional<std::size_t> beside) {
  auto const first = r.at(i).first;
  auto const least = r.at(i).option(kind::value)->score;
  auto const next = r.next(r.at(i).last, 0, &reading::is_table);
  auto const table = next ? r.table_at(*next) : std::nullopt;
  link::link const* best = nullptr;
  double most = 0;
  bool const several = t2s::detail::count_if(r.at(i).options, [](link::link const& o) { return o.is == kind::value; }) > 1;
  for (auto const& o : r.at(i).options) {
    if (o.is != kind::value || o.score + 0.3 < least) continue;
    double score = o.score + r.resolve.table_score(o.where.table, first) + 0.3 * r.resolve.focus_bonus(o.where.table);
    if (beside && r.may_mean(*beside, o.where)) score += 1 + r.resolve.table_score(o.where.table, r.at(*beside).first);
    if (r.value_of == o.where) score += 0.8;
    if (auto const key = r.role[i]) score += o.where == *key || leads_to(r, *key, o.where.table) ? 1 : 0;
    if (table == o.where.table) score += 0.5;
    if (r.names.is_foreign_key(o.where)) score -= 0.2;
    if (several && o.where.table != r.focus && r.resolve.weight(o.where.table) <= 0.3)  // of tables that are not named the nearest
      score -= 0.05 * static_cast<double>(std::min<std::size_t>(r.resolve.way_between(r.focus, o.where.table).size(), 6));
    score -= r.resolve.distance_penalty(o.where.table);
    if (!best || score > most) {
      best = &o;
      most = score;
    }
  }
  return best;
}

/// "neither Oslo nor Bergen", "not from Oslo or Bergen": a value after another excluded one of the same column.
[[nodiscard]] inline bool goes_on_negated(reading const& r, std::size_t i, column_id c) {
  auto const at = r.at(i).first;
  if (r.value_of != c || r.plan.where.empty() || at == 0 || !r.is_word(at - 1, "or nor")) return false;
  auto const& last = r.plan.where.back();
  return last.left.what == c && last.op == comparison::unequal;
}

/// The negation of a value: not that of a column before it, as in "without a phone in Wels".
[[nodiscard]] inline std::optional<std::size_t> negation_of_value(reading const& r, std::size_t i) {
  auto const no = r.cue_before(r.at(i).first, 6, cue::kind::negation);
  if (no && leaves_out(r, *no) && r.any_word(r.cue_at(*no).last, r.at(i).first, ",")) return {};  // "leaving out old ones, how many"
  if (!no || !r.is_word(r.cue_at(*no).first, "no without lack lacks")) return no;
  auto const other = r.next(r.cue_at(*no).last, 1, &reading::is_free_only_worded_column);
  bool const apart = other && r.at(*other).last < r.at(i).first && !r.may_mean(*other, r.at(i).option(kind::value)->where) &&
                     r.is_word(r.at(*other).last, "in from at and of with who that");
  return apart ? std::nullopt : no;
}

/// "Never passed the oral exam", of exams with the result `pass`: what follows the verb restricts the exams that were never passed.
inline void require_objects(reading& r, std::size_t verb, std::uint32_t table) {
  if (knowledge::other_outcome(r.word(r.at(verb).first)).empty()) return;
  for (auto from = r.at(verb).last;;) {
    auto const i = r.next(from, 1, [&](std::size_t k) { return r.is_free_value(k) && r.at(k).option(kind::value)->where.table == table; });
    if (!i || !r.all_words(from, r.at(*i).first, "the a an any their")) return;
    auto const& o = *r.at(*i).option(kind::value);
    r.require(r.at(*i).first, o.where, comparison::equal, stored_literal(r, o.where, o.value));
    r.used[*i] = true;
    from = r.at(*i).last;
  }
}

inline void require_value(reading& r, std::size_t i, link::link const& stored) {
  condition c{plain(stored.where), comparison::equal, stored_literal(r, stored.where, stored.value)};
  if (r.role[i] && leads_to(r, *r.role[i], stored.where.table)) c.left.via = r.role[i];
  if (auto const no = negation_of_value(r, i)) {
    r.cue_used[*no] = true;
    if (has_many(r, stored.where.table)) require_objects(r, i, stored.where.table);
    if (has_many(r, stored.where.table) && exclude(r, r.cue_at(*no).first, stored.where.table, c)) return;
    c.op = comparison::unequal;
  } else if (goes_on_negated(r, i, stored.where)) {
    c.op = comparison::unequal;
  }
  r.value_of = stored.where;
  r.require(r.at(i).first, std::move(c));
}

/// A text that a part of a question gives, in tokens [token, last).
struct text_part {
  std::size_t token, last;
  std::string text;      // in quotes, as stored, or as in the question
  bool is_part = false;  // for every stored text that contains it
};

/// The text that a mention gives. A stored text counts only if it has no further words: "the word Red" says nothing more about 'Red Dust'.
[[nodiscard]] inline text_part text_of(reading const& r, std::size_t i) {
  auto const& m = r.at(i);
  auto const &first = r.token(m.first), &last = r.token(m.last - 1);
  if (first.is == retrieve::token::kind::quoted) return {m.first, m.last, first.text};
  auto asked = r.question.linked->text.substr(first.begin, last.end - first.begin);
  auto const& stored = m.options.front().value;
  auto const words = knowledge::value_key(asked), all = knowledge::value_key(stored);
  bool const is_part = all.size() > words.size() && (all.starts_with(words + ' ') || all.find(' ' + words) != std::string::npos);
  return {m.first, m.last, is_part ? std::move(asked) : stored, is_part};
}

/// "an 'a' in its name", "with Red in the title"
inline bool match_letters(reading& r, text_part const& asked) {
  auto const& [token, last, text, is_part] = asked;
  auto const in = r.is_word(last, "in") ? r.next(last + 1, 2, &reading::is_free_column) : std::nullopt;
  if (!in || (text.size() >= 3 && !is_part)) return false;
  auto const no = r.cue_before(token, 3, cue::kind::negation);
  if (no) r.cue_used[*no] = true;
  r.require(token, r.take_column(*in), no ? comparison::not_like : comparison::like, text_literal(r, "%" + text + "%"));
  return true;
}

/// The column of a text: the one named up to `gap` tokens before, else the name of the subject.
inline column_id column_of_text(reading& r, std::size_t token, std::size_t gap) {
  auto const before = r.previous(token, gap, &reading::is_free_column);
  if (before) return r.take_column(*before);
  auto const name = r.resolve.names_of(r.focus).front();
  return r.names.content_of(name) == knowledge::content::text ? name : r.resolve.text_of(r.focus).value_or(name);
}

/// "Soups that contain leek": the stored text itself, of another column than the soups' names. False if it is a part of a name.
[[nodiscard]] inline bool contains_stored(reading const& r, text_part const& asked, cue const& q) {
  auto const i = r.mention_of(asked.token);
  if (asked.is_part || !i || !r.at(*i).is(kind::value) || r.token(asked.token).is == retrieve::token::kind::quoted) return false;
  if (!r.is_word(q.first, "contain contains containing contained include includes including")) return false;
  if (q.last != q.first + 1 || r.previous(q.first, 5, &reading::is_free_only_column)) return false;
  auto const name = r.resolve.names_of(r.focus).front();
  return !t2s::detail::any_of(r.at(*i).options, [&](link::link const& o) { return o.is == kind::value && o.where == name; });
}

/// "whose name contains 'x'": a pattern for the column named before, whatever is stored. False if there is none.
inline bool match_pattern(reading& r, text_part const& asked) {
  if (match_letters(r, asked)) return true;
  auto const& [token, last, text, is_part] = asked;
  for (auto const k : {cue::kind::starts, cue::kind::ends, cue::kind::contains}) {
    auto const q = r.cue_before(token, 4, k);
    if (!q) continue;
    if (k == cue::kind::contains && contains_stored(r, asked, r.cue_at(*q))) {
      r.cue_used[*q] = true;
      return false;
    }
    if (auto const letter = r.cue_before(token, 0, cue::kind::contains)) r.cue_used[*letter] = true;  // "ends with the letter"
    auto const where = column_of_text(r, r.cue_at(*q).first, 5);
    r.cue_used[*q] = true;
    if (auto const verb = r.cue_before(r.cue_at(*q).first, 1, cue::kind::contains))  // "contains the word"; it may apply to a further one
      r.mark_read(r.cue_at(*verb).first, r.cue_at(*verb).last);
    auto const no = r.cue_before(r.cue_at(*q).first, 2, cue::kind::negation);
    if (no) r.cue_used[*no] = true;
    auto const pattern = (k == cue::kind::starts ? "" : "%") + text + (k == cue::kind::ends ? "" : "%");
    r.require(token, where, no ? comparison::not_like : comparison::like, text_literal(r, pattern));
    return true;
  }
  return false;
}

/// "The name and town of the potters from Moss": the column is in the list of results, too.
[[nodiscard]] inline bool is_also_shown(reading const& r, std::size_t column) {
  auto const first = r.at(column).first, last = r.at(column).last;
  return first > 0 && r.is_word(first - 1, "and") && r.is_word(last, "of") && r.next(last + 1, 1, &reading::is_table_first);
}

/// Digits that are stored as text wait until no numeric column claims them.
inline void read_values(reading& r, bool digits) {
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    auto const& m = r.at(i);
    if (r.used[i] || !m.is(kind::value)) continue;
    r.used[i] = match_pattern(r, text_of(r, i));
    if (r.used[i]) continue;
    auto const beside = column_beside(r, i);
    if (m.number && !beside && !digits) continue;
    auto const* chosen = value_option(r, i, beside);
    r.used[i] = true;
    if (beside && r.may_mean(*beside, chosen->where) && !is_also_shown(r, *beside)) r.used[*beside] = true;
    require_value(r, i, *chosen);
  }
}

inline void read_values(reading& r) { read_values(r, false); }

inline void read_stored_digits(reading& r) { read_values(r, true); }

/// "contains the letter t", "contains the word red": a letter or word without quotes. False otherwise.
inline bool read_letter(reading& r, std::size_t t) {
  auto const& letter = r.token(t);
  if (t < 2 || letter.is != retrieve::token::kind::word) return false;
  bool const is_word = r.is_word(t - 1, "word string phrase substring") && !retrieve::is_stop_word(letter.lemma);
  bool const opens = r.cue_before(t, 0, cue::kind::starts) || r.cue_before(t, 0, cue::kind::ends);
  if (!is_word && (letter.text.size() != 1 || (!opens && !r.is_word(t - 1, "letter character")))) return false;
  if (!match_pattern(r, {t, t + 1, letter.text, is_word})) return false;
  r.mark_read(t - 1, t + 1);
  r.use_within(t, t + 1);
  return true;
}

inline void read_quoted_texts(reading& r) {
  for (std::size_t t = 0; t < r.size(); ++t) {
    auto const& token = r.token(t);
    if (read_letter(r, t)) continue;
    if (token.is != retrieve::token::kind::quoted || r.mention_of(t) || match_pattern(r, {t, t + 1, token.text})) continue;
    auto const where = column_of_text(r, t, 6);
    r.require(t, where, comparison::equal, text_literal(r, token.text));
  }
}

/// "aged 40", "40 years old"
[[nodiscard]] inline std::optional<column_id> age_of(reading& r, std::size_t i, amount const& n) {
  auto const first = r.at(i).first;
  bool const before = first > 0 && r.is_word(first - 1, "aged"), after = n.of && r.is_word(n.end, "old");
  if (!before && !after) return {};
  auto const measured = measured_by(r, *find_quality("old"), n, comparison::equal);
  if (!measured) return {};
  r.mark_read(before ? first - 1 : n.last, after ? n.end + 1 : n.last);
  return measured.what;
}

/// "department 70": the key of that table, as the table asked about refers to it.
[[nodiscard]] inline std::optional<column_id> identifier_of(reading const& r, std::uint32_t table) {
  if (table != r.focus)
    for (auto const& k : r.names.connected().tables()[r.focus].foreign_keys)
      if (k.resolved && k.columns.size() == 1 && k.table == r.names.schema().tables()[table].name)
        return r.resolve.place_of(r.names.table({r.focus}), k.columns.front());
  return r.resolve.key_of(table);
}

/// The column of a number; marks the mention that names it as used.
[[nodiscard]] inline std::optional<column_id> column_of_number(reading& r, std::size_t i, amount const& n,
                                                               std::optional<std::size_t> before) {
  if (before && !r.is_table(*before) && !r.names.flag_value(r.column_at(*before), true)) return r.take_column(*before);
  auto const after = r.next(r.at(i).last, 1, [&](std::size_t k) { return r.is_free_column(k) && r.number_column(k); });
  if (before && r.at(*before).last == r.at(i).first)
    if (auto const identifier = identifier_of(r, *r.table_at(*before))) {
      r.used[*before] = true;
      return identifier;
    }
  if (auto const age = age_of(r, i, n)) return age;
  if (year_of(n.text))
    if (auto const when = time_column(r)) return when;
  if (!after) return measured_in(r, n.of);
  r.used[*after] = true;
  return r.number_column(*after);
}

/// "with two beds", "and two beds": a number in words for a numeric column.
inline void read_number_words(reading& r) {
  for (std::size_t t = 1; t + 1 < r.size(); ++t) {
    auto const n = number_word(r.word(t));
    if (!n || r.read[t] || !r.is_word(t - 1, "with and has have having")) continue;
    auto const column = r.next(t + 1, 0, &reading::is_free_only_number);
    if (!column || r.number_column(*column)->table != r.focus) continue;
    r.require(t, *r.number_column(*column), comparison::equal, std::to_string(*n));
    r.used[*column] = true;
    r.mark_read(t, t + 1);
  }
}

/// "A one-star review", "4-bed rooms": a number that a hyphen ties to a column of the rows after it.
inline void read_tied_numbers(reading& r) {
  for (std::size_t t = 1; t + 3 < r.size(); ++t) {
    auto const digits = r.next(t, 0, &reading::is_free_digits);
    auto const word = digits ? std::nullopt : number_word(r.word(t));
    if ((!digits && !word) || !r.is_word(t + 1, "-") || r.token(t + 1).begin != r.token(t).end || r.read[t]) continue;
    auto const named = r.next(t + 2, 0, &reading::is_free_only_number);
    auto const rows = named ? r.next(r.at(*named).last, 0, &reading::is_table_first) : std::nullopt;
    auto const column = rows ? r.column_of(*named, *r.table_at(*rows)) : std::nullopt;
    if (!column || !r.resolve.is_number(*column)) continue;
    r.require(t, *column, comparison::equal, digits ? std::string(r.at(*digits).digits) : std::to_string(*word));
    if (digits) r.used[*digits] = true;
    r.used[*named] = true;
    r.mark_read(t, r.at(*named).last);
  }
}

/// "Their 2024 dues", "which 2024 batches": the year of rows that have one, or their time.
inline void read_year_of_rows(reading& r) {
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    auto const year = r.is_free_digits(i) ? year_of(r.at(i).digits) : std::nullopt;
    auto const rows = year ? r.next(r.at(i).last, 0, &reading::is_table_first) : std::nullopt;
    bool const which = r.at(i).first > 0 && r.is_word(r.at(i).first - 1, "which what");
    if (!rows || !(which || r.is_word(r.at(i).first - 1, "their the our his her its all any"))) continue;
    auto of_years = only_column(r, *r.table_at(*rows), [&](column_id c) {
      auto const form = r.names.form_of(c).times;
      return r.names.is_time(c) && (form == schema::time_form::years || form == schema::time_form::year_texts);
    });
    if (!of_years && which && r.table_at(*rows) == r.focus) of_years = first_moment_of(r, r.focus);  // not the time that the verb calls
    if (of_years && of_years->table != r.table_at(*rows)) of_years.reset();
    if (of_years && require_period(r, r.at(i).first, *of_years, comparison::equal, *year)) r.used[i] = true;
  }
}

inline void read_numbers(reading& r) {
  read_tied_numbers(r);
  read_year_of_rows(r);
  read_number_words(r);
  std::optional<column_id> last;  // column of the previous number
  std::size_t until = 0;          // token after that number
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    auto const& m = r.at(i);
    if (r.used[i] || !m.number) continue;
    auto const before = r.previous(m.first, 3, &reading::is_free_column);
    auto const no = r.cue_before(m.first, 3, cue::kind::negation);
    if (r.next(m.last, 0, &reading::is_table_first) && !(before && r.at(*before).last == m.first)) {
      r.refuse(m.first, m.last);  // it counts them
      continue;
    }
    auto const n = scaled(r, {std::string(m.digits), m.last, i});
    bool const goes_on = last && until + 2 == m.last && r.is_word(until, "or and");
    auto const where = goes_on ? last : column_of_number(r, i, n, before);
    if (!where) continue;
    r.used[i] = true;
    if (auto const high = r.is_word(m.last, "to -") && !no ? amount_at(r, m.last + 1) : amount(); high.mention) {
      r.used[*high.mention] = true;
      if (!require_amount(r, m.first, *where, comparison::between, high, &n)) r.refuse(m.first, high.until());
      r.mark_read(m.first, high.last);
      continue;
    }
    if (!require_amount(r, m.first, *where, no ? comparison::unequal : comparison::equal, n)) {
      r.refuse(m.first, n.until());
      continue;
    }
    r.mark_read(m.first, n.last);
    if (no) r.cue_used[*no] = true;
    last = where;
    until = m.last;
  }
}

}  // namespace t2s::reader::detail

#endif
