SELECT count(*) FROM countries WHERE continent = 'Africa'
SELECT name FROM rivers WHERE length_km = (SELECT max(length_km) FROM rivers)
SELECT continent, count(*) FROM cities JOIN countries ON country_iso = iso_code GROUP BY continent
SELECT name FROM countries WHERE iso_code IN (SELECT country_iso FROM cities WHERE population < 1000000)
SELECT name FROM countries WHERE continent = 'South America' ORDER BY area_km2 DESC
SELECT count(*) FROM cities WHERE is_capital AND population > 5000000
