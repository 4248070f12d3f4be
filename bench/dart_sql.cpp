// SPDX-License-Identifier: BSL-1.0
// What DART-SQL costs beside the model: word vectors, the choice of rows of a large table, the choice of demonstrations, whole runs.
// Usage: bench_dart_sql [words of the vectors = 400000] [dimensions = 100] [rows = 20000] [demonstrations = 7000]
#include "t2s/systems/dart_sql.hpp"

#include "t2s/db/sqlite_connection.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

using namespace t2s;
using clock_type = std::chrono::steady_clock;

namespace {

double since(clock_type::time_point start) { return std::chrono::duration<double, std::milli>(clock_type::now() - start).count(); }

template <class F>
void once(char const* what, F f) {
  auto const start = clock_type::now();
  f();
  std::printf("%-58s %10.2f ms\n", what, since(start));
}

template <class F>
void many(char const* what, std::size_t times, F f) {
  std::vector<double> took;
  for (std::size_t i = 0; i < times; ++i) {
    auto const start = clock_type::now();
    f(i);
    took.push_back(since(start));
  }
  std::sort(took.begin(), took.end());
  std::printf("%-58s %10.2f ms median %10.2f ms 99th\n", what, took[times / 2], took[times * 99 / 100]);
}

std::uint32_t draw(std::minstd_rand& random) { return static_cast<std::uint32_t>(random()); }

std::string word(std::uint32_t i) {
  std::string s;
  for (auto n = i + 26; n > 0; n /= 26) s += static_cast<char>('a' + n % 26);
  return s;
}

void write_vectors(std::filesystem::path const& file, std::uint32_t words, std::size_t dimensions) {
  std::ofstream out(file);
  std::minstd_rand random(1);
  for (std::uint32_t i = 0; i < words; ++i) {
    out << word(i);
    for (std::size_t d = 0; d < dimensions; ++d) out << " " << static_cast<double>(draw(random) % 2000) / 1000 - 1;
    out << "\n";
  }
}

/// Seven columns a row, as the largest tables of public benchmarks have.
void write_database(std::filesystem::path const& file, std::uint32_t rows) {
  sqlite3* db = nullptr;
  sqlite3_open(file.c_str(), &db);
  auto const run = [db](std::string const& sql) { sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr); };
  std::minstd_rand random(2);
  run("BEGIN; CREATE TABLE place(id INTEGER PRIMARY KEY, name TEXT, kind TEXT, owner TEXT, height REAL, opened INTEGER, note TEXT);");
  run("CREATE TABLE kind(name TEXT, rank INTEGER);");
  for (std::uint32_t i = 0; i < rows; ++i) {
    std::string sql = "INSERT INTO place VALUES (";
    sql.append(std::to_string(i))
        .append(", '")
        .append(word(draw(random) % 5000))
        .append(" ")
        .append(word(draw(random) % 5000))
        .append("', '");
    sql.append(word(draw(random) % 20))
        .append("', '")
        .append(word(draw(random) % 9000))
        .append("', ")
        .append(std::to_string(draw(random) % 900))
        .append(".5, ");
    sql.append(std::to_string(1900 + draw(random) % 120))
        .append(", '")
        .append(word(draw(random) % 50))
        .append(" ")
        .append(word(draw(random) % 50))
        .append("')");
    run(sql);
  }
  run("COMMIT");
  sqlite3_close(db);
}

/// Its SQL costs the database next to nothing, so that what remains is ours.
struct instant_model {
  llm::completion complete(llm::request const& r) const {
    llm::completion c;
    c.text = r.messages.back().text.find("Judge whether") != std::string::npos ? "Yes" : "rank FROM kind WHERE name = 'a'";
    return c;
  }
};

