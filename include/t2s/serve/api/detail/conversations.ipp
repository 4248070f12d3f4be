// SPDX-License-Identifier: BSL-1.0
// Asking, and the routes of conversations.
#ifndef T2S_SERVE_API_DETAIL_CONVERSATIONS_IPP
#define T2S_SERVE_API_DETAIL_CONVERSATIONS_IPP

#include "t2s/core/error.hpp"
#include "t2s/serve/api/detail/bodies.hpp"
#include "t2s/serve/api/detail/schemas.hpp"
#include "t2s/serve/api/detail/waiting.hpp"
#include "t2s/serve/api/service.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/json_values.hpp"

#include <boost/json/serialize.hpp>

#include <exception>
#include <memory>
#include <utility>

namespace t2s::serve {

/// A conversation that its user may still see.
struct service::conversation_found {
  serve::conversations& kept;
  std::string const& owner;
  conversation const& one;
  served_database const& database;
};

namespace detail {

[[nodiscard]] inline response no_such_conversation() {
  return error_response(404, "not_found", "you have no such conversation (any more); GET /v1/conversations lists yours");
}

/// A conversation that a question began: removed at the end of this, unless it has turns by then.
class begun_conversation {
 public:
  begun_conversation(std::shared_ptr<conversations> kept, run_order const& by)
      : kept_(std::move(kept)), owner_(by.user), id_(by.conversation) {}
  begun_conversation(begun_conversation const&) = delete;
  begun_conversation& operator=(begun_conversation const&) = delete;
  ~begun_conversation() {
    try {
      if (kept_) kept_->remove_if_empty(owner_, id_);
    } catch (std::exception const&) {
      return;  // it stays, empty, until its owner deletes it
    }
  }
  /// Says that it has a turn.
  void keep() { kept_.reset(); }

