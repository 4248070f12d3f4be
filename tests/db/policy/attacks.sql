-- Statements that try to see more than the rules of shop.hpp show. A line that begins with = must do what SQLite does over a copy of the
-- database that has only what is shown: give the same rows, or fail. A line that begins with ! must be refused.

-- stars and bare columns
= SELECT * FROM staff
= SELECT staff.* FROM staff
= SELECT s.* FROM staff AS s
= SELECT s.* FROM staff s
= SELECT *, * FROM staff
= SELECT staff.*, 1 FROM staff
= SELECT salary FROM staff
= SELECT staff.salary FROM staff
= SELECT s.salary FROM staff AS s
= SELECT main.staff.salary FROM staff
= SELECT main.staff.id FROM staff
= SELECT main.staff.* FROM staff
= SELECT "salary" FROM staff
= SELECT [salary] FROM staff
= SELECT `salary` FROM staff
= SELECT "staff"."salary" FROM "staff"
= SELECT SALARY FROM STAFF
= SELECT note FROM staff
= SELECT note || '' FROM staff
= SELECT 'salary' FROM staff
= SELECT name AS salary FROM staff
= SELECT salary AS name FROM staff
= SELECT margin FROM orders
= SELECT orders.margin FROM orders
= SELECT * FROM orders
= SELECT id, item FROM orders
= SELECT DISTINCT item FROM orders
= SELECT ALL item FROM orders
= SELECT card FROM customer
= SELECT * FROM customer
= SELECT phone FROM staff
= SELECT DISTINCT margin FROM orders
= SELECT id FROM orders ORDER BY margin
= SELECT id FROM orders ORDER BY 1, margin
= SELECT id FROM orders GROUP BY margin
= SELECT count(*) FROM orders GROUP BY margin
= SELECT item FROM orders GROUP BY item HAVING max(margin) > 0
= SELECT id FROM orders WHERE margin > 0
= SELECT id FROM orders WHERE margin IS NOT NULL
= SELECT id FROM orders WHERE "margin" > 0
= SELECT id FROM orders WHERE (margin) IN (1, 2)
= SELECT id FROM orders WHERE (id, margin) = (1, 2)
= SELECT id FROM orders LIMIT (SELECT max(margin) FROM orders)

-- rows
= SELECT count(*) FROM staff
= SELECT count(*) FROM orders
= SELECT count(id) FROM orders
= SELECT count(DISTINCT owner) FROM orders
= SELECT sum(qty), avg(qty), min(qty), max(qty), total(qty) FROM orders
= SELECT group_concat(item) FROM orders
= SELECT max(item) FROM orders
= SELECT min(name), max(name) FROM staff
= SELECT name FROM staff WHERE team = 'south'
= SELECT name FROM staff WHERE team <> 'north'
= SELECT name FROM staff WHERE team IS NULL
= SELECT name FROM staff WHERE 1
= SELECT name FROM staff WHERE 1 = 1 OR team = 'south'
= SELECT name FROM staff WHERE NOT team = 'north'
= SELECT name FROM staff WHERE team = 'north' OR 1 = 1
= SELECT name FROM staff WHERE true
= SELECT name FROM staff WHERE id > 0 OR id < 0 OR id IS NULL
= SELECT name FROM staff WHERE name LIKE '%'
= SELECT name FROM staff WHERE name LIKE '%ZQX%'
= SELECT name FROM staff WHERE name GLOB '*ZQX*'
= SELECT name FROM staff WHERE instr(name, 'ZQX') > 0
= SELECT item FROM orders WHERE item LIKE 'ZQX%'
= SELECT item FROM orders WHERE item >= 'ZQX' AND item < 'ZQY'
= SELECT item FROM orders WHERE item BETWEEN 'ZQX' AND 'ZQXZ'
= SELECT EXISTS (SELECT 1 FROM orders WHERE item LIKE 'ZQX%')
= SELECT (SELECT count(*) FROM orders WHERE item LIKE 'ZQX%')
= SELECT id FROM orders WHERE owner = 3
= SELECT id FROM orders WHERE owner IN (3, 4)
= SELECT id FROM orders WHERE owner NOT IN (SELECT id FROM staff)
= SELECT id FROM staff WHERE id = 3
= SELECT id FROM staff WHERE id IN (1, 2, 3, 4)
= SELECT max(id) FROM staff
= SELECT max(id) - count(*) FROM orders
= SELECT id FROM staff ORDER BY id DESC
= SELECT count(*) FILTER (WHERE team = 'south') FROM staff
= SELECT sum(team = 'south') FROM staff
= SELECT sum(CASE WHEN item LIKE 'ZQX%' THEN 1 ELSE 0 END) FROM orders

