// SPDX-License-Identifier: BSL-1.0
// The choice of a pipeline on the command line: --pipeline, --set and related options, with a test server.
#include "model_place.hpp"

using namespace cli_test;

namespace {

/// A server for any pipeline; it answers all requests alike.
struct shop : place {
  http_server right{[](seen_request const&) { return replies(200, reply_with("```sql\nSELECT count(*) FROM shops\n```")); }};

  [[nodiscard]] said by(std::string const& pipeline, std::string const& more = {}) const {
    return cli_test::t2s(ask() + asks(right) + "--pipeline " + pipeline + by_spelling(pipeline) + " " + more);
  }
  /// A setting that needs gold SQL, for questions that have it.
  [[nodiscard]] said over_gold(std::string const& pipeline, std::string const& more) const {
    return cli_test::t2s("predict" + data() + " --out " + quoted(file("out.sql")) + asks(right) + "--pipeline " + pipeline + " " + more);
  }
  /// All requests to the server since `first`.
  [[nodiscard]] std::string asked_since(std::size_t first) const {
    std::string all;
    auto const requests = right.requests();
    for (std::size_t i = first; i < requests.size(); ++i) all += requests[i].body;
    return all;
  }
};

json::array systems() { return json::parse(cli_test::t2s("systems --json").out).as_array(); }

/// A value other than the default.
std::string other_than(std::string const& value) {
  if (value == "on" || value == "off") return value == "on" ? "off" : "on";
  if (value == "free") return "json";
  return value == "1" ? "2" : "1";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_pipelines)

BOOST_FIXTURE_TEST_CASE(each_answers_and_takes_each_of_its_settings, shop) {
  auto const all = systems();
  BOOST_TEST(all.size() >= 10u);
  make_data({"How many shops are there?"});
  for (auto const& one : all) {
    if (!one.at("asks_model").as_bool()) continue;
    std::string const name(one.at("name").as_string());
    auto const usual = by(name);
    BOOST_TEST(usual.status == 0, name << ": " << usual.err);
    for (auto const& s : one.at("settings").as_array()) {
      std::string const setting(s.at("name").as_string()), value(s.at("default").as_string());
      auto const typed = "--set " + setting + "=" + other_than(value);
      auto const set = contains(setting, ".oracle-") ? over_gold(name, typed) : by(name, typed);
      BOOST_TEST(set.status != 2, name << " " << setting << ": " << set.err);
      BOOST_TEST(!s.at("section").as_string().empty());
    }
  }
}

BOOST_FIXTURE_TEST_CASE(settings_change_what_is_asked, shop) {
  auto const asked = [&](std::string const& pipeline, std::string const& more) {
    auto const first = right.requests().size();
    BOOST_TEST(by(pipeline, more).status < 2);
    return asked_since(first);
  };
  BOOST_TEST(contains(asked("dart-sql", ""), "Formulate natural language queries"));
  BOOST_TEST(!contains(asked("dart-sql", "--set dart.rewriting=off"), "Formulate natural language queries"));
  BOOST_TEST(contains(asked("dart-sql", "--set dart.rows=1"), "omitted"));
  BOOST_TEST(!contains(asked("dart-sql", "--set dart.demonstrations=0"), "based on similar problems"));
  BOOST_TEST(!contains(asked("dac", "--set dac.entities=off"), "Align the tokens"));
  BOOST_TEST(!contains(asked("dac", "--set dac.skeleton=off"), "Hallucinate"));
  BOOST_TEST(!contains(asked("sql-craft", "--set craft.rounds=0"), "PREVIOUS_SQL"));
  BOOST_TEST(!contains(asked("tcsr-sql", "--set tcsr.keywords=off"), "find schema keywords"));
  BOOST_TEST(!contains(asked("dynamic-revision", "--set dynamic.simplify=off"), "Replace the words"));
  BOOST_TEST(contains(asked("dynamic-revision", "--temperature 0.25"), "\"temperature\":2.5E-1"));
  BOOST_TEST(asked("tcsr-sql", "--seed 1") == asked("tcsr-sql", "--seed 1"));
}

// Switches of an ablation that together mean "all off" do so in any order of the settings.
BOOST_FIXTURE_TEST_CASE(switches_do_all_that_they_mean, shop) {
  http_server stars{[](seen_request const&) { return replies(200, reply_with("SELECT * FROM shops")); }};
  for (auto const* pipeline : {"dart-sql", "dart-sql-c3"})
    for (auto const* off :
         {"", "--set dart.rounds=0", "--set dart.rounds=0 --set dart.requests=2", "--set dart.requests=2 --set dart.rounds=0"}) {
      auto const first = stars.requests().size();
      BOOST_TEST(cli_test::t2s(ask() + asks(stars) + "--pipeline " + pipeline + by_spelling(pipeline) + " " + off).status == 0);
      auto const requests = stars.requests();
      bool const sent_back = std::any_of(requests.begin() + static_cast<std::ptrdiff_t>(first), requests.end(),
                                         [](seen_request const& r) { return contains(r.body, "which is not allowed"); });
      BOOST_TEST(sent_back == std::string(off).empty(), pipeline << " " << off);
    }

  write(file("pairs.jsonl"),
        R"({"question":"Show me every city by name.","query":"SELECT 'simplified'","simplified":"How many shops are there?"}
{"question":"How many of the parks are there now?","query":"SELECT 'asked'","simplified":""}
)");
  auto const draft = [&](std::string const& more) {
    auto const first = right.requests().size();
    BOOST_TEST(
        by("dynamic-revision", "--repository " + quoted(file("pairs.jsonl")) + " --set dynamic.k1=1 --set dynamic.k2=0 " + more).status ==
        0);
    return asked_since(first);
  };
  BOOST_TEST(contains(draft(""), "SELECT 'simplified'"));
  BOOST_TEST(!contains(draft("--set dynamic.simplify=off"), "SELECT 'simplified'"));
}

BOOST_FIXTURE_TEST_CASE(prompts_are_shown_under_their_stages, shop) {
  auto const r = by("dac", "--show-prompts");
  for (auto const* part :
       {"==== call 1, SQL generation ====", "entity linking ====", "skeleton parsing ====", "---- user ----", "---- the model ----"})
    BOOST_TEST(contains(r.out, part), part);
  auto const as_json = by("dac", "--show-prompts --json");
  BOOST_TEST(contains(as_json.err, "==== call 1"));
  BOOST_TEST(json::parse(as_json.out).at("sql").as_string() == "SELECT count(*) FROM shops");
}

BOOST_FIXTURE_TEST_CASE(mistakes_are_named, shop) {
  auto const says = [&](std::string const& pipeline, std::string const& more, char const* what) {
    auto const r = by(pipeline, more);
    BOOST_TEST(r.status == 2, more);
    BOOST_TEST(contains(r.err, what), r.err);
  };
  says("dcc", "", "did you mean dac?");
  says("offline", "", "asks no model");
  says("dac", "--set dac.entites=off", "did you mean dac.entities?");
  says("dac", "--set dart.rows=3", "begin with dac");
  says("dac", "--set dac.entities=maybe", "dac.entities takes on or off");
  says("dac", "--set dac.demonstrations=-1", "dac.demonstrations takes a number");
  says("dynamic-revision", "--set dynamic.temperature=hot", "or none");
  says("dac", "--set entities", "PREFIX.NAME=VALUE");
  says("dac", "--glove words.txt", "no use for --glove");
  says("tcsr-sql", "--demonstrations pool.json", "no use for --demonstrations");
  BOOST_TEST(contains(cli_test::t2s(ask() + "--pipeline dac").err, "asks a model: give --llm"));
  BOOST_TEST(by("tcsr-sql", "--knowledge /no/such/place.sqlite").status == 3);
  BOOST_TEST(right.requests().empty());
}

BOOST_FIXTURE_TEST_CASE(no_output_takes_the_place_of_a_repository, shop) {
  write(file("pairs.jsonl"), R"({"question":"How many?","query":"SELECT 1","simplified":"How many?"})"
                             "\n");
  auto const r = by("dynamic-revision", "--repository " + quoted(file("pairs.jsonl")) + " --trace " + quoted(file("pairs.jsonl")));
  BOOST_TEST(r.status == 2);
  BOOST_TEST(contains(content_of(file("pairs.jsonl")), "simplified"));
}

BOOST_FIXTURE_TEST_CASE(a_pool_is_built_and_gone_on_with, shop) {
  write(file("pairs.json"), R"([{"db_id":"x","question":"How many shops are there?","query":"SELECT count(*) FROM shops"},
                                {"db_id":"x","question":"Name the cities.","query":"SELECT city FROM shops"}])");
  http_server says_more([](seen_request const& r) {
    bool const cities = contains(r.body, "cities");
    return replies(200, reply_with(cities ? "I am sorry, I cannot." : "How many shops?"));
  });
  auto const build = "pool build --demonstrations " + quoted(file("pairs.json")) + " --out " + quoted(file("pool.jsonl")) + asks(says_more);
  BOOST_TEST(contains(cli_test::t2s(build + "--dry-run").err, "2 model calls"));
  BOOST_TEST(says_more.requests().empty());

