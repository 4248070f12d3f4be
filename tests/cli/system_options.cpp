// SPDX-License-Identifier: BSL-1.0
// Options for what the papers vary: oracles and the prompts of DAC, the knowledge of TCSR-SQL, and the texts behind vectors.
#include "model_place.hpp"

#include <algorithm>
#include <functional>

using namespace cli_test;

namespace {

std::string prompt_of(seen_request const& r) {
  std::string all;
  auto const body = json::parse(r.body);
  for (auto const& m : body.at("messages").as_array()) all += std::string(m.at("content").as_string()) + "\n";
  return all;
}

/// A server whose answer depends on the prompt.
struct stage_place : place {
  std::function<std::string(std::string const&)> says = [](std::string const&) { return "SELECT count(*) FROM shops"; };
  http_server model{[this](seen_request const& r) { return replies(200, reply_with(says(prompt_of(r)))); }};

  /// The prompts that contain this text.
  [[nodiscard]] std::vector<std::string> prompts_with(std::string_view text) const {
    std::vector<std::string> all;
    for (auto const& r : model.requests())
      if (auto const prompt = prompt_of(r); contains(prompt, text)) all.push_back(prompt);
    return all;
  }
  [[nodiscard]] said asked(std::string const& pipeline, std::string const& more = {}) const {
    return cli_test::t2s(ask() + asks(model) + "--pipeline " + pipeline + " " + more);
  }
  [[nodiscard]] said predicted(std::string const& pipeline, std::string const& more = {}) const {
    return cli_test::t2s("predict" + data() + " --out " + quoted(file("out.sql")) + asks(model) + "--pipeline " + pipeline + " " + more);
  }
  /// The data set with one question, and the SQL for it unless it is "".
  void make_gold(std::string const& sql) const {
    make_data({"Which city is the first?"});
    json::object q{{"db_id", "shop"}, {"question", "Which city is the first?"}};
    if (!sql.empty()) q["query"] = sql;
    write(file("dev.json"), json::serialize(json::array{q}));
  }
  /// A demonstration about a zoo, and the folder with its database.
  [[nodiscard]] std::string make_zoo() const {
    write(file("zoo.json"), R"([{"db_id":"zoo","question":"How many lions are there?","query":"SELECT count(*) FROM animal"}])");
    fs::create_directories(path / "databases/zoo");
    cli_test::make_database(file("databases/zoo/zoo.sqlite"), "CREATE TABLE animal(species TEXT); INSERT INTO animal VALUES ('lion');");
    return " --demonstrations " + quoted(file("zoo.json")) + " ";
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_system_options)

// DAC, table 7.
BOOST_FIXTURE_TEST_CASE(oracles_answer_with_the_gold_sql, stage_place) {
  make_gold("SELECT city FROM shops WHERE shop_id = 1");
  auto const entities = predicted("dac", "--set dac.oracle-entities=on");
  BOOST_TEST(entities.status == 0, entities.err);
  BOOST_TEST(prompts_with("Align the tokens").empty());
  BOOST_TEST(prompts_with("It should be noticed that columns shops.city, shops.shop_id are mentioned by the question.").size() == 1u);
  BOOST_TEST(prompts_with("Hallucinate a SQL").size() == 1u);

  auto const skeleton = predicted("dac", "--set dac.oracle-skeleton=on");
  BOOST_TEST(skeleton.status == 0, skeleton.err);
  BOOST_TEST(prompts_with("Align the tokens").size() == 1u);
  BOOST_TEST(prompts_with("Hallucinate a SQL").size() == 1u);
  BOOST_TEST(prompts_with("the SQL skeleton could be like \"select _ from _ where _ = _\"").size() == 1u);

  auto const before = model.requests().size();
  auto const both = predicted("dac", "--set dac.oracle-entities=on --set dac.oracle-skeleton=on");
  BOOST_TEST(both.status == 0, both.err);
  BOOST_TEST(model.requests().size() == before + 3u);  // the draft and two corrections
}

BOOST_FIXTURE_TEST_CASE(oracles_are_refused_without_gold_sql, stage_place) {
  auto const asked_one = asked("dac", "--set dac.oracle-entities=on");
  BOOST_TEST(asked_one.status == 2);
  BOOST_TEST(contains(asked_one.err, "--set dac.oracle-entities=on needs the gold SQL of every question"), asked_one.err);
  BOOST_TEST(contains(asked_one.err, "t2s predict"));
  make_gold("");
  auto const open = predicted("dac", "--set dac.oracle-skeleton=on");
  BOOST_TEST(open.status == 2);
  BOOST_TEST(contains(open.err, "dac.oracle-skeleton"));
  BOOST_TEST(contains(open.err, "question #0 (Which city is the first?) has none"), open.err);
  BOOST_TEST(model.requests().empty());
  BOOST_TEST(predicted("dac").status == 0);
}

// DAC, table 12.
BOOST_FIXTURE_TEST_CASE(the_alignment_is_shown_to_its_correction, stage_place) {
  says = [](std::string const& prompt) {
    return contains(prompt, "Align the tokens") ? R"([{"token": "shops", "schema": "shops.city", "type": "col"}])"
                                                : "SELECT count(*) FROM shops";
  };
  BOOST_TEST(asked("dac").status == 0);
  auto const usual = prompts_with("based on the above database and the alignment");
  BOOST_REQUIRE(usual.size() == 1u);
  BOOST_TEST(!contains(usual[0], "Alignments"));
  BOOST_TEST(asked("dac", "--set dac.show-alignment=on").status == 0);
  auto const shown = prompts_with("\"schema\": \"shops.city\", \"type\": \"col\"}");
  BOOST_REQUIRE(shown.size() == 1u);
  BOOST_TEST(contains(shown[0], "based on the above database and the alignment"));
}

// DAC, 4.1.
BOOST_FIXTURE_TEST_CASE(demonstrations_of_linking_show_labels_of_people, stage_place) {
  auto const zoo = make_zoo();
  write(file("labels.json"), R"([{"db_id": "zoo", "question": "How many lions are there?",
                                  "alignments": [{"token": "lions", "schema": "animal", "type": "tbl"}]}])");
  BOOST_TEST(asked("dac", zoo).status == 0);
  auto const labelled = R"({"token": "lions", "schema": "animal", "type": "tbl"})";
  BOOST_TEST(prompts_with(labelled).empty());
  auto const said = asked("dac", zoo + "--linking-labels " + quoted(file("labels.json")));
  BOOST_TEST(said.status == 0, said.err);
  BOOST_TEST(prompts_with(labelled).size() == 1u);
  write(file("labels.json"), R"([{"db_id": "zoo"}])");
  auto const wrong = asked("dac", zoo + "--linking-labels " + quoted(file("labels.json")));
  BOOST_TEST(wrong.status == 3);
  BOOST_TEST(contains(wrong.err, "element 0 (zoo) has no text \"question\""), wrong.err);
}

