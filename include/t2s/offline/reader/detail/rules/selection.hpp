// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_SELECTION_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_SELECTION_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/role_keys.hpp"
#include "t2s/offline/reader/detail/rules/aggregates.hpp"
#include "t2s/offline/reader/detail/rules/clauses.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"

#include <cstdlib>
#include <memory>

namespace t2s::reader::detail {

[[nodiscard]] inline bool opens_condition(reading const& r, std::size_t t) {
  return t > 0 && r.is_word(t, "whose where with that who having when which if") && !r.is_word(t - 1, "along together") &&
         !(r.is_word(t, "which") && t < 2);
}
[[nodiscard]] inline bool opens_question(reading const& r, std::size_t t) {
  return r.is_word(t, "show list give what find return along together tell ? . their its display");
}

[[nodiscard]] inline bool is_only_name(reading const& r, std::size_t i) {
  return r.at(i).last - r.at(i).first == 1 && r.token(r.at(i).first).lemma == "name";
}

/// The table directly before a mention.
[[nodiscard]] inline std::optional<std::uint32_t> owner_of(reading const& r, std::size_t i) {
  auto const owner = r.previous(r.at(i).first, 0, &reading::is_table);
  return owner ? r.table_at(*owner) : std::nullopt;
}

/// "the name of the capital" means the capital.
[[nodiscard]] inline bool names_column(reading const& r, std::size_t i) {
  if (!is_only_name(r, i) || !r.is_word(r.at(i).last, "of")) return false;
  auto const of = r.next(r.at(i).last + 1, 1, &reading::is_free_only_column);
  if (!of) return false;
  auto const& o = *r.resolve.column(r.at(*of));
  return o.score > 0.9 && r.names.content_of(o.where) == knowledge::content::text && !r.names.flag_value(o.where, true);
}

/// Whether the previous word lists results; a column that is named only in part needs it.
[[nodiscard]] inline bool is_announced(reading const& r, std::size_t i, std::uint32_t table) {
  auto const first = r.at(i).first;
  if (first == 0 || owner_of(r, i) == table) return true;
  auto const announces = [&](std::size_t t) {
    return r.word(t).empty() || r.is_word(t,
                                          "the and , of 's show list all their its what which each find give her his your distinct "
                                          "different return every many for by");
  };
  bool const unknown = !r.previous(first, 0);
  return announces(first - 1) || (unknown && first > 1 && announces(first - 2));  // "the produced code"
}

/// Whether a column is in the list of results: first in it, or after a comma or "and".
[[nodiscard]] inline bool continues_list(reading const& r, std::size_t i) {
  auto const first = r.at(i).first;
  std::size_t from = 0;
  for (auto const& s : r.selected)
    if (s.at < first) from = std::max(from, s.at + 1);
  if (from == 0) return true;
  for (auto t = from; t < first; ++t)
    if (r.is_word(t, "and , & with plus as") || opens_question(r, t)) return true;
  return false;
}

/// "names of the songs" if songs have titles and no names: the table, if the mention is just a name.
[[nodiscard]] inline std::optional<std::uint32_t> named_table(reading const& r, std::size_t i) {
  if (!is_only_name(r, i)) return {};
  auto table = owner_of(r, i);
  if (!table) {
    auto const of = r.next(r.at(i).last, 8, &reading::is_table);
    if (!of || !r.any_word(r.at(i).last, r.at(*of).first, "of")) return {};
    table = r.table_at(*of);
  }
  bool const has_it = t2s::detail::any_of(
      r.at(i).options, [&](link::link const& o) { return o.is == kind::column && o.where.table == *table && o.score >= 0.5; });
  auto const named = r.resolve.names_of(*table).front();
  if (has_it || !r.resolve.names_rows(named) || r.names.is_foreign_key(named)) return {};
  return table;
}

/// "name" of people with a first and a last name means both.
[[nodiscard]] inline std::vector<column_id> columns_meant(reading const& r, std::size_t i, column_id chosen) {
  auto const& m = r.at(i);
  bool part = m.first > 0 && r.is_word(m.first - 1, "first last given family");
  for (auto t = m.first; t < m.last; ++t) part = part || is_one_of(r.lemma(t), "first last middle family given");
  bool const name = r.lemma(m.first) == "name" || r.lemma(m.last - 1) == "name";
  auto all = r.resolve.names_of(chosen.table);
  if (name && !part && all.size() == 2 && t2s::detail::has(all, chosen)) return all;
  all.clear();
  all.push_back(chosen);
  return all;
}

/// "Messages sent to Ann": a participle that the time of its own table is called by is not a result.
[[nodiscard]] inline bool describes_owner(reading const& r, std::size_t i, column_id c) {
  auto const t = r.at(i).first;
  if (r.at(i).last != t + 1 || !is_past(r.word(t)) || !r.names.is_time(c)) return false;
  auto const owner = r.previous(t, t > 0 && r.is_word(t - 1, "are were is was be been") ? 2 : 0, &reading::is_table);
  return owner && r.table_at(*owner) == c.table && r.is_word(t + 1, "to by from in at on with for");
}

/// Whether a column in the list of results is asked for.
[[nodiscard]] inline bool is_asked_for(reading const& r, std::size_t i, link::link const& o) {
  auto const first = r.at(i).first;  // "the mentor of Ann", of `mentor_id` to rows of the same table
  bool const above = first > 0 && r.is_word(first - 1, "the whose 's") && r.resolve.distinguishing_words(o.where) > 0 &&
                     reference_to(r, o.where.table, o.where.table) == o.where;
  if (above) return continues_list(r, i);
  if (r.names.flag_value(o.where, true) || o.score < 0.4) return false;
  return (o.score >= 0.6 || is_announced(r, i, o.where.table) || named_table(r, i)) && continues_list(r, i);
}

/// "the home team and the away team": keys to rows of one table are shown as the names of these rows, unless keys are asked for.
[[nodiscard]] inline std::optional<std::uint32_t> rows_named(reading const& r, std::size_t i, column_id key) {
  if (!r.names.is_foreign_key(key)) return {};
  for (auto t = r.at(i).first; t < r.at(i).last + 1; ++t)
    if (r.is_word(t, "id ids identifier number code key")) return {};
  std::optional<std::uint32_t> of;
  std::size_t keys = 0;
  auto const& all = r.names.connected().tables()[key.table].foreign_keys;
  auto const* own = t2s::detail::find_if(
      all, [&](auto const& k) { return k.resolved && k.columns.size() == 1 && k.columns.front() == r.names.column(key).name; });
  for (auto const& k : all) keys += own && k.resolved && k.columns.size() == 1 && k.table == own->table ? 1U : 0U;
  if (own && keys > 1 && own->table != r.names.table(key).name) {
    auto const& d = r.names.schema();
    of = static_cast<std::uint32_t>(d.place_of(*d.find_table(own->table)));
  }
  if (!of || r.resolve.key_of(*of) == r.resolve.names_of(*of).front()) return {};
  return r.names.content_of(key) == knowledge::content::text ? std::nullopt : of;
}

/// The rows that a bare "name" names: those asked about, if no other table is near, or those of the column listed beside it.
[[nodiscard]] inline std::optional<std::uint32_t> bare_name_of(reading const& r, std::size_t i, column_id chosen) {
  if (!is_only_name(r, i) || chosen.table == r.focus || r.resolve.weight(chosen.table) > 0.45 || owner_of(r, i)) return {};
  auto const last = r.at(i).last;
  auto const beside = r.is_word(last, "and ,") ? r.next(last + 1, 1, &reading::is_column) : std::nullopt;
  auto const table = beside && !r.is_table_first(*beside) ? r.column_at(*beside).table : r.focus;
  bool const named =
      t2s::detail::any_of(r.at(i).options, [table](link::link const& o) { return o.where.table == table && o.score >= 0.4; });
  return named && r.resolve.names_rows(r.resolve.names_of(table).front()) ? std::optional(table) : std::nullopt;
}

inline void select_column(reading& r, std::size_t i, column_id chosen) {
  if (auto const of = rows_named(r, i, chosen)) {
    for (auto const c : r.resolve.names_of(*of)) {
      auto named = plain(c);
      named.via = chosen;
      r.select(r.at(i).first, std::move(named));
    }
    return;
  }
  auto t = named_table(r, i);
  if (!t) t = bare_name_of(r, i, chosen);
  auto const all = t && chosen.table != *t ? r.resolve.names_of(*t) : columns_meant(r, i, chosen);
  for (auto const c : all) {
    auto shown = plain(c);
    if (c == chosen) shown.via = r.role[i];
    r.select(r.at(i).first, std::move(shown));
  }
}

/// Whether the rows of a table are asked for: "which shops", "list the shops", or people.
[[nodiscard]] inline bool asks_for_rows(reading const& r) {
  if (r.is_word(0, "who whom")) return true;
  auto const first = r.next(0, r.size(), [&](std::size_t i) { return !r.is_value(i) && !r.is_digits(i); });
  return first && r.is_table_first(*first) && !r.any_word(0, r.at(*first).first, "when where how");
}

/// "Which fire caused the most damage", "which ships carried no cargo": a past form after the rows that are asked for, which a column is
/// only related to, as `cause` and `carrier`.
[[nodiscard]] inline bool is_only_verb(reading const& r, std::size_t t, column_id c) {
  if (r.names.is_time(c) || r.names.flag_value(c, true) || has_word(r.resolve.words_of(c), r.word(t))) return false;
  auto const rows = r.previous(t, 0, &reading::is_table_first);
  bool const asked = rows && r.is_word(0, "which what who") && !r.any_word(1, r.at(*rows).first, "which what whose");
  return asked && r.at(*rows).first < 4 && !r.is_word(t + 1, "of and , is are was were by in");
}

/// "Which pets are registered here", "the tools that Ann has borrowed": a verb that a time is called by, in a question for rows, is no
/// result.
[[nodiscard]] inline bool is_verb_of_rows(reading const& r, std::size_t i, column_id c) {
  auto t = r.at(i).first;
  if (t == 0 || r.at(i).last != t + 1 || !is_past(r.word(t))) return false;
  if (is_only_verb(r, t, c)) return true;
  if (!r.names.is_time(c) && !r.names.is_foreign_key(c)) return false;
  if (r.next(t + 1, 0, &reading::is_table_first) && !r.is_word(t - 1, "has have had")) return false;  // "the opened shops"
  while (t > 1 && r.is_word(t - 1, "not never ever also already just first last still been yet most recently")) --t;
  auto const p = t - 1;
  bool const verb = r.is_word(p, "has have had are is was were been be who that which we they you he she i ve") ||
                    r.previous(t, 0, [&](std::size_t k) { return r.is_table_first(k) || r.is_value(k); });
  return verb && !r.any_word(0, t, "when where") && asks_for_rows(r);
}

/// Whether a table stands alone in a list: "the building and the unit", but not "the dog's name" or "of the claim".
[[nodiscard]] inline bool is_alone(reading const& r, std::size_t i) {
  auto const first = r.at(i).first, last = r.at(i).last;
  bool const ends =
      last >= r.size() || r.is_word(last, "and please") || (r.token(last).is == retrieve::token::kind::mark && r.word(last) != "'");
  bool const begins = first == r.listed_from || r.is_word(first - 1, "the and its their , me give show list need like see want");
  return ends && begins && r.word(last) != "'s" && !r.any_word(first - std::min<std::size_t>(first, 2), first, "of all each every number");
}

/// A table or "name" in a last sentence that lists the results: the names of the rows.
inline bool list_names(reading& r, std::size_t i) {
  bool const name = is_only_name(r, i), table = r.is_table_first(i) && is_alone(r, i);
  if (r.at(i).first < r.listed_from || r.listed_from == 0 || (!name && !table)) return false;
  auto const owner = name ? owner_of(r, i) : r.table_at(i);
  auto const first = r.at(i).first;  // "the author name", "instead of names"
  if (name && !owner && (r.is_word(r.at(i).last, "of") || r.is_word(first - 1, "of than") || r.previous(first, 0))) return false;
  if (name && (owner || first != r.listed_from) && !r.is_word(first - 1, "the and , their its")) return false;
  auto const last = r.at(i).last;
  auto const beside = name && !owner && r.is_word(last, "and ,") ? r.next(last + 1, 1, &reading::is_column) : std::nullopt;
  auto of = owner.value_or(r.grouped_table.value_or(r.focus));  // but "names and job titles" are of those who have titles
  if (beside && !r.is_table_first(*beside) && !r.grouped_table && r.at(*beside).option(kind::column)->score > 0.9) {
    auto const other = r.column_at(*beside).table;
    if (other != of && r.resolve.names_rows(r.resolve.names_of(other).front()) && r.resolve.weight(of) <= 0) of = other;
  }
  for (auto const c : r.resolve.names_of(of)) r.select(r.at(i).first, plain(c));
  return true;
}

/// "name the town and the number": neither word names a column.
[[nodiscard]] inline bool is_request_of_list(reading const& r, std::size_t i) {
  auto const t = r.at(i).first;
  if (r.listed_from == 0 || t < r.listed_from || r.at(i).last != t + 1) return false;
  if (r.is_word(t, "name")) return t == r.listed_from && r.is_word(t + 1, "the all each");
  return r.is_word(t, "number") && r.has_cue(cue::kind::each) && !r.is_word(t + 1, "of");
}

/// "Name and date": the time of the rows asked about, whatever else has a date.
inline bool list_date(reading& r, std::size_t i) {
  auto const t = r.at(i).first;
  if (r.listed_from == 0 || t < r.listed_from || r.at(i).last != t + 1 || !r.is_word(t, "date dates day days")) return false;
  auto const when = time_column(r);
  if (!when || when->table != r.focus || r.column_at(i).table == r.focus) return false;
  r.select(t, plain(*when));
  return true;
}

/// "Which shop costs us the most rent": a verb after the rows that are asked for, although a column is called so.
[[nodiscard]] inline bool is_verb_of_measure(reading const& r, std::size_t i) {
  auto const t = r.at(i).first;
  auto const rows = r.previous(t, 0, &reading::is_table_first);
  bool const measures = !adjective_of_verb(r.lemma(t)).empty() || r.is_word(t, "pays");
  return rows && r.at(i).last == t + 1 && measures && r.at(*rows).first > 0 && r.is_word(r.at(*rows).first - 1, "which what") &&
         !r.is_word(t + 1, "of and , are is");
}

/// "which partner institutions are in Rome", "that have their base in Rome": a key beside its rows, or what rows have, is no result.
[[nodiscard]] inline bool describes_rows(reading const& r, std::size_t i, column_id c) {
  auto const first = r.at(i).first;
  if (first > 1 && r.is_word(first - 1, "their its") && r.is_word(first - 2, "have has had having")) return true;
  auto const rows = r.next(r.at(i).last, 0, &reading::is_table_first);
  return rows && r.names.is_foreign_key(c) && reference_to(r, c.table, *r.table_at(*rows)) == c;
}

[[nodiscard]] inline bool may_be_flag(reading const& r, std::size_t i) {
  return r.is_column(i) && r.names.flag_value(r.column_at(i), true).has_value();
}

/// "Open express orders": a word before the rows that begin a request describes them, although a column of another table is called so.
[[nodiscard]] inline bool is_adjective_of_rows(reading const& r, std::size_t i, column_id c) {
  auto const first = r.at(i).first, last = r.at(i).last;
  auto const rows = r.next(last, 2, &reading::is_focus);
  if (!rows || last != first + 1 || c.table == r.focus || !r.all_words(0, first, "the all list show me give our")) return false;
  for (auto t = last; t < r.at(*rows).first; ++t)
    if (auto const k = r.mention_of(t); !k || !(r.used[*k] || may_be_flag(r, *k))) return false;  // "express", of `is_express`
  auto const words = retrieve::lemmas_of_name(r.names.column(c).name);
  return r.resolve.column(r.at(i))->score < 0.9 || is_one_of(words.back(), "at on by from until since for");
}

/// "Open orders (state O)": what is in brackets says what a word before the rows means.
inline void read_explained(reading& r) {
  for (std::size_t t = 2; t + 3 < r.size(); ++t) {
    auto const rows = r.word(t) == "(" ? r.previous(t, 0, &reading::is_table_first) : std::nullopt;
    auto const column = rows ? r.next(t + 1, 0, &reading::is_column) : std::nullopt;
    auto const value = column ? r.next(r.at(*column).last, 1, &reading::is_mention) : std::nullopt;
    if (!value || !r.used[*value] || r.word(r.at(*value).last) != ")") continue;
    for (auto w = r.at(*rows).first; w-- > 0 && r.token(w).is == retrieve::token::kind::word && !retrieve::is_stop_word(r.token(w));) {
      auto const i = r.mention_of(w);
      if (r.read[w] || (i && (r.used[*i] || may_be_flag(r, *i)))) continue;
      r.mark_read(w, w + 1);
      r.use_within(w, w + 1);
      break;
    }
  }
}

/// "the author name", "instead of names": the word belongs to the column before it, or is not wanted.
[[nodiscard]] inline bool is_of_other_name(reading const& r, std::size_t i) {
  auto const first = r.at(i).first;
  return r.previous(first, 0, [&](std::size_t k) { return !r.is_table_first(k); }) || (first > 0 && r.is_word(first - 1, "of than"));
}

inline void read_columns(reading& r) {
  bool asking = true;
  std::size_t token = 0;
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    for (; token < r.at(i).first; ++token) {
      bool const rest = lists_rest(r, token);
      if (rest) r.rest_listed_at = token;
      asking = rest || opens_question(r, token) || (asking && !opens_condition(r, token));
    }
    bool const listed = r.listed_from > 0 && r.at(i).first >= r.listed_from;
    if (listed && r.is_free(i) && (is_request_of_list(r, i) || list_names(r, i) || (r.is_column(i) && list_date(r, i)))) r.used[i] = true;
    if (listed && r.is_free(i) && is_only_name(r, i) && is_of_other_name(r, i)) {
      r.used[i] = !r.is_word(r.at(i).first - 1, "of than");
      continue;
    }
    if (!r.is_free_column(i) || r.is_table_first(i)) continue;
    auto const& o = *r.resolve.column(r.at(i));
    if (is_adjective_of_rows(r, i, o.where)) continue;
    r.used[i] = names_column(r, i) || describes_owner(r, i, o.where) || is_verb_of_rows(r, i, o.where) || describes_rows(r, i, o.where) ||
                is_verb_of_measure(r, i);
    if (r.used[i]) continue;
    bool const elsewhere = r.listed_from > 0 && !listed && asks_for_rows(r);  // "What is the email of Ann? Show the phone, too."
    r.used[i] = !elsewhere && (asking || listed) && (is_asked_for(r, i, o) || (listed && o.score >= 0.4));
    if (r.used[i])
      select_column(r, i, o.where);
    else
      r.score -= 0.3 * o.score;
  }
}

