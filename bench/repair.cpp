// SPDX-License-Identifier: BSL-1.0
// Measures the gain of repair without a model, over files of predictions and over gold SQL with one inserted fault: official execution
// accuracy, with McNemar's exact test. Usage: bench_repair --data DIR [--no-question] [--aggressive] [FILE...]
// DIR has dev.json, databases/ID/ID.sqlite and, for faults on schemas without content, train.json and tables.json; FILE is a file of
// predictions, one SQL a line in the order of dev.json.

#include "generous.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/evaluation/statistics.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/detail/pool_schemas.hpp"
#include "t2s/retrieve/detail/schema_file.hpp"
#include "t2s/retrieve/knowledge/detail/value_key.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/sql/compare.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace t2s;
using milliseconds = std::chrono::duration<double, std::milli>;

struct options {
  std::string data{};
  std::vector<std::string> files{};
  bool question = true;
  repair::repair_options rules{.dialects = sql::other_dialects};
};

options read_options(int argc, char** argv) {
  options o;
  for (int i = 1; i < argc; ++i) {
    std::string_view const word = argv[i];
    if (word == "--data" && i + 1 < argc)
      o.data = argv[++i];
    else if (word == "--no-question")
      o.question = false;
    else if (word == "--aggressive")
      o.rules.aggressive = true;
    else
      o.files.emplace_back(word);
  }
  return o;
}

struct share {
  std::size_t part = 0, all = 0;
  void count(bool hit) { ++all, part += hit ? 1 : 0; }
  [[nodiscard]] double percent() const { return all == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(all); }
};

void print(char const* what, share const& s) { std::printf("  %-34s %4zu of %5zu  %5.1f %%\n", what, s.part, s.all, s.percent()); }

/// A database that measures its time.
struct timed {
  db::sqlite_connection& database;
  milliseconds spent{};

  [[nodiscard]] schema::database const& schema() const { return database.schema(); }
  db::execution execute(std::string sql) {
    auto const begin = std::chrono::steady_clock::now();
    auto done = database.execute(std::move(sql));
    spent += std::chrono::steady_clock::now() - begin;
    return done;
  }
  db::execution sample(std::string table, std::size_t n) { return database.sample(std::move(table), n); }
  db::execution distinct(std::string table, std::string column, std::size_t n) {
    return database.distinct(std::move(table), std::move(column), n);
  }
};

/// A database without content: a statement that resolves runs and returns a row.
struct shape_only {
  schema::database const& shape;

  [[nodiscard]] schema::database const& schema() const { return shape; }
  [[nodiscard]] db::execution execute(std::string sql) const {
    auto const parsed = sql::parse(sql);
    if (!parsed) return db::execution(failure{errc::sql_syntax, to_string(parsed.error()), {}, {}, {}});
    auto const found = sql::resolve(*parsed, shape);
    if (!found.ok()) return db::execution(found.problems.front().what);
    return db::execution(db::rows{{"1"}, {{value(1)}}});
  }
  [[nodiscard]] db::execution sample(std::string, std::size_t) const { return {}; }
  [[nodiscard]] db::execution distinct(std::string, std::string, std::size_t) const { return {}; }
};

// ---- faults

std::string misspelt(std::string_view name) {
  std::string out(name);
  if (out.size() > 3) std::swap(out[out.size() / 2], out[out.size() / 2 - 1]);
  return out == name ? out + "x" : out;
}

/// The SQL with the first suitable node changed by `change`; nothing if there is none.
template <class Change>
std::optional<std::string> with(std::string const& sql, Change change) {
  auto parsed = sql::parse(sql);
  if (!parsed) return {};
  bool done = false;
  sql::transform(*parsed, [&](sql::node& n) {
    if (!done) done = change(*parsed, n);
    return &n;
  });
  if (!done) return {};
  return sql::print(*parsed);
}

std::optional<std::string> misspelt_name(std::string const& sql, sql::kind k) {
  return with(sql, [k](sql::query& q, sql::node& n) {
    if (n.kind != k || n.name.quoted != sql::quote::none) return false;
    n.name = q.make_name(misspelt(n.name.view()));
    return true;
  });
}

std::optional<std::string> other_case(std::string const& sql) {
  return with(sql, [](sql::query& q, sql::node& n) {
    bool const text = n.kind == sql::kind::string || (n.kind == sql::kind::column && n.name.quoted == sql::quote::twofold);
    if (!text || !text::is_letter(n.name.view().empty() ? '0' : n.name.view().front())) return false;
    std::string turned(n.name.view());
    turned.front() = text::is_upper(turned.front()) ? text::lower(turned.front()) : static_cast<char>(turned.front() - ('a' - 'A'));
    auto const how = n.name.quoted;
    n.name = q.make_literal(turned);
    n.name.quoted = how;
    return true;
  });
}

