// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_READING_HPP
#define T2S_DB_MYSQL_DETAIL_READING_HPP

#include "t2s/db/detail/row_reading.hpp"
#include "t2s/db/mysql/detail/values.hpp"

#include <string>
#include <utility>
#include <vector>

namespace t2s::db::detail {

/// Takes the rows of one statement, within its limits.
class mysql_reading : public row_reading {
 public:
  mysql_reading(statement_limits const& within, taker take) : row_reading(within, std::move(take)) {}

  /// The form of the rows.
  void begin(MYSQL_RES* r) {
    for (unsigned i = 0; i < mysql_num_fields(r); ++i) {
      auto const& f = *mysql_fetch_field_direct(r, i);
      columns().emplace_back(f.name, f.name_length);
      types().push_back(mysql_type_name(f));
      kinds_.push_back(mysql_kind_of(f));
    }
  }

  /// A row. False if it is too much; then it is not taken, and `ended` says why.
  [[nodiscard]] bool take(MYSQL_ROW values, unsigned long const* lengths) {
    if (auto f = count_row([&](std::size_t i) { return values[i] ? std::size_t{lengths[i]} : 0U; })) end(*std::move(f));
    if (ended()) return false;
    std::vector<value> row;
    row.reserve(kinds_.size());
    for (std::size_t i = 0; i < kinds_.size(); ++i) row.push_back(values[i] ? mysql_value(kinds_[i], {values[i], lengths[i]}) : value());
    hand_over(std::move(row));
    return true;
  }

 private:
  std::vector<mysql_kind> kinds_{};
};

}  // namespace t2s::db::detail

#endif