/// "Show all types with the number of students": asks for the rows of a table, and an aggregate for each.
[[nodiscard]] inline bool lists_rows(reading const& r) {
  if (r.selected.empty() || r.selected.front().at < 2) return false;
  auto const token = r.selected.front().at;
  auto const head = r.next(0, 1, &reading::is_focus);  // "Members who came twice, with the number of visits"
  auto const with = token - (r.is_word(token - 1, "the their") ? 2U : 1U);
  if (head && r.at(*head).last < with && r.is_word(with, "with and showing") && r.word(with - 1) == ",") return true;
  return r.any_word(token - std::min<std::size_t>(token, 3), token, "and with along") && r.previous(token, 4, &reading::is_focus);
}

[[nodiscard]] inline bool asks_for_everything(reading const& r) {
  for (std::size_t t = 0; t < r.size(); ++t) {
    if (r.is_word(t, "everything")) return true;
    bool const all = r.is_word(t, "information details data info records attributes");
    if (all && t < 8 && r.any_word(t - std::min<std::size_t>(t, 4), t, "all")) return true;
  }
  return false;
}

/// "When was the school with the largest enrollment founded": a column after the condition is asked for after all.
inline void select_left_over(reading& r) {
  if (!r.is_word(0, "when where what how which")) return;
  double const least = r.is_word(0, "when where") ? 0.45 : 0.7;
  for (std::size_t i = r.used.size(); i-- > 0;) {
    if (!r.is_free_column(i) || r.is_table_first(i)) continue;
    auto const* o = r.resolve.column(r.at(i));
    if (o->score < least || r.names.flag_value(o->where, true)) continue;
    r.used[i] = true;
    r.score += 0.3 * o->score;
    return r.plan.select.push_back(plain(o->where));
  }
}

