// SPDX-License-Identifier: BSL-1.0
// t2s serve, and the example of a service, as programs.
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "folder.hpp"
#include "killed_program.hpp"
#include "run_program.hpp"
#include "serve/http/client.hpp"
#include "support/http_server.hpp"
#include "support/rest_of.hpp"

using namespace cli_test;
using serve_test::becomes_true;
using serve_test::body_of;
using serve_test::client;
using serve_test::status_of;

namespace {

std::string text_in(std::string const& file) {
  std::ifstream in(file, std::ios::binary);
  return streams::rest_of(in);
}

constexpr char shops[] = "CREATE TABLE shops (name TEXT); INSERT INTO shops VALUES ('Kiosk'), ('Corner')";

/// The command over a small database, and its address.
struct served {
  explicit served(std::string const& options = {}, std::string const& sql = shops, bool indexed = false) : out(at("out")), err(at("err")) {
    make_database(at("shops.sqlite"), sql.c_str());
    if (indexed) BOOST_REQUIRE(cli_test::t2s("index --db " + quoted(at("shops.sqlite"))).status == 0);
    program.emplace("serve --db " + quoted(at("shops.sqlite")) + " --bind 127.0.0.1:0 " + options, out, err);
    becomes_true([&] { return text_in(out).ends_with("\n"); });
    auto const said = text_in(out);
    place = said.substr(0, said.find('\n'));
    constexpr std::string_view begin = "http://127.0.0.1:";
    if (place.starts_with(begin)) port = static_cast<std::uint16_t>(std::stoi(place.substr(begin.size())));
  }
  [[nodiscard]] std::string at(std::string const& name) const { return files.file(name); }
  [[nodiscard]] std::string ask(std::string const& line, std::string const& lines = {}, std::string const& body = {}) const {
    client c(port);
    c.send(line + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n" + lines +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    return c.response();
  }
  /// Requests the events of a question.
  [[nodiscard]] client watch(std::string const& text) const {
    client c(port);
    auto const body = "{\"question\":\"" + text + "\"}";
    c.send("POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
           "\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body);
    return c;
  }
  /// Cancels the run whose first event such a client has read.
  void cancel(client& watching) const {
    BOOST_REQUIRE(watching.read_until("\"question\""));
    auto const at = watching.kept().find("\"id\":\"") + 6;
    auto const id = watching.kept().substr(at, watching.kept().find('"', at) - at);
    BOOST_TEST(status_of(ask("DELETE /v1/runs/" + id)) == 200);
  }
  [[nodiscard]] std::string question(std::string const& text) const {
    return ask("POST /v1/ask", "Content-Type: application/json\r\n", "{\"question\":\"" + text + "\"}");
  }

  folder files{"serve"};
  std::string out, err, place{};
  std::uint16_t port = 0;
  std::optional<running> program{};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(serve)

BOOST_AUTO_TEST_CASE(it_says_where_it_is_answers_and_ends_well) {
  served s;
  BOOST_REQUIRE(s.port != 0);
  BOOST_TEST(s.place == "http://127.0.0.1:" + std::to_string(s.port) + "/");
  BOOST_TEST(becomes_true([&] { return status_of(s.ask("GET /readyz")) == 200; }));
  auto const answer = boost::json::parse(body_of(s.question("How many shops are there?")));
  BOOST_TEST((answer.at("rows") == boost::json::array{boost::json::array{2}}));
  auto const all = boost::json::parse(body_of(s.ask("GET /v1/databases")));
  BOOST_TEST(all.at("databases").as_array()[0].at("name") == "shops");
  BOOST_TEST(all.at("systems").as_array()[0].at("name") == "offline");
  s.program->signal(SIGTERM);
  BOOST_TEST(s.program->wait() == 0);
}

BOOST_AUTO_TEST_CASE(with_a_token_nothing_else_opens_it) {
  folder const kept{"serve_token"};
  auto const file = kept.file("token");
  std::ofstream(file) << "a-token-of-24-characters\n";
  served s("--token " + quoted(file) + " --allow-host shop.example.org");
  BOOST_REQUIRE(s.port != 0);
  BOOST_TEST(s.place.ends_with("/?token=a-token-of-24-characters"));
  BOOST_TEST(status_of(s.ask("GET /v1/databases")) == 401);
  BOOST_TEST(status_of(s.ask("GET /v1/databases", "Authorization: Bearer a-token-of-24-characters\r\n")) == 200);
  BOOST_TEST(status_of(s.ask("GET /healthz")) == 200);
  client named(s.port);
  named.send("GET /healthz HTTP/1.1\r\nHost: shop.example.org\r\n\r\n");
  BOOST_TEST(status_of(named.response()) == 200);
}

BOOST_AUTO_TEST_CASE(exchanges_with_a_model_are_events) {
  t2s::tests::http_server const model([](t2s::tests::seen_request const&) {
    return t2s::tests::replies(200, R"({"choices":[{"message":{"role":"assistant","content":"SELECT count(*) FROM shops"},)"
                                    R"("finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":5}})");
  });
  served s("--llm " + model.url() + "/v1 --model any --no-stream-usage");
  BOOST_REQUIRE(s.port != 0);
  auto const all = s.watch("How many shops are there?").rest();
  for (auto const* part : {"event: prompt\n", "\"stage\":\"draft\"", "\"role\":\"user\"", "event: completion\n", "\"prompt_tokens\":7",
                           "event: answer\n", "\"rows\":[[2]]", "\"calls\":1"})
    BOOST_TEST(all.find(part) != std::string::npos, part);
  auto const systems = body_of(s.ask("GET /v1/databases"));
  BOOST_TEST(systems.find("{\"name\":\"offline\"") != std::string::npos);  // users may choose it too
}

BOOST_AUTO_TEST_CASE(to_cancel_a_run_ends_its_model_call) {
  t2s::tests::http_server const silent(
      [](t2s::tests::seen_request const&) { return t2s::tests::server_script{t2s::tests::wait_for(std::chrono::minutes(2))}; });
  served s("--llm " + silent.url() + "/v1 --model any");
  BOOST_REQUIRE(s.port != 0);
  auto c = s.watch("How many shops are there?");
  BOOST_REQUIRE(c.read_until("event: prompt\n"));
  BOOST_REQUIRE(becomes_true([&] { return silent.open() == 1; }));
  s.cancel(c);
  BOOST_TEST(c.rest().find("event: cancelled\n") != std::string::npos);
  s.program->signal(SIGTERM);
  BOOST_TEST(s.program->wait() == 0);  // immediately: nothing is left to wait for
}

// Reading the values of an endless view takes the limit of 30 seconds.
BOOST_AUTO_TEST_CASE(neither_a_cancelled_run_nor_the_end_waits_for_values_that_are_read) {
  using clock = std::chrono::steady_clock;
  served s({},
           "CREATE TABLE shops (name TEXT); CREATE VIEW slow (name) AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) "
           "SELECT 'w' || max(i) FROM n");
  BOOST_REQUIRE(s.port != 0);
  BOOST_TEST(status_of(s.ask("GET /readyz")) == 503);
  auto c = s.watch("How many shops are there?");
  auto begin = clock::now();
  s.cancel(c);
  BOOST_TEST(c.rest().find("event: cancelled\n") != std::string::npos);
  BOOST_TEST((clock::now() - begin < std::chrono::seconds(10)));
  begin = clock::now();
  s.program->signal(SIGTERM);
  BOOST_TEST(s.program->wait() == 0);
  BOOST_TEST((clock::now() - begin < std::chrono::seconds(10)));
}

BOOST_AUTO_TEST_CASE(an_index_beside_the_database_is_used) {
  std::string const many =
      "CREATE TABLE shops (name TEXT); INSERT INTO shops WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n "
      "LIMIT 20100) SELECT 'shop ' || i FROM n";
  auto const said = [&](bool indexed) {
    served const s({}, many, indexed);
    BOOST_TEST(becomes_true([&] { return status_of(s.ask("GET /readyz")) == 200; }));
    return text_in(s.err);
  };
  constexpr char note[] = "are known, and others are not found";
  BOOST_TEST(said(false).find(note) != std::string::npos);
  BOOST_TEST(said(true).find(note) == std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_asked_is_counted_and_written_down_and_mcp_is_beside_it) {
  folder const kept{"serve_audit"};
  served s("--mcp --audit " + quoted(kept.file("audit")));
  BOOST_REQUIRE(s.port != 0);
  BOOST_TEST(status_of(s.question("How many shops are there?")) == 200);
  auto const figures = s.ask("GET /metrics");
  BOOST_TEST(status_of(figures) == 200);
  BOOST_TEST(body_of(figures).find("t2s_runs_total") != std::string::npos);
  auto const audit = kept.read("audit");
  BOOST_TEST(audit.find("SELECT count(*) FROM shops") != std::string::npos);
  BOOST_TEST(audit.find("How many shops are there?") != std::string::npos);
  BOOST_TEST(audit.find("\"who\":\"127.0.0.1\"") != std::string::npos);
  std::string const begin = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},)"
                            R"("clientInfo":{"name":"test","version":"1"}}})";
  auto const mcp = s.ask("POST /mcp", "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n", begin);
  BOOST_TEST(status_of(mcp) == 200, mcp);
  BOOST_TEST(mcp.find("serverInfo") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(mcp_is_answered_by_the_pipeline_that_answers_over_http) {
  t2s::tests::http_server const model([](t2s::tests::seen_request const&) {
    return t2s::tests::replies(200,
                               R"({"choices":[{"message":{"content":"SELECT name FROM shops WHERE name > 'D'"},"finish_reason":"stop"}]})");
  });
  served s("--mcp --pipeline few-shot-corrected --llm " + model.url() + "/v1 --model tiny");
  BOOST_REQUIRE(s.port != 0);
  std::string const both = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
  std::string const begin = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},)"
                            R"("clientInfo":{"name":"test","version":"1"}}})";
  auto const begun = s.ask("POST /mcp", both, begin);
  auto const at = begun.find("Mcp-Session-Id: ");
  BOOST_REQUIRE(at != std::string::npos);
  auto const session = begun.substr(at, begun.find("\r\n", at) + 2 - at);
  std::string const asks =
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ask","arguments":{"question":"How many shops are there?"}}})";
  auto const over_mcp = s.ask("POST /mcp", both + session, asks);
  BOOST_TEST(over_mcp.find(R"("system":"few-shot-corrected")") != std::string::npos, over_mcp);
  BOOST_TEST(over_mcp.find("SELECT name FROM shops WHERE name > 'D'") != std::string::npos, over_mcp);
  auto const over_http = s.question("How many shops are there?");
  BOOST_TEST(over_http.find(R"("system":"few-shot-corrected")") != std::string::npos, over_http);
  BOOST_TEST(over_http.find("SELECT name FROM shops WHERE name > 'D'") != std::string::npos, over_http);
}

BOOST_AUTO_TEST_CASE(each_user_sees_what_the_rules_show_the_user) {
  folder const kept{"serve_users"};
  std::ofstream(kept.file("rules.json"))
      << R"({"roles":{"keeper":{"tables":{"shops":{"rows":"name = :shop"}}},"boss":{"tables":{"shops":{}}}}})";
  std::ofstream(kept.file("users.json"))
      << R"({"users":{"ada":{"token":"adas-token-of-the-file","role":"keeper","parameters":{"shop":"Kiosk"}},)"
         R"("bob":{"token":"bobs-token-of-the-file","role":"boss"}}})";
  auto const options = "--rules " + quoted(kept.file("rules.json")) + " --users " + quoted(kept.file("users.json"));
  served s("--mcp --audit " + quoted(kept.file("audit")) + " " + options);
  BOOST_REQUIRE(s.port != 0);
  std::string const ada = "Authorization: Bearer adas-token-of-the-file\r\n", bob = "Authorization: Bearer bobs-token-of-the-file\r\n";
  auto const json = "Content-Type: application/json\r\n";
  BOOST_TEST(status_of(s.ask("GET /v1/databases")) == 401);
  auto const asks = R"({"question":"List the name of all shops."})";
  auto const of_ada = s.ask("POST /v1/ask", ada + json, asks), of_bob = s.ask("POST /v1/ask", bob + json, asks);
  BOOST_TEST(of_ada.find("Kiosk") != std::string::npos, of_ada);
  BOOST_TEST(of_ada.find("Corner") == std::string::npos, of_ada);
  BOOST_TEST(of_bob.find("Corner") != std::string::npos, of_bob);
  for (auto const& who : {ada, bob}) BOOST_TEST(boost::json::parse(body_of(s.ask("GET /v1/runs", who))).as_array().size() == 1U);

  std::string const begin = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},)"
                            R"("clientInfo":{"name":"test","version":"1"}}})";
  std::string const both = std::string(json) + "Accept: application/json, text/event-stream\r\n";
  auto const begun = s.ask("POST /mcp", bob + both, begin);
  auto const at = begun.find("Mcp-Session-Id: ");
  BOOST_REQUIRE(at != std::string::npos);
  auto const session = begun.substr(at, begun.find("\r\n", at) + 2 - at);
  std::string const reads =
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"query","arguments":{"sql":"SELECT name FROM shops"}}})";
  BOOST_TEST(s.ask("POST /mcp", bob + both + session, reads).find("Corner") != std::string::npos);
  BOOST_TEST(status_of(s.ask("POST /mcp", ada + both + session, reads)) == 404);  // another user's session
  auto const audit = kept.read("audit");
  BOOST_TEST(audit.find("\"who\":\"ada\"") != std::string::npos);
  BOOST_TEST(audit.find("\"role\":\"boss\"") != std::string::npos);
}

