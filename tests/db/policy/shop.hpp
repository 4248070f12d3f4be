// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DB_POLICY_SHOP_HPP
#define T2S_TESTS_DB_POLICY_SHOP_HPP

#include "db/support.hpp"
#include "support/sorted_rows.hpp"
#include "t2s/db/policy/restricted.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

/// A shop with two teams, rules for a clerk of the northern one, and a copy that has only what the clerk may see.
namespace t2s::test {

// Every hidden value contains ZQX, 73165 or 86420, and nothing else does.
inline constexpr char const* whole_shop = R"sql(
CREATE TABLE staff(id INTEGER PRIMARY KEY, name TEXT, team TEXT, phone TEXT, salary REAL, note TEXT DEFAULT 'ZQX90000');
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, city TEXT, card TEXT CHECK (card <> 'ZQX90001'));
CREATE TABLE orders(id INTEGER PRIMARY KEY, owner INTEGER REFERENCES staff(id), item TEXT, qty INTEGER, price REAL, margin REAL,
  customer INTEGER REFERENCES customer(id), pay INTEGER REFERENCES payroll(id));
CREATE TABLE payroll(id INTEGER PRIMARY KEY, staff INTEGER REFERENCES staff(id), amount REAL);
CREATE INDEX by_margin ON orders(margin);
CREATE INDEX by_team ON staff(team);
CREATE VIEW rich AS SELECT name, salary FROM staff WHERE salary > 73165000;
CREATE VIEW cities AS SELECT city, count(*) AS people FROM customer GROUP BY city;
CREATE VIEW team_orders(id, owner, item, qty) AS WITH o AS (SELECT * FROM orders) SELECT id, owner, item, qty FROM o WHERE qty > 1;
INSERT INTO staff VALUES (1, 'Ada', 'north', '555-010-ZQX1-2233', 73165001.5, 'ZQX10001'), (2, 'Ben', 'north', NULL, 73165002.5, NULL),
  (3, 'ZQX20003', 'south', '555-ZQX3-9999', 73165003.5, 'ZQX10003'), (4, 'ZQX20004', 'south', '7', 73165004.5, 'ZQX10004'),
  (5, 'ZQX20005', NULL, 'ZQX5', 73165005.5, 'ZQX10005');
INSERT INTO customer VALUES (1, 'Cora', 'Rome', 'ZQX40001'), (2, 'Dan', 'Oslo', 'ZQX40002'), (3, 'Eve', 'Rome', NULL);
INSERT INTO orders VALUES (1, 1, 'tea', 3, 2.5, 86420001.5, 1, 1), (2, 1, 'milk', 1, 1.0, 86420002.5, 2, 1), (3, 2, 'tea', 7, 2.5, NULL, 1, 2),
  (4, 2, NULL, NULL, 4.0, 86420004.5, 3, 2), (5, 2, 'jam', 2, NULL, 86420005.5, NULL, 2), (6, 3, 'ZQX70001', 5, 2.5, 86420006.5, 1, 3),
  (7, 4, 'ZQX70002', 9, 3.5, 86420007.5, 2, 4), (8, NULL, 'ZQX70003', 4, 4.5, 86420008.5, 3, 5);
INSERT INTO payroll VALUES (1, 1, 73165011.5), (2, 2, 73165012.5), (3, 3, 73165013.5), (4, 4, 73165014.5), (5, 5, 73165015.5);
ANALYZE;
)sql";

inline constexpr char const* shop_rules = R"json({
  "key": "for tests",
  "roles": {
    "clerk": {"tables": {
      "staff": {"columns": ["id", "name", "team", "phone"], "rows": "team = :team", "mask": {"phone": "last4"}},
      "customer": {"mask": {"card": {"text": "(hidden)"}}},
      "orders": {"hidden": ["margin", "pay"], "rows": "owner IN (SELECT id FROM staff WHERE team = :team)"},
      "cities": {},
      "team_orders": {"read_as": "reader"}
    }},
    "owner": {"tables": {"staff": {}, "customer": {}, "orders": {}, "payroll": {}, "rich": {}, "cities": {}, "team_orders": {}}}
  }
})json";

