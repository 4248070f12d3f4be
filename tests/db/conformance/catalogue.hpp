// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DB_CONFORMANCE_CATALOGUE_HPP
#define T2S_TESTS_DB_CONFORMANCE_CATALOGUE_HPP

#include "support/database.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <initializer_list>

/// What the catalogues of all engines have of the shop, in their own words.
namespace t2s::test::conformance {

/// "total numeric(10,2), default 0, in euros"
inline std::string text_of(schema::column const& c) {
  auto text = c.name + " " + c.type;
  if (c.not_null) text += ", not null";
  if (c.key_position != 0) text += ", key " + std::to_string(c.key_position);
  if (!c.default_value.empty()) text += ", default " + c.default_value;
  if (c.generated) text += ", generated";
  return c.description.empty() ? text : text + ", " + c.description;
}

inline std::vector<std::string> columns_of(schema::database const& d, std::string const& table) {
  std::vector<std::string> columns;
  for (auto const& c : table_of(d, table).columns) columns.push_back(text_of(c));
  return columns;
}

/// The statement that prompts show of the shop's purchases begins so, and the engine itself runs it and those of other tables.
template <class Run>
void expect_statements(schema::database const& d, std::string const& begin, Run const& run) {
  auto const sql = schema::create_statement(table_of(d, "purchase"), d.sql_dialect());
  BOOST_TEST(sql.starts_with("CREATE TABLE purchase ( /* what was bought */\n  " + begin), sql);
  BOOST_TEST(sql.find("/* one of 'open', 'paid', 'sent' */") != sql.npos);
  for (auto const& name : {"customer", "purchase", "line", "remark"}) run(schema::create_statement(table_of(d, name), d.sql_dialect()));
}

/// Names are resolved as the engine reads them.
inline void expect_resolved(schema::database const& d, std::initializer_list<char const*> fine, std::initializer_list<char const*> wrong) {
  auto const is_fine = [&d](char const* sql) {
    auto const q = sql::parse(sql, d);
    BOOST_REQUIRE_MESSAGE(bool(q), sql);
    return sql::resolve(*q, d).ok();
  };
  for (auto const* sql : fine) BOOST_TEST(is_fine(sql), sql);
  for (auto const* sql : wrong) BOOST_TEST(!is_fine(sql), sql);
}

}  // namespace t2s::test::conformance

#endif
