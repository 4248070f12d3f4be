// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SKELETON_DETAIL_PARSED_HPP
#define T2S_POLICIES_SKELETON_DETAIL_PARSED_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/policy.hpp"
#include "t2s/sql/parse.hpp"

#include <string>
#include <string_view>

/// Skeleton parsing as in DAC (section 3.3): the SQL for a question, without its names and literals.
namespace t2s::skeleton {

/// A skeleton in the mode `sql::skeleton_mode::dac`, and its SQL.
struct parsed {
  std::string skeleton{};  ///< empty if there is none
  std::string sql{};       ///< its names need not exist in the database
  std::string why{};       ///< why there is no skeleton, or how it was found

  friend bool operator==(parsed const&, parsed const&) = default;
};

/// The skeleton of an SQL text of a dialect; empty if it does not parse.
[[nodiscard]] T2S_DECL parsed parse_sql(std::string sql, sql::grammar const& grammar = sql::sqlite);

/// The skeleton of the SQL in a completion.
[[nodiscard]] T2S_DECL parsed read_parsed(std::string_view completion, sql::grammar const& grammar = sql::sqlite);

/// Whether `a` has more words than `b`.
[[nodiscard]] T2S_DECL bool is_longer(parsed const& a, parsed const& b) noexcept;

/// Parses a question into a skeleton.
///
/// 1. `p.parse(ctx, asked, shown)` returns `parsed`; `shown` is what the run's sampler chose.
/// 2. If nothing is found it does not throw: the skeleton is empty and `why` says why.
template <class P>
concept SkeletonParser = requires(P const& p, t2s::detail::any_context<P>& ctx, question const& asked, samples const& shown) {
  { p.parse(ctx, asked, shown) } -> Yields<parsed>;
};

}  // namespace t2s::skeleton

/// The answer keeps the skeleton of each round, by any parser.
template <>
inline constexpr bool t2s::is_recorded<t2s::skeleton::parsed> = true;

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/skeleton/detail/parsed.ipp"
#endif

#endif
