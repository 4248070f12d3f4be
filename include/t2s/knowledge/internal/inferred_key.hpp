// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_INTERNAL_INFERRED_KEY_HPP
#define T2S_KNOWLEDGE_INTERNAL_INFERRED_KEY_HPP

#include "t2s/core/config.hpp"
#include "t2s/db/result.hpp"
#include "t2s/schema/schema.hpp"

#include <chrono>
#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::knowledge {

/// A key that names suggest and no declaration has: a column that may refer to the single primary key of another table.
struct inferred_key {
  std::string table{}, column{};  ///< that refers, as the schema spells them
  std::string parent{};           ///< the table that is referred to

  friend auto operator<=>(inferred_key const&, inferred_key const&) = default;  ///< by table, column, parent
};

namespace detail {

/// Says which statements tell whether the inferred keys of a database hold, one after the other, and takes what each returned. A key is
/// refuted where half or more of up to 100 different values of its column, from the first 1,000 rows, are missing in the parent. Nothing is
/// known, and the key stays, where the column or the parent is empty or the statement fails. In the place of a refuted key the next
/// column that may refer to the same table is looked at.
///
/// Not looked at: columns of views and generated ones, which may take for ever, and keys after the first 5,000 in the order of the schema.
/// A parent is read by its primary key; where an engine has no index for it, once as a whole and not once a value.
class keys_to_check {
 public:
  /// No statement is begun after that time.
  T2S_DECL keys_to_check(schema::database const& of, std::chrono::nanoseconds time);

  /// The next statement, in the dialect of the database; nothing when all keys are known, or the time is over.
  [[nodiscard]] T2S_DECL std::optional<std::string> next();

  /// Takes what that statement returned.
  T2S_DECL void take(db::execution const& found);

  /// The keys whose values contradict them, in the order of `inferred_key`.
  [[nodiscard]] std::vector<inferred_key> refuted() && { return std::move(refuted_); }

 private:
  using clock = std::chrono::steady_clock;
  static constexpr std::size_t most = 5'000;

  T2S_DECL void infer();
  [[nodiscard]] T2S_DECL std::string statement(inferred_key const& k) const;

  schema::database const& of_;
  clock::time_point end_;
  std::vector<inferred_key> waiting_{};               // of this round
  std::vector<inferred_key> refuted_{}, of_round_{};  // the first sorted
  std::size_t at_ = 0, asked_ = 0;
};

}  // namespace detail
}  // namespace t2s::knowledge

#endif
