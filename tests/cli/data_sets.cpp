// SPDX-License-Identifier: BSL-1.0
// Data sets in their published layouts, and descriptions of columns in the prompts of every system.
#include "model_place.hpp"

#include <string>
#include <vector>

using namespace cli_test;

namespace {

std::string prompt_of(seen_request const& r) {
  std::string all;
  auto const body = json::parse(r.body);
  for (auto const& m : body.at("messages").as_array()) all += std::string(m.at("content").as_string()) + "\n";
  return all;
}

/// A small KaggleDBQA: one database of shops, a test question, a few-shot question, and a table file with descriptions.
struct kaggle_place : place {
  http_server model{[](seen_request const&) { return replies(200, reply_with("SELECT count(*) FROM shops")); }};

  kaggle_place() {
    fs::create_directories(path / "kaggle/databases/shop");
    fs::create_directories(path / "kaggle/examples");
    fs::copy(file("shop.sqlite"), path / "kaggle/databases/shop/shop.sqlite");
    write(file("kaggle/examples/shop_test.json"),
          R"([{"db_id": "shop", "question": "How many shops are there?", "query": "SELECT count(*) FROM shops"}])");
    write(file("kaggle/examples/shop_fewshot.json"),
          R"([{"db_id": "shop", "question": "Where are they?", "query": "SELECT city FROM shops"}])");
    describe(R"(["*", "number of the licence", "harbour */ town\nof the shop"])");
  }
  void describe(std::string const& descriptions) const {
    write(file("kaggle/KaggleDBQA_tables.json"),
          R"([{"db_id": "shop", "table_names_original": ["shops"],
               "column_names_original": [[-1, "*"], [0, "shop_id"], [0, "city"]], "column_types": ["text", "number", "text"],
               "primary_keys": [1], "foreign_keys": [], "column_descriptions": )" +
              descriptions + "}]");
  }
  [[nodiscard]] said predicted(std::string const& pipeline, std::string const& more = {}) const {
    return cli_test::t2s("predict --data " + quoted(file("kaggle")) + " --out " + quoted(file("out.sql")) + asks(model) + "--pipeline " +
                         pipeline + by_spelling(pipeline) + " " + more);
  }
  [[nodiscard]] std::size_t prompts_with(std::string_view text, std::size_t from = 0) const {
    std::size_t n = 0;
    auto const all = model.requests();
    for (std::size_t i = from; i < all.size(); ++i) n += contains(prompt_of(all[i]), text) ? 1U : 0U;
    return n;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_data_sets)

BOOST_FIXTURE_TEST_CASE(descriptions_reach_the_prompts_of_every_system, kaggle_place) {
  for (std::string const pipeline :
       {"few-shot", "dart-sql", "dart-sql-c3", "sql-craft", "tcsr-sql", "dac", "dac-local", "dynamic-revision", "mac-sql"}) {
    auto const before = model.requests().size();
    auto const r = predicted(pipeline);
    BOOST_TEST(r.status == 0, pipeline << ": " << r.err);
    BOOST_TEST(prompts_with("number of the licence */", before) > 0u, pipeline);
    BOOST_TEST(prompts_with("harbour * / town of the shop */", before) > 0u, pipeline);
    auto const after = model.requests().size();
    BOOST_TEST(predicted(pipeline, "--descriptions none").status == 0);
    BOOST_TEST(prompts_with("licence", after) == 0u, pipeline);
  }
}

BOOST_FIXTURE_TEST_CASE(what_was_taken_for_what_is_said_once, kaggle_place) {
  auto const r = predicted("few-shot");
  auto const note = "t2s: " + file("kaggle") +
                    " is read as KaggleDBQA: questions examples/shop_test.json, demonstrations examples/shop_fewshot.json, "
                    "schemas KaggleDBQA_tables.json, databases databases, descriptions of columns in KaggleDBQA_tables.json\n";
  auto const at = r.err.find(note);
  BOOST_TEST(at != std::string::npos, r.err);
  BOOST_TEST(r.err.find("is read as", at + note.size()) == std::string::npos, r.err);
  BOOST_TEST(contains(r.err, "few-shot setting"));
  BOOST_TEST(prompts_with("Where are they?") > 0u);  // the demonstration
  auto const scored = cli_test::t2s("evaluate --data " + quoted(file("kaggle")) + " --predictions " + quoted(file("out.sql")));
  BOOST_TEST(scored.status == 0, scored.err);
  BOOST_TEST(contains(scored.err, note), scored.err);

  make_data({"How many shops are there?"});  // Spider's plain layout
  auto const plain = cli_test::t2s("predict" + data() + " --out " + quoted(file("out.sql")) + asks(model));
  BOOST_TEST(plain.status == 0, plain.err);
  BOOST_TEST(!contains(plain.err, "is read as"), plain.err);
}

BOOST_FIXTURE_TEST_CASE(descriptions_are_given_for_any_database, kaggle_place) {
  write(file("shops.csv"), "original_column_name,column_description\ncity,where it stands\nprise,what it costs\n");
  auto const r = cli_test::t2s(ask() + asks(model) + "--descriptions " + quoted(file("shops.csv")) + " --description-bytes 8");
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(prompts_with("city TEXT /* where it... */") > 0u);
  BOOST_TEST(contains(r.err, "--descriptions: 1 of 2 name columns that shop does not have, first shops.prise"), r.err);

  write(file("other.json"), R"([{"db_id": "zoo", "table_names_original": ["animal"], "column_names_original": [[0, "species"]],
                                 "column_descriptions": ["of the animal"]}])");
  auto const none = cli_test::t2s(ask() + asks(model) + "--descriptions " + quoted(file("other.json")));
  BOOST_TEST(none.status == 0, none.err);
  BOOST_TEST(contains(none.err, "--descriptions has none for the database shop"), none.err);
  auto const unused = cli_test::t2s(ask() + "--descriptions " + quoted(file("shops.csv")));
  BOOST_TEST(unused.status == 2);
  BOOST_TEST(contains(unused.err, "has no use for --descriptions"), unused.err);
}

