// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_COMPUTED_HPP
#define T2S_KNOWLEDGE_IMPL_COMPUTED_HPP

#include "t2s/schema/schema.hpp"

namespace t2s::link::knowledge_impl {

/// Whether what a column holds is computed whenever it is read, which may take for ever and any amount of memory.
inline bool is_computed(schema::table const& t, schema::column const& c) { return t.is_view || c.generated; }

}  // namespace t2s::link::knowledge_impl

#endif