std::optional<std::string> without_last_join(std::string const& sql) {
  return with(sql, [](sql::query& q, sql::node& n) {
    if (n.kind != sql::kind::from || n.count < 2) return false;
    std::vector<sql::node*> left(n.children().begin(), n.children().end() - 1);
    q.set_children(n, left);
    return true;
  });
}

std::optional<std::string> wrong_qualifier(std::string const& sql) {
  return with(sql, [](sql::query& q, sql::node& n) {
    if (n.kind != sql::kind::column || n.qualifier.view().size() != 2) return false;
    n.qualifier = q.make_name(text::same(n.qualifier.view(), "t1") ? "T2" : "T1");
    return true;
  });
}

std::optional<std::string> wrong_key(std::string const& sql) {
  return with(sql, [](sql::query&, sql::node& n) {
    if (n.kind != sql::kind::on || n[0].op != sql::op::eq || n[0].count != 2 || n[0][1].kind != sql::kind::column) return false;
    n[0][1].name = n[0][0].name;
    return true;
  });
}

std::optional<std::string> having_as_where(std::string const& sql) {
  auto const at = text::lower(sql).find(" having ");
  auto const group = text::lower(sql).find(" group by ");
  if (at == sql.npos || group == sql.npos || text::lower(sql).find(" where ") != sql.npos) return {};
  return sql.substr(0, group) + " WHERE " + sql.substr(at + 8);
}

std::optional<std::string> top_for_limit(std::string const& sql) {
  auto const low = text::lower(sql);
  auto const at = low.rfind(" limit "), end = low.find_last_not_of("; ");
  if (at == sql.npos || !low.starts_with("select ") || low.find('(') != low.npos) return {};
  return "SELECT TOP " + sql.substr(at + 7, end - at - 6) + sql.substr(6, at - 6);
}

std::optional<std::string> unclosed(std::string const& sql) {
  auto const end = sql.find_last_not_of(" ;");
  if (end == sql.npos || sql[end] != ')') return {};
  return sql.substr(0, end);
}

std::optional<std::string> fenced(std::string const& sql) { return "The query is:\n```sql\n" + sql + "\n```\nIt answers the question."; }

std::optional<std::string> in_place_of(std::string const& sql, std::string_view old, std::string_view by) {
  auto const at = text::lower(sql).find(old);
  if (at == sql.npos) return {};
  return sql.substr(0, at) + std::string(by) + sql.substr(at + old.size());
}

std::optional<std::string> without_last_word(std::string const& sql) {
  auto const end = sql.find_last_not_of(" ;)");
  auto const blank = end == sql.npos ? end : sql.rfind(' ', end);
  if (blank == sql.npos) return {};
  return sql.substr(0, blank);
}

struct fault {
  char const* name;
  std::optional<std::string> (*put_in)(std::string const&);
  bool on_schemas;  ///< whether it shows without content
};

constexpr std::array faults{
    fault{"misspelt column", [](std::string const& s) { return misspelt_name(s, sql::kind::column); }, true},
    fault{"misspelt table", [](std::string const& s) { return misspelt_name(s, sql::kind::table); }, true},
    fault{"wrong qualifier", wrong_qualifier, true},
    fault{"last join left out", without_last_join, true},
    fault{"join on two equal names", wrong_key, true},
    fault{"text in another case", other_case, false},
    fault{"HAVING written as WHERE", having_as_where, false},
    fault{"TOP for LIMIT", top_for_limit, true},
    fault{"ILIKE for LIKE", [](std::string const& s) { return in_place_of(s, " like ", " ILIKE "); }, true},
    fault{"comma before FROM", [](std::string const& s) { return in_place_of(s, " from ", ", FROM "); }, true},
    fault{"another schema's name", [](std::string const& s) { return in_place_of(s, " from ", " FROM dbo."); }, true},
    fault{"last word cut off", without_last_word, true},
    fault{"last bracket missing", unclosed, true},
    fault{"fence and prose", fenced, true},
};

// ---- texts that are rightly absent

/// A fixed half of all texts, chosen by their content.
bool is_withheld(std::string_view text) { return text::hash(knowledge::value_key(text)) % 2 == 1; }

/// A lexicon of only the other half.
std::shared_ptr<knowledge::lexicon const> half_of(db::sqlite_connection& database) {
  auto made = std::make_shared<knowledge::lexicon>(database.schema());
  for (auto const& item : made->items()) {
    if (item.where.is_table() || made->content_of(item.where) == knowledge::content::number) continue;
    auto found = database.distinct(made->table(item.where).name, made->column(item.where).name, made->options().values_per_column);
    std::erase_if(found.rows.values, [](auto const& row) { return row[0].text() && is_withheld(*row[0].text()); });
    made->add_values(item.where, found.rows.values);
  }
  return made;
}

