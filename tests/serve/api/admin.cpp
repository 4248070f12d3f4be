// SPDX-License-Identifier: BSL-1.0
// What those who run a server see: /v1/admin.
#include <boost/test/unit_test.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "serve/api/shop.hpp"
#include "serve/http/client.hpp"
#include "support/json_schema.hpp"
#include "t2s/core/error.hpp"
#include "t2s/pipeline/events.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/serve/detail/corrections.hpp"
#include "t2s/serve/local/operations.hpp"
#include "t2s/serve/operations/detail/correct.hpp"
#include "t2s/serve/telemetry/audited_connection.hpp"

using namespace serve_test;
namespace telemetry = t2s::telemetry;

namespace {

constexpr char right[] = R"({"database":"shop","question":"How did the summer go?","sql":"SELECT sum(kilograms) FROM harvests"})";

/// Calls a model twice and then fails, for a run that costs something.
t2s::answer costly(serving::served_database&, std::string const&, serving::run_watch& watch) {
  t2s::llm::completion reply;
  reply.prompt_tokens = 100;
  reply.completion_tokens = 7;
  auto trace = watch.trace();
  for (int i = 0; i < 2; ++i) {
    trace.on(t2s::events::model_call_begun{});
    trace.on(t2s::events::model_called{.reply = &reply});
  }
  throw t2s::error(t2s::errc::model_unreachable, "no model");
}

/// A service with the users ada, who is an administrator, and bob; bob's corrections wait for ada.
struct administered {
  explicit administered(bool takes_proposals = true) {
    auto o = usual();
    o.corrections = kept;
    o.correct = serving::correct_operation(kept, serving::local_hints());
    o.may_correct = [](std::string_view) { return false; };
    o.may_administer = [](std::string_view user) { return user == "ada"; };
    if (takes_proposals) o.proposals = std::make_shared<serving::proposals>();
    o.audit = log;
    o.page.admin_html = "<!doctype html><title>Admin</title>";
    o.page.admin_script = "'use strict';";
    o.page.component = "'use strict';";
    o.of_users = {{"ada", own}, {"bob", own}};
    auto all = systems();
    all.push_back({"costly", "costs and fails", true, costly, 0, "tiny"});
    service.emplace(serving::database_list{}, std::move(all), std::move(o));
  }
  serving::response operator()(std::string user, std::string method, std::string const& target, std::string body = {}) {
    auto r = asked(std::move(method), target, std::move(body));
    r.user = std::move(user);
    return answer(*service, r);
  }
  /// The body of a list, which fits its schema in the OpenAPI document.
  json::value list(std::string const& name) {
    auto const r = (*this)("ada", "GET", "/v1/admin/" + name);
    BOOST_TEST(r.status == 200, r.body);
    auto const body = json_of(r);
    auto const document = service->openapi();
    auto const& schemas = document.at("components").at("schemas").as_object();
    BOOST_TEST(schemas.contains("admin_" + name));
    for (auto const& member : schemas.at("admin_" + name).at("required").as_array())
      BOOST_TEST(body.as_object().contains(member.as_string()));
    return body;
  }

  shop_file file{};
  t2s::test::folder in{"administered"};
  std::shared_ptr<serving::corrections> kept =
      std::make_shared<serving::corrections>((in / "kept").string(), std::vector<std::string>{"shop"});
  std::shared_ptr<telemetry::audit_log> log = std::make_shared<telemetry::audit_log>("", telemetry::audit_options{.kept = 2});
  serving::database_list own{served("shop", file)};
  std::optional<serving::service> service{};
};

std::string code_of(serving::response const& r) { return std::string(json_of(r).at("error").at("code").as_string()); }

}  // namespace

BOOST_AUTO_TEST_SUITE(administrators)

BOOST_AUTO_TEST_CASE(others_get_403) {
  administered s;
  for (auto const* path : {"runs", "costs", "statements", "corrections"}) {
    auto const refused = s("bob", "GET", std::string("/v1/admin/") + path);
    BOOST_TEST(refused.status == 403, path);
    BOOST_TEST(code_of(refused) == "no_admin");
  }
  BOOST_TEST(s("bob", "POST", "/v1/admin/corrections/x", R"({"as":"confirmed"})").status == 403);
  BOOST_TEST(json_of(s("bob", "GET", "/v1/databases")).at("may_administer") == false);
  BOOST_TEST(json_of(s("ada", "GET", "/v1/databases")).at("may_administer") == true);
  for (auto const* path : {"/admin", "/admin.js", "/t2s-ask.js"}) BOOST_TEST(s("bob", "GET", path).status == 200, path);
}

