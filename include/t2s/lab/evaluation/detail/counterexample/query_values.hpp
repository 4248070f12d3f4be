// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_QUERY_VALUES_HPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_QUERY_VALUES_HPP

#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/lineage.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// What queries ask of stored values.
namespace t2s::evaluation::detail {

/// A stored column by its places in the schema.
struct column_place {
  std::uint32_t table = 0, column = 0;

  friend auto operator<=>(column_place const&, column_place const&) = default;
};

/// What the rows of a database must be like for queries to treat them differently.
struct query_values {
  std::set<std::uint32_t> tables{};                             ///< that are read
  std::set<column_place> read{};                                ///< columns that are read
  std::map<column_place, std::vector<value>> compared{};        ///< literals that a column is compared with
  std::map<column_place, std::vector<std::string>> patterns{};  ///< of LIKE
  std::set<column_place> tested_for_null{};                     ///< by IS NULL
  std::vector<std::pair<column_place, column_place>> equal{};   ///< columns that are compared with each other
  std::size_t rows = 0;                                         ///< a condition or LIMIT speaks of so many rows; 0 if none does
  bool reads_all = false;                                       ///< a view, or a query that is not parsed: any table and column may be read
};

/// Reads one query, and adds to the values of others.
class query_value_reader {
 public:
  query_value_reader(sql::query const& q, schema::database const& d, query_values& out)
      : schema_(d), out_(out), names_(sql::resolve(q, d)) {
    for (auto const& c : names_.columns) uses_.add(c.at, static_cast<std::size_t>(&c - names_.columns.data()));
    for (auto const& t : names_.tables) note_table(t.table);
    for (auto const& c : sql::lineage(q, d).read)
      if (auto const place = place_of(c)) out_.read.insert(*place);
    sql::visit(q.root(), [this](sql::node const& n) { note(n); });
  }

 private:
  void note_table(schema::table const* t) {
    if (!t) return;
    out_.tables.insert(static_cast<std::uint32_t>(schema_.place_of(*t)));
    out_.reads_all |= t->is_view;
  }

  [[nodiscard]] std::optional<column_place> place_of(sql::base_column const& c) const {
    if (!c.table || !c.column) return {};
    return column_place{static_cast<std::uint32_t>(schema_.place_of(*c.table)),
                        static_cast<std::uint32_t>(c.column - c.table->columns.data())};
  }

  [[nodiscard]] sql::resolved_column const* use_of(sql::node const& n) const {
    auto const* found = uses_.find(&n);
    return found ? &names_.columns[*found] : nullptr;
  }

  [[nodiscard]] std::optional<column_place> column_of(sql::node const& n) const {
    auto const* use = n.kind == sql::kind::column ? use_of(n) : nullptr;
    return use ? place_of(use->base) : std::nullopt;
  }

  void note(sql::node const& n) {
    switch (n.kind) {
      case sql::kind::operation:
        if (is_comparison(n.op)) note_comparison(n);
        break;
      case sql::kind::between:
      case sql::kind::like:
      case sql::kind::in: note_comparison(n); break;
      case sql::kind::case_: note_literals(n); break;
      case sql::kind::limit: note_limit(n); break;
      case sql::kind::using_columns: note_using(n); break;
      case sql::kind::query: note_members(n); break;
      default: break;
    }
  }

  [[nodiscard]] static bool is_comparison(sql::op o) noexcept {
    return o == sql::op::eq || o == sql::op::ne || o == sql::op::is || o == sql::op::is_not || o == sql::op::lt || o == sql::op::le ||
           o == sql::op::gt || o == sql::op::ge;
  }

  void note_comparison(sql::node const& n) {
    note_literals(n);
    if (n.count < 2 || !n.items[0] || !n.items[1]) return;
    auto const left = columns_of_side(n[0]), right = columns_of_side(n[1]);
    for (auto const& a : left)
      for (auto const& b : right) out_.equal.emplace_back(a, b);
    if (n.kind == sql::kind::operation && n[1].kind == sql::kind::null)
      for (auto const& a : left) out_.tested_for_null.insert(a);
  }

  /// The columns that a side of a comparison stands for: of a subquery those that it returns.
  [[nodiscard]] std::vector<column_place> columns_of_side(sql::node const& n) const {
    if (n.kind != sql::kind::subquery || n.count == 0 || !n.items[0]) return columns_in(n);
    auto const* select = n[0].find(sql::kind::select);
    auto const* results = select ? select->find(sql::kind::columns) : nullptr;
    return results ? columns_in(*results) : std::vector<column_place>();
  }

