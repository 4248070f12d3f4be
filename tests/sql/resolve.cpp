// SPDX-License-Identifier: BSL-1.0
// Resolution of every gold and predicted query, compared with SQLite itself.
#include "t2s/sql/resolve.hpp"
#include "t2s/core/schema/statement.hpp"

#include "resolve_support.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <algorithm>
#include <map>

namespace schema = t2s::schema;
using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

struct known_database {
  database db{};
  schema::database shape{};
};

std::map<std::string, known_database>& shipped() {
  static std::map<std::string, known_database> all;
  return all;
}

known_database& shipped(std::string const& name) {
  auto& known = shipped()[name];
  if (!known.db) {
    known.db = open(data_folder() + "/databases/" + name + "/" + name + ".sqlite");
    known.shape = schema_of(known.db.get());
  }
  return known;
}

/// CREATE TABLE statements for a database that tables.json describes.
std::string statements_of(boost::json::value const& description) {
  std::vector<std::string> tables;
  for (auto const& name : description.at("table_names_original").as_array())
    tables.push_back("CREATE TABLE " + schema::in_quotes(std::string(name.as_string()), dialect::sqlite));
  std::vector<char> begun(tables.size());
  for (auto const& column : description.at("column_names_original").as_array()) {
    auto const table = column.at(0).as_int64();
    if (table < 0) continue;
    auto const i = static_cast<std::size_t>(table);
    tables[i].append(begun[i] ? ", " : "(").append(schema::in_quotes(std::string(column.at(1).as_string()), dialect::sqlite));
    begun[i] = 1;
  }
  std::string all;
  for (auto const& t : tables) all.append(t).append(");\n");
  return all;
}

std::map<std::string, known_database> described() {
  std::map<std::string, known_database> all;
  auto const file = boost::json::parse(read_file(data_folder() + "/tables.json"));
  for (auto const& description : file.as_array()) {
    auto& known = all[std::string(description.at("db_id").as_string())];
    known.db = open_empty();
    sqlite3_exec(known.db.get(), statements_of(description).c_str(), nullptr, nullptr, nullptr);
    known.shape = schema_of(known.db.get());
  }
  return all;
}

bool has_star(query const& q) {
  return !visit(q.root(), [](node const& n) {
    if (n.kind != kind::columns) return walk::into;
    auto const is_star = [](node const* result) { return result->kind == kind::star; };
    return std::any_of(n.items, n.items + n.count, is_star) ? walk::stop : walk::into;
  });
}

/// Whether entities with a schema are the columns that SQLite reads; a star stands for more than it names.
boost::test_tools::assertion_result names_what_sqlite_reads(known_database& known, std::string const& sql) {
  auto const q = must_parse(sql);
  auto const named = entities_of(q, known.shape).column_names(), read = columns_read(known.db.get(), sql);
  boost::test_tools::assertion_result same(has_star(q) ? std::includes(read.begin(), read.end(), named.begin(), named.end())
                                                       : named == read);
  same.message() << sql << "\n  SQLite:";
  for (auto const& c : read) same.message() << ' ' << c;
  same.message() << "\n  t2s:   ";
  for (auto const& c : named) same.message() << ' ' << c;
  return same;
}

/// Whether both agree on every use.
boost::test_tools::assertion_result agree(entities const& e, resolution const& r, std::string const& sql) {
  boost::test_tools::assertion_result same(e.columns.size() == r.columns.size());
  for (auto const& c : e.columns) {
    auto const* use = r.find(*c.at);
    bool const has_source = use && use->table != resolved_column::none;
    auto const* source = has_source ? r.tables[use->table].at : nullptr;
    auto const* named = c.source != column_use::unknown ? e.tables[c.source].at : nullptr;
    if (!use || use->what != c.what || use->where != c.where || source != named) same = false;
  }
  same.message() << sql;
  return same;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(resolution_of_corpora, *boost::unit_test::precondition(data_are_here))

BOOST_AUTO_TEST_CASE(gold_queries_of_dev) {
  for (auto const& s : gold("dev.json")) {
    auto& known = shipped(s.database);
    BOOST_TEST(agrees(known.db.get(), known.shape, s.sql));
  }
}

BOOST_AUTO_TEST_CASE(predictions) {
  auto const samples = gold("dev.json");
  for (auto const* name : {"dail_gpt4", "c3_gpt35", "graphix", "codex_few"}) {
    auto const predicted = lines("predictions/" + std::string(name) + ".sql");
    BOOST_TEST_REQUIRE(predicted.size() == samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (has_several_statements(predicted[i])) continue;
      auto& known = shipped(samples[i].database);
      BOOST_TEST(agrees(known.db.get(), known.shape, predicted[i]));
    }
  }
}

BOOST_AUTO_TEST_CASE(predictions_on_the_wrong_database) {
  auto const samples = gold("dev.json");
  for (auto const* name : {"dail_gpt4", "codex_few"}) {
    auto const predicted = lines("predictions/" + std::string(name) + ".sql");
    for (std::size_t i = 0; i < samples.size(); i += 3) {
      if (has_several_statements(predicted[i])) continue;
      auto& known = shipped(samples[(i + 500) % samples.size()].database);
      BOOST_TEST(agrees(known.db.get(), known.shape, predicted[i]));
    }
  }
}

BOOST_AUTO_TEST_CASE(gold_queries_of_train) {
  auto all = described();
  for (auto const& s : gold("train.json")) {
    auto& known = all.at(s.database);
    BOOST_TEST(agrees(known.db.get(), known.shape, s.sql));
  }
}

/// In an accepted query every column has a place in the schema, unless a subquery made it.
BOOST_AUTO_TEST_CASE(columns_have_their_tables) {
  for (auto const& s : gold("dev.json")) {
    auto const q = must_parse(s.sql);
    auto const r = resolve(q, shipped(s.database).shape);
    for (auto const& use : r.columns)
      if (use.what == reference::column && r.tables[use.table].what == source_kind::table) BOOST_TEST(bool(use.base), s.sql);
    BOOST_TEST(r.output.size() > 0U);
  }
}

BOOST_AUTO_TEST_CASE(entities_are_what_sqlite_reads) {
  for (auto const& s : gold("dev.json")) BOOST_TEST(names_what_sqlite_reads(shipped(s.database), s.sql));
  auto all = described();
  for (auto const& s : gold("train.json"))
    if (complaint(all.at(s.database).db.get(), s.sql).empty()) BOOST_TEST(names_what_sqlite_reads(all.at(s.database), s.sql));
}

BOOST_AUTO_TEST_CASE(entities_agree_with_the_resolution) {
  for (auto const& s : gold("dev.json")) {
    auto const q = must_parse(s.sql);
    auto const& shape = shipped(s.database).shape;
    BOOST_TEST(agree(entities_of(q, shape), resolve(q, shape), s.sql));
  }
}

BOOST_AUTO_TEST_SUITE_END()
