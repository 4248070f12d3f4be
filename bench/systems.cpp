// SPDX-License-Identifier: BSL-1.0
// Measures the five systems without the model, stage by stage: cold (the first question to a database, everything is read) and warm (with
// everything that is made once for a database), and the growth with rows, tables and demonstrations.
// Usage: bench_systems [DIR]; the default is T2S_SPIDER_DIR: a folder with dev.json, train.json, tables.json and databases/ID/ID.sqlite.
// Without one it measures only the growth, on generated databases.
//
// Times are the thread's processor time. The model answers immediately and its time is left out, as is SQLite's execution of the model's
// SQL, which is shown separately. Every question first gets wrong SQL, so that each system refines.
#include "metering_trace.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/detail/schema_file.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/retrieve/knowledge/detail/described_schema.hpp"
#include "t2s/retrieve/knowledge/detail/kept_values.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/dart_sql.hpp"
#include "t2s/systems/dynamic_revision.hpp"
#include "t2s/systems/sql_craft.hpp"
#include "t2s/systems/tcsr_sql.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <sys/utsname.h>
#include <time.h>

using namespace t2s;

namespace {

constexpr std::string_view the_model = "(the model)", the_sql = "(execution of the model's SQL)";

double cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Sums the time of each span, without the spans inside it.
class meter {
 public:
  using times = std::map<std::string_view, double>;

  void begin(std::string_view name) { open_.push_back({name, cpu_milliseconds(), 0}); }
  void end() {
    auto const done = open_.back();
    open_.pop_back();
    auto const took = cpu_milliseconds() - done.start;
    spent_[*names_.emplace(done.name).first] += took - done.inside;
    if (!open_.empty()) open_.back().inside += took;
  }
  /// The times since the last call.
  [[nodiscard]] times take() { return std::exchange(spent_, {}); }

 private:
  struct opened {
    std::string_view name;
    double start, inside;
  };
  std::vector<opened> open_{};
  std::set<std::string, std::less<>> names_{};  // spans' names may be gone when the times are read
  times spent_{};
};

static_assert(TraceSink<metering_trace<meter>>);

/// The replies of a model that knows the answer to one question.
struct script {
  std::string question{}, sql{}, table{}, keywords{}, values{};
  std::size_t wrong = 1;  ///< wrong SQL before the right one
};

/// Recognizes the stages by the begin or end of their prompts.
class instant_model {
 public:
  explicit instant_model(meter& m) : sink_{&m} {}

  void play(script const& s) { script_ = &s, said_ = 0; }
  [[nodiscard]] std::string wrong_sql() const { return "SELECT no_such_column FROM \"" + script_->table + "\""; }
  [[nodiscard]] bool wrote(std::string_view sql) const { return script_ && (sql == script_->sql || sql == wrong_sql()); }

  llm::completion complete(llm::request const& r) {
    span const answering(sink_, the_model);
    llm::completion c;
    c.text = reply(r.messages.front().text, r.messages.back().text);
    c.finish_reason = "stop";
    return c;
  }

 private:
  [[nodiscard]] std::string reply(std::string_view first, std::string_view last) {
    auto const has = [](std::string_view text, std::string_view part) { return text.find(part) != text.npos; };
    if (first.starts_with("/*Instructions:*/") || first.starts_with("Replace the words")) return script_->question;
    if (has(last, "Judge whether")) return "Yes. The columns are those that the question asks for.";
    if (has(last, "Please analyze the cause")) return "The table has no column of that name.";
    if (has(last, "What does this SQL query mean?")) return "It asks for another column than the question.";
    if (first.starts_with("First, find schema keywords")) return script_->keywords;
    if (first.starts_with("### Based on data samples")) return script_->values;
    if (first.starts_with("Align the tokens"))
      return "[{'token': '" + script_->question.substr(0, script_->question.find(' ')) + "', 'schema': '" + script_->table +
             "', 'type': 'tbl'}]";
    bool const right = first.starts_with("Hallucinate") || said_++ >= script_->wrong;
    return "This should answer it:\n```sql\n" + (right ? script_->sql : wrong_sql()) + "\n```\nIt names the columns of the question.";
  }

  metering_trace<meter> sink_;
  script const* script_{};
  std::size_t said_ = 0;
};

/// Separates the execution of the model's SQL from the system's own statements.
class metered_database {
 public:
  metered_database(std::string const& file, instant_model const& by, meter& m)
      : inner_(file, {.limits = {.rows = 1'000'000, .bytes = std::size_t{1} << 30U}, .immutable = true}), by_(&by), sink_{&m} {}