BOOST_AUTO_TEST_CASE(users_of_a_server_are_no_administrators_unless_it_says_so) {
  shop_file const file;
  auto o = usual();
  o.of_users = {{"ada", {served("shop", file)}}};
  serving::service service({served("shop", file)}, systems(), std::move(o));
  BOOST_TEST(answer(service, asked("GET", "/v1/admin/runs")).status == 200);
  auto r = asked("GET", "/v1/admin/runs");
  r.user = "ada";
  BOOST_TEST(answer(service, r).status == 403);
}

BOOST_AUTO_TEST_CASE(runs_of_all_users_are_listed_with_what_they_cost_and_summed) {
  administered s;
  BOOST_TEST(s("bob", "POST", "/v1/ask", R"({"question":"How many hives are there?"})").status == 200);
  for (int i = 0; i < 2; ++i) BOOST_TEST(s("ada", "POST", "/v1/ask", R"({"question":"Wait","system":"costly"})").status == 422);
  auto const runs = s.list("runs").at("runs").as_array();
  BOOST_REQUIRE(runs.size() == 3U);
  BOOST_TEST(runs[0].at("who") == "ada");
  BOOST_TEST(runs[0].at("status") == "failed");
  BOOST_TEST(runs[0].at("model") == "tiny");
  BOOST_TEST(runs[0].at("calls") == 2);
  BOOST_TEST(runs[0].at("prompt_tokens") == 200);
  BOOST_TEST(runs[0].at("completion_tokens") == 14);
  BOOST_TEST(runs[2].at("who") == "bob");
  BOOST_TEST(runs[2].at("question") == "How many hives are there?");
  BOOST_TEST(runs[2].at("status") == "answered");
  BOOST_TEST(runs[2].at("confidence").is_number());
  BOOST_TEST(runs[2].at("calls") == 0);

  BOOST_REQUIRE(becomes_true([&] { return s.list("costs").at("costs").as_array().size() == 2U; }));  // summed after the response
  BOOST_REQUIRE(becomes_true([&] { return s.list("costs").at("costs").at(0).at("runs") == 2; }));
  auto const costs = s.list("costs").at("costs").as_array();
  BOOST_TEST(costs[0].at("who") == "ada");
  BOOST_TEST(costs[0].at("model") == "tiny");
  BOOST_TEST(costs[0].at("prompt_tokens") == 400);
  BOOST_TEST(costs[0].at("completion_tokens") == 28);
  BOOST_TEST(costs[1].at("who") == "bob");
  BOOST_TEST(costs[1].at("model") == "");
  BOOST_TEST(costs[1].at("calls") == 0);
  BOOST_TEST(costs[1].at("day") == runs[2].at("started").as_string().subview(0, 10));
}

BOOST_AUTO_TEST_CASE(refused_and_slow_statements_are_those_of_the_log) {
  administered s;
  telemetry::audit_entry refused{{"bob", "", "shop", "Forget it"}, "DELETE FROM hives", "", 0, 0, {}, {}};
  refused.failed = t2s::failure{t2s::errc::statement_denied, "only statements that read are run", {}, {}, {}};
  s.log->write(refused);
  s.log->write({{"ada", "", "shop", ""}, "", "first rows of hives", 3, 8, std::chrono::milliseconds(250), {}});
  s.log->write({{"ada", "", "shop", ""}, "SELECT 1", "", 1, 8, std::chrono::milliseconds(99), {}});
  auto const all = s.list("statements");
  BOOST_REQUIRE(all.at("refused").as_array().size() == 1U);
  BOOST_TEST(all.at("refused").at(0).at("sql") == "DELETE FROM hives");
  BOOST_TEST(all.at("refused").at(0).at("code") == "statement_denied");
  BOOST_TEST(all.at("refused").at(0).at("who") == "bob");
  BOOST_REQUIRE(all.at("slow").as_array().size() == 1U);
  BOOST_TEST(all.at("slow").at(0).at("read") == "first rows of hives");
  BOOST_TEST(all.at("slow").at(0).at("ms") == 250.0);
}

