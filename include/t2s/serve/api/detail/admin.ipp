// SPDX-License-Identifier: BSL-1.0
// The routes of those who run the server.
#ifndef T2S_SERVE_API_DETAIL_ADMIN_IPP
#define T2S_SERVE_API_DETAIL_ADMIN_IPP

#include "t2s/serve/api/detail/bodies.hpp"
#include "t2s/serve/api/detail/schemas.hpp"
#include "t2s/serve/api/service.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/http/detail/access.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace t2s::serve {
namespace detail {

[[nodiscard]] inline json::object figures_of(run_record const& run) {
  auto const& order = run.order();
  auto const spent = run.figures();
  json::object out{{"id", run.id()},
                   {"who", json_text(order.who)},
                   {"database", json_text(order.database)},
                   {"system", json_text(order.system)},
                   {"model", json_text(order.model_name)},
                   {"question", json_text(order.question)},
                   {"started", run.started()},
                   {"status", json_text(spent.status)},
                   {"confidence", nullptr},
                   {"ms", json_milliseconds(spent.took)},
                   {"calls", spent.calls},
                   {"prompt_tokens", spent.prompt_tokens},
                   {"completion_tokens", spent.completion_tokens}};
  if (spent.confidence) out["confidence"] = *spent.confidence;
  return out;
}

[[nodiscard]] inline json::object json_of(std::pair<run_costs::subject, run_costs::sum> const& one) {
  auto const& [of, sum] = one;
  return {{"day", of.day},
          {"who", json_text(of.who)},
          {"model", json_text(of.model)},
          {"runs", sum.runs},
          {"calls", sum.calls},
          {"prompt_tokens", sum.prompt_tokens},
          {"completion_tokens", sum.completion_tokens}};
}

[[nodiscard]] inline json::object json_of(telemetry::noted_statement const& one) {
  auto const& entry = one.entry;
  auto const or_null = [](std::string const& text) { return text.empty() ? json::value(nullptr) : json::value(json_text(text)); };
  json::object out{{"time", utc_text(one.at)},
                   {"who", json_text(entry.by.who)},
                   {"database", json_text(entry.by.database)},
                   {"question", json_text(entry.by.question)},
                   {"sql", or_null(entry.sql)},
                   {"read", or_null(entry.read)},
                   {"rows", entry.rows},
                   {"ms", json_milliseconds(entry.took)},
                   {"code", nullptr},
                   {"why", nullptr}};
  if (!entry.failed) return out;
  out["code"] = name_of(entry.failed->code);
  out["why"] = json_text(entry.failed->message);
  return out;
}

[[nodiscard]] inline json::array json_of(std::vector<telemetry::noted_statement> const& all) {
  json::array out;
  for (auto const& one : all) out.push_back(json_of(one));
  return out;
}

/// A proposal while it is confirmed: it waits again if that fails, or nobody waits for it any more.
struct taken_proposal {
  taken_proposal(std::shared_ptr<proposals> from, proposals::proposal taken) : all(std::move(from)), one(std::move(taken)) {}
  taken_proposal(taken_proposal const&) = delete;
  taken_proposal& operator=(taken_proposal const&) = delete;
  ~taken_proposal() { put_back(); }

  void put_back() {
    if (!std::exchange(is_kept, true)) all->put_back(one);
  }

  std::shared_ptr<proposals> all;
  proposals::proposal one;
  bool is_kept = false;
};

}  // namespace detail

T2S_DECL bool service::may_administer(request const& asked) const {
  return options_.may_administer ? options_.may_administer(asked.user) : asked.user.empty();
}

/// Answers with an error and returns true if the user is no administrator.
T2S_DECL bool service::refuses_admin(request const& asked, responder const& respond) const {
  if (may_administer(asked)) return false;
  respond(
      error_response(403, "no_admin", "you may not see this; who runs the server may allow it: \"admin\": true in the file of --users"));
  return true;
}

T2S_DECL void service::admin_page(request const& asked, responder const& respond, std::string_view) {
  detail::send_file(asked, respond, "text/html; charset=utf-8", options_.page.admin_html);
}
T2S_DECL void service::admin_script(request const& asked, responder const& respond, std::string_view) {
  detail::send_file(asked, respond, "text/javascript; charset=utf-8", options_.page.admin_script);
}

