// SPDX-License-Identifier: BSL-1.0
#include "evaluate_skeletons.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "data_options.hpp"
#include "open_database.hpp"
#include "progress.hpp"
#include "skeleton_parser.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/subtasks.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace ev = t2s::evaluation;
namespace json = boost::json;
using t2s::evaluation::skeleton_accuracy;
using questions = std::vector<t2s::demonstration const*>;

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

void print(std::string const& name, ev::recorded_skeletons::scores const& s) {
  char line[64];
  std::snprintf(line, sizeof line, "%9zu %8.1f %9zu %8.1f  ", s.sql.questions, s.sql.percent(), s.parsed.questions, s.parsed.percent());
  std::cout << line << printable(name) << "\n";
}

void print(recorded_runs const& runs, ev::recorded_skeletons const& found) {
  std::cout << "      SQL              parsed\n"
               "questions  percent questions  percent  hardness, round\n";
  runs.each_level(found.hardness, [](std::string const& level, auto const& scores) { print(level, scores); });
  print("all: drafts, and the last skeletons", found.all);
  for (std::size_t n = 0; n < found.rounds.size(); ++n)
    print("SQL after round " + std::to_string(n) + ", skeletons parsed in it", found.rounds[n]);
  print_questions(found.unrecorded, "without a parsed skeleton, so counted as wrong there");
  print_questions(found.unread, "with gold SQL that does not parse, so not counted");
}

json::object scores_json(ev::recorded_skeletons::scores const& s) {
  auto const share = [](ev::skeleton_share const& of) {
    return json::object{{"questions", of.questions}, {"right", of.right}, {"percent", of.percent()}};
  };
  return {{"sql", share(s.sql)}, {"parsed", share(s.parsed)}};
}

json::object found_json(ev::recorded_skeletons const& found, std::string const& file) {
  json::object out{{"file", t2s::text::valid_utf8(file)}};
  for (auto& [key, value] : scores_json(found.all)) out[key] = std::move(value);
  auto& levels = out.emplace("by_hardness", json::object()).first->value().as_object();
  for (auto const& [level, scores] : found.hardness) levels[t2s::text::valid_utf8(level)] = scores_json(scores);
  auto& rounds = out.emplace("by_round", json::array()).first->value().as_array();
  for (auto const& scores : found.rounds) rounds.push_back(scores_json(scores));
  out["unrecorded"] = numbers_json(found.unrecorded);
  out["unread"] = numbers_json(found.unread);
  return out;
}

}  // namespace

json::array evaluate_recorded_skeletons(recorded_runs const& runs) {
  json::array all;
  for (auto const& file : runs.files) {
    auto const recorded = std::ranges::count_if(file.predictions, [](auto const& p) { return !p.recorded().skeletons.empty(); });
    require_records(file, static_cast<std::size_t>(recorded), "a parsed skeleton",
                    "pipelines dac and dac-local record them, as does a pipeline of your own with t2s::feedback::skeleton_mismatch, where "
                    "`t2s predict --out` names a file that ends in .jsonl; --metric structure has the skeletons of SQL alone");
    auto const found = ev::recorded_skeleton_accuracy(runs.gold, file, runs.hardness);
    std::cout << (all.empty() ? "" : "\n") << "Skeletons (DAC's) of the runs of " << printable(file.name)
              << " that equal the gold SQL's, in percent\n\n";
    print(runs, found);
    all.push_back(found_json(found, file.name));
  }
  return all;
}

void evaluate_skeletons(t2s::evaluation::gold_set const& gold, t2s::evaluation::data_set const& data) {
  auto const asked = by_database(gold);
  auto const pool = data.demonstrations.empty() ? file_names{(data.folder / "train.json").string()} : data.demonstrations;
  skeleton_parser parser(read_demonstrations(pool, "--pool"));
  progress bar(gold.questions.size());
  skeleton_accuracy all;
  std::map<std::string, skeleton_accuracy> each;
  std::vector<double> milliseconds;
  for (auto const& [id, theirs] : asked) {
    auto file = open_database(database_file(data.databases, id));
    t2s::prepared database(file);
    static_cast<void>(database.known<t2s::knowledge::lexicon>());  // must not count as time of its first question
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
