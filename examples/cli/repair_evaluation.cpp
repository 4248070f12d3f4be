// SPDX-License-Identifier: BSL-1.0
#include "repair_evaluation.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "answer_json.hpp"
#include "comparison_option.hpp"
#include "data_options.hpp"
#include "lexicon_options.hpp"
#include "output_file.hpp"
#include "printable.hpp"
#include "repair_shop.hpp"
#include "t2s/lab/evaluation/detail/repair_set.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace ev = t2s::evaluation;
namespace json = boost::json;

/// What became of the statements of one kind.
struct outcomes {
  std::size_t issues = 0, right_before = 0, fixed = 0, broken = 0, still_wrong = 0;

  void add(bool before, bool after) {
    ++issues;
    right_before += before ? 1U : 0U;
    fixed += !before && after ? 1U : 0U;
    broken += before && !after ? 1U : 0U;
    still_wrong += !before && !after ? 1U : 0U;
  }
  [[nodiscard]] json::object as_json() const {
    return {{"issues", issues}, {"right_before", right_before}, {"fixed", fixed}, {"broken", broken}, {"still_wrong", still_wrong}};
  }
};

/// "no_such_column", "other rows" of a statement that runs, "right".
std::string kind_of(ev::verdict const& before) {
  if (before.failure) return std::string(t2s::name_of(before.failure->code));
  return before.ex ? "right" : "other rows";
}

void print_line(std::string const& kind, outcomes const& o) {
  std::cout << std::left << std::setw(26) << kind << std::right;
  for (auto const n : {o.issues, o.right_before, o.fixed, o.broken, o.still_wrong}) std::cout << std::setw(13) << n;
  std::cout << "\n";
}

void print_table(std::map<std::string, outcomes> const& kinds, outcomes const& all) {
  std::cout << std::left << std::setw(26) << "kind of error" << std::right;
  for (auto const* head : {"issues", "right before", "fixed", "broken", "still wrong"}) std::cout << std::setw(13) << head;
  std::cout << "\n";
  for (auto const& [kind, of] : kinds) print_line(kind, of);
  print_line("all", all);
}

ev::report judged(ev::repair_set const& set, std::vector<repaired_prediction> const& done, ev::data_folders const& folders,
                  po::variables_map const& given) {
  ev::prediction_set after{"repaired", {}};
  for (auto const& d : done) after.predictions.push_back({d.sql});
  ev::evaluation_options how;
  how.how = ev::mode::strict;
  how.wanted = {.em = false, .rounds = false};
  how.compare = comparison_of(given);
  how.jobs = jobs_of(given);
  return ev::evaluate(set.gold, std::vector{set.issues, after}, folders, how);
}

/// What became of all statements, by kind of error and each.
struct tally {
  std::map<std::string, outcomes> kinds{};
  outcomes all{};
  json::array each{};

  void add(std::string const& id, ev::verdict const& before, bool after, std::string const& sql) {
    auto const kind = kind_of(before);
    kinds[kind].add(before.ex, after);
    all.add(before.ex, after);
    each.push_back(
        json::object{{"instance_id", json_text(id)}, {"kind", kind}, {"before", before.ex}, {"after", after}, {"sql", json_text(sql)}});
  }
  [[nodiscard]] json::object as_json() const {
    json::object by_kind;
    for (auto const& [kind, of] : kinds) by_kind[kind] = of.as_json();
    return {{"all", all.as_json()}, {"kinds", std::move(by_kind)}, {"each", each}};
  }
};

tally tally_of(ev::repair_set const& set, std::vector<repaired_prediction> const& done, ev::report const& report) {
  tally out;
  for (std::size_t i = 0; i < done.size(); ++i) {
    auto const& q = report.questions[i];
    if (q.skipped || q.no_ex)
      std::cerr << "t2s: " << printable(set.gold.ids[i]) << ": its right SQL fails; it does not count\n";
    else
      out.add(set.gold.ids[i], report.files[0].verdicts[i], report.files[1].verdicts[i].ex, done[i].sql);
  }
  return out;
}

}  // namespace

void evaluate_repair(po::variables_map const& given, t2s::repair::repair_options const& rules) {
  auto const set = ev::read_repair_set(given["eval"].as<std::string>());
  auto const out = text_of(given, "out");
  if (!out.empty()) require_output(out, {given["eval"].as<std::string>()});
  auto const databases = open_data(given).databases;
  for (auto const& w : set.issues.warnings) std::cerr << "t2s: " << printable(w) << "\n";
  repair_shop shop(databases, set.gold, set.issues, rules, lexicon_options(given));
  shop.run(jobs_of(given));
  auto const found = tally_of(set, shop.done(), judged(set, shop.done(), {databases, {}}, given));
  print_table(found.kinds, found.all);
  if (!out.empty()) write_whole(out, json::serialize(found.as_json()) + "\n");
}

}  // namespace cli
