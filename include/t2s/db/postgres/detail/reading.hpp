// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_READING_HPP
#define T2S_DB_POSTGRES_DETAIL_READING_HPP

#include "t2s/db/detail/row_reading.hpp"
#include "t2s/db/postgres/detail/libpq.hpp"
#include "t2s/db/postgres/detail/values.hpp"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace t2s::db::detail {

/// What PostgreSQL calls its types, by number.
using postgres_type_names = std::unordered_map<Oid, std::string>;

/// Takes the rows of one statement, within its limits.
class postgres_reading : public row_reading {
 public:
  postgres_reading(statement_limits const& within, postgres_type_names const& names, taker take)
      : row_reading(within, std::move(take)), names_(names) {}

  /// Whether the server goes on with the statement and must be told.
  [[nodiscard]] bool was_broken_off() const noexcept { return broken_off_; }

  void break_off(failure why) {
    broken_off_ = broken_off_ || !ended();
    end(std::move(why));
  }

  /// The form of the rows; before the first of them, or of a result that has none.
  void begin(PGresult const* r) {
    if (begun_) return;
    begun_ = true;
    for (int i = 0; i < PQnfields(r); ++i) {
      type_numbers_.push_back(PQftype(r, i));
      columns().emplace_back(text_or_none(PQfname(r, i)));
      auto const known = names_.find(type_numbers_.back());
      types().push_back(known == names_.end() ? std::string() : known->second);
    }
  }

  /// A result of one row. After `ended` nothing is taken.
  void take(PGresult const* r) {
    begin(r);
    if (ended()) return;
    if (auto f = count_row([r](std::size_t i) { return static_cast<std::size_t>(PQgetlength(r, 0, static_cast<int>(i))); }))
      return break_off(*std::move(f));
    std::vector<value> row;
    row.reserve(type_numbers_.size());
    for (int i = 0; i < static_cast<int>(type_numbers_.size()); ++i)
      row.push_back(PQgetisnull(r, 0, i) ? value() : value_of(type_numbers_[static_cast<std::size_t>(i)], text_of(r, 0, i)));
    hand_over(std::move(row));
  }

 private:
  postgres_type_names const& names_;
  bool begun_ = false, broken_off_ = false;
  std::vector<Oid> type_numbers_{};
};

}  // namespace t2s::db::detail

#endif
