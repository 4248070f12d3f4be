// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_EDITS_HPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_EDITS_HPP

#include "t2s/offline/reader/detail/follow_up/earlier_statement.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Changes of a statement by parts of another.
namespace t2s::reader::detail::follow_up {

/// Whether a new condition takes the place of an old one on the same column. `instead`: as in "what about Spain?"; else it narrows, as in
/// "only those under 40".
[[nodiscard]] inline bool replaces(part const& made, part const& old, bool instead) {
  using enum restriction;
  if (made.columns.size() != 1 || !old.is_of(made.columns.front()) || old.is == other || made.is == other) return false;
  if (made.is == unequal) return instead && old.is == value && old.sql.find(" IN ") == std::string::npos;  // else both hold
  if (made.is == value) return instead || old.is == value || old.is == unequal;
  return instead || old.is == made.is;
}

/// Adds conditions, in the place of the old ones that any of them replaces. They do not replace each other: all of them were said.
inline void put_all(std::vector<part>& to, std::vector<part> const& made, bool instead) {
  std::vector<part> all;
  bool placed = false;
  for (auto& old : to) {
    if (!t2s::detail::any_of(made, [&](part const& c) { return replaces(c, old, instead); })) {
      all.push_back(std::move(old));
    } else if (!std::exchange(placed, true)) {
      all.insert(all.end(), made.begin(), made.end());
    }
  }
  if (!placed) all.insert(all.end(), made.begin(), made.end());
  to = std::move(all);
}

/// Adds the conditions that a list lacks, and replaces none: "of them" are fewer rows.
inline void append_missing(std::vector<part>& to, std::vector<part> const& more) {
  for (auto const& c : more)
    if (!t2s::detail::any_of(to, [&](part const& old) { return old.sql == c.sql; })) to.push_back(c);
}

/// "a.id IN (SELECT a.id FROM ...)": the rows of a table that are in a statement. Nothing if the table is not in it, or has no key.
[[nodiscard]] inline std::optional<part> membership(knowledge::lexicon const& names, clauses of, std::uint32_t table) {
  auto const key = key_of(names, table);
  if (key.empty() || !of.has_table(table) || (of.lists_rows() ? false : of.having.empty() && of.limit.empty() && !of.group_by.empty()))
    return {};
  of.select = {part(key)};
  of.distinct = false;
  if (of.limit.empty()) of.order_by.clear();
  auto inner = to_sql(of, names.schema());
  if (!inner) return {};
  auto const column = key.substr(key.find('.') + 1);
  if (!of.limit.empty()) inner = "SELECT " + column + " FROM (" + *inner + ") AS earlier";
  return part(key + " IN (" + *inner + ")");
}

/// Joins what `to` lacks of the tables of `more`. False, and nothing is changed, if that would repeat its rows.
inline bool join_missing(knowledge::lexicon const& names, clauses& to, clauses const& more) {
  auto made = to;
  if (join_tables_of(names, made, more)) {
    to = std::move(made);
    return true;
  }
  for (auto const& j : more.from)
    if (!made.has_table(j.table) && !join_table(names, made, j.table, false)) return false;
  to = std::move(made);
  return true;
}

/// How new conditions stand to those before: in the place of all on their columns, of those of their kind, or of none.
enum class placing : std::uint8_t { instead, same_kind, beside };

/// Adds conditions to a list.
inline void put_conditions(std::vector<part>& to, std::vector<part> const& made, placing how) {
  if (how == placing::beside)
    append_missing(to, made);
  else
    put_all(to, made, how == placing::instead);
}

/// Adds the conditions of `by`, which are about the rows of a table of `to`.
inline bool put_conditions(knowledge::lexicon const& names, clauses& to, clauses const& by, std::uint32_t table, placing how) {
  bool const plain = by.having.empty() && by.limit.empty() && by.group_by.empty();
  if (plain && join_missing(names, to, by)) {
    put_conditions(to.where, by.where, how);
    return !by.where.empty();
  }
  auto made = membership(names, by, table);
  if (!made || !to.has_table(table)) return false;
  to.where.push_back(*std::move(made));
  return true;
}

/// Restricts a statement to the rows of a table that another one has. `how`: what its own conditions are to those of the other.
inline bool restrict_to(knowledge::lexicon const& names, clauses& to, clauses const& rows, std::uint32_t table, placing how) {
  auto made = to;
  if (rows.limit.empty() && rows.having.empty() && join_missing(names, made, rows)) {
    made.where = rows.where;
    put_conditions(made.where, to.where, how);
    to = std::move(made);
    return true;
  }
  auto is_in = membership(names, rows, table);
  if (!is_in || (!to.has_table(table) && !join_table(names, to, table, false))) return false;
  to.where.push_back(*std::move(is_in));
  return true;
}

/// The statement with another literal where it compares a column with a text; nothing if it does not compare that.
[[nodiscard]] inline std::optional<std::string> with_literal(std::string const& sql, knowledge::lexicon const& names, column_id column,
                                                             std::string_view value) {
  auto const& d = names.schema();
  auto parsed = sql::parse(sql, d);
  if (!parsed) return {};
  auto const resolved = sql::resolve(*parsed, d);
  bool found = false;
  sql::visit(parsed->root(), [&](sql::node& n) {
    if (n.kind != sql::kind::operation || n.op != sql::op::eq || n.count != 2) return;
    auto const* use = n[0].kind == sql::kind::column ? resolved.find(n[0]) : nullptr;
    bool const same = use && use->base.table && use->base.column && knowledge::id_of(d, *use->base.table, use->base.column) == column;
    if (!same || n[1].kind != sql::kind::string) return;
    auto literal = parsed->make_literal(value);
    literal.quoted = n[1].name.quoted;
    n[1].name = literal;
    found = true;
  });
  return found ? std::optional(sql::print(*parsed)) : std::nullopt;
}

}  // namespace t2s::reader::detail::follow_up

#endif
