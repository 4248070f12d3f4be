// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_READER_IMPL_RULES_SELECTION_HPP
#define T2S_READER_IMPL_RULES_SELECTION_HPP

#include "t2s/reader/impl/reading.hpp"

#include <set>

namespace t2s::reader {

/// "each channel owner": a column that the table's name stands before.
[[nodiscard]] inline std::optional<std::pair<std::size_t, column_id>> column_after_table(reading const& r, std::size_t i, std::uint32_t t) {
  auto const k = r.next(r.at(i).last, 0, &reading::is_free_column);
  if (!k) return {};
  auto const* o = r.resolve.column(r.at(*k), [t](column_id c) { return c.table == t; });
  if (!o || o->score < 0.5) return {};
  return std::pair{*k, o->where};
}

inline void group_by_column(reading& r, std::size_t token, column_id c) {
  r.plan.group_by.push_back(c);
  r.select(token, plain(c));
}

inline void group_by(reading& r, std::size_t target) {
  auto const first = r.at(target).first;
  auto const table = r.is_table_first(target) ? r.table_at(target) : std::nullopt;
  r.used[target] = true;
  if (!table) return group_by_column(r, first, r.column_at(target));
  if (auto const column = column_after_table(r, target, *table)) {
    r.used[column->first] = true;
    return group_by_column(r, first, column->second);
  }
  r.group_by_table(*table);
  r.join(*table);
}

inline void read_groups(reading& r) {
  bool const counts = r.has_cue(cue::kind::count) || r.has_cue(cue::kind::aggregate) || r.has_cue(cue::kind::superlative);
  if (!counts && !r.lean.groups.value_or(false)) return;
  for (std::size_t c = 0; c < r.cue_used.size() && r.plan.group_by.empty(); ++c) {
    auto const& q = r.cue_at(c);
    if (q.is != cue::kind::each || r.cue_used[c]) continue;
    auto const target = r.next(q.last, 3, &reading::is_free_name);
    auto const is_value = [&](std::size_t i) { return r.at(i).is(kind::value); };
    if (!target) continue;
    if (r.is_word(q.first, "by") && (r.at(*target).first > q.last + 1 || r.next(r.at(*target).last, 2, is_value))) continue;
    r.cue_used[c] = true;
    group_by(r, *target);
  }
}

/// "average age and height": the further column of a sum or average.
inline void aggregate_next(reading& r, aggregate how, std::size_t target) {
  auto const last = r.at(target).last;
  if (how == aggregate::max || how == aggregate::min || !r.is_word(last, "and")) return;
  auto const also = r.next(last + 1, 0, &reading::is_free_number_column);
  if (!also) return;
  r.used[*also] = true;
  r.select(r.at(*also).first, aggregated(how, *r.number_column(*also)));
}

/// "active customers": the column says which rows of the table after it.
[[nodiscard]] inline bool is_flag_before_table(reading const& r, std::size_t i) {
  if (r.is_table(i) || !r.is_column(i) || !r.names.flag_value(r.column_at(i), true)) return false;
  return r.next(r.at(i).last, 0, &reading::is_table).has_value();
}

/// The term that counts what a mention means; the table is joined.
inline term count_of(reading& r, cue const& q, std::size_t target) {
  auto const t = r.table_at(target);
  if (t && (r.at(target).is(kind::table) || !r.cue_after(q.last, 2, cue::kind::distinct))) {
    r.used[target] = true;
    r.plan.tables.push_back(*t);
  }
  if (t) return row_count();
  r.used[target] = true;
  auto const column = r.column_at(target);
  bool const number = r.resolve.is_number(column);
  if (number && r.is_word(q.first, "how")) return plain(column);
  return {aggregate::count, !number, column};
}

inline void read_aggregates(reading& r) {
  std::set<std::size_t> aggregated_mentions;  // may have several: "average and maximum age"
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    bool const extreme = q.is == cue::kind::superlative && q.quality.empty();
    if (r.cue_used[c] || (q.is != cue::kind::aggregate && !extreme)) continue;
    auto target = r.next(q.last, 5, [&](std::size_t i) { return r.number_column(i) && (r.is_free(i) || aggregated_mentions.contains(i)); });
    if (!target && !extreme) target = r.next(q.last, 1, &reading::is_free_only_column);
    if (!target) continue;
    auto const first = r.at(*target).first;
    r.cue_used[c] = r.used[*target] = true;
    if (auto const count = r.cue_before(first, 1, cue::kind::count); count && r.cue_at(*count).first >= q.last) r.cue_used[*count] = true;
    aggregated_mentions.insert(*target);
    r.select(q.first, aggregated(q.how, r.measure_at(*target)));
    aggregate_next(r, q.how, *target);
  }
}

inline void read_counts(reading& r) {
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    if (r.cue_used[c] || q.is != cue::kind::count) continue;
    auto const is_number = [&](std::size_t i) { return r.number_column(i).has_value(); };
    if (r.word(q.first).starts_with("number") && r.previous(q.first, 0, is_number)) continue;  // "the enrollment number of"
    auto const target = r.next(q.last, 4, [&](std::size_t i) { return r.is_free_name(i) && !is_flag_before_table(r, i); });
    r.cue_used[c] = true;
    r.select(q.first, target ? count_of(r, q, *target) : row_count());
  }
}

