// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_NAMES_HPP
#define T2S_GENERATE_REPAIRS_NAMES_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/repairs/proposal.hpp"
#include "t2s/generate/repairs/statement.hpp"

#include <optional>
#include <string_view>

namespace t2s::generate::repairs {

/// What it costs to take a column for the one that `typed` names: 0 for its name, more for the same words, what the name says of its table
/// ("id" for `StuID`, "name" for `CountryName`), the key that a foreign key pairs with a column of that name, a misspelling, some of the
/// words. Nothing if the two have no likeness.
[[nodiscard]] T2S_DECL std::optional<double> likeness_cost(std::string_view typed, schema::column const& c, schema::table const& owner,
                                                           schema::database const& d);

/// The tables that may have been meant by a name that is no table: those named nearly so, and those that have the columns that are used
/// of it.
T2S_DECL void propose_tables(statement const& s, knowledge const& known, sql::problem const& missing, proposals& into);

/// The columns that may have been meant by a name that is no column in scope: a like one in scope; one in a table that the keys lead to,
/// which is joined in; one in a table that has all else that is used of the present one, whose place it takes.
T2S_DECL void propose_columns(statement const& s, knowledge const& known, sql::problem const& missing, proposals& into);

/// The sources that an ambiguous column may belong to; one that refers to another table's key comes behind.
T2S_DECL void propose_owners(statement const& s, knowledge const& known, sql::problem const& ambiguous, proposals& into);

}  // namespace t2s::generate::repairs

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/repairs/impl/names.ipp"
#endif

#endif
