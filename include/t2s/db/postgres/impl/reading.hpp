// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_IMPL_READING_HPP
#define T2S_DB_POSTGRES_IMPL_READING_HPP

#include "t2s/db/impl/limit_failures.hpp"
#include "t2s/db/limits.hpp"
#include "t2s/db/postgres/impl/libpq.hpp"
#include "t2s/db/postgres/impl/values.hpp"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace t2s::db::detail {

/// What PostgreSQL calls its types, by number.
using postgres_type_names = std::unordered_map<Oid, std::string>;

/// Takes the rows of one statement, within its limits.
class postgres_reading {
 public:
  using taker = std::function<void(std::vector<value>)>;

  postgres_reading(statement_limits const& within, postgres_type_names const& names, taker take)
      : within_(within), names_(names), take_(std::move(take)) {}

  [[nodiscard]] statement_limits const& limits() const noexcept { return within_; }

  /// Why it ended before the last row, if it did.
  [[nodiscard]] std::optional<failure> const& ended() const noexcept { return ended_; }
  /// Whether the server goes on with the statement and must be told.
  [[nodiscard]] bool was_broken_off() const noexcept { return broken_off_; }

  /// The server says so.
  void end(failure why) {
    if (!ended_) ended_ = std::move(why);
  }
  void break_off(failure why) {
    broken_off_ = broken_off_ || !ended_;
    end(std::move(why));
  }

  [[nodiscard]] std::vector<std::string>& columns() noexcept { return columns_; }
  [[nodiscard]] std::vector<std::string>& types() noexcept { return type_names_; }

  /// The form of the rows; before the first of them, or of a result that has none.
  void begin(PGresult const* r) {
    if (begun_) return;
    begun_ = true;
    for (int i = 0; i < PQnfields(r); ++i) {
      types_.push_back(PQftype(r, i));
      columns_.emplace_back(text_or_nothing(PQfname(r, i)));
      auto const known = names_.find(types_.back());
      type_names_.push_back(known == names_.end() ? std::string() : known->second);
    }
  }

  /// A result of one row. After `ended` nothing is taken.
  void take(PGresult const* r) {
    begin(r);
    if (ended_) return;
    bytes_ += memory_of(r);
    if (auto f = too_much(within_, rows_, bytes_)) break_off(*std::move(f));
    if (ended_) return;
    ++rows_;
    std::vector<value> row;
    row.reserve(types_.size());
    for (int i = 0; i < static_cast<int>(types_.size()); ++i)
      row.push_back(PQgetisnull(r, 0, i) ? value() : value_of(types_[static_cast<std::size_t>(i)], text_of(r, 0, i)));
    take_(std::move(row));
  }

 private:
  [[nodiscard]] std::size_t memory_of(PGresult const* r) {
    std::size_t bytes = sizeof(std::vector<value>);
    for (int i = 0; i < PQnfields(r); ++i) {
      auto const size = static_cast<std::size_t>(PQgetlength(r, 0, i));
      if (size > within_.value_bytes)
        break_off({errc::size_limit,
                   "a value takes more than " + std::to_string(within_.value_bytes) + " bytes",
                   columns_[static_cast<std::size_t>(i)],
                   "ask for less",
                   {}});
      bytes += sizeof(value) + size;
    }
    return bytes;
  }

  statement_limits within_;
  postgres_type_names const& names_;
  taker take_;
  std::optional<failure> ended_{};
  bool begun_ = false, broken_off_ = false;
  std::vector<Oid> types_{};
  std::vector<std::string> columns_{}, type_names_{};
  std::size_t rows_ = 0, bytes_ = 0;
};

}  // namespace t2s::db::detail

#endif
