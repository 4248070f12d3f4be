// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_DESCRIBED_SCHEMA_HPP
#define T2S_KNOWLEDGE_DESCRIBED_SCHEMA_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/task.hpp"
#include "t2s/knowledge/known_parts.hpp"
#include "t2s/knowledge/table_rows.hpp"
#include "t2s/knowledge/table_sample.hpp"
#include "t2s/schema/schema.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace t2s {

/// How a schema is shown with example values.
struct schema_description {
  std::size_t values = 3;        ///< examples a column (DAC, appendix A)
  std::size_t considered = 100;  ///< rows of a table in which they are looked for, the first ones
  std::size_t value_bytes = 60;  ///< a longer value is cut
};

/// A CREATE TABLE statement a table, each followed by a comment that lists different example values of every column other than NULL.
/// `rows` are those of the tables, in any order; a table without rows has no comment. O(size of schema and rows).
[[nodiscard]] T2S_DECL std::string describe(schema::database const& d, std::span<table_sample const> rows, schema_description const& how);

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
  return then(ctx.known().template part<detail::schema_text>(ctx, name, [&ctx, how] { return detail::read_described_schema(ctx, how); }),
              [](std::shared_ptr<detail::schema_text const> made) { return std::shared_ptr<std::string const>(made, &made->text); });
}

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/knowledge/impl/described_schema.ipp"
#endif

#endif
