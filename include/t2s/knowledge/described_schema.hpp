// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_DESCRIBED_SCHEMA_HPP
#define T2S_KNOWLEDGE_DESCRIBED_SCHEMA_HPP

#include "t2s/core/task.hpp"
#include "t2s/knowledge/internal/known_parts.hpp"
#include "t2s/knowledge/internal/shown_values.hpp"
#include "t2s/knowledge/internal/table_rows.hpp"
#include "t2s/schema/schema.hpp"

#include <memory>
#include <string>
#include <utility>

namespace t2s {

namespace detail {

struct schema_text {
  std::string text{};
  bool whole = true;  ///< whether all tables could be read
};

template <class Context>
auto read_described_schema(Context& ctx, schema_description how) -> task<Context, std::shared_ptr<schema_text const>> {
  auto reading = ctx.lift(first_rows(ctx, how.considered));
  auto const rows = co_await std::move(reading);
  std::shared_ptr<schema_text const> made =
      std::make_shared<schema_text const>(schema_text{describe(ctx.schema(), rows->tables, how), rows->whole});
  co_return made;
}

}  // namespace detail

/// The text of a database's schema by one description, a statement a table to make: a part of what is known of the database, one for each
/// description. A `std::shared_ptr<std::string const>`, at once or as the context's task.
template <class Context>
[[nodiscard]] auto described_schema_of(Context& ctx, schema_description const& how) {
  auto const name = std::to_string(how.values) + " " + std::to_string(how.considered) + " " + std::to_string(how.value_bytes);
  return then(part_of<detail::schema_text>(ctx, name, [how](auto& reader) { return detail::read_described_schema(reader, how); }),
              [](std::shared_ptr<detail::schema_text const> made) { return std::shared_ptr<std::string const>(made, &made->text); });
}

}  // namespace t2s

#endif
