// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SAMPLE_NEAREST_DEMONSTRATIONS_HPP
#define T2S_SAMPLE_NEAREST_DEMONSTRATIONS_HPP

#include "t2s/llm/scripted_embedding_model.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/embedded_pool.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sample {

/// A SamplerPolicy: the demonstrations whose question has the most similar vector, the nearest first. One embedding a question, by the
/// model that made those of the pool. Without a pool, or with an empty one, there are none and nothing is asked.
template <llm::EmbeddingModel Embedder>
struct nearest_demonstrations {
  static constexpr std::string_view name = "nearest_demonstrations";

  std::shared_ptr<retrieve::embedded_pool const> pool{};
  Embedder* by{};        ///< outlives the policy
  std::size_t most = 5;  ///< demonstrations

  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> task<Context, samples> {
    samples out;
    if (!pool || pool->size() == 0) co_return out;
    std::vector<std::string> texts{asked.clear};
    auto embedding = ctx.embed(retrieve::given_model(by, "sample::nearest_demonstrations::by"), std::move(texts));
    auto const given = co_await std::move(embedding);
    for (auto const& hit : pool->nearest(given.vectors.at(0), most))
      out.demonstrations.push_back({(*pool)[hit.demonstration], hit.similarity});
    co_return out;
  }
};
static_assert(SamplerPolicy<nearest_demonstrations<llm::scripted_embedding_model>>);

}  // namespace t2s::sample

#endif
