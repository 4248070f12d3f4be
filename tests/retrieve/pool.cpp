// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/pool.hpp"

#include "db/support.hpp"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace t2s;
using namespace t2s::test;

namespace {

std::string refusal(std::string_view json) {
  try {
    (void)retrieve::parse_pool(json, "pool.json");
  } catch (error const& e) {
    BOOST_TEST((e.details().code == errc::malformed_data));
    return e.what();
  }
  BOOST_ERROR("nothing was thrown");
  return {};
}

using pairs = std::vector<demonstration>;

bool says(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(pool)

BOOST_AUTO_TEST_CASE(both_forms_are_read) {
  auto const spider = retrieve::parse_pool(R"([{"db_id":"shop","question":"How many?","query":"SELECT 1","hardness":"easy"}])", "p");
  BOOST_TEST((spider == pairs{{"shop", "How many?", "SELECT 1", "", ""}}));
  auto const bird = retrieve::parse_pool(
      R"([{"db_id":"shop","question":"How many?","SQL":"SELECT 1","evidence":"all of them","difficulty":"simple"}])", "p");
  BOOST_TEST((bird == pairs{{"shop", "How many?", "SELECT 1", "all of them", "simple"}}));
  BOOST_TEST(retrieve::parse_pool(" [ ] \n", "p").empty());
}

// The same two pairs in every form and spelling.
BOOST_AUTO_TEST_CASE(the_form_is_told_by_the_content) {
  pairs const wanted{{"shop", "How many?", "SELECT 1", "", ""}, {"", "Say \"a, b\"\nand c", "SELECT 'x''y'", "", ""}};
  for (std::string const text : {
           R"([{"db_id":"shop","question":"How many?","query":"SELECT 1"}, {"question":"Say \"a, b\"\nand c","query":"SELECT 'x''y'"}])",
           "{\"db_id\":\"shop\",\"question\":\"How many?\",\"query\":\"SELECT 1\"}\n\n"
           "{\"question\":\"Say \\\"a, b\\\"\\nand c\",\"SQL\":\"SELECT 'x''y'\"}\n",
           "question,query,db_id\nHow many?,SELECT 1,shop\n\"Say \"\"a, b\"\"\nand c\",SELECT 'x''y',\n",
           "ID, Question ,SQL,DB_ID\r\n1,How many?,SELECT 1,shop\r\n\r\n2,\"Say \"\"a, b\"\"\nand c\",\"SELECT 'x''y'\",\"\"",
           "\"db_id\",\"question\",\"Query\"\rshop,\"How many?\",SELECT 1\r,\"Say \"\"a, b\"\"\nand c\",SELECT 'x''y'\r",
       }) {
    BOOST_TEST((retrieve::parse_pool(text, "p") == wanted), text);
    BOOST_TEST((retrieve::parse_pool("\xEF\xBB\xBF" + text, "p") == wanted), text);
  }
  auto const all = retrieve::parse_pool("evidence,difficulty,question,sql\ne,d,q,s\n", "p");
  BOOST_TEST((all == pairs{{"", "q", "s", "e", "d"}}));
  BOOST_TEST(retrieve::parse_pool("question,sql\n", "p").empty());
}

BOOST_AUTO_TEST_CASE(of_several_golds_the_first_is_shown) {
  auto const pool = retrieve::parse_pool(
      R"([{"question": "How many?", "query": ["SELECT 1", "SELECT 2"]}, {"question": "And?", "SQL": ["SELECT 3"]}])", "pool.json");
  BOOST_TEST(pool[0].sql == "SELECT 1");
  BOOST_TEST(pool[1].sql == "SELECT 3");
}

BOOST_AUTO_TEST_CASE(csv_of_sql_eval) {
  auto const pool = retrieve::parse_pool(
      "db_name,query_category,question,instructions,glossary,query\nshop,ratio,Share?,No zeros.,A share is a part.,SELECT 1\n"
      "shop,ratio,\"Share, \" and more?,,,SELECT 1\n",
      "pool.csv");
  BOOST_TEST(pool[1].question == "Share,  and more?");
  BOOST_TEST(pool[0].database == "shop");
  BOOST_TEST(pool[0].difficulty == "ratio");
  BOOST_TEST(pool[0].evidence == "No zeros. A share is a part.");
  BOOST_TEST(pool[1].evidence == "");
}