-- hidden tables and views
= SELECT * FROM payroll
= SELECT amount FROM payroll
= SELECT count(*) FROM payroll
= SELECT 1 FROM payroll
= SELECT * FROM main.payroll
= SELECT * FROM "payroll"
= SELECT * FROM PAYROLL
= SELECT * FROM [payroll]
= SELECT * FROM payroll AS staff
= SELECT * FROM staff, payroll
= SELECT * FROM staff JOIN payroll ON payroll.staff = staff.id
= SELECT * FROM staff LEFT JOIN payroll ON payroll.staff = staff.id
= SELECT * FROM staff NATURAL JOIN payroll
= SELECT * FROM staff CROSS JOIN payroll
= SELECT (SELECT max(amount) FROM payroll)
= SELECT id FROM staff WHERE id IN (SELECT staff FROM payroll)
= SELECT id FROM staff WHERE id IN payroll
= SELECT id FROM staff WHERE EXISTS (SELECT * FROM payroll WHERE payroll.staff = staff.id)
= SELECT id FROM staff UNION SELECT amount FROM payroll
= SELECT id FROM staff UNION ALL SELECT amount FROM payroll
= SELECT id FROM staff EXCEPT SELECT staff FROM payroll
= SELECT id FROM staff INTERSECT SELECT staff FROM payroll
= WITH p AS (SELECT * FROM payroll) SELECT * FROM p
! WITH p AS (SELECT * FROM payroll) SELECT 1
= WITH payroll AS (SELECT 1 AS amount) SELECT amount FROM payroll
= WITH payroll AS (SELECT 1 AS amount) SELECT amount FROM main.payroll
= SELECT * FROM rich
= SELECT salary FROM rich
= SELECT count(*) FROM rich
= SELECT * FROM staff WHERE name IN (SELECT name FROM rich)
= SELECT * FROM (SELECT * FROM rich)
= SELECT payroll.amount FROM staff
= SELECT * FROM (payroll)
= SELECT * FROM (payroll) AS p
= SELECT * FROM ((payroll))
= SELECT * FROM (staff, payroll)
= SELECT * FROM (staff JOIN payroll)
= SELECT id FROM orders ORDER BY (SELECT max(amount) FROM payroll)
= SELECT id FROM orders GROUP BY (SELECT amount FROM payroll)
= SELECT id FROM orders LIMIT (SELECT count(*) FROM payroll)
= SELECT id FROM orders LIMIT 1 OFFSET (SELECT count(*) FROM payroll)
= VALUES ((SELECT max(amount) FROM payroll))
= SELECT CASE WHEN (SELECT count(*) FROM payroll) > 0 THEN 1 END
= SELECT coalesce((SELECT amount FROM payroll), 0)

