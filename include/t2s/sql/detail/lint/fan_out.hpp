// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_FAN_OUT_HPP
#define T2S_SQL_DETAIL_LINT_FAN_OUT_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/sql/detail/lint/edit.hpp"
#include "t2s/sql/detail/lint/fallbacks.hpp"
#include "t2s/sql/detail/lint/joins.hpp"
#include "t2s/sql/detail/lint/keys.hpp"
#include "t2s/sql/detail/lint/select.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Finds aggregates over rows that a join has repeated.
namespace t2s::sql::detail::linting {

/// The rows over which an aggregate runs: what is grouped, or what a window function is partitioned by.
struct aggregated {
  node const* terms = nullptr;   ///< GROUP BY or PARTITION BY; nullptr: all rows
  std::vector<place> columns{};  ///< of the terms: they have one value in each group
};

/// Nothing if a term is a number, or an expression without data to ask.
inline std::optional<aggregated> rows_by(review const& r, select_view const& s, node const* terms) {
  aggregated by{terms, {}};
  if (!terms) return by;
  for (auto const* term : terms->children()) {
    auto const* const result = r.result_of(*term);
    auto const& at = result ? *result->at : *term;
    auto const p = r.place_of(s, at);
    if (p)
      by.columns.push_back(p);
    else if (!r.has_facts() || is_constant(at))
      return {};
  }
  return by;
}

/// The names by which a row of a source is found, separated by commas. Empty if there are none.
inline std::string row_key_text(review const& r, select_view const& s, std::uint32_t i) {
  if (!is_named(s, i)) return {};
  std::string keys;
  for (auto const column : key_of(s.source(i)).value_or(std::vector<std::string_view>()))
    keys.append(keys.empty() ? "" : ", ").append(column_text(r, s, i, column));
  auto const* const t = s.table(i);
  if (!keys.empty() || !t || t->is_view || !r.in_sqlite() || !s.source(i).relation->has_rowid || t->find_column("rowid")) return keys;
  return concat({r.named(s.source(i).name), ".rowid"});
}

/// Whether a group has several rows for one row of `of`. `counted` is an aggregate that counts them.
inline std::optional<bool> repeats(review const& r, select_view const& s, aggregated const& by, std::vector<std::uint32_t> const& of,
                                   std::string_view counted) {
  auto const with = r.with_text();
  std::vector<std::string> compared;
  auto const rows = r.rows_of(s, !with.empty(), compared);
  if (!rows) return {};
  std::string keys;
  for (auto const& column : compared) keys.append(keys.empty() ? "" : ", ").append(column);
  if (by.terms)
    for (auto const* term : by.terms->children()) {
      auto const* const result = r.result_of(*term);
      keys.append(keys.empty() ? "" : ", ").append(r.text_of(result ? *result->at : *term));
    }
  for (auto const i : of) {
    auto const key = row_key_text(r, s, i);
    if (key.empty()) return {};
    keys.append(keys.empty() ? "" : ", ").append(key);
  }
  return r.any(concat({with, "SELECT 1 FROM (SELECT ", counted, " AS n ", *rows, " GROUP BY ", keys, ") AS a WHERE n > 1"}));
}

/// The sources that have one row for each group and each row of `of`.
inline determined once_for(select_view const& s, aggregated const& by, std::vector<std::uint32_t> const& of) {
  determined once(s);
  for (auto const i : of) once.add_source(i);
  for (auto const& g : by.columns) once.add(g);
  once.close();
  return once;
}

/// A source with several rows for one row of `of` within a group, according to keys or the data.
inline std::optional<std::uint32_t> multiplies(review const& r, select_view const& s, aggregated const& by,
                                               std::vector<std::uint32_t> const& of, std::string_view counted) {
  auto const once = once_for(s, by, of);
  for (std::uint32_t i = 0; i < s.sources().size(); ++i) {
    if (once.has_source(i) || s.source(i).asks() || (s.source(i).from && is_one_row(s, i))) continue;
    bool const declared = s.source(i).from || key_of(s.source(i));  // a table without a key may have one row for each row of the other
    bool const many = r.has_facts() ? repeats(r, s, by, of, counted) == true : declared;
    return many ? std::optional(i) : std::nullopt;
  }
  return {};
}

/// Whether a column has one value in every group.
inline bool is_of_group(select_view const& s, aggregated const& by, place const& p) { return once_for(s, by, {}).has(p); }

/// Calls `visitor` for the columns whose values an aggregate takes, `in_condition` for those that only decide which ones.
template <class Visitor, class InCondition>
void each_value(node const& n, Visitor& visitor, InCondition& in_condition) {
  if (auto const c = n.kind == kind::case_ || is_called(n, {"iif", "if"}) ? choice_of(n) : choice()) {
    visit(n, in_condition);
    for (auto const* value : c.values) each_value(*value, visitor, in_condition);
    return;
  }
  if (n.kind == kind::query || n.kind == kind::column) return visitor(n);
  for (auto const* child : n.children()) each_value(*child, visitor, in_condition);
}

/// The sources of an aggregate's values; empty if they are not all known.
inline std::vector<std::uint32_t> sources_of(review const& r, select_view const& s, node const& argument) {
  std::vector<std::uint32_t> of, deciding;
  bool known = true;
  auto const into = [&](std::vector<std::uint32_t>& all, node const& n) {
    auto const p = n.kind == kind::column ? r.place_of(s, n) : place();
    if (p && !t2s::detail::has(all, p.source)) all.push_back(p.source);
    return p.source != none;
  };
  auto const take = [&](node const& n) { known = into(of, n) && known; };
  auto const decide = [&](node const& n) { into(deciding, n); };
  each_value(argument, take, decide);
  if (!known) return {};
  // CASE WHEN b.x THEN 1 counts rows of b. Without data nobody knows how often b.x is true for one row of another table.
  if (of.empty() || (!r.has_facts() && !std::all_of(deciding.begin(), deciding.end(), [&](auto i) { return t2s::detail::has(of, i); })))
    return deciding;
  return of;
}

/// A column that tells rows apart, declared or, in a table without a declared key, by its name and its values.
inline bool is_row_key(review const& r, base_column const& c) {
  if (!c.column) return false;
  if (has_primary_key(*c.table)) return is_primary_key(c);
  auto const name = text::lower(c.column->name);
  if (c.table->is_view || !name.ends_with("id")) return false;
  auto const column = r.named(c.column->name);
  return r.any(concat({"SELECT 1 FROM (SELECT count(*) AS n FROM ", r.named(*c.table), " GROUP BY ", column, ") AS a WHERE n > 1"})) ==
         false;
}

enum class taken : std::uint8_t { no, values, texts, rows };

/// What an aggregate takes from each row so that repeated rows change it.
inline taken taken_by(node const& n) {
  if (n.kind != kind::call || n.has(flag::distinct)) return taken::no;
  if (is_called(n, {"count"})) return taken::rows;
  if (is_called(n, {"group_concat", "string_agg", "listagg", "array_agg", "json_agg", "jsonb_agg", "json_group_array", "json_arrayagg"}))
    return taken::texts;
  bool const values =
      is_called(n, {"sum", "avg", "total", "mean", "median", "stddev", "stddev_pop", "stddev_samp", "variance", "var_pop", "var_samp"});
  return values ? taken::values : taken::no;
}

inline std::string names_of(select_view const& s, std::vector<std::uint32_t> const& of) {
  std::string names;
  for (auto const i : of) names.append(names.empty() ? "" : " and ").append(s.source(i).name);
  return names;
}

/// Two sources of which neither determines the other, although equalities connect them.
inline std::optional<std::pair<std::uint32_t, std::uint32_t>> siblings(select_view const& s, aggregated const& by) {
  groups linked(s.sources().size());
  for (auto const& e : s.equalities) linked.join(e.a.source, e.b.source);
  for (std::uint32_t a = 0; a < s.sources().size(); ++a)
    for (std::uint32_t b = a + 1; b < s.sources().size(); ++b) {
      bool const same = s.table(a) && s.table(a) == s.table(b);  // pairs of rows of one table are meant
      if (!same && linked.of(a) == linked.of(b) && !once_for(s, by, {a}).has_source(b) && !once_for(s, by, {b}).has_source(a))
        return std::pair(a, b);
    }
  return {};
}

/// `count(*)` where no source's rows are counted once: of two tables that a third one connects, each row of one comes with all of the
/// other.
inline void judge_row_count(review& r, select_view const& s, aggregated const& by, node const& n) {
  auto const pair = siblings(s, by);
  if (!pair) return;
  for (std::uint32_t i = 0; i < s.sources().size(); ++i)
    if (!multiplies(r, s, by, {i}, "count(*)")) return;
  r.report(lint_rule::fan_out, n,
           concat({"each row of ", s.source(pair->first).name, " comes with each row of ", s.source(pair->second).name,
                   " that belongs to the same one, and ", r.text_of(n), " counts these pairs; count each before the join"}),
           {}, false);
}

/// `count` of a value with the FILTER of another call.
inline std::string counted_text(review const& r, node const& call, std::string_view value) {
  auto const* const filter = call.find(kind::filter);
  return concat({"count(", value, ")", filter ? " " : "", filter ? r.text_of(*filter) : ""});
}

inline void judge_aggregate(review& r, select_view const& s, aggregated const& by, node const& n) {
  auto const what = taken_by(n);
  if (what == taken::no) return;
  bool const counts = what == taken::rows;
  auto const* const argument = first_argument(n);
  if (!argument || is_constant(*argument)) return counts || is_called(n, {"sum"}) ? judge_row_count(r, s, by, n) : void();
  auto const p = r.place_of(s, *argument);
  if (counts && (!p || !is_row_key(r, p.base))) return;
  bool const adds = is_called(n, {"sum", "total"}) || what == taken::texts;
  if (p && !adds && is_of_group(s, by, p)) return;  // rows are counted, or a value is the mean of itself
  auto const of = sources_of(r, s, *argument);
  if (of.empty()) return;
  if (!r.has_facts() && t2s::detail::any_of(of, [&](std::uint32_t i) { return !key_of(s.source(i)); })) return;
  bool const may_add_zero = !p && adds && what == taken::values;  // CASE ... ELSE 0: rows that add nothing do no harm
  auto const value = r.text_of(*argument);
  auto const by_source = multiplies(r, s, by, of, counted_text(r, n, may_add_zero ? concat({"nullif(", value, ", 0)"}) : value));
  if (!by_source) return;
  auto const why = concat({"a row of ", names_of(s, of), " is counted once for each row of ", s.source(*by_source).name,
                           " that it is joined to, and ", r.text_of(n), counts ? " counts it as often" : " takes its value as often"});
  bool const over = n.find(kind::window) || n.find(kind::window_name);  // engines have no DISTINCT there
  auto const meant = counts && !over ? with(r, n, counted_text(r, n, concat({"DISTINCT ", value}))) : std::string();
  if (counts) return r.report(lint_rule::fan_out, n, why, meant, false);
  r.report(lint_rule::fan_out, n, concat({why, "; ask for it before the join, or with IN or EXISTS in place of the join"}), {},
           r.has_facts());
}

/// The window of a window function; nullptr if its name is not known.
inline node const* window_of(select_view const& s, node const& n) {
  if (auto const* const own = n.find(kind::window)) return own;
  for (auto const* part : s.at->children())
    if (part->kind == kind::window_definition && text::same(part->name.view(), n.find(kind::window_name)->name.view())) return &(*part)[0];
  return nullptr;
}

inline void fan_out(review& r, select_view const& s) {
  if (s.sources().size() < 2 || !s.columns || !s.plain_sources) return;
  auto const grouped = rows_by(r, s, s.group);
  each_clause(s, [&](node const& n) {
    if (n.kind != kind::call) return;
    if (!n.find(kind::window) && !n.find(kind::window_name)) {
      if (grouped) judge_aggregate(r, s, *grouped, n);
    } else if (!s.group && !s.aggregates) {  // otherwise its rows are groups
      auto const* const window = window_of(s, n);
      auto const parted = window ? rows_by(r, s, window->find(kind::partition_by)) : std::nullopt;
      if (parted) judge_aggregate(r, s, *parted, n);
    }
  });
}

}  // namespace t2s::sql::detail::linting

#endif
