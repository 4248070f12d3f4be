// SPDX-License-Identifier: BSL-1.0
// t2s study: strategies of correction over the same drafts.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "data_options.hpp"
#include "output_file.hpp"
#include "pipeline_options.hpp"
#include "study/composed_strategy.hpp"
#include "study/description.hpp"
#include "study/figure_files.hpp"
#include "study/model_corrector.hpp"
#include "study/pipeline_strategy.hpp"
#include "study/vote_strategy.hpp"
#include "t2s/core/error.hpp"
#include "t2s/report/study.hpp"
#include "t2s/study.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace correctors = t2s::correctors;
using namespace study;

options study_options_described() {
  options o(
      "study FILE --data DIR [--out DIR] [options]",
      "Compares strategies of correction over the same drafts: what each puts right and breaks, what its feedback notices, and what it\n"
      "costs. FILE describes the strategies, the drafts and the corrector, which answers in the place of a model; it is JSON, and\n"
      "docs/studies/README.md has its members. What is set here counts more than what FILE says.");
  auto add = o.described.add_options();
  add("file", a_file()->required(), "the description");
  add("data", a_folder(), "the data set, with gold SQL and databases");
  add("questions", a_file(), "questions (default: DIR/dev.json)");
  add("drafts", po::value<std::vector<std::string>>()->multitoken()->value_name("FILE..."),
      "predictions that are corrected, as t2s evaluate reads them (default: those of FILE, else DIR/predictions/*)");
  add("corrector", a_word("NAME"), "gold, unchanged, published, simulated or model (default: that of FILE, else gold)");
  add("out", a_folder(), "folder for the page, the figures and the record of each run");
  add("times", "measure durations, which differ from run to run");
  add("demonstrations", a_file(), "question and SQL pairs for strategies that show some (default: DIR/train.json)");
  describe_databases(o.described);
  describe_jobs(o.described);
  add("limit", a_number(), "only the first N questions");
  pipeline_options::describe_files(o.described);
  model_options::describe(o.described, purpose::runs);
  o.positional.add("file", 1);
  return o;
}

/// All predictions of a data set, in the order of their names.
std::vector<std::string> usual_drafts(fs::path const& data) {
  std::vector<std::string> found;
  if (fs::is_directory(data / "predictions"))
    for (auto const& entry : fs::directory_iterator(data / "predictions")) found.push_back(entry.path().string());
  std::ranges::sort(found);
  if (found.empty())
    throw usage_error("there are no drafts: name files of predictions with --drafts, put them into " + (data / "predictions").string() +
                      ", or write \"drafts\": \"own\" into the description");
  return found;
}

