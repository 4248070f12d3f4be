// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_ENTRIES_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_ENTRIES_HPP

#include "t2s/core/detail/data_file.hpp"
#include "t2s/core/detail/edit_distance.hpp"
#include "t2s/retrieve/knowledge/detail/value_index.hpp"
#include "t2s/retrieve/knowledge/detail/value_key.hpp"

#include <tuple>

/// The entries of a value index, and the stamp of a database's state.
namespace t2s::knowledge::detail {

/// Half of a hash; the value takes the other half.
inline std::uint64_t place_of(std::string_view key) noexcept { return t2s::detail::hash_of(key) >> 32U << 32U; }

inline std::uint64_t shape_of(char first, std::size_t length) noexcept {
  constexpr std::size_t longest = 0xFFFF;
  return (std::uint64_t{static_cast<unsigned char>(first)} << 16U | std::min(length, longest)) << 32U;
}

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

inline std::span<std::uint64_t const> entries_at(std::span<std::uint64_t const> sorted, std::uint64_t place) {
  auto const first = std::lower_bound(sorted.begin(), sorted.end(), place);
  auto const last = std::upper_bound(first, sorted.end(), place | 0xFFFFFFFFU);
  return {first, last};
}

inline std::uint32_t value_in(std::uint64_t entry) noexcept { return static_cast<std::uint32_t>(entry); }

}  // namespace t2s::knowledge::detail

#endif