constexpr char summer[] = R"({"question":"How did the summer go?","sql":"SELECT count(*) FROM shops WHERE name > 'D'"})";

BOOST_AUTO_TEST_CASE(answers_are_corrected_in_the_file_that_t2s_correct_has) {
  folder const kept{"serve_corrections"};
  auto const file = kept.file("kept.jsonl");
  auto const json = "Content-Type: application/json\r\n";
  {
    served s("--mcp --audit " + quoted(kept.file("audit")) + " --corrections " + quoted(file));
    BOOST_REQUIRE(s.port != 0);
    BOOST_TEST(s.question("how did the summer go").find("name > 'D'") == std::string::npos);
    auto const done = s.ask("POST /v1/corrections", json, summer);
    BOOST_TEST(status_of(done) == 200, done);
    BOOST_TEST(kept.read("audit").find("How did the summer go?") != std::string::npos);
    auto const after = boost::json::parse(body_of(s.question("how did the summer go")));
    BOOST_TEST(after.at("sql") == "SELECT count(*) FROM shops WHERE name > 'D'");
    BOOST_TEST(after.at("confidence").to_number<double>() > 0.9);
    auto const of_file = " --db " + quoted(s.at("shops.sqlite")) + " --corrections " + quoted(file);
    BOOST_TEST(cli_test::t2s("correct --list" + of_file).out.find("How did the summer go?") != std::string::npos);
    BOOST_TEST(
        cli_test::t2s("correct" + of_file + " --question " + quoted("How did the winter go?") + " --sql " + quoted("SELECT 7")).status ==
        0);
    BOOST_TEST(boost::json::parse(body_of(s.question("How did the winter go?"))).at("sql") == "SELECT 7");  // the server notices it
    auto const wrong = s.ask("POST /v1/corrections", json, R"({"question":"How many shops are there?","sql":"SELECT count(*) FROM shop"})");
    BOOST_TEST(status_of(wrong) == 422);
    BOOST_TEST(wrong.find("Perhaps: SELECT count(*) FROM shops") != std::string::npos, wrong);
    BOOST_TEST(status_of(s.ask("POST /v1/query", json, R"({"sql":"SELECT name FROM shops"})")) == 200);
  }
  {
    served again("--corrections " + quoted(file));
    auto const all = boost::json::parse(body_of(again.ask("GET /v1/corrections"))).at("corrections").as_array();
    BOOST_REQUIRE(all.size() == 2U);
    auto const place = "DELETE /v1/corrections/" + std::string(all[0].at("id").as_string());
    BOOST_TEST(status_of(again.ask(place)) == 200);
    BOOST_TEST(again.question("How did the summer go?").find("name > 'D'") == std::string::npos);
  }
  served without;
  BOOST_TEST(status_of(without.ask("POST /v1/corrections", json, summer)) == 404);
  auto const unwritable =
      cli_test::t2s("serve --bind 127.0.0.1:0 --db " + quoted(without.at("shops.sqlite")) + " --corrections /nowhere/kept");
  BOOST_TEST(unwritable.status == 3);
  BOOST_TEST(unwritable.err.find("/nowhere/kept") != std::string::npos, unwritable.err);
}

