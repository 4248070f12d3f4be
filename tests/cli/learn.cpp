// SPDX-License-Identifier: BSL-1.0
// t2s learn, and the commands that use what the owner of a database confirmed.
#include "folder.hpp"
#include "killed_program.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>

namespace json = boost::json;
namespace fs = std::filesystem;
using cli_test::contains;
using cli_test::quoted;
using cli_test::t2s;

namespace {

struct brewery : cli_test::folder {
  std::string const db = (path / "brewery.sqlite").string(), learned = db + ".t2s-learned";
  std::string const with_db = " --db " + quoted(db) + " ";

  brewery() : folder("learn") {
    cli_test::make_database(db,
                            "CREATE TABLE tbl_vat (vat_no INTEGER PRIMARY KEY, vat_nm TEXT, st TEXT);"
                            "CREATE TABLE tbl_brew (id INTEGER PRIMARY KEY, vat_no INTEGER, dt TEXT);"
                            "INSERT INTO tbl_vat VALUES (101, 'Oak', 'A'), (102, 'Steel', 'C'), (103, 'Elm', 'A'), (104, 'Ash', 'A'),"
                            " (105, 'Fir', 'C');"
                            "INSERT INTO tbl_brew VALUES (1, 101, '31.01.2023'), (2, 102, '02.05.2024'), (3, 103, '15.03.2024'),"
                            " (4, 104, '01.04.2024'), (5, 105, '20.06.2024');");
  }

  void decide(std::string const& lines) const { std::ofstream(learned) << lines; }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(learned_from_owner, brewery)

BOOST_AUTO_TEST_CASE(proposals_are_written_once_and_decisions_kept) {
  auto const first = t2s("learn" + with_db);
  BOOST_TEST(first.status == 0);
  BOOST_TEST(first.err.empty());
  BOOST_TEST(contains(first.out, "new proposals: 1 key"));
  auto text = read("brewery.sqlite.t2s-learned");
  BOOST_TEST(contains(text, "proposed key   tbl_brew.vat_no = tbl_vat.vat_no"));
  BOOST_TEST(contains(text, "proposed time  tbl_brew.dt = DD.MM.YYYY"));
  auto const at = text.find("proposed key");
  text.replace(at, std::string("proposed").size(), "confirmed");
  decide(text);
  auto const again = json::parse(t2s("learn --json" + with_db).out);
  BOOST_TEST(again.at("added").as_array().empty());
  BOOST_TEST(again.at("confirmed").to_number<int>() == 1);
  BOOST_TEST(read("brewery.sqlite.t2s-learned") == text);
}

BOOST_AUTO_TEST_CASE(confirmed_lines_are_used_beside_the_database) {
  std::string const question = quoted("How many active vats are there?");
  auto const before = t2s("ask --min-confidence 0 --json" + with_db + question);
  BOOST_TEST(!contains(before.out, "st = 'A'"));
  decide("confirmed words tbl_vat = vat\nconfirmed code tbl_vat.st 'A' = active\nconfirmed code tbl_vat.st 'C' = closed\n");
  BOOST_TEST(contains(t2s("ask --min-confidence 0 --json" + with_db + question).out, "st = 'A'"));
  BOOST_TEST(!contains(t2s("ask --min-confidence 0 --json --learned none" + with_db + question).out, "st = 'A'"));
  BOOST_TEST(contains(t2s("link" + with_db + question).out, "tbl_vat.st"));
  auto const elsewhere = (path / "owner.txt").string();
  fs::rename(learned, elsewhere);
  BOOST_TEST(contains(t2s("ask --min-confidence 0 --json --learned " + quoted(elsewhere) + with_db + question).out, "st = 'A'"));
}

BOOST_AUTO_TEST_CASE(wrong_lines_stop_every_command) {
  decide("confirmed words tbl_vat.name = name\nmaybe words tbl_vat = vat\n");
  auto const refused = t2s("ask" + with_db + quoted("How many vats are there?"));
  BOOST_TEST(refused.status == 3);
  BOOST_TEST(contains(refused.err, "line 2 of"));
  BOOST_TEST(contains(refused.err, "begin with proposed, confirmed or rejected"));
  decide("confirmed words tbl_vat.name = name\n");
  BOOST_TEST(contains(t2s("lint" + with_db + quoted("SELECT 1")).err, "table tbl_vat has no column name"));
  decide("proposed words tbl_vat.name = name\n");
  BOOST_TEST(t2s("lint" + with_db + quoted("SELECT vat_nm FROM tbl_vat")).err.empty());
}

BOOST_AUTO_TEST_SUITE_END()
