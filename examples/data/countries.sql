-- countries.sql: countries of the world, their cities, languages and rivers.
--
-- Real facts from general knowledge, written for this project; figures are approximate.
--   * Population and currency of a country: as of about 2023.
--   * Life expectancy at birth, both sexes, in years: about 2023.
--   * City population: the latest figure usually quoted for the city itself (about 2011 to 2023),
--     not for the metropolitan area; for China the municipality, for Australia the greater city.
--   * 195 countries: the 193 members and the 2 observer states of the United Nations, placed on
--     continents and in regions as the United Nations does it (so Cyprus and Turkey are in Asia, Russia
--     in Europe, Mexico in Central America), with the Americas as two continents.
--   * NULL means: not known to us, or it does not apply.
--
-- Load it with:  sqlite3 countries.sqlite < countries.sql

PRAGMA foreign_keys = ON;

BEGIN;

-- One row for each country.
CREATE TABLE countries (
  iso_code           TEXT PRIMARY KEY,   -- ISO 3166-1 alpha-3
  name               TEXT NOT NULL UNIQUE,
  capital            TEXT NOT NULL,
  continent          TEXT NOT NULL,
  region             TEXT NOT NULL,
  area_km2           REAL NOT NULL,      -- total area, inland water included
  population         INTEGER NOT NULL,
  "life expectancy"  REAL,               -- years
  independence_year  INTEGER,            -- or of unification; NULL when there is no one agreed year
  currency           TEXT NOT NULL,
  is_landlocked      INTEGER NOT NULL CHECK (is_landlocked IN (0, 1))
);

-- All the capitals, and other large or well known cities.
CREATE TABLE cities (
  city_id      INTEGER PRIMARY KEY,
  name         TEXT NOT NULL,
  country_iso  TEXT NOT NULL REFERENCES countries (iso_code),
  population   INTEGER,
  is_capital   INTEGER NOT NULL CHECK (is_capital IN (0, 1)),
  elevation_m  INTEGER               -- metres above the sea, below it when negative
);

CREATE TABLE languages (
  language_code             TEXT PRIMARY KEY,  -- mostly ISO 639-3
  name                      TEXT NOT NULL UNIQUE,
  family                    TEXT NOT NULL,
  writing_system            TEXT NOT NULL,     -- the main one
  native_speakers_millions  REAL
);

-- Which language is spoken in which country.
CREATE TABLE country_languages (
  country_iso       TEXT NOT NULL REFERENCES countries (iso_code),
  language_code     TEXT NOT NULL REFERENCES languages (language_code),
  percent_speakers  REAL,  -- share of people who use it as a first language or at home
  status            TEXT NOT NULL CHECK (status IN ('official', 'recognised', 'unofficial')),
  PRIMARY KEY (country_iso, language_code)
);

CREATE TABLE rivers (
  river_id    INTEGER PRIMARY KEY,
  name        TEXT NOT NULL UNIQUE,
  length_km   INTEGER NOT NULL,
  flows_into  TEXT          -- a sea, a lake or another river
);

-- Which river runs through, or along the border of, which country.
CREATE TABLE river_countries (
  river_id     INTEGER NOT NULL REFERENCES rivers (river_id),
  country_iso  TEXT NOT NULL REFERENCES countries (iso_code),
  PRIMARY KEY (river_id, country_iso)
);

INSERT INTO countries
  (iso_code, name, capital, continent, region, area_km2, population, "life expectancy",
   independence_year, currency, is_landlocked)
