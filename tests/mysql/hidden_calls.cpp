// SPDX-License-Identifier: BSL-1.0
// The guard reads a statement like the server: whatever mix of quotes, comments, escapes and line ends it has, no statement in which the
// server calls a denied function passes the guard.
#include "support.hpp"

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
  std::string s;
  switch (random() % 7) {
    case 0: return s.append("SELECT 1").append(some(4)).append(",").append(some(3)).append(call).append(some(4));
    case 1: return s.append("SELECT ").append(some(5)).append(call).append(some(5));
    case 2:
      return s.append("SELECT 'a").append(some(4)).append("'").append(some(3)).append(", ").append(call).append(some(3)).append(" , 'b'");
    case 3: return s.append("SELECT 1 --").append(some(4)).append(call).append(some(3)).append("\n, 2");
    case 4: return s.append("SELECT 1 /*").append(some(4)).append(call).append(some(3)).append("*/ , 2").append(some(2));
    case 5: return s.append("SELECT 1 #").append(some(4)).append(call).append(some(3)).append("\n, 2");
    default:
      return s.append("SELECT \"")
          .append(some(3))
          .append(call)
          .append(some(3))
          .append("\"")
          .append(some(3))
          .append(", 'x'")
          .append(some(2));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mysql_hidden_calls)

BOOST_AUTO_TEST_CASE(no_mixture_hides_a_call) {
  mysql_administrator const admin(shop_of_root());
  admin.run(
      "CREATE FUNCTION t2s_canary() RETURNS integer BEGIN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the canary was called'; RETURN 1; "
      "END");
  admin.run("GRANT EXECUTE ON FUNCTION t2s_canary TO t2s_reader@'%'");
  db::mysql_options o;
  o.guard.deny("t2s_canary");
  db::mysql_connection db(shop().url(), o);
  o.guard = db::statement_guard(sql::mysql);  // to verify that a call would be noticed
  db::mysql_connection open(shop().url(), o);
  BOOST_TEST(open.execute("SELECT t2s_canary()").failure->message == "the canary was called");

  std::mt19937 random(20'261'124);
  std::size_t admitted = 0, called = 0;
  for (int i = 0; i < 60'000; ++i) {
    auto const sql = mixed(random);
    auto const by_guard = db::mysql_guard().deny("t2s_canary").inspect(sql);
    called += by_guard.refused && by_guard.refused->code == errc::statement_denied ? 1U : 0U;
    if (by_guard.refused) continue;
    auto const e = db.execute(sql);
    ++admitted;
    BOOST_TEST((!e.failure || e.failure->message != "the canary was called"), sql);
  }
  BOOST_TEST(admitted > 1000U);
  BOOST_TEST(called > 300U);
  BOOST_TEST_MESSAGE(admitted << " statements with a call that is none passed, " << called << " were denied");
  admin.run("DROP FUNCTION t2s_canary");
}

BOOST_AUTO_TEST_SUITE_END()
