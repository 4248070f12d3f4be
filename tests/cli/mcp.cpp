// SPDX-License-Identifier: BSL-1.0
// t2s mcp over pipes: a client receives nothing that the rules hide, and the audit names the caller.
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include "folder.hpp"
#include "run_program.hpp"
#include "support/http_server.hpp"

using namespace cli_test;

namespace {

namespace json = boost::json;

/// A database of two owners, and a role that sees the rows of one.
struct place {
  place() {
    make_database(file("shop.sqlite"),
                  "CREATE TABLE orders (id INTEGER PRIMARY KEY, owner TEXT, item TEXT, margin REAL);"
                  "CREATE TABLE secrets (word TEXT);"
                  "INSERT INTO orders VALUES (1,'ada','lamp',0.25),(2,'bob','zebrawood',0.75);"
                  "INSERT INTO secrets VALUES ('xylophone')");
    std::ofstream(file("rules.json")) << R"({"roles":{"clerk":{"tables":{"orders":{"hidden":["margin"],"rows":"owner = :user"}}}}})";
  }
  [[nodiscard]] std::string file(std::string const& name) const { return files.file(name); }

  /// The session's responses by number of the request.
  std::map<std::int64_t, json::object> talk(std::string const& options, std::string const& requests, std::string const& name = "shop") {
    std::ofstream(file("in"))
        << R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}})"
        << "\n"
        << R"({"jsonrpc":"2.0","method":"notifications/initialized"})" << "\n"
        << requests;
    auto const r = cli_test::t2s("mcp --db " + name + "=" + quoted(file("shop.sqlite")) + " " + options + " < " + quoted(file("in")));
    BOOST_TEST(r.status == 0, r.err);
    said = r.out + r.err;
    std::map<std::int64_t, json::object> by_id;
    for (std::string_view rest = r.out; !rest.empty();) {
      auto const end = rest.find('\n');
      auto message = json::parse(rest.substr(0, end)).as_object();
      if (message.contains("id")) by_id[message.at("id").as_int64()] = std::move(message);
      rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    }
    return by_id;
  }

  folder files{"mcp"};
  std::string said{};
};

std::string call(int id, std::string const& tool, json::object arguments) {
  return json::serialize(json::object{{"jsonrpc", "2.0"},
                                      {"id", id},
                                      {"method", "tools/call"},
                                      {"params", json::object{{"name", tool}, {"arguments", std::move(arguments)}}}}) +
         "\n";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mcp)