  BOOST_TEST(cli_test::t2s(build + "--limit 1 --temperature 0").status == 0);
  BOOST_TEST(says_more.requests().size() == 1u);
  BOOST_TEST(contains(says_more.requests()[0].body, "\"temperature\":0"));
  auto const rest = cli_test::t2s(build + "--temperature 0");
  BOOST_TEST(rest.status == 0);
  BOOST_TEST(says_more.requests().size() == 2u);
  BOOST_TEST(contains(rest.err, "1 of 2 pairs have no simplified question"), rest.err);
  BOOST_TEST(contains(content_of(file("pool.jsonl")), "How many shops?"));

  BOOST_TEST(by("dynamic-revision", "--repository " + quoted(file("pool.jsonl"))).status == 0);
  BOOST_TEST(cli_test::t2s("pool bild").status == 2);
}

BOOST_FIXTURE_TEST_CASE(predictions_mean_on_one_line_what_they_meant, shop) {
  make_data({"How many shops are there?"});
  http_server wordy([](seen_request const&) {
    return replies(200, reply_with("```sql\nSELECT count(*) -- all of them\nFROM shops /* of\nthe city */ WHERE city != 'a\n--b'\n```"));
  });
  auto const r = cli_test::t2s("predict" + data() + " --out " + quoted(file("out.sql")) + asks(wordy));
  BOOST_TEST(r.status == 0, r.err);
  auto const line = content_of(file("out.sql"));
  BOOST_TEST(std::ranges::count(line, '\n') == 1);
  BOOST_TEST(!contains(line, "of them"));
  BOOST_TEST(contains(line, "'a' || char(10) || '--b'"), line);
  cli_test::make_database(file("copy.sqlite"), ("CREATE TABLE shops(city); CREATE TABLE n AS " + line).c_str());
}

BOOST_AUTO_TEST_SUITE_END()
