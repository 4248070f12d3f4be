// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_COMPARE_IPP
#define T2S_SQL_IMPL_COMPARE_IPP

#include "t2s/core/text.hpp"
#include "t2s/sql/compare.hpp"
#include "t2s/sql/impl/fingerprint.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace t2s::sql {
namespace detail {

/// However they are bracketed.
inline std::size_t sources_in(node const& n) noexcept {
  if (n.kind == kind::join || n.kind == kind::alias || n.kind == kind::indexed) return sources_in(n[0]);
  if (n.kind != kind::from) return 1;
  return std::accumulate(n.items, n.items + n.count, std::size_t{}, [](std::size_t sum, node const* s) { return sum + sources_in(*s); });
}

/// Whether the clauses are of the same kinds and have as many parts.
inline bool same_clauses(node const& a, node const& b) noexcept {
  return std::equal(a.items, a.items + a.count, b.items, b.items + b.count, [](node const* x, node const* y) {
    if (x->kind != y->kind) return false;
    if (x->kind == kind::select) return same_clauses(*x, *y);
    return x->kind == kind::from ? sources_in(*x) == sources_in(*y) : x->count == y->count;
  });
}

inline bool is_one_select(node const& q) noexcept {
  return q.find(kind::select) && std::all_of(q.items, q.items + q.count, [](node const* n) { return n->op == op::none; });
}

inline bool uses(entities const& used, std::string_view table, std::string_view column) {
  return std::any_of(used.columns.begin(), used.columns.end(), [&](column_use const& c) {
    if (c.what != reference::column || !text::same(c.name, column)) return false;
    auto const owner = used.table_of(c);
    return table.empty() || text::same(owner, table) || (owner.empty() && c.source == column_use::unknown);
  });
}

}  // namespace detail

T2S_DECL std::uint64_t fingerprint(query const& q) { return detail::fingerprinter().query(q.root()); }

T2S_DECL bool equivalent(query const& a, query const& b) {
  bool const single = detail::is_one_select(a.root());
  if (single != detail::is_one_select(b.root()) || a.root().count != b.root().count) return false;
  if (single && !detail::same_clauses(a.root(), b.root())) return false;  // the members of a compound may change places
  if (a == b) return true;
  return single ? detail::fingerprinter::same_print(a.root(), b.root()) : fingerprint(a) == fingerprint(b);
}

T2S_DECL missing missing_entities(entities const& used, std::span<std::string const> tables, std::span<std::string const> columns) {
  missing lacking;
  for (auto const& table : tables) {
    bool const found = std::any_of(used.tables.begin(), used.tables.end(), [&](table_use const& t) { return text::same(t.name, table); });
    if (!found) lacking.tables.push_back(table);
  }
  for (auto const& linked : columns) {
    std::string_view const whole = linked;
    auto const dot = whole.find('.');
    auto const table = dot == whole.npos ? std::string_view() : whole.substr(0, dot);
    if (!detail::uses(used, table, dot == whole.npos ? whole : whole.substr(dot + 1))) lacking.columns.push_back(linked);
  }
  return lacking;
}

T2S_DECL std::optional<skeleton_difference> compare_skeletons(std::string_view wanted, std::string_view found) noexcept {
  auto const take_word = [](std::string_view& s) {
    auto const word = s.substr(0, s.find(' '));
    s.remove_prefix(std::min(s.size(), word.size() + 1));
    return word;
  };
  for (std::size_t position = 0; !wanted.empty() || !found.empty(); ++position) {
    auto const a = take_word(wanted), b = take_word(found);
    if (a != b) return skeleton_difference{position, a, b};
  }
  return {};
}

}  // namespace t2s::sql

#endif
