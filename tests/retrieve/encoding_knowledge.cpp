// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/encoding_knowledge.hpp"

#include "db/support.hpp"
#include "support/word_bag.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/retrieve/embedded.hpp"
#include "t2s/retrieve/encoding_knowledge.hpp"

#include <boost/test/unit_test.hpp>
#include <thread>

using namespace t2s;
using namespace t2s::retrieve;
using test::thrown_by;

namespace {

using pieces = std::vector<knowledge>;

knowledge piece(std::string keyword, value v, std::string database = "shop") {
  return {std::move(keyword), std::move(database), "item", "kind", std::move(v)};
}

struct with_folder {
  test::folder f;
  std::string path = (f / "knowledge.sqlite").string();
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(encoding_knowledge_table, with_folder)

BOOST_AUTO_TEST_CASE(what_is_merged_is_there_in_its_order_and_once) {
  pieces const all{piece("lamp", 5), piece("it's \"100%\"", "a_b"), piece("5", 5.5), piece("bytes", blob{{std::byte{1}}})};
  {
    encoding_knowledge store(path);
    BOOST_TEST(store.merge(all) == 4u);
    BOOST_TEST(store.merge(all) == 0u);
    BOOST_TEST(store.merge(pieces{piece("lamp", "5")}) == 1u);  // a text is another value
  }
  encoding_knowledge const again(path);
  auto expected = all;
  expected.push_back(piece("lamp", "5"));
  BOOST_TEST((again.of("shop") == expected));
  BOOST_TEST(again.size() == 5u);
}

BOOST_AUTO_TEST_CASE(databases_are_kept_apart) {
  encoding_knowledge store(path);
  store.merge(pieces{piece("lamp", 1), piece("lamp", 2, "museum")});
  BOOST_TEST((store.of("museum") == pieces{piece("lamp", 2, "museum")}));
  BOOST_TEST(store.of("Shop").empty());
}

BOOST_AUTO_TEST_CASE(a_value_that_is_none_is_no_knowledge) {
  encoding_knowledge store(path);
  BOOST_TEST(store.merge(pieces{piece("lamp", 1), piece("nothing", null_t())}) == 1u);
  BOOST_TEST(store.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_snapshot_stays_as_it_is) {
  encoding_knowledge store(path);
  store.merge(pieces{piece("lamp", 1)});
  auto const snapshot = store.of("shop");
  store.merge(pieces{piece("book", 2)});
  BOOST_TEST(snapshot.size() == 1u);
}

BOOST_AUTO_TEST_CASE(files_of_others_stay_as_they_are) {
  test::make_database(f / "other.sqlite", "CREATE TABLE t(a)");
  test::write_file(f / "text", std::string(5000, 'x'));
  auto const before = f.bytes();
  BOOST_TEST(thrown_by([&] { encoding_knowledge const s((f / "other.sqlite").string()); }) == errc::malformed_data);
  BOOST_TEST(thrown_by([&] { encoding_knowledge const s((f / "text").string()); }) == errc::not_a_database);
  BOOST_TEST(thrown_by([&] { encoding_knowledge const s((f / "no" / "such").string()); }) == errc::file_unwritable);
  BOOST_TEST((f.bytes() == before));
}

BOOST_AUTO_TEST_CASE(threads_may_merge_at_once) {
  encoding_knowledge store(path), same_file(path);
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 10; ++i) (t % 2 ? store : same_file).merge(pieces{piece("k" + std::to_string(i), t)});
    });
  threads.clear();
  BOOST_TEST(store.size() == 40u);
}

BOOST_AUTO_TEST_CASE(keyword_column_and_value_are_embedded_together) {
  BOOST_TEST(to_text({"GDP growth", "city", "accounts", "roworder", 5}) == "GDP growth roworder 5");
  tests::word_bag by;
  auto const known = embed_knowledge(by, {piece("lamp", 1), piece("book of lamps", 2)});
  BOOST_TEST((by.asked == std::vector<std::vector<std::string>>{{"lamp kind 1", "book of lamps kind 2"}}));
  BOOST_TEST(known->size() == 2u);
  BOOST_TEST(((*known)[known->nearest(by.vector_of("book of"), 1)[0].demonstration] == piece("book of lamps", 2)));
  (void)embed_knowledge(by, {});
  BOOST_TEST(by.asked.size() == 1u);
}

BOOST_AUTO_TEST_CASE(relationship_tables_are_listed_in_json) {
  auto const all = parse_relation_tables(
      R"([{"db_id": "city", "table": "codes", "synonyms": ["name", "other"], "code": "row"}, {"db_id": "x", "table": "t", "synonyms": ["a"],
           "code": "b"}])",
      "relations.json");
  BOOST_TEST(all.size() == 2u);
  BOOST_TEST(all.at("city").at(0).table == "codes");
  BOOST_TEST((all.at("city").at(0).synonyms == std::vector<std::string>{"name", "other"}));
  BOOST_TEST(all.at("city").at(0).code == "row");
  for (auto const* wrong : {"{}", "[1]", R"([{"table": "t"}])", R"([{"db_id": "x", "table": "t", "synonyms": [], "code": "b"}])",
                            R"([{"db_id": "x", "table": "t", "synonyms": [1], "code": "b"}])", R"([{"db_id": "x", "table": "t"}])", "["})
    BOOST_TEST(thrown_by([&] { (void)parse_relation_tables(wrong, "relations.json"); }) == errc::malformed_data, wrong);
}

BOOST_AUTO_TEST_CASE(a_relationship_table_gives_a_piece_for_each_name_and_code) {
  db::sqlite_connection database(test::make_database(
      f / "d.sqlite",
      "CREATE TABLE \"the codes\"(code INTEGER, name TEXT, \"other name\" TEXT);"
      "INSERT INTO \"the codes\" VALUES (5, 'growth', 'rise'), (5, 'growth(%)', NULL), (NULL, 'unknown', 'odd'), (2, 'growth', ' ');"));
  relation_table const relation{"THE codes", {"NAME", "other name"}, "Code"};  // found in any case, and kept in the schema's spelling
  auto const k = [](std::string name, int code) { return knowledge{std::move(name), "city", "the codes", "code", code}; };
  BOOST_TEST((read_relation(database, "city", relation) == pieces{k("growth", 2), k("growth", 5), k("growth(%)", 5), k("rise", 5)}));
  BOOST_TEST(thrown_by([&] { (void)read_relation(database, "city", {"none", {"name"}, "code"}); }) == errc::invalid_argument);
  BOOST_TEST(thrown_by([&] { (void)read_relation(database, "city", {"the codes", {"nmae"}, "code"}); }) == errc::invalid_argument);
  BOOST_TEST(thrown_by([&] { (void)read_relation(database, "city", {"the codes", {}, "code"}); }) == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_log_keeps_what_each_question_taught) {
  knowledge_log log;
  log.keep("shop", "q", {piece("lamp", 1)});
  log.keep("shop", "q", {piece("lamp", 2)});
  BOOST_TEST((log.of("shop", "q") == pieces{piece("lamp", 2)}));
  BOOST_TEST(log.of("museum", "q").empty());
}

BOOST_AUTO_TEST_SUITE_END()
