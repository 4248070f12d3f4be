// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_EVALUATION_DATABASE_HPP
#define T2S_LAB_EVALUATION_DETAIL_EVALUATION_DATABASE_HPP

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/detail/result_store.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace t2s::evaluation::detail {

namespace fs = std::filesystem;

/// The foreign keys that a database file declares, in the form of tables.json.
inline declared_keys own_keys(schema::database const& d) {
  declared_keys keys{{{{}, "*"}}, {}};
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> places;
  for (auto const& t : d.tables())
    for (auto const& c : t.columns) {
      places.emplace(std::pair<std::string_view, std::string_view>(t.name, c.name), keys.columns.size());
      keys.columns.push_back({t.name, c.name});
    }
  for (auto const& t : d.tables())
    for (auto const& k : t.foreign_keys)
      for (std::size_t i = 0; k.resolved && i < k.columns.size(); ++i)
        keys.pairs.emplace_back(places.at({t.name, k.columns[i]}), places.at({k.table, k.referenced[i]}));
  return keys;
}

/// The files of one database, its own first, and the results on each. Shared by the threads of an evaluation.
class evaluation_database {
 public:
  /// Throws `file_not_found` if no folder has ID/ID.sqlite.
  evaluation_database(database_folders const& folders, std::string const& id, mode how) : by_pattern_(folders.is_by_pattern(id)) {
    auto const file = id + ".sqlite", remedy = "name the folder that holds " + id + "/" + file;
    files_.push_back(folders.file_of(id));
    if (by_pattern_) return;
    if (!fs::exists(files_.front()))
      throw error(failure{errc::file_not_found, "there is no database " + files_.front().string(), id, remedy});
    for (auto const& entry : fs::directory_iterator(files_.front().parent_path()))
      if (is_variant(entry.path().filename().string(), how) && entry.path() != files_.front()) files_.push_back(entry.path());
    std::sort(files_.begin() + 1, files_.end());
  }

  [[nodiscard]] std::vector<fs::path> const& files() const { return files_; }
  /// Whether it is named by a text with {db} instead of a file in a folder.
  [[nodiscard]] bool is_by_pattern() const { return by_pattern_; }
  [[nodiscard]] result_store& results(std::size_t file) const { return *stores_[file]; }

  /// The names for exact-set match; `tables` is the schema of the own file, whose foreign keys are used if `keys` is nullptr.
  [[nodiscard]] official_schema const& names(schema::database const& tables, declared_keys const* keys) {
    std::call_once(named_, [&] { names_.emplace(tables, keys ? *keys : own_keys(tables)); });
    return *names_;
  }

  void expect(std::size_t questions) { left_ += questions; }
  void begin() {
    std::call_once(begun_, [this] {
      for (std::size_t i = 0; i < files_.size(); ++i) stores_.push_back(std::make_unique<result_store>(bytes_left_));
    });
  }
  /// Frees the results after the last question.
  void end() {
    if (--left_ == 0) stores_.clear();
  }

 private:
  /// The official program takes all names that contain ".sqlite". SQLite's own files beside a database are not variants.
  [[nodiscard]] static bool is_variant(std::string_view name, mode how) {
    if (how == mode::strict) return name.ends_with(".sqlite");
    for (auto const* beside : {"-wal", "-shm", "-journal"})
      if (name.ends_with(beside)) return false;
    return name.find(".sqlite") != name.npos;
  }

  bool by_pattern_;
  std::vector<fs::path> files_{};
  std::atomic<std::size_t> bytes_left_{std::size_t{256} << 20U};  // for the results of all files
  std::vector<std::unique_ptr<result_store>> stores_{};
  std::atomic<std::size_t> left_ = 0;
  std::once_flag begun_{}, named_{};
  std::optional<official_schema> names_{};
};

/// SQLite's memory limit is for the whole process, so a statement may fail because of others. Such a statement runs again, alone, so that
/// its result does not depend on the number of threads.
class execution_gate {
 public:
  template <class Work, class Lacks>
  auto run(Work const& work, Lacks const& lacks_memory) {
    try {
      std::unique_lock turn(turn_);
      std::shared_lock const running(running_);
      turn.unlock();
      auto found = work();
      if (!lacks_memory(found)) return found;
    } catch (error const& e) {
      if (e.code() != errc::file_unreadable) throw;  // SQLite may have had too little memory to read the file
    }
    std::lock_guard const turn(turn_);  // while this waits for the others to end, no other begins
    std::lock_guard const running(running_);
    return work();
  }

 private:
  std::mutex turn_{};
  std::shared_mutex running_{};
};

/// A thread's connections to the database of the current question, opened on demand.
class evaluation_connections {
 public:
  evaluation_connections(evaluation_options const& o, database_opener const& open, execution_gate& gate)
      : options_(sqlite_options_of(o)),
        opener_(open),
        most_open_(std::max<std::size_t>(8, most_open_files / std::max<std::size_t>(1, o.jobs))),
        gate_(gate) {}

  void open(evaluation_database& d) {
    if (database_ == &d) return;
    open_.clear();
    open_.resize(d.files().size());
    opened_ = 0;
    database_ = &d;
    counterexamples_.reset();
  }

  [[nodiscard]] std::size_t size() const { return open_.size(); }
  [[nodiscard]] fs::path const& file(std::size_t i) const { return database_->files()[i]; }
  /// The name of a file for messages.
  [[nodiscard]] std::string shown(std::size_t i) { return connection(i).shown(); }
  [[nodiscard]] schema::database const& schema() { return connection(0).schema(); }

  [[nodiscard]] std::shared_ptr<db::execution const> execute(std::size_t file, std::string const& sql) {
    return database_->results(file).execute(sql, [&] { return execute_anew(file, sql); });
  }
  /// A search that reads values of the own file.
  [[nodiscard]] counterexample_search& counterexamples() {
    if (!counterexamples_)
      counterexamples_ = std::make_unique<counterexample_search>(schema(), [this](std::string const& sql) { return execute_anew(0, sql); });
    return *counterexamples_;
  }

  /// Executes without the store of results.
  [[nodiscard]] db::execution execute_anew(std::size_t file, std::string const& sql) {
    auto& c = connection(file);
    return gate_.run([&] { return c.execute(sql); }, &lacks_memory);
  }

 private:
  static constexpr std::size_t most_open_files = 256;  // of all threads together, if there are not too many threads

  [[nodiscard]] static bool lacks_memory(db::execution const& e) {
    return e.failure && e.failure->code == errc::size_limit && e.failure->message == "out of memory";
  }

  /// The first ones stay open: each question uses the files in turn, so closing the oldest would reopen every one each time.
  [[nodiscard]] db::any_connection& connection(std::size_t file) {
    auto& c = open_[file];
    if (c) return *c;
    if (opened_ == most_open_) {
      open_[newest_].reset();
      --opened_;
    }
    c.emplace(gate_.run([&] { return connected(file); }, [](db::any_connection const&) { return false; }));
    newest_ = file;
    ++opened_;
    return *c;
  }

  [[nodiscard]] db::any_connection connected(std::size_t i) const {
    if (database_->is_by_pattern()) return connected_by_pattern(file(i).string());
    try {
      return db::any_connection(db::sqlite_connection(file(i), options_));
    } catch (error const& e) {
      if (i == 0) throw;
      auto f = e.details();
      f.remedy = "every file of the folder counts as a variant of the database: move it away if it is not one";
      throw error(std::move(f));
    }
  }

  [[nodiscard]] db::any_connection connected_by_pattern(std::string const& written) const {
    if (opener_) return opener_(written, options_.limits);
    throw error(errc::invalid_argument, "databases are written with {db}, and nothing opens them", "set data_folders::open");
  }

  db::sqlite_options options_;
  database_opener const& opener_;
  std::size_t most_open_;
  execution_gate& gate_;
  evaluation_database* database_ = nullptr;
  std::vector<std::optional<db::any_connection>> open_{};  // by file; its own first, which is never closed before the others
  std::size_t opened_ = 0, newest_ = 0;
  std::unique_ptr<counterexample_search> counterexamples_{};
};

}  // namespace t2s::evaluation::detail

#endif
