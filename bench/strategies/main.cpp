// SPDX-License-Identifier: BSL-1.0
// What each feedback, each termination policy and each system costs a round, and what it objects to, with published predictions as the
// drafts. Counts alone, the same in every run (docs/strategies_report.md). Usage:
//   bench_strategies --data DIR [--predictions FILE...] [--only TEXT] [--every N] [--json] [--times] [--instructions] [--figures FILE]
// DIR has dev.json, train.json, tables.json, databases/ID/ID.sqlite and, unless files are named, predictions/*: one SQL a line in the
// order of dev.json.
//   --only TEXT      rows whose name contains it
//   --every N        of the questions only each N-th
//   --figures FILE   writes each number to FILE, a line each, for bench_report
//   --times          a column of processor time, which differs between runs; takes minutes more, since no result is cached
//   --instructions   columns of instructions, which valgrind counts over each 40th question
#include "report.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <optional>
#include <string_view>

namespace {

using namespace strategies;

std::optional<settings> read_settings(int argc, char** argv) {
  settings s;
  bool files = false;
  for (int i = 1; i < argc; ++i) {
    std::string_view const word = argv[i];
    bool const followed = i + 1 < argc;
    if (!word.starts_with("--") && files) {
      s.predictions.emplace_back(word);
      continue;
    }
    files = word == "--predictions";
    if (word == "--data" && followed)
      s.data = argv[++i];
    else if (word == "--only" && followed)
      s.only = argv[++i];
    else if (word == "--every" && followed)
      s.every = static_cast<std::size_t>(std::max(1, std::atoi(argv[++i])));
    else if (word == "--figures" && followed)
      s.figures = argv[++i];
    else if (word == "--json")
      s.json = true;
    else if (word == "--times")
      s.times = true;
    else if (word == "--instructions")
      s.instructions = true;
    else if (word == "--collect")
      s.collects = true;
    else if (!files)
      return {};
  }
  return s.data.empty() ? std::nullopt : std::optional(s);
}

table draft_table(drafts& all) {
  table t{"Drafts: execution accuracy", {"file", "questions", "right", "wrong", "EX"}, {}};
  std::size_t sum = 0;
  auto const add = [&](std::string name, std::size_t right, std::size_t of) {
    t.rows.push_back({word(std::move(name)), number(of), number(right), number(of - right), percent(right, of)});
  };
  for (std::size_t f = 0; f < all.files().size(); ++f) {
    std::size_t right = 0;
    for (auto const& d : all.databases())
      for (auto const& q : d->questions) right += all.is_right(*d, q, q.predicted[f]) ? 1 : 0;
    add(all.files()[f], right, all.questions());
    sum += right;
  }
  add("all", sum, all.questions() * all.files().size());
  return t;
}

void write(std::string const& file, std::string const& text) {
  std::ofstream out(file);
  if (!(out << text).flush()) throw error(errc::file_unreadable, file + " cannot be written", "name another file after --figures");
}

}  // namespace

int main(int argc, char** argv) try {
  auto const given = read_settings(argc, argv);
  if (!given) {
    std::fputs(
        "usage: bench_strategies --data DIR [--predictions FILE...] [--only TEXT] [--every N] [--json] [--times] [--instructions] "
        "[--figures FILE]\n",
        stderr);
    return 2;
  }
  auto instructions = given->instructions ? count_instructions(*given) : std::map<std::string, double>();
  drafts all(*given);
  report to(all, std::move(instructions));
  std::vector<table> out;
  if (!given->collects) out.push_back(draft_table(all));
  report_feedbacks(to, out);
  report_terminations(to, out);
  report_systems(to, out);
  if (!given->figures.empty()) write(given->figures, as_figures(out));
  if (!given->collects) std::fputs((given->json ? as_json(out) : as_markdown(out)).c_str(), stdout);
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_strategies: %s\n", e.what());
  return 3;
}
