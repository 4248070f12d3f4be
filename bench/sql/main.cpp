// SPDX-License-Identifier: BSL-1.0
// Measures parsing SQL and analyses of it, over one statement of 128 bytes to 32 KiB: lexing, parsing, printing, resolving, entities,
// skeletons, comparison. Contenders: libpg_query's raw parser (PostgreSQL's, which builds a tree; not part of t2s) and sqlite3_prepare_v2,
// on an empty database, where it fails to find the tables after parsing, and on one with the tables.
//
//   bench_sql [--statements=FILE] [options of Google Benchmark]
//
// With FILE, one statement a line, also `parse_file` and `review_file` over all of them. To count instructions, run two rounds of one
// contender; the first is the check:
//
//   valgrind --tool=callgrind --collect-atstart=no --toggle-collect='measured_*'
//     bench_sql --statements=FILE --benchmark_filter='^parse_file/t2s/' --benchmark_min_time=0
#include "subject.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>

namespace reading {
namespace {

micro::sizes const lengths = {128, 1024, 8192, 32768}, longer = {1024, 16384, 262144, 1048576};
std::optional<corpus> of_file;

void time(benchmark::State& state, corpus const& c, checked const& by, std::string const& subject) {
  auto const found = by.run(c);  // warm, too
  micro::require(!by.all_good || found == c.texts.size(), subject.c_str());
  micro::require(!by.is_right || by.is_right(c), subject.c_str());
  micro::timed(state, [&] { return by.run(c); });
}

std::size_t read_texts(corpus const& c) {
  std::size_t n = 0;
  for (auto const& t : c.texts) n += micro::sum_of(t);
  return n;
}

/// The minimum for any analysis of a tree: visiting each node once.
std::size_t visit_nodes(corpus const& c) {
  std::size_t n = 0;
  for (auto const& q : c.parsed) sql::visit(q.root(), [&](sql::node const& at) { n += static_cast<std::size_t>(at.kind); });
  return n;
}

corpus read(std::string const& name) {
  std::vector<std::string> all;
  std::ifstream file(name);
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) all.push_back(line);
  if (all.empty()) {
    std::fprintf(stderr, "bench_sql: there are no statements in %s: --statements needs a file with one per line\n", name.c_str());
    std::exit(2);
  }
  return corpus(all);
}

}  // namespace

checked reads_texts() { return {read_texts, false}; }
checked visits_nodes() { return {visit_nodes, false}; }

bool names_columns(std::string const& columns, corpus const& c) {
  auto const words = [](std::string const& text) {
    std::istringstream in(text);
    return std::multiset<std::string>(std::istream_iterator<std::string>(in), {});
  };
  return words(columns) == words(c.known.columns);
}

void enroll(std::string const& subject, std::string const& contender, checked const& by) {
  static micro::made_once<corpus> made([](std::size_t bytes) { return corpus(statement_of(bytes)); });
  micro::enroll(subject, contender, lengths, [=](benchmark::State& state, std::int64_t bytes) { time(state, made(bytes), by, subject); });
}

void enroll_shapes(std::string const& subject, checked const& by) {
  for (auto const& s : shapes())
    micro::enroll(subject + "_" + s.name, "t2s", longer, [=](benchmark::State& state, std::int64_t bytes) {
      time(state, corpus(s.of_length(static_cast<std::size_t>(bytes))), by, s.name);
    });
}

void enroll_file(std::string const& subject, std::string const& contender, checked const& by) {
  if (!of_file) return;
  micro::enroll(subject + "_file", contender, {static_cast<std::int64_t>(of_file->texts.size())},
                [=](benchmark::State& state, std::int64_t) { time(state, *of_file, by, subject); });
}

}  // namespace reading

int main(int argc, char** argv) {
  static constexpr std::string_view option = "--statements=";
  std::vector<char*> others;
  for (int i = 0; i < argc; ++i) {
    if (std::string_view const given = argv[i]; given.starts_with(option))
      reading::of_file = reading::read(std::string(given.substr(option.size())));
    else
      others.push_back(argv[i]);
  }
  for (auto* const subject : {reading::lexing, reading::parsing, reading::resolving, reading::printing, reading::entities,
                              reading::skeletons, reading::comparison, reading::reviewing, reading::pg_query, reading::sqlite})
    subject();
  return micro::run(static_cast<int>(others.size()), others.data());
}
