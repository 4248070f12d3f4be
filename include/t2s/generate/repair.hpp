// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIR_HPP
#define T2S_GENERATE_REPAIR_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/error.hpp"
#include "t2s/schema/schema.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace t2s::generate {

/// A statement that was corrected, and why so.
struct repaired {
  std::string sql{};
  std::string why{};
};

/// Corrects the one thing that a failure names, by an edit of the statement's tree.
///
/// - `no_such_table`: the nearest table name, by its words or by edits;
/// - `no_such_column`: in a join condition, the foreign key between the two tables; else in this order the same name in another table in
///   scope; the same words ("airport name" for `AirportName`) or what the name says of its table ("id" for `StuID`, "name" for
///   `CountryName`) in a table in scope; the foreign key that refers to a column of that name; the same name in a table that one foreign
///   key joins to one in scope, which is then joined; the nearest name in scope;
/// - `ambiguous_column`: the first table in scope that has it.
///
/// Nothing if the failure is of another kind, the SQL cannot be parsed, or no name is near enough. Pure: the same arguments give the same
/// result; call it again with the next failure, if one remains. O(size of the SQL * columns).
[[nodiscard]] T2S_DECL std::optional<repaired> repair(std::string_view sql, failure const& why, schema::database const& schema);

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/impl/repair.ipp"
#endif

#endif
