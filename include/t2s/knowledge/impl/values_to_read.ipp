// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_VALUES_TO_READ_IPP
#define T2S_KNOWLEDGE_IMPL_VALUES_TO_READ_IPP

#include "t2s/knowledge/impl/computed.hpp"
#include "t2s/knowledge/lexicon.hpp"

#include <utility>

namespace t2s::link::knowledge_impl {

T2S_DECL std::optional<values_to_read::wanted> values_to_read::next() {
  for (; at_ < into_.items().size(); ++at_) {
    auto const where = into_.items()[at_].where;
    auto const most = most_of(where);
    if (most == 0 || is_computed(into_.table(where), into_.column(where)) != computed_ || skipped_ == where.table) continue;
    if (clock::now() < end_) return ++at_, wanted{where, most, std::exchange(begun_, where.table) != where.table};
    auto const limit = std::chrono::duration_cast<std::chrono::seconds>(into_.options().time).count();
    into_.leave_out(where, "the values of all columns together took longer than " + std::to_string(limit) + " s");
  }
  if (computed_) return {};
  computed_ = true;
  at_ = 0;
  begun_.reset();
  skipped_.reset();
  return next();
}

T2S_DECL bool values_to_read::take_first_row(column_id where, db::execution const& row) {
  bool const endless = row.failure && row.failure->code == errc::time_limit && into_.table(where).is_view;
  if (endless) leave_out_from(where, row.failure->message);
  if (endless || (row.ok() && row.rows.empty())) skipped_ = where.table;
  return skipped_ != where.table;
}

T2S_DECL void values_to_read::take(column_id where, db::execution const& found) {
  into_.add_values(where, found.rows.values);
  if (!found.failure) return;
  into_.leave_out(where, found.failure->message);
  bool const endless = found.failure->code == errc::time_limit && into_.table(where).is_view;
  if (!endless) return;
  leave_out_from({where.table, where.column + 1}, found.failure->message);
  skipped_ = where.table;
}

T2S_DECL std::size_t values_to_read::most_of(column_id where) const {
  if (where.is_table()) return 0;
  auto const holds = into_.content_of(where);
  bool const is_of_numbers = holds == content::number || (holds == content::date && into_.form_of(where).numbers);
  return numbers_alone_ && !is_of_numbers ? 0 : into_.values_wanted(where);
}

/// The columns of a view all wait for the same rows.
T2S_DECL void values_to_read::leave_out_from(column_id where, std::string const& why) {
  for (auto c = where.column; c < into_.table(where).columns.size(); ++c)
    if (most_of({where.table, c}) > 0) into_.leave_out({where.table, c}, why);
}

}  // namespace t2s::link::knowledge_impl

#endif
