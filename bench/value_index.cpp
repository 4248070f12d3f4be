// SPDX-License-Identifier: BSL-1.0
// Measures the index of a database's values: making, keeping and opening it, and looking up. The generated databases have names of people
// and places, and titles of three to eight words, all from the same syllables. Usage: bench_value_index [values...]
#include "t2s/retrieve/knowledge/value_index.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
namespace knowledge = t2s::knowledge;
namespace link = t2s::link;
using clock_type = std::chrono::steady_clock;

double since(clock_type::time_point start) { return std::chrono::duration<double, std::milli>(clock_type::now() - start).count(); }

/// Words as pronounceable as names; early ones are more frequent, as in a language.
class text_source {
 public:
  std::string title(std::size_t words) {
    std::string text;
    while (words-- > 0) text.append(text.empty() ? "" : " ").append(word());
    return text;
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

 private:
  static constexpr std::array<std::string_view, 24> syllables{"ba",  "cor", "den", "el", "fi",  "gar", "hol", "in",
                                                              "jo",  "ka",  "lim", "mo", "nor", "os",  "pe",  "qui",
                                                              "ran", "sto", "tu",  "ur", "va",  "wen", "xi",  "yel"};

  std::string word() {
    auto rank = below(200);
    rank *= 1 + below(200);
    std::string w;
    for (auto n = rank + 600; n > 0; n /= syllables.size()) w += syllables[n % syllables.size()];
    w.front() = static_cast<char>(w.front() - 'a' + 'A');
    return w;
  }

  std::minstd_rand random_{1};
};

void execute(sqlite3* db, std::string const& sql) {
  if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) std::fprintf(stderr, "%s\n", sqlite3_errmsg(db)), std::abort();
}

void fill(sqlite3* db, std::string const& table, std::size_t rows, std::function<std::string(std::size_t)> const& text) {
  sqlite3_stmt* insert = nullptr;
  sqlite3_prepare_v2(db, ("INSERT INTO " + table + " VALUES (?, ?)").c_str(), -1, &insert, nullptr);
  for (std::size_t i = 0; i < rows; ++i) {
    auto const value = text(i);
    sqlite3_bind_int64(insert, 1, static_cast<sqlite3_int64>(i));
    sqlite3_bind_text(insert, 2, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT);
    sqlite3_step(insert);
    sqlite3_reset(insert);
  }
  sqlite3_finalize(insert);
}

/// Half of the values are names, a quarter are places, a quarter are titles.
void make_database(fs::path const& file, std::size_t values) {
  fs::remove(file);
  sqlite3* db = nullptr;
  sqlite3_open(file.c_str(), &db);
  execute(db,
          "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE places(id INTEGER PRIMARY KEY, name TEXT);"
          "CREATE TABLE books(id INTEGER PRIMARY KEY, title TEXT); BEGIN");
  text_source source;
  fill(db, "people", values / 2, [&](std::size_t i) { return source.title(2).append(" ").append(std::to_string(i % 97)); });
  fill(db, "places", values / 4, [&](std::size_t i) { return source.title(1) + std::to_string(i); });
  fill(db, "books", values / 4, [&](std::size_t) { return source.title(3 + source.below(6)); });
  execute(db, "COMMIT");
  sqlite3_close(db);
}

void change_database(fs::path const& file) {
  sqlite3* db = nullptr;
  sqlite3_open(file.c_str(), &db);
  execute(db, "UPDATE places SET name = 'Nowhere' WHERE id = 1");
  sqlite3_close(db);
}

t2s::db::sqlite_connection open(fs::path const& file) {
  t2s::db::sqlite_options patient;
  patient.limits.time = std::chrono::hours(1);
  return t2s::db::sqlite_connection(file, patient);
}

