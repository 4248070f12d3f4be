// SPDX-License-Identifier: BSL-1.0
// The guard reads a statement like the server: whatever mix of quotes, comments, escapes and line ends it has, no statement in which the
// server calls a denied function passes the guard.
#include "support.hpp"
#include "support/hostile.hpp"

#include <array>
#include <random>

using namespace t2s;
using namespace t2s::test;

namespace {

constexpr std::array<char const*, 60> pieces{"'",        "'",        "\"",   "\"",   "`",  "`",   "\\'",  "\\\"", "\\\\",
                                             "\\",       "''",       "\"\"", "``",   "N'", "n'",  "X'",   "b'",   "_utf8",
                                             "--",       "-- ",      "#",    "/*",   "*/", "/*!", "/*M!", "/*+",  "*/",
                                             "/*",       "\n",       "\r",   "\t",   "\f", "\v",  " ",    " ",    ",",
                                             ",",        "(",        ")",    "1",    "1",  "a",   "AS",   "x",    "||",
                                             "+",        "- ",       "--1",  "--\t", ";",  "@a",  "@'a'", "@`a`", "\xEF\xBB\xBF",
                                             "\xC2\xA0", "\xC3\xA4", "{",    "}",    "0x", "\x01"};

/// A statement with a call of the denied function somewhere: in a string, in a comment, or as a real call.
std::string mixed(std::mt19937& random) {
  auto const some = [&](std::size_t most) {
    std::string s;
    for (auto n = random() % (most + 1); n > 0; --n) s += pieces[random() % pieces.size()];
    return s;
  };
  static constexpr std::array<char const*, 8> calls{"t2s_canary()",          "`t2s_canary`()",          "T2S_Canary ()",
                                                    "t2s_shop.t2s_canary()", "`t2s_shop`.t2s_canary()", "t2s_canary/**/()",
                                                    "t2s_canary\n()",        "t2s_canary#\n()"};
  auto const call = std::string(calls[random() % calls.size()]);
  switch (random() % 7) {
    case 0: return "SELECT 1" + some(4) + "," + some(3) + call + some(4);
    case 1: return "SELECT " + some(5) + call + some(5);
    case 2: return "SELECT 'a" + some(4) + "'" + some(3) + ", " + call + some(3) + " , 'b'";
    case 3: return "SELECT 1 --" + some(4) + call + some(3) + "\n, 2";
    case 4: return "SELECT 1 /*" + some(4) + call + some(3) + "*/ , 2" + some(2);
    case 5: return "SELECT 1 #" + some(4) + call + some(3) + "\n, 2";
    default: return "SELECT \"" + some(3) + call + some(3) + "\"" + some(3) + ", 'x'" + some(2);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mysql_hidden_calls)

BOOST_AUTO_TEST_CASE(no_mixture_hides_a_call) {
  mysql_administrator const admin(shop_of_admin());
  admin.run(
      "CREATE FUNCTION t2s_canary() RETURNS integer BEGIN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the canary was called'; RETURN 1; "
      "END");
  admin.run("GRANT EXECUTE ON FUNCTION t2s_canary TO t2s_reader@'%'");
  db::mysql_options o;
  o.guard.deny("t2s_canary");
  db::mysql_connection db(shop().text(), o);
  o.guard = db::statement_guard(sql::mysql);  // to see that the canary is heard
  db::mysql_connection open(shop().text(), o);
  BOOST_TEST(open.execute("SELECT t2s_canary()").failure->message == "the canary was called");

  std::mt19937 random(20'261'124);
  expect_no_hidden_call(db, db::mysql_guard().deny("t2s_canary"), [&] { return mixed(random); }, 60'000);
  admin.run("DROP FUNCTION t2s_canary");
}

BOOST_AUTO_TEST_SUITE_END()