// Random fields written by RFC 4180 are read back unchanged.
BOOST_AUTO_TEST_CASE(csv_comes_back) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::string text = "question,query\n";
    pairs wanted;
    for (int i = 0; i < 5; ++i) {
      std::string fields[2];
      for (auto& f : fields) {
        for (auto n = 1 + random() % 6; n > 0; --n) f += "a,\"\n\r "[random() % 6];
        text += '"';
        for (char const c : f) text.append(c == '"' ? 2 : 1, c);
        text += &f == &fields[0] ? "\"," : random() % 2 == 0 ? "\"\n" : "\"\r\n";
      }
      wanted.push_back({"", fields[0], fields[1], "", ""});
    }
    BOOST_REQUIRE((retrieve::parse_pool(text, "p") == wanted));
  }
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_said_with_its_line) {
  BOOST_TEST(says(refusal("[{]"), "pool.json, line 1: is not JSON"));
  BOOST_TEST(says(refusal("[\n{\"question\":\"a\",\"query\":\"b\"},\n {\"question\":\"a\"\n\"query\":\"b\"}]"), "line 4: is not JSON"));
  BOOST_TEST(says(refusal("[\n{\"question\":\"a\",\"query\":\"b\"}\n,\n"), "line 4: this is not an object"));
  BOOST_TEST(says(refusal("[\n{\"question\":\"a\",\"query\":\"b\"}\n"), "line 3: is not JSON"));
  BOOST_TEST(says(refusal("[{\"question\":\"a\",\"query\":\"b\"}]\nx"), "line 2: is not JSON: there is more"));
  BOOST_TEST(says(refusal("[{\"question\":\"a\",\"query\":\"b\"} {}]"), "neither a comma nor its end"));
  BOOST_TEST(says(refusal("{}"), "line 1: the element has no \"question\""));
  BOOST_TEST(says(refusal("{\"question\":\"\",\"query\":\"b\"}"), "line 1: the \"question\" of the element is empty"));
  BOOST_TEST(says(refusal("[{\"question\":\"a\",\"query\":\"b\"},\n 7]"), "line 2: this is not an object"));
  BOOST_TEST(says(refusal("{\"question\":\"a\",\"query\":\"b\"}\n{\"query\":\"b\"}"), "line 2: the element has no \"question\""));
  BOOST_TEST(says(refusal("{\"question\":\"a\",\"query\":\"b\"}\n{\"question\":\"a\""), "line 2: is not JSON"));
  BOOST_TEST(says(refusal(R"([{"question":"a"}])"), "line 1: the element has neither"));
  BOOST_TEST(says(refusal(R"([{"question":"a","query":1}])"), "\"query\" is not a string"));
  BOOST_TEST(says(refusal(""), "line 1: there is nothing in it"));
  BOOST_TEST(says(refusal(" \n"), "there is nothing in it"));

  BOOST_TEST(says(refusal("how,many\n"), "line 1: this is not JSON, and as the header line of CSV it names no column \"question\""));
  BOOST_TEST(says(refusal("question,answer\n"), "names no column \"query\" or \"SQL\""));
  BOOST_TEST(says(refusal("question,query,sql\n"), "the header line has several columns that mean \"sql\""));
  BOOST_TEST(says(refusal("question,sql\na,b\n\"c\nd\",e,f\n"), "line 3: the record has 3 fields, and the header line 2"));
  BOOST_TEST(says(refusal("question,sql\n\na,\"b\nc\n"), "line 3: a quoted field is not closed"));
  BOOST_TEST(says(refusal("question,sql\n\"a\"b,c\n"), "line 2: there is text after a quoted field"));
  BOOST_TEST(says(refusal("question,sql\n,c\n"), "line 2: the record has no question"));
  BOOST_TEST(says(refusal("question,sql\na,\n"), "line 2: the record has no SQL"));
  BOOST_TEST(says(refusal("question,sql\na,b\n\xE9,c\n"), "line 3: this is not UTF-8; save the file as UTF-8"));
  BOOST_TEST(says(refusal("\xFF\xFEq\0"), "line 1: this is not UTF-8"));
}

