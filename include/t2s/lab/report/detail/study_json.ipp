// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_STUDY_JSON_IPP
#define T2S_LAB_REPORT_DETAIL_STUDY_JSON_IPP

#include "t2s/lab/report/detail/study/front.hpp"
#include "t2s/lab/report/detail/study/summary.hpp"
#include "t2s/lab/report/report.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <cmath>
#include <map>
#include <optional>
#include <span>

namespace t2s::studies {
namespace reporting {

namespace json = boost::json;

inline json::string text_json(std::string_view s) { return json::string(text::valid_utf8(s)); }

inline json::value number_json(double n) { return std::isfinite(n) ? json::value(n) : json::value(nullptr); }
inline json::value number_json(std::optional<double> const& n) { return n ? number_json(*n) : json::value(nullptr); }

inline json::array texts_json(std::vector<std::string> const& all) {
  json::array out;
  for (auto const& s : all) out.emplace_back(text_json(s));
  return out;
}

inline json::value estimate_json(estimate const& e) {
  return json::object{{"value", number_json(e.value)}, {"low", number_json(e.low)}, {"high", number_json(e.high)}};
}
inline json::value estimate_json(std::optional<estimate> const& e) { return e ? estimate_json(*e) : json::value(nullptr); }

inline json::object change_json(evaluation::corrections const& c) {
  return {{"fixed", c.fixed}, {"broken", c.broken}, {"right", c.right}, {"wrong", c.wrong}, {"p", number_json(c.p)}};
}

inline json::object detection_json(detection const& d) {
  return {{"wrong", d.wrong},
          {"right", d.right},
          {"wrong_detected", d.wrong_detected},
          {"right_accused", d.right_accused},
          {"recall", estimate_json(d.recall)},
          {"precision", estimate_json(d.precision)}};
}

inline json::object cost_json(correction_cost const& c) {
  return {{"calls", estimate_json(c.calls)},
          {"prompt_tokens", estimate_json(c.prompt_tokens)},
          {"cached_tokens", estimate_json(c.cached_tokens)},
          {"completion_tokens", estimate_json(c.completion_tokens)},
          {"statements", estimate_json(c.statements)},
          {"calls_per_point", number_json(c.calls_per_point)},
          {"tokens_per_point", number_json(c.tokens_per_point)}};
}

inline json::value whole_cost_json(std::optional<run_cost> const& c) {
  if (!c) return nullptr;
  return {{"calls", number_json(c->calls)},
          {"prompt_tokens", number_json(c->prompt_tokens)},
          {"cached_tokens", number_json(c->cached_tokens)},
          {"completion_tokens", number_json(c->completion_tokens)},
          {"seconds", number_json(c->seconds)}};
}

inline json::array rounds_json(std::vector<round_figures> const& all) {
  json::array out;
  for (auto const& r : all) out.push_back(json::object{{"ex", number_json(r.ex)}, {"calls", number_json(r.calls)}, {"going", r.going}});
  return out;
}

inline json::array groups_json(std::vector<group_figures> const& all) {
  json::array out;
  for (auto const& g : all)
    out.push_back(json::object{{"name", text_json(g.name)},
                               {"runs", g.runs},
                               {"ex_before", number_json(g.ex_before)},
                               {"ex_after", number_json(g.ex_after)},
                               {"fixed", g.fixed},
                               {"broken", g.broken},
                               {"calls", number_json(g.calls)},
                               {"tokens", number_json(g.tokens)},
                               {"columns", g.columns}});
  return out;
}

inline json::value seconds_json(std::optional<latency_figures> const& s) {
  if (!s) return nullptr;
  json::array deciles;
  for (auto const d : s->deciles) deciles.push_back(number_json(d));
  return json::object{{"median", number_json(s->median)},
                      {"p90", number_json(s->p90)},
                      {"p99", number_json(s->p99)},
                      {"most", number_json(s->most)},
                      {"deciles", std::move(deciles)}};
}

inline json::object strategy_json(strategy_figures const& s) {
  json::object by_feedback, stopped;
  for (auto const& [stage, d] : s.by_feedback) by_feedback[text::valid_utf8(stage)] = detection_json(d);
  for (auto const& [reason, n] : s.stopped) stopped[text::valid_utf8(reason)] = n;
  return {{"name", text_json(s.name)},
          {"runs", s.runs},
          {"ex_before", estimate_json(s.ex_before)},
          {"ex_after", estimate_json(s.ex_after)},
          {"gain", estimate_json(s.gain)},
          {"ex_best", estimate_json(s.ex_best)},
          {"change", change_json(s.change)},
          {"detected", detection_json(s.detected)},
          {"by_feedback", std::move(by_feedback)},
          {"cost", cost_json(s.cost)},
          {"whole_cost", whole_cost_json(s.whole)},
          {"revisions", number_json(s.revisions)},
          {"rounds", rounds_json(s.rounds)},
          {"by_hardness", groups_json(s.by_hardness)},
          {"by_database", groups_json(s.by_database)},
          {"by_error_class", groups_json(s.by_error_class)},
          {"by_drafts", groups_json(s.by_drafts)},
          {"stopped", std::move(stopped)},
          {"seconds", seconds_json(s.seconds)}};
}

inline json::array comparisons_json(std::vector<comparison> const& all) {
  json::array out;
  for (auto const& c : all)
    out.push_back(json::object{
        {"first", c.first}, {"second", c.second}, {"difference", estimate_json(c.difference)}, {"change", change_json(c.change)}});
  return out;
}

inline json::array agreements_json(std::vector<agreement> const& all) {
  json::array out;
  for (auto const& a : all) {
    json::array right;
    for (bool const r : a.right) right.emplace_back(r);
    out.push_back(json::object{{"right", std::move(right)}, {"runs", a.runs}});
  }
  return out;
}

}  // namespace reporting

T2S_DECL boost::json::object study_json(study_figures const& f) {
  using namespace reporting;
  json::array strategies;
  for (auto const& s : f.strategies) strategies.push_back(strategy_json(s));
  auto const front = [](std::vector<std::size_t> const& places) { return json::array(places.begin(), places.end()); };
  json::object const pareto{{"calls", front(pareto_front(f.strategies, mean_calls))},
                            {"tokens", front(pareto_front(f.strategies, mean_tokens))}};
  return {{"title", text_json(f.title)},
          {"data", text_json(f.data)},
          {"drafts", texts_json(f.drafts)},
          {"corrector", text_json(f.corrector)},
          {"simulated", f.simulated},
          {"assumptions", texts_json(f.assumptions)},
          {"summary", texts_json(study_summary(f).sentences())},
          {"strategies", std::move(strategies)},
          {"comparisons", comparisons_json(f.comparisons)},
          {"agreements", agreements_json(f.agreements)},
          {"pareto", pareto},
          {"notes", texts_json(f.notes)}};
}

}  // namespace t2s::studies

#endif
