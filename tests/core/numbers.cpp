// SPDX-License-Identifier: BSL-1.0
#include "t2s/core/detail/numbers.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <map>
#include <random>
#include <string>
#include <utility>

using namespace t2s;

BOOST_AUTO_TEST_SUITE(numbers_by_name)

BOOST_AUTO_TEST_CASE(names_have_the_numbers_that_a_map_has) {
  std::mt19937 chance(1);
  std::map<std::string, std::size_t> wanted;
  detail::numbers_by_name numbers;
  BOOST_TEST(!numbers.find(""));
  for (int i = 0; i < 20'000; ++i) {
    auto const name = std::string(chance() % 3, 'x') + std::to_string(chance() % 7000);
    std::size_t const number = chance();
    if (chance() % 4 == 0) {
      numbers.set(name, number);
      wanted[name] = number;
    } else {
      auto const [kept, is_new] = wanted.emplace(name, number);
      BOOST_TEST_REQUIRE((numbers.add(name, number) == std::pair(kept->second, is_new)), name);
    }
  }
  BOOST_TEST(numbers.names().size() == wanted.size());
  for (auto const& [name, number] : wanted) {
    BOOST_TEST_REQUIRE(numbers.find(name), name);
    BOOST_TEST_REQUIRE(*numbers.find(name) == number, name);
  }
  for (auto const* absent : {"", "y", "7001", "xxx1"}) BOOST_TEST(!numbers.find(absent), absent);
}

BOOST_AUTO_TEST_SUITE_END()
