// SPDX-License-Identifier: BSL-1.0
#include "open_database.hpp"

namespace cli {

po::typed_value<std::string>* a_database() { return a_word("FILE|URL"); }

t2s::db::any_connection open_database(std::string const& written, t2s::db::any_options const& how) { return t2s::db::open(written, how); }

bool is_sqlite(std::string const& written) { return t2s::db::locate(written).engine == t2s::db::engine::sqlite; }

}  // namespace cli