BOOST_AUTO_TEST_CASE(a_proposed_correction_counts_once_it_is_confirmed) {
  administered s;
  BOOST_TEST(json_of(s("bob", "GET", "/v1/databases")).at("may_propose") == true);
  auto const proposed = s("bob", "POST", "/v1/corrections", right);
  BOOST_TEST(proposed.status == 202);
  BOOST_TEST(s("bob", "POST", "/v1/corrections", R"({"question":"How many?","sql":"SELECT nothing FROM nowhere"})").status == 202);
  BOOST_TEST(s.kept->read(*s.own.at(0))->empty());
  auto const waiting = s.list("corrections").at("proposals").as_array();
  BOOST_REQUIRE(waiting.size() == 2U);
  BOOST_TEST(waiting[0].at("who") == "bob");
  BOOST_TEST(waiting[0].at("sql") == "SELECT sum(kilograms) FROM harvests");
  auto const place = [&](std::size_t i) { return "/v1/admin/corrections/" + std::string(waiting[i].at("id").as_string()); };
  BOOST_TEST(s("ada", "POST", place(0), R"({"as":"perhaps"})").status == 400);
  BOOST_TEST(s("ada", "POST", place(0), R"({"as":"confirmed"})").status == 200);
  BOOST_TEST(s.kept->read(*s.own.at(0))->size() == 1U);
  auto const wrong = s("ada", "POST", place(1), R"({"as":"confirmed"})");
  BOOST_TEST(wrong.status == 422);
  BOOST_TEST(s.list("corrections").at("proposals").as_array().size() == 1U);  // it still waits
  BOOST_TEST(s("ada", "POST", place(1), R"({"as":"rejected"})").status == 200);
  BOOST_TEST(s("ada", "POST", place(1), R"({"as":"rejected"})").status == 404);
  BOOST_TEST(s.list("corrections").at("proposals") == json::array());
  BOOST_TEST(s.kept->read(*s.own.at(0))->size() == 1U);
}

BOOST_AUTO_TEST_CASE(proposals_are_bounded_and_only_taken_where_someone_confirms_them) {
  administered s;
  auto const propose = [&](std::string const& question) {
    return s("bob", "POST", "/v1/corrections", R"({"sql":"SELECT 1","question":")" + question + "\"}");
  };
  for (int i = 0; i < 12; ++i) BOOST_TEST(propose("the same?").status == 202);  // the last one takes the place of those before
  BOOST_TEST(s.list("corrections").at("proposals").as_array().size() == 1U);
  for (int i = 0; i < 9; ++i) BOOST_TEST(propose(std::to_string(i) + "?").status == 202);
  BOOST_TEST(code_of(propose("one more?")) == "too_many_proposals");
  BOOST_TEST(propose("the same?").status == 202);

  serving::proposals all;
  auto const one = [](int i) {
    return serving::proposals::proposal{std::to_string(i), "user " + std::to_string(i / 10), "shop", "q" + std::to_string(i), "", ""};
  };
  for (int i = 0; i < 100; ++i) BOOST_TEST(all.add(one(i)));
  BOOST_TEST(!all.add(one(100)));
  BOOST_TEST(all.take("5").has_value());
  BOOST_TEST(!all.take("5"));  // whoever confirms it has it
  BOOST_TEST(all.add(one(100)));
  administered alone(false);
  BOOST_TEST(alone("bob", "POST", "/v1/corrections", right).status == 403);
  BOOST_TEST(json_of(alone("bob", "GET", "/v1/databases")).at("may_propose") == false);
}

BOOST_AUTO_TEST_CASE(the_openapi_document_has_the_routes) {
  administered s;
  auto const document = s.service->openapi();
  for (auto const* path :
       {"/v1/admin/runs", "/v1/admin/costs", "/v1/admin/statements", "/v1/admin/corrections", "/v1/admin/corrections/{id}"})
    BOOST_TEST(document.at("paths").as_object().contains(path), path);
}

BOOST_AUTO_TEST_SUITE_END()