BOOST_AUTO_TEST_CASE(the_owner_decides_what_t2s_learn_proposed) {
  folder const kept{"serve_learned"};
  auto const file = kept.file("learned");
  std::ofstream(file) << "proposed code shops.st 'A' = ?\n";
  served s("--learned " + quoted(file),
           "CREATE TABLE shops (name TEXT, st TEXT); INSERT INTO shops VALUES ('Kiosk', 'A'), ('Corner', 'C')");
  BOOST_REQUIRE(s.port != 0);
  BOOST_TEST(s.question("How many closed shops are there?").find("st = 'A'") == std::string::npos);
  auto const line = boost::json::parse(body_of(s.ask("GET /v1/databases/shops/learned"))).at("lines").at(0);
  boost::json::object const decided{{"line", line.at("line")}, {"text", line.at("text")}, {"state", "confirmed"}, {"value", "closed"}};
  auto const done = s.ask("POST /v1/databases/shops/learned", "Content-Type: application/json\r\n", boost::json::serialize(decided));
  BOOST_TEST(status_of(done) == 200, done);
  BOOST_TEST(s.question("How many closed shops are there?").find("st = 'A'") != std::string::npos);
  BOOST_TEST(kept.read("learned") == "confirmed code  shops.st 'A' = closed\n");
}

