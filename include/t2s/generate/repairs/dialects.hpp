// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_DIALECTS_HPP
#define T2S_GENERATE_REPAIRS_DIALECTS_HPP

#include "t2s/core/config.hpp"
#include "t2s/sql/ast.hpp"

#include <string>

namespace t2s::generate::repairs {

/// Says in SQLite's words what MySQL, PostgreSQL, Oracle and SQL Server say in theirs: functions of dates, texts and numbers, intervals,
/// casts, ILIKE, plain regular expressions, comparisons with ANY and ALL. What has no like there stays. Returns what was translated,
/// "YEAR, ILIKE"; empty if nothing was.
[[nodiscard]] T2S_DECL std::string translate(sql::query& q);

}  // namespace t2s::generate::repairs

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/repairs/impl/dialects.ipp"
#endif

#endif
