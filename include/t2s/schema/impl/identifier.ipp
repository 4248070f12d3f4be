// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SCHEMA_IMPL_IDENTIFIER_IPP
#define T2S_SCHEMA_IMPL_IDENTIFIER_IPP

#include "t2s/core/text.hpp"
#include "t2s/schema/schema.hpp"

#include <algorithm>
#include <array>

namespace t2s::schema {
namespace detail {

// Sorted. The words that SQLite does not take as a name everywhere, and some that it does but that read badly as names. Its other
// keywords ("key", "first", "window") are good names.
// clang-format off
inline constexpr std::array<std::string_view, 77> reserved_words{
    "add", "all", "alter", "and", "as", "asc", "autoincrement", "between", "by", "case", "cast", "check", "collate", "commit",
    "constraint", "create", "cross", "current_date", "current_time", "current_timestamp", "default", "deferrable", "delete", "desc",
    "distinct", "drop", "else", "end", "escape", "except", "exists", "foreign", "from", "full", "group", "having", "in", "index", "inner",
    "insert", "intersect", "into", "is", "isnull", "join", "left", "like", "limit", "natural", "not", "nothing", "notnull", "null", "on",
    "or", "order", "outer", "primary", "raise", "recursive", "references", "returning", "right", "select", "set", "table", "then", "to",
    "transaction", "union", "unique", "update", "using", "values", "when", "where", "with"};
// clang-format on
static_assert(std::ranges::is_sorted(reserved_words));

inline bool is_reserved(std::string_view name) noexcept {
  return std::ranges::any_of(reserved_words, [name](std::string_view word) { return text::same(word, name); });
}

}  // namespace detail

T2S_DECL bool needs_quotes(std::string_view name) noexcept {
  auto const plain = [](char c) { return text::is_letter(c) || text::is_digit(c) || c == '_'; };
  return name.empty() || text::is_digit(name.front()) || !std::ranges::all_of(name, plain) || detail::is_reserved(name);
}

T2S_DECL std::string in_quotes(std::string_view name) {
  std::string quoted = "\"";
  for (char const c : name) quoted.append(c == '"' ? 2U : 1U, c);
  return quoted += '"';
}

T2S_DECL std::string sql_name(std::string_view name) { return needs_quotes(name) ? in_quotes(name) : std::string(name); }

}  // namespace t2s::schema

#endif
