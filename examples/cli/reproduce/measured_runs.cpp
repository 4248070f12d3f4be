// SPDX-License-Identifier: BSL-1.0
#include "reproduce/measured_runs.hpp"

#include <algorithm>
#include <set>

#include "t2s/lab/evaluation/statistics.hpp"
#include "t2s/lab/evaluation/subtasks.hpp"

namespace cli::reproduce {
namespace {

namespace ev = t2s::evaluation;

/// The predictions after that many revisions.
ev::prediction_set after(ev::prediction_set const& whole, std::optional<std::size_t> round) {
  auto cut = whole;
  for (auto& p : cut.predictions)
    if (round && !p.rounds.empty()) p.sql = p.rounds[std::min(*round, p.rounds.size() - 1)];
  return cut;
}

/// EX of ten equal parts of the questions, in percent.
std::vector<double> deciles(std::vector<bool> const& right) {
  constexpr std::size_t parts = 10;
  std::vector<double> all;
  for (std::size_t i = 0; i < parts; ++i) {
    auto const begin = i * right.size() / parts, end = (i + 1) * right.size() / parts;
    std::size_t n = 0;
    for (auto q = begin; q < end; ++q) n += right[q] ? 1U : 0U;
    if (end > begin) all.push_back(100 * static_cast<double>(n) / static_cast<double>(end - begin));
  }
  return all;
}

double of_scores(measure what, ev::scores const& s, bool birds) {
  auto const count = [](std::size_t n) { return static_cast<double>(n); };
  switch (what) {
    case measure::ex: return 100 * (birds ? s.bird_ex : s.ex_single);
    case measure::em: return 100 * s.em;
    case measure::valid: return 100 * s.valid;
    case measure::ves: return s.ves;
    case measure::right_if_agreed: return 100 * s.structure.agreeing_accuracy();
    case measure::table_errors: return count(s.errors.table);
    case measure::column_errors: return count(s.errors.column);
    case measure::skeleton_errors: return count(s.errors.skeleton);
    default: return count(s.errors.execution);
  }
}

double of_deciles(measure what, std::vector<double> const& parts) {
  switch (what) {
    case measure::decile_least: return ev::quantile(parts, 0);
    case measure::decile_first_quartile: return ev::quantile(parts, 0.25);
    case measure::decile_median: return ev::quantile(parts, 0.5);
    case measure::decile_third_quartile: return ev::quantile(parts, 0.75);
    default: return ev::quantile(parts, 1);
  }
}

double of_comparison(measure what, std::vector<bool> const& before, std::vector<bool> const& now) {
  if (what == measure::p_value) return ev::mann_whitney(deciles(before), deciles(now)).p;
  auto const c = ev::compare_runs(before, now);
  return static_cast<double>(what == measure::fixed ? c.fixed : c.broken);
}

std::vector<std::string> levels_of(ev::report const& r) {
  std::vector<std::string> levels;
  for (auto const& q : r.questions) levels.push_back(q.hardness);
  return levels;
}

double link_figure(measure what, ev::linking_report::scores const& s) {
  switch (what) {
    case measure::table_precision: return 100 * s.tables.precision();
    case measure::table_recall: return 100 * s.tables.recall();
    case measure::table_f1: return 100 * s.tables.f1();
    case measure::column_precision: return 100 * s.columns.precision();
    case measure::column_recall: return 100 * s.columns.recall();
    default: return 100 * s.columns.f1();
  }
}

bool is_decile(measure m) { return m >= measure::decile_least && m <= measure::decile_most; }
bool is_comparison(measure m) { return m == measure::fixed || m == measure::broken || m == measure::p_value; }
bool is_skeleton(measure m) { return m == measure::initial_skeleton || m == measure::parsed_skeleton; }
}  // namespace

measured_runs::measured_runs(paper_table const& of, data_sources const& data, std::vector<ev::linking_label> labels, bool has_knowledge,
                             std::size_t jobs)
    : table_(of), data_(data), labels_(std::move(labels)), has_{!labels_.empty(), has_knowledge}, jobs_(jobs) {}

std::vector<bool> measured_runs::group::right(std::size_t file) const {
  auto const birds = report.options.wanted.bird;
  auto const& verdicts = report.files[file].verdicts;
  std::vector<bool> all;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    auto const& q = report.questions[i];
    if (!q.skipped && !(birds ? q.no_bird : q.no_ex)) all.push_back(birds ? verdicts[i].bird_ex : verdicts[i].ex_single);
  }
  return all;
}

bool measured_runs::needs(measure what) const {
  return std::ranges::any_of(table_.columns, [&](column const& c) { return c.what == what; }) ||
         std::ranges::any_of(table_.ours, [&](measured_row const& r) { return r.instead == what; });
}

/// The number of revisions after which the table looks at a run.
std::vector<std::optional<std::size_t>> measured_runs::rounds_of(planned_run const& run) const {
  std::set<std::optional<std::size_t>> rounds{std::nullopt};
  for (auto const& row : table_.ours)
    if (run_on(row, run.data) == run.what) rounds.insert(row.round);
  return {rounds.begin(), rounds.end()};
}

