// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_VECTOR_INDEX_HPP
#define T2S_RETRIEVE_DETAIL_VECTOR_INDEX_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/retrieve/detail/hit.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Vector indexes in files, so that texts are embedded only once. A file records what it was made of; one that does not match, is damaged
/// or truncated is not used.
namespace t2s::retrieve {

/// Where to store the index of a pool.
struct index_place {
  std::string file{};          ///< empty: the index is not stored
  std::string embedder{};      ///< the model's unique name; may be empty for embedders with an `identity()`
  std::size_t dimensions = 0;  ///< as requested from the model; 0 if the model decides
};

/// Fingerprints of what an index was made of: the texts, in order, and the embedder.
struct index_stamp {
  std::uint64_t texts = 0;     ///< fingerprint of the texts, in order
  std::uint64_t embedder = 0;  ///< fingerprint of the embedder's name and dimensions

  friend bool operator==(index_stamp const&, index_stamp const&) = default;
};

/// O(length of the texts).
[[nodiscard]] T2S_DECL index_stamp stamp_of(std::span<std::string const> texts, std::string_view embedder, std::size_t dimensions = 0);

/// Receives the bytes of an index in parts.
using index_sink = std::function<void(void const* data, std::size_t bytes)>;

/// The complete, verified bytes of an index; `owner` holds them.
struct index_content {
  std::size_t size = 0;                 ///< number of vectors
  std::size_t dimensions = 0;           ///< elements of a vector
  std::string_view bytes{};             ///< all bytes that the index wrote
  std::shared_ptr<void const> owner{};  ///< keeps the bytes alive
};

/// The result of opening an index: the index, or why it must be made.
template <class Index>
struct opened_index {
  std::optional<Index> index{};  ///< the index, if it is usable
  std::string why_not{};         ///< a phrase after the file's name, as in "was made of other texts"
};

namespace detail {

struct index_bytes {
  std::optional<index_content> content{};
  std::string why_not{};
};
[[nodiscard]] T2S_DECL index_bytes read_index_file(std::string const& file, std::string_view kind, index_stamp const& stamp);
T2S_DECL void require_index_place(std::string const& file);
T2S_DECL void write_index_file(std::string const& file, std::string_view kind, index_stamp const& stamp, std::size_t size,
                               std::size_t dimensions, std::function<void(index_sink const&)> const& save);

}  // namespace detail

/// The index in a file, mapped into memory, if it has this stamp. Reads it all once, to verify it.
///
/// Throws `error` with `not_a_file`, `file_unreadable`, or `malformed_data` if the file is not an index at all, which then stays unchanged.
template <class Index>
[[nodiscard]] opened_index<Index> open_index(std::string const& file, index_stamp const& stamp) {
  auto found = detail::read_index_file(file, Index::kind, stamp);
  opened_index<Index> out{{}, std::move(found.why_not)};
  if (!found.content) return out;
  out.index = Index::load(*found.content);
  if (!out.index) out.why_not = "is damaged";
  return out;
}

/// Writes an index; the file appears, or replaces an older one, when it is complete. Throws `error` with `file_unwritable`.
template <class Index>
void save_index(Index const& index, std::string const& file, index_stamp const& stamp) {
  detail::write_index_file(file, Index::kind, stamp, index.size(), index.dimensions(), [&](index_sink const& to) { index.save(to); });
}

/// Finds vectors by their cosine, exactly: it compares all of them, in one contiguous block of floats.
///
/// Immutable; any number of threads may search it. Copies share the block, which may be a mapped file (index_file.hpp).
class vector_index {
 public:
  static constexpr std::string_view kind = "exact";  ///< its name in files

  vector_index() = default;

  /// Throws `error` with `invalid_argument` if the vectors differ in length or are empty, or if a number is infinite or NaN.
  T2S_DECL explicit vector_index(std::span<std::vector<float> const> vectors);

  /// The number of vectors.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The number of elements of a vector.
  [[nodiscard]] std::size_t dimensions() const noexcept { return dimensions_; }

  /// The vectors with the greatest cosine to `to`, from -1 to 1, best first, at most `k`; a zero vector has the cosine 0 to all. Empty for
  /// an empty index. Throws `error` with `invalid_argument` if `to` has another number of dimensions or a number that is not finite. O(size
  /// * dimensions) time and O(k) memory.
  [[nodiscard]] T2S_DECL std::vector<hit> nearest(std::span<float const> to, std::size_t k) const;

  /// For `save_index` and `open_index`.
  T2S_DECL void save(index_sink const& to) const;
  /// The index in a file's content, or nothing if it is not an index.
  [[nodiscard]] T2S_DECL static std::optional<vector_index> load(index_content const& from);

 private:
  std::size_t size_ = 0;
  std::size_t dimensions_ = 0;
  std::size_t stride_ = 0;  // floats from one vector to the next
  std::shared_ptr<void const> owner_{};
  float const* elements_ = nullptr;  // of all vectors, each of length 1 and padded with zeros
};

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/vector_index.ipp"
#endif

#endif
