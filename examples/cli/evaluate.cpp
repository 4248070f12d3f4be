// SPDX-License-Identifier: BSL-1.0
// t2s evaluate: scores predictions.
#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "comparison_option.hpp"
#include "conversation_scores.hpp"
#include "data_options.hpp"
#include "evaluate_linking.hpp"
#include "evaluate_skeletons.hpp"
#include "interruption.hpp"
#include "kept_items.hpp"
#include "lexicon_options.hpp"
#include "long_work.hpp"
#include "output_file.hpp"
#include "printable.hpp"
#include "progress.hpp"
#include "recorded_runs.hpp"
#include "shard.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/any/open.hpp"
#include "t2s/lab/evaluation/detail/verdict_json.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/report/report.hpp"
#include "wording.hpp"
#include "work_header.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
namespace ev = t2s::evaluation;

using metric_member = std::pair<char const*, bool ev::metrics::*>;
constexpr std::array known_metrics{metric_member{"ex", &ev::metrics::ex},           metric_member{"em", &ev::metrics::em},
                                   metric_member{"partial", &ev::metrics::partial}, metric_member{"structure", &ev::metrics::structure},
                                   metric_member{"bird", &ev::metrics::bird},       metric_member{"timing", &ev::metrics::timing},
                                   metric_member{"robust", &ev::metrics::robust},   metric_member{"reliability", &ev::metrics::reliability},
                                   metric_member{"faults", &ev::metrics::faults}};

std::string nearest_of(std::string const& typed, std::vector<std::string> const& known) {
  auto const* near = t2s::text::nearest(typed, known);
  return near ? "; did you mean " + *near + "?" : "; known: " + t2s::text::join(known, ", ");
}

ev::metrics metrics_of(std::string const& list) {
  ev::metrics wanted{.ex = false, .em = false};
  for (auto const part : t2s::text::split(list, ',')) {
    auto const name = t2s::text::trim(part);
    auto const word = name == "ts" ? "ex" : name == "ves" || name == "r-ves" ? "timing" : name == "soft-f1" ? "bird" : name;
    auto const found = std::ranges::find(known_metrics, word, [](metric_member const& m) { return std::string_view(m.first); });
    if (found == known_metrics.end())
      throw usage_error("--metric: there is no metric \"" + std::string(name) + "\"" +
                        nearest_of(std::string(name), {"ex", "ts", "em", "partial", "structure", "faults", "bird", "soft-f1", "ves",
                                                       "r-ves", "robust", "reliability"}));
    wanted.*(found->second) = true;
  }
  wanted.bird = wanted.bird || wanted.timing;
  wanted.em = wanted.em || wanted.partial;
  wanted.ex = wanted.ex || wanted.robust || wanted.reliability || (wanted.faults && !wanted.bird);
  return wanted;
}

ev::metrics default_metrics(ev::gold_set const& gold) {
  if (gold.has_results()) return {.ex = true, .em = false};
  if (gold.has_unanswerable()) return {.ex = true, .em = false, .reliability = true};
  return {.ex = true, .em = !gold.birds, .bird = gold.birds};
}

ev::mode mode_of(std::string const& word) {
  if (word == "official") return ev::mode::official;
  if (word == "strict") return ev::mode::strict;
  throw usage_error("--mode: there is no mode " + word + nearest_of(word, {"official", "strict"}));
}

std::chrono::nanoseconds time_of(po::variables_map const& given, char const* option, std::chrono::nanoseconds otherwise) {
  if (given.count(option) == 0) return otherwise;
  auto const seconds = given[option].as<double>();
  if (seconds >= 1e-6 && seconds <= 1e9) return std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * seconds));
  throw usage_error(std::string("--") + option + " needs seconds, from 0.000001 to 1000000000");
}

/// The request, checked before any work is done.
struct evaluate_request {
  ev::data_set data{};
  ev::data_folders folders{};
  std::vector<std::string> predictions{};
  std::string json{}, html{};
  std::string journal{};  ///< the value of --journal
  std::optional<shard> part{};
  std::string results{};     ///< the value of --gold-results
  std::string conditions{};  ///< the value of --gold-conditions
  std::string database{};    ///< the value of --database
  std::string labels{};      ///< the value of --linking
  bool skeletons;            ///< --skeletons

