// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_SQLITE_SHOP_HPP
#define T2S_TESTS_SUPPORT_SQLITE_SHOP_HPP

namespace t2s::test {

/// Statements that make a small shop in an SQLite file.
inline constexpr char const* sqlite_shop_tables = R"sql(
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, code TEXT, "Life Story" TEXT);
CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customer (id), total REAL DEFAULT 0, picture BLOB);
CREATE TABLE line (purchase INTEGER REFERENCES purchase (id), number INTEGER, note TEXT, PRIMARY KEY (purchase, number));
CREATE TABLE remark (purchase INTEGER, number INTEGER, said TEXT, FOREIGN KEY (purchase, number) REFERENCES line (purchase, number));
CREATE VIEW rich AS SELECT name, total FROM customer JOIN purchase ON customer.id = purchase.customer WHERE total > 100;
INSERT INTO customer VALUES (1, 'Ada', '10115', 'long'), (2, 'Blaise', NULL, NULL), (3, 'Émilie', '75001', 'longer');
INSERT INTO purchase VALUES (1, 1, 120.5, x'00ff'), (2, 1, 8, NULL), (3, 3, 1000, NULL);
INSERT INTO line VALUES (1, 1, '{"a": 1}'), (1, 2, NULL);
)sql";

}  // namespace t2s::test

#endif
