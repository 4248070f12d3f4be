// SPDX-License-Identifier: BSL-1.0
// Measures the cost of a question without a model by the size of the schema. Schemas of several shapes have no rows, and 1, 2, 4 and 10
// times their size, up to 100,000 columns. A figure is the median of several runs, each in a separate process, in processor time, of all
// that `t2s ask` does for one question: read the schema, prepare its names, link and read the question, run its SQL; then the question is
// asked again. First values come from the database, then from an index of `t2s index`. Memory is the peak of such a process. Usage:
// bench_large_schemas [runs] [shape]
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/knowledge/value_index.hpp"
#include "t2s/systems/offline.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::size_t, 4> sizes{1, 2, 4, 10};
constexpr std::string_view question = "What is the average height of lighthouses?", answer_sql = "SELECT avg(height) FROM lighthouse";

constexpr std::array<std::string_view, 24> things{
    "sensor", "order",   "customer", "invoice", "product", "supplier", "shipment", "employee", "branch", "account", "payment", "contract",
    "ticket", "vehicle", "route",    "station", "patient", "visit",    "doctor",   "claim",    "policy", "agent",   "course",  "student"};
constexpr std::array<std::string_view, 20> traits{"amount",   "status", "height", "weight", "price", "total",  "speed",
                                                  "pressure", "count",  "rating", "level",  "score", "length", "width",
                                                  "depth",    "color",  "title",  "label",  "note",  "region"};
constexpr std::array<std::string_view, 4> types{"INTEGER", "TEXT", "REAL", "VARCHAR(20)"};

std::string thing(std::size_t i) { return std::string(things[i % things.size()]); }
std::string trait(std::size_t i) { return std::string(traits[i % traits.size()]); }
std::string number(std::size_t i) { return std::to_string(i); }
std::string table_name(std::size_t i) { return thing(i) + "_" + thing(i / things.size()) + "_" + number(i); }

/// The i-th table of a shape.
using table_sql = std::string (*)(std::size_t i);

std::string of_2000_columns(std::size_t i) {
  auto sql = "CREATE TABLE " + table_name(i) + "(id INTEGER PRIMARY KEY";
  for (std::size_t c = 1; c < 2000; ++c)
    sql.append(", ").append(trait(c)).append("_").append(thing(c / 20 + i)).append("_").append(number(c)).append(" ").append(types[c % 4]);
  return sql + ")";
}
std::string of_3_columns(std::size_t i) { return "CREATE TABLE " + table_name(i) + "(id INTEGER PRIMARY KEY, name TEXT, created_at DATE)"; }
std::string of_5_columns(std::size_t i) {
  auto sql = "CREATE TABLE " + table_name(i) + "(id INTEGER PRIMARY KEY";
  for (std::size_t c = 1; c < 5; ++c)
    sql.append(", ").append(trait(i + 7 * c)).append("_").append(number(c)).append(" ").append(types[c % 4]);
  return sql + ")";
}
std::string with_one_key_name(std::size_t i) {
  return "CREATE TABLE " + table_name(i) + "(record_no INTEGER PRIMARY KEY, label TEXT, amount REAL)";
}
std::string in_a_chain(std::size_t i) {
  auto sql = "CREATE TABLE " + table_name(i) + "(id INTEGER PRIMARY KEY, amount REAL, status TEXT";
  if (i > 0) sql.append(", before INTEGER REFERENCES ").append(table_name(i - 1)).append("(id)");
  return sql + ")";
}

struct shape {
  std::string_view name;
  std::size_t tables;  // at size 1
  table_sql make;
};
constexpr std::array shapes{shape{"2,000 columns a table", 5, of_2000_columns}, shape{"the same 3 names in each table", 500, of_3_columns},
                            shape{"5 columns a table", 2000, of_5_columns}, shape{"one name for all keys", 500, with_one_key_name},
                            shape{"a chain of foreign keys", 150, in_a_chain}};

