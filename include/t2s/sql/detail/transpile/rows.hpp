// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_ROWS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_ROWS_HPP

#include "t2s/sql/detail/transpile/core.hpp"

#include <array>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// Equivalents in several dialects: a row is a meaning, a cell its SQL in one dialect. A cell is read and written.
namespace t2s::sql::detail::transpiling {

/// `a` to `h` stand for any part; `a_text`, `a_number`, `a_time`, `a_date`, `a_truth` for a part of that type. Alternatives in a cell are
/// separated by " | ": each is read, the first is written; one after ">" is only written. An empty cell: the dialect has no equivalent.
/// `a_time` may be a date, `a_stamp` must have a time.
struct row {
  std::string_view sqlite, postgres, mysql, duckdb;
  std::string_view differs{};  ///< the case in which the meaning differs between a dialect in `apart` and one that is not
  unsigned apart{};            ///< bits, in the order of `dialect`
  std::string_view others{};   ///< of SQL Server and Oracle: only read, in a query that mixes dialects

  [[nodiscard]] constexpr std::string_view cell(dialect d) const noexcept { return this->*column_of(d); }
  /// The column of a dialect.
  [[nodiscard]] static constexpr std::string_view row::* column_of(dialect d) noexcept {
    return d == dialect::sqlite ? &row::sqlite : d == dialect::postgres ? &row::postgres : d == dialect::mysql ? &row::mysql : &row::duckdb;
  }
  [[nodiscard]] constexpr bool is_apart(dialect d) const noexcept { return (apart >> static_cast<unsigned>(d) & 1U) != 0; }
};

/// A row with the same spelling in all dialects.
constexpr row same(std::string_view cell) noexcept { return {cell, cell, cell, cell}; }

/// The alternatives of a cell.
inline std::vector<std::string_view> alternatives_of(std::string_view cell) {
  std::vector<std::string_view> all;
  while (!cell.empty()) {
    auto const end = cell.find(" | ");
    all.push_back(cell.substr(0, end));
    cell = end == cell.npos ? std::string_view() : cell.substr(end + 3);
  }
  return all;
}

/// The key by which the patterns for a part are found.
inline std::string key_of_node(node const& n) {
  std::string key(name_of(n.kind));
  if (n.kind == kind::call) return key + " " + text::lower(n.name.view());
  if (n.kind == kind::operation || n.kind == kind::prefix || n.kind == kind::like)
    return key + " " + std::to_string(static_cast<int>(n.op));
  return key;
}

/// Whether a part matches a pattern; `found` gets the parts that its letters stand for.
class matcher {
 public:
  explicit matcher(std::vector<node const*>& found) : found_(found) {}

  /// At the top, a call may have DISTINCT, ORDER BY, FILTER and OVER in addition to the pattern.
  bool top(node const& pattern, node const& n) {
    if (pattern.kind != kind::call || n.kind != kind::call) return anywhere(pattern, n);
    if (!text::same(pattern.name.view(), n.name.view()) || pattern.has(flag::within_group) != n.has(flag::within_group)) return false;
    std::vector<node const*> own;
    for (auto const* child : n.children())
      if (!is_clause(*child) || pattern.find(child->kind)) own.push_back(child);
    if (own.size() != pattern.count) return false;
    for (std::size_t i = 0; i < own.size(); ++i)
      if (!anywhere(pattern[i], *own[i])) return false;
    return true;
  }

  static bool is_clause(node const& n) noexcept {
    return n.kind == kind::filter || n.kind == kind::window || n.kind == kind::window_name || n.kind == kind::order_by;
  }

 private:
  static constexpr std::uint32_t ignored_flags = static_cast<std::uint32_t>(flag::colons);

  bool anywhere(node const& pattern, node const& n) {
    if (auto const place = place_of_letter(pattern); place != ~std::size_t{}) return bind(place, n);
    if (pattern.kind != n.kind || pattern.op != n.op || pattern.count != n.count) return false;
    if (((pattern.flags ^ n.flags) & ~ignored_flags) != 0 || !same_names(pattern, n)) return false;
    for (std::size_t i = 0; i < n.count; ++i)
      if (!anywhere(pattern[i], n[i])) return false;
    return true;
  }

  static bool same_names(node const& pattern, node const& n) {
    if (n.kind == kind::operation && n.op != op::custom) return true;
    if (n.kind == kind::string) return text::same(pattern.name.view(), n.name.view());
    return text::same(pattern.name.view(), n.name.view()) && text::same(pattern.qualifier.view(), n.qualifier.view());
  }

  bool bind(std::size_t place, node const& n) {
    if (n.kind == kind::star || n.kind == kind::order_by || (n.kind == kind::argument && !n.has(flag::comma))) return false;
    if (found_.size() <= place) found_.resize(place + 1);
    if (found_[place]) return *found_[place] == n;
    found_[place] = &n;
    return true;
  }

  std::vector<node const*>& found_;
};

/// The cells of one column, parsed by a grammar. Cells that it does not read are left out.
class patterns {
 public:
  struct pattern {
    node const* tree{};
    std::size_t row{};
  };

  template <std::size_t N>
  patterns(std::array<row, N> const& rows, std::string_view row::* column, grammar const& g) {
    for (std::size_t i = 0; i < N; ++i)
      for (auto const sql : alternatives_of(rows[i].*column)) add(sql, i, g);
  }

  /// The patterns that may match a part, in the order of the rows.
  [[nodiscard]] std::vector<pattern> const* of(node const& n) const {
    auto const found = by_key_.find(key_of_node(n));
    return found == by_key_.end() ? nullptr : &found->second;
  }

 private:
  void add(std::string_view sql, std::size_t place, grammar const& g) {
    if (sql.starts_with('>')) return;
    auto parsed = parse(std::string("SELECT ").append(sql), {.grammar = g});
    if (!parsed) return;  // of another dialect's column; the tests read every cell
    queries_.push_back(*std::move(parsed));
    auto const& tree = (*(*queries_.back().root().find(kind::select)).find(kind::columns))[0];
    if (place_of_letter(tree) == ~std::size_t{}) by_key_[key_of_node(tree)].push_back({&tree, place});
  }

  std::deque<query> queries_{};
  std::unordered_map<std::string, std::vector<pattern>> by_key_{};
};

}  // namespace t2s::sql::detail::transpiling

#endif
