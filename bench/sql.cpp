// SPDX-License-Identifier: BSL-1.0
// What it costs to read SQL and to ask things of it, over one statement of 128 bytes to 32 KiB: lexing, parsing, printing, resolving,
// entities, skeletons, comparison. Contenders: libpg_query's raw parser (PostgreSQL's, which builds a tree; no part of t2s) and
// sqlite3_prepare_v2, on an empty database, where it parses and then fails to find the tables, and on one with the tables.
//
//   bench_sql [--statements=FILE] [options of Google Benchmark]
//
// With FILE, one statement a line, also `parse_file` and `review_file` over all of them. For instructions count two rounds of one
// contender, of which the first is the check:
//
//   valgrind --tool=callgrind --collect-atstart=no --toggle-collect='measured_*'
//     bench_sql --statements=FILE --benchmark_filter='^parse_file/t2s/' --benchmark_min_time=0
#include "micro.hpp"
#include "t2s/sql/compare.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"
#include "t2s/sql/skeleton.hpp"
#include "t2s/sql/token.hpp"
#include "t2s/sql/visit.hpp"

#include <sqlite3.h>

#include <fstream>
#include <random>

#ifdef T2S_WITH_PG_QUERY
// The raw parser alone, without the serialisation that libpg_query's public functions add. Its own header for this needs PostgreSQL's,
// which the package does not bring.
extern "C" {
struct raw_parse_result {
  void* tree;
  char* messages;
  void* error;
};
raw_parse_result pg_query_raw_parse(char const* input);
void* pg_query_enter_memory_context(void);
void pg_query_exit_memory_context(void* context);
}
#endif

