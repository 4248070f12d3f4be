// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SERVE_BEE_YARD_HPP
#define T2S_TESTS_SERVE_BEE_YARD_HPP

#include <memory>
#include <string>

#include "support/sqlite_file.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/serve/detail/served_database.hpp"

namespace t2s::tests {

/// A database of hives and harvests, in a file that is deleted with the object.
class bee_yard {
 public:
  bee_yard() {
    run(R"(CREATE TABLE keeper (keeper_id INTEGER PRIMARY KEY, full_name TEXT, village TEXT);
CREATE TABLE hive (hive_id INTEGER PRIMARY KEY, keeper_id INTEGER REFERENCES keeper(keeper_id), colour TEXT, built INTEGER);
CREATE TABLE harvest (harvest_id INTEGER PRIMARY KEY, hive_id INTEGER REFERENCES hive(hive_id), kilograms REAL, picture BLOB);
CREATE VIEW yield AS SELECT hive_id, sum(kilograms) AS total FROM harvest GROUP BY hive_id;
INSERT INTO keeper VALUES (1, 'Ada Moor', 'Lindow'), (2, 'Ben Pike', 'Alderly'), (3, 'Cleo Rush', NULL);
INSERT INTO hive VALUES (1, 1, 'yellow', 2019), (2, 1, 'green', 2020), (3, 2, 'white', 2021);
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 250)
INSERT INTO harvest SELECT i, i % 3 + 1, i / 10.0, CASE WHEN i = 1 THEN x'0102' END FROM n;)");
  }
  [[nodiscard]] std::string file() const { return file_.string(); }

  void run(char const* sql) const { test::writer(file_).run(sql); }

  /// The database, served under a name.
  [[nodiscard]] std::shared_ptr<serve::served_database> serve(std::string name = "yard", serve::service_limits limits = {}) const {
    return std::make_shared<serve::served_database>(
        std::move(name), [file = file()] { return db::any_connection(db::sqlite_connection(file)); }, limits);
  }

 private:
  test::folder in_{"yard"};
  std::filesystem::path file_ = in_ / "yard.sqlite";
};

}  // namespace t2s::tests

#endif
