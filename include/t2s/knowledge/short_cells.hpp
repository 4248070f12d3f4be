// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_SHORT_CELLS_HPP
#define T2S_KNOWLEDGE_SHORT_CELLS_HPP

#include "t2s/core/text.hpp"
#include "t2s/core/value.hpp"
#include "t2s/db/result.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace t2s {

/// Whether a text or blob has more than `most` bytes: too long for a prompt.
[[nodiscard]] inline bool is_long(value const& v, std::size_t most) {
  auto const* t = v.text();
  auto const* b = v.bytes();
  return t ? t->size() > most : b && b->bytes.size() > most;
}

/// Of a long text the first `most` bytes, followed by `...`; of a long blob the beginning of its literal, as a text; any other value
/// as it is.
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

/// The first `n` rows with each cell as `short_cell` has it: what a prompt shows of a result, without copying what it leaves out.
[[nodiscard]] inline db::rows first_short_rows(db::rows const& of, std::size_t n, std::size_t cell_bytes) {
  db::rows shown{of.columns, {}};
  for (std::size_t i = 0; i < std::min(n, of.values.size()); ++i) {
    auto& row = shown.values.emplace_back();
    for (auto const& v : of.values[i]) row.push_back(short_cell(v, cell_bytes));
  }
  return shown;
}

}  // namespace t2s

#endif
