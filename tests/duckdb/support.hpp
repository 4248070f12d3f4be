// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DUCKDB_SUPPORT_HPP
#define T2S_TESTS_DUCKDB_SUPPORT_HPP

#include "support/database.hpp"
#include "support/folder.hpp"
#include "t2s/db/duckdb/connection.hpp"

#include <string>
#include <vector>

/// The common part of the tests of db/duckdb/. DuckDB is the library in T2S_DUCKDB_LIBRARY, or the one that CTest has downloaded.
namespace t2s::test {

/// A folder, the paths of whose files are texts.
struct scratch : folder {
  scratch() : folder("duckdb") {}
  [[nodiscard]] std::string operator/(std::string const& name) const { return (path() / name).string(); }
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

}  // namespace t2s::test

#endif
