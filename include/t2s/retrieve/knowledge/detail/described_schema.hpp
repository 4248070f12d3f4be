// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_DESCRIBED_SCHEMA_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_DESCRIBED_SCHEMA_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/retrieve/knowledge/detail/table_rows.hpp"

#include <memory>
#include <string>
#include <utility>

namespace t2s::knowledge {

/// The text of a database's schema in prompts: one statement for each table.
struct described_schema {
  std::string text{};  ///< as in prompts
  bool whole = true;   ///< whether all tables could be read

  /// The schema with one description: a part of what is known of the database, for each description. A
  /// `std::shared_ptr<described_schema const>`, at once or as the context's task.
  template <class Context>
  [[nodiscard]] static auto of(Context& ctx, schema_description const& how = {});
};

namespace detail {

template <class Context>
auto read_described_schema(Context& ctx, schema_description how) -> task<Context, std::shared_ptr<described_schema const>> {
  auto reading = ctx.lift(first_rows(ctx, how.considered));
  auto const rows = co_await std::move(reading);
  std::shared_ptr<described_schema const> made =
      std::make_shared<described_schema const>(described_schema{describe(ctx.schema(), rows->tables, how), rows->whole});
  co_return made;
}

}  // namespace detail

template <class Context>
auto described_schema::of(Context& ctx, schema_description const& how) {
  auto const name = std::to_string(how.values) + " " + std::to_string(how.considered) + " " + std::to_string(how.value_bytes);
  return part_of<described_schema>(ctx, name, [how](auto& reader) { return detail::read_described_schema(reader, how); });
}

}  // namespace t2s::knowledge

#endif
