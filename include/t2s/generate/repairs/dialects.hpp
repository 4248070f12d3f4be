// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_DIALECTS_HPP
#define T2S_GENERATE_REPAIRS_DIALECTS_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/repairs/proposal.hpp"
#include "t2s/sql/query.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace t2s::generate::repairs {

/// A text as SQL that SQLite's grammar takes, and what was done to it.
struct reading {
  double cost = 0;                        ///< of the rewriting
  repair_kind what = repair_kind::draft;  ///< which rule it was
  std::string sql{};                      ///< the rewritten statement
  std::string why{};                      ///< what was done, in words
};

/// Says in SQLite's words what MySQL, PostgreSQL, Oracle and SQL Server say in theirs: functions of dates, texts and numbers, casts,
/// ILIKE, comparisons with ANY and ALL. Returns what was translated, "YEAR, ILIKE"; empty if nothing was.
[[nodiscard]] T2S_DECL std::string translate(sql::query& q);

/// Reads SQL that SQLite's parser does not take: without what stands around it (`sql::parse_draft`), in another dialect, with TOP n or
/// MINUS, without what follows a whole statement; last what is left of one that was cut off. Nothing if none of it leads to SQL.
[[nodiscard]] T2S_DECL std::optional<reading> read_anyhow(std::string_view text);

}  // namespace t2s::generate::repairs

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/repairs/impl/dialects.ipp"
#endif

#endif
