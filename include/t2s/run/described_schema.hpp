// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_DESCRIBED_SCHEMA_HPP
#define T2S_RUN_DESCRIBED_SCHEMA_HPP

#include "t2s/core/config.hpp"
#include "t2s/run/answer.hpp"
#include "t2s/run/context.hpp"
#include "t2s/run/table_rows.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace t2s {

/// How a schema is shown with example values, or the text itself where it is known.
struct schema_description {
  std::size_t values = 3;                     ///< examples a column (DAC, appendix A)
  std::size_t considered = 100;               ///< rows of a table in which they are looked for, the first ones
  std::size_t value_bytes = 60;               ///< a longer value is cut
  std::shared_ptr<std::string const> text{};  ///< of the run's database; read anew in every run if absent
};

/// A CREATE TABLE statement a table, each with a comment behind it that lists different example values of every column other than NULL.
/// `rows` are those of the tables, in any order; a table without rows has no comment. O(size of schema and rows).
[[nodiscard]] T2S_DECL std::string describe(schema::database const& d, std::span<table_sample const> rows, schema_description const& how);

/// The text for a database that answers at once, to be shared by any number of runs. One statement a table. Throws what the database
/// throws.
template <db::Database Database>
[[nodiscard]] std::shared_ptr<std::string const> describe(Database& database, schema_description const& how = {}) {
  std::vector<table_sample> rows;
  for (auto const& t : database.schema().tables()) {
    if (t.is_view) continue;
    db::execution read = database.sample(t.name, how.considered);
    rows.push_back({t.name, std::move(read.rows), 0});
  }
  return std::make_shared<std::string const>(describe(database.schema(), rows, how));
}

/// The run's text of its schema, made once: for the `states` of the policies that show it.
struct described_schema {
  std::shared_ptr<std::string const> text{};  ///< the schema as prompts show it
};

/// The text that `how` gives or, where it has none, one read for this run, a statement a table, and kept in its state; in a context without
/// states it is read at every call.
template <class Context>
auto described_in(Context& ctx, schema_description const& how) -> task<Context, std::shared_ptr<std::string const>> {
  static constexpr bool keeps = requires { ctx.template state<described_schema>(); };
  auto text = how.text;
  if constexpr (keeps)
    if (!text) text = ctx.template state<described_schema>().text;
  if (!text) {
    auto reading = first_rows(ctx, how.considered);
    auto const rows = co_await std::move(reading);
    text = std::make_shared<std::string const>(describe(ctx.schema(), rows, how));
  }
  if constexpr (keeps) ctx.template state<described_schema>().text = text;
  co_return text;
}

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/run/impl/described_schema.ipp"
#endif

#endif
