// SPDX-License-Identifier: BSL-1.0
// t2s reproduce: a table of a paper with one's own model.
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "advice.hpp"
#include "command.hpp"
#include "output_file.hpp"
#include "pipeline_options.hpp"
#include "predictor.hpp"
#include "reproduce/data_sources.hpp"
#include "reproduce/measured_runs.hpp"
#include "reproduce/paper_table.hpp"
#include "reproduce/plan.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "t2s/report/figure_table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace ev = t2s::evaluation;
using namespace reproduce;

/// Where everything is kept: answers of the model, records of the runs, the table.
class work_folder {
 public:
  work_folder(std::string const& path, std::vector<std::string> const& inputs) : path_(path) {
    std::error_code failed;
    fs::create_directories(path_ / "runs", failed);
    if (failed)
      throw t2s::error(t2s::errc::file_unwritable, "--out: the folder " + path + " cannot be made: " + failed.message(),
                       "name a folder that can be written");
    for (auto const* name : {"table.txt", "table.csv", "table.json", "table.html"}) require_output((path_ / name).string(), inputs);
  }

  [[nodiscard]] std::string answers() const { return (path_ / "answers.sqlite").string(); }

  void write_records(planned_run const& run, std::string const& records) const {
    auto name = run.name();
    std::ranges::replace_if(name, [](char c) { return c == ' ' || c == '/' || c == ','; }, '_');
    write_whole((path_ / "runs" / (name + ".jsonl")).string(), records);
  }

  void write(ev::figure_table const& t) const {
    write_whole((path_ / "table.txt").string(), ev::table_text(t));
    write_whole((path_ / "table.csv").string(), ev::table_csv(t));
    write_whole((path_ / "table.json").string(), boost::json::serialize(ev::table_json(t)) + "\n");
    write_whole((path_ / "table.html").string(), ev::table_html(t));
  }

 private:
  fs::path path_;
};

std::vector<std::string> texts(std::vector<std::string_view> const& all) { return {all.begin(), all.end()}; }

/// "81.3" as 81.3; nothing for a figure that a paper leaves open.
std::optional<double> number_in(std::string_view printed) {
  double value = 0;
  auto const [end, failed] = std::from_chars(printed.data(), printed.data() + printed.size(), value);
  return failed == std::errc() && end == printed.data() + printed.size() ? std::optional(value) : std::nullopt;
}

/// As many digits as the paper prints in that column, at least one for a share.
int digits_of(paper_table const& t, std::size_t column, measure what) {
  if (what == measure::p_value) return 4;
  bool const counts = what == measure::questions || what == measure::databases || what == measure::fixed || what == measure::broken ||
                      (what >= measure::table_errors && what <= measure::execution_errors);
  std::size_t most = counts ? 0 : 1;
  for (auto const& row : t.theirs)
    if (auto const dot = row.figures[column].find('.'); dot != row.figures[column].npos)
      most = std::max(most, row.figures[column].size() - dot - 1);
  return static_cast<int>(most);
}

std::string written(double value, int digits) {
  std::array<char, 64> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits).ptr};
}

/// The labels of a row, with the user's model under the head "Model".
std::vector<std::string> labels_of(paper_table const& t, measured_row const& row, std::string const& model) {
  auto labels = texts(row.labels);
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (t.label_heads[i] == "Model" && labels[i].empty()) labels[i] = model;
  return labels;
}

/// What a table's empty cells wait for.
std::vector<std::string> missing_of(paper_table const& t, data_sources const& data, bool labels) {
  std::vector<std::string> notes;
  auto const is_of = [&](std::string_view name, measure what) {
    return std::ranges::any_of(t.columns, [&](column const& c) { return c.data == name && c.what == what; });
  };
  for (auto const name : data_of(t)) {
    auto const* const source = data.find(name);
    auto const text = std::string(name);
    if (!source && data_sources::takes(name)) notes.push_back("Not measured: " + text + ", which --data " + text + "=DIR would name.");
    if (source && source->suite.empty() && is_of(name, measure::ts))
      notes.push_back("No TS over " + text + ": --suite " + text + "=DIR would name the databases of its test suite.");
  }
  if (!labels && std::ranges::any_of(t.columns, [](column const& c) { return c.what == measure::table_f1; }))
    notes.push_back("Entities are not scored: --labels FILE would name the labels.");
  return notes;
}

