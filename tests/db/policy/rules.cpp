// SPDX-License-Identifier: BSL-1.0
#include "shop.hpp"

#include "t2s/core/schema/statement.hpp"
#include "t2s/db/any/open.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/sql/mysql.hpp"

#include <initializer_list>

namespace {

using namespace t2s;
using namespace t2s::test;
using db::policy::parse_rules;

/// The faults of rules.
failure refused(std::string_view json) {
  try {
    (void)parse_rules(json, "rules.json");
  } catch (error const& e) {
    return e.details();
  }
  BOOST_ERROR("taken: " << json);
  return {};
}

/// The faults of rules for a database.
failure refused(shop const& s, std::string const& tables, std::map<std::string, std::string> parameters = {}) {
  try {
    db::sqlite_connection file(s.whole);
    db::policy::access const made(file.schema(), parse_rules(R"({"roles": {"r": {"tables": )" + tables + "}}}"),
                                  {"r", std::move(parameters)});
  } catch (error const& e) {
    return e.details();
  }
  BOOST_ERROR("taken: " << tables);
  return {};
}

bool has(failure const& f, std::initializer_list<char const*> all) {
  auto const text = f.text();
  return std::ranges::all_of(all, [&](char const* w) {
    if (text.find(w) != text.npos) return true;
    BOOST_TEST_MESSAGE("\"" << w << "\" is not in \"" << text << "\"");
    return false;
  });
}

BOOST_AUTO_TEST_SUITE(policy_rules)

BOOST_AUTO_TEST_CASE(rules_are_read) {
  auto const r = parse_rules(R"({
    "hidden": "forbidden", "ask": "the data team", "key": "k", "comments": true, "functions": ["f"], "types": ["mood"],
    "roles": {"clerk": {
      "tables": {
        "a": {"columns": ["x", "y"], "rows": "x = :user", "mask": {"x": "hash", "y": null}},
        "b": {"hidden": ["z"], "rows": {"by": "server", "and": "q > 1"}, "mask": {"p": "last4", "q": {"text": "-"}, "r": "null"}},
        "v": {"read_as": "reader"}},
      "server": {"role": "clerk", "settings": {"app.user": ":user"}}}}})");
  BOOST_TEST((r.hidden == db::policy::hidden_as::forbidden));
  BOOST_TEST(r.ask == "the data team");
  BOOST_TEST(r.comments);
  BOOST_REQUIRE(r.roles.size() == 1U);
  auto const& tables = r.roles[0].tables;
  BOOST_REQUIRE(tables.size() == 3U);
  BOOST_TEST(tables[0].columns.value() == (std::vector<std::string>{"x", "y"}), boost::test_tools::per_element());
  BOOST_TEST(tables[0].rows == "x = :user");
  BOOST_TEST((tables[0].masks[0].how == db::policy::masking::hash));
  BOOST_TEST((tables[0].masks[1].how == db::policy::masking::null));
  BOOST_TEST(tables[1].rows_by_server);
  BOOST_TEST(tables[1].rows == "q > 1");
  BOOST_TEST(tables[1].masks[1].with == "-");
  BOOST_TEST(tables[2].as_reader);
  auto const settings = db::policy::server_settings(r, {"clerk", {{"user", "ada"}}});
  BOOST_REQUIRE(settings.size() == 2U);
  BOOST_TEST(settings[0].first == "app.user");
  BOOST_TEST(settings[0].second == "ada");
  BOOST_TEST(settings[1].second == "clerk");
}

