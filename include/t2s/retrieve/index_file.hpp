// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_INDEX_FILE_HPP
#define T2S_RETRIEVE_INDEX_FILE_HPP

#include "t2s/core/config.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

/// Indexes of vectors in files, so that what was embedded once is not embedded again. A file knows of what it was made, and one that does
/// not fit, is damaged or cut short is not used.
namespace t2s::retrieve {

/// Where the index of a pool is kept.
struct index_place {
  std::filesystem::path file{};  ///< nothing is kept if it is empty
  std::string embedder{};        ///< the model's name, told from all others; may be empty for embedders that have an `identity()`
  std::size_t dimensions = 0;    ///< as the model was asked for; 0 if it decides
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
  std::string why_not{};         ///< behind the file's name, as in "was made of other texts"
};

namespace detail {

struct index_bytes {
  std::optional<index_content> content{};
  std::string why_not{};
};
[[nodiscard]] T2S_DECL index_bytes read_index_file(std::filesystem::path const& file, std::string_view kind, index_stamp const& stamp);
T2S_DECL void require_index_place(std::filesystem::path const& file);
T2S_DECL void write_index_file(std::filesystem::path const& file, std::string_view kind, index_stamp const& stamp, std::size_t size,
                               std::size_t dimensions, std::function<void(index_sink const&)> const& save);

}  // namespace detail

/// The index in a file, mapped into memory, if it has this stamp. All of it is read once, to see that it is as it was written.
///
/// Throws `error` with `not_a_file`, `file_unreadable`, or `malformed_data` if the file is something else altogether, which stays as it is.
template <class Index>
[[nodiscard]] opened_index<Index> open_index(std::filesystem::path const& file, index_stamp const& stamp) {
  auto found = detail::read_index_file(file, Index::kind, stamp);
  opened_index<Index> out{{}, std::move(found.why_not)};
  if (!found.content) return out;
  out.index = Index::load(*found.content);
  if (!out.index) out.why_not = "is damaged";
  return out;
}

/// Writes an index; the file appears, or takes the place of an older one, once it is whole. Throws `error` with `file_unwritable`.
template <class Index>
void save_index(Index const& index, std::filesystem::path const& file, index_stamp const& stamp) {
  detail::write_index_file(file, Index::kind, stamp, index.size(), index.dimensions(), [&](index_sink const& to) { index.save(to); });
}

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/impl/index_file.ipp"
#endif

#endif