BOOST_AUTO_TEST_CASE(users_who_may_correct_do_so_for_all_who_see_the_tables) {
  folder const kept{"serve_correctors"};
  std::ofstream(kept.file("rules.json")) << R"({"roles":{"keeper":{"tables":{"shops":{}}},"boss":{"tables":{"shops":{},"takings":{}}}}})";
  auto const users = [&](char const* corrects) {
    std::ofstream(kept.file("users.json")) << R"({"users":{"ada":{"token":"adas-token-of-the-file","role":"keeper"},)"
                                           << R"("bob":{"token":"bobs-token-of-the-file","role":"boss")" << corrects << "}}}";
    return "--mcp --rules " + quoted(kept.file("rules.json")) + " --users " + quoted(kept.file("users.json")) + " --corrections " +
           quoted(kept.file("kept"));
  };
  constexpr char two[] = "CREATE TABLE shops (name TEXT); INSERT INTO shops VALUES ('Kiosk'), ('Corner'); CREATE TABLE takings (sum REAL);";
  {
    served none(users(""), two);
    BOOST_TEST(text_in(none.err).find("no user of --users may correct") != std::string::npos, text_in(none.err));
  }
  served s(users(R"(,"corrects":true)"), two);
  BOOST_REQUIRE(s.port != 0);
  std::string const json = "Content-Type: application/json\r\n";
  auto const ada = json + "Authorization: Bearer adas-token-of-the-file\r\n",
             bob = json + "Authorization: Bearer bobs-token-of-the-file\r\n";
  BOOST_TEST(status_of(s.ask("POST /v1/corrections", ada, summer)) == 403);
  BOOST_TEST(status_of(s.ask("POST /v1/corrections", bob, summer)) == 200);
  BOOST_TEST(status_of(s.ask("POST /v1/corrections", bob,
                             R"({"question":"How did the winter go?","sql":"SELECT sum(sum) FROM takings"})")) == 200);
  auto const asks = [](std::string const& text) { return R"({"question":")" + text + R"("})"; };
  BOOST_TEST(s.ask("POST /v1/ask", ada, asks("How did the summer go?")).find("name > 'D'") != std::string::npos);
  BOOST_TEST(s.ask("POST /v1/ask", bob, asks("How did the winter go?")).find("FROM takings") != std::string::npos);
  auto const hidden = s.ask("POST /v1/ask", ada + "Accept: text/event-stream\r\n", asks("How did the winter go?"));
  BOOST_TEST(hidden.find("takings") == std::string::npos, hidden);
}