VALUES
  -- Africa: Northern Africa
  ('DZA', 'Algeria', 'Algiers', 'Africa', 'Northern Africa', 2381741, 45600000, 76.3, 1962, 'Algerian dinar', 0),
  ('EGY', 'Egypt', 'Cairo', 'Africa', 'Northern Africa', 1002450, 112700000, 71.6, 1922, 'Egyptian pound', 0),
  ('LBY', 'Libya', 'Tripoli', 'Africa', 'Northern Africa', 1759540, 7300000, 69.3, 1951, 'Libyan dinar', 0),
  ('MAR', 'Morocco', 'Rabat', 'Africa', 'Northern Africa', 446550, 37800000, 75.3, 1956, 'Moroccan dirham', 0),
  ('SDN', 'Sudan', 'Khartoum', 'Africa', 'Northern Africa', 1886068, 48100000, 66.3, 1956, 'Sudanese pound', 0),
  ('TUN', 'Tunisia', 'Tunis', 'Africa', 'Northern Africa', 163610, 12200000, 76.5, 1956, 'Tunisian dinar', 0),
  -- Africa: Eastern Africa
  ('BDI', 'Burundi', 'Gitega', 'Africa', 'Eastern Africa', 27834, 13200000, 63.7, 1962, 'Burundian franc', 1),
  ('COM', 'Comoros', 'Moroni', 'Africa', 'Eastern Africa', 1862, 852000, 66.8, 1975, 'Comorian franc', 0),
  ('DJI', 'Djibouti', 'Djibouti', 'Africa', 'Eastern Africa', 23200, 1140000, 66.0, 1977, 'Djiboutian franc', 0),
  ('ERI', 'Eritrea', 'Asmara', 'Africa', 'Eastern Africa', 117600, 3750000, 68.6, 1993, 'Eritrean nakfa', 0),
  ('ETH', 'Ethiopia', 'Addis Ababa', 'Africa', 'Eastern Africa', 1104300, 126500000, 67.3, NULL, 'Ethiopian birr', 1),
  ('KEN', 'Kenya', 'Nairobi', 'Africa', 'Eastern Africa', 580367, 55100000, 63.6, 1963, 'Kenyan shilling', 0),
  ('MDG', 'Madagascar', 'Antananarivo', 'Africa', 'Eastern Africa', 587041, 30300000, 63.6, 1960, 'Malagasy ariary', 0),
  ('MWI', 'Malawi', 'Lilongwe', 'Africa', 'Eastern Africa', 118484, 20900000, 67.4, 1964, 'Malawian kwacha', 1),
  ('MUS', 'Mauritius', 'Port Louis', 'Africa', 'Eastern Africa', 2040, 1260000, 74.9, 1968, 'Mauritian rupee', 0),
  ('MOZ', 'Mozambique', 'Maputo', 'Africa', 'Eastern Africa', 801590, 33900000, 63.6, 1975, 'Mozambican metical', 0),
  ('RWA', 'Rwanda', 'Kigali', 'Africa', 'Eastern Africa', 26338, 13950000, 67.8, 1962, 'Rwandan franc', 1),
  ('SYC', 'Seychelles', 'Victoria', 'Africa', 'Eastern Africa', 455, 120000, 72.9, 1976, 'Seychellois rupee', 0),
  ('SOM', 'Somalia', 'Mogadishu', 'Africa', 'Eastern Africa', 637657, 18100000, 58.8, 1960, 'Somali shilling', 0),
  ('SSD', 'South Sudan', 'Juba', 'Africa', 'Eastern Africa', 644329, 11100000, 57.6, 2011, 'South Sudanese pound', 1),
  ('TZA', 'Tanzania', 'Dodoma', 'Africa', 'Eastern Africa', 947303, 66600000, 67.0, 1961, 'Tanzanian shilling', 0),
  ('UGA', 'Uganda', 'Kampala', 'Africa', 'Eastern Africa', 241550, 48600000, 68.3, 1962, 'Ugandan shilling', 1),
  ('ZMB', 'Zambia', 'Lusaka', 'Africa', 'Eastern Africa', 752612, 20600000, 66.3, 1964, 'Zambian kwacha', 1),
  ('ZWE', 'Zimbabwe', 'Harare', 'Africa', 'Eastern Africa', 390757, 16300000, 62.8, 1980, 'Zimbabwean dollar', 1),
  -- Africa: Middle Africa
  ('AGO', 'Angola', 'Luanda', 'Africa', 'Middle Africa', 1246700, 36700000, 64.6, 1975, 'Angolan kwanza', 0),
  ('CMR', 'Cameroon', 'Yaoundé', 'Africa', 'Middle Africa', 475442, 28600000, 63.7, 1960, 'Central African CFA franc', 0),
  ('CAF', 'Central African Republic', 'Bangui', 'Africa', 'Middle Africa', 622984, 5740000, 57.4, 1960, 'Central African CFA franc', 1),
  ('TCD', 'Chad', 'N''Djamena', 'Africa', 'Middle Africa', 1284000, 18300000, 55.1, 1960, 'Central African CFA franc', 1),
  ('COD', 'Democratic Republic of the Congo', 'Kinshasa', 'Africa', 'Middle Africa', 2344858, 102300000, 61.9, 1960, 'Congolese franc', 0),
  ('GNQ', 'Equatorial Guinea', 'Malabo', 'Africa', 'Middle Africa', 28051, 1715000, 63.7, 1968, 'Central African CFA franc', 0),
  ('GAB', 'Gabon', 'Libreville', 'Africa', 'Middle Africa', 267668, 2440000, 68.3, 1960, 'Central African CFA franc', 0),
  ('COG', 'Republic of the Congo', 'Brazzaville', 'Africa', 'Middle Africa', 342000, 6110000, 65.8, 1960, 'Central African CFA franc', 0),
  ('STP', 'São Tomé and Príncipe', 'São Tomé', 'Africa', 'Middle Africa', 964, 232000, 69.7, 1975, 'São Tomé and Príncipe dobra', 0),
  -- Africa: Southern Africa
  ('BWA', 'Botswana', 'Gaborone', 'Africa', 'Southern Africa', 581730, 2670000, 69.2, 1966, 'Botswana pula', 1),
  ('SWZ', 'Eswatini', 'Mbabane', 'Africa', 'Southern Africa', 17364, 1210000, 64.1, 1968, 'Swazi lilangeni', 1),  -- Lobamba is the second capital
  ('LSO', 'Lesotho', 'Maseru', 'Africa', 'Southern Africa', 30355, 2330000, 57.4, 1966, 'Lesotho loti', 1),
  ('NAM', 'Namibia', 'Windhoek', 'Africa', 'Southern Africa', 825615, 2960000, 67.4, 1990, 'Namibian dollar', 0),
  ('ZAF', 'South Africa', 'Pretoria', 'Africa', 'Southern Africa', 1221037, 62000000, 66.1, 1910, 'South African rand', 0),  -- Pretoria is the executive capital; Cape Town and Bloemfontein are the other two
  -- Africa: Western Africa
  ('BEN', 'Benin', 'Porto-Novo', 'Africa', 'Western Africa', 114763, 13700000, 60.8, 1960, 'West African CFA franc', 0),  -- the government sits in Cotonou
  ('BFA', 'Burkina Faso', 'Ouagadougou', 'Africa', 'Western Africa', 272967, 23200000, 61.1, 1960, 'West African CFA franc', 1),
  ('CPV', 'Cape Verde', 'Praia', 'Africa', 'Western Africa', 4033, 525000, 76.1, 1975, 'Cape Verdean escudo', 0),
  ('CIV', 'Côte d''Ivoire', 'Yamoussoukro', 'Africa', 'Western Africa', 322463, 28900000, 61.9, 1960, 'West African CFA franc', 0),
  ('GMB', 'Gambia', 'Banjul', 'Africa', 'Western Africa', 11295, 2770000, 65.9, 1965, 'Gambian dalasi', 0),
  ('GHA', 'Ghana', 'Accra', 'Africa', 'Western Africa', 238533, 34100000, 65.5, 1957, 'Ghanaian cedi', 0),
  ('GIN', 'Guinea', 'Conakry', 'Africa', 'Western Africa', 245857, 14200000, 60.7, 1958, 'Guinean franc', 0),
  ('GNB', 'Guinea-Bissau', 'Bissau', 'Africa', 'Western Africa', 36125, 2150000, 64.1, 1973, 'West African CFA franc', 0),
  ('LBR', 'Liberia', 'Monrovia', 'Africa', 'Western Africa', 111369, 5420000, 62.2, 1847, 'Liberian dollar', 0),
  ('MLI', 'Mali', 'Bamako', 'Africa', 'Western Africa', 1240192, 23300000, 60.4, 1960, 'West African CFA franc', 1),
  ('MRT', 'Mauritania', 'Nouakchott', 'Africa', 'Western Africa', 1030700, 4950000, 68.5, 1960, 'Mauritanian ouguiya', 0),
  ('NER', 'Niger', 'Niamey', 'Africa', 'Western Africa', 1267000, 26200000, 61.2, 1960, 'West African CFA franc', 1),
  ('NGA', 'Nigeria', 'Abuja', 'Africa', 'Western Africa', 923768, 223800000, 54.5, 1960, 'Nigerian naira', 0),
  ('SEN', 'Senegal', 'Dakar', 'Africa', 'Western Africa', 196722, 18000000, 68.7, 1960, 'West African CFA franc', 0),
  ('SLE', 'Sierra Leone', 'Freetown', 'Africa', 'Western Africa', 71740, 8500000, 61.8, 1961, 'Sierra Leonean leone', 0),
  ('TGO', 'Togo', 'Lomé', 'Africa', 'Western Africa', 56785, 9200000, 62.7, 1960, 'West African CFA franc', 0),
  -- Asia: Central Asia
  ('KAZ', 'Kazakhstan', 'Astana', 'Asia', 'Central Asia', 2724900, 20300000, 74.4, 1991, 'Kazakhstani tenge', 1),
  ('KGZ', 'Kyrgyzstan', 'Bishkek', 'Asia', 'Central Asia', 199951, 7070000, 71.7, 1991, 'Kyrgyzstani som', 1),
  ('TJK', 'Tajikistan', 'Dushanbe', 'Asia', 'Central Asia', 143100, 10400000, 71.8, 1991, 'Tajikistani somoni', 1),
  ('TKM', 'Turkmenistan', 'Ashgabat', 'Asia', 'Central Asia', 488100, 7360000, 70.1, 1991, 'Turkmenistani manat', 1),
  ('UZB', 'Uzbekistan', 'Tashkent', 'Asia', 'Central Asia', 447400, 35700000, 72.4, 1991, 'Uzbekistani som', 1),
  -- Asia: Eastern Asia
  ('CHN', 'China', 'Beijing', 'Asia', 'Eastern Asia', 9596961, 1410000000, 78.0, NULL, 'Renminbi', 0),  -- currency unit: yuan
  ('JPN', 'Japan', 'Tokyo', 'Asia', 'Eastern Asia', 377975, 124400000, 84.7, NULL, 'Japanese yen', 0),
  ('MNG', 'Mongolia', 'Ulaanbaatar', 'Asia', 'Eastern Asia', 1564116, 3480000, 71.7, 1921, 'Mongolian tögrög', 1),
  ('PRK', 'North Korea', 'Pyongyang', 'Asia', 'Eastern Asia', 120540, 26400000, 73.6, 1945, 'North Korean won', 0),
  ('KOR', 'South Korea', 'Seoul', 'Asia', 'Eastern Asia', 100210, 51700000, 84.3, 1945, 'South Korean won', 0),
  -- Asia: South-eastern Asia
  ('BRN', 'Brunei', 'Bandar Seri Begawan', 'Asia', 'South-eastern Asia', 5765, 459000, 75.3, 1984, 'Brunei dollar', 0),
  ('KHM', 'Cambodia', 'Phnom Penh', 'Asia', 'South-eastern Asia', 181035, 17400000, 70.7, 1953, 'Cambodian riel', 0),
  ('IDN', 'Indonesia', 'Jakarta', 'Asia', 'South-eastern Asia', 1904569, 281200000, 71.1, 1945, 'Indonesian rupiah', 0),  -- a new capital, Nusantara, is being built
  ('LAO', 'Laos', 'Vientiane', 'Asia', 'South-eastern Asia', 236800, 7660000, 69.0, 1953, 'Lao kip', 1),
  ('MYS', 'Malaysia', 'Kuala Lumpur', 'Asia', 'South-eastern Asia', 330803, 33400000, 76.7, 1957, 'Malaysian ringgit', 0),
  ('MMR', 'Myanmar', 'Naypyidaw', 'Asia', 'South-eastern Asia', 676578, 54100000, 66.9, 1948, 'Myanmar kyat', 0),
  ('PHL', 'Philippines', 'Manila', 'Asia', 'South-eastern Asia', 300000, 114900000, 69.8, 1946, 'Philippine peso', 0),
  ('SGP', 'Singapore', 'Singapore', 'Asia', 'South-eastern Asia', 735, 5920000, 83.7, 1965, 'Singapore dollar', 0),
  ('THA', 'Thailand', 'Bangkok', 'Asia', 'South-eastern Asia', 513120, 71700000, 76.4, NULL, 'Thai baht', 0),
  ('TLS', 'Timor-Leste', 'Dili', 'Asia', 'South-eastern Asia', 14919, 1384000, 67.7, 2002, 'United States dollar', 0),
  ('VNM', 'Vietnam', 'Hanoi', 'Asia', 'South-eastern Asia', 331212, 100300000, 74.6, 1945, 'Vietnamese dong', 0),
  -- Asia: Southern Asia
  ('AFG', 'Afghanistan', 'Kabul', 'Asia', 'Southern Asia', 652864, 41500000, 66.0, 1919, 'Afghan afghani', 1),
  ('BGD', 'Bangladesh', 'Dhaka', 'Asia', 'Southern Asia', 148460, 171500000, 74.7, 1971, 'Bangladeshi taka', 0),
  ('BTN', 'Bhutan', 'Thimphu', 'Asia', 'Southern Asia', 38394, 787000, 73.0, NULL, 'Bhutanese ngultrum', 1),
  ('IND', 'India', 'New Delhi', 'Asia', 'Southern Asia', 3287263, 1438000000, 72.0, 1947, 'Indian rupee', 0),
  ('IRN', 'Iran', 'Tehran', 'Asia', 'Southern Asia', 1648195, 89800000, 77.7, NULL, 'Iranian rial', 0),
  ('MDV', 'Maldives', 'Malé', 'Asia', 'Southern Asia', 298, 525000, 81.0, 1965, 'Maldivian rufiyaa', 0),
  ('NPL', 'Nepal', 'Kathmandu', 'Asia', 'Southern Asia', 147516, 29700000, 70.4, NULL, 'Nepalese rupee', 1),
  ('PAK', 'Pakistan', 'Islamabad', 'Asia', 'Southern Asia', 796095, 241500000, 67.6, 1947, 'Pakistani rupee', 0),
  ('LKA', 'Sri Lanka', 'Sri Jayawardenepura Kotte', 'Asia', 'Southern Asia', 65610, 22000000, 77.5, 1948, 'Sri Lankan rupee', 0),  -- Colombo is the commercial capital
  -- Asia: Western Asia
  ('ARM', 'Armenia', 'Yerevan', 'Asia', 'Western Asia', 29743, 2960000, 75.7, 1991, 'Armenian dram', 1),
  ('AZE', 'Azerbaijan', 'Baku', 'Asia', 'Western Asia', 86600, 10150000, 74.4, 1991, 'Azerbaijani manat', 1),
  ('BHR', 'Bahrain', 'Manama', 'Asia', 'Western Asia', 786, 1577000, 81.3, 1971, 'Bahraini dinar', 0),
  ('CYP', 'Cyprus', 'Nicosia', 'Asia', 'Western Asia', 9251, 1344000, 81.6, 1960, 'Euro', 0),  -- figures for the whole island
  ('GEO', 'Georgia', 'Tbilisi', 'Asia', 'Western Asia', 69700, 3730000, 74.5, 1991, 'Georgian lari', 0),
  ('IRQ', 'Iraq', 'Baghdad', 'Asia', 'Western Asia', 438317, 45100000, 72.3, 1932, 'Iraqi dinar', 0),
  ('ISR', 'Israel', 'Jerusalem', 'Asia', 'Western Asia', 22072, 9760000, 82.4, 1948, 'Israeli new shekel', 0),  -- status of Jerusalem disputed
  ('JOR', 'Jordan', 'Amman', 'Asia', 'Western Asia', 89342, 11400000, 77.8, 1946, 'Jordanian dinar', 0),
  ('KWT', 'Kuwait', 'Kuwait City', 'Asia', 'Western Asia', 17818, 4840000, 80.4, 1961, 'Kuwaiti dinar', 0),
  ('LBN', 'Lebanon', 'Beirut', 'Asia', 'Western Asia', 10452, 5730000, 77.8, 1943, 'Lebanese pound', 0),
  ('OMN', 'Oman', 'Muscat', 'Asia', 'Western Asia', 309500, 5050000, 80.0, NULL, 'Omani rial', 0),
  ('PSE', 'Palestine', 'Ramallah', 'Asia', 'Western Asia', 6020, 5400000, NULL, 1988, 'Israeli new shekel', 0),  -- declared in 1988; the administration sits in Ramallah
  ('QAT', 'Qatar', 'Doha', 'Asia', 'Western Asia', 11586, 2980000, 82.4, 1971, 'Qatari riyal', 0),
  ('SAU', 'Saudi Arabia', 'Riyadh', 'Asia', 'Western Asia', 2149690, 33300000, 78.7, 1932, 'Saudi riyal', 0),  -- united in 1932
  ('SYR', 'Syria', 'Damascus', 'Asia', 'Western Asia', 185180, 23600000, 72.1, 1946, 'Syrian pound', 0),
  ('TUR', 'Turkey', 'Ankara', 'Asia', 'Western Asia', 783562, 85300000, 77.2, 1923, 'Turkish lira', 0),  -- republic founded in 1923
  ('ARE', 'United Arab Emirates', 'Abu Dhabi', 'Asia', 'Western Asia', 83600, 10500000, 82.9, 1971, 'UAE dirham', 0),  -- a federation of seven emirates
  ('YEM', 'Yemen', 'Sanaa', 'Asia', 'Western Asia', 527968, 39400000, 69.3, 1990, 'Yemeni rial', 0),  -- united in 1990
  -- Europe: Eastern Europe
  ('BLR', 'Belarus', 'Minsk', 'Europe', 'Eastern Europe', 207600, 9180000, 74.2, 1991, 'Belarusian ruble', 1),
  ('BGR', 'Bulgaria', 'Sofia', 'Europe', 'Eastern Europe', 110994, 6450000, 75.6, 1908, 'Bulgarian lev', 0),
  ('CZE', 'Czechia', 'Prague', 'Europe', 'Eastern Europe', 78871, 10870000, 79.8, 1993, 'Czech koruna', 1),
  ('HUN', 'Hungary', 'Budapest', 'Europe', 'Eastern Europe', 93030, 9590000, 76.9, NULL, 'Hungarian forint', 1),
  ('MDA', 'Moldova', 'Chișinău', 'Europe', 'Eastern Europe', 33846, 3070000, 71.2, 1991, 'Moldovan leu', 1),  -- figures with Transnistria
  ('POL', 'Poland', 'Warsaw', 'Europe', 'Eastern Europe', 312696, 37640000, 78.6, 1918, 'Polish złoty', 0),
  ('ROU', 'Romania', 'Bucharest', 'Europe', 'Eastern Europe', 238397, 19060000, 75.9, 1877, 'Romanian leu', 0),
  ('RUS', 'Russia', 'Moscow', 'Europe', 'Eastern Europe', 17098246, 145400000, 73.2, 1991, 'Russian ruble', 0),
  ('SVK', 'Slovakia', 'Bratislava', 'Europe', 'Eastern Europe', 49035, 5430000, 78.3, 1993, 'Euro', 1),
  ('UKR', 'Ukraine', 'Kyiv', 'Europe', 'Eastern Europe', 603550, 37700000, 73.4, 1991, 'Ukrainian hryvnia', 0),  -- population much reduced by the war
  -- Europe: Northern Europe
  ('DNK', 'Denmark', 'Copenhagen', 'Europe', 'Northern Europe', 42933, 5950000, 81.9, NULL, 'Danish krone', 0),
  ('EST', 'Estonia', 'Tallinn', 'Europe', 'Northern Europe', 45339, 1366000, 79.2, 1991, 'Euro', 0),  -- independence regained
  ('FIN', 'Finland', 'Helsinki', 'Europe', 'Northern Europe', 338455, 5580000, 82.0, 1917, 'Euro', 0),
  ('ISL', 'Iceland', 'Reykjavík', 'Europe', 'Northern Europe', 103000, 387000, 82.7, 1944, 'Icelandic króna', 0),
  ('IRL', 'Ireland', 'Dublin', 'Europe', 'Northern Europe', 70273, 5280000, 82.6, 1922, 'Euro', 0),
  ('LVA', 'Latvia', 'Riga', 'Europe', 'Northern Europe', 64589, 1880000, 75.9, 1991, 'Euro', 0),  -- independence regained
  ('LTU', 'Lithuania', 'Vilnius', 'Europe', 'Northern Europe', 65300, 2870000, 77.0, 1990, 'Euro', 0),  -- independence regained
  ('NOR', 'Norway', 'Oslo', 'Europe', 'Northern Europe', 385207, 5520000, 83.3, 1905, 'Norwegian krone', 0),  -- area with Svalbard and Jan Mayen
  ('SWE', 'Sweden', 'Stockholm', 'Europe', 'Northern Europe', 450295, 10540000, 83.4, 1523, 'Swedish krona', 0),
  ('GBR', 'United Kingdom', 'London', 'Europe', 'Northern Europe', 243610, 68300000, 81.4, NULL, 'Pound sterling', 0),
  -- Europe: Southern Europe
  ('ALB', 'Albania', 'Tirana', 'Europe', 'Southern Europe', 28748, 2745000, 79.6, 1912, 'Albanian lek', 0),
  ('AND', 'Andorra', 'Andorra la Vella', 'Europe', 'Southern Europe', 468, 81000, 84.0, NULL, 'Euro', 1),
  ('BIH', 'Bosnia and Herzegovina', 'Sarajevo', 'Europe', 'Southern Europe', 51209, 3200000, 77.9, 1992, 'Bosnia and Herzegovina convertible mark', 0),
  ('HRV', 'Croatia', 'Zagreb', 'Europe', 'Southern Europe', 56594, 3850000, 78.6, 1991, 'Euro', 0),
  ('GRC', 'Greece', 'Athens', 'Europe', 'Southern Europe', 131957, 10400000, 81.6, 1830, 'Euro', 0),
  ('ITA', 'Italy', 'Rome', 'Europe', 'Southern Europe', 301340, 58940000, 83.5, NULL, 'Euro', 0),
  ('MLT', 'Malta', 'Valletta', 'Europe', 'Southern Europe', 316, 553000, 83.4, 1964, 'Euro', 0),
  ('MNE', 'Montenegro', 'Podgorica', 'Europe', 'Southern Europe', 13812, 624000, 77.1, 2006, 'Euro', 0),
  ('MKD', 'North Macedonia', 'Skopje', 'Europe', 'Southern Europe', 25713, 1830000, 77.4, 1991, 'Macedonian denar', 1),
  ('PRT', 'Portugal', 'Lisbon', 'Europe', 'Southern Europe', 92225, 10580000, 82.4, 1143, 'Euro', 0),
  ('SMR', 'San Marino', 'San Marino', 'Europe', 'Southern Europe', 61, 33700, 84.2, NULL, 'Euro', 1),
  ('SRB', 'Serbia', 'Belgrade', 'Europe', 'Southern Europe', 77474, 6640000, 76.8, 2006, 'Serbian dinar', 1),  -- figures without Kosovo
  ('SVN', 'Slovenia', 'Ljubljana', 'Europe', 'Southern Europe', 20273, 2120000, 81.8, 1991, 'Euro', 0),
  ('ESP', 'Spain', 'Madrid', 'Europe', 'Southern Europe', 505990, 48350000, 83.9, NULL, 'Euro', 0),
  ('VAT', 'Vatican City', 'Vatican City', 'Europe', 'Southern Europe', 0.44, 500, NULL, 1929, 'Euro', 1),
  -- Europe: Western Europe
  ('AUT', 'Austria', 'Vienna', 'Europe', 'Western Europe', 83879, 9130000, 81.9, NULL, 'Euro', 1),
  ('BEL', 'Belgium', 'Brussels', 'Europe', 'Western Europe', 30689, 11740000, 82.3, 1830, 'Euro', 0),
  ('FRA', 'France', 'Paris', 'Europe', 'Western Europe', 643801, 68200000, 83.0, NULL, 'Euro', 0),  -- with the overseas departments and territories
  ('DEU', 'Germany', 'Berlin', 'Europe', 'Western Europe', 357588, 84500000, 81.0, NULL, 'Euro', 0),
  ('LIE', 'Liechtenstein', 'Vaduz', 'Europe', 'Western Europe', 160, 39600, 83.6, 1806, 'Swiss franc', 1),
  ('LUX', 'Luxembourg', 'Luxembourg', 'Europe', 'Western Europe', 2586, 666000, 82.7, 1839, 'Euro', 1),
  ('MCO', 'Monaco', 'Monaco', 'Europe', 'Western Europe', 2.02, 38900, 86.4, NULL, 'Euro', 0),
  ('NLD', 'Netherlands', 'Amsterdam', 'Europe', 'Western Europe', 41543, 17880000, 82.2, 1581, 'Euro', 0),  -- the government sits in The Hague
  ('CHE', 'Switzerland', 'Bern', 'Europe', 'Western Europe', 41285, 8850000, 84.1, 1291, 'Swiss franc', 1),
  -- North America: Northern America
  ('CAN', 'Canada', 'Ottawa', 'North America', 'Northern America', 9984670, 40100000, 82.6, 1867, 'Canadian dollar', 0),
  ('USA', 'United States', 'Washington, D.C.', 'North America', 'Northern America', 9833517, 334900000, 78.4, 1776, 'United States dollar', 0),
  -- North America: Central America
  ('BLZ', 'Belize', 'Belmopan', 'North America', 'Central America', 22966, 411000, 73.6, 1981, 'Belize dollar', 0),
  ('CRI', 'Costa Rica', 'San José', 'North America', 'Central America', 51100, 5110000, 80.8, 1821, 'Costa Rican colón', 0),
  ('SLV', 'El Salvador', 'San Salvador', 'North America', 'Central America', 21041, 6310000, 72.1, 1821, 'United States dollar', 0),
  ('GTM', 'Guatemala', 'Guatemala City', 'North America', 'Central America', 108889, 18100000, 72.6, 1821, 'Guatemalan quetzal', 0),
  ('HND', 'Honduras', 'Tegucigalpa', 'North America', 'Central America', 112492, 10640000, 72.9, 1821, 'Honduran lempira', 0),
  ('MEX', 'Mexico', 'Mexico City', 'North America', 'Central America', 1964375, 129700000, 75.1, 1821, 'Mexican peso', 0),
  ('NIC', 'Nicaragua', 'Managua', 'North America', 'Central America', 130370, 6820000, 74.9, 1821, 'Nicaraguan córdoba', 0),
  ('PAN', 'Panama', 'Panama City', 'North America', 'Central America', 75417, 4460000, 79.6, 1903, 'Panamanian balboa', 0),
  -- North America: Caribbean
  ('ATG', 'Antigua and Barbuda', 'St. John''s', 'North America', 'Caribbean', 442, 93000, 77.6, 1981, 'East Caribbean dollar', 0),
  ('BHS', 'Bahamas', 'Nassau', 'North America', 'Caribbean', 13943, 399000, 74.6, 1973, 'Bahamian dollar', 0),
  ('BRB', 'Barbados', 'Bridgetown', 'North America', 'Caribbean', 430, 282000, 76.2, 1966, 'Barbadian dollar', 0),
  ('CUB', 'Cuba', 'Havana', 'North America', 'Caribbean', 109884, 11000000, 78.1, 1902, 'Cuban peso', 0),
  ('DMA', 'Dominica', 'Roseau', 'North America', 'Caribbean', 751, 66500, 71.1, 1978, 'East Caribbean dollar', 0),
  ('DOM', 'Dominican Republic', 'Santo Domingo', 'North America', 'Caribbean', 48671, 11330000, 73.7, 1844, 'Dominican peso', 0),
  ('GRD', 'Grenada', 'St. George''s', 'North America', 'Caribbean', 344, 117000, 75.2, 1974, 'East Caribbean dollar', 0),
  ('HTI', 'Haiti', 'Port-au-Prince', 'North America', 'Caribbean', 27750, 11640000, 64.9, 1804, 'Haitian gourde', 0),
  ('JAM', 'Jamaica', 'Kingston', 'North America', 'Caribbean', 10991, 2840000, 71.5, 1962, 'Jamaican dollar', 0),
  ('KNA', 'Saint Kitts and Nevis', 'Basseterre', 'North America', 'Caribbean', 261, 46800, 72.1, 1983, 'East Caribbean dollar', 0),
  ('LCA', 'Saint Lucia', 'Castries', 'North America', 'Caribbean', 616, 179000, 72.7, 1979, 'East Caribbean dollar', 0),
  ('VCT', 'Saint Vincent and the Grenadines', 'Kingstown', 'North America', 'Caribbean', 389, 101000, 71.2, 1979, 'East Caribbean dollar', 0),
  ('TTO', 'Trinidad and Tobago', 'Port of Spain', 'North America', 'Caribbean', 5130, 1370000, 73.5, 1962, 'Trinidad and Tobago dollar', 0),
  -- South America
  ('ARG', 'Argentina', 'Buenos Aires', 'South America', 'South America', 2780400, 45540000, 77.4, 1816, 'Argentine peso', 0),
  ('BOL', 'Bolivia', 'Sucre', 'South America', 'South America', 1098581, 12240000, 68.6, 1825, 'Bolivian boliviano', 1),  -- the government sits in La Paz
  ('BRA', 'Brazil', 'Brasília', 'South America', 'South America', 8515767, 211100000, 75.8, 1822, 'Brazilian real', 0),
  ('CHL', 'Chile', 'Santiago', 'South America', 'South America', 756102, 19660000, 81.2, 1818, 'Chilean peso', 0),
  ('COL', 'Colombia', 'Bogotá', 'South America', 'South America', 1141748, 52300000, 77.7, 1810, 'Colombian peso', 0),
  ('ECU', 'Ecuador', 'Quito', 'South America', 'South America', 283561, 17980000, 77.4, 1822, 'United States dollar', 0),
  ('GUY', 'Guyana', 'Georgetown', 'South America', 'South America', 214969, 826000, 70.2, 1966, 'Guyanese dollar', 0),
  ('PRY', 'Paraguay', 'Asunción', 'South America', 'South America', 406752, 6840000, 73.8, 1811, 'Paraguayan guaraní', 1),
  ('PER', 'Peru', 'Lima', 'South America', 'South America', 1285216, 33850000, 77.7, 1821, 'Peruvian sol', 0),
  ('SUR', 'Suriname', 'Paramaribo', 'South America', 'South America', 163820, 629000, 73.6, 1975, 'Surinamese dollar', 0),
  ('URY', 'Uruguay', 'Montevideo', 'South America', 'South America', 176215, 3390000, 78.1, 1825, 'Uruguayan peso', 0),
  ('VEN', 'Venezuela', 'Caracas', 'South America', 'South America', 916445, 28300000, 72.5, 1811, 'Venezuelan bolívar', 0),
  -- Oceania: Australia and New Zealand
  ('AUS', 'Australia', 'Canberra', 'Oceania', 'Australia and New Zealand', 7692024, 26600000, 83.9, 1901, 'Australian dollar', 0),
  ('NZL', 'New Zealand', 'Wellington', 'Oceania', 'Australia and New Zealand', 268021, 5220000, 82.1, 1907, 'New Zealand dollar', 0),
  -- Oceania: Melanesia
  ('FJI', 'Fiji', 'Suva', 'Oceania', 'Melanesia', 18274, 924000, 67.3, 1970, 'Fijian dollar', 0),
  ('PNG', 'Papua New Guinea', 'Port Moresby', 'Oceania', 'Melanesia', 462840, 10390000, 66.1, 1975, 'Papua New Guinean kina', 0),
  ('SLB', 'Solomon Islands', 'Honiara', 'Oceania', 'Melanesia', 28896, 800000, 70.5, 1978, 'Solomon Islands dollar', 0),
  ('VUT', 'Vanuatu', 'Port Vila', 'Oceania', 'Melanesia', 12189, 320000, 71.5, 1980, 'Vanuatu vatu', 0),
  -- Oceania: Micronesia
  ('KIR', 'Kiribati', 'South Tarawa', 'Oceania', 'Micronesia', 811, 133000, 66.5, 1979, 'Australian dollar', 0),
  ('MHL', 'Marshall Islands', 'Majuro', 'Oceania', 'Micronesia', 181, 42000, 66.9, 1986, 'United States dollar', 0),
  ('FSM', 'Micronesia', 'Palikir', 'Oceania', 'Micronesia', 702, 113000, 67.2, 1986, 'United States dollar', 0),
  ('NRU', 'Nauru', 'Yaren', 'Oceania', 'Micronesia', 21, 12000, 62.1, 1968, 'Australian dollar', 0),  -- no official capital; Yaren is the seat of government
  ('PLW', 'Palau', 'Ngerulmud', 'Oceania', 'Micronesia', 459, 17700, 69.3, 1994, 'United States dollar', 0),
  -- Oceania: Polynesia
  ('WSM', 'Samoa', 'Apia', 'Oceania', 'Polynesia', 2842, 217000, 71.7, 1962, 'Samoan tālā', 0),
  ('TON', 'Tonga', 'Nukuʻalofa', 'Oceania', 'Polynesia', 747, 105000, 72.9, 1970, 'Tongan paʻanga', 0),
  ('TUV', 'Tuvalu', 'Funafuti', 'Oceania', 'Polynesia', 26, 10000, 67.1, 1978, 'Australian dollar', 0);

INSERT INTO cities
  (city_id, name, country_iso, population, is_capital, elevation_m)
