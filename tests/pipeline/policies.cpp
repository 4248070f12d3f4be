// SPDX-License-Identifier: BSL-1.0
// Every policy of the library is of the kind of its folder. This is tested here and not in the headers, where each user would pay for it: a
// pipeline checks its own policies anyway.
#include "t2s/llm/scripted_model.hpp"
#include "t2s/offline/feedback/semantic_lint.hpp"
#include "t2s/offline/generate/repairing.hpp"
#include "t2s/offline/generate/skeleton_fill.hpp"
#include "t2s/offline/select/by_confidence.hpp"
#include "t2s/offline/select/vote.hpp"
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
#include "t2s/policies/generate/avoiding.hpp"
#include "t2s/policies/generate/c3.hpp"
#include "t2s/policies/generate/chain_of_thought.hpp"
#include "t2s/policies/generate/dail_sql.hpp"
#include "t2s/policies/generate/decomposed.hpp"
#include "t2s/policies/generate/explored.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/generate/few_shot_draft.hpp"
#include "t2s/policies/generate/revision_chain.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/generate/sql_craft.hpp"
#include "t2s/policies/generate/synthetic_examples.hpp"
#include "t2s/policies/rewrite/answer_format.hpp"
#include "t2s/policies/rewrite/question_rewriting.hpp"
#include "t2s/policies/sample/bm25_demonstrations.hpp"
#include "t2s/policies/sample/masked_demonstrations.hpp"
#include "t2s/policies/sample/nearest_demonstrations.hpp"
#include "t2s/policies/sample/relevant_rows.hpp"
#include "t2s/policies/sample/rows.hpp"
#include "t2s/policies/sample/sample_aware.hpp"
#include "t2s/policies/sample/similar_demonstrations.hpp"
#include "t2s/policies/sample/stored_values.hpp"
#include "t2s/policies/sample/together.hpp"
#include "t2s/policies/select/majority.hpp"
#include "t2s/policies/select/merged_top_two.hpp"
#include "t2s/policies/select/pairwise.hpp"
#include "t2s/policies/skeleton/prompted.hpp"
#include "t2s/policies/skeleton/retrieved.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/policies/terminate/repeated.hpp"
#include "t2s/systems/chase_sql.hpp"
#include "t2s/systems/mac_sql/detail/decomposer.hpp"
#include "t2s/systems/mac_sql/detail/selector.hpp"
#include "t2s/systems/sql_craft.hpp"
#include "t2s/systems/tcsr_sql/detail/precise_sql.hpp"
#include "t2s/systems/tcsr_sql/detail/self_retrieval.hpp"

