// SPDX-License-Identifier: BSL-1.0
// What it costs to read SQL: t2s against libpg_query's raw parser (a PostgreSQL parser that builds a tree; no part of t2s) and against
// sqlite3_prepare_v2 on an empty database (which parses and then fails to find the tables).
//
//   sql_parse FILE [--times N] [--only NAME]      FILE has one statement a line; NAME is t2s, t2s_cold, sqlite,
//                                                pg_query, t2s_review or growth
//
// Prints nanoseconds a statement, the best of N rounds; `growth` makes statements of several shapes longer and longer and prints
// nanoseconds a byte, to parse and to review them. For instructions, count the one contender's rounds alone:
//
//   valgrind --tool=callgrind --collect-atstart=no --toggle-collect='measured_*' sql_parse FILE --times 1 --only t2s
#include "t2s/sql/compare.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/skeleton.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

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

using statements = std::vector<std::string>;

#define MEASURED extern "C" __attribute__((noinline)) std::size_t

/// Parse to a tree and give it back, in memory that is used again.
MEASURED measured_t2s(statements const& all) {
  static t2s::sql::query warm;
  std::size_t good = 0;
  for (auto const& s : all) good += t2s::sql::parse_into(warm, s) ? 0U : 1U;
  return good;
}

/// Parse with memory of its own for every statement.
MEASURED measured_t2s_cold(statements const& all) {
  std::size_t good = 0;
  for (auto const& s : all) good += t2s::sql::parse(s) ? 1U : 0U;
  return good;
}

/// What a review asks of two parsed queries: entities, both skeletons, a comparison. Parsing is not counted.
MEASURED measured_t2s_review(std::vector<t2s::sql::query> const& all) {
  using namespace t2s::sql;
  std::size_t n = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto const& other = all[i == 0 ? 0 : i - 1];
    n += entities_of(all[i]).columns.size() + skeleton(all[i], skeleton_mode::scoped).size() + skeleton(all[i], skeleton_mode::dac).size();
    n += equivalent(all[i], other) ? 1U : 0U;
  }
  return n;
}

MEASURED measured_sqlite(statements const& all) {
  static sqlite3* const db = [] {
    sqlite3* opened = nullptr;
    sqlite3_open(":memory:", &opened);
    return opened;
  }();
  std::size_t good = 0;
  for (auto const& s : all) {
    sqlite3_stmt* statement = nullptr;
    good += sqlite3_prepare_v2(db, s.c_str(), static_cast<int>(s.size()), &statement, nullptr) == SQLITE_OK ? 1U : 0U;
    sqlite3_finalize(statement);
  }
  return good;
}

#ifdef T2S_WITH_PG_QUERY
MEASURED measured_pg_query(statements const& all) {
  std::size_t good = 0;
  for (auto const& s : all) {
    auto* const memory = pg_query_enter_memory_context();
    good += pg_query_raw_parse(s.c_str()).error ? 0U : 1U;
    pg_query_exit_memory_context(memory);
  }
  return good;
}
#endif

struct contender {
  std::string_view name;
  std::size_t (*run)(statements const&);
};

struct measured {
  double ns;  // the best of all rounds
  std::size_t good;
};

template <class Run>
measured best_of(int times, Run const& run) {
  measured best{std::numeric_limits<double>::max(), 0};
  for (int i = 0; i < times; ++i) {
    auto const start = std::chrono::steady_clock::now();
    best.good = run();
    best.ns = std::min(best.ns, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

/// A statement that can be made as long as one likes.
struct shape {
  std::string_view name, begin, repeated, end;

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

/// The cost a byte stays the same however long a statement is.
void grow(int times) {
  for (auto const& s : shapes) {
    for (std::size_t const length : {1U << 10U, 1U << 14U, 1U << 18U, 1U << 20U}) {
      statements const one{s.of_length(length)};
      if (measured_t2s(one) != 1) {  // this also makes room for it
        std::cerr << s.name << " of " << length << " bytes: not accepted\n";
        continue;
      }
      std::vector<t2s::sql::query> parsed;
      parsed.push_back(*t2s::sql::parse(one[0]));
      auto const bytes = static_cast<double>(one[0].size());
      std::cout << s.name << ", " << one[0].size() << " bytes: " << best_of(times, [&] { return measured_t2s(one); }).ns / bytes
                << " ns a byte to parse, " << best_of(times, [&] { return measured_t2s_review(parsed); }).ns / bytes << " to review\n";
    }
  }
}

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: sql_parse FILE [--times N] [--only NAME]\n";
    return 2;
  }
  int times = 20;
  std::string_view only;
  for (int i = 2; i + 1 < argc; i += 2) {
    std::string_view const option = argv[i];
    if (option == "--times") times = std::atoi(argv[i + 1]);
    if (option == "--only") only = argv[i + 1];
  }
  statements all;
  std::ifstream file(argv[1]);
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) all.push_back(line);
  if (all.empty()) {
    std::cerr << "no statements in " << argv[1] << '\n';
    return 1;
  }

  auto const report = [&](std::string_view name, auto const& run) {
    if (!only.empty() && only != name) return;
    auto const [ns, good] = best_of(times, run);
    std::cout << name << ": " << ns / static_cast<double>(all.size()) << " ns a statement, " << good << '\n';
  };

  std::vector<contender> contenders{{"t2s", measured_t2s}, {"t2s_cold", measured_t2s_cold}, {"sqlite", measured_sqlite}};
#ifdef T2S_WITH_PG_QUERY
  contenders.push_back({"pg_query", measured_pg_query});
#endif
  measured_t2s({*std::max_element(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.size() < b.size(); })});  // warm
  for (auto const& c : contenders) report(c.name, [&] { return c.run(all); });

  std::vector<t2s::sql::query> queries;
  for (auto const& s : all)
    if (auto p = t2s::sql::parse(s)) queries.push_back(*std::move(p));
  report("t2s_review", [&] { return measured_t2s_review(queries); });
  if (only.empty() || only == "growth") grow(times);
}
