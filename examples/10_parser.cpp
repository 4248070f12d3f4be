// SPDX-License-Identifier: BSL-1.0
// Only the parser: the tables and columns of a statement, its skeleton, and whether two statements are equal. No database and no model.
#include <iostream>

#include "t2s/sql/compare.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/skeleton.hpp"

int main() {
  auto const first = t2s::sql::parse("select name from cities where population>5000000 and capital = 1");
  auto const second = t2s::sql::parse("SELECT name FROM cities WHERE capital = 1 AND 5000000 < population");
  auto const broken = t2s::sql::parse("SELECT name FROM WHERE capital = 1");

  std::cout << t2s::sql::print(*first) << "\n";
  std::cout << t2s::sql::skeleton(*first, t2s::sql::skeleton_mode::dac) << "\n";
  auto const used = t2s::sql::entities_of(*first);
  for (auto const& column : used.column_names()) std::cout << "uses " << column << "\n";
  std::cout << (t2s::sql::equivalent(*first, *second) ? "the second says the same\n" : "the second says something else\n");
  std::cout << to_string(broken.error()) << "\n";
}
