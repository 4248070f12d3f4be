// SPDX-License-Identifier: BSL-1.0
#include "json_file.hpp"
#include "modes.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/retrieve/link/detail/table_vectors.hpp"
#include "t2s/retrieve/link/schema_retrieval.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace scale {
namespace {

using namespace t2s;
namespace fs = std::filesystem;
using elements = std::set<knowledge::column_id>;

constexpr std::array<std::size_t, 5> budgets{500, 1000, 2000, 4000, 8000};
constexpr std::size_t watched = 2;  // the budget that is timed

/// The tables and columns of a gold statement, by index.
elements gold_of(std::string const& sql, schema::database const& in) {
  elements gold;
  auto const q = sql::parse(sql);
  if (!q) return gold;
  auto const names = sql::resolve(*q, in);
  for (auto const& t : names.tables)
    if (t.table) gold.insert(knowledge::id_of(in, *t.table));
  for (auto const& c : names.columns)
    if (c.base.table && c.base.column) gold.insert(knowledge::id_of(in, *c.base.table, c.base.column));
  return gold;
}

elements shown_of(link::schema_choice const& choice) {
  elements shown;
  for (auto const& t : choice.tables) {
    shown.insert({t.table});
    for (auto const c : t.columns) shown.insert({t.table, c});
  }
  return shown;
}

/// Sums over questions.
struct shares {
  double tables = 0, columns = 0, all_tables = 0;
  std::size_t questions = 0, shown_tables = 0, shown_columns = 0;

  void add(elements const& gold, link::schema_choice const& choice) {
    auto const shown = shown_of(choice);
    std::array<double, 2> of{}, right{};
    for (auto const& g : gold) {
      ++of[g.is_table() ? 0 : 1];
      right[g.is_table() ? 0 : 1] += shown.contains(g);
    }
    ++questions;
    tables += of[0] > 0 ? right[0] / of[0] : 1;
    columns += of[1] > 0 ? right[1] / of[1] : 1;
    all_tables += right[0] == of[0];
    shown_tables += choice.tables.size();
    shown_columns += choice.columns;
  }
};

/// The figures of one file of questions.
using figures = std::array<shares, budgets.size()>;

void print(std::string const& name, figures const& of) {
  std::printf("%s, %zu questions\ntokens  tables  all tables  columns  shown tables  shown columns\n", name.c_str(), of[0].questions);
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    auto const& s = of[b];
    auto const n = static_cast<double>(s.questions);
    std::printf("%6zu  %5.1f %%  %7.1f %%  %5.1f %%  %12.1f  %13.1f\n", budgets[b], 100 * s.tables / n, 100 * s.all_tables / n,
                100 * s.columns / n, static_cast<double>(s.shown_tables) / n, static_cast<double>(s.shown_columns) / n);
  }
}

class stopwatch {
 public:
  [[nodiscard]] double ms() const { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began_).count(); }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// A merged database with its knowledge for retrieval.
class measured {
 public:
  measured(fs::path const& from, recall_options with) : file_((from / "database" / "all" / "all.sqlite").string()), with_(with) {
    stopwatch const reading;
    names_ = with.values ? database_.known<knowledge::lexicon>() : std::make_shared<knowledge::lexicon const>(file_.schema());
    std::size_t columns = 0;
    for (auto const& t : names_->schema().tables()) columns += t.columns.size();
    std::printf("%zu tables, %zu columns, names ready after %.0f ms\n", names_->schema().tables().size(), columns, reading.ms());
  }

  void ask(boost::json::value const& q) {
    auto const gold = gold_of(std::string(q.at("query").as_string()), names_->schema());
    if (gold.empty()) return;
    std::string const question(q.at("question").as_string());
    stopwatch const linking;
    (void)link::link_question(*names_, question);
    linking_ += linking.ms();
    ++asked_;
    auto const near = nearness(question);
    for (std::size_t b = 0; b < budgets.size(); ++b) {
      stopwatch const choosing;
      auto const choice = link::retrieve_schema(*names_, question, {budgets[b]}, near);
      if (b == watched) choosing_ += choosing.ms();
      found_[std::string(q.at("from").as_string())][b].add(gold, choice);
    }
  }

  void print_figures() const {
    auto const n = static_cast<double>(asked_);
    std::printf("a question: linked in %.2f ms, %zu tokens chosen in %.2f ms, linking included\n", linking_ / n, budgets[watched],
                choosing_ / n);
    for (auto const& [name, group] : found_) print(name, group);
  }

 private:
  /// Uses vectors of spelling, which need no model.
  std::vector<double> nearness(std::string const& question) {
    if (!with_.vectors) return {};
    llm::no_model model;
    run_context<context<llm::no_model, prepared<db::sqlite_connection>>, facts<>> ctx(context(model, database_));
    return link::table_vectors<retrieve::hashed_ngrams>{&spelling_}.nearness(ctx, question).get();
  }

  db::sqlite_connection file_;
  recall_options with_;
  prepared<db::sqlite_connection> database_{file_, knowledge::lexicon_options{.time = std::chrono::minutes(10)}};
  retrieve::hashed_ngrams spelling_{};
  std::shared_ptr<knowledge::lexicon const> names_{};
  std::map<std::string, figures> found_{};  // by the file of the questions
  double linking_ = 0, choosing_ = 0;       // ms
  std::size_t asked_ = 0;
};

}  // namespace

int recall(fs::path const& from, recall_options with) {
  measured whole(from, with);
  auto const questions = read_json(from / "dev.json");
  for (auto const& q : questions.as_array()) whole.ask(q);
  whole.print_figures();
  return 0;
}

}  // namespace scale
