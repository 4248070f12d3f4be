// SPDX-License-Identifier: BSL-1.0
// A database whose names say little: what it suggests about itself, and what its owner confirms.
// Usage: 33_learned
#include <sqlite3.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include "t2s/retrieve/knowledge/descriptions.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/t2s.hpp"

namespace {

/// A small shop, as a legacy program keeps it.
std::string legacy_shop() {
  auto const path = (std::filesystem::temp_directory_path() / "t2s_33_learned.sqlite").string();
  std::filesystem::remove(path);
  sqlite3* made = nullptr;
  sqlite3_open(path.c_str(), &made);
  sqlite3_exec(made,
               "CREATE TABLE tbl_cust (cust_no INTEGER PRIMARY KEY, cust_nm TEXT, st TEXT);"
               "CREATE TABLE tbl_ordr (id INTEGER PRIMARY KEY, cust_no INTEGER, dt TEXT);"
               "INSERT INTO tbl_cust VALUES (1001, 'Ann', 'A'), (1002, 'Bob', 'C'), (1003, 'Cem', 'A');"
               "INSERT INTO tbl_ordr VALUES (1, 1001, '31.12.2023'), (2, 1003, '15.03.2024'), (3, 1002, '02.01.2024');",
               nullptr, nullptr, nullptr);
  sqlite3_close(made);
  return path;
}

}  // namespace

int main() try {
  namespace knowledge = t2s::knowledge;
  t2s::db::sqlite_connection shop(legacy_shop());

  for (auto const& fact : knowledge::proposals_for(shop).facts)  // with_proposals writes them to a file
    std::cout << knowledge::line_of(fact) << "  # " << fact.evidence << "\n";

  auto const owner =
      std::make_shared<knowledge::learned const>(knowledge::parse_learned("confirmed words tbl_cust = customer\n"
                                                                          "confirmed words tbl_ordr = order\n"
                                                                          "confirmed key   tbl_ordr.cust_no = tbl_cust.cust_no\n"
                                                                          "confirmed code  tbl_cust.st 'A' = active\n"
                                                                          "confirmed time  tbl_ordr.dt = DD.MM.YYYY\n",
                                                                          "the owner"));
  knowledge::require_known_names(*owner, shop.schema());
  t2s::prepared database(shop, knowledge::lexicon_options{.confirmed = owner}, knowledge::with_learned({}, *owner));

  t2s::systems::offline const offline;
  t2s::llm::no_model model;
  for (auto const* question : {"How many active customers are there?", "How many orders are there since 2024?"})
    std::cout << offline.run(t2s::context(model, database), question).sql() << "\n";
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 1;
}
