// SPDX-License-Identifier: BSL-1.0
// db::policy over PostgreSQL, compared with the server's own row-level security and grants of columns. T2S_GENERATED is how many
// statements are generated; 500 by default.
#include "support.hpp"

#include "support/query_generator.hpp"
#include "support/sorted_rows.hpp"
#include "t2s/db/policy/restricted.hpp"

#include <cstdlib>

namespace {

using namespace t2s;
using namespace t2s::test;

constexpr char const* tables_of_office = R"sql(
CREATE TABLE staff(id integer PRIMARY KEY, name text, team text, phone text, salary integer);
CREATE TABLE customer(id integer PRIMARY KEY, name text, city text);
CREATE TABLE orders(id integer PRIMARY KEY, owner integer REFERENCES staff(id), item text, qty integer, margin integer,
  customer integer REFERENCES customer(id));
CREATE TABLE payroll(id integer PRIMARY KEY, staff integer REFERENCES staff(id), amount integer);
CREATE FUNCTION tell() RETURNS text LANGUAGE sql SECURITY DEFINER AS 'SELECT max(note) FROM (VALUES (''ZQX00001'')) AS x(note)';
CREATE FUNCTION tell_of(anyelement) RETURNS text LANGUAGE sql SECURITY DEFINER AS 'SELECT ''ZQX00002''::text';
INSERT INTO staff VALUES (1, 'Ada', 'north', '555', 5000), (2, 'Ben', 'north', NULL, 6000), (3, 'ZQX3', 'south', 'ZQX3', 7000),
  (4, 'ZQX4', 'south', NULL, 0), (5, 'ZQX5', NULL, '1', 9000);
INSERT INTO customer VALUES (1, 'Cora', 'Rome'), (2, 'Dan', 'Oslo'), (3, 'Eve', 'Rome');
INSERT INTO orders VALUES (1, 1, 'tea', 3, 10, 1), (2, 1, 'milk', 1, 20, 2), (3, 2, 'tea', 7, NULL, 1), (4, 2, NULL, NULL, 40, 3),
  (5, 2, 'jam', 2, 50, NULL), (6, 3, 'ZQX6', 5, 0, 1), (7, 4, 'ZQX7', 0, 70, 2), (8, NULL, 'ZQX8', 4, 80, 3);
INSERT INTO payroll VALUES (1, 1, 100), (2, 2, 200), (3, 3, 300);
DROP ROLE IF EXISTS t2s_clerk;
CREATE ROLE t2s_clerk LOGIN PASSWORD 'clerk';
GRANT SELECT (id, name, team, phone) ON staff TO t2s_clerk;
GRANT SELECT ON customer TO t2s_clerk;
GRANT SELECT (id, owner, item, qty, customer) ON orders TO t2s_clerk;
ALTER TABLE staff ENABLE ROW LEVEL SECURITY;
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY team ON staff FOR SELECT TO t2s_clerk USING (team = current_setting('app.team'));
CREATE POLICY team ON orders FOR SELECT TO t2s_clerk USING (owner IN (SELECT id FROM staff WHERE team = current_setting('app.team')));
)sql";

constexpr char const* office_rules = R"json({
  "roles": {
    "clerk": {"tables": {
      "staff": {"hidden": ["salary"], "rows": "team = :team"},
      "customer": {},
      "orders": {"hidden": ["margin"], "rows": "owner IN (SELECT id FROM staff WHERE team = :team)"}
    }},
    "by_server": {
      "server": {"role": "t2s_clerk", "settings": {"app.team": ":team"}},
      "tables": {"staff": {"rows": {"by": "server"}}, "customer": {}, "orders": {"rows": {"by": "server"}}}
    },
    "masked": {"tables": {"staff": {"rows": "team = :team", "mask": {"phone": "last4", "name": "hash", "salary": null, "team": {"text": "it's"}}}}}
  }
})json";

/// The database of these tests, for as long as the object lives.
class office {
 public:
  office() : admin_(server().place()) {
    admin_.run("DROP DATABASE IF EXISTS t2s_office WITH (FORCE)");
    admin_.run("CREATE DATABASE t2s_office");
    administrator(place()).run(tables_of_office);
  }
  office(office const&) = delete;
  office& operator=(office const&) = delete;
  ~office() {
    try {
      admin_.run("DROP DATABASE IF EXISTS t2s_office WITH (FORCE)");
      admin_.run("DROP ROLE IF EXISTS t2s_clerk");
    } catch (std::runtime_error const&) {  // the server ends with the tests
    }
  }

