// SPDX-License-Identifier: BSL-1.0
// Measures linking a question to a schema of 24 to 1,536 columns, and to a table of 100 to 100,000 stored values. Lower limits for any
// linker: reading every word of the names once, and looking up every run of the question's words once.
#include "micro.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <random>
#include <set>
#include <unordered_set>

namespace {

using namespace t2s;

/// The n-th word of an artificial language; all words differ.
std::string word(std::size_t n) {
  static constexpr std::string_view syllables[] = {"ba", "ko", "ri", "tu", "ne", "mo", "la", "si",
                                                   "du", "fe", "go", "pi", "ra", "vu", "ze", "ho"};
  std::string all;
  for (int i = 0; i < 4; ++i, n /= 16) all += syllables[(n * 7 + static_cast<std::size_t>(i) * 3) % 16];
  return all;
}

schema::database schema_of(std::size_t columns) {
  std::vector<schema::table> tables;
  for (std::size_t t = 0; t * 6 < columns; ++t) {
    schema::table one;
    one.name = word(t);
    for (std::size_t c = 0; c < 6; ++c) {
      auto const n = 5000 + t * 6 + c;
      one.columns.push_back(schema::column{.name = word(n) + "_" + word(n * 31 % 40000), .type = "TEXT"});
    }
    tables.push_back(std::move(one));
  }
  return schema::database(std::move(tables));
}

std::vector<std::vector<value>> values_of(std::size_t count) {
  std::mt19937 random(1);
  std::vector<std::vector<value>> rows;
  for (std::size_t i = 0; i < count; ++i) rows.push_back({value(word(random() % 60000) + " " + word(random() % 60000))});
  return rows;
}

bool names(link::links const& found, link::link::kind kind, knowledge::column_id where, std::string_view text = {}) {
  return std::ranges::any_of(found.found,
                             [&](auto const& l) { return l.is == kind && l.where == where && (text.empty() || l.value == text); });
}

struct by_schema {
  knowledge::lexicon names;
  std::string question;

  explicit by_schema(std::size_t columns) : names(schema_of(columns)) {
    auto const& last = names.schema().tables().back();
    auto column = last.columns.back().name;
    std::ranges::replace(column, '_', ' ');
    question = "Show the " + column + " of each " + last.name + " that has the highest number of entries before the second year";
    auto const table = static_cast<std::uint32_t>(names.schema().tables().size() - 1);
    auto const found = link::link_question(names, question);
    micro::require(::names(found, link::link::kind::table, {table, knowledge::column_id::whole_table}), "link_schema");
    micro::require(::names(found, link::link::kind::column, {table, 5}), "link_schema");
  }
};

struct by_values {
  knowledge::lexicon names;
  std::string question;
  std::unordered_set<std::string> texts{};

  explicit by_values(std::size_t count) : names(schema_of(24), {.values_per_column = count + 1}) {
    auto const rows = values_of(count);
    names.add_values({0, 0}, rows);
    for (auto const& r : rows) texts.insert(*r.front().text());
    auto const& said = *rows[count / 2].front().text();
    question = "How many of those that are called " + said + " have come in the second year and not before";
    micro::require(::names(link::link_question(names, question), link::link::kind::value, {0, 0}, said), "link_values");
  }
};

/// Looks up every run of up to four words, as a search for values must.
std::vector<std::string> runs_of_words(std::string const& question) {
  auto const tokens = retrieve::tokens_of(question);
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    for (std::size_t j = i; j < std::min(i + 4, tokens.size()); ++j)
      runs.push_back(question.substr(tokens[i].begin, tokens[j].end - tokens[i].begin));
  return runs;
}

}  // namespace

int main(int argc, char** argv) {
  static micro::made_once<by_schema> schemas([](std::size_t n) { return by_schema(n); });
  static micro::made_once<by_values> contents([](std::size_t n) { return by_values(n); });
  static micro::sizes const widths = {24, 96, 384, 1536}, counts = {100, 1000, 10000, 100000};
  micro::enroll("link_schema", "t2s", widths, [](benchmark::State& state, std::int64_t columns) {
    auto const& of = schemas(columns);
    micro::timed(state, [&] { return link::link_question(of.names, of.question); });
  });
  micro::enroll("link_schema", "limit_read_names", widths, [](benchmark::State& state, std::int64_t columns) {
    auto const& of = schemas(columns);
    auto const tokens = retrieve::tokens_of(of.question).size();
    micro::timed(state, [&] {
      std::uint64_t sum = 0;
      for (auto const& w : of.names.words()) sum += micro::sum_of(w) * tokens;
      return sum;
    });
  });
  micro::enroll("link_values", "t2s", counts, [](benchmark::State& state, std::int64_t count) {
    auto const& of = contents(count);
    micro::timed(state, [&] { return link::link_question(of.names, of.question); });
  });
  micro::enroll("link_values", "limit_look_up", counts, [](benchmark::State& state, std::int64_t count) {
    auto const& of = contents(count);
    auto const runs = runs_of_words(of.question);
    micro::timed(state, [&] { return std::ranges::count_if(runs, [&](auto const& r) { return of.texts.contains(r); }); });
  });
  return micro::run(argc, argv);
}
