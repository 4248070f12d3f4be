// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/sample/stored_values.hpp"

#include "db/support.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/model.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace t2s;

namespace {

constexpr char const* sign =
    "CREATE TABLE \"road sign\"(\"its text\" TEXT); INSERT INTO \"road sign\" VALUES ('Graz'), ('Beware of the dog''s bite');";

struct world {
  test::folder f;
  db::sqlite_connection database{made()};
  sample::stored_values sampler{};

  [[nodiscard]] std::filesystem::path made() const {
    auto file = test::make_database(f / "world.sqlite", test::small_world);
    test::writer(file).run(sign);
    return file;
  }
  std::vector<std::string> known(std::string const& text) {
    llm::no_model model;
    run_context<context<llm::no_model, db::sqlite_connection>, facts<link::linked_question>> ctx(context(model, database));
    return sampler.sample(ctx, question(text)).knowledge;
  }
};

using list = std::vector<std::string>;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(stored_values, world)

BOOST_AUTO_TEST_CASE(are_those_that_the_question_names) {
  BOOST_TEST(known("How many people live in Lima?") == (list{"city.name = 'Lima'"}), boost::test_tools::per_element());
  BOOST_TEST(known("How many people live there?").empty());
  BOOST_TEST(known("").empty());
}

BOOST_AUTO_TEST_CASE(of_a_misspelling_are_as_they_are_stored) {
  BOOST_TEST(known("Which cities are in Austira?") == (list{"country.name = 'Austria'"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_several_columns_are_shown_for_each_and_once) {
  BOOST_TEST(known("Is Graz, the city of Graz, on a sign?") == (list{"city.name = 'Graz'", "\"road sign\".\"its text\" = 'Graz'"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(are_limited_in_number_and_length) {
  sampler.most = 1;
  BOOST_TEST(known("Is Lima larger than Graz?").size() == 1u);
  sampler.most = 0;
  BOOST_TEST(known("Is Lima larger than Graz?").empty());
  sampler.most = 20;
  BOOST_TEST(known("Where is \"beware of the dog's bite\"?") == (list{"\"road sign\".\"its text\" = 'Beware of the dog''s bite'"}),
             boost::test_tools::per_element());
  sampler.value_bytes = 6;
  BOOST_TEST(known("Where is \"beware of the dog's bite\"?") == (list{"\"road sign\".\"its text\" = 'Beware...'"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
