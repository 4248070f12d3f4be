// SPDX-License-Identifier: BSL-1.0
// db::policy over every available engine: generated statements return what they return over a copy that has only the visible rows.
#include "support.hpp"

#include "support/query_generator.hpp"
#include "support/sorted_rows.hpp"
#include "support/sqlite_file.hpp"
#include "t2s/db/any/open.hpp"
#include "t2s/db/copy/copy.hpp"
#include "t2s/db/policy/restricted.hpp"

#include <chrono>
#include <string>

using namespace t2s;
using namespace t2s::test;

namespace {

constexpr char const* whole =
    "CREATE TABLE staff(id INTEGER PRIMARY KEY, name TEXT, team TEXT, phone TEXT, salary INTEGER);"
    "CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE orders(id INTEGER PRIMARY KEY, owner INTEGER, item TEXT, qty INTEGER, margin INTEGER, customer INTEGER);"
    "CREATE TABLE payroll(id INTEGER PRIMARY KEY, staff INTEGER, amount INTEGER);"
    "INSERT INTO staff VALUES (1,'Ada','north','5550102233',5000), (2,'Ben','north',NULL,6000), (3,'ZQX3','south','ZQX3-99999',7000),"
    "(4,'ZQX4','south','1',0), (5,'ZQX5',NULL,'2',9000);"
    "INSERT INTO customer VALUES (1,'Cora','Rome'), (2,'Dan','Oslo'), (3,'Eve','Rome');"
    "INSERT INTO orders VALUES (1,1,'tea',3,10,1), (2,1,'milk',1,20,2), (3,2,'tea',7,NULL,1), (4,2,NULL,NULL,40,3), (5,2,'jam',2,50,NULL),"
    "(6,3,'ZQX6',5,0,1), (7,4,'ZQX7',0,70,2), (8,NULL,'ZQX8',40,80,3);"
    "INSERT INTO payroll VALUES (1,1,100), (2,2,200), (3,3,300);";

// Cases written by hand.
constexpr char const* seen =
    "CREATE TABLE staff(id INTEGER PRIMARY KEY, name TEXT, team TEXT, phone TEXT);"
    "CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE orders(id INTEGER PRIMARY KEY, owner INTEGER, item TEXT, qty INTEGER, customer INTEGER);"
    "INSERT INTO staff VALUES (1,'Ada','north','****2233'), (2,'Ben','north',NULL);"
    "INSERT INTO customer VALUES (1,'Cora','(hidden)'), (2,'Dan','(hidden)'), (3,'Eve','(hidden)');"
    "INSERT INTO orders VALUES (1,1,'tea',3,1), (2,1,'milk',1,2), (3,2,'tea',7,1), (4,2,NULL,NULL,3), (5,2,'jam',2,NULL);";

constexpr char const* rules = R"json({"roles": {"clerk": {"tables": {
  "staff": {"hidden": ["salary"], "rows": "team = :team", "mask": {"phone": "last4"}},
  "customer": {"mask": {"city": {"text": "(hidden)"}}},
  "orders": {"hidden": ["margin"], "rows": "owner IN (SELECT id FROM staff WHERE team = :team)"}}}}})json";

db::any_options patient() {
  db::any_options o;
  o.limits.time = std::chrono::minutes(2);
  return o;
}

void copy(std::string const& from, std::string const& to) {
  auto source = db::open(from, patient());
  auto const target = db::open_target(to, {.create = true});
  (void)db::copy_database(source, *target, {.replace = true});
}

BOOST_AUTO_TEST_SUITE(any_row_policies)

