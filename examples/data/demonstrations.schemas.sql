-- demonstrations.schemas.sql: the small schemas, with a few rows each, that the pairs of
-- demonstrations.json are about. All of it is made up for this project.
--
-- Eight schemas share this file, so no table name occurs twice. The heading of each section gives the
-- db_id by which demonstrations.json refers to it.

PRAGMA foreign_keys = ON;

BEGIN;

-- ---------------------------------------------------------------------------------------------------
-- db_id: seed_bank. Plants, the lots of seed kept of them, and how well those germinate.

CREATE TABLE plants (
  plant_id       INTEGER PRIMARY KEY,
  common_name    TEXT NOT NULL,
  family         TEXT NOT NULL,
  life_cycle     TEXT NOT NULL,      -- annual, biennial or perennial
  max_height_cm  INTEGER
);
INSERT INTO plants VALUES
  (1, 'corn poppy', 'Papaveraceae', 'annual', 70),
  (2, 'foxglove', 'Plantaginaceae', 'biennial', 150),
  (3, 'yarrow', 'Asteraceae', 'perennial', 90),
  (4, 'cornflower', 'Asteraceae', 'annual', 80),
  (5, 'wild carrot', 'Apiaceae', 'biennial', 110),
  (6, 'oxeye daisy', 'Asteraceae', 'perennial', 60),
  (7, 'giant hogweed', 'Apiaceae', 'perennial', 400),
  (8, 'bee orchid', 'Orchidaceae', 'perennial', NULL);

CREATE TABLE seed_lots (
  lot_id          INTEGER PRIMARY KEY,
  plant_id        INTEGER NOT NULL REFERENCES plants (plant_id),
  collected_year  INTEGER NOT NULL,
  origin          TEXT NOT NULL,     -- where it was collected
  seed_count      INTEGER NOT NULL,
  weight_g        REAL
);
INSERT INTO seed_lots VALUES
  (1, 1, 2015, 'river meadow', 12000, 1.4),
  (2, 1, 2019, 'old quarry', 8000, 0.9),
  (3, 2, 2018, 'oak wood', 21000, 1.9),
  (4, 3, 2012, 'river meadow', 5000, 0.8),
  (5, 4, 2020, 'rye field', 1500, 6.5),
  (6, 4, 2021, 'river meadow', 900, 3.9),
  (7, 6, 2016, 'old quarry', 4000, 1.6),
  (8, 5, 2020, 'rye field', 3000, NULL);

CREATE TABLE germination_tests (
  test_id    INTEGER PRIMARY KEY,
  lot_id     INTEGER NOT NULL REFERENCES seed_lots (lot_id),
  test_year  INTEGER NOT NULL,
  sown       INTEGER NOT NULL,
  sprouted   INTEGER NOT NULL
);
INSERT INTO germination_tests VALUES
  (1, 1, 2016, 100, 88),
  (2, 1, 2022, 100, 61),
  (3, 3, 2019, 200, 150),
  (4, 4, 2014, 50, 12),
  (5, 5, 2021, 100, 93),
  (6, 7, 2018, 100, 40),
  (7, 5, 2022, 80, 70);

-- ---------------------------------------------------------------------------------------------------
-- db_id: beekeeping. Bee yards, the hives that stand there, and the honey taken from them.

CREATE TABLE bee_yards (
  yard_id       INTEGER PRIMARY KEY,
  name          TEXT NOT NULL,
  village       TEXT NOT NULL,
  altitude_m    INTEGER NOT NULL,
  founded_year  INTEGER
);
INSERT INTO bee_yards VALUES
  (1, 'Linden Row', 'Aldersby', 120, 1988),
  (2, 'Heather Top', 'Craigmoor', 640, 2004),
  (3, 'Mill Orchard', 'Aldersby', 95, 1995),
  (4, 'Clover Bank', 'Westerfold', 210, 2011),
  (5, 'Chapel Garden', 'Craigmoor', 410, NULL);

CREATE TABLE hives (
  hive_id     INTEGER PRIMARY KEY,
  yard_id     INTEGER NOT NULL REFERENCES bee_yards (yard_id),
  hive_type   TEXT NOT NULL,
  colour      TEXT NOT NULL,
  queen_year  INTEGER              -- the year the queen was born, unknown for a caught swarm
);
INSERT INTO hives VALUES
  (1, 1, 'Langstroth', 'white', 2021),
  (2, 1, 'Langstroth', 'blue', 2022),
  (3, 1, 'Warré', 'green', 2020),
  (4, 2, 'Dadant', 'white', 2022),
  (5, 2, 'Langstroth', 'yellow', NULL),
  (6, 3, 'Top bar', 'blue', 2021),
  (7, 4, 'Dadant', 'green', 2019),
  (8, 3, 'Langstroth', 'white', 2022);

