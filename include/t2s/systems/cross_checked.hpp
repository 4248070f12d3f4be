// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_CROSS_CHECKED_HPP
#define T2S_SYSTEMS_CROSS_CHECKED_HPP

#include "t2s/offline/feedback/advised_error.hpp"
#include "t2s/offline/feedback/detail/own_estimate.hpp"
#include "t2s/offline/generate/detail/two_readers.hpp"
#include "t2s/offline/generate/repairing.hpp"
#include "t2s/offline/generate/skeleton_fill.hpp"
#include "t2s/offline/select/detail/better_reader.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/detail/notice.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/feedback/unknown_text.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/sample/similar_demonstrations.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/policies/terminate/repeated.hpp"

/// Systems of two readers: a model, and the reader that needs none (`systems::offline`).
namespace t2s::systems {

/// The generator of `cross_checked`. Its revision asks for a decision, since the doubted SQL may be right.
struct reconsidering_few_shot : generate::few_shot {
  reconsidering_few_shot() {
    revise_prompt = llm::prompt_template(llm::template_literal(
        "This speaks against that query:\n{{remarks}}\n"
        "Which query answers the question \"{{question}}\": yours, the other one, or a better one? Answer with that query in a code block "
        "and nothing else.\n"));
  }
};

namespace detail {

/// Where the results differ, the model's SQL if it runs.
struct model_if_it_runs : select::better_reader<generate::skeleton_fill> {
  model_if_it_runs() { weighs = false; }
};

template <class Sampler, class Generator, class Selection>
using two_readers = pipeline<none, Sampler, Generator,
                             first_of<feedback::own_estimate, feedback::advised_error, feedback::unknown_text, feedback::empty_result>,
                             terminate::any_of<terminate::nothing_left, terminate::same_sql>, Selection>;

}  // namespace detail

/// `cross_checked` with another sampler.
template <class Sampler>
using cross_checked_with =
    detail::two_readers<Sampler, generate::cross_checking<generate::repairing<reconsidering_few_shot, true>, generate::skeleton_fill>,
                        select::better_reader<generate::skeleton_fill>>;

/// A model and the offline reader answer independently; the model's SQL is repaired by rules. Where their results agree, that is the
/// answer. Where they differ, the model is asked once more with what speaks against its SQL, and the likelier SQL is the answer: at most
/// two calls (ours, not from a paper).
///
/// `answer::estimate` has the confidence and, first of its reasons, what was doubted. A model that fails leaves the reader's answer, and
/// `answer::stopped` says so, and `notice_of(answer)` in a sentence for users. `sampler.pool` has demonstrations for both readers, and may
/// be absent.
///
///     t2s::systems::cross_checked const system;
///     auto const found = system.run(t2s::context(model, database), "Which hives are empty?");
///     for (auto const& doubt : found.estimate()->missing) std::cout << doubt << "\n";
using cross_checked = cross_checked_with<sample::similar_demonstrations>;

/// `cascade` with another sampler.
template <class Sampler>
using cascade_with = detail::two_readers<Sampler, generate::cascading<generate::skeleton_fill, generate::repairing<generate::few_shot>>,
                                         detail::model_if_it_runs>;

/// The offline reader where it is sure, and a model otherwise, as `few_shot_corrected` asks it (ours, not from a paper). It is sure if its
/// SQL runs and its confidence reaches `generator.enough`; then no model is asked, and `answer::spent.calls` is 0. A model that fails, or
/// whose SQL does not run, leaves the reader's answer, and `answer::stopped` says so.
using cascade = cascade_with<sample::similar_demonstrations>;

}  // namespace t2s::systems

#endif
