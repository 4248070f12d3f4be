// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_HOSTILE_HPP
#define T2S_TESTS_SUPPORT_HOSTILE_HPP

#include "support/page_sql.hpp"
#include "t2s/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

/// The common part of tests with harmful statements, for all engines; the statements themselves are in hostile_ENGINE.hpp.
namespace t2s::test {

/// A port to which nothing should connect.
class closed_door {
 public:
  closed_door() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(a);
    BOOST_REQUIRE(bind(socket_, reinterpret_cast<sockaddr*>(&a), size) == 0);
    BOOST_REQUIRE(listen(socket_, 16) == 0);
    getsockname(socket_, reinterpret_cast<sockaddr*>(&a), &size);
    port_ = std::to_string(ntohs(a.sin_port));
  }
  closed_door(closed_door const&) = delete;
  closed_door& operator=(closed_door const&) = delete;
  ~closed_door() { close(socket_); }

  [[nodiscard]] std::string const& port() const { return port_; }
  [[nodiscard]] bool was_knocked_at() const {
    pollfd p{socket_, POLLIN, 0};
    return poll(&p, 1, 0) > 0;
  }
  /// Takes one connection, says this, and ends it.
  void answer(std::string const& text) const {
    int const c = accept(socket_, nullptr, nullptr);
    [[maybe_unused]] auto const sent = write(c, text.data(), text.size());
    close(c);
  }

 private:
  int socket_;
  std::string port_{};
};

/// However statements are mixed, none passes the guard in which the server then calls the function whose error is the canary's.
template <class Connection, class Guard, class Mixed>
void expect_no_hidden_call(Connection& db, Guard const& guard, Mixed const& mixed, int statements) {
  std::size_t admitted = 0, called = 0;
  for (int i = 0; i < statements; ++i) {
    auto const sql = mixed();
    if (auto const by_guard = guard.inspect(sql); by_guard.refused) {
      called += by_guard.refused->code == errc::statement_denied ? 1U : 0U;
      continue;
    }
    auto const e = db.execute(sql);
    ++admitted;
    BOOST_TEST((!e.failure || e.failure->message != "the canary was called"), sql);
  }
  BOOST_TEST(admitted > 1000U);
  BOOST_TEST(called > 300U);
}

}  // namespace t2s::test

#endif
