// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_ENCODING_KNOWLEDGE_HPP
#define T2S_RETRIEVE_ENCODING_KNOWLEDGE_HPP

#include "t2s/core/detail/value.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/task.hpp"
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

  /// Adds what is not there yet, all or nothing, and returns the number of rows added. Throws as the constructor. O(rows * log(table)).
  T2S_DECL std::size_t merge(std::span<knowledge const> learnt);

  /// Rows of all databases. Throws as the constructor.
  [[nodiscard]] T2S_DECL std::size_t size() const;

 private:
  struct file;
  std::unique_ptr<file> file_;
};

/// What runs learnt, each under its database and question, until a batch merges it: in the order of its questions, so that neither the
/// number of its jobs nor their speed changes the table.
///
/// It is bounded, for processes that never end: of more than `most` questions and pieces of knowledge together the questions are forgotten
/// that were kept longest. Any number of threads may use one.
class knowledge_log {
 public:
  /// 100,000 take some 30 MB.
  explicit knowledge_log(std::size_t most = 100'000) : most_(most) {}

  /// What a run of this question learnt, in place of what an earlier one did. A single question's is kept, however much it is.
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

  /// The same, and it is no longer kept.
  [[nodiscard]] std::vector<knowledge> take(std::string const& database, std::string const& question) {
    key const of{database, question};
    std::lock_guard const lock(guard_);
    auto const found = kept_.find(of);
    if (found == kept_.end()) return {};
    auto learnt = std::move(found->second.learnt);
    held_ -= learnt.size();  // what was moved out is not counted when the entry goes
    remove(of);
    return learnt;
  }

  /// Questions whose knowledge was dropped before it was taken: a batch should be smaller, or `most` greater.
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
  std::list<key> oldest_{};  // the first one is the oldest
  std::size_t held_ = 0;     // questions and pieces
  std::size_t forgotten_ = 0;
};

/// A table of a database that says which code stands for which names: TCSR-SQL's relationship-matching table (section 3.2). In figure 1
/// of the paper the synonyms of `indexname` stand beside the code `roworder`.
struct relation_table {
  std::string table{};                  ///< of the database
  std::vector<std::string> synonyms{};  ///< the columns with names of things, as questions may say them
  std::string code{};                   ///< the column by which queries had better ask for them
};

/// Those of several databases, by their names in the encoding knowledge.
using relation_tables = std::map<std::string, std::vector<relation_table>, std::less<>>;

/// The relationship-matching tables that a text lists in JSON; `name` stands in messages for the text:
///
///     [{"db_id": "industry", "table": "figures", "synonyms": ["name"], "code": "row"}]
///
/// Throws `error` with `malformed_data`, which says which element is wrong and what to do.
[[nodiscard]] T2S_DECL relation_tables parse_relation_tables(std::string_view json, std::string_view name);

/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL relation_tables read_relation_tables(std::string const& path);

namespace detail {

/// The relation in the spelling of the schema. Throws `error` (`invalid_argument`) for a name that the schema does not have.
[[nodiscard]] T2S_DECL relation_table spelt_as(schema::database const& d, relation_table const& relation);

/// Selects the pairs of synonym and code, each once.
[[nodiscard]] T2S_DECL std::string pairs_of(relation_table const& relation, sql::dialect d);

/// A piece of knowledge for each pair; what has no name is left out. Throws the execution's failure.
[[nodiscard]] T2S_DECL std::vector<knowledge> read_pairs(db::execution const& done, std::string const& database,
                                                         relation_table const& relation);

}  // namespace detail

/// The knowledge that a relationship-matching table holds, each name with its code, at once or as an `awaitable`; names are found whatever
/// their case, and kept as the schema spells them. `name` is that of the database. One statement; reads the whole table. Throws `error`
/// with `invalid_argument` for a table or column that there is not, and with the failure's code if the statement fails, as by a limit of
/// the database.
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
