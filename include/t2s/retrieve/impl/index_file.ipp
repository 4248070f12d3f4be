// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_INDEX_FILE_IPP
#define T2S_RETRIEVE_IMPL_INDEX_FILE_IPP

#include "t2s/core/error.hpp"
#include "t2s/retrieve/impl/mapped_file.hpp"
#include "t2s/retrieve/impl/new_file.hpp"
#include "t2s/retrieve/index_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace t2s::retrieve {
namespace detail {

/// 64 bits of any number of bytes, as fast as they come from memory: eight lanes of eight bytes. A change within one eight is always seen.
class checksum {
 public:
  void add(void const* data, std::size_t n) {
    auto const* at = static_cast<unsigned char const*>(data);
    bytes_ += n;
    while (n > 0) {
      if (held_ == 0 && n >= block_.size()) {
        auto const whole = n - n % block_.size();
        for (auto const* end = at + whole; at != end; at += block_.size()) mix(at);
        n -= whole;
        continue;
      }
      auto const part = std::min(n, block_.size() - held_);
      std::memcpy(block_.data() + held_, at, part);
      at += part, n -= part, held_ += part;
      if (held_ < block_.size()) continue;
      mix(block_.data());
      held_ = 0;
    }
  }

  [[nodiscard]] std::uint64_t value() const {
    auto last = *this;
    std::fill(last.block_.begin() + static_cast<std::ptrdiff_t>(last.held_), last.block_.end(), static_cast<unsigned char>(0));
    last.mix(last.block_.data());
    auto h = bytes_;
    for (auto const lane : last.lanes_) h = step(h, lane);
    return h ^ (h >> 32U);
  }

 private:
  /// Twice, since a change of the highest bit passes one multiplication as it is, and another change could undo it.
  static std::uint64_t step(std::uint64_t h, std::uint64_t word) noexcept {
    return std::rotl((h ^ word) * 0x9E3779B97F4A7C15U, 32) * 0xD6E8FEB86659FD93U;
  }

  void mix(unsigned char const* at) {
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      std::uint64_t word = 0;
      for (std::size_t k = 0; k < 8; ++k) word |= std::uint64_t{at[8 * i + k]} << (8 * k);
      lanes_[i] = step(lanes_[i], word);
    }
  }

  std::array<std::uint64_t, 8> lanes_{1, 2, 3, 4, 5, 6, 7, 8};
  std::array<unsigned char, 64> block_{};
  std::size_t held_ = 0;
  std::uint64_t bytes_ = 0;
};

/// The beginning of a file; the bytes of the index follow.
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
  std::uint64_t checksum = 0;  // of the header with 0 here, and of what follows
};
static_assert(sizeof(index_header) == 64);  // what follows is aligned as cache lines are

inline std::array<char, 8> kind_of_index(std::string_view kind) {
  std::array<char, 8> name{};
  std::copy_n(kind.begin(), std::min(kind.size(), name.size()), name.begin());
  return name;
}

inline std::string other_stamp(index_stamp const& has, index_stamp const& wanted) {
  if (has.embedder != wanted.embedder) return "was made by another embedder";
  return "was made of other texts";
}

inline std::string why_not_this_index(index_header h, std::string_view bytes, std::string_view kind, index_stamp const& stamp) {
  if (h.byte_order != index_header::own_order) return "was made on a machine of another byte order";
  if (h.version != index_header::own_version)
    return "is of format " + std::to_string(h.version) + ", and this release knows format " + std::to_string(index_header::own_version);
  checksum sum;
  auto const wanted = std::exchange(h.checksum, 0);
  sum.add(&h, sizeof h);
  sum.add(bytes.data() + sizeof h, bytes.size() - sizeof h);
  if (sum.value() != wanted) return "is damaged or cut short";
  if (h.kind != kind_of_index(kind)) return "holds an index of another kind";
  return h.stamp == stamp ? "" : other_stamp(h.stamp, stamp);
}

T2S_DECL index_bytes read_index_file(std::filesystem::path const& file, std::string_view kind, index_stamp const& stamp) {
  auto const mapped = mapped_file::open(file, "the index");
  if (!mapped) return {{}, "was not there"};
  auto const bytes = mapped->bytes();
  auto const magic = std::string_view(index_header::own_magic.data(), index_header::own_magic.size());
  if (bytes.substr(0, magic.size()) != magic.substr(0, bytes.size()))
    throw error(failure{errc::malformed_data,
                        "\"" + file.string() + "\" is no index of vectors, and is left as it is",
                        file.string(),
                        "give the index a file of its own, or delete this one if nobody needs it",
                        {}});
  if (bytes.size() < sizeof(index_header)) return {{}, "is damaged or cut short"};
  index_header h;
  std::memcpy(&h, bytes.data(), sizeof h);
  if (auto why = why_not_this_index(h, bytes, kind, stamp); !why.empty()) return {{}, std::move(why)};
  return {index_content{h.size, h.dimensions, bytes.substr(sizeof h), mapped}, {}};
}

inline new_file new_index_file(std::filesystem::path const& file) {
  return {file, "the index", "see that the folder exists, may be written to, and has room; or name another file"};
}

T2S_DECL void require_index_place(std::filesystem::path const& file) { new_index_file(file); }

T2S_DECL void write_index_file(std::filesystem::path const& file, std::string_view kind, index_stamp const& stamp, std::size_t size,
                               std::size_t dimensions, std::function<void(index_sink const&)> const& save) {
  index_header h;
  h.kind = kind_of_index(kind);
  h.stamp = stamp;
  h.size = size;
  h.dimensions = dimensions;
  checksum sum;
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
  detail::checksum of_texts, of_embedder;
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

}  // namespace t2s::retrieve

#endif
