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
#include <iterator>
#include <random>
#include <set>
#include <sstream>

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

/// A text with what it names, `table.column`, and what its skeletons are: written down beside it, not found by t2s.
struct written {
  std::string text{}, columns{}, scoped{}, dac{};

  void add(std::string_view between, std::string_view between_skeletons, written const& more) {
    text.append(between).append(more.text);
    columns.append(more.columns);
    scoped.append(between_skeletons).append(more.scoped);
    dac.append(between_skeletons).append(more.dac);
  }
};

/// A select of two columns, with a number that varies in its middle.
struct form {
  char const *begin, *end, *columns, *scoped, *dac;
};
constexpr form forms[] = {
    {"SELECT name, opened FROM shops WHERE opened > ", " AND city LIKE 'O%'", "shops.name shops.opened shops.opened shops.city ",
     "select _ , _ from _ where _ > _ and _ like _", "select _ , _ from _ where _ > _ and _ like _"},
    {"SELECT T1.name, sum(T2.amount) FROM shops AS T1 JOIN sales AS T2 ON T1.id = T2.shop_id WHERE T2.amount > ",
     " GROUP BY T1.name HAVING count(*) > 2", "shops.name sales.amount shops.id sales.shop_id sales.amount shops.name ",
     "select _ , sum ( _ ) from _ join _ on _ = _ where _ > _ group by _ having count ( * ) > _",
     "select _ , sum ( _ ) from _ join _ where _ > _ group by _ having count ( * ) > _"},
    {"SELECT name, city FROM shops WHERE id IN (SELECT shop_id FROM sales WHERE day = '2020-01-01' OR amount < ", ")",
     "shops.name shops.city shops.id sales.shop_id sales.day sales.amount ",
     "select _ , _ from _ where _ in ( select _ from _ where _ = _ or _ < _ )",
     "select _ , _ from _ where _ in ( select _ from _ where _ = _ or _ < _ )"},
    {"SELECT city, count(DISTINCT name) FROM shops WHERE id BETWEEN 3 AND ", " GROUP BY city", "shops.city shops.name shops.id shops.city ",
     "select _ , count ( distinct _ ) from _ where _ between _ and _ group by _",
     "select _ , count ( distinct _ ) from _ where _ between _ and _ group by _"}};

written select(std::mt19937& random) {
  auto const n = std::to_string(random() % 10'000);
  auto const& f = forms[random() % std::size(forms)];
  return {std::string(f.begin).append(n).append(f.end), f.columns, f.scoped, f.dac};
}

/// A statement of about that many bytes, selects and unions of them, as long as SQLite allows.
written statement_of(std::size_t bytes) {
  std::mt19937 random(1);
  auto all = select(random);
  for (auto more = select(random); all.text.size() + more.text.size() <= bytes; more = select(random)) all.add(" UNION ", " union ", more);
  return all;
}

struct corpus {
  statements texts{};
  std::vector<sql::query> parsed{}, again{};  // the second like the first, in memory of its own
  written known{};                            // of a single statement

  explicit corpus(statements const& all) {
    for (auto const& t : all) add(t);
  }
  explicit corpus(written w) : known(std::move(w)) {
    add(known.text);
    micro::require(!parsed.empty(), "parsing");
  }

 private:
  /// What does not parse is left out for everybody.
  void add(std::string const& text) {
    auto first = sql::parse(text), second = sql::parse(text);
    if (!first || !second) return std::fprintf(stderr, "bench_sql: left out, since it does not parse: %.200s\n", text.c_str()), void();
    texts.push_back(text);
    parsed.push_back(*std::move(first));
    again.push_back(*std::move(second));
  }
};

/// Something of one repeated part.
struct repetition {
  std::string_view begin, repeated, end;

  [[nodiscard]] std::string of(std::size_t times) const {
    std::string text(begin);
    while (times-- > 0) text += repeated;
    return text += end;
  }
};

struct shape {
  char const* name;
  repetition text, scoped, dac;

  [[nodiscard]] written of_length(std::size_t length) const {
    auto const times = (length - text.begin.size() - text.end.size()) / text.repeated.size();
    return {text.of(times), {}, scoped.of(times), dac.of(times)};
  }
};

constexpr repetition ored{"select _ from _ where _ = _", " or _ = _", ""}, united{"select _ from _", " union select _ from _", ""},
    nested{"select _ from _ where _ = _", " or _ in ( select max ( _ ) from _ , _ )", ""}, nothing{"select _", "", ""};
constexpr shape shapes[] = {{"conditions", {"SELECT a FROM t WHERE b = 0", " OR b = 1", ""}, ored, ored},
                            {"selects", {"SELECT a FROM t", " UNION SELECT a FROM t", ""}, united, united},
                            {"values",
                             {"SELECT a FROM t WHERE b IN (0", ", 1234", ")"},
                             {"select _ from _ where _ in ( _ )", "", ""},
                             {"select _ from _ where _ in ( _", " , _", " )"}},
                            {"subqueries", {"SELECT a FROM t WHERE b = 1", " OR c IN (SELECT max(d) FROM u, v)", ""}, nested, nested},
                            {"string", {"SELECT 'once", " upon a time''s end", "'"}, nothing, nothing}};

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
    n += words + (sql::equivalent(q, c.again[i == 0 ? 0 : i - 1]) ? 1 : 0) > 0 ? 1 : 0;
  }
  return n;
}

}  // extern "C"