-- common table expressions
= WITH s AS (SELECT * FROM staff) SELECT * FROM s
= WITH staff AS (SELECT * FROM orders) SELECT * FROM staff
= WITH orders AS (SELECT * FROM staff) SELECT * FROM orders
= WITH orders AS (SELECT * FROM main.orders) SELECT * FROM orders
= WITH orders(a) AS (SELECT item FROM main.orders) SELECT a FROM orders
= WITH a AS (SELECT * FROM b), b AS (SELECT * FROM orders) SELECT * FROM a
= WITH staff(id) AS (SELECT 3) SELECT * FROM orders WHERE owner IN (SELECT id FROM staff)
= WITH staff(id, team) AS (SELECT 3, 'north' UNION SELECT 4, 'north') SELECT * FROM orders
= WITH staff(id, team) AS (VALUES (3, 'north'), (4, 'north')) SELECT count(*) FROM orders
= WITH s AS (SELECT 3 AS id, 'north' AS team), staff AS (SELECT * FROM s) SELECT item FROM orders
= WITH RECURSIVE staff(id, team) AS (SELECT 3, 'north' UNION ALL SELECT id + 1, team FROM staff WHERE id < 9) SELECT item FROM orders
= WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT item FROM orders JOIN n ON orders.id = n.i
= WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT i FROM n WHERE i IN (SELECT id FROM orders)
= WITH RECURSIVE t(id, item) AS (SELECT id, item FROM orders UNION SELECT t.id + 1, orders.item FROM t JOIN orders ON orders.id = t.id + 1) SELECT * FROM t
= WITH m(x) AS (SELECT margin FROM orders) SELECT * FROM m
= WITH m(margin) AS (SELECT id FROM orders) SELECT margin FROM m
= WITH o AS MATERIALIZED (SELECT * FROM orders) SELECT count(*) FROM o
= WITH o AS MATERIALIZED (SELECT * FROM customer) SELECT count(*) FROM o
= WITH o AS MATERIALIZED (SELECT * FROM cities) SELECT count(*), (SELECT count(*) FROM o) FROM o AS a, o AS b
= SELECT count(*) FROM customer, staff, orders
= SELECT count(*) FROM cities, team_orders
= SELECT 1 FROM customer UNION SELECT 2 FROM cities
= SELECT (SELECT count(*) FROM cities), EXISTS (SELECT 1 FROM customer)
= WITH o AS NOT MATERIALIZED (SELECT * FROM orders) SELECT count(*) FROM o
= SELECT * FROM (WITH staff AS (SELECT 3 AS id) SELECT * FROM staff)
= SELECT * FROM (WITH x AS (SELECT * FROM orders) SELECT item FROM x)
= SELECT (WITH staff(id, team) AS (VALUES (3, 'north')) SELECT count(*) FROM orders)
= WITH orders AS (SELECT 1 AS id) SELECT * FROM orders AS a, main.orders AS b
= WITH sqlite_master AS (SELECT 1 AS x) SELECT x FROM sqlite_master

-- subqueries
= SELECT * FROM (SELECT * FROM orders)
= SELECT * FROM (SELECT *, 1 AS x FROM orders)
= SELECT * FROM (SELECT margin FROM orders)
= SELECT x.margin FROM (SELECT * FROM orders) AS x
= SELECT * FROM (SELECT * FROM (SELECT * FROM (SELECT * FROM orders)))
= SELECT (SELECT max(margin) FROM orders)
= SELECT (SELECT item FROM orders ORDER BY id DESC LIMIT 1)
= SELECT id, (SELECT max(o.id) FROM orders AS o WHERE o.owner = staff.id) FROM staff
= SELECT id, (SELECT staff.salary) FROM staff
= SELECT id FROM staff AS s WHERE EXISTS (SELECT 1 FROM orders WHERE orders.owner = s.salary)
= SELECT id FROM staff AS s WHERE (SELECT s.salary FROM orders LIMIT 1) > 0
= SELECT id FROM staff WHERE id = (SELECT max(owner) FROM orders)
= SELECT id FROM staff WHERE id NOT IN (SELECT owner FROM orders)
= SELECT id FROM staff WHERE id IN orders
= SELECT 1 IN (SELECT id FROM orders)
= SELECT 6 IN (SELECT id FROM orders)
= SELECT ('ZQX70001') IN (SELECT item FROM orders)
= SELECT item FROM orders WHERE (id, item) IN (SELECT id, item FROM orders)
= SELECT (SELECT count(*) FROM staff) + (SELECT count(*) FROM orders)
= SELECT EXISTS (SELECT * FROM staff WHERE team = 'south')
= SELECT NOT EXISTS (SELECT * FROM staff WHERE team = 'south')

