// SPDX-License-Identifier: BSL-1.0
#include "reproduce/plan.hpp"

#include <algorithm>
#include <memory>

#include "predictor.hpp"
#include "reproduce/rehearsal.hpp"
#include "t2s/lab/report/detail/figure_table.hpp"
#include "wording.hpp"

namespace cli::reproduce {
namespace {

constexpr std::size_t rehearsed_questions = 8, rehearsed_demonstrations = 200;

/// Questions from all parts of the data set, whose databases differ.
prediction_load sample_of(data_source const& data, std::size_t of) {
  prediction_load load{{}, data.shown, rehearsed_demonstrations};
  auto const n = std::min(rehearsed_questions, of);
  for (std::size_t i = 0; i < n; ++i) load.questions.push_back(data.gold.questions[i * of / n]);
  return load;
}

/// Measures the run's prompts.
void rehearse(planned_run& run, data_source const& data, model_options const& settings, pipeline_options const& pipeline) {
  auto const played = std::make_shared<rehearsal>();
  auto const by = settings.played_by(any_model::of(played));
  predictor p(data.files, sample_of(data, run.questions), by, pipeline);
  kept_items kept(p.size());
  p.run(kept, {{0, p.size()}, 1, {}, progress_shown::no});
  if (p.failures().over()) std::rethrow_exception(p.failures().ending());
  run.tokens_a_call = played->tokens_a_call();
  run.longest = played->longest();
}

std::string in_thousands(std::size_t n) {
  auto text = std::to_string(n);
  for (auto at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

/// Rounds to two digits: an estimate is not more exact.
std::size_t rounded(std::size_t n) {
  std::size_t unit = 1;
  while (n / unit >= 100) unit *= 10;
  return (n + unit / 2) / unit * unit;
}

std::string range(std::size_t least, std::size_t most) {
  return least == most ? in_thousands(least) : in_thousands(least) + " to " + in_thousands(most);
}

/// "dac.values" of "dac.values=0".
std::string_view name_of(std::string_view setting) { return setting.substr(0, setting.find('=')); }

/// Whether the pipeline has a setting of that full name.
bool has_setting(std::string_view pipeline, std::string_view name) {
  auto const& of = find_system(std::string(pipeline));
  auto const all = of.settings();
  return std::ranges::any_of(all, [&](setting_text const& s) { return name == std::string(of.prefix) + "." + std::string(s.name); });
}

/// Puts those of the settings first that the pipeline has and the run does not set itself.
void put_settings(run_plan& run, std::vector<std::string> const& settings) {
  std::vector<std::string_view> all;
  for (auto const& s : settings)
    if (has_setting(run.pipeline, name_of(s)) && std::ranges::find(run.settings, name_of(s), name_of) == run.settings.end())
      all.push_back(s);
  run.settings.insert(run.settings.begin(), all.begin(), all.end());
}

}  // namespace

std::vector<std::string_view> pipelines_of(paper_table const& of) {
  std::vector<std::string_view> all;
  auto const add = [&all](std::string_view pipeline) {
    if (!pipeline.empty() && std::ranges::find(all, pipeline) == all.end()) all.push_back(pipeline);
  };
  for (auto const& row : of.ours) {
    add(row.run.pipeline);
    if (row.against) add(row.against->pipeline);
  }
  return all;
}

paper_table with_settings(paper_table of, std::vector<std::string> const& settings) {
  auto const pipelines = pipelines_of(of);
  for (auto const& s : settings)
    if (std::ranges::none_of(pipelines, [&](std::string_view p) { return has_setting(p, name_of(s)); })) {
      std::string names;
      for (auto const p : pipelines) names.append(names.empty() ? "" : ", ").append(p);
      throw usage_error("--set " + s + ": no run of the table has that setting; it runs " + (names.empty() ? "no pipeline" : names) +
                        ", whose settings t2s systems lists, as PREFIX.NAME=VALUE");
    }
  for (auto& row : of.ours) {
    if (!row.run.pipeline.empty()) put_settings(row.run, settings);
    if (row.against) put_settings(*row.against, settings);
  }
  return of;
}

std::string planned_run::name() const {
  auto text = std::string(what.pipeline) + " over " + std::string(data);
  for (auto const s : what.settings) text.append(", ").append(s);
  return text;
}

std::size_t questions_of(measured_row const& row, data_source const& data) {
  return std::min(row.drawn.value_or(data.gold.questions.size()), data.gold.questions.size());
}

std::vector<std::string_view> data_of(paper_table const& t) {
  std::vector<std::string_view> out;
  for (auto const& c : t.columns)
    if (std::ranges::find(out, c.data) == out.end()) out.push_back(c.data);
  return out;
}

std::string lacking(measured_row const& row, column const& at, data_sources const& data, further_files const& has) {
  auto const what = row.instead.value_or(at.what);
  auto const name = std::string(at.data);
  auto const option = std::string(data_sources::given_as(name));
  auto const* const source = data.find(name);
  if (!source) return option.empty() ? "data that is not public" : "--data " + option + "=DIR";
  if (what == measure::ts && source->suite.empty()) return "--suite " + option + "=DIR";
  if (row.needs_knowledge && !has.knowledge) return std::string(knowledge_option);
  return is_about_links(what) && !has.labels ? "--labels FILE" : "";
}

run_plan run_on(measured_row const& row, std::string_view data) {
  auto run = row.run;
  if (data == "bird") run.settings.insert(run.settings.end(), row.on_bird.begin(), row.on_bird.end());
  return run;
}

plan::plan(paper_table const& of, data_sources const& data, further_files const& has, model_options const& settings,
           pipeline_options const& pipelines) {
  for (auto const& row : of.ours)
    for (auto const& column : of.columns) {
      if (row.run.pipeline.empty() || !lacking(row, column, data, has).empty()) continue;
      add(run_on(row, column.data), column.data, questions_of(row, *data.find(column.data)));
      if (row.against) add(*row.against, column.data, questions_of(row, *data.find(column.data)));
    }
  for (auto& run : runs_) {
    auto const pipeline = pipelines.with(run.what.pipeline, run.what.settings);
    auto const& source = *data.find(run.data);
    if (pipeline.uses("demonstrations") && source.shown.demonstrations.empty())
      throw usage_error(run.name() + " shows training questions, and there are none: give --demonstrations " +
                        std::string(data_sources::given_as(run.data)) + "=FILE, or --data spider=DIR where they are Spider's");
    run.calls = pipeline.chosen().calls(pipeline.wanted());
    rehearse(run, source, settings, pipeline.without_knowledge());
  }
}

void plan::add(run_plan const& what, std::string_view data, std::size_t questions) {
  auto const is_it = [&](planned_run const& r) { return r.what == what && r.data == data && r.questions == questions; };
  if (std::ranges::none_of(runs_, is_it)) runs_.push_back({what, data, questions});
}

call_bounds plan::calls() const {
  call_bounds sum{0, 0};
  for (auto const& r : runs_) {
    sum.least += r.questions * r.calls.least;
    sum.most += r.questions * r.calls.most;
  }
  return sum;
}

std::string plan::text() const {
  t2s::evaluation::figure_table shown{"Runs", {},   {"questions", "calls a question", "calls", "tokens of a prompt, about"}, {}, {},
                                      {},     "run"};
  std::size_t least_tokens = 0, most_tokens = 0;
  for (auto const& r : runs_) {
    auto const sum = [&](std::size_t calls) { return r.questions * calls; };
    shown.rows.push_back({r.name(),
                          {},
                          {{in_thousands(r.questions), {}},
                           {range(r.calls.least, r.calls.most), {}},
                           {range(sum(r.calls.least), sum(r.calls.most)), {}},
                           {in_thousands(rounded(r.tokens_a_call)), {}}}});
    least_tokens += sum(r.calls.least) * r.tokens_a_call;
    most_tokens += sum(r.calls.most) * r.tokens_a_call;
  }
  auto const sum = calls();
  shown.notes.push_back("In all " + range(sum.least, sum.most) + " calls and about " + range(rounded(least_tokens), rounded(most_tokens)) +
                        " tokens of prompts, estimated, without embeddings and the tokens of answers. Calls that are the same in several "
                        "runs are sent once, and "
                        "none that was answered before.");
  return t2s::evaluation::table_text(shown);
}

}  // namespace cli::reproduce