  [[nodiscard]] server_place place() const { return server().place().in("t2s_office"); }

  /// The whole content: a superuser, so that only the rules restrict it.
  [[nodiscard]] db::policy::restricted<db::postgres_connection> restricted(char const* role) const {
    db::policy::session const who{role, {{"team", "north"}}};
    auto options = patient();
    options.settings = db::policy::server_settings(rules_, who);
    return {db::postgres_connection(place().text(), options), rules_, who};
  }

  /// The clerk, restricted by the server's policies and grants.
  [[nodiscard]] db::postgres_connection clerk() const {
    auto options = patient();
    options.settings = {{"app.team", "north"}};
    return db::postgres_connection(place().as("t2s_clerk", "clerk").text(), options);
  }

 private:
  /// A busy machine does not count as a difference.
  static db::postgres_options patient() {
    db::postgres_options options;
    options.limits.time = std::chrono::minutes(2);
    return options;
  }

  administrator admin_;
  db::policy::rules rules_ = db::policy::parse_rules(office_rules);
};

std::string why(db::execution const& e) { return e.failure ? e.failure->text() : "it runs; "; }

std::size_t how_many(std::size_t usual) {
  char const* const asked = std::getenv("T2S_GENERATED");
  return asked ? std::strtoul(asked, nullptr, 10) : usual;
}

std::vector<generated_table> tables() {
  return {{"staff", {"id"}, {"name", "team", "phone"}, {"salary"}},
          {"customer", {"id"}, {"name", "city"}, {}},
          {"orders", {"id", "owner", "qty", "customer"}, {"item"}, {"margin"}},
          {"payroll", {"id", "staff", "amount"}, {"amount"}, {}, true}};
}

void compare(db::policy::restricted<db::postgres_connection>& ours, db::postgres_connection& server, std::size_t count) {
  query_generator statements(tables(), 3, 30, false);
  std::size_t answered = 0, refused = 0, with_rows = 0, stricter = 0;
  for (std::size_t i = 0; i < count; ++i) {
    auto const sql = statements.next();
    auto const mine = ours.execute(sql);
    auto const its = server.execute(sql);
    // The server checks rights on reading: a statement may name what it never reads, such as an unused column.
    bool const names_hidden = sql.find("payroll") != sql.npos || sql.find("salary") != sql.npos || sql.find("margin") != sql.npos;
    if (its.ok() && names_hidden && mine.failure &&
        (mine.failure->code == errc::no_such_table || mine.failure->code == errc::no_such_column)) {
      ++stricter;
      continue;
    }
    if (said(mine).find("ZQX") != std::string::npos) BOOST_ERROR(sql << "\n  tells " << said(mine));
    if (mine.ok() != its.ok()) {
      BOOST_ERROR(sql << "\n  " << (mine.ok() ? "runs, but the server refuses: " + its.failure->text() : mine.failure->text()));
      continue;
    }
    if (!mine.ok()) {
      ++refused;
      continue;
    }
    ++answered;
    with_rows += its.rows.empty() ? 0U : 1U;
    if (sorted_rows(mine) != sorted_rows(its)) BOOST_ERROR(sql << "\n  gives other rows than the server");
  }
  BOOST_TEST_MESSAGE(answered << " answered, " << with_rows << " with rows, " << refused << " refused, " << stricter
                              << " refused by the rules alone");
  BOOST_TEST(stricter < count / 100);
  BOOST_TEST(answered > count / 2);
  BOOST_TEST(with_rows > count / 4);
  BOOST_TEST(refused > count / 100);
}

BOOST_AUTO_TEST_SUITE(postgres_row_policies)

BOOST_AUTO_TEST_CASE(generated_statements_do_what_row_level_security_does) {
  office const office;
  auto ours = office.restricted("clerk");
  auto server = office.clerk();
  compare(ours, server, how_many(500));
}

BOOST_AUTO_TEST_CASE(row_level_security_is_used_where_it_is_set_up) {
  office const office;
  auto ours = office.restricted("by_server");
  auto server = office.clerk();
  BOOST_TEST(!ours.schema().find_table("payroll"));
  BOOST_TEST(!ours.schema().find_table("orders")->find_column("margin"));
  compare(ours, server, how_many(500) / 2);
}

BOOST_AUTO_TEST_CASE(rows_are_not_left_to_a_server_that_shows_all) {
  office const office;
  auto const rules = db::policy::parse_rules(R"({"roles": {"r": {"tables": {"staff": {"rows": {"by": "server"}}}}}})");
  BOOST_CHECK_THROW((db::policy::restricted<db::postgres_connection>(db::postgres_connection(office.place().text()), rules, {"r", {}})),
                    error);
}

