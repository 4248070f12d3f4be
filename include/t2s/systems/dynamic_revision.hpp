// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_DYNAMIC_REVISION_HPP
#define T2S_SYSTEMS_DYNAMIC_REVISION_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/feedback/explanation.hpp"
#include "t2s/policies/feedback/related_contents.hpp"
#include "t2s/policies/generate/revision_chain.hpp"
#include "t2s/policies/rewrite/question_rewriting.hpp"
#include "t2s/policies/sample/sample_aware.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/policies/terminate/repeated.hpp"
#include "t2s/retrieve/detail/skeleton_repository.hpp"

#include <cstddef>
#include <memory>
#include <utility>

namespace t2s::systems {

/// Dynamic revision ("Retrieval-augmented GPT-3.5-based Text-to-SQL Framework with Sample-aware Prompting and Dynamic Revision Chain", Guo
/// et al.): the question is simplified, SQL of questions with similar skeletons is shown, and the SQL is revised by three kinds of feedback
/// until its result stays the same, at most three times.
///
/// `Rewrite` may be `none`, `Sampler` another that chooses demonstrations.
template <class Rewrite, class Sampler>
using dynamic_revision_with = pipeline<Rewrite, Sampler, generate::revision_chain,
                                       all_of<feedback::execution_report, feedback::explanation, feedback::related_contents>,
                                       terminate::any_of<terminate::same_result, terminate::revisions>>;

/// Compares skeletons by their n-grams, which needs no further model.
using dynamic_revision = dynamic_revision_with<rewrite::simplification, sample::sample_aware>;

/// Compares skeletons by their vectors, as in the paper.
template <llm::EmbeddingModel Embedder>
using dynamic_revision_by = dynamic_revision_with<rewrite::simplification, sample::sample_aware_by<Embedder>>;

/// The modules that the paper's figures 2 and 3 and table 1 leave out.
struct dynamic_revision_switches {
  bool simplify = true;        ///< off: w/o simplify (figure 2), for the user's question and those of the repository
  bool revise = true;          ///< off: w/o revise (figure 2), which is 0 rounds
  bool demonstrations = true;  ///< off: zero-shot (table 1)
  std::size_t rounds = 3;      ///< most revisions (figure 3; the paper prints no number)
};

namespace detail {

/// Sets what `on` says.
template <class System>
void switch_dynamic_revision(System& made, dynamic_revision_switches const& on, bool has_repository) {
  made.rewrite.enabled = made.sampler.simplified = on.simplify;
  made.termination.template get<terminate::revisions>().limit = on.revise ? on.rounds : 0;
  if (!on.demonstrations) made.sampler.k1 = made.sampler.k2 = 0;
  if (on.demonstrations && !has_repository)
    throw error(errc::invalid_argument, "dynamic revision shows SQL of similar questions, and no repository of them is given",
                "give one that retrieve::repository_builder built and retrieve::open_repository opened, or switch the demonstrations off");
}

}  // namespace detail

/// The system with a retrieval repository. Serves any number of runs, over any number of databases.
///
///     auto const system = t2s::systems::make_dynamic_revision(t2s::retrieve::open_repository("repository.jsonl"));
///     auto const found = system.run(t2s::context(model, database), "Which hives are empty?");
///
/// Throws `error` with `invalid_argument` if the repository is missing.
[[nodiscard]] T2S_DECL dynamic_revision make_dynamic_revision(std::shared_ptr<retrieve::skeleton_index const> repository,
                                                              dynamic_revision_switches on = {});

/// The same with the vectors of `by`, which outlives the system, and a repository that `retrieve::embed_skeletons` made with it.
template <llm::EmbeddingModel Embedder>
[[nodiscard]] dynamic_revision_by<Embedder> make_dynamic_revision_by(Embedder& by,
                                                                     std::shared_ptr<retrieve::embedded_pool const> repository,
                                                                     dynamic_revision_switches on = {}) {
  dynamic_revision_by<Embedder> made;
  detail::switch_dynamic_revision(made, on, repository != nullptr);
  made.sampler.repository = std::move(repository);
  made.sampler.by = &by;
  return made;
}

}  // namespace t2s::systems

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/systems/detail/dynamic_revision.ipp"
#endif

#endif
