// SPDX-License-Identifier: BSL-1.0
// A table of statements and what the lint says of their aggregates: half of them are right, and it says nothing. Where a join repeats
// rows, SQLite executes the statement and the form that is meant, and the rows differ; where it is silent, no row is repeated.
#include "t2s/sql/lint.hpp"

#include "rows_text.hpp"
#include "support/sqlite_file.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/offline/repair/lint_facts.hpp"
#include "t2s/sql/postgres.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

using namespace t2s::sql;

namespace {

/// Anna has two orders and two calls, Ben one order and no call. Order 1 has two items. `parcel` and `stop` declare no keys.
constexpr char const* shape = R"(
  CREATE TABLE client (id INTEGER PRIMARY KEY, name TEXT NOT NULL, budget INTEGER, region TEXT);
  CREATE TABLE "order" (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES client (id), total INTEGER NOT NULL, rebate INTEGER,
                        state TEXT);
  CREATE TABLE item (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES "order" (id), price INTEGER, pieces INTEGER);
  CREATE TABLE call (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES client (id), minutes INTEGER);
  CREATE TABLE parcel (id INTEGER, weight INTEGER, client_id INTEGER);
  CREATE TABLE stop (parcel_id INTEGER, town TEXT);
  INSERT INTO client VALUES (1, 'Anna', 100, 'north'), (2, 'Ben', 70, 'south');
  INSERT INTO "order" VALUES (1, 1, 30, NULL, 'open'), (2, 1, 20, 5, 'paid'), (3, 2, 10, 1, 'paid');
  INSERT INTO item VALUES (1, 1, 10, 1), (2, 1, 5, 4), (3, 2, 20, 1), (4, 3, 10, 1);
  INSERT INTO call VALUES (1, 1, 3), (2, 1, 9);
  INSERT INTO parcel VALUES (1, 8, 1), (2, 2, 2);
  INSERT INTO stop VALUES (1, 'Ulm'), (1, 'Bonn'), (2, 'Kiel');
)";

class shop {
 public:
  [[nodiscard]] t2s::schema::database const& tables() const { return open_.schema(); }

  /// The rules that flag a statement: "fan_out" or "count_of_all, fan_out".
  [[nodiscard]] std::string rules(std::string_view sql) {
    auto const facts = t2s::repair::lint_facts_of(open_);
    std::string all;
    for (auto const& f : lint(sql, open_.schema(), &facts)) all.append(all.empty() ? "" : ", ").append(name_of(f.rule));
    return all;
  }
  [[nodiscard]] std::string proposal(std::string_view sql) {
    auto const facts = t2s::repair::lint_facts_of(open_);
    auto const found = lint(sql, open_.schema(), &facts);
    return found.empty() ? "" : found.front().proposal;
  }

  [[nodiscard]] std::string rows(std::string const& sql) { return t2s::test::rows_text(open_, sql); }

 private:
  t2s::test::folder in_{"lint_aggregates"};
  t2s::db::sqlite_connection open_{t2s::test::make_database(in_ / "shop.sqlite", shape)};
};

/// A statement that counts rows several times, its rows, and the form that is meant with its rows.
struct repeated {
  std::string sql, rows, meant, right;
};

