// SPDX-License-Identifier: BSL-1.0
// A database of your own: it forwards to SQLite and logs every statement, with its rows and its time.
// Usage: 02_own_database countries.sqlite "How many rivers are there?"
#include <chrono>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/systems/offline.hpp"

/// Any type with these four verbs is a database (t2s/db/database.hpp describes them). An awaitable one returns t2s::awaitable<...>.
class logged {
 public:
  struct entry {
    std::string what;
    std::size_t rows;
    std::chrono::microseconds took;
  };

  explicit logged(t2s::db::sqlite_connection inner) : inner_(std::move(inner)) {}

  [[nodiscard]] t2s::schema::database const& schema() const { return inner_.schema(); }

  t2s::db::execution execute(std::string sql) {
    return kept(sql, [&] { return inner_.execute(sql); });
  }
  t2s::db::execution sample(std::string table, std::size_t n) {
    return kept("first rows of " + table, [&] { return inner_.sample(table, n); });
  }
  t2s::db::execution distinct(std::string table, std::string column, std::size_t limit) {
    return kept("values of " + table + "." + column, [&] { return inner_.distinct(table, column, limit); });
  }

  [[nodiscard]] std::vector<entry> const& log() const { return log_; }

 private:
  t2s::db::execution kept(std::string what, auto run) {
    auto const begin = std::chrono::steady_clock::now();
    t2s::db::execution done = run();
    auto const took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
    log_.push_back({std::move(what), done.rows.values.size(), took});
    return done;
  }

  t2s::db::sqlite_connection inner_;
  std::vector<entry> log_;
};
static_assert(t2s::db::Database<logged>);

int main(int argc, char** argv) try {
  if (argc != 3) return std::cerr << "usage: 02_own_database DATABASE QUESTION\n", 2;
  logged database{t2s::db::sqlite_connection(argv[1])};
  t2s::systems::offline const offline;

  t2s::llm::no_model model;
  t2s::answer const answer = offline.run(t2s::context(model, database), argv[2]);

  std::cout << answer.sql() << "\n";
  for (auto const& e : database.log()) std::cout << e.what << ": " << e.rows << " rows, " << e.took.count() << " us\n";
  return answer.sql().empty() ? 1 : 0;
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 3;
}
