// SPDX-License-Identifier: BSL-1.0
// Keys that names suggest, checked by the values of their columns.
#include "db/support.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/detail/keys_to_check.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/knowledge/value_index.hpp"
#include "t2s/sql/dialects.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

using keys = std::vector<std::string>;

/// "child.column -> parent" of all keys, in their order.
keys keys_of(schema::database const& d) {
  keys out;
  for (auto const& t : d.tables())
    for (auto const& k : t.foreign_keys)
      if (k.resolved) out.push_back(t.name + "." + k.columns.front() + " -> " + k.table);
  return out;
}

/// Counts the statements other than samples and distinct values.
struct counting {
  [[nodiscard]] schema::database const& schema() const { return inside.schema(); }
  db::execution execute(std::string const& sql) { return ++statements, inside.execute(sql); }
  db::execution sample(std::string const& table, std::size_t n) { return inside.sample(table, n); }
  db::execution distinct(std::string const& table, std::string const& column, std::size_t n) { return inside.distinct(table, column, n); }

  db::sqlite_connection inside;
  std::size_t statements = 0;
};

/// The remaining keys of a database made by this SQL.
keys left_of(std::string const& sql) {
  folder const f;
  counting database{db::sqlite_connection(make_database(f / "port.sqlite", sql))};
  return keys_of(prepared(database).known<knowledge::lexicon>()->connected());
}

/// Harbours 1 to 3, and ships with these harbours.
std::string ships(std::string const& harbours) {
  return "CREATE TABLE harbour(harbour_no INTEGER PRIMARY KEY, town TEXT); INSERT INTO harbour VALUES (1,'Oslo'), (2,'Bergen'), (3,'Moss');"
         "CREATE TABLE ship(id INTEGER PRIMARY KEY, harbour_no INTEGER); INSERT INTO ship(harbour_no) VALUES " +
         harbours + ";";
}

/// A valid key, ship to harbour, and an invalid one, ship to crew.
constexpr char const* both =
    "CREATE TABLE \"har'bour\"(harbour_no INTEGER PRIMARY KEY, town TEXT); CREATE TABLE crew(crew INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TABLE ship(id INTEGER PRIMARY KEY, \"Harbour No\" INTEGER, crew INTEGER);"
    "INSERT INTO \"har'bour\" VALUES (1,'Oslo'), (2,'Bergen'); INSERT INTO crew VALUES (901,'Ada'), (902,'Bo'), (903,'Cy');"
    "INSERT INTO ship VALUES (1,1,12), (2,2,30), (3,NULL,8);";  // how many, not which

/// The steps of SQLite's plan for a statement, one on each line.
std::string plan_of(std::filesystem::path const& file, std::string const& sql) {
  sqlite3* raw = nullptr;
  BOOST_REQUIRE(sqlite3_open(file.c_str(), &raw) == SQLITE_OK);
  sqlite3_stmt* plan = nullptr;
  BOOST_REQUIRE(sqlite3_prepare_v2(raw, ("EXPLAIN QUERY PLAN " + sql).c_str(), -1, &plan, nullptr) == SQLITE_OK);
  std::string steps;
  while (sqlite3_step(plan) == SQLITE_ROW) steps.append(reinterpret_cast<char const*>(sqlite3_column_text(plan, 3))).append("\n");
  sqlite3_finalize(plan);
  sqlite3_close(raw);
  return steps;
}

constexpr char const* holds = "ship.harbour_no -> harbour";

}  // namespace

BOOST_AUTO_TEST_SUITE(checked_keys)

BOOST_AUTO_TEST_CASE(values_refute_what_names_suggest) {
  folder const f;
  counting database{db::sqlite_connection(make_database(f / "port.sqlite", both))};
  BOOST_TEST(keys_of(knowledge::lexicon(database.schema()).connected()) == (keys{"ship.Harbour No -> har'bour", "ship.crew -> crew"}),
             boost::test_tools::per_element());
  auto const names = prepared(database).known<knowledge::lexicon>();
  BOOST_TEST(keys_of(names->connected()) == keys{"ship.Harbour No -> har'bour"}, boost::test_tools::per_element());
  BOOST_TEST(database.statements == 7U);  // for those two, and all integers that may join the crew, which has no key now
  BOOST_TEST(!names->refers({2, 2}));
}

