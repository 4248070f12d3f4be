// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SKELETON_RETRIEVED_HPP
#define T2S_POLICIES_SKELETON_RETRIEVED_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"
#include "t2s/policies/skeleton/detail/ranker.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/detail/hit.hpp"
#include "t2s/retrieve/detail/question_skeleton.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <cmath>
#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::skeleton {

/// The best of the ranked skeletons with the SQL of its demonstration and its confidence in `why`; empty if that is below `least`.
[[nodiscard]] inline parsed best_of(std::vector<ranked> const& found, retrieve::skeleton_index const* pool, double least) {
  if (found.empty()) return {{}, {}, "there is no demonstration to take a skeleton from; give the parser a ranker over a pool"};
  auto const& best = found.front();
  std::string const likely = std::to_string(std::lround(100 * best.confidence)) + " %";
  if (best.confidence < least) return {{}, {}, "the most likely skeleton, " + best.skeleton + ", has a confidence of only " + likely};
  parsed out{best.skeleton, {}, "confidence " + likely + ", from the words of the question"};
  if (pool && best.demonstration)
    out = {best.skeleton, (*pool)[*best.demonstration].sql, "confidence " + likely + ", from a demonstration"};
  return out;
}

/// A SkeletonParser without a model (`prompted` asks one): the most likely skeleton of a pool's SQL (`ranker`). It ignores what the run's
/// sampler chose. It needs the database only for its lexicon and what the drafter needs.
///
/// `Drafter` is `none`, or a GeneratorPolicy without a model, such as `generate::skeleton_fill`: the skeleton of its draft is one more
/// candidate and the strongest evidence. It sees the demonstrations nearest to the question. Its draft is not executed here.
template <class Drafter>
struct retrieved_with {
  static constexpr std::string_view name = "retrieved";
  using states = merged<facts<link::linked_question>, states_of<Drafter>>;

  std::shared_ptr<skeleton::ranker const> ranker{};        ///< of the pool; may be absent
  std::shared_ptr<retrieve::skeleton_index const> pool{};  ///< the ranker's
  double least = 0;                                        ///< least confidence of a skeleton
  std::size_t demonstrations = 20;                         ///< for the drafter
  [[no_unique_address]] Drafter drafter{};                 ///< writes a draft for the ranking, or `none`

  /// The best `most` skeletons with their confidence, best first: at once or as the run's task. Throws what the database throws.
  template <class Context>
  auto rank(Context& ctx, question const& asked, std::size_t most) const -> task<Context, std::vector<ranked>> {
    auto linking = ctx.lift(link::linked_in(ctx, asked));
    auto const* const linked = co_await std::move(linking);
    std::string draft;
    if constexpr (!std::same_as<Drafter, none>) {
      samples shown;
      auto const like = retrieve::question_skeleton(linked->found.tokens, linked->found.masked());
      if (pool) shown.demonstrations = retrieve::nearest_of(*pool, like, demonstrations);
      auto drafting = ctx.lift(drafter.draft(ctx, asked, shown));
      auto const drafted = co_await std::move(drafting);
      draft = parse_sql(drafted.sql, sql::dialect_of(ctx.schema())).skeleton;
    }
    std::vector<ranked> found;
    if (ranker) found = ranker->rank(linked->found, draft, most);
    co_return found;
  }

  /// Returns the most likely skeleton.
  template <class Context>
  auto parse(Context& ctx, question const& asked, samples const&) const -> task<Context, parsed> {
    auto ranking = rank(ctx, asked, 1);
    auto const found = co_await std::move(ranking);
    auto best = best_of(found, pool.get(), least);
    co_return best;
  }
};

/// Ranks by the question, the pool and the names of the database.
using retrieved = retrieved_with<none>;

/// A parser with a pool, whose skeletons are parsed here, once.
///
///     auto const parser = t2s::skeleton::make_retrieved(t2s::retrieve::open_pool("train.json"));
template <class Drafter = none>
[[nodiscard]] retrieved_with<Drafter> make_retrieved(std::shared_ptr<retrieve::skeleton_index const> pool) {
  retrieved_with<Drafter> made;
  made.ranker = std::make_shared<skeleton::ranker const>(pool);
  made.pool = std::move(pool);
  if constexpr (requires { made.drafter.breaks_ties_on_servers; }) made.drafter.breaks_ties_on_servers = false;  // nor does the pool
  return made;
}

}  // namespace t2s::skeleton

#endif
