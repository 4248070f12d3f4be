// SPDX-License-Identifier: BSL-1.0
// Questions about a boatyard whose names are abbreviations and whose codes are explained in comments, if at all. The right rows are written
// by hand beside each question and compared with what SQLite returns.
#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct fixture : read_database {
  fixture()
      : read_database(R"(
CREATE TABLE yd_memb (memb_no INTEGER PRIMARY KEY, memb_nm TEXT, ctry TEXT, vip_yn TEXT, clb INTEGER /* 1 = association */);
CREATE TABLE yd_boat (bt_cd TEXT PRIMARY KEY, bt_txt TEXT, memb_no INTEGER REFERENCES yd_memb(memb_no), -- proprietor
  prc_amt REAL, lost_flg INTEGER, -- missing at sea
  prp TEXT, /* E engine, S sail; */
  hull_typ INTEGER /* 1 wood 2 steel 3 fibreglass */, bght_dt TEXT);
CREATE TABLE yd_crew (cr_no INTEGER PRIMARY KEY, cr_fname TEXT, cr_lname TEXT, cr_rnk TEXT, cr_insrd INTEGER, cr_birth TEXT /* dd.mm.yyyy */);
CREATE TABLE yd_moor (moor_no TEXT PRIMARY KEY, covrd INTEGER, st TEXT /* V vacant, R reserved, see the harbour's list */);
INSERT INTO yd_memb VALUES (1,'Aske','DK','Y',0),(2,'Bram','NL','N',0),(3,'Skiff Friends','DK','N',1);
INSERT INTO yd_boat VALUES ('Q1','Heron',1,900,0,'S',1,'2019-04-01'),
  ('Q2','Petrel',2,1500,1,'E',2,'2020-05-02'),('Q3','Tern',3,700,0,'S',3,'2021-06-03'),('Q4','Gannet',3,800,0,'E',2,'2022-07-04');
INSERT INTO yd_crew VALUES (1,'Ida','Holm','mate',1,'03.02.1990'),(2,'Jens','Krag','cook',0,'04.05.1985');
INSERT INTO yd_moor VALUES ('5C',1,'V'),('6C',0,'R');
)") {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(legacy_names, fixture)

BOOST_AUTO_TEST_CASE(rows_are_shown_by_what_people_call_them) {
  BOOST_TEST(rows("Which members are there?") == "Aske; Bram; Skiff Friends");
  BOOST_TEST(rows("Which boats have a price above 850?") == "Heron; Petrel");
  BOOST_TEST(rows("List the crew.") == "Ida, Holm; Jens, Krag");
}

BOOST_AUTO_TEST_CASE(flags_are_conditions) {
  BOOST_TEST(rows("Which boats are lost?") == "Petrel");
  BOOST_TEST(rows("Which boats count as lost?") == "Petrel");
  BOOST_TEST(rows("List the boats that are not lost.") == "Gannet; Heron; Tern");
  BOOST_TEST(rows("Show the VIP members.") == "Aske");
  BOOST_TEST(rows("Which crew are insured?") == "Ida, Holm");
  BOOST_TEST(rows("Which crew are no longer insured?") == "Jens, Krag");
}

BOOST_AUTO_TEST_CASE(comments_say_what_codes_mean) {
  BOOST_TEST(rows("How many boats have a sail?") == "2");
  BOOST_TEST(rows("Which steel boats are there?") == "Gannet; Petrel");
  BOOST_TEST(rows("Which boats are not made of steel?") == "Heron; Tern");
  BOOST_TEST(rows("Which members are associations?") == "Skiff Friends");
}

BOOST_AUTO_TEST_CASE(a_sentence_explains_no_codes) {
  auto const read_it = read("Which moorings are vacant?");
  BOOST_TEST(read_it.sql.find("'V'") == std::string::npos);
  BOOST_TEST(!read_it.unread.empty());
}

BOOST_AUTO_TEST_CASE(a_short_comment_is_a_name) { BOOST_TEST(rows("Which boats are missing at sea?") == "Petrel"); }

BOOST_AUTO_TEST_CASE(codes_of_countries_are_known) {
  BOOST_TEST(rows("Which members come from Denmark?") == "Aske; Skiff Friends");
  BOOST_TEST(rows("List the Dutch members.") == "Bram");
}

BOOST_AUTO_TEST_CASE(a_comment_gives_the_form_of_days) { BOOST_TEST(rows("Which crew were born in 1985?") == "Jens, Krag"); }

BOOST_AUTO_TEST_CASE(short_codes_with_digits_are_values) { BOOST_TEST(read("Show the mooring 5C.").sql.find("'5C'") != std::string::npos); }

BOOST_AUTO_TEST_CASE(a_flag_is_no_number) {
  BOOST_TEST(read("Which lost boats were bought in 2020?").sql.find("lost_flg = 2020") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

struct prefixed : read_database {
  prefixed()
      : read_database(R"(
CREATE TABLE QQCLNT (CT_ID INTEGER PRIMARY KEY, CT_NM TEXT, CT_CITY TEXT);
CREATE TABLE QQITEM (IT_ID INTEGER PRIMARY KEY, IT_NM TEXT, IT_PRC INTEGER);
CREATE TABLE QQSTAT (ST_CD INTEGER PRIMARY KEY, ST_TXT TEXT);
CREATE TABLE QQRNTL (RN_NO INTEGER PRIMARY KEY, RN_CT INTEGER REFERENCES QQCLNT(CT_ID), RN_IT INTEGER REFERENCES QQITEM(IT_ID),
  RN_ST INTEGER REFERENCES QQSTAT(ST_CD));
INSERT INTO QQCLNT VALUES (1,'Mads','Odense'),(2,'Nina','Ribe');
INSERT INTO QQITEM VALUES (1,'Tent',40),(2,'Stove',15);
INSERT INTO QQSTAT VALUES (1,'handed out'),(2,'brought back');
INSERT INTO QQRNTL VALUES (1,1,1,1),(2,1,2,2),(3,2,2,2);
)") {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(prefixes_of_all_names, prefixed)

BOOST_AUTO_TEST_CASE(they_are_no_words) {
  BOOST_TEST(rows("Which clients are there?") == "Mads; Nina");
  BOOST_TEST(rows("What is the price of each item?").find("40") != std::string::npos);
  BOOST_TEST(rows("Show the city of the client Nina.") == "Ribe");
  BOOST_TEST(rows("How many rentals are there?") == "3");
  BOOST_TEST(rows("Which clients have a rental with the item Tent?") == "Mads");
}

BOOST_AUTO_TEST_SUITE_END()
