// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_ANSWER_JSON_IPP
#define T2S_SERVE_DETAIL_ANSWER_JSON_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/same_answer.hpp"
#include "t2s/pipeline/detail/ask_back.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"
#include "t2s/serve/detail/answer_json.hpp"
#include "t2s/serve/detail/chart_json.hpp"
#include "t2s/serve/detail/json_estimate.hpp"
#include "t2s/serve/detail/json_values.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <string>
#include <utility>

namespace t2s::serve {
namespace detail {

namespace json = boost::json;

[[nodiscard]] inline json::object spending_json(spending const& s) {
  return {{"calls", s.calls},
          {"prompt_tokens", s.prompt_tokens},
          {"cached_tokens", s.cached_tokens},
          {"completion_tokens", s.completion_tokens},
          {"cut_answers", s.cut_answers},
          {"statements", s.statements},
          {"ms", json_milliseconds(s.time)}};
}

/// How the SQL was found, and which parts of the question it ignores.
inline void add_origin(json::object& to, candidate const& c) {
  static link::question_reading const nothing;
  auto const* known = c.known<link::question_reading>();
  auto const& read = known ? *known : nothing;
  json::array not_read;
  for (auto const& part : read.not_read)
    not_read.push_back({{"text", json_text(part.text)}, {"begin", part.begin}, {"end", part.end}, {"role", name_of(part.role)}});
  to["why"] = json_text(c.why);
  to["not_read"] = std::move(not_read);
  to["other_joins"] = json_texts(read.other_joins);
}

/// The outcome of the SQL: "row_count" and "failure".
inline void add_outcome(json::object& to, db::execution const* e) {
  bool const has_rows = e && (e->ok() || !e->rows.values.empty());
  to["row_count"] = has_rows ? json::value(e->rows.values.size()) : json::value(nullptr);
  to["failure"] = e && e->failure ? json::value(json_failure(*e->failure)) : json::value(nullptr);
}

[[nodiscard]] inline json::object candidate_json(std::size_t number, std::string_view generator, std::string_view sql, double weight,
                                                 db::execution const* outcome) {
  json::object out{{"number", number}, {"generator", json_text(generator)}, {"sql", nullptr}, {"weight", weight}, {"stopped", nullptr}};
  if (!sql.empty()) out["sql"] = json_text(sql);
  add_outcome(out, outcome);
  return out;
}

/// All candidates by number, including the chosen one, with the votes for the result of each.
[[nodiscard]] inline json::array candidates_json(answer const& a) {
  json::array out;
  auto const* chosen = a.selection();
  if (!chosen) return out;
  auto const votes = [&](db::execution const* of) {
    double sum = 0;
    if (!of || !of->ok()) return sum;
    auto const add = [&](db::execution const* other, double weight) {
      if (other && other->ok() && db::same_answer(of->rows, other->rows)) sum += weight;
    };
    add(a.outcome(), 1);
    for (auto const& other : chosen->others) add(other.outcome(), other.weight);
    return sum;
  };
  for (auto const& other : chosen->others) {
    auto one = candidate_json(other.number, other.generator, other.sql(), other.weight, other.outcome());
    one["votes"] = votes(other.outcome());
    one["chosen"] = false;
    if (!other.has_sql()) one["stopped"] = other.finished ? json_text(other.stopped) : json::string("not needed");
    out.push_back(std::move(one));
  }
  auto best = candidate_json(chosen->number, chosen->generator, a.sql(), 1, a.outcome());
  best["votes"] = votes(a.outcome());
  best["chosen"] = true;
  out.insert(out.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(chosen->number, out.size())), std::move(best));
  return out;
}

[[nodiscard]] inline json::value schema_share_json(std::optional<schema_share> const& s) {
  if (!s) return nullptr;
  return {{"tables", s->tables}, {"of_tables", s->all_tables}, {"columns", s->columns}, {"of_columns", s->all_columns}};
}

[[nodiscard]] inline json::value ask_back_json(ask_back const* asked) {
  if (!asked) return nullptr;
  json::array options;
  for (auto const& o : asked->options)
    options.push_back(
        {{"text", json_text(o.text)}, {"sql", json_text(o.sql())}, {"row_count", o.made.outcome ? o.made.outcome->rows.values.size() : 0}});
  return json::object{{"question", json_text(asked->question)}, {"options", std::move(options)}};
}

[[nodiscard]] inline json::object parsed_answer_schema() {
  std::string const failure =
      R"("failure":{"type":["object","null"],"description":"Why the SQL does not run.","properties":{"code":{"type":"string"},"message":{"type":"string"},"subject":{"type":"string"},"remedy":{"type":"string"},"offset":{"type":"integer"}},"required":["code","message"],"additionalProperties":false})";
  std::string const tokens =
      R"("tokens":{"type":"array","description":"Of events alone: the text of the SQL in pieces, each with its kind.","items":{"type":"array","items":{"type":"string"}}})";
  std::string const origin =
      R"("why":{"type":"string","description":"How the SQL was found."},
"not_read":{"type":"array","description":"Parts of the question that the SQL does not use although they have a meaning; begin and end are bytes.","items":{"type":"object","properties":{"text":{"type":"string"},"begin":{"type":"integer"},"end":{"type":"integer"},"role":{"type":"string","enum":["restricts","asks","other"]}},"required":["text","begin","end","role"],"additionalProperties":false}},
"other_joins":{"type":"array","description":"Joins over other keys, between which the question does not decide.","items":{"type":"string"}})";
  std::string const spent =
      R"("spent":{"type":"object","properties":{"calls":{"type":"integer"},"prompt_tokens":{"type":"integer"},"cached_tokens":{"type":"integer","description":"Of the prompt tokens: those that the server had cached, where it says so."},"completion_tokens":{"type":"integer"},"cut_answers":{"type":"integer"},"statements":{"type":"integer"},"ms":{"type":"number"}},"required":["calls","prompt_tokens","cached_tokens","completion_tokens","cut_answers","statements","ms"],"additionalProperties":false})";
  std::string const confidence =
      R"("confidence":{"type":["number","null"],"minimum":0,"maximum":1,"description":"How likely the SQL is right."})";
  return json::
      parse(R"({"type":"object","properties":{
"sql":{"type":["string","null"],"description":"Null where none was found, or it is withheld."},
"system":{"type":"string","description":"Who answered."},)" +
            origin + "," + confidence + R"(,
"uncertain":{"type":["boolean","null"],"description":"Whether the confidence is below 0.75."},
"missing":{"type":"array","description":"What speaks against the SQL.","items":{"type":"string"}},
"withheld":{"type":["string","null"],"description":"SQL that is too uncertain to be the answer; why, not_read, other_joins, confidence, uncertain and missing are of it."},
"columns":{"type":"array","items":{"type":"string"}},
"rows":{"type":"array","items":{"type":"array","items":{"type":["null","number","string","object"],"description":"An integer beyond 2^53 and a number that is not finite are texts; blob is the size in bytes, and hex what they are, where that is asked for.","properties":{"blob":{"type":"integer"},"hex":{"type":"string"}},"required":["blob"],"additionalProperties":false}}},
"row_count":{"type":["integer","null"],"description":"Rows that were read; null where no SQL ran."},
"cut":{"type":"boolean","description":"Whether the result has other rows than these."},
"next_offset":{"type":["integer","null"],"description":"Of the first row that is left out."},)" +
            failure + R"(,
