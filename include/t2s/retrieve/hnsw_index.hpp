// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_HNSW_INDEX_HPP
#define T2S_RETRIEVE_HNSW_INDEX_HPP

#include "t2s/retrieve/detail/hit.hpp"
#include "t2s/retrieve/detail/vector_index.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace t2s::retrieve {

/// How a graph is built and searched; larger values of the first two find more, and take more memory and time.
struct hnsw_options {
  std::size_t links = 16;            ///< of each vector to its neighbours, and twice as many on the lowest level
  std::size_t breadth_made = 200;    ///< candidates for the neighbours of a vector
  std::size_t breadth_search = 100;  ///< candidates of a search; at least the number of wanted hits
  std::size_t seed = 100;            ///< of the levels of the graph
};

#ifdef T2S_WITH_HNSWLIB

/// Finds vectors by their cosine, nearly always the nearest ones: a graph of neighbours (Malkov and Yashunin 2016) by hnswlib, which
/// compares a few thousand vectors instead of all. Building it is slow: `embed_items` can store it in a file.
///
/// Needs the CMake target t2s::hnswlib. Immutable; any number of threads may search it; copies share it. The same vectors and options give
/// the same graph and hits.
class hnsw_index {
 public:
  static constexpr std::string_view kind = "hnsw";  ///< its name in files

  hnsw_index() = default;

  /// Throws as `vector_index`, and `invalid_argument` for options that are out of range. O(size * log(size) * dimensions * breadth_made).
  T2S_DECL explicit hnsw_index(std::span<std::vector<float> const> vectors, hnsw_options options = {});

  [[nodiscard]] T2S_DECL std::size_t size() const noexcept;        ///< number of vectors
  [[nodiscard]] T2S_DECL std::size_t dimensions() const noexcept;  ///< elements of a vector

  /// As `vector_index::nearest`, with the same similarities; a few of the nearest may be missing. O(log(size) * dimensions *
  /// breadth_search).
  [[nodiscard]] T2S_DECL std::vector<hit> nearest(std::span<float const> to, std::size_t k) const;

  /// For `save_index` and `open_index`.
  T2S_DECL void save(index_sink const& to) const;
  /// The index in a file's content, or nothing if it is not an index.
  [[nodiscard]] T2S_DECL static std::optional<hnsw_index> load(index_content const& from);

 private:
  class graph;
  std::shared_ptr<graph const> graph_{};
};

#else

/// Approximate search needs hnswlib: this placeholder does not compile when it is used.
class hnsw_index {
 public:
  template <class... Arguments>
  explicit hnsw_index(Arguments&&...) {
    static_assert(sizeof...(Arguments) > 1000,
                  "t2s: retrieve::hnsw_index needs hnswlib: install it (Debian: libhnswlib-dev) and link t2s::hnswlib");
  }
};

#endif

}  // namespace t2s::retrieve

#if defined(T2S_WITH_HNSWLIB) && !defined(T2S_SEPARATE_COMPILATION)
#include "t2s/retrieve/detail/hnsw_index.ipp"
#endif

#endif
