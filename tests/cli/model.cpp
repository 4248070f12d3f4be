// SPDX-License-Identifier: BSL-1.0
// The command line and a model behind HTTP: a test server with scripted answers.
#include "model_place.hpp"

using namespace cli_test;

BOOST_AUTO_TEST_SUITE(command_line_model)

BOOST_FIXTURE_TEST_CASE(ask_corrects_what_the_model_wrote, place) {
  ::setenv("OPENAI_API_KEY", "sk-very-secret", 1);
  auto const r = cli_test::t2s(ask() + by_model() + "--record " + quoted(file("tape.jsonl")) + " --trace " + quoted(file("trace.json")));
  ::unsetenv("OPENAI_API_KEY");
  BOOST_TEST(r.status == 0);
  BOOST_TEST(r.err == "");
  BOOST_TEST(contains(r.out, "no such table: harbours"));
  BOOST_TEST(contains(r.out, "SELECT count(*) FROM shops"));
  BOOST_REQUIRE(server.requests().size() == 2u);
  BOOST_TEST(server.requests()[0].target == "/v1/chat/completions");
  BOOST_TEST(server.requests()[0].header("authorization") == "Bearer sk-very-secret");
  BOOST_TEST(contains(server.requests()[1].body, "no such table: harbours"));
  BOOST_TEST(!contains(content_of(file("tape.jsonl")) + content_of(file("trace.json")) + r.out, "very-secret"));

  auto const again = cli_test::t2s(ask() + "--pipeline few-shot-corrected --model tiny --json --replay " + quoted(file("tape.jsonl")));
  BOOST_TEST(again.status == 0);
  BOOST_TEST(server.requests().size() == 2u);
  BOOST_TEST(json::parse(again.out).at("sql").as_string() == "SELECT count(*) FROM shops");
  BOOST_TEST(json::parse(again.out).at("revisions").at(0).at("spent").at("calls").to_number<int>() == 1);
}

BOOST_FIXTURE_TEST_CASE(two_readers_check_each_other_by_default, place) {
  auto const r = json::parse(cli_test::t2s(ask() + llm() + "--json").out);
  BOOST_TEST(r.at("sql").as_string() == "SELECT count(*) FROM shops");
  BOOST_TEST(r.at("rows") == json::parse("[[2]]"));
  BOOST_TEST(r.at("spent").at("calls").to_number<int>() == 2);  // the draft fails, and is doubted
  auto const alone = json::parse(cli_test::t2s(ask() + llm() + "--json --candidates 1").out);
  BOOST_TEST(alone.at("revisions").as_array().size() == 2U);  // a draft and its correction: the model alone
}

BOOST_FIXTURE_TEST_CASE(a_cache_asks_nothing_twice, place) {
  auto const cache = "--cache " + quoted(file("answers.sqlite"));
  BOOST_TEST(cli_test::t2s(ask() + by_model() + cache).status == 0);
  BOOST_TEST(cli_test::t2s(ask() + by_model() + cache).status == 0);
  BOOST_TEST(server.requests().size() == 2u);
}

BOOST_FIXTURE_TEST_CASE(a_budget_ends_a_run, place) {
  auto const r = cli_test::t2s(ask() + by_model() + "--max-calls 1");
  BOOST_TEST(r.status == 1);
  BOOST_TEST(contains(r.out, "budget of 1 model calls is spent; raise --max-calls"));
  BOOST_TEST(!contains(r.out, "t2s::"));
  BOOST_TEST(server.requests().size() == 1u);
  auto const narrow = cli_test::t2s(ask() + llm() + "--set few-shot-corrected.prompt-tokens=10");
  BOOST_TEST(
      contains(narrow.err, "; raise the setting prompt-tokens of the pipeline (t2s systems lists it), for a model with a longer context"),
      narrow.err);
}