BOOST_AUTO_TEST_CASE(a_named_site_may_ask_and_administrators_see_what_all_asked) {
  folder const kept{"serve_sites"};
  std::ofstream(kept.file("rules.json")) << R"({"roles":{"boss":{"tables":{"shops":{}}}}})";
  std::ofstream(kept.file("users.json")) << R"({"users":{"ada":{"token":"adas-token-of-the-file","role":"boss","admin":true},)"
                                            R"("bob":{"token":"bobs-token-of-the-file","role":"boss"}}})";
  served s("--allow-origin https://shop.example.org --rules " + quoted(kept.file("rules.json")) + " --users " +
           quoted(kept.file("users.json")));
  BOOST_REQUIRE(s.port != 0);
  std::string const ada = "Authorization: Bearer adas-token-of-the-file\r\n", bob = "Authorization: Bearer bobs-token-of-the-file\r\n";
  std::string const json = "Content-Type: application/json\r\n",
                    site = "Origin: https://shop.example.org\r\nSec-Fetch-Site: cross-site\r\n";
  auto const asks = R"({"question":"List the name of all shops."})";
  auto const answered = s.ask("POST /v1/ask", bob + json + site, asks);
  BOOST_TEST(status_of(answered) == 200);
  BOOST_TEST(answered.find("Access-Control-Allow-Origin: https://shop.example.org\r\n") != std::string::npos, answered);
  BOOST_TEST(status_of(s.ask("OPTIONS /v1/ask", site + "Access-Control-Request-Method: POST\r\n")) == 204);
  BOOST_TEST(status_of(s.ask("POST /v1/ask", bob + json + "Origin: https://evil.example.org\r\n", asks)) == 403);
  BOOST_TEST(status_of(s.ask("GET /v1/admin/runs", ada + site)) == 403);
  BOOST_TEST(status_of(s.ask("GET /v1/admin/runs", bob)) == 403);
  auto const runs = boost::json::parse(body_of(s.ask("GET /v1/admin/runs", ada))).at("runs").as_array();
  BOOST_REQUIRE(runs.size() == 1U);
  BOOST_TEST(runs[0].at("who") == "bob");
  static_cast<void>(s.ask("POST /v1/query", bob + json, R"({"sql":"DELETE FROM shops"})"));
  auto const statements = boost::json::parse(body_of(s.ask("GET /v1/admin/statements", ada)));
  BOOST_REQUIRE(statements.at("refused").as_array().size() == 1U);
  BOOST_TEST(statements.at("refused").at(0).at("sql") == "DELETE FROM shops");
  BOOST_TEST(statements.at("refused").at(0).at("who") == "bob");
  BOOST_TEST(s.ask("GET /t2s-ask.js", site).find("t2s-ask") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_dictionary_is_for_all_users_and_tells_none_of_what_is_hidden) {
  folder const kept{"serve_users_words"};
  std::ofstream(kept.file("words.txt")) << "takings = shops.area\nlabel = shops.name\n";
  std::ofstream(kept.file("rules.json"))
      << R"({"roles":{"keeper":{"tables":{"shops":{"hidden":["area"]}}},"boss":{"tables":{"shops":{}}}}})";
  std::ofstream(kept.file("users.json")) << R"({"users":{"ada":{"token":"adas-token-of-the-file","role":"keeper"},)"
                                            R"("bob":{"token":"bobs-token-of-the-file","role":"boss"}}})";
  served s("--dictionary " + quoted(kept.file("words.txt")) + " --rules " + quoted(kept.file("rules.json")) + " --users " +
               quoted(kept.file("users.json")),
           "CREATE TABLE shops (name TEXT, area REAL); INSERT INTO shops VALUES ('Kiosk', 12), ('Corner', 80)");
  BOOST_REQUIRE(s.port != 0);
  auto const ask = [&](char const* token, std::string const& question) {
    return s.ask("POST /v1/ask", std::string("Authorization: Bearer ") + token + "\r\nContent-Type: application/json\r\n",
                 R"({"question":")" + question + R"("})");
  };
  BOOST_TEST(ask("bobs-token-of-the-file", "List the takings of all shops.").find("SELECT area FROM shops") != std::string::npos);
  auto const of_ada = ask("adas-token-of-the-file", "List the takings of all shops.");
  BOOST_TEST(of_ada.find("area") == std::string::npos, of_ada);
  BOOST_TEST(status_of(of_ada) == 200, of_ada);
  auto const label = ask("adas-token-of-the-file", "List the label of all shops.");
  BOOST_TEST(label.find("SELECT name FROM shops") != std::string::npos, label);
}

BOOST_AUTO_TEST_CASE(users_need_rules_and_nothing_beside_them) {
  folder const files{"serve_users_wrong"};
  auto const db = files.file("a.sqlite");
  make_database(db, "CREATE TABLE a (b)");
  std::ofstream(files.file("rules.json")) << R"({"roles":{"r":{"tables":{"a":{"rows":"b = :n"}}}}})";
  std::ofstream(files.file("users.json")) << R"({"users":{"ada":{"token":"adas-token-of-the-file","role":"r"}}})";
  auto const users = " --db " + quoted(db) + " --users " + quoted(files.file("users.json"));
  auto const rules = " --rules " + quoted(files.file("rules.json"));
  BOOST_TEST(cli_test::t2s("serve" + users).err.find("--users needs --rules") != std::string::npos);
  for (auto const* beside : {"--role r", "--parameter n=1", "--token env:HOME", "--knowledge k.json", "--relations r.json"}) {
    auto const r = cli_test::t2s("serve" + users + rules + " " + beside);
    BOOST_TEST(r.status == 2, beside << ": " << r.err);
    BOOST_TEST(r.err.find("--users") != std::string::npos, beside << ": " << r.err);
  }
  BOOST_TEST(cli_test::t2s("mcp" + users + rules).status == 2);  // over pipes there is one user
  auto const lacks = cli_test::t2s("serve" + users + rules);
  BOOST_TEST(lacks.status == 2);
  BOOST_TEST(lacks.err.find("user ada") != std::string::npos, lacks.err);
  BOOST_TEST(lacks.err.find("\"n\"") != std::string::npos, lacks.err);
  BOOST_TEST(lacks.err.find("\"parameters\" of the user") != std::string::npos, lacks.err);  // --parameter cannot be given beside it
}

BOOST_AUTO_TEST_CASE(conversations_outlast_a_server_that_is_killed) {
  folder const kept{"serve_conversations"};
  auto const options = "--conversations " + quoted(kept.file("talks.sqlite"));
  auto const json = "Content-Type: application/json\r\n";
  std::string id;
  {
    served s(options);
    BOOST_REQUIRE(s.port != 0);
    auto const first = s.ask("POST /v1/ask", json, R"({"question":"How many shops are there?","conversation":"new"})");
    id = std::string(boost::json::parse(body_of(first)).at("conversation").as_string());
    s.program->signal(SIGKILL);
    BOOST_TEST(s.program->wait() == 128 + SIGKILL);
  }
  {
    served again("--mcp " + options);
    auto const shown = boost::json::parse(body_of(again.ask("GET /v1/conversations/" + id)));
    BOOST_TEST(shown.at("title") == "How many shops are there?");
    BOOST_TEST(shown.at("turns").at(0).at("sql") == "SELECT count(*) FROM shops");
    std::string const asks =
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_conversations","arguments":{},"_meta":{)"
        R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
    auto const listed = again.ask("POST /mcp",
                                  std::string(json) +
                                      "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
                                      "Mcp-Method: tools/call\r\nMcp-Name: list_conversations\r\n",
                                  asks);
    BOOST_TEST(listed.find(id) != std::string::npos, listed);
  }
  served without("--conversations none");
  BOOST_TEST(status_of(without.ask("GET /v1/conversations")) == 404);
  auto const over =
      cli_test::t2s("serve --db " + quoted(without.at("shops.sqlite")) + " --conversations " + quoted(without.at("shops.sqlite")));
  BOOST_TEST(over.status != 0);
  BOOST_TEST(over.err.find("shops.sqlite") != std::string::npos, over.err);
  auto const on_server = [](std::string const& place) {
    return cli_test::t2s("serve --bind 127.0.0.1:0 --db shop=postgresql://reader:secret@127.0.0.1:9/shop --conversations " + place);
  };
  for (auto const* same : {"postgres://owner@localhost:9/shop", "'postgresql:///shop?port=9&host=127.0.0.1'"}) {
    auto const refused = on_server(same);
    BOOST_TEST(refused.status == 2, refused.err);
    BOOST_TEST(refused.err.find("secret") == std::string::npos, refused.err);
  }
  BOOST_TEST(on_server("postgres://owner@localhost:9/talks").status == 3);  // nothing is there
}

/// A server with users whose files can be changed.
struct changing {
  changing() {
    rules(R"({"roles":{"keeper":{"tables":{"shops":{"rows":"name = 'Kiosk'"}}},"boss":{"tables":{"shops":{}}}}})");
    users(R"({"ada":{"token":"adas-token-of-the-file","role":"keeper"},"bob":{"token":"bobs-token-of-the-file","role":"boss"}})");
    std::ofstream(kept.file("queries.json")) << R"({"queries":[{"name":"all_shops","question":"All?","sql":"SELECT name FROM shops"}]})";
  }
  void rules(std::string const& text) const { std::ofstream(kept.file("rules.json")) << text; }
  void users(std::string const& text) const { std::ofstream(kept.file("users.json")) << R"({"users":)" << text << "}"; }
  [[nodiscard]] std::string options() const {
    return "--mcp --rules " + quoted(kept.file("rules.json")) + " --users " + quoted(kept.file("users.json")) + " --queries " +
           quoted(kept.file("queries.json"));
  }
  static std::string of(std::string const& name) { return "Authorization: Bearer " + name + "s-token-of-the-file\r\n"; }

  folder kept{"serve_again"};
};

BOOST_AUTO_TEST_CASE(settings_are_read_again_without_a_pause) {
  changing c;
  served s(c.options());
  BOOST_REQUIRE(s.port != 0);
  auto const json = "Content-Type: application/json\r\n";
  auto const rows = [&](std::string const& who) { return s.ask("POST /v1/all_shops", changing::of(who) + json, "{}"); };
  BOOST_TEST(rows("ada").find("Corner") == std::string::npos);
  client open(s.port);  // stays open over it all
  open.send("GET /v1/databases HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(s.port) + "\r\n" + changing::of("bob") + "\r\n");
  BOOST_TEST(status_of(open.response()) == 200);
  std::string const begin = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},)"
                            R"("clientInfo":{"name":"test","version":"1"}}})";
  std::string const both = std::string(json) + "Accept: application/json, text/event-stream\r\n";
  auto const begun = s.ask("POST /mcp", changing::of("ada") + both, begin);
  auto const at = begun.find("Mcp-Session-Id: ");
  BOOST_REQUIRE(at != std::string::npos);
  auto const session = begun.substr(at, begun.find("\r\n", at) + 2 - at);
  std::string const reads =
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"query","arguments":{"sql":"SELECT name FROM shops"}}})";
  auto const over_mcp = [&] { return s.ask("POST /mcp", changing::of("ada") + both + session, reads); };
  BOOST_TEST(over_mcp().find("Corner") == std::string::npos);
  BOOST_TEST(s.ask("POST /v1/ask", changing::of("ada") + json, R"({"question":"How many shops are there?"})").find("200 OK") !=
             std::string::npos);

  c.users(R"({"ada":{"token":"adas-token-of-the-file","role":"boss"},"eve":{"token":"eves-token-of-the-file","role":"keeper"}})");
  std::ofstream(c.kept.file("queries.json")) << R"({"queries":[{"name":"all_shops","question":"All?","sql":"SELECT name, 1 FROM shops"}]})";
  s.program->signal(SIGHUP);
  BOOST_REQUIRE(becomes_true([&] { return text_in(s.err).find("the settings were read again\n") != std::string::npos; }));
  BOOST_TEST(rows("ada").find("[\"Corner\",1]") != std::string::npos);
  BOOST_TEST(status_of(rows("eve")) == 200);
  BOOST_TEST(status_of(rows("bob")) == 401);
  BOOST_TEST(over_mcp().find("Corner") != std::string::npos);  // an open session has the rights of now
  BOOST_TEST(boost::json::parse(body_of(s.ask("GET /v1/runs", changing::of("ada")))).as_array().size() == 1U);
  open.send("GET /v1/databases HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(s.port) + "\r\n" + changing::of("ada") + "\r\n");
  BOOST_TEST(status_of(open.response()) == 200);
  s.program->signal(SIGTERM);
  BOOST_TEST(s.program->wait() == 0);
}

