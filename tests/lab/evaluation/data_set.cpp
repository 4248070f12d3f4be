// SPDX-License-Identifier: BSL-1.0
// Data sets in their published layouts, with files of our own.
#include "t2s/lab/evaluation/data_set.hpp"

#include "db/support.hpp"
#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/evaluation/predictions.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::evaluation;
using namespace t2s::test;
namespace fs = std::filesystem;
using files = std::vector<std::string>;

namespace {

constexpr char spider_form[] = R"([{"db_id": "shop", "question": "How many?", "query": "SELECT 1"}])";
constexpr char syn_form[] =
    R"([{"db_id": "shop", "SpiderQuestion": "How many?", "SpiderSynQuestion": "What number?", "query": "SELECT 1"}])";
constexpr char bird_form[] = R"([{"question_id": 0, "db_id": "shop", "question": "How many?", "evidence": "", "SQL": "SELECT 1"}])";

struct place : folder {
  /// A name that ends in / is a folder.
  void make(files const& names, std::string const& content = "[]") const {
    for (auto const& name : names) {
      auto const to = *this / name;
      fs::create_directories(name.ends_with('/') ? to : to.parent_path());
      if (!name.ends_with('/')) write_file(to, content);
    }
  }
  /// As paths within the folder.
  [[nodiscard]] files within(files all) const {
    for (auto& one : all) one = fs::path(one).lexically_relative(*this / ".").string();
    return all;
  }
  [[nodiscard]] data_set open(std::string const& questions = {}) const {
    return open_data_set(*this / ".", questions.empty() ? questions : (*this / questions).string());
  }
};

std::string all_of(data_set const& set) {
  std::string all;
  for (auto const& note : set.notes()) all += note + "\n";
  return all;
}

bool says(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(data_sets)

BOOST_FIXTURE_TEST_CASE(the_plain_layout_needs_no_words, place) {
  make({"dev.json"}, spider_form);
  make({"train.json", "tables.json", "database/"});
  auto const set = open();
  BOOST_TEST((set.kind == data_kind::spider));
  BOOST_TEST(within(set.questions) == files{"dev.json"});
  BOOST_TEST(within(set.demonstrations) == files{"train.json"});
  BOOST_TEST(within({set.tables}) == files{"tables.json"});
  BOOST_TEST(within({set.databases.string()}) == files{"database"});
  BOOST_TEST(set.descriptions.empty());
  BOOST_TEST(all_of(set).empty());
  BOOST_TEST(set.databases_remedy().empty());
}

BOOST_FIXTURE_TEST_CASE(spiders_splits, place) {
  make({"dev.json", "test.json"}, spider_form);
  make({"train_spider.json", "train_others.json", "tables.json", "test_tables.json", "database/", "test_database/"});
  auto const dev = open();
  BOOST_TEST(within(dev.demonstrations) == (files{"train_spider.json", "train_others.json"}));
  BOOST_TEST(within({dev.tables, dev.databases.string()}) == (files{"tables.json", "database"}));
  BOOST_TEST(says(all_of(dev),
                  "is read as Spider: questions dev.json, demonstrations train_spider.json and 1 more, schemas tables.json, "
                  "databases database\n"));
  BOOST_TEST(dev.not_asked.empty());
  auto const test = open("test.json");
  BOOST_TEST((test.kind == data_kind::spider));
  BOOST_TEST(within({test.tables, test.databases.string()}) == (files{"test_tables.json", "test_database"}));
  BOOST_TEST(says(all_of(test), "questions test.json,"));
  BOOST_TEST(says(all_of(test), "schemas test_tables.json, databases test_database\n"));
  BOOST_TEST(open((fs::path("database") / "other.json").string()).tables == dev.tables);  // no file of the folder itself
}

BOOST_FIXTURE_TEST_CASE(spiders_test_split_in_its_own_folder, place) {
  make({"test_data/dev.json"}, spider_form);
  make({"test_data/tables.json", "tables.json", "database/", "test_database/"});
  auto const set = open();
  BOOST_TEST(within(set.questions) == files{"test_data/dev.json"});
  BOOST_TEST(within({set.tables, set.databases.string()}) == (files{"test_data/tables.json", "test_database"}));
}

BOOST_FIXTURE_TEST_CASE(spider_syn, place) {
  make({"Spider-Syn/dev.json", "Spider-Syn/train_spider.json"}, syn_form);
  for (auto const& set : {open(), open_data_set(*this / "Spider-Syn")}) {
    BOOST_TEST((set.kind == data_kind::spider_syn));
    BOOST_TEST(within(set.questions) == files{"Spider-Syn/dev.json"});
    BOOST_TEST(within(set.demonstrations) == files{"Spider-Syn/train_spider.json"});
    BOOST_TEST(set.databases.empty());
    BOOST_TEST(set.databases_remedy() == "Spider-Syn has no databases of its own: give those of Spider");
    BOOST_TEST(says(all_of(set), "is read as Spider-Syn: questions "));
    BOOST_TEST(says(all_of(set), "databases none"));
  }
}

BOOST_FIXTURE_TEST_CASE(a_variant_beside_the_plain_questions_is_asked_only_by_its_name, place) {
  make({"dev.json", "spider-realistic.json"}, spider_form);
  make({"dev-syn.json"}, syn_form);
  make({"tables.json", "database/", "train.json"});
  auto const plain = open();
  BOOST_TEST((plain.kind == data_kind::spider));
  BOOST_TEST(within(plain.not_asked) == (files{"spider-realistic.json", "dev-syn.json"}));
  BOOST_TEST(all_of(plain) ==
             "spider-realistic.json is in the folder too, but its questions are not asked; name it to ask them\n"
             "dev-syn.json is in the folder too, but its questions are not asked; name it to ask them\n");
  auto const realistic = open("spider-realistic.json");
  BOOST_TEST((realistic.kind == data_kind::spider_realistic));
  BOOST_TEST(within({realistic.databases.string()}) == files{"database"});
  BOOST_TEST(says(all_of(realistic), "is read as Spider-Realistic: questions spider-realistic.json, demonstrations train.json"));
  BOOST_TEST((open("dev-syn.json").kind == data_kind::spider_syn));
}

BOOST_FIXTURE_TEST_CASE(spider_realistic_alone, place) {
  make({"spider-realistic.json"}, spider_form);
  auto const set = open();
  BOOST_TEST((set.kind == data_kind::spider_realistic));
  BOOST_TEST(set.databases_remedy() == "Spider-Realistic has no databases of its own: give those of Spider");
}

BOOST_FIXTURE_TEST_CASE(spider_dk_has_some_databases, place) {
  make({"dk/Spider-DK.json"}, spider_form);
  make({"dk/tables.json", "dk/database/new_shop/new_shop.sqlite", "dk/database/both/both.sqlite"});
  make({"spider/database/shop/shop.sqlite", "spider/database/both/both.sqlite", "spider/dev.json"});
  auto set = open_data_set(*this / "dk");
  BOOST_TEST((set.kind == data_kind::spider_dk));
  BOOST_TEST(says(all_of(set), "Spider-DK has only the databases that it changed: give its own and, after them, those of Spider\n"));
  BOOST_TEST(set.databases.file_of("shop") == *this / "dk/database/shop/shop.sqlite");
  set.databases.add(open_data_set(*this / "spider").databases);
  BOOST_TEST(set.databases.file_of("new_shop") == *this / "dk/database/new_shop/new_shop.sqlite");
  BOOST_TEST(set.databases.file_of("shop") == *this / "spider/database/shop/shop.sqlite");
  BOOST_TEST(set.databases.file_of("both") == *this / "dk/database/both/both.sqlite");
  BOOST_TEST(!says(all_of(set), "give its own"));
  BOOST_TEST(says(all_of(set), "databases database and 1 more"));
}

BOOST_FIXTURE_TEST_CASE(bird, place) {
  make({"dev.json"}, bird_form);
  make({"dev_tables.json", "dev_databases/shop/shop.sqlite", "dev_databases/shop/database_description/item.csv"});
  auto const dev = open();
  BOOST_TEST((dev.kind == data_kind::bird));
  BOOST_TEST(within({dev.tables, dev.databases.string(), dev.descriptions}) ==
             (files{"dev_tables.json", "dev_databases", "dev_databases"}));
  BOOST_TEST(dev.demonstrations.empty());
  BOOST_TEST(says(all_of(dev),
                  "is read as BIRD: questions dev.json, demonstrations none, schemas dev_tables.json, databases dev_databases, "
                  "descriptions of columns in dev_databases\n"));
}

BOOST_FIXTURE_TEST_CASE(birds_training_questions_and_mini_dev, place) {
  make({"train/train.json", "mini/mini_dev_sqlite.json"}, bird_form);
  make({"train/train_tables.json", "train/train_databases/train_databases/shop/shop.sqlite"});
  make({"mini/dev_tables.json", "mini/dev_databases/shop/shop.sqlite"});
  auto const train = open_data_set(*this / "train", (*this / "train/train.json").string());
  BOOST_TEST((train.kind == data_kind::bird));
  BOOST_TEST(within({train.tables, train.databases.string()}) ==
             (files{"train/train_tables.json", "train/train_databases/train_databases"}));
  auto const mini = open_data_set(*this / "mini");
  BOOST_TEST((mini.kind == data_kind::bird));
  BOOST_TEST(within({mini.tables, mini.databases.string()}) == (files{"mini/dev_tables.json", "mini/dev_databases"}));
}

BOOST_FIXTURE_TEST_CASE(mini_dev_in_three_dialects, place) {
  make({"mini_dev_mysql.json", "mini_dev_postgresql.json"}, bird_form);
  auto const two = open();
  BOOST_TEST((two.kind == data_kind::bird));
  BOOST_TEST(within(two.questions) == files{"mini_dev_postgresql.json"});
  BOOST_TEST(says(all_of(two), "mini_dev_mysql.json is in the folder too, but its questions are not asked; name it to ask them"));
  make({"mini_dev_sqlite.json"}, bird_form);
  BOOST_TEST(within(open().questions) == files{"mini_dev_sqlite.json"});
}

BOOST_AUTO_TEST_CASE(a_server_needs_no_folder) {
  database_folders const one("postgresql://host/bird"), each("postgresql://host/{db}"), file("duckdb:here/{db}.duckdb");
  BOOST_TEST(one.is_by_pattern("shop"));
  BOOST_TEST(one.file_of("shop").string() == "postgresql://host/bird");
  BOOST_TEST(each.file_of("shop").string() == "postgresql://host/shop");
  BOOST_TEST(file.file_of("shop").string() == "duckdb:here/shop.duckdb");
  BOOST_TEST(!database_folders("databases").is_by_pattern("shop"));
}

BOOST_FIXTURE_TEST_CASE(archer_in_two_languages, place) {
  constexpr char const* form = R"([{"db_id": "shop", "question": "How many more?", "query": "SELECT 2 - 1", "reasoning_type": "- C",
                                    "commonsense_knowledge": "More is a difference."}])";
  make({"en_data/dev.json", "en_data/train.json", "zh_data/dev.json", "zh_data/train.json"}, form);
  make({"database/shop/shop.sqlite", "database/shop/shop.db"});
  auto const english = open();
  BOOST_TEST((english.kind == data_kind::archer));
  BOOST_TEST(within(english.questions) == files{"en_data/dev.json"});
  BOOST_TEST(within(english.demonstrations) == files{"en_data/train.json"});
  BOOST_TEST(within({english.databases.string()}) == files{"database"});
  BOOST_TEST(says(all_of(english), "is read as Archer: questions en_data/dev.json, demonstrations en_data/train.json, schemas none"));
  BOOST_TEST(says(all_of(english), "zh_data/dev.json is in the folder too"));
  auto const chinese = open("zh_data/dev.json");
  BOOST_TEST((chinese.kind == data_kind::archer));
  BOOST_TEST(within(chinese.demonstrations) == files{"zh_data/train.json"});
}

