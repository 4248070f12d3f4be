// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_STUDY_CHOSEN_FEEDBACK_HPP
#define T2S_CLI_STUDY_CHOSEN_FEEDBACK_HPP

#include <cstddef>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

#include "t2s/offline/feedback/semantic_lint.hpp"
#include "t2s/offline/generate/skeleton_fill.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/policies/align/local.hpp"
#include "t2s/policies/align/prompted.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/feedback/execution_refinement.hpp"
#include "t2s/policies/feedback/explanation.hpp"
#include "t2s/policies/feedback/missing_entities.hpp"
#include "t2s/policies/feedback/related_contents.hpp"
#include "t2s/policies/feedback/result_csv.hpp"
#include "t2s/policies/feedback/skeleton_mismatch.hpp"
#include "t2s/policies/feedback/unknown_text.hpp"
#include "t2s/policies/skeleton/prompted.hpp"
#include "t2s/policies/skeleton/retrieved.hpp"

namespace cli::study {

/// One feedback of the library. Its declarations are shared with all others.
template <class... Stages>
struct one_of {
  using stage = std::variant<Stages...>;
  using provides = t2s::merged<t2s::provides_of<Stages>...>;
  using needs = t2s::merged<t2s::needs_of<Stages>...>;
  using states = t2s::merged<t2s::states_of<Stages>...>;
};

using any_feedback =
    one_of<t2s::feedback::execution_error, t2s::feedback::unknown_text, t2s::feedback::semantic_lint, t2s::feedback::empty_result,
           t2s::feedback::execution_refinement, t2s::feedback::execution_report, t2s::feedback::result_csv, t2s::feedback::explanation,
           t2s::feedback::related_contents, t2s::feedback::missing_entities<t2s::align::oracle>,
           t2s::feedback::missing_entities<t2s::align::local>, t2s::feedback::missing_entities<t2s::align::prompted>,
           t2s::feedback::skeleton_mismatch<t2s::skeleton::oracle>, t2s::feedback::skeleton_mismatch<t2s::skeleton::retrieved>,
           t2s::feedback::skeleton_mismatch<t2s::skeleton::retrieved_with<t2s::generate::skeleton_fill>>,
           t2s::feedback::skeleton_mismatch<t2s::skeleton::prompted>>;

/// A sequence of feedbacks chosen at run time; the counterpart of `t2s::first_of` and others. For synchronous runs.
struct chosen_feedback {
  using sequence_tag = void;
  /// The first stage that reviews the next attempt, for a sequence in turn.
  struct turn {
    std::size_t next;
  };
  using provides = t2s::merged<any_feedback::provides, t2s::facts<turn>>;
  using needs = any_feedback::needs;
  using states = any_feedback::states;

  t2s::sequence_rule rule = t2s::sequence_rule::first_of;
  std::vector<any_feedback::stage> stages{};

  template <class Context, class Past, class Over>
  bool review(Context& ctx, t2s::question const& asked, Past& past, Over const& over) const {
    static_assert(Context::synchronous);
    bool any = false, is_in_turn = rule == t2s::sequence_rule::in_turn;
    auto const* const place = is_in_turn ? past.template newest<turn>() : nullptr;
    for (auto i = place ? place->next : 0; i < stages.size(); ++i) {
      bool const remarked = std::visit(
          [&](auto const& stage) { return t2s::then(t2s::run_feedback(stage, ctx, asked, past, over), std::identity()); }, stages[i]);
      any |= remarked;
      if (is_in_turn && remarked) past.note(turn{i + 1});
      if ((remarked && rule != t2s::sequence_rule::all_of) || over()) break;
    }
    return any;
  }
};

}  // namespace cli::study

#endif
