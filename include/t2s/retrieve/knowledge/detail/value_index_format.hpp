// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_FORMAT_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_FORMAT_HPP

#include "t2s/core/detail/data_file.hpp"
#include "t2s/retrieve/knowledge/detail/value_index.hpp"

#include <exception>

/// The file format of a value index: a header, then the sections in the order of its counts, each a multiple of eight bytes; and the stamp
/// of a database's state.
namespace t2s::knowledge::detail {

inline void add_file(t2s::detail::checksum& sum, std::string const& file, std::size_t header) {
  std::error_code absent;
  auto const size = std::filesystem::file_size(file, absent);
  if (absent) return;
  auto const time = std::filesystem::last_write_time(file, absent).time_since_epoch().count();
  std::string begin(header, '\0');
  std::ifstream(file, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(header));
  sum.add(&size, sizeof size);
  sum.add(&time, sizeof time);
  sum.add(begin.data(), begin.size());
}

/// Changes when somebody writes to an SQLite file: sizes, times, and the counters in the headers of file and write-ahead log.
inline std::uint64_t stamp_of_database(std::string const& file) {
  t2s::detail::checksum sum;
  add_file(sum, file, 100);
  add_file(sum, file + "-wal", 32);
  return sum.value();
}

/// Changes of a server cannot be detected, so the stamp only identifies it.
inline std::uint64_t stamp_of_place(std::string const& shown) { return t2s::detail::hash_of("server " + shown); }

struct value_index_header {
  static constexpr std::array<char, 8> own_magic{'t', '2', 's', 'v', 'a', 'l', 'u', 'e'};
  static constexpr std::uint32_t own_order = 0x01020304;
  static constexpr std::uint32_t own_version = 3;

  std::array<char, 8> magic = own_magic;
  std::uint32_t byte_order = own_order;
  std::uint32_t version = own_version;
  std::uint64_t stamp = 0;
  std::uint64_t value_bytes = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t values = 0;
  std::uint64_t keys = 0;
  std::uint64_t words = 0;
  std::uint64_t shapes = 0;
  std::uint64_t columns = 0;
  std::uint64_t name_bytes = 0;
  std::uint64_t checksum = 0;  // of the rest of the file, then of the header with 0 here
};
static_assert(sizeof(value_index_header) == 96);

/// A column of the index in the file. The names of all columns follow: for each the table's, then its own. After the last come the results
/// about keys (`value_index::read_keys`).
struct described_column {
  std::uint32_t first = 0, last = 0;
  std::uint64_t numbers = 0, others = 0, fingerprint = 0;
  std::uint32_t table_bytes = 0, column_bytes = 0;
  std::uint64_t complete = 0;
};
static_assert(sizeof(described_column) == 48);

inline constexpr std::size_t in_eights(std::size_t bytes) noexcept { return (bytes + 7) / 8 * 8; }

/// What is wrong with the bytes of an index; "" if nothing is.
inline std::string why_not_this_index(std::string_view file) {
  value_index_header h;
  if (file.size() < sizeof h) return "is damaged or cut short";
  std::memcpy(&h, file.data(), sizeof h);
  if (h.byte_order != value_index_header::own_order) return "was made on a machine of another byte order";
  if (h.version != value_index_header::own_version)
    return "is of format " + std::to_string(h.version) + ", and this release knows format " +
           std::to_string(value_index_header::own_version);
  auto const wanted = std::exchange(h.checksum, 0);
  t2s::detail::checksum sum;
  sum.add(file.data() + sizeof h, file.size() - sizeof h);
  sum.add(&h, sizeof h);
  return sum.value() == wanted ? "" : "is damaged or cut short";
}

/// The bytes of an index. Throws if the file is not an index at all.
inline std::shared_ptr<t2s::detail::mapped_file const> map_value_index(std::string const& file) {
  auto mapped = t2s::detail::mapped_file::open(file, "the index of values");
  std::string_view const magic(value_index_header::own_magic.data(), value_index_header::own_magic.size());
  if (!mapped || mapped->bytes().substr(0, magic.size()) == magic.substr(0, mapped->bytes().size())) return mapped;
  throw error(failure{errc::malformed_data, "\"" + file + "\" is not an index of values, and is not overwritten", file,
                      "give the index a file of its own, or delete this one if it is not needed"});
}

/// Reads sections from the front of a file, never beyond its end.
struct section_reader {
  std::string_view rest_;

  [[nodiscard]] std::string_view bytes(std::uint64_t n) {
    if (n > rest_.size() || in_eights(n) > rest_.size()) throw error(errc::malformed_data, "a section ends after the end of the file");
    auto const section = rest_.substr(0, n);
    rest_.remove_prefix(in_eights(n));
    return section;
  }

  /// The file is mapped at a page boundary, and all previous sections are multiples of eight bytes.
  [[nodiscard]] std::span<std::uint64_t const> numbers(std::uint64_t n) {
    if (n > rest_.size() / 8) throw error(errc::malformed_data, "a section ends after the end of the file");
    auto const section = bytes(n * 8);
    return {static_cast<std::uint64_t const*>(static_cast<void const*>(section.data())), static_cast<std::size_t>(n)};
  }
};

}  // namespace t2s::knowledge::detail

#endif