/// The rows of a table, by their names; by their key if the only text says their kind: the status of an order does not identify it.
inline void select_names(reading& r, std::uint32_t table) {
  std::size_t place = 0;
  auto names = r.resolve.names_of(table);
  auto const key = r.resolve.key_of(table);
  auto const words = r.resolve.words_of(names.front());
  bool const of_kind = names.size() == 1 && !words.empty() &&
                       is_one_of(words.back(), "status state type kind category class mode method level priority phase stage comment note");
  if (of_kind && key) names.front() = *key;
  for (auto const c : names) t2s::detail::insert_at(r.plan.select, place++, plain(c));
}

/// "newest first" and the like.
[[nodiscard]] inline bool says_first(reading const& r, std::string_view words) {
  for (std::size_t t = 1; t < r.size(); ++t)
    if (r.is_word(t, "first") && r.is_word(t - 1, words)) return true;
  return false;
}

/// Reports "best first" and the like as not read.
inline void refuse_order(reading& r) {
  for (auto const& q : r.question.cues)
    if ((q.is == cue::kind::descending || q.is == cue::kind::ascending) && r.is_word(q.last - 1, "first")) r.refuse(q.first, q.last);
  r.plan.order.reset();
  r.plan.descending = false;
}

/// "The tools, highest first", of which no number is shown: by their only amount, else it is not known by what.
inline void order_by_only_amount(reading& r) {
  auto const only = only_column(r, r.focus, [&](column_id c) { return holds_amounts(r, c); });
  if (only && r.plan.group_by.empty()) {
    r.plan.order = plain(*only);
    return;
  }
  refuse_order(r);
}

