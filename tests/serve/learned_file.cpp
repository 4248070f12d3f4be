// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/detail/learned_file.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <string>

#include "serve/bee_yard.hpp"
#include "support/rest_of.hpp"
#include "support/sqlite_file.hpp"
#include "t2s/core/error.hpp"

namespace {

using t2s::knowledge::learned_fact;
using t2s::serve::learned_decision;
using enum learned_fact::state;

constexpr char proposals[] =
    "# What t2s learn proposes.\n"
    "\n"
    "# 0.85: \"full\" is a word of other names\n"
    "proposed words  keeper.full_name = name\n"
    "\n"
    "# 0.00: its only values are these; write what they mean\n"
    "  confirmed code   hive.colour 'yellow' = sunny\n"
    "proposed  code   hive.colour 'green' = ?\r\n"
    "\n"
    "rejected key    harvest.hive_id = hive.hive_id";

struct file_of_the_owner {
  t2s::tests::bee_yard data{};
  std::shared_ptr<t2s::serve::served_database> yard = data.serve();
  t2s::test::folder in{"learned"};
  std::string path = (in / "learned").string();
  t2s::serve::learned_file file{path};

  file_of_the_owner() { std::ofstream(path, std::ios::binary) << proposals; }
  [[nodiscard]] std::string text() const {
    std::ifstream in_file(path, std::ios::binary);
    return streams::rest_of(in_file);
  }
  /// The message of a decision that is refused.
  [[nodiscard]] std::string refused(learned_decision const& how) {
    try {
      static_cast<void>(file.decide(how, yard->schema()));
    } catch (t2s::error const& e) {
      BOOST_TEST(text() == proposals);
      return e.what();
    }
    return "nothing";
  }
};

BOOST_FIXTURE_TEST_SUITE(serve_learned_file, file_of_the_owner)

BOOST_AUTO_TEST_CASE(lines_have_their_evidence_and_their_value) {
  auto const all = file.lines();
  BOOST_REQUIRE(all.size() == 4U);
  BOOST_TEST(all[0].number == 4U);
  BOOST_TEST(all[0].text == "proposed words  keeper.full_name = name");
  BOOST_TEST(all[0].value == "name");
  BOOST_TEST(all[0].evidence == "0.85: \"full\" is a word of other names");
  BOOST_TEST(all[1].text == "confirmed code   hive.colour 'yellow' = sunny");
  BOOST_TEST(all[2].value == "?");
  BOOST_TEST(all[2].evidence == all[1].evidence);
  BOOST_TEST(all[3].value == "hive.hive_id");
  BOOST_TEST(all[3].evidence == "");
}

BOOST_AUTO_TEST_CASE(a_decision_changes_its_line_alone) {
  auto const all = file.lines();
  auto const named = file.decide({all[0].number, all[0].text, confirmed, "name, full name"}, yard->schema());
  BOOST_REQUIRE(named);
  BOOST_TEST(named->value == "name, full name");
  BOOST_TEST(named->fact.is_used());
  BOOST_TEST(!!file.decide({all[2].number, all[2].text, confirmed, "shady"}, yard->schema()));
  BOOST_TEST(!!file.decide({all[3].number, all[3].text, proposed, {}}, yard->schema()));
  auto expected = std::string(proposals);
  auto const replace = [&expected](std::string const& from, std::string const& to) {
    expected.replace(expected.find(from), from.size(), to);
  };
  replace("proposed words  keeper.full_name = name", "confirmed words keeper.full_name = name, full name");
  replace("proposed  code   hive.colour 'green' = ?\r", "confirmed code  hive.colour 'green' = shady");
  replace("rejected key    harvest", "proposed key   harvest");
  BOOST_TEST(text() == expected);
}

BOOST_AUTO_TEST_CASE(a_line_that_others_changed_stays) {
  auto const one = file.lines()[0];
  BOOST_TEST(!file.decide({one.number, "proposed words  keeper.full_name = label", confirmed, {}}, yard->schema()));
  BOOST_TEST(!file.decide({one.number + 1, one.text, confirmed, {}}, yard->schema()));
  BOOST_TEST(!file.decide({99, one.text, confirmed, {}}, yard->schema()));
  BOOST_TEST(text() == proposals);
}

BOOST_AUTO_TEST_CASE(what_would_be_wrong_is_refused_and_nothing_changes) {
  auto const all = file.lines();
  auto const has = [](std::string const& said, std::string_view part) {
    if (said.find(part) == said.npos) BOOST_TEST_MESSAGE(said);
    return said.find(part) != said.npos;
  };
  BOOST_TEST(has(refused({all[2].number, all[2].text, confirmed, {}}), "line 8"));  // "?" says nothing
  BOOST_TEST(has(refused({all[3].number, all[3].text, confirmed, "hive.number"}), "has no column number"));
  BOOST_TEST(has(refused({all[3].number, all[3].text, confirmed, "apiary.id"}), "there is no table apiary"));
  BOOST_TEST(has(refused({all[3].number, all[3].text, confirmed, "anything"}), "line 10"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
