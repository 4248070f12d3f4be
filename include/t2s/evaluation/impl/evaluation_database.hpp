// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_EVALUATION_DATABASE_HPP
#define T2S_EVALUATION_IMPL_EVALUATION_DATABASE_HPP

#include "t2s/core/error.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/evaluation/official_schema.hpp"
#include "t2s/evaluation/report.hpp"
#include "t2s/evaluation/result_store.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace t2s::evaluation::detail {

namespace fs = std::filesystem;

/// The files of one database, its own first, and what statements gave on each. Shared by the threads of an evaluation.
class evaluation_database {
 public:
  /// Throws `file_not_found` if `folder` has no ID/ID.sqlite.
  evaluation_database(fs::path const& folder, std::string const& id) {
    files_.push_back(folder / id / (id + ".sqlite"));
    if (!fs::exists(files_.front()))
      throw error(failure{errc::file_not_found,
                          "there is no database " + files_.front().string(),
                          id,
                          "name the folder that holds " + id + "/" + id + ".sqlite",
                          {}});
    for (auto const& entry : fs::directory_iterator(folder / id)) {
      auto const name = entry.path().filename().string();
      if (name.find(".sqlite") != name.npos && entry.path() != files_.front()) files_.push_back(entry.path());
    }
    std::sort(files_.begin() + 1, files_.end());
  }

  [[nodiscard]] std::vector<fs::path> const& files() const { return files_; }
  [[nodiscard]] result_store& results(std::size_t file) const { return *stores_[file]; }

  /// What exact-set match knows of the database, whose own file has `tables`.
  [[nodiscard]] official_schema const& names(schema::database const& tables, declared_keys const& keys) {
    std::call_once(named_, [&] { names_.emplace(tables, keys); });
    return *names_;
  }

  void expect(std::size_t questions) { left_ += questions; }
  void begin() {
    std::call_once(begun_, [this] {
      for (std::size_t i = 0; i < files_.size(); ++i) stores_.push_back(std::make_unique<result_store>(most_bytes));
    });
  }
  /// One question less; the last one's end lets the results go.
  void end() {
    if (--left_ == 0) stores_.clear();
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{256} << 20U;

  std::vector<fs::path> files_{};
  std::vector<std::unique_ptr<result_store>> stores_{};
  std::atomic<std::size_t> left_ = 0;
  std::once_flag begun_{}, named_{};
  std::optional<official_schema> names_{};
};

inline db::sqlite_options sqlite_options_of(evaluation_options const& o) {
  db::sqlite_options s;
  s.immutable = true;
  s.limits.time = o.time;
  s.limits.rows = o.rows;
  s.limits.bytes = std::size_t{512} << 20U;
  s.limits.value_bytes = std::size_t{64} << 20U;
  s.limits.statement_bytes = std::size_t{1} << 20U;
  return s;
}

/// A thread's connections to the database of the question at hand.
class evaluation_connections {
 public:
  explicit evaluation_connections(evaluation_options const& o) : options_(sqlite_options_of(o)) {}

  void open(evaluation_database& d) {
    if (database_ == &d) return;
    open_.clear();
    database_ = &d;
    for (auto const& file : d.files()) open_.emplace_back(file, options_);
  }

  [[nodiscard]] std::size_t size() const { return open_.size(); }
  [[nodiscard]] schema::database const& schema() const { return open_.front().schema(); }
  [[nodiscard]] std::shared_ptr<db::execution const> execute(std::size_t file, std::string const& sql) {
    return database_->results(file).execute(open_[file], sql);
  }
  /// Executes anew, for its time.
  [[nodiscard]] db::execution time(std::string const& sql) { return open_.front().execute(sql); }

 private:
  db::sqlite_options options_;
  evaluation_database* database_ = nullptr;
  std::vector<db::sqlite_connection> open_{};
};

}  // namespace t2s::evaluation::detail

#endif
