// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_API_DETAIL_SCHEMAS_HPP
#define T2S_SERVE_API_DETAIL_SCHEMAS_HPP

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <string_view>

/// JSON Schemas of what the routes take and return.
namespace t2s::serve::detail {

/// The schema of the body of POST /v1/ask.
inline constexpr std::string_view ask_schema = R"({"type":"object","properties":{
"database":{"type":"string","description":"May be left out where there is one."},
"question":{"type":"string","minLength":1},
"system":{"type":"string","description":"One of /v1/databases; the first one where it is left out."},
"min_confidence":{"type":"number","minimum":0,"maximum":1,"description":"An answer that is less likely right is withheld. If left out: 0.5 for a system that asks no model, else 0."},
"ask_back":{"type":"boolean","default":false,"description":"Where readings of the question have other results, an uncertain answer has a question to the user, `ask_back`, whose options have SQL for /v1/query."},
"chart":{"type":"boolean","default":false,"description":"The answer has a chart of its result, `chart`, as a specification of Vega-Lite."},
"keep":{"type":"boolean","description":"The run goes on when nobody watches it."},
"conversation":{"type":"string","minLength":1,"maxLength":100,"description":"The id of a conversation about this database, in whose light the question is read and to which it is added; \"new\" begins one. The answer has its id."}},
"required":["question"],"additionalProperties":false})";

/// The schema of the body of PATCH /v1/conversations/{id}.
inline constexpr std::string_view rename_schema = R"({"type":"object","properties":{
"title":{"type":"string","minLength":1,"maxLength":10000,"description":"Made one line, and cut to 200 bytes."}},"required":["title"],"additionalProperties":false})";

/// The schema of the body of POST /v1/databases/{name}/learned.
inline constexpr std::string_view decision_schema = R"({"type":"object","properties":{
"line":{"type":"integer","minimum":1,"description":"As in the list."},
"text":{"type":"string","minLength":1,"maxLength":65536,"description":"The line as it is in the list: it is changed only if it still is so."},
"state":{"type":"string","enum":["proposed","confirmed","rejected"],"description":"Only what is confirmed is used."},
"value":{"type":"string","minLength":1,"maxLength":10000,"description":"What is right in the place of the value; left out: the same."}},
"required":["line","text","state"],"additionalProperties":false})";

/// The schema of the body of POST /v1/admin/corrections/{id}.
inline constexpr std::string_view decision_on_proposal = R"({"type":"object","properties":{
"as":{"type":"string","enum":["confirmed","rejected"],"description":"What is confirmed is kept as POST /v1/corrections does."}},
"required":["as"],"additionalProperties":false})";

