// SPDX-License-Identifier: BSL-1.0
// Measures strict EM, skeletons, entities and error classes of published predictions, and their cost on one core.
// Usage: bench_structure --data DIR [--list] NAME...
// DIR has dev.json, databases/ID/ID.sqlite, predictions/NAME.sql and verdicts/NAME.json (`ex`, `em` and `parsed` of the official
// evaluator). --list prints the predictions with different strict and official EM, and those that are wrong with the gold's entities and
// skeleton.

#include "t2s/lab/evaluation/detail/structure.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/detail/exact_match.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/retrieve/pool.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace t2s::evaluation;

struct options {
  std::string data{};
  bool list = false;
  std::vector<std::string> names{};
};

options read_options(int argc, char** argv) {
  options o;
  for (int i = 1; i < argc; ++i) {
    std::string_view const word = argv[i];
    if (word == "--list")
      o.list = true;
    else if (word == "--data" && i + 1 < argc)
      o.data = argv[++i];
    else
      o.names.emplace_back(word);
  }
  return o;
}

std::string content_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> lines_of(std::string const& path) {
  std::ifstream in(path);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line.substr(0, line.find('\t')));
  return out;
}

double percent(double share) { return 100 * share; }
double percent(std::size_t part, std::size_t all) { return all == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(all); }

class benchmark {
 public:
  explicit benchmark(options o) : options_(std::move(o)), questions_(t2s::retrieve::read_pool(options_.data + "/dev.json")) {
    for (auto const& q : questions_)
      databases_.try_emplace(q.database, options_.data + "/databases/" + q.database + "/" + q.database + ".sqlite");
  }

  void run() {
    for (auto const& name : options_.names) file(name);
  }

 private:
  struct verdict {
    bool ex, em, parsed;
  };

  [[nodiscard]] std::vector<verdict> verdicts(std::string const& name) const {
    std::vector<verdict> out;
    auto const parsed = boost::json::parse(content_of(options_.data + "/verdicts/" + name + ".json"));
    for (auto const& v : parsed.as_array())
      out.push_back({v.at("ex").to_number<int>() != 0, v.at("em").to_number<int>() != 0, v.at("parsed").as_bool()});
    return out;
  }

  t2s::db::sqlite_connection& database(std::size_t i) { return databases_.at(questions_[i].database); }

