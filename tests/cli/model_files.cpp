// SPDX-License-Identifier: BSL-1.0
// The files around a model: those that are written, and those that are rejected and stay unchanged.
#include "model_place.hpp"

#include <algorithm>

using namespace cli_test;

BOOST_AUTO_TEST_SUITE(command_line_model_files)

BOOST_FIXTURE_TEST_CASE(nothing_is_appended_to_what_is_no_cassette, place) {
  write(file("notes.txt"), "Dear diary\n");
  write(file("other.jsonl"), "{\"key\":\"a\",\"value\":1}\n");
  write(file("list.json"), "[{\"db_id\": \"shop\"}]");
  for (auto const* name : {"notes.txt", "other.jsonl", "list.json", "shop.sqlite"}) {
    auto const before = content_of(file(name));
    auto const r = cli_test::t2s("chat" + llm() + "--record " + quoted(file(name)) + " hello");
    BOOST_TEST(r.status == 3, name);
    BOOST_TEST(contains(r.err, "something other than recorded exchanges"), r.err);
    BOOST_TEST((content_of(file(name)) == before));
  }
  BOOST_TEST(server.requests().size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(a_cassette_is_appended_to_whatever_a_crash_left, place) {
  auto const record = "chat" + llm() + "--record " + quoted(file("tape.jsonl"));
  write(file("tape.jsonl"), "");
  BOOST_TEST(cli_test::t2s(record + " hello").status == 0);
  auto const whole = content_of(file("tape.jsonl"));
  for (auto const kept : {std::size_t{3}, whole.size() / 2, whole.size()}) {
    write(file("tape.jsonl"), whole.substr(0, kept));
    BOOST_TEST(cli_test::t2s(record + " hello").status == 0);
    BOOST_TEST(content_of(file("tape.jsonl")).ends_with(whole));
  }
}

BOOST_FIXTURE_TEST_CASE(options_that_name_one_file_are_refused, place) {
  auto const refused = [&](std::string const& words) {
    auto const r = cli_test::t2s(words);
    BOOST_TEST(r.status == 2, words);
    BOOST_TEST(contains(r.err, "name the same file"), r.err);
  };
  auto const x = quoted(file("x")), dotted = quoted(file("./x"));
  refused(ask() + llm() + "--record " + x + " --cache " + dotted);
  refused(ask() + llm() + "--record " + x + " --trace " + dotted);
  refused(ask() + llm() + "--cache " + quoted(file("shop.sqlite")));
  refused(ask() + llm() + "--record " + quoted(file("shop.sqlite")));
  make_data({"How many shops?"});
  refused("predict" + data() + llm() + "--out " + x + " --record " + dotted);
  refused("predict" + data() + llm() + "--out " + x + " --cache " + dotted);
  BOOST_TEST(!fs::exists(path / "x"));
  auto const database = file("databases/shop/shop.sqlite");
  auto const r = cli_test::t2s("predict" + data() + " --out " + quoted(database));
  BOOST_TEST(r.status == 2);
  BOOST_TEST(contains(r.err, "is also an input"), r.err);
}

BOOST_FIXTURE_TEST_CASE(a_recording_is_filled_as_needed, place) {
  auto const tape = quoted(file("tape.jsonl"));
  auto const both = ask() + by_model() + "--replay " + tape + " --record " + tape;
  BOOST_TEST(cli_test::t2s(both).status == 0);
  BOOST_TEST(server.requests().size() == 2u);
  auto const first = content_of(file("tape.jsonl"));
  BOOST_TEST(std::ranges::count(first, '\n') == 2);
  BOOST_TEST(cli_test::t2s(both).status == 0);
  BOOST_TEST(server.requests().size() == 2u);
  BOOST_TEST((content_of(file("tape.jsonl")) == first));

  auto const pointless = cli_test::t2s(ask() + "--pipeline few-shot-corrected --model tiny --replay " + tape + " --record " + tape);
  BOOST_TEST(pointless.status == 2);
  BOOST_TEST(contains(pointless.err, "give --llm URL"), pointless.err);
  auto const cached =
      cli_test::t2s(ask() + "--pipeline few-shot-corrected --model tiny --replay " + tape + " --cache " + quoted(file("c.sqlite")));
  BOOST_TEST(cached.status == 2);
  BOOST_TEST(contains(cached.err, "--cache needs a model to ask"), cached.err);
  auto const missing = cli_test::t2s(ask() + by_model() + "--replay " + quoted(file("none.jsonl")));
  BOOST_TEST(missing.status == 3);
}

BOOST_FIXTURE_TEST_CASE(what_decides_the_answer_is_part_of_the_key, place) {
  auto const asked = [&](std::string const& fields) {
    auto const before = server.requests().size();
    BOOST_TEST(cli_test::t2s("chat" + llm() + "--cache " + quoted(file("c.sqlite")) + fields + " hello").status == 0);
    return server.requests().size() - before;
  };
  BOOST_TEST(asked("") == 1u);
  BOOST_TEST(asked(" --extra-fields '{\"top_k\": 1}'") == 1u);
  BOOST_TEST(asked(" --extra-fields '{\"top_k\": 2}'") == 1u);
  BOOST_TEST(asked(" --extra-fields '{ \"top_k\":1 }'") == 0u);
  BOOST_TEST(asked("") == 0u);
  // A server of OpenAI's protocol: any request shows that nothing was found.
  auto const before = server.requests().size();
  (void)cli_test::t2s("chat" + llm() + "--protocol anthropic --cache " + quoted(file("c.sqlite")) + " hello");
  BOOST_TEST(server.requests().size() == before + 1);
}

BOOST_FIXTURE_TEST_CASE(what_is_odd_about_a_recording_is_said, place) {
  BOOST_TEST(cli_test::t2s(ask() + by_model() + "--record " + quoted(file("tape.jsonl"))).status == 0);
  auto const nameless = cli_test::t2s(ask() + "--pipeline few-shot-corrected --replay " + quoted(file("tape.jsonl")));
  BOOST_TEST(nameless.status == 3);
  BOOST_TEST(contains(nameless.err, "model is not named and was tiny; give --model tiny\n"), nameless.err);
  auto edited = content_of(file("tape.jsonl"));
  edited.replace(edited.find("\"key\":\"") + 7, 4, "0000");
  write(file("tape.jsonl"), edited + "garbage\n");
  auto const r = cli_test::t2s(ask() + "--pipeline few-shot-corrected --model tiny --replay " + quoted(file("tape.jsonl")));
  BOOST_TEST(r.status == 0);
  BOOST_TEST(contains(r.err, "tape.jsonl, line 1: its key is not that of its request"), r.err);
  BOOST_TEST(contains(r.err, "tape.jsonl, line 3: it is skipped"), r.err);
}

BOOST_FIXTURE_TEST_CASE(what_is_no_recording_is_refused_in_clear_words, place) {
  auto const refused = [&](std::string const& content, std::string_view says) {
    write(file("wrong"), content);
    auto const r = cli_test::t2s(ask() + "--pipeline few-shot-corrected --model tiny --replay " + quoted(file("wrong")));
    BOOST_TEST(r.status == 3);
    BOOST_TEST(contains(r.err, says), r.err);
    BOOST_TEST(!contains(r.err, "member"), r.err);
  };
  refused(content_of(file("shop.sqlite")), "is not a cassette");
  refused(std::string("\x7F"
                      "ELF\0\n7\n",
                      8),
          "line 2: this is JSON, but not a recorded exchange");
  refused("[1, 2]\n", "this is JSON, but not a recorded exchange");
}

BOOST_FIXTURE_TEST_CASE(drawn_answers_are_kept_where_both_were_asked_for, place) {
  auto const twice = [&](std::string const& options) {
    auto const before = server.requests().size();
    for (int i = 0; i < 2; ++i) BOOST_TEST(cli_test::t2s("chat" + llm() + options + " hello").status == 0);
    return server.requests().size() - before;
  };
  BOOST_TEST(twice("--temperature 0.8 --cache " + quoted(file("drawn.sqlite"))) == 1u);
  BOOST_TEST(twice("--temperature 0.8") == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
