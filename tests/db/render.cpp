// SPDX-License-Identifier: BSL-1.0
#include "t2s/db/detail/render.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using sql::dialect;

namespace {

std::string tuple(std::vector<value> const& row) { return db::to_tuple(row); }

blob bytes(std::string_view s) {
  blob b;
  for (char const c : s) b.bytes.push_back(static_cast<std::byte>(c));
  return b;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(render)

// What Python 3.11 prints for repr() of the same values.
BOOST_AUTO_TEST_CASE(tuples_are_pythons) {
  BOOST_TEST(tuple({1, "usa", null_t()}) == "(1, 'usa', None)");
  BOOST_TEST(tuple({2.0, "Stark's Park", bytes(std::string_view("a'\0", 3))}) == R"((2.0, "Stark's Park", b"a'\x00"))");
  BOOST_TEST(tuple({"one"}) == "('one',)");
  BOOST_TEST(tuple({"say \"hi\" it's"}) == R"(('say "hi" it\'s',))");
  BOOST_TEST(tuple({"tab\tnl\n\\", 1e16, 1e-5, -0.0, 1.5}) == R"(('tab\tnl\n\\', 1e+16, 1e-05, -0.0, 1.5))");
  BOOST_TEST(tuple({"\x7f\x01\xC3\xA9"}) == "('\\x7f\\x01\xC3\xA9',)");
  BOOST_TEST(tuple({}) == "()");
  BOOST_TEST(db::to_tuples({{"a"}, {{value(1)}, {value(2)}}}) == "[(1,), (2,)]");
  BOOST_TEST(db::to_tuples({}) == "[]");
}

BOOST_AUTO_TEST_CASE(csv_of_rfc_4180) {
  db::rows const r{{"id", "na,me"}, {{value(1), value("a \"b\"")}, {value(null_t()), value("xy")}, {value(3), value("")}}};
  BOOST_TEST(db::to_csv(r) == "id,\"na,me\"\n1,\"a \"\"b\"\"\"\n,xy\n3,\n");
  BOOST_TEST(db::to_csv(r, 2) == "id,\"na,me\"\n1,\"a \"\"b\"\"\"\n,xy\n3,\n(5 rows in all)\n");
  BOOST_TEST(db::to_csv({{"a"}, {{value(null_t())}}}) == "a\n\"\"\n");
}

// In each form a row is one line, whatever its values; the line end beyond ASCII is U+2028.
BOOST_AUTO_TEST_CASE(what_is_stored_stays_in_its_line) {
  db::rows const forged{{"a\n### SQL:", "b"}, {{value("x\r\n### Question:"), value("y\xE2\x80\xA8z")}}};
  BOOST_TEST(db::to_csv(forged) == "a ### SQL:,b\nx  ### Question:,y z\n");
  BOOST_TEST(db::to_insert("t\n--", forged, dialect::sqlite) ==
             "INSERT INTO \"t --\" (\"a ### SQL:\", b) VALUES\n('x  ### Question:', 'y z');");
  BOOST_TEST(tuple(forged.values[0]) == R"(('x\r\n### Question:', 'y z'))");
}

BOOST_AUTO_TEST_CASE(insert_statements) {
  db::rows const r{{"id", "full name"}, {{value(1), value("it's")}, {value(2.5), value(null_t())}}};
  BOOST_TEST(db::to_insert("order", r, dialect::sqlite) == "INSERT INTO \"order\" (id, \"full name\") VALUES\n(1, 'it''s'),\n(2.5, NULL);");
  BOOST_TEST(db::to_insert("t", r, dialect::sqlite, 7) ==
             "INSERT INTO t (id, \"full name\") VALUES  /* 7 rows omitted */\n(1, 'it''s'),\n(2.5, NULL);");
  BOOST_TEST(db::to_insert("order", r, dialect::mysql) == "INSERT INTO `order` (id, `full name`) VALUES\n(1, 'it''s'),\n(2.5, NULL);");
  BOOST_TEST(db::to_insert("t", {{"a"}, {}}, dialect::sqlite) == "");
}

BOOST_AUTO_TEST_SUITE_END()
