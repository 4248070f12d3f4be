// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_SKELETON_INDEX_HPP
#define T2S_RETRIEVE_DETAIL_SKELETON_INDEX_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/retrieve/detail/hit.hpp"
#include "t2s/retrieve/detail/tokens.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::retrieve {

/// Says which tokens of a demonstration's question are names or values of its database: one flag for each of `tokens_of(d.question)`.
using question_mask = std::function<std::vector<bool>(demonstration const& d)>;

/// The mask by the names and literals of the demonstration's SQL, for databases of which nothing else is known; with schemas, use
/// `link::pool_mask`.
[[nodiscard]] T2S_DECL std::vector<bool> mask_by_sql(demonstration const& d);

/// Finds demonstrations by the skeleton of their question: word n-grams (n from 1 to 3) hashed to 64 bits, weighted by inverse document
/// frequency, in postings. The words are lemmas, since only equal words count here, and "is" and "are" should be equal.
///
/// Immutable; any number of threads may search it.
class skeleton_index {
 public:
  skeleton_index() = default;

  /// `masks` masks the questions of the demonstrations. O(words of the pool), plus the cost of `masks`.
  T2S_DECL explicit skeleton_index(std::vector<demonstration> pool, question_mask const& masks = mask_by_sql);

  /// The number of demonstrations.
  [[nodiscard]] std::size_t size() const noexcept { return pool_.size(); }
  /// The demonstration at an index.
  [[nodiscard]] demonstration const& operator[](std::size_t i) const noexcept { return pool_[i]; }

  /// The demonstrations of the same question, in order: only case, blanks and final punctuation may differ. O(question) and those found.
  [[nodiscard]] T2S_DECL std::vector<std::size_t> same_question(std::string_view question) const;

  /// The demonstrations most similar to a question's skeleton (see `question_skeleton`), best first, at most `k`; equally similar ones in
  /// the order of the pool. The similarity is the cosine of the weighted n-grams, from 0 to 1. O(postings of its n-grams).
  [[nodiscard]] T2S_DECL std::vector<hit> nearest(std::span<std::string const> skeleton, std::size_t k) const;

  /// The demonstrations to show for a question, at most `k`: those of the same question with a similarity of 1, since others may have its
  /// skeleton too, and then the most similar. `tokens` are those of the question, and `masked` marks the names and values of its database.
  [[nodiscard]] T2S_DECL std::vector<scored_demonstration> shown_for(std::string_view question, std::span<token const> tokens,
                                                                     std::vector<bool> const& masked, std::size_t k) const;

 private:
  struct tables;

  std::vector<demonstration> pool_{};
  std::shared_ptr<tables const> held_{};
};

/// A question in a normal form: in lower case (ASCII), with single blanks, none before punctuation, and without final punctuation.
[[nodiscard]] T2S_DECL std::string plain_question(std::string_view question);

/// The skeleton of a demonstration's question as text, with its original words.
[[nodiscard]] T2S_DECL std::string skeleton_text(demonstration const& d, question_mask const& masks = mask_by_sql);

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/skeleton_index.ipp"
#endif

#endif
