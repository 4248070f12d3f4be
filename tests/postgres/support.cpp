// SPDX-License-Identifier: BSL-1.0
#include "support.hpp"

#include <cstdlib>
#include <iostream>
#include <memory>
#include <thread>

namespace t2s::test {
namespace {

std::unique_ptr<postgres_shop>& instance() {
  static std::unique_ptr<postgres_shop> the_one;
  return the_one;
}

/// Starts the server before the first test and ends it after the last one.
struct server_of_program {
  server_of_program() {
    try {
      instance() = std::make_unique<postgres_shop>();
    } catch (std::runtime_error const& e) {
      char const* url = std::getenv("T2S_POSTGRES_URL");
      bool const is_named = url && *url != '\0';  // an unusable server that was requested must not skip the tests
      std::cout << (is_named ? "test_postgres and T2S_POSTGRES_URL: " : "SKIPPED: test_postgres ") << e.what() << std::endl;
      std::exit(is_named ? 1 : 77);
    }
  }
  ~server_of_program() { instance().reset(); }
  server_of_program(server_of_program const&) = delete;
  server_of_program& operator=(server_of_program const&) = delete;
};

BOOST_TEST_GLOBAL_FIXTURE(server_of_program);

}  // namespace

postgres_server& server() { return instance()->server(); }

server_place shop_of_superuser() { return instance()->of_superuser(); }

server_place shop() { return instance()->of_reader(); }

std::string active_statements() {
  administrator const admin(shop_of_superuser());
  std::string active;
  for (int i = 0; i < 250; ++i, std::this_thread::sleep_for(std::chrono::milliseconds(20))) {
    active =
        admin.one("SELECT coalesce(string_agg(query, '; '), '') FROM pg_stat_activity WHERE usename = 't2s_reader' AND state = 'active'");
    if (active.empty()) break;
  }
  return active;
}

}  // namespace t2s::test
