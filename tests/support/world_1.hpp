// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_WORLD_1_HPP
#define T2S_TESTS_SUPPORT_WORLD_1_HPP

#include "t2s/core/schema/schema.hpp"

#include <string>
#include <utility>
#include <vector>

namespace t2s::tests {

/// The schema in SQL-CRAFT's appendix A.4.1, copied by hand from that page.
inline schema::database world_1() {
  auto const table = [](std::string name, std::vector<std::pair<std::string, std::string>> columns, std::string key) {
    schema::table t;
    t.name = std::move(name);
    for (auto& [column, type] : columns) {
      t.columns.emplace_back();
      t.columns.back().key_position = column == key ? 1 : 0;
      t.columns.back().name = std::move(column);
      t.columns.back().type = std::move(type);
    }
    return t;
  };
  auto city = table(
      "city", {{"ID", "INTEGER"}, {"Name", "char(35)"}, {"CountryCode", "char(3)"}, {"District", "char(20)"}, {"Population", "int"}}, "ID");
  auto country = table("country",
                       {{"Code", "char(3)"},
                        {"Name", "char(52)"},
                        {"Continent", "text"},
                        {"Region", "char(26)"},
                        {"SurfaceArea", "float(10,2)"},
                        {"IndepYear", "integer"},
                        {"Population", "integer"},
                        {"LifeExpectancy", "float"},
                        {"GNP", "float(10,2)"},
                        {"GNPOld", "float(10,2)"},
                        {"LocalName", "char(45)"},
                        {"GovernmentForm", "char(45)"},
                        {"HeadOfState", "char(60)"},
                        {"Capital", "integer"},
                        {"Code2", "char(2)"}},
                       "Code");
  auto language =
      table("countrylanguage", {{"CountryCode", "char(3)"}, {"Language", "char(30)"}, {"IsOfficial", "text"}, {"Percentage", "float(4,1)"}},
            "CountryCode");
  city.foreign_keys.push_back({{"CountryCode"}, "country", {"Code"}});
  language.foreign_keys.push_back({{"CountryCode"}, "country", {"Code"}});
  return schema::database(
      {std::move(city), table("sqlite_sequence", {{"name", ""}, {"seq", ""}}, ""), std::move(country), std::move(language)});
}

/// The form on that page, except for line ends and the comma after the last primary key.
inline constexpr char const* world_1_structure =
    "Database name: world_1\n"
    "Tables: city, sqlite_sequence, country, countrylanguage\n"
    "Primary Keys: city['ID'], country['Code'], countrylanguage['CountryCode']\n"
    "Foreign Key:\n"
    "pd.merge(city, country, left_on='CountryCode', right_on='Code')\n"
    "pd.merge(countrylanguage, country, left_on='CountryCode', right_on='Code')\n"
    "Columns:\n"
    "Table city: ID (number), Name (text), CountryCode (text), District (text), Population (number)\n"
    "Table sqlite_sequence: name (text), seq (text)\n"
    "Table country: Code (text), Name (text), Continent (text), Region (text), SurfaceArea (number), IndepYear (number), Population "
    "(number), LifeExpectancy (number), GNP (number), GNPOld (number), LocalName (text), GovernmentForm (text), HeadOfState (text), "
    "Capital (number), Code2 (text)\n"
    "Table countrylanguage: CountryCode (text), Language (text), IsOfficial (text), Percentage (number)\n";

}  // namespace t2s::tests

#endif
