// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/detail/event_log.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using t2s::serve::event_log;

namespace {

std::size_t size_of(std::string const& e) { return e.size(); }

}  // namespace

BOOST_AUTO_TEST_SUITE(event_logs)

BOOST_AUTO_TEST_CASE(a_reader_goes_on_where_it_was) {
  event_log<std::string> log;
  for (auto const* e : {"a", "bb", "ccc"}) static_cast<void>(log.add(e));
  auto const part = log.from(1, 3, size_of);
  BOOST_TEST(part.events == std::vector<std::string>({"bb"}), boost::test_tools::per_element());
  BOOST_TEST(log.from(2, 0, size_of).events.size() == 1U);  // one at least
  BOOST_TEST(!log.from(2, 9, size_of).ended);
  static_cast<void>(log.close());
  BOOST_TEST(log.from(2, 9, size_of).ended);
  BOOST_TEST(!log.from(0, 1, size_of).ended);
}

BOOST_AUTO_TEST_CASE(what_is_forgotten_keeps_its_number) {
  event_log<std::string> log;
  for (auto const* e : {"a", "b", "c"}) static_cast<void>(log.add(e));
  log.forget_before(2);
  BOOST_TEST(log.first() == 2U);
  BOOST_TEST(log.end() == 3U);
  BOOST_TEST(log.from(0, 9, size_of).events.front() == "c");
  log.forget_before(9);
  BOOST_TEST(log.first() == 3U);
}

BOOST_AUTO_TEST_CASE(a_reader_is_woken_once_and_by_its_event) {
  event_log<std::string> log;
  int woken = 0;
  auto const reader = log.join();
  BOOST_TEST(!log.when_ready(reader, 1, [&] { ++woken; }));
  t2s::serve::wake(log.add("not this one"));
  BOOST_TEST(woken == 0);
  t2s::serve::wake(log.add("this one"));
  t2s::serve::wake(log.add("another"));
  BOOST_TEST(woken == 1);
  auto const now = log.when_ready(reader, 2, [&] { ++woken; });
  BOOST_REQUIRE(now);
  now();
  BOOST_TEST(woken == 2);
  BOOST_TEST(!log.when_ready(reader, 3, [&] { ++woken; }));
  t2s::serve::wake(log.close());
  BOOST_TEST(woken == 3);
}

BOOST_AUTO_TEST_CASE(who_has_left_is_not_woken) {
  event_log<std::string> log;
  BOOST_TEST(log.unread_since().has_value());
  auto const gone = log.join();
  BOOST_TEST(!log.unread_since().has_value());
  BOOST_TEST(!log.when_ready(gone, 0, [] {}));
  BOOST_TEST(static_cast<bool>(log.leave(gone)));
  BOOST_TEST(log.unread_since().has_value());
  BOOST_TEST(log.add("a").empty());

  int woken = 0;
  auto const earlier = log.join();
  BOOST_TEST(!log.when_ready(earlier, 1, [&] { ++woken; }));
  t2s::serve::wake(log.dismiss_all());
  BOOST_TEST(woken == 1);
  BOOST_TEST(!log.has(earlier));
}

BOOST_AUTO_TEST_SUITE_END()
