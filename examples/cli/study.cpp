// SPDX-License-Identifier: BSL-1.0
// t2s study: compares correction strategies over the same drafts.
#include <algorithm>
#include <boost/json/parse.hpp>
#include <exception>
#include <filesystem>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "data_options.hpp"
#include "failed_questions.hpp"
#include "interruption.hpp"
#include "kept_items.hpp"
#include "long_work.hpp"
#include "output_file.hpp"
#include "pipeline_options.hpp"
#include "printable.hpp"
#include "shard.hpp"
#include "study/composed_strategy.hpp"
#include "study/description.hpp"
#include "study/figure_files.hpp"
#include "study/model_corrector.hpp"
#include "study/pipeline_strategy.hpp"
#include "study/shift_command.hpp"
#include "study/vote_strategy.hpp"
#include "t2s/core/error.hpp"
#include "t2s/lab/report/report.hpp"
#include "t2s/lab/studies/study.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"
#include "wording.hpp"
#include "work_header.hpp"

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
      "docs/studies/README.md has its members. Options override FILE. `t2s study shift` writes a data set in another owner's form.");
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
  describe_shard(o.described);
  add("restart", "forget what an interrupted study has kept");
  add("limit", a_number(), "only the first N questions");
  pipeline_options::describe_files(o.described);
  model_options::describe(o.described, purpose::runs);
  o.positional.add("file", 1);
  return o;
}

