// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_INFERRED_KEYS_HPP
#define T2S_KNOWLEDGE_INFERRED_KEYS_HPP

#include "t2s/core/config.hpp"
#include "t2s/schema/schema.hpp"

namespace t2s::link {

/// A schema whose tables are connected where they can be: the declared foreign keys and, for a pair of tables that no declared key
/// joins, one that names suggest: a column that bears the name of the other table's single primary key, or of the other table,
/// perhaps with "id" behind it, and has the same affinity. Names so common that they tell nothing ("id", "name", "code") suggest no key by
/// themselves, nor does one that more than 50 tables have for their key. A view is given one key at most: it may be joined, but no way
/// between two tables leads over it. O(columns + keys).
[[nodiscard]] T2S_DECL schema::database with_inferred_keys(schema::database const& d);

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/knowledge/impl/inferred_keys.ipp"
#endif

#endif
