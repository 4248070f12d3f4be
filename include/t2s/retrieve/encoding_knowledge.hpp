// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_ENCODING_KNOWLEDGE_HPP
#define T2S_RETRIEVE_ENCODING_KNOWLEDGE_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/value.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::retrieve {

/// How a database stores what questions call by a keyword: one row of the encoding-knowledge table (TCSR-SQL, section 3.2).
struct knowledge {
  std::string keyword{};   ///< as questions say it
  std::string database{};  ///< the name under which the database is known to its users
  std::string table{};     ///< where it is stored
  std::string column{};    ///< where it is stored
  t2s::value value{};      ///< exactly as it is stored

  friend bool operator==(knowledge const&, knowledge const&) = default;
};

/// What is embedded of a piece of knowledge: keyword, column and value.
[[nodiscard]] T2S_DECL std::string to_text(knowledge const& k);

/// The encoding-knowledge table, of any number of databases, in an SQLite file of its own.
///
/// Any number of threads may use one object, and any number of processes one file.
class encoding_knowledge {
 public:
  /// Makes the file if there is none. Throws `error`: `file_unwritable`; `not_a_database`, `malformed_data` or `corrupt_database` for a
  /// file that is none of ours or damaged, which stays as it is.
  T2S_DECL explicit encoding_knowledge(std::string path, std::chrono::milliseconds busy_timeout = std::chrono::seconds(5));
  T2S_DECL ~encoding_knowledge();
  encoding_knowledge(encoding_knowledge const&) = delete;
  encoding_knowledge& operator=(encoding_knowledge const&) = delete;

  /// What is known about a database, in the order in which it was merged: a snapshot, which later merging does not change. Throws as the
  /// constructor. O(rows).
  [[nodiscard]] T2S_DECL std::vector<knowledge> of(std::string_view database) const;

  /// Adds what is not there yet, all or nothing, and gives the number of rows added. Throws as the constructor. O(rows * log(table)).
  T2S_DECL std::size_t merge(std::span<knowledge const> learnt);

  /// Rows of all databases. Throws as the constructor.
  [[nodiscard]] T2S_DECL std::size_t size() const;

 private:
  struct file;
  std::unique_ptr<file> file_;
};

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/impl/encoding_knowledge.ipp"
#endif

#endif
