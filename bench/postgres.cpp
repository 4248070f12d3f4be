// SPDX-License-Identifier: BSL-1.0
// Measures db::postgres: many questions over few connections on one thread, compared in turn with pgbench for the same statement and
// connections; then streamed rows, and connecting and reading the schema with 10,000 tables. Starts a server, or uses that of
// T2S_POSTGRES_URL; needs pgbench.
//   bench_postgres [connections] [questions in flight] [seconds] [rounds]
// pgbench also runs with one thread. It sends the statement alone, or in a READ ONLY transaction as db::postgres does.
#include "support/postgres_server.hpp"
#include "t2s/db/postgres/connection.hpp"
#include "t2s/db/postgres/pool.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace asio = boost::asio;
using clock_type = std::chrono::steady_clock;

namespace {

std::string const statement = "SELECT abalance FROM pgbench_accounts WHERE aid = ";

struct settings {
  std::size_t connections, questions;
  int seconds, rounds;
};

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  auto const seconds = [](timeval const& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6; };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double seconds_since(clock_type::time_point begin) { return std::chrono::duration<double>(clock_type::now() - begin).count(); }

t2s::awaitable<void> ask(t2s::db::postgres& db, clock_type::time_point end, std::mt19937& random, std::size_t& answers) {
  while (clock_type::now() < end) {
    auto answering = db.execute(statement + std::to_string(1 + random() % 100'000));
    auto const e = co_await std::move(answering);
    if (!e.ok() || e.rows.values.size() != 1) std::exit((std::fprintf(stderr, "a statement failed\n"), 3));
    ++answers;
  }
}

/// Statements a second.
double by_pool(t2s::db::postgres& db, settings const& s, double& cpu_us) {
  asio::io_context io(1);
  std::mt19937 random(1);
  std::size_t answers = 0;
  auto const begin = clock_type::now();
  auto const cpu = cpu_seconds();
  auto const end = begin + std::chrono::seconds(s.seconds);
  for (std::size_t i = 0; i < s.questions; ++i) asio::co_spawn(io, ask(db, end, random, answers), asio::detached);
  io.run();
  auto const per_second = static_cast<double>(answers) / seconds_since(begin);
  cpu_us = (cpu_seconds() - cpu) * 1e6 / static_cast<double>(answers);
  return per_second;
}

double by_pgbench(std::string const& program, std::string const& connection, std::string const& how, std::filesystem::path const& script,
                  settings const& s) {
  auto const command = program + " -n -c " + std::to_string(s.connections) + " -j 1 -T " + std::to_string(s.seconds) + " " + how + " -f " +
                       script.string() + " \"" + connection + "\" 2>/dev/null";
  auto* const out = popen(command.c_str(), "r");
  double found = 0;
  for (char line[256]; out && std::fgets(line, sizeof(line), out);)
    if (std::sscanf(line, "tps = %lf", &found) == 1) break;
  if (out) pclose(out);
  if (found == 0) std::exit((std::fprintf(stderr, "pgbench failed: %s\n", command.c_str()), 3));
  return found;
}

double median(std::vector<double> v) {
  std::ranges::sort(v);
  return v[v.size() / 2];
}

void print(char const* what, std::vector<double> const& all, char const* unit) {
  auto const [least, greatest] = std::ranges::minmax(all);
  std::printf("%-56s %10.*f %s  (%.*f to %.*f)\n", what, median(all) < 100 ? 2 : 0, median(all), unit, median(all) < 100 ? 2 : 0, least,
              median(all) < 100 ? 2 : 0, greatest);
}

struct contender {
  char const* name;
  std::string how;
  std::filesystem::path script;
  std::vector<double> rates{}, shares{};
};

void compare(t2s::test::postgres_server& server, settings const& s) {
  auto const folder = std::filesystem::temp_directory_path() / ("t2s_bench_postgres_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  auto const alone = folder / "alone.sql", transaction = folder / "transaction.sql", pipeline = folder / "pipeline.sql";
  std::string const set = "\\set aid random(1, 100000)\n", select = statement + ":aid;\n";
  std::ofstream(alone) << set << select;
  std::ofstream(transaction) << set << "BEGIN READ ONLY;\n" << select << "ROLLBACK;\n";
  std::ofstream(pipeline) << set << "\\startpipeline\nBEGIN READ ONLY;\n" << select << "ROLLBACK;\n\\endpipeline\n";
  std::vector<contender> all{{"pgbench, the statement alone, simple protocol", "-M simple", alone},
                             {"pgbench, the statement alone, extended protocol", "-M extended", alone},
                             {"pgbench, BEGIN READ ONLY, statement, ROLLBACK", "-M extended", transaction},
                             {"pgbench, the same in a pipeline", "-M extended", pipeline}};
  t2s::db::postgres_options o;
  o.connections = s.connections;
  t2s::db::postgres db(server.place().text(), o);
  std::vector<double> ours, cpu;
  for (int round = 0; round < s.rounds; ++round) {
    double us = 0;
    auto const before = by_pool(db, s, us);
    cpu.push_back(us);
    for (auto& c : all) c.rates.push_back(by_pgbench(server.program("pgbench"), server.place().text(), c.how, c.script, s));
    ours.push_back((before + by_pool(db, s, us)) / 2);  // before and after the others: the machine may change meanwhile
    for (auto& c : all) c.shares.push_back(100 * ours.back() / c.rates.back());
  }
  print("db::postgres", ours, "statements/s");
  print("  processor time of its thread", cpu, "us a statement");
  for (auto const& c : all) print(c.name, c.rates, "statements/s");
  for (auto const& c : all) print((std::string("db::postgres in % of ") + c.name).c_str(), c.shares, "%");
  std::filesystem::remove_all(folder);
}

void stream(t2s::test::postgres_server const& server, settings const& s) {
  t2s::db::postgres_options o;
  o.limits.time = std::chrono::minutes(10);
  t2s::db::postgres_connection db(server.place().text(), o);
  std::vector<double> rates;
  for (int round = 0; round < s.rounds; ++round) {
    std::size_t rows = 0;
    auto const begin = clock_type::now();
    auto const ended = db.each_row("SELECT aid, abalance, filler FROM pgbench_accounts CROSS JOIN generate_series(1, 20)",
                                   [&](std::span<t2s::value const>) { ++rows; });
    if (ended) std::exit((std::fprintf(stderr, "%s\n", ended->text().c_str()), 3));
    rates.push_back(static_cast<double>(rows) / seconds_since(begin));
  }
  print("each_row, 2,000,000 rows of three columns", rates, "rows/s");
}

/// Creates 10,000 tables in steps: each takes locks, and a transaction may not hold so many.
void for_tables(t2s::test::administrator const& admin, std::string const& statement_of_i) {
  for (int i = 0; i < 10'000; i += 200)
    admin.run("DO $$ BEGIN FOR i IN " + std::to_string(i) + " .. " + std::to_string(i + 199) + " LOOP EXECUTE format('" + statement_of_i +
              "', i, greatest(i - 1, 0)); END LOOP; END $$");
}

void catalogue(t2s::test::postgres_server const& server, settings const& s) {
  t2s::test::administrator const admin(server.place());
  admin.run("CREATE SCHEMA t2s_wide");
  for_tables(admin,
             "CREATE TABLE t2s_wide.t%s (id integer PRIMARY KEY, a text, b numeric(10, 2), c date, d integer REFERENCES t2s_wide.t%s)");
  admin.run("VACUUM ANALYZE");
  t2s::db::postgres_options o;
  o.schemas = {"t2s_wide"};
  std::vector<double> times;
  for (int round = 0; round < s.rounds; ++round) {
    auto const begin = clock_type::now();
    t2s::db::postgres_connection const db(server.place().text(), o);
    times.push_back(1000 * seconds_since(begin));
    if (db.schema().tables().size() != 10'000) std::exit((std::fprintf(stderr, "tables are missing\n"), 3));
  }
  print("connecting, 10,000 tables, 50,000 columns, 20,000 keys", times, "ms");
  for_tables(admin, "DROP TABLE t2s_wide.t%s CASCADE");
  admin.run("DROP SCHEMA t2s_wide");
}

}  // namespace

int main(int argc, char** argv) try {
  auto const argument = [&](int i, int otherwise) { return argc > i ? std::atoi(argv[i]) : otherwise; };
  settings const s{static_cast<std::size_t>(argument(1, 20)), static_cast<std::size_t>(argument(2, 1000)), argument(3, 5), argument(4, 5)};
  t2s::test::postgres_server server;
  if (std::system((server.program("pgbench") + " -i -s 1 -q \"" + server.place().text() + "\" >/dev/null 2>&1").c_str()) != 0)
    throw std::runtime_error("needs pgbench (apt install postgresql-contrib, or postgresql)");
  std::printf("%zu connections, %zu questions in flight on one thread, %d s a figure: median of %d (least to greatest)\n", s.connections,
              s.questions, s.seconds, s.rounds);
  compare(server, s);
  stream(server, s);
  catalogue(server, s);
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_postgres %s\n", e.what());
  return 3;
}
