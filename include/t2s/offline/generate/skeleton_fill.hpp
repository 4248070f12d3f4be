// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_GENERATE_SKELETON_FILL_HPP
#define T2S_OFFLINE_GENERATE_SKELETON_FILL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/offline/reader/detail/candidates.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace t2s::generate {

/// A GeneratorPolicy without a model: it fills the skeletons of the retrieved demonstrations with what the question names, and corrects the
/// SQL by rules after its execution. Deterministic.
///
/// draft: the SQL of a demonstration of the same question, if its names exist in this schema, or what a semantic layer defines
/// (`reader::fill_skeletons`), which is final if it runs; else the best
/// candidate of `reader::fill_skeletons`; without demonstrations it uses the question alone. Its `why` quotes the words of the question
/// that it ignores, and its fact `question_reading` lists them. If it takes the first rows of an order, one statement more asks whether
/// rows without a value would be these; they are left out then. No SQL, and a `why`, if the question names nothing of the database. revise:
/// after a failure, or a comparison with a text that no row has, the nearest repair (`repairer::suggest`, which executes nothing) if it is
/// new; then, and after an empty result, the next candidate. When no candidate is left it proposes the first one again, since no other did
/// better, and after that nothing.
struct skeleton_fill {
  static constexpr std::string_view name = "skeleton_fill";

  /// The state of one run: the candidates, and how many were tried.
  struct filling {
    std::vector<reader::filled> candidates{};  ///< best first
    std::size_t tried = 0;                     ///< how many have been proposed
    bool returned = false;                     ///< whether the first one was proposed again
    bool demonstrated = false;                 ///< whether the first one is that of a demonstration of the same question, or a definition

    /// The candidate whose SQL a draft has, or nullptr.
    [[nodiscard]] reader::filled* source_of(candidate const& drafted) noexcept {
      for (auto& c : candidates)
        if (c.sql == drafted.sql) return &c;
      return nullptr;
    }
    /// The statement that decides about rows without a value, if the draft depends on it; else "".
    [[nodiscard]] std::string open_question(candidate const& drafted) {
      auto const* from = source_of(drafted);
      return from && !from->with_values.empty() ? from->asks_for_missing : std::string();
    }
  };
  using needs = facts<db::execution>;
  using states = facts<filling, link::linked_question>;

  reader::candidate_options options{};  ///< which readings are tried
  /// Whether to break ties unless the database is an SQLite file: a server returns ties in a varying order.
  bool breaks_ties_on_servers = true;

  auto draft(auto& ctx, question const& asked, samples const& shown) const {
    return then(link::linked_in(ctx, asked), [this, &ctx, &asked, &shown](link::linked_question const* linked) {
      auto& mine = ctx.template state<filling>();
      return settled(ctx, mine, first(mine, ctx.schema(), *linked, asked, shown));
    });
  }

  /// The next SQL.
  auto revise(auto& ctx, question const&, samples const& shown, auto const& past) const {
    auto& mine = ctx.template state<filling>();
    auto const& names = ctx.template state<link::linked_question>().names;
    return settled(ctx, mine, next(mine, names, shown, past, past.template known<db::execution>()));
  }

 private:
  /// Asks the database what the SQL depends on, if it does.
  static auto settled(auto& ctx, filling& mine, candidate made) {
    auto open = mine.open_question(made);
    if (open.empty()) return ctx.lift(std::move(made));
    return ctx.lift(then(ctx.query(std::move(open)), [&mine, made = std::move(made)](db::execution const& found) mutable {
      return with_values(mine, std::move(made), found);
    }));
  }

  [[nodiscard]] T2S_DECL candidate first(filling& mine, schema::database const& d, link::linked_question const& linked,
                                         question const& asked, samples const& shown) const;
  /// The draft without rows that have no value of what it sorts by, or for those with 0, if there are any.
  [[nodiscard]] static T2S_DECL candidate with_values(filling& mine, candidate drafted, db::execution const& found);
  [[nodiscard]] static T2S_DECL candidate next(filling& mine, std::shared_ptr<knowledge::lexicon const> const& names, samples const& shown,
                                               attempt_list const& past, db::execution const* done);
};

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/generate/detail/skeleton_fill.ipp"
#endif

#endif
