// SPDX-License-Identifier: BSL-1.0
// Measures the accuracy of the offline system on a data set in Spider's form (official execution accuracy), and its time for a question on
// one core. Usage: bench_offline_accuracy --data DIR [--runs N] [--no-pool | --folds N] [--out FILE] [--over URL] [--predictions FILE]. DIR
// has dev.json, train.json (the pool) and databases/ID/ID.sqlite; with verdicts/gold.json figures are also by hardness. With --folds it has
// questions.json: databases are dealt to N folds in order of their names, and the pool of a question is the questions of all other folds.
// With --over the questions go to the databases of a server, postgresql://host/{db}, made by `t2s copy`, and the rows are compared with
// those of the gold SQL on the SQLite files; numbers may differ by rounding. With --predictions it repairs the SQL of a file, one a line,
// with the questions, instead of answering them. With --out it writes a line for each question: its number, right or wrong, and its SQL
// with line breaks as spaces.

#include "generous.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/db/any/open.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/transpile.hpp"
#include "t2s/systems/offline.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <sys/utsname.h>

namespace {

using milliseconds = std::chrono::duration<double, std::milli>;

struct options {
  std::string data{}, out{}, over{}, predictions{};
  std::size_t runs = 3;
  std::size_t folds = 0;  // 0: one pool for all
  bool pool = true;
};

struct score {
  std::size_t right = 0, all = 0;
  [[nodiscard]] double percent() const { return all == 0 ? 0 : 100.0 * static_cast<double>(right) / static_cast<double>(all); }
};

/// A database with everything that is built for it once.
struct subject {
  subject(std::string const& file, std::string const& asked)
      : gold(t2s::db::sqlite_connection(file, generous())), connection(asked == file ? nullptr : open(asked)) {}

  static std::unique_ptr<t2s::db::any_connection> open(std::string const& asked) {
    t2s::db::any_options o;
    o.limits = generous().limits;
    return std::make_unique<t2s::db::any_connection>(t2s::db::open(asked, o));
  }

  t2s::db::any_connection gold;
  std::unique_ptr<t2s::db::any_connection> connection;  // the one that is asked, if it is another
  t2s::prepared<t2s::db::any_connection> database{connection ? *connection : gold};
  t2s::systems::offline system{};
};

options read_options(int argc, char** argv) {
  options o;
  for (int i = 1; i < argc; ++i) {
    std::string_view const name = argv[i];
    if (name == "--no-pool")
      o.pool = false;
    else if (name == "--data" && i + 1 < argc)
      o.data = argv[++i];
    else if (name == "--out" && i + 1 < argc)
      o.out = argv[++i];
    else if (name == "--predictions" && i + 1 < argc)
      o.predictions = argv[++i];
    else if (name == "--over" && i + 1 < argc)
      o.over = argv[++i];
    else if (name == "--runs" && i + 1 < argc)
      o.runs = static_cast<std::size_t>(std::max(1, std::atoi(argv[++i])));
    else if (name == "--folds" && i + 1 < argc)
      o.folds = static_cast<std::size_t>(std::max(2, std::atoi(argv[++i])));
    else
      o.data.clear(), i = argc;
  }
  return o;
}

std::string content_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The hardness of each question; "all" if unknown.
std::vector<std::string> hardness(std::string const& data, std::size_t questions) {
  std::vector<std::string> out(questions, "all");
  auto const text = content_of(data + "/verdicts/gold.json");
  if (text.empty()) return out;
  auto const parsed = boost::json::parse(text);
  for (std::size_t i = 0; i < questions && i < parsed.as_array().size(); ++i)
    out[i] = parsed.as_array()[i].at("hardness").as_string().c_str();
  return out;
}

double quantile(std::vector<double> sorted, double q) {
  std::ranges::sort(sorted);
  return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
}

class benchmark {
 public:
  explicit benchmark(options o)
      : options_(std::move(o)),
        questions_(t2s::retrieve::read_pool(options_.data + (options_.folds > 0 ? "/questions.json" : "/dev.json"))) {
    auto const start = std::chrono::steady_clock::now();
    if (options_.folds > 0)
      deal();
    else if (options_.pool)
      pools_.push_back(t2s::retrieve::open_pool(options_.data + "/train.json"));
    else
      pools_.emplace_back();
    pool_time_ = std::chrono::steady_clock::now() - start;
    for (auto const& q : questions_) open(q.database);
    std::ifstream lines(options_.predictions);
    for (std::string line; !options_.predictions.empty() && std::getline(lines, line);) given_.push_back(line);
  }

  void run() {
    print_machine();
    std::printf("pool: %zu demonstrations, read and indexed in %.0f ms; lexicons of %zu databases read in %.0f ms\n",
                pools_.front() ? pools_.front()->size() : 0, pool_time_.count(), subjects_.size(), lexicon_time_.count());
    for (std::size_t run = 0; run < options_.runs; ++run) time_all(run);
    print_scores();
  }

 private:
  /// Makes the pool of each fold.
  void deal() {
    for (auto const& q : questions_) fold_of_.emplace(q.database, 0);
    std::size_t dealt = 0;
    for (auto& [database, fold] : fold_of_) fold = dealt++ % options_.folds;
    for (std::size_t fold = 0; fold < options_.folds; ++fold) {
      std::vector<t2s::demonstration> others;
      std::ranges::copy_if(questions_, std::back_inserter(others), [&](auto const& q) { return fold_of_.at(q.database) != fold; });
      pools_.push_back(std::make_shared<t2s::retrieve::skeleton_index const>(std::move(others)));
    }
  }

