// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_VECTOR_INDEX_HPP
#define T2S_RETRIEVE_VECTOR_INDEX_HPP

#include "t2s/core/config.hpp"
#include "t2s/retrieve/hit.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace t2s::retrieve {

/// Vectors to be found by their cosine, exactly: every one is compared, in one contiguous block of floats.
///
/// Immutable once made; any number of threads may search it.
class vector_index {
 public:
  vector_index() = default;

  /// Throws `error` with `invalid_argument` if the vectors are not all of one length, at least 1.
  T2S_DECL explicit vector_index(std::span<std::vector<float> const> vectors);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t dimensions() const noexcept { return dimensions_; }

  /// The vectors with the greatest cosine to `to`, from -1 to 1, best first, at most `k`; a vector of zeros has the cosine 0 to all. Throws
  /// `error` with `invalid_argument` if `to` has another number of dimensions, unless the index is empty. O(size * dimensions).
  [[nodiscard]] T2S_DECL std::vector<hit> nearest(std::span<float const> to, std::size_t k) const;

 private:
  std::vector<float> elements_{};  // of all vectors one after the other, each of length 1
  std::size_t size_ = 0;
  std::size_t dimensions_ = 0;
};

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/impl/vector_index.ipp"
#endif

#endif
