// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SAMPLE_MASKED_DEMONSTRATIONS_HPP
#define T2S_POLICIES_SAMPLE_MASKED_DEMONSTRATIONS_HPP

#include "t2s/llm/model.hpp"
#include "t2s/policies/sample/nearest_demonstrations.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/detail/masked_question.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/embedded.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::sample {

/// The question as DAIL-SQL masks it: by the names of the schema and, with a lexicon, the words of the stored texts.
[[nodiscard]] inline std::string masked_by_schema(schema::database const& d, knowledge::lexicon const* values, std::string_view question) {
  auto names = retrieve::dail_names();
  names.add_names(d);
  auto const tokens = retrieve::tokens_of(question);
  std::vector<bool> stored(tokens.size());
  for (std::size_t i = 0; values && i < tokens.size(); ++i) {
    auto const& t = tokens[i];
    if (t.is != retrieve::token::kind::word || retrieve::is_stop_word(t.lemma)) continue;
    stored[i] = !values->values(t.text).empty() || !values->values_with(t.text).empty();
  }
  return retrieve::masked_question(tokens, names.masked(tokens), stored);
}

/// A SamplerPolicy, the ranking of DAIL-SQL's example selection: the demonstrations whose masked question has the vector nearest to that of
/// the masked user question, nearest first. One embedding for each question. The pool must come from `retrieve::embed_masked_pool` with the
/// same model; without a pool there are no demonstrations and nothing is embedded.
///
/// It chooses many more than a prompt shows: `generate::dail_sql` chooses among them by the skeleton of its preliminary SQL, and skips
/// those that are too long.
template <llm::EmbeddingModel Embedder, class Pool = retrieve::embedded_pool>
struct masked_demonstrations {
  static constexpr std::string_view name = "masked_demonstrations";

  std::shared_ptr<Pool const> pool{};  ///< the demonstrations; may be absent
  Embedder* by{};                      ///< must outlive the policy
  bool values = true;                  ///< whether stored texts are masked (off in DAIL-SQL for BIRD)
  std::size_t most = 900;              ///< 100 for each of the 9 that are shown, as published

  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> task<Context, samples> {
    if (!pool || pool->size() == 0 || most == 0) co_return samples();
    std::shared_ptr<knowledge::lexicon const> stored;
    if (values) {
      auto reading = ctx.lift(knowledge::lexicon::of(ctx));
      stored = co_await std::move(reading);
    }
    auto masked = masked_by_schema(ctx.schema(), stored.get(), asked.clear);
    auto searching = nearest_by_vector(ctx, pool.get(), by, "sample::masked_demonstrations::by", std::move(masked), most);
    auto found = co_await std::move(searching);
    co_return found;
  }
};

}  // namespace t2s::sample

#endif
