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

/// Indexes of vectors in files, so that what was embedded once is not embedded again. A file says of what it was made, and one that does
/// not fit, is damaged or cut short is not used.
namespace t2s::retrieve {

/// Where the index of a pool is kept.
struct index_place {
  std::string file{};          ///< nothing is kept if it is empty
  std::string embedder{};      ///< the model's name, told from all others; may be empty for embedders that have an `identity()`
  std::size_t dimensions = 0;  ///< as the model was asked for; 0 if it decides
};

/// What an index was made of: fingerprints of the texts, in their order, and of the embedder.
struct index_stamp {
  std::uint64_t texts = 0;     ///< fingerprint of the texts, in their order
  std::uint64_t embedder = 0;  ///< fingerprint of the embedder's name and dimensions

  friend bool operator==(index_stamp const&, index_stamp const&) = default;
};

/// O(length of the texts).
[[nodiscard]] T2S_DECL index_stamp stamp_of(std::span<std::string const> texts, std::string_view embedder, std::size_t dimensions = 0);

/// Takes the bytes of an index one part after the other.
using index_sink = std::function<void(void const* data, std::size_t bytes)>;

/// The whole and undamaged bytes of an index; `owner` holds them.
struct index_content {
  std::size_t size = 0;                 ///< how many vectors there are
  std::size_t dimensions = 0;           ///< elements of a vector
  std::string_view bytes{};             ///< all that the index wrote
  std::shared_ptr<void const> owner{};  ///< keeps the bytes alive
};

/// What came of opening an index: it, or why it has to be made.
template <class Index>
struct opened_index {
  std::optional<Index> index{};  ///< the index, if it could be used
  std::string why_not{};         ///< after the file's name, as in "was made of other texts"
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

/// The index in a file, mapped into memory, if it has this stamp. All of it is read once, to see that it is as it was written.
///
/// Throws `error` with `not_a_file`, `file_unreadable`, or `malformed_data` if the file is something else altogether, which stays as it is.
template <class Index>
[[nodiscard]] opened_index<Index> open_index(std::string const& file, index_stamp const& stamp) {
  auto found = detail::read_index_file(file, Index::kind, stamp);
  opened_index<Index> out{{}, std::move(found.why_not)};
  if (!found.content) return out;
  out.index = Index::load(*found.content);
  if (!out.index) out.why_not = "is damaged";
  return out;
}

/// Writes an index; the file appears, or takes the place of an older one, once it is whole. Throws `error` with `file_unwritable`.
template <class Index>
void save_index(Index const& index, std::string const& file, index_stamp const& stamp) {
  detail::write_index_file(file, Index::kind, stamp, index.size(), index.dimensions(), [&](index_sink const& to) { index.save(to); });
}

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
#include "t2s/retrieve/detail/vector_index.ipp"
#endif

#endif
