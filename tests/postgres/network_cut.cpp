// SPDX-License-Identifier: BSL-1.0
// A network that the kernel cuts: server and client are in a separate network namespace, whose loopback interface is taken down.
#include "support.hpp"
#include "t2s/db/postgres/pool.hpp"

#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/results_collector.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

constexpr int cannot = 77;
std::string const rows_for_ever = "SELECT generate_series(1, 9000000000000000)";

/// For a process of one thread. Returns false if the kernel does not allow it.
bool enter_own_network() {
  if (unshare(CLONE_NEWNET) == 0) return true;
  auto const user = std::to_string(getuid()), group = std::to_string(getgid());
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
  std::ofstream("/proc/self/setgroups") << "deny";
  std::ofstream("/proc/self/uid_map") << user << " " << user << " 1";
  std::ofstream("/proc/self/gid_map") << group << " " << group << " 1";
  return true;
}

/// Returns whether it succeeded.
bool set_loopback(bool up) {
  int const s = socket(AF_INET, SOCK_DGRAM, 0);
  ifreq loopback{};
  loopback.ifr_name[0] = 'l';
  loopback.ifr_name[1] = 'o';
  bool done = ioctl(s, SIOCGIFFLAGS, &loopback) == 0;
  loopback.ifr_flags = static_cast<short>(up ? loopback.ifr_flags | IFF_UP : loopback.ifr_flags & ~IFF_UP);
  done = done && ioctl(s, SIOCSIFFLAGS, &loopback) == 0;
  close(s);
  return done;
}

/// Runs the test in a separate process with its own network and server. The status is 0 if all checks succeed.
template <class F>
int in_own_network(F const& check) {
  std::cout.flush();
  pid_t const child = fork();
  if (child != 0) {
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  unsetenv("T2S_POSTGRES_URL");
  if (!enter_own_network() || !set_loopback(true)) _exit(cannot);
  int status = 1;
  try {
    postgres_server own;
    administrator(own.place()).run("CREATE TABLE little (id integer)");
    check(own.place().at("127.0.0.1", own.place().port).text());
    auto const id = boost::unit_test::framework::current_test_case().p_id;
    status = boost::unit_test::results_collector.results(id).p_assertions_failed == 0U ? 0 : 1;
  } catch (std::runtime_error const& e) {
    std::cout << e.what() << std::endl;
    status = cannot;
  } catch (...) {
  }
  std::cout.flush();
  _exit(status);
}

db::postgres_options quick() {
  db::postgres_options o;
  o.limits.time = 1s;
  o.connect_time = 1s;
  o.reconnect_time = 300ms;
  o.connections = 4;
  return o;
}

void cut_between_statements(std::string const& where) {
  db::postgres_connection db(where, quick());
  BOOST_TEST(set_loopback(false));
  db::execution e;
  BOOST_TEST((time_of([&] { e = db.execute("SELECT 1"); }) < 1500ms));
  BOOST_TEST((e.failure && e.failure->code == errc::time_limit));
  failure f;
  BOOST_TEST((time_of([&] { f = failure_of([&] { std::ignore = db.execute("SELECT 1"); }); }) < 4s));
  BOOST_TEST((f.code == errc::database_unreachable || f.code == errc::database_timeout));
  BOOST_TEST(set_loopback(true));
  BOOST_TEST(db.execute("SELECT 1").ok());
}

void cut_in_the_middle_of_a_result(std::string const& where) {
  db::postgres_connection db(where, quick());
  std::size_t rows = 0;
  std::optional<failure> ended;
  auto const took = time_of([&] {
    ended = db.each_row(rows_for_ever, [&](std::span<value const>) {
      if (++rows == 1000) BOOST_TEST(set_loopback(false));
    });
  });
  BOOST_TEST((took < 1500ms));
  BOOST_TEST((ended && ended->code == errc::time_limit));
  BOOST_TEST(rows >= 1000U);
  BOOST_TEST(set_loopback(true));
  BOOST_TEST(db.execute("SELECT 1").ok());
}

/// The number of statements, out of so many, that are answered at the same time.
int answers(db::postgres& db, std::string const& sql, int statements) {
  asio::io_context io;
  int answered = 0, ended = 0;
  for (int i = 0; i < statements; ++i)
    asio::co_spawn(io, db.execute(sql), [&](std::exception_ptr thrown, db::execution const& e) {
      ++ended;
      if (!thrown && e.ok()) ++answered;
    });
  io.run();
  BOOST_TEST(ended == statements);
  return answered;
}

void cut_under_a_pool(std::string const& where) {
  db::postgres db(where, quick());
  BOOST_TEST(answers(db, "SELECT 1", 16) == 16);
  {
    std::jthread const later([] {
      std::this_thread::sleep_for(100ms);
      set_loopback(false);
    });
    BOOST_TEST((time_of([&] { BOOST_TEST(answers(db, "SELECT count(*) FROM generate_series(1, 1000000000000)", 6) == 0); }) < 8s));
  }
  BOOST_TEST(set_loopback(true));
  BOOST_TEST(answers(db, "SELECT 1", 16) == 16);
  BOOST_TEST(db.use().busy == 0U);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(postgres_network)

BOOST_AUTO_TEST_CASE(cut_and_mended) {
  if (sanitizes_threads) {
    BOOST_TEST_MESSAGE("skipped: the thread sanitizer follows no fork");
    return;
  }
  auto const status = in_own_network([](std::string const& where) {
    cut_between_statements(where);
    cut_in_the_middle_of_a_result(where);
    cut_under_a_pool(where);
  });
  if (status == cannot)
    BOOST_TEST_MESSAGE("skipped: no server in a network namespace of its own");
  else
    BOOST_TEST(status == 0);
}

BOOST_AUTO_TEST_SUITE_END()
