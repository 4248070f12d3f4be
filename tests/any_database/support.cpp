// SPDX-License-Identifier: BSL-1.0
#include "support.hpp"

#include "t2s/core/detail/percent.hpp"

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

/// A server that lasts as long as the program; null, with the reason on the output, where there is none.
template <class Server>
Server const* started(char const* name) {
  static std::unique_ptr<Server> const server = [name] {
    try {
      return std::make_unique<Server>();
    } catch (std::exception const& e) {
      std::cerr << "without " << name << ": " << e.what() << "\n";
      return std::unique_ptr<Server>();
    }
  }();
  return server.get();
}

#ifdef T2S_WITH_POSTGRES
std::string url_of(server_place const& at) {
  using t2s::text::percent_encoded;
  auto const password = at.password.empty() ? "" : "&password=" + percent_encoded(at.password);
  return "postgresql:///{db}?host=" + percent_encoded(at.host) + "&port=" + at.port + "&user=" + percent_encoded(at.user) + password;
}
#endif

#ifdef T2S_WITH_DUCKDB
/// Files in a folder that is removed at the end. The library may have been downloaded for the tests.
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
  if (auto const* server = started<postgres_server>("PostgreSQL")) all.push_back({"PostgreSQL", url_of(server->place())});
#endif
#ifdef T2S_WITH_MYSQL
  if (auto const* server = started<private_mysql_server>("MySQL")) {
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
