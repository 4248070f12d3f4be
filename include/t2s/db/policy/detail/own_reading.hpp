// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_OWN_READING_HPP
#define T2S_DB_POLICY_DETAIL_OWN_READING_HPP

#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/own_statements.hpp"
#include "t2s/db/policy/detail/rule_names.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// The statements that `restricted` makes itself; they are rewritten as any other.
namespace t2s::db::policy::detail {

inline constexpr std::size_t most_rows_of_values = 1'000'000;

inline failure unknown_table(schema::database const& d, std::string const& table) {
  failure f{errc::no_such_table, "no such table: " + table, table, {}, {}};
  std::vector<std::string> names;
  for (auto const& t : d.tables()) names.push_back(t.name);
  if (auto const* near = text::nearest(table, names)) f.remedy = "there is " + schema::sql_name(*near, d.sql_dialect());
  return f;
}

inline std::variant<std::string, failure> sample_of(schema::database const& d, std::string const& table, std::size_t n) {
  auto const* t = d.find_table(table);
  if (!t) return unknown_table(d, table);
  return db::detail::sample_of(d, table, n).sql;
}

inline std::variant<std::string, failure> values_of(schema::database const& d, std::string const& table, std::string const& column,
                                                    std::size_t limit) {
  auto const* t = d.find_table(table);
  if (!t) return unknown_table(d, table);
  auto const* c = t->find_column(column);
  if (!c) return failure{errc::no_such_column, "no such column: " + column, column, {}, {}};
  return db::detail::distinct_of(d, *t, *c, limit, most_rows_of_values).sql;
}

inline execution values_in(execution counted, std::string const& column, std::size_t limit) {
  auto made = db::detail::as_distinct(std::move(counted), limit, most_rows_of_values);
  if (!made.rows.columns.empty()) made.rows.columns.front() = column;
  if (made.failure && made.failure->code == errc::row_limit) made.failure->remedy.clear();
  return made;
}

[[noreturn]] inline void refuse_rule(std::string const& role, std::string const& table, failure const& said) {
  refuse_rules("role " + role + ", " + table + ": the database does not take the rule: " + said.text(), table,
               "correct the condition or the view that the rule names, and try it in the database");
}

/// Throws where PostgreSQL does not choose the rows of one of these tables for the role of the connection.
template <class Connection>
void require_row_security(Connection& c, std::vector<std::string> const& tables) {
  for (auto const& table : tables) {
    bool active = false;
    if (c.schema().sql_dialect() == sql::dialect::postgres) {
      auto const done = c.execute("SELECT CAST(row_security_active(" + to_sql(value(table)) + ") AS int)");
      active = done.ok() && done.rows.values.size() == 1 && done.rows.values[0][0] == value(1);
    }
    if (active) continue;
    throw error(
        failure{errc::invalid_argument,
                "the rules leave the rows of " + table + " to the server, whose row-level security is not active",
                table,
                "switch it on there (ALTER TABLE ... ENABLE ROW LEVEL SECURITY), with a role that does not own the table and has no "
                "BYPASSRLS, or give the rows as a condition",
                {}});
  }
}

}  // namespace t2s::db::policy::detail

#endif