  /// Below a node, not in its subqueries.
  [[nodiscard]] std::vector<column_place> columns_in(sql::node const& n) const {
    std::vector<column_place> found;
    sql::visit(n, [&](sql::node const& below) {
      if (below.kind == sql::kind::query) return sql::walk::over;
      if (auto const c = column_of(below)) found.push_back(*c);
      return sql::walk::into;
    });
    return found;
  }

  /// Gives each literal below a node to each column below it; of a comparison with a number of rows only that number.
  void note_literals(sql::node const& n) {
    auto const columns = columns_in(n);
    bool const counts = calls_count(n);
    sql::visit(n, [&](sql::node const& below) {
      if (below.kind == sql::kind::query) return sql::walk::over;
      auto const v = literal_of(below);
      if (!v) return sql::walk::into;
      if (counts)
        note_rows(*v);
      else
        for (auto const& c : columns) add(c, *v, n.kind == sql::kind::like);
      return sql::walk::over;
    });
  }

  void add(column_place const& c, value const& v, bool is_pattern) {
    constexpr std::size_t most = 12;  // of one column, which a list after IN may exceed
    if (is_pattern && v.text()) {
      out_.patterns[c].push_back(*v.text());
      return;
    }
    auto& known = out_.compared[c];
    if (known.size() < most && std::ranges::find(known, v) == known.end()) known.push_back(v);
  }

  [[nodiscard]] static bool calls_count(sql::node const& n) {
    return !sql::visit(n, [](sql::node const& below) {
      if (below.kind == sql::kind::query) return sql::walk::over;
      return below.kind == sql::kind::call && text::same(below.name.view(), "count") ? sql::walk::stop : sql::walk::into;
    });
  }

  [[nodiscard]] std::optional<value> literal_of(sql::node const& n) const {
    if (n.kind == sql::kind::string) return value(n.name.view());
    if (n.kind == sql::kind::number) return number_of(n, 1);
    if (n.kind == sql::kind::prefix && n.op == sql::op::negate && n[0].kind == sql::kind::number) return number_of(n[0], -1);
    auto const* use = n.kind == sql::kind::column ? use_of(n) : nullptr;
    if (use && use->what == sql::reference::literal) return value(n.name.view());
    return {};
  }

  [[nodiscard]] static std::optional<value> number_of(sql::node const& n, int sign) {
    constexpr double most_exact = 1e15;
    double number = 0;
    if (text::to_number(n.name.view(), number) != std::errc()) return {};
    bool const is_whole = n.name.view().find_first_not_of("0123456789") == std::string_view::npos && number < most_exact;
    return is_whole ? value(sign * static_cast<std::int64_t>(number)) : value(sign * number);
  }

  void note_rows(value const& v) {
    constexpr std::int64_t most = 30;
    if (auto const* n = v.integer(); n && *n > 0 && *n <= most) out_.rows = std::max(out_.rows, static_cast<std::size_t>(*n));
  }

  void note_limit(sql::node const& n) {
    if (n.count == 0 || !n.items[0]) return;
    if (auto const v = literal_of(n[0])) note_rows(*v);
  }

  /// Columns of the same name in two of the tables.
  void note_using(sql::node const& n) {
    for (auto const* name : n.children()) {
      std::optional<column_place> first;
      for (auto const& t : names_.tables) {
        auto const* c = t.table ? t.table->find_column(name->name.view()) : nullptr;
        if (!c) continue;
        auto const place = place_of({t.table, c});
        if (first) out_.equal.emplace_back(*first, *place);
        first = place;
      }
    }
  }

  /// The results of members of a compound are compared place by place.
  void note_members(sql::node const& q) {
    std::vector<column_place> first;
    for (auto const* member : q.children()) {
      if (!member || member->kind != sql::kind::select) continue;
      auto const* results = member->find(sql::kind::columns);
      if (!results) continue;
      auto const columns = columns_in(*results);
      for (std::size_t i = 0; i < std::min(first.size(), columns.size()); ++i) out_.equal.emplace_back(first[i], columns[i]);
      if (first.empty()) first = columns;
    }
  }

  schema::database const& schema_;
  query_values& out_;
  sql::resolution names_;
  t2s::detail::numbers_by_address uses_{};
};

}  // namespace t2s::evaluation::detail

#endif
