// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_EVALUATION_DATABASE_HPP
#define T2S_EVALUATION_IMPL_EVALUATION_DATABASE_HPP

#include "t2s/core/error.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/evaluation/impl/result_store.hpp"
#include "t2s/evaluation/official_schema.hpp"
#include "t2s/evaluation/verdicts.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::evaluation::detail {

namespace fs = std::filesystem;

/// The foreign keys that a database declares itself, in the form of tables.json.
inline declared_keys own_keys(schema::database const& d) {
  declared_keys keys{{{{}, "*"}}, {}};
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> places;
  for (auto const& t : d.tables())
    for (auto const& c : t.columns) {
      places.emplace(std::pair(std::string_view(t.name), std::string_view(c.name)), keys.columns.size());
      keys.columns.push_back({t.name, c.name});
    }
  for (auto const& t : d.tables())
    for (auto const& k : t.foreign_keys)
      for (std::size_t i = 0; k.resolved && i < k.columns.size(); ++i)
        keys.pairs.emplace_back(places.at({t.name, k.columns[i]}), places.at({k.table, k.referenced[i]}));
  return keys;
}

/// The files of one database, its own first, and what statements gave on each. Shared by the threads of an evaluation.
class evaluation_database {
 public:
  /// Throws `file_not_found` if `folder` has no ID/ID.sqlite.
  evaluation_database(fs::path const& folder, std::string const& id, mode how) {
    files_.push_back(folder / id / (id + ".sqlite"));
    if (!fs::exists(files_.front()))
      throw error(failure{errc::file_not_found,
                          "there is no database " + files_.front().string(),
                          id,
                          "name the folder that holds " + id + "/" + id + ".sqlite",
                          {}});
    for (auto const& entry : fs::directory_iterator(folder / id)) {
      if (is_variant(entry.path().filename().string(), how) && entry.path() != files_.front()) files_.push_back(entry.path());
    }
    std::sort(files_.begin() + 1, files_.end());
  }

  [[nodiscard]] std::vector<fs::path> const& files() const { return files_; }
  [[nodiscard]] result_store& results(std::size_t file) const { return *stores_[file]; }

  /// What exact-set match knows of the database, whose own file has `tables`; without `keys` with the foreign keys that this file declares.
  [[nodiscard]] official_schema const& names(schema::database const& tables, declared_keys const* keys) {
    std::call_once(named_, [&] { names_.emplace(tables, keys ? *keys : own_keys(tables)); });
    return *names_;
  }

  void expect(std::size_t questions) { left_ += questions; }
  void begin() {
    std::call_once(begun_, [this] {
      for (std::size_t i = 0; i < files_.size(); ++i) stores_.push_back(std::make_unique<result_store>(budget_));
    });
  }
  /// One question less; the last one's end lets the results go.
  void end() {
    if (--left_ == 0) stores_.clear();
  }

 private:
  /// The official program takes all names that have ".sqlite" in them. What SQLite keeps beside a database is none.
  [[nodiscard]] static bool is_variant(std::string_view name, mode how) {
    static constexpr std::array<std::string_view, 3> beside{"-wal", "-shm", "-journal"};
    if (how == mode::strict) return name.ends_with(".sqlite");
    auto const is_beside = [name](std::string_view ending) { return name.ends_with(ending); };
    return name.find(".sqlite") != name.npos && std::ranges::none_of(beside, is_beside);
  }

  std::vector<fs::path> files_{};
  memory_budget budget_{std::size_t{256} << 20U};  // for the results of all files
  std::vector<std::unique_ptr<result_store>> stores_{};
  std::atomic<std::size_t> left_ = 0;
  std::once_flag begun_{}, named_{};
  std::optional<official_schema> names_{};
};

constexpr std::size_t most_open_files = 256;  // by all threads together, if these are not too many

/// SQLite's limit of memory is one for the whole process, so that a statement may fail because of its neighbours. Such a one runs again,
/// alone, and then what it gives is the same for any number of threads.
class execution_gate {
 public:
  template <class Work, class Lacks>
  auto run(Work const& work, Lacks const& lacks_memory) {
    try {
      auto found = together(work);
      if (!lacks_memory(found)) return found;
    } catch (error const& e) {
      if (e.code() != errc::file_unreadable) throw;  // which also says that SQLite found no memory to read it
    }
    return alone(work);
  }

 private:
  template <class Work>
  auto together(Work const& work) {
    std::unique_lock turn(turn_);
    std::shared_lock const running(running_);
    turn.unlock();
    return work();
  }
  /// Who waits for the others to end lets nobody else begin.
  template <class Work>
  auto alone(Work const& work) {
    std::lock_guard const turn(turn_);
    std::lock_guard const running(running_);
    return work();
  }

  std::mutex turn_{};
  std::shared_mutex running_{};
};

/// A thread's connections to the database of the question at hand, opened when they are needed.
class evaluation_connections {
 public:
  evaluation_connections(evaluation_options const& o, execution_gate& gate)
      : options_(sqlite_options_of(o)),
        most_open_(std::max<std::size_t>(8, most_open_files / std::max<std::size_t>(1, o.jobs))),
        gate_(gate) {}

  void open(evaluation_database& d) {
    if (database_ == &d) return;
    open_.clear();
    open_.resize(d.files().size());
    opened_ = 0;
    database_ = &d;
  }

  [[nodiscard]] std::size_t size() const { return open_.size(); }
  [[nodiscard]] fs::path const& file(std::size_t i) const { return database_->files()[i]; }
  [[nodiscard]] schema::database const& schema() { return connection(0).schema(); }

  [[nodiscard]] std::shared_ptr<db::execution const> execute(std::size_t file, std::string const& sql) {
    return database_->results(file).execute(sql, [&] { return execute_anew(file, sql); });
  }
  /// Neither takes a known outcome nor keeps it.
  [[nodiscard]] db::execution execute_anew(std::size_t file, std::string const& sql) {
    auto& c = connection(file);
    return gate_.run([&] { return c.execute(sql); }, &lacks_memory);
  }

 private:
  [[nodiscard]] static bool lacks_memory(db::execution const& e) {
    return e.failure && e.failure->code == errc::size_limit && e.failure->message == "out of memory";
  }

  /// The first ones stay open: files are taken in turn for each question, and to close the oldest would open every one again each time.
  [[nodiscard]] db::sqlite_connection& connection(std::size_t file) {
    auto& c = open_[file];
    if (c) return *c;
    if (opened_ == most_open_) {
      open_[newest_].reset();
      --opened_;
    }
    c.emplace(gate_.run([&] { return connected(file); }, [](db::sqlite_connection const&) { return false; }));
    newest_ = file;
    ++opened_;
    return *c;
  }

  /// Of the variants any may have come into the folder by accident.
  [[nodiscard]] db::sqlite_connection connected(std::size_t i) const {
    try {
      return db::sqlite_connection(file(i), options_);
    } catch (error const& e) {
      if (i == 0) throw;
      auto f = e.details();
      f.remedy = "every file of the folder counts as a variant of the database: move it away if it is none";
      throw error(std::move(f));
    }
  }

  db::sqlite_options options_;
  std::size_t most_open_;
  execution_gate& gate_;
  evaluation_database* database_ = nullptr;
  std::vector<std::optional<db::sqlite_connection>> open_{};  // by file; its own first, which is never closed before the others
  std::size_t opened_ = 0, newest_ = 0;
};

}  // namespace t2s::evaluation::detail

#endif
