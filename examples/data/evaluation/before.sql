SELECT count(*) FROM countries WHERE continent = 'africa'
SELECT name, max(length_km) FROM rivers
SELECT continent, count(*) FROM cities JOIN countries ON country_iso = iso_code GROUP BY continent
SELECT name FROM countries WHERE iso_code IN (SELECT country_iso FROM cities WHERE population < 1000000)
SELECT name FROM countries WHERE continent = 'South America' ORDER BY area
SELECT count(*) FROM cities WHERE is_capital AND population > 5000000