/// "Most expensive first", "oldest first" of average ages: by the only result that the adjective measures, in its direction. False without
/// one.
inline bool order_by_measured_result(reading& r) {
  auto const* q = t2s::detail::find_if(r.question.cues, [&r](cue const& x) {
    return (x.is == cue::kind::descending || x.is == cue::kind::ascending) && r.is_word(x.last - 1, "first");
  });
  if (!q) return false;
  auto const* measured = q->last > q->first + 2 ? find_quality(r.word(q->last - 2)) : find_superlative(r.word(q->first));
  if (!measured) return false;
  auto const fits = [&](term const& t) {
    bool const of_column = t.what && !t.what->is_table() && t.how != aggregate::count;
    return of_column && (r.resolve.has_any(*t.what, measured->columns) || r.resolve.has_any(*t.what, measured->reversed_columns));
  };
  auto const* found = t2s::detail::find_if(r.plan.select, fits);
  if (!found || t2s::detail::count_if(r.plan.select, fits) != 1) return false;
  r.plan.order = *found;
  r.plan.descending = r.resolve.has_any(*found->what, measured->columns);
  return true;
}

/// Sorted by something unnamed: numbers if there are any and no word means letters, else the first result.
inline void order_by_selected(reading& r) {
  bool const letters = t2s::detail::any_of(r.question.linked->tokens,
                                           [](auto const& t) { return t.text.starts_with("alphabet") || t.text.starts_with("lexic"); });
  auto const& all = r.plan.select;
  auto const* number = letters ? nullptr : t2s::detail::find_if(all, is_aggregate);
  auto const is_measured = [&r](term const& t) {
    return t.what && !t.what->is_table() && (holds_amounts(r, *t.what) || r.names.is_time(*t.what));
  };
  bool const ranked = t2s::detail::any_of(r.question.cues, [&r](cue const& q) {  // "names and wages, highest first"
    return (q.is == cue::kind::descending || q.is == cue::kind::ascending) && r.is_word(q.last - 1, "first");
  });
  if (ranked && r.plan.period && says_first(r, "newest latest oldest earliest recent")) {  // "orders per year, newest first"
    r.plan.order = *r.plan.period;
    return;
  }
  bool const one_number = r.plan.group_by.empty() && !r.grouped_table && !r.plan.period && t2s::detail::all_of(all, is_aggregate);
  if (ranked && !letters && !one_number && order_by_measured_result(r)) return;
  if (!number && ranked && !letters && t2s::detail::count_if(all, is_measured) == 1) number = t2s::detail::find_if(all, is_measured);
  bool const of_all = number && one_number;
  bool const counted = number && number->how == aggregate::count && (says_first(r, "best") || says_first(r, "worst"));
  if (ranked && (of_all || counted)) return refuse_order(r);  // one number has no order, and most is not best
  if (ranked && !number && !letters) return order_by_only_amount(r);
  r.plan.order = term(number ? *number : all.front());
  if (number && number->what && turns_best(r, *number->what)) r.plan.descending = !r.plan.descending;
}

