// SPDX-License-Identifier: BSL-1.0
// t2s reproduce: measures a table of a paper with your own model.
#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "advice.hpp"
#include "command.hpp"
#include "interruption.hpp"
#include "kept_items.hpp"
#include "long_work.hpp"
#include "output_file.hpp"
#include "pipeline_options.hpp"
#include "prediction_entries.hpp"
#include "predictor.hpp"
#include "printable.hpp"
#include "reproduce/data_sources.hpp"
#include "reproduce/measured_runs.hpp"
#include "reproduce/paper_table.hpp"
#include "reproduce/plan.hpp"
#include "shard.hpp"
#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/lab/report/detail/figure_table.hpp"
#include "wording.hpp"
#include "work_header.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace ev = t2s::evaluation;
using namespace reproduce;

/// The place of all files: the model's answers, the records of runs, the table.
class work_folder {
 public:
  /// `name` is the name of the table: the files are NAME.txt and so on.
  work_folder(std::string const& path, std::string name, std::vector<std::string> const& inputs) : path_(path), name_(std::move(name)) {
    std::error_code failed;
    fs::create_directories(path_ / "runs", failed);
    if (failed)
      throw t2s::error(t2s::errc::file_unwritable, "--out: the folder " + path + " cannot be made: " + failed.message(),
                       "name a folder that can be written");
    for (auto const* form : {"txt", "csv", "json", "html"}) require_output(file(form), inputs);
    require_output(answers(), inputs);
  }

  [[nodiscard]] std::string answers() const { return (path_ / "answers.sqlite").string(); }

  /// The file with the records of a run.
  [[nodiscard]] std::string records(std::string name) const {
    std::ranges::replace_if(name, [](char c) { return c == ' ' || c == '/' || c == ','; }, '_');
    return (path_ / "runs" / (name + ".jsonl")).string();
  }

  void write(ev::figure_table const& t) const {
    write_whole(file("txt"), ev::table_text(t));
    write_whole(file("csv"), ev::table_csv(t));
    write_whole(file("json"), boost::json::serialize(ev::table_json(t)) + "\n");
    write_whole(file("html"), ev::table_html(t));
  }

 private:
  [[nodiscard]] std::string file(std::string const& form) const { return (path_ / (name_ + "." + form)).string(); }

  fs::path path_;
  std::string name_;
};

std::vector<std::string> texts(std::vector<std::string_view> const& all) { return {all.begin(), all.end()}; }

/// Reads "81.3" as 81.3; nothing for a figure that a paper leaves open.
std::optional<double> number_in(std::string_view printed) {
  double value = 0;
  auto const [end, failed] = std::from_chars(printed.data(), printed.data() + printed.size(), value);
  return failed == std::errc() && end == printed.data() + printed.size() ? std::optional(value) : std::nullopt;
}

bool is_count(measure m) {
  return m == measure::questions || m == measure::databases || m == measure::fixed || m == measure::broken ||
         (m >= measure::table_errors && m <= measure::execution_errors);
}

/// The number of decimals that the paper prints in that column; at least one for a share.
int digits_of(paper_table const& t, std::size_t column, measure what) {
  if (what == measure::p_value) return 4;
  std::size_t most = is_count(what) ? 0 : 1;
  for (auto const& row : t.theirs)
    if (auto const dot = row.figures[column].find('.'); dot != row.figures[column].npos)
      most = std::max(most, row.figures[column].size() - dot - 1);
  return static_cast<int>(most);
}

std::string written(double value, int digits) {
  std::array<char, 64> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits).ptr};
}

/// The labels of a row; the user's model is under the head "Model".
std::vector<std::string> labels_of(paper_table const& t, measured_row const& row, std::string const& model) {
  auto labels = texts(row.labels);
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (t.label_heads[i] == "Model" && labels[i].empty()) labels[i] = model;
  return labels;
}

