// SPDX-License-Identifier: BSL-1.0
// Words that lost the space between them, statements whose inner SELECT is another one, and repairs that combine. SQLite executes all.
#include "t2s/offline/repair/repairer.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/sql/dialects.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::test;

namespace {

struct fixture {
  folder f;
  db::sqlite_connection database{
      make_database(f / "harbour.sqlite",
                    "CREATE TABLE Boats(boat_id INTEGER PRIMARY KEY, label TEXT, tons INT, built INT, owner INT REFERENCES Owners);"
                    "CREATE TABLE Owners(owner_id INTEGER PRIMARY KEY, FullName TEXT, since TEXT);"
                    "INSERT INTO Owners VALUES (1,'Ada Moss','2019-04-02'),(2,'Ben Hill','2020-10-05'),(3,'Cleo Marsh','2020-01-01');"
                    "INSERT INTO Boats VALUES (1,'Heron',40,2015,2),(2,'Mira',35,2018,3),(3,'Rex',190,2012,NULL),(4,'Pip',1,2018,1);")};
  repair::repairer repairs{prepared(database).known<knowledge::lexicon>(), {.dialects = sql::other_dialects}};
};

struct mended {
  std::string_view broken, whole;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(lost_spaces, fixture)

BOOST_AUTO_TEST_CASE(are_put_back) {
  for (auto const& m :
       {mended{"SELECT label FROMBoats", "SELECT label FROM Boats"},
        mended{"SELECTlabel FROM Boats", "SELECT label FROM Boats"},
        mended{"SELECT labelFROM Boats", "SELECT label FROM Boats"},
        mended{"SELECT DISTINCTbuilt FROM Boats", "SELECT DISTINCT built FROM Boats"},
        mended{"SELECT label FROM BoatsWHERE tons > 30", "SELECT label FROM Boats WHERE tons > 30"},
        mended{"SELECT label FROM Boats WHEREtons > 30", "SELECT label FROM Boats WHERE tons > 30"},
        mended{"SELECT label FROM Boats WHERE tons > 30AND built = 2015", "SELECT label FROM Boats WHERE tons > 30 AND built = 2015"},
        mended{"SELECT label FROM Boats WHERE (tons > 30) ANDbuilt = 2015", "SELECT label FROM Boats WHERE (tons > 30) AND built = 2015"},
        mended{"SELECT label FROM Boats WHERE owner ISNOT NULL", "SELECT label FROM Boats WHERE owner IS NOT NULL"},
        mended{"SELECT label FROM Boats WHERE built NOTIN (2015, 2012)", "SELECT label FROM Boats WHERE built NOT IN (2015, 2012)"},
        mended{"SELECT label FROM Boats WHERE builtIN (2015, 2012)", "SELECT label FROM Boats WHERE built IN (2015, 2012)"},
        mended{"SELECT label FROM Boats WHERE tonsBETWEEN 1AND 50", "SELECT label FROM Boats WHERE tons BETWEEN 1 AND 50"},
        mended{"SELECT built, count(*) FROM Boats GROUPBY built", "SELECT built, count(*) FROM Boats GROUP BY built"},
        mended{"SELECT built FROM Boats GROUP BYbuilt HAVINGcount(*) > 1", "SELECT built FROM Boats GROUP BY built HAVING count(*) > 1"},
        mended{"SELECT label FROM Boats ORDERBY tons", "SELECT label FROM Boats ORDER BY tons"},
        mended{"SELECT label FROM Boats ORDER BY boat_idDESC", "SELECT label FROM Boats ORDER BY boat_id DESC"},
        mended{"SELECT label FROM Boats ORDER BY tonsDESC LIMIT2", "SELECT label FROM Boats ORDER BY tons DESC LIMIT 2"},
        mended{"SELECT label FROM Boats UNIONALL SELECT FullName FROM Owners",
               "SELECT label FROM Boats UNION ALL SELECT FullName FROM Owners"},
        mended{"SELECT b.label FROM Boats b LEFTJOIN Owners o ON b.owner = o.owner_id",
               "SELECT b.label FROM Boats b LEFT JOIN Owners o ON b.owner = o.owner_id"},
        mended{"SELECT b.label FROM Boats ASb JOINOwners o ONb.owner = o.owner_id",
               "SELECT b.label FROM Boats AS b JOIN Owners o ON b.owner = o.owner_id"},
        mended{"SELECT CASEWHEN tons > 30 THEN1 ELSE 0END FROM Boats", "SELECT CASE WHEN tons > 30 THEN 1 ELSE 0 END FROM Boats"}}) {
    auto const done = repairs.repair(database, std::string(m.broken));
    BOOST_TEST(done.sql == m.whole);
    BOOST_TEST((done.execution && !done.execution->failure), m.broken);
    BOOST_TEST(done.why().find("spaces") != std::string::npos, m.broken);
  }
}

/// In a word beside a misspelling, and beside a new name.
BOOST_AUTO_TEST_CASE(are_put_back_in_misspelt_words) {
  for (auto const& m : {mended{"SELECT label FROM Boats ORDER BY buitDESC LIMIT 2", "SELECT label FROM Boats ORDER BY built DESC LIMIT 2"},
                        mended{"SELECT label FROM Boats WHERE tons BETWEEN 1AND 50 ANDbuiltt = 2018",
                               "SELECT label FROM Boats WHERE tons BETWEEN 1 AND 50 AND built = 2018"},
                        mended{"SELECT lablFROM Boats", "SELECT label FROM Boats"},
                        mended{"SELECT label FROM Boats WHERE owner IS NOTNULL ORDER BYlabel",
                               "SELECT label FROM Boats WHERE owner IS NOT NULL ORDER BY label"},
                        mended{"SELECT label AS nFROM Boats", "SELECT label AS n FROM Boats"},
                        mended{"SELECT built AS year, count(*) AS nFROM Boats GROUPBY built",
                               "SELECT built AS year, count(*) AS n FROM Boats GROUP BY built"},
                        mended{"WITHold AS (SELECT label FROM Boats WHERE built < 2016) SELECT label FROM old",
                               "WITH old AS (SELECT label FROM Boats WHERE built < 2016) SELECT label FROM old"}}) {
    auto const done = repairs.repair(database, std::string(m.broken));
    BOOST_TEST(done.sql == m.whole);
    BOOST_TEST((done.execution && !done.execution->failure), m.broken);
    BOOST_TEST(done.why().find("spaces") != std::string::npos, m.broken);
  }
}

/// They run, with the clause as a name of the table.
BOOST_AUTO_TEST_CASE(of_clauses_that_pass_as_names) {
  for (auto const& m : {mended{"SELECT label FROM Boats LIMIT2", "SELECT label FROM Boats LIMIT 2"},
                        mended{"SELECT label FROM Boats WHEREowner", "SELECT label FROM Boats WHERE owner"},
                        mended{"SELECT built, count(*) FROM Boats GROUPBYbuilt", "SELECT built, count(*) FROM Boats GROUP BY built"},
                        mended{"SELECT tons FROM Boats WHERElabel", "SELECT tons FROM Boats WHERE label"},  // no label is a number
                        mended{"SELECT lable FROM Boats LIMIT2", "SELECT label FROM Boats LIMIT 2"}}) {
    auto const done = repairs.repair(database, std::string(m.broken));
    BOOST_TEST(done.sql == m.whole);
    BOOST_TEST(done.why().find("was read as a name for Boats") != std::string::npos, m.broken);
  }
}

/// Letters that look like digits, behind a digit.
BOOST_AUTO_TEST_CASE(of_numbers_with_letters) {
  for (auto const& m :
       {mended{"SELECT label FROM Boats LIMIT1O", "SELECT label FROM Boats LIMIT 10"},
        mended{"SELECT label FROM Boats LIMIT 1O", "SELECT label FROM Boats LIMIT 10"},
        mended{"SELECT label FROM Boats ORDER BY label LIMIT1OOFFSET 1", "SELECT label FROM Boats ORDER BY label LIMIT 10 OFFSET 1"},
        mended{"SELECT label FROM Boats LIMIT 1l", "SELECT label FROM Boats LIMIT 11"},
        mended{"SELECT label FROM Boats WHERE built = 2O15 OR tons > 2O", "SELECT label FROM Boats WHERE built = 2015 OR tons > 20"},
        mended{"SELECT label FROM Boats WHERE tons > 1OR built = 2015", "SELECT label FROM Boats WHERE tons > 1 OR built = 2015"}}) {
    auto const done = repairs.repair(database, std::string(m.broken));
    BOOST_TEST(done.sql == m.whole);
    BOOST_TEST((done.execution && !done.execution->failure), m.broken);
  }
  for (auto const* sql : {"SELECT label FROM Boats LIMIT 1Ox", "SELECT label FROM Boats WHERE label = '1O'", "SELECT 1 AS l0O FROM Boats"})
    BOOST_TEST(!repairs.repair(database, sql).repaired(), sql);
}

/// Without a digit at the beginning such a number is a name to the grammar.
BOOST_AUTO_TEST_CASE(of_numbers_that_begin_with_a_letter) {
  for (auto const& m :
       {mended{"SELECT label FROM Boats LIMIT lO", "SELECT label FROM Boats LIMIT 10"},
        mended{"SELECT label FROM Boats LIMIT l0", "SELECT label FROM Boats LIMIT 10"},
        mended{"SELECT label FROM Boats ORDER BY tons LIMIT IO OFFSET O", "SELECT label FROM Boats ORDER BY tons LIMIT 10 OFFSET 0"},
        mended{"SELECT label FROM Boats LIMIT l", "SELECT label FROM Boats LIMIT 1"},
        mended{"SELECT label FROM Boats LIMITlO", "SELECT label FROM Boats LIMIT 10"},
        mended{"SELECT lable FROM Boats LIMIT lO", "SELECT label FROM Boats LIMIT 10"},
        mended{"SELECT label FROM (SELECT label FROM Boats LIMIT I0) LIMIT 5",
               "SELECT label FROM (SELECT label FROM Boats LIMIT 10) LIMIT 5"},
        mended{"SELECT label FROM Boats WHERE tons > lO", "SELECT label FROM Boats WHERE tons > 10"}}) {
    auto const done = repairs.repair(database, std::string(m.broken));
    BOOST_TEST(done.sql == m.whole);
    BOOST_TEST((done.execution && !done.execution->failure), m.broken);
  }
  for (auto const* sql : {"SELECT tons AS lO FROM Boats ORDER BY lO LIMIT 2", "SELECT lO.label FROM Boats AS lO WHERE lO.tons > 2 LIMIT 1",
                          "SELECT label FROM Boats WHERE label = 'lO'", "SELECT l0 FROM (SELECT tons AS l0 FROM Boats) WHERE 5 < l0"})
    BOOST_TEST(!repairs.repair(database, sql).repaired(), sql);
}

BOOST_AUTO_TEST_CASE(are_not_seen_in_names) {
  for (auto const* sql : {"SELECT count(*) ordercount FROM Boats", "SELECT min(built) AS frombuilt FROM Boats",
                          "SELECT label isbuilt FROM Boats", "SELECT label FROM Boats limitless", "SELECT label FROM Boats AS limit2",
                          "SELECT limit2.label FROM Boats limit2", "SELECT label FROM Boats wherever"})
    BOOST_TEST(!repairs.repair(database, sql).repaired(), sql);
}

/// A statement that is not understood does not become the SELECT within.
BOOST_AUTO_TEST_CASE(of_an_inner_select) {
  for (auto const* sql :
       {"SUMMARIZE SELECT * FROM Boats", "DESCRIBE SELECT * FROM Boats", "PIVOT (SELECT * FROM Boats) ON built USING sum(tons)",
        "SELECT * FROM (PIVOT Boats ON built USING sum(tons))", "SELECT * FROM Boats PIVOT (sum(tons) FOR built IN (2015))",
        "UNPIVOT (SELECT * FROM Boats) ON tons, built INTO NAME n VALUE v",
        "WITH p AS (PIVOT Boats ON built USING sum(tons)) SELECT * FROM p", "COPY (SELECT * FROM Boats) TO 'x.csv'", "SUMMARIZE Boats",
        "PIVOT (SELECT label, FROM Boats) ON built USING sum(tons)", "SUMMARIZE SELECT label FROM Boats ORDER", "DESCRIBE Boats"}) {
    auto const done = repairs.repair(database, sql);
    BOOST_TEST(!done.repaired(), sql << "\n" << done.sql);
    BOOST_TEST((done.execution && done.execution->failure), sql);
  }
  auto const prose = repairs.repair(database, "Describe the boats: SELECT label FROM Boats");
  BOOST_TEST(prose.sql == "SELECT label FROM Boats");
}

BOOST_AUTO_TEST_CASE(beside_other_faults) {
  for (auto const& m :
       {mended{"SELECT lable, LEN(FulName) FROM Boats JOIN Owners ON owner = owner_id",
               "SELECT Boats.label, length(rtrim(Owners.FullName)) FROM Boats JOIN Owners ON owner = owner_id"},
        mended{"SELECT FulName FROM Owner WHERE YEAR(sinse) = 2019",
               "SELECT FullName FROM Owners WHERE CAST(strftime('%Y', since) AS INTEGER) = 2019"},
        mended{"SELECT label, FulName FROM Boats", "SELECT label, Owners.FullName FROM Boats JOIN Owners ON Boats.owner = Owners.owner_id"},
        mended{"SELECT Boats.lable, Owners.FulName FROM Boats",
               "SELECT Boats.label, Owners.FullName FROM Boats JOIN Owners ON Boats.owner = Owners.owner_id"},
        mended{"SELECT CHARINDEX('a', 'bar') FROM DUAL", "SELECT instr('bar', 'a')"},
        mended{"SELECT FulName FROM Boats WHERE label = 'Heron'",
               "SELECT Owners.FullName FROM Boats JOIN Owners ON Boats.owner = Owners.owner_id WHERE label = 'Heron'"},
        mended{"SELECT lable FROM Boats WHEREtons > 30", "SELECT label FROM Boats WHERE tons > 30"}}) {
    auto const done = repairs.repair(database, std::string(m.broken));
    BOOST_TEST(done.sql == m.whole);
    BOOST_TEST((done.execution && !done.execution->failure), m.broken);
  }
}

/// What SQLite lacks and no rule translates is named, with what says the same.
BOOST_AUTO_TEST_CASE(of_no_kind_are_forms_of_other_dialects) {
  for (auto const& m : {mended{"SELECT * FROM Boats PIVOT (sum(tons) FOR built IN ([2015],[2018]))", "SQLite has no PIVOT: "},
                        mended{"WITH p AS (PIVOT Boats ON built USING sum(tons)) SELECT * FROM p", "SQLite has no PIVOT: "},
                        mended{"UNPIVOT Boats ON tons, built INTO NAME n VALUE v", "SQLite has no UNPIVOT: "},
                        mended{"SUMMARIZE SELECT * FROM Boats", "SQLite has no SUMMARIZE: "},
                        mended{"DESCRIBE Boats", "SQLite has no DESCRIBE: "}, mended{"SHOW COLUMNS FROM Boats", "SQLite has no SHOW: "},
                        mended{"SELECT * FROM Boats ASOF JOIN Owners ON Boats.built >= Owners.since", "SQLite has no ASOF JOIN: "},
                        mended{"SELECT * FROM Boats b CROSS APPLY (SELECT 1) x", "SQLite has no CROSS APPLY: "},
                        mended{"SELECT label FROM Boats CONNECT BY PRIOR boat_id = owner", "SQLite has no CONNECT BY: "},
                        mended{"SELECT * FROM JSON_TABLE('[]', '$' COLUMNS (a INT PATH '$.a')) t", "SQLite has no JSON_TABLE: "},
                        mended{"SELECT label FROM Boats, Owners WHERE owner = owner_id(+)", "SQLite has no outer join by (+): "}}) {
    auto const done = repairs.repair(database, std::string(m.broken));
    BOOST_TEST(!done.repaired(), m.broken << "\n" << done.sql);
    BOOST_REQUIRE((done.execution && done.execution->failure));
    BOOST_TEST(done.execution->failure->remedy.starts_with(m.whole), m.broken << "\n" << done.execution->failure->remedy);
  }
}

BOOST_AUTO_TEST_CASE(of_no_kind_are_unknown_functions) {
  for (auto const* sql : {"SELECT CHARINDEX('a', label), PATINDEX('%a%', label) FROM Boats",
                          "SELECT TOP 2 PATINDEX('%a%', [label]), LEN(label) FROM Boats"}) {
    auto const done = repairs.repair(database, sql);
    BOOST_TEST(!done.repaired(), done.sql);
    BOOST_REQUIRE((done.execution && done.execution->failure));
    BOOST_TEST(done.execution->failure->remedy.starts_with("PATINDEX() has no equivalent"), done.execution->failure->remedy);
  }
}

BOOST_AUTO_TEST_CASE(drafts_are_suggested_without_a_database) {
  auto const& shape = database.schema();
  auto const top = repair::suggest_draft("SELECT TOP 2 label FROM Boats", shape);
  BOOST_TEST((top && top->sql == "SELECT label FROM Boats LIMIT 2"));
  BOOST_TEST(!repair::suggest_draft("SELECT label FROM Boats", shape));
  BOOST_TEST(!repair::suggest_draft("SELECT * FROM Boats PIVOT (sum(tons) FOR built IN (2015))", shape));
}

BOOST_AUTO_TEST_SUITE_END()
