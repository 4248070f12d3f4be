// SPDX-License-Identifier: BSL-1.0
#include "evaluate_skeletons.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <map>
#include <vector>

#include "data_options.hpp"
#include "progress.hpp"
#include "skeleton_parser.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/evaluation/skeleton_accuracy.hpp"
#include "t2s/knowledge/prepared.hpp"
#include "table.hpp"

namespace cli {
namespace {

using t2s::evaluation::skeleton_accuracy;
using questions = std::vector<t2s::retrieve::demonstration const*>;

std::map<std::string, questions> by_database(t2s::evaluation::gold_set const& gold) {
  std::map<std::string, questions> out;
  for (auto const& q : gold.questions) {
    if (q.question.empty())
      throw t2s::error(t2s::errc::malformed_data, gold.name + ": there are no questions beside the SQL",
                       "give a file in the form of Spider or BIRD with --gold");
    out[q.database].push_back(&q);
  }
  return out;
}

void print(std::string const& name, skeleton_accuracy const& a) {
  char line[96];
  std::snprintf(line, sizeof line, "%9zu %8.1f %8.1f %8.1f %11.1f  ", a.questions(), a.percent(0), a.percent(1), a.percent(2),
                a.confidence());
  std::cout << line << printable(name) << "\n";
}

}  // namespace

void evaluate_skeletons(t2s::evaluation::gold_set const& gold, t2s::evaluation::data_set const& data) {
  auto const asked = by_database(gold);
  auto const pool = data.demonstrations.empty() ? file_names{(data.folder / "train.json").string()} : data.demonstrations;
  skeleton_parser parser(read_demonstrations(pool, "--pool"));
  progress bar(gold.questions.size());
  skeleton_accuracy all;
  std::map<std::string, skeleton_accuracy> each;
  std::vector<double> milliseconds;
  for (auto const& [id, theirs] : asked) {
    t2s::db::sqlite_connection file(database_file(data.databases, id));
    t2s::prepared database(file);
    static_cast<void>(database.lexicon());  // no part of the time of its first question
    for (auto const* q : theirs) {
      auto const start = std::chrono::steady_clock::now();
      auto const found = parser.rank(database, q->question, skeleton_accuracy::depths.back());
      milliseconds.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
      all.count(q->sql, found);
      each[id].count(q->sql, found);
      bar.step();
    }
  }
  std::cout << "Skeletons (DAC's), without a model, by the " << parser.pool().size() << " demonstrations of "
            << printable(t2s::text::join(pool, ", ")) << "\n\n"
            << "questions    top-1    top-3   top-10  confidence  database\n";
  for (auto const& [id, a] : each) print(id, a);
  print("all", all);
  if (all.unread() > 0) std::cout << all.unread() << " questions are left out: their gold SQL does not parse\n";
  if (milliseconds.empty()) return;
  std::ranges::nth_element(milliseconds, milliseconds.begin() + static_cast<std::ptrdiff_t>(milliseconds.size() / 2));
  char line[64];
  std::snprintf(line, sizeof line, "%.2f ms a question at the median\n", milliseconds[milliseconds.size() / 2]);
  std::cerr << line;
}

}  // namespace cli