BOOST_AUTO_TEST_CASE(values_are_masked_by_postgres) {
  office const office;
  auto masked = office.restricted("masked");
  auto const e = masked.execute("SELECT name, phone, salary, team FROM staff ORDER BY id");
  BOOST_REQUIRE_MESSAGE(e.ok(), said(e));
  BOOST_REQUIRE(e.rows.values.size() == 2U);
  BOOST_TEST(to_string(e.rows.values[0][0]).size() == 16U);
  BOOST_TEST(to_string(e.rows.values[0][1]) == "****");
  BOOST_TEST(e.rows.values[1][1].is_null());
  BOOST_TEST(e.rows.values[0][2].is_null());
  BOOST_TEST(to_string(e.rows.values[0][3]) == "it's");
  BOOST_TEST(masked.execute("SELECT count(*) FROM staff WHERE salary > 5").rows.values.at(0).at(0) == value(0));
}

// Statements that must be refused, for any reason.
constexpr char const* refused[] = {
    "SELECT ctid FROM orders",
    "SELECT xmin FROM orders",
    "SELECT tableoid FROM orders",
    "SELECT orders.ctid FROM orders",
    "SELECT cmin, cmax, xmax FROM staff",
    "SELECT (orders).margin FROM orders",
    "SELECT (o).margin FROM orders o",
    "SELECT o.margin FROM orders o",
    "SELECT * FROM pg_class",
    "SELECT * FROM pg_catalog.pg_class",
    "SELECT * FROM pg_stats",
    "SELECT * FROM pg_attribute",
    "SELECT * FROM information_schema.columns",
    "SELECT * FROM information_schema.tables",
    "SELECT * FROM pg_settings",
    "SELECT * FROM pg_roles",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_ls_dir('.')",
    "SELECT lo_get(1)",
    "SELECT query_to_xml('SELECT * FROM payroll', true, true, '')",
    "SELECT table_to_xml('payroll', true, true, '')",
    "SELECT database_to_xml(true, true, '')",
    "SELECT dblink('', 'SELECT 1')",
    "SELECT * FROM dblink('', 'SELECT 1') AS t(a int)",
    "SELECT pg_get_viewdef('rich')",
    "SELECT pg_get_constraintdef(1)",
    "SELECT pg_relation_size('payroll')",
    "SELECT pg_total_relation_size('orders')",
    "SELECT has_table_privilege('payroll', 'SELECT')",
    "SELECT to_regclass('payroll')",
    "SELECT 'payroll'::regclass",
    "SELECT CAST('payroll' AS regclass)",
    "SELECT regclass 'payroll'",
    "SELECT 'payroll'::regclass::oid",
    "SELECT NULL::payroll",
    "SELECT (NULL::payroll).*",
    "SELECT (NULL::orders).margin",
    "SELECT json_populate_record(NULL::orders, '{}')",
    "SELECT * FROM jsonb_populate_record(NULL::payroll, '{}')",
    "SELECT * FROM json_to_recordset('[]') AS t(a payroll)",
    "SELECT col_description(1, 1)",
    "SELECT obj_description(1)",
    "SELECT tell()",
    "SELECT * FROM tell()",
    "SELECT tell_of(o) FROM orders o",
    "SELECT o.tell_of FROM orders o",
    "SELECT (o).tell_of FROM orders o",
    "SELECT public.tell()",
    "SELECT o.tell_of, 1 AS tell_of FROM orders o",
    "SELECT (o).tell_of, 1 AS tell_of FROM orders o",
    "SELECT (o.id).tell_of, 1 AS tell_of FROM orders o",
    "SELECT g.tell_of, 1 AS tell_of FROM generate_series(1, 2) g",
    "SELECT tell_of.tell_of FROM json_each('{\"a\": 1}') AS tell_of",
    "SELECT (SELECT s.tell_of FROM generate_series(1, 1) s) FROM (SELECT 1 AS tell_of) s",
    "SELECT (ARRAY[1])[1].tell_of, 1 AS tell_of",
    "SELECT ('payroll'::text).regclass, 1 AS regclass",
    "SELECT ('rich'::text).pg_get_viewdef, 1 AS pg_get_viewdef",
    "SELECT current_setting('app.team')",
    "SELECT set_config('app.team', 'south', false)",
    "SELECT set_config('role', 'postgres', false)",
    "SELECT pg_sleep(1)",
    "SELECT version()",
    "SELECT current_query()",
    "SELECT * FROM orders TABLESAMPLE SYSTEM (100)",
    "SELECT * FROM ONLY orders",
    "SELECT * FROM orders FOR UPDATE",
    "SELECT * INTO x FROM orders",
    "TABLE payroll",
    "WITH x AS (TABLE payroll) TABLE x",
    "WITH x AS (DELETE FROM orders RETURNING *) SELECT * FROM x",
    "COPY orders TO STDOUT",
    "EXPLAIN SELECT * FROM orders",
    "EXPLAIN ANALYZE SELECT * FROM payroll",
    "SET ROLE postgres",
    "RESET ROLE",
    "SHOW app.team",
    "SELECT * FROM public.payroll",
    "SELECT * FROM \"payroll\"",
    "SELECT * FROM PAYROLL",
    "SELECT margin FROM public.orders",
    "SELECT * FROM ROWS FROM (tell()) AS t",
    "SELECT 1 OPERATOR(public.+) 2",
    "SELECT $1",
    "SELECT 1; SELECT * FROM payroll",
    "SELECT currval('s')",
    "SELECT lastval()",
    "SELECT pg_typeof(NULL::payroll)",
    "SELECT * FROM pg_stat_activity",
    "SELECT * FROM pg_stat_user_tables",
    "SELECT n_live_tup FROM pg_stat_all_tables",
    "SELECT unnest(histogram_bounds::text::text[]) FROM pg_stats",
    "SELECT txid_current()",
    "SELECT ts_stat('SELECT item FROM orders')",
    "SELECT xpath('/', query_to_xml('SELECT 1', true, true, ''))",
};