BOOST_FIXTURE_TEST_CASE(rules_hold_in_all_tools, place) {
  auto const rules = "--rules " + quoted(file("rules.json")) + " --role clerk --parameter user=ada";
  auto const all =
      talk(rules, call(1, "describe", {}) + call(2, "query", {{"sql", "SELECT * FROM orders"}}) +
                      call(3, "query", {{"sql", "SELECT word FROM secret"}}) + call(4, "check", {{"sql", "SELECT margn FROM orders"}}) +
                      call(5, "repair", {{"sql", "SELECT item FROM orders WHERE item = 'zebrawod'"}}) +
                      call(6, "link", {{"question", "Which orders are of zebrawod?"}}) +
                      call(7, "ask", {{"question", "How many orders are there?"}}) +
                      R"({"jsonrpc":"2.0","id":8,"method":"resources/read","params":{"uri":"t2s://shop/schema"}})" + "\n");
  BOOST_REQUIRE(all.size() == 9u);
  BOOST_TEST((all.at(2).at("result").at("structuredContent").at("rows") == json::array{json::array{1, "ada", "lamp"}}));
  BOOST_TEST((all.at(7).at("result").at("structuredContent").at("rows") == json::array{json::array{1}}));
  for (auto const* hidden : {"xylophone", "zebrawood", "bob", "secrets", "margin", "0.75"})
    BOOST_TEST(said.find(hidden) == std::string::npos, hidden << " in " << said);
}

BOOST_FIXTURE_TEST_CASE(questions_are_answered_by_the_pipeline_and_the_model_that_the_options_choose, place) {
  t2s::tests::http_server const model([](t2s::tests::seen_request const&) {
    return t2s::tests::replies(200, R"({"choices":[{"message":{"content":"SELECT item FROM orders"},"finish_reason":"stop"}]})");
  });
  auto const asked = call(1, "ask", {{"question", "How many orders are there?"}});
  auto const answer_of = [&](std::string const& options) {
    return talk(options, asked).at(1).at("result").at("structuredContent").as_object();
  };
  auto const llm = "--llm " + model.url() + "/v1 --model tiny ";
  auto const by_model = answer_of(llm + "--pipeline few-shot-corrected");
  BOOST_TEST(by_model.at("system") == "few-shot-corrected");
  BOOST_TEST(by_model.at("sql") == "SELECT item FROM orders");
  auto const checked = answer_of(llm);  // the default with a model
  BOOST_TEST(checked.at("system") == "cross-checked");
  BOOST_TEST(checked.at("sql") == "SELECT count(*) FROM orders");
  BOOST_TEST(checked.at("spent").at("calls") == 2);
  BOOST_TEST(json::serialize(checked.at("missing")).find("the model gives 2 rows (confidence 0.") != std::string::npos);
  BOOST_TEST(answer_of({}).at("system") == "offline");
  auto const refused = cli_test::t2s("mcp --db " + quoted(file("shop.sqlite")) + " --pipeline cross-checked < /dev/null");
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(refused.err.find("asks a model: give --llm URL") != std::string::npos, refused.err);
}

BOOST_FIXTURE_TEST_CASE(answers_are_corrected_where_a_file_keeps_it, place) {
  std::string const lists = R"({"jsonrpc":"2.0","id":9,"method":"tools/list"})"
                            "\n";
  auto const offers = [](std::map<std::int64_t, json::object> const& all) {
    return json::serialize(all.at(9)).find("\"remove_correction\"") != std::string::npos;
  };
  BOOST_TEST(!offers(talk({}, lists)));
  auto const kept = "--corrections " + quoted(file("kept.jsonl"));
  auto const all =
      talk(kept, lists + call(1, "correct", {{"question", "How did the summer go?"}, {"sql", "SELECT sum(margin) FROM orders"}}));
  BOOST_TEST(offers(all));
  BOOST_TEST(all.at(1).at("result").at("structuredContent").at("rows").at(0).at(0).to_number<double>() == 1);
  auto const later = talk(kept, call(2, "ask", {{"question", "how did the summer go"}}) + call(3, "list_corrections", {}));
  BOOST_TEST(later.at(2).at("result").at("structuredContent").at("sql") == "SELECT sum(margin) FROM orders");
  BOOST_TEST(later.at(3).at("result").at("structuredContent").at("corrections").as_array().size() == 1U);
  auto const rules = " --rules " + quoted(file("rules.json")) + " --role clerk --parameter user=ada";
  auto const clerk = talk(kept + rules, call(2, "ask", {{"question", "How did the summer go?"}}) + call(3, "list_corrections", {}));
  BOOST_TEST(clerk.at(3).at("result").at("structuredContent").at("corrections") == json::array());
  BOOST_TEST(said.find("margin") == std::string::npos, said);
}

BOOST_FIXTURE_TEST_CASE(statements_are_written_down, place) {
  talk("--audit " + quoted(file("audit.jsonl")),
       call(1, "query", {{"sql", "SELECT count(*) FROM orders"}}) + call(2, "query", {{"sql", "DELETE FROM orders"}}), "store");
  std::ifstream in(file("audit.jsonl"));
  bool counted = false, refused = false;
  for (std::string line; std::getline(in, line);) {
    auto const entry = json::parse(line).as_object();
    auto const* sql = entry.if_contains("sql");
    if (!sql) continue;
    if (*sql == "SELECT count(*) FROM orders")
      counted = entry.at("rows") == 1 && entry.at("database") == "store" && !entry.at("who").as_string().empty();
    if (*sql == "DELETE FROM orders") refused = entry.contains("refused");
  }
  BOOST_TEST(counted);
  BOOST_TEST(refused);
}

BOOST_AUTO_TEST_SUITE_END()
