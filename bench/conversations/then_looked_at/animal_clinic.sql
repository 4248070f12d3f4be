-- A clinic for animals: five tables, made up, the rows by rule.
CREATE TABLE owner (owner_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, town TEXT NOT NULL, phone TEXT);
CREATE TABLE animal (animal_id INTEGER PRIMARY KEY, name TEXT NOT NULL, species TEXT NOT NULL, born_on DATE NOT NULL, weight REAL NOT NULL, owner_id INTEGER NOT NULL REFERENCES owner);
CREATE TABLE vet (vet_id INTEGER PRIMARY KEY, name TEXT NOT NULL, speciality TEXT NOT NULL, salary INTEGER NOT NULL, hired_on DATE NOT NULL);
CREATE TABLE visit (visit_id INTEGER PRIMARY KEY, animal_id INTEGER NOT NULL REFERENCES animal, vet_id INTEGER NOT NULL REFERENCES vet, visited_on DATE NOT NULL, reason TEXT NOT NULL, cost REAL NOT NULL);
CREATE TABLE medicine (medicine_id INTEGER PRIMARY KEY, name TEXT NOT NULL, maker TEXT NOT NULL, price REAL NOT NULL, stock INTEGER NOT NULL);

INSERT INTO owner VALUES (1, 'Olga', 'Brandt', 'Riga', '555-010'), (2, 'Pavel', 'Cerny', 'Tartu', NULL), (3, 'Quentin', 'Dufour', 'Riga', '555-030'),
  (4, 'Rosa', 'Egger', 'Vilnius', '555-040'), (5, 'Stefan', 'Falk', 'Tartu', '555-050'), (6, 'Tilda', 'Gran', 'Riga', NULL), (7, 'Ulla', 'Holst', 'Vilnius', '555-070');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO animal SELECT i, 'Pet' || char(64 + i), CASE i % 5 WHEN 0 THEN 'rabbit' WHEN 1 THEN 'dog' WHEN 2 THEN 'cat' WHEN 3 THEN 'dog' ELSE 'parrot' END,
  date('2012-03-01', '+' || (i * 173) || ' days'), 1.5 + (i * 19) % 37, 1 + (i * 3 + i / 5) % 7 FROM n;
INSERT INTO vet VALUES (1, 'Vera Ilves', 'surgery', 5200, '2015-02-01'), (2, 'Wim Jonas', 'dentistry', 4100, '2019-09-15'), (3, 'Xenia Kask', 'surgery', 4700, '2021-01-10'),
  (4, 'Yann Lepp', 'skin', 3900, '2018-06-20'), (5, 'Zita Muru', 'dentistry', 4500, '2023-04-05');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
INSERT INTO visit SELECT i, 1 + (i * 7) % 24, 1 + (i * i + i / 3) % 5, date('2022-01-04', '+' || (i * 5 + i * i / 60) || ' days'),
  CASE i % 4 WHEN 0 THEN 'vaccination' WHEN 1 THEN 'injury' WHEN 2 THEN 'check' ELSE 'surgery' END, 20 + (i * 31) % 170 FROM n;
INSERT INTO medicine VALUES (1, 'Dormex', 'Alvia', 12.5, 40), (2, 'Purrcid', 'Alvia', 7.9, 0), (3, 'Barkol', 'Nordvet', 22.0, 15), (4, 'Wingol', 'Nordvet', 18.4, 6),
  (5, 'Hopsan', 'Zooma', 5.2, 80), (6, 'Fleanil', 'Zooma', 31.0, 12);