  void open(std::string const& id) {
    if (subjects_.contains(id)) return;
    auto const file = options_.data + "/databases/" + id + "/" + id + ".sqlite";
    auto asked = options_.over.empty() ? file : options_.over;
    if (auto const at = asked.find("{db}"); at != asked.npos) asked.replace(at, 4, id);
    auto made = std::make_unique<subject>(file, asked);
    made->system.sampler.pool = pools_.at(options_.folds > 0 ? fold_of_.at(id) : 0);
    auto const start = std::chrono::steady_clock::now();
    (void)made->database.known<t2s::knowledge::lexicon>();
    lexicon_time_ += std::chrono::steady_clock::now() - start;
    subjects_.emplace(id, std::move(made));
  }

  void time_all(std::size_t run) {
    std::vector<double> times;
    t2s::llm::no_model model;
    for (auto const& q : questions_) {
      auto& s = *subjects_.at(q.database);
      auto const start = std::chrono::steady_clock::now();
      auto found = given_.empty() ? std::string(s.system.run(t2s::context(model, s.database), q.question).sql())
                                  : repaired(s, given_.at(static_cast<std::size_t>(&q - questions_.data())), q.question);
      times.push_back(milliseconds(std::chrono::steady_clock::now() - start).count());
      if (run == 0) predicted_.push_back(std::move(found));
    }
    std::printf("run %zu: a question takes %.2f ms at the median, %.2f ms at the 95th percentile, %.2f ms at most\n", run + 1,
                quantile(times, 0.5), quantile(times, 0.95), quantile(times, 1));
  }

  /// SQLite's SQL in another dialect; unchanged if it has no equivalent there.
  static std::string in_dialect(t2s::schema::database const& d, std::string const& sql) {
    auto const read = t2s::sql::parse(sql);
    if (!read) return sql;
    t2s::schema::database const as_sqlite(d.tables());
    auto const moved = t2s::sql::transpile(*read, t2s::sql::dialect_of(d), {.schema = &as_sqlite});
    return moved ? std::string(moved.sql()) : sql;
  }

  static std::string repaired(subject& s, std::string const& sql, std::string const& question) {
    t2s::repair::repair_options how;
    how.dialects = t2s::sql::other_dialects;
    auto const moved = s.connection ? in_dialect(s.database.schema(), sql) : sql;
    return t2s::repair::repairer{s.database.known<t2s::knowledge::lexicon>(), how}.repair(s.database, moved, question).sql;
  }

  void print_scores() {
    auto const levels = hardness(options_.data, questions_.size());
    std::map<std::string, score> by_level;
    score total;
    std::size_t silent = 0;
    std::ofstream out;
    if (!options_.out.empty()) out.open(options_.out);
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      bool const right = is_right(*subjects_.at(questions_[i].database), questions_[i].sql, predicted_[i]);
      for (auto* s : {&total, &by_level[levels[i]]}) ++s->all, s->right += right ? 1 : 0;
      silent += predicted_[i].empty() ? 1 : 0;
      std::ranges::replace(predicted_[i], '\n', ' ');
      out << i + 1 << (right ? "\tright\t" : "\twrong\t") << predicted_[i] << '\n';
    }
    for (auto const& [level, s] : by_level) std::printf("EX %-8s %5.1f %%  (%zu of %zu)\n", level.c_str(), s.percent(), s.right, s.all);
    std::printf("EX %-8s %5.1f %%  (%zu of %zu), %zu without SQL\n", "in all", total.percent(), total.right, total.all, silent);
  }

  static bool is_right(subject& s, std::string const& gold, std::string const& predicted) {
    namespace ev = t2s::evaluation;
    if (!s.connection) return ev::execution_match(gold, predicted, [&](std::string const& sql) { return s.gold.execute(sql); });
    auto const sql = ev::official_prediction(predicted);
    if (sql.empty()) return false;
    auto const wanted = s.gold.execute(ev::official_sql(gold));
    if (!wanted.ok()) throw t2s::error(*wanted.failure);
    auto found = s.connection->execute(sql);
    take_as_reals(found.rows);
    auto const ordered = ev::order_matters(ev::official_sql(gold));
    return found.ok() && (ev::same_result(wanted.rows, found.rows, ordered) || ev::strictly_same_result(wanted.rows, found.rows, ordered));
  }

  /// PostgreSQL's averages are decimal numbers with more digits than a real, and arrive as texts.
  static void take_as_reals(t2s::db::rows& rows) {
    for (std::size_t c = 0; c < rows.types.size(); ++c)
      for (auto& row : rows.values) {
        double number = 0;
        bool const is_number = rows.types[c] == "numeric" && row[c].text();
        if (is_number && t2s::text::to_number(*row[c].text(), number) == std::errc()) row[c] = t2s::value(number);
      }
  }

  static void print_machine() {
    utsname machine{};
    uname(&machine);
    std::printf("%s %s %s, %u cores, one used; compiler %s\n", machine.sysname, machine.release, machine.machine,
                std::thread::hardware_concurrency(), __VERSION__);
  }

  options options_;
  std::vector<t2s::demonstration> questions_;
  std::vector<std::shared_ptr<t2s::retrieve::skeleton_index const>> pools_{};  // one for each fold
  std::map<std::string, std::size_t> fold_of_{};                               // for each database
  std::map<std::string, std::unique_ptr<subject>> subjects_{};
  std::vector<std::string> given_{}, predicted_{};  // the repaired SQL, and the judged one
  milliseconds pool_time_{}, lexicon_time_{};
};

}  // namespace

int main(int argc, char** argv) try {
  auto const o = read_options(argc, argv);
  if (o.data.empty()) {
    std::fputs("usage: bench_offline_accuracy --data DIR [--runs N] [--no-pool | --folds N] [--out FILE] [--over URL]\n", stderr);
    return 2;
  }
  benchmark(o).run();
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_offline_accuracy: %s\n", e.what());
  return 3;
}