  [[nodiscard]] schema::database const& schema() const { return inner_.schema(); }
  db::execution execute(std::string sql) {
    if (!by_->wrote(sql)) return inner_.execute(std::move(sql));
    span const executing(sink_, the_sql);
    return inner_.execute(std::move(sql));
  }
  db::execution sample(std::string table, std::size_t n) { return inner_.sample(std::move(table), n); }
  db::execution distinct(std::string table, std::string column, std::size_t n) {
    return inner_.distinct(std::move(table), std::move(column), n);
  }

 private:
  db::sqlite_connection inner_;
  instant_model const* by_;
  metering_trace<meter> sink_;
};

using embedder = retrieve::hashed_ngrams;

/// The parts that are made from a pool once for all databases.
struct pools {
  std::shared_ptr<retrieve::embedded_pool const> masked{}, plain{};
  std::shared_ptr<retrieve::dail_skeletons const> skeletons{};
  std::shared_ptr<retrieve::bm25 const> words{};
  std::shared_ptr<retrieve::pool_schemas const> schemas{};
  std::shared_ptr<retrieve::skeleton_index const> repository{};
};

/// As large as a repository of pairs whose questions were simplified by a model.
std::shared_ptr<retrieve::skeleton_index const> make_repository(std::vector<demonstration> const& pairs) {
  std::vector<retrieve::simplified_pair> simplified(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    simplified[i].shown = pairs[i];
    simplified[i].simplified = "Show " + text::lower(pairs[i].question);
  }
  return std::make_shared<retrieve::skeleton_index const>(retrieve::doubled(simplified));
}

pools make_pools(embedder& by, std::vector<demonstration> const& pairs, retrieve::pool_schemas schemas) {
  return {retrieve::embed_masked_pool(by, pairs),
          retrieve::embed_pool(by, pairs),
          std::make_shared<retrieve::dail_skeletons const>(pairs),
          std::make_shared<retrieve::bm25 const>(pairs),
          std::make_shared<retrieve::pool_schemas const>(std::move(schemas)),
          make_repository(pairs)};
}

/// The knowledge about a database in warm runs, read as their first run would.
void read_once(metered_database& connection, embedder& by, meter& m) {
  prepared database(connection);
  metering_trace<meter> sink{&m};
  auto const timed = [&](std::string_view what, auto read) {
    span const reading(sink, what);
    (void)read();
  };
  timed("rows with vectors (DART-SQL)", [&] {
    llm::no_model unused;
    context ctx(unused, database);
    sample::relevant_rows<embedder> rows;
    rows.by = &by;
    return rows.sample(ctx, question("?")).get();
  });
  timed("lexicon (DART-SQL, dynamic revision)", [&] { return database.known<knowledge::lexicon>(); });
  timed("described schema (DAC)", [&] { return database.known<knowledge::described_schema>(); });
  timed("kept values (TCSR-SQL)", [&] { return database.known<knowledge::kept_values>(); });
}

constexpr std::array system_names{"DART-SQL", "SQL-CRAFT", "TCSR-SQL", "DAC", "Dynamic revision"};

/// Calls f(system), for the system of that index.
template <class F>
void with_system(std::size_t which, embedder& by, pools const& of, F f) {
  switch (which) {
    case 0: return f(systems::make_dart_sql<embedder>({&by, &by, of.masked, of.skeletons}));
    case 1: return f(systems::make_sql_craft(of.plain, by));
    case 2: return f(systems::make_tcsr_sql(by, "database"));
    case 3: return f(systems::make_dac(of.words, of.schemas));
    default: return f(systems::make_dynamic_revision(of.repository));
  }
}

/// The times of every question, by span.
class figures {
 public:
  void add(meter::times const& one, std::size_t calls) {
    calls_ += calls;
    double total = 0;
    for (auto const& [name, took] : one) {
      if (name != the_model && name != the_sql) total += took;
      by_span_[std::string(name)].push_back(took);
    }
    totals_.push_back(total);
  }

  void print_all() const {
    std::printf("| **whole run**, %.1f model calls | **%.3f** | **%.3f** | **%.3f** |\n",
                static_cast<double>(calls_) / static_cast<double>(totals_.size()), at(totals_, 0.5), at(totals_, 0.9), at(totals_, 0.99));
    for (auto const& [name, all] : by_span_)
      if (name != the_model) print_span(name, all);
  }
  [[nodiscard]] double at(double q) const { return at(totals_, q); }

