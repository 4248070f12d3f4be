// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SAMPLE_SAMPLE_AWARE_HPP
#define T2S_POLICIES_SAMPLE_SAMPLE_AWARE_HPP

#include "t2s/llm/model.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/detail/hit.hpp"
#include "t2s/retrieve/detail/question_skeleton.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"
#include "t2s/retrieve/embedded.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sample {

/// The skeleton of a question, for comparison by words: names and stored values of the database are masked.
[[nodiscard]] inline std::vector<std::string> skeleton_of_question(knowledge::lexicon const& names, std::string const& text) {
  auto const linked = link::link_question(names, text);
  return retrieve::question_skeleton(linked.tokens, linked.masked());
}

/// The same as a text for an encoder.
[[nodiscard]] inline std::string skeleton_text_of_question(knowledge::lexicon const& names, std::string const& text) {
  auto const linked = link::link_question(names, text);
  return retrieve::skeleton_text(linked.tokens, linked.masked());
}

/// A SamplerPolicy, the sample retrieval of dynamic revision (section 3.1.3): k1 demonstrations by the skeleton of the question and k2 more
/// by that of the simplified question, both from the whole repository. Each SQL text is shown once: the next nearest replaces a repetition.
/// Skeletons are compared by their weighted n-grams, which needs no further model; `sample_aware_by` uses vectors, as the paper does.
///
/// Without a repository there are no demonstrations. Alone: `sampler.sample(ctx, t2s::question(asked, simplified))`.
struct sample_aware {
  static constexpr std::string_view name = "sample retrieval";

  std::shared_ptr<retrieve::skeleton_index const> repository{};  ///< `retrieve::open_repository`
  std::size_t k1 = 4;                                            ///< by the question's skeleton (section 4.1.1)
  std::size_t k2 = 4;                                            ///< by the simplified question's
  bool simplified = true;                                        ///< off: only the repository's original questions are searched

  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> task<Context, samples> {
    samples out;
    if (!repository || k1 + k2 == 0) co_return out;
    auto const retrieving = ctx.span(name);
    auto reading = ctx.lift(knowledge::lexicon::of(ctx));
    auto const names = co_await std::move(reading);
    retrieve::add_distinct_nearest(out.demonstrations, *repository, skeleton_of_question(*names, asked.original), k1, simplified);
    retrieve::add_distinct_nearest(out.demonstrations, *repository, skeleton_of_question(*names, asked.clear), k2, simplified);
    co_return out;
  }
};

/// The same by the cosine of vectors of skeletons, by the model of the repository's vectors (`retrieve::embed_skeletons`), as in the paper,
/// which uses SBERT. One embedding of two texts for each question.
template <llm::EmbeddingModel Embedder, class Pool = retrieve::embedded_pool>
struct sample_aware_by {
  static constexpr std::string_view name = "sample retrieval";

  std::shared_ptr<Pool const> repository{};  ///< the demonstrations; may be absent
  Embedder* by{};                            ///< must outlive the policy
  std::size_t k1 = 4;                        ///< by the question's skeleton (section 4.1.1)
  std::size_t k2 = 4;                        ///< by the simplified question's
  bool simplified = true;                    ///< off: only the repository's original questions are searched

  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> task<Context, samples> {
    samples out;
    if (!repository || repository->size() == 0 || k1 + k2 == 0) co_return out;
    auto const retrieving = ctx.span(name);
    auto reading = ctx.lift(knowledge::lexicon::of(ctx));
    auto const names = co_await std::move(reading);
    std::vector<std::string> texts{skeleton_text_of_question(*names, asked.original), skeleton_text_of_question(*names, asked.clear)};
    auto embedding = ctx.lift(ctx.embed(retrieve::given_model(by, "sample::sample_aware_by::by"), std::move(texts)));
    auto const given = co_await std::move(embedding);
    retrieve::add_distinct_nearest(out.demonstrations, *repository, given.vectors.at(0), k1, simplified);
    retrieve::add_distinct_nearest(out.demonstrations, *repository, given.vectors.at(1), k2, simplified);
    co_return out;
  }
};

}  // namespace t2s::sample

#endif
