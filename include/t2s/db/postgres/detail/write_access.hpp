// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_WRITE_ACCESS_HPP
#define T2S_DB_POSTGRES_DETAIL_WRITE_ACCESS_HPP

namespace t2s::db::detail {

/// A sentence for each way in which the session's role could write or reach beyond the database.
inline constexpr char const* write_access = R"sql(
WITH me AS (SELECT * FROM pg_roles WHERE rolname = current_user),
shown AS (SELECT c.oid, c.relkind, quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'),
written AS (SELECT name FROM shown WHERE relkind IN ('r', 'p', 'v', 'f') AND
  (has_table_privilege(oid, 'INSERT, UPDATE, DELETE, TRUNCATE') OR has_any_column_privilege(oid, 'INSERT, UPDATE'))),
counted AS (SELECT name FROM shown WHERE relkind = 'S' AND CASE WHEN relkind = 'S' THEN has_sequence_privilege(oid, 'USAGE, UPDATE') END),
borrowed AS (SELECT DISTINCT quote_ident(n.nspname) || '.' || quote_ident(p.proname) AS name
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace, me
  WHERE p.prosecdef AND p.proowner <> me.oid AND n.nspname <> 'pg_catalog' AND p.prorettype <> 'trigger'::regtype
    AND has_function_privilege(p.oid, 'EXECUTE') AND has_schema_privilege(n.oid, 'USAGE')),
reasons(place, reason) AS (
  SELECT 1, 'the role ' || rolname || ' is a superuser' FROM me WHERE rolsuper
  UNION ALL SELECT 2, 'it may make roles' FROM me WHERE rolcreaterole AND NOT rolsuper
  UNION ALL SELECT 3, 'it may make databases' FROM me WHERE rolcreatedb AND NOT rolsuper
  UNION ALL SELECT 4, 'it has the rights of ' || g.rolname FROM pg_roles g, me
    WHERE NOT me.rolsuper AND pg_has_role(me.oid, g.oid, 'USAGE') AND g.rolname IN ('pg_write_all_data', 'pg_write_server_files',
      'pg_execute_server_program', 'pg_read_server_files', 'pg_signal_backend', 'pg_checkpoint', 'pg_maintain', 'pg_create_subscription')
  UNION ALL SELECT 3, 'it may replicate the server' FROM me WHERE rolreplication AND NOT rolsuper
  UNION ALL SELECT 4, 'it may become ' || g.rolname FROM pg_roles g, me WHERE NOT me.rolsuper AND g.oid <> me.oid
    AND pg_has_role(me.oid, g.oid, 'MEMBER') AND NOT pg_has_role(me.oid, g.oid, 'USAGE')
  UNION ALL SELECT 5, 'it may write to ' || min(name) || CASE count(*) WHEN 1 THEN '' ELSE ' and ' || count(*) - 1 || ' more' END
    FROM written HAVING count(*) > 0
  UNION ALL SELECT 6, 'it may advance the sequence ' || min(name) || CASE count(*) WHEN 1 THEN '' ELSE ' and ' || count(*) - 1 || ' more' END
    FROM counted HAVING count(*) > 0
  UNION ALL SELECT 7, 'it may make objects in the schema ' || quote_ident(nspname) FROM pg_namespace
    WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND has_schema_privilege(oid, 'CREATE')
  UNION ALL SELECT 8, 'it may make schemas in the database' WHERE has_database_privilege(current_database(), 'CREATE')
  UNION ALL SELECT 9, 'it may make temporary tables' WHERE has_database_privilege(current_database(), 'TEMPORARY')
  UNION ALL SELECT 10, 'it may call ' || min(name) || CASE count(*) WHEN 1 THEN '' ELSE ' and ' || count(*) - 1 || ' more' END ||
    ', with the rights of their owners' FROM borrowed HAVING count(*) > 0)
SELECT reason FROM reasons ORDER BY place, reason)sql";

}  // namespace t2s::db::detail

#endif
