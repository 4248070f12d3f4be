// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_KEYS_TO_CHECK_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_KEYS_TO_CHECK_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/retrieve/knowledge/detail/inferred_key.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::knowledge::detail {

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
  static constexpr std::size_t most = 5'000;  ///< statements

  /// No statement is begun after that time, nor for more inferred keys.
  T2S_DECL keys_to_check(schema::database const& of, std::chrono::nanoseconds time, std::size_t most_keys = most);
  keys_to_check(keys_to_check const&) = delete;
  keys_to_check& operator=(keys_to_check const&) = delete;
  T2S_DECL ~keys_to_check();

  /// The next statement, in the dialect of the database; nothing when everything is known, or the time is over.
  [[nodiscard]] T2S_DECL std::optional<std::string> next();

  /// Takes the result of that statement.
  T2S_DECL void take(db::execution const& found);

  /// The results so far.
  [[nodiscard]] key_facts const& facts() & { return sort_facts(), facts_; }
  [[nodiscard]] key_facts&& facts() && { return sort_facts(), std::move(facts_); }

 private:
  using clock = std::chrono::steady_clock;
  struct rounds;

  T2S_DECL void suggest();
  T2S_DECL void sort_facts();
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
  std::size_t at_ = 0, asked_ = 0, most_keys_;
  key_facts facts_{};               // unsorted within a round
  std::unique_ptr<rounds> rounds_;  // once unique columns are known
};

}  // namespace t2s::knowledge::detail

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/keys_to_check.ipp"
#endif

#endif