T2S_DECL void service::list_all_runs(request const& asked, responder const& respond, std::string_view) {
  if (refuses_admin(asked, respond)) return;
  json::array all;
  for (auto const& r : runs_->all()) all.push_back(detail::figures_of(*r));
  respond(json_response(serialize(json::object{{"since", runs_->since()}, {"runs", std::move(all)}})));
}

T2S_DECL void service::list_costs(request const& asked, responder const& respond, std::string_view) {
  if (refuses_admin(asked, respond)) return;
  json::array all;
  for (auto const& one : runs_->costs().all()) all.push_back(detail::json_of(one));
  respond(json_response(serialize(json::object{{"since", runs_->since()}, {"costs", std::move(all)}})));
}

T2S_DECL void service::list_statements(request const& asked, responder const& respond, std::string_view) {
  if (refuses_admin(asked, respond)) return;
  auto const all = options_.audit ? options_.audit->notable() : telemetry::notable_statements();
  respond(json_response(
      serialize(json::object{{"since", runs_->since()}, {"refused", detail::json_of(all.refused)}, {"slow", detail::json_of(all.slow)}})));
}

/// Whether corrections of this user wait for someone who confirms them.
T2S_DECL bool service::may_propose(request const& asked) const { return options_.corrections && options_.proposals && !may_correct(asked); }

T2S_DECL void service::propose(request const& asked, responder const& respond) {
  auto given = detail::json_body(asked, detail::with_database(options_.correct.input), respond);
  if (!given) return;
  auto const database = database_of(asked, *given, respond);
  if (!database) return;
  serve::proposals::proposal one{new_secret().substr(0, 16),
                                 asked.who(),
                                 database->name(),
                                 text_argument(*given, "question"),
                                 text_argument(*given, "sql"),
                                 utc_text(std::chrono::system_clock::now())};
  auto const id = one.id;
  if (!options_.proposals->add(std::move(one)))
    return respond(error_response(503, "too_many_proposals", "too many corrections wait to be confirmed; tell who runs the server"));
  respond(json_response(serialize(json::object{{"id", id}, {"proposed", true}}), 202));
}

T2S_DECL void service::list_proposals(request const& asked, responder const& respond, std::string_view) {
  if (refuses_admin(asked, respond)) return;
  json::array all;
  for (auto const& p : options_.proposals ? options_.proposals->all() : std::vector<serve::proposals::proposal>())
    all.push_back({{"id", p.id},
                   {"who", json_text(p.who)},
                   {"database", json_text(p.database)},
                   {"question", json_text(p.question)},
                   {"sql", json_text(p.sql)},
                   {"time", p.time}});
  json::object const out{{"since", runs_->since()}, {"are_kept", options_.corrections != nullptr}, {"proposals", std::move(all)}};
  respond(json_response(serialize(out)));
}

T2S_DECL void service::decide_proposal(request const& asked, responder const& respond, std::string_view id) {
  static json::object const schema = detail::parsed_schema(detail::decision_on_proposal);
  if (refuses_admin(asked, respond)) return;
  auto const given = detail::json_body(asked, schema, respond);
  if (!given) return;
  auto one = options_.proposals ? options_.proposals->take(id) : std::nullopt;
  if (!one) return respond(error_response(404, "not_found", "no correction of this id waits; GET /v1/admin/corrections lists them"));
  if (text_argument(*given, "as") == "rejected") return respond(json_response(serialize(json::object{{"id", id}})));
  auto as = asked;
  as.body =
      serialize(json::object{{"database", json_text(one->database)}, {"question", json_text(one->question)}, {"sql", json_text(one->sql)}});
  auto const taken = std::make_shared<detail::taken_proposal>(options_.proposals, *std::move(one));
  run_operation(options_.correct, as, [taken, respond](response done) {
    if (done.status == 200)
      taken->is_kept = true;
    else
      taken->put_back();
    respond(std::move(done));
  });
}

}  // namespace t2s::serve

#endif