repeated const multiplied[] = {
    // over an expression
    {R"(SELECT sum(o.total * 2) FROM "order" AS o JOIN item AS i ON i.order_id = o.id)", "180", R"(SELECT sum(total * 2) FROM "order")",
     "120"},
    {R"(SELECT sum(o.total - coalesce(o.rebate, 0)) FROM "order" AS o JOIN item AS i ON i.order_id = o.id)", "84",
     R"(SELECT sum(total - coalesce(rebate, 0)) FROM "order")", "54"},
    {R"(SELECT sum(CASE WHEN i.price > 1 THEN o.total ELSE 0 END) FROM "order" AS o JOIN item AS i ON i.order_id = o.id)", "90",
     R"(SELECT sum(total) FROM "order" WHERE id IN (SELECT order_id FROM item WHERE price > 1))", "60"},
    {R"(SELECT sum(o.total) FILTER (WHERE i.price > 4) FROM "order" AS o JOIN item AS i ON i.order_id = o.id)", "90",
     R"(SELECT sum(total) FROM "order" WHERE id IN (SELECT order_id FROM item WHERE price > 4))", "60"},
    {R"(SELECT DISTINCT c.name, sum(o.total) FROM client AS c JOIN "order" AS o ON o.client_id = c.id JOIN item AS i )"
     R"(ON i.order_id = o.id GROUP BY c.id)",
     "Anna|80; Ben|10", R"(SELECT c.name, sum(o.total) FROM client AS c JOIN "order" AS o ON o.client_id = c.id GROUP BY c.id)",
     "Anna|50; Ben|10"},
    {R"(SELECT upper(o.state), sum(o.total) FROM "order" AS o JOIN item AS i ON i.order_id = o.id GROUP BY upper(o.state))",
     "OPEN|60; PAID|30", R"(SELECT upper(state), sum(total) FROM "order" GROUP BY upper(state))", "OPEN|30; PAID|30"},
    // in HAVING and ORDER BY
    {R"(SELECT c.name FROM client AS c JOIN "order" AS o ON o.client_id = c.id JOIN item AS i ON i.order_id = o.id )"
     R"(GROUP BY c.id HAVING sum(o.total) > 60)",
     "Anna", R"(SELECT c.name FROM client AS c JOIN "order" AS o ON o.client_id = c.id GROUP BY c.id HAVING sum(o.total) > 60)", ""},
    {R"(SELECT o.state FROM "order" AS o JOIN item AS i ON i.order_id = o.id GROUP BY o.state ORDER BY sum(o.total) + 0 DESC LIMIT 1)",
     "open", R"(SELECT state FROM "order" GROUP BY state ORDER BY sum(total) * 1.5 + sum(state = 'paid') DESC LIMIT 1)", "paid"},
    // tables without declared keys
    {"SELECT sum(p.weight) FROM parcel AS p JOIN stop AS s ON s.parcel_id = p.id", "18", "SELECT sum(weight) FROM parcel", "10"},
    {"SELECT count(p.id) FROM parcel AS p JOIN stop AS s ON s.parcel_id = p.id", "3",
     "SELECT count(DISTINCT p.id) FROM parcel AS p JOIN stop AS s ON s.parcel_id = p.id", "2"},
    {"SELECT avg(c.budget) FROM client AS c JOIN parcel AS p ON p.client_id = c.id JOIN stop AS s ON s.parcel_id = p.id", "90.0",
     "SELECT avg(c.budget) FROM client AS c JOIN parcel AS p ON p.client_id = c.id", "85.0"},
    // a derived table and a CTE
    {R"(SELECT sum(o.total) FROM "order" AS o JOIN (SELECT order_id, price FROM item) AS i ON i.order_id = o.id)", "90",
     R"(SELECT sum(total) FROM "order")", "60"},
    {R"(SELECT sum(t.spent) FROM (SELECT client_id, sum(total) AS spent FROM "order" GROUP BY client_id) AS t JOIN call AS k )"
     R"(ON k.client_id = t.client_id)",
     "100", R"(SELECT sum(total) FROM "order" WHERE client_id IN (SELECT client_id FROM call))", "50"},
    {R"(WITH i AS (SELECT order_id, price FROM item) SELECT sum(o.total) FROM "order" AS o JOIN i ON i.order_id = o.id)", "90",
     R"(SELECT sum(total) FROM "order")", "60"},
    // a window
    {R"(SELECT DISTINCT o.client_id, sum(o.total) OVER (PARTITION BY o.client_id) FROM "order" AS o JOIN item AS i )"
     R"(ON i.order_id = o.id ORDER BY 1)",
     "1|80; 2|10", R"(SELECT DISTINCT client_id, sum(total) OVER (PARTITION BY client_id) FROM "order" ORDER BY 1)", "1|50; 2|10"},
    {R"(SELECT DISTINCT sum(o.total) OVER w FROM "order" AS o JOIN item AS i )"
     R"(ON i.order_id = o.id WINDOW w AS (PARTITION BY o.client_id) ORDER BY 1)",
     "10; 80", R"(SELECT DISTINCT sum(total) OVER (PARTITION BY client_id) FROM "order" ORDER BY 1)", "10; 50"},
    // two tables beside each other
    {R"(SELECT c.name, count(*) FROM client AS c JOIN "order" AS o ON o.client_id = c.id JOIN call AS k )"
     R"(ON k.client_id = c.id GROUP BY c.id)",
     "Anna|4", R"(SELECT c.name, count(*) FROM client AS c JOIN "order" AS o ON o.client_id = c.id WHERE c.id = 1 GROUP BY c.id)",
     "Anna|2"},
    {R"(SELECT c.name FROM client AS c JOIN "order" AS o ON o.client_id = c.id JOIN call AS k ON k.client_id = c.id )"
     R"(GROUP BY c.id HAVING count(*) > 3)",
     "Anna", R"(SELECT c.name FROM client AS c JOIN "order" AS o ON o.client_id = c.id GROUP BY c.id HAVING count(*) > 3)", ""},
    {R"(SELECT c.name, sum(o.total), sum(k.minutes) FROM client AS c JOIN "order" AS o ON o.client_id = c.id JOIN call AS k )"
     R"(ON k.client_id = c.id GROUP BY c.id)",
     "Anna|100|24",
     "SELECT c.name, (SELECT sum(total) FROM \"order\" WHERE client_id = c.id), sum(k.minutes) FROM client AS c JOIN call AS k ON "
     "k.client_id = c.id GROUP BY c.id",
     "Anna|50|12"},
    // within another select
    {R"(SELECT c.name, (SELECT sum(o.total) FROM "order" AS o JOIN item AS i ON i.order_id = o.id WHERE o.client_id = c.id) FROM client AS c)",
     "Anna|80; Ben|10", R"(SELECT c.name, (SELECT sum(o.total) FROM "order" AS o WHERE o.client_id = c.id) FROM client AS c)",
     "Anna|50; Ben|10"},
    {R"(SELECT name FROM client AS c WHERE (SELECT sum(o.total) FROM "order" AS o JOIN item AS i ON i.order_id = o.id )"
     R"(WHERE c.id = o.client_id AND (i.price > 0 OR i.price IS NULL)) > 60)",
     "Anna", R"(SELECT name FROM client AS c WHERE (SELECT sum(total) FROM "order" WHERE client_id = c.id) > 60)", ""},
    {R"(SELECT c.name FROM client AS c ORDER BY (SELECT avg(o.total) FROM "order" AS o, item AS i WHERE i.order_id = o.id AND o.client_id = c.id) )"
     R"(> 26 DESC, c.name DESC)",
     "Anna; Ben",
     R"(SELECT c.name FROM client AS c ORDER BY (SELECT avg(o.total) FROM "order" AS o WHERE o.client_id = c.id) > 26 DESC, c.name DESC)",
     "Ben; Anna"},
    {R"(SELECT c.name, (SELECT count(o.id) FROM "order" AS o JOIN item AS i ON i.order_id = o.id AND i.pieces > 0 )"
     R"(WHERE o.client_id = c.id AND EXISTS (SELECT 1 FROM call WHERE call.client_id = o.client_id)) FROM client AS c)",
     "Anna|3; Ben|0",
     R"(SELECT c.name, (SELECT count(o.id) FROM "order" AS o WHERE o.client_id = c.id AND EXISTS )"
     R"((SELECT 1 FROM call WHERE call.client_id = o.client_id)) FROM client AS c)",
     "Anna|2; Ben|0"},
    // other aggregates
    {R"(SELECT group_concat(o.total) FROM "order" AS o JOIN item AS i ON i.order_id = o.id WHERE o.id = 1)", "30,30",
     R"(SELECT group_concat(total) FROM "order" WHERE id = 1)", "30"},
    {R"(SELECT total(o.total) FROM "order" AS o JOIN item AS i ON i.order_id = o.id)", "90.0", R"(SELECT total(total) FROM "order")",
     "60.0"},
};

