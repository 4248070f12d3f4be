// SPDX-License-Identifier: BSL-1.0
// What size costs. Usage:
//   bench_scale merge OUT QUESTIONS DATABASES [QUESTIONS DATABASES]...
//     makes one database of many, OUT/database/all/all.sqlite, and OUT/dev.json with their questions and SQL over it
//   bench_scale recall OUT [values]
//     of the tables and columns of each gold statement, the share that `link::retrieve_schema` chooses within 500 to 8,000 tokens
//   bench_scale rows FILE [ROWS] [index]
//     what it costs to prepare a file and to ask it, which is made with so many rows unless it is there; with `index` also of an index
#include "merged.hpp"
#include "rows.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/knowledge/lexicon.hpp"
#include "t2s/knowledge/prepared.hpp"
#include "t2s/link/schema_retrieval.hpp"
#include "t2s/sql/resolve.hpp"

#include <boost/json.hpp>

#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <sstream>

namespace {

using namespace t2s;
namespace fs = std::filesystem;
namespace json = boost::json;

std::string text_of(fs::path const& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + ": cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

// ---- merge

int merge(fs::path const& out, std::span<char* const> sources) {
  fs::create_directories(out / "database" / "all");
  auto const file = out / "database" / "all" / "all.sqlite";
  fs::remove(file);
  scale::writer whole(file);
  json::array questions;
  std::size_t databases = 0, left_out = 0;
  for (std::size_t i = 0; i + 1 < sources.size(); i += 2) {
    std::map<std::string, std::optional<schema::database>> schemas;
    auto const asked = json::parse(text_of(sources[i]));
    for (auto const& q : asked.as_array()) {
      std::string const id(q.at("db_id").as_string());
      auto const part = fs::path(sources[i + 1]) / id / (id + ".sqlite");
      auto& of = schemas[id];
      if (!of) {
        if (!fs::exists(part)) continue;
        of = db::sqlite_connection(part.string()).schema();
        whole.add(part, id, *of);
        ++databases;
      }
      try {
        json::object one;
        one["db_id"] = "all";
        one["of"] = id;
        one["from"] = sources[i];
        one["question"] = q.at("question");
        one["query"] = scale::merged_sql(std::string(q.at("query").as_string()), id, *of);
        questions.push_back(std::move(one));
      } catch (std::exception const& e) {
        ++left_out;
        std::fprintf(stderr, "left out: %s\n", e.what());
      }
    }
  }
  std::ofstream(out / "dev.json") << json::serialize(questions);
  std::printf("%zu databases, %zu questions, %zu left out\n", databases, questions.size(), left_out);
  return 0;
}

// ---- recall

struct shares {
  double tables = 0, columns = 0, all_tables = 0;
  std::size_t questions = 0, shown_tables = 0, shown_columns = 0;
};

/// Of a question: the tables and columns of its gold statement, by their places.
std::set<knowledge::column_id> gold_of(std::string const& sql, schema::database const& in) {
  std::set<knowledge::column_id> gold;
  auto const q = sql::parse(sql);
  if (!q) return gold;
  auto const names = sql::resolve(*q, in);
  for (auto const& t : names.tables)
    if (t.table) gold.insert(knowledge::id_of(in, *t.table));
  for (auto const& c : names.columns)
    if (c.base.table && c.base.column) gold.insert(knowledge::id_of(in, *c.base.table, c.base.column));
  return gold;
}

int recall(fs::path const& from, bool with_values) {
  db::sqlite_connection file((from / "database" / "all" / "all.sqlite").string(), {});
  prepared database(file, {.names = {.time = std::chrono::minutes(10)}});
  auto const began = std::chrono::steady_clock::now();
  auto const names = with_values ? database.lexicon() : std::make_shared<knowledge::lexicon const>(file.schema());
  auto const ms = [](auto d) { return std::chrono::duration<double, std::milli>(d).count(); };
  std::size_t columns = 0;
  for (auto const& t : names->schema().tables()) columns += t.columns.size();
  std::printf("%zu tables, %zu columns, names ready after %.0f ms\n", names->schema().tables().size(), columns,
              ms(std::chrono::steady_clock::now() - began));
  constexpr std::array<std::size_t, 5> budgets{500, 1000, 2000, 4000, 8000};
  std::map<std::string, std::array<shares, 5>> found;  // by the file that the questions come from
  double linking = 0, choosing = 0;
  std::size_t asked = 0;
  auto const questions = json::parse(text_of(from / "dev.json"));
  for (auto const& q : questions.as_array()) {
    auto const gold = gold_of(std::string(q.at("query").as_string()), names->schema());
    if (gold.empty()) continue;
    std::string const question(q.at("question").as_string());
    auto const t0 = std::chrono::steady_clock::now();
    (void)link::link_question(*names, question);
    auto const t1 = std::chrono::steady_clock::now();
    linking += ms(t1 - t0);
    ++asked;
    for (std::size_t b = 0; b < budgets.size(); ++b) {
      auto const t2 = std::chrono::steady_clock::now();
      auto const choice = link::retrieve_schema(*names, question, {budgets[b]});
      if (b == 2) choosing += ms(std::chrono::steady_clock::now() - t2);
      std::set<knowledge::column_id> shown;
      for (auto const& t : choice.tables) {
        shown.insert({t.table});
        for (auto const c : t.columns) shown.insert({t.table, c});
      }
      std::array<double, 2> of{}, right{};
      for (auto const& g : gold) {
        ++of[g.is_table() ? 0 : 1];
        right[g.is_table() ? 0 : 1] += shown.contains(g);
      }
      auto& s = found[std::string(q.at("from").as_string())][b];
      ++s.questions;
      s.tables += of[0] > 0 ? right[0] / of[0] : 1;
      s.columns += of[1] > 0 ? right[1] / of[1] : 1;
      s.all_tables += right[0] == of[0];
      s.shown_tables += choice.tables.size();
      s.shown_columns += choice.columns;
      if (b == 2 && right[0] < of[0] && std::getenv("T2S_SHOW_MISSED"))
        std::printf("missed: %s | %s\n", std::string(q.at("question").as_string()).c_str(), std::string(q.at("query").as_string()).c_str());
    }
  }
  std::printf("a question: linked in %.2f ms, 2,000 tokens chosen in %.2f ms, linking included\n", linking / static_cast<double>(asked),
              choosing / static_cast<double>(asked));
  for (auto const& [name, group] : found) {
    std::printf("%s, %zu questions\ntokens  tables  all tables  columns  shown tables  shown columns\n", name.c_str(), group[0].questions);
    for (std::size_t b = 0; b < budgets.size(); ++b) {
      auto const& s = group[b];
      auto const n = static_cast<double>(s.questions);
      std::printf("%6zu  %5.1f %%  %7.1f %%  %5.1f %%  %12.1f  %13.1f\n", budgets[b], 100 * s.tables / n, 100 * s.all_tables / n,
                  100 * s.columns / n, static_cast<double>(s.shown_tables) / n, static_cast<double>(s.shown_columns) / n);
    }
  }
  return 0;
}

// ---- rows

int rows(fs::path const& file, std::span<char* const> more) {
  bool indexed = false;
  long long wanted = 0;
  for (auto const* word : more)
    if (std::string_view(word) == "index")
      indexed = true;
    else
      wanted = std::stoll(word);
  if (wanted > 0 && !fs::exists(file)) scale::make_rows(file, wanted);
  scale::measure_rows(file, indexed);
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  std::string_view const what = argc > 1 ? argv[1] : "";
  if (what == "merge" && argc > 4) return merge(argv[2], std::span(argv + 3, argv + argc));
  if (what == "recall" && argc > 2) return recall(argv[2], argc > 3);
  if (what == "rows" && argc > 2) return rows(argv[2], std::span(argv + 3, argv + argc));
  std::fputs("usage: bench_scale merge OUT QUESTIONS DATABASES... | recall OUT [values] | rows FILE [ROWS] [index]\n", stderr);
  return 2;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_scale: %s\n", e.what());
  return 1;
}