BOOST_FIXTURE_TEST_CASE(kaggle_dbqa, place) {
  make({"examples/Zoo_test.json", "examples/Zoo_fewshot.json", "examples/Zoo.json", "examples/Ark_test.json"}, spider_form);
  make({"KaggleDBQA_tables.json", "databases/Zoo/Zoo.sqlite"});
  auto const set = open();
  BOOST_TEST((set.kind == data_kind::kaggle_dbqa));
  BOOST_TEST(within(set.questions) == (files{"examples/Ark_test.json", "examples/Zoo_test.json"}));
  BOOST_TEST(within(set.demonstrations) == files{"examples/Zoo_fewshot.json"});
  BOOST_TEST(within({set.tables, set.descriptions}) == (files{"KaggleDBQA_tables.json", "KaggleDBQA_tables.json"}));
  BOOST_TEST(says(all_of(set), "questions examples/Ark_test.json and 1 more, demonstrations examples/Zoo_fewshot.json, schemas"));
  BOOST_TEST(says(all_of(set), "as in KaggleDBQA's few-shot setting; name others for its plain one"));
  auto const one = open("examples/Zoo.json");
  BOOST_TEST((one.kind == data_kind::kaggle_dbqa));
  BOOST_TEST(within(one.questions) == files{"examples/Zoo.json"});

  fs::remove(*this / "examples/Zoo_test.json");
  fs::remove(*this / "examples/Ark_test.json");
  fs::remove(*this / "examples/Zoo_fewshot.json");
  BOOST_TEST(within(open().questions) == files{"examples/Zoo.json"});
}

