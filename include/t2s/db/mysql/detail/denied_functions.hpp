// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_DENIED_FUNCTIONS_HPP
#define T2S_DB_MYSQL_DETAIL_DENIED_FUNCTIONS_HPP

#include "t2s/db/guard.hpp"
#include "t2s/sql/mysql.hpp"

#include <string_view>

namespace t2s::db {

/// The functions of MariaDB, MySQL and their usual plugins that do more than read the database: they change something, wait, or reach other
/// sessions, files, programs or servers. `*` stands for any characters.
// clang-format off
inline constexpr std::string_view mysql_denied_functions[] = {
    // sequences, and what a session remembers
    "nextval", "setval", "last_insert_id",
    // waiting and locks
    "sleep", "benchmark", "get_lock", "release_lock", "release_all_locks", "service_get_*", "service_release_*", "master_pos_wait",
    "source_pos_wait", "master_gtid_wait", "wait_for_executed_gtid_set", "wait_until_sql_thread_after_gtids", "wsrep_sync_wait_upto",
    // files and programs
    "load_file", "sys_exec", "sys_eval", "sys_bineval", "sys_get", "sys_set", "do_system", "lib_mysqludf_*",
    // other servers
    "spider_*", "http_get", "http_post", "http_put", "http_delete", "memc_*", "gman_*",
    // replication and what administers a server
    "asynchronous_connection_failover_*", "group_replication_*", "audit_log_*", "audit_api_*", "keyring_*", "rotate_system_key",
    "*_firewall_*", "version_tokens_*", "load_rewrite_rules", "flush_rewrite_cache", "masking_dictionar*", "gen_dictionary_*",
    "option_tracker_*", "telemetry_*",
};
// clang-format on

/// Lets a statement of MariaDB or MySQL pass that is one query and calls none of these. Extend it: `mysql_guard().deny("billing_*")`.
[[nodiscard]] inline statement_guard mysql_guard() { return statement_guard(sql::mysql, mysql_denied_functions); }

}  // namespace t2s::db

#endif