[[nodiscard]] inline bool opens_condition(reading const& r, std::size_t t) {
  return t > 0 && r.is_word(t, "whose", "where", "with", "that", "who", "having", "when", "which", "if") &&
         !r.is_word(t - 1, "along", "together") && !(r.is_word(t, "which") && t < 2);
}
[[nodiscard]] inline bool opens_question(reading const& r, std::size_t t) {
  return r.is_word(t, "show", "list", "give", "what", "find", "return", "along", "together", "tell", "?", ".", "their", "its", "display");
}

[[nodiscard]] inline bool is_only_name(reading const& r, std::size_t i) {
  return r.at(i).last - r.at(i).first == 1 && r.token(r.at(i).first).lemma == "name";
}

/// The table that stands right before a mention.
[[nodiscard]] inline std::optional<std::uint32_t> owner_of(reading const& r, std::size_t i) {
  auto const owner = r.previous(r.at(i).first, 0, &reading::is_table);
  return owner ? r.table_at(*owner) : std::nullopt;
}

/// "the name of the capital" is the capital.
[[nodiscard]] inline bool names_column(reading const& r, std::size_t i) {
  if (!is_only_name(r, i) || !r.is_word(r.at(i).last, "of")) return false;
  auto const of = r.next(r.at(i).last + 1, 1, &reading::is_free_only_column);
  if (!of) return false;
  auto const& o = *r.resolve.column(r.at(*of));
  return o.score > 0.9 && r.names.content_of(o.where) == link::content::text && !r.names.flag_value(o.where, true);
}

/// Whether the word before says that something is asked for; a column that is named only in part needs it.
[[nodiscard]] inline bool is_announced(reading const& r, std::size_t i, std::uint32_t table) {
  auto const first = r.at(i).first;
  if (first == 0 || owner_of(r, i) == table) return true;
  auto const announces = [&](std::size_t t) {
    return r.is_word(t, "", "the", "and", ",", "of", "'s", "show", "list", "all", "their", "its", "what", "which", "each", "find", "give",
                     "her", "his", "your", "distinct", "different", "return", "every", "many", "for", "by");
  };
  bool const unknown = !r.previous(first, 0, [](std::size_t) { return true; });
  return announces(first - 1) || (unknown && first > 1 && announces(first - 2));  // "the produced code"
}

/// Whether a column stands in the list of what is asked for: first in it, or tied to what stands before by a comma or "and".
[[nodiscard]] inline bool continues_list(reading const& r, std::size_t i) {
  auto const first = r.at(i).first;
  std::size_t from = 0;
  for (auto const& s : r.selected)
    if (s.at < first) from = std::max(from, s.at + 1);
  if (from == 0) return true;
  for (auto t = from; t < first; ++t)
    if (r.is_word(t, "and", ",", "&", "with", "plus", "as") || opens_question(r, t)) return true;
  return false;
}

/// "names of the songs" where songs have titles and no names: the table, if the mention is just a name.
[[nodiscard]] inline std::optional<std::uint32_t> named_table(reading const& r, std::size_t i) {
  if (!is_only_name(r, i)) return {};
  auto table = owner_of(r, i);
  if (!table) {
    auto const of = r.next(r.at(i).last, 8, &reading::is_table);
    if (!of || !r.any_word(r.at(i).last, r.at(*of).first, "of")) return {};
    table = r.table_at(*of);
  }
  bool const has_it = std::ranges::any_of(
      r.at(i).options, [&](link::link const& o) { return o.is == kind::column && o.where.table == *table && o.score >= 0.5; });
  if (has_it || !r.resolve.is_name(r.resolve.names_of(*table).front())) return {};
  return table;
}

/// "name" of people who have a first and a last name means both.
[[nodiscard]] inline std::vector<column_id> columns_meant(reading const& r, std::size_t i, column_id chosen) {
  auto const& m = r.at(i);
  bool part = m.first > 0 && r.is_word(m.first - 1, "first", "last");
  for (auto t = m.first; t < m.last; ++t) part = part || is_one_of(r.lemma(t), "first", "last", "middle", "family");
  bool const name = r.lemma(m.first) == "name" || r.lemma(m.last - 1) == "name";
  auto all = r.resolve.names_of(chosen.table);
  if (name && !part && all.size() == 2 && std::ranges::find(all, chosen) != all.end()) return all;
  return {chosen};
}

/// Whether a column that is named in the list of what is asked for is asked for.
[[nodiscard]] inline bool is_asked_for(reading const& r, std::size_t i, link::link const& o) {
  if (r.names.flag_value(o.where, true) || o.score < 0.4) return false;
  return (o.score >= 0.6 || is_announced(r, i, o.where.table) || named_table(r, i)) && continues_list(r, i);
}

inline void select_column(reading& r, std::size_t i, column_id chosen) {
  auto const t = named_table(r, i);
  auto const all = t && chosen.table != *t ? r.resolve.names_of(*t) : columns_meant(r, i, chosen);
  for (auto const c : all) r.select(r.at(i).first, plain(c));
}

inline void read_columns(reading& r) {
  bool asking = true;
  std::size_t token = 0;
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    for (; token < r.at(i).first; ++token) asking = opens_question(r, token) || (asking && !opens_condition(r, token));
    if (!r.is_free_column(i) || r.is_table_first(i)) continue;
    auto const& o = *r.resolve.column(r.at(i));
    r.used[i] = names_column(r, i);
    if (r.used[i]) continue;
    r.used[i] = asking && is_asked_for(r, i, o);
    if (r.used[i])
      select_column(r, i, o.where);
    else
      r.score -= 0.3 * o.score;
  }
}

}  // namespace t2s::reader

#endif