 private:
  // A question that does not reach a stage spends no time there.
  void print_span(std::string const& name, std::vector<double> all) const {
    all.resize(totals_.size());
    std::printf("| %s | %.3f | %.3f | %.3f |\n", name.c_str(), at(all, 0.5), at(all, 0.9), at(all, 0.99));
  }
  static double at(std::vector<double> all, double q) {
    std::ranges::sort(all);
    return all.empty() ? 0 : all[static_cast<std::size_t>(q * static_cast<double>(all.size() - 1))];
  }

  std::map<std::string, std::vector<double>> by_span_{};
  std::vector<double> totals_{};
  std::size_t calls_ = 0;
};

/// A run of a system inside its own span, whose time is what no stage accounts for. Returns the number of model calls.
template <class System, class Database>
std::size_t ask(System const& system, instant_model& model, Database& database, meter& m, script const& s) {
  model.play(s);
  metering_trace<meter> sink{&m};
  span const running(sink, "the rest of the run");
  return system.run(context(model, database, {}, sink), s.question).spent.calls;
}

// ---- questions

std::string in_quotes(std::string const& text) {
  std::string out = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out += '"';
}

/// The first text between quotes, or a word of the question, as a model would look for in the database.
std::string literal_of(std::string const& sql, std::string const& question) {
  auto const begin = sql.find_first_of("'\"");
  auto const end = begin == sql.npos ? begin : sql.find(sql[begin], begin + 1);
  if (end != sql.npos && end > begin + 1) return sql.substr(begin + 1, end - begin - 1);
  return question.substr(0, question.find(' '));
}

/// The table whose name comes first in the SQL, or the database's first table.
schema::table const& table_of(schema::database const& d, std::string const& sql) {
  auto const lower = text::lower(sql);
  auto const place = [&](schema::table const& t) { return lower.find(text::lower(t.name)); };
  return *std::ranges::min_element(d.tables(), {}, place);
}

script make_script(schema::database const& d, demonstration const& q, std::size_t wrong) {
  script s{q.question, std::string(text::trim(q.sql)), {}, {}, {}, wrong};
  while (s.sql.ends_with(';') || s.sql.ends_with(' ')) s.sql.pop_back();
  auto const& table = table_of(d, s.sql);
  s.table = table.name;
  auto const word = literal_of(s.sql, s.question);
  std::string columns;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, table.columns.size()); ++i)
    columns += (i == 0 ? "" : ", ") + in_quotes(table.columns[i].name);
  s.keywords = "```json\n[{\"keyword\": " + in_quotes(word) + R"(, "kind": "data content", "table": )" + in_quotes(s.table) +
               R"(, "columns": [)" + columns + "]}]\n```";
  for (auto const& form : {text::lower(word), word + "s", "the " + word, word.substr(0, 4), word + " 1"})
    s.values += (s.values.empty() ? "[" : ", ") + in_quotes(form);
  s.values += "]";
  return s;
}

std::size_t wrong_for(std::size_t which) { return which == 0 ? 2 : 1; }  // the first SQL of DART-SQL is only preliminary

// ---- Spider

struct dev_set {
  std::string folder;
  std::vector<demonstration> questions;
  [[nodiscard]] std::string file(std::string const& id) const { return folder + "/databases/" + id + "/" + id + ".sqlite"; }
};

/// The first questions to every database, each with a new connection without knowledge.
figures run_cold(std::size_t which, embedder& by, pools const& of, dev_set const& dev) {
  figures out;
  std::map<std::string, std::size_t> asked;
  for (auto const& q : dev.questions) {
    if (++asked[q.database] > 5) continue;
    meter m;
    instant_model model(m);
    metering_trace<meter> sink{&m};
    auto database = [&] {
      span const opening(sink, "(opening the database)");
      return std::make_unique<metered_database>(dev.file(q.database), model, m);
    }();
    auto const s = make_script(database->schema(), q, wrong_for(which));
    with_system(which, by, of, [&](auto const& system) {
      auto const calls = ask(system, model, *database, m, s);
      out.add(m.take(), calls);
    });
  }
  return out;
}

