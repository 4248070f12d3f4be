// SPDX-License-Identifier: BSL-1.0
// Statements that try to see more than the rules allow: attacks.sql.
#include "shop.hpp"

#include "t2s/offline/repair/repairer.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/sql/dialects.hpp"

namespace {

using namespace t2s;
using namespace t2s::test;

BOOST_AUTO_TEST_SUITE(policy_attacks)

BOOST_AUTO_TEST_CASE(there_are_more_than_300) { BOOST_TEST(attacks().size() >= 300U); }

BOOST_AUTO_TEST_CASE(statements_do_what_they_do_over_a_copy) {
  shop const shop;
  auto clerk = shop.open();
  db::sqlite_connection copy(shop.copy);
  std::size_t answered = 0;
  for (auto const& a : attacks()) {
    BOOST_TEST_CONTEXT(a.sql) {
      auto const ours = clerk.execute(a.sql);
      BOOST_TEST(!tells(bytes_of(ours), a.sql), bytes_of(ours));
      if (a.must_be_refused) {
        BOOST_TEST(!ours.ok());
        continue;
      }
      auto const reference = copy.execute(a.sql);
      BOOST_TEST(ours.ok() == reference.ok(), why(ours) << "; the copy: " << why(reference));
      if (!ours.ok() || !reference.ok()) continue;
      ++answered;
      BOOST_TEST(sorted_rows(ours) == sorted_rows(reference), boost::test_tools::per_element());
      BOOST_TEST(ours.rows.columns == reference.rows.columns, boost::test_tools::per_element());
    }
  }
  BOOST_TEST(answered > 150U);
}

// The second layer alone: unchanged statements over a connection whose tables are closed.
BOOST_AUTO_TEST_CASE(closed_tables_hold_without_the_rewriting) {
  shop const shop;
  db::sqlite_connection file(shop.whole);
  db::policy::access const access(file.schema(), shop.rules, shop.clerk, true);
  file.read_only_through(access.views());
  for (auto const& a : attacks()) {
    BOOST_TEST_CONTEXT(a.sql) {
      auto const done = file.execute(a.sql);
      auto const said = bytes_of(done);
      for (auto const& secret : secrets) BOOST_TEST((a.sql.find(secret) != a.sql.npos || said.find(secret) == said.npos), said);
    }
  }
  // A common table expression may have the name of a view of the file, but not of one of ours.
  BOOST_TEST(!file.execute("WITH cities AS (SELECT * FROM main.payroll) SELECT * FROM cities").ok());
  BOOST_TEST(!file.execute("WITH c AS (SELECT count(*) FROM main.payroll) SELECT * FROM c").ok());
  BOOST_TEST(!file.execute("SELECT count(*) FROM main.payroll").ok());
  BOOST_TEST(!file.sample("staff", 1).ok());
  BOOST_TEST(!file.distinct("staff", "name", 1).ok());
  BOOST_TEST(file.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(rows_and_estimates_tell_no_more) {
  shop const shop;
  auto clerk = shop.open();
  for (auto const& a : attacks()) {
    BOOST_TEST_CONTEXT(a.sql) {
      auto const done = clerk.execute(a.sql);
      db::execution walked;
      auto const ended =
          clerk.each_row(a.sql, [&](std::span<value const> row) { walked.rows.values.emplace_back(row.begin(), row.end()); });
      BOOST_TEST(ended.has_value() == done.failure.has_value());
      if (done.ok()) BOOST_TEST(sorted_rows(walked) == sorted_rows(done), boost::test_tools::per_element());
      auto const guess = clerk.estimate(a.sql);
      if (guess.failure) BOOST_TEST(!tells(guess.failure->text(), a.sql), guess.failure->text());
      if (guess.cost) BOOST_TEST(guess.cost->costliest.empty());
      auto const lowered = text::lower(a.sql);
      bool const hides = lowered.find("staff") != a.sql.npos || lowered.find("orders") != a.sql.npos;
      if (hides && lowered.find("with") == a.sql.npos) BOOST_TEST((!guess.cost || lowered.find('\'') != a.sql.npos));
    }
  }
}

BOOST_AUTO_TEST_CASE(repairs_tell_no_more) {
  shop const shop;
  auto clerk = shop.open();
  repair::repair_options how;
  how.dialects = sql::other_dialects;
  how.aggressive = true;
  prepared known(clerk);
  repair::repairer const mend{known.known<knowledge::lexicon>(), how};
  for (auto const& a : attacks()) {
    BOOST_TEST_CONTEXT(a.sql) {
      auto const done = mend.repair(clerk, a.sql, "What does everybody earn, and which notes are there?");
      std::string said = done.sql;
      for (auto const& s : done.steps) said.append("|").append(s.why);
      if (done.execution) said.append("|").append(bytes_of(*done.execution));
      BOOST_TEST(!tells(said, a.sql), said);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