BOOST_AUTO_TEST_CASE(what_is_no_rule_is_refused_with_its_place) {
  BOOST_TEST(has(refused("{\n  \"roles\": }"), {"rules.json", "line 2"}));
  BOOST_TEST(has(refused("{}"), {"no \"roles\""}));
  BOOST_TEST(has(refused("[]"), {"is not an object"}));
  BOOST_TEST(has(refused(R"({"rols": {}})"), {"rols", "there is \"roles\""}));
  BOOST_TEST(
      has(refused(R"({"roles": {"clerk": {"tables": {"orders": {"row": ""}}}}})"), {"roles.clerk.tables.orders", "\"row\"", "\"rows\""}));
  BOOST_TEST(has(refused(R"({"roles": {"clerk": {"tables": {"orders": {"mask": {"phone": "last5"}}}}}})"),
                 {"roles.clerk.tables.orders.mask.phone", "last4"}));
  BOOST_TEST(has(refused(R"({"roles": {"c": {"tables": {"o": {"columns": [], "hidden": []}}}}})"), {"give one of them"}));
  BOOST_TEST(has(refused(R"({"hidden": "secret", "roles": {}})"), {"absent", "forbidden"}));
  BOOST_TEST(has(refused(R"({"roles": {"c": {"tables": {"o": {"rows": {"by": "me"}}}}}})"), {"server"}));
  BOOST_TEST(has(refused(R"({"roles": {"c": {"tables": {"o": {"rows": {"and": "a > 1"}}}}}})"), {"tables.o.rows", "\"by\""}));
  for (char const* nothing : {"\"\"", "\" \"", "{\"by\": \"server\", \"and\": \"\"}"})  // all rows were shown
    BOOST_TEST(has(refused(std::string(R"({"roles": {"c": {"tables": {"o": {"rows": )") + nothing + "}}}}}"), {"is empty"}), nothing);
  BOOST_CHECK_THROW((void)db::policy::read_rules("/no/such/file.json"), error);
}

BOOST_AUTO_TEST_CASE(names_that_the_database_does_not_have_are_refused_with_the_nearest) {
  shop const s;
  BOOST_TEST(has(refused(s, R"({"ordrs": {}})"), {"ordrs", "there is orders"}));
  BOOST_TEST(has(refused(s, R"({"main.ordrs": {}})"), {"ordrs", "there is orders"}));
  BOOST_TEST(has(refused(s, R"({"main.orders": {"hidden": ["margins"]}})"), {"margins", "there is margin"}));  // it is found
  BOOST_TEST(has(refused(s, R"({"orders": {"hidden": ["margins"]}})"), {"margins", "there is margin"}));
  BOOST_TEST(has(refused(s, R"({"orders": {"columns": []}})"), {"no column of orders"}));
  BOOST_TEST(has(refused(s, R"({"orders": {"hidden": ["margin"], "mask": {"margin": null}}})"), {"margin", "does not see"}));
  BOOST_TEST(has(refused(s, R"({"orders": {}, "Orders": {}})"), {"twice"}));
  BOOST_TEST(has(refused(s, R"({"orders": {"read_as": "reader"}})"), {"not a view"}));
  BOOST_TEST(has(refused(s, R"({"team_orders": {"read_as": "reader"}})"), {"reads orders", "does not see"}));
  BOOST_TEST(has(refused(s, R"({"orders": {"hidden": ["item"]}, "team_orders": {"read_as": "reader"}})"), {"reads item", "does not see"}));
  BOOST_TEST(has(refused(s, R"({"orders": {"rows": "ownr = 1"}})"), {"ownr", "owner"}));
  // SQLite takes it for a text, which differs from every other
  BOOST_TEST(has(refused(s, R"({"orders": {"rows": "\"ownr\" <> 'x'"}})"), {"ownr", "single quotes"}));
  BOOST_TEST(has(refused(s, R"({"orders": {"rows": "owner = :user"}})"), {"no parameter \"user\""}));
  BOOST_TEST(has(refused(s, R"({"orders": {"rows": "owner = :user"}})", {{"usr", "1"}}), {"no parameter \"user\"", "usr"}));
  BOOST_TEST(has(refused(s, R"({"orders": {}})", {{"user", "1"}}), {"user", "no rule"}));
  for (char const* condition : {"1 = 1) OR (1 = 1", "1 GROUP BY 1", "1 UNION SELECT * FROM staff", "1; SELECT 1", "", "1 LIMIT 1",
                                "owner = ?", "id IN (WITH x AS (SELECT 1) SELECT * FROM x)"})
    if (*condition)
      BOOST_TEST(has(refused(s, std::string(R"({"orders": {"rows": ")") + condition + "\"}}"), {"rows of orders"}), condition);
  try {
    db::policy::restricted<db::sqlite_connection> const made(db::sqlite_connection(s.whole), s.rules, {"clark", {}});
    BOOST_ERROR("there is no such role");
  } catch (error const& e) {
    BOOST_TEST(has(e.details(), {"clark", "there is clerk"}));
  }
  auto const by_server = parse_rules(R"({"roles": {"r": {"tables": {"staff": {"rows": {"by": "server"}}}}}})");
  BOOST_CHECK_THROW((db::policy::restricted<db::sqlite_connection>(db::sqlite_connection(s.whole), by_server, {"r", {}})), error);
}

