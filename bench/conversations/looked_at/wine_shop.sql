-- A shop for wine: five tables, made up, the rows by rule.
CREATE TABLE region (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE winery (id INTEGER PRIMARY KEY, name TEXT NOT NULL, region_id INTEGER NOT NULL REFERENCES region(id), founded INTEGER NOT NULL);
CREATE TABLE wine (id INTEGER PRIMARY KEY, name TEXT NOT NULL, winery_id INTEGER NOT NULL REFERENCES winery(id), colour TEXT NOT NULL, year INTEGER NOT NULL, price REAL NOT NULL);
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer(id), wine_id INTEGER NOT NULL REFERENCES wine(id), bought_on DATE NOT NULL, bottles INTEGER NOT NULL, amount REAL NOT NULL);

INSERT INTO region VALUES (1, 'Loire', 'France'), (2, 'Alsace', 'France'), (3, 'Piedmont', 'Italy'), (4, 'Sicily', 'Italy'), (5, 'Rioja', 'Spain'), (6, 'Priorat', 'Spain');
INSERT INTO winery VALUES (1, 'Clos Vert', 1, 1875), (2, 'Domaine Roux', 2, 1962), (3, 'Cascina Luna', 3, 1890), (4, 'Tenuta Mare', 4, 1988),
  (5, 'Bodega Sol', 5, 1840), (6, 'Mas Alt', 6, 1999), (7, 'Chateau Gris', 1, 1921);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
INSERT INTO wine SELECT i, 'Cuvee ' || char(64 + (i % 26) + 1) || i, 1 + (i * 3) % 7, CASE i % 4 WHEN 0 THEN 'white' WHEN 1 THEN 'red' WHEN 2 THEN 'red' ELSE 'rose' END,
  2012 + (i * 5) % 11, 6.5 + (i * 17) % 61 + i / 100.0 FROM n;
INSERT INTO customer VALUES (1, 'Anton Weiss', 'Berlin', 'Germany'), (2, 'Brigitte Kern', 'Hamburg', 'Germany'), (3, 'Carlos Vega', 'Madrid', 'Spain'),
  (4, 'Dora Klein', 'Bremen', 'Germany'), (5, 'Elena Ruiz', 'Bilbao', 'Spain'), (6, 'Fritz Adler', 'Berlin', 'Germany'), (7, 'Greta Holm', 'Malmo', 'Sweden'),
  (8, 'Hedda Berg', 'Lund', 'Sweden'), (9, 'Ines Mora', 'Madrid', 'Spain');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 22)
INSERT INTO purchase SELECT i, 1 + (i * 7 + i / 4) % 9, 1 + (i * 7 + i / 9) % 30, date('2022-12-20', '+' || (i * 33) || ' days'), 1 + (i * 5) % 12,
  round((1 + (i * 5) % 12) * (SELECT price FROM wine WHERE wine.id = 1 + (i * 7 + i / 9) % 30), 2) FROM n;
