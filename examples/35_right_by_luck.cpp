// SPDX-License-Identifier: BSL-1.0
// Two queries that return the same on one database and do not mean the same: finds a database on which they differ.
// Usage: 35_right_by_luck DATABASE
#include <iostream>

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"

namespace ev = t2s::evaluation;

int main(int argc, char** argv) try {
  if (argc != 2) return std::cerr << "Usage: 35_right_by_luck DATABASE\n", 2;
  t2s::db::sqlite_connection countries(argv[1]);
  ev::counterexample_search search(countries.schema(), [&](std::string const& sql) { return countries.execute(sql); });

  auto const* const gold = "SELECT name FROM rivers WHERE length_km > 6000";
  for (auto const* sql :
       {"SELECT name FROM rivers WHERE NOT length_km <= 6000", "SELECT name FROM rivers ORDER BY length_km DESC LIMIT 3"}) {
    auto const report = search.find(gold, sql);
    std::cout << sql << "\n  " << (report.found ? "is right by luck: it differs on" : "is not refuted by") << "\n";
    if (report.found)
      std::cout << inserts_of(*report.found);
    else
      std::cout << report.databases << " small databases\n";
  }
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 1;
}
