// SPDX-License-Identifier: BSL-1.0
#include "rows.hpp"

#include "../generous.hpp"
#include "merged.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/knowledge/value_index.hpp"
#include "t2s/systems/offline.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

namespace scale {
namespace {

using namespace t2s;
using clock = std::chrono::steady_clock;
using milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::array<char const*, 6> places{"Aalen", "Bergen", "Cadiz", "Dijon", "Elba", "Faro"};
constexpr std::array<char const*, 5> countries{"Germany", "Norway", "Spain", "France", "Portugal"};
constexpr std::array<char const*, 8> wares{"kettle", "saddle", "lantern", "anvil", "ladder", "mirror", "basket", "hammer"};
constexpr std::int64_t cities = 1000, products = 48;

/// Numbers that depend only on the row (splitmix64).
std::uint64_t mixed(std::int64_t row) {
  auto z = static_cast<std::uint64_t>(row) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

std::string product(std::int64_t i) {
  constexpr std::array<char const*, 6> kinds{"red", "blue", "small", "large", "old", "new"};
  return std::string(kinds[static_cast<std::size_t>(i) % kinds.size()]) + " " +
         wares[static_cast<std::size_t>(i) / kinds.size() % wares.size()];
}

std::string customer(std::uint64_t i) {
  constexpr std::array<char const*, 8> names{"Weber", "Olsen", "Garcia", "Martin", "Silva", "Keller", "Haugen", "Moreno"};
  return std::string(names[i % names.size()]) + " " + std::to_string(i);
}

std::string day(std::uint64_t i) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02d-%02d", 2000 + static_cast<int>(i / 336 % 25), 1 + static_cast<int>(i / 28 % 12),
                1 + static_cast<int>(i % 28));
  return text.data();
}

/// An INSERT statement, compiled once.
class inserter {
 public:
  inserter(sqlite3* db, char const* sql) : db_(db) {
    if (sqlite3_prepare_v2(db, sql, -1, &made_, nullptr) != SQLITE_OK) refuse();
  }
  inserter(inserter const&) = delete;
  inserter& operator=(inserter const&) = delete;
  ~inserter() { sqlite3_finalize(made_); }

  inserter& with(std::int64_t i) { return sqlite3_bind_int64(made_, ++at_, i), *this; }
  inserter& with(std::string const& t) {
    return sqlite3_bind_text(made_, ++at_, t.data(), static_cast<int>(t.size()), SQLITE_TRANSIENT), *this;
  }
  void run() {
    if (sqlite3_step(made_) != SQLITE_DONE) refuse();
    sqlite3_reset(made_);
    at_ = 0;
  }

 private:
  [[noreturn]] void refuse() { throw std::runtime_error(sqlite3_errmsg(db_)); }

  sqlite3* db_;
  sqlite3_stmt* made_{};
  int at_ = 0;
};

double ms(clock::duration d) { return milliseconds(d).count(); }

/// The median of several, with minimum and maximum.
struct spread {
  double least = 0, middle = 0, greatest = 0;