CREATE TABLE honey_harvests (
  harvest_id    INTEGER PRIMARY KEY,
  hive_id       INTEGER NOT NULL REFERENCES hives (hive_id),
  harvest_date  TEXT NOT NULL,
  honey_kind    TEXT NOT NULL,
  weight_kg     REAL NOT NULL
);
INSERT INTO honey_harvests VALUES
  (1, 1, '2022-06-18', 'linden', 14.5),
  (2, 1, '2023-06-24', 'linden', 17.0),
  (3, 2, '2023-05-30', 'blossom', 9.5),
  (4, 4, '2022-09-03', 'heather', 21.0),
  (5, 4, '2023-09-09', 'heather', 18.5),
  (6, 6, '2023-05-28', 'blossom', 6.0),
  (7, 7, '2022-07-11', 'clover', 11.0),
  (8, 3, '2023-07-02', 'clover', 8.0),
  (9, 6, '2023-08-01', 'forest', 4.5),
  (10, 8, '2023-05-27', 'blossom', 7.5);

-- ---------------------------------------------------------------------------------------------------
-- db_id: repair_cafe. Volunteers who mend what the neighbours bring.

CREATE TABLE fixers (
  fixer_id     INTEGER PRIMARY KEY,
  name         TEXT NOT NULL,
  age          INTEGER NOT NULL,
  speciality   TEXT NOT NULL,
  joined_year  INTEGER NOT NULL
);
INSERT INTO fixers VALUES
  (1, 'Anneke Visser', 67, 'electronics', 2014),
  (2, 'Tomas Brandl', 34, 'sewing', 2019),
  (3, 'Rosa Imhof', 45, 'woodwork', 2016),
  (4, 'Milan Kos', 71, 'electronics', 2014),
  (5, 'Greta Lindqvist', 29, 'clocks', 2021),
  (6, 'Abel Fonseca', 52, 'sewing', 2022);

CREATE TABLE broken_items (
  item_id      INTEGER PRIMARY KEY,
  kind         TEXT NOT NULL,
  brand        TEXT,
  owner_name   TEXT NOT NULL,
  bought_year  INTEGER,
  weight_kg    REAL NOT NULL
);
INSERT INTO broken_items VALUES
  (1, 'toaster', 'Brixo', 'Hanna Moll', 2015, 1.8),
  (2, 'lamp', 'Lumenta', 'Piet Smit', 2009, 2.5),
  (3, 'coat', NULL, 'Hanna Moll', 2018, 1.2),
  (4, 'wall clock', 'Tikko', 'Ines Duarte', 1974, 3.1),
  (5, 'radio', 'Brixo', 'Olaf Berg', 1998, 2.9),
  (6, 'chair', NULL, 'Piet Smit', NULL, 6.4),
  (7, 'toaster', 'Warmly', 'Ines Duarte', 2020, 1.6),
  (8, 'backpack', 'Trekka', 'Yara Noor', 2012, 0.9);

CREATE TABLE repairs (
  repair_id    INTEGER PRIMARY KEY,
  item_id      INTEGER NOT NULL REFERENCES broken_items (item_id),
  fixer_id     INTEGER NOT NULL REFERENCES fixers (fixer_id),
  repair_date  TEXT NOT NULL,
  minutes      INTEGER NOT NULL,
  outcome      TEXT NOT NULL       -- fixed, advice or hopeless
);
INSERT INTO repairs VALUES
  (1, 1, 1, '2023-02-11', 40, 'fixed'),
  (2, 2, 4, '2023-02-11', 25, 'fixed'),
  (3, 3, 2, '2023-03-11', 55, 'fixed'),
  (4, 4, 5, '2023-03-11', 120, 'advice'),
  (5, 5, 1, '2023-04-08', 75, 'hopeless'),
  (6, 6, 3, '2023-04-08', 90, 'fixed'),
  (7, 5, 4, '2023-05-13', 60, 'fixed'),
  (8, 4, 1, '2023-05-13', 35, 'fixed');

-- ---------------------------------------------------------------------------------------------------
-- db_id: lighthouse_trail. Lighthouses and the keepers who served in them.

