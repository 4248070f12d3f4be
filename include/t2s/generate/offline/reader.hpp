// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_READER_HPP
#define T2S_GENERATE_OFFLINE_READER_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/offline/mentions.hpp"
#include "t2s/generate/offline/plan.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace t2s::generate::offline {

/// What a skeleton asks of a reading where the question leaves a choice. Nothing set: the question alone decides.
struct leaning {
  std::optional<bool> aggregates{};  ///< a superlative selects an extreme (true) or orders rows (false)
  std::optional<bool> groups{};      ///< "each" and "by" group even where nothing is counted
  std::optional<bool> intersects{};  ///< what has both of two values is asked for (true) or what has either (false)
  bool within_reach = false;         ///< columns are looked for first in tables that a join connects with the one asked about
};

/// A part of a question that has no place in a plan: bytes [begin, end).
struct unread_part {
  std::size_t begin = 0, end = 0;  ///< bytes of the question

  friend bool operator==(unread_part const&, unread_part const&) = default;
};

/// A plan, and how well it accounts for the question: 0 at best, less for each thing left out or taken without a word for it.
struct reading {
  offline::plan plan{};               ///< what the question asks for
  double score = 0;                   ///< 0 at best, less for each thing left out or taken without a word for it
  std::vector<unread_part> unread{};  ///< words that tell something and that the plan does without, in their order
};

/// Reads a question as a plan. Nothing if it names no table or column at all. Deterministic; O(mentions squared).
[[nodiscard]] T2S_DECL std::optional<reading> read_question(link::lexicon const& names, material const& m, leaning const& lean = {});

}  // namespace t2s::generate::offline

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/offline/impl/reader.ipp"
#endif

#endif