  explicit spread(std::vector<double> all) {
    std::sort(all.begin(), all.end());
    least = all.front(), middle = all[all.size() / 2], greatest = all.back();
  }
  [[nodiscard]] std::string text() const {
    std::array<char, 96> s{};
    std::snprintf(s.data(), s.size(), "%.2f ms (%.2f to %.2f)", middle, least, greatest);
    return s.data();
  }
};

/// The processor time of this process, which other work on the machine hardly affects.
double worked() {
  timespec t{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}
double waited() { return ms(clock::now().time_since_epoch()); }

template <class Work>
spread timed(double (*now)(), std::size_t times, Work const& work) {
  std::vector<double> all;
  for (std::size_t i = 0; i < times; ++i) {
    auto const begun = now();
    work();
    all.push_back(now() - begun);
  }
  return spread(std::move(all));
}

/// The process's peak memory since `forget_memory`, in MiB.
double most_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  return 0;
}
void forget_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

/// Removes a file from the system's cache, so that it is read from the disk again.
void forget_pages(fs::path const& file) {
  int const fd = ::open(file.c_str(), O_RDONLY);
  if (fd < 0) return;
  ::fsync(fd);
  ::posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  ::close(fd);
}

knowledge::lexicon_options known(std::shared_ptr<knowledge::value_index const> index) {
  knowledge::lexicon_options o;
  o.index = std::move(index);
  return o;
}

std::shared_ptr<knowledge::value_index const> opened(fs::path const& index) {
  return index.empty() ? nullptr : knowledge::value_index::open(index.string());
}

/// From nothing to names and values.
void measure_preparing(fs::path const& file, fs::path const& index) {
  auto const prepare = [&] {
    db::sqlite_connection connection(file.string());
    prepared database(connection, known(opened(index)));
    return database.known<knowledge::lexicon>();
  };
  forget_memory();
  auto const before = most_memory();
  auto const cold = timed(waited, 3, [&] { forget_pages(file), (void)prepare(); });
  auto const took = most_memory() - before;
  auto const warm = timed(worked, 5, [&] { (void)prepare(); });
  std::printf("preparing: cold, waited %s; warm, worked %s; %.1f MiB more\n", cold.text().c_str(), warm.text().c_str(), took);
  auto const names = prepare();
  for (auto const& u : names->left_out()) std::printf("  partly known: %s.%s: %s\n", u.table.c_str(), u.column.c_str(), u.why.c_str());
}

void measure_question(fs::path const& file, fs::path const& index, std::string const& asked) {
  llm::no_model model;
  auto const offline = systems::offline();
  answer found;
  auto const cold = timed(waited, 3, [&] {
    forget_pages(file);
    db::sqlite_connection connection(file.string(), generous());
    prepared database(connection, known(opened(index)));
    found = offline.run(context(model, database), asked);
  });
  db::sqlite_connection connection(file.string(), generous());
  prepared database(connection, known(opened(index)));
  auto const ask = [&] { found = offline.run(context(model, database), asked); };
  ask();
  auto const execute = [&] { (void)connection.execute(std::string(found.sql())); };
  execute();
  std::size_t const times = timed(waited, 1, execute).middle > 500 ? 9 : 101;
  std::vector<double> alone, whole, more;
  for (std::size_t i = 0; i < times; ++i) {  // in turn, so that other work of the machine affects both alike
    alone.push_back(timed(worked, 1, execute).middle);
    whole.push_back(timed(worked, 1, ask).middle);
    more.push_back(whole.back() - alone.back());
  }
  std::printf("%s\n  %s\n  cold, waited %s; warm, worked %s; the statement alone, worked %s; more: %s\n", asked.c_str(),
              std::string(found.sql()).c_str(), cold.text().c_str(), spread(whole).text().c_str(), spread(alone).text().c_str(),
              spread(more).text().c_str());
}

void measure_all(fs::path const& file, fs::path const& index) {
  measure_preparing(file, index);
  for (auto const* asked : {"What is the customer of the sale with id 5000?", "Show the names of the cities in Norway.",
                            "How many sales have the product zither?", "How many sales are there?"})
    measure_question(file, index, asked);
}

}  // namespace

void make_rows(fs::path const& file, std::int64_t rows) {
  fs::remove(file);
  auto const begun = clock::now();
  writer out(file);
  out.run(
      "CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT, country TEXT);"
      "CREATE TABLE sale (id INTEGER PRIMARY KEY, city_id INTEGER REFERENCES city(id), product TEXT, customer TEXT, amount INTEGER,"
      " sold_on DATE);"
      "BEGIN");
  {
    inserter city(out.handle(), "INSERT INTO city VALUES (?, ?, ?)");
    for (std::int64_t i = 1; i <= cities; ++i)
      city.with(i)
          .with(std::string(places[static_cast<std::size_t>(i) % places.size()]) + " " + std::to_string(i))
          .with(std::string(countries[static_cast<std::size_t>(i) % countries.size()]))
          .run();
    inserter sale(out.handle(), "INSERT INTO sale VALUES (?, ?, ?, ?, ?, ?)");
    auto const customers = static_cast<std::uint64_t>(std::max<std::int64_t>(rows / 10, 1));
    for (std::int64_t i = 1; i <= rows; ++i) {
      auto const n = mixed(i);
      sale.with(i)
          .with(static_cast<std::int64_t>(n % cities) + 1)
          .with(i == rows ? "zither" : product(static_cast<std::int64_t>(n >> 10U) % products))
          .with(customer((n >> 20U) % customers))
          .with(static_cast<std::int64_t>(n >> 40U) % 5000)
          .with(day(n >> 30U))
          .run();
      if (i % 1'000'000 == 0) out.run("COMMIT; BEGIN");
    }
  }
  out.run("COMMIT");
  std::printf("%s: %lld rows made in %.1f s\n", file.c_str(), static_cast<long long>(rows), ms(clock::now() - begun) / 1000);
}

void measure_rows(fs::path const& file, bool indexed) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // a large file takes minutes
  std::printf("%s: %.1f MB\n", file.c_str(), static_cast<double>(fs::file_size(file)) / 1e6);
  measure_all(file, {});
  if (!indexed) return;
  fs::path const index = knowledge::value_index_place(file.string());
  fs::remove(index);
  forget_memory();
  auto const before = most_memory();
  db::sqlite_connection connection(file.string(), generous());
  knowledge::value_index_report made;
  auto const took = timed(waited, 1, [&] { made = knowledge::update_value_index(index.string(), connection); });
  std::printf("\nan index of values: made in %.1f s, %.1f MB, %.1f MiB more\n", took.middle / 1000,
              static_cast<double>(fs::file_size(index)) / 1e6, most_memory() - before);
  for (auto const& u : made.left_out) std::printf("  left out: %s.%s: %s\n", u.table.c_str(), u.column.c_str(), u.why.c_str());
  measure_all(file, index);
}

}  // namespace scale
