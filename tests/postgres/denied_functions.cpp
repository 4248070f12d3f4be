// SPDX-License-Identifier: BSL-1.0
// The list of denied functions, compared with the catalogue of a real server.
#include "t2s/db/postgres/detail/denied_functions.hpp"

#include "support.hpp"

#include <iterator>
#include <set>
#include <sstream>

using namespace t2s;
using namespace t2s::test;

namespace {

std::set<std::string> words_of(char const* text) {
  std::istringstream words(text);
  return std::set<std::string>(std::istream_iterator<std::string>(words), {});
}

/// Declared VOLATILE because they differ from call to call, or by oversight, and without an effect.
auto const harmless = words_of(
    "amvalidate bernoulli clock_timestamp currval gen_random_uuid lastval random random_normal timeofday uuidv4 uuidv7 "
    "pg_blocking_pids pg_collation_actual_version pg_current_wal_flush_lsn pg_current_wal_insert_lsn pg_current_wal_lsn "
    "pg_database_collation_actual_version pg_database_size pg_get_backend_memory_contexts pg_get_multixact_members "
    "pg_get_shmem_allocations pg_indexes_size pg_is_in_recovery pg_is_wal_replay_paused pg_jit_available pg_last_committed_xact "
    "pg_last_wal_receive_lsn pg_last_wal_replay_lsn pg_last_xact_replay_timestamp pg_lock_status pg_notification_queue_usage "
    "pg_partition_ancestors pg_partition_tree pg_prepared_xact pg_relation_size pg_safe_snapshot_blocking_pids pg_sequence_last_value "
    "pg_show_replication_origin_status pg_stat_get_recovery_prefetch pg_stat_have_stats pg_table_size pg_tablespace_size "
    "pg_total_relation_size pg_xact_commit_timestamp pg_xact_commit_timestamp_origin pg_xact_status system txid_status "
    "pg_available_wal_summaries pg_wal_summary_contents pg_get_wal_summarizer_state pg_get_loaded_modules pg_get_sequence_data "
    "pg_get_aios pg_get_dsm_registry_allocations pg_get_shmem_allocations_numa pg_numa_available");

bool is_harmless(std::string const& name) {
  auto const ends = [&](char const* end) { return name.ends_with(end); };
  // PostgreSQL itself calls these, but SQL cannot.
  return harmless.contains(name) || ends("handler") || ends("_validator") || name.starts_with("dsnowball_") ||
         name.starts_with("pg_stat_get_");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(postgres_denied)

BOOST_AUTO_TEST_CASE(every_volatile_function_of_postgres_is_denied_or_known_to_be_harmless) {
  administrator const admin(shop_of_admin());
  auto const functions = admin.rows(
      "SELECT DISTINCT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND provolatile = 'v'"
      " AND prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype)");
  BOOST_TEST(functions.size() > 100U);
  auto const guard = db::postgres_guard();
  for (auto const& row : functions) BOOST_TEST((guard.denies(row[0]) || is_harmless(row[0])), row[0]);
}

BOOST_AUTO_TEST_CASE(so_is_every_volatile_function_of_its_extensions) {
  administrator const admin(shop_of_admin());
  auto const guard = db::postgres_guard();
  auto const computing = words_of(
      "normal_rand uuid_generate_v1 uuid_generate_v1mc uuid_generate_v4 gen_random_bytes gen_salt gen_random_uuid pgp_pub_encrypt "
      "pgp_sym_encrypt pgp_pub_encrypt_bytea pgp_sym_encrypt_bytea");
  auto const functions = admin.rows(
      "SELECT DISTINCT p.proname, e.extname FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e"
      " ON e.oid = d.refobjid WHERE p.provolatile = 'v' AND p.prorettype <> 'trigger'::regtype");
  for (auto const& row : functions) {
    bool const computes = row[1] == "xml2" || row[1] == "file_fdw" || (row[1] == "pageinspect" && row[0] != "get_raw_page");
    if (computes) continue;  // or not callable from SQL
    BOOST_TEST((guard.denies(row[0]) || computing.contains(row[0]) || is_harmless(row[0])), row[0] << " of " << row[1]);
  }
}

BOOST_AUTO_TEST_CASE(those_that_run_sql_in_a_text_are_denied_whatever_they_are_declared) {
  auto const guard = db::postgres_guard();
  for (char const* name : {"query_to_xml", "query_to_xmlschema", "query_to_xml_and_xmlschema", "cursor_to_xml", "table_to_xml",
                           "schema_to_xml", "database_to_xml", "ts_stat", "pg_replication_origin_oid", "ts_rewrite", "crosstab",
                           "crosstab4", "connectby", "xpath_table", "dblink", "dblink_exec"})
    BOOST_TEST(guard.denies(name), name);
}

BOOST_AUTO_TEST_CASE(a_view_or_table_of_postgres_that_has_the_name_of_a_denied_function_is_denied_too) {
  administrator const admin(shop_of_admin());
  auto const guard = db::postgres_guard();
  auto const relations = admin.rows(
      "SELECT DISTINCT relname FROM pg_class WHERE relkind IN ('r', 'v', 'm', 'f', 'p') AND relnamespace IN "
      "('pg_catalog'::regnamespace, 'information_schema'::regnamespace)");
  BOOST_TEST(relations.size() > 100U);
  for (auto const& row : relations) BOOST_TEST((!guard.denies(row[0]) || guard.denies_source(row[0])), row[0]);
}

BOOST_AUTO_TEST_CASE(what_only_computes_is_not_denied) {
  administrator const admin(shop_of_admin());
  auto const guard = db::postgres_guard();
  auto const none_of_these = words_of(
      "pg_current_xact_id txid_current pg_get_wal_resource_managers pg_get_wal_replay_pause_state pg_replication_origin_oid ts_rewrite "
      "pg_config pg_current_logfile current_query");
  for (auto const& row : admin.rows("SELECT DISTINCT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace"
                                    " AND provolatile <> 'v' AND proname !~ '_to_xml|^pg_stat_get|^binary_upgrade|^currtid|^pg_log'"))
    if (!none_of_these.contains(row[0])) BOOST_TEST(!guard.denies(row[0]), row[0]);
}

BOOST_AUTO_TEST_SUITE_END()