BOOST_FIXTURE_TEST_CASE(the_model_sees_the_part_of_the_schema_that_fits, place) {
  cli_test::make_database(file("two.sqlite"),
                          "CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, city TEXT);"
                          "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, placed_on DATE, amount REAL);");
  auto const ask_part = [&](std::string const& tokens) {
    return cli_test::t2s("ask --db " + quoted(file("two.sqlite")) + " 'How many shops are there?' " + by_model() + tokens);
  };
  auto const whole = ask_part("");
  BOOST_TEST(whole.err == "");
  auto const part = ask_part("--json --schema-tokens 25");
  BOOST_TEST(part.status == 0);
  BOOST_TEST(contains(part.err, "t2s: the prompt shows 1 of 2 tables"), part.err);
  BOOST_TEST(json::parse(part.out).at("schema_shown").at("of_tables").to_number<int>() == 2);
  BOOST_REQUIRE(server.requests().size() == 4u);
  BOOST_TEST(contains(server.requests()[0].body, "CREATE TABLE orders"));
  BOOST_TEST(!contains(server.requests()[2].body, "CREATE TABLE orders"));
  BOOST_TEST(contains(server.requests()[2].body, "CREATE TABLE shops"));

  BOOST_TEST(contains(ask_part("--schema-tokens 5").err,
                      "no table fits into 5 tokens of the prompt; raise the budget of the schema (--schema-tokens)"));
  BOOST_TEST(ask_part("--schema-tokens -5").status == 2);
  BOOST_TEST(ask_part("--schema-tokens 0").err == "");
}

BOOST_FIXTURE_TEST_CASE(chat_streams_and_steers_no_terminal, place) {
  auto const r = cli_test::t2s("chat" + llm() + "'Good day'");
  BOOST_TEST(r.status == 0);
  BOOST_TEST(r.out == "Good day [2J\n");
  BOOST_TEST(contains(r.err, "finish reason: stop"));
  BOOST_TEST(cli_test::t2s("chat" + llm() + "' '").status == 2);
}

BOOST_FIXTURE_TEST_CASE(fields_are_as_the_server_requires, place) {
  auto const fields = "--max-tokens 9 --token-limit-field max_completion_tokens --no-stream-usage --extra-fields '{\"top_k\": 1}'";
  BOOST_TEST(cli_test::t2s("chat" + llm() + fields + " hello").status == 0);
  BOOST_REQUIRE(server.requests().size() == 1u);
  auto const body = json::parse(server.requests()[0].body).as_object();
  BOOST_TEST(body.at("max_completion_tokens").to_number<int>() == 9);
  BOOST_TEST(body.at("top_k").to_number<int>() == 1);
  BOOST_TEST(!body.contains("max_tokens"));
  BOOST_TEST(!body.contains("stream_options"));
}

BOOST_AUTO_TEST_CASE(an_answer_that_was_cut_off_is_said_so) {
  place const p;
  http_server const short_of_breath([](seen_request const&) { return replies(200, reply_with("SELECT count(*) FROM shops", "length")); });
  auto const r = cli_test::t2s(p.ask() + asks(short_of_breath));
  BOOST_TEST(r.status == 0);
  BOOST_TEST(contains(r.err, "cut off"));
  auto const chat = cli_test::t2s("chat" + asks(short_of_breath) + "--record " + quoted(p.file("t.jsonl")) + " hello");
  BOOST_TEST(contains(chat.err, "cut off"));
}

BOOST_FIXTURE_TEST_CASE(an_address_without_a_model_is_noted, place) {
  variable const url("OPENAI_BASE_URL", server.url() + "/v1");
  auto const r = cli_test::t2s(ask());
  BOOST_TEST(contains(r.err, "no model is asked: OPENAI_BASE_URL is set"));
  BOOST_TEST(server.requests().size() == 0u);
}

BOOST_AUTO_TEST_CASE(text_that_turns_its_direction_is_shown_without) {
  http_server const turns([](seen_request const&) { return replies(200, reply_with("a\u202Eb\u2066c\u00e9\u201cd")); });
  auto const r = cli_test::t2s("chat" + asks(turns) + "hello");
  BOOST_TEST(r.out == "a b c\u00e9\u201cd\n");
}