 private:
  std::shared_ptr<conversations> kept_;
  std::string owner_, id_;
};

/// Adds the question of a run and its answer to its conversation, and returns whether it did. A failure is a note of the run, which has
/// its answer all the same.
inline bool keep_turn(conversations& kept, run_watch& watch, answer const& found) {
  auto const& asked = watch.order();
  try {
    if (kept.add(asked.user, asked.conversation, turn_of(asked.question, found))) return true;
    watch.trace().note("conversation", "this turn was not kept: the conversation was deleted, or is full");
  } catch (error const& e) {
    watch.trace().note("conversation", std::string("this turn was not kept: ").append(e.what()));
  }
  return false;
}

}  // namespace detail

/// Begins a run and responds with its events, or at its end. Returns false, and does not respond, if too many wait.
T2S_DECL bool service::begin_run(request const& asked, responder const& respond, run_order order,
                                 std::shared_ptr<served_database> const& database, std::shared_ptr<served_system const> const& system) {
  std::shared_ptr<detail::begun_conversation> begins;
  if (order.begins) begins = std::make_shared<detail::begun_conversation>(options_.conversations, order);
  auto work = [database, system, kept = options_.conversations, begins](std::shared_ptr<run_record> const& record) mutable {
    auto const begun = std::move(begins);  // removed before the run says that it failed
    run_watch watch(record, sql::dialect_of(database->schema()));
    auto const found = system->answer(*database, record->order().question, watch);
    if (!record->order().conversation.empty() && detail::keep_turn(*kept, watch, found) && begun) begun->keep();
    watch.finish(found);
  };
  auto const run = draining_ ? nullptr : runs_->start(std::move(order), std::move(work));
  begins.reset();
  if (!run) return false;
  if (detail::accepts_events(asked))
    respond(detail::events_of(run, 0));
  else
    detail::answer_at_end(run, respond, asked.gone);
  return true;
}

/// Makes a run one of its conversation: a new one for "new". Returns the refusal if it cannot be.
T2S_DECL std::optional<response> service::enter_conversation(run_order& order, database_list const& own, served_database const& in) try {
  auto& kept = *options_.conversations;
  if (order.conversation == "new") {
    order.conversation = kept.begin(order.user, in.name(), order.question).id;
    order.begins = true;
    return {};
  }
  auto const one = kept.find(order.user, order.conversation);
  if (!one || !database_in(own, one->database)) return detail::no_such_conversation();
  if (one->database != in.name())
    return error_response(409, "other_database",
                          std::string("this conversation is about the database ").append(one->database).append("; begin a new one"));
  if (!kept.takes_more(*one)) return error_response(409, "conversation_full", "this conversation takes no more questions; begin a new one");
  order.turns = kept.last_turns(order.user, one->id, in);
  return {};
} catch (error const& e) {
  return error_response(503, name_of(e.details().code), e.what());
}

/// Does work with conversations on their own thread, since they may be on another machine.
T2S_DECL void service::on_conversations(request const& asked, responder const& respond, std::function<void(serve::conversations&)> work) {
  if (!options_.conversations)
    return respond(
        error_response(404, "no_conversations", "this server keeps no conversations; t2s serve does, without --conversations none"));
  auto on_thread = [kept = options_.conversations, work = std::move(work)] {
    try {
      work(*kept);
    } catch (std::exception const&) {
      return;  // the server answers 500, since nobody has responded
    }
  };
  if (!keeping_->add(std::move(on_thread), asked.gone)) respond(detail::busy("calls"));
}

/// The same with a conversation of the user, over a database that this user may still see; responds with what `work` returns.
T2S_DECL void service::on_conversation(request const& asked, responder const& respond, std::string_view id,
                                       std::function<response(conversation_found const&)> work) {
  on_conversations(asked, respond,
                   [respond, owner = asked.user, id = std::string(id), &own = databases_of(asked), work = std::move(work)](auto& kept) {
                     auto const made = [&] {
                       auto const one = kept.find(owner, id);
                       auto const database = one ? database_in(own, one->database) : nullptr;
                       return database ? work({kept, owner, *one, *database}) : detail::no_such_conversation();
                     };
                     detail::answer_by(respond, made, 503);
                   });
}

T2S_DECL void service::ask_in_conversation(request const& asked, responder const& respond, run_order order,
                                           std::shared_ptr<served_database> const& database,
                                           std::shared_ptr<served_system const> const& system) {
  auto work = [this, asked, respond, order = std::move(order), &own = databases_of(asked), database, system](auto&) mutable {
    if (auto refused = enter_conversation(order, own, *database)) return respond(std::move(*refused));
    if (!begin_run(asked, respond, std::move(order), database, system)) respond(detail::busy("runs"));
  };
  on_conversations(asked, respond, std::move(work));
}

T2S_DECL void service::list_conversations(request const& asked, responder const& respond, std::string_view) {
  auto wanted = asked.parameter("database");
  if (wanted && !find_database(asked, *wanted)) return respond(detail::no_such_database());
  on_conversations(asked, respond, [respond, owner = asked.user, &own = databases_of(asked), wanted = std::move(wanted)](auto& kept) {
    auto const made = [&] {
      json::array all;
      for (auto const& one : kept.list(owner))
        if ((!wanted || one.database == *wanted) && database_in(own, one.database)) all.push_back(conversation_json(one));
      return json_response(serialize(json::object{{"conversations", std::move(all)}}));
    };
    detail::answer_by(respond, made, 503);
  });
}

T2S_DECL void service::show_conversation(request const& asked, responder const& respond, std::string_view id) {
  on_conversation(asked, respond, id, [](conversation_found const& found) {
    auto shown = conversation_json(found.one);
    auto& turns = shown["turns"].emplace_array();
    for (auto const& t : found.kept.turns(found.owner, found.one.id, found.database)) turns.push_back(turn_json(t));
    return json_response(serialize(shown));
  });
}

T2S_DECL void service::rename_conversation(request const& asked, responder const& respond, std::string_view id) {
  static json::object const schema = detail::parsed_schema(detail::rename_schema);
  auto const given = detail::json_body(asked, schema, respond);
  if (!given) return;
  on_conversation(asked, respond, id, [title = text_argument(*given, "title")](conversation_found const& found) {
    try {
      auto const now = found.kept.rename(found.owner, found.one.id, title);
      return now ? json_response(serialize(conversation_json(*now))) : detail::no_such_conversation();
    } catch (error const& e) {
      if (e.details().code != errc::invalid_argument) throw;
      return error_response(400, "invalid_request", e.what());
    }
  });
}

/// Deletes also one over a database that its owner may not see any more.
T2S_DECL void service::remove_conversation(request const& asked, responder const& respond, std::string_view id) {
  on_conversations(asked, respond, [respond, owner = asked.user, id = std::string(id)](auto& kept) {
    auto const made = [&] {
      auto const was = kept.remove(owner, id);
      return was ? json_response(serialize(conversation_json(*was))) : detail::no_such_conversation();
    };
    detail::answer_by(respond, made, 503);
  });
}

T2S_DECL void service::export_conversation(request const& asked, responder const& respond, std::string_view id) {
  on_conversation(asked, respond, id, [](conversation_found const& found) {
    std::string lines;
    for (auto const& t : found.kept.turns(found.owner, found.one.id, found.database)) {
      json::object line{{"database", json_text(found.one.database)}};
      for (auto const& [key, value] : turn_json(t)) line[key] = value;
      lines.append(serialize(line)).append("\n");
    }
    response file(200, "application/jsonl", std::move(lines));
    file.headers.add("Content-Disposition",
                     std::string("attachment; filename=\"t2s-conversation-").append(found.one.id).append(".jsonl\""));
    return file;
  });
}

}  // namespace t2s::serve

#endif
