// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_REPEATS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_REPEATS_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"

#include <utility>

/// Joins repeat a row that has several rows elsewhere: "members who rented a drama" names a member once, however many dramas.
namespace t2s::reader::detail {

/// Whether a join of the plan repeats rows of a table.
[[nodiscard]] inline bool repeats_rows(reading const& r, std::uint32_t of) {
  auto const tables = tables_of(r.plan);
  return t2s::detail::has(tables, of) && t2s::detail::any_of(tables, [&](std::uint32_t t) { return leads_to_many(r, of, t); });
}

/// Finds the rows of a table that satisfy the conditions on others by its key, in a query of its own. False if that cannot be written.
inline bool nest_others(reading& r, std::uint32_t of) {
  auto& p = r.plan;
  auto const key = r.resolve.key_of(of);
  if (!key || p.order || t2s::detail::any_of(p.where, [](condition const& c) { return c.or_before; })) return false;
  auto const is_own = [of](condition const& c) { return c.left.what && c.left.what->table == of && !c.left.via && !c.right; };
  plan inner;
  inner.select.push_back(plain(*key));
  inner.tables.push_back(of);
  for (auto const t : p.tables) inner.tables.push_back(t);
  inner.keys = p.keys;
  inner.key_words = p.key_words;
  for (auto& c : p.where)
    if (!is_own(c)) inner.where.push_back(c);
  t2s::detail::drop_if(p.where, [&](condition const& c) { return !is_own(c); });
  p.tables.clear();
  p.tables.push_back(of);
  p.where.push_back({plain(*key), comparison::in, {}, {}, inner_plan(std::move(inner))});
  return true;
}

/// Counts each row once.
inline void count_once(reading& r) {
  auto const rows = r.counted_rows.value_or(r.focus);
  auto const key = r.resolve.key_of(rows);
  if (!key || (r.plan.order && is_aggregate(*r.plan.order)) || !repeats_rows(r, rows)) return;
  for (auto& t : r.plan.select)
    if (t == row_count()) t = {aggregate::count, true, *key};
}

/// Counts groups without rows as well, if only the rows of another table are counted; else that is not read.
inline void keep_empty_groups(reading& r) {
  if (r.kept_until == 0) return;
  auto& p = r.plan;
  auto const rows = r.counted_rows;
  auto const key = rows ? r.resolve.key_of(*rows) : std::nullopt;
  auto const group = r.grouped_table;
  bool const unconditional = p.where.empty() && p.having.empty() && !p.order && !p.both;
  bool const plain_groups = unconditional && !p.computed && !p.period && p.group_by.size() == 1;
  bool const counts = t2s::detail::any_of(p.select, [](term const& t) { return t == row_count(); });
  bool const only_counts =
      t2s::detail::all_of(p.select, [&](term const& t) { return t == row_count() || (t.what && t.what->table == group); });
  if (!plain_groups || !group || !key || group == rows || !counts || !only_counts || !leads_to_many(r, *group, *rows))
    return r.refuse(r.kept_at, r.kept_until);
  for (auto& t : p.select)
    if (t == row_count()) t = {aggregate::count, false, *key};
  p.tables.clear();
  p.tables.push_back(*group);
  p.tables.push_back(*rows);
  p.keeps_empty = true;
}

/// "Which painters did the hall": what rows are asked for by a text that is not what they are called by, each once.
[[nodiscard]] inline bool asks_which_values(reading const& r) {
  if (!r.is_word(0, "which") || r.plan.select.size() != 1 || !r.plan.select.front().what || r.plan.where.empty()) return false;
  auto const asked = r.next(1, 0, [&](std::size_t i) { return r.is_column(i) && !r.is_table_first(i); });
  if (!asked || r.plan.select.front() != plain(r.column_at(*asked))) return false;
  auto const c = r.column_at(*asked);
  return r.names.content_of(c) == knowledge::content::text && !r.names.is_key(c) && !r.names.is_time(c) &&
         !t2s::detail::has(r.resolve.names_of(c.table), c);
}

/// "Which towns have no private members": those of which no row is private, rather than those with a row that is not.
inline void exclude_values(reading& r) {
  if (!asks_which_values(r) || !r.any_word(1, r.size(), "no without")) return;
  auto const c = *r.plan.select.front().what;
  for (auto& x : r.plan.where) {
    bool const own = x.op == comparison::unequal && !x.nested && !x.right && !x.or_before && x.left.what && x.left.what->table == c.table;
    if (!own) continue;
    plan inner;
    inner.select.push_back(plain(c));
    inner.where.push_back({x.left, comparison::equal, x.operand});
    if (!r.names.column(c).not_null) inner.where.push_back({plain(c), comparison::not_null});
    x = condition{plain(c), comparison::not_in, {}, {}, inner_plan(std::move(inner))};
    return;
  }
}

/// "Bike colours in use": the column before it.
[[nodiscard]] inline bool are_in_use(reading& r) {
  auto const t = r.find_word(2, r.size(), "use");
  if (t == r.size() || r.word(t - 1) != "in" || r.mention_of(t) || r.plan.select.size() != 1) return false;
  auto const named = r.previous(t - 1, 0, [&](std::size_t i) { return r.is_column(i) && !r.is_table_first(i); });
  if (!named || r.plan.select.front() != plain(r.column_at(*named)) || r.word(t - 2) == r.lemma(t - 2)) return false;
  r.mark_read(t - 1, t + 1);
  return true;
}

/// "What colours do we have", "in which towns do our clients live", "list all colours we use": each value once.
[[nodiscard]] inline bool asks_what_exists(reading const& r) {
  bool const lists = r.is_word(0, "list show") && r.is_word(1, "all"), within = r.is_word(0, "in") && r.is_word(1, "which what");
  if (!(lists || within || r.is_word(0, "what which")) || r.plan.select.size() != 1 || !r.plan.select.front().what) return false;
  auto const asked = r.next(lists || within ? 2 : 1, 0, [&](std::size_t i) { return r.is_column(i) && !r.is_table_first(i); });
  if (!asked || r.plan.select.front() != plain(r.column_at(*asked))) return false;
  auto const column = r.column_at(*asked);
  if (r.names.is_key(column) || t2s::detail::has(r.resolve.names_of(column.table), column)) return false;
  auto last = r.at(*asked).last;
  bool const plural = r.word(last - 1) != r.lemma(last - 1);
  auto const whose = r.is_word(last, "of") ? r.next(last + 1, 1, &reading::is_table) : std::nullopt;  // "breeds of our dogs"
  if (whose && r.table_at(*whose) == column.table) last = r.at(*whose).last;
  if (lists && r.is_word(last, "that which")) ++last;
  if (lists) return plural && r.is_word(last, "we you they") && r.is_word(last + 1, "have use offer sell keep work");
  bool const ours = r.is_word(last, "do did have are") && r.is_word(last + 1, "we you they there");
  return plural && (within || ours || (r.is_word(last, "do did") && r.is_word(last + 1, "the our")));
}

/// "The different colours of our bikes": what is listed once is named right after the word.
[[nodiscard]] inline bool asks_for_distinct(reading const& r) {
  if (t2s::detail::any_of(r.plan.select, [](term const& t) { return is_aggregate(t) || !t.what || t.what->is_table(); })) return false;
  return t2s::detail::any_of(r.question.cues, [&](cue const& q) {
    if (q.is != cue::kind::distinct || r.read[q.first]) return false;
    auto const before = q.first > 0 && (r.token(q.first - 1).is == retrieve::token::kind::number || number_word(r.word(q.first - 1)));
    auto const named = r.next(q.last, 2, [&](std::size_t i) { return r.is_column(i) && !r.is_table_first(i); });
    return !before && named && t2s::detail::any_of(r.plan.select, [&](term const& t) { return r.may_mean(*named, *t.what); });
  });
}

/// Returns each row once; sums and averages over each once.
inline void settle_repeats(reading& r) {
  auto& p = r.plan;
  if (p.both || p.keeps_empty || p.averages_counts || p.computed || p.period || !p.having.empty() || p.select.empty()) return;
  count_once(r);
  auto const& first = p.select.front();
  if (!first.what || first.what->is_table() || !p.group_by.empty()) return;
  exclude_values(r);
  bool const sorts_shown = !p.order || t2s::detail::has(p.select, *p.order);
  if (r.each_once && sorts_shown && !has_aggregates(p.select)) {
    p.distinct = true;
    return;
  }
  if (!p.order && (asks_what_exists(r) || asks_which_values(r) || are_in_use(r))) p.distinct = p.lists_values = true;
  if (asks_for_distinct(r) && sorts_shown) {
    p.distinct = true;
    p.lists_values = !p.order && p.select.size() == 1;
  }
  auto const rows = first.what->table;
  bool const of_one = t2s::detail::all_of(p.select, [&](term const& t) {
    return t.what && t.what->table == rows && !t.via && t.how == first.how && t.part == time_part::whole;
  });
  if (!of_one || !repeats_rows(r, rows)) return;
  if (first.how == aggregate::sum || first.how == aggregate::avg) nest_others(r, rows);
  if (first.how != aggregate::none || !sorts_shown) return;
  auto const names = r.resolve.names_of(rows);
  bool const identifies =
      t2s::detail::any_of(p.select, [&](term const& t) { return r.resolve.is_name(*t.what) || t2s::detail::has(names, *t.what); });
  p.distinct = p.distinct || identifies || !nest_others(r, rows);
}

}  // namespace t2s::reader::detail

#endif
