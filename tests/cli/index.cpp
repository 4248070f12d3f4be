// SPDX-License-Identifier: BSL-1.0
// t2s index, and the commands that use an index.
#include "folder.hpp"
#include "killed_program.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <thread>

namespace json = boost::json;
namespace fs = std::filesystem;
using cli_test::contains;
using cli_test::quoted;
using cli_test::t2s;

namespace {

struct sea : cli_test::folder {
  std::string const db = (path / "sea.sqlite").string(), kept = db + ".t2s-values";
  std::string const with_db = " --db " + quoted(db) + " ";

  sea() : folder("index") {
    cli_test::make_database(db,
                            "CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, name TEXT, harbour TEXT);"
                            "INSERT INTO boats VALUES (1, 'Albatross', 'Bergen'), (2, 'Petrel', 'Bergen'), (3, 'Gannet', 'Harstad');");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(index_of_values, sea)

BOOST_AUTO_TEST_CASE(says_what_it_keeps) {
  auto const first = t2s("index" + with_db);
  BOOST_TEST(first.status == 0);
  BOOST_TEST(first.err.empty());
  BOOST_TEST(contains(first.out, "boats        2       5"));
  BOOST_TEST(contains(first.out, "2 of 2 columns were read again"));
  BOOST_TEST(contains(t2s("index" + with_db).out, "nothing was read"));

  auto const as_json = json::parse(t2s("index --json" + with_db).out);
  BOOST_TEST(as_json.at("file").as_string() == kept);
  BOOST_TEST(as_json.at("values").to_number<int>() == 5);
  BOOST_TEST(as_json.at("bytes").to_number<std::uintmax_t>() == fs::file_size(kept));
  BOOST_TEST(as_json.at("was_current").as_bool());
  BOOST_TEST(as_json.at("columns").as_array().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_great_value_keeps_no_table_out) {
  cli_test::make_database((path / "great.sqlite").string(),
                          "CREATE TABLE logs (id INTEGER PRIMARY KEY, author TEXT, body TEXT);"
                          "INSERT INTO logs VALUES (1, 'Hansen', hex(zeroblob(3000000))), (2, 'Nygaard', 'short');");
  auto const made = t2s("index --db " + quoted((path / "great.sqlite").string()));
  BOOST_TEST(made.err.empty());
  BOOST_TEST(contains(made.out, "logs         2       3"));
}

// Every command that looks up values reads them.
BOOST_AUTO_TEST_CASE(what_has_no_end_is_left_out_and_said) {
  auto const endless = (path / "endless.sqlite").string();
  cli_test::make_database(endless,
                          "CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, name TEXT); INSERT INTO boats VALUES (1, 'Petrel');"
                          "CREATE VIEW tides(level, moon) AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t)"
                          " SELECT 'high', 'full' FROM t;");
  auto const of_endless = " --db " + quoted(endless) + " ";
  auto const made = t2s("index --json --time-limit 0.2" + of_endless);
  BOOST_TEST(made.status == 0);
  BOOST_TEST(contains(made.err, "the values of tides.level were not read, or not all of them: the time limit of 0.2 s was met"));
  BOOST_TEST(contains(made.err, "the values of tides.moon"));
  auto const said = json::parse(made.out);
  BOOST_TEST(said.at("left_out").as_array().size() == 2U);
  BOOST_TEST(said.at("left_out").at(0).at("column").as_string() == "level");
  BOOST_TEST(said.at("columns").at(0).at("complete").as_bool());
  auto const asked = t2s("ask --index none" + of_endless + quoted("How many boats are there?"));
  BOOST_TEST(asked.status == 0);
  BOOST_TEST(contains(asked.err, "the values of tides.level were not read"));
  BOOST_TEST(contains(asked.out, "SELECT count(*) FROM boats"));
  BOOST_TEST(t2s("index --time-limit 0" + of_endless).status == 2);
}

// The first signal during reading keeps the former index, and leaves no other file.
BOOST_AUTO_TEST_CASE(an_interruption_leaves_the_former_index) {
  BOOST_TEST(t2s("index" + with_db).status == 0);
  auto const former = read("sea.sqlite.t2s-values");
  cli_test::make_database(db,
                          "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000)"
                          "INSERT INTO boats SELECT i, hex(i * 7919 % 3000017), 'Bergen' FROM n;");
  auto const out = (path / "out").string(), err = (path / "err").string();
  cli_test::running program("index" + with_db, out, err);
  auto const parts = [&] {
    std::size_t n = 0;
    for (auto const& entry : fs::directory_iterator(path)) n += contains(entry.path().string(), ".t2s-part") ? 1U : 0U;
    return n;
  };
  auto const is_writing = [&] {  // at first a file is made and deleted at once, to see whether the folder takes one
    bool const before = parts() == 1;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return before && parts() == 1;
  };
  int looks = 0;
  while (looks < 1200 && !is_writing()) ++looks;
  BOOST_TEST(looks < 1200);
  program.signal(SIGINT);
  BOOST_TEST(program.wait() == 128 + SIGINT);
  BOOST_TEST(contains(read("err"), "interrupted: no index was made; an earlier one is unchanged"));
  BOOST_TEST((read("sea.sqlite.t2s-values") == former));
  BOOST_TEST(parts() == 0U);
}

BOOST_AUTO_TEST_CASE(a_locked_file_is_an_error_soon) {
  sqlite3* other = nullptr;
  sqlite3_open(db.c_str(), &other);
  sqlite3_exec(other, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr);
  auto const begin = std::chrono::steady_clock::now();
  auto const made = t2s("index" + with_db);
  sqlite3_close(other);
  BOOST_TEST(made.status == 3);
  BOOST_TEST(contains(made.err, "sea.sqlite"));
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(60)));
}

BOOST_AUTO_TEST_CASE(answers_are_the_same_with_it) {
  auto const question = with_db + quoted("Which boats are in Harstd?");
  auto const without = t2s("ask" + question);
  BOOST_TEST(contains(without.out, "'Harstad'"));
  t2s("index" + with_db);
  BOOST_TEST(t2s("ask" + question).out == without.out);
  BOOST_TEST(t2s("ask --index none" + question).out == without.out);
  auto const elsewhere = (path / "kept elsewhere").string();
  t2s("index --out " + quoted(elsewhere) + with_db);
  BOOST_TEST(t2s("ask --index " + quoted(elsewhere) + question).out == without.out);
}

// For databases on servers, and for those in read-only folders.
BOOST_AUTO_TEST_CASE(a_folder_has_those_of_many_databases) {
  auto const shared = path / "indexes", other = path / "other";
  fs::create_directories(shared);
  fs::create_directories(other);
  auto const of_other = (other / "sea.sqlite").string();  // the same name, in another place
  cli_test::make_database(of_other,
                          "CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, name TEXT, harbour TEXT);"
                          "INSERT INTO boats VALUES (1, 'Skua', 'Narvik');");
  auto const files = [&shared] { return std::distance(fs::directory_iterator(shared), fs::directory_iterator()); };
  auto const with_folder = "--index " + quoted(shared.string()) + " ";
  auto const without = t2s("ask" + with_db + quoted("Which boats are in Harstd?"));
  BOOST_TEST(t2s("index --out " + quoted(shared.string()) + with_db).status == 0);
  BOOST_TEST(files() == 1);
  BOOST_TEST(!fs::exists(kept));
  BOOST_TEST(t2s("ask " + with_folder + with_db + quoted("Which boats are in Harstd?")).out == without.out);
  auto const in_other = "--db " + quoted(of_other) + " " + quoted("Which boats are in Narvik?");
  BOOST_TEST(contains(t2s("ask " + with_folder + in_other).out, "Skua"));  // which has no index yet
  BOOST_TEST(t2s("index --db " + quoted(of_other) + " --out " + quoted(shared.string())).status == 0);
  BOOST_TEST(files() == 2);
  BOOST_TEST(contains(t2s("ask " + with_folder + in_other).out, "Skua"));
  BOOST_TEST(contains(t2s("index --out " + quoted(shared.string()) + with_db).out, "nothing was read"));
  cli_test::make_database(db, "INSERT INTO boats VALUES (4, 'Fulmar', 'Narvik')");
  auto const outdated = t2s("ask " + with_folder + with_db + quoted("Which boats are in Narvik?"));
  BOOST_TEST(contains(outdated.out, "Fulmar"));
  BOOST_TEST(contains(outdated.err, "an older state; it is not used"));
}

BOOST_AUTO_TEST_CASE(one_that_does_not_fit_is_told_by_the_names_in_it) {
  t2s("index" + with_db);
  auto const asked = [&](char const* sql) {
    auto const of = (path / "asked.sqlite").string();
    fs::remove(of);
    cli_test::make_database(of, sql);
    auto const r = t2s("ask --index " + quoted(kept) + " --db " + quoted(of) + " 'How many boats are there?'");
    BOOST_TEST(r.status == 3, r.err);
    return r.err;
  };
  BOOST_TEST(contains(asked("CREATE TABLE trees (tree_id INTEGER PRIMARY KEY, name TEXT)"),
                      "asked.sqlite\": none of its tables is there; bring it up to date"));
  BOOST_TEST(contains(asked("CREATE TABLE trees (tree_id INTEGER PRIMARY KEY, name TEXT)"), "is of another database than \""));
  BOOST_TEST(contains(asked("CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, name TEXT)"), "is of an older state of \""));
  BOOST_TEST(contains(asked("CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, name TEXT)"),
                      "asked.sqlite\": the column boats.harbour no longer exists; "));
  BOOST_TEST(contains(asked("CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, name TEXT, harbour TEXT)"),
                      "asked.sqlite\" with the same tables, or of an older state; "));
}

BOOST_AUTO_TEST_CASE(one_that_does_not_fit_is_never_used) {
  t2s("index" + with_db);
  cli_test::make_database(db, "INSERT INTO boats VALUES (4, 'Fulmar', 'Narvik')");
  auto const question = with_db + quoted("Which boats are in Narvik?");
  auto const beside = t2s("ask" + question);
  BOOST_TEST(beside.status == 0);
  BOOST_TEST(contains(beside.out, "Fulmar"));
  BOOST_TEST(contains(beside.err, "an older state; it is not used"));
  auto const named = t2s("ask --index " + quoted(kept) + question);
  BOOST_TEST(named.status == 3);
  BOOST_TEST(contains(named.err, "bring it up to date: t2s index --db " + quoted(db) + " --out " + quoted(kept)), named.err);
  BOOST_TEST(contains(t2s("index" + with_db).out, "2 of 2 columns were read again"));
  BOOST_TEST(t2s("ask" + question).err.empty());

  std::ofstream(kept, std::ios::binary | std::ios::app) << "more";
  BOOST_TEST(contains(t2s("ask" + question).err, "is damaged or cut short; it is not used"));
  auto const anew = t2s("index" + with_db);
  BOOST_TEST(anew.status == 0);
  BOOST_TEST(contains(anew.err, "is damaged or cut short: it was made anew"));
}

BOOST_AUTO_TEST_CASE(other_files_are_left_alone) {
  auto const onto_itself = t2s("index --out " + quoted(db) + with_db);
  BOOST_TEST(onto_itself.status == 2);
  std::ofstream(kept) << "a list of sails";
  auto const foreign = t2s("index" + with_db);
  BOOST_TEST(foreign.status == 3);
  BOOST_TEST(contains(foreign.err, "is not an index of values, and is not overwritten"));
  BOOST_TEST(contains(t2s("ask" + with_db + "boats").err, "it is not used: give the index a file of its own"));
  BOOST_TEST(t2s("index").status == 2);
  BOOST_TEST(t2s("index --db " + quoted(db + ".gone")).status == 3);
  BOOST_TEST(t2s("ask --index " + quoted(db + ".gone") + with_db + "boats").status == 3);
}

BOOST_AUTO_TEST_CASE(a_dictionary_of_ones_own_is_used) {
  auto const own = (path / "own words").string();
  std::ofstream(own) << "# of sailors\n\"home port\" = boats.harbour\n";
  auto const question = with_db + quoted("What is the home port of Petrel?");
  BOOST_TEST(
      contains(t2s("ask --synonyms none --dictionary " + quoted(own) + question).out, "SELECT harbour FROM boats WHERE name = 'Petrel'"));
  std::ofstream(own) << "home port = boats.harbor\n";
  auto const wrong = t2s("ask --dictionary " + quoted(own) + question);
  BOOST_TEST(wrong.status == 3);
  BOOST_TEST(contains(wrong.err, "line 1 of the dictionary"));
  BOOST_TEST(contains(wrong.err, "has no column harbor"));
  auto const nowhere = t2s("ask --synonyms " + quoted(path.string()) + question);
  BOOST_TEST(nowhere.status == 3);
  BOOST_TEST(contains(nowhere.err, "index.noun is missing"));
}

BOOST_AUTO_TEST_SUITE_END()