BOOST_FIXTURE_TEST_CASE(broken_descriptions_are_refused_before_anything_is_asked, kaggle_place) {
  auto const refused = [this](std::string const& descriptions, std::string_view message) {
    describe(descriptions);
    auto const r = predicted("few-shot");
    BOOST_TEST(r.status == 3, r.err);
    BOOST_TEST(contains(r.err, message), r.err);
    BOOST_TEST(contains(r.err, "go on without them by --descriptions none"), r.err);
  };
  refused(R"(["*", "a"])", "KaggleDBQA_tables.json: element 0 (shop) has 2 \"column_descriptions\" for 3 \"column_names_original\"");
  refused(R"(["*", "a", {}])", "element 0 (shop) has in \"column_descriptions\" an item that is not a string");
  refused(R"("none")", "element 0 (shop) has no list \"column_descriptions\"");
  BOOST_TEST(model.requests().empty());
  BOOST_TEST(predicted("few-shot", "--descriptions none").status == 0);
}

BOOST_FIXTURE_TEST_CASE(questions_with_synonyms_are_asked, kaggle_place) {
  fs::create_directories(path / "syn");
  write(file("syn/dev.json"), R"([{"db_id": "shop", "SpiderQuestion": "How many shops are there?",
    "SpiderSynQuestion": "How many stores exist?", "query": "SELECT count(*) FROM shops"}])");
  auto const words = "predict --data " + quoted(file("syn")) + " --out " + quoted(file("out.sql")) + asks(model);
  auto const lacking = cli_test::t2s(words);
  BOOST_TEST(lacking.status == 3);
  BOOST_TEST(contains(lacking.err, "there is no folder of databases " + file("syn/databases") +
                                       "; Spider-Syn has no databases of its own: give those of Spider, with --databases DIR"),
             lacking.err);
  auto const databases = " --databases " + quoted(file("kaggle/databases"));
  auto const r = cli_test::t2s(words + databases);
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(contains(r.err, "1 question, in the form of Spider-Syn: SpiderSynQuestion is asked\n"), r.err);
  BOOST_TEST(prompts_with("How many stores exist?") > 0u);
  BOOST_TEST(prompts_with("How many shops are there?") == 0u);
  auto const scored =
      cli_test::t2s("evaluate --data " + quoted(file("syn")) + databases + " --predictions " + quoted(file("out.sql")) + " --metric ex");
  BOOST_TEST(scored.status == 0, scored.err);
  BOOST_TEST(contains(scored.err, "SpiderSynQuestion is asked"), scored.err);
}

