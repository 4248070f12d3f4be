// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_SHAPE_HPP
#define T2S_GENERATE_OFFLINE_SHAPE_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/offline/plan.hpp"
#include "t2s/sql/query.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace t2s::generate::offline {

/// The skeleton of a query as far as the meaning of a question decides it: what it does, without names, values and joins. Forms that mean
/// the same have one shape: `x = (SELECT max(x) ...)` is ordering with a limit, EXCEPT and NOT IN both exclude.
struct shape {
  enum class sorting : std::uint8_t { none, column, aggregate };  ///< what rows are sorted by

  std::uint8_t columns = 0;                  ///< plain result columns
  std::array<std::uint8_t, 6> aggregates{};  ///< result columns by aggregate, as `offline::aggregate` counts them; [0] is unused
  std::uint8_t conditions = 0;               ///< in WHERE, at the outermost level
  bool grouped = false, having = false, limited = false, descending = false;               ///< which clauses there are
  bool excludes = false, intersects = false, unites = false, compares_with_query = false;  ///< which other queries there are
  sorting sorted = sorting::none;                                                          ///< what rows are sorted by

  friend bool operator==(shape const&, shape const&) = default;
  friend auto operator<=>(shape const&, shape const&) = default;  ///< by members, in their order
};

[[nodiscard]] T2S_DECL shape shape_of(plan const& p);  ///< the shape of a plan's SQL

/// Of SQL text; nothing if it is not read as a SELECT.
[[nodiscard]] T2S_DECL std::optional<shape> shape_of(std::string_view sql);

/// How much two shapes agree, from 0 to 1: each part counts by what it does to the rows.
[[nodiscard]] T2S_DECL double agreement(shape const& a, shape const& b) noexcept;

}  // namespace t2s::generate::offline

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/offline/impl/shape.ipp"
#endif

#endif
