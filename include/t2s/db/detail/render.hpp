// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_RENDER_HPP
#define T2S_DB_DETAIL_RENDER_HPP

#include "t2s/core/schema/detail/dialect.hpp"
#include "t2s/db/detail/result.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Rows as text for prompts: what is stored stays in its line (`one_line`), so that each row is a line at most. O(size of what is written);
/// thread safe.
namespace t2s::db {

/// A row as Python writes a tuple: `(1, 'clover', None)`, `('one',)`. Text that is not UTF-8 is made so.
[[nodiscard]] T2S_DECL std::string to_tuple(std::span<value const> row);

/// A list of such tuples: `[(1, 'clover'), (2, 'heather')]`.
[[nodiscard]] T2S_DECL std::string to_tuples(rows const& all);

/// Comma-separated values as RFC 4180 has them, but that lines end in "\n" and fields have no line ends: the column names, the rows, then,
/// if any are left out, a line that says how many in all. NULL is an empty field.
[[nodiscard]] T2S_DECL std::string to_csv(rows const& shown, std::size_t left_out = 0);

/// `INSERT INTO table (columns) VALUES` with a row a line and, if any are left out, a comment that says how many. "" without rows.
[[nodiscard]] T2S_DECL std::string to_insert(std::string_view table, rows const& shown, sql::dialect d, std::size_t left_out = 0);

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/detail/render.ipp"
#endif

#endif