// As the repository awslabs/diagnostic-robustness-text-to-sql has it: a folder a perturbation, of questions before and after it.
struct dr_spider_place : place {
  dr_spider_place() {
    for (std::string const set : {"DB_schema_synonym", "NLQ_column_value"})
      make({"data/" + set + "/questions_post_perturbation.json", "data/" + set + "/questions_pre_perturbation.json"}, spider_form);
    make({"data/DB_schema_synonym/tables_post_perturbation.json", "data/DB_schema_synonym/database_post_perturbation/shop_0/"});
    make({"data/Spider-dev/questions.json"}, spider_form);
    make({"data/Spider-dev/tables.json", "data/Spider-dev/databases/shop/"});
  }
};

BOOST_FIXTURE_TEST_CASE(dr_spider_has_databases_where_it_changed_them, dr_spider_place) {
  auto const set = open_data_set(*this / "data/DB_schema_synonym");
  BOOST_TEST((set.kind == data_kind::dr_spider));
  BOOST_TEST(within(set.questions) == files{"data/DB_schema_synonym/questions_post_perturbation.json"});
  BOOST_TEST(within({set.tables, set.databases.string()}) ==
             (files{"data/DB_schema_synonym/tables_post_perturbation.json", "data/DB_schema_synonym/database_post_perturbation"}));
  BOOST_TEST(says(all_of(set),
                  "is read as Dr.Spider: questions questions_post_perturbation.json, demonstrations none, schemas "
                  "tables_post_perturbation.json, databases database_post_perturbation\n"));
  BOOST_TEST(says(all_of(set), "questions_pre_perturbation.json is in the folder too"));
  auto const before =
      open_data_set(*this / "data/DB_schema_synonym", (*this / "data/DB_schema_synonym/questions_pre_perturbation.json").string());
  BOOST_TEST(within({before.tables, before.databases.string()}) == (files{"data/Spider-dev/tables.json", "data/Spider-dev/databases"}));
  auto const gold = open_data_set(*this / "data/DB_schema_synonym", (*this / "data/DB_schema_synonym/gold_post_perturbation.sql").string());
  BOOST_TEST(gold.databases.string() == set.databases.string());
}