// DAC, appendix A: the schemas of demonstrations have the same form as the run's own.
BOOST_FIXTURE_TEST_CASE(demonstrations_show_example_values_of_their_databases, stage_place) {
  make_data({"How many shops are there?"});
  auto const zoo = make_zoo();
  auto const folder = quoted(file("databases"));
  for (std::string const pipeline : {"dac", "dac-local"}) {
    auto const before = prompts_with("species: 'lion'").size();
    BOOST_TEST(asked(pipeline, zoo).status == 0);
    BOOST_TEST(prompts_with("species: 'lion'").size() == before);
    auto const shown = asked(pipeline, zoo + "--demonstration-databases " + folder);
    BOOST_TEST(shown.status == 0, shown.err);
    BOOST_TEST(prompts_with("species: 'lion'").size() >= before + (pipeline == "dac" ? 2u : 1u));  // the draft, and the linking
  }
  auto const before = prompts_with("species: 'lion'").size();
  auto const of_data_set = predicted("dac", zoo);
  BOOST_TEST(of_data_set.status == 0, of_data_set.err);
  BOOST_TEST(prompts_with("species: 'lion'").size() == before + 2);
  BOOST_TEST(predicted("dac", zoo + "--demonstration-databases none").status == 0);
  BOOST_TEST(predicted("dac", zoo + "--set dac.values=0").status == 0);
  BOOST_TEST(prompts_with("species: 'lion'").size() == before + 2);

  write(file("databases/zoo/zoo.sqlite"), "this is no database");
  auto const broken = predicted("dac", zoo);
  BOOST_TEST(broken.status == 0, broken.err);
  BOOST_TEST(contains(broken.err, "--demonstration-databases: "), broken.err);
}

BOOST_FIXTURE_TEST_CASE(example_values_are_left_out_of_every_prompt, stage_place) {
  BOOST_TEST(asked("dac", "--set dac.values=0").status == 0);
  BOOST_TEST(prompts_with("'Bergen'").empty());
  BOOST_TEST(asked("dac").status == 0);
  BOOST_TEST(prompts_with("'Bergen'").size() >= 2u);
}

namespace {

/// A server that answers and embeds, and a schema of a zoo; the demonstrations' SQL names a part of it.
struct embedding_place : place {
  http_server both{[](seen_request const& r) {
    if (r.target == "/v1/embeddings") return replies(200, vectors_of(json::parse(r.body).at("input").as_array()));
    return replies(200, reply_with("SELECT count(*) FROM shops"));
  }};

