// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_MASKED_QUESTION_HPP
#define T2S_RETRIEVE_MASKED_QUESTION_HPP

#include "t2s/core/config.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/retrieve/embedded.hpp"
#include "t2s/retrieve/question_skeleton.hpp"
#include "t2s/retrieve/tokens.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Questions as DAIL-SQL masks them (Gao et al. 2023) before it compares their vectors: `<mask>` for each token that names something of the
/// schema, `<unk>` for each that is a value, the others in lower case; adjacent tags stay apart. Not to be mixed with `question_skeleton`.
namespace t2s::retrieve {

/// The tokens rendered. Numbers and quoted texts that no name covers are values; `names` and `values` say which others are what, and are as
/// long as `tokens`. A name goes before a value.
[[nodiscard]] T2S_DECL std::string masked_question(std::span<token const> tokens, std::vector<bool> const& names,
                                                   std::vector<bool> const& values);

/// Names that a question may say whole or in part: the mask of `masked_question`.
[[nodiscard]] inline mask_words dail_names() { return mask_words(0); }

/// A question whose database is not at hand, masked by the names and literals of the SQL that answers it.
[[nodiscard]] T2S_DECL std::string masked_by_sql(std::string_view question, std::string_view sql);

/// A pool to be found by the vectors of its masked questions, as `embed_pool` makes one of the plain ones.
template <class Index = vector_index, llm::EmbeddingModel Embedder>
[[nodiscard]] auto embed_masked_pool(Embedder& by, std::vector<demonstration> pool, index_place const& kept = {}) {
  return embed_items<Index>(by, std::move(pool), [](demonstration const& d) { return masked_by_sql(d.question, d.sql); }, kept);
}

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/impl/masked_question.ipp"
#endif

#endif