namespace {

// ---- what the results are compared with ----

/// White space alone is left out: none of the literals has any.
bool lexes_right(corpus const& c) {
  std::vector<sql::token> tokens;
  sql::tokenize(c.known.text, tokens);
  std::string found, wanted = c.known.text;
  for (auto const& t : tokens) found += t.view();
  std::erase(wanted, ' ');
  return found == wanted;
}

/// The forms are written as t2s writes SQL.
bool prints_right(corpus const& c) {
  auto const text = sql::print(c.parsed[0]);
  auto const again = sql::parse(text);
  return text == c.known.text && again && sql::equivalent(*again, c.parsed[0]);
}

/// In whatever order.
bool are_known(std::string const& columns, corpus const& c) {
  auto const words = [](std::string const& text) {
    std::istringstream in(text);
    return std::multiset<std::string>(std::istream_iterator<std::string>(in), {});
  };
  return words(columns) == words(c.known.columns);
}

bool finds_entities_right(corpus const& c) {
  auto const found = sql::entities_of(c.parsed[0]);
  std::string columns;
  for (auto const& use : found.columns) columns.append(found.table_of(use)).append(".").append(use.name).append(" ");
  return are_known(columns, c);
}

bool resolves_right(corpus const& c) {
  std::string columns;
  for (auto const& use : sql::resolve(c.parsed[0], schema_of_tables()).columns)
    columns.append(use.base ? use.base.table->name : "").append(".").append(use.column).append(" ");
  return are_known(columns, c);
}

bool scoped_is_right(corpus const& c) { return sql::skeleton(c.parsed[0], sql::skeleton_mode::scoped) == c.known.scoped; }
bool dac_is_right(corpus const& c) { return sql::skeleton(c.parsed[0], sql::skeleton_mode::dac) == c.known.dac; }

/// Equal to itself, and to nothing longer.
bool compares_right(corpus const& c) {
  auto const longer = sql::parse(c.known.text + " LIMIT 1");
  return longer && sql::equivalent(c.parsed[0], c.again[0]) && !sql::equivalent(c.parsed[0], *longer);
}

/// It comes as far as the tables, which are not there.
bool sqlite_parses(corpus const& c, sqlite3* empty) {
  return std::ranges::all_of(c.texts, [&](std::string const& t) {
    sqlite3_stmt* none = nullptr;
    return sqlite3_prepare_v2(empty, t.c_str(), -1, &none, nullptr) == SQLITE_ERROR &&
           std::string_view(sqlite3_errmsg(empty)).starts_with("no such table");
  });
}

bool reviews_right(corpus const& c) { return scoped_is_right(c) && dac_is_right(c) && sql::equivalent(c.parsed[0], c.again[0]); }

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
  bool all_good = true;                           // gives as many as there are statements
  std::function<bool(corpus const&)> is_right{};  // what it gives
};

