// SPDX-License-Identifier: BSL-1.0
// Conversations over HTTP.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "serve/api/shop.hpp"
#include "serve/unreliable_store.hpp"
#include "support/json_schema.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/policy/restricted.hpp"

using namespace serve_test;

namespace {

constexpr char of_ada[] = "ada", of_bob[] = "bob";

/// A service whose system answers each question with the same SQL and notes the turns that it was given.
struct talking {
  explicit talking(serving::service_options o = usual(), std::shared_ptr<serving::conversations> in = memory())
      : kept(std::move(in)), service({served("shop", file), served("other", file)}, systems_here(), with(std::move(o))) {}

  static std::shared_ptr<serving::conversations> memory() {
    return std::make_shared<serving::conversations>(serving::open_conversation_file({}));
  }
  serving::service_options with(serving::service_options o) {
    o.conversations = kept;
    for (auto const* user : {of_ada, of_bob}) o.of_users[user] = {served("shop", file)};
    return o;
  }
  std::vector<serving::served_system> systems_here() {
    auto all = systems();
    all.insert(all.begin(), {"noting", "notes", false, [this](auto&, std::string const& question, serving::run_watch& watch) {
                               std::lock_guard const lock(guard);
                               known = watch.order().turns;
                               if (question == "failing") throw t2s::error(t2s::errc::model_unreachable, "no model");
                               t2s::answer a;
                               if (question != "unanswerable") a.revisions.emplace_back(t2s::candidate("SELECT count(*) FROM hives"));
                               return a;
                             }});
    return all;
  }
  serving::response operator()(std::string const& user, std::string method, std::string const& target, json::object const& body = {}) {
    auto r = asked(std::move(method), target, body.empty() ? std::string() : json::serialize(body));
    r.user = user;
    return answer(service, r);
  }
  json::value ask(std::string const& user, std::string const& question, std::string const& conversation = "new") {
    return json_of((*this)(user, "POST", "/v1/ask", {{"database", "shop"}, {"question", question}, {"conversation", conversation}}));
  }
  std::string begun(std::string const& user, std::string const& question) {
    return std::string(ask(user, question).at("conversation").as_string());
  }
  /// The value, if it fits its schema in the description of the API.
  json::value as(std::string_view name, json::value value) const {
    auto all = service.openapi();
    auto whole = all["components"].at("schemas").at(name);
    BOOST_TEST(t2s::tests::json_schema(whole_schema(whole, all)).wrong(value) == "");
    return value;
  }
  /// A schema with what its references name.
  static json::value whole_schema(json::value const& of, json::object const& all) {
    if (of.is_array()) {
      json::array out;
      for (auto const& one : of.as_array()) out.push_back(whole_schema(one, all));
      return out;
    }
    if (!of.is_object()) return of;
    if (auto const* to = of.as_object().if_contains("$ref")) {
      auto const name = std::string_view(to->as_string()).substr(std::string_view("#/components/schemas/").size());
      return whole_schema(all.at("components").at("schemas").at(name), all);
    }
    json::object out;
    for (auto const& [key, value] : of.as_object())
      if (key != "format") out[key] = whole_schema(value, all);
    return out;
  }

  shop_file file{};
  std::mutex guard{};
  std::vector<t2s::turn> known{};
  std::shared_ptr<serving::conversations> kept;
  serving::service service;
};

std::string code_of(serving::response const& r) { return std::string(json_of(r).at("error").at("code").as_string()); }

}  // namespace

BOOST_AUTO_TEST_SUITE(conversations_over_http)

BOOST_AUTO_TEST_CASE(a_follow_up_knows_the_questions_and_sql_before_it) {
  talking s;
  auto const first = s.ask(of_ada, "How many hives are there?");
  auto const id = std::string(first.at("conversation").as_string());
  BOOST_TEST(s.known.empty());
  BOOST_TEST(s.ask(of_ada, "unanswerable", id).at("conversation") == json::value(id));
  BOOST_REQUIRE(s.known.size() == 1U);
  BOOST_TEST(s.known[0].question == "How many hives are there?");
  BOOST_TEST(s.known[0].sql == "SELECT count(*) FROM hives");
  s.ask(of_ada, "And in spring?", id);
  BOOST_REQUIRE(s.known.size() == 2U);
  BOOST_TEST(s.known[1].question == "unanswerable");
  BOOST_TEST(s.known[1].sql == "");
  auto const alone = json_of(s(of_ada, "POST", "/v1/ask", {{"database", "shop"}, {"question", "How many?"}}));
  BOOST_TEST(!alone.as_object().contains("conversation"));
  BOOST_TEST(s.known.empty());
}

