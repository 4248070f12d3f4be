// SPDX-License-Identifier: BSL-1.0
#include "open_database.hpp"

namespace cli {

po::typed_value<std::string>* a_database() { return a_word("FILE|URL"); }

t2s::db::any_connection open_database(std::string const& written, t2s::db::any_options const& how) { return t2s::db::open(written, how); }

void describe_max_rows_read(po::options_description& into) {
  into.add_options()("max-rows-read", a_number(),
                     "do not run a statement that would read more rows than that by the estimate of the database");
}

t2s::db::any_options limits_of(po::variables_map const& given) {
  t2s::db::any_options how;
  how.limits.rows_read = whole_number(given, "max-rows-read", 1, 1'000'000'000'000'000, t2s::db::unlimited_rows);
  return how;
}

bool is_sqlite(std::string const& written) { return t2s::db::locate(written).engine == t2s::db::engine::sqlite; }

}  // namespace cli