// SQLite's authorizer is told of no view where only the number of a row is read.
BOOST_AUTO_TEST_CASE(a_rule_may_read_nothing_but_the_number_of_a_row) {
  folder const files;
  auto const file = make_database(files / "keys.sqlite",
                                  "CREATE TABLE staff(id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE k(id INTEGER PRIMARY KEY);"
                                  "CREATE TABLE orders(id INTEGER PRIMARY KEY, owner INTEGER); CREATE TABLE empty_one(a);"
                                  "INSERT INTO staff VALUES (1, 'a'), (2, 'b'); INSERT INTO k VALUES (2);"
                                  "INSERT INTO orders VALUES (1, 1), (2, 2), (3, 3), (4, NULL), (5, 2);"
                                  "CREATE VIEW ids AS SELECT id FROM staff; CREATE VIEW counted AS SELECT count(*) AS n FROM staff;"
                                  "CREATE VIEW both_ids AS SELECT id FROM ids UNION SELECT id FROM k;")
                        .string();
  auto const with = [](std::string const& rows) {
    return parse_rules(R"({"roles": {"r": {"tables": {"orders": {"rows": ")" + rows +
                       R"("}, "ids": {}, "counted": {}, "both_ids": {}, "k": {}}}}})");
  };
  db::sqlite_connection plain(file);
  for (std::string const rows :
       {"owner IN (SELECT id FROM staff)", "owner IN (SELECT rowid FROM staff)", "owner IN (SELECT s.id FROM staff AS s)",
        "EXISTS (SELECT 1 FROM staff)", "EXISTS (SELECT 1 FROM empty_one)", "(SELECT count(*) FROM staff) > 1 AND owner = 2",
        "owner IN (SELECT s.id FROM staff s LEFT JOIN k ON k.id = s.id WHERE s.id = 1 OR k.id IS NOT NULL)", "owner IN (SELECT id FROM k)",
        "owner IN k", "owner IN (SELECT id FROM ids)", "owner IN ids",
        "EXISTS (SELECT 1 FROM ids i, counted c WHERE i.id = orders.owner AND c.n = 2)", "owner IN (SELECT id FROM both_ids WHERE id > 1)",
        "id > 2", "owner NOT IN (SELECT id FROM k UNION SELECT id FROM staff WHERE id > 1)"}) {
    db::policy::restricted<db::sqlite_connection> clerk(db::sqlite_connection(file), with(rows), {"r", {}});
    for (std::string const what : {"*", "count(*)", "id"}) {
      auto const seen = clerk.execute("SELECT " + what + " FROM orders");
      BOOST_TEST(seen.ok(), rows << ": " << why(seen));
      BOOST_TEST(sorted_rows(seen) == sorted_rows(plain.execute("SELECT " + what + " FROM orders WHERE " + rows)),
                 boost::test_tools::per_element());
    }
    for (char const* sql : {"SELECT count(*) FROM ids", "SELECT * FROM counted", "SELECT 1 FROM both_ids, ids", "SELECT count(*) FROM k"})
      BOOST_TEST(sorted_rows(clerk.execute(sql)) == sorted_rows(plain.execute(sql)), boost::test_tools::per_element());
  }
}