/// Right statements over joins: nothing is repeated, or it does no harm.
char const* const plain_joins[] = {
    R"(SELECT o.id FROM "order" AS o JOIN item AS i ON i.order_id = o.id GROUP BY o.id HAVING avg(o.total) > 15 AND count(*) > 1)",
    R"(SELECT upper(o.state), sum(i.price) FROM "order" AS o JOIN item AS i ON i.order_id = o.id GROUP BY upper(o.state))",
    R"(SELECT o.total / 7, sum(o.total) FROM "order" AS o JOIN call AS k ON k.client_id = o.client_id AND k.minutes > 5 )"
    R"(GROUP BY o.total / 7)",
    R"(SELECT sum(i.price * i.pieces) FROM "order" AS o JOIN item AS i ON i.order_id = o.id WHERE o.state = 'paid')",
    R"(SELECT sum(i.pieces * o.total) FROM "order" AS o JOIN item AS i ON i.order_id = o.id)",
    R"(SELECT o.id, sum(i.price) / sum(i.pieces) FROM "order" AS o JOIN item AS i ON i.order_id = o.id GROUP BY o.id)",
    R"(SELECT sum(CASE WHEN o.state = 'paid' THEN i.price ELSE 0 END) FROM "order" AS o JOIN item AS i ON i.order_id = o.id)",
    R"(SELECT sum(CASE WHEN i.pieces = 4 THEN o.total ELSE 0 END) FROM "order" AS o JOIN item AS i ON i.order_id = o.id)",
    R"(SELECT c.name, sum(o.total) FROM client AS c JOIN "order" AS o ON o.client_id = c.id GROUP BY c.id HAVING sum(o.total) > 20)",
    R"(SELECT max(o.total), min(o.total) FROM "order" AS o JOIN item AS i ON i.order_id = o.id)",
    R"(SELECT count(DISTINCT o.id) FROM "order" AS o JOIN item AS i ON i.order_id = o.id)",
    R"(SELECT count(*) FROM client AS c JOIN "order" AS o ON o.client_id = c.id JOIN item AS i ON i.order_id = o.id WHERE c.id > 1)",
    R"(SELECT count(*) FROM item AS i JOIN "order" AS o ON i.order_id = o.id JOIN client AS c ON o.client_id = c.id GROUP BY c.region)",
    "SELECT count(*) FROM client AS a JOIN client AS b ON a.region <> b.region AND a.id < b.id",
    "SELECT count(*) FROM call AS a JOIN call AS b ON a.client_id = b.client_id WHERE a.minutes < b.minutes",
    "SELECT sum(p.weight) FROM parcel AS p JOIN client AS c ON p.client_id = c.id",
    "SELECT count(s.town) FROM parcel AS p JOIN stop AS s ON s.parcel_id = p.id",
    R"(SELECT sum(o.total) FROM "order" AS o JOIN (SELECT order_id, sum(price) AS paid FROM item GROUP BY order_id) AS i )"
    R"(ON i.order_id = o.id)",
    R"(SELECT sum(o.total) FROM "order" AS o JOIN (SELECT DISTINCT order_id FROM item) AS i ON i.order_id = o.id)",
    R"(SELECT sum(total) FROM "order" AS o, (SELECT avg(total) AS mean FROM "order") AS m WHERE total > mean)",
    R"(WITH i AS (SELECT order_id, sum(price) AS paid FROM item GROUP BY order_id) SELECT sum(o.total) FROM "order" AS o JOIN i )"
    R"(ON i.order_id = o.id)",
    R"(SELECT o.id, sum(i.price) OVER (PARTITION BY o.id) FROM "order" AS o JOIN item AS i ON i.order_id = o.id)",
    R"(SELECT c.name, (SELECT sum(i.price) FROM "order" AS o JOIN item AS i ON i.order_id = o.id WHERE o.client_id = c.id) FROM client AS c)",
    R"(SELECT c.name, (SELECT sum(o.total) FROM "order" AS o JOIN call AS k ON k.id = o.id WHERE o.client_id = c.id) FROM client AS c)",
    R"(SELECT i.id, (SELECT sum(o.total) FROM "order" AS o JOIN item AS j ON j.order_id = o.id WHERE j.id = i.id) FROM item AS i)",
    R"(SELECT c.name, sum(k.minutes) FROM client AS c LEFT JOIN call AS k ON k.client_id = c.id GROUP BY c.id)",
};