// Statements that must return what they return for the server's clerk.
constexpr char const* as_the_server[] = {
    "SELECT id FROM orders WHERE 1 / qty > 0",
    "SELECT id FROM orders WHERE 10 / qty > 0 AND item LIKE 't%'",
    "SELECT 1 / (qty - 5) FROM orders",
    "SELECT id FROM orders WHERE item::integer > 0",
    "SELECT id FROM orders WHERE CASE WHEN item LIKE 'ZQX%' THEN item::integer ELSE 1 END = 1",
    "SELECT id FROM staff WHERE CASE WHEN team = 'south' THEN 1 / 0 ELSE 1 END = 1",
    "SELECT id FROM staff WHERE CAST(name AS date) IS NULL",
    "SELECT id FROM staff JOIN customer USING (id) WHERE CASE WHEN staff.team = 'south' THEN 1 / 0 ELSE 1 END = 1",
    "SELECT s.id FROM staff s LEFT JOIN orders o ON CASE WHEN o.item LIKE 'ZQX%' THEN 1 / 0 ELSE o.owner END = s.id",
    "SELECT id FROM staff WHERE (SELECT CASE WHEN staff.team = 'south' THEN 1 / 0 ELSE 1 END) = 1",
    "SELECT max(CASE WHEN item LIKE 'ZQX%' THEN 1 / 0 ELSE 1 END) FROM orders",
    "SELECT count(*) FROM orders",
    "SELECT x.item FROM customer c, LATERAL (SELECT item FROM orders o WHERE o.customer = c.id) AS x",
    "SELECT x.n FROM customer c CROSS JOIN LATERAL (SELECT count(*) AS n FROM orders o WHERE o.customer = c.id) AS x",
    "SELECT row_number() OVER (ORDER BY id), item FROM orders",
    "SELECT sum(qty) OVER (PARTITION BY owner) FROM orders",
    "SELECT item FROM orders GROUP BY GROUPING SETS ((item), ())",
    "SELECT owner, count(*) FROM orders GROUP BY ROLLUP (owner)",
    "SELECT DISTINCT ON (owner) owner, item FROM orders ORDER BY owner, id",
    "SELECT string_agg(item, ',' ORDER BY id) FROM orders",
    "SELECT array_agg(id ORDER BY id) FROM staff",
    "SELECT json_agg(item) FROM orders",
    "VALUES (1), (2)",
    "SELECT id FROM staff EXCEPT SELECT owner FROM orders",
    "SELECT id FROM staff INTERSECT ALL SELECT owner FROM orders",
    "WITH orders AS (SELECT * FROM (VALUES (1, 'x')) AS v(id, item)) SELECT * FROM orders",
    "WITH staff AS (SELECT 3 AS id, 'north' AS team) SELECT count(*) FROM orders",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i, item FROM n LEFT JOIN orders ON orders.id = i",
    "SELECT id FROM public.orders WHERE public.orders.id > 1",
    "SELECT o.id FROM orders AS o(id, who) WHERE who = 1",
    "SELECT id FROM orders WHERE item ~ 'ZQX'",
    "SELECT id FROM orders WHERE item LIKE 'ZQX\\'",
    "SELECT id FROM orders WHERE item ILIKE 'zqx\\'",
    "SELECT id FROM staff WHERE name LIKE 'ZQX_' AND name LIKE 'ZQX\\'",
    "SELECT id FROM orders WHERE item ILIKE 'zqx%'",
    "SELECT id FROM orders WHERE item SIMILAR TO 'ZQX%'",
    "SELECT count(*) FILTER (WHERE item LIKE 'ZQX%') FROM orders",
    "SELECT EXISTS (SELECT 1 FROM orders WHERE item LIKE 'ZQX%')",
    "SELECT id FROM orders WHERE (owner, qty) IN (SELECT owner, qty FROM orders)",
    "SELECT g, item FROM generate_series(1, 3) AS g JOIN orders ON orders.id = g",
    "SELECT coalesce(max(qty), 0) FROM orders WHERE owner = ANY (ARRAY[1, 3])",
    "SELECT id FROM orders WHERE owner = ALL (SELECT 1)",
    "SELECT EXTRACT(YEAR FROM DATE '2020-01-01'), id FROM staff",
    "SELECT id FROM staff ORDER BY id OFFSET 1 FETCH FIRST 1 ROW ONLY",
};