BOOST_AUTO_TEST_CASE(a_hangup_while_it_starts_is_kept_until_it_serves) {
  folder const kept{"serve_early_hangup"};
  make_database(kept.file("shops.sqlite"), shops);
  BOOST_REQUIRE(::mkfifo(kept.file("token").c_str(), 0600) == 0);
  running program("serve --db " + quoted(kept.file("shops.sqlite")) + " --bind 127.0.0.1:0 --token " + quoted(kept.file("token")),
                  kept.file("out"), kept.file("err"));
  int token = -1;
  auto const is_read = [&] {
    return becomes_true([&] { return (token = ::open(kept.file("token").c_str(), O_WRONLY | O_NONBLOCK)) >= 0; });
  };
  auto const give = [&] {
    constexpr std::string_view text = "a-token-of-24-characters\n";
    BOOST_TEST(::write(token, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    ::close(token);
  };
  BOOST_REQUIRE(is_read());  // it waits for the token
  program.signal(SIGHUP);
  give();
  BOOST_REQUIRE(becomes_true([&] { return text_in(kept.file("out")).ends_with("\n"); }));
  BOOST_REQUIRE(is_read());  // again, for the signal
  give();
  BOOST_TEST(becomes_true([&] { return text_in(kept.file("err")).find("the settings were read again\n") != std::string::npos; }));
  program.signal(SIGTERM);
  BOOST_TEST(program.wait() == 0);
}

BOOST_AUTO_TEST_CASE(wrong_settings_leave_those_that_there_were) {
  changing c;
  served s(c.options());
  BOOST_REQUIRE(s.port != 0);
  c.users(R"({"ada":{"token":"short","role":"keeper"}})");
  s.program->signal(SIGHUP);
  BOOST_REQUIRE(becomes_true([&] { return text_in(s.err).find("stay as they were") != std::string::npos; }));
  BOOST_TEST(text_in(s.err).find("users.ada.token") != std::string::npos, text_in(s.err));
  BOOST_TEST(status_of(s.ask("GET /v1/databases", changing::of("bob"))) == 200);
  c.users(R"({"ada":{"token":"adas-token-of-the-file","role":"no_such_role"}})");
  s.program->signal(SIGHUP);
  BOOST_REQUIRE(becomes_true([&] { return text_in(s.err).find("no_such_role") != std::string::npos; }));
  BOOST_TEST(status_of(s.ask("GET /v1/databases", changing::of("bob"))) == 200);
}

BOOST_AUTO_TEST_CASE(it_ends_with_its_terminal) {
  folder const kept{"serve_terminal"};
  make_database(kept.file("shops.sqlite"), shops);
  auto const command = "exec " + quoted(T2S_CLI) + " serve --db " + quoted(kept.file("shops.sqlite")) + " --bind 127.0.0.1:0 >" +
                       quoted(kept.file("out")) + " 2>" + quoted(kept.file("err"));
  int terminal = -1;
  pid_t const child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  BOOST_REQUIRE(becomes_true([&] { return text_in(kept.file("out")).ends_with("\n"); }));
  ::kill(child, SIGHUP);
  BOOST_REQUIRE(becomes_true([&] { return text_in(kept.file("err")).find("the settings were read again\n") != std::string::npos; }));
  ::close(terminal);
  int status = -1;
  BOOST_REQUIRE(becomes_true([&] { return ::waitpid(child, &status, WNOHANG) == child; }));
  BOOST_TEST(WIFEXITED(status));
  BOOST_TEST(WEXITSTATUS(status) == 0);
}

BOOST_AUTO_TEST_CASE(a_run_ends_with_the_settings_that_it_began_with) {
  std::atomic<bool> answers = false;
  t2s::tests::http_server const model([&](t2s::tests::seen_request const&) {
    becomes_true([&] { return answers.load(); });
    return t2s::tests::replies(200, R"({"choices":[{"message":{"content":"SELECT count(*) FROM shops"},"finish_reason":"stop"}]})");
  });
  changing c;
  served s(c.options() + " --pipeline few-shot --llm " + model.url() + "/v1 --model any --no-stream");
  BOOST_REQUIRE(s.port != 0);
  client running(s.port);
  std::string const body = R"({"question":"How many shops are there?"})";
  running.send("POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(s.port) + "\r\n" + changing::of("bob") +
               "Content-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: " + std::to_string(body.size()) +
               "\r\n\r\n" + body);
  BOOST_REQUIRE(running.read_until("event: prompt\n"));
  c.users(R"({"ada":{"token":"adas-token-of-the-file","role":"keeper"}})");
  s.program->signal(SIGHUP);
  BOOST_REQUIRE(becomes_true([&] { return text_in(s.err).find("the settings were read again\n") != std::string::npos; }));
  BOOST_TEST(status_of(s.ask("GET /v1/runs", changing::of("bob"))) == 401);
  answers = true;
  BOOST_TEST(running.rest().find("\"rows\":[[2]]") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_check_says_all_that_is_wrong_at_once) {
  folder const kept{"serve_check"};
  make_database(kept.file("shops.sqlite"), shops);
  std::ofstream(kept.file("rules.json")) << R"({"roles":{"boss":{"tables":{"shops":{}}}}})";
  std::ofstream(kept.file("users.json")) << R"({"users":{"ada":{"token":"adas-token-of-the-file","role":"boss"}}})";
  std::ofstream(kept.file("queries.json")) << R"({"queries":[{"name":"all_shops","question":"All?","sql":"SELECT name FROM shops"}]})";
  auto const good = "serve --check --bind 127.0.0.1:0 --db " + quoted(kept.file("shops.sqlite")) + " --rules " +
                    quoted(kept.file("rules.json")) + " --users " + quoted(kept.file("users.json")) + " --queries " +
                    quoted(kept.file("queries.json")) + " --conversations " + quoted(kept.file("talks.sqlite"));
  auto const fine = cli_test::t2s(good);
  BOOST_TEST(fine.status == 0, fine.out + fine.err);
  BOOST_TEST(fine.out.find("FAILS") == std::string::npos, fine.out);
  BOOST_TEST(!std::filesystem::exists(kept.file("talks.sqlite")));

  served taken;  // has its address
  std::ofstream(kept.file("users.json")) << R"({"users":{"ada":{"token":"adas-token-of-the-file","role":"nobody"}}})";
  auto const bad = cli_test::t2s(
      "serve --check --bind 127.0.0.1:" + std::to_string(taken.port) + " --db " + quoted(kept.file("shops.sqlite")) + " --db " +
      quoted(kept.file("missing.sqlite")) + " --rules " + quoted(kept.file("rules.json")) + " --users " + quoted(kept.file("users.json")) +
      " --llm http://127.0.0.1:9/v1 --model any --timeout 2 --corrections /nowhere/kept --queries " + quoted(kept.file("queries.json")));
  BOOST_TEST(bad.status == 3);
  for (auto const* part : {"FAILS address", "FAILS demonstrations and corrections", "/nowhere/kept", "note  model server", "nobody",
                           "missing.sqlite", "ok    users"})
    BOOST_TEST(bad.out.find(part) != std::string::npos, std::string(part) + " is not in " + bad.out);
}

BOOST_AUTO_TEST_CASE(what_it_cannot_do_is_said_at_once) {
  folder const files{"serve_wrong"};
  auto const db = files.file("a.sqlite");
  make_database(db, "CREATE TABLE a (b)");
  auto const serving = "serve --db " + quoted(db) + " ";
  for (auto const* wrong :
       {"--bind nowhere", "--bind 127.0.0.1:70000", "--token /nowhere", "--token env:T2S_NO_SUCH", "--runs 0", "--allow-host http://x",
        "--allow-origin shop.example.org", "--allow-origin '*'", "--peer-connections 0", "--connections 0", "--connections 100001"}) {
    auto const r = cli_test::t2s(serving + wrong);
    BOOST_TEST(r.status == 2, wrong << ": " << r.err);
    BOOST_TEST(r.out == "");
  }
  BOOST_TEST(cli_test::t2s(serving + "--db " + quoted(db)).status == 2);  // two with the same name
  auto const few =
      cli_test::run("/bin/sh", "-c " + quoted("ulimit -n 1024; exec " + quoted(T2S_CLI) + " " + serving + "--connections 2000"));
  BOOST_TEST(few.status == 2);
  BOOST_TEST(few.err.find("needs 2512 open files") != std::string::npos, few.err);
  BOOST_TEST(cli_test::t2s("serve --db /nowhere.sqlite").status == 3);
}

BOOST_AUTO_TEST_SUITE_END()
