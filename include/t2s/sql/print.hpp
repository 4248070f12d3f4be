// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_PRINT_HPP
#define T2S_SQL_PRINT_HPP

#include "t2s/sql/detail/ast.hpp"

#include <string>

namespace t2s::sql {

/// How SQL is written.
struct print_options {
  bool pretty = false;                     ///< one line for each clause, subqueries indented
  sql::dialect dialect = dialect::sqlite;  ///< for a part of a tree; a whole query is printed in its own dialect
};

/// The SQL of a tree: keywords in capitals, AS before every alias, brackets only where needed, names and literals quoted as they were, no
/// comments. Parsing it gives an equal tree. O(size); recursion as deep as the tree is high; thread safe.
[[nodiscard]] T2S_DECL std::string print(query const& q, print_options const& how = {});

/// The same for a part of a tree.
[[nodiscard]] T2S_DECL std::string print(node const& part, print_options const& how = {});

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/print.ipp"
#endif

#endif
