// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_SHOWN_UNITS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_SHOWN_UNITS_HPP

#include "t2s/offline/reader/detail/amounts.hpp"
#include "t2s/offline/reader/detail/reading.hpp"

#include <cmath>
#include <string>

/// Results in another unit than that in which they are stored.
namespace t2s::reader::detail {

/// " / 100.0" for cents as euros, " * 60" for hours as minutes; "" for the same unit.
[[nodiscard]] inline std::string scale_between(unit const& stored, unit const& asked) {
  if (stored.size == asked.size) return {};
  bool const larger = asked.size > stored.size;
  auto const factor = std::round((larger ? asked.size / stored.size : stored.size / asked.size) * 1e6) / 1e6;
  auto const digits = link::number_text(factor);
  if (!larger) return " * " + digits;
  return " / " + digits + (digits.find('.') == digits.npos ? ".0" : "");  // not the division of whole numbers
}

/// Whether a term is an amount in the unit of its column.
[[nodiscard]] inline bool is_in_unit(reading const& r, term const& t, unit const& asked) {
  if (t.how == aggregate::count || !t.what || t.what->is_table() || t.factor || t.since || t.letters || !r.resolve.is_number(*t.what))
    return false;
  auto const* stored = unit_of(r, *t.what);
  return stored && stored->of == asked.of;
}

/// "The total in euros", of a column of cents: shown in the unit that is asked for.
inline void convert_shown(reading& r) {
  for (std::size_t t = 1; t < r.size(); ++t) {
    auto const [asked, end] = r.is_word(t - 1, "in") ? unit_words_at(r, t) : unit_words();
    if (!asked || (end < r.size() && r.token(end).is == retrieve::token::kind::number)) continue;
    bool found = false;
    for (auto& shown : r.plan.select) {
      if (!is_in_unit(r, shown, *asked)) continue;
      shown.scale = scale_between(*unit_of(r, *shown.what), *asked);
      found = true;
    }
    if (found) r.mark_read(t - 1, end);
  }
}

}  // namespace t2s::reader::detail

#endif