  explicit evaluate_request(po::variables_map const& given) : labels(text_of(given, "linking")), skeletons(given.count("skeletons") != 0) {
    if (given.count("predictions") != 0) predictions = given["predictions"].as<std::vector<std::string>>();
    if (predictions.empty() && !skeletons)
      throw usage_error("name predictions with --predictions, or ask for --skeletons or --linking, which need none");
    results = text_of(given, "gold-results");
    conditions = text_of(given, "gold-conditions");
    database = text_of(given, "database");
    if (given.count("data") == 0 && (given.count("gold") == 0 || (given.count("databases") == 0 && results.empty())))
      throw usage_error("name the data set with --data, or give both --gold and --databases");
    if (given.count("data") != 0 || given.count("databases") != 0)
      data = open_data(given, "gold", "pool");
    else
      data.questions = files_of(given, "gold");
    folders = {data.databases, data.tables, [](std::string const& written, t2s::db::statement_limits const& within) {
                 return t2s::db::open(written, {.limits = within});
               }};
    json = text_of(given, "json");
    html = text_of(given, "html");
    journal = text_of(given, "journal");
    part = shard_of(given);
    place_ = text_of(given, place_option(given).c_str());
    if (!json.empty() && !html.empty() && fs::weakly_canonical(fs::absolute(json)) == fs::weakly_canonical(fs::absolute(html)))
      throw usage_error("--json and --html name the same file, " + json + "; give each one of its own");
    if (records() && !html.empty()) throw usage_error("--html cannot show what runs recorded: leave it out, or use --json");
    if (records() && given.count("metric") != 0)
      throw usage_error("--metric scores the SQL, --skeletons and --linking score what runs recorded: leave one or the other out");
    auto inputs = predictions;
    inputs.insert(inputs.end(), data.questions.begin(), data.questions.end());
    for (auto const& more : {labels, conditions})
      if (!more.empty()) inputs.push_back(more);
    for (auto const& out : {json, html, journal})
      if (!out.empty()) require_output(out, inputs);
    if (part && place().empty()) throw usage_error("--shard needs an output: name one with --json, --html or --journal");
    if (part && (records() || predictions.empty()))
      throw usage_error("--shard divides the scoring of SQL; scoring what runs recorded takes no time");
  }

  /// The option whose file the verdicts are kept beside: --journal, or the first output that is a file; "" if there is none.
  [[nodiscard]] static std::string place_option(po::variables_map const& given) {
    for (std::string const option : {"journal", "json", "html"})
      if (auto const out = text_of(given, option.c_str()); !out.empty() && (option == "journal" || is_replaced(out))) return option;
    return {};
  }
  /// The file that they are kept beside; "" if there is none.
  [[nodiscard]] std::string place() const { return place_; }
  /// The journal of the whole evaluation, or of the shard.
  [[nodiscard]] std::string kept_in() const {
    if (part) return part->file_of(place());
    return journal.empty() ? place() + ".journal" : journal;
  }

  /// Whether records of runs are scored, rather than their SQL.
  [[nodiscard]] bool records() const { return !predictions.empty() && (skeletons || !labels.empty()); }

 private:
  std::string place_{};
};

ev::evaluation_options evaluation_options_of(po::variables_map const& given, ev::gold_set const& gold) {
  ev::evaluation_options o;
  o.how = mode_of(given["mode"].as<std::string>());
  o.wanted = given.count("metric") != 0 ? metrics_of(given["metric"].as<std::string>()) : default_metrics(gold);
  o.compare = comparison_of(given);
  if (o.compare && o.compare != ev::comparison::spider && given.count("plug-value") + given.count("keep-distinct") != 0)
    throw usage_error("--keep-distinct and --plug-value belong to --compare spider; the others execute the SQL unchanged");
  if (o.compare && !o.wanted.ex && !o.wanted.structure)
    throw usage_error("--compare says how execution accuracy compares results: add ex to --metric, or leave it out");
  o.keep_distinct = given.count("keep-distinct") != 0 ? ev::distinct::kept : ev::distinct::dropped;
  o.plug_value = given.count("plug-value") != 0;
  if (o.how == ev::mode::strict && (o.plug_value || o.keep_distinct == ev::distinct::kept))
    throw usage_error("--keep-distinct and --plug-value belong to --mode official; strict always keeps DISTINCT and the predicted values");
  if (o.how == ev::mode::strict && o.wanted.partial)
    throw usage_error("--metric: partial belongs to --mode official; leave it out, or ask for structure");
  o.jobs = jobs_of(given);
  o.statements = whole_number(given, "statements", 2, 10'000'000, o.statements);
  o.rows = whole_number(given, "max-rows", 1, 1'000'000'000'000, o.rows);
  o.timing_runs = whole_number(given, "timing-runs", 2, 1'000'000, o.timing_runs);
  o.time = time_of(given, "time-limit", o.time);
  return o;
}

