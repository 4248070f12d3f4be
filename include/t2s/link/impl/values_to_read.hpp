// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_VALUES_TO_READ_HPP
#define T2S_LINK_IMPL_VALUES_TO_READ_HPP

#include "t2s/db/result.hpp"
#include "t2s/link/impl/computed.hpp"
#include "t2s/link/lexicon.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace t2s::link::detail {

/// Says which columns of a database are to be read for a lexicon, one after the other, and takes what was read of each. What is computed
/// comes last, lest it take the time of what is stored.
class values_to_read {
 public:
  explicit values_to_read(lexicon& into) : into_(into) {}

  /// A column to be read, and how many different values of it at most.
  struct wanted {
    column_id where{};
    std::size_t most = 0;
  };

  /// The next column to be read; nothing when all are.
  [[nodiscard]] std::optional<wanted> next() {
    for (; at_ < into_.items().size(); ++at_) {
      auto const where = into_.items()[at_].where;
      if (most_of(where) == 0) continue;
      if (is_computed(into_.table(where), into_.column(where)) != computed_ || skipped_ == where.table) continue;
      if (clock::now() < end_) return ++at_, wanted{where, most_of(where)};
      into_.leave_out(where, "the values of all columns together took longer than " + std::to_string(seconds()) + " s");
    }
    if (computed_) return {};
    computed_ = true;
    at_ = 0;
    skipped_.reset();
    return next();
  }

  /// Takes what was read of a column. True if one should see whether the table has rows at all, since this column has nothing: of a table
  /// without rows no other column need be read.
  [[nodiscard]] bool take(column_id where, db::execution const& found) {
    into_.add_values(where, found.rows.values);
    if (found.failure) {
      into_.leave_out(where, found.failure->message);
      if (found.failure->code == errc::time_limit && into_.table(where).is_view) leave_out_rest(where, found.failure->message);
    }
    bool const last = where.column + 1 == into_.table(where).columns.size();
    return found.ok() && found.rows.empty() && !last && looked_at_ != where.table;
  }

  /// Takes the first row of the table of a column, if there is one.
  void take_sample(column_id where, db::execution const& rows) {
    looked_at_ = where.table;
    if (rows.ok() && rows.rows.empty()) skipped_ = where.table;
  }

 private:
  using clock = std::chrono::steady_clock;

  [[nodiscard]] std::size_t most_of(column_id where) const {
    return where.is_table() || into_.content_of(where) == content::number ? 0 : into_.options().values_per_column;
  }

  /// The columns of a view all wait for the same rows.
  void leave_out_rest(column_id where, std::string const& why) {
    for (auto c = where.column + 1; c < into_.table(where).columns.size(); ++c)
      if (most_of({where.table, c}) > 0) into_.leave_out({where.table, c}, why);
    skipped_ = where.table;
  }

  [[nodiscard]] long long seconds() const { return std::chrono::duration_cast<std::chrono::seconds>(into_.options().time).count(); }

  lexicon& into_;
  clock::time_point end_ = clock::now() + std::chrono::duration_cast<clock::duration>(into_.options().time);
  std::size_t at_ = 0;
  bool computed_ = false;
  std::optional<std::uint32_t> skipped_{}, looked_at_{};  // tables
};

}  // namespace t2s::link::detail

#endif
