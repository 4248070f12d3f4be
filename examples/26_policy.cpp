// SPDX-License-Identifier: BSL-1.0
// Shows a user a part of a database: some tables, columns and rows, and masked values. No model is asked.
// Usage: 26_policy countries.sqlite
#include <iostream>

#include "t2s/db/policy/restricted.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/t2s.hpp"

// In the form in which `read_rules` reads them from a file.
constexpr char rules[] = R"json({
  "hidden": "forbidden", "ask": "the geographers",
  "roles": {
    "guide": {"tables": {
      "countries": {"hidden": ["currency"], "rows": "continent = :continent"},
      "cities": {"rows": "country_iso IN (SELECT iso_code FROM countries WHERE continent = :continent)", "mask": {"population": null}}
    }}
  }
})json";

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "usage: 26_policy DATABASE\n", 2;
  t2s::db::policy::restricted guide(t2s::db::sqlite_connection(argv[1]), t2s::db::policy::parse_rules(rules),
                                    {"guide", {{"continent", "Africa"}}});
  t2s::prepared database(guide);
  t2s::llm::no_model model;
  for (auto const* question : {"How many countries are there?", "How many rivers are there?"}) {
    auto const a = t2s::systems::offline().run(t2s::context(model, database), question);
    std::cout << question << "\n  " << (a.has_sql() ? a.sql() : a.stopped) << "\n";
    if (a.has_sql() && a.outcome() && a.outcome()->ok()) std::cout << "  " << to_string(a.outcome()->rows.values.at(0).at(0)) << "\n";
  }
  for (auto const* sql : {"SELECT count(*), max(population) FROM cities", "SELECT currency FROM countries", "SELECT * FROM rivers"}) {
    auto const e = guide.execute(sql);
    std::cout << sql << "\n  " << (e.ok() ? t2s::to_string(e.rows.values.at(0).at(0)) : e.failure->text()) << "\n";
  }
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 1;
}
