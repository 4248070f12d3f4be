// SPDX-License-Identifier: BSL-1.0
// Measures what db::policy::restricted adds to a statement over SQLite: `plain` is the connection, `restricted` the same with rules,
// `restricted_all` with a rule that hides nothing. The statements are a look-up by key, a join, a count, and one in which the engine cannot
// look ahead; their rows are the same everywhere. Sizes are rows of the table.
#include "micro.hpp"
#include "t2s/db/policy/restricted.hpp"

#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>

namespace {

using namespace t2s;

micro::sizes const heights = {100, 10000};

/// A file of sales of two owners; every second row belongs to one of them.
class database_file {
 public:
  explicit database_file(std::size_t height)
      : path(std::filesystem::temp_directory_path() /
             ("t2s_bench_row_policies." + std::to_string(::getpid()) + "." + std::to_string(height))) {
    sqlite3* made = nullptr;
    sqlite3_open(path.c_str(), &made);
    auto const sql =
        "CREATE TABLE shop(id INTEGER PRIMARY KEY, city TEXT);"
        "CREATE TABLE sales(id INTEGER PRIMARY KEY, owner TEXT, item TEXT, amount REAL, margin REAL, shop INTEGER REFERENCES shop(id));"
        "INSERT INTO shop VALUES (1, 'Rome'), (2, 'Oslo');"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
        std::to_string(height) +
        ")"
        "INSERT INTO sales SELECT i, CASE i % 2 WHEN 0 THEN 'ada' ELSE 'bob' END, 'sale ' || i, i * 0.25, i * 0.1, 1 + i % 2 FROM n";
    sqlite3_exec(made, sql.c_str(), nullptr, nullptr, nullptr);
    sqlite3_close(made);
  }
  database_file(database_file const&) = delete;
  database_file& operator=(database_file const&) = delete;
  ~database_file() { std::filesystem::remove(path); }

  std::filesystem::path path;
};

using restricted = db::policy::restricted<db::sqlite_connection>;

constexpr char const* rules = R"json({"roles": {
  "ada": {"tables": {"sales": {"hidden": ["margin"], "rows": "owner = :user"}, "shop": {}}},
  "all": {"tables": {"sales": {}, "shop": {}}}}})json";

struct databases {
  explicit databases(std::size_t height)
      : file(height),
        plain(file.path.string()),
        some(db::sqlite_connection(file.path.string()), db::policy::parse_rules(rules), {"ada", {{"user", "ada"}}}),
        all(db::sqlite_connection(file.path.string()), db::policy::parse_rules(rules), {"all", {}}) {}

  database_file file;
  db::sqlite_connection plain;
  restricted some, all;
};

databases& of(std::int64_t height) {
  static std::map<std::int64_t, std::unique_ptr<databases>> made;
  auto& one = made[height];
  if (!one) one = std::make_unique<databases>(static_cast<std::size_t>(height));
  return *one;
}

struct statement {
  char const* subject;
  char const* sql;        ///< under the rules
  char const* condition;  ///< what the rules add to it, written for the plain connection
};

constexpr statement statements[] = {
    {"key", "SELECT item, amount FROM sales WHERE id = 50", " AND owner = 'ada'"},
    {"join", "SELECT sales.item, shop.city FROM sales JOIN shop ON shop.id = sales.shop WHERE sales.id < 40", " AND owner = 'ada'"},
    {"count", "SELECT count(*), sum(amount) FROM sales WHERE amount > 1", " AND owner = 'ada'"},
    {"ahead", "SELECT item FROM sales WHERE abs(amount) = 12.5", " AND owner = 'ada'"},
};

template <class Connection>
void time(benchmark::State& state, Connection& connection, std::string const& sql, db::execution const& expected) {
  auto const done = connection.execute(sql);
  micro::require(done.ok() && done.rows.values == expected.rows.values, sql.c_str());
  micro::timed(state, [&] { return connection.execute(sql); });
}

}  // namespace

int main(int argc, char** argv) {
  for (auto const& s : statements) {
    micro::enroll(s.subject, "plain", heights, [s](benchmark::State& state, std::int64_t height) {
      auto& plain = of(height).plain;
      time(state, plain, std::string(s.sql) + s.condition, plain.execute(std::string(s.sql) + s.condition));
    });
    micro::enroll(s.subject, "restricted", heights, [s](benchmark::State& state, std::int64_t height) {
      auto& d = of(height);
      time(state, d.some, s.sql, d.plain.execute(std::string(s.sql) + s.condition));
    });
    micro::enroll(s.subject, "restricted_all", heights, [s](benchmark::State& state, std::int64_t height) {
      auto& d = of(height);
      time(state, d.all, std::string(s.sql) + s.condition, d.plain.execute(std::string(s.sql) + s.condition));
    });
  }
  return micro::run(argc, argv);
}