BOOST_FIXTURE_TEST_CASE(databases_of_several_folders, kaggle_place) {
  fs::create_directories(path / "dk/database/zoo");
  cli_test::make_database(file("dk/database/zoo/zoo.sqlite"), "CREATE TABLE animal(species TEXT); INSERT INTO animal VALUES ('lion');");
  write(file("dk/Spider-DK.json"), R"([{"db_id": "zoo", "question": "How many animals?", "query": "SELECT count(*) FROM animal"},
                                       {"db_id": "shop", "question": "How many shops?", "query": "SELECT count(*) FROM shops"}])");
  auto const words = "predict --data " + quoted(file("dk")) + " --out " + quoted(file("out.sql"));
  auto const lacking = cli_test::t2s(words);
  BOOST_TEST(lacking.status == 3);
  BOOST_TEST(contains(lacking.err, "Spider-DK has only the databases that it changed: give its own and, after them, those of Spider"),
             lacking.err);
  auto const both = " --databases " + quoted(file("dk/database")) + " --databases " + quoted(file("kaggle/databases"));
  auto const r = cli_test::t2s(words + both);
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(content_of(file("out.sql")).size() > 0u);
  write(file("gone.json"), R"([{"db_id": "gone", "question": "How many?"}])");
  auto const gone = cli_test::t2s(words + both + " --questions " + quoted(file("gone.json")));
  BOOST_TEST(gone.status == 3);
  BOOST_TEST(contains(gone.err, "there is no database gone/gone.sqlite in any of " + file("dk/database") + ", " + file("kaggle/databases")),
             gone.err);
}

/// Dr.Spider's layout, with a perturbed database and a set of questions over Spider's own.
struct dr_spider_place : place {
  http_server model{[](seen_request const&) { return replies(200, reply_with("SELECT count(*) FROM shops")); }};

  dr_spider_place() {
    for (std::string const in : {"DB_schema_synonym/database_post_perturbation/shop_0/shop_0", "Spider-dev/databases/shop/shop"}) {
      fs::create_directories((path / "dr/data" / in).parent_path());
      fs::copy(file("shop.sqlite"), path / "dr/data" / (in + ".sqlite"));
    }
    fs::create_directories(path / "dr/data/NLQ_value_synonym");
    write(file("train.json"), R"([{"db_id": "zoo", "question": "How many animals?", "query": "SELECT count(*) FROM animals"}])");
    ask_in("DB_schema_synonym", "shop_0");
    ask_in("NLQ_value_synonym", "shop");
  }
  void ask_in(std::string const& set, std::string const& database) const {
    write(file("dr/data/" + set + "/questions_post_perturbation.json"),
          R"([{"db_id": ")" + database + R"(", "question": "How many shops are there?", "query": "SELECT count(*) FROM shops"}])");
    write(file("dr/data/" + set + "/gold_post_perturbation.sql"), "SELECT count(*) FROM shops\t" + database + "\n");
  }
};

BOOST_FIXTURE_TEST_CASE(each_set_of_dr_spider_is_asked_and_evaluated_over_its_own_databases, dr_spider_place) {
  for (std::string const set : {"DB_schema_synonym", "NLQ_value_synonym"}) {
    auto const data = " --data " + quoted(file("dr/data/" + set));
    auto const r = cli_test::t2s("predict" + data + " --out " + quoted(file("out.sql")) + asks(model) + "--demonstrations " +
                                 quoted(file("train.json")));
    BOOST_TEST(r.status == 0, set << ": " << r.err);
    BOOST_TEST(contains(r.err, "is read as Dr.Spider"), r.err);
    auto const scored = " --predictions " + quoted(file("out.sql"));
    for (auto const& gold : {std::string(), " --gold " + quoted(file("dr/data/" + set + "/gold_post_perturbation.sql"))}) {
      auto const e = cli_test::t2s("evaluate" + data + gold + scored);
      BOOST_TEST(e.status == 0, set << ": " << e.err);
      BOOST_TEST(contains(e.out, "100.0"), e.out);
    }
  }
  auto const all = cli_test::t2s("predict --data " + quoted(file("dr")) + " --out " + quoted(file("all.sql")) + asks(model));
  BOOST_TEST(all.status != 0);
  BOOST_TEST(contains(all.err, "--data: "), all.err);
  BOOST_TEST(contains(all.err, "name the folder of one, such as " + file("dr/data/DB_schema_synonym")), all.err);

  fs::remove_all(path / "dr/data/Spider-dev");
  auto const without =
      cli_test::t2s("predict --data " + quoted(file("dr/data/NLQ_value_synonym")) + " --out " + quoted(file("no.sql")) + asks(model));
  BOOST_TEST(without.status != 0);
  BOOST_TEST(contains(without.err, "give those of Spider, with --databases DIR"), without.err);
}

BOOST_AUTO_TEST_SUITE_END()