BOOST_AUTO_TEST_CASE(what_tells_of_more_is_refused_by_the_rules) {
  office const office;
  auto ours = office.restricted("clerk");
  for (auto const* sql : refused) {
    auto const done = ours.execute(sql);
    BOOST_TEST(!done.ok(), sql);
    BOOST_TEST(said(done).find("ZQX") == std::string::npos, sql << ": " << said(done));
    BOOST_TEST(said(done).find("t2s_") == std::string::npos, sql << ": " << said(done));
  }
}

BOOST_AUTO_TEST_CASE(what_could_tell_does_what_it_does_on_the_server) {
  office const office;
  auto ours = office.restricted("clerk");
  auto server = office.clerk();
  for (auto const* sql : as_the_server) {
    auto const mine = ours.execute(sql), its = server.execute(sql);
    BOOST_TEST(mine.ok() == its.ok(), sql << ": " << why(mine) << why(its));
    if (mine.ok() && its.ok()) BOOST_TEST(sorted_rows(mine) == sorted_rows(its), boost::test_tools::per_element());
    bool const asks = std::string_view(sql).find("ZQX") != std::string_view::npos;
    BOOST_TEST((asks || said(mine).find("ZQX") == std::string::npos), sql << ": " << said(mine));
  }
  // a whole row has only the visible columns
  auto const row = ours.execute("SELECT o FROM orders o WHERE id = 1");
  BOOST_REQUIRE(row.ok());
  BOOST_TEST(to_string(row.rows.values.at(0).at(0)) == "(1,1,tea,3,1)");
  BOOST_TEST(to_string(ours.execute("SELECT row_to_json(o) FROM orders o WHERE id = 1").rows.values.at(0).at(0)).find("margin") ==
             std::string::npos);
  BOOST_TEST(!ours.estimate("SELECT * FROM orders").cost.has_value());
  BOOST_TEST(ours.estimate("SELECT * FROM customer").cost.has_value());
}

BOOST_AUTO_TEST_CASE(a_hidden_name_is_as_one_that_there_is_not_in_postgres) {
  office const office;
  auto ours = office.restricted("clerk");
  auto const told = [&](std::string sql, std::string const& name) {
    sql.replace(sql.find('@'), 1, name);
    auto text = ours.execute(sql).failure.value().text();
    for (auto at = text.find(name); at != text.npos; at = text.find(name)) text.replace(at, name.size(), "@");
    return text;
  };
  for (char const* sql : {"SELECT * FROM @", "SELECT 1 FROM public.@", "SELECT @.x FROM staff"})
    BOOST_TEST(told(sql, "payroll") == told(sql, "zzyzzwz"), sql);
  for (char const* sql : {"SELECT @ FROM orders", "SELECT o.@ FROM orders o", "SELECT id FROM orders WHERE @ > 1",
                          "SELECT sum(@) FROM orders", "SELECT * FROM orders a JOIN orders b USING (@)", "SELECT (o).@ FROM orders o"})
    BOOST_TEST(told(sql, "margin") == told(sql, "zzyzzw"), sql);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