BOOST_FIXTURE_TEST_CASE(doctor_says_what_works, place) {
  auto const well = cli_test::t2s("doctor" + llm() + "--db " + quoted(file("shop.sqlite")));
  BOOST_TEST(well.status == 0);
  BOOST_TEST(contains(well.out, "3 models, no TLS"));
  BOOST_TEST(contains(well.out, "ok    database: " + file("shop.sqlite") + ": 1 table ("));
  auto const misspelt = cli_test::t2s("doctor --llm " + server.url() + "/v1 --model larg");
  BOOST_TEST(misspelt.status == 3);
  BOOST_TEST(contains(misspelt.out, "did you mean large?"));
  BOOST_TEST(cli_test::t2s("doctor").status == 2);
}

BOOST_FIXTURE_TEST_CASE(doctor_tries_an_embedding, place) {
  auto const well = cli_test::t2s("doctor" + llm() + "--embedding-model vectors");
  BOOST_TEST(well.status == 0);
  BOOST_TEST(contains(well.out, "ok    answer: "));
  BOOST_TEST(contains(well.out, "ok    embedding model: vectors is there"));
  BOOST_TEST(contains(well.out, "ok    embedding: 3 dimensions ("));
  auto const alone = cli_test::t2s("doctor --llm " + server.url() + "/v1 --embedding-model vectors");
  BOOST_TEST(alone.status == 0);
  BOOST_TEST(!contains(alone.out, "answer"));
  auto const none = cli_test::t2s("doctor --llm " + server.url() + "/v1 --embedding-model large");
  BOOST_TEST(none.status == 3);
  BOOST_TEST(contains(none.out, "FAILS embedding: "));
  BOOST_TEST(contains(none.out, "this model embeds nothing"));
}

BOOST_FIXTURE_TEST_CASE(the_example_of_a_pipeline_over_http_answers, place) {
  auto const r = run(T2S_HTTP_MODEL, quoted(file("shop.sqlite")) + " " + server.url() + "/v1 tiny 'How many shops are there?'");
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(r.out == "SELECT count(*) FROM shops\n(2 attempts, nothing left to say)\n2\n");
  auto const dead = run(T2S_HTTP_MODEL, quoted(file("shop.sqlite")) + " http://127.0.0.1:1/v1 tiny 'How many shops are there?'");
  BOOST_TEST(dead.status == 3);
}

BOOST_AUTO_TEST_CASE(ollamas_own_protocol_is_given_the_context) {
  place const at;
  http_server const ollama([](seen_request const& asked) {
    if (asked.target != "/api/chat") return t2s::tests::replies(404, "404 page not found");
    return t2s::tests::replies(200,
                               "{\"message\":{\"role\":\"assistant\",\"content\":\"SELECT city FROM shops\"},\"done\":true,"
                               "\"done_reason\":\"stop\",\"prompt_eval_count\":300,\"eval_count\":5}\n");
  });
  auto const r = cli_test::t2s(at.ask() + "--llm " + ollama.url() +
                               " --model tiny --protocol ollama --context-tokens 4096 --json --pipeline few-shot-corrected");
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(json::parse(r.out).at("sql") == "SELECT city FROM shops");
  BOOST_TEST(json::parse(r.out).at("spent").at("prompt_tokens") == 300);
  BOOST_TEST(json::parse(ollama.requests().at(0).body).at("options").at("num_ctx") == 4096);
}

BOOST_FIXTURE_TEST_CASE(tokens_that_the_server_had_cached_are_summed, place) {
  make_data({"How many shops are there?"});
  http_server const model([](seen_request const& asked) {
    bool const again = contains(asked.body, "no such table");
    auto reply =
        json::parse(reply_with(again ? "SELECT count(*) FROM shops" : "SELECT count(*) FROM harbours WHERE crane = 2")).as_object();
    reply["usage"] = {{"prompt_tokens", 100}, {"completion_tokens", 7}, {"prompt_tokens_details", {{"cached_tokens", again ? 80 : 30}}}};
    return replies(200, json::serialize(reply));
  });
  auto const asked = cli_test::t2s(ask() + asks(model) + "--json");
  BOOST_TEST(asked.status == 0, asked.err);
  auto const answer = json::parse(asked.out);
  auto const& spent = answer.at("spent");
  BOOST_TEST(spent.at("prompt_tokens") == 200);
  BOOST_TEST(spent.at("cached_tokens") == 110);
  auto const predicted = cli_test::t2s("predict" + data() + asks(model) + "--out " + quoted(file("out.jsonl")));
  BOOST_TEST(predicted.status == 0, predicted.err);
  BOOST_TEST(json::parse(content_of(file("out.jsonl"))).at("cached_tokens") == 110);
  auto const scored = cli_test::t2s("evaluate" + data() + " --predictions " + quoted(file("out.jsonl")));
  BOOST_TEST(contains(scored.out, "200.0 prompt tokens (110.0 cached), 14.0 completion tokens"), scored.out);
}