struct counted {
  std::string sql;
  std::string_view rule, proposal;
};

counted const fallbacks[] = {
    {"SELECT count(CASE WHEN state = 'paid' THEN 1 ELSE 0 END) FROM \"order\"", "count_of_all",
     "SELECT count(CASE WHEN state = 'paid' THEN 1 END) FROM \"order\""},
    {"SELECT count(CASE state WHEN 'paid' THEN 1 ELSE 0 END) FROM \"order\"", "count_of_all",
     "SELECT count(CASE state WHEN 'paid' THEN 1 END) FROM \"order\""},
    {"SELECT count(CASE WHEN state = 'paid' THEN id ELSE 0 END) FROM \"order\"", "count_of_all",
     "SELECT count(CASE WHEN state = 'paid' THEN id END) FROM \"order\""},
    {"SELECT count(DISTINCT CASE WHEN state = 'paid' THEN client_id ELSE 0 END) FROM \"order\"", "count_of_all",
     "SELECT count(DISTINCT CASE WHEN state = 'paid' THEN client_id END) FROM \"order\""},
    {"SELECT count(CASE WHEN state = 'paid' THEN 0 ELSE 1 END) FROM \"order\"", "count_of_all", ""},
    {"SELECT count(CASE WHEN total > 20 THEN 'big' ELSE 'small' END) FROM \"order\"", "count_of_all", ""},
    {"SELECT count(iif(state = 'paid', 1, 0)) FROM \"order\"", "count_of_all",
     "SELECT count(CASE WHEN state = 'paid' THEN 1 END) FROM \"order\""},
    {"SELECT count(total > 15) FROM \"order\"", "count_of_all", "SELECT count(CASE WHEN total > 15 THEN 1 END) FROM \"order\""},
    {"SELECT count(state LIKE 'p%') FROM \"order\"", "count_of_all", "SELECT count(CASE WHEN state LIKE 'p%' THEN 1 END) FROM \"order\""},
    {"SELECT count(state IN ('paid')) FROM \"order\"", "count_of_all",
     "SELECT count(CASE WHEN state IN ('paid') THEN 1 END) FROM \"order\""},
    {"SELECT count(total BETWEEN 15 AND 25) FROM \"order\"", "count_of_all",
     "SELECT count(CASE WHEN total BETWEEN 15 AND 25 THEN 1 END) FROM \"order\""},
    {"SELECT count(rebate IS NOT NULL) FROM \"order\"", "count_of_all",
     "SELECT count(CASE WHEN rebate IS NOT NULL THEN 1 END) FROM \"order\""},
    {"SELECT count(total > 15 AND state = 'paid') FROM \"order\"", "count_of_all",
     "SELECT count(CASE WHEN total > 15 AND state = 'paid' THEN 1 END) FROM \"order\""},
    {"SELECT count(NOT state = 'open') FROM \"order\"", "count_of_all",
     "SELECT count(CASE WHEN NOT state = 'open' THEN 1 END) FROM \"order\""},
    {"SELECT count(EXISTS (SELECT 1 FROM item WHERE order_id = \"order\".id AND price > 15)) FROM \"order\"", "count_of_all",
     "SELECT count(CASE WHEN EXISTS (SELECT 1 FROM item WHERE order_id = \"order\".id AND price > 15) THEN 1 END) FROM \"order\""},
    {"SELECT count(coalesce(rebate, 0)) FROM \"order\"", "count_of_all", "SELECT count(rebate) FROM \"order\""},
    {"SELECT client_id FROM \"order\" GROUP BY client_id HAVING count(CASE WHEN state = 'paid' THEN 1 ELSE 0 END) > 1", "count_of_all",
     "SELECT client_id FROM \"order\" GROUP BY client_id HAVING count(CASE WHEN state = 'paid' THEN 1 END) > 1"},
    {"SELECT id, count(CASE WHEN state = 'paid' THEN 1 ELSE 0 END) OVER () FROM \"order\"", "count_of_all",
     "SELECT id, count(CASE WHEN state = 'paid' THEN 1 END) OVER () FROM \"order\""},
    {"SELECT avg(CASE WHEN state = 'paid' THEN total ELSE 0 END) FROM \"order\"", "zero_for_missing",
     "SELECT avg(CASE WHEN state = 'paid' THEN total END) FROM \"order\""},
    {"SELECT avg(iif(state = 'paid', total, 0)) FROM \"order\"", "zero_for_missing",
     "SELECT avg(CASE WHEN state = 'paid' THEN total END) FROM \"order\""},
    {"SELECT avg(coalesce(rebate, 0)) FROM \"order\"", "zero_for_missing", "SELECT avg(rebate) FROM \"order\""},
    {"SELECT avg(ifnull(rebate, 0.0)) FROM \"order\"", "zero_for_missing", "SELECT avg(rebate) FROM \"order\""},
    {"SELECT avg(CASE WHEN rebate IS NULL THEN 0 ELSE rebate END) FROM \"order\"", "zero_for_missing", ""},
    {"SELECT min(CASE WHEN state = 'paid' THEN total ELSE 0 END) FROM \"order\"", "zero_for_missing",
     "SELECT min(CASE WHEN state = 'paid' THEN total END) FROM \"order\""},
    {"SELECT min(coalesce(rebate, 0)) FROM \"order\"", "zero_for_missing", "SELECT min(rebate) FROM \"order\""},
};

