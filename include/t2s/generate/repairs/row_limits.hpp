// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_ROW_LIMITS_HPP
#define T2S_GENERATE_REPAIRS_ROW_LIMITS_HPP

#include "t2s/core/config.hpp"
#include "t2s/sql/ast.hpp"

#include <optional>
#include <string>

/// How other dialects say how many rows are wanted. Only what means the same as a LIMIT is translated: not PERCENT, WITH TIES, a row
/// number that is to be greater than one, or a limit of rows that are sorted, grouped or counted afterwards.
namespace t2s::generate::repairs {

/// A statement with LIMIT, and the words that said it before.
struct limited {
  std::string sql{};    ///< the statement
  std::string words{};  ///< "TOP"
};

/// SELECT TOP n and TOP (n) (SQL Server), FIRST n and SKIP m FIRST n (Informix, Firebird), ROWS n and ROWS m TO n (Firebird) as LIMIT.
/// Nothing if the text has none that can be translated. O(|text|).
[[nodiscard]] T2S_DECL std::optional<limited> with_limit(std::string const& text);

/// Whether a node is written as Oracle's ROWNUM is.
[[nodiscard]] T2S_DECL bool is_row_number(sql::node const& n);

/// Oracle's ROWNUM: among the conditions of a select, from the first row on, as LIMIT; among its columns as `row_number() OVER ()`. False,
/// and the query of no more use, if it says something else. The schema must have no column of that name.
[[nodiscard]] T2S_DECL bool limit_by_row_number(sql::query& q);

}  // namespace t2s::generate::repairs

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/repairs/impl/row_limits.ipp"
#endif

#endif
