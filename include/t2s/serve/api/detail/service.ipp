// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_API_DETAIL_SERVICE_IPP
#define T2S_SERVE_API_DETAIL_SERVICE_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/error.hpp"
#include "t2s/serve/api/detail/bodies.hpp"
#include "t2s/serve/api/detail/examples.hpp"
#include "t2s/serve/api/detail/schemas.hpp"
#include "t2s/serve/api/detail/waiting.hpp"
#include "t2s/serve/api/service.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/operations/detail/correct.hpp"
#include "t2s/serve/runs/detail/run_stream.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <set>
#include <utility>

namespace t2s::serve {

/// A method at a path. "*" stands for one segment, which the function receives.
struct service::route {
  std::string_view method, path;
  void (service::*answer)(request const&, responder const&, std::string_view id);
};

T2S_DECL std::vector<service::route> const& service::routes() {
  static std::vector<route> const all{{"GET", "/", &service::page},
                                      {"GET", "/runs/*", &service::page},
                                      {"GET", "/page.css", &service::style},
                                      {"GET", "/page.js", &service::script},
                                      {"GET", "/t2s-ask.js", &service::component},
                                      {"GET", "/admin", &service::admin_page},
                                      {"GET", "/admin.js", &service::admin_script},
                                      {"GET", "/v1/admin/runs", &service::list_all_runs},
                                      {"GET", "/v1/admin/costs", &service::list_costs},
                                      {"GET", "/v1/admin/statements", &service::list_statements},
                                      {"GET", "/v1/admin/corrections", &service::list_proposals},
                                      {"POST", "/v1/admin/corrections/*", &service::decide_proposal},
                                      {"GET", "/v1/databases", &service::list_databases},
                                      {"GET", "/v1/databases/*/schema", &service::show_schema},
                                      {"POST", "/v1/ask", &service::ask},
                                      {"GET", "/v1/runs", &service::list_runs},
                                      {"GET", "/v1/runs/*", &service::show_run},
                                      {"DELETE", "/v1/runs/*", &service::cancel_run},
                                      {"GET", "/v1/runs/*/page", &service::run_page},
                                      {"POST", "/v1/corrections", &service::correct},
                                      {"GET", "/v1/corrections", &service::list_corrections},
                                      {"GET", "/v1/corrections.json", &service::export_corrections},
                                      {"DELETE", "/v1/corrections/*", &service::remove_correction},
                                      {"GET", "/v1/databases/*/learned", &service::list_learned},
                                      {"POST", "/v1/databases/*/learned", &service::decide_learned},
                                      {"GET", "/v1/conversations", &service::list_conversations},
                                      {"GET", "/v1/conversations/*", &service::show_conversation},
                                      {"PATCH", "/v1/conversations/*", &service::rename_conversation},
                                      {"DELETE", "/v1/conversations/*", &service::remove_conversation},
                                      {"GET", "/v1/conversations/*/export", &service::export_conversation},
                                      {"GET", "/v1/openapi.json", &service::show_openapi},
                                      {"GET", "/healthz", &service::health},
                                      {"GET", "/readyz", &service::readiness},
                                      {"GET", "/metrics", &service::metrics}};
  return all;
}

namespace detail {

/// The segment that "*" stands for, or "" if the pattern has none; nothing if the path does not match.
[[nodiscard]] inline std::optional<std::string_view> matched(std::string_view pattern, std::string_view path) {
  auto const star = pattern.find('*');
  if (star == pattern.npos) return pattern == path ? std::optional(std::string_view()) : std::nullopt;
  auto const before = pattern.substr(0, star), after = pattern.substr(star + 1);
  if (path.size() <= before.size() + after.size() || !path.starts_with(before) || !path.ends_with(after)) return {};
  auto const part = path.substr(star, path.size() - before.size() - after.size());
  return part.find('/') == part.npos ? std::optional(part) : std::nullopt;
}

[[nodiscard]] inline bool has_method(std::vector<std::string> const& all, std::string_view method) {
  return std::ranges::find(all, method) != all.end();
}

[[nodiscard]] inline response nothing_learned() {
  return error_response(404, "nothing_learned",
                        "no file of what the owner knows is shared for this database: t2s learn writes one, and t2s serve --learned FILE "
                        "shares it with clients on the same machine");
}

inline constexpr std::array<std::string_view, 3> learned_states{"proposed", "confirmed", "rejected"};
inline constexpr std::array<std::string_view, 5> learned_kinds{"key", "words", "code", "time", "unit"};

[[nodiscard]] inline knowledge::learned_fact::state state_called(std::string_view name) {
  return static_cast<knowledge::learned_fact::state>(std::ranges::find(learned_states, name) - learned_states.begin());
}

[[nodiscard]] inline json::object json_of(learned_line const& one) {
  auto const& fact = one.fact;
  json::object out{{"line", one.number},
                   {"text", json_text(one.text)},
                   {"state", learned_states[static_cast<std::size_t>(fact.decided)]},
                   {"kind", learned_kinds[static_cast<std::size_t>(fact.is)]},
                   {"table", json_text(fact.table)},
                   {"column", json_text(fact.column)},
                   {"code", nullptr},
                   {"value", json_text(one.value)},
                   {"evidence", json_text(one.evidence)}};
  if (fact.is == knowledge::learned_fact::kind::code) out["code"] = json_text(fact.code);
  return out;
}

[[nodiscard]] inline std::int64_t milliseconds_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Whether the system answers a question with rows, by SQL of what the question was made of, and is sure of it.
[[nodiscard]] inline bool is_answered(proposed_question const& q, served_system const& by, served_database& database,
                                      std::stop_token const& stop) {
  run_order order;
  order.database = database.name();
  order.system = by.name;
  order.question = q.text;
  order.min_confidence = estimated::usual_minimum;
  order.who = "t2s: examples of the page";
  auto const record = std::make_shared<run_record>("", std::move(order), 0);
  std::stop_callback const ends(stop, [&record] { record->cancel(); });
  run_watch unwatched(record, sql::dialect_of(database.schema()));
  try {
    auto const found = by.answer(database, q.text, unwatched);
    auto const* rows = found.outcome();
    return rows && rows->ok() && !rows->rows.values.empty() && !rows->rows.values[0].empty() && !rows->rows.values[0][0].is_null() &&
           is_sql_of(q, found.sql(), database.schema());
  } catch (std::exception const&) {
    return false;
  }
}

/// Says that there is no system or database of that name, with the name that was probably meant, or all.
[[nodiscard]] inline std::string unknown_name(std::string_view kind, std::string const& name, std::vector<std::string> const& known) {
  auto const* near = text::nearest(name, known);
  std::string why("there is no ");
  why.append(kind).append(" ").append(text::cut(name, 80));
  return near ? why.append("; did you mean ").append(*near).append("?") : why.append("; there are ").append(text::join(known, ", "));
}

/// Throws if two databases have the same name.
inline void require_names(database_list const& all) {
  std::set<std::string> names;
  for (auto const& d : all)
    if (!names.insert(d->name()).second)
      throw error(errc::invalid_argument, std::string("two databases are called ").append(d->name()), "give one of them another name");
}

}  // namespace detail

T2S_DECL service::service(database_list databases, std::vector<served_system> systems, service_options options)
    : databases_(std::move(databases)),
      systems_(std::make_shared<std::vector<served_system> const>(std::move(systems))),
      options_(std::move(options)),
      runs_(options_.history ? options_.history : std::make_shared<run_store>(options_.runs)),
      calls_(std::max<std::size_t>(options_.calls_at_once, 1), options_.calls_waiting) {
  detail::require_names(databases_);
  bool any = !databases_.empty();
  for (auto const& [user, own] : options_.of_users) {
    detail::require_names(own);
    any = any || !own.empty();
  }
  if (!any || systems_->empty()) throw error(errc::invalid_argument, "there is nothing to serve", "give a service a database and a system");
  if (options_.conversations) keeping_ = std::make_unique<worker_pool>(1, options_.calls_waiting);
  if (options_.corrections && !options_.correct.run) options_.correct = correct_operation(options_.corrections);
}

T2S_DECL service::~service() {
  draining_ = true;
  ending_.request_stop();
  if (options_.history) return;
  runs_->close();
  runs_->cancel_all();
}

T2S_DECL std::vector<std::string> service::methods_at(request const& asked) const {
  std::string_view const path = asked.path;
  std::vector<std::string> all;
  for (auto const& r : routes())
    if (detail::matched(r.path, path)) all.emplace_back(r.method);
  if (path.starts_with("/v1/") &&
      std::ranges::any_of(options_.operations, [&](auto const& o) { return o.name == path.substr(4) && is_offered(o, asked); }))
    all.emplace_back("POST");
  if (detail::has_method(all, "GET")) all.emplace_back("HEAD");
  if (!all.empty()) all.emplace_back("OPTIONS");
  return all;
}

T2S_DECL void service::answer(request const& asked, responder respond) {
  if (options_.also && options_.also(asked, respond)) return;
  auto const method = asked.method == "HEAD" ? std::string_view("GET") : std::string_view(asked.method);
  for (auto const& r : routes())
    if (r.method == method)
      if (auto const id = detail::matched(r.path, asked.path)) return (this->*r.answer)(asked, respond, *id);
  if (method == "POST" && answer_operation(asked, respond)) return;
  auto const methods = methods_at(asked);
  if (methods.empty())
    return respond(error_response(404, "not_found", "there is nothing at this path; /v1/openapi.json lists what there is"));
  auto const allowed = text::join(methods, ", ");
  auto given = method == "OPTIONS" ? response(204, "text/plain; charset=utf-8", "")
                                   : error_response(405, "method_not_allowed", std::string("this path takes ").append(allowed));
  given.headers.add("Allow", allowed);
  respond(std::move(given));
}

T2S_DECL database_list const& service::databases_of(request const& asked) const {
  static database_list const none;
  if (asked.user.empty()) return databases_;
  auto const at = options_.of_users.find(asked.user);
  return at == options_.of_users.end() ? none : at->second;
}

T2S_DECL std::shared_ptr<served_database> service::database_in(database_list const& all, std::string_view name) {
  auto const at = std::ranges::find(all, name, [](auto const& d) { return std::string_view(d->name()); });
  return at == all.end() ? nullptr : *at;
}

/// The run of that id; nothing if it belongs to another user.
T2S_DECL std::shared_ptr<run_record> service::find_run(request const& asked, std::string_view id) const {
  auto run = runs_->find(id);
  return run && run->order().user == asked.user ? run : nullptr;
}

/// The system, which keeps all of them.
T2S_DECL std::shared_ptr<served_system const> service::find_system(std::string_view name) const {
  auto const at =
      name.empty() ? systems_->begin() : std::ranges::find(*systems_, name, [](auto const& s) { return std::string_view(s.name); });
  return at == systems_->end() ? nullptr : std::shared_ptr<served_system const>(systems_, &*at);
}

/// The database that a body names; removes that member. Answers with an error and returns nullptr if there is none.
T2S_DECL std::shared_ptr<served_database> service::database_of(request const& asked, json::object& given, responder const& respond) const {
  auto const& all = databases_of(asked);
  auto const name = text_argument(given, "database");
  given.erase("database");
  if (name.empty() && all.size() == 1) return all.front();
  if (auto found = find_database(asked, name)) return found;
  std::vector<std::string> known;
  for (auto const& d : all) known.push_back(d->name());
  std::string why("\"database\" is missing; there are ");
  why = name.empty() ? why.append(text::join(known, ", ")) : detail::unknown_name("database", name, known);
  respond(error_response(400, "unknown_database", why));
  return nullptr;
}

T2S_DECL bool service::is_offered(operation const& what, request const& asked) const {
  return !what.fits || std::ranges::any_of(databases_of(asked), [&what](auto const& d) { return what.fits(*d); });
}

T2S_DECL bool service::answer_operation(request const& asked, responder const& respond) {
  if (!asked.path.starts_with("/v1/")) return false;
  auto const at = std::ranges::find(options_.operations, std::string_view(asked.path).substr(4), &operation::name);
  if (at == options_.operations.end() || !is_offered(*at, asked)) return false;
  run_operation(*at, asked, respond);
  return true;
}

T2S_DECL void service::run_operation(operation const& what, request const& asked, responder const& respond) {
  auto given = detail::json_body(asked, detail::with_database(what.input), respond);
  if (!given) return;
  auto database = database_of(asked, *given, respond);
  if (!database) return;
  if (draining_) return respond(detail::busy("calls"));
  auto work = [&what, database, given = *std::move(given), respond, who = asked.who(), gone = asked.gone, ending = ending_.get_token()] {
    std::stop_source either;
    auto const end = [&either] { either.request_stop(); };
    std::stop_callback const leaves(gone, end), ends(ending, end);
    respond(detail::result_of(what, *database, given, who, either.get_token()));
  };
  if (!calls_.add(std::move(work), asked.gone)) respond(detail::busy("calls"));
}

T2S_DECL bool service::may_correct(request const& asked) const {
  return options_.corrections && (!options_.may_correct || options_.may_correct(asked.user));
}

/// Answers with an error and returns true if the user may not correct answers.
T2S_DECL bool service::refuses_corrections(request const& asked, responder const& respond) const {
  if (may_correct(asked)) return false;
  respond(options_.corrections
              ? error_response(403, "may_not_correct",
                               "you may not correct answers; who runs the server may allow it: \"corrects\": true in the "
                               "file of --users")
              : error_response(404, "no_corrections", "this server keeps no corrections; t2s serve --corrections FILE does"));
  return true;
}

T2S_DECL void service::correct(request const& asked, responder const& respond, std::string_view) {
  if (may_propose(asked)) return propose(asked, respond);
  if (!refuses_corrections(asked, respond)) run_operation(options_.correct, asked, respond);
}

T2S_DECL void service::list_corrections(request const& asked, responder const& respond, std::string_view) {
  if (refuses_corrections(asked, respond)) return;
  auto const wanted = asked.parameter("database");
  if (wanted && !find_database(asked, *wanted)) return respond(detail::no_such_database());
  detail::answer_by(respond, [&] {
    json::array all;
    for (auto const& d : databases_of(asked))
      if (!wanted || d->name() == *wanted)
        for (auto const& one : *options_.corrections->read(*d)) all.push_back(correction_json(one, d->name()));
    return json_response(serialize(json::object{{"corrections", std::move(all)}}));
  });
}

T2S_DECL void service::export_corrections(request const& asked, responder const& respond, std::string_view) {
  if (refuses_corrections(asked, respond)) return;
  detail::answer_by(respond, [&] {
    json::array all;
    for (auto const& d : databases_of(asked))
      for (auto const& one : *options_.corrections->read(*d))
        all.push_back({{"db_id", json_text(d->name())}, {"question", json_text(one.question)}, {"query", json_text(one.sql)}});
    auto file = json_response(serialize(all));
    file.headers.add("Content-Disposition", "attachment; filename=\"t2s-corrections.json\"");
    return file;
  });
}

T2S_DECL void service::remove_correction(request const& asked, responder const& respond, std::string_view id) {
  if (refuses_corrections(asked, respond)) return;
  detail::answer_by(respond, [&] {
    for (auto const& d : databases_of(asked))
      if (auto const removed = options_.corrections->remove(*d, id)) return json_response(serialize(correction_json(*removed, d->name())));
    return error_response(404, "not_found", "there is no correction of this id; GET /v1/corrections lists them");
  });
}

T2S_DECL shared_learned const* service::learned_of(request const& asked, std::string_view database) const {
  auto const at = options_.learned.find(database);
  return at == options_.learned.end() || !asked.user.empty() || !asked.from_loopback ? nullptr : &at->second;
}

T2S_DECL void service::list_learned(request const& asked, responder const& respond, std::string_view id) {
  auto const* const learned = learned_of(asked, id);
  if (!learned) return respond(detail::nothing_learned());
  detail::answer_by(respond, [&] {
    json::array all;
    for (auto const& one : learned->file->lines()) all.push_back(detail::json_of(one));
    return json_response(serialize(json::object{{"lines", std::move(all)}}));
  });
}

T2S_DECL void service::decide_learned(request const& asked, responder const& respond, std::string_view id) {
  static json::object const schema = detail::parsed_schema(detail::decision_schema);
  auto const* const learned = learned_of(asked, id);
  auto const database = find_database(asked, id);
  if (!learned || !database) return respond(detail::nothing_learned());
  auto const given = detail::json_body(asked, schema, respond);
  if (!given) return;
  learned_decision how;
  how.number = whole_argument(*given, "line", 0);
  how.text = text_argument(*given, "text");
  how.as = detail::state_called(text_argument(*given, "state"));
  if (given->contains("value")) how.value = text_argument(*given, "value");
  if (draining_) return respond(detail::busy("calls"));
  auto work = [learned, database, how, respond] {
    detail::answer_by(
        respond,
        [&] {
          auto const now = learned->file->decide(how, database->schema());
          if (!now) return error_response(409, "changed", "this line has been changed meanwhile; read the lines again");
          if (learned->changed) learned->changed(*database);
          return json_response(serialize(detail::json_of(*now)));
        },
        422);
  };
  if (!calls_.add(std::move(work), asked.gone)) respond(detail::busy("calls"));
}

T2S_DECL void service::ask(request const& asked, responder const& respond, std::string_view) {
  static json::object const schema = detail::parsed_schema(detail::ask_schema);
  auto given = detail::json_body(asked, schema, respond);
  if (!given) return;
  run_order order;
  order.question = text_argument(*given, "question");
  try {
    require_question(order.question, options_.question_bytes);
  } catch (error const& e) {
    return respond(error_response(400, name_of(e.details().code), e.what()));
  }
  auto const database = database_of(asked, *given, respond);
  if (!database) return;
  auto const system = find_system(text_argument(*given, "system"));
  if (!system) {
    std::vector<std::string> known;
    for (auto const& s : *systems_) known.push_back(s.name);
    return respond(error_response(400, "unknown_system", detail::unknown_name("system", text_argument(*given, "system"), known)));
  }
  order.database = database->name();
  order.system = system->name;
  order.model_name = system->model;
  order.min_confidence = system->min_confidence;
  order.ask_back = truth_argument(*given, "ask_back", false);
  order.chart = truth_argument(*given, "chart", false);
  order.keep = truth_argument(*given, "keep", false);
  order.who = asked.who();
  order.user = asked.user;
  order.trace_parent = asked.headers.get("traceparent");
  if (auto const* least = given->if_contains("min_confidence")) order.min_confidence = least->to_number<double>();
  order.conversation = text_argument(*given, "conversation");
  if (!order.conversation.empty()) return ask_in_conversation(asked, respond, std::move(order), database, system);
  if (!begin_run(asked, respond, std::move(order), database, system)) respond(detail::busy("runs"));
}

T2S_DECL service::prepared_database service::prepared_of(served_database const& database) const {
  std::lock_guard const lock(guard_);
  auto const at = prepared_.find(&database);
  return at == prepared_.end() ? prepared_database() : at->second;
}

T2S_DECL service::prepared_database service::read(served_database& database, std::stop_token const& stop) const {
  constexpr std::size_t most_examples = 4, most_tables = 12;
  prepared_database out;
  std::vector<std::vector<detail::proposed_question>> proposed;  // of each table
  {
    auto lent = database.lend(stop);
    out.words = database.lexicon(lent);
    for (auto const& t : database.schema().tables())
      if (!t.is_view && proposed.size() < most_tables) proposed.push_back(detail::proposed_questions(t, lent));
  }
  auto const by = std::ranges::find(*systems_, false, &served_system::asks_model);
  if (by == systems_->end()) return out;
  for (std::size_t form = 0; form <= static_cast<std::size_t>(detail::question_form::list); ++form)
    for (std::size_t i = 0; i < proposed.size() && out.examples.size() < most_examples; ++i) {
      auto const& of_table = proposed[(i + form) % proposed.size()];  // each form of another table, as far as there are some
      auto const at = std::ranges::find(of_table, static_cast<detail::question_form>(form), &detail::proposed_question::form);
      if (at == of_table.end() || !detail::is_answered(*at, *by, database, stop)) continue;
      out.examples.push_back(at->text);
      break;
    }
  return out;
}

T2S_DECL void service::prepare(std::stop_token const& stop) {
  auto all = databases_;
  for (auto const& [user, own] : options_.of_users) all.insert(all.end(), own.begin(), own.end());
  for (auto const& d : all) {
    if (stop.stop_requested()) return;
    try {
      auto found = read(*d, stop);
      std::lock_guard const lock(guard_);
      prepared_[d.get()] = std::move(found);
    } catch (std::exception const&) {
      continue;  // it is served without examples
    }
  }
}

T2S_DECL void service::list_databases(request const& asked, responder const& respond, std::string_view) {
  json::array databases, systems;
  for (auto const& d : databases_of(asked))
    databases.push_back({{"name", json_text(d->name())},
                         {"dialect", sql::title_of(d->schema())},
                         {"tables", d->schema().tables().size()},
                         {"examples", json_texts(prepared_of(*d).examples)},
                         {"learned", learned_of(asked, d->name()) != nullptr}});
  for (auto const& s : *systems_)
    systems.push_back({{"name", json_text(s.name)}, {"about", json_text(s.about)}, {"asks_model", s.asks_model}});
  json::object const all{{"databases", std::move(databases)},         {"systems", std::move(systems)},
                         {"usual_minimum", estimated::usual_minimum}, {"conversations", options_.conversations != nullptr},
                         {"may_correct", may_correct(asked)},         {"may_propose", may_propose(asked)},
                         {"may_administer", may_administer(asked)}};
  respond(json_response(serialize(all)));
}

T2S_DECL void service::show_schema(request const& asked, responder const& respond, std::string_view id) {
  auto const database = find_database(asked, id);
  if (!database) return respond(detail::no_such_database());
  auto const words = prepared_of(*database).words;
  respond(json_response(serialize(detail::tables_of(database->schema(), words ? words->connected() : database->schema()))));
}

T2S_DECL void service::list_runs(request const& asked, responder const& respond, std::string_view) {
  json::array all;
  for (auto const& r : runs_->all())
    if (r->order().user == asked.user) all.push_back(r->summary());
  respond(json_response(serialize(all)));
}

T2S_DECL void service::show_run(request const& asked, responder const& respond, std::string_view id) {
  auto const run = find_run(asked, id);
  if (!run) return respond(detail::no_such_run());
  if (!detail::accepts_events(asked)) return respond(detail::array_of(run));
  std::size_t from = 0;
  if (auto const last = asked.headers.get("Last-Event-ID"); !last.empty()) {
    auto const read = std::from_chars(last.data(), last.data() + last.size(), from);
    if (read.ec != std::errc() || read.ptr != last.data() + last.size())
      return respond(error_response(400, "last_event_id", "Last-Event-ID is the number of an event"));
    ++from;
    // If nothing more will come, browsers are told not to reconnect.
    if (run->from(from, 1).events.empty() && run->ended()) return respond(response(204, "text/event-stream", ""));
  }
  respond(detail::events_of(run, from));
}

T2S_DECL void service::cancel_run(request const& asked, responder const& respond, std::string_view id) {
  auto const run = find_run(asked, id);
  if (!run) return respond(detail::no_such_run());
  run->cancel();
  respond(json_response(serialize(run->summary())));
}

T2S_DECL void service::run_page(request const& asked, responder const& respond, std::string_view id) {
  auto const run = find_run(asked, id);
  if (!run || !options_.page.standalone) return respond(detail::no_such_run());
  if (!run->ended()) return respond(error_response(409, "not_over", "the run still goes on; ask again when it is over"));
  std::erase_if(pages_, [](auto const& known) { return known.second.expired(); });
  auto& known = pages_[run->id()];
  response page(200, "text/html; charset=utf-8", "");
  page.shared_body = known.lock();  // all responses that are being sent share one text
  if (!page.shared_body) page.shared_body = std::make_shared<std::string const>(options_.page.standalone(run->as_array()));
  known = page.shared_body;
  page.headers.add("Content-Security-Policy", options_.page.standalone_policy + "; frame-ancestors 'none'");
  page.headers.add("Content-Disposition", std::string("inline; filename=\"t2s-run-").append(run->id()).append(".html\""));
  respond(std::move(page));
}

T2S_DECL void service::page(request const& asked, responder const& respond, std::string_view) {
  detail::send_file(asked, respond, "text/html; charset=utf-8", options_.page.html);
}
T2S_DECL void service::style(request const& asked, responder const& respond, std::string_view) {
  detail::send_file(asked, respond, "text/css; charset=utf-8", options_.page.style);
}
T2S_DECL void service::script(request const& asked, responder const& respond, std::string_view) {
  detail::send_file(asked, respond, "text/javascript; charset=utf-8", options_.page.script);
}

T2S_DECL void service::component(request const& asked, responder const& respond, std::string_view) {
  detail::send_file(asked, respond, "text/javascript; charset=utf-8", options_.page.component);
}

T2S_DECL void service::show_openapi(request const& asked, responder const& respond, std::string_view) {
  auto whole = openapi();
  for (auto const& o : options_.operations)
    if (!is_offered(o, asked)) whole["paths"].get_object().erase(std::string("/v1/").append(o.name));
  respond(json_response(serialize(whole)));
}

T2S_DECL void service::health(request const&, responder const& respond, std::string_view) { respond(json_response(R"({"status":"ok"})")); }

T2S_DECL void service::readiness(request const&, responder const& respond, std::string_view) {
  if (draining_) return respond(error_response(503, "shutting_down", "the server is shutting down"));
  if (!ready_) return respond(error_response(503, "starting", "the databases are still being read"));
  try {
    if (options_.require_ready) options_.require_ready();
  } catch (error const& e) {
    return respond(error_response(503, name_of(e.details().code), e.what()));
  }
  respond(json_response(R"({"status":"ready"})"));
}

T2S_DECL void service::metrics(request const& asked, responder const& respond, std::string_view) {
  if (!options_.metrics) return respond(error_response(404, "not_found", "this server keeps no figures"));
  auto [text, type] = options_.metrics(asked.headers.get("Accept"));
  respond({200, std::move(type), std::move(text)});
}

T2S_DECL void service::drain(std::chrono::milliseconds time) {
  draining_ = true;
  runs_->close();
  cut_off_ = detail::milliseconds_now() + time.count();
}

T2S_DECL void service::cancel_all() {
  runs_->cancel_all();
  ending_.request_stop();
}

T2S_DECL bool service::has_no_calls() const { return calls_.load() == 0 && (!keeping_ || keeping_->load() == 0); }

T2S_DECL bool service::is_idle() {
  if (cut_off_ != 0 && detail::milliseconds_now() >= cut_off_) cancel_all();
  return runs_->unfinished() == 0 && has_no_calls();
}

}  // namespace t2s::serve

#endif