namespace {

using namespace t2s;
using statements = std::vector<std::string>;

// ---- what is parsed ----

constexpr char const* tables =
    "CREATE TABLE shops(id INTEGER PRIMARY KEY, name TEXT, city TEXT, opened INTEGER);"
    "CREATE TABLE sales(id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shops(id), day TEXT, amount REAL);";

schema::database const& schema_of_tables() {
  auto const column = [](char const* name, char const* type) { return schema::column{.name = name, .type = type}; };
  static schema::database const made(
      {schema::table{.name = "shops",
                     .columns = {column("id", "INTEGER"), column("name", "TEXT"), column("city", "TEXT"), column("opened", "INTEGER")}},
       schema::table{.name = "sales",
                     .columns = {column("id", "INTEGER"), column("shop_id", "INTEGER"), column("day", "TEXT"), column("amount", "REAL")}}});
  return made;
}

/// One of four forms, each of two columns, with numbers that vary.
std::string select(std::mt19937& random) {
  auto const n = std::to_string(random() % 10'000);
  std::string text;
  switch (random() % 4) {
    case 0: return text.append("SELECT name, opened FROM shops WHERE opened > ").append(n).append(" AND city LIKE 'O%'");
    case 1:
      return text.append("SELECT T1.name, sum(T2.amount) FROM shops AS T1 JOIN sales AS T2 ON T1.id = T2.shop_id WHERE T2.amount > ")
          .append(n)
          .append(" GROUP BY T1.name HAVING count(*) > 2");
    case 2:
      return text.append("SELECT name, city FROM shops WHERE id IN (SELECT shop_id FROM sales WHERE day = '2020-01-01' OR amount < ")
          .append(n)
          .append(")");
    default: return text.append("SELECT city, count(DISTINCT name) FROM shops WHERE id BETWEEN 3 AND ").append(n).append(" GROUP BY city");
  }
}

/// A statement of about that many bytes, selects and unions of them, as long as SQLite allows.
std::string statement_of(std::size_t bytes) {
  std::mt19937 random(1);
  auto text = select(random);
  for (std::string more = select(random); text.size() + more.size() <= bytes; more = select(random)) text.append(" UNION ").append(more);
  return text;
}

struct corpus {
  statements texts{};
  std::vector<sql::query> parsed{}, again{};  // the second like the first, in memory of its own

  explicit corpus(statements all) : texts(std::move(all)) {
    for (auto const& t : texts) {
      auto first = sql::parse(t), second = sql::parse(t);
      if (!first || !second) continue;
      parsed.push_back(*std::move(first));
      again.push_back(*std::move(second));
    }
  }
};

/// A statement of one repeated part.
struct shape {
  char const* name;
  std::string_view begin, repeated, end;

  [[nodiscard]] std::string of_length(std::size_t length) const {
    std::string text(begin);
    while (text.size() + repeated.size() + end.size() <= length) text += repeated;
    return text += end;
  }
};

constexpr shape shapes[] = {{"conditions", "SELECT a FROM t WHERE b = 0", " OR b = 1", ""},
                            {"selects", "SELECT a FROM t", " UNION SELECT a FROM t", ""},
                            {"values", "SELECT a FROM t WHERE b IN (0", ", 1234", ")"},
                            {"subqueries", "SELECT a FROM t WHERE b = 1", " OR c IN (SELECT max(d) FROM u, v)", ""},
                            {"string", "SELECT 'once", " upon a time''s end", "'"}};

// ---- contenders: each gives how many statements were as they should be, or something that depends on all of them ----

#define MEASURED __attribute__((noinline)) std::size_t

}  // namespace

extern "C" {

MEASURED measured_lex(corpus const& c) {
  static std::vector<sql::token> tokens;
  std::size_t n = 0;
  for (auto const& t : c.texts) {
    sql::tokenize(t, tokens);
    n += tokens.empty() ? 0 : 1;
  }
  return n;
}

/// To a tree and give it back, in memory that is used again.
MEASURED measured_parse(corpus const& c) {
  static sql::query warm;
  std::size_t n = 0;
  for (auto const& t : c.texts) n += sql::parse_into(warm, t) ? 0 : 1;
  return n;
}

/// With memory of its own for every statement.
MEASURED measured_parse_cold(corpus const& c) {
  std::size_t n = 0;
  for (auto const& t : c.texts) n += sql::parse(t) ? 1 : 0;
  return n;
}

#ifdef T2S_WITH_PG_QUERY
MEASURED measured_pg_query(corpus const& c) {
  std::size_t n = 0;
  for (auto const& t : c.texts) {
    auto* const memory = pg_query_enter_memory_context();
    n += pg_query_raw_parse(t.c_str()).error ? 0 : 1;
    pg_query_exit_memory_context(memory);
  }
  return n;
}
#endif

MEASURED measured_sqlite(corpus const& c, sqlite3* database) {
  std::size_t n = 0;
  for (auto const& t : c.texts) {
    sqlite3_stmt* statement = nullptr;
    n += sqlite3_prepare_v2(database, t.c_str(), static_cast<int>(t.size()), &statement, nullptr) == SQLITE_OK ? 1 : 0;
    sqlite3_finalize(statement);
  }
  return n;
}

/// Parse, and find out what every name means.
MEASURED measured_check(corpus const& c) {
  static sql::query warm;
  std::size_t n = 0;
  for (auto const& t : c.texts) n += !sql::parse_into(warm, t) && sql::resolve(warm, schema_of_tables()).ok() ? 1 : 0;
  return n;
}

MEASURED measured_print(corpus const& c) {
  std::size_t n = 0;
  for (auto const& q : c.parsed) n += sql::print(q).empty() ? 0 : 1;
  return n;
}

MEASURED measured_resolve(corpus const& c) {
  std::size_t n = 0;
  for (auto const& q : c.parsed) n += sql::resolve(q, schema_of_tables()).ok() ? 1 : 0;
  return n;
}

MEASURED measured_entities(corpus const& c) {
  std::size_t n = 0;
  for (auto const& q : c.parsed) n += sql::entities_of(q).columns.empty() ? 0 : 1;
  return n;
}

MEASURED measured_skeleton(corpus const& c) {
  std::size_t n = 0;
  for (auto const& q : c.parsed) n += sql::skeleton(q, sql::skeleton_mode::scoped).empty() ? 0 : 1;
  return n;
}

MEASURED measured_skeleton_dac(corpus const& c) {
  std::size_t n = 0;
  for (auto const& q : c.parsed) n += sql::skeleton(q, sql::skeleton_mode::dac).empty() ? 0 : 1;
  return n;
}

MEASURED measured_compare(corpus const& c) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < c.parsed.size(); ++i) n += sql::equivalent(c.parsed[i], c.again[i]) ? 1 : 0;
  return n;
}

/// What a review asks of two parsed queries: entities, both skeletons, a comparison with the statement before.
MEASURED measured_review(corpus const& c) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < c.parsed.size(); ++i) {
    auto const& q = c.parsed[i];
    auto const words = sql::entities_of(q).columns.size() + sql::skeleton(q, sql::skeleton_mode::scoped).size() +
                       sql::skeleton(q, sql::skeleton_mode::dac).size();
    n += words + (sql::equivalent(q, c.parsed[i == 0 ? 0 : i - 1]) ? 1 : 0) > 0 ? 1 : 0;
  }
  return n;
}

}  // extern "C"