BOOST_AUTO_TEST_CASE(the_events_of_a_run_name_its_conversation) {
  talking s;
  auto r = asked("POST", "/v1/ask", R"({"database":"shop","question":"How many hives?","conversation":"new"})");
  r.headers.add("Accept", "text/event-stream");
  auto const given = answer(s.service, r);
  BOOST_REQUIRE(given.stream);
  auto const events = events_in(all_of(*given.stream));
  auto const id = events.front().at("conversation");
  BOOST_TEST(id.as_string().size() == 32U);
  BOOST_TEST(events.back().at("conversation") == id);
  BOOST_TEST(t2s::tests::answer_schema().wrong(events.back()) == "");
}

BOOST_AUTO_TEST_CASE(users_list_read_rename_export_and_delete_their_own) {
  talking s;
  auto const id = s.begun(of_ada, "How many hives are there?"), later = s.begun(of_ada, "And harvests?");
  auto const listed = s.as("conversations", json_of(s(of_ada, "GET", "/v1/conversations"))).at("conversations");
  BOOST_REQUIRE(listed.as_array().size() == 2U);
  BOOST_TEST(listed.at(0).at("id") == json::value(later));
  BOOST_TEST(listed.at(1).at("title") == "How many hives are there?");
  BOOST_TEST(listed.at(1).at("turns") == 1);

  auto const shown = s.as("conversation_turns", json_of(s(of_ada, "GET", "/v1/conversations/" + id)));
  BOOST_TEST(shown.at("turns").at(0).at("question") == "How many hives are there?");
  BOOST_TEST(shown.at("turns").at(0).at("sql") == "SELECT count(*) FROM hives");

  BOOST_TEST(s.as("conversation", json_of(s(of_ada, "PATCH", "/v1/conversations/" + id, {{"title", "Hives"}}))).at("title") == "Hives");
  auto const file = s(of_ada, "GET", "/v1/conversations/" + id + "/export");
  BOOST_TEST(file.headers.get("Content-Type") == "application/jsonl");
  BOOST_TEST(file.headers.get("Content-Disposition") == "attachment; filename=\"t2s-conversation-" + id + ".jsonl\"");
  BOOST_TEST(file.body.ends_with("}\n"));
  auto const line = json::parse(file.body.substr(0, file.body.find('\n')));
  BOOST_TEST(line.at("database") == "shop");
  BOOST_TEST(line.at("sql") == "SELECT count(*) FROM hives");

  BOOST_TEST(s(of_ada, "DELETE", "/v1/conversations/" + id).status == 200);
  BOOST_TEST(s(of_ada, "GET", "/v1/conversations/" + id).status == 404);
  BOOST_TEST(json_of(s(of_ada, "GET", "/v1/conversations?database=shop")).at("conversations").as_array().size() == 1U);
  BOOST_TEST(s(of_ada, "GET", "/v1/conversations?database=nowhere").status == 404);
}

BOOST_AUTO_TEST_CASE(for_others_a_conversation_does_not_exist) {
  talking s;
  auto const id = s.begun(of_ada, "How many hives are there?");
  BOOST_TEST(json_of(s(of_bob, "GET", "/v1/conversations")).at("conversations").as_array().empty());
  for (std::string const user : {of_bob, ""}) {
    auto const is_missing = [&](serving::response const& r) {
      BOOST_TEST(r.status == 404);
      BOOST_TEST(code_of(r) == "not_found");
    };
    is_missing(s(user, "GET", "/v1/conversations/" + id));
    is_missing(s(user, "GET", "/v1/conversations/" + id + "/export"));
    is_missing(s(user, "PATCH", "/v1/conversations/" + id, {{"title", "mine"}}));
    is_missing(s(user, "DELETE", "/v1/conversations/" + id));
    is_missing(s(user, "POST", "/v1/ask", {{"database", "shop"}, {"question", "How many?"}, {"conversation", id}}));
  }
  BOOST_TEST(json_of(s(of_ada, "GET", "/v1/conversations/" + id)).at("title") == "How many hives are there?");
}