"candidates":{"type":"array","description":"Where several were written.","items":{"type":"object","properties":{"number":{"type":"integer"},"generator":{"type":"string"},"sql":{"type":["string","null"]},"weight":{"type":"number"},"votes":{"type":"number"},"chosen":{"type":"boolean"},"stopped":{"type":["string","null"],"description":"Why it has no SQL."},"row_count":{"type":["integer","null"]},)" +
            failure + "," + tokens +
            R"(},"required":["number","generator","sql","weight","votes","chosen","stopped","row_count","failure"],"additionalProperties":false}},
"revisions":{"type":"array","description":"Every attempt, the last of which is the answer.","items":{"type":"object","properties":{"sql":{"type":"string"},)" +
            origin +
            R"(,"remarks":{"type":"array","items":{"type":"object","properties":{"by":{"type":"string"},"text":{"type":"string"}},"required":["by","text"],"additionalProperties":false}},"row_count":{"type":["integer","null"]},)" +
            failure + "," + confidence + "," + spent +
            R"(},"required":["sql","why","not_read","other_joins","remarks","row_count","failure","confidence","spent"],"additionalProperties":false}},
"ask_back":{"type":["object","null"],"description":"A question to the user, where other readings have other results, if that is asked for.","properties":{"question":{"type":"string"},"options":{"type":"array","description":"The first is the answer as it stands.","items":{"type":"object","properties":{"text":{"type":"string","description":"What distinguishes it, in plain words."},"sql":{"type":"string"},"row_count":{"type":"integer"}},"required":["text","sql","row_count"],"additionalProperties":false}}},"required":["question","options"],"additionalProperties":false},
"schema_shown":{"type":["object","null"],"description":"How much of the schema prompts showed, where that was not the whole.","properties":{"tables":{"type":"integer"},"of_tables":{"type":"integer"},"columns":{"type":"integer"},"of_columns":{"type":"integer"}},"required":["tables","of_tables","columns","of_columns"],"additionalProperties":false},)" +
            spent + R"(,
"notice":{"type":["string","null"],"description":"What a user must be told although the run went on: a model that failed, and whose answer this is."},
"stopped":{"type":"string","description":"Why the run ended."},
"failed":{"type":["string","null"],"description":"How a model failed after the draft."},
"chart":{"type":["object","null"],"description":"Only if it is asked for: how the whole result is best seen; null without one.","properties":{"kind":{"type":"string","enum":["table","number","bar","stacked","line","scatter"]},"why":{"type":"string","description":"Why it is of this kind."},"left_out":{"type":"integer","description":"Rows without a number, which the chart does not have."},"spec":{"type":["object","null"],"description":"Of Vega-Lite 5, with all points; null for a table."}},"required":["kind","why","left_out","spec"],"additionalProperties":false},
"conversation":{"type":"string","description":"Only if the question was asked in a conversation: its id."},
"n":{"type":"integer","description":"Of events alone: its number."},"at":{"type":"number","description":"Of events alone: milliseconds since the run began."},"event":{"type":"string","enum":["answer"]},)" +
            tokens + R"(},
"required":["sql","system","why","not_read","other_joins","confidence","uncertain","missing","withheld","columns","rows","row_count","cut","next_offset","failure","candidates","revisions","ask_back","schema_shown","spent","notice","stopped","failed"],"additionalProperties":false})")
          .get_object();
}

