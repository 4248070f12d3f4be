// SPDX-License-Identifier: BSL-1.0
#include "support.hpp"

#include <cstdlib>
#include <iostream>
#include <memory>
#include <thread>

namespace t2s::test {
namespace {

std::unique_ptr<mysql_shop>& instance() {
  static std::unique_ptr<mysql_shop> the_one;
  return the_one;
}

/// Starts the server before the first test and ends it after the last one.
struct server_of_program {
  server_of_program() {
    try {
      instance() = std::make_unique<mysql_shop>();
    } catch (std::runtime_error const& e) {
      std::cout << "SKIPPED: test_mysql " << e.what() << std::endl;
      std::exit(77);
    }
  }
  ~server_of_program() { instance().reset(); }
  server_of_program(server_of_program const&) = delete;
  server_of_program& operator=(server_of_program const&) = delete;
};

BOOST_TEST_GLOBAL_FIXTURE(server_of_program);

}  // namespace

private_mysql_server& server() { return instance()->server(); }

mysql_server_place shop_of_root() { return instance()->of_root(); }

mysql_server_place shop() { return instance()->of_reader(); }

bool is_mariadb() { return instance()->is_mariadb(); }

std::string active_statements() {
  mysql_administrator const admin(shop_of_root());
  std::string active;
  for (int i = 0; i < 100; ++i, std::this_thread::sleep_for(std::chrono::milliseconds(20))) {
    active = admin.one("SELECT GROUP_CONCAT(info) FROM information_schema.processlist WHERE user = 't2s_reader' AND command = 'Query'");
    if (active == "NULL") return {};
  }
  return active;
}

}  // namespace t2s::test