bool has_results(ev::prediction_set const& set) {
  return std::ranges::any_of(set.predictions, [](ev::prediction const& p) { return p.result != nullptr; });
}

/// Results cannot be compared as SQL.
void keep_to_results(ev::gold_set const& gold, std::vector<ev::prediction_set> const& sets, ev::metrics& wanted, bool by_default) {
  bool const predicted = std::ranges::any_of(sets, &has_results);
  if (!predicted && !gold.has_results()) return;
  if (by_default) wanted.em = false;
  if (wanted.em || wanted.structure || wanted.timing)
    throw usage_error("--metric: em, partial, structure, ves and r-ves need SQL, and " + std::string(predicted ? "predictions" : "golds") +
                      " are results: ask for ex or bird");
}

/// Times must be measured by one process, and anew in each run.
void require_no_times(evaluate_request const& asked, ev::evaluation_options const& settings) {
  if (asked.part && settings.wanted.timing)
    throw usage_error("--shard: times are measured by one process, so that they can be compared; leave ves and r-ves out");
}

std::string header_of(po::variables_map const& given, evaluate_request const& asked, ev::gold_set const& gold,
                      std::vector<std::string> const& words) {
  work_header about{"evaluate", gold.questions.size(), {}, {}, asked.part, asked.journal.empty() ? ".journal" : "", words};
  about.add_options(given, {"skeletons", "linking", "pool", "gold-results", "gold-conditions"});
  about.add_files("gold", asked.data.questions);
  about.add_files("gold-results", {asked.results, asked.conditions});
  about.add_files("predictions", asked.predictions);
  about.add_files("tables", {asked.data.tables});
  std::vector<std::string> ids;
  for (auto const& q : gold.questions) ids.push_back(q.database);
  about.add_databases(asked.folders.databases, std::move(ids), true);
  return about.text();
}

/// The requested questions, and their predictions.
template <class Items>
void keep_range(Items& all, item_range in) {
  auto const at = [&all](std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(std::min(i, all.size())); };
  all.erase(at(in.end), all.end());
  all.erase(all.begin(), at(in.begin));
}

/// Whether verdicts were kept by a run that did not ask for faults, as before --html was added.
bool lacks_faults(ev::question_verdicts const& of, ev::metrics const& wanted) {
  if (!wanted.faults || of.about.skipped || (wanted.ex ? of.about.no_ex : of.about.no_bird)) return false;
  return std::ranges::any_of(of.verdicts, [&wanted](ev::verdict const& v) { return !v.faults && !(wanted.ex ? v.ex : v.bird_ex); });
}

/// The verdicts on these questions, which are a range of all: kept ones, and new ones, which are kept at once.
ev::report judged(ev::gold_set const& gold, std::vector<ev::prediction_set> const& sets, evaluate_request const& asked,
                  ev::evaluation_options const& settings, kept_items& kept, item_range in) {
  progress bar(in.size(), kept.count(in));
  ev::evaluation_hooks hooks;
  hooks.stop = stop_by_signal();
  hooks.known = [&](std::size_t i) {
    auto known = kept.has(in.begin + i) ? std::optional(ev::read_question_verdicts(kept.text(in.begin + i))) : std::nullopt;
    return known && lacks_faults(*known, settings.wanted) ? std::nullopt : known;
  };
  hooks.made = [&](std::size_t i, ev::question_verdicts const& found) {
    kept.keep(in.begin + i, kept.lasts() ? ev::to_json(found) : std::string("{}"));  // in memory nothing can go on from there
    bar.step();
  };
  return ev::evaluate(gold, sets, asked.folders, settings, hooks);
}

/// The same of a range; the whole is not copied.
ev::report judged_part(ev::gold_set gold, std::vector<ev::prediction_set> sets, evaluate_request const& asked,
                       ev::evaluation_options const& settings, kept_items& kept, item_range in) {
  keep_range(gold.questions, in);
  keep_range(gold.choices, in);
  keep_range(gold.ids, in);
  for (auto& set : sets) keep_range(set.predictions, in);
  return judged(gold, sets, asked, settings, kept, in);
}

