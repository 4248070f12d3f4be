// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_DETAIL_COLUMN_HPP
#define T2S_DB_COPY_DETAIL_COLUMN_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace t2s::db {

/// What a column of a copy holds. Every engine has a type for each.
enum class stored_kind : std::uint8_t { integer, real, numeric, text, blob, boolean, date, time, timestamp, zoned_timestamp, json };

/// A column as a copy declares it.
struct copied_column {
  std::string name{};                    ///< as its owner spells it
  stored_kind kind = stored_kind::text;  ///< what it holds
  unsigned digits = 0, places = 0;       ///< of `numeric`: how many in all and behind the point; 0 where nothing is declared
  std::size_t longest = 0;               ///< of `text`: characters of its longest value, at most bytes
  bool not_null = false;                 ///< it has no NULL and was declared to have none
  bool in_key = false;                   ///< of the primary key or of a foreign key, at either end

  friend bool operator==(copied_column const&, copied_column const&) = default;
};

/// A remark on a key or column that is not as it was.
using copy_remarks = std::vector<std::string>;

/// What the values of a column are: found by looking at all of them, for databases that do not hold values to their types.
class column_survey {
 public:
  /// Takes a value into account. O(its bytes).
  T2S_DECL void note(value const& v);

  /// The kind of column that holds all of them without loss, and what is to be said of it where that is not the declared one. `binding`:
  /// the engine holds values to the declared types, and those count. `dates`: texts of a column that is declared as a date or time become
  /// such where all are.
  [[nodiscard]] T2S_DECL copied_column decide(schema::column const& c, bool binding, bool dates, copy_remarks& remarks,
                                              std::string const& table) const;

  std::size_t nulls = 0, integers = 0, reals = 0, texts = 0, blobs = 0;  ///< how many there are of each class
  std::size_t large = 0;                                                 ///< among the integers, those that a real may not hold
  std::size_t dates = 0, timestamps = 0;                                 ///< among the texts
  std::size_t not_utf8 = 0, with_nul = 0;                                ///< texts that other engines do not take as they are
  std::size_t longest = 0;                                               ///< of the texts, in bytes
};

/// The kind that a declared type means, "character varying(20)" being text; nothing is looked up. O(bytes).
[[nodiscard]] T2S_DECL copied_column declared_column(schema::column const& c);

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/copy/detail/column.ipp"
#endif

#endif