CREATE TABLE lighthouses (
  lighthouse_id   INTEGER PRIMARY KEY,
  name            TEXT NOT NULL,
  county          TEXT NOT NULL,
  built_year      INTEGER NOT NULL,
  height_m        REAL NOT NULL,
  range_nm        INTEGER NOT NULL,   -- how far the light is seen, nautical miles
  automated_year  INTEGER             -- NULL: never
);
INSERT INTO lighthouses VALUES
  (1, 'Gannet Point', 'Northmere', 1822, 31.0, 20, 1984),
  (2, 'Old Sallow', 'Northmere', 1794, 18.5, 12, NULL),
  (3, 'Kittiwake Rock', 'Easterness', 1861, 42.0, 24, 1991),
  (4, 'Saint Orla', 'Southwold Bay', 1905, 27.0, 18, 1978),
  (5, 'The Needle', 'Easterness', 1878, 36.5, 22, 1991),
  (6, 'Brine Head', 'Northmere', 1931, 15.0, 10, NULL);

CREATE TABLE keepers (
  keeper_id   INTEGER PRIMARY KEY,
  name        TEXT NOT NULL,
  birth_year  INTEGER,
  home_port   TEXT NOT NULL
);
INSERT INTO keepers VALUES
  (1, 'Amos Tregear', 1840, 'Port Isel'),
  (2, 'Bettina Rowe', 1902, 'Harwick'),
  (3, 'Colm Deasy', 1877, 'Port Isel'),
  (4, 'Edith Marlow', 1921, 'Skarn'),
  (5, 'Finn Haldane', 1935, 'Harwick'),
  (6, 'Josiah Penn', NULL, 'Port Isel');

CREATE TABLE keeper_service (
  lighthouse_id  INTEGER NOT NULL REFERENCES lighthouses (lighthouse_id),
  keeper_id      INTEGER NOT NULL REFERENCES keepers (keeper_id),
  start_year     INTEGER NOT NULL,
  end_year       INTEGER,
  PRIMARY KEY (lighthouse_id, keeper_id)
);
INSERT INTO keeper_service VALUES
  (1, 1, 1866, 1890),
  (3, 1, 1890, 1902),
  (3, 3, 1902, 1925),
  (4, 3, 1925, 1938),
  (1, 2, 1930, 1951),
  (5, 4, 1948, 1970),
  (3, 5, 1960, 1991),
  (4, 5, 1952, 1955),
  (5, 5, 1955, 1960),
  (2, 6, 1801, NULL);

-- ---------------------------------------------------------------------------------------------------
-- db_id: pottery_studio. Potters, their glazes and the pieces for sale.

CREATE TABLE potters (
  potter_id         INTEGER PRIMARY KEY,
  name              TEXT NOT NULL,
  town              TEXT NOT NULL,
  years_experience  INTEGER NOT NULL
);
INSERT INTO potters VALUES
  (1, 'Lena Arquette', 'Fairholm', 12),
  (2, 'Jonas Wilde', 'Stonebeck', 3),
  (3, 'Mirela Popa', 'Fairholm', 25),
  (4, 'Kenji Aoki', 'Lowmarsh', 18),
  (5, 'Odile Garnier', 'Stonebeck', 7),
  (6, 'Sami Rahal', 'Fairholm', 1);

CREATE TABLE glazes (
  glaze_id       INTEGER PRIMARY KEY,
  name           TEXT NOT NULL,
  colour         TEXT NOT NULL,
  firing_temp_c  INTEGER NOT NULL,
  price_per_kg   REAL NOT NULL
);
INSERT INTO glazes VALUES
  (1, 'Celadon Mist', 'green', 1280, 24.0),
  (2, 'Tenmoku Night', 'black', 1290, 19.5),
  (3, 'Raku Ember', 'red', 1000, 31.0),
  (4, 'Sea Salt', 'white', 1220, 15.0),
  (5, 'Moss Ash', 'green', 1240, 22.0),
  (6, 'Plain Slip', 'white', 1060, 8.0);

CREATE TABLE pieces (
  piece_id   INTEGER PRIMARY KEY,
  potter_id  INTEGER NOT NULL REFERENCES potters (potter_id),
  glaze_id   INTEGER REFERENCES glazes (glaze_id),    -- none: unglazed
  kind       TEXT NOT NULL,
  height_cm  REAL NOT NULL,
  price      REAL NOT NULL,
  is_sold    INTEGER NOT NULL
);
INSERT INTO pieces VALUES
  (1, 1, 1, 'bowl', 9.0, 38.0, 1),
  (2, 1, 4, 'mug', 10.5, 22.0, 1),
  (3, 2, 4, 'mug', 11.0, 18.0, 0),
  (4, 3, 2, 'tea bowl', 8.0, 95.0, 1),
  (5, 3, 3, 'vase', 34.0, 180.0, 0),
  (6, 4, 2, 'vase', 28.0, 210.0, 1),
  (7, 4, NULL, 'jar', 41.0, 130.0, 0),
  (8, 5, 5, 'bowl', 12.0, 45.0, 0),
  (9, 3, 1, 'bowl', 14.0, 88.0, 1),
  (10, 5, 4, 'mug', 10.0, 24.0, 0);