// SQLite's memory and time while it compiles are those of all users.
BOOST_AUTO_TEST_CASE(the_views_of_a_role_count_in_what_a_statement_becomes) {
  shop const s;
  auto clerk = s.open();
  std::string sql = "WITH c0 AS (SELECT item FROM orders)";
  for (int i = 1; i < 30; ++i) {
    auto const last = "c" + std::to_string(i - 1);
    sql += ", c" + std::to_string(i) + " AS (SELECT x.item FROM orders x, team_orders y WHERE x.item IN " + last + " OR y.item IN " + last +
           ")";
  }
  auto const e = clerk.execute(sql + " SELECT count(*) FROM c29");
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::statement_too_long);
  BOOST_TEST(clerk.execute("SELECT count(*) FROM team_orders").ok());
}

BOOST_AUTO_TEST_CASE(a_rule_that_the_database_does_not_take_stops_the_start) {
  shop const s;
  for (char const* tables :
       {R"json({"orders": {"rows": "load_extension('x') IS NULL"}})json", R"json({"orders": {"rows": "abs(1, 2) = 1"}})json",
        R"json({"staff": {}, "orders": {"rows": "EXISTS (SELECT 1 WHERE load_extension(item) = 1)"}})json"}) {
    auto const r = parse_rules(std::string(R"({"roles": {"r": {"tables": )") + tables + "}}}");
    try {
      db::policy::restricted<db::sqlite_connection> const made(db::sqlite_connection(s.whole), r, {"r", {}});
      BOOST_ERROR("taken: " << tables);
    } catch (error const& e) {
      BOOST_TEST(e.details().code == errc::invalid_argument);
      BOOST_TEST(has(e.details(), {"role r", "orders"}));
    }
  }
}

// The trial is two statements a table, for each of a pool's connections.
BOOST_AUTO_TEST_CASE(a_further_connection_of_a_session_does_not_try_the_rules) {
  shop const s;
  auto const r = parse_rules(R"json({"roles": {"r": {"tables": {"orders": {"rows": "load_extension('x') IS NULL"}}}}})json");
  BOOST_CHECK_THROW(static_cast<void>(db::policy::restrict(db::open(s.whole), r, {"r", {}})), error);
  auto further = db::policy::restrict(db::open(s.whole), r, {"r", {}}, true);
  BOOST_TEST(!further.execute("SELECT * FROM orders").ok());
}

BOOST_AUTO_TEST_CASE(the_schema_has_what_is_seen) {
  shop const s;
  auto clerk = s.open();
  auto const& d = clerk.schema();
  std::vector<std::string> names;
  for (auto const& t : d.tables()) names.push_back(t.name);
  BOOST_TEST(names == (std::vector<std::string>{"staff", "customer", "orders", "cities", "team_orders"}), boost::test_tools::per_element());
  auto const& orders = *d.find_table("orders");
  BOOST_TEST(!orders.find_column("margin"));
  BOOST_REQUIRE(orders.foreign_keys.size() == 2U);  // not that to payroll
  BOOST_TEST(orders.foreign_keys[0].table == "staff");
  BOOST_TEST(orders.foreign_keys[1].table == "customer");
  std::string all = schema::one_line_each(d);
  for (auto const& t : d.tables()) {
    all.append(t.ddl).append(t.note).append(t.description).append(schema::create_statement(t, sql::dialect::sqlite));
    for (auto const& c : t.columns) all.append(c.name).append(c.type).append(c.default_value).append(c.description);
  }
  BOOST_TEST(!tells(all, ""), all);
  BOOST_TEST(!d.find_table("customer")->find_column("card")->not_null);
}

