// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SQL_POSTGRES_ANALYTICS_HPP
#define T2S_TESTS_SQL_POSTGRES_ANALYTICS_HPP

#include <string_view>

namespace t2s::sql::test {

/// Queries as analysts write them, one a line: cohorts, funnels, retention, sessions, gaps and islands, rolling figures, JSON, arrays.
inline constexpr std::string_view postgres_analytics = R"sql(
WITH c AS (SELECT user_id, date_trunc('month', min(paid_at))::date AS cohort FROM payments GROUP BY user_id) SELECT c.cohort, (extract(year FROM age(p.paid_at, c.cohort)) * 12 + extract(month FROM age(p.paid_at, c.cohort)))::int AS m, count(DISTINCT p.user_id) FROM payments p JOIN c USING (user_id) GROUP BY 1, 2 ORDER BY 1, 2
WITH base AS (SELECT account_id, min(created_at) OVER (PARTITION BY account_id) AS first_at, created_at FROM logins) SELECT first_at::date AS day0, count(DISTINCT account_id) FILTER (WHERE created_at::date = first_at::date + 1) AS d1, count(DISTINCT account_id) FILTER (WHERE created_at::date BETWEEN first_at::date + 6 AND first_at::date + 8) AS d7 FROM base GROUP BY 1
WITH steps AS (SELECT visitor, max((page = '/')::int) AS landed, max((page = '/cart')::int) AS carted, max((page = '/done')::int) AS bought FROM views GROUP BY visitor) SELECT sum(landed), sum(landed * carted), round(100.0 * sum(landed * carted * bought) / nullif(sum(landed), 0), 2) AS pct FROM steps
WITH e AS (SELECT *, lead(name) OVER w AS next_name, lead(at_time) OVER w - at_time AS took FROM funnel_events WINDOW w AS (PARTITION BY visitor ORDER BY at_time)) SELECT name, next_name, count(*), percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM took)) AS median_s FROM e WHERE next_name IS NOT NULL GROUP BY 1, 2
WITH marked AS (SELECT visitor, ts, CASE WHEN ts - lag(ts) OVER (PARTITION BY visitor ORDER BY ts) < INTERVAL '30 min' THEN 0 ELSE 1 END AS fresh FROM pageviews), numbered AS (SELECT visitor, ts, sum(fresh) OVER (PARTITION BY visitor ORDER BY ts ROWS UNBOUNDED PRECEDING) AS s FROM marked) SELECT visitor, s, min(ts), max(ts), count(*) FROM numbered GROUP BY visitor, s
SELECT visitor, grp, min(day) AS from_day, max(day) AS to_day, count(*) AS streak FROM (SELECT visitor, day, day - (row_number() OVER (PARTITION BY visitor ORDER BY day))::int AS grp FROM (SELECT DISTINCT visitor, ts::date AS day FROM pageviews) d) x GROUP BY visitor, grp HAVING count(*) >= 3
SELECT day, sum(n) OVER (ORDER BY day RANGE BETWEEN INTERVAL '6 days' PRECEDING AND CURRENT ROW) AS week_sum, n::float8 / nullif(lag(n, 7) OVER (ORDER BY day), 0) - 1 AS wow FROM daily
SELECT month, revenue, revenue - lag(revenue) OVER (ORDER BY month) AS delta, round((100 * (revenue / lag(revenue, 12) OVER (ORDER BY month) - 1))::numeric, 1) || '%' AS yoy FROM monthly ORDER BY month DESC LIMIT 24
SELECT product, revenue, sum(revenue) OVER (ORDER BY revenue DESC) / sum(revenue) OVER () AS cumulative, CASE WHEN sum(revenue) OVER (ORDER BY revenue DESC) <= 0.8 * sum(revenue) OVER () THEN 'A' ELSE 'B' END AS class FROM product_revenue
WITH rfm AS (SELECT customer_id, ntile(5) OVER (ORDER BY max(ordered_at)) AS r, ntile(5) OVER (ORDER BY count(*)) AS f, ntile(5) OVER (ORDER BY sum(total)) AS m FROM orders GROUP BY customer_id) SELECT r::text || f::text || m::text AS cell, count(*) FROM rfm GROUP BY 1
SELECT d::date, count(s.id) AS active FROM generate_series('2023-01-01'::timestamp, '2023-12-31', '1 day') AS d LEFT JOIN subscriptions s ON s.started_at <= d AND (s.ended_at IS NULL OR s.ended_at > d) GROUP BY d ORDER BY d
SELECT c.name, last.ordered_at, last.total FROM customers c LEFT JOIN LATERAL (SELECT o.ordered_at, o.total FROM orders o WHERE o.customer_id = c.id ORDER BY o.ordered_at DESC LIMIT 1) last ON TRUE
SELECT DISTINCT ON (device_id) device_id, reading, read_at FROM readings WHERE read_at > now() - '1 hour'::interval ORDER BY device_id, read_at DESC
SELECT payload ->> 'type' AS kind, count(*), avg((payload ->> 'amount')::numeric) FILTER (WHERE payload ? 'amount') FROM webhooks WHERE payload @> '{"ok": true}'::jsonb GROUP BY payload ->> 'type'
SELECT id, item ->> 'sku' AS sku, (item ->> 'qty')::int AS qty FROM carts CROSS JOIN LATERAL jsonb_array_elements(carts.body -> 'items') AS item WHERE item -> 'tags' ?| ARRAY['new', 'sale']
SELECT k, count(*) FROM settings, jsonb_object_keys(settings.doc) AS k GROUP BY k HAVING count(*) > 10
SELECT t.id, array_agg(tag ORDER BY tag) AS tags, cardinality(array_agg(DISTINCT tag)) AS n FROM tickets t, unnest(t.tags) AS tag GROUP BY t.id
SELECT id FROM tickets WHERE tags && ARRAY['urgent', 'vip']::text[] AND NOT 'spam' = ANY (tags) AND tags @> '{billing}'
SELECT tags[1], tags[2:3], tags[:2], tags[array_upper(tags, 1)], (ARRAY[10, 20, 30])[2], array_position(tags, 'x') FROM tickets WHERE array_length(tags, 1) > 2
SELECT a.x, b.y FROM unnest(ARRAY[1, 2], ARRAY['a', 'b']) AS a(x, z), ROWS FROM (generate_series(1, 2), unnest(ARRAY['p', 'q'])) WITH ORDINALITY AS b(i, y, n) WHERE b.i = a.x
SELECT to_char(date_trunc('week', opened_at), 'IYYY-IW') AS week, status, count(*) FROM tickets WHERE opened_at >= date_trunc('quarter', current_date) - INTERVAL '1 year' GROUP BY GROUPING SETS ((1, 2), (1), ()) ORDER BY 1 NULLS LAST, 2
SELECT coalesce(region, 'all') AS region, coalesce(channel, 'all') AS channel, sum(amount), grouping(region, channel) AS level FROM sales GROUP BY CUBE (region, channel) HAVING sum(amount) > 0
SELECT extract(isodow FROM ts) AS dow, extract(hour FROM ts AT TIME ZONE 'Europe/Paris') AS hour, count(*) FROM visits GROUP BY ROLLUP (1, 2) ORDER BY 1, 2
SELECT width_bucket(price, 0, 100, 10) AS bucket, int4range(min(price)::int, max(price)::int, '[]') AS span, repeat('*', (count(*) / 10)::int) AS bar FROM products GROUP BY bucket ORDER BY bucket
SELECT percentile_disc(ARRAY[0.5, 0.9, 0.99]) WITHIN GROUP (ORDER BY latency_ms) AS p, mode() WITHIN GROUP (ORDER BY status_code) FROM requests WHERE at_time >= TIMESTAMPTZ '2024-01-01 00:00+00'
WITH RECURSIVE org AS (SELECT id, manager_id, name, 0 AS depth, name::text AS path FROM staff WHERE manager_id IS NULL UNION ALL SELECT s.id, s.manager_id, s.name, o.depth + 1, o.path || ' > ' || s.name FROM staff s JOIN org o ON s.manager_id = o.id) SELECT lpad('', depth * 2) || name, path FROM org ORDER BY path
WITH RECURSIVE months AS (SELECT date '2024-01-01' AS m UNION ALL SELECT (m + interval '1 month')::date FROM months WHERE m < date '2024-12-01') SELECT m, (m + interval '1 month - 1 day')::date AS last_day FROM months
WITH RECURSIVE g(id, link, depth) AS (SELECT id, link, 1 FROM graph UNION ALL SELECT g.id, n.link, depth + 1 FROM graph n, g WHERE g.link = n.id) SEARCH BREADTH FIRST BY id SET seq CYCLE id, link SET looped USING trail SELECT * FROM g WHERE NOT looped ORDER BY seq
WITH RECURSIVE parts(part, sub, qty) AS (SELECT part, sub, qty FROM bom WHERE part = 'bike' UNION ALL SELECT b.part, b.sub, p.qty * b.qty FROM parts p, bom b WHERE b.part = p.sub) CYCLE sub SET again TO 'Y' DEFAULT 'N' USING visited SELECT sub, sum(qty) FROM parts GROUP BY sub
SELECT a.id, b.id FROM bookings a JOIN bookings b ON a.room = b.room AND a.id < b.id AND (a.starts, a.ends) OVERLAPS (b.starts, b.ends)
SELECT room, tstzrange(min(starts), max(ends)) * tstzrange(now(), now() + '1 day') AS today FROM bookings WHERE during && tstzrange(now(), NULL, '[)') GROUP BY room
SELECT email FROM users WHERE email SIMILAR TO '%@(example|test).(com|org)' OR email ~* '^[a-z]+\d+@' OR email NOT ILIKE ALL (ARRAY['%spam%', '%junk%'])
SELECT regexp_replace(phone, '[^0-9]', '', 'g') AS digits, substring(name FROM 1 FOR 1) || '.' AS initial, overlay(card PLACING '****' FROM 5 FOR 4), position('@' IN email), trim(BOTH ' ' FROM name) FROM contacts
SELECT split_part(email, '@', 2) AS domain, count(*) AS n, round(count(*) * 100.0 / sum(count(*)) OVER (), 2) AS share FROM users GROUP BY 1 ORDER BY n DESC FETCH FIRST 10 ROWS WITH TIES
SELECT * FROM (SELECT country, city, population, rank() OVER (PARTITION BY country ORDER BY population DESC) AS r FROM cities) ranked WHERE r <= 3
SELECT store, day, takings, avg(takings) OVER w AS ma, stddev_samp(takings) OVER w AS sd, (takings - avg(takings) OVER w) / nullif(stddev_samp(takings) OVER w, 0) AS z FROM tills WINDOW w AS (PARTITION BY store ORDER BY day ROWS BETWEEN 28 PRECEDING AND 1 PRECEDING)
SELECT symbol, traded_at, price, first_value(price) OVER w AS opened, last_value(price) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS closed, max(price) OVER w FROM trades WINDOW w AS (PARTITION BY symbol, traded_at::date ORDER BY traded_at)
SELECT symbol, time_slot, (array_agg(price ORDER BY traded_at))[1] AS o, max(price) AS h, min(price) AS l, (array_agg(price ORDER BY traded_at DESC))[1] AS c FROM (SELECT *, to_timestamp(floor(extract(epoch FROM traded_at) / 300) * 300) AS time_slot FROM trades) t GROUP BY symbol, time_slot
SELECT sensor, v, count(v) OVER (PARTITION BY sensor ORDER BY at_time) AS block, first_value(v) OVER (PARTITION BY sensor, block_no ORDER BY at_time) AS filled FROM (SELECT *, count(v) OVER (PARTITION BY sensor ORDER BY at_time) AS block_no FROM samples) s
SELECT user_id, sum(amount) FILTER (WHERE kind = 'in') - coalesce(sum(amount) FILTER (WHERE kind = 'out'), 0) AS balance FROM ledger GROUP BY user_id HAVING bool_or(kind = 'in') AND NOT bool_and(kind = 'out')
SELECT plan, count(*) FILTER (WHERE cancelled_at IS NULL) AS alive, avg(coalesce(cancelled_at, now()) - started_at) AS tenure, justify_interval(max(now() - started_at)) FROM subs GROUP BY plan
WITH mrr AS (SELECT date_trunc('month', m) AS month, s.customer_id, s.amount FROM subs s, generate_series(s.started_at, coalesce(s.ended_at, now()), INTERVAL '1 month') AS m), moves AS (SELECT month, customer_id, amount, amount - coalesce(lag(amount) OVER (PARTITION BY customer_id ORDER BY month), 0) AS change FROM mrr) SELECT month, sum(change) FILTER (WHERE change > 0) AS gained, sum(change) FILTER (WHERE change < 0) AS lost FROM moves GROUP BY month
SELECT s.month, s.starting, l.leaving, round(l.leaving::numeric / nullif(s.starting, 0), 4) AS churn FROM starting s LEFT JOIN leaving l USING (month) AS j WHERE j.month >= '2024-01-01' ORDER BY month
SELECT v.variant, count(*) AS n, avg(c.converted::int)::numeric(6, 4) AS rate, sqrt(avg(c.converted::int) * (1 - avg(c.converted::int)) / count(*)) AS se FROM variants v JOIN conversions c ON c.visitor = v.visitor GROUP BY v.variant
SELECT corr(spend, revenue), regr_slope(revenue, spend), regr_intercept(revenue, spend), covar_pop(spend, revenue), var_samp(spend) FROM campaigns WHERE spend > 0
WITH ordered AS (SELECT *, row_number() OVER (PARTITION BY visitor ORDER BY ts) AS n, count(*) OVER (PARTITION BY visitor) AS total FROM touches) SELECT channel, sum(CASE WHEN n = 1 THEN 1.0 ELSE 0 END) AS first_touch, sum(CASE WHEN n = total THEN 1.0 END) AS last_touch, sum(1.0 / total) AS linear FROM ordered GROUP BY channel
SELECT a.product AS one, b.product AS other, count(DISTINCT a.order_id) AS together FROM lines a JOIN lines b ON b.order_id = a.order_id AND b.product > a.product GROUP BY a.product, b.product HAVING count(DISTINCT a.order_id) >= 20 ORDER BY together DESC
SELECT * FROM crosstab_source PIVOT WHERE PIVOT.year = 2024
SELECT product, max(qty) FILTER (WHERE quarter = 1) AS q1, max(qty) FILTER (WHERE quarter = 2) AS q2, max(qty) FILTER (WHERE quarter = 3) AS q3 FROM quarterly GROUP BY product
SELECT t.product, u.quarter, u.qty FROM wide t CROSS JOIN LATERAL (VALUES ('q1', t.q1), ('q2', t.q2), ('q3', t.q3)) AS u(quarter, qty) WHERE u.qty IS NOT NULL
SELECT id, (SELECT count(*) FROM comments c WHERE c.post_id = p.id) AS n, EXISTS (SELECT 1 FROM likes l WHERE l.post_id = p.id AND l.user_id = $1) AS liked FROM posts p WHERE p.author_id = ANY ($2::bigint[]) LIMIT $3 OFFSET $4
SELECT id FROM posts WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT 50
SELECT p.* FROM posts AS p WHERE to_tsvector('english', p.title || ' ' || p.body) @@ plainto_tsquery('english', 'window functions') ORDER BY ts_rank(p.search, plainto_tsquery('english', 'window')) DESC
SELECT name, location <-> point '(2.35,48.85)' AS distance FROM shops ORDER BY location <-> point '(2.35,48.85)' LIMIT 5
SELECT a.* FROM accounts a WHERE NOT EXISTS (SELECT FROM invoices i WHERE i.account_id = a.id AND i.due_on < CURRENT_DATE - 30)
SELECT count(*) FROM ONLY measurements, ONLY (archive.measurements) AS old, sensors * WHERE measurements.sensor = sensors.id
TABLE exchange_rates ORDER BY quoted_on DESC LIMIT 5
WITH latest AS (TABLE ONLY fx.rates) SELECT l.currency, l.rate FROM latest l UNION ALL TABLE fallback_rates
SELECT warehouse.sales.orders.id, sales.orders.*, o.total FROM warehouse.sales.orders JOIN sales.orders o ON o.id = warehouse.sales.orders.id
SELECT (address).city, (address).*, (ROW(1, 'x')).f1, ((stats).daily).hits FROM profiles WHERE (address).zip LIKE '75%'
SELECT format('%s of %s', VARIADIC ARRAY[a, b]), concat_ws(', ', VARIADIC names), jsonb_extract_path(doc, VARIADIC ARRAY['a', 'b']) FROM t
SELECT a OPERATOR(pg_catalog.+) 1 AS plus, b OPERATOR(pg_catalog.=) ANY (ARRAY[1, 2]) AS hit FROM t WHERE c OPERATOR(public.@>) d
SELECT amount total, currency key, region end, country case, kind type, placed_at order_date, note is_note FROM orders
SELECT id "Order No", total "Total (EUR)", placed_at::date "Placed" FROM orders WHERE "Status" = 'open'
SELECT count(*) all_rows, count(DISTINCT kind) distinct_kinds, min(at) first, max(at) last FROM logs at WHERE at.level IN ('warn', 'error')
SELECT * FROM a LEFT JOIN b INNER JOIN c ON c.b_id = b.id ON b.a_id = a.id WHERE c.id IS NULL OR c.kind <> 'x'
SELECT interval '1 year 2 months', interval '90' minute, interval '1-6' year to month, interval(0) '1.5 seconds', time with time zone '10:00+02', timestamp(3) '2024-01-01 00:00:00.123456'
SELECT numeric(10, 2) '12.345', varchar(3) 'abcdef', bit(4) '1010', float8 '1e-3', pg_catalog.date '2024-02-29', bool 't'
SELECT x::numeric(12, 2)[], y::timestamp(0) without time zone, z::double precision AS dp, w::character varying(20), v::interval day to second, u::"MyEnum"[] FROM t
SELECT date_part('epoch', ts - ts2)::bigint / 3600 AS hours, make_date(2024, 2, 29) + 1, age(now(), born)::text, (now() AT TIME ZONE 'UTC' AT TIME ZONE tz)::time FROM t
SELECT extract(week FROM d)::int AS wk, extract('doy' FROM d), extract(century FROM timestamp '2001-02-16 20:38:40'), date_bin('15 minutes', ts, timestamp '2001-01-01') FROM t
SELECT * FROM sales TABLESAMPLE bernoulli (5) REPEATABLE (42) WHERE amount > 100
SELECT s.id FROM sales AS s TABLESAMPLE system (1) JOIN shops ON shops.id = s.shop_id
SELECT a, b, sum(c) FROM t GROUP BY DISTINCT ROLLUP (a, b), ROLLUP (a) ORDER BY a NULLS FIRST, b DESC NULLS LAST
SELECT a FROM t ORDER BY a USING >, b USING < NULLS FIRST LIMIT ALL OFFSET 10 ROWS
SELECT id FROM t ORDER BY score DESC OFFSET 20 ROWS FETCH NEXT 10 ROWS ONLY
SELECT title COLLATE "C" AS t, upper(title COLLATE "de_DE") FROM books WHERE title COLLATE "C" BETWEEN 'A' AND 'M' ORDER BY title COLLATE "en_US" DESC
SELECT body IS DOCUMENT, name IS NORMALIZED, name IS NOT NFKC NORMALIZED, flag IS NOT UNKNOWN, a IS DISTINCT FROM b FROM t
SELECT x.* FROM json_to_recordset('[{"a":1,"b":"foo"}]') AS x(a int, b text), jsonb_to_record('{"c": [1,2]}') AS (c int[], d timestamptz)
SELECT jsonb_build_object('id', id, 'tags', to_jsonb(tags), 'n', jsonb_array_length(doc #> '{items}'), 'first', doc #>> '{items,0,name}') FROM t WHERE doc @? '$.items[*] ? (@.price > 10)' AND doc @@ '$.ok == true'
SELECT doc - 'secret' || jsonb_build_object('seen', true), doc #- '{a,b}', doc -> 'list' -> -1, doc ? 'a' AND doc ?& ARRAY['b', 'c'] FROM t
SELECT jsonb_path_query(doc, '$.a[*]') AS el, jsonb_object_agg(k, v ORDER BY k) FILTER (WHERE v IS NOT NULL), json_agg(t.*) FROM t GROUP BY 1
SELECT string_agg(DISTINCT name, ', ' ORDER BY name) FILTER (WHERE name <> ''), xmlagg(x), every(ok), bit_or(flags), array_agg(ARRAY[a, b]) FROM t
SELECT ARRAY(SELECT id FROM t ORDER BY id DESC LIMIT 3) AS top, (ARRAY[[1, 2], [3, 4]])[2][1] FROM t
SELECT id, sum(v) OVER (ORDER BY id GROUPS BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE TIES), count(*) OVER (ORDER BY ts RANGE BETWEEN '1 day'::interval PRECEDING AND '1 day' FOLLOWING EXCLUDE CURRENT ROW) FROM t
SELECT cume_dist() OVER w, percent_rank() OVER w, dense_rank() OVER (w), nth_value(x, 2) OVER (PARTITION BY y) FROM t WINDOW w AS (PARTITION BY y ORDER BY x DESC NULLS LAST)
SELECT rank(42) WITHIN GROUP (ORDER BY score), percentile_cont(0.25) WITHIN GROUP (ORDER BY score DESC) FILTER (WHERE score > 0) OVER () FROM results
WITH t(a, b) AS (VALUES (1, 'x'), (2, NULL)), u AS MATERIALIZED (SELECT a FROM t), v AS NOT MATERIALIZED (SELECT * FROM u) SELECT * FROM t NATURAL FULL OUTER JOIN v
(SELECT 'new' AS kind, id FROM fresh ORDER BY id LIMIT 5) UNION ALL (SELECT 'old', id FROM stale ORDER BY id DESC LIMIT 5) ORDER BY kind, id
SELECT id FROM a INTERSECT ALL SELECT id FROM b EXCEPT (SELECT id FROM c UNION DISTINCT SELECT id FROM d)
SELECT CASE WHEN age < 18 THEN 'minor' WHEN age BETWEEN 18 AND 64 THEN 'adult' ELSE 'senior' END AS band, count(*) FROM people GROUP BY band HAVING count(*) > (SELECT avg(n) FROM (SELECT count(*) AS n FROM people GROUP BY age) AS x)
SELECT * FROM (VALUES (1, 'one'), (2, 'two')) AS v(n, word) LEFT JOIN LATERAL generate_series(1, v.n) AS g(i) ON true
SELECT u.id, coalesce(f.total, 0) FROM users u LEFT JOIN (SELECT user_id, sum(amount) FROM fees GROUP BY user_id) AS f(user_id, total) ON f.user_id = u.id WHERE f.user_id IS NULL OR f.total > 0
SELECT greatest(a, b, 0), least(x, y), nullif(trim(s), ''), coalesce(a, b) + c, (a = b)::int, a <> ALL (ARRAY[1, 2]), a > SOME (SELECT b FROM u) FROM t
SELECT -a ^ 2, a % 2 = 0, a | b & c, a # b, ~a, a << 2, |/ a, ||/ a, @ a, a !~ 'x', a::text ~~ 'x%' FROM t
SELECT E'tab\there', U&'\0441', $$it's$$, $q$a 'b' $$ c$q$, B'101', X'1F', 'it''s'
SELECT lower(name) AS name, count(*) OVER (PARTITION BY lower(name)) > 1 AS dup, ctid FROM contacts
SELECT ctid, * FROM (SELECT *, row_number() OVER (PARTITION BY email ORDER BY updated_at DESC, ctid) AS keep FROM contacts) d WHERE keep > 1
SELECT n.nspname, c.relname, pg_size_pretty(pg_total_relation_size(c.oid)) AS size FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY pg_total_relation_size(c.oid) DESC
SELECT relname, 100 * idx_scan / nullif(seq_scan + idx_scan, 0) AS pct, n_live_tup rows FROM pg_stat_user_tables ORDER BY rows DESC
SELECT 'public.orders'::regclass::oid, current_setting('timezone'), pg_typeof(1.5), current_user, session_user, current_schema
SELECT h.hour, count(e.id) FROM generate_series(0, 23) h(hour) LEFT JOIN events e ON extract(hour FROM e.ts) = h.hour GROUP BY h.hour ORDER BY h.hour
SELECT date_trunc('day', ts) + (extract(hour FROM ts)::int / 6) * interval '6 hours' AS slot, count(*) FROM events GROUP BY 1
SELECT * FROM events WHERE ts >= current_date - extract(dow FROM current_date)::int AND ts < date_trunc('week', now()) + interval '1 week'
SELECT ts::date AS d, count(*) FROM events WHERE ts > localtimestamp - interval '14' day AND ts <= current_timestamp(0) GROUP BY ts::date
WITH days AS (SELECT generate_series(min(d), max(d), '1 day')::date AS d FROM logins) SELECT days.d FROM days LEFT JOIN logins USING (d) WHERE logins.d IS NULL
WITH active AS (SELECT DISTINCT user_id, date_trunc('month', ts)::date AS m FROM logins) SELECT a.m, count(*) AS mau, count(b.user_id) AS kept, count(*) FILTER (WHERE b.user_id IS NULL) AS lost FROM active a LEFT JOIN active b ON b.user_id = a.user_id AND b.m = (a.m + interval '1 month')::date GROUP BY a.m
WITH w AS (SELECT user_id, min(date_trunc('week', ts)) AS w0 FROM logins GROUP BY 1) SELECT w0::date, (extract(epoch FROM date_trunc('week', l.ts) - w0) / 604800)::int AS n, count(DISTINCT l.user_id)::numeric / first_value(count(DISTINCT l.user_id)) OVER (PARTITION BY w0 ORDER BY min(l.ts)) AS kept FROM logins l JOIN w USING (user_id) GROUP BY w0, 2
WITH a AS (SELECT visitor, min(ts) AS t FROM ev WHERE name = 'view' GROUP BY 1), b AS (SELECT a.visitor, min(e.ts) AS t FROM a JOIN ev e ON e.visitor = a.visitor AND e.name = 'add' AND e.ts BETWEEN a.t AND a.t + interval '7 days' GROUP BY 1), c AS (SELECT b.visitor FROM b JOIN ev e USING (visitor) WHERE e.name = 'pay' AND e.ts >= b.t GROUP BY 1) SELECT (SELECT count(*) FROM a) AS viewed, (SELECT count(*) FROM b) AS added, (SELECT count(*) FROM c) AS paid
SELECT step, n, round(n * 100.0 / first_value(n) OVER (ORDER BY step), 1) AS of_first, round(n * 100.0 / lag(n) OVER (ORDER BY step), 1) AS of_last FROM (SELECT step, count(DISTINCT visitor) AS n FROM funnel GROUP BY step) f
SELECT visitor, string_agg(page, ' > ' ORDER BY ts) AS path, count(*) FILTER (WHERE page = 'exit') AS exits FROM (SELECT visitor, page, ts, row_number() OVER (PARTITION BY visitor ORDER BY ts) rn FROM hits) h WHERE rn <= 5 GROUP BY visitor
SELECT s.id, s.started, s.ended, s.ended - s.started length, count(h.*) hits FROM sessions s JOIN hits h ON h.ts <@ tsrange(s.started, s.ended) GROUP BY s.id
SELECT product_id, day, stock, sum(delta) OVER (PARTITION BY product_id ORDER BY day, id) running, bool_or(stock < 0) OVER (PARTITION BY product_id) short FROM moves
SELECT id, price, price - avg(price) OVER (PARTITION BY category) diff, row_number() OVER (ORDER BY price) - 1 AS "position" FROM goods
SELECT customer_id, (array_agg(amount ORDER BY paid_on))[1:3] AS first_three, (array_agg(amount ORDER BY paid_on DESC))[1] AS newest FROM payments GROUP BY customer_id
SELECT ((a.total - b.total) * 100.0 / nullif(b.total, 0))::decimal(8, 2) AS growth FROM totals a JOIN totals b ON a.y = b.y + 1
SELECT to_char(sum(amount), 'FM999,999,990.00') AS amount, to_char(now(), 'HH24:MI'), to_date('05 Dec 2000', 'DD Mon YYYY'), to_number('12,454.8-', '99G999D9S') FROM t
SELECT (date '2024-03-31' - interval '1 month')::date, date '2024-03-31' - 7, date '2024-03-31' - date '2024-01-01', timestamp '2024-01-01' + time '03:00', - interval '1 day' * 3
SELECT DISTINCT unnest(string_to_array(lower(body), ' ')) AS word FROM notes ORDER BY word
SELECT word, count(*) FROM notes, regexp_split_to_table(lower(body), '\s+') AS word WHERE length(word) > 3 GROUP BY word ORDER BY count(*) DESC, word LIMIT 20
SELECT m[1] AS key, m[2] AS value FROM logs, regexp_matches(line, '(\w+)=(\w+)', 'g') AS m
SELECT t.id, x.key, x.value FROM t, jsonb_each_text(t.attrs) AS x WHERE x.value ~ '^\d+$' AND x.value::int > 5
SELECT t.id, e.ord, e.el ->> 'name' FROM t, jsonb_array_elements(t.list) WITH ORDINALITY AS e(el, ord) WHERE e.ord = 1
SELECT id, CASE jsonb_typeof(doc -> 'v') WHEN 'number' THEN (doc ->> 'v')::numeric WHEN 'string' THEN length(doc ->> 'v') ELSE NULL END FROM docs
SELECT doc['a']['b'], doc['list'][0], (doc -> 'x')::int + 1, t.doc ->> 'y' IS NULL FROM docs t
SELECT parent.name, child.* FROM nodes parent CROSS JOIN LATERAL (SELECT name, depth FROM nodes n WHERE n.parent_id = parent.id ORDER BY name LIMIT 2) child
SELECT * FROM f(1, b => 'x', c := 3) AS (id int, label text), schema1.g(ARRAY[1]) AS g(v) WHERE g.v > 0
SELECT ship_city city, count(*) n FROM shipments WHERE shipped_at::date = ANY (ARRAY['2024-01-01', '2024-02-01']::date[]) GROUP BY ship_city HAVING count(*) > 1
SELECT CAST(a AS numeric(10, 2)), CAST('{1,2}' AS int[]), CAST(NULL AS timestamp with time zone), CAST(b AS national character varying(5)) FROM t
SELECT a.id FROM a WHERE a.x IN (SELECT x FROM b) AND a.y NOT IN (1, 2) AND (a.p, a.q) IN (SELECT p, q FROM c) AND a.z = (SELECT max(z) FROM a AS inner_a)
SELECT sum(CASE WHEN kind = 'a' THEN 1 END) a, sum((kind = 'b')::int) b, count(nullif(kind = 'c', false)) c, count(*) - count(kind) missing FROM t
SELECT lag(d, 1, d - 1) OVER (ORDER BY d) AS prev, lead(d) OVER (ORDER BY d) - d AS gap FROM (SELECT DISTINCT ts::date AS d FROM logs) AS days
WITH islands AS (SELECT *, sum(CASE WHEN starts <= prev_end THEN 0 ELSE 1 END) OVER (PARTITION BY who ORDER BY starts) AS island FROM (SELECT *, max(ends) OVER (PARTITION BY who ORDER BY starts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS prev_end FROM stays) s) SELECT who, min(starts), max(ends) FROM islands GROUP BY who, island
SELECT id, ts, count(*) OVER (PARTITION BY card ORDER BY ts RANGE BETWEEN INTERVAL '10 minutes' PRECEDING AND CURRENT ROW) AS burst FROM swipes ORDER BY burst DESC
WITH x AS (SELECT id, amount, ntile(100) OVER (ORDER BY amount) AS p FROM bills) SELECT avg(amount) FILTER (WHERE p BETWEEN 6 AND 95) AS trimmed, avg(amount) AS plain FROM x
SELECT region, array_agg(row(name, total)::text ORDER BY total DESC) FROM sellers GROUP BY region
SELECT a.day, b.day IS NULL AS gone FROM visits a LEFT JOIN visits b ON b.visitor = a.visitor AND b.day = a.day + INTERVAL '1' DAY WHERE a.day >= DATE '2024-01-01'
SELECT 1 + (SELECT count(*) FROM scores s2 WHERE s2.points > s1.points) AS place, s1.* FROM scores s1 ORDER BY place, s1.name
SELECT date_trunc('month', d)::date mon, sum(x) FILTER (WHERE extract(day FROM d) <= 15) h1, sum(x) FILTER (WHERE extract(day FROM d) > 15) h2 FROM t GROUP BY 1
SELECT * FROM orders o WHERE o.placed_at >= (SELECT max(placed_at) FROM orders) - INTERVAL '1 week' AND o.status = ALL (ARRAY['paid'])
SELECT ROUND(AVG(r.stars), 1) AS stars, COUNT(r.*) AS reviews, p.name FROM products p LEFT JOIN reviews r ON r.product_id = p.id GROUP BY p.id, p.name HAVING COUNT(r.*) > 0
SELECT to_timestamp(1700000000) AT TIME ZONE 'UTC', timezone('UTC', now()), extract(timezone_hour FROM now()), now()::timestamptz(0)
SELECT sum(hours) FILTER (WHERE NOT billable) / sum(hours) AS idle, max(hours) KEEP_max FROM timesheets WHERE week = date_trunc('week', now())::date - 7
SELECT day, day_total, sum(day_total) OVER (PARTITION BY date_trunc('month', day) ORDER BY day) AS mtd, sum(day_total) OVER (PARTITION BY extract(year FROM day) ORDER BY day) AS ytd FROM daily_totals
WITH ab AS (SELECT 'a' AS grp, v FROM xs UNION ALL SELECT 'b', v FROM ys) SELECT grp, avg(v), var_pop(v), count(*) FROM ab GROUP BY grp UNION ALL SELECT 'all', avg(v), var_pop(v), count(*) FROM ab
SELECT id, name FROM items WHERE name % 'serch' ORDER BY similarity(name, 'serch') DESC, name <-> 'serch' LIMIT 10
SELECT first.id, second.id FROM spans AS first, spans AS second WHERE first.id <> second.id AND NOT (first.ends <= second.starts OR first.starts >= second.ends)
SELECT current.period, current.value - previous.value AS change FROM series current LEFT JOIN series previous ON previous.period = current.period - 1
SELECT count(*) FROM t WHERE ts BETWEEN SYMMETRIC now() AND now() - interval '1 day' OR ts NOT BETWEEN '2024-01-01' AND '2024-12-31' OR ts IS NULL
SELECT zone, level, value, rows, range, groups, partition FROM odd_names WHERE over > 1 AND filter IS NOT NULL AND interval > 5 AND values < 3
WITH values AS (SELECT 1 AS row), at AS (SELECT 2 AS over) SELECT values.row, at.over FROM values, at
SELECT FROM jobs WHERE state = 'stuck' HAVING count(*) > 5
SELECT a, b FROM t1 JOIN t2 JOIN t3 USING (x) USING (y) CROSS JOIN t4 NATURAL LEFT JOIN t5
SELECT DISTINCT ON (1, lower(b)) a, b FROM t WHERE (a IS NULL) IS NOT TRUE ORDER BY 1, lower(b), c DESC
SELECT bucket.lo, bucket.hi, count(x.v) FROM (SELECT n * 10 AS lo, (n + 1) * 10 AS hi FROM generate_series(0, 9) n) bucket LEFT JOIN xs x ON x.v >= bucket.lo AND x.v < bucket.hi GROUP BY 1, 2
)sql";

}  // namespace t2s::sql::test

#endif