-- ---------------------------------------------------------------------------------------------------
-- db_id: mountain_huts. Huts in the hills, the trails between them and the nights slept there.

CREATE TABLE huts (
  hut_id       INTEGER PRIMARY KEY,
  name         TEXT NOT NULL,
  valley       TEXT NOT NULL,
  altitude_m   INTEGER NOT NULL,
  beds         INTEGER NOT NULL,
  opened_year  INTEGER,
  has_stove    INTEGER NOT NULL
);
INSERT INTO huts VALUES
  (1, 'Eagle Ledge', 'Upper Tarn', 2480, 60, 1903, 1),
  (2, 'Marmot Hut', 'Upper Tarn', 1950, 32, 1928, 1),
  (3, 'Larch Shelter', 'Silver Brook', 1610, 12, NULL, 0),
  (4, 'Glacier View', 'White Fork', 2870, 110, 1956, 1),
  (5, 'Cowbell House', 'Silver Brook', 1420, 75, 1989, 1),
  (6, 'Windy Gap', 'White Fork', 2310, 24, 1971, 0);

CREATE TABLE trails (
  trail_id      INTEGER PRIMARY KEY,
  name          TEXT NOT NULL,
  start_hut_id  INTEGER NOT NULL REFERENCES huts (hut_id),
  end_hut_id    INTEGER NOT NULL REFERENCES huts (hut_id),
  distance_km   REAL NOT NULL,
  difficulty    TEXT NOT NULL       -- easy, medium or hard
);
INSERT INTO trails VALUES
  (1, 'Ridge Path', 1, 2, 7.5, 'hard'),
  (2, 'Tarn Walk', 2, 3, 11.0, 'medium'),
  (3, 'Brookside', 3, 5, 5.5, 'easy'),
  (4, 'Ice Traverse', 4, 6, 9.0, 'hard'),
  (5, 'Gap Way', 6, 1, 14.5, 'hard'),
  (6, 'Meadow Loop', 5, 5, 4.0, 'easy');

CREATE TABLE overnight_stays (
  stay_id     INTEGER PRIMARY KEY,
  hut_id      INTEGER NOT NULL REFERENCES huts (hut_id),
  guest_name  TEXT NOT NULL,
  guest_age   INTEGER,
  nights      INTEGER NOT NULL,
  season      TEXT NOT NULL
);
INSERT INTO overnight_stays VALUES
  (1, 1, 'Vera Holt', 41, 2, 'summer'),
  (2, 1, 'Dario Senn', 27, 1, 'summer'),
  (3, 4, 'Vera Holt', 41, 3, 'autumn'),
  (4, 2, 'Pia Kessler', 63, 1, 'winter'),
  (5, 5, 'Liam Oduya', 19, 5, 'winter'),
  (6, 4, 'Dario Senn', 27, 4, 'summer'),
  (7, 5, 'Noor Bakri', NULL, 2, 'spring'),
  (8, 4, 'Pia Kessler', 63, 1, 'autumn');

-- ---------------------------------------------------------------------------------------------------
-- db_id: star_society. An amateur society's telescopes, members and what they looked at.

CREATE TABLE telescopes (
  telescope_id    INTEGER PRIMARY KEY,
  name            TEXT NOT NULL,
  design          TEXT NOT NULL,
  aperture_mm     INTEGER NOT NULL,
  installed_year  INTEGER NOT NULL
);
INSERT INTO telescopes VALUES
  (1, 'Big Bertha', 'Newtonian', 400, 2008),
  (2, 'Little Owl', 'refractor', 80, 1996),
  (3, 'Copper Tube', 'refractor', 150, 1931),
  (4, 'Silver Drum', 'Dobsonian', 300, 2015),
  (5, 'Night Fox', 'Dobsonian', 200, 2020);

CREATE TABLE stargazers (
  stargazer_id  INTEGER PRIMARY KEY,
  name          TEXT NOT NULL,
  district      TEXT NOT NULL,
  joined_year   INTEGER NOT NULL,
  phone         TEXT
);
INSERT INTO stargazers VALUES
  (1, 'Ottilie Frank', 'Hillside', 1999, '555-0101'),
  (2, 'Bruno Sala', 'Harbour', 2012, NULL),
  (3, 'Chidi Eze', 'Hillside', 2018, '555-0144'),
  (4, 'Maud Perrin', 'Old Town', 2005, '555-0170'),
  (5, 'Sven Aho', 'Harbour', 2021, NULL),
  (6, 'Tilda Grau', 'Old Town', 2021, '555-0199');

