// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DB_SUPPORT_HPP
#define T2S_TESTS_DB_SUPPORT_HPP

#include <boost/test/unit_test.hpp>

#include "support/rest_of.hpp"
#include "t2s/db/sqlite_connection.hpp"

#include <sqlite3.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

/// The common part of the tests of db/: temporary folders, databases made by SQLite itself, and the bytes of folders.
namespace t2s::test {

/// A temporary folder, removed at the end.
class folder {
 public:
  folder() {
    static std::atomic<int> count{0};
    auto const stamp = std::chrono::steady_clock::now().time_since_epoch().count();
    path_ = std::filesystem::temp_directory_path() / ("t2s_test_" + std::to_string(stamp) + "_" + std::to_string(count++));
    std::filesystem::create_directories(path_);
  }
  folder(folder const&) = delete;
  folder& operator=(folder const&) = delete;
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::filesystem::path operator/(std::string const& name) const { return path_ / name; }

  /// Every file in the folder with its bytes.
  [[nodiscard]] std::map<std::string, std::string> bytes() const {
    std::map<std::string, std::string> all;
    for (auto const& entry : std::filesystem::recursive_directory_iterator(path_)) {
      std::ifstream in(entry.path(), std::ios::binary);
      all[entry.path().filename().string()] = streams::rest_of(in);
    }
    return all;
  }

 private:
  std::filesystem::path path_;
};

inline void write_file(std::filesystem::path const& file, std::string const& bytes) { std::ofstream(file, std::ios::binary) << bytes; }

inline std::string read_file(std::filesystem::path const& file) {
  std::ifstream in(file, std::ios::binary);
  return streams::rest_of(in);
}

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

/// Counts the steps of SQLite's machine in all statements of the connections that are opened while the object lives.
class counted_steps {
 public:
  counted_steps() {
    steps_ = 0;
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch));
  }
  counted_steps(counted_steps const&) = delete;
  counted_steps& operator=(counted_steps const&) = delete;
  ~counted_steps() { sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(watch)); }

  /// Since the last call.
  [[nodiscard]] static std::int64_t taken() { return std::exchange(steps_, 0); }

 private:
  static int watch(sqlite3* db, char**, void const*) {
    return sqlite3_trace_v2(
        db, SQLITE_TRACE_PROFILE,
        [](unsigned, void*, void* s, void*) {
          steps_ += sqlite3_stmt_status(static_cast<sqlite3_stmt*>(s), SQLITE_STMTSTATUS_VM_STEP, 1);
          return 0;
        },
        nullptr);
  }

  static inline std::int64_t steps_ = 0;
};

inline std::filesystem::path make_database(std::filesystem::path const& file, std::string const& sql) {
  writer(file).run(sql);
  return file;
}

/// Three countries, two cities.
inline constexpr char const* small_world =
    "CREATE TABLE country(code TEXT PRIMARY KEY, name TEXT NOT NULL, \"life expectancy\" REAL);"
    "CREATE TABLE city(id INTEGER PRIMARY KEY, name TEXT, country TEXT REFERENCES country, people INT);"
    "INSERT INTO country VALUES ('AT','Austria',81.2), ('PE','Peru',NULL), ('TO','Tonga',70.8);"
    "INSERT INTO city VALUES (1,'Graz','AT',291072), (2,'Lima','PE',10092000);";

/// The code of the `t2s::error` that `f` throws; fails the test if it throws none.
template <class F>
errc thrown_by(F f) {
  try {
    f();
  } catch (error const& e) {
    BOOST_TEST(!e.details().message.empty());
    return e.details().code;
  }
  BOOST_ERROR("nothing was thrown");
  return errc{};
}

}  // namespace t2s::test

namespace t2s {
inline std::ostream& boost_test_print_type(std::ostream& out, errc code) { return out << name_of(code); }
inline std::ostream& boost_test_print_type(std::ostream& out, value const& v) { return out << to_sql(v); }
}  // namespace t2s

#endif