BOOST_AUTO_TEST_CASE(wrong_ids_titles_and_databases_are_refused_with_what_to_do) {
  talking s;
  auto const id = s.begun("", "How many hives are there?");
  auto const ask = [&](json::object body) {
    body["question"] = "How many?";
    return s("", "POST", "/v1/ask", body);
  };
  for (std::string const wrong : {"x", "../../etc/passwd", "' OR 1=1 --", "\xc3\xa4", "NEW"})
    BOOST_TEST(ask({{"database", "shop"}, {"conversation", wrong}}).status == 404, wrong);
  BOOST_TEST(ask({{"database", "shop"}, {"conversation", ""}}).status == 400);
  BOOST_TEST(ask({{"database", "shop"}, {"conversation", 7}}).status == 400);
  BOOST_TEST(ask({{"database", "shop"}, {"conversation", std::string(101, 'x')}}).status == 400);
  auto const other = ask({{"database", "other"}, {"conversation", id}});
  BOOST_TEST(other.status == 409);
  BOOST_TEST(code_of(other) == "other_database");
  BOOST_TEST(s("", "GET", "/v1/conversations/" + std::string(5'000, 'x')).status == 404);
  BOOST_TEST(s("", "PATCH", "/v1/conversations/" + id, {{"title", ""}}).status == 400);
  BOOST_TEST(s("", "PATCH", "/v1/conversations/" + id, {{"title", " \t"}}).status == 400);
  BOOST_TEST(s("", "PATCH", "/v1/conversations/" + id, {{"name", "x"}}).status == 400);
  BOOST_TEST(s("", "POST", "/v1/conversations/" + id, {{"title", "x"}}).headers.get("Allow") == "GET, PATCH, DELETE, HEAD, OPTIONS");
  auto const title = std::string("<img src=x onerror=alert(1)>\"'\n{}");
  BOOST_TEST(json_of(s("", "PATCH", "/v1/conversations/" + id, {{"title", title}})).at("title") == "<img src=x onerror=alert(1)>\"' {}");
}

BOOST_AUTO_TEST_CASE(a_full_conversation_says_so) {
  serving::conversation_limits few;
  few.turns = 1;
  talking s(usual(), std::make_shared<serving::conversations>(serving::open_conversation_file({}), few));
  auto const id = s.begun(of_ada, "How many hives are there?");
  auto const full = s(of_ada, "POST", "/v1/ask", {{"database", "shop"}, {"question", "More?"}, {"conversation", id}});
  BOOST_TEST(full.status == 409);
  BOOST_TEST(code_of(full) == "conversation_full");
}

BOOST_AUTO_TEST_CASE(who_loses_a_table_or_a_database_does_not_find_it_in_an_old_conversation) {
  talking s;
  auto const id = s.begun(of_ada, "How many hives are there?");
  auto const rules = t2s::db::policy::parse_rules(R"({"roles":{"clerk":{"tables":{"harvests":{}}}}})", "rules.json");
  t2s::db::policy::session const clerk{"clerk", {}};
  auto const restricted = std::make_shared<serving::served_database>(
      "shop", [&] { return t2s::db::policy::restrict(t2s::db::any_connection(t2s::db::sqlite_connection(s.file.path())), rules, clerk); });
  std::vector<t2s::turn> known{{"not", "called"}};
  serving::served_system const noting{"noting", "", false, [&](auto&, auto const&, serving::run_watch& watch) {
                                        known = watch.order().turns;
                                        return t2s::answer();
                                      }};
  auto o = usual();
  o.conversations = s.kept;
  o.of_users[of_ada] = {restricted};
  o.of_users[of_bob] = {served("other", s.file)};
  serving::service now({}, {noting}, std::move(o));
  auto const as = [&](std::string const& user, std::string method, std::string const& target, std::string body = {}) {
    auto r = asked(std::move(method), target, std::move(body));
    r.user = user;
    return answer(now, r);
  };
  auto const shown = json_of(as(of_ada, "GET", "/v1/conversations/" + id));
  BOOST_TEST(shown.at("turns").at(0).at("sql").is_null());
  BOOST_TEST(as(of_ada, "GET", "/v1/conversations/" + id + "/export").body.find("hives\"") == std::string::npos);
  BOOST_TEST(as(of_ada, "POST", "/v1/ask", R"({"question":"And now?","conversation":")" + id + "\"}").status == 200);
  BOOST_REQUIRE(known.size() == 1U);
  BOOST_TEST(known[0].sql == "");

  auto const of_other = s.begun(of_bob, "How many hives are there?");  // bob had the database shop then
  BOOST_TEST(as(of_bob, "GET", "/v1/conversations/" + of_other).status == 404);
  BOOST_TEST(json_of(as(of_bob, "GET", "/v1/conversations")).at("conversations").as_array().empty());
  BOOST_TEST(as(of_bob, "POST", "/v1/ask", R"({"question":"And now?","conversation":")" + of_other + "\"}").status == 404);
  BOOST_TEST(as(of_ada, "DELETE", "/v1/conversations/" + of_other).status == 404);
  BOOST_TEST(as(of_bob, "DELETE", "/v1/conversations/" + of_other).status == 200);  // but its owner may delete it
  BOOST_TEST(s.kept->list(of_bob).empty());
}

BOOST_AUTO_TEST_CASE(a_restart_keeps_the_conversations_of_a_file) {
  t2s::test::folder const in("talks");
  auto const file = (in / "talks.sqlite").string();
  auto const open = [&] { return std::make_shared<serving::conversations>(serving::open_conversation_file(file)); };
  std::string id;
  {
    talking s(usual(), open());
    id = s.begun(of_ada, "How many hives are there?");
  }
  talking s(usual(), open());
  BOOST_TEST(s.ask(of_ada, "And in spring?", id).at("conversation") == json::value(id));
  BOOST_TEST(s.known.size() == 1U);
}

BOOST_AUTO_TEST_CASE(questions_asked_at_once_in_one_conversation_are_all_kept) {
  auto o = usual();
  o.runs.waiting = 100;
  o.calls_waiting = 100;
  talking s(std::move(o));
  auto const id = s.begun(of_ada, "0");
  std::mutex guard;  // only one thread at a time may call the service
  {
    std::vector<std::jthread> threads;
    for (int t = 1; t <= 20; ++t)
      threads.emplace_back([&, t] {
        auto const promised = std::make_shared<std::promise<int>>();
        auto r = asked("POST", "/v1/ask",
                       json::serialize(json::object{{"database", "shop"}, {"question", std::to_string(t)}, {"conversation", id}}));
        r.user = of_ada;
        {
          std::lock_guard const lock(guard);
          s.service.answer(r, [promised](serving::response const& a) { promised->set_value(a.status); });
        }
        BOOST_TEST(promised->get_future().get() == 200);
      });
  }
  BOOST_TEST(json_of(s(of_ada, "GET", "/v1/conversations/" + id)).at("turns").as_array().size() == 21U);
}

BOOST_AUTO_TEST_CASE(a_question_that_cannot_run_leaves_no_conversation_behind) {
  talking s;
  s.service.drain(std::chrono::seconds(1));
  BOOST_TEST(s(of_ada, "POST", "/v1/ask", {{"database", "shop"}, {"question", "Too late?"}, {"conversation", "new"}}).status == 503);
  BOOST_TEST(s.kept->list(of_ada).empty());
}

BOOST_AUTO_TEST_CASE(a_first_question_that_fails_leaves_no_conversation_behind) {
  talking s;
  auto const id = s.begun(of_ada, "How many hives are there?");
  for (std::string const conversation : {"new", id.c_str()})
    BOOST_TEST(s(of_ada, "POST", "/v1/ask", {{"database", "shop"}, {"question", "failing"}, {"conversation", conversation}}).status == 422);
  auto const left = s.kept->list(of_ada);
  BOOST_REQUIRE(left.size() == 1U);
  BOOST_TEST(left[0].id == id);
  BOOST_TEST(left[0].turns == 1U);
}

BOOST_AUTO_TEST_CASE(a_store_that_fails_is_said_without_its_address) {
  auto const fails = std::make_shared<bool>(false);
  talking s(usual(), std::make_shared<serving::conversations>(std::make_unique<t2s::tests::unreliable_store>(fails)));
  auto const id = s.begun(of_ada, "How many hives are there?");
  *fails = true;
  t2s::tests::told const told;
  auto const is_said = [](serving::response const& r) {
    BOOST_TEST(r.status == 503);
    BOOST_TEST(code_of(r) == "database_lost");
    BOOST_TEST(r.body.find("cannot be reached for now") != std::string::npos);
    BOOST_TEST(r.body.find("db.example.org") == std::string::npos);
  };
  is_said(s(of_ada, "GET", "/v1/conversations"));
  is_said(s(of_ada, "GET", "/v1/conversations/" + id));
  is_said(s(of_ada, "PATCH", "/v1/conversations/" + id, {{"title", "Hives"}}));
  is_said(s(of_ada, "DELETE", "/v1/conversations/" + id));
  for (std::string const conversation : {"new", id.c_str()})
    is_said(s(of_ada, "POST", "/v1/ask", {{"database", "shop"}, {"question", "How many?"}, {"conversation", conversation}}));
}

BOOST_AUTO_TEST_CASE(a_server_without_conversations_says_so) {
  shop_file const file;
  serving::service service({served("shop", file)}, systems(), usual());
  BOOST_TEST(code_of(answer(service, asked("GET", "/v1/conversations"))) == "no_conversations");
  BOOST_TEST(code_of(answer(service, asked("POST", "/v1/ask", R"({"question":"Who?","conversation":"new"})"))) == "no_conversations");
  BOOST_TEST(json_of(answer(service, asked("GET", "/v1/databases"))).at("conversations") == false);
  BOOST_TEST(!service.openapi()["paths"].as_object().contains("/v1/conversations"));
  talking with;
  BOOST_TEST(json_of(with("", "GET", "/v1/databases")).at("conversations") == true);
  for (auto const* path : {"/v1/conversations", "/v1/conversations/{id}", "/v1/conversations/{id}/export"})
    BOOST_TEST(with.service.openapi()["paths"].as_object().contains(path), path);
}

BOOST_AUTO_TEST_SUITE_END()
