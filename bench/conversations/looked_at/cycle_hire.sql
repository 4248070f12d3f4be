-- A town that lets out bicycles: four tables, made up, the rows by rule.
CREATE TABLE station (station_id INTEGER PRIMARY KEY, name TEXT NOT NULL, district TEXT NOT NULL, docks INTEGER NOT NULL, opened_on DATE NOT NULL);
CREATE TABLE bicycle (bicycle_id INTEGER PRIMARY KEY, model TEXT NOT NULL, colour TEXT NOT NULL, price INTEGER NOT NULL, station_id INTEGER NOT NULL REFERENCES station);
CREATE TABLE rider (rider_id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL, city TEXT NOT NULL, joined_on DATE NOT NULL);
CREATE TABLE hire (hire_id INTEGER PRIMARY KEY, rider_id INTEGER NOT NULL REFERENCES rider, bicycle_id INTEGER NOT NULL REFERENCES bicycle, started_on DATE NOT NULL, minutes INTEGER NOT NULL, fee REAL NOT NULL);

INSERT INTO station VALUES (1, 'Quay Street', 'Harbour', 24, '2019-04-01'), (2, 'Lighthouse', 'Harbour', 12, '2020-06-15'),
  (3, 'Town Hall', 'Centre', 40, '2018-03-20'), (4, 'Old Market', 'Centre', 18, '2018-09-02'), (5, 'Mill Lane', 'North', 15, '2021-05-11'),
  (6, 'Fish Dock', 'Harbour', 30, '2022-07-30'), (7, 'Abbey', 'North', 20, '2019-11-08');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25)
INSERT INTO bicycle SELECT i, CASE i % 5 WHEN 0 THEN 'Swift' WHEN 1 THEN 'Roamer' WHEN 2 THEN 'Cargo' WHEN 3 THEN 'Comet' ELSE 'Tandem' END,
  CASE i % 3 WHEN 0 THEN 'red' WHEN 1 THEN 'blue' ELSE 'green' END, 300 + (i * 137) % 900, CASE WHEN i < 8 THEN 3 ELSE 1 + (i * i) % 7 END FROM n;
INSERT INTO rider VALUES (1, 'Ada Holt', 52, 'York', '2021-02-03'), (2, 'Ben Marsh', 34, 'Leeds', '2022-05-14'), (3, 'Cleo Finch', 45, 'Leeds', '2020-08-21'),
  (4, 'Dan Reed', 61, 'York', '2019-12-01'), (5, 'Ebba Lund', 28, 'Hull', '2023-03-17'), (6, 'Finn Dale', 43, 'Hull', '2021-07-09'),
  (7, 'Gwen Frost', 39, 'York', '2022-10-30'), (8, 'Hugo Vale', 47, 'Leeds', '2023-01-25'), (9, 'Iris Moor', 24, 'Leeds', '2020-04-04'),
  (10, 'Jon Peel', 70, 'York', '2018-06-12');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
INSERT INTO hire SELECT i, 1 + (i * 7) % 10, 1 + (i * 11) % 25, date('2022-11-05', '+' || (i * 2 + i * i / 100) || ' days'), 5 + (i * 13) % 90, 1.5 + (i * 29) % 17 FROM n;
