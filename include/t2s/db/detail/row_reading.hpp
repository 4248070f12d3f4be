// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_ROW_READING_HPP
#define T2S_DB_DETAIL_ROW_READING_HPP

#include "t2s/core/detail/value.hpp"
#include "t2s/db/detail/limit_failures.hpp"
#include "t2s/db/detail/limits.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::db::detail {

/// What takes the rows of one statement within its limits; an engine adds how it reads them.
class row_reading {
 public:
  using taker = std::function<void(std::vector<value>)>;

  row_reading(statement_limits const& within, taker take) : within_(within), take_(std::move(take)) {}

  [[nodiscard]] statement_limits const& limits() const noexcept { return within_; }

  /// Why it ended before the last row, if it did.
  [[nodiscard]] std::optional<failure> const& ended() const noexcept { return ended_; }
  void end(failure why) {
    if (!ended_) ended_ = std::move(why);
  }

  [[nodiscard]] std::vector<std::string>& columns() noexcept { return columns_; }
  [[nodiscard]] std::vector<std::string>& types() noexcept { return types_; }

  /// Why a row is not taken, if it is too much. `size_of(i)`: the bytes of its values.
  template <class Size>
  [[nodiscard]] std::optional<failure> count_row(Size const& size_of) {
    bytes_ += sizeof(std::vector<value>);
    std::optional<failure> why;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      std::size_t const size = size_of(i);
      if (!why && size > within_.value_bytes) why = value_too_large(within_, columns_[i]);
      bytes_ += sizeof(value) + size;
    }
    if (!why) why = too_much(within_, rows_, bytes_);
    ++rows_;
    return why;
  }

  void hand_over(std::vector<value> row) const { take_(std::move(row)); }

 private:
  statement_limits within_;
  taker take_;
  std::optional<failure> ended_{};
  std::vector<std::string> columns_{}, types_{};
  std::size_t rows_ = 0, bytes_ = 0;
};

}  // namespace t2s::db::detail

#endif