-- joins
= SELECT * FROM staff JOIN orders ON orders.owner = staff.id
= SELECT staff.name, orders.item FROM staff LEFT JOIN orders ON orders.owner = staff.id
= SELECT staff.name, orders.item FROM orders LEFT JOIN staff ON orders.owner = staff.id
= SELECT orders.item FROM orders LEFT JOIN staff ON orders.owner = staff.id WHERE staff.id IS NULL
= SELECT staff.name, orders.item FROM staff RIGHT JOIN orders ON orders.owner = staff.id
= SELECT staff.name, orders.item FROM staff FULL JOIN orders ON orders.owner = staff.id
= SELECT * FROM staff CROSS JOIN orders
= SELECT * FROM staff, orders
= SELECT * FROM staff NATURAL JOIN orders
= SELECT * FROM orders NATURAL JOIN customer
= SELECT * FROM staff NATURAL LEFT JOIN orders
= SELECT * FROM staff JOIN orders USING (id)
= SELECT id FROM staff JOIN orders USING (id)
= SELECT * FROM staff JOIN orders USING (margin)
= SELECT * FROM staff JOIN orders USING (salary)
= SELECT * FROM orders AS a JOIN orders AS b USING (margin)
= SELECT * FROM orders AS a NATURAL JOIN orders AS b
= SELECT * FROM staff AS a NATURAL JOIN staff AS b
= SELECT a.id, b.id FROM staff AS a JOIN staff AS b ON a.salary = b.salary
= SELECT a.id, b.id FROM staff AS a JOIN staff AS b ON a.team = b.team
= SELECT a.id FROM orders AS a JOIN orders AS b ON a.margin < b.margin
= SELECT a.id, b.id FROM customer AS a JOIN customer AS b ON a.card = b.card
= SELECT customer.name, orders.item FROM customer LEFT JOIN orders ON orders.customer = customer.id
= SELECT customer.name FROM customer WHERE id NOT IN (SELECT customer FROM orders)
= SELECT customer.name, count(orders.id) FROM customer LEFT JOIN orders ON orders.customer = customer.id GROUP BY customer.id
= SELECT * FROM customer JOIN (orders JOIN staff ON orders.owner = staff.id) ON orders.customer = customer.id
= SELECT * FROM customer JOIN (orders) ON orders.customer = customer.id
= SELECT o.item FROM customer JOIN (orders) AS o ON o.customer = customer.id
= SELECT * FROM customer LEFT JOIN (orders, staff) ON orders.customer = customer.id
= SELECT a.item FROM orders AS a LEFT JOIN orders AS b ON b.id = a.id + 1 WHERE b.id IS NULL
= SELECT orders.item FROM orders, staff WHERE orders.owner = staff.id
= SELECT staff.id FROM staff, orders AS staff2 WHERE staff2.owner = staff.id

-- set operations
= SELECT id FROM staff UNION SELECT id FROM orders
= SELECT id FROM staff UNION ALL SELECT margin FROM orders
= SELECT id FROM orders EXCEPT SELECT id FROM staff
= SELECT id FROM orders INTERSECT SELECT id FROM staff
= SELECT * FROM orders UNION SELECT * FROM orders
= SELECT * FROM staff UNION ALL SELECT * FROM staff
= SELECT item FROM orders UNION SELECT name FROM staff ORDER BY 1
= VALUES (1), (2) EXCEPT SELECT id FROM orders
= SELECT 1 AS id UNION SELECT id FROM orders UNION SELECT salary FROM staff
= SELECT 1, 2, 3, 4 UNION SELECT * FROM staff
= SELECT 1, 2, 3, 4, 5, 6 UNION SELECT * FROM staff
= SELECT 1, 2, 3, 4, 5, 6, 7 UNION ALL SELECT * FROM orders
= SELECT count(*) FROM (SELECT 1 FROM orders UNION ALL SELECT 1 FROM staff)
= SELECT id FROM (SELECT id, 0 AS salary FROM staff UNION ALL SELECT 9, salary FROM staff)

