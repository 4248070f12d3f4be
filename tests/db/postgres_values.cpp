// SPDX-License-Identifier: BSL-1.0
// PostgreSQL's texts and errors, without a server.
#include "t2s/db/postgres/detail/failure.hpp"
#include "t2s/db/postgres/detail/values.hpp"

#include "support.hpp"

#include <limits>

using namespace t2s;
using db::detail::number_of;
using db::detail::real_of;

namespace {

failure failure_at(std::string const& sql, std::string_view state, std::size_t position, std::string_view message = "words") {
  return db::detail::postgres_failure({state, message, {}, {}, position}, sql, "(" + sql + "\n)", 1);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(postgres_values)

BOOST_AUTO_TEST_CASE(numbers_lose_nothing) {
  BOOST_TEST(number_of("42") == value(42));
  BOOST_TEST(number_of("-42.00") == value(-42));
  BOOST_TEST(number_of("0.000") == value(0));
  BOOST_TEST(number_of("9223372036854775807") == value(std::numeric_limits<std::int64_t>::max()));
  BOOST_TEST(number_of("-9223372036854775808") == value(std::numeric_limits<std::int64_t>::min()));
  BOOST_TEST(number_of("9223372036854775808") == value("9223372036854775808"));
  BOOST_TEST(number_of("100000000000000000000") == value(1e20));
  BOOST_TEST(number_of("12.50") == value(12.5));
  BOOST_TEST(number_of("-0.1") == value(-0.1));
  BOOST_TEST(number_of("0.00010") == value(0.0001));
  BOOST_TEST(number_of("123456789012345.6") == value(123456789012345.6));
  BOOST_TEST(number_of("0.33333333333333333333") == value("0.33333333333333333333"));
  BOOST_TEST(number_of("12345678901234567.8900") == value("12345678901234567.89"));
  BOOST_TEST(number_of("NaN") == value("NaN"));
  BOOST_TEST(number_of("-Infinity") == value(-std::numeric_limits<double>::infinity()));
}

BOOST_AUTO_TEST_CASE(reals_are_read_back_as_they_were) {
  BOOST_TEST(real_of("0.1") == value(0.1));
  BOOST_TEST(real_of("1e+300") == value(1e300));
  BOOST_TEST(real_of("5e-324") == value(5e-324));
  BOOST_TEST(real_of("Infinity") == value(std::numeric_limits<double>::infinity()));
  BOOST_TEST(real_of("NaN") == value("NaN"));
  BOOST_TEST(real_of("3") == value(3.0));
}

BOOST_AUTO_TEST_CASE(other_types) {
  using db::detail::value_of;
  BOOST_TEST(value_of(16, "t") == value(1));
  BOOST_TEST(value_of(16, "f") == value(0));
  BOOST_TEST(value_of(26, "4294967295") == value(std::int64_t{4294967295}));
  BOOST_TEST(value_of(17, "\\x00ffAb") == value(blob{{std::byte{0}, std::byte{0xFF}, std::byte{0xAB}}}));
  BOOST_TEST(value_of(17, "\\x") == value(blob{}));
  BOOST_TEST(value_of(1042, "ab   ") == value("ab"));
  BOOST_TEST(value_of(1042, "   ") == value(""));
  BOOST_TEST(value_of(25, "  a ") == value("  a "));
  BOOST_TEST(value_of(1007, "{1,2}") == value("{1,2}"));
}

BOOST_AUTO_TEST_CASE(states_become_codes) {
  using db::detail::errc_of_state;
  BOOST_TEST(errc_of_state("42P01") == errc::no_such_table);
  BOOST_TEST(errc_of_state("42703") == errc::no_such_column);
  BOOST_TEST(errc_of_state("42702") == errc::ambiguous_column);
  BOOST_TEST(errc_of_state("42883") == errc::no_such_function);
  BOOST_TEST(errc_of_state("42601") == errc::sql_syntax);
  BOOST_TEST(errc_of_state("42803") == errc::misuse_of_aggregate);
  BOOST_TEST(errc_of_state("25006") == errc::statement_denied);
  BOOST_TEST(errc_of_state("42501") == errc::statement_denied);
  BOOST_TEST(errc_of_state("57014") == errc::time_limit);
  BOOST_TEST(errc_of_state("53200") == errc::size_limit);
  BOOST_TEST(errc_of_state("53300") == errc::database_busy);
  BOOST_TEST(errc_of_state("57P01") == errc::database_lost);
  BOOST_TEST(errc_of_state("57P03") == errc::database_unreachable);
  BOOST_TEST(errc_of_state("08006") == errc::database_lost);
  BOOST_TEST(errc_of_state("28P01") == errc::database_login_failed);
  BOOST_TEST(errc_of_state("3D000") == errc::database_not_found);
  BOOST_TEST(errc_of_state("XX001") == errc::corrupt_database);
  BOOST_TEST(errc_of_state("22012") == errc::sql_failed);
  BOOST_TEST(errc_of_state("") == errc::sql_failed);
}

BOOST_AUTO_TEST_CASE(the_place_of_an_error_names_it) {
  auto const column = failure_at("SELECT 'ä', T.\"No\" FROM t", "42703", 14);
  BOOST_TEST(column.subject == "t.No");
  BOOST_TEST(column.offset.value_or(9999) == 13U);  // ä has two bytes
  BOOST_TEST(failure_at("SELECT * FROM Sales.orders", "42P01", 16).subject == "sales.orders");
  BOOST_TEST(failure_at("SELECT f(1)", "42883", 9).code == errc::no_such_function);
  auto const types = failure_at("SELECT a = 1", "42883", 11);
  BOOST_TEST(types.code == errc::sql_failed);
  BOOST_TEST(types.subject == "=");
  auto const end = failure_at("SELECT a FROM", "42601", 16);
  BOOST_TEST(end.message == "syntax error at end of input");
  BOOST_TEST(end.offset.value_or(9999) == 13U);
  BOOST_TEST(failure_at("SELECT 1; SELECT 2", "42601", 10).code == errc::several_statements);
  BOOST_TEST(failure_at("SELECT a", "42501", 0, "permission denied for table \"x y\"").subject == "x y");
}

BOOST_AUTO_TEST_CASE(long_words_are_cut) {
  auto const f = failure_at("SELECT 1", "42601", 0, std::string(100'000, 'x'));
  BOOST_TEST(f.message.size() < 2000U);
}

BOOST_AUTO_TEST_CASE(words_of_a_failed_connection) {
  using db::detail::state_in;
  BOOST_TEST(state_in("connection to server at \"h\", port 1 failed: FATAL:  28P01: password authentication failed\n") == "28P01");
  BOOST_TEST(state_in("connection to server at \"h\", port 1 failed: FATALE:  3D000: la base x n'existe pas\n") == "3D000");
  BOOST_TEST(state_in("could not connect: Connection refused\n").empty());
  BOOST_TEST(state_in("a:  TOO LONG: b").empty());
  BOOST_TEST(db::detail::words_of("one\n\n  LOCATION:  x, y.c:1\ntwo\n") == "one; two");
}

BOOST_AUTO_TEST_SUITE_END()