/// A database in which one statement returns no rows.
struct without_answer {
  db::sqlite_connection& database;
  std::string silent{};

  [[nodiscard]] schema::database const& schema() const { return database.schema(); }
  db::execution execute(std::string sql) {
    if (sql == silent) return db::execution(db::rows{});
    return database.execute(std::move(sql));
  }
  db::execution sample(std::string table, std::size_t n) { return database.sample(std::move(table), n); }
  db::execution distinct(std::string table, std::string column, std::size_t n) {
    return database.distinct(std::move(table), std::move(column), n);
  }
};

char const* kind_of_text(std::string_view text) {
  auto const digits = std::ranges::count_if(text, text::is_digit);
  if (digits >= 6 && std::ranges::none_of(text, text::is_letter)) return "dates and long numbers";
  if (digits > 0) return "other texts with digits";
  return text.find(' ') == text.npos ? "one word" : "several words";
}

// ---- the measurements

struct subject {
  db::sqlite_connection database;
  repair::repairer repairs{};
};

class benchmark {
 public:
  explicit benchmark(options o) : options_(std::move(o)), questions_(retrieve::read_pool(options_.data + "/dev.json")) {
    for (auto const& q : questions_) open(q.database);
  }

  void run() {
    for (auto const& f : options_.files) over_predictions(f);
    if (!options_.files.empty()) print_predictions();
    over_absent();
    over_faults();
    over_schemas();
  }

 private:
  void open(std::string const& id) {
    if (subjects_.contains(id)) return;
    auto made =
        std::make_unique<subject>(subject{db::sqlite_connection(options_.data + "/databases/" + id + "/" + id + ".sqlite", generous())});
    made->repairs = {prepared(made->database).known<knowledge::lexicon>(), options_.rules};
    subjects_.emplace(id, std::move(made));
  }

  [[nodiscard]] std::string asked(demonstration const& q) const { return options_.question ? q.question : std::string(); }

  static bool is_right(subject& s, std::string const& gold, std::string const& sql) {
    return evaluation::execution_match(gold, sql, [&](std::string const& each) { return s.database.execute(each); });
  }

  void over_predictions(std::string const& path) {
    std::ifstream in(path);
    if (!in) throw error(errc::file_not_found, "there is no file " + path, "name files of predictions behind --data DIR");
    std::string line;
    for (std::size_t i = 0; i < questions_.size() && std::getline(in, line); ++i) one_prediction(questions_[i], line);
  }

  void one_prediction(demonstration const& q, std::string const& sql) {
    auto& s = *subjects_.at(q.database);
    auto const before = s.database.execute(sql);
    bool const was = is_right(s, q.sql, sql);
    timed clock{s.database};
    auto const begin = std::chrono::steady_clock::now();
    auto const done = s.repairs.repair(clock, sql, asked(q));
    auto const took = milliseconds(std::chrono::steady_clock::now() - begin) - clock.spent;
    bool const now = done.repaired() ? is_right(s, q.sql, done.sql) : was;
    bool const empty = before.ok() && before.rows.empty();
    if (before.failure) failing_.count(now), failing_by_[q.database].count(now);
    if (empty && !was) empty_.count(now), empty_by_[q.database].count(now);
    if (was) (empty ? right_empty_ : right_).count(!now);
    if (before.failure || empty) times_.push_back(took.count());
    fixed_ += now && !was, broken_ += was && !now;
    for (auto const& step : done.steps) {
      auto& kind = kinds_[static_cast<std::size_t>(step.what)];
      ++kind.used, kind.fixed += now && !was, kind.broken += was && !now;
    }
  }

  void print_predictions() {
    std::printf("predictions\n");
    print("failing, then right", failing_);
    print("wrong without rows, then right", empty_);
    print("right with rows, then wrong", right_);
    print("right without rows, then wrong", right_empty_);
    std::printf("  %zu fixed, %zu broken, McNemar p = %.2g\n", fixed_, broken_, evaluation::mcnemar_p(fixed_, broken_));
    if (!times_.empty())
      std::printf("  %.2f ms at the median of those that fail or give nothing, %.2f ms at the 95th percentile, execution not counted\n",
                  evaluation::median(times_), evaluation::quantile(times_, 0.95));
    for (std::size_t k = 0; k < kinds_.size(); ++k)
      std::printf("  %-20s used %3zu, fixed %3zu, broken %zu, p = %.2g\n",
                  std::string(name_of(static_cast<repair::repair_kind>(k))).c_str(), kinds_[k].used, kinds_[k].fixed, kinds_[k].broken,
                  evaluation::mcnemar_p(kinds_[k].fixed, kinds_[k].broken));
    for (auto const& [id, unused] : subjects_)
      std::printf("  %-34s failing %2zu of %2zu, without rows %2zu of %2zu\n", id.c_str(), failing_by_[id].part, failing_by_[id].all,
                  empty_by_[id].part, empty_by_[id].all);
  }