/// "lamps and their makers": also names of the other table.
inline void select_belongings(reading& r) {
  if (r.selects_aggregate()) return;
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    auto const first = r.at(i).first;
    if (first < 3 || !r.is_free(i) || !r.is_table_first(i) || r.table_at(i) == r.focus) continue;
    auto const noun = r.at(i).last - 1;  // "bills, with member"
    bool const one = r.is_word(first - 1, "with") && r.is_word(first - 2, ",") && r.word(noun) == r.lemma(noun) &&
                     reference_to(r, r.focus, *r.table_at(i)) && r.at(i).last + 1 >= r.size();
    if (!one && (!r.is_word(first - 1, "their its his her") || !r.is_word(first - 2, "and with ,"))) continue;
    bool const asked = !r.any_word(1, first, "whose where that who having which");
    if (!asked) continue;
    if (r.selected.empty())
      for (auto const c : r.resolve.names_of(r.focus)) r.select(0, plain(c));
    for (auto const c : r.resolve.names_of(*r.table_at(i))) r.select(first, plain(c));
    r.used[i] = true;
  }
}

/// "The three longest trails with their lengths", "which shop is the largest, and how large is it": what is asked of rows that are asked
/// for themselves. The rows' names come first.
inline void select_subject(reading& r) {
  if (r.selected.empty() || r.listed_from > 0 || r.grouped_table || !r.plan.group_by.empty() || r.plan.computed) return;
  if (t2s::detail::any_of(r.selected, [](auto const& s) { return is_aggregate(s.what) || !s.what.what; })) return;
  auto const at = r.selected.front().at;
  auto const head = r.next(0, r.size(), [&](std::size_t i) {  // but for "red", or "mobile" of `is_mobile`
    return !r.is_value(i) && !r.is_digits(i) && !(may_be_flag(r, i) && r.next(r.at(i).last, 0, &reading::is_focus));
  });
  bool const of_kind = r.kind_named && r.at(*r.kind_named).last < at;  // "all dogs with their owners' names"
  if (!of_kind && (!head || !r.is_table_first(*head) || r.table_at(*head) != r.focus || r.at(*head).last >= at)) return;
  auto const whose = of_kind ? *r.kind_named : *head;
  if (r.any_word(0, r.at(whose).first, "how when where of for in")) return;
  auto from = at;
  while (from > r.at(whose).last && r.is_word(from - 1, "the a an ' 's")) --from;
  if (auto const owner = r.previous(from, 0, &reading::is_table_first); owner && from < at && *owner != whose) from = r.at(*owner).first;
  bool const theirs = r.is_word(from - 1, "their its his her") && from > 1 && r.is_word(from - 2, "with and , plus show give list");
  bool const asked = r.is_word(at, "how") && r.is_word(at - 1, "and");
  bool const added = from > 1 && r.is_word(from - 1, "and") && r.is_word(from - 2, ",");
  bool const listed = r.rest_listed_at > 0 && from == r.rest_listed_at + 1;
  if (!theirs && !asked && !added && !listed) return;
  auto const names = r.resolve.names_of(r.focus);
  bool const identifies = t2s::detail::any_of(
      r.selected, [&](auto const& s) { return s.what.what->table == r.focus && r.resolve.is_name(*s.what.what) && listed; });
  for (auto const c : names)
    if (!identifies && !r.is_selected(c)) r.select(r.at(whose).first, plain(c));
}

