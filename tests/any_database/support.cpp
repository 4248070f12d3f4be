// SPDX-License-Identifier: BSL-1.0
#include "support.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>

#ifdef T2S_WITH_MYSQL
#include "support/mysql_server.hpp"
#endif
#ifdef T2S_WITH_POSTGRES
#include "support/postgres_server.hpp"
#endif

namespace t2s::test {
namespace {

#ifdef T2S_WITH_POSTGRES
std::string in_url(std::string const& text) {
  static constexpr char hex[] = "0123456789ABCDEF";
  std::string s;
  for (char const c : text) {
    bool const plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain)
      s += c;
    else
      s.append("%").append(1, hex[static_cast<unsigned char>(c) >> 4U]).append(1, hex[static_cast<unsigned char>(c) & 15U]);
  }
  return s;
}

std::string url_of(server_place const& at) {
  auto const password = at.password.empty() ? "" : "&password=" + in_url(at.password);
  return "postgresql:///{db}?host=" + in_url(at.host) + "&port=" + at.port + "&user=" + in_url(at.user) + password;
}

postgres_server const* postgres() {
  static std::unique_ptr<postgres_server> const server = [] {
    try {
      return std::make_unique<postgres_server>();
    } catch (std::exception const& e) {
      std::cerr << "without PostgreSQL: " << e.what() << "\n";
      return std::unique_ptr<postgres_server>();
    }
  }();
  return server.get();
}
#endif

#ifdef T2S_WITH_MYSQL
private_mysql_server const* mysql() {
  static std::unique_ptr<private_mysql_server> const server = [] {
    try {
      return std::make_unique<private_mysql_server>();
    } catch (std::exception const& e) {
      std::cerr << "without MySQL: " << e.what() << "\n";
      return std::unique_ptr<private_mysql_server>();
    }
  }();
  return server.get();
}
#endif

#ifdef T2S_WITH_DUCKDB
/// Files in a folder that is removed at the end. The library may have been fetched for the tests.
cli_test::folder const* duckdb_files() {
  static cli_test::folder const files("duckdb");
  if (!std::getenv("T2S_DUCKDB_LIBRARY")) ::setenv("T2S_DUCKDB_LIBRARY", T2S_FETCHED_DUCKDB, 1);
  if (std::filesystem::exists(std::getenv("T2S_DUCKDB_LIBRARY"))) return &files;
  std::cerr << "without DuckDB: there is no " << std::getenv("T2S_DUCKDB_LIBRARY") << "\n";
  return nullptr;
}
#endif

std::vector<place_of_copies> find_places() {
  std::vector<place_of_copies> all;
#ifdef T2S_WITH_POSTGRES
  if (auto const* server = postgres()) all.push_back({"PostgreSQL", url_of(server->place())});
#endif
#ifdef T2S_WITH_MYSQL
  if (auto const* server = mysql()) {
    static constexpr char const* name = "t2s_name_of_a_database";
    auto url = server->place().in(name).text();
    all.push_back({"MySQL", url.replace(url.find(name), std::string(name).size(), "{db}")});
  }
#endif
#ifdef T2S_WITH_DUCKDB
  if (auto const* files = duckdb_files()) all.push_back({"DuckDB", "duckdb:" + files->file("{db}.duckdb")});
#endif
  return all;
}

}  // namespace

std::vector<place_of_copies> const& places() {
  static std::vector<place_of_copies> const all = find_places();
  return all;
}

place_of_copies const* place_of(std::string const& engine) {
  auto const found = std::ranges::find(places(), engine, &place_of_copies::engine);
  if (found != places().end()) return &*found;
  BOOST_TEST_MESSAGE("SKIPPED: there is no " << engine);
  return nullptr;
}

}  // namespace t2s::test