/// All questions of each database, twice. The second time counts, when all knowledge exists.
figures run_warm(std::size_t which, embedder& by, pools const& of, dev_set const& dev) {
  figures out;
  std::map<std::string, std::vector<demonstration>> by_database;
  for (auto const& q : dev.questions) by_database[q.database].push_back(q);
  for (auto const& [id, questions] : by_database) {
    meter m;
    instant_model model(m);
    metered_database connection(dev.file(id), model, m);
    prepared database(connection);
    std::vector<script> scripts;
    for (auto const& q : questions) scripts.push_back(make_script(database.schema(), q, wrong_for(which)));
    with_system(which, by, of, [&](auto const& system) {
      for (auto const& s : scripts) (void)ask(system, model, database, m, s);
      (void)m.take();
      for (auto const& s : scripts) {
        auto const calls = ask(system, model, database, m, s);
        out.add(m.take(), calls);
      }
    });
  }
  return out;
}

/// Reads the knowledge about each database once, so that its runs are warm.
void print_once(embedder& by, dev_set const& dev) {
  std::set<std::string> databases;
  for (auto const& q : dev.questions) databases.insert(q.database);
  std::map<std::string, std::vector<double>, std::less<>> took;
  for (auto const& id : databases) {
    meter m;
    instant_model model(m);
    metered_database database(dev.file(id), model, m);
    read_once(database, by, m);
    for (auto const& [what, time] : m.take()) took[std::string(what)].push_back(time);
  }
  std::printf("| once for each of %zu databases, ms | median | most |\n| --- | --- | --- |\n", databases.size());
  for (auto& [what, all] : took) {
    std::ranges::sort(all);
    std::printf("| %s | %.2f | %.1f |\n", what.c_str(), all[all.size() / 2], all.back());
  }
  std::printf("\n");
}

void measure_dev(std::string const& folder) {
  dev_set const dev{folder, retrieve::read_pool(folder + "/dev.json")};
  embedder by;
  auto const pairs = retrieve::read_pool(folder + "/train.json");
  auto const start = cpu_milliseconds();
  auto const of = make_pools(by, pairs, retrieve::read_pool_schemas(folder + "/tables.json"));
  std::printf("%zu questions, %zu demonstrations, of which all indexes together are made once in %.0f ms.\n\n", dev.questions.size(),
              pairs.size(), cpu_milliseconds() - start);
  print_once(by, dev);
  for (std::size_t which = 0; which < system_names.size(); ++which) {
    std::printf("| %s, cold: ms a question | median | 90th | 99th |\n| --- | --- | --- | --- |\n", system_names[which]);
    run_cold(which, by, of, dev).print_all();
    std::printf("\n| %s, warm: ms a question | median | 90th | 99th |\n| --- | --- | --- | --- |\n", system_names[which]);
    run_warm(which, by, of, dev).print_all();
    std::printf("\n");
  }
}

// ---- growth

std::string word(std::uint32_t i) {
  std::string s;
  for (auto n = i + 26; n > 0; n /= 26) s += static_cast<char>('a' + n % 26);
  return s;
}

/// `tables` tables of six columns, the first with `rows` rows, the others with 100.
std::string make_database(std::filesystem::path const& file, std::size_t tables, std::size_t rows) {
  std::filesystem::remove(file);
  sqlite3* db = nullptr;
  sqlite3_open(file.c_str(), &db);
  auto const run = [db](std::string const& sql) { sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr); };
  run("BEGIN");
  for (std::size_t t = 0; t < tables; ++t) {
    std::string const name = "place" + std::to_string(t);
    run("CREATE TABLE " + name + "(id INTEGER PRIMARY KEY, name TEXT, kind TEXT, owner TEXT, height REAL, opened INTEGER)");
    std::minstd_rand random(static_cast<std::uint32_t>(t + 1));
    auto const draw = [&random](std::uint32_t below) { return static_cast<std::uint32_t>(random()) % below; };
    for (std::size_t i = 0; i < (t == 0 ? rows : 100); ++i) {
      std::string sql = "INSERT INTO ";
      sql.append(name).append(" VALUES (").append(std::to_string(i)).append(", '").append(word(draw(9000))).append(" ");
      sql.append(word(draw(9000))).append("', '").append(word(draw(20))).append("', '").append(word(draw(9000))).append("', ");
      sql.append(std::to_string(draw(900))).append(".5, ").append(std::to_string(1900 + draw(120))).append(")");
      run(sql);
    }
  }
  run("COMMIT");
  sqlite3_close(db);
  return file.string();
}

