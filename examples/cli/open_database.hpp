// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_OPEN_DATABASE_HPP
#define T2S_CLI_OPEN_DATABASE_HPP

#include <map>
#include <string>
#include <string_view>

#include "command.hpp"
#include "t2s/db/any/open.hpp"

namespace cli {

/// The help text for a database.
inline constexpr char what_databases[] =
    "the database: a file of SQLite or DuckDB, postgresql://..., mysql://..., duckdb:FILE or odbc:DSN=...; it is only read";

/// The value of --db.
po::typed_value<std::string>* a_database();

/// Opens the database of --db. Throws t2s::error, with passwords hidden.
t2s::db::any_connection open_database(std::string const& written, t2s::db::any_options const& how = {});

/// Adds --max-rows-read, and reads its value.
void describe_max_rows_read(po::options_description& into);
t2s::db::any_options limits_of(po::variables_map const& given);

/// Whether the name is that of an SQLite file; does not look at the file.
bool is_sqlite(std::string const& written);

/// The connection of that name, opened on first use; `place()` is its address.
template <class Place>
t2s::db::any_connection& opened(std::map<std::string, t2s::db::any_connection>& open, std::string const& name, Place const& place,
                                t2s::db::any_options const& how = {}) {
  auto at = open.find(name);
  if (at == open.end()) at = open.emplace(name, open_database(place(), how)).first;
  return at->second;
}

}  // namespace cli

#endif