/// Right aggregates of conditions and of values with a fallback.
char const* const right_aggregates[] = {
    "SELECT sum(CASE WHEN state = 'paid' THEN 1 ELSE 0 END) FROM \"order\"",
    "SELECT sum(CASE WHEN state = 'paid' THEN total ELSE 0 END) FROM \"order\"",
    "SELECT total(iif(state = 'paid', 1, 0)) FROM \"order\"",
    "SELECT sum(state = 'paid'), sum(coalesce(rebate, 0)), max(coalesce(rebate, 0)) FROM \"order\"",
    "SELECT avg(CASE WHEN state = 'paid' THEN 1 ELSE 0 END) FROM \"order\"",
    "SELECT 100.0 * avg(CASE WHEN state = 'paid' THEN 1.0 ELSE 0.0 END) FROM \"order\"",
    "SELECT avg(state = 'paid') FROM \"order\"",
    "SELECT avg(CASE state WHEN 'paid' THEN 5 WHEN 'open' THEN 3 ELSE 0 END) FROM \"order\"",
    "SELECT avg(coalesce(total, 0)) FROM \"order\"",
    "SELECT avg(CASE WHEN total > 5 THEN total ELSE 0 END) FROM \"order\"",
    "SELECT avg(coalesce((SELECT count(*) FROM call WHERE client_id = client.id), 0)) FROM client",
    "SELECT avg(coalesce(k.minutes, 0)) FROM client AS c LEFT JOIN (SELECT client_id, sum(minutes) AS minutes FROM call GROUP BY "
    "client_id) AS k "
    "ON k.client_id = c.id",
    "SELECT min(CASE WHEN state = 'paid' THEN 1 ELSE 0 END) FROM \"order\"",
    "SELECT max(CASE WHEN state = 'paid' THEN total ELSE 0 END) FROM \"order\"",
    "SELECT min(rebate), avg(rebate) FROM \"order\"",
    "SELECT avg(nullif(rebate, 0)) FROM \"order\"",
    "SELECT count(CASE WHEN state = 'paid' THEN 1 END) FROM \"order\"",
    "SELECT count(CASE WHEN state = 'paid' THEN 1 ELSE NULL END) FROM \"order\"",
    "SELECT count(CASE WHEN state = 'open' THEN NULL ELSE 1 END) FROM \"order\"",
    "SELECT count(CASE WHEN state = 'paid' THEN total ELSE rebate END) FROM \"order\"",
    "SELECT count(DISTINCT CASE WHEN total > 15 THEN 'big' ELSE 'small' END) FROM \"order\"",
    "SELECT client_id FROM \"order\" GROUP BY client_id HAVING count(DISTINCT state = 'paid') = 2",
    "SELECT count(total > 15 OR NULL) FROM \"order\"",
    "SELECT count(nullif(state = 'paid', 0)) FROM \"order\"",
    "SELECT count(coalesce(rebate, state)), count(rebate), count(1), count('x') FROM \"order\"",
    "SELECT count(*) FILTER (WHERE state = 'paid') FROM \"order\"",
};

}  // namespace