  /// Texts that are absent from the lexicon but occur in the question: they are rightly absent, so every repair is wrong.
  void over_absent() {
    std::map<std::string, share> changed;
    for (auto const& [id, s] : subjects_) absent_in(s->database, changed);
    std::printf("texts that are rightly absent, changed\n");
    for (auto const& [kind, each] : changed) print(kind.c_str(), each);
  }

  void absent_in(db::sqlite_connection& database, std::map<std::string, share>& changed) const {
    static constexpr std::size_t most = 40;  // of a column
    repair::repairer const rules{half_of(database), options_.rules};
    for (auto const& item : rules.names->items()) {
      if (item.where.is_table() || rules.names->content_of(item.where) != knowledge::content::text) continue;
      auto const &table = rules.names->table(item.where).name, &column = rules.names->column(item.where).name;
      std::size_t asked_for = 0;
      for (auto const& row : database.distinct(table, column, rules.names->options().values_per_column).rows.values) {
        auto const* text = row[0].text();
        if (!text || text->empty() || text->size() > rules.names->options().value_bytes || !is_withheld(*text)) continue;
        if (++asked_for > most) break;
        auto const sql = "SELECT * FROM \"" + table + "\" WHERE \"" + column + "\" = " + to_sql(value(*text));
        without_answer pretended{database, sql};
        auto const question = options_.question ? "Which " + table + " have the " + column + " " + *text + "?" : std::string();
        changed[kind_of_text(*text)].count(rules.repair(pretended, sql, question).repaired());
      }
    }
  }

  /// Inserts one fault into the gold SQL of questions with rows: counts how often it shows, and how often the answer is right again.
  void over_faults() {
    std::printf("faults put into gold SQL, on databases with content\n");
    for (auto const& f : faults) {
      share right;
      for (auto const& q : questions_) {
        auto const wrong = f.put_in(q.sql);
        auto& s = *subjects_.at(q.database);
        if (!wrong) continue;
        auto const gives = s.database.execute(*wrong);
        if (gives.ok() && !gives.rows.empty()) continue;  // the fault does not show
        auto const gold = s.database.execute(q.sql);
        if (gold.rows.empty()) continue;
        right.count(is_right(s, q.sql, s.repairs.repair(s.database, *wrong, asked(q)).sql));
      }
      print(f.name, right);
    }
  }

  /// The same on the demonstrations' schemas, without content: SQL equivalent to the gold SQL is right.
  void over_schemas() {
    std::ifstream const there(options_.data + "/tables.json");
    if (!there) return;
    auto const schemas = retrieve::read_pool_schemas(options_.data + "/tables.json");
    auto const pool = retrieve::read_pool(options_.data + "/train.json");
    std::map<std::string, repair::repairer> repairs;
    for (auto const& [id, s] : schemas)
      repairs[id] = {std::make_shared<knowledge::lexicon const>(s.shape),
                     {.aggressive = options_.rules.aggressive, .reads = false, .dialects = options_.rules.dialects}};
    std::printf("faults put into gold SQL, on schemas without content\n");
    for (auto const& f : faults) {
      if (!f.on_schemas) continue;
      share right;
      for (auto const& q : pool)
        if (auto const schema = schemas.find(q.database); schema != schemas.end())
          one_shape(f, q, schema->second.shape, repairs.at(q.database), right);
      print(f.name, right);
    }
  }

  void one_shape(fault const& f, demonstration const& q, schema::database const& shape, repair::repairer const& rules, share& right) {
    shape_only database{shape};
    auto const wrong = f.put_in(q.sql);
    if (!wrong || !database.execute(q.sql).ok() || database.execute(*wrong).ok()) return;
    auto const done = rules.repair(database, *wrong, asked(q));
    auto const a = sql::parse(q.sql), b = sql::parse(done.sql);
    right.count(a && b && sql::equivalent(*a, *b));
  }

  struct gain {
    std::size_t used = 0, fixed = 0, broken = 0;
  };

  options options_;
  std::vector<demonstration> questions_;
  std::map<std::string, std::unique_ptr<subject>> subjects_{};
  share failing_{}, empty_{}, right_{}, right_empty_{};
  std::map<std::string, share> failing_by_{}, empty_by_{};
  std::array<gain, repair::repair_kinds> kinds_{};
  std::size_t fixed_ = 0, broken_ = 0;
  std::vector<double> times_{};
};

}  // namespace

int main(int argc, char** argv) try {
  auto o = read_options(argc, argv);
  if (o.data.empty()) {
    std::fputs("usage: bench_repair --data DIR [--no-question] [--aggressive] [FILE...]\n", stderr);
    return 2;
  }
  benchmark(std::move(o)).run();
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_repair: %s\n", e.what());
  return 3;
}