void time(benchmark::State& state, corpus const& c, checked const& by, std::string const& subject) {
  auto const found = by.run(c);  // warm, too
  micro::require(!by.all_good || found == c.texts.size(), subject.c_str());
  micro::require(!by.is_right || by.is_right(c), subject.c_str());
  micro::timed(state, [&] { return by.run(c); });
}

void enroll(std::string const& subject, std::string const& name, checked const& by) {
  static micro::made_once<corpus> made([](std::size_t bytes) { return corpus(statement_of(bytes)); });
  micro::enroll(subject, name, lengths, [=](benchmark::State& state, std::int64_t bytes) { time(state, made(bytes), by, subject); });
}

void enroll_statements() {
  auto* const empty = opened("");
  auto* const with_tables = opened(tables);
  checked const reading{read_texts, false}, visiting{visit_nodes, false};
  enroll("lex", "t2s", {measured_lex, true, lexes_right});
  enroll("lex", "limit_memory_read", reading);
  enroll("parse", "t2s", {measured_parse});
  enroll("parse", "t2s_cold", {measured_parse_cold});
#ifdef T2S_WITH_PG_QUERY
  enroll("parse", "pg_query", {measured_pg_query});
#endif
  enroll("parse", "sqlite_empty",
         {[=](corpus const& c) { return measured_sqlite(c, empty); }, false, [=](corpus const& c) { return sqlite_parses(c, empty); }});
  enroll("parse", "limit_memory_read", reading);
  enroll("check", "t2s", {measured_check, true, resolves_right});
  enroll("check", "sqlite_prepare", {[=](corpus const& c) { return measured_sqlite(c, with_tables); }});
  static constexpr struct {
    char const* subject;
    std::size_t (*run)(corpus const&);
    bool (*is_right)(corpus const&);
  } of_trees[] = {{"print", measured_print, prints_right},
                  {"resolve", measured_resolve, resolves_right},
                  {"entities", measured_entities, finds_entities_right},
                  {"skeleton", measured_skeleton, scoped_is_right},
                  {"skeleton_dac", measured_skeleton_dac, dac_is_right},
                  {"compare", measured_compare, compares_right}};
  for (auto const& [subject, run, is_right] : of_trees) {
    enroll(subject, "t2s", {run, true, is_right});
    enroll(subject, "limit_visit", visiting);
  }
}

void enroll_shapes() {
  for (auto const& s : shapes) {
    auto const one = [s](benchmark::State& state, std::int64_t bytes, checked const& by) {
      time(state, corpus(s.of_length(static_cast<std::size_t>(bytes))), by, s.name);
    };
    auto const parse = std::string("parse_").append(s.name), review = std::string("review_").append(s.name);
    micro::enroll(parse, "t2s", longer, [=](benchmark::State& state, std::int64_t n) { one(state, n, {measured_parse}); });
    micro::enroll(review, "t2s", longer,
                  [=](benchmark::State& state, std::int64_t n) { one(state, n, {measured_review, true, reviews_right}); });
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
  static corpus const c(all);
  auto* const empty = opened("");
  auto const add = [](char const* subject, char const* by, checked const& run) {
    micro::enroll(subject, by, {static_cast<std::int64_t>(c.texts.size())},
                  [=](benchmark::State& state, std::int64_t) { time(state, c, run, subject); });
  };
  add("parse_file", "t2s", {measured_parse});
  add("parse_file", "t2s_cold", {measured_parse_cold});
#ifdef T2S_WITH_PG_QUERY
  add("parse_file", "pg_query", {measured_pg_query, false});
#endif
  add("parse_file", "sqlite_empty", {[=](corpus const& of) { return measured_sqlite(of, empty); }, false});
  add("review_file", "t2s", {measured_review});
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