VALUES
  -- Africa
  (1, 'Algiers', 'DZA', 2700000, 1, 25),
  (2, 'Oran', 'DZA', 850000, 0, 0),
  (3, 'Constantine', 'DZA', 450000, 0, 640),
  (4, 'Cairo', 'EGY', 10000000, 1, 23),
  (5, 'Alexandria', 'EGY', 5400000, 0, 5),
  (6, 'Giza', 'EGY', 4450000, 0, 19),
  (7, 'Luxor', 'EGY', 420000, 0, 76),
  (8, 'Aswan', 'EGY', 370000, 0, 90),
  (9, 'Tripoli', 'LBY', 1180000, 1, 21),
  (10, 'Benghazi', 'LBY', 650000, 0, NULL),
  (11, 'Rabat', 'MAR', 580000, 1, 75),
  (12, 'Casablanca', 'MAR', 3200000, 0, 27),
  (13, 'Fez', 'MAR', 1250000, 0, 410),
  (14, 'Marrakesh', 'MAR', 1010000, 0, 466),
  (15, 'Tangier', 'MAR', 1270000, 0, NULL),
  (16, 'Khartoum', 'SDN', 2700000, 1, 381),
  (17, 'Omdurman', 'SDN', 2400000, 0, NULL),
  (18, 'Tunis', 'TUN', 640000, 1, 4),
  (19, 'Gitega', 'BDI', 135000, 1, 1504),
  (20, 'Bujumbura', 'BDI', 500000, 0, 780),
  (21, 'Moroni', 'COM', 62000, 1, 29),
  (22, 'Djibouti', 'DJI', 600000, 1, 14),
  (23, 'Asmara', 'ERI', 960000, 1, 2325),
  (24, 'Addis Ababa', 'ETH', 3860000, 1, 2355),
  (25, 'Dire Dawa', 'ETH', 490000, 0, 1276),
  (26, 'Nairobi', 'KEN', 4400000, 1, 1795),
  (27, 'Mombasa', 'KEN', 1210000, 0, 17),
  (28, 'Kisumu', 'KEN', 400000, 0, 1131),
  (29, 'Antananarivo', 'MDG', 1275000, 1, 1276),
  (30, 'Lilongwe', 'MWI', 990000, 1, 1050),
  (31, 'Blantyre', 'MWI', 800000, 0, 1039),
  (32, 'Port Louis', 'MUS', 147000, 1, NULL),
  (33, 'Maputo', 'MOZ', 1090000, 1, 47),
  (34, 'Beira', 'MOZ', 530000, 0, 14),
  (35, 'Kigali', 'RWA', 1745000, 1, 1567),
  (36, 'Victoria', 'SYC', 27000, 1, NULL),
  (37, 'Mogadishu', 'SOM', 2600000, 1, 9),
  (38, 'Juba', 'SSD', 460000, 1, 550),
  (39, 'Dodoma', 'TZA', 765000, 1, 1120),
  (40, 'Dar es Salaam', 'TZA', 5380000, 0, 15),
  (41, 'Arusha', 'TZA', 617000, 0, 1400),
  (42, 'Kampala', 'UGA', 1680000, 1, 1190),
  (43, 'Lusaka', 'ZMB', 2200000, 1, 1279),
  (44, 'Livingstone', 'ZMB', 178000, 0, NULL),
  (45, 'Harare', 'ZWE', 1490000, 1, 1490),
  (46, 'Bulawayo', 'ZWE', 665000, 0, 1358),
  (47, 'Luanda', 'AGO', 2570000, 1, 6),
  (48, 'Yaoundé', 'CMR', 2770000, 1, 726),
  (49, 'Douala', 'CMR', 2770000, 0, 13),
  (50, 'Bangui', 'CAF', 890000, 1, 369),
  (51, 'N''Djamena', 'TCD', 1520000, 1, 298),
  (52, 'Kinshasa', 'COD', 16000000, 1, 240),
  (53, 'Lubumbashi', 'COD', 2600000, 0, 1208),
  (54, 'Goma', 'COD', 700000, 0, 1450),
  (55, 'Malabo', 'GNQ', 297000, 1, NULL),
  (56, 'Libreville', 'GAB', 700000, 1, NULL),
  (57, 'Brazzaville', 'COG', 2140000, 1, 320),
  (58, 'São Tomé', 'STP', 72000, 1, NULL),
  (59, 'Gaborone', 'BWA', 246000, 1, 1014),
  (60, 'Mbabane', 'SWZ', 95000, 1, 1243),
  (61, 'Maseru', 'LSO', 330000, 1, 1600),
  (62, 'Windhoek', 'NAM', 486000, 1, 1655),
  (63, 'Pretoria', 'ZAF', 740000, 1, 1339),
  (64, 'Johannesburg', 'ZAF', 4800000, 0, 1753),
  (65, 'Cape Town', 'ZAF', 4770000, 0, 25),
  (66, 'Durban', 'ZAF', 4240000, 0, 8),
  (67, 'Bloemfontein', 'ZAF', 256000, 0, 1395),
  (68, 'Porto-Novo', 'BEN', 264000, 1, 38),
  (69, 'Cotonou', 'BEN', 680000, 0, NULL),
  (70, 'Ouagadougou', 'BFA', 2415000, 1, 305),
  (71, 'Praia', 'CPV', 142000, 1, NULL),
  (72, 'Yamoussoukro', 'CIV', 340000, 1, 250),
  (73, 'Abidjan', 'CIV', 5600000, 0, 18),
  (74, 'Banjul', 'GMB', 31000, 1, NULL),
  (75, 'Serekunda', 'GMB', 370000, 0, NULL),
  (76, 'Accra', 'GHA', 2000000, 1, 61),
  (77, 'Tamale', 'GHA', 370000, 0, 180),
  (78, 'Conakry', 'GIN', 1660000, 1, 13),
  (79, 'Bissau', 'GNB', 490000, 1, NULL),
  (80, 'Monrovia', 'LBR', 1010000, 1, NULL),
  (81, 'Bamako', 'MLI', 4200000, 1, 350),
  (82, 'Timbuktu', 'MLI', 55000, 0, 261),
  (83, 'Nouakchott', 'MRT', 1200000, 1, 7),
  (84, 'Niamey', 'NER', 1300000, 1, 207),
  (85, 'Abuja', 'NGA', 1690000, 1, 476),
  (86, 'Lagos', 'NGA', 15000000, 0, 11),
  (87, 'Kano', 'NGA', 4100000, 0, 480),
  (88, 'Ibadan', 'NGA', 3650000, 0, 230),
  (89, 'Dakar', 'SEN', 1180000, 1, 22),
  (90, 'Freetown', 'SLE', 1060000, 1, NULL),
  (91, 'Lomé', 'TGO', 840000, 1, NULL),
  -- Asia
  (92, 'Astana', 'KAZ', 1350000, 1, 347),
  (93, 'Almaty', 'KAZ', 2160000, 0, 800),
  (94, 'Shymkent', 'KAZ', 1190000, 0, 506),
  (95, 'Bishkek', 'KGZ', 1145000, 1, 800),
  (96, 'Osh', 'KGZ', 322000, 0, 960),
  (97, 'Dushanbe', 'TJK', 1200000, 1, 800),
  (98, 'Ashgabat', 'TKM', 1030000, 1, 219),
  (99, 'Tashkent', 'UZB', 2960000, 1, 455),
  (100, 'Samarkand', 'UZB', 550000, 0, 705),
  (101, 'Bukhara', 'UZB', 280000, 0, 225),
  (102, 'Beijing', 'CHN', 21890000, 1, 44),
  (103, 'Shanghai', 'CHN', 24870000, 0, 4),
  (104, 'Guangzhou', 'CHN', 18680000, 0, 21),
  (105, 'Shenzhen', 'CHN', 17560000, 0, NULL),
  (106, 'Chengdu', 'CHN', 20940000, 0, 500),
  (107, 'Tianjin', 'CHN', 13870000, 0, 5),
  (108, 'Wuhan', 'CHN', 12330000, 0, 37),
  (109, 'Xi''an', 'CHN', 12950000, 0, 405),
  (110, 'Hangzhou', 'CHN', 11940000, 0, 19),
  (111, 'Nanjing', 'CHN', 9310000, 0, 15),
  (112, 'Harbin', 'CHN', 10010000, 0, 150),
  (113, 'Ürümqi', 'CHN', 4050000, 0, NULL),
  (114, 'Lhasa', 'CHN', 868000, 0, 3656),
  (115, 'Hong Kong', 'CHN', 7500000, 0, NULL),
  (116, 'Tokyo', 'JPN', 14090000, 1, 40),
  (117, 'Yokohama', 'JPN', 3770000, 0, NULL),
  (118, 'Osaka', 'JPN', 2750000, 0, NULL),
  (119, 'Nagoya', 'JPN', 2330000, 0, NULL),
  (120, 'Sapporo', 'JPN', 1970000, 0, 29),
  (121, 'Fukuoka', 'JPN', 1610000, 0, NULL),
  (122, 'Kobe', 'JPN', 1520000, 0, NULL),
  (123, 'Kyoto', 'JPN', 1460000, 0, 50),
  (124, 'Hiroshima', 'JPN', 1200000, 0, NULL),
  (125, 'Sendai', 'JPN', 1100000, 0, NULL),
  (126, 'Ulaanbaatar', 'MNG', 1670000, 1, 1350),
  (127, 'Pyongyang', 'PRK', 3100000, 1, 38),
  (128, 'Hamhung', 'PRK', 770000, 0, NULL),
  (129, 'Seoul', 'KOR', 9400000, 1, 38),
  (130, 'Busan', 'KOR', 3340000, 0, NULL),
  (131, 'Incheon', 'KOR', 2970000, 0, NULL),
  (132, 'Daegu', 'KOR', 2380000, 0, NULL),
  (133, 'Daejeon', 'KOR', 1450000, 0, NULL),
  (134, 'Gwangju', 'KOR', 1430000, 0, NULL),
  (135, 'Bandar Seri Begawan', 'BRN', 100700, 1, NULL),
  (136, 'Phnom Penh', 'KHM', 2280000, 1, 12),
  (137, 'Siem Reap', 'KHM', 245000, 0, 18),
  (138, 'Jakarta', 'IDN', 10670000, 1, 8),
  (139, 'Surabaya', 'IDN', 2870000, 0, 5),
  (140, 'Bandung', 'IDN', 2440000, 0, 768),
  (141, 'Medan', 'IDN', 2440000, 0, NULL),
  (142, 'Makassar', 'IDN', 1420000, 0, NULL),
  (143, 'Vientiane', 'LAO', 950000, 1, 174),
  (144, 'Kuala Lumpur', 'MYS', 1980000, 1, 66),
  (145, 'Johor Bahru', 'MYS', 858000, 0, NULL),
  (146, 'George Town', 'MYS', 794000, 0, NULL),
  (147, 'Naypyidaw', 'MMR', 925000, 1, 115),
  (148, 'Yangon', 'MMR', 5160000, 0, NULL),
  (149, 'Mandalay', 'MMR', 1225000, 0, NULL),
  (150, 'Manila', 'PHL', 1850000, 1, 7),
  (151, 'Quezon City', 'PHL', 2960000, 0, NULL),
  (152, 'Davao City', 'PHL', 1776000, 0, NULL),
  (153, 'Cebu City', 'PHL', 964000, 0, NULL),
  (154, 'Singapore', 'SGP', 5920000, 1, 15),
  (155, 'Bangkok', 'THA', 8300000, 1, 2),
  (156, 'Chiang Mai', 'THA', 127000, 0, 310),
  (157, 'Phuket', 'THA', 79000, 0, NULL),
  (158, 'Dili', 'TLS', 277000, 1, 11),
  (159, 'Hanoi', 'VNM', 8400000, 1, 16),
  (160, 'Ho Chi Minh City', 'VNM', 8990000, 0, 19),
  (161, 'Hai Phong', 'VNM', 2030000, 0, NULL),
  (162, 'Da Nang', 'VNM', 1130000, 0, NULL),
  (163, 'Kabul', 'AFG', 4600000, 1, 1790),
  (164, 'Kandahar', 'AFG', 614000, 0, 1010),
  (165, 'Herat', 'AFG', 575000, 0, 920),
  (166, 'Dhaka', 'BGD', 10280000, 1, 4),
  (167, 'Chattogram', 'BGD', 3230000, 0, NULL),
  (168, 'Khulna', 'BGD', 720000, 0, NULL),
  (169, 'Thimphu', 'BTN', 115000, 1, 2334),
  (170, 'New Delhi', 'IND', 258000, 1, 216),
  (171, 'Mumbai', 'IND', 12440000, 0, 14),
  (172, 'Delhi', 'IND', 11030000, 0, 216),
  (173, 'Bengaluru', 'IND', 8440000, 0, 920),
  (174, 'Hyderabad', 'IND', 6810000, 0, 542),
  (175, 'Ahmedabad', 'IND', 5570000, 0, 53),
  (176, 'Chennai', 'IND', 4650000, 0, 6),
  (177, 'Kolkata', 'IND', 4500000, 0, 9),
  (178, 'Pune', 'IND', 3120000, 0, 560),
  (179, 'Jaipur', 'IND', 3050000, 0, 431),
  (180, 'Lucknow', 'IND', 2820000, 0, 123),
  (181, 'Kanpur', 'IND', 2770000, 0, 126),
  (182, 'Varanasi', 'IND', 1200000, 0, 81),
  (183, 'Tehran', 'IRN', 9000000, 1, 1200),
  (184, 'Mashhad', 'IRN', 3000000, 0, 995),
  (185, 'Isfahan', 'IRN', 1960000, 0, 1574),
  (186, 'Shiraz', 'IRN', 1565000, 0, 1500),
  (187, 'Tabriz', 'IRN', 1560000, 0, 1350),
  (188, 'Malé', 'MDV', 212000, 1, 2),
  (189, 'Kathmandu', 'NPL', 860000, 1, 1400),
  (190, 'Pokhara', 'NPL', 518000, 0, 822),
  (191, 'Islamabad', 'PAK', 1110000, 1, 540),
  (192, 'Karachi', 'PAK', 18870000, 0, 10),
  (193, 'Lahore', 'PAK', 13000000, 0, 217),
  (194, 'Faisalabad', 'PAK', 3690000, 0, 184),
  (195, 'Rawalpindi', 'PAK', 3360000, 0, 508),
  (196, 'Peshawar', 'PAK', 1900000, 0, 331),
  (197, 'Sri Jayawardenepura Kotte', 'LKA', 108000, 1, NULL),
  (198, 'Colombo', 'LKA', 650000, 0, 1),
  (199, 'Yerevan', 'ARM', 1095000, 1, 990),
  (200, 'Gyumri', 'ARM', 112000, 0, 1500),
  (201, 'Baku', 'AZE', 2340000, 1, -28),
  (202, 'Ganja', 'AZE', 335000, 0, 408),
  (203, 'Manama', 'BHR', 200000, 1, NULL),
  (204, 'Nicosia', 'CYP', 116000, 1, 220),
  (205, 'Tbilisi', 'GEO', 1240000, 1, 450),
  (206, 'Batumi', 'GEO', 170000, 0, 3),
  (207, 'Baghdad', 'IRQ', 7000000, 1, 34),
  (208, 'Basra', 'IRQ', 1300000, 0, 5),
  (209, 'Mosul', 'IRQ', 1500000, 0, 223),
  (210, 'Erbil', 'IRQ', 880000, 0, 420),
  (211, 'Jerusalem', 'ISR', 980000, 1, 754),
  (212, 'Haifa', 'ISR', 290000, 0, NULL),
  (213, 'Tel Aviv', 'ISR', 474000, 0, 5),
  (214, 'Amman', 'JOR', 4060000, 1, 1000),
  (215, 'Kuwait City', 'KWT', NULL, 1, NULL),
  (216, 'Beirut', 'LBN', NULL, 1, NULL),
  (217, 'Muscat', 'OMN', NULL, 1, NULL),
  (218, 'Ramallah', 'PSE', 39000, 1, 880),
  (219, 'Doha', 'QAT', 1190000, 1, 10),
  (220, 'Riyadh', 'SAU', 7000000, 1, 612),
  (221, 'Jeddah', 'SAU', 3750000, 0, 12),
  (222, 'Mecca', 'SAU', 2385000, 0, 277),
  (223, 'Medina', 'SAU', 1411000, 0, 608),
  (224, 'Damascus', 'SYR', 2000000, 1, 680),
  (225, 'Aleppo', 'SYR', 2000000, 0, 379),
  (226, 'Ankara', 'TUR', 5800000, 1, 938),
  (227, 'Istanbul', 'TUR', 15660000, 0, 39),
  (228, 'İzmir', 'TUR', 2970000, 0, 2),
  (229, 'Antalya', 'TUR', 1340000, 0, 30),
  (230, 'Adana', 'TUR', 1780000, 0, 23),
  (231, 'Abu Dhabi', 'ARE', 1500000, 1, NULL),
  (232, 'Dubai', 'ARE', 3600000, 0, NULL),
  (233, 'Sharjah', 'ARE', 1800000, 0, NULL),
  (234, 'Sanaa', 'YEM', 3200000, 1, 2250),
  -- Europe
  (235, 'Minsk', 'BLR', 1990000, 1, 220),
  (236, 'Homel', 'BLR', 500000, 0, 138),
  (237, 'Sofia', 'BGR', 1190000, 1, 550),
  (238, 'Plovdiv', 'BGR', 319000, 0, 164),
  (239, 'Varna', 'BGR', 311000, 0, NULL),
  (240, 'Prague', 'CZE', 1380000, 1, 200),
  (241, 'Brno', 'CZE', 400000, 0, 237),
  (242, 'Ostrava', 'CZE', 285000, 0, NULL),
  (243, 'Budapest', 'HUN', 1690000, 1, 102),
  (244, 'Debrecen', 'HUN', 200000, 0, 121),
  (245, 'Chișinău', 'MDA', 570000, 1, 85),
  (246, 'Warsaw', 'POL', 1860000, 1, 113),
  (247, 'Kraków', 'POL', 800000, 0, 219),
  (248, 'Łódź', 'POL', 660000, 0, NULL),
  (249, 'Wrocław', 'POL', 674000, 0, NULL),
  (250, 'Poznań', 'POL', 541000, 0, NULL),
  (251, 'Gdańsk', 'POL', 486000, 0, NULL),
  (252, 'Bucharest', 'ROU', 1720000, 1, 70),
  (253, 'Cluj-Napoca', 'ROU', 287000, 0, 340),
  (254, 'Iași', 'ROU', 271000, 0, NULL),
  (255, 'Timișoara', 'ROU', 250000, 0, 90),
  (256, 'Moscow', 'RUS', 13100000, 1, 156),
  (257, 'Saint Petersburg', 'RUS', 5600000, 0, 3),
  (258, 'Novosibirsk', 'RUS', 1635000, 0, 150),
  (259, 'Yekaterinburg', 'RUS', 1540000, 0, 237),
  (260, 'Kazan', 'RUS', 1310000, 0, 60),
  (261, 'Volgograd', 'RUS', 1028000, 0, NULL),
  (262, 'Irkutsk', 'RUS', 617000, 0, 440),
  (263, 'Vladivostok', 'RUS', 600000, 0, NULL),
  (264, 'Bratislava', 'SVK', 475000, 1, 134),
  (265, 'Košice', 'SVK', 229000, 0, 206),
  (266, 'Kyiv', 'UKR', 2950000, 1, 179),
  (267, 'Kharkiv', 'UKR', 1420000, 0, 152),
  (268, 'Odesa', 'UKR', 1010000, 0, 40),
  (269, 'Dnipro', 'UKR', 968000, 0, 155),
  (270, 'Lviv', 'UKR', 717000, 0, 296),
  (271, 'Copenhagen', 'DNK', 655000, 1, 14),
  (272, 'Aarhus', 'DNK', 290000, 0, NULL),
  (273, 'Tallinn', 'EST', 454000, 1, 9),
  (274, 'Tartu', 'EST', 97000, 0, 57),
  (275, 'Helsinki', 'FIN', 665000, 1, 26),
  (276, 'Tampere', 'FIN', 255000, 0, NULL),
  (277, 'Turku', 'FIN', 200000, 0, NULL),
  (278, 'Reykjavík', 'ISL', 138000, 1, NULL),
  (279, 'Dublin', 'IRL', 592000, 1, 20),
  (280, 'Cork', 'IRL', 224000, 0, NULL),
  (281, 'Riga', 'LVA', 609000, 1, 6),
  (282, 'Vilnius', 'LTU', 590000, 1, 112),
  (283, 'Kaunas', 'LTU', 305000, 0, NULL),
  (284, 'Oslo', 'NOR', 709000, 1, 23),
  (285, 'Bergen', 'NOR', 291000, 0, NULL),
  (286, 'Trondheim', 'NOR', 212000, 0, NULL),
  (287, 'Tromsø', 'NOR', 78000, 0, NULL),
  (288, 'Stockholm', 'SWE', 985000, 1, 28),
  (289, 'Gothenburg', 'SWE', 604000, 0, 12),
  (290, 'Malmö', 'SWE', 357000, 0, 12),
  (291, 'London', 'GBR', 8870000, 1, 11),
  (292, 'Birmingham', 'GBR', 1140000, 0, 140),
  (293, 'Glasgow', 'GBR', 635000, 0, NULL),
  (294, 'Manchester', 'GBR', 552000, 0, 38),
  (295, 'Edinburgh', 'GBR', 506000, 0, 47),
  (296, 'Liverpool', 'GBR', 486000, 0, NULL),
  (297, 'Bristol', 'GBR', 472000, 0, 11),
  (298, 'Cardiff', 'GBR', 362000, 0, NULL),
  (299, 'Belfast', 'GBR', 345000, 0, NULL),
  (300, 'Tirana', 'ALB', 418000, 1, 110),
  (301, 'Andorra la Vella', 'AND', 23000, 1, 1023),
  (302, 'Sarajevo', 'BIH', 276000, 1, 518),
  (303, 'Mostar', 'BIH', 106000, 0, 60),
  (304, 'Zagreb', 'HRV', 767000, 1, 158),
  (305, 'Split', 'HRV', 160000, 0, 0),
  (306, 'Athens', 'GRC', 643000, 1, 70),
  (307, 'Thessaloniki', 'GRC', 319000, 0, NULL),
  (308, 'Rome', 'ITA', 2750000, 1, 21),
  (309, 'Milan', 'ITA', 1370000, 0, 120),
  (310, 'Naples', 'ITA', 913000, 0, 17),
  (311, 'Turin', 'ITA', 848000, 0, 239),
  (312, 'Palermo', 'ITA', 630000, 0, 14),
  (313, 'Genoa', 'ITA', 561000, 0, 20),
  (314, 'Bologna', 'ITA', 390000, 0, 54),
  (315, 'Florence', 'ITA', 361000, 0, 50),
  (316, 'Venice', 'ITA', 250000, 0, 1),
  (317, 'Valletta', 'MLT', 5200, 1, 56),
  (318, 'Podgorica', 'MNE', 173000, 1, 40),
  (319, 'Skopje', 'MKD', 526000, 1, 240),
  (320, 'Lisbon', 'PRT', 546000, 1, NULL),
  (321, 'Porto', 'PRT', 232000, 0, NULL),
  (322, 'San Marino', 'SMR', 4000, 1, NULL),
  (323, 'Belgrade', 'SRB', 1197000, 1, 117),
  (324, 'Novi Sad', 'SRB', 260000, 0, 80),
  (325, 'Niš', 'SRB', 182000, 0, 195),
  (326, 'Ljubljana', 'SVN', 285000, 1, 295),
  (327, 'Madrid', 'ESP', 3330000, 1, 657),
  (328, 'Barcelona', 'ESP', 1636000, 0, 12),
  (329, 'Valencia', 'ESP', 792000, 0, 15),
  (330, 'Seville', 'ESP', 684000, 0, 7),
  (331, 'Zaragoza', 'ESP', 674000, 0, 208),
  (332, 'Málaga', 'ESP', 580000, 0, 11),
  (333, 'Bilbao', 'ESP', 345000, 0, 19),
  (334, 'Vatican City', 'VAT', 500, 1, NULL),
  (335, 'Vienna', 'AUT', 1980000, 1, 171),
  (336, 'Graz', 'AUT', 299000, 0, 353),
  (337, 'Linz', 'AUT', 210000, 0, 266),
  (338, 'Salzburg', 'AUT', 156000, 0, 424),
  (339, 'Innsbruck', 'AUT', 131000, 0, 574),
  (340, 'Brussels', 'BEL', 1240000, 1, 13),
  (341, 'Antwerp', 'BEL', 530000, 0, 8),
  (342, 'Ghent', 'BEL', 265000, 0, NULL),
  (343, 'Bruges', 'BEL', 119000, 0, NULL),
  (344, 'Paris', 'FRA', 2100000, 1, 35),
  (345, 'Marseille', 'FRA', 873000, 0, 12),
  (346, 'Lyon', 'FRA', 522000, 0, 173),
  (347, 'Toulouse', 'FRA', 504000, 0, 146),
  (348, 'Nice', 'FRA', 348000, 0, 10),
  (349, 'Strasbourg', 'FRA', 291000, 0, 142),
  (350, 'Bordeaux', 'FRA', 261000, 0, NULL),
  (351, 'Berlin', 'DEU', 3755000, 1, 34),
  (352, 'Hamburg', 'DEU', 1890000, 0, 6),
  (353, 'Munich', 'DEU', 1510000, 0, 519),
  (354, 'Cologne', 'DEU', 1080000, 0, 53),
  (355, 'Frankfurt', 'DEU', 773000, 0, 112),
  (356, 'Stuttgart', 'DEU', 632000, 0, 245),
  (357, 'Düsseldorf', 'DEU', 629000, 0, 38),
  (358, 'Leipzig', 'DEU', 616000, 0, 113),
  (359, 'Dresden', 'DEU', 563000, 0, 113),
  (360, 'Vaduz', 'LIE', 5700, 1, 455),
  (361, 'Luxembourg', 'LUX', 132000, 1, NULL),
  (362, 'Monaco', 'MCO', 38900, 1, NULL),
  (363, 'Amsterdam', 'NLD', 918000, 1, -2),
  (364, 'Rotterdam', 'NLD', 655000, 0, 0),
  (365, 'The Hague', 'NLD', 553000, 0, 1),
  (366, 'Utrecht', 'NLD', 362000, 0, 5),
  (367, 'Bern', 'CHE', 134000, 1, 540),
  (368, 'Zürich', 'CHE', 427000, 0, 408),
  (369, 'Geneva', 'CHE', 204000, 0, 375),
  (370, 'Basel', 'CHE', 174000, 0, 260),
  (371, 'Lausanne', 'CHE', 140000, 0, 495),
  -- North America
  (372, 'Ottawa', 'CAN', 1017000, 1, 70),
  (373, 'Toronto', 'CAN', 2794000, 0, 76),
  (374, 'Montréal', 'CAN', 1763000, 0, 36),
  (375, 'Calgary', 'CAN', 1307000, 0, 1045),
  (376, 'Edmonton', 'CAN', 1011000, 0, 645),
  (377, 'Vancouver', 'CAN', 662000, 0, 2),
  (378, 'Québec City', 'CAN', 549000, 0, 98),
  (379, 'Washington, D.C.', 'USA', 679000, 1, NULL),
  (380, 'New York City', 'USA', 8300000, 0, 10),
  (381, 'Los Angeles', 'USA', 3820000, 0, 93),
  (382, 'Chicago', 'USA', 2665000, 0, 181),
  (383, 'Houston', 'USA', 2310000, 0, 32),
  (384, 'Phoenix', 'USA', 1650000, 0, 331),
  (385, 'Philadelphia', 'USA', 1550000, 0, 12),
  (386, 'San Antonio', 'USA', 1495000, 0, 198),
  (387, 'San Diego', 'USA', 1390000, 0, 20),
  (388, 'Dallas', 'USA', 1300000, 0, 131),
  (389, 'San Francisco', 'USA', 810000, 0, 16),
  (390, 'Seattle', 'USA', 755000, 0, 53),
  (391, 'Denver', 'USA', 716000, 0, 1609),
  (392, 'Boston', 'USA', 654000, 0, 14),
  (393, 'Miami', 'USA', 455000, 0, 2),
  (394, 'Honolulu', 'USA', 345000, 0, 6),
  (395, 'Belmopan', 'BLZ', 25000, 1, 76),
  (396, 'Belize City', 'BLZ', 62000, 0, NULL),
  (397, 'San José', 'CRI', 350000, 1, 1170),
  (398, 'San Salvador', 'SLV', 570000, 1, 658),
  (399, 'Guatemala City', 'GTM', 1200000, 1, 1500),
  (400, 'Tegucigalpa', 'HND', 1200000, 1, 990),
  (401, 'San Pedro Sula', 'HND', 670000, 0, 83),
  (402, 'Mexico City', 'MEX', 9210000, 1, 2240),
  (403, 'Tijuana', 'MEX', 1810000, 0, 20),
  (404, 'Puebla', 'MEX', 1540000, 0, 2135),
  (405, 'Guadalajara', 'MEX', 1390000, 0, 1566),
  (406, 'Monterrey', 'MEX', 1143000, 0, 540),
  (407, 'Mérida', 'MEX', 921000, 0, 9),
  (408, 'Managua', 'NIC', 1050000, 1, 83),
  (409, 'Panama City', 'PAN', 410000, 1, 2),
  (410, 'St. John''s', 'ATG', 22000, 1, NULL),
  (411, 'Nassau', 'BHS', 297000, 1, NULL),
  (412, 'Bridgetown', 'BRB', 110000, 1, 1),
  (413, 'Havana', 'CUB', 2130000, 1, 59),
  (414, 'Santiago de Cuba', 'CUB', 507000, 0, 82),
  (415, 'Roseau', 'DMA', 15000, 1, 43),
  (416, 'Santo Domingo', 'DOM', 1030000, 1, 14),
  (417, 'Santiago de los Caballeros', 'DOM', 590000, 0, NULL),
  (418, 'St. George''s', 'GRD', NULL, 1, NULL),
  (419, 'Port-au-Prince', 'HTI', 990000, 1, 98),
  (420, 'Kingston', 'JAM', 670000, 1, 9),
  (421, 'Montego Bay', 'JAM', 110000, 0, NULL),
  (422, 'Basseterre', 'KNA', 14000, 1, NULL),
  (423, 'Castries', 'LCA', 20000, 1, NULL),
  (424, 'Kingstown', 'VCT', 13000, 1, NULL),
  (425, 'Port of Spain', 'TTO', 37000, 1, NULL),
  -- South America
  (426, 'Buenos Aires', 'ARG', 3120000, 1, 25),
  (427, 'Córdoba', 'ARG', 1500000, 0, 390),
  (428, 'Rosario', 'ARG', 1030000, 0, 31),
  (429, 'Mendoza', 'ARG', 115000, 0, 746),
  (430, 'Sucre', 'BOL', 300000, 1, 2790),
  (431, 'Santa Cruz de la Sierra', 'BOL', 1600000, 0, 416),
  (432, 'El Alto', 'BOL', 885000, 0, 4150),
  (433, 'La Paz', 'BOL', 755000, 0, 3640),
  (434, 'Cochabamba', 'BOL', 660000, 0, 2558),
  (435, 'Brasília', 'BRA', 2820000, 1, 1172),
  (436, 'São Paulo', 'BRA', 11450000, 0, 760),
  (437, 'Rio de Janeiro', 'BRA', 6210000, 0, 2),
  (438, 'Fortaleza', 'BRA', 2430000, 0, 21),
  (439, 'Salvador', 'BRA', 2420000, 0, 8),
  (440, 'Belo Horizonte', 'BRA', 2315000, 0, 850),
  (441, 'Manaus', 'BRA', 2060000, 0, 92),
  (442, 'Curitiba', 'BRA', 1770000, 0, 935),
  (443, 'Recife', 'BRA', 1490000, 0, 4),
  (444, 'Porto Alegre', 'BRA', 1330000, 0, 10),
  (445, 'Santiago', 'CHL', 5600000, 1, 570),
  (446, 'Valparaíso', 'CHL', 300000, 0, 10),
  (447, 'Concepción', 'CHL', 225000, 0, 12),
  (448, 'Antofagasta', 'CHL', 400000, 0, 40),
  (449, 'Bogotá', 'COL', 7900000, 1, 2640),
  (450, 'Medellín', 'COL', 2530000, 0, 1495),
  (451, 'Cali', 'COL', 2230000, 0, 1018),
  (452, 'Barranquilla', 'COL', 1270000, 0, 18),
  (453, 'Cartagena', 'COL', 1000000, 0, 2),
  (454, 'Quito', 'ECU', 1760000, 1, 2850),
  (455, 'Guayaquil', 'ECU', 2650000, 0, 4),
  (456, 'Cuenca', 'ECU', 600000, 0, 2560),
  (457, 'Georgetown', 'GUY', 118000, 1, -2),
  (458, 'Asunción', 'PRY', 462000, 1, 43),
  (459, 'Ciudad del Este', 'PRY', 300000, 0, NULL),
  (460, 'Lima', 'PER', 10000000, 1, 154),
  (461, 'Arequipa', 'PER', 1010000, 0, 2335),
  (462, 'Cusco', 'PER', 430000, 0, 3399),
  (463, 'Paramaribo', 'SUR', 241000, 1, 3),
  (464, 'Montevideo', 'URY', 1300000, 1, 43),
  (465, 'Caracas', 'VEN', 2080000, 1, 900),
  (466, 'Maracaibo', 'VEN', 1650000, 0, 6),
  -- Oceania
  (467, 'Canberra', 'AUS', 457000, 1, 578),
  (468, 'Sydney', 'AUS', 5450000, 0, NULL),
  (469, 'Melbourne', 'AUS', 5200000, 0, 31),
  (470, 'Brisbane', 'AUS', 2700000, 0, NULL),
  (471, 'Perth', 'AUS', 2300000, 0, NULL),
  (472, 'Adelaide', 'AUS', 1450000, 0, 50),
  (473, 'Hobart', 'AUS', 250000, 0, NULL),
  (474, 'Darwin', 'AUS', 150000, 0, NULL),
  (475, 'Wellington', 'NZL', 216000, 1, NULL),
  (476, 'Auckland', 'NZL', 1478000, 0, NULL),
  (477, 'Christchurch', 'NZL', 384000, 0, 20),
  (478, 'Dunedin', 'NZL', 134000, 0, NULL),
  (479, 'Suva', 'FJI', 93000, 1, NULL),
  (480, 'Port Moresby', 'PNG', 365000, 1, NULL),
  (481, 'Lae', 'PNG', 150000, 0, NULL),
  (482, 'Honiara', 'SLB', 92000, 1, 29),
  (483, 'Port Vila', 'VUT', 50000, 1, 59),
  (484, 'South Tarawa', 'KIR', 63000, 1, 3),
  (485, 'Majuro', 'MHL', 23000, 1, 3),
  (486, 'Palikir', 'FSM', NULL, 1, NULL),
  (487, 'Yaren', 'NRU', 800, 1, NULL),
  (488, 'Ngerulmud', 'PLW', 300, 1, NULL),
  (489, 'Koror', 'PLW', 11000, 0, NULL),
  (490, 'Apia', 'WSM', 36000, 1, 2),
  (491, 'Nukuʻalofa', 'TON', 22000, 1, NULL),
  (492, 'Funafuti', 'TUV', 6300, 1, NULL);

