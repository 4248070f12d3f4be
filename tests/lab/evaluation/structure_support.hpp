// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_EVALUATION_STRUCTURE_SUPPORT_HPP
#define T2S_TESTS_EVALUATION_STRUCTURE_SUPPORT_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::evaluation::test {

/// Tables with their columns.
inline schema::database schema_of(std::vector<std::pair<std::string, std::vector<std::string>>> const& described) {
  std::vector<schema::table> tables;
  for (auto const& [name, columns] : described) {
    tables.emplace_back().name = name;
    for (auto const& column : columns) tables.back().columns.emplace_back().name = column;
  }
  return schema::database(std::move(tables));
}

struct example {
  std::string gold;
  schema::database const* shape;
};

/// The gold queries of Spider dev with their schemas; none, and a message, without the data.
inline std::vector<example> const& spider_examples() {
  static std::map<std::string, schema::database> shapes;
  static std::vector<example> const all = [] {
    std::vector<example> read;
    std::string const data = T2S_SPIDER_DIR;
    if (data.empty()) {
      BOOST_TEST_MESSAGE("skipped: T2S_SPIDER_DIR is not set");
      return read;
    }
    for (auto const& q : retrieve::read_pool(data + "/dev.json")) {
      auto const known = shapes.find(q.database);
      auto const& shape = known != shapes.end()
                              ? known->second
                              : shapes[q.database] =
                                    db::sqlite_connection(data + "/databases/" + q.database + "/" + q.database + ".sqlite").schema();
      read.push_back({q.sql, &shape});
    }
    return read;
  }();
  return all;
}

inline sql::query parsed(std::string_view text) {
  auto p = sql::parse(text);
  if (!p) BOOST_FAIL("does not parse: " << text);
  return *std::move(p);
}

/// With other aliases and case, and the operands of AND, OR and = swapped.
inline std::string in_other_words(std::string_view text) {
  auto q = parsed(text);
  std::map<std::string, bool> aliases;
  auto const upper = [](std::string s) {
    std::ranges::transform(s, s.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return s;
  };
  sql::visit(q.root(), [&](sql::node& n) {
    if (n.kind == sql::kind::alias) aliases[upper(std::string(n.name.view()))] = true;
  });
  auto const renamed = [&](sql::identifier const& name) {
    auto const now = upper(std::string(name.view()));
    return q.make_name(aliases.contains(now) ? now + "_other" : now);
  };
  sql::visit(q.root(), [&](sql::node& n) {
    if (n.kind == sql::kind::alias) n.name = renamed(n.name);
    if (n.kind == sql::kind::column && n.name.quoted == sql::quote::none) n.name = renamed(n.name);
    if ((n.kind == sql::kind::column || n.kind == sql::kind::star) && !n.qualifier.empty()) n.qualifier = renamed(n.qualifier);
    if (n.kind == sql::kind::operation && (n.op == sql::op::and_ || n.op == sql::op::or_ || n.op == sql::op::eq))
      std::reverse(n.items, n.items + n.count);
  });
  return sql::print(q);
}

namespace detail {

inline sql::op other_sign(sql::op sign) {
  switch (sign) {
    case sql::op::eq: return sql::op::lt;
    case sql::op::ne: return sql::op::eq;
    case sql::op::lt: return sql::op::le;
    case sql::op::le: return sql::op::lt;
    case sql::op::gt: return sql::op::ge;
    case sql::op::ge: return sql::op::gt;
    case sql::op::and_: return sql::op::or_;
    case sql::op::or_: return sql::op::and_;
    default: return sign;
  }
}

/// Another column of the table.
inline std::string_view other_column(sql::base_column const& c) {
  auto const& all = c.table->columns;
  return all[(static_cast<std::size_t>(c.column - all.data()) + 1) % all.size()].name;
}

/// Changes the meaning of a node; false if it cannot.
inline bool change(sql::query& q, sql::node& n, sql::resolution const& meaning) {
  if (n.kind == sql::kind::operation) return n.op != std::exchange(n.op, other_sign(n.op));
  if (n.kind == sql::kind::sort) {
    bool const down = n.has(sql::flag::descending);
    n.clear(sql::flag::ascending);
    down ? n.clear(sql::flag::descending) : n.set(sql::flag::descending);
    return true;
  }
  if (n.kind == sql::kind::limit)
    return n[0].name = q.make_literal(std::to_string(std::atoi(std::string(n[0].name.view()).c_str()) + 1)), true;
  auto const* const use = n.kind == sql::kind::column ? meaning.find(n) : nullptr;
  if (!use || !use->base.column || use->base.table->columns.size() < 2) return false;
  n.name = q.make_name(other_column(use->base));
  return true;
}

}  // namespace detail

/// Copies of a query with one change each: a sign, AND or OR, a direction, a limit, a column.
inline std::vector<std::string> changed(example const& e) {
  auto const size = [](sql::query const& q) {
    std::size_t nodes = 0;
    sql::visit(q.root(), [&](sql::node const&) { ++nodes; });
    return nodes;
  };
  auto const original = parsed(e.gold);
  std::vector<std::string> all;
  for (std::size_t wanted = 0, nodes = size(original); wanted < nodes; ++wanted) {
    auto q = original.clone();
    auto const meaning = sql::resolve(q, *e.shape);
    std::size_t at = 0;
    bool done = false;
    sql::visit(q.root(), [&](sql::node& n) {
      if (at++ == wanted) done = detail::change(q, n, meaning);
    });
    if (done) all.push_back(sql::print(q));
  }
  return all;
}

}  // namespace t2s::evaluation::test

#endif