  embedding_place() {
    write(file("zoo.json"), R"([{"db_id":"zoo","question":"How many keepers are in cages of type Pit?",
                                 "query":"SELECT count(*) FROM keeper WHERE type = 'Pit'"}])");
    write(file("tables.json"), R"([{"db_id":"zoo","table_names_original":["keeper","cage"],"column_names_original":[[-1,"*"],[1,"type"]],
                                    "column_types":["text","text"],"primary_keys":[],"foreign_keys":[]}])");
  }
  /// The first embedded text; it is from the pool, which is embedded before anything of the question.
  [[nodiscard]] std::string embedded_of_pool(std::string const& pipeline, bool tables) const {
    auto const before = both.requests().size();
    auto const r = cli_test::t2s(ask() + asks(both) + "--embedding-model vectors --demonstrations " + quoted(file("zoo.json")) +
                                 (tables ? " --tables " + quoted(file("tables.json")) : "") + " --pipeline " + pipeline);
    BOOST_TEST(r.status == 0, r.err);
    auto const all = both.requests();
    auto const found = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(before), all.end(),
                                    [](seen_request const& s) { return s.target == "/v1/embeddings"; });
    if (found == all.end()) return "nothing was embedded";
    return std::string(json::parse(found->body).at("input").at(0).as_string());
  }
};

}  // namespace

// DAIL-SQL's masks and those of dynamic revision cover the names of the whole schema, and the literals of the SQL.
BOOST_FIXTURE_TEST_CASE(training_questions_are_masked_by_their_schemas, embedding_place) {
  auto const dart = "dart-sql --set dart.rows=0";
  BOOST_TEST(embedded_of_pool(dart, true) == "how many <mask> are in <mask> of <mask> <unk> ?");
  BOOST_TEST(embedded_of_pool(dart, false) == "how many <mask> are in cages of <mask> <unk> ?");
  BOOST_TEST(embedded_of_pool("dynamic-revision", true) == "how many [MASK] are in [MASK] of [MASK] ?");
  BOOST_TEST(embedded_of_pool("dynamic-revision", false) == "how many [MASK] are in cages of [MASK] ?");
}

// A missing embedder is an error that names the option.
BOOST_FIXTURE_TEST_CASE(vectors_of_spelling_are_asked_for_by_name, stage_place) {
  for (std::string const pipeline :
       {"dart-sql", "dart-sql-c3", "dail-sql", "sql-craft", "sql-craft-cbs", "sql-craft-sql-only", "tcsr-sql", "dynamic-revision"}) {
    auto const without = asked(pipeline);
    BOOST_TEST(without.status == 2, pipeline);
    BOOST_TEST(contains(without.err, "--glove FILE"), without.err);
    BOOST_TEST(contains(without.err, "--glove spelling"), without.err);
    BOOST_TEST(contains(without.err, "--embedding-model NAME") == !pipeline.starts_with("dart"), without.err);  // whose rows come first
  }
  BOOST_TEST(model.requests().empty());
  auto const rows_off = asked("dart-sql", "--set dart.rows=0");
  BOOST_TEST(rows_off.status == 2);
  BOOST_TEST(contains(rows_off.err, "--embedding-model NAME or --glove FILE"), rows_off.err);
  BOOST_TEST(model.requests().empty());

  for (std::string const off :
       {"dart-sql --set dart.rows=0 --set dart.demonstrations=0", "dart-sql-c3 --set dart.rows=0", "sql-craft --set craft.demonstrations=0",
        "tcsr-sql --set tcsr.knowledge=off", "dynamic-revision --set dynamic.k1=0 --set dynamic.k2=0", "dac", "dac-local", "chase-sql",
        "few-shot-corrected", "few-shot", "dail-sql --set dail-sql.demonstrations=0", "c3"})
    BOOST_TEST(asked(off).status == 0, off);
  auto const by_name = asked("tcsr-sql", "--glove spelling");
  BOOST_TEST(by_name.status == 0);
  BOOST_TEST(!contains(by_name.err, "spelling"), by_name.err);  // it was requested
}

namespace {

/// TCSR-SQL's model: the keyword of a question is between two stars, and is looked for as the city of shops.
std::string tcsr_reply(std::string const& prompt) {
  if (contains(prompt, "### Based on data samples")) return "[]";
  if (!prompt.starts_with("First, find schema keywords")) return "SELECT count(*) FROM shops";
  auto const question = prompt.substr(prompt.rfind("### Question:"));
  auto const begin = question.find('*') + 1;
  return R"([{"keyword": ")" + question.substr(begin, question.find('*', begin) - begin) +
         R"(", "kind": "data content", "table": "shops", "columns": ["city"]}])";
}

