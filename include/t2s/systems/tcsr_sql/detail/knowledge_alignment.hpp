// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_TCSR_SQL_DETAIL_KNOWLEDGE_ALIGNMENT_HPP
#define T2S_SYSTEMS_TCSR_SQL_DETAIL_KNOWLEDGE_ALIGNMENT_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/retrieve/detail/hit.hpp"
#include "t2s/retrieve/detail/vector_index.hpp"
#include "t2s/retrieve/embedded.hpp"
#include "t2s/retrieve/encoding_knowledge.hpp"
#include "t2s/systems/tcsr_sql/detail/fuzzy_detection.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::tcsr {

/// TCSR-SQL's knowledge retrieval (section 3.2, algorithm 2, lines 2 to 9): if all Seed SQL for a keyword found one value in a column, that
/// value is knowledge about the keyword (case 1); where they found several, such as two synonyms that are both stored, or none, nothing is
/// learnt (case 2), and the table of knowledge decides. One piece for a column, in the order of the seeds.
[[nodiscard]] inline std::vector<retrieve::knowledge> retrieve_knowledge(detected_keyword const& found, std::string const& database) {
  std::vector<retrieve::knowledge> learnt;
  std::vector<std::string_view> several;  // columns
  for (auto const& seed : found.results)
    for (auto const& v : seed.values) {
      auto const known = std::find_if(learnt.begin(), learnt.end(), [&](auto const& k) { return k.column == seed.column; });
      if (known == learnt.end())
        learnt.push_back({found.keyword.text, database, found.keyword.table, seed.column, v});
      else if (known->value != v)
        several.push_back(seed.column);
    }
  std::erase_if(learnt, [&](auto const& k) { return std::find(several.begin(), several.end(), k.column) != several.end(); });
  return learnt;
}

/// A data-content keyword and the knowledge from its Seed SQL queries.
struct taught_keyword {
  std::string text{};                         ///< the keyword
  std::vector<retrieve::knowledge> learnt{};  ///< the knowledge
};

/// The piece of knowledge for a text of the question; nothing if there is none, or none similar enough.
struct aligned_knowledge {
  std::string text{};                          ///< the keyword
  std::optional<retrieve::knowledge> known{};  ///< the most similar piece, if there is any
  double similarity = 0;                       ///< of the keyword and that piece
};

/// TCSR-SQL's knowledge alignment (section 3.2, equations 1 and 2, algorithm 2, lines 10 to 14): for each data-content keyword the piece of
/// encoding knowledge with the greatest cosine between the keyword's vector and that of the piece's keyword, column and value.
///
/// As in algorithm 2, a keyword sees the table of knowledge, and the knowledge from itself and the keywords before it. One embedding for
/// each question.
template <llm::EmbeddingModel Embedder>
struct knowledge_alignment {
  static constexpr std::string_view name = "knowledge alignment";

  Embedder* by{};                                               ///< must outlive the policy
  std::shared_ptr<retrieve::embedded_knowledge const> known{};  ///< of this database only, by the same model; may be absent
  std::optional<double> least_similarity{};                     ///< less similar pieces are ignored; the paper has no minimum

  /// One result for each keyword, in order. Throws `error` with `invalid_argument` without an embedding model, `malformed_reply` if the
  /// model returns too few vectors, and what the model throws.
  template <class Context>
  [[nodiscard]] auto align(Context& ctx, std::vector<taught_keyword> keywords) const -> task<Context, std::vector<aligned_knowledge>> {
    std::vector<aligned_knowledge> aligned;
    if (!is_anything_known(keywords)) {
      for (auto& k : keywords) aligned.emplace_back().text = std::move(k.text);
      co_return aligned;
    }
    std::vector<std::string> texts;
    std::vector<retrieve::knowledge> learnt;
    for (auto const& k : keywords) texts.push_back(k.text);
    for (auto const& k : keywords) learnt.insert(learnt.end(), k.learnt.begin(), k.learnt.end());
    for (auto const& k : learnt) texts.push_back(retrieve::to_text(k));
    auto embedding = vectors_of(ctx, std::move(texts));
    auto const vectors = co_await std::move(embedding);

    std::span<std::vector<float> const> const all = vectors;
    retrieve::vector_index const fresh(all.subspan(keywords.size()));
    std::size_t taught = 0;
    for (std::size_t i = 0; i < keywords.size(); ++i) {
      taught += keywords[i].learnt.size();
      aligned.push_back(best(keywords[i].text, vectors[i], fresh, std::span(learnt).first(taught)));
    }
    co_return aligned;
  }

  /// The `most` pieces of the table that are most similar to a whole text, best first: what the paper does without its first module
  /// (section 4.3). Throws as `align`.
  template <class Context>
  [[nodiscard]] auto nearest(Context& ctx, std::string text, std::size_t most) const -> task<Context, std::vector<aligned_knowledge>> {
    std::vector<aligned_knowledge> found;
    if (!known || known->size() == 0) co_return found;
    std::vector<std::string> texts;
    texts.push_back(text);
    auto embedding = vectors_of(ctx, std::move(texts));
    auto const vectors = co_await std::move(embedding);
    for (auto const& hit : known->nearest(vectors.front(), most))
      if (is_enough(hit.similarity)) found.push_back({text, (*known)[hit.demonstration], hit.similarity});
    co_return found;
  }

  /// Throws `error` with `invalid_argument` if there is no embedding model.
  void require_model() const {
    if (by) return;
    throw error(errc::invalid_argument, "the knowledge alignment of TCSR-SQL has no embedding model",
                "set alignment.by, or switch off retrieval_and_alignment");
  }

 private:
  [[nodiscard]] bool is_anything_known(std::vector<taught_keyword> const& keywords) const {
    if (keywords.empty()) return false;
    bool any = known && known->size() > 0;
    for (auto const& k : keywords) any = any || !k.learnt.empty();
    return any;
  }

  [[nodiscard]] bool is_enough(double similarity) const { return !least_similarity || similarity >= *least_similarity; }

  template <class Context>
  auto vectors_of(Context& ctx, std::vector<std::string> texts) const -> task<Context, std::vector<std::vector<float>>> {
    require_model();
    auto asking = ctx.lift(ctx.embed(*by, std::move(texts)));
    auto given = co_await std::move(asking);
    co_return std::move(given.vectors);
  }

  /// Of equally similar pieces, those of the table come first, then what was learnt first.
  [[nodiscard]] aligned_knowledge best(std::string const& text, std::vector<float> const& vector, retrieve::vector_index const& fresh,
                                       std::span<retrieve::knowledge const> learnt) const {
    aligned_knowledge out;
    out.text = text;
    auto const take = [&](retrieve::knowledge const& k, double similarity) {
      if (!is_enough(similarity) || (out.known && similarity <= out.similarity)) return;
      out.known = k;
      out.similarity = similarity;
    };
    if (known)
      for (auto const& hit : known->nearest(vector, 1)) take((*known)[hit.demonstration], hit.similarity);
    for (auto const& hit : fresh.nearest(vector, fresh.size()))
      if (hit.demonstration < learnt.size()) take(learnt[hit.demonstration], hit.similarity);
    return out;
  }
};

}  // namespace t2s::tcsr

#endif