BOOST_AUTO_TEST_CASE(half_of_the_values_missing_are_too_many) {
  BOOST_TEST(left_of(ships("(1), (2), (3), (77)")) == keys{holds}, boost::test_tools::per_element());
  BOOST_TEST(left_of(ships("(1), (2), (77)")) == keys{holds}, boost::test_tools::per_element());
  BOOST_TEST(left_of(ships("(1), (77)")).empty());
  BOOST_TEST(left_of(ships("(1), (1), (1), (77)")).empty());  // different values count
  BOOST_TEST(left_of(ships("(77)")).empty());
}

BOOST_AUTO_TEST_CASE(where_there_are_no_values_nothing_is_known) {
  BOOST_TEST(left_of(ships("(NULL), (NULL)")) == keys{holds}, boost::test_tools::per_element());
  BOOST_TEST(left_of(ships("(1); DELETE FROM ship")) == keys{holds}, boost::test_tools::per_element());
  BOOST_TEST(left_of(ships("(1); DELETE FROM harbour")) == keys{holds}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(another_column_takes_the_place) {
  auto const sql = [](std::string const& values) {
    return "CREATE TABLE town(town_id INTEGER PRIMARY KEY, name TEXT); INSERT INTO town VALUES (1,'Oslo'), (2,'Moss');"
           "CREATE TABLE shop(town INTEGER, town_id INTEGER, pay REAL); INSERT INTO shop VALUES " +
           values + ";";
  };
  BOOST_TEST(left_of(sql("(1,2,0), (2,2,0)")) == keys{"shop.town -> town"}, boost::test_tools::per_element());
  BOOST_TEST(left_of(sql("(70,2,0), (80,2,0)")) == keys{"shop.town_id -> town"}, boost::test_tools::per_element());
  BOOST_TEST(left_of(sql("(70,50,0), (80,40,0)")).empty());
}

BOOST_AUTO_TEST_CASE(documents_and_shapes_are_not_counted) {
  // PostgreSQL refuses count(DISTINCT ...) of json, xml and point, and with it the whole statement.
  schema::table crew;
  crew.name = "crew";
  for (auto const& [name, type] : {std::pair{"code", "text"}, {"doc", "json"}, {"docs", "json[]"}, {"page", "xml"}, {"place", "point"}}) {
    auto& c = crew.columns.emplace_back();
    c.name = name;
    c.type = type;
  }
  schema::database const d({crew}, &sql::postgres);
  knowledge::detail::keys_to_check checking(d, 1min);
  BOOST_TEST(checking.next().value() == "SELECT count(*), count(DISTINCT r.\"code\") FROM (SELECT \"code\" FROM \"crew\" LIMIT 1000) AS r");
}

BOOST_AUTO_TEST_CASE(declared_keys_are_not_asked_about_nor_are_views) {
  folder const f;
  counting database{db::sqlite_connection(
      make_database(f / "port.sqlite",
                    "CREATE TABLE crew(crew INTEGER PRIMARY KEY); INSERT INTO crew VALUES (1);"
                    "CREATE TABLE ship(id INTEGER PRIMARY KEY, crew INTEGER REFERENCES crew); INSERT INTO ship VALUES (1,7);"
                    "CREATE VIEW manned AS SELECT crew FROM ship"))};
  BOOST_TEST(keys_of(prepared(database).known<knowledge::lexicon>()->connected()) == (keys{"ship.crew -> crew", "manned.crew -> crew"}),
             boost::test_tools::per_element());
  BOOST_TEST(database.statements == 0U);
}

BOOST_AUTO_TEST_CASE(without_time_nothing_is_asked) {
  folder const f;
  counting database{db::sqlite_connection(make_database(f / "port.sqlite", both))};
  BOOST_TEST(keys_of(prepared(database, knowledge::lexicon_options{.time = 0s}).known<knowledge::lexicon>()->connected()).size() == 2U);
  BOOST_TEST(database.statements == 0U);
}

// The engine's own message about a parent without an index on its key column.
BOOST_AUTO_TEST_CASE(a_large_parent_without_an_index_is_read_once) {
  folder const f;
  auto const file = make_database(f / "port.sqlite",
                                  "CREATE TABLE crew(crew INTEGER, name TEXT); CREATE TABLE ship(id INTEGER PRIMARY KEY, crew INTEGER);"
                                  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) INSERT INTO crew "
                                  "SELECT i, 'x' FROM n; INSERT INTO ship(crew) SELECT crew + 150000 FROM crew LIMIT 1000");
  db::sqlite_connection connection(file);
  auto tables = connection.schema().tables();
  tables[0].columns[0].key_position = 1;  // as an engine may declare it
  schema::database const said(std::move(tables));
  knowledge::detail::keys_to_check checking(said, 1h);
  auto const sql = checking.next();
  BOOST_REQUIRE(sql.has_value());

  auto const steps = plan_of(file, *sql);
  BOOST_TEST(steps.find("SCAN p") != std::string::npos, steps);
  BOOST_TEST(steps.find("CORRELATED") == std::string::npos, steps);

  checking.take(connection.execute(*sql));
  auto const& facts = checking.facts();
  BOOST_TEST(facts.refuted.empty());  // the first 100 values are there
  BOOST_TEST(facts.held.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_parent_is_searched_by_its_primary_key) {
  folder const f;
  auto const file = make_database(f / "port.sqlite", ships("(1)"));
  db::sqlite_connection connection(file);
  knowledge::detail::keys_to_check checking(connection.schema(), 1h);
  auto const steps = plan_of(file, checking.next().value());
  BOOST_TEST(steps.find("SEARCH p USING INTEGER PRIMARY KEY") != std::string::npos, steps);
}

BOOST_AUTO_TEST_CASE(tables_without_any_key_are_joined_by_names_and_values) {
  constexpr char const* sql =
      "CREATE TABLE harbour(depth INTEGER, harbour_name TEXT); INSERT INTO harbour VALUES (9,'Oslo'), (9,'Bergen'), (12,'Moss');"
      "CREATE TABLE ship(ship_name TEXT, harbour_name TEXT); INSERT INTO ship VALUES ('Ada','Oslo'), ('Bo','Oslo'), ('Cy','Moss');"
      "CREATE TABLE voyage(ship TEXT, nights INTEGER); INSERT INTO voyage VALUES ('Ada',3), ('Ada',4), ('Cy',3);"
      "CREATE TABLE crate(goods TEXT, unloaded TEXT); INSERT INTO crate VALUES ('tea','Moss'), ('tea','Oslo'), ('rum','Moss');"
      "CREATE TABLE storm(strength TEXT, felt TEXT); INSERT INTO storm VALUES ('high','Paris'), ('high','Oslo'), ('low','Rome')";
  BOOST_TEST(left_of(sql) == (keys{"ship.harbour_name -> harbour", "voyage.ship -> ship", "crate.unloaded -> harbour"}),
             boost::test_tools::per_element());
  folder const f;
  db::sqlite_connection connection(make_database(f / "port.sqlite", sql));
  auto const names = prepared(connection).known<knowledge::lexicon>();
  BOOST_TEST(names->connected().find_table("harbour")->primary_key() == std::vector<std::string>{"harbour_name"});
  BOOST_TEST(names->connected().find_table("voyage")->primary_key().empty());  // no column identifies its rows
  BOOST_TEST(names->schema().find_table("harbour")->primary_key().empty());
}

BOOST_AUTO_TEST_CASE(the_table_that_is_called_as_the_key_is_referred_to) {
  BOOST_TEST(
      left_of("CREATE TABLE parcel_item(parcel_id INTEGER, goods TEXT); INSERT INTO parcel_item VALUES (1,'tea'), (2,'rum'), (3,'tea');"
              "CREATE TABLE sent_parcel(parcel_id INTEGER, weight REAL); INSERT INTO sent_parcel VALUES (1,2), (2,3), (3,4);"
              "CREATE TABLE parcel(parcel_id INTEGER, town TEXT); INSERT INTO parcel VALUES (1,'Oslo'), (2,'Moss'), (3,'Moss')") ==
          (keys{"parcel_item.parcel_id -> parcel", "sent_parcel.parcel_id -> parcel"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(two_columns_may_refer_to_the_same_table) {
  BOOST_TEST(left_of("CREATE TABLE parish(name TEXT, souls INTEGER); INSERT INTO parish VALUES ('Aby',10), ('Boda',20), ('Ceda',20);"
                     "CREATE TABLE lane(parish TEXT, leads_to TEXT);"
                     "INSERT INTO lane VALUES ('Aby','Boda'), ('Boda','Aby'), ('Boda','Ceda'), ('Aby','Ceda')") ==
                 (keys{"lane.parish -> parish", "lane.leads_to -> parish"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_no_column_tells_apart_is_not_referred_to) {
  BOOST_TEST(left_of("CREATE TABLE ship(flag TEXT, tons INTEGER); INSERT INTO ship VALUES ('no',1), ('se',1), ('no',2);"
                     "CREATE TABLE crew(flag TEXT, men INTEGER); INSERT INTO crew VALUES ('no',5), ('se',5), ('se',6)")
                 .empty());
}

/// Customers 11 to 13 with this name of their key, and sales with a column of that name and these values.
std::string sales(std::string const& key, std::string const& column, std::string const& values) {
  return "CREATE TABLE customer(" + key + " INTEGER, town TEXT); INSERT INTO customer VALUES (11,'Oslo'), (12,'Oslo'), (13,'Moss');" +
         "CREATE TABLE sale(paid INTEGER, " + column + " INTEGER); INSERT INTO sale VALUES " + values;
}

BOOST_AUTO_TEST_CASE(other_forms_of_a_name_count_if_the_values_are_there) {
  auto const there = "(5,11), (5,13), (6,11)", elsewhere = "(5,11), (5,90), (6,91)";
  using names = std::pair<std::string, std::string>;
  for (auto const& [key, column] :
       {names{"id", "new_customer_id"}, names{"customer_no", "first_customer"}, names{"customer_id", "fk_customer"},
        names{"id", "customerid"}, names{"customer_no", "cust_no"}, names{"cust_code", "customer_code"}}) {
    BOOST_TEST_CONTEXT(key + ", " + column) {
      BOOST_TEST(left_of(sales(key, column, there)) == keys{"sale." + column + " -> customer"}, boost::test_tools::per_element());
      BOOST_TEST(left_of(sales(key, column, elsewhere)).empty());
    }
  }
  BOOST_TEST(left_of(sales("id", "items", there)).empty());  // numbers without a name say nothing
}

BOOST_AUTO_TEST_CASE(a_reference_may_be_to_another_column_than_the_key) {
  auto const sql = [](std::string const& numbers) {
    return "CREATE TABLE customer(id INTEGER PRIMARY KEY, customer_no TEXT); INSERT INTO customer VALUES (1,'A7'), (2,'B7'), (3,'B9');"
           "CREATE TABLE sale(sale_id INTEGER PRIMARY KEY, customer_no TEXT); INSERT INTO sale(customer_no) VALUES " +
           numbers;
  };
  BOOST_TEST(left_of(sql("('B7'), ('B7'), ('A7')")) == keys{"sale.customer_no -> customer"}, boost::test_tools::per_element());
  BOOST_TEST(left_of(sql("('X1'), ('X2')")).empty());
}

BOOST_AUTO_TEST_CASE(an_index_keeps_what_was_found) {
  folder const f;
  auto const place = make_database(f / "port.sqlite", both);
  auto const file = knowledge::value_index_place(place);
  db::sqlite_connection maker(place);
  (void)knowledge::update_value_index(file, maker);
  BOOST_TEST(knowledge::update_value_index(file, maker).was_current);

  auto const index = knowledge::value_index::open(file);
  BOOST_TEST(std::ranges::count(index->keys().refuted, knowledge::inferred_key{"ship", "crew", "crew", "crew"}) == 1);
  BOOST_TEST((index->keys().held == std::vector<knowledge::inferred_key>{{"ship", "Harbour No", "har'bour", "harbour_no"}}));
  counting database{db::sqlite_connection(place)};
  BOOST_TEST(keys_of(prepared(database, knowledge::lexicon_options{.index = index}).known<knowledge::lexicon>()->connected()) ==
                 keys{"ship.Harbour No -> har'bour"},
             boost::test_tools::per_element());
  BOOST_TEST(database.statements == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