BOOST_FIXTURE_TEST_CASE(dr_spider_has_spiders_databases_otherwise, dr_spider_place) {
  auto const beside = open_data_set(*this / "data/NLQ_column_value");
  BOOST_TEST((beside.kind == data_kind::dr_spider));
  BOOST_TEST(within({beside.tables, beside.databases.string()}) == (files{"data/Spider-dev/tables.json", "data/Spider-dev/databases"}));
  make({"data/NLQ_column_value/tables.json", "data/NLQ_column_value/databases/"});  // by its data_preprocess.py
  auto const copied = open_data_set(*this / "data/NLQ_column_value");
  BOOST_TEST(within({copied.tables, copied.databases.string()}) ==
             (files{"data/NLQ_column_value/tables.json", "data/NLQ_column_value/databases"}));
  auto const spider = open_data_set(*this / "data/Spider-dev");
  BOOST_TEST((spider.kind == data_kind::spider));
  BOOST_TEST(within(spider.questions) == files{"data/Spider-dev/questions.json"});
  make({"alone/questions_post_perturbation.json"}, spider_form);
  auto const alone = open_data_set(*this / "alone");
  BOOST_TEST(alone.databases.empty());
  BOOST_TEST(says(alone.databases_remedy(), "keep its folder Spider-dev beside, or give those of Spider"));
}

BOOST_FIXTURE_TEST_CASE(a_folder_of_several_perturbations_is_refused, dr_spider_place) {
  for (auto const* where : {".", "data"}) {
    try {
      (void)open_data_set(*this / where);
      BOOST_ERROR("taken");
    } catch (error const& e) {
      BOOST_TEST(e.details().code == errc::invalid_argument);
      BOOST_TEST(says(e.what(), "has 2 sets of Dr.Spider"), e.what());
      BOOST_TEST(says(e.details().remedy, (fs::path("data") / "DB_schema_synonym").string()), e.details().remedy);
    }
  }
}

