// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_DENIED_FUNCTIONS_HPP
#define T2S_DB_DUCKDB_DETAIL_DENIED_FUNCTIONS_HPP

#include "t2s/db/guard.hpp"
#include "t2s/sql/duckdb.hpp"

#include <string_view>

namespace t2s::db {

/// The functions of DuckDB and its usual extensions that do more than read the database: they change something, wait, reach files or other
/// servers, or run SQL that stands in a text. For each that DuckDB has itself and that is a table function or has side effects a test knows
/// that it is here or harmless. `*` stands for any characters.
// clang-format off
inline constexpr std::string_view duckdb_denied_functions[] = {
    // files, also those that extensions read
    "read_*", "parquet_*", "*_scan", "*_scan_dumb", "*_scan_pushdown", "sniff_*", "glob", "seq_scan", "st_read*", "st_drivers", "shapefile_meta",
    "iceberg_*", "delta_*", "copy_*", "import_*", "export_*", "write_*", "open_prompt*", "load_*", "which_secret", "duckdb_secrets",
    "duckdb_extensions", "duckdb_external_file_cache", "duckdb_temporary_files", "duckdb_logs*", "duckdb_log_contexts", "getenv", "hostfs_*", "shellfs_*",
    // other servers
    "http*", "*_query", "*_execute", "*_attach", "postgres_*", "mysql_*", "sqlite_*", "mssql_*", "ducklake_*", "*_clear_cache",
    // SQL in a text
    "query", "query_table", "json_execute_serialized_sql", "json_serialize_plan", "from_substrait*", "get_substrait*", "sql_auto_complete",
    // sequences, settings, logs, files of the database
    "nextval", "setseed", "checkpoint", "force_checkpoint", "enable_*", "disable_*", "truncate_duckdb_logs", "verify_*", "add_parquet_key",
    "check_peg_parser", "parse_duckdb_log_message", "all_profiling_output", "current_query", "summary",
    // waiting, rows without an end, and what takes any amount of memory at once
    "repeat", "list_reduce", "array_reduce", "reduce", "sleep_ms", "pg_sleep*", "test_vector_types", "sqlsmith*", "fuzz*", "reduce_sql_statement",
};

/// The views of DuckDB itself that show more than the database, and the names under which it takes a file for a table: FROM 'sales.csv'.
inline constexpr std::string_view duckdb_denied_sources[] = {
    "duckdb_logs*", "duckdb_secrets", "duckdb_extensions", "duckdb_external_file_cache", "duckdb_temporary_files", "duckdb_log_contexts",
    "*/*", "*\\*", "*:*", "*.csv*", "*.tsv*", "*.txt*", "*.parquet*", "*.json*", "*.jsonl*", "*.ndjson*", "*.xlsx", "*.arrow*", "*.avro", "*.shp",
    "*.db", "*.duckdb", "*.sqlite*", "*.gz", "*.zst",
};
// clang-format on

/// Lets a statement of DuckDB pass that is one query and names none of these. Extend it: `duckdb_guard().deny("billing_*")`.
[[nodiscard]] inline statement_guard duckdb_guard() { return statement_guard(sql::duckdb, duckdb_denied_functions, duckdb_denied_sources); }

}  // namespace t2s::db

#endif
