// SPDX-License-Identifier: BSL-1.0
// The end of a program whose statement does not end: each case is a process of its own.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "interruption.hpp"

namespace {

/// The exit status of a process that does `work`, and what it says on standard error. A signal ends it after a minute.
std::pair<int, std::string> outcome_of(std::function<void()> const& work) {
  int ends[2];
  BOOST_REQUIRE(::pipe(ends) == 0);
  auto const child = ::fork();
  if (child == 0) {
    ::alarm(60);
    ::dup2(ends[1], STDERR_FILENO);
    work();
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string said;
  for (char c = 0; ::read(ends[0], &c, 1) == 1;) said += c;
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, said};
}

void wait_for_ever() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

std::string left() { return "2 calls within shop"; }

BOOST_AUTO_TEST_SUITE(latest_end)

BOOST_AUTO_TEST_CASE(comes_after_a_signal) {
  auto const [status, said] = outcome_of([] {
    cli::latest_end ends_then(cli::stop_by_signal(), std::chrono::milliseconds(50), left);
    ::raise(SIGTERM);
    wait_for_ever();
  });
  BOOST_TEST(status == 3);
  BOOST_TEST(said.find("2 calls within shop") != std::string::npos, said);
}

BOOST_AUTO_TEST_CASE(comes_after_the_end_of_the_input) {
  auto const [status, said] = outcome_of([] {
    cli::latest_end ends_then({}, std::chrono::milliseconds(50), left);
    ends_then.begin();
    ends_then.begin();
    wait_for_ever();
  });
  BOOST_TEST(status == 3);
  BOOST_TEST(said.find("2 calls within shop") != std::string::npos, said);
}

BOOST_AUTO_TEST_CASE(does_not_come_where_all_ends_in_time) {
  auto const [status, said] = outcome_of([] {
    std::stop_source stop;
    cli::latest_end ends_then(stop.get_token(), std::chrono::hours(1), left);
    stop.request_stop();
  });
  BOOST_TEST(status == 0);
  BOOST_TEST(said == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
