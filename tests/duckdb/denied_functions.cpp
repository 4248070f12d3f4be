// SPDX-License-Identifier: BSL-1.0
// The list of denied functions against the catalogue of DuckDB itself.
#include "t2s/db/duckdb/detail/denied_functions.hpp"

#include "support.hpp"

#include <set>

using namespace t2s;
using namespace t2s::test;

namespace {

/// Table functions that only compute or only show DuckDB's knowledge of the database and itself, and functions whose side effects do not
/// last.
std::set<std::string> const harmless{
    "duckdb_approx_database_count", "duckdb_columns", "duckdb_connection_count", "duckdb_constraints", "duckdb_coordinate_systems",
    "duckdb_databases", "duckdb_dependencies", "duckdb_functions", "duckdb_indexes", "duckdb_keywords", "duckdb_memory",
    "duckdb_optimizers", "duckdb_prepared_statements", "duckdb_profiling_settings", "duckdb_schemas", "duckdb_secret_types",
    "duckdb_sequences", "duckdb_settings", "duckdb_table_sample", "duckdb_tables", "duckdb_types", "duckdb_variables", "duckdb_views",
    "generate_series", "histogram", "histogram_values", "icu_calendar_names", "json_each", "json_tree", "pg_timezone_names",
    "pragma_collations", "pragma_database_size", "pragma_metadata_info", "pragma_platform", "pragma_show", "pragma_storage_info",
    "pragma_table_info", "pragma_user_agent", "pragma_version", "range", "repeat_row", "test_all_types", "unnest", "tpch_queries",
    "tpch_answers", "tpcds_queries", "tpcds_answers",
    // with side effects
    "current_connection_id", "current_query_id", "current_transaction_id", "currval", "error", "gen_random_uuid", "random", "stats", "uuid",
    "uuidv4", "uuidv7"};

}  // namespace

BOOST_AUTO_TEST_SUITE(duckdb_denied)

BOOST_AUTO_TEST_CASE(every_table_function_and_every_one_with_side_effects_is_denied_or_known_to_be_harmless) {
  administrator const admin;
  auto const functions = admin.rows(
      "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('table', 'table_macro') OR has_side_effects");
  BOOST_TEST(functions.size() > 80U);
  auto const guard = db::duckdb_guard();
  for (auto const& row : functions) BOOST_TEST((guard.denies(row[0]) != harmless.contains(row[0])), row[0]);
}

BOOST_AUTO_TEST_CASE(what_only_computes_is_not_denied) {
  administrator const admin;
  auto const guard = db::duckdb_guard();
  std::set<std::string> const none_of_these{"repeat",          "reduce",        "list_reduce",         "array_reduce",
                                            "pg_sleep",        "current_query", "json_serialize_plan", "parse_duckdb_log_message",
                                            "enable_profiling"};
  for (auto const& row : admin.rows("SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate', "
                                    "'macro') AND has_side_effects IS NOT TRUE AND function_name SIMILAR TO '[a-z_0-9]+'"))
    if (!none_of_these.contains(row[0])) BOOST_TEST(!guard.denies(row[0]), row[0]);
}

BOOST_AUTO_TEST_CASE(functions_of_extensions_that_reach_beyond_are_denied) {
  auto const guard = db::duckdb_guard();
  for (char const* name :
       {"postgres_scan", "postgres_query", "postgres_execute", "postgres_attach", "mysql_query", "sqlite_scan",    "iceberg_scan",
        "delta_scan",    "st_read",        "read_xlsx",        "read_avro",       "http_get",    "from_substrait", "load_aws_credentials",
        "getenv",        "duckdb_secrets", "which_secret",     "bigquery_scan",   "odbc_scan",   "hostfs_ls"})
    BOOST_TEST(guard.denies(name), name);
}

BOOST_AUTO_TEST_CASE(a_file_in_the_place_of_a_table_is_denied) {
  auto const guard = db::duckdb_guard();
  for (char const* name : {"sales.csv", "a.parquet", "/etc/passwd", "data/x", "s3://bucket/x", "https://host/x.json", "x.csv.gz", "b.db",
                           "x.duckdb", "SALES.CSV"})
    BOOST_TEST(guard.denies_source(name), name);
  for (char const* name : {"sales", "csv", "json_data", "parquet", "order lines", "read_csv_log", "repeat"})
    BOOST_TEST(!guard.denies_source(name), name);
}

BOOST_AUTO_TEST_CASE(a_view_of_duckdb_that_has_the_name_of_a_denied_function_is_denied_too) {
  administrator const admin;
  auto const guard = db::duckdb_guard();
  auto const views = admin.rows("SELECT DISTINCT view_name FROM duckdb_views() WHERE internal");
  BOOST_TEST(views.size() > 20U);
  std::set<std::string> const of_the_schema{"sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema"};
  for (auto const& row : views)
    BOOST_TEST((!guard.denies(row[0]) || guard.denies_source(row[0]) || of_the_schema.contains(row[0])), row[0]);
}

BOOST_AUTO_TEST_SUITE_END()
