// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_JOINS_HPP
#define T2S_GENERATE_REPAIRS_JOINS_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/repairs/proposal.hpp"
#include "t2s/generate/repairs/statement.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace t2s::generate::repairs {

/// A column of one table and the column of another that a key pairs with it.
using key_pair = std::pair<std::string, std::string>;

/// The first single-column key between two tables, the first one's column first; nothing if there is none.
[[nodiscard]] T2S_DECL std::optional<key_pair> key_between(schema::table const& one, schema::table const& other, schema::database const& d);

/// A table that was joined in: how columns refer to it, and how many tables it took.
struct joined_in {
  std::string visible{};  ///< how the statement calls it
  std::string to{};       ///< the source that the way began at
  std::string key{};      ///< its column that the way ends at; empty if there are several
  std::size_t steps = 0;  ///< how many tables it took
};

/// Joins a table into a scope by the shortest way over the keys. Columns without a qualifier keep their meaning. Nothing, and no edit, if
/// no way leads there.
[[nodiscard]] T2S_DECL std::optional<joined_in> join_in(statement const& s, knowledge const& known, edited& edit, std::uint32_t scope,
                                                        schema::table const& wanted);

/// Lets conditions follow the keys: an equality of columns of two sources that no key pairs, and an IN whose sides no key pairs. For
/// `only` a node, those that it is a side of; else all.
T2S_DECL void propose_keys(statement const& s, knowledge const& known, sql::node const* only, proposals& into);

}  // namespace t2s::generate::repairs

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/repairs/impl/joins.ipp"
#endif

#endif
