// SPDX-License-Identifier: BSL-1.0
// Where engines differ in NULLs, truth values, zeros and sizes, case by case, by the rules that their manuals give.
#include "t2s/schema/schema.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/transpile.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace schema = t2s::schema;
using namespace t2s::sql;

namespace {

using named = std::pair<std::string_view, std::string_view>;

schema::table table(std::string name, std::initializer_list<named> columns) {
  schema::table t;
  t.name = std::move(name);
  for (auto const& [column, type] : columns) {
    auto& c = t.columns.emplace_back();
    c.name = column;
    c.type = type;
  }
  t.columns[0].key_position = 1;
  t.columns[0].not_null = true;
  return t;
}

schema::database const& tables() {
  static schema::database const made({
      table("t", {{"id", "INTEGER"},
                  {"a", "INTEGER"},
                  {"b", "INTEGER"},
                  {"x", "DOUBLE"},
                  {"n", "DECIMAL(10,2)"},
                  {"s", "VARCHAR(30)"},
                  {"u", "VARCHAR(30)"},
                  {"d", "DATE"},
                  {"ts", "TIMESTAMP"},
                  {"f", "BOOLEAN"},
                  {"j", "JSON"}}),
      table("r", {{"k", "INTEGER"}, {"tid", "INTEGER"}, {"g", "VARCHAR(10)"}, {"v", "INTEGER"}, {"w", "DOUBLE"}}),
  });
  return made;
}

transpiled translated(std::string_view from, std::string_view to, std::string_view sql) {
  auto const p = parse(sql, {.grammar = grammar_of(*dialect_named(from))});
  if (!p) BOOST_FAIL(sql << "\n" << to_string(p.error()));
  return transpile(*p, grammar_of(*dialect_named(to)), {.schema = &tables()});
}

/// "nearly@7 impossible@20", without what is kept.
std::string notes_of(transpiled const& t) {
  std::string s;
  for (auto const& n : t.notes)
    if (n.how != fidelity::kept) s.append(s.empty() ? "" : " ").append(name_of(n.how)).append("@").append(std::to_string(n.offset));
  return s;
}

struct sample {
  std::string_view from, to, sql, wanted, notes{};
};

void check(std::initializer_list<sample> samples) {
  for (auto const& s : samples) {
    auto const done = translated(s.from, s.to, s.sql);
    BOOST_TEST(done.sql() == s.wanted, s.from << " to " << s.to << ": " << s.sql << "\n" << done.sql());
    BOOST_TEST(notes_of(done) == s.notes, s.from << " to " << s.to << ": " << s.sql << "\n" << notes_of(done));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(transpile_differences)

/// Parts that the target writes several times double with each level: they end with a report, and soon.
BOOST_AUTO_TEST_CASE(deep_calls_end) {
  struct nest {
    std::string_view from, to, before, innermost, after;
  };
  for (auto const& n : {nest{"sqlite", "postgres", "max(", "a", ", b)"}, nest{"mysql", "postgres", "GREATEST(", "a", ", b)"},
                        nest{"postgres", "sqlite", "least(", "a", ", b)"}, nest{"postgres", "sqlite", "lpad(", "s", ", 5, 'a')"},
                        nest{"postgres", "sqlite", "split_part(", "s", ", 'a', 2)"}, nest{"mysql", "postgres", "CONCAT(", "s", " + 0, 'a')"}}) {
    std::string sql(n.innermost);
    for (int i = 0; i < 30; ++i) sql = std::string(n.before).append(sql).append(n.after);
    auto const start = std::chrono::steady_clock::now();
    auto const done = translated(n.from, n.to, "SELECT " + sql + " FROM t");
    auto const took = std::chrono::steady_clock::now() - start;
    BOOST_TEST(!done);
    BOOST_TEST(notes_of(done).find("impossible@") != std::string::npos, n.before);
    BOOST_TEST((took < std::chrono::seconds(5)), n.before);
  }
  check({{"sqlite", "postgres", "SELECT max(a, max(a, b)) FROM t",
          "SELECT CASE WHEN NOT (a IS NULL OR CASE WHEN NOT (a IS NULL OR b IS NULL) THEN greatest(a, b) END IS NULL) THEN greatest(a, CASE "
          "WHEN NOT (a IS NULL OR b IS NULL) THEN greatest(a, b) END) END FROM t"}});
}

BOOST_AUTO_TEST_SUITE_END()