-- windows and aggregates
= SELECT id, row_number() OVER (ORDER BY id) FROM orders
= SELECT id, rank() OVER (ORDER BY qty DESC) FROM orders
= SELECT id, sum(qty) OVER () FROM orders
= SELECT id, count(*) OVER (PARTITION BY owner) FROM orders
= SELECT id, lag(item) OVER (ORDER BY id), lead(item) OVER (ORDER BY id) FROM orders
= SELECT id, first_value(item) OVER (ORDER BY margin) FROM orders
= SELECT id, nth_value(item, 6) OVER (ORDER BY id) FROM orders
= SELECT id, sum(margin) OVER () FROM orders
= SELECT id, ntile(3) OVER (ORDER BY id) FROM staff
= SELECT sum(qty) OVER w FROM orders WINDOW w AS (ORDER BY margin)
= SELECT sum(qty) OVER w FROM orders WINDOW w AS (ORDER BY id ROWS UNBOUNDED PRECEDING)
= SELECT avg(salary) FROM staff
= SELECT team, avg(salary) FROM staff GROUP BY team
= SELECT team, count(*) FROM staff GROUP BY team
= SELECT team FROM staff GROUP BY team HAVING count(*) > 1
= SELECT owner, sum(qty * price) FROM orders GROUP BY owner
= SELECT sum(margin) FROM orders
= SELECT max(margin), item FROM orders
= SELECT max(qty), item FROM orders
= SELECT count(margin) FROM orders
= SELECT group_concat(note) FROM staff
= SELECT json_group_array(item) FROM orders
= SELECT json_group_array(note) FROM staff
= SELECT json_group_object(id, item) FROM orders
= SELECT json_object('a', salary) FROM staff
= SELECT count(*), count(card), count(DISTINCT card) FROM customer
= SELECT count(DISTINCT phone) FROM staff

-- masks
= SELECT id FROM customer WHERE card LIKE 'ZQX%'
= SELECT id FROM customer WHERE card = 'ZQX40001'
= SELECT id FROM customer WHERE card <> '(hidden)'
= SELECT length(card), upper(card), substr(card, 1, 2), hex(card) FROM customer
= SELECT quote(card), typeof(card), card || '' FROM customer
= SELECT DISTINCT card FROM customer
= SELECT id FROM customer ORDER BY card, id
= SELECT id FROM customer GROUP BY card
= SELECT max(card), min(card) FROM customer
= SELECT id FROM staff WHERE phone LIKE '%ZQX%'
= SELECT id FROM staff WHERE phone LIKE '555%'
= SELECT phone, length(phone) FROM staff
= SELECT substr(phone, -5) FROM staff
= SELECT id FROM staff ORDER BY phone DESC
= SELECT a.id FROM customer AS a JOIN customer AS b ON a.card = b.card AND a.id <> b.id
= SELECT CASE card WHEN '(hidden)' THEN 1 ELSE 0 END FROM customer
= SELECT iif(card GLOB 'ZQX*', 1, 0) FROM customer
= SELECT nullif(card, 'ZQX40001') FROM customer
= SELECT CAST(card AS BLOB) FROM customer
= SELECT customer.card FROM customer WHERE customer.card IN (SELECT card FROM customer)