INSERT INTO languages
  (language_code, name, family, writing_system, native_speakers_millions)
VALUES
  -- Indo-European
  ('eng', 'English', 'Indo-European', 'Latin', 380),
  ('fra', 'French', 'Indo-European', 'Latin', 80),  -- many more as a second language
  ('spa', 'Spanish', 'Indo-European', 'Latin', 485),
  ('por', 'Portuguese', 'Indo-European', 'Latin', 236),
  ('ita', 'Italian', 'Indo-European', 'Latin', 64),
  ('ron', 'Romanian', 'Indo-European', 'Latin', 24),
  ('cat', 'Catalan', 'Indo-European', 'Latin', 4),
  ('glg', 'Galician', 'Indo-European', 'Latin', 2.4),
  ('roh', 'Romansh', 'Indo-European', 'Latin', 0.04),
  ('deu', 'German', 'Indo-European', 'Latin', 90),
  ('nld', 'Dutch', 'Indo-European', 'Latin', 24),
  ('afr', 'Afrikaans', 'Indo-European', 'Latin', 7.2),
  ('fry', 'West Frisian', 'Indo-European', 'Latin', 0.45),
  ('ltz', 'Luxembourgish', 'Indo-European', 'Latin', 0.3),
  ('swe', 'Swedish', 'Indo-European', 'Latin', 10),
  ('dan', 'Danish', 'Indo-European', 'Latin', 5.6),
  ('nor', 'Norwegian', 'Indo-European', 'Latin', 5.3),  -- both standards
  ('isl', 'Icelandic', 'Indo-European', 'Latin', 0.33),
  ('gle', 'Irish', 'Indo-European', 'Latin', NULL),
  ('gla', 'Scottish Gaelic', 'Indo-European', 'Latin', 0.06),
  ('cym', 'Welsh', 'Indo-European', 'Latin', 0.6),
  ('bre', 'Breton', 'Indo-European', 'Latin', 0.2),
  ('pol', 'Polish', 'Indo-European', 'Latin', 40),
  ('ces', 'Czech', 'Indo-European', 'Latin', 10.7),
  ('slk', 'Slovak', 'Indo-European', 'Latin', 5),
  ('slv', 'Slovene', 'Indo-European', 'Latin', 2.2),
  ('hrv', 'Croatian', 'Indo-European', 'Latin', 5.5),
  ('bos', 'Bosnian', 'Indo-European', 'Latin', 2.5),
  ('cnr', 'Montenegrin', 'Indo-European', 'Latin', 0.25),
  ('srp', 'Serbian', 'Indo-European', 'Cyrillic', 9),  -- also in Latin letters
  ('mkd', 'Macedonian', 'Indo-European', 'Cyrillic', 1.6),
  ('bul', 'Bulgarian', 'Indo-European', 'Cyrillic', 7.5),
  ('rus', 'Russian', 'Indo-European', 'Cyrillic', 147),
  ('ukr', 'Ukrainian', 'Indo-European', 'Cyrillic', 33),
  ('bel', 'Belarusian', 'Indo-European', 'Cyrillic', 3.5),
  ('lit', 'Lithuanian', 'Indo-European', 'Latin', 2.8),
  ('lav', 'Latvian', 'Indo-European', 'Latin', 1.5),
  ('ell', 'Greek', 'Indo-European', 'Greek', 13),
  ('sqi', 'Albanian', 'Indo-European', 'Latin', 7.5),
  ('hye', 'Armenian', 'Indo-European', 'Armenian', 5.3),
  ('fas', 'Persian', 'Indo-European', 'Arabic', 65),  -- Dari included
  ('tgk', 'Tajik', 'Indo-European', 'Cyrillic', 10),
  ('pus', 'Pashto', 'Indo-European', 'Arabic', 45),
  ('kur', 'Kurdish', 'Indo-European', 'Latin', 28),  -- Arabic letters in Iraq and Iran
  ('bal', 'Balochi', 'Indo-European', 'Arabic', 9),
  ('hin', 'Hindi', 'Indo-European', 'Devanagari', 345),
  ('urd', 'Urdu', 'Indo-European', 'Arabic', 70),
  ('ben', 'Bengali', 'Indo-European', 'Bengali', 237),
  ('mar', 'Marathi', 'Indo-European', 'Devanagari', 83),
  ('guj', 'Gujarati', 'Indo-European', 'Gujarati', 57),
  ('pan', 'Punjabi', 'Indo-European', 'Gurmukhi', 115),  -- Arabic letters in Pakistan
  ('snd', 'Sindhi', 'Indo-European', 'Arabic', 33),
  ('nep', 'Nepali', 'Indo-European', 'Devanagari', 19),
  ('mai', 'Maithili', 'Indo-European', 'Devanagari', 34),
  ('bho', 'Bhojpuri', 'Indo-European', 'Devanagari', 52),
  ('sin', 'Sinhala', 'Indo-European', 'Sinhala', 16),
  ('div', 'Dhivehi', 'Indo-European', 'Thaana', 0.35),
  -- Dravidian
  ('tam', 'Tamil', 'Dravidian', 'Tamil', 79),
  ('tel', 'Telugu', 'Dravidian', 'Telugu', 83),
  ('kan', 'Kannada', 'Dravidian', 'Kannada', 44),
  ('mal', 'Malayalam', 'Dravidian', 'Malayalam', 36),
  -- Uralic
  ('fin', 'Finnish', 'Uralic', 'Latin', 5),
  ('est', 'Estonian', 'Uralic', 'Latin', 1.1),
  ('hun', 'Hungarian', 'Uralic', 'Latin', 13),
  ('sme', 'Northern Sami', 'Uralic', 'Latin', 0.025),
  -- Language isolate
  ('eus', 'Basque', 'Language isolate', 'Latin', 0.75),
  -- Turkic
  ('tur', 'Turkish', 'Turkic', 'Latin', 84),
  ('aze', 'Azerbaijani', 'Turkic', 'Latin', 24),
  ('kaz', 'Kazakh', 'Turkic', 'Cyrillic', 14),
  ('kir', 'Kyrgyz', 'Turkic', 'Cyrillic', 5),
  ('uzb', 'Uzbek', 'Turkic', 'Latin', 33),
  ('tuk', 'Turkmen', 'Turkic', 'Latin', 7),
  ('tat', 'Tatar', 'Turkic', 'Cyrillic', 4.3),
  ('uig', 'Uyghur', 'Turkic', 'Arabic', 11),
  -- Kartvelian
  ('kat', 'Georgian', 'Kartvelian', 'Georgian', 3.8),
  -- Northeast Caucasian
  ('che', 'Chechen', 'Northeast Caucasian', 'Cyrillic', 1.7),
  -- Afro-Asiatic
  ('ara', 'Arabic', 'Afro-Asiatic', 'Arabic', 360),  -- all varieties together
  ('heb', 'Hebrew', 'Afro-Asiatic', 'Hebrew', 5),
  ('mlt', 'Maltese', 'Afro-Asiatic', 'Latin', 0.5),
  ('ber', 'Berber', 'Afro-Asiatic', 'Tifinagh', NULL),  -- Tamazight and its relatives
  ('amh', 'Amharic', 'Afro-Asiatic', 'Ge''ez', 35),
  ('tir', 'Tigrinya', 'Afro-Asiatic', 'Ge''ez', 9.5),
  ('orm', 'Oromo', 'Afro-Asiatic', 'Latin', 37),
  ('som', 'Somali', 'Afro-Asiatic', 'Latin', 22),
  ('hau', 'Hausa', 'Afro-Asiatic', 'Latin', 54),
  -- Niger-Congo
  ('swa', 'Swahili', 'Niger-Congo', 'Latin', 16),  -- many more as a second language
  ('yor', 'Yoruba', 'Niger-Congo', 'Latin', 45),
  ('ibo', 'Igbo', 'Niger-Congo', 'Latin', 31),
  ('ful', 'Fula', 'Niger-Congo', 'Latin', 37),
  ('wol', 'Wolof', 'Niger-Congo', 'Latin', 5.5),
  ('aka', 'Akan', 'Niger-Congo', 'Latin', 9.8),
  ('mos', 'Mooré', 'Niger-Congo', 'Latin', 8),
  ('zul', 'Zulu', 'Niger-Congo', 'Latin', 13),
  ('xho', 'Xhosa', 'Niger-Congo', 'Latin', 8),
  ('sot', 'Sotho', 'Niger-Congo', 'Latin', 5.6),
  ('tsn', 'Tswana', 'Niger-Congo', 'Latin', 5.8),
  ('ssw', 'Swazi', 'Niger-Congo', 'Latin', 2.4),
  ('nde', 'Northern Ndebele', 'Niger-Congo', 'Latin', 1.6),
  ('sna', 'Shona', 'Niger-Congo', 'Latin', 9),
  ('nya', 'Chewa', 'Niger-Congo', 'Latin', 12),
  ('vmw', 'Makhuwa', 'Niger-Congo', 'Latin', 7),
  ('kua', 'Ovambo', 'Niger-Congo', 'Latin', NULL),
  ('kin', 'Kinyarwanda', 'Niger-Congo', 'Latin', 13),
  ('run', 'Kirundi', 'Niger-Congo', 'Latin', 11),
  ('lug', 'Luganda', 'Niger-Congo', 'Latin', 5.6),
  ('lin', 'Lingala', 'Niger-Congo', 'Latin', 20),
  ('zdj', 'Comorian', 'Niger-Congo', 'Latin', 0.9),
  -- Mande
  ('bam', 'Bambara', 'Mande', 'Latin', 4.2),
  -- Sino-Tibetan
  ('cmn', 'Mandarin Chinese', 'Sino-Tibetan', 'Chinese', 940),
  ('wuu', 'Wu Chinese', 'Sino-Tibetan', 'Chinese', 83),
  ('yue', 'Cantonese', 'Sino-Tibetan', 'Chinese', 85),
  ('bod', 'Tibetan', 'Sino-Tibetan', 'Tibetan', 6),
  ('dzo', 'Dzongkha', 'Sino-Tibetan', 'Tibetan', 0.2),
  ('mya', 'Burmese', 'Sino-Tibetan', 'Burmese', 33),
  -- Japonic
  ('jpn', 'Japanese', 'Japonic', 'Japanese', 123),
  -- Koreanic
  ('kor', 'Korean', 'Koreanic', 'Hangul', 81),
  -- Mongolic
  ('mon', 'Mongolian', 'Mongolic', 'Cyrillic', 5.2),
  -- Kra-Dai
  ('tha', 'Thai', 'Kra-Dai', 'Thai', NULL),
  ('lao', 'Lao', 'Kra-Dai', 'Lao', 4),
  -- Austroasiatic
  ('khm', 'Khmer', 'Austroasiatic', 'Khmer', 17),
  ('vie', 'Vietnamese', 'Austroasiatic', 'Latin', 85),
  -- Austronesian
  ('ind', 'Indonesian', 'Austronesian', 'Latin', 43),  -- many more as a second language
  ('msa', 'Malay', 'Austronesian', 'Latin', 19),
  ('jav', 'Javanese', 'Austronesian', 'Latin', 68),
  ('sun', 'Sundanese', 'Austronesian', 'Latin', 32),
  ('tgl', 'Filipino', 'Austronesian', 'Latin', 29),  -- based on Tagalog
  ('ceb', 'Cebuano', 'Austronesian', 'Latin', 20),
  ('tet', 'Tetum', 'Austronesian', 'Latin', 0.5),
  ('mlg', 'Malagasy', 'Austronesian', 'Latin', 25),
  ('mri', 'Māori', 'Austronesian', 'Latin', 0.05),
  ('smo', 'Samoan', 'Austronesian', 'Latin', 0.5),
  ('ton', 'Tongan', 'Austronesian', 'Latin', 0.19),
  ('fij', 'Fijian', 'Austronesian', 'Latin', 0.34),
  ('gil', 'Gilbertese', 'Austronesian', 'Latin', 0.12),
  ('mah', 'Marshallese', 'Austronesian', 'Latin', 0.05),
  ('pau', 'Palauan', 'Austronesian', 'Latin', 0.017),
  ('nau', 'Nauruan', 'Austronesian', 'Latin', 0.007),
  ('tvl', 'Tuvaluan', 'Austronesian', 'Latin', 0.012),
  ('chk', 'Chuukese', 'Austronesian', 'Latin', 0.05),
  -- Quechuan
  ('que', 'Quechua', 'Quechuan', 'Latin', 7.5),
  -- Aymaran
  ('aym', 'Aymara', 'Aymaran', 'Latin', 1.7),
  -- Tupian
  ('grn', 'Guaraní', 'Tupian', 'Latin', 6.5),
  -- Araucanian
  ('arn', 'Mapudungun', 'Araucanian', 'Latin', 0.25),
  -- Uto-Aztecan
  ('nah', 'Nahuatl', 'Uto-Aztecan', 'Latin', 1.7),
  -- Mayan
  ('yua', 'Yucatec Maya', 'Mayan', 'Latin', 0.8),
  ('quc', 'K''iche''', 'Mayan', 'Latin', 1.1),
  -- Na-Dene
  ('nav', 'Navajo', 'Na-Dene', 'Latin', 0.17),
  -- Creole
  ('hat', 'Haitian Creole', 'Creole', 'Latin', 12),
  ('jam', 'Jamaican Patois', 'Creole', 'Latin', 3),
  ('mfe', 'Mauritian Creole', 'Creole', 'Latin', 1.1),
  ('crs', 'Seychellois Creole', 'Creole', 'Latin', 0.09),
  ('kea', 'Cape Verdean Creole', 'Creole', 'Latin', 0.9),
  ('sag', 'Sango', 'Creole', 'Latin', 0.5),
  ('srn', 'Sranan Tongo', 'Creole', 'Latin', NULL),
  ('tpi', 'Tok Pisin', 'Creole', 'Latin', 0.12),
  ('bis', 'Bislama', 'Creole', 'Latin', NULL),
  ('pij', 'Pijin', 'Creole', 'Latin', NULL);

