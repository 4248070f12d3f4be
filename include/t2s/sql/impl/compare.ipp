// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_COMPARE_IPP
#define T2S_SQL_IMPL_COMPARE_IPP

#include "t2s/core/text.hpp"
#include "t2s/sql/compare.hpp"
#include "t2s/sql/impl/fingerprint.hpp"

#include <algorithm>

namespace t2s::sql {
namespace detail {

inline bool same_parts(node const& a, node const& b, unsigned levels) noexcept {
  if (a.kind != b.kind || a.count != b.count) return false;
  for (std::size_t i = 0; levels != 0 && i < a.count; ++i)
    if (!same_parts(a[i], b[i], levels - 1)) return false;
  return true;
}

/// What no difference that `fingerprint` overlooks can change: the cheapest way to tell most queries apart. The members of a compound may
/// change places, so only a single select is looked into, down to the number of things in its clauses.
inline bool same_outline(node const& a, node const& b) noexcept {
  bool const single = std::count_if(a.items, a.items + a.count, [](node const* n) { return n->kind == kind::select; }) == 1;
  return !single || same_parts(a, b, 2);
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
  if (!detail::same_outline(a.root(), b.root())) return false;
  if (a == b) return true;
  detail::fingerprinter prints;
  return prints.query(a.root()) == prints.query(b.root());
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
