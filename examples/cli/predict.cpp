// SPDX-License-Identifier: BSL-1.0
// t2s predict: one SQL a line for the questions of a file.
#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <iostream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "advice.hpp"
#include "command.hpp"
#include "data_options.hpp"
#include "output_file.hpp"
#include "pipeline_options.hpp"
#include "predictor.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
using seconds = std::chrono::duration<double>;

/// Names the questions that failed.
void print_failures(predictor const& p) {
  constexpr std::size_t most = 20;
  auto const all = p.failures().all();
  std::size_t shown = 0;
  for (auto const& [i, what] : all) {
    if (shown++ == most) break;
    std::cerr << "t2s: question #" << i << " (" << printable(p.question(i)) << "): " << for_terminal(what.text()) << "\n";
  }
  if (all.size() > most) std::cerr << "t2s: ... and " << all.size() - most << " more\n";
}

void print_summary(predictor const& p, seconds took, std::string const& out) {
  std::cerr << counted(p.size(), "question") << " in " << spoken(took);
  if (p.size() > 0) std::cerr << " (" << spoken(took / static_cast<double>(p.size())) << " a question)";
  std::cerr << ", " << p.without_sql() << " without SQL";
  if (auto const failed = p.failures().all().size(); failed > 0) std::cerr << ", " << failed << " failed";
  std::cerr << ", written to " << out << "\n";
  if (p.cut_off() > 0)
    std::cerr << p.cut_off() << " answers of the model were cut off where their tokens ended; allow more with --max-tokens\n";
  if (p.cut_answers() > 0)
    std::cerr << "cut to " << t2s::limits().answer_bytes << " bytes: " << counted(p.cut_answers(), "answer") << " of the model\n";
}

/// Ends as the work did: an answer of a model costs time and money, so what was answered is written before.
exit_code status_of(predictor const& p, model_options const& settings, std::string const& out) {
  if (p.failures().over()) {
    if (p.answered() == 0) std::rethrow_exception(p.failures().ending());
    std::cerr << "t2s: stopped after " << p.answered() << " of " << counted(p.size(), "question") << "; the others are SELECT NULL in "
              << out << "\n";
    if (settings.is_plain())
      std::cerr << "t2s: with --cache FILE, or --replay FILE --record FILE, a further run need not ask again what was answered\n";
    std::rethrow_exception(p.failures().ending());
  }
  return p.failures().all().empty() ? answered : infrastructure;
}

options predict_options() {
  options o(
      "predict --data DIR --out FILE [options]",
      "Writes one SQL a line for every question of a file in Spider's or BIRD's format: offline, or with --llm by asking a model;\n"
      "--pipeline chooses how.\n"
      "A question without SQL becomes SELECT NULL. The output is written when all questions are done, and does not depend on --jobs.\n"
      "Questions for which the model fails are named, and the exit status is 3; what fails for all of them ends the run.");
  auto add = o.described.add_options();
  add("data", a_folder()->required(), "the data set");
  add("out", a_file()->required(), "where to write; a name that ends in .jsonl gets every round and its cost");
  add("questions", a_file(), "questions (default: DIR/dev.json)");
  add("demonstrations", a_file(),
      "question and SQL pairs: JSON of Spider or BIRD, JSON Lines, CSV (default: DIR/train.json, or\n"
      "if it has none those that come with t2s)");
  describe_databases(o.described);
  describe_jobs(o.described);
  add("limit", a_number(), "only the first N questions");
  pipeline_options::describe(o.described);
  model_options::describe(o.described, purpose::runs);
  return o;
}

}  // namespace

int predict(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!predict_options().read(words, given)) return answered;

  auto const jobs = jobs_of(given);
  auto const limit = whole_number(given, "limit", 1, 1'000'000'000, std::numeric_limits<std::size_t>::max());
  auto const from = open_data(given);
  auto const out = given["out"].as<std::string>();
  require_output(out, files_of(from));
  model_options const settings(given, purpose::runs);
  pipeline_options const pipeline(given, settings);
  prediction_load load{read_questions(from.questions), from};
  load.questions.resize(std::min(limit, load.questions.size()));
  predictor p(from, std::move(load), settings, pipeline);
  require_output(out, p.inputs(from));
  auto const begin = std::chrono::steady_clock::now();
  if (p.in_order() && given.count("jobs") != 0 && jobs > 1)
    throw usage_error("questions that learn of each other are asked one at a time: leave --jobs out, or the setting");
  p.run(p.in_order() ? 1 : jobs);
  print_failures(p);
  if (p.answered() > 0 || !p.failures().over()) {
    write_whole(out, fs::path(out).extension() == ".jsonl" ? p.json_lines() : p.text());
    print_summary(p, std::chrono::steady_clock::now() - begin, out);
    p.keep_learnt();  // after the answers, which must not be lost for it
  }
  return status_of(p, settings, out);
}

}  // namespace cli
