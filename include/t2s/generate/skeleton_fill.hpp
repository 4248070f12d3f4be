// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_SKELETON_FILL_HPP
#define T2S_GENERATE_SKELETON_FILL_HPP

#include "t2s/link/linked_question.hpp"
#include "t2s/policy.hpp"
#include "t2s/reader/candidates.hpp"
#include "t2s/repair/repairer.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::generate {

/// A GeneratorPolicy without a model: fills the skeletons of the retrieved demonstrations with what the question names, and corrects by
/// rule what its execution brings to light. Deterministic.
///
/// draft: the SQL of a demonstration of this very question, if it means something over the schema at hand, which then stands if it runs;
/// else the best of the candidates of `reader::fill_skeletons`; without a demonstration the question alone leads. Its `why` quotes the
/// words of the question that it does without, and its `not_read` lists them. No SQL, and a `why`, if the question names nothing of the
/// database. revise: after a failure, or where it compares with a text that no row has, the nearest repair of that (`repairer::suggest`,
/// which executes nothing) if it is new; then, and after an empty result, the next candidate. When no candidate is left the first one is
/// proposed again, since no other did better, and after that nothing.
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

  auto draft(auto& ctx, question const& asked, samples const& shown) const {
    return then(link::linked_in(ctx, asked), [this, &ctx, &asked, &shown](link::linked_question const* linked) {
      auto& mine = ctx.template state<filling>();
      mine.candidates = reader::fill_skeletons(*linked, shown.demonstrations, options);
      if (auto const same = reader::demonstrated(ctx.schema(), asked.clear, shown.demonstrations)) {
        auto const& known = shown.demonstrations[*same].shown;
        mine.candidates.insert(mine.candidates.begin(), reader::filled{known.sql, 0, *same + 1, {}});
        mine.demonstrated = true;
        mine.tried = 1;
        return candidate(known.sql, source(known));
      }
      if (linked->found.tokens.size() > options.words) return candidate({}, "the question has more words than are read without a model");
      if (mine.candidates.empty()) return candidate({}, nothing_read(*linked));
      mine.tried = 1;
      return proposed(mine.candidates.front(), shown, asked);
    });
  }

  /// The second verb of a GeneratorPolicy: the next SQL.
  candidate revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    auto& mine = ctx.template state<filling>();
    auto const* done = past.template known<db::execution>();
    if (mine.demonstrated && past.size() == 1 && done && !done->failure) return candidate({}, "the answer of the same question stands");
    bool const failed = done && done->failure;
    if (repairer const repairs{ctx.template state<link::linked_question>().names}; repairs.names) {
      std::optional<repair_step> step;
      if (failed) step = repairs.suggest(past.sql(), &*done->failure);
      if (!step || past.has_tried(step->sql)) step = repairs.suggest(past.sql());
      if (step && !past.has_tried(step->sql)) return corrected(*std::move(step), past);
    }
    while (mine.tried < mine.candidates.size()) {
      auto const& next = mine.candidates[mine.tried++];
      if (!past.has_tried(next.sql)) return proposed(next, shown, asked);
    }
    if (!mine.returned && past.size() > 1 && !failed && past[0].outcome && past[0].outcome->ok()) {
      mine.returned = true;
      return candidate_of(past[0].tried.sql, "no other reading gives rows: the first one stands", mine.candidates.front(), asked);
    }
    return candidate({}, "nothing left to try");
  }

 private:
  static std::string nothing_read(link::linked_question const& linked) {
    bool const named = std::ranges::any_of(linked.found.found, [](link::link const& l) { return l.score >= 0.5; });
    if (!named) return "the question names no table, column or value of this database";
    auto const why = reader::why_not_filled(linked);
    if (why.empty()) return "what the question names lies in tables that no foreign key connects";
    return "what the question names lies in " + why + ". Name the tables that are meant, or declare the foreign keys that connect them";
  }

  static std::string source(retrieve::demonstration const& same) {
    return "the SQL of the same question in the pool" + (same.database.empty() ? "" : ", asked of \"" + same.database + "\"");
  }

  /// A repair reads no more of the question than what it repairs.
  static candidate corrected(repair_step fixed, attempt_list const& past) {
    candidate out(std::move(fixed.sql), std::move(fixed.why));
    out.not_read = past.latest().tried.not_read;
    return out;
  }

  static candidate proposed(reader::filled const& f, samples const& shown, question const& asked) {
    return candidate_of(f.sql,
                        f.skeleton == 0 ? "read from the question" : "skeleton of: " + shown.demonstrations[f.skeleton - 1].shown.question,
                        f, asked);
  }

  /// With what the SQL does without, as the question says it.
  static candidate candidate_of(std::string const& sql, std::string why, reader::filled const& f, question const& asked) {
    candidate out(sql, std::move(why));
    for (auto const& part : f.unread) {
      auto const& words = out.not_read.emplace_back(asked.clear, part.begin, part.end - part.begin);
      out.why.append(out.not_read.size() == 1 ? "; not read: \"" : ", \"").append(words).append("\"");
    }
    return out;
  }
};

}  // namespace t2s::generate

#endif
