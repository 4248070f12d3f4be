// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DUCKDB_SUPPORT_HPP
#define T2S_TESTS_DUCKDB_SUPPORT_HPP

#include <boost/test/unit_test.hpp>

#include "t2s/db/duckdb/connection.hpp"

#include <chrono>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

/// The common part of the tests of db/duckdb/. DuckDB is the library in T2S_DUCKDB_LIBRARY, or the one that CTest has downloaded.
namespace t2s::test {

/// A folder that is removed with the object.
class scratch {
 public:
  scratch();
  scratch(scratch const&) = delete;
  scratch& operator=(scratch const&) = delete;
  ~scratch();

  /// The path of a file in it.
  [[nodiscard]] std::string operator/(std::string const& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string text() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
};

/// DuckDB without this library.
class administrator {
 public:
  /// Opens a database for writing, or one in memory.
  explicit administrator(std::string const& file = {});
  administrator(administrator const&) = delete;
  administrator& operator=(administrator const&) = delete;
  ~administrator();

  /// Executes statements; a failure throws `std::runtime_error`.
  void run(std::string const& sql) const;
  /// The rows, each value as text.
  [[nodiscard]] std::vector<std::vector<std::string>> rows(std::string const& sql) const;
  [[nodiscard]] std::string one(std::string const& sql) const { return rows(sql).at(0).at(0); }

 private:
  void* database_ = nullptr;
  void* connection_ = nullptr;
};

/// Statements that make a small shop.
extern char const* const shop_tables;

/// A database of these tables.
struct shop_file {
  scratch folder{};
  std::string file = folder / "shop.duckdb";

  shop_file();
};

/// All bytes of a file.
std::string bytes_of(std::filesystem::path const& file);
void write_file(std::string const& file, std::string const& text);

/// The duration of `f`.
template <class F>
std::chrono::nanoseconds time_of(F const& f) {
  auto const begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::steady_clock::now() - begin;
}

/// The `t2s::error` that `f` throws; fails the test if it throws none.
template <class F>
failure failure_of(F const& f) {
  try {
    f();
  } catch (error const& e) {
    BOOST_TEST(!e.details().text().empty());
    return e.details();
  }
  BOOST_ERROR("nothing was thrown");
  return {};
}

/// The first value of a statement's result.
inline value first_value(db::execution const& e) {
  BOOST_REQUIRE_MESSAGE(e.ok(), (e.failure ? e.failure->text() : std::string()));
  BOOST_REQUIRE(!e.rows.values.empty());
  return e.rows.values.front().at(0);
}

}  // namespace t2s::test

namespace t2s {
inline std::ostream& boost_test_print_type(std::ostream& out, errc code) { return out << name_of(code); }
inline std::ostream& boost_test_print_type(std::ostream& out, value const& v) { return out << to_sql(v); }
}  // namespace t2s

#endif