CREATE TABLE observations (
  observation_id  INTEGER PRIMARY KEY,
  telescope_id    INTEGER NOT NULL REFERENCES telescopes (telescope_id),
  stargazer_id    INTEGER NOT NULL REFERENCES stargazers (stargazer_id),
  target          TEXT NOT NULL,
  target_kind     TEXT NOT NULL,
  observed_on     TEXT NOT NULL,
  rating          INTEGER           -- 1 to 5, how good the view was
);
INSERT INTO observations VALUES
  (1, 1, 1, 'Andromeda', 'galaxy', '2023-10-14', 5),
  (2, 1, 2, 'Orion Nebula', 'nebula', '2023-12-02', 4),
  (3, 2, 3, 'Saturn', 'planet', '2023-09-08', 3),
  (4, 4, 1, 'Saturn', 'planet', '2023-09-09', 5),
  (5, 4, 4, 'Whirlpool', 'galaxy', '2023-04-21', 2),
  (6, 3, 4, 'Jupiter', 'planet', '2023-11-03', 4),
  (7, 1, 3, 'Ring Nebula', 'nebula', '2023-07-19', NULL),
  (8, 1, 1, 'Jupiter', 'planet', '2023-11-05', 4);

-- ---------------------------------------------------------------------------------------------------
-- db_id: tool_shed. A neighbourhood shed that lends out tools.

CREATE TABLE tools (
  tool_id        INTEGER PRIMARY KEY,
  name           TEXT NOT NULL,
  category       TEXT NOT NULL,
  maker          TEXT NOT NULL,
  value_eur      REAL NOT NULL,
  purchase_year  INTEGER NOT NULL
);
INSERT INTO tools VALUES
  (1, 'hammer drill', 'power tool', 'Drillmax', 140.0, 2018),
  (2, 'hand saw', 'hand tool', 'Zagel', 18.0, 2015),
  (3, 'belt sander', 'power tool', 'Drillmax', 95.0, 2020),
  (4, 'hedge trimmer', 'garden', 'Verdano', 110.0, 2019),
  (5, 'wheelbarrow', 'garden', 'Verdano', 60.0, 2012),
  (6, 'spirit level', 'hand tool', 'Zagel', 25.0, 2021),
  (7, 'tile cutter', 'power tool', 'Kerasaw', 210.0, 2022),
  (8, 'leaf rake', 'garden', 'Rakewell', 15.0, 2016);

CREATE TABLE neighbours (
  neighbour_id  INTEGER PRIMARY KEY,
  name          TEXT NOT NULL,
  street        TEXT NOT NULL,
  age           INTEGER,
  member_since  INTEGER NOT NULL
);
INSERT INTO neighbours VALUES
  (1, 'Walt Dekker', 'Elm Lane', 58, 2015),
  (2, 'Ruth Amsel', 'Canal Street', 33, 2018),
  (3, 'Igor Petran', 'Elm Lane', 46, 2019),
  (4, 'Sally Okoro', 'Mill Road', 27, 2022),
  (5, 'Bent Juhl', 'Canal Street', 70, 2014),
  (6, 'Clara Stein', 'Elm Lane', NULL, 2023);

CREATE TABLE loans (
  loan_id       INTEGER PRIMARY KEY,
  tool_id       INTEGER NOT NULL REFERENCES tools (tool_id),
  neighbour_id  INTEGER NOT NULL REFERENCES neighbours (neighbour_id),
  lent_on       TEXT NOT NULL,
  returned_on   TEXT,               -- still out
  fee_eur       REAL NOT NULL
);
INSERT INTO loans VALUES
  (1, 1, 1, '2023-03-04', '2023-03-06', 6.0),
  (2, 1, 2, '2023-03-18', '2023-03-19', 6.0),
  (3, 4, 1, '2023-04-02', '2023-04-04', 5.0),
  (4, 7, 3, '2023-04-15', NULL, 9.0),
  (5, 5, 5, '2023-04-22', '2023-04-23', 0.0),
  (6, 3, 2, '2023-05-01', NULL, 4.5),
  (7, 2, 4, '2023-05-06', '2023-05-20', 1.0),
  (8, 1, 3, '2023-05-27', '2023-05-28', 6.0);

COMMIT;