void measured_runs::add(planned_run const& run, std::string const& records) {
  std::pair const key(std::string(run.data), run.questions);
  auto& g = groups_[key];
  if (g.gold.questions.empty()) g.gold = data_.find(run.data)->drawn(run.questions);
  auto const whole = ev::parse_predictions(records, run.name(), g.gold);
  for (auto const& round : rounds_of(run)) {
    files_[key][{run.name(), round}] = g.sets.size();
    g.sets.push_back(after(whole, round));
  }
}

ev::evaluation_options measured_runs::options_for(ev::gold_set const& gold) const {
  ev::evaluation_options o;
  o.jobs = jobs_;
  o.wanted.em = needs(measure::em);
  o.wanted.structure = needs(measure::right_if_agreed) || needs(measure::table_errors) || needs(measure::column_errors) ||
                       needs(measure::skeleton_errors) || needs(measure::execution_errors);
  o.wanted.bird = gold.birds;
  o.wanted.timing = gold.birds && needs(measure::ves);
  o.wanted.rounds = false;
  return o;
}

void measured_runs::evaluate(std::stop_token const& stop) {
  ev::evaluation_hooks hooks;
  hooks.stop = stop;
  for (auto& [key, g] : groups_) {
    auto const& source = *data_.find(key.first);
    auto const o = options_for(g.gold);
    g.report = ev::evaluate(g.gold, g.sets, {source.files.databases, source.files.tables}, o, hooks);
    if (needs(measure::ts) && !source.suite.empty()) g.suite = ev::evaluate(g.gold, g.sets, {source.suite, source.files.tables}, o, hooks);
  }
}

std::optional<double> measured_runs::of_links(measure what, seen const& of) const {
  auto const scored = ev::recorded_linking(of.in.gold, of.in.sets[of.file], labels_, levels_of(of.in.report));
  if (scored.questions == 0) return {};
  if (of.questions == ev::all_questions) return link_figure(what, scored.all);
  auto const by_level = scored.hardness.find(std::string(of.questions));
  return by_level == scored.hardness.end() ? std::nullopt : std::optional(link_figure(what, by_level->second));
}

std::optional<double> measured_runs::of_skeletons(measure what, seen const& of) {
  auto const scored = ev::recorded_skeleton_accuracy(of.in.gold, of.in.sets[of.file], levels_of(of.in.report));
  auto const by_level = scored.hardness.find(std::string(of.questions));
  if (of.questions != ev::all_questions && by_level == scored.hardness.end()) return {};
  auto const& s = of.questions == ev::all_questions ? scored.all : by_level->second;
  auto const& share = what == measure::initial_skeleton ? s.sql : s.parsed;
  return share.questions == 0 ? std::nullopt : std::optional(share.percent());
}

std::optional<double> measured_runs::figure(measured_row const& row, column const& at) const {
  auto const what = row.instead.value_or(at.what);
  if (!lacking(row, at, data_, has_).empty()) return {};
  auto const& source = *data_.find(at.data);
  if (what == measure::questions) return static_cast<double>(source.questions);
  if (what == measure::databases) return static_cast<double>(source.databases);
  if (row.run.pipeline.empty()) return {};
  std::pair const key(std::string(at.data), questions_of(row, source));
  auto const place = [&](run_plan const& run, std::optional<std::size_t> round) {
    return files_.at(key).at({planned_run{run, at.data}.name(), round});
  };
  seen const of{groups_.at(key), place(run_on(row, at.data), row.round), at.group};
  if (is_comparison(what) && !row.against) return {};
  if (is_comparison(what)) return of_comparison(what, of.in.right(place(*row.against, {})), of.in.right(of.file));
  return of_run(what, of);
}

std::vector<std::string> measured_runs::notes() const {
  std::vector<std::string> all;
  for (auto const& [key, g] : groups_)
    for (auto const& w : g.report.warnings) all.push_back(key.first + ": " + w);
  return all;
}

std::optional<double> measured_runs::of_run(measure what, seen const& of) const {
  auto const& report = of.in.report;
  auto const& file = report.files[of.file];
  if (what == measure::ts && !of.in.suite) return {};
  if (what == measure::ts) return 100 * ev::scores_of(*of.in.suite, of.in.suite->files[of.file], of.questions).ex;
  if (what == measure::calls) return file.recorded == 0 ? 0 : static_cast<double>(file.spent.calls) / static_cast<double>(file.recorded);
  if (is_decile(what)) return of_deciles(what, deciles(of.in.right(of.file)));
  if (is_about_links(what)) return of_links(what, of);
  if (is_skeleton(what)) return of_skeletons(what, of);
  auto const scores = ev::scores_of(report, file, of.questions);
  if (scores.count == 0 || (what == measure::right_if_agreed && scores.structure.agreeing() == 0)) return {};
  return of_scores(what, scores, report.options.wanted.bird);
}

}  // namespace cli::reproduce