/// What empty cells need: "Not measured: Bird (--data bird=DIR)."
std::vector<std::string> missing_of(paper_table const& t, data_sources const& data, further_files const& has) {
  std::map<std::string, std::vector<std::string>> columns;
  for (auto const& c : t.columns)
    for (auto const& row : t.ours)
      if (auto const option = lacking(row, c, data, has); !option.empty()) {
        auto& heads = columns[option];
        auto const what = row.needs_knowledge && option == knowledge_option ? row.labels.back() : c.head;
        if (heads.empty() || heads.back() != what) heads.emplace_back(what);
      }
  std::vector<std::string> notes;
  for (auto const& [option, heads] : columns)
    notes.push_back("Not measured: " + t2s::text::join(heads, ", ") + ", which needs " + option + ".");
  return notes;
}

ev::figure_unit unit_of(measure what) {
  if (what == measure::p_value || what == measure::calls) return ev::figure_unit::other;
  return is_count(what) ? ev::figure_unit::count : ev::figure_unit::percent;
}

/// The runs of one model.
struct runs_by {
  std::string model{};
  measured_runs runs;
};

/// Adds our rows, measured with a model; those that need none if it is the first.
void add_ours(ev::figure_table& out, paper_table const& t, runs_by const& by, bool is_first) {
  for (auto const& row : t.ours) {
    if (row.run.pipeline.empty() && !is_first) continue;
    auto& shown = out.rows.emplace_back(ev::figure_table::row{"measured", labels_of(t, row, by.model), {}});
    for (std::size_t c = 0; c < t.columns.size(); ++c) {
      auto const value = by.runs.figure(row, t.columns[c]);
      auto const digits = digits_of(t, c, row.instead.value_or(t.columns[c].what));
      shown.figures.push_back(value ? ev::figure{written(*value, digits), value} : ev::figure{});
    }
  }
}

ev::figure_table filled(paper const& of, paper_table const& t, std::vector<runs_by> const& models) {
  ev::figure_table out;
  out.title =
      std::string(of.name) + ", " + (t.number.starts_with("figure") ? "" : "table ") + std::string(t.number) + ": " + std::string(t.title);
  out.label_heads = texts(t.label_heads);
  out.is_curve = t.is_curve;
  for (auto const& c : t.columns) {
    out.heads.emplace_back(c.head);
    out.units.push_back(unit_of(c.what));
  }
  for (auto const& row : t.theirs) {
    auto& shown = out.rows.emplace_back(ev::figure_table::row{"paper", texts(row.labels), {}});
    for (auto const printed : row.figures) shown.figures.push_back({std::string(printed), number_in(printed)});
  }
  for (auto const& by : models) add_ours(out, t, by, &by == &models.front());
  return out;
}

/// Lists the tables that can be reproduced.
void list_tables(paper const& of) {
  std::cout << of.name << ": " << of.title << "\n";
  for (auto const& t : of.tables) std::cout << "  --table \"" << t.number << "\"  " << t.title << "\n";
  for (auto const& o : of.omitted) std::cout << "  not " << o.number << ": " << o.reason << "\n";
}

options reproduce_options() {
  options o(
      "reproduce PAPER --table N --data NAME=DIR... --llm URL --model NAME --out DIR [options]",
      "Makes the runs of a table of a paper with your model, evaluates them, and prints the table in the paper's layout beside the\n"
      "paper's own figures. It says first how many calls that takes; --plan ends there. What was answered is kept in --out: after an\n"
      "interruption the same command goes on, and a further run asks nothing. PAPER alone lists its tables; it is dart-sql, sql-craft,\n"
      "tcsr-sql, dac or dynamic-revision. With --model repeated the table has rows of each model; --llm is given once, or once for each.\n"
      "Prompts have the papers' form: the whole schema, without descriptions of columns, unless --schema-tokens or --descriptions are\n"
      "given. docs/reproduce.md says more.");
  auto add = o.described.add_options();
  add("paper", a_word("PAPER"), "the paper");
  add("table", a_word("N"), "its table, or \"figure N\"");
  add("out", a_folder(), "folder for the answers, the records of the runs, and the table as text, CSV, JSON and HTML");
  add("plan", "say what would be asked, and ask nothing");
  add("labels", a_file(), "linking labels, for tables about entities");
  add("limit", a_number(), "only the first N questions of each data set");
  add("set", po::value<std::vector<std::string>>()->composing()->value_name("PREFIX.NAME=VALUE"),
      "a setting of the table's pipelines, as t2s systems lists them, where a row does not set it itself; may be repeated");
  pipeline_options::describe_prompts(add);
  describe_jobs(o.described);
  describe_shard(o.described);
  add("restart", "forget what an interrupted run has kept, but for the answers of the model");
  data_sources::describe(o.described);
  pipeline_options::describe_files(o.described);
  model_options::describe(o.described, purpose::runs, 0);
  o.positional.add("paper", 1);
  return o;
}

