// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_VALUE_INDEX_FILE_HPP
#define T2S_KNOWLEDGE_IMPL_VALUE_INDEX_FILE_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/impl/checksum.hpp"
#include "t2s/core/impl/new_file.hpp"
#include "t2s/core/text.hpp"
#include "t2s/knowledge/impl/key_words.hpp"
#include "t2s/knowledge/impl/near_key.hpp"
#include "t2s/knowledge/value_index.hpp"
#include "t2s/knowledge/value_key.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

/// How an index of values stands in its file: a header, then the sections in the order of its counts, each of eights of bytes.
namespace t2s::link::knowledge_impl {

struct value_index_header {
  static constexpr std::array<char, 8> own_magic{'t', '2', 's', 'v', 'a', 'l', 'u', 'e'};
  static constexpr std::uint32_t own_order = 0x01020304;
  static constexpr std::uint32_t own_version = 1;

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
  std::uint64_t described_bytes = 0;
  std::uint64_t checksum = 0;  // of all that follows, then of the header with 0 here
};
static_assert(sizeof(value_index_header) == 88);

inline constexpr std::size_t in_eights(std::size_t bytes) noexcept { return (bytes + 7) / 8 * 8; }

/// Half of a hash, with room for a value.
inline std::uint64_t place_of(std::string_view key) noexcept { return t2s::detail::hash_of(key) >> 32U << 32U; }

inline std::uint64_t shape_of(char first, std::size_t length) noexcept {
  constexpr std::size_t longest = 0xFFFF;
  return (std::uint64_t{static_cast<unsigned char>(first)} << 16U | std::min(length, longest)) << 32U;
}

inline void add_file(t2s::detail::checksum& sum, std::filesystem::path const& file, std::size_t header) {
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

/// What changes when somebody writes to an SQLite file: sizes, times, and the counters in the headers of file and write-ahead log.
inline std::uint64_t stamp_of_database(std::filesystem::path const& file) {
  t2s::detail::checksum sum;
  add_file(sum, file, 100);
  add_file(sum, std::filesystem::path(file) += "-wal", 32);
  return sum.value();
}

/// Writes an index: the texts as they come, all else when they are complete.
class value_index_writer {
 public:
  value_index_writer(std::filesystem::path const& file, std::size_t value_bytes)
      : out_(file, "the index of values", "see that the folder exists, may be written to, and has room; or name another file") {
    header_.value_bytes = value_bytes;
    out_.put(&header_, sizeof header_);
    offsets_.push_back(0);
  }

  void open_column(std::string table, std::string column) {
    columns_.push_back({std::move(table), std::move(column), next(), next(), 0, 0, 0, true});
  }
  [[nodiscard]] indexed_column& column() { return columns_.back(); }

  void add(std::string_view text) {
    auto const id = next();
    if (id == std::numeric_limits<std::uint32_t>::max())
      throw error(errc::size_limit, "the database has more than 2^32 values", "leave out columns of long texts: lower value_bytes");
    put(text.data(), text.size());
    offsets_.push_back(offsets_.back() + text.size());
    columns_.back().last = id + 1;
    add_key(value_key(text), id);
  }

  void finish(std::uint64_t stamp) {
    header_.stamp = stamp;
    header_.text_bytes = offsets_.back();
    header_.values = next();
    pad(offsets_.back());
    put(offsets_);
    header_.keys = put_sorted(keys_);
    header_.words = put_sorted(words_);
    header_.shapes = put_sorted(shapes_);
    for (auto const s : shapes_) put(&signatures_[static_cast<std::uint32_t>(s)], sizeof(std::uint64_t));
    auto const described = described_columns();
    header_.described_bytes = described.size();
    put(described.data(), described.size());
    pad(described.size());
    sum_.add(&header_, sizeof header_);
    header_.checksum = sum_.value();
    out_.put_at_begin(&header_, sizeof header_);
    out_.finish();
  }

 private:
  [[nodiscard]] std::uint32_t next() const noexcept { return static_cast<std::uint32_t>(offsets_.size() - 1); }

  void add_key(std::string const& key, std::uint32_t id) {
    signatures_.push_back(signature_of(key));
    if (key.empty()) return;
    keys_.push_back(place_of(key) | id);
    if (auto const lemmas = lemma_key(key); lemmas != key) keys_.push_back(place_of(lemmas) | id);
    shapes_.push_back(shape_of(key.front(), key.size()) | id);
    auto const words = text::split(key, ' ');
    if (words.size() < 2) return;
    for (auto const w : words)
      if (tells(w)) words_.push_back(place_of(w) | id);
  }

  [[nodiscard]] std::string described_columns() const {
    boost::json::array all;
    for (auto const& c : columns_)
      all.push_back(boost::json::object{{"table", c.table},
                                        {"column", c.column},
                                        {"first", c.first},
                                        {"last", c.last},
                                        {"numbers", c.numbers},
                                        {"others", c.others},
                                        {"fingerprint", c.fingerprint},
                                        {"complete", c.complete}});
    return boost::json::serialize(all);
  }

  void put(void const* data, std::size_t bytes) {
    sum_.add(data, bytes);
    out_.put(data, bytes);
  }
  void put(std::vector<std::uint64_t> const& numbers) { put(numbers.data(), numbers.size() * sizeof(std::uint64_t)); }

  std::size_t put_sorted(std::vector<std::uint64_t>& numbers) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());  // a word may stand twice in a value
    put(numbers);
    return numbers.size();
  }

  void pad(std::size_t bytes) {
    static constexpr std::array<char, 8> zeros{};
    put(zeros.data(), in_eights(bytes) - bytes);
  }

  value_index_header header_{};
  t2s::detail::new_file out_;
  t2s::detail::checksum sum_{};
  std::vector<indexed_column> columns_{};
  std::vector<std::uint64_t> offsets_{}, keys_{}, words_{}, shapes_{};
  std::vector<std::uint64_t> signatures_{};  // of each value's key
};

}  // namespace t2s::link::knowledge_impl

#endif