BOOST_AUTO_TEST_CASE(values_of_enumerations_are_shown_with_comments_only) {
  schema::table t;
  t.name = "t";
  t.columns = {{"a", "enum('ZQX','b')"}, {"b", "STRUCT(x ENUM('ZQX'))"}, {"c", "decimal(10,2)"}};
  schema::database const d({t}, &sql::mysql);
  auto const type_of = [&](char const* comments, std::size_t i) {
    auto const rules = parse_rules(std::string(R"({"comments": )") + comments + R"(, "roles": {"r": {"tables": {"t": {}}}}})");
    db::policy::access const a(d, rules, {"r", {}});
    BOOST_TEST((a.schema().tables()[0].ddl.find("ZQX") == std::string::npos || std::string_view(comments) == "true"));
    return a.schema().tables()[0].columns[i].type;
  };
  BOOST_TEST(type_of("false", 0) == "enum");
  BOOST_TEST(type_of("false", 1) == "STRUCT");
  BOOST_TEST(type_of("false", 2) == "decimal(10,2)");
  BOOST_TEST(type_of("true", 0) == "enum('ZQX','b')");
}

BOOST_AUTO_TEST_CASE(samples_and_values_have_what_is_seen) {
  shop const s;
  auto clerk = s.open();
  db::sqlite_connection copy(s.copy);
  for (auto const& t : clerk.schema().tables()) {
    auto const rows = clerk.sample(t.name, 100);
    BOOST_TEST(rows.ok());
    BOOST_TEST(!tells(bytes_of(rows), ""));
    BOOST_TEST(sorted_rows(rows) == sorted_rows(copy.sample(t.name, 100)), boost::test_tools::per_element());
    for (auto const& c : t.columns) {
      auto const values = clerk.distinct(t.name, c.name, 100);
      BOOST_TEST(values.ok());
      BOOST_TEST(sorted_rows(values) == sorted_rows(copy.distinct(t.name, c.name, 100)), boost::test_tools::per_element());
      BOOST_TEST(values.rows.columns == std::vector<std::string>{c.name}, boost::test_tools::per_element());
    }
  }
  BOOST_TEST((clerk.sample("payroll", 1).failure->code == errc::no_such_table));
  BOOST_TEST((clerk.distinct("orders", "margin", 1).failure->code == errc::no_such_column));
  // what is prepared from it: stored values, keys, words of names
  prepared database(clerk);
  auto const names = database.known<knowledge::lexicon>();
  BOOST_TEST(names->schema().tables().size() == 5U);
}

BOOST_AUTO_TEST_CASE(a_hidden_name_is_as_one_that_there_is_not) {
  shop const s;
  auto clerk = s.open();
  auto const told = [&](std::string sql, std::string const& name) {
    auto const at = sql.find('@');
    sql.replace(at, 1, name);
    auto said = clerk.execute(sql).failure.value().text() + name_of(clerk.execute(sql).failure->code).data();
    for (auto found = said.find(name); found != said.npos; found = said.find(name)) said.replace(found, name.size(), "@");
    return said;
  };
  // names of the same length, far from all visible ones
  for (char const* sql : {"SELECT * FROM @", "SELECT 1 FROM main.@", "SELECT count(*) FROM staff JOIN @ ON 1", "SELECT 1 IN @",
                          "SELECT @.x FROM staff", "WITH a AS (SELECT * FROM @) SELECT * FROM a"})
    BOOST_TEST(told(sql, "payroll") == told(sql, "zzyzzwz"), sql);
  for (char const* sql :
       {"SELECT @ FROM orders", "SELECT orders.@ FROM orders", "SELECT id FROM orders WHERE @ > 1", "SELECT id FROM orders ORDER BY @",
        "SELECT * FROM orders AS a JOIN orders AS b USING (@)", "SELECT sum(@) FROM orders AS x", "SELECT id FROM orders GROUP BY @"})
    BOOST_TEST(told(sql, "margin") == told(sql, "zzyzzw"), sql);
  BOOST_TEST(told("SELECT * FROM @", "payrol") == told("SELECT * FROM @", "zzyzzw"));
  BOOST_TEST(told("SELECT @ FROM orders", "margins") == told("SELECT @ FROM orders", "zzyzzwz"));
}