BOOST_AUTO_TEST_CASE(generated_statements_do_what_they_do_over_a_copy) {
  cli_test::folder const files("row_policies");
  auto const all = test::make_database(files.file("all.sqlite"), whole).string();
  auto const some = test::make_database(files.file("some.sqlite"), seen).string();
  for (auto const& place : places()) {
    BOOST_TEST_CONTEXT(place.engine) {
      copy(all, place.of("t2s_policy_all"));
      copy(some, place.of("t2s_policy_some"));
      auto clerk = db::policy::restrict(db::open(place.of("t2s_policy_all"), patient()), db::policy::parse_rules(rules),
                                        {"clerk", {{"team", "north"}}});
      auto reference = db::open(place.of("t2s_policy_some"), patient());
      query_generator statements({{"staff", {"id"}, {"name", "team", "phone"}, {"salary"}},
                                  {"customer", {"id"}, {"name", "city"}, {}},
                                  {"orders", {"id", "owner", "qty", "customer"}, {"item"}, {"margin"}},
                                  {"payroll", {"id", "staff", "amount"}, {"amount"}, {}, true}},
                                 5, 30, true);
      std::size_t answered = 0;
      for (int i = 0; i < 1000; ++i) {
        auto const sql = statements.next();
        auto const ours = clerk.execute(sql), its = reference.execute(sql);
        auto const text = said(ours);
        if (text.find("ZQX") != text.npos || text.find("t2s_") != text.npos) BOOST_ERROR(sql << "\n  tells " << text);
        if (ours.ok() != its.ok())
          BOOST_ERROR(sql << "\n  " << (ours.failure ? ours.failure->text() : "runs; the copy: " + its.failure->text()));
        if (!ours.ok() || !its.ok()) continue;
        ++answered;
        if (sorted_rows(ours) != sorted_rows(its)) BOOST_ERROR(sql << "\n  gives other rows than over the copy");
      }
      BOOST_TEST_MESSAGE(place.engine << ": " << answered << " of 1000 answered");
      BOOST_TEST(answered > 500U);
      // samples and values of each table and column
      for (auto const& t : clerk.schema().tables()) {
        BOOST_TEST(sorted_rows(clerk.sample(t.name, 100)) == sorted_rows(reference.sample(t.name, 100)), boost::test_tools::per_element());
        for (auto const& c : t.columns)
          BOOST_TEST(sorted_rows(clerk.distinct(t.name, c.name, 100)) == sorted_rows(reference.distinct(t.name, c.name, 100)),
                     boost::test_tools::per_element());
      }
      // hidden rows cause no failure
      for (char const* sql :
           {"SELECT id FROM orders WHERE qty > 0.0000000000000000000000000000000000001",
            "SELECT min(city), max(city) FROM orders LEFT JOIN customer ON orders.qty = 1000",
            "SELECT id FROM orders WHERE CASE WHEN id > 5 THEN item ELSE '1' END = 1", "SELECT id FROM orders WHERE 10 / qty > 0",
            "SELECT id FROM staff WHERE CASE WHEN team = 'south' THEN 1 / 0 ELSE 1 END = 1",
            "SELECT id FROM orders WHERE CASE WHEN item LIKE 'ZQX%' THEN CAST(item AS DECIMAL) ELSE 1 END = 1"}) {
        auto const ours = clerk.execute(sql), its = reference.execute(sql);
        BOOST_TEST(ours.ok() == its.ok(), sql << ": " << said(ours));
        BOOST_TEST(sorted_rows(ours) == sorted_rows(its), boost::test_tools::per_element());
      }
      for (char const* sql : {"SELECT * FROM information_schema.tables", "SELECT amount\u00A0FROM\u00A0payroll", "SELECT salary FROM staff",
                              "SELECT * FROM payroll", "SELECT version()", "SELECT max(margin) FROM orders"})
        BOOST_TEST(!clerk.execute(sql).ok(), sql);
    }
  }
}

