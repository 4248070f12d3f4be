// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_HOSTILE_MYSQL_HPP
#define T2S_TESTS_SUPPORT_HOSTILE_MYSQL_HPP

/// Statements that must do no harm, whoever wrote them. {dir} is a folder that the server can write to, {here} one of this program, {port}
/// a port on which the test listens, {id} another user's session.
namespace t2s::test {

// clang-format off
inline constexpr char const* hostile_mysql_statements[] = {
    // writing
    "INSERT INTO customer VALUES (99, 'x', NULL, NULL)", "INSERT INTO customer SELECT 98, 'y', NULL, NULL", "INSERT INTO customer SET id = 97, name = 'z'",
    "INSERT INTO customer (id, name) VALUES (96, 'w') RETURNING id", "INSERT IGNORE INTO customer (id, name) VALUES (95, 'v')", "INSERT DELAYED INTO customer (id, name) VALUES (94, 'v')",
    "INSERT INTO customer (id, name) VALUES (1, 'v') ON DUPLICATE KEY UPDATE name = 'evil'", "REPLACE INTO customer (id, name) VALUES (1, 'evil')", "REPLACE INTO line SELECT 1, 1, NULL",
    "UPDATE customer SET name = 'x'", "UPDATE customer, purchase SET customer.name = 'x'", "UPDATE LOW_PRIORITY IGNORE customer SET name = 'x' LIMIT 1", "DELETE FROM line", "DELETE FROM line RETURNING *",
    "DELETE QUICK FROM line WHERE number = 1", "DELETE line FROM line JOIN purchase ON purchase = id", "TRUNCATE line", "TRUNCATE TABLE line", "LOAD DATA INFILE '{dir}/secret.txt' INTO TABLE customer",
    "LOAD DATA LOCAL INFILE '{here}/local.txt' INTO TABLE remark (said)", "LOAD XML INFILE '{dir}/secret.txt' INTO TABLE customer", "LOAD XML LOCAL INFILE '{here}/local.txt' INTO TABLE remark",
    "CREATE TABLE stolen AS SELECT * FROM customer", "CREATE TABLE stolen (a int)", "CREATE TABLE IF NOT EXISTS stolen LIKE customer", "CREATE OR REPLACE TABLE customer (a int)",
    "CREATE TEMPORARY TABLE stolen (a int)", "CREATE TEMPORARY TABLE stolen AS SELECT 1", "CREATE TABLE stolen (a int) ENGINE = MEMORY", "CREATE VIEW stolen AS SELECT 1",
    "CREATE OR REPLACE VIEW rich AS SELECT 1", "ALTER VIEW rich AS SELECT 1", "CREATE INDEX stolen ON customer (name)", "DROP INDEX `PRIMARY` ON customer", "DROP TABLE remark", "DROP TABLE IF EXISTS remark, line",
    "DROP VIEW rich", "DROP DATABASE t2s_shop", "DROP SCHEMA t2s_office", "CREATE DATABASE stolen", "ALTER DATABASE t2s_shop CHARACTER SET latin1", "ALTER TABLE customer ADD stolen int",
    "ALTER TABLE customer RENAME TO client", "ALTER TABLE customer ENGINE = MyISAM", "ALTER TABLE visit DROP PARTITION y2025", "RENAME TABLE customer TO client", "CREATE SEQUENCE stolen", "ALTER SEQUENCE numbers RESTART 9",
    "DROP SEQUENCE numbers", "ANALYZE TABLE customer", "ANALYZE TABLE customer PERSISTENT FOR ALL", "OPTIMIZE TABLE customer", "REPAIR TABLE customer", "CHECK TABLE customer", "CHECKSUM TABLE customer",
    "CREATE TRIGGER stolen BEFORE INSERT ON customer FOR EACH ROW SET NEW.name = 'x'", "CREATE EVENT stolen ON SCHEDULE EVERY 1 SECOND DO DELETE FROM line", "CREATE FUNCTION stolen() RETURNS int RETURN 1",
    "CREATE PROCEDURE stolen() DELETE FROM line", "DROP FUNCTION evil_write", "ALTER FUNCTION evil_write SQL SECURITY DEFINER", "CREATE FUNCTION sys_exec RETURNS integer SONAME 'evil.so'",
    "CREATE PACKAGE stolen AS FUNCTION f RETURN int; END", "CACHE INDEX customer IN hot", "LOAD INDEX INTO CACHE customer",
    // functions that write
    "SELECT NEXTVAL(numbers)", "SELECT SETVAL(numbers, 77)", "SELECT NEXT VALUE FOR numbers", "SELECT numbers.nextval", "SELECT nextval(t2s_shop.numbers) FROM customer", "SELECT LAST_INSERT_ID(4711)",
    "SELECT evil_write()", "SELECT evil_write() FROM customer", "SELECT * FROM customer WHERE evil_write() = 1", "SELECT 1 ORDER BY evil_write()", "SELECT 1 LIMIT 1 OFFSET 0 UNION SELECT evil_write()",
    "SELECT (evil_write() + 1)", "SELECT t2s_shop.evil_write()", "SELECT `evil_write`()", "SELECT `t2s_shop`.`evil_write`()", "SELECT evil_owner()", "SELECT count(*) FROM customer HAVING evil_owner() > 0",
    "SELECT evil_transaction()", "SELECT evil_commit()", "SELECT evil_temporary()", "SELECT * FROM evil_view", "SELECT a FROM evil_view WHERE a = 1", "SELECT * FROM evil_writing_view", "CALL evil_procedure()", "CALL t2s_shop.evil_procedure",
    // files
    "SELECT LOAD_FILE('{dir}/secret.txt')", "SELECT load_file(CONCAT('{dir}', '/secret.txt'))", "SELECT `LOAD_FILE`('{dir}/secret.txt')", "SELECT LOAD_FILE ('{dir}/secret.txt')", "SELECT LOAD_FILE/**/('{dir}/secret.txt')",
    "SELECT HEX(LOAD_FILE(0x2F6574632F706173737764))", "SELECT * FROM customer INTO OUTFILE '{dir}/out'", "SELECT 1 INTO OUTFILE '{dir}/out'", "SELECT 'x' INTO DUMPFILE '{dir}/out'", "SELECT * INTO OUTFILE '{dir}/out' FROM customer",
    "SELECT 1 UNION SELECT 2 INTO OUTFILE '{dir}/out'", "(SELECT 1) INTO OUTFILE '{dir}/out'", "SELECT * FROM customer INTO OUTFILE '{dir}/out' FIELDS TERMINATED BY ',' LINES TERMINATED BY '<?php ?>'",
    "WITH a AS (SELECT 1 AS x) SELECT x FROM a INTO OUTFILE '{dir}/out'", "SELECT 1 INTO @evil", "SELECT id INTO @evil FROM customer LIMIT 1", "SELECT 1, 2 INTO @a, @b", "TABLE customer INTO OUTFILE '{dir}/out'",
    "VALUES (1) INTO OUTFILE '{dir}/out'", "SET GLOBAL general_log_file = '{dir}/out'", "SET GLOBAL general_log = 1", "SET GLOBAL slow_query_log_file = '{dir}/out'", "CREATE TABLE stolen (a int) DATA DIRECTORY = '{dir}'",
    "CREATE TABLE stolen (l text) ENGINE = CONNECT TABLE_TYPE = DOS FILE_NAME = '{dir}/secret.txt'", "CREATE TABLE stolen (l text) ENGINE = CSV", "CREATE TABLESPACE stolen ADD DATAFILE '{dir}/out.ibd'",
    "ALTER TABLE customer DISCARD TABLESPACE", "FLUSH TABLES customer FOR EXPORT", "BACKUP STAGE START", "BINLOG 'AAAA'", "SHOW BINLOG EVENTS", "INSTALL PLUGIN evil SONAME 'evil.so'", "INSTALL SONAME 'ha_federated'",
    "UNINSTALL PLUGIN unix_socket", "SELECT sys_exec('touch {dir}/out')", "SELECT sys_eval('cat {dir}/secret.txt')", "SELECT lib_mysqludf_sys_info()",
    // other servers
    "CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (HOST '127.0.0.1', PORT {port}, USER 'a')", "CREATE TABLE stolen (a int) ENGINE = FEDERATED CONNECTION = 'mysql://a@127.0.0.1:{port}/d/t'",
    "CREATE TABLE stolen (a int) ENGINE = SPIDER COMMENT = 'host \"127.0.0.1\", port \"{port}\"'", "CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = {port}", "CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1'",
    "START SLAVE", "START REPLICA", "STOP SLAVE", "RESET MASTER", "RESET SLAVE ALL", "SELECT spider_direct_sql('SELECT 1', '', 'host \"127.0.0.1\", port \"{port}\"')", "SELECT http_get('http://127.0.0.1:{port}/')",
    "SELECT MASTER_POS_WAIT('x', 1, 30)", "SELECT MASTER_GTID_WAIT('0-1-99999', 30)", "SELECT WAIT_FOR_EXECUTED_GTID_SET('x', 30)",
    // waiting, locks, other sessions
    "SELECT SLEEP(30)", "SELECT sleep (30)", "SELECT `sleep`(30)", "SELECT SLEEP/**/(30)", "SELECT 1 FROM customer WHERE SLEEP(30) = 0", "SELECT * FROM customer ORDER BY SLEEP(30)", "SELECT count(SLEEP(30)) FROM customer", "SELECT IF(1, SLEEP(30), 0)",
    "SELECT (SELECT SLEEP(30))", "SELECT * FROM (SELECT SLEEP(30)) AS a", "WITH a AS (SELECT SLEEP(30)) SELECT * FROM a", "DO SLEEP(30)", "SELECT BENCHMARK(1000000000000, MD5('x'))", "SELECT BENCHMARK(1e15, (SELECT COUNT(*) FROM customer))",
    "SELECT evil_sleep()", "SELECT GET_LOCK('evil', 1)", "SELECT GET_LOCK('evil', 30) FROM customer", "SELECT RELEASE_LOCK('victim')", "SELECT RELEASE_ALL_LOCKS()", "SELECT evil_lock()", "LOCK TABLES customer WRITE",
    "LOCK TABLE customer READ", "UNLOCK TABLES", "FLUSH TABLES", "FLUSH TABLES WITH READ LOCK", "FLUSH PRIVILEGES", "FLUSH STATUS", "FLUSH HOSTS", "SELECT * FROM customer FOR UPDATE", "SELECT * FROM customer FOR UPDATE NOWAIT",
    "SELECT * FROM customer FOR SHARE", "SELECT * FROM customer LOCK IN SHARE MODE", "(SELECT * FROM customer FOR UPDATE)", "SELECT * FROM (SELECT * FROM customer FOR UPDATE) AS a", "SELECT * FROM customer FOR UPDATE SKIP LOCKED",
    "HANDLER customer OPEN", "HANDLER customer OPEN AS h", "HANDLER customer READ FIRST", "HANDLER customer CLOSE", "KILL {id}", "KILL QUERY {id}", "KILL HARD CONNECTION {id}", "KILL USER root", "KILL CONNECTION_ID()", "SHUTDOWN", "SHUTDOWN WAIT FOR ALL SLAVES", "RESTART",
    "SELECT * FROM customer PROCEDURE ANALYSE()", "SELECT * FROM customer LIMIT 1 PROCEDURE ANALYSE(1, 1)",
    // the session, transactions, rights
    "SET @evil = 1", "SELECT @evil := 1", "SELECT @evil := id FROM customer", "SET SESSION sql_mode = 'ANSI_QUOTES'", "SET sql_mode = 'NO_BACKSLASH_ESCAPES'", "SET @@session.max_statement_time = 0", "SET GLOBAL max_connections = 1", "SET GLOBAL read_only = 1",
    "SET PASSWORD = PASSWORD('x')", "SET PASSWORD FOR root@localhost = PASSWORD('x')", "SET ROLE NONE", "SET DEFAULT ROLE NONE", "SET NAMES latin1", "SET CHARACTER SET latin1", "SET TRANSACTION READ WRITE", "SET SESSION TRANSACTION READ WRITE", "SET tx_read_only = 0",
    "SET autocommit = 0", "SET STATEMENT max_statement_time = 0 FOR SELECT SLEEP(30)", "SET STATEMENT sql_mode = 'ANSI_QUOTES' FOR DELETE FROM line", "SET timestamp = 1", "SET insert_id = 9", "SET SESSION wait_timeout = 1", "USE mysql", "USE t2s_office",
    "BEGIN", "BEGIN WORK", "START TRANSACTION", "START TRANSACTION READ WRITE", "START TRANSACTION WITH CONSISTENT SNAPSHOT", "COMMIT", "COMMIT AND CHAIN", "COMMIT RELEASE", "ROLLBACK", "ROLLBACK RELEASE", "SAVEPOINT s", "RELEASE SAVEPOINT s", "XA START 'x'", "XA RECOVER",
    "XA COMMIT 'x'", "BEGIN NOT ATOMIC DELETE FROM line; END", "IF 1 THEN DELETE FROM line; END IF", "PREPARE p FROM 'DELETE FROM line'", "PREPARE p FROM 'SELECT 1'", "EXECUTE p", "EXECUTE IMMEDIATE 'DELETE FROM line'", "DEALLOCATE PREPARE p", "DROP PREPARE p",
    "SELECT evil_settings()", "GRANT ALL ON *.* TO t2s_reader@'%'", "GRANT SELECT ON t2s_office.* TO t2s_reader@'%'", "REVOKE ALL ON *.* FROM root@localhost", "CREATE USER evil", "DROP USER root@localhost", "ALTER USER t2s_reader@'%' IDENTIFIED BY 'x'", "RENAME USER root@localhost TO a@localhost",
    "CREATE ROLE evil", "SIGNAL SQLSTATE '45000'", "RESIGNAL", "GET DIAGNOSTICS @evil = NUMBER", "PURGE BINARY LOGS TO 'x'", "EXPLAIN DELETE FROM line", "ANALYZE DELETE FROM line", "ANALYZE SELECT SLEEP(30)", "EXPLAIN ANALYZE SELECT SLEEP(30)", "EXPLAIN FOR CONNECTION {id}",
    "SHOW GRANTS FOR root@localhost", "SHOW CREATE USER root@localhost", "SELECT authentication_string FROM mysql.user", "SELECT * FROM mysql.global_priv", "SELECT * FROM t2s_office.salary", "HELP 'x'",
    // code in comments, and several statements
    "SELECT 1; DELETE FROM line", "SELECT 1; SELECT 2", "; DELETE FROM line", "SELECT 1;; COMMIT; DELETE FROM line; -- ", "SELECT 1; /* */ DELETE FROM line", "SELECT 1 /*! ; DELETE FROM line */", "/*! DELETE FROM line */", "/*!50000 DELETE FROM line */", "/*M! DELETE FROM line */",
    "/*M!100100 DELETE FROM line */", "SELECT /*! SLEEP(30), */ 1", "SELECT /*!50000 SLEEP */ (30)", "SELECT /*M! SLEEP(30), */ 1", "SELECT /*M!100100 SLEEP(30), */ 1", "SELECT /*!99999 1, */ SLEEP(30)", "SELECT 1 /*! INTO OUTFILE '{dir}/out' */", "SELECT 1 /*!INTO @evil*/", "SELECT 1 /*!*/; DELETE FROM line /*!*/",
    "SELECT 1 /* /*! */ ; DELETE FROM line -- */", "SELECT /*+ SET_VAR(max_execution_time = 0) */ SLEEP(30)", "SELECT 1 -- \n; DELETE FROM line", "SELECT 1 --\x01, SLEEP(30)\n", "SELECT 1 --SLEEP(30)\n, SLEEP(30)", "SELECT 1 # \n; DELETE FROM line", "SELECT '\\'; DELETE FROM line; -- '",
    "SELECT 'a\\\\', SLEEP(30), '", "SELECT \"\\\"; DELETE FROM line; -- \"", "SELECT 'a''; DELETE FROM line; -- '", "SELECT `a``; DELETE FROM line; -- ` FROM customer", "SELECT N'\\', SLEEP(30) -- '", "SELECT _utf8mb4'\\'' + SLEEP(30) -- '", "SELECT x'00', SLEEP(30)", "SELECT b'0' + SLEEP(30)",
    ("\xEF\xBB\xBF" "DELETE FROM line"), "DELIMITER //", "\\! touch {dir}/out", "source {dir}/secret.txt", "SELECT 1\\G", "SELECT 1 UNION DELETE FROM line", "SELECT * FROM (DELETE FROM line RETURNING *) AS a", "WITH d AS (DELETE FROM line RETURNING *) SELECT * FROM d", "WITH a AS (SELECT 1) DELETE FROM line",
    "WITH a AS (SELECT 1) UPDATE customer SET name = 'x'", "SELECT JSON_TABLE('[]', '$' COLUMNS (a int PATH '$')), SLEEP(30)", "SELECT CONVERT(SLEEP(30) USING utf8mb4)", "SELECT CASE WHEN SLEEP(30) THEN 1 END", "SELECT SLEEP(30) OVER ()", "SELECT max(id) OVER (ORDER BY SLEEP(30)) FROM customer", "SELECT GROUP_CONCAT(SLEEP(30) SEPARATOR ',') FROM customer",
};
// clang-format on

}  // namespace t2s::test

#endif