std::vector<retrieve::demonstration> make_pool(std::size_t n) {
  std::vector<retrieve::demonstration> pool;
  std::minstd_rand random(3);
  for (std::size_t i = 0; i < n; ++i) {
    retrieve::demonstration d;
    d.question.append("How many ").append(word(draw(random) % 3000)).append(" of ").append(word(draw(random) % 3000)).append(" are there?");
    d.sql.append("SELECT count(*) FROM ")
        .append(word(draw(random) % 3000))
        .append(" WHERE ")
        .append(word(draw(random) % 3000))
        .append(" = 'x'");
    if (i % 3 == 0) d.sql.append(" ORDER BY ").append(word(draw(random) % 3000)).append(" DESC LIMIT 1");
    pool.push_back(std::move(d));
  }
  return pool;
}

std::string question_text(std::size_t i) {
  std::string s = "How many places of the kind ";
  return s.append(word(static_cast<std::uint32_t>(i % 20))).append(" are higher than 30?");
}

}  // namespace

int main(int argc, char** argv) {
  auto const number = [&](int i, unsigned long otherwise) { return argc > i ? std::strtoul(argv[i], nullptr, 10) : otherwise; };
  auto const words = static_cast<std::uint32_t>(number(1, 400'000));
  auto const folder = std::filesystem::temp_directory_path() / "t2s_bench_dart_sql";
  std::filesystem::create_directories(folder);
  write_vectors(folder / "v.txt", words, number(2, 100));
  std::filesystem::remove(folder / "v.txt.t2s");
  std::filesystem::remove(folder / "d.sqlite");
  write_database(folder / "d.sqlite", static_cast<std::uint32_t>(number(3, 20'000)));

  once("word vectors: text to binary form, and open", [&] { (void)retrieve::open_glove(folder / "v.txt"); });
  many("word vectors: open", 200, [&](std::size_t) { (void)retrieve::open_glove(folder / "v.txt"); });
  auto glove = retrieve::open_glove(folder / "v.txt");
  std::size_t dimension_sum = 0;
  many("word vectors: mean of a question", 2000, [&](std::size_t i) { dimension_sum += glove.mean(question_text(i)).size(); });

  db::sqlite_connection database(folder / "d.sqlite");
  instant_model model;
  systems::dart_parts<retrieve::glove> parts;
  parts.rows = parts.questions = &glove;
  auto const cold = systems::make_dart_sql(parts);
  many("run, no demonstrations, rows embedded in the run", 10,
       [&](std::size_t i) { (void)cold.run(context(model, database, {.seed = i}), "How many places are higher than 30?"); });
  once("rows: read and embedded once", [&] { parts.row_vectors = sample::embed_rows(database, glove); });
  auto const pairs = make_pool(number(4, 7'000));
  once("demonstrations: masked and embedded once", [&] { parts.pool = retrieve::embed_masked_pool(glove, pairs); });
  once("demonstrations: skeletons once", [&] { parts.skeletons = std::make_shared<retrieve::dail_skeletons const>(pairs); });
  once("lexicon once", [&] { parts.names = link::read_lexicon(database); });
  auto on = systems::dart_switches{};
  auto const warm = systems::make_dart_sql(parts, on);

  using run_type = run_context<context<instant_model, db::sqlite_connection>, facts<dialogue>>;
  auto const rows = warm.sampler;
  many("stage: rows", 300, [&](std::size_t i) {
    run_type ctx(context(model, database, {.seed = i}));
    t2s::question const asked(question_text(i));
    (void)std::get<0>(rows.samplers).sample(ctx, asked).get();
  });
  many("stage: masked demonstrations", 300, [&](std::size_t i) {
    run_type ctx(context(model, database, {.seed = i}));
    t2s::question const asked(question_text(i));
    (void)std::get<1>(rows.samplers).sample(ctx, asked).get();
  });
  many("whole run", 300, [&](std::size_t i) { (void)warm.run(context(model, database, {.seed = i}), question_text(i)); });
  on.context = false;
  auto const no_rows = systems::make_dart_sql(parts, on);
  many("whole run without rows", 300, [&](std::size_t i) { (void)no_rows.run(context(model, database, {.seed = i}), question_text(i)); });
  std::filesystem::remove_all(folder);
  return dimension_sum > 0 ? 0 : 1;
}
