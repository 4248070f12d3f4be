// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_REMEMBERING_CONNECTION_HPP
#define T2S_LAB_STUDIES_DETAIL_REMEMBERING_CONNECTION_HPP

#include "t2s/db/detail/any_connection.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/detail/result_store.hpp"
#include "t2s/pipeline/prepared.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace t2s::studies {

/// A connection that executes each statement once: equal statements of all strategies share an outcome, without rows before a limit. For
/// one thread; the store may be shared.
class remembering_connection {
 public:
  /// Without a store every statement is executed. Throws as `db::sqlite_connection`.
  explicit remembering_connection(std::filesystem::path const& file, db::sqlite_options const& how = {},
                                  std::shared_ptr<evaluation::result_store> store = {})
      : remembering_connection(db::any_connection(db::sqlite_connection(file, how)), std::move(store)) {}
  /// The same for any connection.
  explicit remembering_connection(db::any_connection inner, std::shared_ptr<evaluation::result_store> store = {})
      : inner_(std::move(inner)), store_(std::move(store)) {}

  /// The connection without the store.
  [[nodiscard]] db::any_connection& inner() noexcept { return inner_; }

  /// As `Database` requires it.
  [[nodiscard]] schema::database const& schema() const { return inner_.schema(); }
  /// The outcome, possibly of an earlier equal statement.
  [[nodiscard]] db::execution execute(std::string const& sql) {
    return store_ ? *store_->execute(sql, [&] { return inner_.execute(sql); }) : inner_.execute(sql);
  }
  /// As `Database` requires it, executed each time.
  [[nodiscard]] db::execution sample(std::string table, std::size_t n) { return inner_.sample(std::move(table), n); }
  /// The same.
  [[nodiscard]] db::execution distinct(std::string table, std::string column, std::size_t n) {
    return inner_.distinct(std::move(table), std::move(column), n);
  }
  /// Ends the statement that is running, if one is. Any thread may call it.
  void interrupt() noexcept { inner_.interrupt(); }

 private:
  db::any_connection inner_;
  std::shared_ptr<evaluation::result_store> store_;
};

/// The database of a study's runs.
using study_database = prepared<remembering_connection>;

}  // namespace t2s::studies

#endif
