// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_INFERRED_KEY_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_INFERRED_KEY_HPP

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace t2s::knowledge {

/// An undeclared foreign key that names or values suggest: a column that may refer to a column that identifies the rows of another table.
struct inferred_key {
  std::string table{}, column{};       ///< the referring column, in the schema's spelling
  std::string parent{}, referenced{};  ///< the referenced table and column

  friend auto operator<=>(inferred_key const&, inferred_key const&) = default;  ///< by table, column, parent, referenced
};

/// The columns that identify the rows of a table.
struct unique_columns {
  std::string table{};                 ///< in the schema's spelling
  std::vector<std::string> columns{};  ///< without duplicates and NULLs, in order; possibly none

  friend bool operator==(unique_columns const&, unique_columns const&) = default;
  friend bool operator<(unique_columns const& a, unique_columns const& b) { return a.table < b.table; }
};

/// What the values of a database imply for its keys. All lists are sorted.
struct key_facts {
  std::vector<inferred_key> refuted{};   ///< keys that the values contradict
  std::vector<inferred_key> held{};      ///< keys whose values are all in the referenced column
  std::vector<unique_columns> unique{};  ///< of tables with several rows and without a declared key

  friend bool operator==(key_facts const&, key_facts const&) = default;
};

namespace detail {

/// A reference that names or values suggest. Indices into the schema.
struct suggested_key {
  std::uint32_t child = 0, parent = 0;
  bool needs_proof = false;  // whether it counts only if the values support it
  std::uint32_t column = 0, referenced = 0;

  friend auto operator<=>(suggested_key const&, suggested_key const&) = default;  // the likely ones of a pair of tables first
};

}  // namespace detail
}  // namespace t2s::knowledge

#endif
