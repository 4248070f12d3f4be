// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_NAME_GROUPS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_NAME_GROUPS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"

#include <cstddef>
#include <vector>

namespace t2s::knowledge {

/// Of each table, how many bytes of its name are the beginning that it shares with its group, as warehouses name them: `sales__` of
/// `sales__order`, `sales.` of `sales.order`, and `sales_` of `sales_order` where most tables of a large schema have such a beginning.
///
/// A single `_` also stands between the words of a name, so it ends a group only where declared keys say which tables belong together: all
/// tables that they join begin with it. A table without keys belongs to the group whose beginning its name has, else to that of the table
/// without keys whose name begins most like its own. O(length of the names * log tables).
[[nodiscard]] T2S_DECL std::vector<std::size_t> name_groups(schema::database const& d);

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/name_groups.ipp"
#endif

#endif