ev::figure_table filled(paper const& of, paper_table const& t, measured_runs const& runs, std::string const& model) {
  ev::figure_table out;
  out.title =
      std::string(of.name) + ", " + (t.number.starts_with("figure") ? "" : "table ") + std::string(t.number) + ": " + std::string(t.title);
  out.label_heads = texts(t.label_heads);
  out.is_curve = t.is_curve;
  for (auto const& c : t.columns) out.heads.emplace_back(c.head);
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

/// Lists what can be reproduced.
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
  data_sources::describe(o.described);
  pipeline_options::describe_files(o.described);
  model_options::describe(o.described, purpose::runs);
  o.positional.add("paper", 1);
  return o;
}

/// One table, from the options to the files.
class reproduction {
 public:
  explicit reproduction(po::variables_map const& given)
      : paper_(find_paper(given["paper"].as<std::string>())),
        table_(find_table(paper_, given["table"].as<std::string>())),
        jobs_(jobs_of(given)),
        data_(given, whole_number(given, "limit", 1, 1'000'000'000, std::numeric_limits<std::size_t>::max()), paper_.demonstrations_of),
        settings_(given, purpose::runs),
        pipelines_(given) {
    if (given.count("labels") != 0) labels_ = ev::read_linking_labels(given["labels"].as<std::string>());
    if (std::ranges::none_of(data_of(table_), [&](auto name) { return data_.find(name) != nullptr; }))
      throw usage_error("the table needs a data set: give " + wanted_data());
  }

  int run(po::variables_map const& given) {
    plan const all(table_, data_, settings_, pipelines_);
    if (given.count("plan") != 0) return std::cout << all.text(), answered;
    if (!all.runs().empty() && !settings_.present())
      throw usage_error("the table needs a model: give --llm URL --model NAME, or --replay FILE; --plan says what would be asked");
    if (given.count("out") == 0) throw usage_error("--out DIR is missing: the folder for the answers and the table");
    std::cerr << all.text() << "\n";
    work_folder const folder(given["out"].as<std::string>(), data_.inputs());
    settings_.keep_answers(text_of(given, "cache").empty() ? folder.answers() : text_of(given, "cache"));
    measured_runs measured(table_, data_, labels_, jobs_);
    for (auto const& r : all.runs()) measured.add(r, records_of(r, folder));
    measured.evaluate();
    auto table = filled(paper_, table_, measured, settings_.server().endpoint().model);
    table.notes = notes();
    folder.write(table);
    std::cout << ev::table_text(table);
    return answered;
  }

 private:
  [[nodiscard]] std::string wanted_data() const {
    std::vector<std::string> all;
    for (auto const name : data_of(table_))
      if (data_sources::takes(name)) all.push_back("--data " + std::string(name) + "=DIR");
    return t2s::text::join(all, ", ");
  }

  /// Throws where questions failed: a table over fewer questions than it says would mislead.
  [[nodiscard]] std::string records_of(planned_run const& r, work_folder const& folder) const {
    std::cerr << r.name() << ": " << counted(r.questions, "question") << "\n";
    predictor p(data_.find(r.data)->files, {data_.find(r.data)->first(r.questions).questions}, settings_,
                pipelines_.with(r.what.pipeline, r.what.settings));
    p.run(p.in_order() ? 1 : jobs_);
    if (p.failures().over()) std::rethrow_exception(p.failures().ending());
    if (auto const failed = p.failures().all(); !failed.empty()) {
      auto what = failed.begin()->second;
      what.message = counted(failed.size(), "question") + " of " + r.name() + " failed, first #" + std::to_string(failed.begin()->first) +
                     ": " + what.message;
      throw t2s::error(std::move(what));
    }
    auto records = p.json_lines(false);
    folder.write_records(r, records);
    return records;
  }

  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> all{"paper: printed in \"" + std::string(paper_.title) + "\". measured: here, with your model."};
    if (!table_.note.empty()) all.emplace_back(table_.note);
    for (auto& m : missing_of(table_, data_, !labels_.empty())) all.push_back(std::move(m));
    return all;
  }

  paper const& paper_;
  paper_table const& table_;
  std::size_t jobs_;
  data_sources data_;
  model_options settings_;
  pipeline_options pipelines_;
  std::vector<ev::linking_label> labels_{};
};

}  // namespace

int reproduce_table(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!reproduce_options().read(words, given)) return answered;
  if (given.count("paper") == 0) throw usage_error("name a paper: dart-sql, sql-craft, tcsr-sql, dac or dynamic-revision");
  if (given.count("table") == 0) return list_tables(find_paper(given["paper"].as<std::string>())), answered;
  return reproduction(given).run(given);
}

}  // namespace cli
