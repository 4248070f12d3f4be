// SPDX-License-Identifier: BSL-1.0
// Measures what each system sends to its model over a database of 1,500 tables whose rows have long texts: calls, and the size of its
// prompts, of which the program demands at most 64 KiB each. The model answers every request with SQL that runs. Usage:
// bench_large_prompts [schema tokens, 12000 by default]
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/systems/c3.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/dart_sql.hpp"
#include "t2s/systems/dynamic_revision.hpp"
#include "t2s/systems/few_shot_corrected.hpp"
#include "t2s/systems/mac_sql.hpp"
#include "t2s/systems/sql_craft.hpp"
#include "t2s/systems/tcsr_sql.hpp"
#include "t2s/systems/with_schema_retrieval.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include <unistd.h>

namespace {

namespace fs = std::filesystem;

constexpr auto question = "What is the average height of lighthouses?", answer_sql = "SELECT avg(height) FROM lighthouse";
constexpr std::size_t most_bytes = 64U * 1024;

/// A file that is removed with this object.
struct warehouse {
  fs::path file = fs::temp_directory_path() / ("t2s.prompts." + std::to_string(::getpid()) + ".sqlite");

  warehouse() {
    std::string sql =
        "PRAGMA journal_mode = OFF; BEGIN; CREATE TABLE lighthouse(id INTEGER PRIMARY KEY, title TEXT, height REAL);"
        "INSERT INTO lighthouse VALUES (1, 'North', 40.5), (2, 'South', 31);";
    for (int i = 0; i < 1500; ++i) {
      auto const name = "cargo_" + std::to_string(i);
      sql += "CREATE TABLE " + name +
             "(id INTEGER PRIMARY KEY, label TEXT, note TEXT, weight REAL, owner TEXT, port TEXT, loaded_on DATE,"
             " lighthouse_id INTEGER REFERENCES lighthouse(id), height REAL, status TEXT);";
      for (int row = 0; row < 7; ++row)
        sql += "INSERT INTO " + name + " VALUES (" + std::to_string(row) + ", 'a label of cargo', '" + std::string(400, 'n') +
               "', 1.5, 'an owner', 'a port', '2020-01-01', 1, 2.5, 'open');";
    }
    sqlite3* db = nullptr;
    bool const made =
        sqlite3_open(file.c_str(), &db) == SQLITE_OK && sqlite3_exec(db, (sql + "COMMIT;").c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    sqlite3_close(db);
    if (!made) std::fputs("the database cannot be made\n", stderr), std::exit(1);
  }
  warehouse(warehouse const&) = delete;
  warehouse& operator=(warehouse const&) = delete;
  ~warehouse() { fs::remove(file); }
};

t2s::llm::scripted_model willing() {
  t2s::llm::scripted_model model;
  auto const reply = std::string("```sql\n") + answer_sql + "\n```";
  return std::move(model.on([](auto const&) { return true; }, {reply}));
}

std::size_t bytes_of(t2s::llm::request const& r) {
  std::size_t all = 0;
  for (auto const& m : r.messages) all += m.text.size();
  return all;
}

struct measuring {
  t2s::prepared<t2s::db::sqlite_connection>& database;
  std::size_t tokens;
  bool bounded = true;

  template <class System>
  void operator()(char const* name, System made) {
    t2s::systems::with_schema_retrieval<System> const system{std::move(made), {tokens}};
    auto model = willing();
    (void)system.run(t2s::context(model, database), question);
    std::size_t longest = 0, all = 0;
    for (auto const& r : model.asked()) {
      longest = std::max(longest, bytes_of(r));
      all += bytes_of(r);
    }
    bounded = bounded && longest <= most_bytes;
    std::printf("%-40s %6zu %12.1f %12.1f\n", name, model.asked().size(), static_cast<double>(longest) / 1024,
                static_cast<double>(all) / 1024);
  }
};

}  // namespace

int main(int argc, char** argv) {
  using namespace t2s;
  warehouse const made;
  db::sqlite_connection connection(made.file);
  prepared<db::sqlite_connection> database(connection);
  retrieve::hashed_ngrams vectors;
  measuring measure{database, argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 12'000UL};
  std::printf("%-40s %6s %12s %12s\n", "system", "calls", "longest KiB", "all KiB");
  measure("few-shot, corrected", systems::few_shot_corrected());
  measure("C3", systems::c3());
  measure("MAC-SQL", systems::mac_sql());
  measure("DAC", systems::dac());
  systems::dart_parts<retrieve::hashed_ngrams> parts;
  parts.rows = parts.questions = &vectors;
  measure("DART-SQL", systems::make_dart_sql(parts));
  measure("DART-SQL with C3", systems::make_dart_sql_c3(parts));
  measure("SQL-CRAFT", systems::make_sql_craft(nullptr, vectors));
  measure("TCSR-SQL", systems::make_tcsr_sql(vectors, "cargo"));
  measure("dynamic revision", systems::make_dynamic_revision(nullptr, {.demonstrations = false}));
  return measure.bounded ? 0 : 1;
}