namespace t2s {
namespace {

static_assert(align::EntityLinker<align::oracle>);
static_assert(align::EntityLinker<align::local>);
static_assert(align::EntityLinker<align::prompted>);

static_assert(skeleton::SkeletonParser<skeleton::oracle>);
static_assert(skeleton::SkeletonParser<skeleton::prompted>);
static_assert(skeleton::SkeletonParser<skeleton::retrieved>);
static_assert(skeleton::SkeletonParser<skeleton::retrieved_with<generate::skeleton_fill>>);

static_assert(FeedbackPolicy<feedback::execution_refinement>);
static_assert(FeedbackPolicy<feedback::execution_error>);
static_assert(FeedbackPolicy<feedback::semantic_lint>);
static_assert(FeedbackPolicy<feedback::unknown_text>);
static_assert(FeedbackPolicy<feedback::explanation>);
static_assert(FeedbackPolicy<feedback::empty_result>);
static_assert(FeedbackPolicy<feedback::related_contents>);
static_assert(FeedbackPolicy<feedback::result_csv>);
static_assert(FeedbackPolicy<feedback::skeleton_mismatch<skeleton::oracle>>);
static_assert(FeedbackPolicy<feedback::missing_entities<align::local>>);
static_assert(FeedbackPolicy<feedback::execution_report>);
static_assert(FeedbackPolicy<first_of<feedback::execution_error, feedback::empty_result>>);
static_assert(FeedbackPolicy<all_of<feedback::execution_error, feedback::empty_result>>);
static_assert(FeedbackPolicy<in_turn<feedback::execution_error, feedback::empty_result>>);

static_assert(SamplerPolicy<sample::bm25_demonstrations>);
static_assert(SamplerPolicy<sample::together<none>>);
static_assert(SamplerPolicy<sample::random_rows>);
static_assert(SamplerPolicy<sample::sample_aware>);
static_assert(SamplerPolicy<sample::sample_aware_by<llm::scripted_embedding_model>>);
static_assert(SamplerPolicy<sample::first_rows>);
static_assert(SamplerPolicy<sample::relevant_rows<llm::scripted_embedding_model>>);
static_assert(SamplerPolicy<sample::nearest_demonstrations<llm::scripted_embedding_model>>);
static_assert(SamplerPolicy<sample::similar_demonstrations>);
static_assert(SamplerPolicy<sample::stored_values>);
static_assert(SamplerPolicy<sample::masked_demonstrations<llm::scripted_embedding_model>>);

static_assert(GeneratorPolicy<tcsr::precise_sql>);
static_assert(SamplerPolicy<tcsr::self_retrieval<llm::scripted_embedding_model>>);

static_assert(SamplerPolicy<mac::selector>);
static_assert(GeneratorPolicy<mac::decomposer>);

static_assert(TerminationPolicy<systems::ic_loop> && TerminationPolicy<systems::no_ic_loop>);

static_assert(TerminationPolicy<terminate::same_sql>);
static_assert(TerminationPolicy<terminate::judged_right>);
static_assert(TerminationPolicy<terminate::nothing_left>);
static_assert(TerminationPolicy<terminate::same_result>);
static_assert(TerminationPolicy<terminate::revisions>);
static_assert(TerminationPolicy<terminate::any_of<terminate::nothing_left, terminate::revisions>>);

static_assert(GeneratorPolicy<generate::c3>);
static_assert(GeneratorPolicy<generate::sql_only>);
static_assert(GeneratorPolicy<generate::code_blocks>);
static_assert(GeneratorPolicy<generate::program_of_thought>);
static_assert(GeneratorPolicy<generate::decomposed>);
static_assert(GeneratorPolicy<generate::divide_and_conquer>);
static_assert(GeneratorPolicy<generate::query_plan>);
static_assert(GeneratorPolicy<generate::synthetic_examples>);
static_assert(CandidateGenerator<systems::chase_candidates<7>>);
static_assert(SelectionPolicy<select::pairwise>);
static_assert(GeneratorPolicy<generate::repairing<generate::few_shot>>);
static_assert(GeneratorPolicy<generate::dail_sql>);
static_assert(GeneratorPolicy<generate::avoiding<generate::few_shot>>);
static_assert(GeneratorPolicy<generate::few_shot>);
static_assert(GeneratorPolicy<generate::few_shot_draft>);
static_assert(GeneratorPolicy<generate::revision_chain>);
static_assert(GeneratorPolicy<generate::skeleton_fill>);

static_assert(CandidateGenerator<generate::times<3, generate::few_shot>>);
static_assert(CandidateGenerator<generate::each_of<generate::times<3, generate::few_shot>, generate::sql_only>>);
static_assert(CandidateGenerator<generate::revision_tree<3, generate::few_shot>>);
static_assert(CandidateGenerator<generate::explored<generate::times<3, generate::few_shot>>>);

static_assert(SelectionPolicy<select::majority>);
static_assert(SelectionPolicy<select::weighted_vote>);
static_assert(SelectionPolicy<select::pairwise>);
static_assert(SelectionPolicy<select::tournament>);
static_assert(SelectionPolicy<select::merged_top_two>);
static_assert(SelectionPolicy<select::best_reviewed>);
static_assert(SelectionPolicy<select::by_confidence<>>);

static_assert(RewritePolicy<rewrite::answer_format>);
static_assert(RewritePolicy<rewrite::simplification>);
static_assert(RewritePolicy<rewrite::question_rewriting>);

}  // namespace
}  // namespace t2s
