// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_HOSTILE_POSTGRES_HPP
#define T2S_TESTS_SUPPORT_HOSTILE_POSTGRES_HPP

/// What must do no harm, whoever wrote it. {dir} is a folder that the server can write to, {port} one that the test listens on, {id} a
/// session of another user.
namespace t2s::test {

// clang-format off
inline constexpr char const* hostile_postgres_statements[] = {
    // writing
    "INSERT INTO customer VALUES (99, 'x')", "INSERT INTO customer SELECT 98, 'y' RETURNING *", "UPDATE customer SET name = 'x'",
    "UPDATE customer SET name = 'x' RETURNING name", "DELETE FROM line", "DELETE FROM line RETURNING *", "TRUNCATE line", "TRUNCATE customer CASCADE",
    "MERGE INTO customer c USING (SELECT 1 AS i) s ON c.id = s.i WHEN MATCHED THEN UPDATE SET name = 'x'",
    "WITH d AS (DELETE FROM line RETURNING *) SELECT * FROM d", "WITH i AS (INSERT INTO customer VALUES (97, 'z') RETURNING id) SELECT * FROM i",
    "WITH u AS (UPDATE customer SET name = 'w' RETURNING *) SELECT count(*) FROM u", "SELECT * INTO stolen FROM customer",
    "SELECT * INTO TEMP stolen FROM customer", "SELECT 1 AS a INTO UNLOGGED stolen", "(SELECT 1 INTO stolen)", "CREATE TABLE stolen AS SELECT 1",
    "CREATE TABLE IF NOT EXISTS stolen (a int)", "CREATE TEMP TABLE stolen (a int)", "CREATE UNLOGGED TABLE stolen AS TABLE customer",
    "CREATE MATERIALIZED VIEW stolen AS SELECT 1", "REFRESH MATERIALIZED VIEW totals", "CREATE VIEW stolen AS SELECT 1",
    "CREATE OR REPLACE VIEW rich AS SELECT 1", "CREATE INDEX ON customer (name)", "DROP TABLE customer CASCADE", "DROP VIEW rich",
    "DROP SCHEMA public CASCADE", "DROP DATABASE t2s_shop", "DROP OWNED BY CURRENT_USER", "ALTER TABLE customer ADD stolen int",
    "ALTER TABLE customer RENAME TO client", "ALTER TABLE customer DISABLE TRIGGER ALL", "COMMENT ON TABLE customer IS 'x'", "CREATE SCHEMA stolen",
    "CREATE TYPE stolen AS ENUM ('a')", "CREATE DOMAIN stolen AS int", "CREATE SEQUENCE stolen", "ALTER SEQUENCE numbers RESTART 9",
    "CREATE RULE r AS ON SELECT TO line DO INSTEAD SELECT 1", "CREATE EXTENSION IF NOT EXISTS dblink", "DROP EXTENSION dblink",
    "CREATE STATISTICS stolen ON id, name FROM customer", "ANALYZE customer", "VACUUM", "VACUUM FULL customer", "CLUSTER", "REINDEX TABLE customer",
    "CHECKPOINT", "CREATE COLLATION stolen FROM \"C\"", "CREATE AGGREGATE stolen (int) (sfunc = int4pl, stype = int)", "IMPORT FOREIGN SCHEMA a FROM SERVER b INTO c",
    // functions that write
    "SELECT nextval('numbers')", "SELECT setval('numbers', 77)", "SELECT setval('numbers', 78, false)", "SELECT pg_catalog.nextval('public.numbers')",
    "SELECT lo_create(4711)", "SELECT lo_creat(-1)", "SELECT lo_from_bytea(4712, 'x')", "SELECT lo_put(4711, 0, 'x')", "SELECT lo_unlink(4711)",
    "SELECT lo_import('{dir}/secret.txt')", "SELECT lo_import('{dir}/secret.txt', 4713)", "SELECT lo_export(4711, '{dir}/out')",
    "SELECT lo_open(4711, 131072)", "SELECT lowrite(0, 'x')", "SELECT evil_write()", "SELECT * FROM evil_write()", "SELECT evil_write() FROM customer",
    "SELECT (evil_write() + 1)", "SELECT evil_owner()", "SELECT 1 WHERE evil_owner() = 1", "SELECT count(*) FROM customer HAVING evil_owner() > 0",
    "SELECT txid_current()", "SELECT pg_current_xact_id()", "SELECT pg_logical_emit_message(false, 'a', 'b')", "SELECT pg_create_restore_point('x')",
    "SELECT pg_switch_wal()", "SELECT pg_backup_start('x')", "SELECT pg_backup_stop()", "SELECT pg_create_physical_replication_slot('stolen')",
    "SELECT pg_create_logical_replication_slot('stolen', 'pgoutput')", "SELECT pg_drop_replication_slot('a')", "SELECT pg_replication_origin_create('stolen')",
    "SELECT pg_export_snapshot()", "SELECT pg_stat_reset()", "SELECT pg_stat_reset_shared('bgwriter')", "SELECT pg_import_system_collations('public')",
    "SELECT brin_summarize_new_values('customer'::regclass)", "SELECT gin_clean_pending_list('customer_pkey'::regclass)", "SELECT pg_prewarm('customer')",
    "SELECT pg_extension_config_dump('customer', '')", "SELECT pg_nextoid('pg_class', 'oid', 'pg_class_oid_index')", "SELECT currtid2('customer', '(0,1)')",
    // files
    "SELECT pg_read_file('{dir}/secret.txt')", "SELECT pg_read_file('{dir}/secret.txt', 0, 100)", "SELECT pg_read_binary_file('{dir}/secret.txt')",
    "SELECT pg_read_file('postgresql.auto.conf')", "SELECT pg_ls_dir('.')", "SELECT pg_ls_dir('{dir}')", "SELECT * FROM pg_ls_logdir()",
    "SELECT * FROM pg_ls_waldir()", "SELECT * FROM pg_ls_tmpdir()", "SELECT * FROM pg_ls_archive_statusdir()", "SELECT pg_stat_file('{dir}/secret.txt')",
    "SELECT * FROM pg_hba_file_rules", "SELECT * FROM pg_hba_file_rules()", "SELECT * FROM pg_show_all_file_settings()", "SELECT * FROM pg_ident_file_mappings",
    "SELECT pg_current_logfile()", "SELECT pg_file_write('{dir}/out', 'x', false)", "SELECT pg_file_unlink('{dir}/secret.txt')",
    "SELECT pg_file_rename('{dir}/secret.txt', '{dir}/gone')", "SELECT pg_file_read('{dir}/secret.txt', 0, 99)", "SELECT pg_file_sync('{dir}')",
    "SELECT * FROM pg_control_system()", "COPY customer TO '{dir}/out'", "COPY (SELECT 1) TO '{dir}/out'", "COPY customer TO PROGRAM 'touch {dir}/out'",
    "COPY customer FROM '{dir}/secret.txt'", "COPY customer FROM PROGRAM 'cat {dir}/secret.txt'", "COPY customer TO STDOUT", "COPY customer FROM STDIN",
    "COPY (DELETE FROM line RETURNING *) TO STDOUT", "LOAD 'auto_explain'", "LOAD '{dir}/evil.so'",
    "CREATE FUNCTION stolen() RETURNS int LANGUAGE c AS '{dir}/evil.so'", "CREATE TABLESPACE stolen LOCATION '{dir}'",
    "CREATE FOREIGN TABLE stolen (l text) SERVER s OPTIONS (filename '{dir}/secret.txt')", "CREATE SERVER s FOREIGN DATA WRAPPER file_fdw",
    "SELECT get_raw_page('customer', 0)",
    // other servers
    "SELECT dblink_connect('host=127.0.0.1 port={port} user=a password=b')", "SELECT dblink_connect('c', 'host=127.0.0.1 port={port} user=a password=b')",
    "SELECT * FROM dblink('host=127.0.0.1 port={port} user=a password=b', 'SELECT 1') AS t(a int)",
    "SELECT dblink_exec('host=127.0.0.1 port={port} user=a password=b', 'DROP TABLE customer')", "SELECT dblink_send_query('c', 'SELECT 1')",
    "SELECT * FROM dblink_fetch('c', 1) AS t(a int)", "SELECT dblink_disconnect()", "CREATE SUBSCRIPTION s CONNECTION 'host=127.0.0.1 port={port}' PUBLICATION p",
    "CREATE SERVER s FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '{port}')", "CREATE USER MAPPING FOR CURRENT_USER SERVER s",
    // waiting
    "SELECT pg_sleep(30)", "SELECT pg_sleep_for('30 seconds')", "SELECT pg_sleep_until(now() + interval '30 seconds')", "SELECT * FROM pg_sleep(30)",
    "SELECT 1 FROM customer, LATERAL (SELECT pg_sleep(30)) AS s", "SELECT evil_sleep()", "SELECT count(*) FROM customer WHERE evil_sleep() = id",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
    "SELECT count(*) FROM generate_series(1, 1000000000) a, generate_series(1, 1000000000) b", "SELECT repeat('x', 300000000) FROM generate_series(1, 100)",
    "SELECT generate_series(1, 9000000000000000)", "SELECT array_agg(i) FROM generate_series(1, 100000000) AS i", "SELECT 10 ^ 100000::numeric * 9",
    "SELECT string_agg(repeat('x', 100000), '') FROM generate_series(1, 100000)", "SELECT regexp_replace(repeat('a', 100000), '(a+)+b', 'x')",
    "SELECT pg_isolation_test_session_is_blocked({id}, '{}')",
    // other sessions and the server
    "SELECT pg_terminate_backend({id})", "SELECT pg_cancel_backend({id})", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity",
    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity", "SELECT pg_reload_conf()", "SELECT pg_rotate_logfile()", "SELECT pg_promote()",
    "SELECT pg_log_backend_memory_contexts({id})", "SELECT pg_notify('c', 'x')", "NOTIFY c, 'x'", "LISTEN c", "UNLISTEN *", "SELECT pg_wal_replay_pause()",
    "ALTER SYSTEM SET work_mem = '1GB'", "ALTER DATABASE t2s_shop SET work_mem = '1GB'", "ALTER ROLE CURRENT_USER SET work_mem = '1GB'",
    "ALTER ROLE t2s_reader SUPERUSER", "CREATE ROLE stolen SUPERUSER", "DROP ROLE t2s_reader", "GRANT ALL ON customer TO PUBLIC",
    "REVOKE ALL ON customer FROM PUBLIC", "GRANT pg_write_all_data TO t2s_reader", "SECURITY LABEL ON TABLE customer IS 'x'", "REASSIGN OWNED BY CURRENT_USER TO postgres",
    // the session
    "SET statement_timeout = 0", "SET SESSION work_mem = '1GB'", "SET LOCAL work_mem = '1GB'", "SET default_transaction_read_only = off", "SET transaction_read_only = off",
    "SET TRANSACTION READ WRITE", "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE", "SET ROLE postgres", "SET SESSION AUTHORIZATION postgres",
    "RESET ALL", "RESET statement_timeout", "SET search_path = hidden", "SET standard_conforming_strings = off", "SET client_encoding = latin1", "DISCARD ALL", "DISCARD PLANS",
    "SELECT set_config('statement_timeout', '0', false)", "SELECT set_config('default_transaction_read_only', 'off', false)",
    "SELECT set_config('transaction_read_only', 'off', true)", "SELECT pg_catalog.set_config('search_path', 'hidden', false)",
    "SELECT \"set_config\"('work_mem', '1GB', false)", "SELECT set_config(name, setting, false) FROM pg_settings", "SELECT setseed(0.5)", "SELECT evil_settings()",
    "SELECT evil_lock()", "SELECT evil_prepare()", "SELECT evil_role()", "SELECT pg_advisory_lock(1)", "SELECT pg_advisory_lock_shared(2)", "SELECT pg_try_advisory_lock(3)",
    "SELECT pg_advisory_xact_lock(4)", "SELECT pg_advisory_unlock_all()", "LOCK TABLE customer", "LOCK customer IN ACCESS EXCLUSIVE MODE",
    "SELECT * FROM customer FOR UPDATE", "SELECT * FROM customer FOR SHARE", "SELECT * FROM customer FOR NO KEY UPDATE NOWAIT", "TABLE customer FOR UPDATE",
    "BEGIN", "BEGIN READ WRITE", "START TRANSACTION", "COMMIT", "COMMIT AND CHAIN", "END", "ROLLBACK", "ROLLBACK AND CHAIN", "ABORT", "SAVEPOINT s", "RELEASE s", "ROLLBACK TO s",
    "PREPARE p AS DELETE FROM line", "PREPARE p AS SELECT 1", "EXECUTE p", "EXECUTE t2s_rollback", "DEALLOCATE ALL", "DEALLOCATE t2s_begin", "PREPARE TRANSACTION 'x'", "COMMIT PREPARED 'x'",
    "DECLARE c CURSOR WITH HOLD FOR SELECT 1", "DECLARE c CURSOR FOR SELECT 1", "FETCH ALL FROM c", "MOVE c", "CLOSE ALL",
    // code
    "DO $$ BEGIN DELETE FROM line; END $$", "DO $$ BEGIN COMMIT; SET TRANSACTION READ WRITE; DELETE FROM line; END $$", "DO LANGUAGE plpgsql 'BEGIN END'", "CALL evil_commit()",
    "CREATE FUNCTION stolen() RETURNS int LANGUAGE sql AS 'SELECT 1'", "CREATE OR REPLACE FUNCTION evil_lock() RETURNS int LANGUAGE sql AS 'SELECT 1'", "CREATE PROCEDURE stolen() LANGUAGE sql AS ''",
    "CREATE TRIGGER t BEFORE INSERT ON customer EXECUTE FUNCTION f()", "CREATE LANGUAGE plperlu", "EXPLAIN ANALYZE DELETE FROM line", "EXPLAIN (ANALYZE) INSERT INTO customer VALUES (96, 'x')",
    "SELECT query_to_xml('DELETE FROM line', true, true, '')", "SELECT query_to_xml('SELECT pg_sleep(30)', true, true, '')", "SELECT table_to_xml('customer', true, true, '')",
    "SELECT database_to_xml(true, true, '')", "SELECT schema_to_xml('public', true, true, '')", "SELECT cursor_to_xml('c', 1, true, true, '')", "SELECT * FROM ts_stat('SELECT pg_sleep(30)')",
    "SELECT ts_rewrite('a'::tsquery, 'SELECT pg_sleep(30)::text::tsquery, ''b''::tsquery')", "SELECT * FROM crosstab('SELECT pg_sleep(30)::text, 1::text, 1') AS t(a text, b int)",
    "SELECT * FROM connectby('customer', 'id', 'id', '1', 0) AS t(a int, b int, c int)", "SELECT * FROM xpath_table('id', 'name', 'customer', '/', 'pg_sleep(30) IS NULL') AS t(a int, b text)",
    // several statements, also disguised as one
    "SELECT 1; DELETE FROM line", "SELECT 1; SELECT 2", "; DELETE FROM line", "SELECT 1;; COMMIT; DELETE FROM line; --", "SELECT 1) ; DELETE FROM line; SELECT (1", "SELECT 1); COMMIT; (SELECT 2",
    "SELECT 1) INTO stolen FROM (SELECT 2", "SELECT 1 -- \r; DELETE FROM line", "SELECT 1 --\r, pg_sleep(30)", "SELECT 1 /* */; DELETE FROM line /* */", "SELECT '\\'; DELETE FROM line; --'",
    "SELECT E'\\'; DELETE FROM line; --'", "SELECT $$ $$; DELETE FROM line; -- $$", "SELECT \"a\"\"; DELETE FROM line; --\" FROM customer", "SELECT U&'\\0027; DELETE FROM line; --'",
    "SELECT 1 UNION SELECT 2) UNION (DELETE FROM line RETURNING 1", "SELECT 1 /*/* */; DELETE FROM line; --*/", ("\xEF\xBB\xBF" "DELETE FROM line"), "SELECT U&\"pg!005fsleep\" UESCAPE '!' (30)",
    "SELECT U&\"\\0070g_sleep\"(30)", "SELECT pg_sleep/**/(30)", "SELECT PG_SLEEP (30)", "SELECT pg_catalog . pg_sleep (30)", "SELECT t2s_shop.pg_catalog.pg_sleep(30)", "SELECT (customer).pg_sleep FROM customer",
    "SELECT 1 WHERE pg_sleep(30) IS NULL", "SELECT 1 ORDER BY pg_sleep(30)", "SELECT 1 LIMIT pg_sleep(30)::text::int", "VALUES (pg_sleep(30))", "SELECT ARRAY(SELECT pg_sleep(30))", "SELECT coalesce(NULL, pg_sleep(30)::text)",
    "SELECT count(*) OVER (PARTITION BY pg_sleep(30)::text)", "SELECT * FROM ROWS FROM (pg_sleep(30)) AS s", "SELECT 1 FROM customer JOIN purchase ON pg_sleep(30) IS NULL", "SELECT CASE WHEN pg_sleep(30) IS NULL THEN 1 END",
};
// clang-format on

}  // namespace t2s::test

#endif
