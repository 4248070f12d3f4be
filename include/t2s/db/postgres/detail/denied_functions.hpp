// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_DENIED_FUNCTIONS_HPP
#define T2S_DB_POSTGRES_DETAIL_DENIED_FUNCTIONS_HPP

#include "t2s/db/guard.hpp"
#include "t2s/sql/postgres.hpp"

#include <string_view>

namespace t2s::db {

/// The functions of PostgreSQL and its usual extensions that do more than read the database: they change something, wait, reach
/// other sessions, files or servers, or run SQL that stands in a text. For each that PostgreSQL has itself and declares VOLATILE a test
/// knows that it is here or harmless. `*` stands for any characters.
// clang-format off
inline constexpr std::string_view postgres_denied_functions[] = {
    // sequences, settings, the seed of random()
    "nextval", "setval", "set_config", "setseed",
    // waiting, locks, other sessions, the server
    "pg_sleep*", "pg_advisory_*", "pg_try_advisory_*", "pg_cancel_backend", "pg_terminate_backend", "pg_notify", "pg_reload_conf",
    "pg_rotate_logfile*", "pg_promote", "pg_log_*", "pg_isolation_test_session_is_blocked", "pg_buffercache_evict*", "pg_background_*",
    // files
    "pg_read_file*", "pg_read_binary_file*", "pg_ls_*", "pg_stat_file", "pg_file_*", "pg_logdir_ls", "pg_current_logfile", "pg_hba_file_rules",
    "pg_ident_file_mappings", "pg_show_all_file_settings", "pg_control_*", "pg_get_wal_*", "pg_config",
    // large objects
    "lo_close", "lo_creat", "lo_create", "lo_export", "lo_from_bytea", "lo_get", "lo_import", "lo_import_with_oid", "lo_lseek", "lo_lseek64",
    "lo_open", "lo_put", "lo_tell", "lo_tell64", "lo_truncate", "lo_truncate64", "lo_unlink", "loread", "lowrite",
    // log, replication, backup
    "pg_backup_*", "pg_start_backup", "pg_stop_*", "pg_switch_*", "pg_create_*", "pg_copy_*", "pg_drop_*", "pg_export_snapshot",
    "pg_logical_*", "pg_replication_*", "pg_sync_replication_slots", "pg_wal_replay_*", "pg_xlog_*",
    // transactions and statistics
    "txid_current", "pg_current_xact_id", "pg_stat_reset*", "pg_stat_clear_snapshot", "pg_stat_force_next_flush", "pg_stat_statements_reset",
    "pg_clear_*", "pg_restore_*", "pg_set_*",
    // upkeep of tables and catalogues
    "binary_upgrade_*", "brin_summarize_*", "brin_desummarize_*", "gin_clean_pending_list", "pg_import_system_collations", "pg_nextoid",
    "pg_extension_config_dump", "currtid*", "heap_force_*", "pg_prewarm", "autoprewarm_*", "pg_truncate_*", "get_raw_page",
    // SQL in a text
    "query_to_xml*", "cursor_to_xml*", "table_to_xml*", "schema_to_xml*", "database_to_xml*", "ts_stat", "ts_rewrite", "crosstab*", "connectby",
    "xpath_table", "current_query",
    // other servers
    "dblink*", "postgres_fdw_disconnect*", "xslt_process", "http", "http_get", "http_post", "http_put", "http_patch", "http_delete", "http_head",
    "http_set_curlopt", "http_reset_curlopt", "query_export_to_s3", "table_import_from_s3",
};

/// The views of PostgreSQL that show files of the server and other servers, or tables that only its administrators need.
inline constexpr std::string_view postgres_denied_sources[] = {
    "pg_file_settings", "pg_hba_file_rules", "pg_ident_file_mappings", "pg_config", "pg_replication_slots", "pg_replication_origin*",
};
// clang-format on

/// Lets a statement of PostgreSQL pass that is one query and calls none of these. Extend it: `postgres_guard().deny("billing_*")`.
[[nodiscard]] inline statement_guard postgres_guard() {
  return statement_guard(sql::postgres, postgres_denied_functions, postgres_denied_sources);
}

}  // namespace t2s::db

#endif
