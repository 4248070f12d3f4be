// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEXICON_READING_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEXICON_READING_IPP

#include "t2s/core/error.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include <string>
#include <utility>

namespace t2s::knowledge {

T2S_DECL detail::values_to_read::wanted const* detail::values_to_read::next() {
  for (; at_ < into_.items().size(); ++at_) {
    auto const where = into_.items()[at_].where;
    auto const most = most_of(where);
    if (most == 0 || is_computed(into_.table(where), into_.column(where)) != computed_) continue;
    if (skipped_ != where.table && !time_.is_over()) {
      tell();
      next_ = {where, most, std::exchange(begun_, where.table) != where.table};
      ++at_;
      ++done_;
      return &next_;
    }
    ++done_;
    if (skipped_ != where.table) into_.leave_out(where, time_.reason());
  }
  if (computed_) {
    done_ = all_;  // the column may have turned out to be numeric
    tell();
    return nullptr;
  }
  computed_ = true;
  at_ = 0;
  begun_ = skipped_ = none;
  return next();
}

T2S_DECL bool detail::values_to_read::take_first_row(column_id where, db::execution const& row) {
  bool const endless = row.failure && row.failure->code == errc::time_limit && into_.table(where).is_view;
  if (endless) leave_out_from(where, row.failure->message);
  if (endless || (row.ok() && row.rows.empty())) skipped_ = where.table;
  return skipped_ != where.table;
}

T2S_DECL void detail::values_to_read::take(column_id where, db::execution const& found) {
  into_.add_values(where, found.rows.values);
  if (!found.failure) return;
  into_.leave_out(where, found.failure->message);
  bool const endless = found.failure->code == errc::time_limit && into_.table(where).is_view;
  if (!endless) return;
  leave_out_from({where.table, where.column + 1}, found.failure->message);
  skipped_ = where.table;
}

T2S_DECL void detail::values_to_read::count() {
  for (auto const& item : into_.items())
    if (most_of(item.where) > 0) ++all_;
}

T2S_DECL std::size_t detail::values_to_read::most_of(column_id where) const {
  if (where.is_table()) return 0;
  auto const holds = into_.content_of(where);
  bool const is_of_numbers = holds == content::number || (holds == content::date && into_.form_of(where).numbers);
  return numbers_alone_ && !is_of_numbers ? 0 : into_.values_wanted(where);
}

/// All columns of a view wait for the same rows.
T2S_DECL void detail::values_to_read::leave_out_from(column_id where, std::string const& why) {
  for (auto c = where.column; c < into_.table(where).columns.size(); ++c)
    if (most_of({where.table, c}) > 0) into_.leave_out({where.table, c}, why);
}

}  // namespace t2s::knowledge

#endif
