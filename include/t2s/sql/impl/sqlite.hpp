// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_SQLITE_HPP
#define T2S_SQL_IMPL_SQLITE_HPP

#include "t2s/sql/impl/names.hpp"
#include "t2s/sql/impl/operators.hpp"

namespace t2s::sql::detail {

constexpr infix_table sqlite_infixes() {
  infix_table table(sqlite_precedence());
  table.binary(token_kind::concat, op::concat);
  for (auto k : {token_kind::isnull, token_kind::notnull, token_kind::glob, token_kind::regexp, token_kind::match})
    table.other(k, level::equal);
  return table;
}

/// SQLite takes most keywords as names.
constexpr name_table sqlite_name_classes() {
  using enum token_kind;
  name_table table{};
  for (std::size_t i = static_cast<std::size_t>(current_date); i < token_kinds; ++i) {
    auto const k = static_cast<token_kind>(i);
    bool const joins = k >= cross && k <= right;
    bool const bare = !joins && k != indexed;
    unsigned bits = names::any | names::label;
    if (bare) bits |= names::source_alias | names::type;
    if (bare && !(k >= like && k <= match)) bits |= names::column_alias;
    if (k >= cross && k != string) bits |= names::expression;
    if (k != partition && k != range && k != rows && k != groups) bits |= names::window_base;
    table[i] = static_cast<std::uint8_t>(bits);
  }
  for (auto k : {select, with, values}) table[static_cast<std::size_t>(k)] |= names::query_start;
  return table;
}

/// A dialect: its operators, and where a name can stand.
struct sqlite_dialect {
  static constexpr sql::dialect id = dialect::sqlite;
  static constexpr infix_table infixes = sqlite_infixes();
  static constexpr name_table name_classes = sqlite_name_classes();
};

}  // namespace t2s::sql::detail

#endif
