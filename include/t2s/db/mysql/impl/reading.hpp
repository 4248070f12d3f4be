// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_IMPL_READING_HPP
#define T2S_DB_MYSQL_IMPL_READING_HPP

#include "t2s/db/impl/limit_failures.hpp"
#include "t2s/db/limits.hpp"
#include "t2s/db/mysql/impl/values.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::db::detail {

/// Takes the rows of one statement, within its limits.
class mysql_reading {
 public:
  using taker = std::function<void(std::vector<value>)>;

  mysql_reading(statement_limits const& within, taker take) : within_(within), take_(std::move(take)) {}

  [[nodiscard]] statement_limits const& limits() const noexcept { return within_; }

  /// Why it ended before the last row, if it did.
  [[nodiscard]] std::optional<failure> const& ended() const noexcept { return ended_; }
  void end(failure why) {
    if (!ended_) ended_ = std::move(why);
  }

  [[nodiscard]] std::vector<std::string>& columns() noexcept { return columns_; }
  [[nodiscard]] std::vector<std::string>& types() noexcept { return types_; }

  /// The form of the rows.
  void begin(MYSQL_RES* r) {
    for (unsigned i = 0; i < mysql_num_fields(r); ++i) {
      auto const& f = *mysql_fetch_field_direct(r, i);
      columns_.emplace_back(f.name, f.name_length);
      types_.push_back(mysql_type_name(f));
      kinds_.push_back(mysql_kind_of(f));
    }
  }

  /// A row. False if it is too much; then it is not taken, and `ended` says why.
  [[nodiscard]] bool take(MYSQL_ROW values, unsigned long const* lengths) {
    auto const bytes = memory_of(values, lengths);
    if (!ended_) ended_ = too_much(within_, rows_, bytes_ += bytes);
    if (ended_) return false;
    ++rows_;
    std::vector<value> row;
    row.reserve(kinds_.size());
    for (std::size_t i = 0; i < kinds_.size(); ++i) row.push_back(values[i] ? mysql_value(kinds_[i], {values[i], lengths[i]}) : value());
    take_(std::move(row));
    return true;
  }

 private:
  [[nodiscard]] std::size_t memory_of(MYSQL_ROW values, unsigned long const* lengths) {
    std::size_t bytes = sizeof(std::vector<value>);
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      std::size_t const size = values[i] ? lengths[i] : 0U;
      if (size > within_.value_bytes)
        end({errc::size_limit,
             "a value takes more than " + std::to_string(within_.value_bytes) + " bytes",
             columns_[i],
             "ask for less",
             {}});
      bytes += sizeof(value) + size;
    }
    return bytes;
  }

  statement_limits within_;
  taker take_;
  std::optional<failure> ended_{};
  std::vector<mysql_kind> kinds_{};
  std::vector<std::string> columns_{}, types_{};
  std::size_t rows_ = 0, bytes_ = 0;
};

}  // namespace t2s::db::detail

#endif
