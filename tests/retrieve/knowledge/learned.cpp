// SPDX-License-Identifier: BSL-1.0
// What is learned of a database from its owner: proposals, the file of decisions, and what reads it.
#include "t2s/retrieve/knowledge/descriptions.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/pipeline/detail/dialogue.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace t2s;
using namespace t2s::test;
using knowledge::learned;
using knowledge::learned_fact;
using kind = learned_fact::kind;

namespace {

bool says(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string refusal(std::string_view text) {
  try {
    (void)knowledge::parse_learned(text, "kiln.t2s-learned");
  } catch (error const& e) {
    BOOST_TEST((e.details().code == errc::malformed_data));
    return e.what();
  }
  return "nothing was thrown";
}

/// The lines of the proposals of a kind.
std::vector<std::string> lines_of(learned const& all, kind is) {
  std::vector<std::string> out;
  for (auto const& fact : all.facts)
    if (fact.is == is) out.push_back(knowledge::line_of(fact));
  return out;
}

learned_fact const& fact_of(learned const& all, kind is, std::string_view column) {
  auto const found = std::ranges::find_if(all.facts, [&](learned_fact const& f) { return f.is == is && f.column == column; });
  BOOST_REQUIRE(found != all.facts.end());
  return *found;
}

/// A database of a pottery as a legacy program keeps it.
constexpr char pottery[] =
    "CREATE TABLE tbl_cust (cust_no INTEGER PRIMARY KEY, cust_nm TEXT, gndr TEXT, actv TEXT, reg_cd TEXT);"
    "CREATE TABLE tbl_kiln (kiln_no INTEGER PRIMARY KEY, fuel TEXT, vol_ltr INTEGER, hgt_cm REAL);"
    "CREATE TABLE tbl_firing (id INTEGER PRIMARY KEY, cust_no INTEGER, kiln INTEGER, dt TEXT, done_dt INTEGER, upd_ts INTEGER, st INTEGER);"
    "CREATE TABLE region (code TEXT, name TEXT);"
    "INSERT INTO region VALUES ('N', 'North'), ('S', 'South'), ('W', 'West');"
    "INSERT INTO tbl_cust VALUES (1001, 'Ann', 'F', 'Y', 'N'), (1002, 'Bob', 'M', 'N', 'S'), (1003, 'Cem', 'M', 'Y', 'S'),"
    " (1004, 'Dora', 'F', 'Y', 'N'), (1005, 'Eve', 'F', 'N', 'S');"
    "INSERT INTO tbl_kiln VALUES (1, 'W', 200, 150.5), (2, 'G', 80, 90.0), (3, 'E', 60, 70.0), (4, 'G', 90, 80.0);"
    "INSERT INTO tbl_firing VALUES (1, 1001, 1, '31.01.2024', 20240201, 1706745600, 1), (2, 1001, 2, '03.05.2023', 20230504, 1683158400, "
    "2),"
    " (3, 1002, 2, '12.11.2024', 20241113, 1731456000, 1), (4, 1003, 3, '25.12.2023', 20231226, 1703548800, 2),"
    " (5, 1004, 4, '01.02.2024', 20240202, 1706832000, 1), (6, 1005, 1, '30.06.2024', 20240701, 1719792000, 1);";

learned proposals_of(std::string const& script, knowledge::proposal_options const& how = {}) {
  folder f;
  db::sqlite_connection connection(make_database(f / "d.sqlite", script));
  return knowledge::proposals_for(connection, how);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(learned_from_owner)

BOOST_AUTO_TEST_CASE(lines_are_read) {
  auto const all = knowledge::parse_learned(
      "# a comment\n\n"
      "confirmed key    firing.kiln = kiln.number\n"
      "  Rejected words firing = burning \r\n"
      "confirmed code   \"the kilns\".\"fuel.kind\" 'it''s gas' = gas, propane\n"
      "proposed code kiln.size 2 = ?\n"
      "confirmed time firing.dt=dd/mm/yyyy\n"
      "confirmed unit kiln.hgt = cm\n",
      "file");
  BOOST_REQUIRE_EQUAL(all.facts.size(), 6U);
  BOOST_TEST(all.facts[0].parent + "." + all.facts[0].referenced == "kiln.number");
  BOOST_TEST(all.facts[0].line == 3U);
  BOOST_TEST((all.facts[1].decided == learned_fact::state::rejected));
  BOOST_TEST(all.facts[1].means == "burning");
  BOOST_TEST(all.facts[2].table + "|" + all.facts[2].column + "|" + all.facts[2].code == "the kilns|fuel.kind|it's gas");
  BOOST_TEST(all.facts[3].is_number);
  BOOST_TEST((all.facts[4].form == schema::time_form::day_first));
  for (auto const& fact : all.facts) {
    auto const again = knowledge::parse_learned(knowledge::line_of(fact), "file");
    BOOST_TEST(knowledge::line_of(again.facts.front()) == knowledge::line_of(fact));
  }
}

BOOST_AUTO_TEST_CASE(all_wrong_lines_are_reported_with_what_is_expected) {
  auto const said = refusal(
      "confirm key a.b = c.d\n"
      "confirmed join a.b = c.d\n"
      "confirmed key a.b = c\n"
      "confirmed words\n"
      "confirmed words a.b customer\n"
      "confirmed code a.b A = active\n"
      "confirmed code a.b 'A' = ?\n"
      "confirmed time a.b = tomorrow\n"
      "confirmed unit a = km\n"
      "confirmed words a.b = fine\n");
  BOOST_TEST(says(said, "9 lines are wrong"));
  for (auto const* part :
       {"line 1 of \"kiln.t2s-learned\" has \"confirm\" as its first word", "expected: begin with proposed, confirmed or rejected",
        "line 2 of \"kiln.t2s-learned\" has \"join\" as its second word",
        "line 3 of \"kiln.t2s-learned\" names no column of the table that is referred to",
        "expected: confirmed key TABLE.COLUMN = TABLE.COLUMN", "line 4 of \"kiln.t2s-learned\" names no table",
        "line 5 of \"kiln.t2s-learned\" has \"customer\" where = is expected",
        "line 6 of \"kiln.t2s-learned\" has no code in single quotes", "line 7 of \"kiln.t2s-learned\" is confirmed without a meaning",
        "line 8 of \"kiln.t2s-learned\" has an unknown form of times \"tomorrow\"", "DD.MM.YYYY",
        "line 9 of \"kiln.t2s-learned\" names no column"})
    BOOST_TEST(says(said, part), part << " in " << said);
}

BOOST_AUTO_TEST_CASE(confirmed_lines_must_name_what_exists) {
  folder f;
  db::sqlite_connection connection(make_database(f / "d.sqlite", pottery));
  auto const all = knowledge::parse_learned(
      "confirmed words tbl_cust.cust_name = name\nrejected words nothing = thing\nconfirmed key tbl_firing.kiln = kilns.kiln_no\n",
      "owner");
  try {
    knowledge::require_known_names(all, connection.schema());
    BOOST_ERROR("nothing was thrown");
  } catch (error const& e) {
    std::string const said = e.what();
    BOOST_TEST(says(said, "line 1 of \"owner\": table tbl_cust has no column cust_name"), said);
    BOOST_TEST(says(said, "line 3 of \"owner\": there is no table kilns"), said);
  }
}

BOOST_AUTO_TEST_CASE(keys_are_proposed_with_evidence) {
  auto const all = proposals_of(pottery);
  auto const& by_name = fact_of(all, kind::key, "cust_no");
  BOOST_TEST(knowledge::line_of(by_name) == "proposed key   tbl_firing.cust_no = tbl_cust.cust_no");
  BOOST_TEST(by_name.confidence > 0.9);
  BOOST_TEST(says(by_name.evidence, "all 5 different values are in tbl_cust.cust_no, and its name fits"), by_name.evidence);
  BOOST_TEST(knowledge::line_of(fact_of(all, kind::key, "kiln")) == "proposed key   tbl_firing.kiln = tbl_kiln.kiln_no");
}

BOOST_AUTO_TEST_CASE(declared_keys_and_plain_names_need_no_proposal) {
  auto const all = proposals_of(
      "CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
      "CREATE TABLE vase (id INTEGER PRIMARY KEY, title TEXT, made_on TEXT, price REAL, maker_id INTEGER REFERENCES maker(id));"
      "INSERT INTO maker VALUES (1, 'Ann', 'Oslo'), (2, 'Bob', 'Bergen'); "
      "INSERT INTO vase VALUES (1, 'Rose', '2024-01-31', 10, 1), (2, 'Lily', '2023-05-03', 12.5, 2);");
  for (auto const& fact : all.facts) BOOST_ERROR(knowledge::line_of(fact));
}

BOOST_AUTO_TEST_CASE(opaque_names_are_written_in_words) {
  auto const all = proposals_of(pottery);
  auto const lines = lines_of(all, kind::words);
  auto const has = [&](std::string const& line) { return std::ranges::find(lines, "proposed words " + line) != lines.end(); };
  BOOST_TEST(has("tbl_cust = customer"));
  BOOST_TEST(has("tbl_cust.cust_nm = customer name"));
  BOOST_TEST(has("tbl_cust.gndr = gender"));
  BOOST_TEST(has("tbl_cust.reg_cd = region code"));
  BOOST_TEST(has("tbl_firing.dt = date"));
  BOOST_TEST(says(fact_of(all, kind::words, "reg_cd").evidence, "\"reg\" is short for region, a word of other names"));
  for (auto const& line : lines) BOOST_TEST(!says(line, ".fuel"));
  auto const begun = proposals_of("CREATE TABLE kiln (kln_id INTEGER, kln_fuel TEXT, kln_size INTEGER, name TEXT)");
  BOOST_TEST(
      (lines_of(begun, kind::words) == std::vector<std::string>{"proposed words kiln.kln_id = id", "proposed words kiln.kln_fuel = fuel",
                                                                "proposed words kiln.kln_size = size"}));
  BOOST_TEST((lines_of(proposals_of("CREATE TABLE ordrs (prdct TEXT, gym TEXT, tv TEXT)"), kind::words) ==
              std::vector<std::string>{"proposed words ordrs = order", "proposed words ordrs.prdct = product"}));
  auto const together = proposals_of("CREATE TABLE a (custnm TEXT, username TEXT, ordinance TEXT)");
  BOOST_TEST(lines_of(together, kind::words) == std::vector<std::string>{"proposed words a.custnm = customer name"});
}

BOOST_AUTO_TEST_CASE(codes_are_proposed_from_what_the_data_tell) {
  auto const all = proposals_of(pottery);
  auto const lines = lines_of(all, kind::code);
  auto const has = [&](std::string const& line) { return std::ranges::find(lines, "proposed code  " + line) != lines.end(); };
  BOOST_TEST(has("tbl_cust.actv 'Y' = actv"));
  BOOST_TEST(has("tbl_cust.actv 'N' = not actv"));
  BOOST_TEST(has("tbl_cust.gndr 'F' = female"));
  BOOST_TEST(has("tbl_cust.reg_cd 'S' = South"));
  BOOST_TEST(has("tbl_kiln.fuel 'G' = ?"));  // only the owner knows
  BOOST_TEST(says(fact_of(all, kind::code, "reg_cd").evidence, "the table region says so"));
}

BOOST_AUTO_TEST_CASE(one_table_may_list_the_codes_of_many_columns) {
  auto const all = proposals_of(
      "CREATE TABLE lookup (domain TEXT, code INTEGER, meaning TEXT);"
      "CREATE TABLE job (nr INTEGER PRIMARY KEY, job_status INTEGER, glaze INTEGER);"
      "INSERT INTO lookup VALUES ('job_status', 1, 'open'), ('job_status', 2, 'closed'), ('glaze', 1, 'matt'), ('glaze', 2, 'clear');"
      "INSERT INTO job VALUES (10, 1, 2), (11, 2, 1), (12, 1, 1);");
  auto const lines = lines_of(all, kind::code);
  std::vector<std::string> const expected{"proposed code  job.job_status 1 = open", "proposed code  job.job_status 2 = closed",
                                          "proposed code  job.glaze 1 = matt", "proposed code  job.glaze 2 = clear"};
  BOOST_TEST(lines == expected);
}

BOOST_AUTO_TEST_CASE(times_and_units_are_proposed) {
  auto const all = proposals_of(pottery);
  BOOST_TEST(fact_of(all, kind::time, "dt").means == "DD.MM.YYYY");
  BOOST_TEST(fact_of(all, kind::time, "dt").confidence > 0.9);
  BOOST_TEST(fact_of(all, kind::time, "done_dt").means == "YYYYMMDD");
  BOOST_TEST(fact_of(all, kind::time, "upd_ts").means == "seconds since 1970");
  BOOST_TEST(fact_of(all, kind::unit, "hgt_cm").means == "cm");
  auto const doubtful = proposals_of("CREATE TABLE a (d TEXT); INSERT INTO a VALUES ('01/02/2024'), ('03/04/2024'), ('05/06/2023')");
  BOOST_TEST(fact_of(doubtful, kind::time, "d").confidence < 0.6);
  auto const american = proposals_of("CREATE TABLE a (d TEXT); INSERT INTO a VALUES ('01/31/2024'), ('03/04/2024'), ('05/06/2023')");
  BOOST_TEST(fact_of(american, kind::time, "d").means == "MM/DD/YYYY");
}

BOOST_AUTO_TEST_CASE(without_time_nothing_is_read) {
  folder f;
  db::sqlite_connection connection(make_database(f / "d.sqlite", pottery));
  std::size_t statements = 0;
  auto const counted = [&](std::string const& sql) {
    ++statements;
    return connection.execute(sql);
  };
  auto const all = knowledge::proposals_for(connection.schema(), counted, {.time = std::chrono::nanoseconds(0)});
  BOOST_TEST(statements == 0U);
  BOOST_TEST(!lines_of(all, kind::words).empty());  // names need no values
}

BOOST_AUTO_TEST_CASE(a_second_run_keeps_every_decision) {
  auto const all = proposals_of(pottery);
  auto const first = knowledge::with_proposals({}, {}, all, "pottery");
  BOOST_TEST(
      says(first, "# 0.98: all 5 different values are in tbl_cust.cust_no, and its name fits\nproposed key   tbl_firing.cust_no = "));
  auto const read = knowledge::parse_learned(first, "f");
  BOOST_TEST(read.facts.size() == all.facts.size());
  BOOST_TEST(knowledge::with_proposals(first, read, all, "pottery") == first);

  std::string const decided =
      "# mine\nconfirmed words tbl_cust.cust_nm = full name\nrejected key tbl_firing.kiln = tbl_kiln.kiln_no\nconfirmed words "
      "tbl_cust.reg_cd = area";
  auto const second = knowledge::with_proposals(decided, knowledge::parse_learned(decided, "f"), all, "pottery");
  BOOST_TEST(second.starts_with(decided + "\n"));
  BOOST_TEST(!says(second, "proposed words tbl_cust.cust_nm"));
  BOOST_TEST(!says(second, "proposed key   tbl_firing.kiln"));
  BOOST_TEST(says(second, "proposed key   tbl_firing.cust_no"));
}

BOOST_AUTO_TEST_CASE(prompts_show_what_was_confirmed) {
  folder f;
  db::sqlite_connection connection(make_database(f / "d.sqlite", pottery));
  auto const all = knowledge::parse_learned(
      "confirmed key tbl_firing.cust_no = tbl_cust.cust_no\nproposed key tbl_firing.kiln = tbl_kiln.kiln_no\n"
      "confirmed words tbl_cust = customer\nconfirmed words tbl_cust.cust_nm = full name\nconfirmed code tbl_cust.actv 'Y' = active\n"
      "confirmed code tbl_cust.actv 'N' = not active\nconfirmed time tbl_firing.dt = DD.MM.YYYY\nconfirmed unit tbl_kiln.hgt_cm = cm\n",
      "f");
  prepared database(connection, knowledge::with_learned({}, all));
  auto const prompt = code_representation(database.schema());
  for (auto const* part :
       {"/* tbl_cust: customer */", "/* cust_nm: full name */", "/* actv: 'Y' = active; 'N' = not active */",
        "/* dt: times as DD.MM.YYYY */", "/* hgt_cm: in cm */", "/* FOREIGN KEY (cust_no) REFERENCES tbl_cust(cust_no) */"})
    BOOST_TEST(says(prompt, part), part << " in " << prompt);
  BOOST_TEST(!says(prompt, "REFERENCES tbl_kiln"));
  BOOST_TEST(says(schema::one_line_each(database.schema()), "tbl_firing.cust_no = tbl_cust.cust_no"));
}

BOOST_AUTO_TEST_CASE(words_and_codes_are_linked) {
  folder f;
  db::sqlite_connection connection(make_database(f / "d.sqlite", pottery));
  auto const all = std::make_shared<learned const>(knowledge::parse_learned(
      "confirmed words tbl_kiln = oven\nconfirmed words tbl_kiln.vol_ltr = capacity\nconfirmed words tbl_kiln.vol_ltr = room inside\n"
      "confirmed code tbl_kiln.fuel 'W' = wood, log fired\nconfirmed code tbl_firing.st 2 = failed\nconfirmed unit tbl_kiln.hgt_cm = cm\n"
      "proposed words tbl_cust = haggler\n",
      "f"));
  prepared database(connection, knowledge::lexicon_options{.confirmed = all});
  auto const names = database.known<knowledge::lexicon>();
  auto const finds = [&](std::string const& question, link::link::kind is, std::string const& place, std::string const& value = {}) {
    for (auto const& l : link::link_question(*names, question).found) {
      auto const where = names->table(l.where).name + (l.where.is_table() ? "" : "." + names->column(l.where).name);
      if (l.is == is && where == place && l.value == value && l.score > 0.6) return true;
    }
    return false;
  };
  BOOST_TEST(finds("Which ovens are there?", link::link::kind::table, "tbl_kiln"));
  BOOST_TEST(finds("Show the capacity of each", link::link::kind::column, "tbl_kiln.vol_ltr"));
  BOOST_TEST(finds("Show the room inside", link::link::kind::column, "tbl_kiln.vol_ltr"));
  BOOST_TEST(finds("Show vol_ltr", link::link::kind::column, "tbl_kiln.vol_ltr"));
  BOOST_TEST(finds("ovens for wood", link::link::kind::value, "tbl_kiln.fuel", "W"));
  BOOST_TEST(finds("log fired ovens", link::link::kind::value, "tbl_kiln.fuel", "W"));
  BOOST_TEST(finds("failed firings", link::link::kind::value, "tbl_firing.st", "2"));
  BOOST_TEST(!finds("hagglers", link::link::kind::table, "tbl_cust"));
  BOOST_TEST(names->unit_of(knowledge::id_of(names->schema(), *names->schema().find_table("tbl_kiln"),
                                             names->schema().find_table("tbl_kiln")->find_column("hgt_cm"))) == "cm");
}

BOOST_AUTO_TEST_SUITE_END()
