// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_SHOWN_VALUES_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_SHOWN_VALUES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/pipeline/detail/samples.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::knowledge {

/// Whether a text or blob has more than `most` bytes: too long for a prompt.
[[nodiscard]] inline bool is_long(value const& v, std::size_t most) {
  auto const* t = v.text();
  auto const* b = v.bytes();
  return t ? t->size() > most : b && b->bytes.size() > most;
}

/// Of a long text the first `most` bytes, followed by `...`; of a long blob the start of its literal, as a text; other values unchanged.
[[nodiscard]] inline value short_cell(value const& v, std::size_t most) {
  if (!is_long(v, most)) return v;
  return value(v.text() ? text::cut(*v.text(), most) : text::cut(to_sql(v), most));
}

/// Cuts each cell as `short_cell` does. O(size of the rows).
inline void shorten_cells(db::rows& of, std::size_t most) {
  for (auto& row : of.values)
    for (auto& v : row)
      if (is_long(v, most)) v = short_cell(v, most);
}

/// The first `n` rows with each cell as in `short_cell`: what a prompt shows of a result, without copying the rest.
[[nodiscard]] inline db::rows first_short_rows(db::rows const& of, std::size_t n, std::size_t cell_bytes) {
  db::rows shown{of.columns, {}};
  for (std::size_t i = 0; i < std::min(n, of.values.size()); ++i) {
    auto& row = shown.values.emplace_back();
    for (auto const& v : of.values[i]) row.push_back(short_cell(v, cell_bytes));
  }
  return shown;
}

// Stored values for prompts: a stored text stays on its line, so it cannot begin a section of the prompt or imitate the user. Thread safe.

/// A value spelt as SQL, on one line; of a longer one the first `most` bytes of its content followed by `...`. O(n).
[[nodiscard]] T2S_DECL std::string example_value(value const& v, std::size_t most);

/// A table whose names and types take one line each; unchanged if all its names are ordinary.
[[nodiscard]] T2S_DECL schema::table with_names_on_one_line(schema::table t);

/// The values of a column in sampled rows of its table: each once, without NULL, in the order of the rows, at most `most`. Empty if the
/// rows do not have the column. O(rows * values).
[[nodiscard]] T2S_DECL std::vector<value> sampled_values(std::span<table_sample const> rows, std::string_view table,
                                                         std::string_view column, std::size_t most);

/// `['lamp', 'book', 3]`: the values as in `example_value`, with at most 80 bytes each.
[[nodiscard]] T2S_DECL std::string list_of_values(std::span<value const> values);

/// Every table of the schema, a line for each column, with at most `most` of its values in the sampled rows:
///
///     # Table: item
///     [
///       (name TEXT, value examples: ['lamp', 'book']),
///       (price REAL)
///     ]
[[nodiscard]] T2S_DECL std::string describe_tables(schema::database const& d, std::span<table_sample const> rows, std::size_t most);

/// `sale.item_id = item.id`, a line for each foreign key; "None" if there are none.
[[nodiscard]] T2S_DECL std::string describe_foreign_keys(schema::database const& d);

/// How to show a schema with example values.
struct schema_description {
  std::size_t values = 3;        ///< example values of each column (DAC, appendix A)
  std::size_t considered = 100;  ///< the first rows of a table, which are searched for them
  std::size_t value_bytes = 60;  ///< a longer value is cut
};

/// A CREATE TABLE statement for each table, followed by a comment that lists distinct example values of every column, except NULL. `rows`
/// are those of the tables, in any order; a table without rows has no comment. O(size of schema and rows).
[[nodiscard]] T2S_DECL std::string describe(schema::database const& d, std::span<table_sample const> rows, schema_description const& how);

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/shown_values.ipp"
#endif

#endif