  template <class Work>
  void timed(char const* what, Work const& work) {
    auto const start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < questions_.size(); ++i) work(i);
    std::chrono::duration<double, std::milli> const taken = std::chrono::steady_clock::now() - start;
    std::printf("  %s: %.1f ms for %zu pairs\n", what, taken.count(), questions_.size());
  }

  /// Without DISTINCT, like the official evaluator.
  static std::string plain(std::string const& sql) { return official_sql(sql); }

  void file(std::string const& name) {
    auto const predictions = lines_of(options_.data + "/predictions/" + name + ".sql");
    auto const official = verdicts(name);
    std::vector<structure> structures(questions_.size());
    std::vector<strict_verdict> strict(questions_.size());
    std::printf("%s\n", name.c_str());
    timed("structure", [&](std::size_t i) { structures[i] = compare_structure(questions_[i].sql, predictions[i], database(i).schema()); });
    timed("strict EM", [&](std::size_t i) { strict[i] = strict_match(questions_[i].sql, predictions[i], database(i).schema()); });
    print_totals(structures, official);
    print_agreeing(structures, official, predictions);
    print_errors(structures, official, predictions);
    print_match(strict, official, predictions);
    if (options_.list) list_agreeing(structures, official, predictions);
  }

  static void print_totals(std::vector<structure> const& structures, std::vector<verdict> const& official) {
    structure_totals totals;
    for (std::size_t i = 0; i < structures.size(); ++i) totals.add(structures[i], official[i].ex);
    std::printf("  skeletons: dac %.1f %%, scoped %.1f %%\n", percent(totals.dac_skeleton_accuracy()),
                percent(totals.scoped_skeleton_accuracy()));
    for (auto const& [what, s] : {std::pair("tables", totals.tables()), std::pair("columns", totals.columns())})
      std::printf("  %s: P %.1f R %.1f F %.1f\n", what, percent(s.precision), percent(s.recall), percent(s.f1));
    std::printf("  with the gold's entities and skeleton: %zu, of these correct %zu (%.1f %%)\n", totals.agreeing(),
                totals.agreeing_correct(), percent(totals.agreeing_accuracy()));
  }

  void print_errors(std::vector<structure> const& structures, std::vector<verdict> const& official,
                    std::vector<std::string> const& predictions) {
    error_totals errors;
    for (std::size_t i = 0; i < structures.size(); ++i)
      if (!official[i].ex) errors.add(error_class_of(structures[i], database(i).execute(predictions[i]).ok()));
    std::printf("  wrong %zu: table %zu, column %zu, skeleton %zu, execution %zu, other %zu\n", errors.wrong, errors.table, errors.column,
                errors.skeleton, errors.execution, errors.other);
  }

  void print_match(std::vector<strict_verdict> const& strict, std::vector<verdict> const& official,
                   std::vector<std::string> const& predictions) {
    std::size_t equal = 0, parsed = 0, em = 0, official_parsed = 0, wrong = 0, official_wrong = 0;
    std::size_t unread = 0, read = 0, of_distinct = 0, other = 0;
    for (std::size_t i = 0; i < strict.size(); ++i) {
      equal += strict[i].equal ? 1U : 0U;
      parsed += strict[i].parsed ? 1U : 0U;
      em += official[i].em ? 1U : 0U;
      official_parsed += official[i].parsed ? 1U : 0U;
      wrong += strict[i].equal && !official[i].ex ? 1U : 0U;
      official_wrong += official[i].em && !official[i].ex ? 1U : 0U;
      if (strict[i].equal == official[i].em) continue;
      if (strict[i].equal)
        ++(official[i].parsed ? read : unread);
      else
        ++(strict_match(plain(questions_[i].sql), plain(predictions[i]), database(i).schema()).equal ? of_distinct : other);
      if (options_.list) list(strict[i].equal ? "strict only" : "official only", i, predictions[i], official[i]);
    }
    std::printf("  strict EM %.1f %% (parsed %.1f %%), official EM %.1f %% (parsed %.1f %%)\n", percent(equal, strict.size()),
                percent(parsed, strict.size()), percent(em, strict.size()), percent(official_parsed, strict.size()));
    std::printf("  strict only %zu, of these not parsed officially %zu; official only %zu, of these by DISTINCT %zu\n", unread + read,
                unread, of_distinct + other, of_distinct);
    std::printf("  equal but wrong by execution: strict %zu, official %zu\n", wrong, official_wrong);
  }

  void list_agreeing(std::vector<structure> const& structures, std::vector<verdict> const& official,
                     std::vector<std::string> const& predictions) {
    for (std::size_t i = 0; i < structures.size(); ++i) {
      if (!structures[i].agrees() || official[i].ex) continue;
      list("wrong all the same", i, predictions[i], official[i]);
    }
  }

  /// What is wrong in predictions with the gold's entities and skeleton.
  void print_agreeing(std::vector<structure> const& structures, std::vector<verdict> const& official,
                      std::vector<std::string> const& predictions) {
    std::size_t of_case = 0, of_values = 0, other = 0;
    for (std::size_t i = 0; i < structures.size(); ++i) {
      if (!structures[i].agrees() || official[i].ex) continue;
      auto const& schema = database(i).schema();
      auto const gold = t2s::text::lower(questions_[i].sql), predicted = t2s::text::lower(predictions[i]);
      bool const same_values = strict_match(gold, predicted, schema, {.values = true}).equal;
      bool const same = strict_match(gold, predicted, schema).equal;
      ++(same_values ? of_case : same ? of_values : other);
    }
    std::printf("  of the others: only the case of a value %zu, another value %zu, anything else %zu\n", of_case, of_values, other);
  }

  void list(char const* what, std::size_t i, std::string const& prediction, verdict const& v) const {
    std::printf("%s %zu ex %d parsed %d\n    gold %s\n    pred %s\n", what, i, v.ex, v.parsed, questions_[i].sql.c_str(),
                prediction.c_str());
  }

  options options_;
  std::vector<t2s::demonstration> questions_;
  std::map<std::string, t2s::db::sqlite_connection> databases_{};
};

}  // namespace

int main(int argc, char** argv) try {
  auto const o = read_options(argc, argv);
  if (o.data.empty() || o.names.empty()) {
    std::fputs("usage: bench_structure --data DIR [--list] NAME...\n", stderr);
    return 2;
  }
  benchmark(o).run();
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_structure: %s\n", e.what());
  return 3;
}