// Whatever is cut off or changed, the result is an answer or an error.
BOOST_AUTO_TEST_CASE(broken_texts_are_refused) {
  std::mt19937 random(9);
  for (std::string const whole : {"[{\"question\":\"a\\u00e9\",\"query\":\"b\",\"x\":[1,{}]},{\"question\":\"c\",\"query\":\"d\"}]",
                                  "{\"question\":\"a\",\"query\":\"b\"}\n{\"question\":\"c\",\"query\":\"d\"}\n",
                                  "question,query\n\"a \"\"b\"\"\",c\r\nd,\"e\nf\"\n"}) {
    auto const check = [](std::string const& text) {
      try {
        for (auto const& d : retrieve::parse_pool(text, "p")) BOOST_REQUIRE((!d.question.empty() && !d.sql.empty()));
      } catch (error const& e) {
        BOOST_REQUIRE((e.code() == errc::malformed_data));
      }
    };
    for (std::size_t size = 0; size <= whole.size(); ++size) check(whole.substr(0, size));
    for (int i = 0; i < 3000; ++i) {
      auto text = whole;
      for (int k = 0; k < 2; ++k) text[random() % text.size()] = "[]{}\",:\n\r \\a\x01\xFF"[random() % 14];
      check(text);
    }
  }
}

BOOST_AUTO_TEST_CASE(questions_need_no_sql_where_that_is_allowed) {
  auto const asked = retrieve::parse_pool(R"([{"db_id":"shop","question":"How many?"}])", "p", retrieve::gold_sql::optional);
  BOOST_TEST(asked.front().sql.empty());
  BOOST_TEST(retrieve::parse_pool("Question\nHow many?\n", "p", retrieve::gold_sql::optional).at(0).question == "How many?");
}

BOOST_AUTO_TEST_CASE(files_that_cannot_be_read_say_so) {
  folder f;
  BOOST_TEST(thrown_by([&] { (void)retrieve::read_pool((f / "none.json").string()); }) == errc::file_not_found);
  BOOST_TEST(thrown_by([&] { (void)retrieve::read_pool((f / "").string()); }) == errc::not_a_file);
  write_file(f / "empty.json", "");
  BOOST_TEST(thrown_by([&] { (void)retrieve::read_pool((f / "empty.json").string()); }) == errc::malformed_data);
}

BOOST_AUTO_TEST_CASE(spider_syns_question_with_synonyms_is_asked) {
  retrieve::question_forms forms;
  auto const all = retrieve::parse_pool(R"([{"db_id": "shop", "SpiderQuestion": "How many shops?", "SpiderSynQuestion": "How many stores?",
    "query": "SELECT 1"}, {"db_id": "shop", "question": "Which?", "SpiderSynQuestion": "What?", "query": "SELECT 2"}])",
                                        "dev.json", retrieve::gold_sql::required, &forms);
  BOOST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[0].question == "How many stores?");
  BOOST_TEST(all[0].sql == "SELECT 1");
  BOOST_TEST(all[1].question == "What?");
  BOOST_TEST(retrieve::form_note(forms) == "2 questions, in the form of Spider-Syn: SpiderSynQuestion is asked");

  (void)retrieve::parse_pool(R"({"question": "Which?", "query": "SELECT 1"})", "p", retrieve::gold_sql::required, &forms);
  BOOST_TEST(retrieve::form_note(forms) == "2 of 3 questions, in the form of Spider-Syn: SpiderSynQuestion is asked");
  BOOST_TEST(retrieve::parse_pool(R"({"SpiderQuestion": "Which?", "query": "SELECT 1"})", "p").at(0).question == "Which?");

  retrieve::question_forms plain;
  (void)retrieve::parse_pool("question,query\na,b\n", "p", retrieve::gold_sql::required, &plain);
  BOOST_TEST(plain.questions == 1u);
  BOOST_TEST(retrieve::form_note(plain).empty());
}

BOOST_AUTO_TEST_CASE(messages_name_the_element_and_its_member) {
  std::string const good = "{\"question\": \"a\", \"query\": \"b\"},\n";
  BOOST_TEST(says(refusal("[" + good + R"({"SpiderSynQuestion": "", "SpiderQuestion": "c", "query": "d"}])"),
                  "pool.json, element 1, line 2: the \"SpiderSynQuestion\" of the element is empty"));
  BOOST_TEST(says(refusal("[" + good + good + R"({"SpiderSynQuestion": 7, "query": "d"}])"),
                  "pool.json, element 2, line 3: \"SpiderSynQuestion\" is not a string"));
  BOOST_TEST(says(refusal("[" + good + R"({"question": "c", "SQL": 5}])"), "pool.json, element 1, line 2: \"SQL\" is not a string"));
  BOOST_TEST(says(refusal("[" + good + R"({"question": "c", "db_id": 1, "SQL": "d"}])"), "element 1, line 2: \"db_id\" is not a string"));
  BOOST_TEST(says(refusal("[" + good + R"({"question": "c"}])"), "element 1, line 2: the element has neither"));
}

BOOST_AUTO_TEST_SUITE_END()
