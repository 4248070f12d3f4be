// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/skeleton/retrieved.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/offline/generate/skeleton_fill.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/skeleton/detail/ranker.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

using namespace t2s;
using skeleton::ranked;
using strings = std::vector<std::string>;

namespace {

std::shared_ptr<retrieve::skeleton_index const> pool_of(std::vector<std::pair<char const*, char const*>> const& pairs) {
  std::vector<demonstration> pool;
  for (auto const& [asked, sql] : pairs) pool.push_back({"zoo", asked, sql, {}, {}});
  return std::make_shared<retrieve::skeleton_index const>(std::move(pool));
}

/// Questions about a zoo, of several structures.
std::shared_ptr<retrieve::skeleton_index const> zoo() {
  return pool_of({{"How many animals are there?", "SELECT count(*) FROM animal"},
                  {"How many keepers are there?", "SELECT count(*) FROM keeper"},
                  {"What is the weight of each animal?", "SELECT weight FROM animal"},
                  {"List the name of animals sorted by weight", "SELECT name FROM animal ORDER BY weight"},
                  {"What is the name of the animal with the highest weight?", "SELECT name FROM animal ORDER BY weight DESC LIMIT 1"},
                  {"For each species, how many animals are there?", "SELECT species, count(*) FROM animal GROUP BY species"},
                  {"Which animals do not have a keeper?", "SELECT name FROM animal WHERE id NOT IN (SELECT animal FROM keeper)"},
                  {"What is it?", "no SQL at all"}});
}

/// A database other than the pool's.
struct school {
  test::folder f;
  db::sqlite_connection database{test::make_database(f / "school.sqlite",
                                                     "CREATE TABLE student(id INTEGER PRIMARY KEY, name TEXT, gpa REAL, house TEXT);"
                                                     "INSERT INTO student VALUES (1,'Ann',3.5,'North'),(2,'Bob',2.5,'South');")};
  prepared<db::sqlite_connection> prepared_school{database};
  std::shared_ptr<knowledge::lexicon const> names = prepared_school.known<knowledge::lexicon>();

  [[nodiscard]] std::vector<ranked> rank(skeleton::ranker const& by, char const* asked, std::string_view draft = {},
                                         std::size_t most = 10) const {
    return by.rank(link::link_question(*names, asked), draft, most);
  }

  template <class Parser>
  skeleton::parsed parse(Parser const& parser, char const* asked) {
    return parse_over(database, parser, asked);
  }

  /// Over a connection, or a prepared one with a known lexicon.
  template <class Database, class Parser>
  skeleton::parsed parse_over(Database& over, Parser const& parser, char const* asked) {
    llm::no_model nobody;
    context<llm::no_model, Database> plain(nobody, over);
    run_context<decltype(plain), states_of<Parser>> ctx(plain);
    question const q(asked);
    samples const none_shown;
    auto found = parser.parse(ctx, q, none_shown).get();
    if (decltype(plain)::is_prepared) BOOST_TEST(ctx.spent().statements == 0u);
    return found;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(skeleton_retrieved)

BOOST_AUTO_TEST_CASE(parts_are_words_by_clause_and_counts) {
  BOOST_TEST(skeleton::parts_of("select _ , count ( * ) from _ join _ where _ > = _ and _ like _") ==
                 strings({"from 2", "from join", "select ( *", "select 2", "select count", "where 2", "where >=", "where like", "words 3"}),
             boost::test_tools::per_element());
  BOOST_TEST(skeleton::parts_of("select distinct _ from _ where _ not in ( select _ from _ )") ==
                 strings({"from 1", "select 1", "select distinct", "where ( from", "where ( select", "where 1", "where in", "where not",
                          "words 2"}),
             boost::test_tools::per_element());
  BOOST_TEST(skeleton::parts_of("select _ from _ except select _ from _ order by _ desc limit _") ==
                 strings({"except", "from 1", "select 1", "then from 1", "then limit 1", "then order 1", "then order desc", "then select 1",
                          "words 2"}),
             boost::test_tools::per_element());
  BOOST_TEST(skeleton::parts_of("").empty());
}

BOOST_FIXTURE_TEST_CASE(cues_are_words_that_name_nothing_and_counts, school) {
  auto const linked = link::link_question(*names, "How many students in North have a gpa above 3?");
  auto const cues = skeleton::cues_of(linked, retrieve::question_skeleton(linked.tokens, linked.masked()));
  auto const says = [&](char const* cue) { return std::ranges::binary_search(cues, cue); };
  for (auto const* cue : {"how", "many", "above", "#first how", "#tables 1", "#columns 1", "#values 1", "#numbers 1", "#always"})
    BOOST_TEST(says(cue), cue);
  for (auto const* name : {"student", "gpa", "north", "3", "[MASK]"}) BOOST_TEST(!says(name), name);
}

BOOST_FIXTURE_TEST_CASE(questions_of_one_build_have_one_skeleton, school) {
  skeleton::ranker const by(zoo());
  auto const first = [&](char const* asked) { return rank(by, asked).at(0).skeleton; };
  BOOST_TEST(first("How many students are there?") == "select count ( * ) from _");
  BOOST_TEST(first("List the name of students sorted by gpa") == "select _ from _ order by _");
  BOOST_TEST(first("What is the name of the student with the highest gpa?") == "select _ from _ order by _ desc limit _");
  BOOST_TEST(first("For each house, how many students are there?") == "select _ , count ( * ) from _ group by _");
}

BOOST_FIXTURE_TEST_CASE(each_skeleton_once_with_its_share_of_confidence, school) {
  skeleton::ranker const by(zoo());
  auto const all = rank(by, "How many students are there?");
  BOOST_TEST(all.size() == 6u);  // two demonstrations share one, another has no SQL
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    sum += all[i].confidence;
    BOOST_TEST((i == 0 || all[i].confidence <= all[i - 1].confidence));
    for (std::size_t k = 0; k < i; ++k) BOOST_TEST(all[i].skeleton != all[k].skeleton);
  }
  BOOST_TEST(std::abs(sum - 1) < 1e-9);
  BOOST_REQUIRE(all[0].demonstration);
  BOOST_TEST(*all[0].demonstration < 2u);
  auto const two = rank(by, "How many students are there?", {}, 2);
  BOOST_TEST(two.size() == 2u);
  BOOST_TEST(two[0].confidence == all[0].confidence);
}

BOOST_FIXTURE_TEST_CASE(a_draft_is_one_more_candidate_and_witness, school) {
  skeleton::ranker const by(zoo());
  auto const place = [](std::vector<ranked> const& all, std::string_view s) { return std::ranges::find(all, s, &ranked::skeleton); };
  auto const* const unknown = "select avg ( _ ) from _ where _ = _";
  auto const with = rank(by, "What about the students?", unknown), without = rank(by, "What about the students?");
  BOOST_TEST((place(without, unknown) == without.end()));
  BOOST_REQUIRE((place(with, unknown) != with.end()));
  BOOST_TEST(!place(with, unknown)->demonstration);

  auto const* const known = "select _ from _";
  auto const agreed = rank(by, "What about the students?", known);
  BOOST_TEST(agreed.size() == without.size());
  BOOST_TEST(place(agreed, known)->confidence > place(without, known)->confidence);
}

// The scores follow from the weights by hand: softmax of 1 and 0.
BOOST_FIXTURE_TEST_CASE(weights_say_what_counts, school) {
  auto const pool = pool_of({{"What?", "SELECT a FROM t"}, {"Which?", "SELECT max(a) FROM t"}});
  skeleton::weight const one[] = {{"largest", "select max", 1}};
  skeleton::ranker const by(pool, one);
  auto const all = rank(by, "the largest gpa");
  BOOST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[0].skeleton == "select max ( _ ) from _");
  BOOST_TEST(std::abs(all[0].confidence - std::exp(1) / (std::exp(1) + 1)) < 1e-6);
  auto const tied = rank(by, "the gpa");
  BOOST_TEST(tied[0].skeleton == "select _ from _");  // it comes first in the pool
  BOOST_TEST(std::abs(tied[0].confidence - 0.5) < 1e-6);