std::vector<demonstration> make_pairs(std::size_t n) {
  std::vector<demonstration> pairs(n);
  std::minstd_rand random(3);
  auto const draw = [&random] { return word(static_cast<std::uint32_t>(random()) % 3000); };
  for (auto& d : pairs) {
    d.database = "made";
    auto const thing = draw(), column = draw(), value = draw();
    d.question.append("How many ").append(thing).append(" have the ").append(column).append(" ").append(value).append("?");
    d.sql.append("SELECT count(*) FROM ").append(thing).append(" WHERE ").append(column).append(" = '").append(value).append("'");
    if (random() % 3 == 0) d.sql.append(" ORDER BY ").append(draw()).append(" DESC LIMIT 1");
  }
  return pairs;
}

double warm_median(std::size_t which, embedder& by, pools const& of, std::string const& file) {
  meter m;
  instant_model model(m);
  metered_database connection(file, model, m);
  prepared database(connection);
  figures out;
  with_system(which, by, of, [&](auto const& system) {
    for (std::uint32_t i = 0; i < 60; ++i) {
      demonstration q;
      q.question.append("Which places of the kind ").append(word(i % 20)).append(" belong to ").append(word(i)).append("?");
      q.sql.append("SELECT name FROM place0 WHERE id = ").append(std::to_string(i));
      auto const s = make_script(database.schema(), q, wrong_for(which));
      auto const calls = ask(system, model, database, m, s);
      auto const spent = m.take();
      if (i >= 10) out.add(spent, calls);
    }
  });
  return out.at(0.5);
}

/// A column for each size, a line for each system.
template <class Measure>
void grow(char const* what, std::vector<std::size_t> const& sizes, Measure measure) {
  std::array<std::string, system_names.size()> lines;
  std::string head = std::string("| warm median in ms, ") + what + " |", rule = "| --- |";
  for (auto const size : sizes) {
    head.append(" ").append(std::to_string(size)).append(" |");
    rule.append(" --- |");
    auto const medians = measure(size);
    for (std::size_t which = 0; which < lines.size(); ++which) {
      char text[32];
      std::snprintf(text, sizeof text, " %.3f |", medians[which]);
      lines[which] += text;
    }
  }
  std::printf("%s\n%s\n", head.c_str(), rule.c_str());
  for (std::size_t which = 0; which < lines.size(); ++which) std::printf("| %s |%s\n", system_names[which], lines[which].c_str());
  std::printf("\n");
}

void measure_growth() {
  auto const folder = std::filesystem::temp_directory_path() / "t2s_bench_systems";
  std::filesystem::create_directories(folder);
  embedder by;
  auto const usual = make_pools(by, make_pairs(1000), {});
  auto const medians = [&](pools const& of, std::string const& file) {
    std::array<double, system_names.size()> all{};
    for (std::size_t which = 0; which < all.size(); ++which) all[which] = warm_median(which, by, of, file);
    return all;
  };
  auto const made = [&](std::size_t tables, std::size_t rows) { return make_database(folder / "d.sqlite", tables, rows); };
  grow("rows of one table of 5", {100, 1'000, 10'000, 100'000}, [&](std::size_t n) { return medians(usual, made(5, n)); });
  grow("tables of 100 rows", {1, 3, 10, 30, 100}, [&](std::size_t n) { return medians(usual, made(n, 100)); });
  auto const file = made(5, 1000);
  grow("demonstrations", {100, 1'000, 10'000, 100'000}, [&](std::size_t n) { return medians(make_pools(by, make_pairs(n), {}), file); });
  std::filesystem::remove_all(folder);
}

void print_machine() {
  utsname machine{};
  uname(&machine);
  auto const start = cpu_milliseconds();
  for (int i = 0; i < 10'000; ++i) (void)cpu_milliseconds();
  std::printf("%s %s %s, %u cores, one used; compiler %s; SQLite %s. Reading the clock takes %.2f µs, and a span reads it twice.\n\n",
              machine.sysname, machine.release, machine.machine, std::thread::hardware_concurrency(), __VERSION__, sqlite3_libversion(),
              (cpu_milliseconds() - start) / 10);
}

}  // namespace

int main(int argc, char** argv) try {
  auto const* const named = argc > 1 ? argv[1] : std::getenv("T2S_SPIDER_DIR");
  print_machine();
  if (named && *named)
    measure_dev(named);
  else
    std::fputs(
        "The Spider data are missing, so only the growth is measured: give the folder that has dev.json, train.json, tables.json and "
        "databases/ as the argument or as T2S_SPIDER_DIR.\n\n",
        stderr);
  measure_growth();
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_systems: %s\n", e.what());
  return 3;
}