BOOST_FIXTURE_TEST_CASE(the_guard_keeps_what_a_judge_would_spoil, place) {
  http_server const model([](seen_request const& asked) {
    bool const judges = contains(asked.body, "Judge whether the results are correct");
    return t2s::tests::replies(200, reply_with(judges ? "No" : "```sql\nSELECT count(*) FROM shops\n```"));
  });
  auto const judged = cli_test::t2s(ask() + asks(model) + "--pipeline dart-sql" + by_spelling("dart-sql") + " --json");
  auto const guarded = cli_test::t2s(ask() + asks(model) + "--pipeline dart-sql" + by_spelling("dart-sql") + " --guard on --json");
  BOOST_TEST(json::parse(guarded.out).at("sql") == "SELECT count(*) FROM shops", guarded.err);
  BOOST_TEST(json::parse(guarded.out).at("revisions").as_array().size() == 1u);
  BOOST_TEST(json::parse(guarded.out).at("spent").at("calls").as_int64() < json::parse(judged.out).at("spent").at("calls").as_int64());
  BOOST_TEST(contains(std::string(json::parse(guarded.out).at("stopped").as_string()), "sufficient evidence"), guarded.out);
}

BOOST_FIXTURE_TEST_CASE(predictions_of_a_model, place) {
  make_data({"How many shops?", "Count the shops."});
  BOOST_TEST(cli_test::t2s("predict" + data() + by_model() + "--jobs 2 --out " + quoted(file("runs.jsonl"))).status == 0);
  BOOST_TEST(server.requests().size() == 4u);
  auto const r = cli_test::t2s("evaluate" + data() + " --predictions " + quoted(file("runs.jsonl")));
  BOOST_TEST(r.status == 0);
  BOOST_TEST(contains(r.out, "EX after each round, runs.jsonl: 0.0 100.0"));
  BOOST_TEST(contains(r.out, "2.0 calls, 80.0 prompt tokens, 14.0 completion tokens"));
}

BOOST_FIXTURE_TEST_CASE(demonstrations_are_chosen_by_vectors, place) {
  json::array pool;
  for (int i = 0; i < 6; ++i)
    pool.push_back(json::object{{"question", "Where is lake " + std::to_string(i) + "?"}, {"query", "SELECT shore FROM lakes"}});
  pool.push_back(json::object{{"question", "Name the shops."}, {"query", "SELECT city FROM shops"}});
  write(file("pool.json"), json::serialize(pool));
  auto const words = ask() + by_model() + "--embedding-model vectors --demonstrations " + quoted(file("pool.json")) + " --cache " +
                     quoted(file("cache.sqlite"));
  BOOST_TEST(cli_test::t2s(words).status == 0);
  auto const seen = server.requests();
  BOOST_REQUIRE(seen.size() == 4u);  // the pool's vectors, the question's, a draft, a revision
  BOOST_TEST(seen[0].target == "/v1/embeddings");
  BOOST_TEST(json::parse(seen[0].body).at("input").as_array().size() == 7u);
  BOOST_TEST(seen[1].target == "/v1/embeddings");
  auto const prompt = std::string(json::parse(seen[2].body).at("messages").at(0).at("content").as_string());
  BOOST_TEST(contains(prompt, "Name the shops."));
  BOOST_TEST(prompt.find("Name the shops.") < prompt.find("Where is lake"));  // nearest first
  BOOST_TEST(cli_test::t2s(words).status == 0);
  BOOST_TEST(server.requests().size() == 4u);  // everything was kept
}