/// The schemas that several routes share, by name.
inline constexpr std::string_view component_schemas = R"json({
"error":{"type":"object","properties":{"error":{"type":"object","properties":{"code":{"type":"string"},"message":{"type":"string"}},"required":["code","message"],"additionalProperties":false}},"required":["error"],"additionalProperties":false},
"names":{"type":"array","items":{"type":"string"}},
"event":{"type":"object","description":"What happened in a run: docs/serve.md lists the members of each event.","properties":{"n":{"type":"integer"},"at":{"type":"number","description":"Milliseconds since the run began."},"event":{"enum":["run","span","end","note","rewritten","samples","prompt","completion","statement","attempt","answer","failed","cancelled"]}},"required":["n","at","event"]},
"run":{"type":"object","properties":{"id":{"type":"string"},"database":{"type":"string"},"system":{"type":"string"},"question":{"type":"string"},"started":{"type":"string","format":"date-time"},"running":{"type":"boolean"},"sql":{"type":["string","null"]},"confidence":{"type":["number","null"]}},"required":["id","database","system","question","started","running","sql","confidence"],"additionalProperties":false},
"database":{"type":"object","properties":{"name":{"type":"string"},"dialect":{"type":"string"},"tables":{"type":"integer"},"examples":{"$ref":"#/components/schemas/names"},"learned":{"type":"boolean","description":"Whether what the owner knows can be decided here."}},"required":["name","dialect","tables","examples","learned"],"additionalProperties":false},
"system":{"type":"object","properties":{"name":{"type":"string"},"about":{"type":"string"},"asks_model":{"type":"boolean"}},"required":["name","about","asks_model"],"additionalProperties":false},
"databases":{"type":"object","properties":{"databases":{"type":"array","items":{"$ref":"#/components/schemas/database"}},"systems":{"type":"array","items":{"$ref":"#/components/schemas/system"}},"usual_minimum":{"type":"number"},"conversations":{"type":"boolean","description":"Whether questions may be asked in conversations."},"may_correct":{"type":"boolean","description":"Whether you may correct answers: POST /v1/corrections."},"may_propose":{"type":"boolean","description":"Whether corrections of yours wait until they are confirmed."},"may_administer":{"type":"boolean","description":"Whether you see /v1/admin."}},"required":["databases","systems","usual_minimum","conversations","may_correct","may_propose","may_administer"],"additionalProperties":false},
"table":{"type":"object","properties":{"name":{"type":"string"},"is_view":{"type":"boolean"},
"columns":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"type":{"type":"string"},"primary_key":{"type":"boolean"},"nullable":{"type":"boolean"},"description":{"type":"string"}},"required":["name","type","primary_key","nullable"],"additionalProperties":false}},
"foreign_keys":{"type":"array","items":{"type":"object","properties":{"columns":{"$ref":"#/components/schemas/names"},"table":{"type":"string"},"references":{"$ref":"#/components/schemas/names"},"inferred":{"type":"boolean","description":"Not declared: names and values imply it."}},"required":["columns","table","references","inferred"],"additionalProperties":false}}},"required":["name","is_view","columns","foreign_keys"],"additionalProperties":false},
"schema":{"type":"object","properties":{"tables":{"type":"array","items":{"$ref":"#/components/schemas/table"}}},"required":["tables"],"additionalProperties":false},
"correction":{"type":"object","properties":{"id":{"type":"string"},"database":{"type":"string"},"question":{"type":"string"},"sql":{"type":"string"}},"required":["id","database","question","sql"],"additionalProperties":false},
"corrections":{"type":"object","properties":{"corrections":{"type":"array","items":{"$ref":"#/components/schemas/correction"}}},"required":["corrections"],"additionalProperties":false},
"conversation":{"type":"object","properties":{"id":{"type":"string"},"database":{"type":"string"},"title":{"type":"string"},"begun":{"type":"string","format":"date-time"},"changed":{"type":"string","format":"date-time"},"turns":{"type":"integer"}},"required":["id","database","title","begun","changed","turns"],"additionalProperties":false},
"conversations":{"type":"object","properties":{"conversations":{"type":"array","items":{"$ref":"#/components/schemas/conversation"}}},"required":["conversations"],"additionalProperties":false},
"turn":{"type":"object","properties":{"question":{"type":"string"},"sql":{"type":["string","null"],"description":"Null if none answered the question, or it names what you may not see."},"at":{"type":"string","format":"date-time"}},"required":["question","sql","at"],"additionalProperties":false},
"conversation_turns":{"type":"object","properties":{"id":{"type":"string"},"database":{"type":"string"},"title":{"type":"string"},"begun":{"type":"string","format":"date-time"},"changed":{"type":"string","format":"date-time"},"turns":{"type":"array","items":{"$ref":"#/components/schemas/turn"}}},"required":["id","database","title","begun","changed","turns"],"additionalProperties":false},
"learned_line":{"type":"object","description":"A line of the file of t2s learn.","properties":{"line":{"type":"integer"},"text":{"type":"string"},"state":{"enum":["proposed","confirmed","rejected"]},"kind":{"enum":["key","words","code","time","unit"]},"table":{"type":"string"},"column":{"type":"string","description":"Empty for words of a table."},"code":{"type":["string","null"]},"value":{"type":"string"},"evidence":{"type":"string","description":"Why it is proposed, after its confidence."}},"required":["line","text","state","kind","table","column","code","value","evidence"],"additionalProperties":false},
"learned":{"type":"object","properties":{"lines":{"type":"array","items":{"$ref":"#/components/schemas/learned_line"}}},"required":["lines"],"additionalProperties":false},
"admin_runs":{"type":"object","properties":{"since":{"type":"string","format":"date-time"},"runs":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"who":{"type":"string"},"database":{"type":"string"},"system":{"type":"string"},"model":{"type":"string","description":"Empty without one."},"question":{"type":"string"},"started":{"type":"string","format":"date-time"},"status":{"enum":["running","answered","uncertain","withheld","no_sql","sql_failed","model_failed","failed","cancelled"]},"confidence":{"type":["number","null"]},"ms":{"type":"number"},"calls":{"type":"integer","description":"Of a model."},"prompt_tokens":{"type":"integer"},"completion_tokens":{"type":"integer"}},"required":["id","who","database","system","model","question","started","status","confidence","ms","calls","prompt_tokens","completion_tokens"],"additionalProperties":false}}},"required":["since","runs"],"additionalProperties":false},
"admin_costs":{"type":"object","properties":{"since":{"type":"string","format":"date-time"},"costs":{"type":"array","items":{"type":"object","properties":{"day":{"type":"string","format":"date"},"who":{"type":"string"},"model":{"type":"string"},"runs":{"type":"integer"},"calls":{"type":"integer"},"prompt_tokens":{"type":"integer"},"completion_tokens":{"type":"integer"}},"required":["day","who","model","runs","calls","prompt_tokens","completion_tokens"],"additionalProperties":false}}},"required":["since","costs"],"additionalProperties":false},
"noted_statement":{"type":"object","properties":{"time":{"type":"string","format":"date-time"},"who":{"type":"string"},"database":{"type":"string"},"question":{"type":"string"},"sql":{"type":["string","null"]},"read":{"type":["string","null"],"description":"What was read without SQL."},"rows":{"type":"integer"},"ms":{"type":"number"},"code":{"type":["string","null"],"description":"Of its failure."},"why":{"type":["string","null"]}},"required":["time","who","database","question","sql","read","rows","ms","code","why"],"additionalProperties":false},
"admin_statements":{"type":"object","properties":{"since":{"type":"string","format":"date-time"},"refused":{"type":"array","items":{"$ref":"#/components/schemas/noted_statement"}},"slow":{"type":"array","items":{"$ref":"#/components/schemas/noted_statement"}}},"required":["since","refused","slow"],"additionalProperties":false},
"admin_corrections":{"type":"object","properties":{"since":{"type":"string","format":"date-time"},"are_kept":{"type":"boolean","description":"Whether the server keeps corrections."},"proposals":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"who":{"type":"string"},"database":{"type":"string"},"question":{"type":"string"},"sql":{"type":"string"},"time":{"type":"string","format":"date-time"}},"required":["id","who","database","question","sql","time"],"additionalProperties":false}}},"required":["since","are_kept","proposals"],"additionalProperties":false},
"demonstrations":{"type":"array","description":"In Spider's form.","items":{"type":"object","properties":{"db_id":{"type":"string"},"question":{"type":"string"},"query":{"type":"string"}},"required":["db_id","question","query"],"additionalProperties":false}},
"health":{"type":"object","properties":{"status":{"type":"string"}},"required":["status"],"additionalProperties":false}})json";

[[nodiscard]] inline boost::json::object parsed_schema(std::string_view text) { return boost::json::parse(text).get_object(); }

/// The input of an operation, plus the database.
[[nodiscard]] inline boost::json::object with_database(boost::json::object input) {
  input["properties"].as_object()["database"] = {{"type", "string"}, {"description", "May be left out where there is one."}};
  return input;
}

}  // namespace t2s::serve::detail

#endif
