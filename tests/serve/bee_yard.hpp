// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SERVE_BEE_YARD_HPP
#define T2S_TESTS_SERVE_BEE_YARD_HPP

#include <sqlite3.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "t2s/db/detail/any_connection.hpp"
#include "t2s/serve/detail/served_database.hpp"

namespace t2s::tests {

/// A database of hives and harvests, in a file that is gone with the object.
class bee_yard {
 public:
  bee_yard() {
    static std::atomic<int> count{0};
    file_ = std::filesystem::temp_directory_path() / ("t2s_yard_" + std::to_string(::getpid()) + "_" + std::to_string(count++) + ".sqlite");
    run(R"(CREATE TABLE keeper (keeper_id INTEGER PRIMARY KEY, full_name TEXT, village TEXT);
CREATE TABLE hive (hive_id INTEGER PRIMARY KEY, keeper_id INTEGER REFERENCES keeper(keeper_id), colour TEXT, built INTEGER);
CREATE TABLE harvest (harvest_id INTEGER PRIMARY KEY, hive_id INTEGER REFERENCES hive(hive_id), kilograms REAL, picture BLOB);
CREATE VIEW yield AS SELECT hive_id, sum(kilograms) AS total FROM harvest GROUP BY hive_id;
INSERT INTO keeper VALUES (1, 'Ada Moor', 'Lindow'), (2, 'Ben Pike', 'Alderly'), (3, 'Cleo Rush', NULL);
INSERT INTO hive VALUES (1, 1, 'yellow', 2019), (2, 1, 'green', 2020), (3, 2, 'white', 2021);
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 250)
INSERT INTO harvest SELECT i, i % 3 + 1, i / 10.0, CASE WHEN i = 1 THEN x'0102' END FROM n;)");
  }
  bee_yard(bee_yard const&) = delete;
  bee_yard& operator=(bee_yard const&) = delete;
  ~bee_yard() { std::filesystem::remove(file_); }

  [[nodiscard]] std::string file() const { return file_.string(); }

  void run(char const* sql) const {
    sqlite3* db = nullptr;
    char* wrong = nullptr;
    bool const fine = sqlite3_open(file_.c_str(), &db) == SQLITE_OK && sqlite3_exec(db, sql, nullptr, nullptr, &wrong) == SQLITE_OK;
    std::string const why = wrong ? wrong : "";
    sqlite3_free(wrong);
    sqlite3_close(db);
    if (!fine) throw std::runtime_error("no test database: " + why);
  }

  /// Served under a name.
  [[nodiscard]] std::shared_ptr<serve::served_database> serve(std::string name = "yard", serve::service_limits limits = {}) const {
    return std::make_shared<serve::served_database>(
        std::move(name), [file = file()] { return db::any_connection(db::sqlite_connection(file)); }, limits);
  }

 private:
  std::filesystem::path file_{};
};

}  // namespace t2s::tests

#endif
