// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SAMPLE_NEAREST_DEMONSTRATIONS_HPP
#define T2S_POLICIES_SAMPLE_NEAREST_DEMONSTRATIONS_HPP

#include "t2s/llm/model.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/detail/hit.hpp"
#include "t2s/retrieve/embedded.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sample {

/// The demonstrations of a pool with the vectors nearest to that of a text, nearest first. One embedding; without a pool, with an empty
/// one, or with `most` 0, the result is empty and nothing is embedded. `option` names the policy's embedder in errors.
template <class Context, class Pool, llm::EmbeddingModel Embedder>
[[nodiscard]] auto nearest_by_vector(Context& ctx, Pool const* pool, Embedder* by, char const* option, std::string text, std::size_t most)
    -> task<Context, samples> {
  samples out;
  if (!pool || pool->size() == 0 || most == 0) co_return out;
  std::vector<std::string> texts{std::move(text)};
  auto embedding = ctx.embed(retrieve::given_model(by, option), std::move(texts));
  auto const given = co_await std::move(embedding);
  out.demonstrations = retrieve::nearest_of(*pool, given.vectors.at(0), most);
  co_return out;
}

/// A SamplerPolicy: the demonstrations whose question has the most similar vector, nearest first. One embedding for each question, by the
/// model that made the pool's. Without a pool, with an empty one, or with `most` 0 there are no demonstrations and nothing is embedded.
/// `Pool` may have another index, such as `retrieve::embedded<demonstration, retrieve::hnsw_index>`.
template <llm::EmbeddingModel Embedder, class Pool = retrieve::embedded_pool>
struct nearest_demonstrations {
  static constexpr std::string_view name = "nearest_demonstrations";

  std::shared_ptr<Pool const> pool{};  ///< the demonstrations; may be absent
  Embedder* by{};                      ///< must outlive the policy
  std::size_t most = 5;                ///< most demonstrations

  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> task<Context, samples> {
    return nearest_by_vector(ctx, pool.get(), by, "sample::nearest_demonstrations::by", asked.clear, most);
  }
};

}  // namespace t2s::sample

#endif
