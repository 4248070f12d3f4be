// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_MYSQL_ENGINE_HPP
#define T2S_TESTS_MYSQL_ENGINE_HPP

#include "db/conformance/pool.hpp"
#include "support.hpp"
#include "t2s/db/mysql/pool.hpp"

namespace t2s::test {

/// What the tests of every engine need to know of this one.
struct mysql_engine : conformance::engine_defaults {
  using connection = db::mysql_connection;
  using pool = db::mysql;
  using options = db::mysql_options;
  static constexpr bool shows_descriptions = true;
  static constexpr bool skips_semicolons = false;
  static constexpr auto dialect = sql::dialect::mysql;
  static constexpr char const *integer = "signed", *real = "double", *text = "char", *date = "date", *timestamp = "datetime";
  static constexpr char const* bytes = "x'00ff'";

  static mysql_shop& service() { return the_shop(); }
  static connection connect(options const& o, mysql_shop::place const& at = shop()) { return connection(at.text(), o); }
  static std::unique_ptr<pool> open(options const& o, mysql_shop::place const& at = shop()) { return std::make_unique<pool>(at.text(), o); }
  static std::string endless() { return "SELECT COUNT(*) FROM " + collations(4) + " WHERE a0.id + a1.id + a2.id + a3.id < 0"; }
  static std::string rows_for_ever() { return "SELECT a0.id, a1.id FROM " + collations(5); }
  static std::string rows(std::size_t n) { return "SELECT a0.id AS i FROM " + collations(3) + " LIMIT " + std::to_string(n); }
  static std::string repeated(std::size_t n) { return "repeat('x', " + std::to_string(n) + ")"; }
  static std::vector<std::string> more_queries() {
    return {"(SELECT 1)",           "((SELECT 1) UNION ALL SELECT 2) LIMIT 1", "SELECT 1 # a; b", "SELECT \";\"",
            "SELECT 'it\\'s', 'x'", "SELECT `Life Story` FROM customer"};
  }
  static std::vector<std::string> denied() {
    return {"SELECT sleep(100)",
            "TRUNCATE remark",
            "REPLACE INTO customer (id, name) VALUES (1, 'x')",
            "SELECT 1 INTO @a",
            "SET @a = 1",
            "LOCK TABLES customer WRITE",
            "SELECT LOAD_FILE('/etc/passwd')"};
  }
  static std::string active_statements() { return service().active_statements(); }

 private:
  /// Some 300 rows to the power of n.
  static std::string collations(int n) {
    std::string all;
    for (int i = 0; i < n; ++i) all += (i == 0 ? "" : ", ") + std::string("information_schema.collations a") + std::to_string(i);
    return all;
  }
};

}  // namespace t2s::test

#endif
