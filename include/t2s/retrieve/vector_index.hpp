// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_VECTOR_INDEX_HPP
#define T2S_RETRIEVE_VECTOR_INDEX_HPP

#include "t2s/core/config.hpp"
#include "t2s/retrieve/hit.hpp"
#include "t2s/retrieve/index_file.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace t2s::retrieve {

/// Vectors to be found by their cosine, exactly: every one is compared, in one contiguous block of floats.
///
/// Immutable once made; any number of threads may search it. Copies share the block, which may be a mapped file (index_file.hpp).
class vector_index {
 public:
  static constexpr std::string_view kind = "exact";  ///< as the file calls it

  vector_index() = default;

  /// Throws `error` with `invalid_argument` if the vectors are not all of one length, at least 1, or a number is infinite or none (NaN).
  T2S_DECL explicit vector_index(std::span<std::vector<float> const> vectors);

  /// How many vectors there are.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Elements of a vector.
  [[nodiscard]] std::size_t dimensions() const noexcept { return dimensions_; }

  /// The vectors with the greatest cosine to `to`, from -1 to 1, best first, at most `k`; a vector of zeros has the cosine 0 to all. None
  /// for an empty index. Throws `error` with `invalid_argument` if `to` has another number of dimensions or a number that is not finite.
  /// O(size * dimensions) time and O(k) memory.
  [[nodiscard]] T2S_DECL std::vector<hit> nearest(std::span<float const> to, std::size_t k) const;

  /// For `save_index` and `open_index`.
  T2S_DECL void save(index_sink const& to) const;
  /// The index in a file's content, or nothing if it is none.
  [[nodiscard]] T2S_DECL static std::optional<vector_index> load(index_content const& from);

 private:
  std::size_t size_ = 0;
  std::size_t dimensions_ = 0;
  std::size_t stride_ = 0;  // floats from one vector to the next
  std::shared_ptr<void const> owner_{};
  float const* elements_ = nullptr;  // of all vectors one after the other, each of length 1 and filled up with zeros
};

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/impl/vector_index.ipp"
#endif

#endif