void require(bool right, std::string const& what) {
  if (right) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

void make(fs::path const& file, shape const& s, std::size_t times) {
  fs::remove(file);
  sqlite3* db = nullptr;
  require(sqlite3_open(file.c_str(), &db) == SQLITE_OK, "the database cannot be made");
  std::string sql = "PRAGMA journal_mode = OFF; BEGIN;";
  for (std::size_t i = 0; i < s.tables * times; ++i) sql += s.make(i) + ";";
  sql += "CREATE TABLE lighthouse(id INTEGER PRIMARY KEY, title TEXT, height REAL); COMMIT;";
  require(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK, sqlite3_errmsg(db));
  sqlite3_close(db);
}

/// Milliseconds of each part, and the most memory in MB.
struct cost {
  double schema = 0, names = 0, answer = 0, again = 0, memory = 0;

  [[nodiscard]] double all() const { return schema + names + answer; }
};

/// The processor time since `start` in milliseconds; sets `start` to now.
double since(std::clock_t& start) {
  auto const now = std::clock();
  return 1e3 * static_cast<double>(now - std::exchange(start, now)) / CLOCKS_PER_SEC;
}

/// The process's peak memory; 0 if the system does not report it.
double peak_megabytes() {
  std::ifstream in("/proc/self/status");
  for (std::string word; in >> word;)
    if (double kilobytes = 0; word == "VmHWM:" && in >> kilobytes) return kilobytes / 1024;
  return 0;
}

/// Uses the values of an index, or of the database for "".
cost ask(fs::path const& file, std::string const& index) {
  cost c;
  auto start = std::clock();
  t2s::db::sqlite_connection connection(file);
  c.schema = since(start);
  t2s::knowledge::lexicon_options options;
  if (!index.empty()) options.index = t2s::knowledge::value_index::open(index);
  require(!options.index || options.index->is_of(file), "the index is of another database");
  t2s::prepared database(connection, std::move(options));
  (void)database.known<t2s::knowledge::lexicon>();
  c.names = since(start);
  t2s::systems::offline const offline;
  t2s::llm::no_model model;
  for (auto* const part : {&c.answer, &c.again}) {
    auto const found = offline.run(t2s::context(model, database), std::string(question));
    *part = since(start);
    require(found.has_sql() && found.sql() == answer_sql,
            "the question was not answered right: " + std::string(found.has_sql() ? found.sql() : std::string_view(found.stopped)));
  }
  c.memory = peak_megabytes();
  return c;
}

/// Runs in a separate process, without memory of earlier runs.
cost ask_alone(fs::path const& file, std::string const& index) {
  std::array<int, 2> ends{};
  require(::pipe(ends.data()) == 0, "there is no pipe");
  auto const child = ::fork();
  require(child >= 0, "there is no process");
  cost c;
  if (child == 0) {
    c = ask(file, index);
    ::_exit(::write(ends[1], &c, sizeof c) == sizeof c ? 0 : 1);
  }
  ::close(ends[1]);
  bool const whole = ::read(ends[0], &c, sizeof c) == sizeof c;
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  require(whole, "a run has failed");
  return c;
}

cost median(fs::path const& file, std::string const& index, unsigned long runs) {
  std::vector<cost> all;
  for (unsigned long i = 0; i < runs; ++i) all.push_back(ask_alone(file, index));
  std::ranges::sort(all, {}, &cost::all);
  return all[all.size() / 2];
}

double make_index(fs::path const& file, std::string const& index) {
  fs::remove(index);
  auto start = std::clock();
  t2s::db::sqlite_connection connection(file);
  (void)t2s::knowledge::update_value_index(index, connection);
  return since(start);
}

std::size_t columns_in(fs::path const& file) {
  t2s::db::sqlite_connection const connection(file);
  std::size_t columns = 0;
  for (auto const& t : connection.schema().tables()) columns += t.columns.size();
  return columns;
}

void print(char const* how, cost const& c, double first) {
  std::printf("  %-8s %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f %7.2f\n", how, c.schema, c.names, c.answer, c.again, c.all(), c.memory,
              c.all() / first);
  std::fflush(stdout);
}

void measure(shape const& s, fs::path const& file, unsigned long runs) {
  auto const index = t2s::knowledge::value_index_place(file);
  double first_read = 0, first_kept = 0;
  for (auto const times : sizes) {
    make(file, s, times);
    auto const making = make_index(file, index);
    std::printf("%s, %zu times: %zu tables, %zu columns, index made in %.1f ms\n", std::string(s.name).c_str(), times, s.tables * times + 1,
                columns_in(file), making);
    auto const read = median(file, {}, runs), kept = median(file, index, runs);
    if (times == 1) first_read = read.all(), first_kept = kept.all();
    print("database", read, first_read);
    print("index", kept, first_kept);
  }
  fs::remove(index);
}

}  // namespace

int main(int argc, char** argv) {
  auto const runs = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 5UL;
  std::string_view const only = argc > 2 ? argv[2] : "";
  require(runs > 0, "usage: bench_large_schemas [runs] [shape]");
  auto const file = fs::temp_directory_path() / ("t2s.large." + std::to_string(::getpid()) + ".sqlite");
  std::printf("  %-8s %8s %8s %8s %8s %8s %8s %7s\n", "values", "schema", "names", "answer", "again", "cold ms", "peak MB", "growth");
  for (auto const& s : shapes)
    if (only.empty() || s.name == only) measure(s, file, runs);
  fs::remove(file);
}
