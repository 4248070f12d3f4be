// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_VECTOR_INDEX_IPP
#define T2S_RETRIEVE_DETAIL_VECTOR_INDEX_IPP

#include "t2s/core/detail/data_file.hpp"
#include "t2s/retrieve/detail/unit_vector.hpp"
#include "t2s/retrieve/detail/vector_index.hpp"

#include <cmath>

namespace t2s::retrieve {
namespace detail {

/// The header of a file; the bytes of the index follow.
struct index_header {
  static constexpr std::array<char, 8> own_magic{'t', '2', 's', 'i', 'n', 'd', 'e', 'x'};
  static constexpr std::uint32_t own_order = 0x01020304;
  static constexpr std::uint32_t own_version = 1;

  std::array<char, 8> magic = own_magic;
  std::uint32_t byte_order = own_order;
  std::uint32_t version = own_version;
  std::array<char, 8> kind{};
  index_stamp stamp{};
  std::uint64_t size = 0;
  std::uint64_t dimensions = 0;
  std::uint64_t checksum = 0;  // of the header with 0 here, and of the rest of the file
};
static_assert(sizeof(index_header) == 64);  // aligns the rest to cache lines

inline std::array<char, 8> kind_of_index(std::string_view kind) {
  std::array<char, 8> name{};
  std::copy_n(kind.begin(), std::min(kind.size(), name.size()), name.begin());
  return name;
}

inline std::string why_not_this_index(index_header h, std::string_view bytes, std::string_view kind, index_stamp const& stamp) {
  if (h.byte_order != index_header::own_order) return "was made on a machine of another byte order";
  if (h.version != index_header::own_version)
    return "is of format " + std::to_string(h.version) + ", and this release knows format " + std::to_string(index_header::own_version);
  t2s::detail::checksum sum;
  auto const wanted = std::exchange(h.checksum, 0);
  sum.add(&h, sizeof h);
  sum.add(bytes.data() + sizeof h, bytes.size() - sizeof h);
  if (sum.value() != wanted) return "is damaged or cut short";
  if (h.kind != kind_of_index(kind)) return "holds an index of another kind";
  if (h.stamp.embedder != stamp.embedder) return "was made by another embedder";
  return h.stamp == stamp ? "" : "was made of other texts";
}

T2S_DECL index_bytes read_index_file(std::string const& file, std::string_view kind, index_stamp const& stamp) {
  auto const mapped = t2s::detail::mapped_file::open(file, "the index");
  if (!mapped) return {{}, "was not there"};
  auto const bytes = mapped->bytes();
  auto const magic = std::string_view(index_header::own_magic.data(), index_header::own_magic.size());
  if (bytes.substr(0, magic.size()) != magic.substr(0, bytes.size()))
    throw error(failure{errc::malformed_data, "\"" + file + "\" is not an index of vectors, and is not overwritten", file,
                        "give the index a file of its own, or delete this one if it is not needed"});
  if (bytes.size() < sizeof(index_header)) return {{}, "is damaged or cut short"};
  index_header h;
  std::memcpy(&h, bytes.data(), sizeof h);
  if (auto why = why_not_this_index(h, bytes, kind, stamp); !why.empty()) return {{}, std::move(why)};
  return {index_content{h.size, h.dimensions, bytes.substr(sizeof h), mapped}, {}};
}

inline t2s::detail::new_file new_index_file(std::string const& file) {
  return {file, "the index", "see that the folder exists, may be written to, and has room; or name another file"};
}

T2S_DECL void require_index_place(std::string const& file) { new_index_file(file); }

T2S_DECL void write_index_file(std::string const& file, std::string_view kind, index_stamp const& stamp, std::size_t size,
                               std::size_t dimensions, std::function<void(index_sink const&)> const& save) {
  index_header h;
  h.kind = kind_of_index(kind);
  h.stamp = stamp;
  h.size = size;
  h.dimensions = dimensions;
  t2s::detail::checksum sum;
  sum.add(&h, sizeof h);
  auto out = new_index_file(file);
  out.put(&h, sizeof h);
  save([&](void const* data, std::size_t bytes) {
    sum.add(data, bytes);
    out.put(data, bytes);
  });
  h.checksum = sum.value();
  out.put_at_begin(&h, sizeof h);
  out.finish();
}

}  // namespace detail

T2S_DECL index_stamp stamp_of(std::span<std::string const> texts, std::string_view embedder, std::size_t dimensions) {
  t2s::detail::checksum of_texts, of_embedder;
  for (auto const& t : texts) {
    std::uint64_t const length = t.size();
    of_texts.add(&length, sizeof length);
    of_texts.add(t.data(), t.size());
  }
  std::uint64_t const wanted = dimensions;
  of_embedder.add(&wanted, sizeof wanted);
  of_embedder.add(embedder.data(), embedder.size());
  return {of_texts.value(), of_embedder.value()};
}

T2S_DECL vector_index::vector_index(std::span<std::vector<float> const> vectors)
    : size_(vectors.size()), dimensions_(detail::dimensions_of(vectors)), stride_(detail::filled_up(dimensions_)) {
  auto const block = std::make_shared<std::vector<float>>(size_ * stride_);
  for (std::size_t i = 0; i < size_; ++i)
    detail::put_unit_vector(vectors[i], std::span(*block).subspan(i * stride_, stride_), [i] { return detail::vector_name(i); });
  elements_ = block->data();
  owner_ = block;
}

T2S_DECL std::vector<hit> vector_index::nearest(std::span<float const> to, std::size_t k) const {
  if (size_ == 0) return {};
  auto const asked = detail::unit_vector(to, dimensions_);
  best_hits best(std::min(k, size_));
  for (std::size_t i = 0; i < size_; ++i) best.offer({i, detail::dot(elements_ + i * stride_, asked.data(), stride_)});
  return std::move(best).sorted();
}

T2S_DECL void vector_index::save(index_sink const& to) const { to(elements_, size_ * stride_ * sizeof(float)); }

T2S_DECL std::optional<vector_index> vector_index::load(index_content const& from) {
  vector_index index;
  index.size_ = from.size;
  index.dimensions_ = from.dimensions;
  index.stride_ = detail::filled_up(from.dimensions);
  bool const fits = from.size == 0 ? from.bytes.empty()
                                   : from.dimensions > 0 && from.bytes.size() % from.size == 0 &&
                                         from.bytes.size() / from.size == index.stride_ * sizeof(float);
  if (!fits) return {};
  index.owner_ = from.owner;
  index.elements_ = reinterpret_cast<float const*>(from.bytes.data());
  return index;
}

}  // namespace t2s::retrieve

#endif
