-- A theatre: five tables, made up, the rows by rule.
CREATE TABLE play (play_id INTEGER PRIMARY KEY, title TEXT NOT NULL, genre TEXT NOT NULL, author TEXT NOT NULL, minutes INTEGER NOT NULL);
CREATE TABLE hall (hall_id INTEGER PRIMARY KEY, name TEXT NOT NULL, seats INTEGER NOT NULL);
CREATE TABLE performance (performance_id INTEGER PRIMARY KEY, play_id INTEGER NOT NULL REFERENCES play, hall_id INTEGER NOT NULL REFERENCES hall, played_on DATE NOT NULL, price INTEGER NOT NULL);
CREATE TABLE actor (actor_id INTEGER PRIMARY KEY, name TEXT NOT NULL, nationality TEXT NOT NULL, age INTEGER NOT NULL);
CREATE TABLE role (role_id INTEGER PRIMARY KEY, play_id INTEGER NOT NULL REFERENCES play, actor_id INTEGER NOT NULL REFERENCES actor, character TEXT NOT NULL);

INSERT INTO play VALUES (1, 'The Lantern', 'drama', 'M. Okoro', 130), (2, 'Salt', 'drama', 'H. Lindqvist', 95), (3, 'Nine Ducks', 'comedy', 'P. Arden', 80),
  (4, 'Her Brother', 'comedy', 'M. Okoro', 110), (5, 'Ash and Oak', 'musical', 'P. Arden', 150), (6, 'Low Tide', 'drama', 'P. Arden', 105);
INSERT INTO hall VALUES (1, 'Main Stage', 420), (2, 'Studio', 90), (3, 'Cellar', 45);
INSERT INTO actor VALUES (1, 'Aino Saari', 'Finnish', 34), (2, 'Bruno Costa', 'Italian', 51), (3, 'Celia Brown', 'British', 28), (4, 'Dario Neri', 'Italian', 62),
  (5, 'Edith Hall', 'British', 45), (6, 'Frank Moss', 'British', 39), (7, 'Gaia Riva', 'Italian', 27);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO performance SELECT i, 1 + (i * 5 + i / 7) % 6, 1 + (i * i) % 3, date('2023-02-03', '+' || (i * 6 + i * i / 40) || ' days'), 12 + (i * 17) % 40 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
INSERT INTO role SELECT i, 1 + (i * 3 + i / 6) % 6, 1 + (i * 4 + i / 5) % 7, 'Character ' || i FROM n;
