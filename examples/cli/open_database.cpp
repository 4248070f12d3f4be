// SPDX-License-Identifier: BSL-1.0
#include "open_database.hpp"

#include <filesystem>

namespace cli {

po::typed_value<std::string>* a_database() { return a_word("FILE|URL"); }

t2s::db::any_connection open_database(std::string const& written, t2s::db::any_options const& how) { return t2s::db::open(written, how); }

bool is_sqlite(std::string const& written) { return t2s::db::locate(written).engine == t2s::db::engine::sqlite; }

bool is_same_file(std::string const& a, std::string const& b) {
  std::error_code absent;
  return std::filesystem::equivalent(a, b, absent);
}

}  // namespace cli
