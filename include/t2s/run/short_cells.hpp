// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_SHORT_CELLS_HPP
#define T2S_RUN_SHORT_CELLS_HPP

#include "t2s/core/cut_text.hpp"
#include "t2s/core/value.hpp"
#include "t2s/db/result.hpp"

#include <cstddef>

namespace t2s {

/// Cuts what no prompt should bear: of a text of more than `most` bytes the first `most` stay, with `...` behind them; of such a blob
/// the beginning of its literal, as a text. O(size of the rows).
inline void shorten_cells(db::rows& of, std::size_t most) {
  for (auto& row : of.values)
    for (auto& v : row) {
      if (auto const* t = v.text(); t && t->size() > most) v = value(text::cut(*t, most));
      if (auto const* b = v.bytes(); b && b->bytes.size() > most) v = value(text::cut(to_sql(v), most));
    }
}

}  // namespace t2s

#endif
