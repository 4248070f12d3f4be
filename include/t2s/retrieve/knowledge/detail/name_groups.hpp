// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_NAME_GROUPS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_NAME_GROUPS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"

#include <cstddef>
#include <vector>

namespace t2s::knowledge {

/// For each table, the number of bytes of its name that are the prefix of its group, as in warehouses: `sales__` of `sales__order`,
/// `sales.` of `sales.order`, and `sales_` of `sales_order` if most tables of a large schema have such a prefix.
///
/// A single `_` also separates the words of a name, so it ends a prefix only if declared keys show which tables belong together: all tables
/// that they join begin with it. A table without keys belongs to the group whose prefix its name has, else to that of the table without
/// keys whose name has the longest common beginning. In a small schema, a short prefix of all its tables is one: `erp_`, `FF`.
/// O(length of the names * log tables).
[[nodiscard]] T2S_DECL std::vector<std::size_t> name_groups(schema::database const& d);

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/name_groups.ipp"
#endif

#endif
