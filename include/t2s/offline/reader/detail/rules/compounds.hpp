// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_COMPOUNDS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_COMPOUNDS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/reading.hpp"

namespace t2s::reader::detail {

/// "Cake sort", of a `cake_name` and a `sort`: the first word only says of what the second one is, as the rows are called by it.
[[nodiscard]] inline bool is_of_rows(reading const& r, mention const& modifier, mention const& head) {
  auto const *a = r.resolve.column(modifier), *b = r.resolve.column(head);
  if (!a || !b || a->where.table != b->where.table || a->where == b->where || modifier.option(kind::table)) return false;
  auto const names = r.resolve.names_of(a->where.table);
  return modifier.last == modifier.first + 1 && a->score < 0.9 && b->score > 0.9 && names.size() == 1 && names.front() == a->where;
}

/// "population density" is a density, even if the table has a column of populations, too.
inline void read_compounds(reading& r) {
  for (std::size_t i = 0; i + 1 < r.used.size(); ++i) {
    auto const &modifier = r.at(i), &head = r.at(i + 1);
    if (modifier.last != head.first || !modifier.is(kind::column) || !head.is(kind::column)) continue;
    auto const a = r.number_column(i), b = r.number_column(i + 1);
    if (is_of_rows(r, modifier, head)) {
      r.used[i] = true;
      r.mark_read(modifier.first, modifier.last);
    }
    if (!a || !b || a->table != b->table || modifier.options.front().score < 0.9 || head.options.front().score < 0.9) continue;
    r.used[i] = true;
    r.mark_read(modifier.first, modifier.last);
  }
}

}  // namespace t2s::reader::detail

#endif