-- row numbers, SQLite's own tables and functions
! SELECT rowid FROM orders
! SELECT oid FROM orders
! SELECT _rowid_ FROM orders
! SELECT orders.rowid FROM orders
! SELECT id FROM orders WHERE rowid = 6
! SELECT max(rowid) FROM orders
! SELECT id FROM orders ORDER BY rowid
! SELECT * FROM sqlite_master
! SELECT sql FROM sqlite_schema
! SELECT * FROM main.sqlite_master
! SELECT * FROM temp.sqlite_master
! SELECT * FROM sqlite_temp_master
! SELECT * FROM sqlite_temp_schema
! SELECT count(*) FROM sqlite_master
! SELECT name FROM sqlite_master WHERE type = 'table'
! SELECT * FROM "sqlite_master"
! SELECT * FROM sqlite_sequence
! SELECT * FROM sqlite_stat1
! SELECT * FROM main.sqlite_stat1
! SELECT * FROM sqlite_dbpage
! SELECT * FROM dbstat
! SELECT * FROM bytecode('SELECT * FROM payroll')
! SELECT * FROM tables_used('SELECT * FROM payroll')
! SELECT * FROM pragma_table_info('payroll')
! SELECT * FROM pragma_table_xinfo('staff')
! SELECT * FROM pragma_table_list
! SELECT * FROM pragma_database_list
! SELECT * FROM pragma_foreign_key_list('orders')
! SELECT * FROM pragma_index_list('orders')
! SELECT * FROM pragma_function_list
! SELECT * FROM pragma_compile_options
! SELECT * FROM pragma_stats
! SELECT name FROM pragma_table_info WHERE arg = 'payroll'
! SELECT 1 IN pragma_table_list
! PRAGMA table_info(payroll)
! PRAGMA table_list
! EXPLAIN SELECT * FROM orders
! EXPLAIN QUERY PLAN SELECT * FROM payroll
! SELECT load_extension('x')
! SELECT fts3_tokenizer('simple')
! SELECT sqlite_offset(id) FROM orders
! SELECT last_insert_rowid()
! SELECT total_changes(), changes()
! SELECT readfile('/etc/passwd')
! SELECT writefile('/tmp/x', 'y')
! SELECT edit('x')
! SELECT * FROM fsdir('/')
! SELECT * FROM orders INDEXED BY by_margin
! SELECT * FROM orders NOT INDEXED
! ATTACH 'other.db' AS other
! SELECT * FROM other.payroll
! SELECT * FROM temp.orders
! SELECT 1; SELECT * FROM payroll
! SELECT * FROM staff; DROP TABLE staff
! INSERT INTO staff(name) SELECT note FROM staff RETURNING *
! UPDATE staff SET name = note RETURNING *
! DELETE FROM staff RETURNING *
! CREATE TEMP TABLE t AS SELECT * FROM payroll
! CREATE TEMP VIEW v AS SELECT * FROM payroll
! REPLACE INTO staff(id) VALUES (1)
! BEGIN
! VACUUM
! SELECT * FROM
! SELECT FROM staff
! SELECT salary FROM
! SELECT * FROM orders WHERE
!

