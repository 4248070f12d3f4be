// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_FAULT_HPP
#define T2S_LAB_EVALUATION_DETAIL_FAULT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/lab/evaluation/detail/result_difference.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

/// Where predictions fail: both queries compared clause by clause, and both results.
namespace t2s::evaluation {

/// What is wrong with a prediction, in the order in which one of several is the main one.
enum class fault : std::uint8_t {
  execution,      ///< it does not execute
  format,         ///< the same values, otherwise written: rounded, in other case, as text, in another order of columns
  table,          ///< a table stands in the place of another
  join,           ///< a table is missing or superfluous, or tables are joined by other columns or another kind of join
  aggregation,    ///< the result, HAVING or a subquery computes something else: other aggregates, functions, arithmetic
  column,         ///< the result has other columns, or a condition tests another one
  value,          ///< a condition compares with another value
  set_operation,  ///< other UNION, INTERSECT, EXCEPT
  subquery,       ///< another number of subqueries
  condition,      ///< a condition is missing, superfluous, or compares otherwise
  grouping,       ///< other GROUP BY
  null,           ///< NULL is treated otherwise
  order,          ///< other ORDER BY
  limit,          ///< other LIMIT or OFFSET
  distinct,       ///< DISTINCT is missing or superfluous
  other           ///< none of these
};

/// The number of faults.
inline constexpr std::size_t fault_count = static_cast<std::size_t>(fault::other) + 1;

/// The name in JSON: "set_operation".
[[nodiscard]] T2S_DECL std::string_view name_of(fault f) noexcept;
/// The words of reports: "set operation".
[[nodiscard]] T2S_DECL std::string_view title_of(fault f) noexcept;

/// The faults of one wrong prediction.
class faults {
 public:
  faults() = default;
  /// The main one, further ones, and how both results differ.
  explicit faults(fault first, std::initializer_list<fault> more = {}, result_difference differing = result_difference::rows)
      : main_(first), results_(differing) {
    add(first);
    for (auto const f : more) add(f);
  }

  void add(fault f) noexcept { bits_ |= bit(f); }                                   ///< adds one that holds
  [[nodiscard]] bool has(fault f) const noexcept { return (bits_ & bit(f)) != 0; }  ///< whether it holds
  [[nodiscard]] fault main() const noexcept { return main_; }                       ///< the one that explains the result best
  [[nodiscard]] result_difference results() const noexcept { return results_; }     ///< how both results differ
  [[nodiscard]] std::vector<fault> all() const;                                     ///< those that hold, in order

  friend bool operator==(faults const&, faults const&) = default;

 private:
  static constexpr std::uint32_t bit(fault f) noexcept { return std::uint32_t{1} << static_cast<unsigned>(f); }

  fault main_ = fault::other;
  result_difference results_ = result_difference::rows;
  std::uint32_t bits_ = 0;
};

/// The number of wrong predictions with each fault.
struct fault_totals {
  std::size_t wrong = 0;                               ///< wrong predictions
  std::array<std::size_t, fault_count> main{}, any{};  ///< as the main one, and as any one

  void add(faults const& f) noexcept;                                                                        ///< counts a prediction
  [[nodiscard]] std::size_t with_main(fault f) const noexcept { return main[static_cast<std::size_t>(f)]; }  ///< as the main one
  [[nodiscard]] std::size_t with(fault f) const noexcept { return any[static_cast<std::size_t>(f)]; }        ///< as any one

  friend bool operator==(fault_totals const&, fault_totals const&) = default;
};

inline std::vector<fault> faults::all() const {
  std::vector<fault> found;
  for (std::size_t i = 0; i < fault_count; ++i)
    if (has(static_cast<fault>(i))) found.push_back(static_cast<fault>(i));
  return found;
}

inline void fault_totals::add(faults const& f) noexcept {
  ++wrong;
  ++main[static_cast<std::size_t>(f.main())];
  for (std::size_t i = 0; i < fault_count; ++i) any[i] += f.has(static_cast<fault>(i)) ? 1U : 0U;
}

/// The faults that results alone show.
[[nodiscard]] T2S_DECL faults faults_of(result_difference results);

namespace detail {
struct query_parts;
}  // namespace detail

/// The faults of wrong predictions for one gold query, whose tree is examined once.
///
/// Both queries are brought into the normal form of strict mode's exact match, so that names of aliases, the way of writing joins and the
/// order of conditions do not count. SQL that is not a query has the faults that its result shows. Thread safe.
class fault_finder {
 public:
  /// `gold` is the statement as it was executed, in the dialect of `d`, which must outlive the finder. O(size * columns in scope).
  T2S_DECL fault_finder(std::string_view gold, schema::database const& d);

  /// The faults of a wrong prediction, given how its result differs from the gold's. The same cost.
  [[nodiscard]] T2S_DECL faults of(std::string_view predicted, result_difference results) const;

 private:
  schema::database const& database_;
  std::shared_ptr<detail::query_parts const> gold_;
};

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/fault.ipp"
#endif

#endif