BOOST_FIXTURE_TEST_CASE(predict_embeds_the_pool_once, place) {
  make_data({"How many shops are there?", "Count the shops."});
  auto const r = cli_test::t2s("predict --jobs 2 --out " + quoted(file("x.sql")) + data() + by_model() + "--embedding-model vectors");
  BOOST_TEST(r.status == 0, r.err);
  std::size_t pools = 0, questions = 0;
  for (auto const& asked : server.requests()) {
    if (asked.target != "/v1/embeddings") continue;
    contains(asked.body, "How many?") ? ++pools : ++questions;
  }
  BOOST_TEST(pools == 1u);
  BOOST_TEST(questions == 2u);
}

BOOST_FIXTURE_TEST_CASE(what_is_wrong_is_said, place) {
  auto const refused = [&](std::string const& words, std::string_view part) {
    auto const r = cli_test::t2s(words);
    BOOST_TEST(r.status == 2, words);
    BOOST_TEST(contains(r.err, part), r.err);
  };
  refused(ask() + "--llm " + server.url(), "--model NAME");
  refused(ask() + "--model tiny", "--llm URL");
  refused(ask() + llm() + "--temperature warm", "--temperature needs");
  refused(ask() + llm() + "--max-calls 0", "--max-calls needs");
  refused(ask() + llm() + "--protocol smtp", "known: openai, anthropic and ollama");
  refused(ask() + llm() + "--context-tokens 4096", "--context-tokens needs --protocol ollama");
  refused(ask() + llm() + "--protocol ollama", "Ollama's own protocol has no /v1");
  refused(ask() + llm() + "--guard maybe", "--guard takes on or off");
  refused(ask() + llm() + "--pipeline few-shot --guard on", "nothing to guard");
  refused(ask() + llm() + "--set few-shot-corrected.constraint=xml", "takes free, json or sql");
  refused(ask() + "--record x.jsonl", "needs --llm URL");
  refused(ask() + llm() + "--protocol anthropic --embedding-model vectors", "has no embeddings");
  refused(ask() + "--embedding-model vectors", "--embedding-model concerns a model");
  refused("doctor --db " + quoted(file("shop.sqlite")) + " --embedding-model vectors", "needs --llm URL");
  refused(ask() + "--temperature 1", "--temperature concerns a model, but none is asked");
  refused(ask() + "--max-calls 3", "--max-calls concerns a model");
  refused(ask() + llm() + "--ca-file x.pem", "has no certificate");
  refused(ask() + llm() + "--timeout 0", "--timeout needs seconds");
  refused(ask() + llm() + "--max-calls abc", "--max-calls needs a number");
  refused(ask() + llm() + "--extra-fields '[1]'", "--extra-fields needs a JSON object");
  refused(ask() + llm() + "--token-limit-field tokens", "known: max_tokens and max_completion_tokens");
  refused("chat --llm --model tiny hi", "--llm lacks its URL: --model is the next option");
  for (std::string const option : {"--cache", "--record", "--replay", "--embedding-model", "--llm", "--model"})
    refused(ask() + option + " ''", option + " lacks its ");
  refused("chat" + llm() + "--api-key sk-1 hi", "OPENAI_API_KEY");
  refused("chat" + llm() + "--url x hi", "--llm URL");
  refused("chat" + llm() + "--max-calls 2 hi", "unknown option");
  refused("chat" + llm() + "'Gr\xFC\xDF'", "not valid UTF-8");
  refused("chat --llm http://me:hush@127.0.0.1:1/v1 --model tiny hi", "leave it out");
  refused("chat --llm 'http://127.0.0.1:1/v1?key=hush' --model tiny hi", "has a query");
  BOOST_TEST(!contains(cli_test::t2s("chat --llm 'http://me:hush@127.0.0.1:1/v1?key=hush' --model tiny hi").err, "hush"));
  auto const dead = cli_test::t2s("ask --db " + quoted(file("shop.sqlite")) +
                                  " --llm http://127.0.0.1:1/v1 --model tiny --pipeline few-shot-corrected 'How many shops?'");
  BOOST_TEST(dead.status == 3);
  BOOST_TEST(contains(dead.err, "no connection"));
}

BOOST_AUTO_TEST_SUITE_END()