-- status: official = of the whole country, by law or in practice; recognised = a national, regional or
-- minority language with a legal standing; unofficial = none of these. The list is not complete. The
-- percentages of a country may add up to more than 100, since some people have two such languages; NULL
-- stands where we have no good figure (often a language of schools and offices that few speak at home).
INSERT INTO country_languages
  (country_iso, language_code, percent_speakers, status)
VALUES
  -- Africa
  ('DZA', 'ara', 73, 'official'),  -- Algeria: Arabic
  ('DZA', 'ber', 25, 'official'),  -- Algeria: Berber
  ('DZA', 'fra', NULL, 'unofficial'),  -- Algeria: French
  ('EGY', 'ara', 98, 'official'),  -- Egypt: Arabic
  ('LBY', 'ara', 95, 'official'),  -- Libya: Arabic
  ('LBY', 'ber', NULL, 'unofficial'),  -- Libya: Berber
  ('MAR', 'ara', 75, 'official'),  -- Morocco: Arabic
  ('MAR', 'ber', 25, 'official'),  -- Morocco: Berber
  ('MAR', 'fra', NULL, 'unofficial'),  -- Morocco: French
  ('SDN', 'ara', NULL, 'official'),  -- Sudan: Arabic
  ('SDN', 'eng', NULL, 'official'),  -- Sudan: English
  ('TUN', 'ara', 98, 'official'),  -- Tunisia: Arabic
  ('TUN', 'fra', NULL, 'unofficial'),  -- Tunisia: French
  ('BDI', 'run', 98, 'official'),  -- Burundi: Kirundi
  ('BDI', 'fra', NULL, 'official'),  -- Burundi: French
  ('BDI', 'eng', NULL, 'official'),  -- Burundi: English
  ('BDI', 'swa', NULL, 'unofficial'),  -- Burundi: Swahili
  ('COM', 'zdj', 97, 'official'),  -- Comoros: Comorian
  ('COM', 'ara', NULL, 'official'),  -- Comoros: Arabic
  ('COM', 'fra', NULL, 'official'),  -- Comoros: French
  ('DJI', 'fra', NULL, 'official'),  -- Djibouti: French
  ('DJI', 'ara', NULL, 'official'),  -- Djibouti: Arabic
  ('DJI', 'som', 60, 'unofficial'),  -- Djibouti: Somali
  ('ERI', 'tir', 55, 'official'),  -- Eritrea: Tigrinya
  ('ERI', 'ara', NULL, 'official'),  -- Eritrea: Arabic
  ('ERI', 'eng', NULL, 'official'),  -- Eritrea: English
  ('ETH', 'orm', 34, 'official'),  -- Ethiopia: Oromo
  ('ETH', 'amh', 29, 'official'),  -- Ethiopia: Amharic
  ('ETH', 'som', 6, 'official'),  -- Ethiopia: Somali
  ('ETH', 'tir', 6, 'official'),  -- Ethiopia: Tigrinya
  ('KEN', 'swa', NULL, 'official'),  -- Kenya: Swahili
  ('KEN', 'eng', NULL, 'official'),  -- Kenya: English
  ('KEN', 'som', NULL, 'unofficial'),  -- Kenya: Somali
  ('MDG', 'mlg', 98, 'official'),  -- Madagascar: Malagasy
  ('MDG', 'fra', NULL, 'official'),  -- Madagascar: French
  ('MWI', 'nya', 57, 'recognised'),  -- Malawi: Chewa
  ('MWI', 'eng', NULL, 'official'),  -- Malawi: English
  ('MUS', 'mfe', 86, 'unofficial'),  -- Mauritius: Mauritian Creole
  ('MUS', 'fra', 4, 'recognised'),  -- Mauritius: French
  ('MUS', 'eng', 1, 'official'),  -- Mauritius: English
  ('MOZ', 'vmw', 26, 'unofficial'),  -- Mozambique: Makhuwa
  ('MOZ', 'por', 17, 'official'),  -- Mozambique: Portuguese
  ('RWA', 'kin', 93, 'official'),  -- Rwanda: Kinyarwanda
  ('RWA', 'eng', NULL, 'official'),  -- Rwanda: English
  ('RWA', 'fra', NULL, 'official'),  -- Rwanda: French
  ('RWA', 'swa', NULL, 'official'),  -- Rwanda: Swahili
  ('SYC', 'crs', 89, 'official'),  -- Seychelles: Seychellois Creole
  ('SYC', 'eng', 5, 'official'),  -- Seychelles: English
  ('SYC', 'fra', 1, 'official'),  -- Seychelles: French
  ('SOM', 'som', 95, 'official'),  -- Somalia: Somali
  ('SOM', 'ara', NULL, 'official'),  -- Somalia: Arabic
  ('SSD', 'eng', NULL, 'official'),  -- South Sudan: English
  ('SSD', 'ara', NULL, 'unofficial'),  -- South Sudan: Arabic
  ('TZA', 'swa', NULL, 'official'),  -- Tanzania: Swahili
  ('TZA', 'eng', NULL, 'official'),  -- Tanzania: English
  ('UGA', 'lug', 17, 'unofficial'),  -- Uganda: Luganda
  ('UGA', 'eng', NULL, 'official'),  -- Uganda: English
  ('UGA', 'swa', NULL, 'official'),  -- Uganda: Swahili
  ('ZMB', 'nya', 15, 'recognised'),  -- Zambia: Chewa
  ('ZMB', 'eng', 2, 'official'),  -- Zambia: English
  ('ZWE', 'sna', 80, 'official'),  -- Zimbabwe: Shona
  ('ZWE', 'nde', 11, 'official'),  -- Zimbabwe: Northern Ndebele
  ('ZWE', 'eng', NULL, 'official'),  -- Zimbabwe: English
  ('ZWE', 'tsn', NULL, 'official'),  -- Zimbabwe: Tswana
  ('ZWE', 'xho', NULL, 'official'),  -- Zimbabwe: Xhosa
  ('ZWE', 'sot', NULL, 'official'),  -- Zimbabwe: Sotho
  ('ZWE', 'nya', NULL, 'official'),  -- Zimbabwe: Chewa
  ('AGO', 'por', 71, 'official'),  -- Angola: Portuguese
  ('CMR', 'fra', NULL, 'official'),  -- Cameroon: French
  ('CMR', 'eng', NULL, 'official'),  -- Cameroon: English
  ('CMR', 'ful', NULL, 'unofficial'),  -- Cameroon: Fula
  ('CAF', 'sag', NULL, 'official'),  -- Central African Republic: Sango
  ('CAF', 'fra', NULL, 'official'),  -- Central African Republic: French
  ('TCD', 'ara', 12, 'official'),  -- Chad: Arabic
  ('TCD', 'fra', NULL, 'official'),  -- Chad: French
  ('COD', 'fra', NULL, 'official'),  -- Democratic Republic of the Congo: French
  ('COD', 'lin', NULL, 'recognised'),  -- Democratic Republic of the Congo: Lingala
  ('COD', 'swa', NULL, 'recognised'),  -- Democratic Republic of the Congo: Swahili
  ('GNQ', 'spa', NULL, 'official'),  -- Equatorial Guinea: Spanish
  ('GNQ', 'fra', NULL, 'official'),  -- Equatorial Guinea: French
  ('GNQ', 'por', NULL, 'official'),  -- Equatorial Guinea: Portuguese
  ('GAB', 'fra', NULL, 'official'),  -- Gabon: French
  ('COG', 'fra', NULL, 'official'),  -- Republic of the Congo: French
  ('COG', 'lin', NULL, 'recognised'),  -- Republic of the Congo: Lingala
  ('STP', 'por', 98, 'official'),  -- São Tomé and Príncipe: Portuguese
  ('BWA', 'tsn', 77, 'recognised'),  -- Botswana: Tswana
  ('BWA', 'eng', 3, 'official'),  -- Botswana: English
  ('SWZ', 'ssw', 95, 'official'),  -- Eswatini: Swazi
  ('SWZ', 'eng', NULL, 'official'),  -- Eswatini: English
  ('SWZ', 'zul', NULL, 'unofficial'),  -- Eswatini: Zulu
  ('LSO', 'sot', 90, 'official'),  -- Lesotho: Sotho
  ('LSO', 'eng', NULL, 'official'),  -- Lesotho: English
  ('LSO', 'zul', NULL, 'unofficial'),  -- Lesotho: Zulu
  ('LSO', 'xho', NULL, 'unofficial'),  -- Lesotho: Xhosa
  ('NAM', 'kua', 49, 'recognised'),  -- Namibia: Ovambo
  ('NAM', 'afr', 10, 'recognised'),  -- Namibia: Afrikaans
  ('NAM', 'eng', 3, 'official'),  -- Namibia: English
  ('NAM', 'deu', 1, 'recognised'),  -- Namibia: German
  ('NAM', 'tsn', NULL, 'recognised'),  -- Namibia: Tswana
  ('ZAF', 'zul', 24, 'official'),  -- South Africa: Zulu
  ('ZAF', 'xho', 16, 'official'),  -- South Africa: Xhosa
  ('ZAF', 'afr', 11, 'official'),  -- South Africa: Afrikaans
  ('ZAF', 'eng', 9, 'official'),  -- South Africa: English
  ('ZAF', 'tsn', 8, 'official'),  -- South Africa: Tswana
  ('ZAF', 'sot', 8, 'official'),  -- South Africa: Sotho
  ('ZAF', 'ssw', 3, 'official'),  -- South Africa: Swazi
  ('BEN', 'fra', NULL, 'official'),  -- Benin: French
  ('BEN', 'yor', 12, 'recognised'),  -- Benin: Yoruba
  ('BFA', 'mos', 52, 'recognised'),  -- Burkina Faso: Mooré
  ('BFA', 'ful', 9, 'recognised'),  -- Burkina Faso: Fula
  ('BFA', 'fra', 2, 'official'),  -- Burkina Faso: French
  ('CPV', 'por', NULL, 'official'),  -- Cape Verde: Portuguese
  ('CPV', 'kea', 97, 'recognised'),  -- Cape Verde: Cape Verdean Creole
  ('CIV', 'fra', NULL, 'official'),  -- Côte d'Ivoire: French
  ('GMB', 'eng', NULL, 'official'),  -- Gambia: English
  ('GMB', 'ful', 18, 'unofficial'),  -- Gambia: Fula
  ('GMB', 'wol', 12, 'unofficial'),  -- Gambia: Wolof
  ('GHA', 'eng', NULL, 'official'),  -- Ghana: English
  ('GHA', 'aka', 47, 'recognised'),  -- Ghana: Akan
  ('GIN', 'ful', 32, 'recognised'),  -- Guinea: Fula
  ('GIN', 'fra', NULL, 'official'),  -- Guinea: French
  ('GNB', 'por', NULL, 'official'),  -- Guinea-Bissau: Portuguese
  ('GNB', 'ful', NULL, 'unofficial'),  -- Guinea-Bissau: Fula
  ('LBR', 'eng', 20, 'official'),  -- Liberia: English
  ('MLI', 'bam', 46, 'official'),  -- Mali: Bambara
  ('MLI', 'ful', 9, 'official'),  -- Mali: Fula
  ('MLI', 'fra', NULL, 'recognised'),  -- Mali: French
  ('MRT', 'ara', NULL, 'official'),  -- Mauritania: Arabic
  ('MRT', 'ful', NULL, 'recognised'),  -- Mauritania: Fula
  ('MRT', 'wol', NULL, 'recognised'),  -- Mauritania: Wolof
  ('MRT', 'fra', NULL, 'unofficial'),  -- Mauritania: French
  ('NER', 'hau', 55, 'recognised'),  -- Niger: Hausa
  ('NER', 'ful', 8, 'recognised'),  -- Niger: Fula
  ('NER', 'fra', NULL, 'official'),  -- Niger: French
  ('NGA', 'hau', 30, 'recognised'),  -- Nigeria: Hausa
  ('NGA', 'yor', 16, 'recognised'),  -- Nigeria: Yoruba
  ('NGA', 'ibo', 15, 'recognised'),  -- Nigeria: Igbo
  ('NGA', 'ful', 6, 'unofficial'),  -- Nigeria: Fula
  ('NGA', 'eng', NULL, 'official'),  -- Nigeria: English
  ('SEN', 'wol', 40, 'recognised'),  -- Senegal: Wolof
  ('SEN', 'ful', 25, 'recognised'),  -- Senegal: Fula
  ('SEN', 'fra', NULL, 'official'),  -- Senegal: French
  ('SLE', 'eng', NULL, 'official'),  -- Sierra Leone: English
  ('TGO', 'fra', NULL, 'official'),  -- Togo: French
  -- Asia
  ('KAZ', 'kaz', 65, 'official'),  -- Kazakhstan: Kazakh
  ('KAZ', 'rus', NULL, 'official'),  -- Kazakhstan: Russian
  ('KAZ', 'uzb', 3, 'unofficial'),  -- Kazakhstan: Uzbek
  ('KAZ', 'uig', 1, 'unofficial'),  -- Kazakhstan: Uyghur
  ('KGZ', 'kir', 71, 'official'),  -- Kyrgyzstan: Kyrgyz
  ('KGZ', 'uzb', 14, 'unofficial'),  -- Kyrgyzstan: Uzbek
  ('KGZ', 'rus', 9, 'official'),  -- Kyrgyzstan: Russian
  ('TJK', 'tgk', 84, 'official'),  -- Tajikistan: Tajik
  ('TJK', 'uzb', 12, 'unofficial'),  -- Tajikistan: Uzbek
  ('TJK', 'rus', NULL, 'recognised'),  -- Tajikistan: Russian
  ('TKM', 'tuk', 72, 'official'),  -- Turkmenistan: Turkmen
  ('TKM', 'rus', 12, 'unofficial'),  -- Turkmenistan: Russian
  ('TKM', 'uzb', 9, 'unofficial'),  -- Turkmenistan: Uzbek
  ('UZB', 'uzb', 74, 'official'),  -- Uzbekistan: Uzbek
  ('UZB', 'rus', 14, 'unofficial'),  -- Uzbekistan: Russian
  ('UZB', 'tgk', 4, 'unofficial'),  -- Uzbekistan: Tajik
  ('CHN', 'cmn', 70, 'official'),  -- China: Mandarin Chinese
  ('CHN', 'wuu', 6, 'unofficial'),  -- China: Wu Chinese
  ('CHN', 'yue', 5, 'recognised'),  -- China: Cantonese
  ('CHN', 'uig', 0.8, 'recognised'),  -- China: Uyghur
  ('CHN', 'bod', 0.4, 'recognised'),  -- China: Tibetan
  ('CHN', 'mon', 0.3, 'recognised'),  -- China: Mongolian
  ('CHN', 'kaz', 0.1, 'recognised'),  -- China: Kazakh
  ('CHN', 'kor', 0.1, 'recognised'),  -- China: Korean
  ('JPN', 'jpn', 99, 'official'),  -- Japan: Japanese
  ('MNG', 'mon', 90, 'official'),  -- Mongolia: Mongolian
  ('MNG', 'kaz', 4, 'unofficial'),  -- Mongolia: Kazakh
  ('PRK', 'kor', 99, 'official'),  -- North Korea: Korean
  ('KOR', 'kor', 99, 'official'),  -- South Korea: Korean
  ('BRN', 'msa', NULL, 'official'),  -- Brunei: Malay
  ('BRN', 'eng', NULL, 'unofficial'),  -- Brunei: English
  ('KHM', 'khm', 96, 'official'),  -- Cambodia: Khmer
  ('IDN', 'jav', 32, 'unofficial'),  -- Indonesia: Javanese
  ('IDN', 'ind', 20, 'official'),  -- Indonesia: Indonesian
  ('IDN', 'sun', 15, 'unofficial'),  -- Indonesia: Sundanese
  ('LAO', 'lao', 53, 'official'),  -- Laos: Lao
  ('LAO', 'fra', NULL, 'unofficial'),  -- Laos: French
  ('MYS', 'msa', NULL, 'official'),  -- Malaysia: Malay
  ('MYS', 'eng', NULL, 'recognised'),  -- Malaysia: English
  ('MYS', 'cmn', NULL, 'unofficial'),  -- Malaysia: Mandarin Chinese
  ('MYS', 'tam', NULL, 'unofficial'),  -- Malaysia: Tamil
  ('MMR', 'mya', 68, 'official'),  -- Myanmar: Burmese
  ('PHL', 'tgl', 40, 'official'),  -- Philippines: Filipino
  ('PHL', 'ceb', 22, 'recognised'),  -- Philippines: Cebuano
  ('PHL', 'eng', NULL, 'official'),  -- Philippines: English
  ('SGP', 'eng', 48, 'official'),  -- Singapore: English
  ('SGP', 'cmn', 30, 'official'),  -- Singapore: Mandarin Chinese
  ('SGP', 'msa', 9, 'official'),  -- Singapore: Malay
  ('SGP', 'tam', 2.5, 'official'),  -- Singapore: Tamil
  ('THA', 'tha', 90, 'official'),  -- Thailand: Thai
  ('THA', 'msa', 2, 'unofficial'),  -- Thailand: Malay
  ('TLS', 'tet', 31, 'official'),  -- Timor-Leste: Tetum
  ('TLS', 'por', NULL, 'official'),  -- Timor-Leste: Portuguese
  ('TLS', 'ind', NULL, 'recognised'),  -- Timor-Leste: Indonesian
  ('TLS', 'eng', NULL, 'recognised'),  -- Timor-Leste: English
  ('VNM', 'vie', 86, 'official'),  -- Vietnam: Vietnamese
  ('VNM', 'khm', 1, 'unofficial'),  -- Vietnam: Khmer
  ('AFG', 'fas', 48, 'official'),  -- Afghanistan: Persian
  ('AFG', 'pus', 40, 'official'),  -- Afghanistan: Pashto
  ('AFG', 'uzb', 9, 'recognised'),  -- Afghanistan: Uzbek
  ('AFG', 'tuk', 3, 'recognised'),  -- Afghanistan: Turkmen
  ('BGD', 'ben', 99, 'official'),  -- Bangladesh: Bengali
  ('BTN', 'dzo', 24, 'official'),  -- Bhutan: Dzongkha
  ('BTN', 'nep', 22, 'unofficial'),  -- Bhutan: Nepali
  ('IND', 'hin', 44, 'official'),  -- India: Hindi
  ('IND', 'ben', 8, 'recognised'),  -- India: Bengali
  ('IND', 'mar', 7, 'recognised'),  -- India: Marathi
  ('IND', 'tel', 7, 'recognised'),  -- India: Telugu
  ('IND', 'tam', 6, 'recognised'),  -- India: Tamil
  ('IND', 'guj', 4.6, 'recognised'),  -- India: Gujarati
  ('IND', 'urd', 4.2, 'recognised'),  -- India: Urdu
  ('IND', 'kan', 3.6, 'recognised'),  -- India: Kannada
  ('IND', 'mal', 2.9, 'recognised'),  -- India: Malayalam
  ('IND', 'pan', 2.7, 'recognised'),  -- India: Punjabi
  ('IND', 'mai', 1.1, 'recognised'),  -- India: Maithili
  ('IND', 'nep', 0.2, 'recognised'),  -- India: Nepali
  ('IND', 'snd', 0.2, 'recognised'),  -- India: Sindhi
  ('IND', 'eng', NULL, 'official'),  -- India: English
  ('IRN', 'fas', 53, 'official'),  -- Iran: Persian
  ('IRN', 'aze', 18, 'unofficial'),  -- Iran: Azerbaijani
  ('IRN', 'kur', 10, 'unofficial'),  -- Iran: Kurdish
  ('IRN', 'ara', 2, 'unofficial'),  -- Iran: Arabic
  ('IRN', 'bal', 2, 'unofficial'),  -- Iran: Balochi
  ('IRN', 'hye', NULL, 'unofficial'),  -- Iran: Armenian
  ('MDV', 'div', 98, 'official'),  -- Maldives: Dhivehi
  ('MDV', 'eng', NULL, 'unofficial'),  -- Maldives: English
  ('NPL', 'nep', 45, 'official'),  -- Nepal: Nepali
  ('NPL', 'mai', 11, 'recognised'),  -- Nepal: Maithili
  ('NPL', 'bho', 6, 'recognised'),  -- Nepal: Bhojpuri
  ('PAK', 'pan', 37, 'unofficial'),  -- Pakistan: Punjabi
  ('PAK', 'pus', 18, 'recognised'),  -- Pakistan: Pashto
  ('PAK', 'snd', 14, 'recognised'),  -- Pakistan: Sindhi
  ('PAK', 'urd', 9, 'official'),  -- Pakistan: Urdu
  ('PAK', 'bal', 3, 'recognised'),  -- Pakistan: Balochi
  ('PAK', 'eng', NULL, 'official'),  -- Pakistan: English
  ('LKA', 'sin', 74, 'official'),  -- Sri Lanka: Sinhala
  ('LKA', 'tam', 25, 'official'),  -- Sri Lanka: Tamil
  ('LKA', 'eng', NULL, 'recognised'),  -- Sri Lanka: English
  ('ARM', 'hye', 98, 'official'),  -- Armenia: Armenian
  ('ARM', 'kur', 1, 'recognised'),  -- Armenia: Kurdish
  ('ARM', 'rus', 1, 'unofficial'),  -- Armenia: Russian
  ('AZE', 'aze', 92, 'official'),  -- Azerbaijan: Azerbaijani
  ('AZE', 'rus', 1, 'unofficial'),  -- Azerbaijan: Russian
  ('BHR', 'ara', NULL, 'official'),  -- Bahrain: Arabic
  ('BHR', 'eng', NULL, 'unofficial'),  -- Bahrain: English
  ('BHR', 'urd', NULL, 'unofficial'),  -- Bahrain: Urdu
  ('CYP', 'ell', 81, 'official'),  -- Cyprus: Greek
  ('CYP', 'eng', 4, 'unofficial'),  -- Cyprus: English
  ('CYP', 'tur', NULL, 'official'),  -- Cyprus: Turkish
  ('GEO', 'kat', 88, 'official'),  -- Georgia: Georgian
  ('GEO', 'aze', 6, 'unofficial'),  -- Georgia: Azerbaijani
  ('GEO', 'hye', 4, 'unofficial'),  -- Georgia: Armenian
  ('GEO', 'rus', 1, 'unofficial'),  -- Georgia: Russian
  ('IRQ', 'ara', 75, 'official'),  -- Iraq: Arabic
  ('IRQ', 'kur', 18, 'official'),  -- Iraq: Kurdish
  ('ISR', 'heb', 49, 'official'),  -- Israel: Hebrew
  ('ISR', 'ara', 18, 'recognised'),  -- Israel: Arabic
  ('ISR', 'rus', 15, 'unofficial'),  -- Israel: Russian
  ('JOR', 'ara', 98, 'official'),  -- Jordan: Arabic
  ('JOR', 'eng', NULL, 'unofficial'),  -- Jordan: English
  ('KWT', 'ara', NULL, 'official'),  -- Kuwait: Arabic
  ('KWT', 'eng', NULL, 'unofficial'),  -- Kuwait: English
  ('LBN', 'ara', 95, 'official'),  -- Lebanon: Arabic
  ('LBN', 'hye', NULL, 'unofficial'),  -- Lebanon: Armenian
  ('LBN', 'fra', NULL, 'recognised'),  -- Lebanon: French
  ('OMN', 'ara', NULL, 'official'),  -- Oman: Arabic
  ('PSE', 'ara', NULL, 'official'),  -- Palestine: Arabic
  ('PSE', 'heb', NULL, 'unofficial'),  -- Palestine: Hebrew
  ('QAT', 'ara', NULL, 'official'),  -- Qatar: Arabic
  ('QAT', 'eng', NULL, 'unofficial'),  -- Qatar: English
  ('QAT', 'urd', NULL, 'unofficial'),  -- Qatar: Urdu
  ('SAU', 'ara', NULL, 'official'),  -- Saudi Arabia: Arabic
  ('SYR', 'ara', 87, 'official'),  -- Syria: Arabic
  ('SYR', 'kur', 8, 'unofficial'),  -- Syria: Kurdish
  ('SYR', 'hye', NULL, 'unofficial'),  -- Syria: Armenian
  ('TUR', 'tur', 85, 'official'),  -- Turkey: Turkish
  ('TUR', 'kur', 12, 'unofficial'),  -- Turkey: Kurdish
  ('TUR', 'ara', 2, 'unofficial'),  -- Turkey: Arabic
  ('ARE', 'ara', NULL, 'official'),  -- United Arab Emirates: Arabic
  ('ARE', 'eng', NULL, 'unofficial'),  -- United Arab Emirates: English
  ('ARE', 'hin', NULL, 'unofficial'),  -- United Arab Emirates: Hindi
  ('ARE', 'urd', NULL, 'unofficial'),  -- United Arab Emirates: Urdu
  ('ARE', 'mal', NULL, 'unofficial'),  -- United Arab Emirates: Malayalam
  ('YEM', 'ara', 98, 'official'),  -- Yemen: Arabic
  -- Europe
  ('BLR', 'rus', 71, 'official'),  -- Belarus: Russian
  ('BLR', 'bel', 26, 'official'),  -- Belarus: Belarusian
  ('BGR', 'bul', 85, 'official'),  -- Bulgaria: Bulgarian
  ('BGR', 'tur', 9, 'unofficial'),  -- Bulgaria: Turkish
  ('CZE', 'ces', 88, 'official'),  -- Czechia: Czech
  ('CZE', 'slk', 1.5, 'recognised'),  -- Czechia: Slovak
  ('HUN', 'hun', 98, 'official'),  -- Hungary: Hungarian
  ('HUN', 'deu', NULL, 'recognised'),  -- Hungary: German
  ('HUN', 'ron', NULL, 'recognised'),  -- Hungary: Romanian
  ('HUN', 'slk', NULL, 'recognised'),  -- Hungary: Slovak
  ('MDA', 'ron', 80, 'official'),  -- Moldova: Romanian
  ('MDA', 'rus', 11, 'unofficial'),  -- Moldova: Russian
  ('MDA', 'ukr', 4, 'unofficial'),  -- Moldova: Ukrainian
  ('MDA', 'bul', 1.5, 'unofficial'),  -- Moldova: Bulgarian
  ('POL', 'pol', 98, 'official'),  -- Poland: Polish
  ('POL', 'deu', 0.2, 'recognised'),  -- Poland: German
  ('POL', 'ukr', NULL, 'unofficial'),  -- Poland: Ukrainian
  ('ROU', 'ron', 92, 'official'),  -- Romania: Romanian
  ('ROU', 'hun', 6, 'recognised'),  -- Romania: Hungarian
  ('ROU', 'ukr', 0.3, 'recognised'),  -- Romania: Ukrainian
  ('ROU', 'deu', 0.1, 'recognised'),  -- Romania: German
  ('ROU', 'tur', 0.1, 'recognised'),  -- Romania: Turkish
  ('RUS', 'rus', 86, 'official'),  -- Russia: Russian
  ('RUS', 'tat', 3, 'recognised'),  -- Russia: Tatar
  ('RUS', 'che', 1, 'recognised'),  -- Russia: Chechen
  ('RUS', 'ukr', 0.5, 'unofficial'),  -- Russia: Ukrainian
  ('SVK', 'slk', 82, 'official'),  -- Slovakia: Slovak
  ('SVK', 'hun', 9, 'recognised'),  -- Slovakia: Hungarian
  ('SVK', 'ces', 0.6, 'recognised'),  -- Slovakia: Czech
  ('SVK', 'ukr', NULL, 'recognised'),  -- Slovakia: Ukrainian
  ('UKR', 'ukr', 68, 'official'),  -- Ukraine: Ukrainian
  ('UKR', 'rus', 30, 'unofficial'),  -- Ukraine: Russian
  ('UKR', 'ron', 0.8, 'recognised'),  -- Ukraine: Romanian
  ('UKR', 'hun', 0.3, 'recognised'),  -- Ukraine: Hungarian
  ('DNK', 'dan', 90, 'official'),  -- Denmark: Danish
  ('DNK', 'deu', 0.4, 'recognised'),  -- Denmark: German
  ('EST', 'est', 67, 'official'),  -- Estonia: Estonian
  ('EST', 'rus', 28, 'unofficial'),  -- Estonia: Russian
  ('FIN', 'fin', 86, 'official'),  -- Finland: Finnish
  ('FIN', 'swe', 5, 'official'),  -- Finland: Swedish
  ('FIN', 'rus', 2, 'unofficial'),  -- Finland: Russian
  ('FIN', 'est', 1, 'unofficial'),  -- Finland: Estonian
  ('FIN', 'sme', 0.03, 'recognised'),  -- Finland: Northern Sami
  ('ISL', 'isl', 85, 'official'),  -- Iceland: Icelandic
  ('ISL', 'pol', 5, 'unofficial'),  -- Iceland: Polish
  ('IRL', 'eng', 90, 'official'),  -- Ireland: English
  ('IRL', 'pol', 3, 'unofficial'),  -- Ireland: Polish
  ('IRL', 'gle', 2, 'official'),  -- Ireland: Irish
  ('LVA', 'lav', 61, 'official'),  -- Latvia: Latvian
  ('LVA', 'rus', 34, 'unofficial'),  -- Latvia: Russian
  ('LTU', 'lit', 85, 'official'),  -- Lithuania: Lithuanian
  ('LTU', 'rus', 7, 'unofficial'),  -- Lithuania: Russian
  ('LTU', 'pol', 5, 'unofficial'),  -- Lithuania: Polish
  ('NOR', 'nor', 88, 'official'),  -- Norway: Norwegian
  ('NOR', 'pol', 2, 'unofficial'),  -- Norway: Polish
  ('NOR', 'sme', NULL, 'recognised'),  -- Norway: Northern Sami
  ('SWE', 'swe', 85, 'official'),  -- Sweden: Swedish
  ('SWE', 'fin', 2, 'recognised'),  -- Sweden: Finnish
  ('SWE', 'ara', 2, 'unofficial'),  -- Sweden: Arabic
  ('SWE', 'sme', NULL, 'recognised'),  -- Sweden: Northern Sami
  ('GBR', 'eng', 91, 'official'),  -- United Kingdom: English
  ('GBR', 'pol', 1, 'unofficial'),  -- United Kingdom: Polish
  ('GBR', 'cym', 0.9, 'recognised'),  -- United Kingdom: Welsh
  ('GBR', 'pan', 0.5, 'unofficial'),  -- United Kingdom: Punjabi
  ('GBR', 'urd', 0.5, 'unofficial'),  -- United Kingdom: Urdu
  ('GBR', 'ben', 0.3, 'unofficial'),  -- United Kingdom: Bengali
  ('GBR', 'gla', 0.1, 'recognised'),  -- United Kingdom: Scottish Gaelic
  ('GBR', 'gle', NULL, 'recognised'),  -- United Kingdom: Irish
  ('ALB', 'sqi', 98, 'official'),  -- Albania: Albanian
  ('ALB', 'ell', 0.5, 'recognised'),  -- Albania: Greek
  ('AND', 'cat', 44, 'official'),  -- Andorra: Catalan
  ('AND', 'spa', 40, 'unofficial'),  -- Andorra: Spanish
  ('AND', 'por', 13, 'unofficial'),  -- Andorra: Portuguese
  ('AND', 'fra', 10, 'unofficial'),  -- Andorra: French
  ('BIH', 'bos', 53, 'official'),  -- Bosnia and Herzegovina: Bosnian
  ('BIH', 'srp', 31, 'official'),  -- Bosnia and Herzegovina: Serbian
  ('BIH', 'hrv', 15, 'official'),  -- Bosnia and Herzegovina: Croatian
  ('HRV', 'hrv', 95, 'official'),  -- Croatia: Croatian
  ('HRV', 'srp', 1, 'recognised'),  -- Croatia: Serbian
  ('HRV', 'ita', 0.4, 'recognised'),  -- Croatia: Italian
  ('GRC', 'ell', 99, 'official'),  -- Greece: Greek
  ('GRC', 'sqi', NULL, 'unofficial'),  -- Greece: Albanian
  ('GRC', 'tur', NULL, 'unofficial'),  -- Greece: Turkish
  ('ITA', 'ita', 93, 'official'),  -- Italy: Italian
  ('ITA', 'ron', 1.4, 'unofficial'),  -- Italy: Romanian
  ('ITA', 'deu', 0.5, 'recognised'),  -- Italy: German
  ('ITA', 'fra', NULL, 'recognised'),  -- Italy: French
  ('ITA', 'slv', NULL, 'recognised'),  -- Italy: Slovene
  ('MLT', 'mlt', 90, 'official'),  -- Malta: Maltese
  ('MLT', 'eng', 6, 'official'),  -- Malta: English
  ('MNE', 'srp', 43, 'recognised'),  -- Montenegro: Serbian
  ('MNE', 'cnr', 35, 'official'),  -- Montenegro: Montenegrin
  ('MNE', 'bos', 7, 'recognised'),  -- Montenegro: Bosnian
  ('MNE', 'sqi', 5, 'recognised'),  -- Montenegro: Albanian
  ('MNE', 'hrv', 0.4, 'recognised'),  -- Montenegro: Croatian
  ('MKD', 'mkd', 61, 'official'),  -- North Macedonia: Macedonian
  ('MKD', 'sqi', 24, 'official'),  -- North Macedonia: Albanian
  ('MKD', 'tur', 3, 'recognised'),  -- North Macedonia: Turkish
  ('MKD', 'bos', 0.9, 'recognised'),  -- North Macedonia: Bosnian
  ('MKD', 'srp', 0.6, 'recognised'),  -- North Macedonia: Serbian
  ('PRT', 'por', 95, 'official'),  -- Portugal: Portuguese
  ('SMR', 'ita', NULL, 'official'),  -- San Marino: Italian
  ('SRB', 'srp', 84, 'official'),  -- Serbia: Serbian
  ('SRB', 'hun', 2.6, 'recognised'),  -- Serbia: Hungarian
  ('SRB', 'bos', 2.1, 'recognised'),  -- Serbia: Bosnian
  ('SRB', 'sqi', 1, 'recognised'),  -- Serbia: Albanian
  ('SRB', 'slk', 0.6, 'recognised'),  -- Serbia: Slovak
  ('SRB', 'ron', 0.3, 'recognised'),  -- Serbia: Romanian
  ('SVN', 'slv', 88, 'official'),  -- Slovenia: Slovene
  ('SVN', 'hrv', 3, 'unofficial'),  -- Slovenia: Croatian
  ('SVN', 'hun', 0.4, 'recognised'),  -- Slovenia: Hungarian
  ('SVN', 'ita', 0.2, 'recognised'),  -- Slovenia: Italian
  ('ESP', 'spa', 74, 'official'),  -- Spain: Spanish
  ('ESP', 'cat', 17, 'recognised'),  -- Spain: Catalan
  ('ESP', 'glg', 7, 'recognised'),  -- Spain: Galician
  ('ESP', 'eus', 2, 'recognised'),  -- Spain: Basque
  ('VAT', 'ita', NULL, 'official'),  -- Vatican City: Italian
  ('AUT', 'deu', 89, 'official'),  -- Austria: German
  ('AUT', 'tur', 2.3, 'unofficial'),  -- Austria: Turkish
  ('AUT', 'srp', 2.2, 'unofficial'),  -- Austria: Serbian
  ('AUT', 'hrv', 1.6, 'recognised'),  -- Austria: Croatian
  ('AUT', 'hun', 0.5, 'recognised'),  -- Austria: Hungarian
  ('AUT', 'slv', 0.3, 'recognised'),  -- Austria: Slovene
  ('BEL', 'nld', 59, 'official'),  -- Belgium: Dutch
  ('BEL', 'fra', 40, 'official'),  -- Belgium: French
  ('BEL', 'deu', 1, 'official'),  -- Belgium: German
  ('FRA', 'fra', 90, 'official'),  -- France: French
  ('FRA', 'ara', NULL, 'unofficial'),  -- France: Arabic
  ('FRA', 'bre', NULL, 'unofficial'),  -- France: Breton
  ('FRA', 'cat', NULL, 'unofficial'),  -- France: Catalan
  ('FRA', 'eus', NULL, 'unofficial'),  -- France: Basque
  ('DEU', 'deu', 90, 'official'),  -- Germany: German
  ('DEU', 'tur', 3, 'unofficial'),  -- Germany: Turkish
  ('DEU', 'rus', NULL, 'unofficial'),  -- Germany: Russian
  ('DEU', 'pol', NULL, 'unofficial'),  -- Germany: Polish
  ('DEU', 'dan', NULL, 'recognised'),  -- Germany: Danish
  ('LIE', 'deu', 92, 'official'),  -- Liechtenstein: German
  ('LIE', 'ita', 1.5, 'unofficial'),  -- Liechtenstein: Italian
  ('LUX', 'ltz', 49, 'official'),  -- Luxembourg: Luxembourgish
  ('LUX', 'por', 15, 'unofficial'),  -- Luxembourg: Portuguese
  ('LUX', 'fra', 15, 'official'),  -- Luxembourg: French
  ('LUX', 'ita', 3.6, 'unofficial'),  -- Luxembourg: Italian
  ('LUX', 'eng', 3.6, 'unofficial'),  -- Luxembourg: English
  ('LUX', 'deu', 3, 'official'),  -- Luxembourg: German
  ('MCO', 'fra', NULL, 'official'),  -- Monaco: French
  ('MCO', 'ita', NULL, 'unofficial'),  -- Monaco: Italian
  ('MCO', 'eng', NULL, 'unofficial'),  -- Monaco: English
  ('NLD', 'nld', 90, 'official'),  -- Netherlands: Dutch
  ('NLD', 'fry', 2, 'recognised'),  -- Netherlands: West Frisian
  ('NLD', 'eng', NULL, 'unofficial'),  -- Netherlands: English
  ('CHE', 'deu', 62, 'official'),  -- Switzerland: German
  ('CHE', 'fra', 23, 'official'),  -- Switzerland: French
  ('CHE', 'ita', 8, 'official'),  -- Switzerland: Italian
  ('CHE', 'eng', 6, 'unofficial'),  -- Switzerland: English
  ('CHE', 'por', 3.5, 'unofficial'),  -- Switzerland: Portuguese
  ('CHE', 'sqi', 3.3, 'unofficial'),  -- Switzerland: Albanian
  ('CHE', 'srp', 2.3, 'unofficial'),  -- Switzerland: Serbian
  ('CHE', 'spa', 2.3, 'unofficial'),  -- Switzerland: Spanish
  ('CHE', 'roh', 0.5, 'official'),  -- Switzerland: Romansh
  -- North America
  ('CAN', 'eng', 55, 'official'),  -- Canada: English
  ('CAN', 'fra', 20, 'official'),  -- Canada: French
  ('CAN', 'cmn', 1.9, 'unofficial'),  -- Canada: Mandarin Chinese
  ('CAN', 'pan', 1.8, 'unofficial'),  -- Canada: Punjabi
  ('CAN', 'spa', 1.6, 'unofficial'),  -- Canada: Spanish
  ('CAN', 'yue', 1.5, 'unofficial'),  -- Canada: Cantonese
  ('CAN', 'ara', 1.4, 'unofficial'),  -- Canada: Arabic
  ('CAN', 'tgl', 1.3, 'unofficial'),  -- Canada: Filipino
  ('USA', 'eng', 78, 'official'),  -- United States: English
  ('USA', 'spa', 13, 'unofficial'),  -- United States: Spanish
  ('USA', 'tgl', 0.5, 'unofficial'),  -- United States: Filipino
  ('USA', 'vie', 0.5, 'unofficial'),  -- United States: Vietnamese
  ('USA', 'ara', 0.4, 'unofficial'),  -- United States: Arabic
  ('USA', 'fra', 0.4, 'unofficial'),  -- United States: French
  ('USA', 'deu', 0.3, 'unofficial'),  -- United States: German
  ('USA', 'kor', 0.3, 'unofficial'),  -- United States: Korean
  ('USA', 'cmn', NULL, 'unofficial'),  -- United States: Mandarin Chinese
  ('USA', 'nav', NULL, 'unofficial'),  -- United States: Navajo
  ('BLZ', 'spa', 46, 'unofficial'),  -- Belize: Spanish
  ('BLZ', 'eng', 4, 'official'),  -- Belize: English
  ('CRI', 'spa', 98, 'official'),  -- Costa Rica: Spanish
  ('CRI', 'eng', NULL, 'recognised'),  -- Costa Rica: English
  ('SLV', 'spa', 99, 'official'),  -- El Salvador: Spanish
  ('GTM', 'spa', 70, 'official'),  -- Guatemala: Spanish
  ('GTM', 'quc', 8, 'recognised'),  -- Guatemala: K'iche'
  ('HND', 'spa', 97, 'official'),  -- Honduras: Spanish
  ('MEX', 'spa', 93, 'official'),  -- Mexico: Spanish
  ('MEX', 'nah', 1.3, 'recognised'),  -- Mexico: Nahuatl
  ('MEX', 'yua', 0.6, 'recognised'),  -- Mexico: Yucatec Maya
  ('NIC', 'spa', 95, 'official'),  -- Nicaragua: Spanish
  ('NIC', 'eng', NULL, 'recognised'),  -- Nicaragua: English
  ('PAN', 'spa', 90, 'official'),  -- Panama: Spanish
  ('PAN', 'eng', NULL, 'unofficial'),  -- Panama: English
  ('ATG', 'eng', NULL, 'official'),  -- Antigua and Barbuda: English
  ('BHS', 'eng', NULL, 'official'),  -- Bahamas: English
  ('BHS', 'hat', NULL, 'unofficial'),  -- Bahamas: Haitian Creole
  ('BRB', 'eng', NULL, 'official'),  -- Barbados: English
  ('CUB', 'spa', 99, 'official'),  -- Cuba: Spanish
  ('DMA', 'eng', NULL, 'official'),  -- Dominica: English
  ('DOM', 'spa', 98, 'official'),  -- Dominican Republic: Spanish
  ('DOM', 'hat', NULL, 'unofficial'),  -- Dominican Republic: Haitian Creole
  ('GRD', 'eng', NULL, 'official'),  -- Grenada: English
  ('HTI', 'hat', 95, 'official'),  -- Haiti: Haitian Creole
  ('HTI', 'fra', NULL, 'official'),  -- Haiti: French
  ('JAM', 'eng', NULL, 'official'),  -- Jamaica: English
  ('JAM', 'jam', NULL, 'unofficial'),  -- Jamaica: Jamaican Patois
  ('KNA', 'eng', NULL, 'official'),  -- Saint Kitts and Nevis: English
  ('LCA', 'eng', NULL, 'official'),  -- Saint Lucia: English
  ('VCT', 'eng', NULL, 'official'),  -- Saint Vincent and the Grenadines: English
  ('TTO', 'eng', NULL, 'official'),  -- Trinidad and Tobago: English
  ('TTO', 'spa', NULL, 'unofficial'),  -- Trinidad and Tobago: Spanish
  -- South America
  ('ARG', 'spa', 96, 'official'),  -- Argentina: Spanish
  ('ARG', 'ita', NULL, 'unofficial'),  -- Argentina: Italian
  ('ARG', 'grn', NULL, 'recognised'),  -- Argentina: Guaraní
  ('ARG', 'que', NULL, 'unofficial'),  -- Argentina: Quechua
  ('BOL', 'spa', 68, 'official'),  -- Bolivia: Spanish
  ('BOL', 'que', 17, 'official'),  -- Bolivia: Quechua
  ('BOL', 'aym', 11, 'official'),  -- Bolivia: Aymara
  ('BOL', 'grn', 0.6, 'official'),  -- Bolivia: Guaraní
  ('BRA', 'por', 98, 'official'),  -- Brazil: Portuguese
  ('BRA', 'deu', NULL, 'unofficial'),  -- Brazil: German
  ('BRA', 'ita', NULL, 'unofficial'),  -- Brazil: Italian
  ('BRA', 'grn', NULL, 'unofficial'),  -- Brazil: Guaraní
  ('CHL', 'spa', 96, 'official'),  -- Chile: Spanish
  ('CHL', 'arn', 1, 'unofficial'),  -- Chile: Mapudungun
  ('CHL', 'aym', NULL, 'unofficial'),  -- Chile: Aymara
  ('COL', 'spa', 99, 'official'),  -- Colombia: Spanish
  ('COL', 'eng', NULL, 'recognised'),  -- Colombia: English
  ('ECU', 'spa', 93, 'official'),  -- Ecuador: Spanish
  ('ECU', 'que', 4, 'recognised'),  -- Ecuador: Quechua
  ('GUY', 'eng', NULL, 'official'),  -- Guyana: English
  ('PRY', 'grn', 80, 'official'),  -- Paraguay: Guaraní
  ('PRY', 'spa', 61, 'official'),  -- Paraguay: Spanish
  ('PRY', 'por', NULL, 'unofficial'),  -- Paraguay: Portuguese
  ('PER', 'spa', 83, 'official'),  -- Peru: Spanish
  ('PER', 'que', 14, 'official'),  -- Peru: Quechua
  ('PER', 'aym', 1.6, 'official'),  -- Peru: Aymara
  ('SUR', 'nld', 58, 'official'),  -- Suriname: Dutch
  ('SUR', 'srn', NULL, 'unofficial'),  -- Suriname: Sranan Tongo
  ('SUR', 'jav', NULL, 'unofficial'),  -- Suriname: Javanese
  ('URY', 'spa', 98, 'official'),  -- Uruguay: Spanish
  ('URY', 'por', NULL, 'unofficial'),  -- Uruguay: Portuguese
  ('VEN', 'spa', 97, 'official'),  -- Venezuela: Spanish
  -- Oceania
  ('AUS', 'eng', 72, 'official'),  -- Australia: English
  ('AUS', 'cmn', 2.7, 'unofficial'),  -- Australia: Mandarin Chinese
  ('AUS', 'ara', 1.4, 'unofficial'),  -- Australia: Arabic
  ('AUS', 'vie', 1.3, 'unofficial'),  -- Australia: Vietnamese
  ('AUS', 'yue', 1.2, 'unofficial'),  -- Australia: Cantonese
  ('AUS', 'pan', 0.9, 'unofficial'),  -- Australia: Punjabi
  ('AUS', 'ell', 0.9, 'unofficial'),  -- Australia: Greek
  ('AUS', 'ita', 0.9, 'unofficial'),  -- Australia: Italian
  ('NZL', 'eng', 95, 'official'),  -- New Zealand: English
  ('NZL', 'mri', 4, 'official'),  -- New Zealand: Māori
  ('NZL', 'smo', 2, 'unofficial'),  -- New Zealand: Samoan
  ('NZL', 'cmn', 2, 'unofficial'),  -- New Zealand: Mandarin Chinese
  ('NZL', 'hin', 1.5, 'unofficial'),  -- New Zealand: Hindi
  ('FJI', 'fij', 55, 'official'),  -- Fiji: Fijian
  ('FJI', 'hin', 37, 'official'),  -- Fiji: Hindi
  ('FJI', 'eng', NULL, 'official'),  -- Fiji: English
  ('PNG', 'tpi', NULL, 'official'),  -- Papua New Guinea: Tok Pisin
  ('PNG', 'eng', NULL, 'official'),  -- Papua New Guinea: English
  ('SLB', 'eng', NULL, 'official'),  -- Solomon Islands: English
  ('SLB', 'pij', NULL, 'unofficial'),  -- Solomon Islands: Pijin
  ('VUT', 'bis', 34, 'official'),  -- Vanuatu: Bislama
  ('VUT', 'eng', 2, 'official'),  -- Vanuatu: English
  ('VUT', 'fra', 0.6, 'official'),  -- Vanuatu: French
  ('KIR', 'gil', 97, 'official'),  -- Kiribati: Gilbertese
  ('KIR', 'eng', NULL, 'official'),  -- Kiribati: English
  ('MHL', 'mah', 98, 'official'),  -- Marshall Islands: Marshallese
  ('MHL', 'eng', NULL, 'official'),  -- Marshall Islands: English
  ('FSM', 'eng', NULL, 'official'),  -- Micronesia: English
  ('FSM', 'chk', NULL, 'recognised'),  -- Micronesia: Chuukese
  ('NRU', 'nau', 93, 'official'),  -- Nauru: Nauruan
  ('NRU', 'eng', 2, 'official'),  -- Nauru: English
  ('PLW', 'pau', 65, 'official'),  -- Palau: Palauan
  ('PLW', 'eng', 19, 'official'),  -- Palau: English
  ('PLW', 'tgl', 10, 'unofficial'),  -- Palau: Filipino
  ('PLW', 'jpn', NULL, 'recognised'),  -- Palau: Japanese
  ('WSM', 'smo', 91, 'official'),  -- Samoa: Samoan
  ('WSM', 'eng', 1, 'official'),  -- Samoa: English
  ('TON', 'ton', 96, 'official'),  -- Tonga: Tongan
  ('TON', 'eng', NULL, 'official'),  -- Tonga: English
  ('TUV', 'tvl', 98, 'official'),  -- Tuvalu: Tuvaluan
  ('TUV', 'eng', NULL, 'official');  -- Tuvalu: English

