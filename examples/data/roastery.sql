-- A coffee roaster that sells to households and cafes: ten tables, made up, the rows by rule.
CREATE TABLE region (region_id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE customer (customer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, region_id INTEGER NOT NULL REFERENCES region, since DATE NOT NULL);
CREATE TABLE plan (plan_id INTEGER PRIMARY KEY, title TEXT NOT NULL, bags_a_month INTEGER NOT NULL, price_cents INTEGER NOT NULL);
CREATE TABLE subscription (subscription_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer, plan_id INTEGER NOT NULL REFERENCES plan, started DATE NOT NULL, ended DATE);
CREATE TABLE farm (farm_id INTEGER PRIMARY KEY, name TEXT NOT NULL, origin TEXT NOT NULL);
CREATE TABLE coffee (coffee_id INTEGER PRIMARY KEY, name TEXT NOT NULL, roast TEXT NOT NULL, farm_id INTEGER REFERENCES farm, price_cents INTEGER NOT NULL);
CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer, channel TEXT NOT NULL, ordered_at TEXT NOT NULL, state TEXT NOT NULL);
CREATE TABLE sale_line (sale_id INTEGER NOT NULL REFERENCES sale, line_no INTEGER NOT NULL, coffee_id INTEGER NOT NULL REFERENCES coffee, bags INTEGER NOT NULL, cents_a_bag INTEGER NOT NULL, ordered_on DATE NOT NULL, PRIMARY KEY (sale_id, line_no));
CREATE TABLE parcel (parcel_id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES sale, sent_on DATE NOT NULL, days_on_the_way INTEGER);
CREATE TABLE refund (refund_id INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL REFERENCES sale, cents INTEGER NOT NULL, refunded_on DATE NOT NULL, reason TEXT);

INSERT INTO region VALUES (1, 'Highlands', 'Scotland'), (2, 'Lowlands', 'Scotland'), (3, 'Ulster', 'Ireland'), (4, 'Munster', 'Ireland');
INSERT INTO plan VALUES (1, 'Taster', 1, 1200), (2, 'Household', 2, 2200), (3, 'Bar', 12, 10800);
INSERT INTO farm VALUES (1, 'Finca Alta', 'Guatemala'), (2, 'Kiriga', 'Kenya'), (3, 'Santa Lucia', 'Peru'), (4, 'Yirga Union', 'Ethiopia');
INSERT INTO coffee VALUES (1, 'Morning Haze', 'light', 4, 1150), (2, 'Harbour Blend', 'medium', NULL, 950), (3, 'Night Shift', 'dark', 3, 900),
  (4, 'Kiriga AA', 'light', 2, 1400), (5, 'Alta Washed', 'medium', 1, 1250);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO customer SELECT i, CASE WHEN i % 4 = 0 THEN 'Cafe ' || char(64 + i) ELSE 'Household ' || char(64 + i) END,
  CASE WHEN i % 4 = 0 THEN 'cafe' ELSE 'household' END, 1 + (i * 7) % 4, date('2024-01-10', '+' || (i * 23) || ' days') FROM n;
INSERT INTO subscription SELECT customer_id, customer_id, CASE kind WHEN 'cafe' THEN 3 ELSE 1 + customer_id % 2 END, since,
  CASE WHEN customer_id % 5 = 0 THEN date(since, '+200 days') END FROM customer;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 180)
INSERT INTO sale SELECT i, 1 + (i * 11) % 24, CASE WHEN i % 3 = 0 THEN 'web' WHEN i % 3 = 1 THEN 'shop' ELSE 'phone' END,
  datetime('2025-01-03', '+' || (i * 3) || ' days', '+' || (i % 9) || ' hours'), CASE WHEN i % 13 = 0 THEN 'cancelled' ELSE 'paid' END FROM n;
INSERT INTO sale_line SELECT sale_id, 1, 1 + sale_id % 5, 1 + (sale_id * 5) % 4, (SELECT price_cents FROM coffee WHERE coffee_id = 1 + sale_id % 5),
  date(ordered_at) FROM sale;
INSERT INTO sale_line SELECT sale_id, 2, 1 + (sale_id * 3) % 5, 1 + sale_id % 2,
  (SELECT price_cents FROM coffee WHERE coffee_id = 1 + (sale_id * 3) % 5), date(ordered_at) FROM sale WHERE sale_id % 4 = 0;
INSERT INTO parcel SELECT sale_id, sale_id, date(ordered_at, '+1 day'), 1 + sale_id % 4 FROM sale WHERE state = 'paid';
INSERT INTO refund SELECT sale_id, sale_id, 500 + sale_id, date(ordered_at, '+9 days'), CASE WHEN sale_id % 2 = 0 THEN 'late' ELSE 'damaged' END
  FROM sale WHERE sale_id % 17 = 0;