BOOST_AUTO_TEST_CASE(a_hidden_name_can_be_said_to_be_forbidden) {
  shop const s;
  auto r = s.rules;
  r.hidden = db::policy::hidden_as::forbidden;
  r.ask = "the data team";
  db::policy::restricted<db::sqlite_connection> clerk(db::sqlite_connection(s.whole), r, s.clerk);
  auto const f = clerk.execute("SELECT margin FROM orders").failure.value();
  BOOST_TEST((f.code == errc::statement_denied));
  BOOST_TEST(f.message == "orders.margin is not yours to read");
  BOOST_TEST(f.remedy == "ask the data team");
  BOOST_TEST(f.offset.value() == 7U);
  BOOST_TEST(clerk.execute("SELECT * FROM payroll").failure.value().message == "payroll is not yours to read");
  BOOST_TEST(clerk.execute("SELECT o.margin FROM orders o").failure.value().message == "orders.margin is not yours to read");
  BOOST_TEST((clerk.execute("SELECT marjin FROM orders").failure.value().code == errc::no_such_column));
  BOOST_TEST(clerk.execute("SELECT * FROM orders").ok());
  for (auto const& a : attacks()) {
    auto const said = bytes_of(clerk.execute(a.sql));
    for (auto const& secret : secrets) BOOST_TEST((a.sql.find(secret) != a.sql.npos || said.find(secret) == said.npos), a.sql);
  }
}

BOOST_AUTO_TEST_CASE(messages_are_the_databases_unless_they_tell_of_the_rules) {
  shop const s;
  auto clerk = s.open();
  BOOST_TEST(clerk.execute("SELECT abs(1, 2) FROM orders").failure.value().message == "wrong number of arguments to function abs()");
  db::sqlite_connection file(s.whole);
  db::policy::access const access(file.schema(), s.rules, s.clerk, true);
  for (auto const& secret : {access.views().hash, access.views().key}) {
    BOOST_REQUIRE(secret.size() >= 16U);
    for (auto const part : {&failure::message, &failure::subject, &failure::remedy}) {
      failure said{errc::sql_failed, "it fails", "it", "try again", {}};
      said.*part = "near " + secret;
      auto const shown = access.shown(said, {}, "SELECT 1");
      BOOST_TEST(bytes_of(db::execution(shown)).find(secret) == std::string::npos);
      BOOST_TEST((shown.code == errc::sql_failed));
    }
  }
  for (auto const& v : access.views().views) {  // these are called as what they stand for
    auto const shown = access.shown({errc::sql_failed, "no index of temp." + v.name, {}, {}, {}}, {}, "SELECT 1");
    BOOST_TEST(shown.message.starts_with("no index of "));
    BOOST_TEST(file.schema().find_table(shown.message.substr(12)), shown.message);
  }
}

