// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_ENCODING_KNOWLEDGE_HPP
#define T2S_RETRIEVE_ENCODING_KNOWLEDGE_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/database.hpp"

#include <chrono>
#include <cstddef>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::retrieve {

/// How a database stores what questions refer to by a keyword: one row of the encoding-knowledge table (TCSR-SQL, section 3.2).
struct knowledge {
  std::string keyword{};   ///< as in questions
  std::string database{};  ///< the database's name for its users
  std::string table{};     ///< where it is stored
  std::string column{};    ///< where it is stored
  t2s::value value{};      ///< exactly as stored

  friend bool operator==(knowledge const&, knowledge const&) = default;
};

/// The embedded text of a piece of knowledge: keyword, column and value.
[[nodiscard]] T2S_DECL std::string to_text(knowledge const& k);

/// The encoding-knowledge table, for any number of databases, in a separate SQLite file.
///
/// Any number of threads may use one object, and any number of processes one file.
class encoding_knowledge {
 public:
  /// Creates the file if it does not exist. Throws `error`: `file_unwritable`; `not_a_database`, `malformed_data` or `corrupt_database` for
  /// another file or a damaged one, which stays unchanged.
  T2S_DECL explicit encoding_knowledge(std::string path, std::chrono::milliseconds busy_timeout = std::chrono::seconds(5));
  T2S_DECL ~encoding_knowledge();
  encoding_knowledge(encoding_knowledge const&) = delete;
  encoding_knowledge& operator=(encoding_knowledge const&) = delete;

  /// The knowledge about a database, in the order of merging: a snapshot, which later merging does not change. Throws as the constructor.
  /// O(rows).
  [[nodiscard]] T2S_DECL std::vector<knowledge> of(std::string_view database) const;

  /// Adds new pieces, all or none, and returns the number of rows added. Throws as the constructor. O(rows * log(table)).
  T2S_DECL std::size_t merge(std::span<knowledge const> learnt);

  /// The number of rows of all databases. Throws as the constructor.
  [[nodiscard]] T2S_DECL std::size_t size() const;

 private:
  struct file;
  std::unique_ptr<file> file_;
};

/// What runs learnt, by database and question, until a batch merges it: in the order of its questions, so that neither the number of its
/// jobs nor their speed changes the table.
///
/// It is bounded, for processes that never end: if questions and pieces of knowledge together exceed `most`, the oldest questions are
/// dropped. Any number of threads may use one.
class knowledge_log {
 public:
  /// 100,000 take about 30 MB.
  explicit knowledge_log(std::size_t most = 100'000) : most_(most) {}

  /// Stores what a run learnt from this question, replacing the results of an earlier run. A single question is always stored, whatever its
  /// size.
  void keep(std::string const& database, std::string const& question, std::vector<knowledge> learnt) {
    key const of{database, question};
    std::lock_guard const lock(guard_);
    remove(of);
    held_ += 1 + learnt.size();
    oldest_.push_back(of);
    kept_.emplace(of, entry{std::move(learnt), std::prev(oldest_.end())});
    for (; held_ > most_ && kept_.size() > 1; ++forgotten_) {
      auto const first = oldest_.front();
      remove(first);
    }
  }

  /// What was learnt from this question; nothing if no run of it has got so far.
  [[nodiscard]] std::vector<knowledge> of(std::string const& database, std::string const& question) const {
    std::lock_guard const lock(guard_);
    auto const found = kept_.find({database, question});
    return found == kept_.end() ? std::vector<knowledge>() : found->second.learnt;
  }

  /// The same, and removes it.
  [[nodiscard]] std::vector<knowledge> take(std::string const& database, std::string const& question) {
    key const of{database, question};
    std::lock_guard const lock(guard_);
    auto const found = kept_.find(of);
    if (found == kept_.end()) return {};
    auto learnt = std::move(found->second.learnt);
    held_ -= learnt.size();  // what was moved out must not be subtracted when the entry is removed
    remove(of);
    return learnt;
  }

  /// The number of questions dropped before they were taken: use smaller batches, or a greater `most`.
  [[nodiscard]] std::size_t forgotten() const {
    std::lock_guard const lock(guard_);
    return forgotten_;
  }

 private:
  using key = std::pair<std::string, std::string>;
  struct entry {
    std::vector<knowledge> learnt;
    std::list<key>::iterator age;
  };

  void remove(key const& of) {
    auto const found = kept_.find(of);
    if (found == kept_.end()) return;
    held_ -= 1 + found->second.learnt.size();
    oldest_.erase(found->second.age);
    kept_.erase(found);
  }

  std::size_t most_;
  mutable std::mutex guard_{};
  std::map<key, entry> kept_{};
  std::list<key> oldest_{};  // oldest first
  std::size_t held_ = 0;     // number of questions and pieces
  std::size_t forgotten_ = 0;
};

/// A table of a database that maps names to a code: TCSR-SQL's relationship-matching table (section 3.2). In figure 1 of the paper it has
/// the synonyms of `indexname` beside the code `roworder`.
struct relation_table {
  std::string table{};                  ///< of the database
  std::vector<std::string> synonyms{};  ///< the columns with names, as questions may use them
  std::string code{};                   ///< the column that queries should use for them
};

/// The tables of several databases, by their names in the encoding knowledge.
using relation_tables = std::map<std::string, std::vector<relation_table>, std::less<>>;

/// The relationship-matching tables that a JSON text lists; `name` is the name of the text in messages:
///
///     [{"db_id": "industry", "table": "figures", "synonyms": ["name"], "code": "row"}]
///
/// Throws `error` with `malformed_data`, which says which element is wrong and what to do.
[[nodiscard]] T2S_DECL relation_tables parse_relation_tables(std::string_view json, std::string_view name);

/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL relation_tables read_relation_tables(std::string const& path);

namespace detail {

/// The relation in the spelling of the schema. Throws `error` (`invalid_argument`) for an unknown name.
[[nodiscard]] T2S_DECL relation_table spelt_as(schema::database const& d, relation_table const& relation);

/// The statement that selects the pairs of synonym and code, each once.
[[nodiscard]] T2S_DECL std::string pairs_of(relation_table const& relation, sql::dialect d);

/// A piece of knowledge for each pair; pairs without a name are skipped. Throws the execution's failure.
[[nodiscard]] T2S_DECL std::vector<knowledge> read_pairs(db::execution const& done, std::string const& database,
                                                         relation_table const& relation);

}  // namespace detail

/// The knowledge in a relationship-matching table, each name with its code, at once or as an `awaitable`; case is ignored in names, which
/// get the schema's spelling. `name` is that of the database. One statement; reads the whole table. Throws `error` with `invalid_argument`
/// for an unknown table or column, and with the failure's code if the statement fails, for instance by a limit of the database.
///
///     store.merge(t2s::retrieve::read_relation(database, "industry", {"figures", {"name"}, "row"}));
template <db::Database Database>
[[nodiscard]] auto read_relation(Database& database, std::string name, relation_table relation) {
  relation = detail::spelt_as(database.schema(), relation);
  auto sql = detail::pairs_of(relation, database.schema().sql_dialect());
  return then(database.execute(std::move(sql)), [name = std::move(name), relation = std::move(relation)](db::execution const& done) {
    return detail::read_pairs(done, name, relation);
  });
}

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/encoding_knowledge.ipp"
#endif

#endif