namespace {

// ---- limits ----

std::size_t read_texts(corpus const& c) {
  std::size_t n = 0;
  for (auto const& t : c.texts) n += micro::sum_of(t);
  return n;
}

/// What asks anything of a tree comes to each node once.
std::size_t visit_nodes(corpus const& c) {
  std::size_t n = 0;
  for (auto const& q : c.parsed) sql::visit(q.root(), [&](sql::node const& at) { n += static_cast<std::size_t>(at.kind); });
  return n;
}

sqlite3* opened(char const* with) {
  sqlite3* database = nullptr;
  sqlite3_open(":memory:", &database);
  sqlite3_exec(database, with, nullptr, nullptr, nullptr);
  return database;
}

// ---- enrolment ----

micro::sizes const lengths = {128, 1024, 8192, 32768}, longer = {1024, 16384, 262144, 1048576};

using contender = std::function<std::size_t(corpus const&)>;

struct checked {
  contender run;
  bool all_good = true;  // gives as many as there are statements
};

void time(benchmark::State& state, corpus const& c, checked const& by, std::string const& subject) {
  auto const found = by.run(c);  // warm, too
  micro::require(!by.all_good || found == c.texts.size(), subject.c_str());
  micro::timed(state, [&] { return by.run(c); });
}

void enroll(std::string const& subject, std::string const& name, checked const& by) {
  static micro::made_once<corpus> made([](std::size_t bytes) { return corpus({statement_of(bytes)}); });
  micro::enroll(subject, name, lengths, [=](benchmark::State& state, std::int64_t bytes) { time(state, made(bytes), by, subject); });
}

void enroll_statements() {
  auto* const empty = opened("");
  auto* const with_tables = opened(tables);
  checked const reading{read_texts, false}, visiting{visit_nodes, false};
  enroll("lex", "t2s", {measured_lex});
  enroll("lex", "limit_memory_read", reading);
  enroll("parse", "t2s", {measured_parse});
  enroll("parse", "t2s_cold", {measured_parse_cold});
#ifdef T2S_WITH_PG_QUERY
  enroll("parse", "pg_query", {measured_pg_query});
#endif
  enroll("parse", "sqlite_empty", {[=](corpus const& c) { return measured_sqlite(c, empty); }, false});
  enroll("parse", "limit_memory_read", reading);
  enroll("check", "t2s", {measured_check});
  enroll("check", "sqlite_prepare", {[=](corpus const& c) { return measured_sqlite(c, with_tables); }});
  static constexpr struct {
    char const* subject;
    std::size_t (*run)(corpus const&);
  } of_trees[] = {{"print", measured_print},       {"resolve", measured_resolve},           {"entities", measured_entities},
                  {"skeleton", measured_skeleton}, {"skeleton_dac", measured_skeleton_dac}, {"compare", measured_compare}};
  for (auto const& [subject, run] : of_trees) {
    enroll(subject, "t2s", {run});
    enroll(subject, "limit_visit", visiting);
  }
}

void enroll_shapes() {
  for (auto const& s : shapes) {
    auto const one = [s](benchmark::State& state, std::int64_t bytes, checked const& by) {
      time(state, corpus({s.of_length(static_cast<std::size_t>(bytes))}), by, s.name);
    };
    auto const parse = std::string("parse_").append(s.name), review = std::string("review_").append(s.name);
    micro::enroll(parse, "t2s", longer, [=](benchmark::State& state, std::int64_t n) { one(state, n, {measured_parse}); });
    micro::enroll(review, "t2s", longer, [=](benchmark::State& state, std::int64_t n) { one(state, n, {measured_review}); });
  }
}

void enroll_file(std::string const& name) {
  statements all;
  std::ifstream file(name);
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) all.push_back(line);
  if (all.empty()) {
    std::fprintf(stderr, "bench_sql: there are no statements in %s: --statements wants a file with one a line\n", name.c_str());
    std::exit(2);
  }
  static corpus const c(std::move(all));
  auto* const empty = opened("");
  auto const add = [](char const* subject, char const* by, contender const& run) {
    micro::enroll(subject, by, {static_cast<std::int64_t>(c.texts.size())},
                  [=](benchmark::State& state, std::int64_t) { time(state, c, {run, false}, subject); });
  };
  add("parse_file", "t2s", measured_parse);
  add("parse_file", "t2s_cold", measured_parse_cold);
#ifdef T2S_WITH_PG_QUERY
  add("parse_file", "pg_query", measured_pg_query);
#endif
  add("parse_file", "sqlite_empty", [=](corpus const& of) { return measured_sqlite(of, empty); });
  add("review_file", "t2s", measured_review);
}

}  // namespace

int main(int argc, char** argv) {
  static constexpr std::string_view option = "--statements=";
  enroll_statements();
  enroll_shapes();
  std::vector<char*> others;
  for (int i = 0; i < argc; ++i) {
    if (std::string_view const given = argv[i]; given.starts_with(option))
      enroll_file(std::string(given.substr(option.size())));
    else
      others.push_back(argv[i]);
  }
  return micro::run(static_cast<int>(others.size()), others.data());
}