BOOST_AUTO_TEST_CASE(values_are_masked) {
  folder const files;
  auto const file =
      make_database(files / "m.sqlite",
                    "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT, d TEXT NOT NULL, e INT);"
                    "INSERT INTO t VALUES (1,'x','1234567890','u','v',5), (2,'x','1234567',NULL,'v',6), (3,NULL,NULL,'u','w',7);");
  auto const rules = parse_rules(
      R"({"key": "k", "roles": {"r": {"tables": {"t": {"rows": "e < 7", "mask": {"a": "hash", "b": "last4", "c": {"text": "it's"}, "d": null}}}}}})");
  db::policy::restricted<db::sqlite_connection> r(db::sqlite_connection(file.string()), rules, {"r", {}});
  auto const e = r.execute("SELECT a, b, c, d, e FROM t ORDER BY id");
  BOOST_REQUIRE(e.ok());
  BOOST_REQUIRE(e.rows.values.size() == 2U);
  // printf '6b%s' x | sha256sum: the key in hexadecimal digits, then the value
  BOOST_TEST(to_string(e.rows.values[0][0]) == "350b54ea1e00e913");
  BOOST_TEST((e.rows.values[0][0] == e.rows.values[1][0]));
  BOOST_TEST(to_string(e.rows.values[0][1]) == "****7890");
  BOOST_TEST(to_string(e.rows.values[1][1]) == "****");
  BOOST_TEST(to_string(e.rows.values[1][2]) == "it's");
  BOOST_TEST(e.rows.values[0][3].is_null());
  BOOST_TEST((e.rows.values[0][4] == value(5)));
  BOOST_TEST(r.execute("SELECT count(*) FROM t").rows.values[0][0] == value(2));
  // the user may not call the function, since it would allow guessing values
  db::policy::access const access(r.schema(), rules, {"r", {}}, true);
  BOOST_TEST(access.views().hash.starts_with("t2s_hide_"));
  BOOST_TEST(access.views().hash.size() > 32U);
  auto const all_hidden = parse_rules(R"({"roles": {"r": {"tables": {"t": {"columns": ["a"], "mask": {"a": null}}}}}})");
  db::policy::restricted<db::sqlite_connection> n(db::sqlite_connection(file.string()), all_hidden, {"r", {}});
  BOOST_TEST(n.execute("SELECT count(*) FROM t").rows.values.at(0).at(0) == value(3));
}

// SQLite does not report the view if it needs no column of a table, or only the row number.
BOOST_AUTO_TEST_CASE(conditions_of_keys_are_conditions_as_others) {
  folder const files;
  auto const file = make_database(files / "k.sqlite",
                                  "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL, boss INT);"
                                  "CREATE TABLE bare(id INTEGER PRIMARY KEY);"
                                  "CREATE TABLE pair(a INTEGER, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;"
                                  "INSERT INTO person VALUES (1,'Ada',NULL), (2,'Ben',1), (3,'Cy',1);"
                                  "INSERT INTO bare VALUES (1), (2), (3); INSERT INTO pair VALUES (1,1), (2,2), (3,3);");
  for (char const* condition : {"id > 1", "rowid > 1", "id > 1 AND name IS NOT NULL", "id IS NOT NULL AND id > :least", "id IN (2, 3)"}) {
    auto const rules = parse_rules(std::string(R"({"roles": {"r": {"tables": {"person": {"rows": ")") + condition +
                                   R"(", "mask": {"boss": "hash"}}, "bare": {"rows": "id > 1"}, "pair": {"rows": "a > 1"}}}}})");
    db::policy::session who{"r", {}};
    if (std::string_view(condition).find(":least") != std::string_view::npos) who.parameters["least"] = "1";
    db::policy::restricted<db::sqlite_connection> r(db::sqlite_connection(file.string()), rules, who);
    for (auto const& [sql, rows] : std::initializer_list<std::pair<char const*, std::vector<std::string>>>{
             {"SELECT id FROM person", {"2|", "3|"}},
             {"SELECT count(*) FROM person", {"2|"}},
             {"SELECT 1 FROM person", {"1|", "1|"}},
             {"SELECT id FROM person WHERE id = 1", {}},
             {"SELECT id FROM person WHERE id = 3", {"3|"}},
             {"SELECT count(*) FROM person, bare, pair", {"8|"}},
             {"SELECT bare.id FROM bare LEFT JOIN person USING (id)", {"2|", "3|"}},
             {"SELECT id FROM bare EXCEPT SELECT 2", {"3|"}},
             {"SELECT a FROM pair WHERE EXISTS (SELECT 1 FROM person WHERE person.id = pair.b)", {"2|", "3|"}}}) {
      auto const done = r.execute(sql);
      BOOST_TEST(done.ok(), condition << ": " << sql << ": " << why(done));
      BOOST_TEST(sorted_rows(done) == rows, boost::test_tools::per_element());
    }
  }
}

