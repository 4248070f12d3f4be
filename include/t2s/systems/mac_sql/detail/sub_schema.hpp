// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_MAC_SQL_DETAIL_SUB_SCHEMA_HPP
#define T2S_SYSTEMS_MAC_SQL_DETAIL_SUB_SCHEMA_HPP

#include "t2s/core/schema/schema.hpp"

#include <optional>

namespace t2s::mac {

/// The tables and columns that the Selector kept. It is a state of the run, so that all candidates of a set share it.
struct sub_schema {
  std::optional<schema::database> part{};  ///< nothing: the whole schema is shown

  /// The schema that prompts show.
  [[nodiscard]] schema::database const& of(schema::database const& whole) const noexcept { return part ? *part : whole; }
};

/// The run's, or `own` if a stage is used alone, with a context without states.
template <class Context>
[[nodiscard]] sub_schema& sub_schema_in(Context& ctx, sub_schema& own) {
  if constexpr (requires { ctx.template state<sub_schema>(); })
    return ctx.template state<sub_schema>();
  else
    return own;
}

}  // namespace t2s::mac

#endif