  skeleton::weight const drafts[] = {{"#drafted", "", 1}, {"#draft", "select max", 1}};
  auto const drafted = rank(skeleton::ranker(pool, drafts), "the gpa", "select max ( _ ) from _");
  BOOST_TEST(std::abs(drafted[0].confidence - std::exp(2) / (std::exp(2) + 1)) < 1e-6);
}

BOOST_FIXTURE_TEST_CASE(without_a_pool_the_draft_alone_is_left, school) {
  for (auto const& pool : {std::shared_ptr<retrieve::skeleton_index const>(), pool_of({}), pool_of({{"Q", "no SQL"}})}) {
    skeleton::ranker const by(pool);
    BOOST_TEST(rank(by, "How many students?").empty());
    auto const drafted = rank(by, "How many students?", "select _ from _");
    BOOST_REQUIRE(drafted.size() == 1u);
    BOOST_TEST(drafted[0].confidence == 1.0);
  }
  BOOST_TEST(parse(skeleton::retrieved(), "How many students?").skeleton.empty());
  BOOST_TEST(!parse(skeleton::retrieved(), "How many students?").why.empty());
  BOOST_TEST(rank(skeleton::ranker(zoo()), "").size() == 6u);
  BOOST_TEST(rank(skeleton::ranker(zoo()), "???? \xff 'open").size() == 6u);
}

BOOST_FIXTURE_TEST_CASE(the_parser_gives_the_best_or_nothing, school) {
  auto parser = skeleton::make_retrieved(zoo());
  auto const found = parse_over(prepared_school, parser, "How many students are there?");
  BOOST_TEST(found.skeleton == "select count ( * ) from _");
  BOOST_TEST(found.sql == "SELECT count(*) FROM animal");
  BOOST_TEST(found.why.find(" %") != std::string::npos);
  BOOST_TEST(parse(parser, "How many students are there?").skeleton == found.skeleton);  // read in the run
  parser.least = 1.1;
  auto const refused = parse(parser, "How many students are there?");
  BOOST_TEST(refused.skeleton.empty());
  BOOST_TEST(refused.why.find("select count ( * ) from _") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(a_generator_drafts_for_it, school) {
  auto const drafted = skeleton::make_retrieved<generate::skeleton_fill>(pool_of({}));
  BOOST_TEST(parse_over(prepared_school, drafted, "What is the average gpa of students in North?").skeleton ==
             "select avg ( _ ) from _ where _ = _");
  auto const of_zoo = skeleton::make_retrieved<generate::skeleton_fill>(zoo());
  BOOST_TEST(parse(of_zoo, "What is the average gpa of students in North?").skeleton == "select avg ( _ ) from _ where _ = _");
  BOOST_TEST(parse(of_zoo, "Whatever?").skeleton != "");
}

BOOST_AUTO_TEST_SUITE_END()
