// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_INFERRED_KEY_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_INFERRED_KEY_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/result.hpp"

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::knowledge {

/// An undeclared foreign key that names or values suggest: a column that may refer to a column that identifies the rows of another table.
struct inferred_key {
  std::string table{}, column{};       ///< the referring column, in the schema's spelling
  std::string parent{}, referenced{};  ///< the referenced table and column

  friend auto operator<=>(inferred_key const&, inferred_key const&) = default;  ///< by table, column, parent, referenced
};

/// The columns that identify the rows of a table.
struct unique_columns {
  std::string table{};                 ///< in the schema's spelling
  std::vector<std::string> columns{};  ///< without duplicates and NULLs, in order; possibly none

  friend bool operator==(unique_columns const&, unique_columns const&) = default;
  friend bool operator<(unique_columns const& a, unique_columns const& b) { return a.table < b.table; }
};

/// What the values of a database imply for its keys. All lists are sorted.
struct key_facts {
  std::vector<inferred_key> refuted{};   ///< keys that the values contradict
  std::vector<inferred_key> held{};      ///< keys whose values are all in the referenced column
  std::vector<unique_columns> unique{};  ///< of tables with several rows and without a declared key

  friend bool operator==(key_facts const&, key_facts const&) = default;
};

namespace detail {

/// A reference that names or values suggest. Indices into the schema.
struct suggested_key {
  std::uint32_t child = 0, parent = 0;
  bool needs_proof = false;  // whether it counts only if the values support it
  std::uint32_t column = 0, referenced = 0;

  friend auto operator<=>(suggested_key const&, suggested_key const&) = default;  // the likely ones of a pair of tables first
};

/// Lists the statements that check keys against the values of a database, and takes their results:
///
/// - which columns identify the rows of a table without a declared key, by its first 1,000 rows;
/// - whether an inferred key holds: how many of up to 100 distinct values of its column, from the first 1,000 rows, the parent has. It is
///   refuted if half or more are missing, or if the parent has one of them twice; it holds if at least 19 of 20 are there, of two or more.
///   Numbers whose column name is unrelated to the parent must also have gaps, since 1, 2, 3 are in any column of numbers. Nothing is known
///   if the column or the parent is empty or the statement fails. If a key does not hold, the next column that may refer to the same table
///   is checked.
///
/// Not checked: columns of views and generated ones, which may take forever, and everything after the first 5,000 statements. A parent is
/// read by the referenced column; an engine without an index on it reads it once as a whole, not once for each value.
class keys_to_check {
 public:
  /// No statement is begun after that time.
  T2S_DECL keys_to_check(schema::database const& of, std::chrono::nanoseconds time);

  /// The next statement, in the dialect of the database; nothing when everything is known, or the time is over.
  [[nodiscard]] T2S_DECL std::optional<std::string> next();

  /// Takes the result of that statement.
  T2S_DECL void take(db::execution const& found);

  /// The results.
  [[nodiscard]] key_facts const& facts() const& noexcept { return facts_; }
  [[nodiscard]] key_facts&& facts() && noexcept { return std::move(facts_); }

 private:
  using clock = std::chrono::steady_clock;
  static constexpr std::size_t most = 5'000;

  T2S_DECL void suggest();
  T2S_DECL void take_unique(db::execution const& found);
  [[nodiscard]] T2S_DECL bool may_be_chance(suggested_key const& k, std::int64_t values, value const& greatest) const;
  [[nodiscard]] std::vector<std::string> columns_to_count(schema::table const& t) const;
  [[nodiscard]] T2S_DECL std::string statement(schema::table const& t) const;
  [[nodiscard]] T2S_DECL std::string statement(suggested_key const& k) const;

  schema::database const& of_;
  clock::time_point end_;
  std::vector<schema::table const*> tables_{};  // without a key
  std::size_t counted_ = 0;                     // number of these that were counted
  bool counts_ = false;                         // whether the last statement was about one of them
  bool named_ = true;                           // whether names suggest the keys of this round
  std::vector<suggested_key> waiting_{};        // of this round
  std::vector<suggested_key> asked_about_{};    // of all rounds, sorted
  std::size_t at_ = 0, asked_ = 0;
  key_facts facts_{};
};

}  // namespace detail
}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/inferred_key.ipp"
#endif

#endif
