// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SCHEMA_IDENTIFIER_HPP
#define T2S_SCHEMA_IDENTIFIER_HPP

#include "t2s/core/config.hpp"

#include <string>
#include <string_view>

namespace t2s::schema {

/// Whether SQLite reads `name` as a name only in quotes: it is empty, a reserved word, starts with a digit, or has a character other
/// than letters, digits, `_` and bytes above 0x7F.
[[nodiscard]] T2S_DECL bool needs_quotes(std::string_view name) noexcept;

/// The name in double quotes, quotes inside doubled. Safe for every name without a NUL byte.
[[nodiscard]] T2S_DECL std::string in_quotes(std::string_view name);

/// The name as people write it in SQL: in quotes only where it needs them.
[[nodiscard]] T2S_DECL std::string sql_name(std::string_view name);

}  // namespace t2s::schema

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/schema/impl/identifier.ipp"
#endif

#endif