// SQLite first consults an index, and a pattern that is too long fails only when a row is tested.
BOOST_AUTO_TEST_CASE(a_long_pattern_does_not_tell_of_hidden_rows) {
  folder const files;
  auto const file = make_database(files / "p.sqlite",
                                  "CREATE TABLE sale(id INTEGER PRIMARY KEY, owner INT, item TEXT); CREATE INDEX by_item ON sale(item);"
                                  "INSERT INTO sale VALUES (1,1,'tea'), (2,2,'cake');");
  auto const rules = parse_rules(R"({"roles": {"r": {"tables": {"sale": {"rows": "owner = 1"}}}}})");
  db::policy::restricted<db::sqlite_connection> r(db::sqlite_connection(file.string()), rules, {"r", {}});
  for (char const* like : {"LIKE", "GLOB"})
    for (char const* first : {"c", "d"}) {
      auto const sql = std::string("SELECT id FROM sale WHERE item > '") + first + "' AND item < 'e' AND item " + like + " '" +
                       std::string(101, '*') + "'";
      BOOST_TEST(r.execute(sql).ok(), sql);
    }
}

BOOST_AUTO_TEST_CASE(parameters_are_texts_whatever_they_say) {
  shop const s;
  for (char const* team : {"north' OR '1'='1", "'", "\\", "\\' OR 1=1 --", "north\"", ":team", "%"}) {
    db::policy::restricted<db::sqlite_connection> clerk(db::sqlite_connection(s.whole), s.rules, {"clerk", {{"team", team}}});
    BOOST_TEST(clerk.execute("SELECT count(*) FROM staff").rows.values.at(0).at(0) == value(0), team);
  }
  auto const numbers = parse_rules(R"({"roles": {"r": {"tables": {"orders": {"rows": "owner = :owner AND item <> ':owner'"}}}}})");
  db::policy::restricted<db::sqlite_connection> r(db::sqlite_connection(s.whole), numbers, {"r", {{"owner", "2"}}});
  BOOST_TEST(r.execute("SELECT count(*) FROM orders").rows.values.at(0).at(0) == value(2));
}

BOOST_AUTO_TEST_CASE(an_owner_sees_everything) {
  shop const s;
  db::policy::restricted<db::sqlite_connection> owner(db::sqlite_connection(s.whole), s.rules, {"owner", {}});
  db::sqlite_connection whole(s.whole);
  for (auto const& a : attacks()) {
    if (a.must_be_refused || a.sql.find("sqlite_") != a.sql.npos) continue;
    BOOST_TEST_CONTEXT(a.sql) {
      auto const ours = owner.execute(a.sql), reference = whole.execute(a.sql);
      BOOST_TEST(ours.ok() == reference.ok(), why(ours));
      if (ours.ok() && reference.ok()) BOOST_TEST(sorted_rows(ours) == sorted_rows(reference), boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(any_connection_can_be_restricted) {
  shop const s;
  auto clerk = db::policy::restrict(db::open(s.whole), s.rules, s.clerk);
  BOOST_TEST(clerk.execute("SELECT count(*) FROM staff").rows.values.at(0).at(0) == value(2));
  BOOST_TEST(clerk.file().empty());  // so that nothing is looked up in the folder
  BOOST_TEST(clerk.schema().tables().size() == 5U);
  BOOST_TEST(!clerk.execute("SELECT * FROM main.payroll").ok());
  db::statement_limits few;
  few.rows = 1;
  std::size_t rows = 0;
  auto const ended = clerk.each_row("SELECT * FROM staff", [&](std::span<value const>) { ++rows; }, few);
  BOOST_TEST((ended.value().code == errc::row_limit));
  BOOST_TEST(rows == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
