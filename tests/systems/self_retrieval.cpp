// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/tcsr_sql/detail/self_retrieval.hpp"

#include "db/support.hpp"
#include "support/word_bag.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using known_value = retrieve::knowledge;
using tests::word_bag;
using lines = std::vector<std::string>;

namespace {

struct shop {
  test::folder f;
  db::sqlite_connection database{test::make_database(f / "shop.sqlite",
                                                     "CREATE TABLE item(name TEXT, kind TEXT, \"unit price\" REAL);"
                                                     "INSERT INTO item VALUES ('desk lamp', 'light', 3), ('floor lamp', 'light', 4),"
                                                     "('atlas', 'book', 20);")};
  word_bag embedder{};
  llm::scripted_model model{};
  std::vector<std::string> problems{};
  tcsr::self_retrieval<word_bag> sampler = [this] {
    tcsr::self_retrieval<word_bag> made;
    made.alignment.by = &embedder;
    made.alignment.known = retrieve::embed_knowledge(
        embedder, {known_value{"lights", "shop", "item", "kind", "light"}, {"it's old", "shop", "item", "name", "atlas"}});
    made.database = "shop";
    made.learnt = std::make_shared<retrieve::knowledge_log>();
    embedder.asked.clear();
    return made;
  }();

  shop() {
    model.on("First, find schema keywords", {R"([{"keyword": "price", "kind": "schema", "table": "item", "columns": ["unit price"]},
                  {"keyword": "atlases", "kind": "data content", "table": "item", "columns": ["name", "kind"]},
                  {"keyword": "lights", "kind": "data content", "table": "item", "columns": ["name"]}])"});
    model.on("# data content keyword: atlases.", {"['atlas']"});
    model.on("# data content keyword: lights.", {"['lamp']"});
  }

  samples sample() {
    using policy = tcsr::self_retrieval<word_bag>;
    run_context<context<llm::scripted_model, db::sqlite_connection>, states_of<policy>> ctx(context(model, database));
    auto s = sampler.sample(ctx, question("What is the price of atlases and lights?")).get();
    problems = ctx.state<tcsr::retrieval_notes>().problems;
    return s;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(self_retrieval, shop)

BOOST_AUTO_TEST_CASE(what_was_found_alone_and_what_is_known_is_told) {
  auto const s = sample();
  // "lamp" finds two values and is dropped; the table knows the lights (algorithm 2).
  BOOST_TEST((s.knowledge == lines{"# \"atlases\" is stored as item.name = 'atlas'", "# \"lights\" is stored as item.kind = 'light'",
                                   "# \"price\" may be the column item.\"unit price\""}));
  BOOST_TEST(s.tables.size() == 1u);
  BOOST_TEST(s.tables[0].shown.values.size() == 3u);
  BOOST_TEST(model.asked().size() == 4u);  // the keywords; atlases in name, in kind; lights in name
  BOOST_TEST(embedder.asked.size() == 1u);
  BOOST_TEST(problems.empty());
  std::vector<known_value> const learnt{{"atlases", "shop", "item", "name", "atlas"}};
  BOOST_TEST((sampler.learnt->of("shop", "What is the price of atlases and lights?") == learnt));
}

BOOST_AUTO_TEST_CASE(without_schema_keywords) {
  sampler.schema_keywords = false;
  BOOST_TEST(sample().knowledge.size() == 2u);
}

// Section 4.3: "directly use the natural language question to search in the knowledge base and add the first three".
BOOST_AUTO_TEST_CASE(without_keywords_extraction_and_fuzzy_detection) {
  sampler.keywords_and_detection = false;
  auto const s = sample();
  BOOST_TEST((s.knowledge == lines{"# \"lights\" is stored as item.kind = 'light'", "# \"it's old\" is stored as item.name = 'atlas'"}));
  BOOST_TEST(model.asked().empty());
  BOOST_TEST((embedder.asked == std::vector<lines>{{"What is the price of atlases and lights?"}}));
  sampler.references = 1;
  BOOST_TEST(sample().knowledge.size() == 1u);
}

// Section 4.3: "directly use the results of Keywords Extraction & Fuzzy Detection".
BOOST_AUTO_TEST_CASE(without_knowledge_retrieval_and_alignment) {
  sampler.retrieval_and_alignment = false;
  sampler.alignment.by = nullptr;
  auto const told = sample().knowledge;
  BOOST_REQUIRE(told.size() == 3u);
  BOOST_TEST(told[0] == "# \"atlases\" may be stored in item.name as one of ['atlas']");
  BOOST_TEST((told[1] == "# \"lights\" may be stored in item.name as one of ['desk lamp', 'floor lamp']" ||
              told[1] == "# \"lights\" may be stored in item.name as one of ['floor lamp', 'desk lamp']"));
  BOOST_TEST(embedder.asked.empty());
  BOOST_TEST(sampler.learnt->of("shop", "What is the price of atlases and lights?").empty());
}

BOOST_AUTO_TEST_CASE(what_was_not_found_is_told_without_alignment) {
  sampler.retrieval_and_alignment = false;
  llm::scripted_model other{R"([{"keyword": "ships", "table": "item", "columns": ["name", "kind"]}])", "[]", "[]"};
  std::swap(model, other);
  BOOST_TEST((sample().knowledge == lines{"# \"ships\" was looked for in item.name or item.kind and not found"}));
}

BOOST_AUTO_TEST_CASE(without_both_nothing_is_asked) {
  sampler.keywords_and_detection = sampler.retrieval_and_alignment = false;
  auto const s = sample();
  BOOST_TEST(s.knowledge.empty());
  BOOST_TEST(s.tables.size() == 1u);
  BOOST_TEST(model.asked().empty());
}

BOOST_AUTO_TEST_CASE(a_missing_embedder_is_an_error_before_anything_is_asked) {
  sampler.alignment.by = nullptr;
  BOOST_TEST(test::thrown_by([&] { (void)sample(); }) == errc::invalid_argument);
  BOOST_TEST(model.asked().empty());
}

BOOST_AUTO_TEST_CASE(a_refusal_is_told_in_the_notes) {
  llm::scripted_model other{"I am sorry, I cannot help with that."};
  std::swap(model, other);
  BOOST_TEST(sample().knowledge.empty());
  BOOST_TEST(problems.size() == 1u);
  BOOST_TEST(embedder.asked.empty());
}

BOOST_AUTO_TEST_CASE(a_context_will_do_without_a_pipeline) {
  context ctx(model, database);
  question const asked("What is the price of atlases and lights?");
  BOOST_TEST(sampler.sample(ctx, asked).get().knowledge.size() == 3u);
}

BOOST_AUTO_TEST_CASE(lines_can_be_replaced) {
  sampler.lines.aligned = llm::prompt_template(std::string("{{column}}={{value}}"));
  BOOST_TEST(sample().knowledge.at(0) == "name='atlas'");
}

BOOST_AUTO_TEST_SUITE_END()
