// SPDX-License-Identifier: BSL-1.0
#include "answer_json.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "advice.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/pipeline/detail/ask_back.hpp"
#include "t2s/pipeline/history.hpp"
#include "t2s/policies/align/detail/alignment.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"
#include "t2s/serve/detail/answer_json.hpp"

namespace cli {
namespace {

namespace json = boost::json;

json::object failure_json(t2s::failure const& f) { return {{"code", t2s::name_of(f.code)}, {"message", json_text(f.message)}}; }

/// The part of the schema that prompts showed, if not all.
void add_schema_shown(json::object& out, t2s::answer const& a) {
  if (auto const& s = a.schema_shown)
    out["schema_shown"] = {{"tables", s->tables}, {"of_tables", s->all_tables}, {"columns", s->columns}, {"of_columns", s->all_columns}};
}

/// The origin of the SQL, and the ignored parts of the question.
void add_origin(json::object& out, t2s::candidate const& c) {
  out["why"] = json_text(c.why);
  static t2s::link::question_reading const nothing;
  auto const* found = c.known<t2s::link::question_reading>();
  auto const& read = found ? *found : nothing;
  out["not_read"] = not_read_json(read.not_read);
  auto& other_joins = out.emplace("other_joins", json::array()).first->value().as_array();
  for (auto const& join : read.other_joins) other_joins.push_back(json_text(join));
}

json::array texts_json(std::vector<std::string> const& all) {
  json::array out;
  for (auto const& text : all) out.push_back(json_text(text));
  return out;
}

/// The confidence, if estimated, and the SQL that was withheld for lack of it.
void add_confidence(json::object& out, t2s::answer const& a) {
  auto const* e = a.withheld ? a.withheld->known<t2s::estimated>() : a.estimate();
  if (e) {
    out["confidence"] = std::round(e->confidence * 1000) / 1000;
    out["uncertain"] = e->is_uncertain();
    out["missing"] = texts_json(e->missing);
  }
  if (a.withheld) {
    json::object withheld{{"sql", json_text(a.withheld->tried.sql)}};
    if (e) withheld["confidence"] = out.at("confidence");
    add_origin(withheld, a.withheld->tried);
    out["withheld"] = std::move(withheld);
  }
}

/// The question that the answer asks back, if any, and what it may be answered by.
void add_ask_back(json::object& out, t2s::answer const& a) {
  auto const* asked = t2s::asked_back(a);
  if (!asked) return;
  json::array options;
  for (auto const& o : asked->options) options.push_back({{"text", json_text(o.text)}, {"sql", json_text(o.sql())}});
  out["ask_back"] = {{"question", json_text(asked->question)}, {"options", std::move(options)}};
}

t2s::candidate const& given_by(t2s::answer const& a) {
  static t2s::candidate const none;
  return a.has_sql() ? a.revisions.back().tried : none;
}

json::object candidate_json(std::size_t number, std::string_view generator, std::string_view sql, t2s::db::execution const* outcome) {
  json::object out{{"number", number}, {"generator", generator}, {"sql", sql.empty() ? json::value(nullptr) : json_text(sql)}};
  if (outcome && outcome->ok()) out["rows"] = outcome->rows.values.size();
  if (outcome && !outcome->ok()) out["error"] = failure_json(*outcome->failure);
  return out;
}

/// All candidates by number, including the chosen one, if there were several.
void add_candidates(json::object& out, t2s::answer const& a) {
  auto const* chosen = a.selection();
  if (!chosen) return;
  json::array all;
  for (auto const& other : chosen->others) {
    auto one = candidate_json(other.number, other.generator, other.sql(), other.outcome());
    one["chosen"] = false;
    if (!other.has_sql()) one["stopped"] = other.finished ? json_text(in_options(other.stopped)) : "not needed";
    all.push_back(std::move(one));
  }
  // All have the same generator; the answer does not record which one wrote the chosen candidate.
  auto const generator = chosen->others.empty() ? std::string_view() : chosen->others.front().generator;
  auto best = candidate_json(chosen->number, generator, a.sql(), a.outcome());
  best["chosen"] = true;
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(chosen->number, all.size())), std::move(best));
  out["candidates"] = std::move(all);
}