BOOST_FIXTURE_TEST_CASE(what_lacks_is_empty, place) {
  auto const set = open();
  BOOST_TEST(within(set.questions) == files{"dev.json"});  // for the reader's message
  BOOST_TEST(set.databases.empty());
  BOOST_TEST(set.tables.empty());
  BOOST_TEST(all_of(set).empty());
  BOOST_TEST(thrown_by([&] { (void)open_data_set(*this / "none"); }) == errc::file_not_found);
}

BOOST_FIXTURE_TEST_CASE(several_files_are_one_gold_set, place) {
  make({"a.json"}, R"([{"db_id": "shop", "question": "a", "query": "SELECT 1", "question_id": 7},
                       {"db_id": "shop", "question": "b", "query": "SELECT 2", "question_id": 8}])");
  make({"b.json"}, R"([{"db_id": "zoo", "SpiderSynQuestion": "c", "query": "SELECT 3", "question_id": 9}])");
  auto const a = (*this / "a.json").string(), b = (*this / "b.json").string();
  auto const both = read_gold(files{a, b});
  BOOST_REQUIRE(both.questions.size() == 3u);
  BOOST_TEST(both.questions[2].question == "c");
  BOOST_TEST(both.dialogues == std::vector<std::size_t>{3});
  BOOST_TEST(both.ids == (files{"7", "8", "9"}));
  BOOST_TEST(both.forms.questions == 3u);
  BOOST_TEST(both.forms.synonyms == 1u);
  BOOST_TEST(both.name == a + " and 1 more");
  BOOST_TEST(read_gold(files{a, a}).ids.empty());
  BOOST_TEST(read_gold(files{b}).name == b);
}

BOOST_FIXTURE_TEST_CASE(an_evaluation_takes_databases_of_several_folders, place) {
  make({"one/shop/", "two/zoo/"});
  make_database(*this / "one/shop/shop.sqlite", "CREATE TABLE t(x); INSERT INTO t VALUES (1);");
  make_database(*this / "two/zoo/zoo.sqlite", "CREATE TABLE t(x); INSERT INTO t VALUES (2);");
  auto const gold = parse_gold("SELECT x FROM t\tshop\nSELECT x FROM t\tzoo\n", "gold");
  auto const sets = std::vector{parse_predictions("SELECT 1\nSELECT 2\n", "p", gold)};
  evaluation_options options;
  options.wanted.em = false;
  database_folders folders(*this / "one");
  folders.add(*this / "two");
  auto const r = evaluate(gold, sets, {folders, {}}, options);
  BOOST_TEST(scores_of(r, r.files[0]).ex == 1.0);
  BOOST_TEST(r.databases == (*this / "one").string() + ", " + (*this / "two").string());
  BOOST_TEST(thrown_by([&] { (void)evaluate(gold, sets, {*this / "one", {}}, options); }) == errc::file_not_found);
}

BOOST_AUTO_TEST_CASE(conversations_in_sparcs_form_are_dialogues) {
  auto const gold = parse_gold(
      R"([{"database_id": "shop", "interaction": [{"utterance": "Which shops?", "query": "SELECT 1"},
           {"utterance": "How many?", "query": "SELECT 2"}], "final": {"utterance": "all", "query": "SELECT 9"}},
          {"database_id": "zoo", "interaction": [{"utterance": "Which?", "query": "SELECT 3"}]}])",
      "dev.json");
  BOOST_TEST((gold.dialogues == std::vector<std::size_t>{2, 1}));
  BOOST_REQUIRE(gold.questions.size() == 3);
  BOOST_TEST(gold.questions[1].question == "How many?");
  BOOST_TEST(gold.questions[1].sql == "SELECT 2");
  BOOST_TEST(gold.questions[1].database == "shop");
  BOOST_TEST(gold.questions[1].turn == 2);
  BOOST_TEST(gold.questions[2].turn == 1);
  BOOST_CHECK_THROW(static_cast<void>(parse_gold(R"([{"database_id": "shop", "interaction": []}])", "dev.json")), error);
  BOOST_CHECK_THROW(static_cast<void>(parse_gold(R"([{"interaction": [{"utterance": "a", "query": "SELECT 1"}]}])", "dev.json")), error);
}

BOOST_AUTO_TEST_SUITE_END()