/// Reproduces one table, from the options to the files.
class reproduction {
 public:
  /// `by_model` has the options for each model, at least one.
  reproduction(std::vector<po::variables_map> const& by_model, std::vector<std::string> const& words, bool is_joined)
      : by_model_(by_model),
        given_(by_model.front()),
        words_(words),
        is_joined_(is_joined),
        part_(shard_of(given_)),
        paper_(find_paper(given_["paper"].as<std::string>())),
        set_(given_.count("set") != 0 ? given_["set"].as<std::vector<std::string>>() : std::vector<std::string>()),
        table_(with_settings(find_table(paper_, given_["table"].as<std::string>()), set_)),
        jobs_(jobs_of(given_)),
        data_(given_, whole_number(given_, "limit", 1, 1'000'000'000, std::numeric_limits<std::size_t>::max()), paper_.demonstrations_of,
              data_of(table_)),
        pipelines_(given_) {
    for (auto const& given : by_model_) models_.emplace_back(given, purpose::runs);
    std::vector<prompt_text> prompts;
    for (auto const name : pipelines_of(table_)) std::ranges::move(find_system(std::string(name)).prompts(), std::back_inserter(prompts));
    pipelines_.require_prompts(prompts);
    if (given_.count("labels") != 0) labels_ = ev::read_linking_labels(given_["labels"].as<std::string>());
    require_some_cell();
    require_use_of_data();
  }

  int run() {
    plan const all(table_, data_, further(), models_.front(), pipelines_);
    require_files(all);
    if (given_.count("plan") != 0) return print_plan(std::cout, all), answered;
    if (!all.runs().empty() && !models_.front().present())
      throw usage_error("the table needs a model: give --llm URL --model NAME, or --replay FILE; --plan says what would be asked");
    if (given_.count("out") == 0) throw usage_error("--out DIR is missing: the folder for the answers and the table");
    print_plan(std::cerr, all);
    work_folder const folder(given_["out"].as<std::string>(), table_name(), inputs());
    auto const answers = text_of(given_, "cache").empty() ? folder.answers() : text_of(given_, "cache");
    if (!fs::exists(answers))  // a run that goes on asks no server anew
      for (std::size_t m = 0; m < models_.size(); ++m) require_room(all, m);
    for (std::size_t m = 0; m < models_.size(); ++m) {
      models_[m].keep_answers(answers);
      for (auto const& r : all.runs()) ask(r, m, folder);
    }
    if (part_) return say_of_shard(), answered;
    std::vector<runs_by> measured;
    for (std::size_t m = 0; m < models_.size(); ++m) {
      measured.push_back({name_of(m), measured_runs(table_, data_, labels_, further().knowledge, jobs_)});
      for (std::size_t i = 0; i < all.runs().size(); ++i)
        measured.back().runs.add(all.runs()[i], records_of(name_of(all.runs()[i], m), asked_[m * all.runs().size() + i], folder));
      evaluate(measured.back().runs);
    }
    auto table = filled(paper_, table_, measured);
    table.notes = notes(measured);
    folder.write(table);
    for (auto& run : asked_) run.remove();
    std::cout << printable_lines(ev::table_text(table));
    return answered;
  }

 private:
  [[nodiscard]] further_files further() const {
    return {!labels_.empty(), given_.count("knowledge") != 0 || given_.count("relations") != 0};
  }

  /// "dac-1", "dart-sql-figure-2a"
  [[nodiscard]] std::string table_name() const {
    auto name = std::string(paper_.name) + "-" + std::string(table_.number);
    std::ranges::replace(name, ' ', '-');
    return name;
  }

  /// The user's files, which must not be overwritten.
  [[nodiscard]] std::vector<std::string> inputs() const {
    auto all = data_.inputs();
    for (auto const* option : {"labels", "tables", "repository", "knowledge", "relations", "linking-labels", "glove", "index", "replay"})
      if (auto const path = text_of(given_, option); !path.empty()) all.push_back(path);
    return all;
  }

  void print_plan(std::ostream& out, plan const& all) const {
    out << printable_lines(all.text());
    if (models_.size() > 1) out << "For each of " << counted(models_.size(), "model") << ".\n";
    for (auto const& m : missing_of(table_, data_, further())) out << m << "\n";
    out << "\n";
  }

  void require_some_cell() const {
    std::set<std::string> wanted;
    for (auto const& row : table_.ours)
      for (auto const& c : table_.columns) {
        auto option = lacking(row, c, data_, further());
        if (option.empty()) return;
        wanted.insert(std::move(option));
      }
    throw usage_error("no cell of the table can be measured: give " + t2s::text::join(std::vector(wanted.begin(), wanted.end()), " or "));
  }

  /// Rejects data that no column needs, unless other data may use a part of it.
  void require_use_of_data() const {
    auto const columns = data_of(table_);
    for (auto const& [name, source] : data_.all())
      if (std::ranges::find(columns, name) == columns.end() && name != "spider" && name != paper_.demonstrations_of)
        throw usage_error("--data " + name + ": no column of the table uses it; leave it out");
  }

  /// Reports files that no run reads, and asks for the repository if a run needs it.
  void require_files(plan const& all) const {
    auto const used = [&](std::string_view option) {
      return std::ranges::any_of(all.runs(), [&](planned_run const& r) { return pipelines_.with(r.what.pipeline, {}).uses(option); });
    };
    for (auto const* option : pipeline_options::file_options())
      if (option != std::string_view("demonstrations") && given_.count(option) != 0 && !given_[option].defaulted() && !used(option))
        std::cerr << "t2s: --" << option << " is ignored: no run of the table uses it\n";
    if (used("repository") && given_.count("repository") == 0)
      throw usage_error("the table needs --repository FILE, the simplified training questions: t2s pool build makes it");
  }

  /// Throws t2s::error if the server names a context that the prompts do not fit: they keep the papers' form, and are not fitted to it.
  void require_room(plan const& all, std::size_t model) const {
    constexpr std::size_t fits_everywhere = 3500;  // with the reply into 4,096 tokens
    auto const longest = std::ranges::max_element(all.runs(), {}, &planned_run::longest);
    if (longest == all.runs().end() || longest->longest <= fits_everywhere || text_of(given_, "replay") != "") return;
    auto const context = models_[model].context_length();
    if (context == 0 || longest->longest < context) return;
    throw t2s::error(t2s::errc::request_rejected,
                     longest->name() + " has prompts of about " + std::to_string(longest->longest) + " tokens, and the context of " +
                         name_of(model) + " is " + std::to_string(context),
                     "start its server with a larger context, or leave the paper's form by --schema-tokens " + std::to_string(context / 4));
  }

  [[nodiscard]] std::string const& name_of(std::size_t model) const { return models_[model].server().endpoint().model; }
  /// The name of a run in messages and of its files; with one model it does not have the model's.
  [[nodiscard]] std::string name_of(planned_run const& r, std::size_t model) const {
    return r.name() + (models_.size() > 1 ? ", by " + name_of(model) : "");
  }

  /// Executes a run, or a shard of it. Throws if questions failed: a table over fewer questions than it states would mislead.
  void ask(planned_run const& r, std::size_t model, work_folder const& folder) {
    auto const name = name_of(r, model);
    auto const& data = *data_.find(r.data);
    predictor p(data.files, {data.drawn(r.questions).questions, data.shown}, models_[model],
                pipelines_.with(r.what.pipeline, r.what.settings));
    p.require_databases();
    auto const in = part_ ? part_->of_items(p.size()) : item_range{0, p.size()};
    auto const records = folder.records(name);
    auto& kept = asked_.emplace_back(part_ ? part_->file_of(records) : records + ".journal", header_of(r, model, p), p.size(),
                                     given_.count("restart") != 0);
    std::cerr << printable(name) << ": " << counted(in.size(), "question") << "\n";
    note_kept(kept, in, "question");
    if (is_joined_) require_all(kept, in);
    p.run(kept, {in, jobs_, stop_by_signal()});
    if (signal_seen() != 0 && kept.count(in) < in.size()) throw interrupted(name + ": " + interruption_text(kept, in, "question"));
    if (p.failures().over()) std::rethrow_exception(p.failures().ending());
    if (auto const failed = p.failures().all(); !failed.empty()) {
      auto what = failed.begin()->second;
      what.message = counted(failed.size(), "question") + " of " + name + " failed, first #" + std::to_string(failed.begin()->first) +
                     ": " + what.message;
      throw t2s::error(std::move(what));
    }
  }

  /// Tables may share runs: the table and its measures do not affect the answers.
  [[nodiscard]] std::string header_of(planned_run const& r, std::size_t model, predictor const& p) const {
    auto const& data = *data_.find(r.data);
    work_header about{"reproduce", p.size(), {}, {}, part_, ".journal", words_};
    about.add_options(by_model_[model], {"paper", "table", "labels", "suite", "set"});
    about.settings["run"] = r.name();
    about.add_data(data.files);
    about.add_files("demonstrations", data.shown.demonstrations);
    about.add_databases(data.files.databases, p.database_ids(), false);
    return about.text();
  }

  void say_of_shard() const {
    std::cerr << "shard " << part_->text() << ": " << counted(asked_.size(), "run") << " in " << printable(given_["out"].as<std::string>())
              << "/runs; when all " << part_->of << " are done: t2s merge " << printable(shell_word(given_["out"].as<std::string>()))
              << "\n";
  }

  [[nodiscard]] std::string records_of(std::string const& name, kept_items const& kept, work_folder const& folder) {
    auto const totals = write_predictions(folder.records(name), kept, {0, kept.size()}, prediction_form::table);
    if (totals.cut_off > 0)
      run_notes_.push_back(name + ": " + counted(totals.cut_off, "answer") + " of the model were cut off where their tokens ended.");
    if (totals.without_sql > 0) run_notes_.push_back(name + ": " + counted(totals.without_sql, "question") + " without SQL.");
    return t2s::read_file(folder.records(name), "records");
  }

  static void evaluate(measured_runs& measured) try { measured.evaluate(stop_by_signal()); } catch (t2s::error const& e) {
    if (signal_seen() == 0 || e.details().code != t2s::errc::cancelled) throw;
    throw interrupted("interrupted while the runs were evaluated; all answers are kept, and the same command goes on from there");
  }

  [[nodiscard]] std::vector<std::string> notes(std::vector<runs_by> const& measured) const {
    std::vector<std::string> all{"paper: printed in \"" + std::string(paper_.title) + "\". measured: here, with your model."};
    if (!table_.note.empty()) all.emplace_back(table_.note);
    for (auto const& [name, source] : data_.all()) {
      if (!source.note.empty()) all.push_back(source.note);
      if (source.gold.questions.size() < source.questions)
        all.push_back(name + ": the first " + std::to_string(source.gold.questions.size()) + " of " +
                      counted(source.questions, "question") + ".");
    }
    for (auto const& s : set_) all.push_back("Asked with --set " + s + ", in the place of the paper's.");
    for (auto const* option : {"temperature", "demonstrations", "prompts", "descriptions"})
      if (given_.count(option) != 0) all.push_back(std::string("Asked with --") + option + ", in the place of the paper's.");
    if (text_of(given_, "glove") == "spelling") all.emplace_back("Vectors are those of the spelling of words, not GloVe's.");
    for (auto& m : missing_of(table_, data_, further())) all.push_back(std::move(m));
    for (auto const& by : measured)
      for (auto& n : by.runs.notes()) all.push_back((measured.size() > 1 ? by.model + ", " : "") + n);
    all.insert(all.end(), run_notes_.begin(), run_notes_.end());
    return all;
  }

  std::vector<po::variables_map> const& by_model_;
  po::variables_map const& given_;  ///< the first of them
  std::vector<std::string> words_;
  bool is_joined_;  // no request is sent
  std::optional<shard> part_;
  paper const& paper_;
  std::vector<std::string> set_;  ///< the arguments of --set
  paper_table table_;
  std::size_t jobs_;
  data_sources data_;
  pipeline_options pipelines_;
  std::vector<model_options> models_{};
  std::vector<ev::linking_label> labels_{};
  std::vector<kept_items> asked_{};  ///< for each model, for each run
  std::vector<std::string> run_notes_{};
};

}  // namespace