/// "Which clubs are in Bonn? Also show the dues.": beside the names.
inline void add_names_to_list(reading& r) {
  if (r.listed_from == 0 || !asks_for_rows(r) || r.selected.empty() || r.grouped_table ||
      !r.any_word(r.listed_from, r.size(), "also too add"))
    return;
  for (auto const c : r.resolve.names_of(r.focus))
    if (!r.is_selected(c)) r.select(r.listed_from - 1, plain(c));
}

/// "Boats per kind, by its description": what is listed stands for the key of the groups.
inline void show_for_key(reading& r) {
  auto const stands_for = [&](reading::selected_term const& s, column_id key) {
    bool const named =
        s.what.what && !is_aggregate(s.what) && s.at > 1 && r.is_word(s.at - 1, "its their the") && r.is_word(s.at - 2, "by");
    return named && r.names.is_foreign_key(key) && reference_to(r, key.table, s.what.what->table) == key;
  };
  for (auto const key : r.plan.group_by)
    if (t2s::detail::any_of(r.selected, [&](auto const& s) { return stands_for(s, key); }))
      t2s::detail::drop_if(r.selected, [&](auto const& s) { return s.what == plain(key); });
}

/// "Revenue (quantity times price)": the same product twice.
[[nodiscard]] inline bool is_same_product(term const& a, term const& b) {
  return a.factor && a.how == b.how && a.what == b.factor && a.factor == b.what;
}