-- what fails, or takes its time, for a row that is not shown
= SELECT abs(CASE WHEN item LIKE 'ZQX%' THEN -9223372036854775807 - 1 ELSE 1 END) FROM orders
= SELECT id FROM orders WHERE abs(CASE WHEN item LIKE 'ZQX%' THEN -9223372036854775807 - 1 ELSE 1 END) > 0
= SELECT id FROM orders WHERE json_extract(CASE WHEN item LIKE 'ZQX%' THEN '{' ELSE '{}' END, '$') IS NOT NULL
= SELECT id FROM orders WHERE CASE WHEN item LIKE 'ZQX%' THEN json('{') ELSE 1 END
= SELECT id FROM orders WHERE item LIKE 'ZQX%' AND json('{')
= SELECT id FROM orders WHERE json(iif(item GLOB 'ZQX*', '{', '{}')) = '{}'
= SELECT id FROM orders WHERE length(zeroblob(iif(item GLOB 'ZQX*', 2000000000, 1))) = 1
= SELECT id FROM orders WHERE length(printf('%.*c', iif(item GLOB 'ZQX*', 2000000000, 1), 'x')) = 1
= SELECT id FROM orders WHERE item LIKE 'x' ESCAPE iif(item GLOB 'ZQX*', 'xx', 'y')
= SELECT id FROM staff WHERE abs(iif(team = 'south', -9223372036854775807 - 1, 1)) = 1
= SELECT id FROM staff JOIN customer ON abs(iif(team = 'south', -9223372036854775807 - 1, 1)) = 1
= SELECT id FROM customer WHERE json(iif(card GLOB 'ZQX*', '{', '{}')) = '{}'
= SELECT id FROM staff ORDER BY json(iif(team = 'south', '{', '{}')), id
= SELECT json(iif(team = 'south', '{', '{}')) FROM staff GROUP BY 1
= SELECT x FROM (SELECT json(iif(team = 'south', '{', '{}')) AS x FROM staff) WHERE x = '{}'
= SELECT id FROM staff WHERE (SELECT sum(iif(staff.team = 'south', 9223372036854775807, 0)) FROM customer) IS NOT NULL
= SELECT id FROM staff WHERE EXISTS (SELECT json(iif(staff.team = 'south', '{', '{}')))
= SELECT count(*) FROM orders WHERE abs(iif(owner > 2, -9223372036854775807 - 1, 1)) = 1
= SELECT 1 / 0, 1 % 0
= SELECT CAST('ZQX' AS INTEGER), CAST(item AS INTEGER) FROM orders
= SELECT sum(iif(item GLOB 'ZQX*', 9223372036854775807, 1)) FROM orders
= SELECT json('{')
= SELECT nosuch(item) FROM orders
= SELECT nosuch(salary) FROM staff
= SELECT max(1, 2, salary) FROM staff
= SELECT item FROM orders WHERE item MATCH 'ZQX'
= SELECT item FROM orders WHERE item REGEXP 'ZQX'

-- views that are shown
= SELECT * FROM cities
= SELECT city FROM cities WHERE people > 1
= SELECT * FROM team_orders
= SELECT count(*) FROM team_orders
= SELECT margin FROM team_orders
= SELECT * FROM team_orders WHERE item LIKE 'ZQX%'
= SELECT * FROM team_orders JOIN staff ON staff.id = team_orders.owner
= SELECT * FROM cities JOIN customer USING (city)
= WITH cities AS (SELECT * FROM main.cities) SELECT count(*) FROM cities
= WITH c AS (SELECT name, card FROM customer) SELECT * FROM cities, c
= WITH orders AS (SELECT 7 AS id, 1 AS owner, 'x' AS item, 1 AS qty) SELECT * FROM team_orders

-- names that stand for something else
= SELECT staff FROM staff
= SELECT "staff" FROM staff
= SELECT orders FROM orders
= SELECT staff.staff FROM staff
= SELECT 1 AS staff, id FROM staff ORDER BY staff, id
= SELECT id AS margin FROM orders ORDER BY margin
= SELECT id AS margin FROM orders WHERE margin > 3
= SELECT item AS a, a FROM orders
= SELECT "x'; SELECT * FROM payroll; --" FROM staff
= SELECT 'x''; SELECT * FROM payroll; --'
= SELECT id /* , salary */ FROM staff
= SELECT id -- , salary
= SELECT/**/name/**/FROM/**/staff
= SELECT * FROM staff WHERE name = 'a' || '''; SELECT 1'
= SELECT ?, :user, @x, $y
= SELECT * FROM staff WHERE team = :team
= SELECT key, value FROM json_each('[1, 2]')
= SELECT value FROM json_each((SELECT json_group_array(item) FROM orders))
= SELECT atom FROM json_tree((SELECT json_group_array(note) FROM staff))
= SELECT orders.id, json_each.value FROM orders, json_each('[' || orders.id || ']')
= SELECT j.value FROM staff, json_each('[' || staff.salary || ']') AS j
= SELECT value FROM json_each WHERE json = '[1]'