INSERT INTO rivers
  (river_id, name, length_km, flows_into)
VALUES
  (1, 'Nile', 6650, 'Mediterranean Sea'),
  (2, 'Congo', 4700, 'Atlantic Ocean'),
  (3, 'Niger', 4180, 'Atlantic Ocean'),
  (4, 'Zambezi', 2574, 'Indian Ocean'),
  (5, 'Orange', 2200, 'Atlantic Ocean'),
  (6, 'Limpopo', 1750, 'Indian Ocean'),
  (7, 'Okavango', 1600, NULL),  -- ends in an inland delta
  (8, 'Senegal', 1086, 'Atlantic Ocean'),
  (9, 'Yangtze', 6300, 'East China Sea'),
  (10, 'Yellow River', 5464, 'Bohai Sea'),
  (11, 'Mekong', 4350, 'South China Sea'),
  (12, 'Lena', 4294, 'Laptev Sea'),
  (13, 'Irtysh', 4248, 'Ob'),
  (14, 'Ob', 3650, 'Kara Sea'),
  (15, 'Yenisei', 3487, 'Kara Sea'),
  (16, 'Indus', 3180, 'Arabian Sea'),
  (17, 'Brahmaputra', 2900, 'Ganges'),
  (18, 'Amur', 2824, 'Sea of Okhotsk'),
  (19, 'Salween', 2815, 'Andaman Sea'),
  (20, 'Euphrates', 2800, 'Persian Gulf'),
  (21, 'Ganges', 2525, 'Bay of Bengal'),
  (22, 'Syr Darya', 2212, 'Aral Sea'),
  (23, 'Irrawaddy', 2170, 'Andaman Sea'),
  (24, 'Tigris', 1900, 'Persian Gulf'),
  (25, 'Godavari', 1465, 'Bay of Bengal'),
  (26, 'Red River', 1149, 'Gulf of Tonkin'),
  (27, 'Jordan', 251, 'Dead Sea'),
  (28, 'Volga', 3530, 'Caspian Sea'),
  (29, 'Danube', 2850, 'Black Sea'),
  (30, 'Ural', 2428, 'Caspian Sea'),
  (31, 'Dnieper', 2201, 'Black Sea'),
  (32, 'Don', 1870, 'Sea of Azov'),
  (33, 'Dniester', 1362, 'Black Sea'),
  (34, 'Rhine', 1230, 'North Sea'),
  (35, 'Elbe', 1094, 'North Sea'),
  (36, 'Vistula', 1047, 'Baltic Sea'),
  (37, 'Tagus', 1007, 'Atlantic Ocean'),
  (38, 'Loire', 1006, 'Atlantic Ocean'),
  (39, 'Sava', 990, 'Danube'),
  (40, 'Tisza', 966, 'Danube'),
  (41, 'Ebro', 930, 'Mediterranean Sea'),
  (42, 'Meuse', 925, 'North Sea'),
  (43, 'Douro', 897, 'Atlantic Ocean'),
  (44, 'Oder', 854, 'Baltic Sea'),
  (45, 'Rhône', 813, 'Mediterranean Sea'),
  (46, 'Seine', 777, 'English Channel'),
  (47, 'Po', 652, 'Adriatic Sea'),
  (48, 'Moselle', 544, 'Rhine'),
  (49, 'Shannon', 360, 'Atlantic Ocean'),
  (50, 'Thames', 346, 'North Sea'),
  (51, 'Missouri', 3767, 'Mississippi'),
  (52, 'Mississippi', 3766, 'Gulf of Mexico'),
  (53, 'Yukon', 3190, 'Bering Sea'),
  (54, 'Rio Grande', 3050, 'Gulf of Mexico'),
  (55, 'Colorado', 2330, 'Gulf of California'),
  (56, 'Columbia', 2000, 'Pacific Ocean'),
  (57, 'Mackenzie', 1738, 'Beaufort Sea'),
  (58, 'St. Lawrence', 1197, 'Gulf of St. Lawrence'),
  (59, 'Amazon', 6400, 'Atlantic Ocean'),
  (60, 'Paraná', 4880, 'Río de la Plata'),
  (61, 'São Francisco', 2830, 'Atlantic Ocean'),
  (62, 'Paraguay', 2620, 'Paraná'),
  (63, 'Orinoco', 2140, 'Atlantic Ocean'),
  (64, 'Uruguay', 1838, 'Río de la Plata'),
  (65, 'Magdalena', 1528, 'Caribbean Sea'),
  (66, 'Murray', 2508, 'Southern Ocean'),
  (67, 'Darling', 1472, 'Murray'),
  (68, 'Waikato', 425, 'Tasman Sea');

