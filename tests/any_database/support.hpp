// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_ANY_DATABASE_SUPPORT_HPP
#define T2S_TESTS_ANY_DATABASE_SUPPORT_HPP

#include "cli/folder.hpp"
#include "support/database.hpp"

#include <string>
#include <vector>

/// The common part of the tests of every engine: the available servers, and a database on each.
namespace t2s::test {

/// A kind of writable database.
struct place_of_copies {
  std::string engine{};   ///< "PostgreSQL"
  std::string pattern{};  ///< the URL, with {db} in place of the name

  [[nodiscard]] std::string of(std::string const& name) const {
    auto s = pattern;
    return s.replace(s.find("{db}"), 4, name);
  }
};

/// One for each available engine. Servers are started once for the program.
std::vector<place_of_copies> const& places();

/// For tests of one engine: null, with a message, if it is not available.
place_of_copies const* place_of(std::string const& engine);

}  // namespace t2s::test

#endif
