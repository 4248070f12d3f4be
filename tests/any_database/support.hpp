// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_ANY_DATABASE_SUPPORT_HPP
#define T2S_TESTS_ANY_DATABASE_SUPPORT_HPP

#include "cli/folder.hpp"
#include "support/database.hpp"

#include <string>
#include <vector>

/// What the tests of every engine share: the servers that there are, and a database on each.
namespace t2s::test {

/// A kind of database that can be written to here.
struct place_of_copies {
  std::string engine{};   ///< "PostgreSQL"
  std::string pattern{};  ///< with {db} in the place of the name

  [[nodiscard]] std::string of(std::string const& name) const {
    auto s = pattern;
    return s.replace(s.find("{db}"), 4, name);
  }
};

/// One for each engine that is there. Servers are started once for the program.
std::vector<place_of_copies> const& places();

/// For tests of one engine: null, with a message, where it is not there.
place_of_copies const* place_of(std::string const& engine);

}  // namespace t2s::test

#endif