/// The question as asked and, if it was changed, as rewritten.
void add_question(json::object& out, t2s::question const& asked) {
  if (asked.original.empty()) return;
  out["question"] = json_text(asked.original);
  if (asked.clear == asked.original) return;
  out[asked.how == t2s::reworded::simplified ? "simplified" : "rewritten"] = json_text(asked.clear);
}

json::object found_json(t2s::align::linked_entities const& linked) {
  json::array tables, columns;
  for (auto const& name : linked.tables) tables.push_back(json_text(name));
  for (auto const& column : linked.columns) columns.push_back(json_text(to_text(column)));
  return {{"tables", std::move(tables)}, {"columns", std::move(columns)}};
}
json::object found_json(t2s::skeleton::parsed const& parsed) { return {{"skeleton", json_text(parsed.skeleton)}}; }
json::object found_json(t2s::judged const& verdict) {
  json::object out{{"verdict", verdict.right ? "yes" : "no"}};
  if (!verdict.analysis.empty()) out["analysis"] = json_text(verdict.analysis);
  return out;
}

/// The facts that policies noted in each round, if any.
template <class Fact>
void add_found(json::object& out, char const* member, t2s::answer const& a) {
  json::array all;
  for (std::size_t round = 0; round < a.revisions.size(); ++round) {
    auto const* found = a.revisions[round].known<Fact>();
    if (!found) continue;
    json::object one{{"round", round}};
    for (auto& [name, value] : found_json(*found)) one[name] = std::move(value);
    all.push_back(std::move(one));
  }
  if (!all.empty()) out[member] = std::move(all);
}

}  // namespace

boost::json::string json_text(std::string_view raw) { return json::string(t2s::text::valid_utf8(raw)); }

boost::json::array not_read_json(std::vector<t2s::link::unread_part> const& parts) {
  json::array all;
  for (auto const& part : parts)
    all.push_back({{"text", json_text(part.text)}, {"begin", part.begin}, {"end", part.end}, {"role", name_of(part.role)}});
  return all;
}

boost::json::object answer_json(t2s::answer const& a, std::string_view system, bool chart) {
  t2s::serve::answer_extent whole;
  whole.blobs = true;
  whole.chart = chart;
  auto out = t2s::serve::answer_json(a, system, whole);
  out["stopped"] = json_text(in_options(a.stopped));
  for (auto& candidate : out["candidates"].as_array())
    if (auto* why = candidate.as_object()["stopped"].if_string()) *why = json_text(in_options(std::string(*why)));
  return out;
}

boost::json::object run_json(t2s::answer const& a) {
  json::array rounds;
  for (auto const& attempt : a.revisions) rounds.push_back(json_text(attempt.tried.sql));
  json::object out{{"sql", json_text(a.has_sql() ? a.sql() : "SELECT NULL")},
                   {"rounds", std::move(rounds)},
                   {"stopped", json_text(in_options(a.stopped))},
                   {"calls", a.spent.calls},
                   {"prompt_tokens", a.spent.prompt_tokens},
                   {"cached_tokens", a.spent.cached_tokens},
                   {"completion_tokens", a.spent.completion_tokens},
                   {"cut_answers", a.spent.cut_answers},
                   {"seconds", std::chrono::duration<double>(a.spent.time).count()}};
  add_question(out, a.asked);
  add_schema_shown(out, a);
  add_candidates(out, a);
  add_found<t2s::align::linked_entities>(out, "linked", a);
  add_found<t2s::skeleton::parsed>(out, "skeletons", a);
  add_found<t2s::judged>(out, "verdicts", a);
  add_origin(out, given_by(a));
  add_confidence(out, a);
  add_ask_back(out, a);
  return out;
}

}  // namespace cli
