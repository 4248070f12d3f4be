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
  [[nodiscard]] std::string records(planned_run const& run) const {
    auto name = run.name();
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
std::vector<std::string> missing_of(paper_table const& t, data_sources const& data, bool has_labels) {
  std::map<std::string, std::vector<std::string>> columns;
  for (auto const& c : t.columns)
    for (auto const& row : t.ours)
      if (auto const option = lacking(row, c, data, has_labels); !option.empty()) {
        auto& heads = columns[option];
        if (heads.empty() || heads.back() != c.head) heads.emplace_back(c.head);
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

ev::figure_table filled(paper const& of, paper_table const& t, measured_runs const& runs, std::string const& model) {
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
  for (auto const& row : t.ours) {
    auto& shown = out.rows.emplace_back(ev::figure_table::row{"measured", labels_of(t, row, model), {}});
    for (std::size_t c = 0; c < t.columns.size(); ++c) {
      auto const value = runs.figure(row, t.columns[c]);
      auto const digits = digits_of(t, c, row.instead.value_or(t.columns[c].what));
      shown.figures.push_back(value ? ev::figure{written(*value, digits), value} : ev::figure{});
    }
  }
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
      "tcsr-sql, dac or dynamic-revision. docs/reproduce.md says more.");
  auto add = o.described.add_options();
  add("paper", a_word("PAPER"), "the paper");
  add("table", a_word("N"), "its table, or \"figure N\"");
  add("out", a_folder(), "folder for the answers, the records of the runs, and the table as text, CSV, JSON and HTML");
  add("plan", "say what would be asked, and ask nothing");
  add("labels", a_file(), "linking labels, for tables about entities");
  add("limit", a_number(), "only the first N questions of each data set");
  describe_jobs(o.described);
  describe_shard(o.described);
  add("restart", "forget what an interrupted run has kept, but for the answers of the model");
  data_sources::describe(o.described);
  pipeline_options::describe_files(o.described);
  model_options::describe(o.described, purpose::runs);
  o.positional.add("paper", 1);
  return o;
}

/// Reproduces one table, from the options to the files.
class reproduction {
 public:
  reproduction(po::variables_map const& given, std::vector<std::string> const& words, bool is_joined)
      : given_(given),
        words_(words),
        is_joined_(is_joined),
        part_(shard_of(given)),
        paper_(find_paper(given["paper"].as<std::string>())),
        table_(find_table(paper_, given["table"].as<std::string>())),
        jobs_(jobs_of(given)),
        data_(given, whole_number(given, "limit", 1, 1'000'000'000, std::numeric_limits<std::size_t>::max()), paper_.demonstrations_of),
        settings_(given, purpose::runs),
        pipelines_(given) {
    if (given.count("labels") != 0) labels_ = ev::read_linking_labels(given["labels"].as<std::string>());
    require_some_cell();
    require_use_of_data();
  }

  int run() {
    plan const all(table_, data_, !labels_.empty(), settings_, pipelines_);
    require_files(all);
    if (given_.count("plan") != 0) return print_plan(std::cout, all), answered;
    if (!all.runs().empty() && !settings_.present())
      throw usage_error("the table needs a model: give --llm URL --model NAME, or --replay FILE; --plan says what would be asked");
    if (given_.count("out") == 0) throw usage_error("--out DIR is missing: the folder for the answers and the table");
    print_plan(std::cerr, all);
    work_folder const folder(given_["out"].as<std::string>(), table_name(), inputs());
    settings_.keep_answers(text_of(given_, "cache").empty() ? folder.answers() : text_of(given_, "cache"));
    for (auto const& r : all.runs()) ask(r, folder);
    if (part_) return say_of_shard(), answered;
    measured_runs measured(table_, data_, labels_, jobs_);
    for (std::size_t i = 0; i < all.runs().size(); ++i) measured.add(all.runs()[i], records_of(all.runs()[i], asked_[i], folder));
    evaluate(measured);
    auto table = filled(paper_, table_, measured, settings_.server().endpoint().model);
    table.notes = notes(measured);
    folder.write(table);
    for (auto& run : asked_) run.remove();
    std::cout << printable_lines(ev::table_text(table));
    return answered;
  }

 private:
  /// "dac-1", "dart-sql-figure-2a"
  [[nodiscard]] std::string table_name() const {
    auto name = std::string(paper_.name) + "-" + std::string(table_.number);
    std::ranges::replace(name, ' ', '-');
    return name;
  }

  /// The user's files, which must not be overwritten.
  [[nodiscard]] std::vector<std::string> inputs() const {
    auto all = data_.inputs();
    for (auto const* option : {"labels", "tables", "repository", "knowledge", "relations", "glove", "index", "replay"})
      if (auto const path = text_of(given_, option); !path.empty()) all.push_back(path);
    return all;
  }

  void print_plan(std::ostream& out, plan const& all) const {
    out << printable_lines(all.text());
    for (auto const& m : missing_of(table_, data_, !labels_.empty())) out << m << "\n";
    out << "\n";
  }

  void require_some_cell() const {
    std::set<std::string> wanted;
    for (auto const& row : table_.ours)
      for (auto const& c : table_.columns) {
        auto option = lacking(row, c, data_, !labels_.empty());
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

  /// Executes a run, or a shard of it. Throws if questions failed: a table over fewer questions than it states would mislead.
  void ask(planned_run const& r, work_folder const& folder) {
    auto const& data = *data_.find(r.data);
    predictor p(data.files, {data.first(r.questions).questions, data.shown}, settings_, pipelines_.with(r.what.pipeline, r.what.settings));
    p.require_databases();
    auto const in = part_ ? part_->of_items(p.size()) : item_range{0, p.size()};
    auto const records = folder.records(r);
    auto& kept = asked_.emplace_back(part_ ? part_->file_of(records) : records + ".journal", header_of(r, p), p.size(),
                                     given_.count("restart") != 0);
    std::cerr << printable(r.name()) << ": " << counted(in.size(), "question") << "\n";
    note_kept(kept, in, "question");
    if (is_joined_) require_all(kept, in);
    p.run(kept, {in, jobs_, stop_by_signal()});
    if (signal_seen() != 0 && kept.count(in) < in.size()) throw interrupted(r.name() + ": " + interruption_text(kept, in, "question"));
    if (p.failures().over()) std::rethrow_exception(p.failures().ending());
    if (auto const failed = p.failures().all(); !failed.empty()) {
      auto what = failed.begin()->second;
      what.message = counted(failed.size(), "question") + " of " + r.name() + " failed, first #" + std::to_string(failed.begin()->first) +
                     ": " + what.message;
      throw t2s::error(std::move(what));
    }
  }

  /// Tables may share runs: the table and its measures do not affect the answers.
  [[nodiscard]] std::string header_of(planned_run const& r, predictor const& p) const {
    auto const& data = *data_.find(r.data);
    work_header about{"reproduce", p.size(), {}, {}, part_, ".journal", words_};
    about.add_options(given_, {"paper", "table", "labels", "suite"});
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

  [[nodiscard]] std::string records_of(planned_run const& r, kept_items const& kept, work_folder const& folder) {
    auto const totals = write_predictions(folder.records(r), kept, {0, kept.size()}, prediction_form::table);
    if (totals.cut_off > 0)
      run_notes_.push_back(r.name() + ": " + counted(totals.cut_off, "answer") + " of the model were cut off where their tokens ended.");
    if (totals.without_sql > 0) run_notes_.push_back(r.name() + ": " + counted(totals.without_sql, "question") + " without SQL.");
    return t2s::read_file(folder.records(r), "records");
  }

  static void evaluate(measured_runs& measured) try { measured.evaluate(stop_by_signal()); } catch (t2s::error const& e) {
    if (signal_seen() == 0 || e.details().code != t2s::errc::cancelled) throw;
    throw interrupted("interrupted while the runs were evaluated; all answers are kept, and the same command goes on from there");
  }

  [[nodiscard]] std::vector<std::string> notes(measured_runs const& measured) const {
    std::vector<std::string> all{"paper: printed in \"" + std::string(paper_.title) + "\". measured: here, with your model."};
    if (!table_.note.empty()) all.emplace_back(table_.note);
    for (auto const& [name, source] : data_.all()) {
      if (!source.note.empty()) all.push_back(source.note);
      if (source.gold.questions.size() < source.questions)
        all.push_back(name + ": the first " + std::to_string(source.gold.questions.size()) + " of " +
                      counted(source.questions, "question") + ".");
    }
    for (auto const* option : {"temperature", "demonstrations"})
      if (given_.count(option) != 0) all.push_back(std::string("Asked with --") + option + ", in the place of the paper's.");
    if (text_of(given_, "glove") == "spelling") all.emplace_back("Vectors are those of the spelling of words, not GloVe's.");
    for (auto& m : missing_of(table_, data_, !labels_.empty())) all.push_back(std::move(m));
    for (auto& n : measured.notes()) all.push_back(std::move(n));
    all.insert(all.end(), run_notes_.begin(), run_notes_.end());
    return all;
  }

  po::variables_map const& given_;
  std::vector<std::string> words_;
  bool is_joined_;  // no request is sent
  std::optional<shard> part_;
  paper const& paper_;
  paper_table const& table_;
  std::size_t jobs_;
  data_sources data_;
  model_options settings_;
  pipeline_options pipelines_;
  std::vector<ev::linking_label> labels_{};
  std::vector<kept_items> asked_{};  ///< for each run
  std::vector<std::string> run_notes_{};
};

}  // namespace

namespace {

/// `joined`: the folder of shards with all answers.
int make_table(std::vector<std::string> const& words, std::string const& joined) {
  po::variables_map given;
  if (!reproduce_options().read(words, given)) return answered;
  if (given.count("paper") == 0) throw usage_error("name a paper: dart-sql, sql-craft, tcsr-sql, dac or dynamic-revision");
  if (given.count("table") == 0) return list_tables(find_paper(given["paper"].as<std::string>())), answered;
  if (!joined.empty()) given.at("out").value() = joined;
  return reproduction(given, words, !joined.empty()).run();
}

}  // namespace

int reproduce_table(std::vector<std::string> const& words) { return make_table(words, {}); }

int reproduce_joined(std::vector<std::string> const& words, std::string const& output) { return make_table(words, output); }

}  // namespace cli
