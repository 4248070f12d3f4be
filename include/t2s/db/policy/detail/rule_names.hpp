// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_RULE_NAMES_HPP
#define T2S_DB_POLICY_DETAIL_RULE_NAMES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/policy/detail/rules.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What rules name, looked up in the database that they are for.
namespace t2s::db::policy::detail {

[[noreturn]] inline void refuse_rules(std::string const& what, std::string const& subject, std::string const& remedy) {
  throw error(failure{errc::invalid_argument, "the rules: " + what, subject, remedy, {}});
}

inline std::string proposal(std::string_view typed, std::span<std::string const> known, std::string_view what) {
  if (auto const* near = text::nearest(typed, known)) return "there is " + *near;
  return known.empty() ? "there is no " + std::string(what) : "there are " + text::cut(text::join(known, ", "), 500);
}

inline role_rules const& role_of(rules const& r, std::string const& name) {
  std::vector<std::string> names;
  for (auto const& role : r.roles) {
    if (role.name == name) return role;
    names.push_back(role.name);
  }
  throw error(failure{errc::invalid_argument,
                      "the rules have no role \"" + text::cut(name, 100) + "\"",
                      name,
                      proposal(name, names, "role in the rules"),
                      {}});
}

/// A table by the name that a rule has for it: "orders" or "sales.orders"; over SQLite also "main.orders".
inline schema::table const& table_of(schema::database const& d, std::string const& name, std::string const& role) {
  std::vector<std::string> names;
  for (auto const& t : d.tables()) {
    if (t.name == name) return t;
    if (!t.schema.empty() && t.schema + "." + t.name == name) return t;
    names.push_back(t.name);
  }
  for (auto const& t : d.tables())
    if (text::same(t.name, name)) return t;
  constexpr std::string_view main = "main.";
  if (d.sql_dialect() == sql::dialect::sqlite && text::lower(name).starts_with(main)) return table_of(d, name.substr(main.size()), role);
  refuse_rules("role " + role + " names a table \"" + text::cut(name, 100) + "\", which the database does not have", name,
               proposal(name, names, "table"));
}

inline schema::column const& column_of(schema::table const& t, std::string const& name, std::string const& role) {
  std::vector<std::string> names;
  for (auto const& c : t.columns) {
    if (c.name == name) return c;
    names.push_back(c.name);
  }
  if (auto const* c = t.find_column(name)) return *c;
  refuse_rules("role " + role + " names a column \"" + text::cut(name, 100) + "\" of " + t.name + ", which the table does not have", name,
               proposal(name, names, "column"));
}

/// Whether a name in a statement is that of a table.
inline bool is_named(sql::identifier const& written, std::string_view name, sql::dialect d) {
  if (d != sql::dialect::postgres) return text::same(written.view(), name);
  return written.quoted == sql::quote::none ? text::lower(written.view()) == name : written.view() == name;
}

/// Whether the qualifier of a table in a statement says that it is in this schema.
inline bool is_in(sql::node const& table, schema::table const& t, sql::dialect d) {
  if (table.qualifier.empty()) return true;
  return is_named(table.qualifier, t.schema.empty() && d == sql::dialect::sqlite ? "main" : t.schema, d);
}

}  // namespace t2s::db::policy::detail

#endif