inline void complete_selection(reading& r) {
  show_for_key(r);
  add_names_to_list(r);
  select_belongings(r);
  select_subject(r);
  auto& select = r.plan.select;
  auto& tables = r.plan.tables;
  for (auto const& s : r.selected)
    if (!t2s::detail::any_of(select, [&s](term const& t) { return t == s.what || is_same_product(t, s.what); })) select.push_back(s.what);
  if (r.plan.averages_counts) return;
  bool const only_aggregates = !r.plan.period && t2s::detail::all_of(select, [&](term const& t) {
    return is_aggregate(t) || (r.counted_number && r.grouped_table && t == plain(*r.counted_number));  // `sum_counted` adds it up
  });
  if (select.empty() && r.plan.computed && !r.grouped_table) return;
  if (only_aggregates && !r.grouped_table && r.plan.group_by.empty() && lists_rows(r)) {
    r.group_by_table(r.focus);
    if (tables.empty() || tables.front() != r.focus) t2s::detail::insert_at(tables, 0, r.focus);
  }
  if (select.empty() && asks_for_everything(r)) select.push_back({});
  if (select.empty()) select_left_over(r);
  if (select.empty() || (only_aggregates && r.grouped_table)) select_names(r, r.grouped_table.value_or(r.focus));
  if (r.order_by_first && (r.said_keys.empty() || !r.said_keys.front().leads)) order_by_selected(r);
}

}  // namespace t2s::reader::detail

#endif