BOOST_AUTO_TEST_SUITE(lint_aggregates)

BOOST_AUTO_TEST_CASE(repeated_rows_are_found) {
  shop s;
  for (auto const& t : multiplied) {
    BOOST_TEST(s.rows(t.sql) == t.rows, t.sql << "\n  " << s.rows(t.sql));
    BOOST_TEST(s.rows(t.meant) == t.right, t.meant << "\n  " << s.rows(t.meant));
    BOOST_TEST(s.rules(t.sql).find("fan_out") != std::string::npos, t.sql << "\n  " << s.rules(t.sql));
    BOOST_TEST(s.rules(t.meant).find("fan_out") == std::string::npos, t.meant);
  }
}

BOOST_AUTO_TEST_CASE(joins_that_repeat_nothing_are_left_alone) {
  shop s;
  for (std::string const sql : plain_joins) {
    static_cast<void>(s.rows(sql));
    BOOST_TEST(s.rules(sql) == "", sql);
  }
}

BOOST_AUTO_TEST_CASE(counts_and_averages_of_fallbacks_are_found) {
  shop s;
  for (auto const& t : fallbacks) {
    BOOST_TEST(s.rules(t.sql) == t.rule, t.sql << "\n  " << s.rules(t.sql));
    BOOST_TEST(s.proposal(t.sql) == t.proposal, t.sql << "\n  " << s.proposal(t.sql));
    if (t.proposal.empty()) continue;
    BOOST_TEST(s.rows(t.sql) != s.rows(std::string(t.proposal)), t.sql);
    BOOST_TEST(s.rules(t.proposal) == "", t.proposal);
  }
}