/// Runs in a separate process, whose peak of memory is then its own.
void update(char const* what, fs::path const& database) {
  std::fflush(stdout);
  if (auto const child = ::fork(); child != 0) {
    ::waitpid(child, nullptr, 0);
    return;
  }
  auto const start = clock_type::now();
  auto connection = open(database);
  auto const report = knowledge::update_value_index(knowledge::value_index_place(database), connection);
  auto const took = since(start);
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  std::printf("  %-28s %9.0f ms, %4ld MB at most, %zu of %zu columns read\n", what, took, used.ru_maxrss / 1024, report.read,
              report.columns);
  std::fflush(stdout);
  ::_exit(0);
}

void look_up(char const* what, std::vector<std::string> const& asked, std::function<bool(std::string const&)> const& find) {
  std::vector<double> took;
  std::size_t found = 0;
  for (auto const& a : asked) {
    auto const start = clock_type::now();
    found += find(a) ? 1U : 0U;
    took.push_back(since(start) * 1000);
  }
  std::ranges::sort(took);
  std::printf("  %-28s %9.1f us median, %9.1f us 95th, %9.1f us at most; %zu of %zu found\n", what, took[took.size() / 2],
              took[took.size() * 95 / 100], took.back(), found, took.size());
}

std::vector<std::string> each(std::vector<std::string> texts, std::function<void(std::string&)> const& change) {
  for (auto& t : texts) change(t);
  return texts;
}

void run(fs::path const& folder, std::size_t values) {
  auto const database = folder / "generated.sqlite";
  make_database(database, values);
  auto const file = knowledge::value_index_place(database);
  fs::remove(file);
  std::printf("%zu rows, %.1f MB of database\n", values, static_cast<double>(fs::file_size(database)) / 1e6);
  update("first made", database);
  update("nothing has changed", database);
  change_database(database);
  update("one row has changed", database);

  auto const start = clock_type::now();
  auto const index = knowledge::value_index::open(file);
  std::printf("  opened in %.1f ms: %zu values, %.1f MB\n", since(start), index->size(), static_cast<double>(index->bytes()) / 1e6);
  auto connection = open(database);
  knowledge::lexicon const names(connection.schema(), {.index = index});

  text_source pick;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 500; ++i) texts.emplace_back(index->text(static_cast<std::uint32_t>(pick.below(index->size()))));
  auto const keys = each(texts, [](auto& t) { t = knowledge::value_key(t); });
  look_up("values", keys, [&](auto const& k) { return !names.values(k).empty(); });
  look_up("values, unknown", each(keys, [](auto& t) { t += "q"; }), [&](auto const& k) { return !names.values(k).empty(); });
  look_up("values_with a word", each(keys, [](auto& t) { t.erase(std::min(t.find(' '), t.size())); }),
          [&](auto const& k) { return !names.values_with(k).empty(); });
  auto const nearest = [&](auto const& t) { return names.nearest(t).has_value(); };
  look_up("nearest, two letters swapped", each(texts, [](auto& t) { std::swap(t[t.size() / 2], t[t.size() / 2 - 1]); }), nearest);
  look_up("nearest, two edits", each(texts, [](auto& t) { t.erase(2, 1), t += "q"; }), nearest);
  look_up("nearest, nothing near", each(texts, [](auto& t) { std::reverse(t.begin() + 1, t.end()); }), nearest);
  look_up("a question", each(texts, [](auto& t) { t.insert(0, "Which books of ").append(" were written by people in Nowhere?"); }),
          [&](auto const& q) { return !link::link_question(names, q).found.empty(); });
}

}  // namespace

int main(int argc, char** argv) {
  auto const folder = fs::temp_directory_path() / ("t2s_bench_value_index" + std::to_string(::getpid()));
  fs::create_directories(folder);
  std::vector<std::size_t> sizes{10'000, 100'000, 1'000'000};
  if (argc > 1) sizes.clear();
  for (int i = 1; i < argc; ++i) sizes.push_back(std::strtoul(argv[i], nullptr, 10));
  for (auto const n : sizes) run(folder, n);
  fs::remove_all(folder);
}
