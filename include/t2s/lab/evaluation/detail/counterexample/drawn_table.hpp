// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_DRAWN_TABLE_HPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_DRAWN_TABLE_HPP

#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/lab/evaluation/detail/counterexample/value_pools.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Which tables and columns of a schema a small database fills.
namespace t2s::evaluation::detail {

using table_row = std::vector<value>;

/// A table as rows are drawn for it.
struct drawn_table {
  struct column {
    std::uint32_t place = 0;  // in the schema's table
    std::size_t pool = 0;
    bool is_nullable = true;
    bool is_key = false;       // the whole primary key
    bool is_key_part = false;  // one of several columns of it
  };
  /// `columns[i]` has the values of `referenced[i]`, both places in `drawn_table::columns`.
  struct reference {
    std::size_t table = 0;  // before this one, itself, or, in a circle of references, after it
    std::vector<std::size_t> columns{}, referenced{};
  };

  std::uint32_t place = 0;  // in the schema
  bool is_referenced = false;
  std::vector<column> columns{};
  std::vector<reference> references{};
  std::vector<table_row> given{};  // rows of the given database
};

/// Chooses the tables that queries read, referenced ones first, and their columns that are read, are keys or may not be NULL.
class drawn_tables {
 public:
  drawn_tables(schema::database const& d, query_values const& asked) : schema_(d), asked_(asked) {}

  [[nodiscard]] std::vector<drawn_table> chosen(value_pools& pools) {
    for (auto const t : asked_.tables) visit(t);
    for (auto const t : order_) add_table(t, pools);
    for (auto& t : tables_)
      for (auto const& k : schema_.tables()[t.place].foreign_keys) add_reference(t, k);
    return std::move(tables_);
  }

 private:
  /// Adds a table after those that it refers to; in a circle of references one of them comes later.
  void visit(std::uint32_t t) {
    if (schema_.tables()[t].is_view || !visited_.insert(t).second) return;
    for (auto const& k : schema_.tables()[t].foreign_keys)
      if (auto const parent = parent_of(k)) visit(*parent);
    order_.push_back(t);
  }

  /// The place of the referenced table, if the queries read it.
  [[nodiscard]] std::optional<std::uint32_t> parent_of(schema::foreign_key const& k) const {
    auto const* parent = k.resolved ? schema_.find_table(k.table) : nullptr;
    if (!parent) return {};
    auto const place = static_cast<std::uint32_t>(schema_.place_of(*parent));
    return asked_.tables.contains(place) ? std::optional(place) : std::nullopt;
  }

  [[nodiscard]] bool is_read(std::uint32_t t, std::uint32_t c) const {
    auto const& table = schema_.tables()[t];
    auto const& column = table.columns[c];
    auto const has = [&](std::vector<std::string> const& names) {
      return std::ranges::any_of(names, [&](std::string const& n) { return text::same(n, column.name); });
    };
    if (column.generated) return false;
    if (column.not_null || column.key_position > 0 || asked_.reads_all || asked_.read.contains({t, c})) return true;
    for (auto const& k : table.foreign_keys)
      if (has(k.columns) && parent_of(k)) return true;
    for (auto const child : asked_.tables)
      for (auto const& k : schema_.tables()[child].foreign_keys)
        if (has(k.referenced) && parent_of(k) == t) return true;
    return false;
  }

  void add_table(std::uint32_t t, value_pools& pools) {
    auto const& from = schema_.tables()[t];
    drawn_table made;
    made.place = t;
    bool const has_one_key = from.primary_key().size() == 1;
    for (std::uint32_t c = 0; c < from.columns.size(); ++c) {
      if (!is_read(t, c)) continue;
      auto const& column = from.columns[c];
      bool const is_key = column.key_position > 0;
      made.columns.push_back({c, pools.number_of({t, c}), !column.not_null && !is_key, is_key && has_one_key, is_key && !has_one_key});
    }
    tables_.push_back(std::move(made));
  }

  void add_reference(drawn_table& to, schema::foreign_key const& k) {
    auto const place = parent_of(k);
    if (!place) return;
    auto& parent = *std::ranges::find(tables_, *place, &drawn_table::place);
    drawn_table::reference r{static_cast<std::size_t>(&parent - tables_.data()), {}, {}};
    for (std::size_t i = 0; i < k.columns.size(); ++i) {
      r.columns.push_back(place_of(to, k.columns[i]));
      r.referenced.push_back(place_of(parent, k.referenced[i]));
    }
    auto const is_missing = [](std::size_t c) { return c == nowhere; };
    if (std::ranges::any_of(r.columns, is_missing) || std::ranges::any_of(r.referenced, is_missing)) return;
    parent.is_referenced |= &parent != &to;
    to.references.push_back(std::move(r));
  }

  static constexpr auto nowhere = static_cast<std::size_t>(-1);

  /// The place of a column among those that are filled.
  [[nodiscard]] std::size_t place_of(drawn_table const& t, std::string_view name) const {
    auto const& columns = schema_.tables()[t.place].columns;
    for (std::size_t i = 0; i < t.columns.size(); ++i)
      if (text::same(columns[t.columns[i].place].name, name)) return i;
    return nowhere;
  }

  schema::database const& schema_;
  query_values const& asked_;
  std::set<std::uint32_t> visited_{};
  std::vector<std::uint32_t> order_{};
  std::vector<drawn_table> tables_{};
};

}  // namespace t2s::evaluation::detail

#endif
