// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/retrieve/knowledge/detail/inferred_key.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The texts of a database in a file beside it, for databases with too many to read again in every program.
namespace t2s::knowledge {

/// An indexed column.
struct indexed_column {
  std::string table{}, column{};      ///< where the texts are stored
  std::uint32_t first = 0, last = 0;  ///< its texts are the index's [first, last)
  std::uint64_t numbers = 0;          ///< number of distinct values that are not text, or numeric text
  std::uint64_t others = 0;           ///< number of other texts, including those that are too long
  std::uint64_t fingerprint = 0;      ///< of all its values, in any order; 0 for a computed column
  bool complete = true;               ///< whether all its values were read
};

/// The distinct texts of a database's columns, found by all their words, a single word, or a misspelling.
///
/// The file is mapped into memory and searched in place. Immutable: any number of threads may read it. Its searches are virtual, so that
/// only a program that opens an index compiles them.
class value_index {
 public:
  /// Reads the whole file once, to verify it. To use it, include t2s/retrieve/knowledge/value_index.hpp.
  ///
  /// Throws `error` with `file_not_found`, `not_a_file`, `file_unreadable`, or with `malformed_data` if it is damaged, truncated, of
  /// another format, or not an index.
  [[nodiscard]] T2S_DECL static std::shared_ptr<value_index const> open(std::string const& file);

  /// Whether the database is unchanged since the index was made. It compares sizes and times of the database's file and of its write-ahead
  /// log and the counters in their headers, so it does not notice changes that bypass SQLite and restore the time. False if the file does
  /// not exist. For a database on a server, named as in `db::any_connection::shown`, it compares only the name. To use it, include as for
  /// `open`.
  [[nodiscard]] T2S_DECL bool is_of(std::string const& database) const;

  /// In the order of the schema, computed columns last.
  [[nodiscard]] std::span<indexed_column const> columns() const noexcept { return columns_; }
  /// What the values implied for keys when the index was made.
  [[nodiscard]] key_facts const& keys() const noexcept { return key_facts_; }
  /// The number of texts, each counted once for each column.
  [[nodiscard]] std::size_t size() const noexcept { return offsets_.size() - 1; }
  /// The size of the whole file.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// Longer texts are free text and not in the index.
  [[nodiscard]] std::size_t value_bytes() const noexcept { return value_bytes_; }

  /// The text with a number.
  [[nodiscard]] std::string_view text(std::uint32_t value) const {
    return texts_.substr(offsets_[value], offsets_[value + 1] - offsets_[value]);
  }
  /// The index in `columns()` of a value's column. O(log columns).
  [[nodiscard]] T2S_DECL virtual std::size_t column_of(std::uint32_t value) const;

  /// The values with this `value_key` or `lemma_key`. O(log size) and the values found, as the next.
  [[nodiscard]] T2S_DECL virtual std::vector<std::uint32_t> with_key(std::string_view key) const;

  /// The values of several words that have all words of this key; empty if more than `most` have the rarest of them, or if all are stop
  /// words or shorter than three letters.
  [[nodiscard]] T2S_DECL virtual std::vector<std::uint32_t> with_words(std::string_view key, std::size_t most) const;

  /// As `lexicon::nearest`, in one column or in all. O(size), at less than a nanosecond for most values.
  [[nodiscard]] T2S_DECL virtual std::optional<std::uint32_t> nearest(std::string_view text, std::optional<std::size_t> column) const;
  /// The same in all columns.
  [[nodiscard]] std::optional<std::uint32_t> nearest(std::string_view text) const { return nearest(text, std::nullopt); }

  value_index(value_index const&) = default;
  value_index(value_index&&) noexcept = default;
  value_index& operator=(value_index const&) = default;
  value_index& operator=(value_index&&) noexcept = default;
  virtual ~value_index() = default;

 private:
  value_index() = default;

  void read_sections(std::string_view file);
  void read_columns(std::string_view described, std::string_view names);
  void require_sound() const;

  void read_keys(std::string_view names);

  std::vector<indexed_column> columns_{};
  key_facts key_facts_{};
  std::size_t bytes_ = 0, value_bytes_ = 0;
  std::uint64_t stamp_ = 0;
  std::string_view texts_{};
  std::span<std::uint64_t const> offsets_{};     // offset of each text, and the end of the last
  std::span<std::uint64_t const> keys_{};        // half of a key's hash, then the value: sorted
  std::span<std::uint64_t const> words_{};       // half of a word's hash, then the value: sorted
  std::span<std::uint64_t const> shapes_{};      // a key's first byte and length, then the value: sorted
  std::span<std::uint64_t const> signatures_{};  // of the keys, in the order of `shapes_`
  std::shared_ptr<void const> owner_{};
};

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/value_index.ipp"
#endif

#endif