struct tcsr_place : stage_place {
  tcsr_place() { says = tcsr_reply; }

  /// The keyword's line in the prompt that revises the Fuzzy SQL; "" if there is none.
  [[nodiscard]] std::string known_of(std::string const& keyword) const {
    auto const mark = "# \"" + keyword + "\" is stored as ";
    auto const all = prompts_with(mark);
    if (all.empty()) return {};
    auto const at = all.back().find(mark) + mark.size();
    return all.back().substr(at, all.back().find('\n', at) - at);
  }
  void make_codes(std::string const& of) const {
    cli_test::make_database(of, "CREATE TABLE codes(row INTEGER, name TEXT); INSERT INTO codes VALUES (5, 'growth rate'), (7, 'price');");
  }
};

}  // namespace

// TCSR-SQL, section 3.2 and figure 1: synonyms are stored beside the code that queries should use.
BOOST_FIXTURE_TEST_CASE(relationship_tables_become_knowledge, tcsr_place) {
  make_codes(file("shop.sqlite"));
  write(file("relations.json"), R"([{"db_id": "shop", "table": "codes", "synonyms": ["name"], "code": "row"},
                                    {"db_id": "industry", "table": "figures", "synonyms": ["name"], "code": "row"}])");
  auto const asks_growth = "ask --db " + quoted(file("shop.sqlite")) + " 'What is the *growth rates* here?' " + asks(model) +
                           "--pipeline tcsr-sql --glove spelling ";
  BOOST_TEST(cli_test::t2s(asks_growth).status == 0);
  BOOST_TEST(known_of("growth rates") == "");
  auto const related = cli_test::t2s(asks_growth + "--relations " + quoted(file("relations.json")));
  BOOST_TEST(related.status == 0, related.err);
  BOOST_TEST(known_of("growth rates") == "codes.row = 5");
  BOOST_TEST(contains(related.err, "no question was about the database industry"), related.err);

  auto const kept = cli_test::t2s(asks_growth + "--relations " + quoted(file("relations.json")) + " --knowledge " + quoted(file("known")));
  BOOST_TEST(kept.status == 0, kept.err);
  auto const from_store = cli_test::t2s(asks_growth + "--knowledge " + quoted(file("known")));
  BOOST_TEST(from_store.status == 0, from_store.err);
  BOOST_TEST(known_of("growth rates") == "codes.row = 5");

  write(file("relations.json"), R"([{"db_id": "shop", "table": "codes", "synonyms": ["names"], "code": "row"}])");
  auto const wrong = cli_test::t2s(asks_growth + "--relations " + quoted(file("relations.json")));
  BOOST_TEST(wrong.status == 2);
  BOOST_TEST(contains(wrong.err, "has no column names"), wrong.err);
  BOOST_TEST(contains(asked("dac", "--relations x.json").err, "no use for --relations"));
}

// TCSR-SQL, section 3.2: "the encoding knowledge table is dynamic".
BOOST_FIXTURE_TEST_CASE(a_question_may_serve_the_next_of_its_batch, tcsr_place) {
  make_data({"How many shops are in *oslo*?", "And how many in *oslo town*?"});
  auto const batch = std::string("--glove spelling --seed 1 ");
  auto const apart = predicted("tcsr-sql", batch + "--jobs 1 --knowledge " + quoted(file("apart")));
  BOOST_TEST(apart.status == 0, apart.err);
  BOOST_TEST(known_of("oslo") == "shops.city = 'Oslo'");
  BOOST_TEST(known_of("oslo town") == "");
  auto const growing = predicted("tcsr-sql", batch + "--set tcsr.grow=on --knowledge " + quoted(file("grown")));
  BOOST_TEST(growing.status == 0, growing.err);
  BOOST_TEST(known_of("oslo town") == "shops.city = 'Oslo'");
  BOOST_TEST(fs::file_size(file("grown")) == fs::file_size(file("apart")));

  auto const before = prompts_with("# \"oslo town\" is stored").size();
  BOOST_TEST(predicted("tcsr-sql", batch + "--set tcsr.grow=on").status == 0);  // kept for this batch only
  BOOST_TEST(prompts_with("# \"oslo town\" is stored").size() == before + 1);
  auto const many = predicted("tcsr-sql", batch + "--set tcsr.grow=on --jobs 2");
  BOOST_TEST(many.status == 2);
  BOOST_TEST(contains(many.err, "leave --jobs out"), many.err);
}

BOOST_AUTO_TEST_SUITE_END()
