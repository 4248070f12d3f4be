// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_SCRIPTED_DATABASE_HPP
#define T2S_TESTS_SUPPORT_SCRIPTED_DATABASE_HPP

#include "t2s/db/database.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace t2s::tests {

inline db::execution gives(std::vector<std::string> const& cells) {
  db::rows rows{{"c"}, {}};
  for (auto const& cell : cells) rows.values.push_back({value(cell)});
  return db::execution(std::move(rows));
}
inline db::execution fails(errc code, std::string message) { return db::execution(failure{code, std::move(message), {}, {}, {}}); }

/// A database that knows the outcome of some statements; all others fail. Keeps the statements.
struct scripted_database {
  std::map<std::string, db::execution> world{};
  std::vector<std::string> asked{};
  schema::database shape{};
  std::vector<std::size_t> sampled{};  ///< the number of rows requested in each sample

  [[nodiscard]] schema::database const& schema() const { return shape; }
  db::execution execute(std::string sql) {
    asked.push_back(sql);
    auto const known = world.find(sql);
    return known == world.end() ? fails(errc::sql_failed, "unknown statement") : known->second;
  }
  db::execution sample(std::string table, std::size_t n) {
    sampled.push_back(n);
    return execute("sample " + table);
  }
  db::execution distinct(std::string table, std::string column, std::size_t) { return execute("distinct " + table + "." + column); }
};
static_assert(db::Database<scripted_database>);

}  // namespace t2s::tests

#endif