/// Made by SQLite from the whole shop, by hand and without this library's rules.
inline constexpr char const* seen_shop = R"sql(
DELETE FROM orders WHERE owner IS NULL OR owner NOT IN (1, 2);
DELETE FROM staff WHERE team IS NULL OR team <> 'north';
DROP VIEW rich;
DROP VIEW team_orders;
DROP INDEX by_margin;
DROP TABLE payroll;
CREATE TABLE s(id INTEGER PRIMARY KEY, name TEXT, team TEXT, phone TEXT);
INSERT INTO s SELECT id, name, team, CASE id WHEN 1 THEN '****2233' END FROM staff;
DROP TABLE staff;
ALTER TABLE s RENAME TO staff;
CREATE TABLE o(id INTEGER PRIMARY KEY, owner INTEGER REFERENCES staff(id), item TEXT, qty INTEGER, price REAL,
  customer INTEGER REFERENCES customer(id));
INSERT INTO o SELECT id, owner, item, qty, price, customer FROM orders;
DROP TABLE orders;
ALTER TABLE o RENAME TO orders;
UPDATE customer SET card = '(hidden)';
CREATE VIEW team_orders(id, owner, item, qty) AS WITH o AS (SELECT * FROM orders) SELECT id, owner, item, qty FROM o WHERE qty > 1;
)sql";

inline constexpr std::string_view secrets[] = {"ZQX", "73165", "86420", "7.3165", "8.6420"};
/// Existing names that the clerk never sees.
inline constexpr std::string_view hidden_names[] = {"salary", "margin", "payroll", "by_margin", "by_team", "t2s_", "main.", "temp."};

/// Whether a text contains one of these that is not in the statement itself.
inline bool tells(std::string_view text, std::string_view statement) {
  auto const said = text::lower(text), asked = text::lower(statement);
  auto const has = [](std::string_view in, std::string_view what) { return in.find(text::lower(what)) != in.npos; };
  auto const is_told = [&](std::string_view what) { return has(said, what) && !has(asked, what); };
  return std::ranges::any_of(secrets, is_told) || std::ranges::any_of(hidden_names, is_told);
}

/// All bytes of a result.
inline std::string bytes_of(db::execution const& e) {
  std::string all;
  for (auto const& c : e.rows.columns) all.append(c).append("|");
  for (auto const& row : e.rows.values)
    for (auto const& v : row) all.append(to_sql(v)).append("|").append(to_string(v)).append("|");
  if (e.failure) all.append(e.failure->text()).append("|").append(e.failure->message).append("|").append(e.failure->subject);
  return all;
}

inline std::string why(db::execution const& e) { return e.failure ? e.failure->text() : "it runs"; }

/// The shop, the clerk's view of it, and the copy, in a test folder.
struct shop {
  folder files{};
  std::string whole = make_database(files / "whole.sqlite", whole_shop).string();
  std::string copy = make_database(files / "copy.sqlite", std::string(whole_shop) + seen_shop).string();
  db::policy::rules rules = db::policy::parse_rules(shop_rules);
  db::policy::session clerk{"clerk", {{"team", "north"}}};

  [[nodiscard]] db::policy::restricted<db::sqlite_connection> open() const { return {db::sqlite_connection(whole), rules, clerk}; }
};

struct attack {
  bool must_be_refused = false;
  std::string sql{};
};

inline std::vector<attack> attacks() {
  std::vector<attack> all;
  std::ifstream in(T2S_ATTACKS);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("= ") || line.starts_with("!")) all.push_back({line.front() == '!', line.size() > 2 ? line.substr(2) : ""});
  return all;
}

}  // namespace t2s::test

#endif
