// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SKELETON_DETAIL_RANKER_HPP
#define T2S_POLICIES_SKELETON_DETAIL_RANKER_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/retrieve/detail/hit.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// The evidence for a skeleton, in words: the two sides that the weights of `ranker` connect.
namespace t2s::skeleton {

/// What a skeleton in the mode `sql::skeleton_mode::dac` is made of, sorted, each once: for every clause its words ("where like"; "where (
/// select" within brackets; "then where" after a set operation), how many things stand in it ("select 2", "from 3"; 4 is four or more),
/// and how long the whole is ("words 4": from 24 to 29).
[[nodiscard]] T2S_DECL std::vector<std::string> parts_of(std::string_view skeleton);

/// What a question says beside its names and values, sorted, each once: the words of its skeleton (`retrieve::question_skeleton`), and
/// after a `#` its first word ("#first how"), how much it names ("#tables 1", "#columns 2", "#values 0", "#numbers 0"), how often
/// ("#masks 3") and how long it is ("#words 2": from 8 to 11). "#always" is a cue of every question.
[[nodiscard]] T2S_DECL std::vector<std::string> cues_of(link::links const& linked, std::span<std::string const> question_skeleton);

/// A skeleton that a question may lead to.
struct ranked {
  std::string skeleton{};                      ///< in the mode `sql::skeleton_mode::dac`
  double confidence = 0;                       ///< how likely it is the right one; that of all skeletons together is 1
  std::optional<std::size_t> demonstration{};  ///< of the pool: the nearest that has it, else the first; none has what only the draft has
};

/// What a cue of a question (`cues_of`) says for a part of a skeleton (`parts_of`); below 0 against it. The cue "#draft" is that the draft
/// has the part too; the relations of `ranker` have no part.
struct weight {
  std::string_view cue, part;  ///< a cue of the question, and a part of a skeleton
  float value = 0;             ///< what the one says for the other
};

/// What the cues of a question say in sum for each part that they say anything of, by the weights learned from Spider's training questions;
/// above 0 for it. Sorted by part. O(weights).
[[nodiscard]] T2S_DECL std::vector<std::pair<std::string_view, double>> leanings_of(std::span<std::string const> cues);

/// Ranks the skeletons of a pool's SQL for a question: by a log-linear model of how near the demonstrations are that have the skeleton, how
/// many of the pool have it, what words of the question say about its parts, and what a draft of the SQL has in common with it.
///
/// Immutable once made; any number of threads may ask it. Deterministic.
class ranker {
 public:
  /// What relates a skeleton to a question as a whole: the similarity of its nearest demonstration as a part of the best one's, the root of
  /// its share of all similarity, the logarithm of how often the pool has it, and whether it is the draft's. In the weights the cues
  /// "#nearest", "#share", "#frequent" and "#drafted" without a part.
  using relation = std::array<float, 4>;
  static constexpr std::array<std::string_view, 4> relations{"#nearest", "#share", "#frequent", "#drafted"};

  static constexpr std::size_t considered = 300;  ///< demonstrations that a question is compared with

  /// With the weights learned from Spider's training questions. SQL of the pool that does not parse has no skeleton. O(length of the pool's
  /// SQL).
  T2S_DECL explicit ranker(std::shared_ptr<retrieve::skeleton_index const> pool);
  T2S_DECL ranker(std::shared_ptr<retrieve::skeleton_index const> pool, std::span<weight const> learned);  ///< with other weights

  /// The best `most`, best first; of equally good ones those that stand first in the pool. `draft` is the skeleton of SQL that something
  /// else made of the question; it may be empty. Nothing if there is neither pool nor draft. O(skeletons of the pool * their parts).
  [[nodiscard]] T2S_DECL std::vector<ranked> rank(link::links const& linked, std::string_view draft, std::size_t most) const;

  /// The demonstrations that `rank` compares with the question, the nearest first.
  [[nodiscard]] T2S_DECL std::vector<retrieve::hit> nearest(std::span<std::string const> question_skeleton) const;

  /// What the learning program sees, beside `cues_of`: the different skeletons of the pool in its order, and what relates each of them to a
  /// question with these hits.
  struct entry {
    std::string skeleton{};              ///< the skeleton
    std::vector<std::uint32_t> parts{};  ///< places in `parts()`
    std::size_t count = 0;               ///< demonstrations
    std::size_t first = 0;               ///< the first of them
  };
  [[nodiscard]] std::vector<entry> const& entries() const noexcept { return entries_; }
  [[nodiscard]] std::vector<std::string> const& parts() const noexcept { return parts_; }
  [[nodiscard]] T2S_DECL std::vector<relation> relations_to(std::span<retrieve::hit const> hits) const;

  [[nodiscard]] T2S_DECL std::optional<std::size_t> find(std::string_view skeleton) const;

 private:
  struct part_weight {
    std::uint32_t part;
    float value;
  };
  static constexpr std::uint32_t no_entry = 0xFFFFFFFF;

  T2S_DECL void add(std::size_t demonstration);
  T2S_DECL void learn(weight const& w);
  [[nodiscard]] T2S_DECL std::vector<std::uint32_t> known_parts(std::string_view skeleton) const;
  [[nodiscard]] T2S_DECL std::vector<float> weights_of_parts(std::span<std::string const> cues,
                                                             std::span<std::uint32_t const> draft_parts) const;
  T2S_DECL void set_demonstrations(std::span<ranked> found, std::span<retrieve::hit const> hits) const;

  std::shared_ptr<retrieve::skeleton_index const> pool_;
  std::vector<entry> entries_{};
  std::vector<std::uint32_t> entry_of_{};  // each demonstration's place in entries_, or no_entry
  std::unordered_map<std::string, std::uint32_t> places_{};
  std::vector<std::string> parts_{};
  std::unordered_map<std::string, std::uint32_t> part_places_{};
  std::unordered_map<std::string, std::vector<part_weight>> rows_{};  // by cue
  relation relation_weights_{};
};

}  // namespace t2s::skeleton

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/skeleton/detail/ranker.ipp"
#endif

#endif
