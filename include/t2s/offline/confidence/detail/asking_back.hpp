// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_ASKING_BACK_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_ASKING_BACK_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/offline/confidence/in_run.hpp"
#include "t2s/pipeline/detail/ask_back.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::confidence {
namespace detail {

/// The SQL with each of those joins in the place of its own: `flight JOIN airport ON flight.dest_airport = airport.airport_id`. O(size *
/// joins).
[[nodiscard]] T2S_DECL std::vector<std::string> with_other_joins(std::string_view sql, std::span<std::string const> joins);

/// SQL that gives only columns, with DISTINCT if it has none, and without it if it has; "" for other SQL. O(size).
[[nodiscard]] T2S_DECL std::string once_or_often(std::string_view sql, schema::database const& d);

/// What else SQL may be meant as: over the other joins of its reading and, unless it is doubtful, once or as often.
[[nodiscard]] T2S_DECL std::vector<std::string> other_forms(candidate const& of, bool doubtful, schema::database const& d);

/// The readings that are nearly as likely as the first, the best.
[[nodiscard]] T2S_DECL std::vector<executed_reading> near_readings(std::vector<executed_reading> const& all);

/// Whether an answer runs and is uncertain, as one that asks back.
[[nodiscard]] inline bool may_ask(answer const& a) {
  return a.outcome() && a.outcome()->ok() && !(a.estimate() && !a.estimate()->is_uncertain());
}

/// Whether an answer is more likely wrong than right, so that another reading may well be the right one.
[[nodiscard]] inline bool is_doubtful(answer const& a) { return !a.estimate() || a.estimate()->confidence < estimated::default_minimum; }

}  // namespace detail

/// The question to ask back about an answer that runs: the answer as it stands, then the other candidates of its run and `others`, where
/// they have other results, with rows. At most three options; nothing if there is no other result. O(rows of the results).
[[nodiscard]] T2S_DECL std::optional<ask_back> ask_back_about(answer const& a, std::span<executed_reading const> others,
                                                              schema::database const& d);

/// The same in a run, if the answer is uncertain. Executes what else may be meant: joins over other keys; the same rows once or as often as
/// they occur; and for a doubtful answer the readings of the question that are nearly as likely as the best. Asks no model.
template <class Context>
auto ask_back_in(Context& ctx, answer const& a, estimation const& how) -> task<Context, std::optional<ask_back>> {
  std::optional<ask_back> asked;
  if (!detail::may_ask(a)) co_return asked;
  auto const& last = a.revisions.back().tried;
  std::vector<executed_reading> others;
  if (detail::is_doubtful(a)) {
    auto linking = ctx.lift(link::linked_in(ctx, a.asked));
    auto const* const linked = co_await std::move(linking);
    auto reading = ctx.lift(readings_in(ctx, *linked, last, a.outcome(), a.shown, how));
    auto const* const read = co_await std::move(reading);
    others = detail::near_readings(*read);
  }
  for (auto& sql : detail::other_forms(last, detail::is_doubtful(a), ctx.schema())) {
    auto executing = ctx.lift(ctx.query(sql));
    auto done = co_await std::move(executing);
    auto& next = others.emplace_back();
    next.read.sql = std::move(sql);
    next.outcome = std::move(done);
  }
  asked = ask_back_about(a, others, ctx.schema());
  co_return asked;
}

}  // namespace t2s::confidence

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/confidence/detail/asking_back.ipp"
#endif

#endif