// An estimate counts rows that are hidden: a limit by it would answer questions about them.
BOOST_AUTO_TEST_CASE(a_limit_by_an_estimate_says_nothing_of_hidden_rows) {
  static constexpr char const* tables =
      "CREATE TABLE orders(id INTEGER PRIMARY KEY, owner INTEGER, amount INTEGER); CREATE INDEX by_amount ON orders(amount);"
      "CREATE TABLE staff(id INTEGER PRIMARY KEY, phone TEXT); CREATE TABLE open(id INTEGER PRIMARY KEY);"
      "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 40)"
      " INSERT INTO open SELECT n FROM i; INSERT INTO staff SELECT id, 'x' || id FROM open; INSERT INTO orders SELECT id, 1, id FROM open;";
  static constexpr char const* hidden =
      "WITH RECURSIVE i(n) AS (SELECT 41 UNION ALL SELECT n + 1 FROM i WHERE n < 5000)"
      " INSERT INTO orders SELECT n, 2, 7000 + n FROM i;";
  auto const rules_of_orders = db::policy::parse_rules(R"json({"roles": {"clerk": {"tables": {
    "orders": {"rows": "owner = 1"}, "open": {}, "staff": {"mask": {"phone": "last4"}}}}}})json");
  cli_test::folder const files("estimates_of_hidden_rows");
  auto const all = test::make_database(files.file("all.sqlite"), std::string(tables) + hidden + "ANALYZE").string();
  auto const some = test::make_database(files.file("some.sqlite"), std::string(tables) + "ANALYZE").string();
  for (auto const& place : places()) {
    BOOST_TEST_CONTEXT(place.engine) {
      copy(all, place.of("t2s_policy_all"));
      copy(some, place.of("t2s_policy_some"));
      auto limited = patient();
      limited.limits.rows_read = 30;  // fewer than any table has
      auto const opened = [&](std::string const& where) {
        return db::policy::restrict(db::open(where, limited), rules_of_orders, {"clerk", {}});
      };
      auto with_hidden = opened(place.of("t2s_policy_all")), without = opened(place.of("t2s_policy_some"));
      auto const rows_of = [](db::any_connection& c, std::string const& sql) {
        std::size_t rows = 0;
        auto const ended = c.each_row(sql, [&](auto const&) { ++rows; });
        return std::to_string(rows) + (ended ? ended->text() : "");
      };
      for (std::string const sql :
           {"SELECT count(*) FROM orders", "SELECT id FROM orders WHERE amount > 7000 ORDER BY id",
            "SELECT id FROM orders WHERE amount > 11000 ORDER BY id", "SELECT count(*) FROM orders a JOIN orders b ON a.amount = b.id",
            "SELECT count(*) FROM open WHERE id IN (SELECT id FROM orders)", "SELECT phone FROM staff GROUP BY phone ORDER BY phone",
            "SELECT count(*) FROM staff a, staff b, staff c"}) {
        BOOST_TEST(said(with_hidden.execute(sql)) == said(without.execute(sql)), sql);
        BOOST_TEST(said(with_hidden.execute(sql, limited.limits)) == said(without.execute(sql)), sql);
        BOOST_TEST(rows_of(with_hidden, sql) == rows_of(without, sql), sql);
        auto const cost = with_hidden.estimate(sql);
        BOOST_TEST(!cost.cost, sql);
        BOOST_TEST(!cost.failure, sql);
        BOOST_TEST(with_hidden.execute(sql).ok(), sql);
      }
      // where nothing is hidden the limit holds
      if (place.engine.find("ODBC") != std::string::npos) continue;
      auto const f = with_hidden.execute("SELECT count(*) FROM open a, open b, open c").failure;
      BOOST_REQUIRE(f);
      BOOST_TEST(f->code == errc::too_costly);
    }
  }
}

// A rule that casts fails at rows that it hides, and engines say which value they could not cast.
BOOST_AUTO_TEST_CASE(a_rule_that_fails_at_a_hidden_row_does_not_show_it) {
  cli_test::folder const files("failing_rules");
  auto const all =
      test::make_database(files.file("all.sqlite"),
                          "CREATE TABLE notes(id INTEGER PRIMARY KEY, about TEXT); INSERT INTO notes VALUES (1, '7'), (2, 'ZQX2');")
          .string();
  for (auto const& place : places()) {
    BOOST_TEST_CONTEXT(place.engine) {
      copy(all, place.of("t2s_policy_all"));
      auto const rule = place.engine == "MariaDB" ? "CAST(about AS SIGNED) = 7" : "CAST(about AS INTEGER) = 7";
      auto const r = db::policy::parse_rules(std::string(R"({"roles": {"r": {"tables": {"notes": {"rows": ")") + rule + "\"}}}}}");
      auto clerk = db::policy::restrict(db::open(place.of("t2s_policy_all"), patient()), r, {"r", {}});
      for (char const* sql : {"SELECT * FROM notes", "SELECT count(*) FROM notes", "SELECT max(about) FROM notes"}) {
        auto const text = said(clerk.execute(sql));
        BOOST_TEST(text.find("ZQX") == text.npos, text);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
