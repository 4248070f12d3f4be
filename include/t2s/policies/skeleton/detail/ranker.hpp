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

/// The parts of a skeleton in the mode `sql::skeleton_mode::dac`, sorted, each once: for every clause its words ("where like"; "where (
/// select" within brackets; "then where" after a set operation), the number of items in it ("select 2", "from 3"; 4 means four or more),
/// and the length of the whole ("words 4": from 24 to 29).
[[nodiscard]] T2S_DECL std::vector<std::string> parts_of(std::string_view skeleton);

/// The cues of a question apart from its names and values, sorted, each once: the words of its skeleton (`retrieve::question_skeleton`),
/// and after a `#` its first word ("#first how"), how much it names ("#tables 1", "#columns 2", "#values 0", "#numbers 0"), how often
/// ("#masks 3") and its length ("#words 2": from 8 to 11). Every question has the cue "#always".
[[nodiscard]] T2S_DECL std::vector<std::string> cues_of(link::links const& linked, std::span<std::string const> question_skeleton);

/// A skeleton that a question may lead to.
struct ranked {
  std::string skeleton{};                      ///< in the mode `sql::skeleton_mode::dac`
  double confidence = 0;                       ///< its probability; the sum over all skeletons is 1
  std::optional<std::size_t> demonstration{};  ///< index in the pool: the nearest, else the first; none if only the draft has it
};

/// How strongly a cue of a question (`cues_of`) suggests a part of a skeleton (`parts_of`); negative against it. The cue "#draft" means
/// that the draft has the part too; the relations of `ranker` have no part.
struct weight {
  std::string_view cue, part;  ///< a cue of the question, and a part of a skeleton
  float value = 0;             ///< how strongly the cue suggests the part
};

/// For each part that the cues of a question affect, the sum of their weights, learned from Spider's training questions; positive for the
/// part. Sorted by part. O(weights).
[[nodiscard]] T2S_DECL std::vector<std::pair<std::string_view, double>> leanings_of(std::span<std::string const> cues);

/// Ranks the skeletons of a pool's SQL for a question, by a log-linear model of the similarity of the demonstrations with the skeleton, its
/// frequency in the pool, the question's words about its parts, and what it has in common with a draft of the SQL.
///
/// Immutable; any number of threads may use it. Deterministic.
class ranker {
 public:
  /// The features of a skeleton and a whole question: the similarity of its nearest demonstration relative to the best one's, the root of
  /// its share of all similarity, the logarithm of its frequency in the pool, and whether it is the draft's. In the weights they are the
  /// cues "#nearest", "#share", "#frequent" and "#drafted" without a part.
  using relation = std::array<float, 4>;
  static constexpr std::array<std::string_view, 4> relations{"#nearest", "#share", "#frequent", "#drafted"};

  static constexpr std::size_t considered = 300;  ///< number of demonstrations that a question is compared with

  /// Uses the weights learned from Spider's training questions. SQL of the pool that does not parse has no skeleton. O(length of the pool's
  /// SQL).
  T2S_DECL explicit ranker(std::shared_ptr<retrieve::skeleton_index const> pool);
  T2S_DECL ranker(std::shared_ptr<retrieve::skeleton_index const> pool, std::span<weight const> learned);  ///< uses other weights

  /// The best `most`, best first; equally good ones in the order of the pool. `draft` is the skeleton of other SQL for the question; it may
  /// be empty. Empty if there is neither pool nor draft. O(skeletons of the pool * their parts).
  [[nodiscard]] T2S_DECL std::vector<ranked> rank(link::links const& linked, std::string_view draft, std::size_t most) const;

  /// The demonstrations that `rank` compares with the question, nearest first.
  [[nodiscard]] T2S_DECL std::vector<retrieve::hit> nearest(std::span<std::string const> question_skeleton) const;

  /// What the learning program uses besides `cues_of`: the distinct skeletons of the pool in its order, and the features of each for a
  /// question with these hits.
  struct entry {
    std::string skeleton{};              ///< the skeleton
    std::vector<std::uint32_t> parts{};  ///< indices into `parts()`
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
  std::vector<std::uint32_t> entry_of_{};  // index into entries_ for each demonstration, or no_entry
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