namespace {

/// Takes all values of an option out of the words.
std::vector<std::string> take_values(std::vector<std::string>& words, std::string const& option) {
  std::vector<std::string> values, rest;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == option && i + 1 < words.size())
      values.push_back(words[++i]);
    else if (words[i].starts_with(option + "="))
      values.push_back(words[i].substr(option.size() + 1));
    else
      rest.push_back(words[i]);
  words = std::move(rest);
  return values;
}

/// The words for each model: those of the command, with one --model of several and its --llm. Throws usage_error.
std::vector<std::vector<std::string>> words_by_model(std::vector<std::string> const& words) {
  auto common = words;
  auto const models = take_values(common, "--model"), urls = take_values(common, "--llm");
  if (models.size() < 2 && urls.size() < 2) return {words};
  if (urls.size() > 1 && urls.size() != models.size())
    throw usage_error("--llm is given " + std::to_string(urls.size()) + " times and --model " + std::to_string(models.size()) +
                      " times: give one --llm for all, or one for each --model in the same order");
  std::vector<std::vector<std::string>> all;
  for (std::size_t m = 0; m < models.size(); ++m) {
    if (std::find(models.begin(), models.begin() + static_cast<std::ptrdiff_t>(m), models[m]) !=
        models.begin() + static_cast<std::ptrdiff_t>(m))
      throw usage_error("--model " + models[m] + " is given twice: the table tells models apart by their names");
    auto& own = all.emplace_back(common);
    own.insert(own.end(), {"--model", models[m]});
    if (!urls.empty()) own.insert(own.end(), {"--llm", urls[std::min(m, urls.size() - 1)]});
  }
  return all;
}

/// `joined`: the folder of shards with all answers.
int make_table(std::vector<std::string> const& words, std::string const& joined) {
  std::vector<po::variables_map> by_model;
  for (auto const& own : words_by_model(words))
    if (!reproduce_options().read(own, by_model.emplace_back())) return answered;
  auto& given = by_model.front();
  if (given.count("paper") == 0) throw usage_error("name a paper: dart-sql, sql-craft, tcsr-sql, dac or dynamic-revision");
  if (given.count("table") == 0) return list_tables(find_paper(given["paper"].as<std::string>())), answered;
  if (!joined.empty()) given.at("out").value() = joined;
  return reproduction(by_model, words, !joined.empty()).run();
}

}  // namespace

int reproduce_table(std::vector<std::string> const& words) { return make_table(words, {}); }

int reproduce_joined(std::vector<std::string> const& words, std::string const& output) { return make_table(words, output); }

}  // namespace cli
