// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_SQLITE_FILE_HPP
#define T2S_TESTS_SUPPORT_SQLITE_FILE_HPP

#include "support/folder.hpp"

#include <sqlite3.h>

namespace t2s::test {

/// A writing connection of plain SQLite.
class writer {
 public:
  explicit writer(std::filesystem::path const& file) {
    if (sqlite3_open(file.c_str(), &db_) != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(db_));
  }
  writer(writer const&) = delete;
  writer& operator=(writer const&) = delete;
  ~writer() { sqlite3_close(db_); }

  void run(std::string const& sql) const {
    if (sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(db_));
  }

 private:
  sqlite3* db_ = nullptr;
};

inline std::filesystem::path make_database(std::filesystem::path const& file, std::string const& sql) {
  writer(file).run(sql);
  return file;
}

}  // namespace t2s::test

#endif