options evaluate_options() {
  options o("evaluate --data DIR --predictions FILE... | --skeletons | --linking FILE [options]",
            "Evaluates predictions against gold SQL by the metrics of the field, several files side by side. The first file is the one\n"
            "that the others are compared with. Databases are only read. docs/evaluation.md says what each figure means.\n"
            "With --predictions, --linking and --skeletons score what the runs of t2s predict --out FILE.jsonl recorded.");
  auto add = o.described.add_options();
  add("data", a_folder(), "the data set");
  add("predictions", po::value<std::vector<std::string>>()->multitoken()->value_name("FILE..."),
      "one SQL a line, BIRD's JSON, or JSON Lines of recorded runs; or a folder of ID.sql and ID.csv, as for Spider 2");
  add("gold", a_file(), "questions with gold SQL as JSON, or SQL<TAB>db_id on each line (default: DIR/dev.json)");
  describe_databases(o.described);
  add("database", a_word("ID"), "the database of questions that name none, such as those of EHRSQL");
  add("gold-results", a_folder(), "gold results in place of SQL: ID.csv, or ID_a.csv, ID_b.csv, ... for each instance_id");
  add("gold-conditions", a_file(), "Spider 2's JSON Lines of instance_id, condition_cols and ignore_order");
  add("tables", a_file(), "Spider's tables.json, for EM (default: DIR/tables.json if there is one)");
  add("metric", a_word("LIST"),
      "of ex, ts, em, partial, structure, faults, bird, soft-f1, ves, r-ves, robust, reliability, with commas between (default: ex,em; "
      "for BIRD's data ex,bird; if some questions have no answer reliability; with --html also faults)");
  add("mode", po::value<std::string>()->default_value("official")->value_name("MODE"), "official (as test-suite-sql-eval) or strict");
  describe_comparison(o.described, "how EX compares results", "as the mode says");
  add("keep-distinct", "official: DISTINCT counts");
  add("plug-value", "official: try the gold's values in place of the predicted ones");
  describe_jobs(o.described);
  add("time-limit", a_number(), "seconds for one statement (default: 30)");
  add("statements", a_number(), "robust: statements executed at most to find a database on which a prediction differs (default: 2000)");
  add("max-rows", a_number(), "rows of one result (default: 1000000)");
  add("timing-runs", a_number(), "executions of each statement for VES and R-VES, at least 2 (default: 11)");
  add("skeletons",
      "with predictions: how often the skeletons of drafts, and those that runs parsed, equal the gold SQL's; without: how often the\n"
      "ranking without a model has the gold SQL's skeleton first, and among the first ten");
  add("pool", a_file(), "with --skeletons and no predictions: the demonstrations (default: DIR/train.json)");
  add("linking", a_file(),
      "how well the runs of the predictions (without predictions: t2s without a model) find the tables and columns that a question\n"
      "names; FILE has the labels as a JSON list");
  add("json", a_file(), "write all verdicts as JSON");
  add("html", a_file(), "write a page with scores, plots, faults and the wrong examples, to be filtered");
  add("journal", a_file(),
      "keep every verdict here: after an interruption, and with other --json or --html, the same command goes on from there (default:\n"
      "beside --json or --html until that is written)");
  add("restart", "forget what an interrupted run has kept");
  describe_shard(o.described);
  lexicon_options::describe(o.described);
  return o;
}

/// The questions with all their golds.
ev::gold_set gold_of(evaluate_request const& asked) {
  auto gold = ev::read_gold(asked.data.questions);
  for (auto& q : gold.questions)
    if (q.database.empty()) q.database = asked.database;
  auto const is_nameless = [](t2s::demonstration const& q) { return q.database.empty() && !q.sql.empty(); };
  if (gold.left_out > 0)
    std::cerr << "t2s: " << gold.left_out << " questions of " << printable(gold.name)
              << " are left out: they ask for something else than the rows of one query\n";
  if (std::ranges::any_of(gold.questions, is_nameless))
    throw usage_error("the questions of " + gold.name + " name no database: give it with --database ID");
  if (!asked.results.empty() || !asked.conditions.empty()) ev::read_gold_results(gold, asked.results, asked.conditions);
  auto const lacking = std::ranges::find_if(gold.questions, [](auto const& q) { return q.sql.empty(); });
  if (lacking == gold.questions.end() || !asked.results.empty()) return gold;
  throw t2s::error(t2s::errc::malformed_data,
                   gold.name + ": question #" + std::to_string(lacking - gold.questions.begin()) + " has no gold SQL",
                   "write its \"query\", or name the folder of gold results with --gold-results");
}