/// A value of a row; a blob is written with its bytes.
[[nodiscard]] inline json::value whole_value(value const& v) {
  auto const* b = v.bytes();
  if (!b) return json_value(v);
  std::string hex;
  for (auto const byte : b->bytes) text::append_hex(hex, static_cast<char>(byte), text::hex_capitals);
  return json::object{{"blob", b->bytes.size()}, {"hex", json::string(hex)}};
}

}  // namespace detail

T2S_DECL boost::json::object const& answer_schema() {
  static auto const schema = detail::parsed_answer_schema();
  return schema;
}

namespace json = boost::json;

T2S_DECL void add_rows(boost::json::object& to, db::execution const* of, answer_extent const& extent) {
  json::array columns, rows;
  std::size_t bytes = 0;
  if (of) {
    columns = json_texts(of->rows.columns);
    for (auto const& row : of->rows.values) {
      for (auto const& v : row) bytes += answer_bytes(v);
      if (rows.size() >= extent.rows || bytes > extent.bytes) break;
      auto& cells = rows.emplace_back(json::array()).get_array();
      for (auto const& v : row) cells.push_back(extent.blobs ? detail::whole_value(v) : json_value(v));
    }
  }
  to["columns"] = std::move(columns);
  to["rows"] = std::move(rows);
}

T2S_DECL boost::json::object attempt_json(attempt const& a) {
  json::array remarks;
  for (auto const& r : a.remarks) remarks.push_back({{"by", json_text(r.stage)}, {"text", json_text(r.text)}});
  json::object out{{"sql", json_text(a.tried.sql)}};
  detail::add_origin(out, a.tried);
  out["remarks"] = std::move(remarks);
  detail::add_outcome(out, a.outcome ? &*a.outcome : nullptr);
  out["confidence"] = json_confidence(a.known<estimated>());
  out["spent"] = detail::spending_json(a.spent);
  return out;
}

T2S_DECL boost::json::object answer_json(answer const& a, std::string_view system, answer_extent const& extent) {
  static candidate const none;
  auto const* outcome = a.outcome();
  json::object out{{"sql", nullptr}, {"system", json_text(system)}};
  if (a.has_sql()) out["sql"] = json_text(a.sql());
  detail::add_origin(out, a.has_sql() ? a.revisions.back().tried : a.withheld ? a.withheld->tried : none);
  add_estimate(out, a);
  out["withheld"] = a.withheld ? json::value(json_text(a.withheld->tried.sql)) : json::value(nullptr);
  add_rows(out, outcome, extent);
  detail::add_outcome(out, outcome);
  // The extent of the statement or a limit left rows out.
  auto const given = out["rows"].get_array().size();
  auto const count = outcome ? outcome->rows.values.size() : 0;
  bool const cut = given < count || (outcome && outcome->failure && count > 0);
  out["cut"] = cut;
  out["next_offset"] = cut ? json::value(given) : json::value(nullptr);
  out["candidates"] = detail::candidates_json(a);
  auto& revisions = out["revisions"].emplace_array();
  for (auto const& attempt : a.revisions) revisions.push_back(attempt_json(attempt));
  out["ask_back"] = detail::ask_back_json(asked_back(a));
  out["schema_shown"] = detail::schema_share_json(a.schema_shown);
  out["spent"] = detail::spending_json(a.spent);
  auto const notice = notice_of(a);
  out["notice"] = notice.empty() ? json::value(nullptr) : json::value(json_text(notice));
  out["stopped"] = json_text(a.stopped);
  out["failed"] = a.failed ? json::value(json_text(a.failed->text())) : json::value(nullptr);
  if (extent.chart) out["chart"] = outcome && out["row_count"].is_number() ? json::value(chart_json(propose_chart(*outcome))) : nullptr;
  return out;
}

}  // namespace t2s::serve

#endif
