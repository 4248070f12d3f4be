// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_HOSTILE_DUCKDB_HPP
#define T2S_TESTS_SUPPORT_HOSTILE_DUCKDB_HPP

/// Statements that must do no harm, whoever wrote them. {dir} is a folder with a secret in secret.txt, secret.csv, secret.json and
/// secret.parquet, {port} a port on which the test listens.
namespace t2s::test {

// clang-format off
inline constexpr char const* hostile_duckdb_statements[] = {
    // writing
    "INSERT INTO customer VALUES (99, 'x', NULL, NULL)", "INSERT INTO customer SELECT 98, 'y', NULL, NULL RETURNING *", "INSERT OR REPLACE INTO customer VALUES (1, 'z', NULL, NULL)",
    "INSERT INTO customer BY NAME SELECT 97 AS id, 'w' AS name", "UPDATE customer SET name = 'x'", "UPDATE customer SET name = 'x' RETURNING name", "DELETE FROM remark", "DELETE FROM line RETURNING *",
    "DELETE FROM line USING purchase WHERE line.purchase = purchase.id", "TRUNCATE line", "MERGE INTO customer c USING (SELECT 1 AS i) s ON c.id = s.i WHEN MATCHED THEN UPDATE SET name = 'x'",
    "WITH d AS (DELETE FROM line RETURNING *) SELECT * FROM d", "WITH i AS (INSERT INTO customer VALUES (96, 'z', NULL, NULL) RETURNING id) SELECT * FROM i", "WITH a AS (SELECT 1) DELETE FROM line",
    "SELECT * INTO stolen FROM customer", "CREATE TABLE stolen AS SELECT 1", "CREATE TABLE IF NOT EXISTS stolen (a int)", "CREATE OR REPLACE TABLE customer AS SELECT 1", "CREATE TEMP TABLE stolen (a int)",
    "CREATE TEMPORARY TABLE stolen AS FROM customer", "CREATE VIEW stolen AS SELECT 1", "CREATE OR REPLACE VIEW rich AS SELECT 1", "CREATE TEMP VIEW stolen AS SELECT 1", "CREATE INDEX stolen ON customer (name)",
    "CREATE SCHEMA stolen", "CREATE TYPE stolen AS ENUM ('a')", "CREATE TEMP TYPE stolen AS ENUM ('a')", "CREATE SEQUENCE stolen", "CREATE TEMP SEQUENCE stolen", "CREATE MACRO stolen(a) AS a", "CREATE TEMP MACRO stolen(a) AS a",
    "CREATE FUNCTION stolen(a) AS TABLE SELECT a", "CREATE SECRET stolen (TYPE s3, KEY_ID 'a', SECRET 'b')", "CREATE PERSISTENT SECRET stolen (TYPE http, BEARER_TOKEN 'b')", "DROP TABLE remark", "DROP TABLE IF EXISTS customer CASCADE",
    "DROP VIEW rich", "DROP SCHEMA back_office CASCADE", "DROP SEQUENCE numbers", "DROP TYPE state", "ALTER TABLE customer ADD COLUMN stolen int", "ALTER TABLE customer RENAME TO client", "ALTER TABLE remark DROP COLUMN said",
    "ALTER VIEW rich RENAME TO poor", "ALTER SEQUENCE numbers OWNED BY customer", "COMMENT ON TABLE customer IS 'x'", "COMMENT ON COLUMN customer.name IS 'x'", "ANALYZE", "ANALYZE customer", "VACUUM", "VACUUM ANALYZE customer", "CHECKPOINT",
    "FORCE CHECKPOINT", "SELECT nextval('numbers')", "SELECT nextval('main.numbers') FROM range(5)", "SELECT main.nextval('numbers')", "SELECT 'numbers'.nextval()", "FROM checkpoint()", "SELECT * FROM force_checkpoint()", "CALL force_checkpoint()",
    "SELECT * FROM checkpoint('shop')", "UPDATE EXTENSIONS", "SELECT 1; INSERT INTO customer VALUES (95, 'x', NULL, NULL)", "EXPLAIN ANALYZE INSERT INTO customer VALUES (94, 'x', NULL, NULL)", "EXPLAIN ANALYZE DELETE FROM remark", "EXPLAIN ANALYZE CREATE TABLE stolen AS SELECT 1",
    // files read
    "SELECT * FROM read_text('{dir}/secret.txt')", "SELECT content FROM read_blob('{dir}/secret.txt')", "SELECT * FROM read_csv('{dir}/secret.csv')", "SELECT * FROM read_csv_auto('{dir}/secret.csv')", "SELECT * FROM read_csv('{dir}/*.csv', union_by_name = true)",
    "SELECT * FROM read_csv(['{dir}/secret.csv'])", "SELECT * FROM read_json('{dir}/secret.json')", "SELECT * FROM read_json_auto('{dir}/secret.json')", "SELECT * FROM read_json_objects('{dir}/secret.json')", "SELECT * FROM read_ndjson('{dir}/secret.json')",
    "SELECT * FROM read_ndjson_auto('{dir}/secret.json')", "SELECT * FROM read_ndjson_objects('{dir}/secret.json')", "SELECT * FROM read_json_objects_auto('{dir}/secret.json')", "SELECT * FROM read_parquet('{dir}/secret.parquet')", "SELECT * FROM parquet_scan('{dir}/secret.parquet')",
    "SELECT * FROM parquet_metadata('{dir}/secret.parquet')", "SELECT * FROM parquet_schema('{dir}/secret.parquet')", "SELECT * FROM parquet_file_metadata('{dir}/secret.parquet')", "SELECT * FROM parquet_kv_metadata('{dir}/secret.parquet')",
    "SELECT * FROM parquet_bloom_probe('{dir}/secret.parquet', 'a', 1)", "SELECT * FROM parquet_full_metadata('{dir}/secret.parquet')", "SELECT * FROM glob('{dir}/*')", "FROM glob('/etc/*')", "SELECT * FROM sniff_csv('{dir}/secret.csv')", "SELECT * FROM '{dir}/secret.csv'",
    "SELECT * FROM \"{dir}/secret.csv\"", "SELECT * FROM '{dir}/secret.parquet'", "SELECT * FROM '{dir}/secret.json'", "FROM '{dir}/secret.csv'", "TABLE \"{dir}/secret.csv\"", "SELECT * FROM '{dir}/*.csv'", "SELECT * FROM 'secret.csv'", "SELECT * FROM customer, '{dir}/secret.csv'",
    "SELECT (SELECT content FROM read_text('{dir}/secret.txt'))", "SELECT * FROM customer WHERE name IN (SELECT content FROM read_text('{dir}/secret.txt'))", "WITH a AS (FROM read_text('{dir}/secret.txt')) SELECT * FROM a", "SELECT * FROM customer JOIN read_text('{dir}/secret.txt') ON true",
    "SELECT * FROM customer, LATERAL (SELECT * FROM read_text('{dir}/secret.txt'))", "SELECT * FROM customer UNION ALL BY NAME SELECT * FROM read_text('{dir}/secret.txt')", "SELECT * FROM READ_TEXT('{dir}/secret.txt')", "SELECT * FROM \"read_text\"('{dir}/secret.txt')",
    "SELECT * FROM main.read_text('{dir}/secret.txt')", "SELECT * FROM system.main.read_text('{dir}/secret.txt')", "SELECT * FROM read_text/**/('{dir}/secret.txt')", "SELECT * FROM read_text(chr(47) || 'etc/hostname')", "SELECT * FROM read_text('{dir}/../../etc/passwd')",
    "SELECT * FROM read_text(getvariable('x'))", "SELECT count(*) FROM read_duckdb('{dir}/other.duckdb', table_name = 't')", "SELECT * FROM seq_scan()", "SELECT * FROM arrow_scan(1, 2, 3)", "SELECT * FROM arrow_scan_dumb(1, 2, 3)", "SELECT * FROM leak('{dir}/secret.txt')",
    "SELECT peek('{dir}/secret.txt')", "SELECT * FROM sqlite_scan('{dir}/x.db', 't')", "SELECT * FROM postgres_scan('host=127.0.0.1 port={port}', 'public', 't')", "SELECT * FROM mysql_query('x', 'SELECT 1')", "SELECT * FROM st_read('{dir}/secret.csv')",
    "SELECT * FROM iceberg_scan('{dir}')", "SELECT * FROM delta_scan('{dir}')", "SELECT * FROM read_xlsx('{dir}/a.xlsx')", "DESCRIBE '{dir}/secret.csv'", "DESCRIBE SELECT * FROM read_csv('{dir}/secret.csv')", "SUMMARIZE '{dir}/secret.csv'", "SUMMARIZE SELECT * FROM read_text('{dir}/secret.txt')",
    "EXPLAIN SELECT * FROM read_csv('{dir}/secret.csv')", "PIVOT '{dir}/secret.csv' ON word", "UNPIVOT '{dir}/secret.csv' ON word", "FROM (PIVOT read_csv('{dir}/secret.csv') ON word)", "SHOW TABLES FROM '{dir}/secret.csv'", "SHOW '{dir}/secret.csv'",
    // files written
    "COPY customer TO '{dir}/out.csv'", "COPY (SELECT 1) TO '{dir}/out.parquet' (FORMAT parquet)", "COPY customer TO '{dir}/shop.duckdb'", "COPY customer TO '{dir}/secret.txt'", "COPY (FROM customer) TO '/dev/stdout'", "COPY customer FROM '{dir}/secret.csv'",
    "COPY FROM DATABASE shop TO other", "COPY (SELECT * FROM read_text('{dir}/secret.txt')) TO '{dir}/out'", "EXPORT DATABASE '{dir}/out'", "IMPORT DATABASE '{dir}/out'", "ATTACH '{dir}/new.duckdb'", "ATTACH '{dir}/new.duckdb' AS n (READ_ONLY)", "ATTACH IF NOT EXISTS '{dir}/other.duckdb' AS o",
    "ATTACH ':memory:' AS m", "ATTACH '' AS m", "ATTACH 'host=127.0.0.1 port={port}' AS p (TYPE postgres)", "ATTACH 'http://127.0.0.1:{port}/x.duckdb' AS h", "DETACH shop", "USE back_office", "USE memory", "CREATE DATABASE stolen", "PRAGMA import_database('{dir}/out')", "PRAGMA copy_database('shop', 'other')",
    // network and extensions
    "SELECT * FROM read_csv('http://127.0.0.1:{port}/x.csv')", "SELECT * FROM read_text('http://127.0.0.1:{port}/x')", "SELECT * FROM 'http://127.0.0.1:{port}/x.parquet'", "SELECT * FROM read_parquet('s3://bucket/x')", "COPY customer TO 'http://127.0.0.1:{port}/x.csv'", "INSTALL httpfs",
    "INSTALL httpfs FROM 'http://127.0.0.1:{port}'", "FORCE INSTALL httpfs FROM 'http://127.0.0.1:{port}'", "INSTALL shellfs FROM community", "LOAD httpfs", "LOAD '{dir}/evil.duckdb_extension'", "LOAD '{dir}/evil.so'", "SELECT * FROM load_aws_credentials()", "SELECT http_get('http://127.0.0.1:{port}/')",
    // the session, its settings, secrets and logs
    "SET threads = 1", "SET memory_limit = '10GB'", "SET GLOBAL enable_external_access = true", "SET enable_external_access = true", "SET lock_configuration = false", "RESET lock_configuration", "RESET enable_external_access", "SET allowed_paths = ['/etc/passwd']", "SET allowed_directories = ['/']",
    "SET temp_directory = '{dir}/tmp'", "SET search_path = 'back_office'", "SET schema = 'back_office'", "SET VARIABLE stolen = 1", "SET VARIABLE stolen = (SELECT content FROM read_text('{dir}/secret.txt'))", "RESET VARIABLE stolen", "SET TimeZone = 'Asia/Tokyo'", "SET SESSION default_order = 'DESC'", "SET errors_as_json = false",
    "SET log_query_path = '{dir}/log'", "SET profiling_output = '{dir}/profile.json'", "SET home_directory = '{dir}'", "SET extension_directory = '{dir}'", "SET secret_directory = '{dir}'", "SET autoinstall_known_extensions = true", "SET custom_extension_repository = 'http://127.0.0.1:{port}'", "SET debug_force_external = true",
    "PRAGMA threads = 1", "PRAGMA enable_profiling", "PRAGMA enable_profiling = 'json'", "PRAGMA profile_output = '{dir}/profile'", "PRAGMA enable_logging", "PRAGMA disable_optimizer", "PRAGMA enable_verification", "PRAGMA verify_parallelism", "PRAGMA force_checkpoint", "PRAGMA enable_object_cache", "PRAGMA database_list; DELETE FROM remark",
    "PRAGMA enable_progress_bar", "PRAGMA add_parquet_key('a', '0123456789112345')", "CALL enable_logging(level = 'trace')", "CALL enable_logging('QueryLog', storage = 'file', storage_config = {'path': '{dir}/logs'})", "FROM enable_logging()", "SELECT * FROM enable_logging('QueryLog', storage := 'file', storage_path := '{dir}/logs')", "FROM disable_logging()",
    "FROM enable_profiling()", "SELECT * FROM enable_profiling(format := 'json', save_location := '{dir}/profile.json')", "FROM disable_profiling()", "FROM truncate_duckdb_logs()", "FROM enable_peg_parser()", "FROM disable_peg_parser()", "SELECT write_log('x')", "SELECT write_log('x', level := 'error') FROM range(3)", "SELECT setseed(0.5)",
    "SELECT setseed(0.5), random()", "FROM duckdb_secrets()", "SELECT * FROM duckdb_secrets(redact = false)", "SELECT * FROM which_secret('s3://x', 's3')", "FROM duckdb_logs()", "SELECT * FROM duckdb_logs", "SELECT * FROM duckdb_external_file_cache()", "SELECT getenv('HOME')", "PREPARE stolen AS SELECT 1", "EXECUTE stolen", "DEALLOCATE stolen",
    "BEGIN", "BEGIN TRANSACTION READ WRITE", "COMMIT", "ROLLBACK", "START TRANSACTION", "ABORT", "BEGIN; DELETE FROM remark; COMMIT", "COMMIT; DELETE FROM remark", "SELECT 1; SET threads = 1", "SELECT 1; COMMIT; BEGIN; DROP TABLE remark; COMMIT",
    // SQL in a text
    "SELECT * FROM query('SELECT * FROM read_text(''{dir}/secret.txt'')')", "SELECT * FROM query('SELECT nextval(''numbers'')')", "SELECT * FROM query('SELECT setseed(0.5)')", "SELECT * FROM query_table('{dir}/secret.csv')", "SELECT * FROM query_table(['{dir}/secret.csv'])", "FROM query_table('customer')",
    "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT * FROM read_text(''{dir}/secret.txt'')'))", "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('FROM enable_logging()'))", "PRAGMA json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    "SELECT json_serialize_plan('SELECT * FROM read_text(''{dir}/secret.txt'')')", "SELECT * FROM sql_auto_complete('SELECT * FROM ''{dir}/')", "CALL query('SELECT 1')", "SELECT * FROM from_substrait_json('{}')",
    // time and memory
    "SELECT sleep_ms(30000)", "SELECT pg_sleep(30)", "SELECT sleep_ms(30000) FROM customer", "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range % 7 = 1", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 - i FROM n) SELECT max(i) FROM n", "SELECT * FROM range(100000000000)",
    "SELECT repeat('x', 2000000000)", "SELECT list(i) FROM range(1000000000) r(i)", "SELECT string_agg(i::VARCHAR, ',') FROM range(1000000000) r(i)", "SELECT * FROM repeat('x', 100000000000)", "SELECT repeat('x', 100000000) FROM range(100)", "SELECT range(1000000)", "SELECT lpad('', 10000000, 'x')",
    "SELECT count(*) FROM (SELECT DISTINCT md5(i::VARCHAR) FROM range(1000000000) r(i))", "SELECT * FROM test_vector_types(1)", "SELECT sum(a.i * b.i * c.i) FROM range(1000000) a(i), range(1000000) b(i), range(1000000) c(i)", "SELECT i FROM range(1000000000) r(i) ORDER BY md5(i::VARCHAR)",
    // several statements, also disguised as one
    "SELECT 1; DELETE FROM remark", "; DELETE FROM remark", "SELECT 1;; DELETE FROM remark; --", "SELECT 1) ; DELETE FROM remark; SELECT (1", "SELECT DATE '2025-01-01') AS t(c0); DELETE FROM remark; SELECT * FROM (SELECT 1", "SELECT DATE '2025-01-01' -- \r; DELETE FROM remark", "SELECT 1 /* */; DELETE FROM remark /* */",
    "SELECT '\\'; DELETE FROM remark; --'", "SELECT E'\\'; DELETE FROM remark; --'", "SELECT $$ $$; DELETE FROM remark; -- $$", "SELECT $a$ $a$; DELETE FROM remark; -- $a$", "SELECT \"a\"\"; DELETE FROM remark; --\" FROM customer", "SELECT 1 /*/* */; DELETE FROM remark; --*/", ("\xEF\xBB\xBF" "DELETE FROM remark"), "#1; DELETE FROM remark",
    "SELECT DATE '2025-01-01' UNION (DELETE FROM remark RETURNING DATE '2025-01-01')", "FROM customer SELECT 1; DELETE FROM remark", "SELECT * FROM (DELETE FROM remark RETURNING *)", "VALUES (1); DELETE FROM remark", "DESCRIBE customer; DELETE FROM remark", "SHOW TABLES; DELETE FROM remark",
};
// clang-format on

}  // namespace t2s::test

#endif
