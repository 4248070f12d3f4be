// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_SKELETON_FILL_HPP
#define T2S_GENERATE_SKELETON_FILL_HPP

#include "t2s/generate/offline/candidates.hpp"
#include "t2s/generate/repair.hpp"
#include "t2s/generate/repair_text.hpp"
#include "t2s/link/linked_question.hpp"
#include "t2s/policy.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace t2s::generate {

/// A GeneratorPolicy without a model: fills the skeletons of the retrieved demonstrations with what the question names, and corrects by
/// rule what its execution brings to light. Deterministic.
///
/// draft: the best of the candidates of `offline::fill_skeletons`; without a demonstration the question alone leads. Its `why` quotes the
/// words of the question that it does without. No SQL, and a `why`,
/// if the question names nothing of the database. revise: after a failure, or where it compares with a text that no row has, the statement
/// is repaired (`repair`, `repair_text`) as long as that gives something new; then, and after an empty result, the next candidate is tried.
/// When no candidate is left the first one is proposed again, since no other did better, and after that nothing.
struct skeleton_fill {
  static constexpr std::string_view name = "skeleton_fill";

  /// What one run keeps: the candidates, and how many were tried.
  struct filling {
    std::vector<offline::filled> candidates{};  ///< what was found, the best first
    std::size_t tried = 0;                      ///< how many have been proposed
    bool returned = false;                      ///< whether the first one was proposed again
  };
  using needs = facts<db::execution>;
  using states = facts<filling, link::linked_question>;

  std::shared_ptr<link::lexicon const> names{};  ///< of the database; read anew in every run if absent, which costs a statement a column
  offline::candidate_options options{};          ///< which readings are tried

  auto draft(auto& ctx, question const& asked, samples const& shown) const {
    return then(link::linked_in(ctx, asked, names), [this, &ctx, &asked, &shown](link::linked_question const* linked) {
      auto& mine = ctx.template state<filling>();
      mine.candidates = offline::fill_skeletons(*linked->names, linked->found, shown.demonstrations, options);
      if (linked->found.tokens.size() > options.words) return candidate({}, "the question has more words than are read without a model");
      if (mine.candidates.empty()) return candidate({}, nothing_read(*linked));
      mine.tried = 1;
      return candidate(mine.candidates.front().sql, reason(mine.candidates.front(), shown, asked));
    });
  }

  /// The second verb of a GeneratorPolicy: the next SQL.
  candidate revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    auto& mine = ctx.template state<filling>();
    auto const* done = past.template known<db::execution>();
    if (done && done->failure)
      if (auto fixed = repair(past.sql(), *done->failure, ctx.schema()); fixed && is_new(fixed->sql, past))
        return candidate(std::move(fixed->sql), std::move(fixed->why));
    if (auto const& lexicon = ctx.template state<link::linked_question>().names)
      if (auto fixed = repair_text(past.sql(), *lexicon); fixed && is_new(fixed->sql, past))
        return candidate(std::move(fixed->sql), std::move(fixed->why));
    while (mine.tried < mine.candidates.size()) {
      auto const& next = mine.candidates[mine.tried++];
      if (is_new(next.sql, past)) return candidate(next.sql, reason(next, shown, asked));
    }
    bool const failed = done && done->failure;
    if (!mine.returned && past.size() > 1 && !failed && past[0].outcome && past[0].outcome->ok()) {
      mine.returned = true;
      return candidate(past[0].tried.sql, "no other reading gives rows: the first one stands" + not_read(mine.candidates.front(), asked));
    }
    return candidate({}, "nothing left to try");
  }

 private:
  static std::string nothing_read(link::linked_question const& linked) {
    bool const named = std::ranges::any_of(linked.found.found, [](link::link const& l) { return l.score >= 0.5; });
    if (!named) return "the question names no table, column or value of this database";
    auto const why = offline::why_not_filled(*linked.names, linked.found);
    if (why.empty()) return "what the question names lies in tables that no foreign key connects";
    return "what the question names lies in " + why + ". Name the tables that are meant, or declare the foreign keys that connect them";
  }

  static bool is_new(std::string const& sql, trail const& past) {
    for (std::size_t i = 0; i < past.size(); ++i)
      if (past[i].tried.sql == sql) return false;
    return true;
  }

  static std::string reason(offline::filled const& f, samples const& shown, question const& asked) {
    auto const source = f.skeleton == 0 ? "read from the question" : "skeleton of: " + shown.demonstrations[f.skeleton - 1].shown.question;
    return source + not_read(f, asked);
  }

  /// What the SQL does without, as the question says it.
  static std::string not_read(offline::filled const& f, question const& asked) {
    std::string out;
    for (auto const& part : f.unread)
      out.append(out.empty() ? "; not read: \"" : ", \"").append(asked.clear, part.begin, part.end - part.begin).append("\"");
    return out;
  }
};
static_assert(GeneratorPolicy<skeleton_fill>);

}  // namespace t2s::generate

#endif