BOOST_AUTO_TEST_CASE(right_aggregates_are_left_alone) {
  shop s;
  for (std::string const sql : right_aggregates) {
    static_cast<void>(s.rows(sql));
    BOOST_TEST(s.rules(sql) == "", sql << "\n  " << s.rules(sql));
  }
}

BOOST_AUTO_TEST_CASE(a_count_keeps_its_filter_and_has_no_distinct_over_a_window) {
  shop s;
  std::string const joined = R"( FROM "order" AS o JOIN item AS i ON i.order_id = o.id)";
  BOOST_TEST(s.proposal("SELECT count(o.id) FILTER (WHERE o.total > 15)" + joined) ==
             "SELECT count(DISTINCT o.id) FILTER (WHERE o.total > 15)" + joined);
  auto const windowed = "SELECT o.state, count(o.id) OVER (PARTITION BY o.state)" + joined;
  BOOST_TEST(s.rules(windowed) == "fan_out");
  BOOST_TEST(s.proposal(windowed) == "");
}

/// Without data the declared keys decide, and nothing is certain.
BOOST_AUTO_TEST_CASE(the_schema_alone) {
  shop s;
  auto const found = lint(R"(SELECT sum(o.total * 2) FROM "order" AS o JOIN item AS i ON i.order_id = o.id)", s.tables());
  BOOST_TEST_REQUIRE(found.size() == 1u);
  BOOST_TEST((found[0].how == severity::style));
  BOOST_TEST(lint("SELECT sum(p.weight) FROM parcel AS p JOIN stop AS s ON s.parcel_id = p.id", s.tables()).empty());
  t2s::schema::database const postgres_tables(s.tables().tables(), &postgres);
  auto const counts = lint("SELECT count(CASE WHEN state = 'paid' THEN 1 ELSE 0 END) FROM \"order\"", postgres_tables);
  BOOST_TEST_REQUIRE(counts.size() == 1u);
  BOOST_TEST((counts[0].how == severity::wrong_making));
}

BOOST_AUTO_TEST_CASE(names_in_double_quotes) {
  shop s;
  for (std::string const sql : {R"(SELECT "nmae" FROM client)", R"(SELECT name FROM client ORDER BY "budgett")",
                                R"(SELECT name FROM client WHERE "budgett" > 80)", R"(SELECT count(*) FROM client GROUP BY "regoin")",
                                R"(SELECT max("budgett") FROM client)", R"(SELECT name FROM client WHERE "nmae" LIKE 'A%')",
                                R"(SELECT "budgett" * 2 FROM client)", R"(SELECT name FROM client WHERE "regoin" = "north")"}) {
    BOOST_TEST(s.rules(sql) == "name_as_text", sql << "\n  " << s.rules(sql));
    BOOST_TEST(s.rows(sql) != s.rows(s.proposal(sql)), s.proposal(sql));
  }
  for (std::string const sql :
       {R"(SELECT name FROM client WHERE region = "north")", R"(SELECT name FROM client WHERE region IN ("north"))",
        R"(SELECT "name" FROM client ORDER BY "budget")", R"(SELECT name || ", " || region FROM client)",
        R"(SELECT "all", count(*) FROM client UNION SELECT region, count(*) FROM client GROUP BY region)",
        R"(SELECT replace(name, "n", "m") FROM client)", R"(SELECT name FROM client WHERE "north" IN (SELECT region FROM client))"})
    BOOST_TEST(s.rules(sql) == "", sql << "\n  " << s.rules(sql));
}

BOOST_AUTO_TEST_SUITE_END()