INSERT INTO river_countries
  (river_id, country_iso)
VALUES
  (1, 'UGA'),  -- Nile: Uganda
  (1, 'SSD'),  -- Nile: South Sudan
  (1, 'SDN'),  -- Nile: Sudan
  (1, 'EGY'),  -- Nile: Egypt
  (2, 'COD'),  -- Congo: Democratic Republic of the Congo
  (2, 'COG'),  -- Congo: Republic of the Congo
  (2, 'AGO'),  -- Congo: Angola
  (3, 'GIN'),  -- Niger: Guinea
  (3, 'MLI'),  -- Niger: Mali
  (3, 'NER'),  -- Niger: Niger
  (3, 'BEN'),  -- Niger: Benin
  (3, 'NGA'),  -- Niger: Nigeria
  (4, 'ZMB'),  -- Zambezi: Zambia
  (4, 'AGO'),  -- Zambezi: Angola
  (4, 'NAM'),  -- Zambezi: Namibia
  (4, 'BWA'),  -- Zambezi: Botswana
  (4, 'ZWE'),  -- Zambezi: Zimbabwe
  (4, 'MOZ'),  -- Zambezi: Mozambique
  (5, 'LSO'),  -- Orange: Lesotho
  (5, 'ZAF'),  -- Orange: South Africa
  (5, 'NAM'),  -- Orange: Namibia
  (6, 'ZAF'),  -- Limpopo: South Africa
  (6, 'BWA'),  -- Limpopo: Botswana
  (6, 'ZWE'),  -- Limpopo: Zimbabwe
  (6, 'MOZ'),  -- Limpopo: Mozambique
  (7, 'AGO'),  -- Okavango: Angola
  (7, 'NAM'),  -- Okavango: Namibia
  (7, 'BWA'),  -- Okavango: Botswana
  (8, 'MLI'),  -- Senegal: Mali
  (8, 'MRT'),  -- Senegal: Mauritania
  (8, 'SEN'),  -- Senegal: Senegal
  (9, 'CHN'),  -- Yangtze: China
  (10, 'CHN'),  -- Yellow River: China
  (11, 'CHN'),  -- Mekong: China
  (11, 'MMR'),  -- Mekong: Myanmar
  (11, 'LAO'),  -- Mekong: Laos
  (11, 'THA'),  -- Mekong: Thailand
  (11, 'KHM'),  -- Mekong: Cambodia
  (11, 'VNM'),  -- Mekong: Vietnam
  (12, 'RUS'),  -- Lena: Russia
  (13, 'CHN'),  -- Irtysh: China
  (13, 'KAZ'),  -- Irtysh: Kazakhstan
  (13, 'RUS'),  -- Irtysh: Russia
  (14, 'RUS'),  -- Ob: Russia
  (15, 'RUS'),  -- Yenisei: Russia
  (16, 'CHN'),  -- Indus: China
  (16, 'IND'),  -- Indus: India
  (16, 'PAK'),  -- Indus: Pakistan
  (17, 'CHN'),  -- Brahmaputra: China
  (17, 'IND'),  -- Brahmaputra: India
  (17, 'BGD'),  -- Brahmaputra: Bangladesh
  (18, 'RUS'),  -- Amur: Russia
  (18, 'CHN'),  -- Amur: China
  (19, 'CHN'),  -- Salween: China
  (19, 'MMR'),  -- Salween: Myanmar
  (19, 'THA'),  -- Salween: Thailand
  (20, 'TUR'),  -- Euphrates: Turkey
  (20, 'SYR'),  -- Euphrates: Syria
  (20, 'IRQ'),  -- Euphrates: Iraq
  (21, 'IND'),  -- Ganges: India
  (21, 'BGD'),  -- Ganges: Bangladesh
  (22, 'KGZ'),  -- Syr Darya: Kyrgyzstan
  (22, 'UZB'),  -- Syr Darya: Uzbekistan
  (22, 'TJK'),  -- Syr Darya: Tajikistan
  (22, 'KAZ'),  -- Syr Darya: Kazakhstan
  (23, 'MMR'),  -- Irrawaddy: Myanmar
  (24, 'TUR'),  -- Tigris: Turkey
  (24, 'SYR'),  -- Tigris: Syria
  (24, 'IRQ'),  -- Tigris: Iraq
  (25, 'IND'),  -- Godavari: India
  (26, 'CHN'),  -- Red River: China
  (26, 'VNM'),  -- Red River: Vietnam
  (27, 'SYR'),  -- Jordan: Syria
  (27, 'ISR'),  -- Jordan: Israel
  (27, 'JOR'),  -- Jordan: Jordan
  (27, 'PSE'),  -- Jordan: Palestine
  (28, 'RUS'),  -- Volga: Russia
  (29, 'DEU'),  -- Danube: Germany
  (29, 'AUT'),  -- Danube: Austria
  (29, 'SVK'),  -- Danube: Slovakia
  (29, 'HUN'),  -- Danube: Hungary
  (29, 'HRV'),  -- Danube: Croatia
  (29, 'SRB'),  -- Danube: Serbia
  (29, 'ROU'),  -- Danube: Romania
  (29, 'BGR'),  -- Danube: Bulgaria
  (29, 'MDA'),  -- Danube: Moldova
  (29, 'UKR'),  -- Danube: Ukraine
  (30, 'RUS'),  -- Ural: Russia
  (30, 'KAZ'),  -- Ural: Kazakhstan
  (31, 'RUS'),  -- Dnieper: Russia
  (31, 'BLR'),  -- Dnieper: Belarus
  (31, 'UKR'),  -- Dnieper: Ukraine
  (32, 'RUS'),  -- Don: Russia
  (33, 'UKR'),  -- Dniester: Ukraine
  (33, 'MDA'),  -- Dniester: Moldova
  (34, 'CHE'),  -- Rhine: Switzerland
  (34, 'LIE'),  -- Rhine: Liechtenstein
  (34, 'AUT'),  -- Rhine: Austria
  (34, 'DEU'),  -- Rhine: Germany
  (34, 'FRA'),  -- Rhine: France
  (34, 'NLD'),  -- Rhine: Netherlands
  (35, 'CZE'),  -- Elbe: Czechia
  (35, 'DEU'),  -- Elbe: Germany
  (36, 'POL'),  -- Vistula: Poland
  (37, 'ESP'),  -- Tagus: Spain
  (37, 'PRT'),  -- Tagus: Portugal
  (38, 'FRA'),  -- Loire: France
  (39, 'SVN'),  -- Sava: Slovenia
  (39, 'HRV'),  -- Sava: Croatia
  (39, 'BIH'),  -- Sava: Bosnia and Herzegovina
  (39, 'SRB'),  -- Sava: Serbia
  (40, 'UKR'),  -- Tisza: Ukraine
  (40, 'ROU'),  -- Tisza: Romania
  (40, 'SVK'),  -- Tisza: Slovakia
  (40, 'HUN'),  -- Tisza: Hungary
  (40, 'SRB'),  -- Tisza: Serbia
  (41, 'ESP'),  -- Ebro: Spain
  (42, 'FRA'),  -- Meuse: France
  (42, 'BEL'),  -- Meuse: Belgium
  (42, 'NLD'),  -- Meuse: Netherlands
  (43, 'ESP'),  -- Douro: Spain
  (43, 'PRT'),  -- Douro: Portugal
  (44, 'CZE'),  -- Oder: Czechia
  (44, 'POL'),  -- Oder: Poland
  (44, 'DEU'),  -- Oder: Germany
  (45, 'CHE'),  -- Rhône: Switzerland
  (45, 'FRA'),  -- Rhône: France
  (46, 'FRA'),  -- Seine: France
  (47, 'ITA'),  -- Po: Italy
  (48, 'FRA'),  -- Moselle: France
  (48, 'LUX'),  -- Moselle: Luxembourg
  (48, 'DEU'),  -- Moselle: Germany
  (49, 'IRL'),  -- Shannon: Ireland
  (50, 'GBR'),  -- Thames: United Kingdom
  (51, 'USA'),  -- Missouri: United States
  (52, 'USA'),  -- Mississippi: United States
  (53, 'CAN'),  -- Yukon: Canada
  (53, 'USA'),  -- Yukon: United States
  (54, 'USA'),  -- Rio Grande: United States
  (54, 'MEX'),  -- Rio Grande: Mexico
  (55, 'USA'),  -- Colorado: United States
  (55, 'MEX'),  -- Colorado: Mexico
  (56, 'CAN'),  -- Columbia: Canada
  (56, 'USA'),  -- Columbia: United States
  (57, 'CAN'),  -- Mackenzie: Canada
  (58, 'CAN'),  -- St. Lawrence: Canada
  (58, 'USA'),  -- St. Lawrence: United States
  (59, 'PER'),  -- Amazon: Peru
  (59, 'COL'),  -- Amazon: Colombia
  (59, 'BRA'),  -- Amazon: Brazil
  (60, 'BRA'),  -- Paraná: Brazil
  (60, 'PRY'),  -- Paraná: Paraguay
  (60, 'ARG'),  -- Paraná: Argentina
  (61, 'BRA'),  -- São Francisco: Brazil
  (62, 'BRA'),  -- Paraguay: Brazil
  (62, 'BOL'),  -- Paraguay: Bolivia
  (62, 'PRY'),  -- Paraguay: Paraguay
  (62, 'ARG'),  -- Paraguay: Argentina
  (63, 'VEN'),  -- Orinoco: Venezuela
  (63, 'COL'),  -- Orinoco: Colombia
  (64, 'BRA'),  -- Uruguay: Brazil
  (64, 'ARG'),  -- Uruguay: Argentina
  (64, 'URY'),  -- Uruguay: Uruguay
  (65, 'COL'),  -- Magdalena: Colombia
  (66, 'AUS'),  -- Murray: Australia
  (67, 'AUS'),  -- Darling: Australia
  (68, 'NZL');  -- Waikato: New Zealand

COMMIT;