std::vector<ev::prediction_set> read_all(std::vector<std::string> const& paths, ev::gold_set const& gold) {
  std::vector<ev::prediction_set> sets;
  for (auto const& path : paths) {
    sets.push_back(ev::read_predictions(path, gold));
    for (auto const& w : sets.back().warnings) std::cerr << "t2s: " << printable(path) << ": " << printable(w) << "\n";
  }
  return sets;
}

void evaluate_records(evaluate_request const& asked, ev::gold_set const& gold) {
  auto const sets = read_all(asked.predictions, gold);
  recorded_runs const runs(gold, sets, asked.folders);
  auto const figures = asked.skeletons ? evaluate_recorded_skeletons(runs) : evaluate_recorded_links(runs, asked.labels);
  if (!asked.json.empty()) write_whole(asked.json, boost::json::serialize(boost::json::object{{"files", figures}}) + "\n");
}

/// The same; throws `interrupted` after a signal.
ev::report judged_or_interrupted(ev::gold_set const& gold, std::vector<ev::prediction_set> const& sets, evaluate_request const& asked,
                                 ev::evaluation_options const& settings, kept_items& kept, item_range in) try {
  return asked.part ? judged_part(gold, sets, asked, settings, kept, in) : judged(gold, sets, asked, settings, kept, in);
} catch (t2s::error const& e) {
  if (signal_seen() == 0 || e.details().code != t2s::errc::cancelled) throw;
  throw interrupted(interruption_text(kept, in, "question"));
}

void evaluate_predictions(po::variables_map const& given, evaluate_request const& asked, ev::gold_set const& gold,
                          std::vector<std::string> const& words, bool is_joined) {
  auto settings = evaluation_options_of(given, gold);
  auto const sets = read_all(asked.predictions, gold);
  keep_to_results(gold, sets, settings.wanted, given.count("metric") == 0);
  settings.wanted.faults |= !asked.html.empty() && given.count("metric") == 0;
  require_no_times(asked, settings);
  auto const n = gold.questions.size();
  auto const in = asked.part ? asked.part->of_items(n) : item_range{0, n};
  auto kept = asked.place().empty() ? kept_items(n)
                                    : kept_items(asked.kept_in(), header_of(given, asked, gold, words), n, given.count("restart") != 0);
  if (is_joined)
    require_all(kept, in);
  else
    note_kept(kept, in, "verdict");
  auto const report = judged_or_interrupted(gold, sets, asked, settings, kept, in);
  if (asked.part) return note_shard(*asked.part, kept, in, "verdict", asked.place());
  std::cout << printable_lines(ev::report_text(report));
  std::cout << printable_lines(conversation_scores(gold, report, settings.wanted.ex, settings.wanted.em));
  if (!asked.json.empty())
    write_whole(asked.json, [&](piece_writer const& put) {
      ev::write_report_json(report, gold, put);
      put("\n");
    });
  if (!asked.html.empty()) write_whole(asked.html, ev::report_html(report, gold, sets, asked.folders));
  if (asked.journal.empty()) kept.remove();
}

}  // namespace

namespace {

/// `joined`: the output of shards with all verdicts.
int evaluate(std::vector<std::string> const& words, std::string const& joined) {
  auto const o = evaluate_options();
  po::variables_map given;
  if (!o.read(words, given)) return answered;

  if (given.count("linking") != 0 && given.count("skeletons") != 0)
    throw usage_error("--skeletons and --linking are scored apart: leave one of them out");
  if (given.count("linking") != 0 && given.count("predictions") == 0) return evaluate_linking(given), answered;
  if (!joined.empty()) given.at(evaluate_request::place_option(given)).value() = joined;
  evaluate_request const asked(given);
  auto const gold = gold_of(asked);
  note_forms(gold.forms);
  if (asked.records()) return evaluate_records(asked, gold), answered;
  if (asked.predictions.empty()) return evaluate_skeletons(gold, asked.data), answered;
  return evaluate_predictions(given, asked, gold, words, !joined.empty()), answered;
}

}  // namespace

int evaluate(std::vector<std::string> const& words) { return evaluate(words, {}); }

int evaluate_joined(std::vector<std::string> const& words, std::string const& output) { return evaluate(words, output); }

}  // namespace cli