/// One study, from the options to the files.
class study_command {
 public:
  explicit study_command(po::variables_map& given)
      : described_(completed(given)),
        files_(open_data(given)),
        data_(files_, whole_number(given, "limit", 1, 1'000'000'000, std::numeric_limits<std::size_t>::max())),
        settings_(given, purpose::runs),
        pipelines_(given),
        out_(text_of(given, "out")) {
    if (!out_.empty()) require_figures(out_, inputs(given));
    how_.jobs = jobs_of(given);
    how_.seed = described_.seed;
    how_.attempts = described_.attempts;
    how_.times = given.count("times") != 0;
    read_pool();
    read_strategies();
  }

  int run() {
    auto all = described_.own_drafts ? t2s::study::own_drafts(data_, corrector()) : t2s::study(data_, drafts(), corrector());
    for (auto& s : strategies_) all.add(s);
    auto figures = all.run(how_);
    figures.title = described_.title;
    if (!out_.empty()) write_figures(out_, figures);
    std::cout << t2s::studies::study_text(figures);
    return answered;
  }

 private:
  /// The user's files, which nothing may be written over.
  [[nodiscard]] std::vector<std::string> inputs(po::variables_map const& given) const {
    std::vector<std::string> all{given["file"].as<std::string>()};
    all.insert(all.end(), files_.questions.begin(), files_.questions.end());
    if (described_.drafts) all.insert(all.end(), described_.drafts->begin(), described_.drafts->end());
    return all;
  }

  /// The description, with what the command line says in its place; what it lacks in the options is taken over from it.
  static description completed(po::variables_map& given) {
    auto to = read_description(given["file"].as<std::string>());
    auto const take = [&](char const* option, std::string const& value) {
      if (given.count(option) == 0 && !value.empty()) given.insert({option, po::variable_value(boost::any(value), false)});
    };
    take("data", to.data);
    take("questions", to.questions);
    if (given.count("data") == 0) throw usage_error("--data DIR is missing: the questions with their gold SQL and databases");
    if (given.count("drafts") != 0) to.drafts = given["drafts"].as<std::vector<std::string>>(), to.own_drafts = false;
    if (given.count("corrector") != 0) to.corrector.kind = known_corrector(given["corrector"].as<std::string>());
    if (!to.own_drafts && !to.drafts) to.drafts = usual_drafts(given["data"].as<std::string>());
    return to;
  }

  void read_pool() {
    bool const wanted = std::ranges::any_of(described_.strategies, [](described_strategy const& s) {
      return !s.pipeline.empty() || s.demonstrations > 0 || s.vote == "evidence" || std::ranges::any_of(s.feedback, [](auto const& f) {
        return f == "skeleton_mismatch.retrieved" || f == "skeleton_mismatch.drafted";
      });
    });
    if (!wanted) return;
    pool_ = demonstrations_or_shipped(files_.demonstrations);
    index_ = std::make_shared<t2s::retrieve::skeleton_index const>(pool_);
  }

  void read_strategies() {
    systems_.reserve(described_.strategies.size());  // strategies refer to them
    for (auto const& s : described_.strategies) try {
        strategies_.push_back(!s.vote.empty() ? vote_strategy(s, index_) : s.pipeline.empty() ? composed_strategy(s, index_) : pipeline(s));
      } catch (usage_error const& e) {
        throw usage_error("strategy \"" + s.name + "\": " + e.what());
      }
  }

  t2s::studies::strategy pipeline(described_strategy const& s) {
    std::vector<std::string> settings;
    for (auto const& one : s.settings) settings.push_back(std::string(find_system(s.pipeline).prefix) + "." + one);
    std::vector<std::string_view> const views(settings.begin(), settings.end());
    systems_.push_back(pipelines_.with(s.pipeline, views));
    offered with;
    with.pool = pool_;
    with.tables = files_.tables;
    with.databases = files_.databases;
    with.descriptions = files_.descriptions;
    with.gold = gold();
    return pipeline_strategy(s.name, systems_.back(), settings_, std::move(with));
  }

  [[nodiscard]] gold_questions gold() const {
    std::map<std::string, t2s::gold_answers> all;
    for (auto const& q : data_.gold.questions) all[q.database].emplace(q.question, q.sql);
    gold_questions to;
    for (auto& [database, answers] : all) to.by_database[database] = std::make_shared<t2s::gold_answers const>(std::move(answers));
    to.lacking.clear();
    return to;
  }

  [[nodiscard]] std::vector<t2s::evaluation::prediction_set> drafts() const { return data_.drafts(*described_.drafts); }

  [[nodiscard]] t2s::studies::any_corrector corrector() {
    auto const& c = described_.corrector;
    if (c.kind == "unchanged") return correctors::unchanged();
    if (c.kind == "published") return c.files.empty() ? correctors::published() : correctors::published(data_.drafts(c.files));
    if (c.kind == "simulated") return c.before.empty() ? correctors::simulated{c.mends, c.spoils} : fitted();
    if (c.kind == "gold") return correctors::gold();
    if (!settings_.present()) throw usage_error("the corrector is a model: give --llm URL --model NAME, or --replay FILE");
    model_ = std::make_unique<waiting_model>(settings_);
    return correctors::live(*model_, settings_.server().present() ? settings_.server().endpoint().model : "a recorded model");
  }

  /// The simulated corrector with the rates of a pair of published runs.
  [[nodiscard]] correctors::simulated fitted() const {
    auto const& c = described_.corrector;
    auto const by = std::ranges::find(strategies_, c.fitted_by, &t2s::studies::strategy::name);
    if (by == strategies_.end())
      throw usage_error("the corrector is fitted with the strategy \"" + c.fitted_by + "\", which the description does not have");
    t2s::study pair(data_, data_.drafts({c.before, c.after}), correctors::unchanged());
    auto const rates = t2s::studies::fitted_rates(pair.add(*by), how_);
    if (!rates.mends || !rates.spoils)
      throw usage_error("the corrector cannot be fitted: \"" + c.fitted_by + "\" objects to " + std::to_string(rates.rightly) +
                        " wrong and " + std::to_string(rates.wrongly) + " right drafts of " + c.before);
    return {rates.mends->value, rates.spoils->value};
  }

  description described_;
  t2s::evaluation::data_set files_;
  t2s::studies::question_set data_;
  model_options settings_;
  pipeline_options pipelines_;
  std::string out_;
  t2s::studies::study_options how_{};
  std::vector<t2s::retrieve::demonstration> pool_{};
  std::shared_ptr<t2s::retrieve::skeleton_index const> index_{};
  std::vector<pipeline_options> systems_{};
  std::vector<t2s::studies::strategy> strategies_{};
  std::unique_ptr<waiting_model> model_{};
};

}  // namespace

int compare_strategies(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!study_options_described().read(words, given)) return answered;
  return study_command(given).run();
}

}  // namespace cli
