// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_SKELETON_REPOSITORY_HPP
#define T2S_RETRIEVE_SKELETON_REPOSITORY_HPP

#include "t2s/core/config.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/retrieve/demonstration.hpp"
#include "t2s/retrieve/embedded.hpp"
#include "t2s/retrieve/skeleton_index.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

/// The retrieval repository of dynamic revision (section 3.1): for every training pair its SQL under the skeleton of its question and under
/// that of the simplified question. A file of it is JSON Lines, a line a pair (`repository_builder` makes it).
namespace t2s::retrieve {

/// A training pair and what the model made of its question.
struct simplified_pair {
  demonstration shown{};     ///< the demonstration
  std::string simplified{};  ///< empty if the model gave no question
  std::string why{};         ///< it gave none
  std::string made_by{};     ///< model, prompt and temperature, as `repository_builder` names them

  friend bool operator==(simplified_pair const&, simplified_pair const&) = default;
};

namespace detail {

/// What makes a training pair the same pair in two runs.
using pair_key = std::tuple<std::string, std::string, std::string, std::string>;

inline pair_key key_of(demonstration const& d) { return {d.database, d.question, d.sql, d.evidence}; }

}  // namespace detail

/// What a repository file holds.
struct repository_text {
  std::vector<simplified_pair> pairs{};  ///< each pair once, by its last line; sorted, so that the order of building does not matter
  std::vector<std::string> notes{};      ///< which lines were skipped, for the user to see
};

/// The pairs of a text of JSON Lines: objects with `question`, `query` and `simplified`, and where known `db_id`, `evidence`, `why` and
/// `made_by`. A line that is no whole JSON, as an interruption leaves behind, is skipped with a note.
///
/// Throws `error` with `malformed_data` for a line that is JSON and no such pair or has a `format`, as later releases may write it, and if
/// there are lines and none is a pair or the beginning of one. `name` is what messages call the text.
[[nodiscard]] T2S_DECL repository_text parse_repository(std::string_view text, std::string_view name = "the repository");

/// The same from a file. Throws also what `read_file` throws.
[[nodiscard]] T2S_DECL repository_text read_repository(std::string const& path);

/// A pair as a line of the file, without its end.
[[nodiscard]] T2S_DECL std::string to_line(simplified_pair const& pair);

/// Every pair twice, with its question and with the simplified one; once if there is none.
[[nodiscard]] T2S_DECL std::vector<demonstration> doubled(std::span<simplified_pair const> pairs);

/// An index of the doubled pairs of a file by their skeletons, to be shared by any number of pipelines.
[[nodiscard]] T2S_DECL std::shared_ptr<skeleton_index const> open_repository(std::string const& path);

/// A pool to be found by the vectors of its skeletons: see `embed_items`.
template <class Index = vector_index, llm::EmbeddingModel Embedder>
[[nodiscard]] auto embed_skeletons(Embedder& by, std::vector<demonstration> pool, index_place const& kept = {}) {
  return embed_items<Index>(by, std::move(pool), [](demonstration const& d) { return skeleton_text(d); }, kept);
}

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/impl/skeleton_repository.ipp"
#endif

#endif
