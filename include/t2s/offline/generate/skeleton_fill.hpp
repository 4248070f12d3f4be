// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_GENERATE_SKELETON_FILL_HPP
#define T2S_OFFLINE_GENERATE_SKELETON_FILL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/offline/reader/candidates.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace t2s::generate {

/// A GeneratorPolicy without a model: fills the skeletons of the retrieved demonstrations with what the question names, and corrects by
/// rule what its execution brings to light. Deterministic.
///
/// draft: the SQL of a demonstration of this very question, if it means something over the schema at hand, which then stands if it runs;
/// else the best of the candidates of `reader::fill_skeletons`; without a demonstration the question alone leads. Its `why` quotes the
/// words of the question that it does without, and its fact `question_reading` lists them. No SQL, and a `why`, if the question names
/// nothing of the database. revise: after a failure, or where it compares with a text that no row has, the nearest repair of that
/// (`repairer::suggest`, which executes nothing) if it is new; then, and after an empty result, the next candidate. When no candidate is
/// left the first one is proposed again, since no other did better, and after that nothing.
struct skeleton_fill {
  static constexpr std::string_view name = "skeleton_fill";

  /// What one run keeps: the candidates, and how many were tried.
  struct filling {
    std::vector<reader::filled> candidates{};  ///< what was found, the best first
    std::size_t tried = 0;                     ///< how many have been proposed
    bool returned = false;                     ///< whether the first one was proposed again
    bool demonstrated = false;                 ///< whether the first one is the SQL of a demonstration of the same question
  };
  using needs = facts<db::execution>;
  using states = facts<filling, link::linked_question>;

  reader::candidate_options options{};  ///< which readings are tried
  /// Whether ties are broken wherever the database is no SQLite file: a server sorts what ties as it comes, differently from time to time.
  bool breaks_ties_on_servers = true;

  auto draft(auto& ctx, question const& asked, samples const& shown) const {
    return then(link::linked_in(ctx, asked), [this, &ctx, &asked, &shown](link::linked_question const* linked) {
      return first(ctx.template state<filling>(), ctx.schema(), *linked, asked, shown);
    });
  }

  /// The second verb of a GeneratorPolicy: the next SQL.
  candidate revise(auto& ctx, question const&, samples const& shown, auto const& past) const {
    auto const& names = ctx.template state<link::linked_question>().names;
    return next(ctx.template state<filling>(), names, shown, past, past.template known<db::execution>());
  }

 private:
  [[nodiscard]] T2S_DECL candidate first(filling& mine, schema::database const& d, link::linked_question const& linked,
                                         question const& asked, samples const& shown) const;
  [[nodiscard]] static T2S_DECL candidate next(filling& mine, std::shared_ptr<knowledge::lexicon const> const& names, samples const& shown,
                                               attempt_list const& past, db::execution const* done);
};

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/generate/detail/skeleton_fill.ipp"
#endif

#endif