/// All predictions of a data set, sorted by name.
std::vector<std::string> usual_drafts(fs::path const& data) {
  if (!fs::is_directory(data))
    throw t2s::error(t2s::errc::file_not_found, "there is no directory " + data.string(), "give the folder of a data set with --data");
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
  study_command(po::variables_map& given, std::vector<std::string> const& words, bool is_joined)
      : given_(given),
        words_(words),
        is_joined_(is_joined),
        part_(shard_of(given)),
        described_(completed(given)),
        files_(open_data(given, "questions", "demonstrations", true)),
        data_(files_, whole_number(given, "limit", 1, 1'000'000'000, std::numeric_limits<std::size_t>::max())),
        settings_(given, purpose::runs),
        pipelines_(given),
        out_(text_of(given, "out")) {
    if (!out_.empty()) require_figures(out_, inputs(given));
    if (part_ && out_.empty()) throw usage_error("--shard needs --out DIR, where shards are kept until they are joined");
    how_.jobs = jobs_of(given);
    how_.seed = described_.seed;
    how_.attempts = described_.attempts;
    how_.times = given.count("times") != 0;
    read_pool();
    read_strategies();
  }

  int run() {
    how_.stop = stop_by_signal();
    auto all =
        described_.own_drafts ? t2s::studies::study::own_drafts(data_, corrector()) : t2s::studies::study(data_, drafts(), corrector());
    for (auto& s : strategies_) all.add(s);
    auto const n = data_.size();
    auto const in = part_ ? part_->of_items(n) : item_range{0, n};
    auto kept = out_.empty() ? kept_items(n) : kept_items(journal(), header(all), n, given_.count("restart") != 0);
    if (is_joined_)
      require_all(kept, in);
    else
      note_kept(kept, in, "question");
    ask(all, kept, in);
    if (part_) return note_shard(*part_, kept, in, "question", out_), answered;
    std::size_t next = 0;
    auto figures = all.figures([&] { return next < n ? std::optional(recorded::from_json(kept.text(next++))) : std::nullopt; });
    figures.title = described_.title;
    if (!out_.empty()) {
      write_records(kept);
      write_figures(out_, figures);
    }
    kept.remove();
    std::cout << printable_lines(t2s::studies::study_text(figures));
    return answered;
  }

 private:
  using recorded = t2s::studies::recorded_question;

  [[nodiscard]] std::string journal() const {
    auto const study = (fs::path(out_) / "study").string();
    return part_ ? part_->file_of(study) : study + ".journal";
  }

  [[nodiscard]] std::string header(t2s::studies::study const& all) const {
    work_header about{"study", data_.size(), {}, {}, part_, ".journal", words_};
    about.add_options(given_, {"file", "drafts"});
    about.settings["study"] = boost::json::parse(all.settings(how_));
    about.add_files("description", {given_["file"].as<std::string>()});
    about.add_data(files_);
    if (described_.drafts) about.add_files("drafts", *described_.drafts);
    about.add_files("corrector", described_.corrector.files);
    about.add_files("fitted", {described_.corrector.before, described_.corrector.after});
    if (!pool_.empty()) about.add_files("demonstrations", files_.demonstrations);
    about.add_databases(files_.databases, data_.database_names(), true);
    return about.text();
  }

  /// Runs the questions that are not kept. Throws if some fail: figures over fewer questions than stated would mislead.
  void ask(t2s::studies::study const& all, kept_items& kept, item_range in) {
    t2s::studies::study::session runs(all, how_);
    failed_questions failed;
    work_through(kept, {in, how_.jobs, how_.stop, progress_shown::yes, runs.order()}, failed,
                 [&runs] { return [&runs](std::size_t i) { return std::optional(boost::json::parse(runs.ask(i).json()).as_object()); }; });
    if (signal_seen() != 0 && kept.count(in) < in.size()) throw interrupted(interruption_text(kept, in, "question"));
    if (failed.over()) std::rethrow_exception(failed.ending());
    auto const each = failed.all();
    if (each.empty()) return;
    auto what = each.begin()->second;
    what.message = counted(each.size(), "question") + " failed, first #" + std::to_string(each.begin()->first) + ": " + what.message;
    throw t2s::error(std::move(what));
  }

  void write_records(kept_items const& kept) const {
    write_whole((fs::path(out_) / "records.jsonl").string(), [&kept](piece_writer const& put) {
      for (std::size_t i = 0; i < kept.size(); ++i) put(recorded::from_json(kept.text(i)).json() + "\n");
    });
  }

  /// The user's files, which must not be overwritten.
  [[nodiscard]] std::vector<std::string> inputs(po::variables_map const& given) const {
    std::vector<std::string> all{given["file"].as<std::string>()};
    all.insert(all.end(), files_.questions.begin(), files_.questions.end());
    if (described_.drafts) all.insert(all.end(), described_.drafts->begin(), described_.drafts->end());
    return all;
  }

  /// The description. The command line overrides its members; options without a value take theirs from it.
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
        throw usage_error(given_["file"].as<std::string>() + ", strategy \"" + s.name + "\": " + e.what());
      }
  }

  t2s::studies::strategy pipeline(described_strategy const& s) {
    std::vector<std::string> settings;
    auto const& chosen = find_system(s.pipeline);
    bool const drafts_itself = described_.own_drafts && described_.corrector.kind == "model";
    if (chosen.is_set && !drafts_itself)
      throw usage_error("a study gives every strategy the same draft, and the pipeline " + s.pipeline +
                        " drafts several candidates of its own: write \"drafts\": \"own\" and \"corrector\": \"model\"");
    auto const prefix = std::string(chosen.prefix) + ".";
    for (auto const& one : s.settings) settings.push_back((one.starts_with(prefix) ? "" : prefix) + one);
    std::vector<std::string_view> const views(settings.begin(), settings.end());
    if (s.several.is_several() && !drafts_itself)
      throw usage_error(
          "a strategy with several candidates drafts them itself, with a model: write \"drafts\": \"own\" and \"corrector\": \"model\"");
    systems_.push_back(pipelines_.with(s.pipeline, views).with(s.several).with_repair(s.repair).with_guard(s.guard));
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
    for (std::size_t i = 0; i < data_.size(); ++i) {
      auto const q = data_[i];
      all[q.database].emplace(t2s::asked_text(q), q.sql);
    }
    gold_questions to;
    for (auto& [database, answers] : all) to.by_database[database] = std::make_shared<t2s::gold_answers const>(std::move(answers));
    to.lacking.clear();
    return to;
  }

  [[nodiscard]] std::vector<t2s::studies::draft_set> drafts() const { return data_.drafts(*described_.drafts); }

  [[nodiscard]] t2s::studies::any_corrector corrector() {
    auto const& c = described_.corrector;
    if (c.kind == "unchanged") return correctors::unchanged();
    if (c.kind == "published" && c.files.empty() && described_.drafts && described_.drafts->size() < 2)
      throw usage_error(
          "the corrector \"published\" revises by other predictions: give a second file of drafts, or {\"published\": [FILES]}");
    if (c.kind == "published") return c.files.empty() ? correctors::published() : correctors::published(data_.drafts(c.files));
    if (c.kind == "simulated") return c.before.empty() ? correctors::simulated{c.mends, c.spoils} : fitted();
    if (c.kind == "gold") return correctors::gold();
    if (!settings_.present()) throw usage_error("the corrector is a model: give --llm URL --model NAME, or --replay FILE");
    model_ = std::make_unique<waiting_model>(settings_);
    return correctors::live(*model_, settings_.server().present() ? settings_.server().endpoint().model : "a recorded model");
  }

  /// The simulated corrector with the rates of two published runs, before and after.
  [[nodiscard]] correctors::simulated fitted() const {
    auto const& c = described_.corrector;
    auto const by = std::ranges::find(strategies_, c.fitted_by, &t2s::studies::strategy::name);
    if (by == strategies_.end())
      throw usage_error("the corrector is fitted with the strategy \"" + c.fitted_by + "\", which the description does not have");
    t2s::studies::study pair(data_, data_.drafts({c.before, c.after}), correctors::unchanged());
    auto const rates = t2s::studies::fitted_rates(pair.add(*by), how_);
    if (!rates.mends || !rates.spoils)
      throw usage_error("the corrector cannot be fitted: \"" + c.fitted_by + "\" objects to " + std::to_string(rates.rightly) +
                        " wrong and " + std::to_string(rates.wrongly) + " right drafts of " + c.before);
    return {rates.mends->value, rates.spoils->value};
  }

  po::variables_map const& given_;
  std::vector<std::string> words_;
  bool is_joined_;  // no request is sent
  std::optional<shard> part_;
  description described_;
  t2s::evaluation::data_set files_;
  t2s::studies::question_set data_;
  model_options settings_;
  pipeline_options pipelines_;
  std::string out_;
  t2s::studies::study_options how_{};
  std::vector<t2s::demonstration> pool_{};
  std::shared_ptr<t2s::retrieve::skeleton_index const> index_{};
  std::vector<pipeline_options> systems_{};
  std::vector<t2s::studies::strategy> strategies_{};
  std::unique_ptr<waiting_model> model_{};
};

/// `joined`: the folder of shards with all questions.
int compare(std::vector<std::string> const& words, std::string const& joined) {
  po::variables_map given;
  if (!study_options_described().read(words, given)) return answered;
  if (!joined.empty()) given.at("out").value() = joined;
  return study_command(given, words, !joined.empty()).run();
}

}  // namespace

int compare_strategies(std::vector<std::string> const& words) {
  if (!words.empty() && words.front() == "shift") return shift_data_set({words.begin() + 1, words.end()});
  return compare(words, {});
}

int study_joined(std::vector<std::string> const& words, std::string const& output) { return compare(words, output); }

}  // namespace cli
