// SPDX-License-Identifier: BSL-1.0
// The replacements for parts of the standard library behave like them.
#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace t2s;

namespace {

/// Lists of 0 to 49 texts, some of which are equal.
struct lists {
  std::mt19937 chance{1};

  std::vector<std::string> make() {
    std::vector<std::string> list(chance() % 50);
    for (auto& text : list) text = std::to_string(chance() % 40);
    return list;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(collections, lists)

BOOST_AUTO_TEST_CASE(a_partition_point_is_that_of_the_standard_library) {
  for (int round = 0; round < 500; ++round) {
    auto list = make();
    std::sort(list.begin(), list.end());
    auto const wanted = std::to_string(chance() % 45);
    auto const fits = [&](std::string const& text) { return text < wanted; };
    auto const expected = std::partition_point(list.begin(), list.end(), fits) - list.begin();
    BOOST_TEST_REQUIRE(detail::partition_point(list, fits) == static_cast<std::size_t>(expected));
  }
}

BOOST_AUTO_TEST_CASE(lists_and_places_are_sorted) {
  for (int round = 0; round < 500; ++round) {
    auto const list = make();
    auto const is_before = [&](std::size_t a, std::size_t b) { return list[a] != list[b] ? list[a] < list[b] : a < b; };
    std::vector<std::size_t> expected(list.size());
    std::iota(expected.begin(), expected.end(), std::size_t{0});
    std::sort(expected.begin(), expected.end(), is_before);
    BOOST_TEST_REQUIRE((detail::places_by(list.size(), is_before) == expected));
    auto sorted = list, falling = list, by_library = list;
    std::sort(by_library.begin(), by_library.end());
    detail::sort(sorted);
    BOOST_TEST_REQUIRE((sorted == by_library));
    detail::sort(falling, [](std::string const& a, std::string const& b) { return a > b; });
    std::reverse(by_library.begin(), by_library.end());
    BOOST_TEST_REQUIRE((falling == by_library));
  }
}

BOOST_AUTO_TEST_CASE(elements_are_added_and_left_out) {
  struct item {
    std::size_t key = 0, number = 0;
    bool operator<(item const& other) const { return key < other.key; }
    bool operator==(item const&) const = default;
  };
  std::vector<item> sorted, sorted_expected;
  for (std::size_t i = 0; i < 500; ++i) {
    item const added{chance() % 100, i};
    detail::insert_sorted(sorted, added);
    sorted_expected.insert(std::upper_bound(sorted_expected.begin(), sorted_expected.end(), added), added);
  }
  BOOST_TEST((sorted == sorted_expected));
  for (int round = 0; round < 500; ++round) {
    auto list = make();
    auto expected = list;
    auto const place = chance() % (list.size() + 1);
    detail::insert_at(list, place, std::string("added"));
    expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(place), "added");
    BOOST_TEST_REQUIRE((list == expected));
    auto const gone = chance() % list.size();
    detail::drop_at(list, gone);
    expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(gone));
    BOOST_TEST_REQUIRE((list == expected));
    auto const last = static_cast<char>('0' + chance() % 10);
    auto const drops = [last](std::string const& text) { return text.back() == last; };
    detail::drop_if(list, drops);
    std::erase_if(expected, drops);
    BOOST_TEST_REQUIRE((list == expected));
  }
}

// Few hashes, so that many elements share one and many slots are taken.
BOOST_AUTO_TEST_CASE(places_are_found_by_hashes) {
  detail::hashed_places places;
  std::vector<std::size_t> names;
  std::map<std::size_t, std::size_t> first;
  auto const find = [&](std::size_t name) {
    return places.find(name % 97 << 40U, [&](std::size_t place) { return names[place] == name; });
  };
  for (int i = 0; i < 3000; ++i) {
    std::size_t const name = chance() % 2000;
    auto const known = first.find(name);
    BOOST_TEST_REQUIRE(find(name) == (known == first.end() ? places.size() : known->second));
    first.emplace(name, names.size());
    names.push_back(name);
    places.add(name % 97 << 40U);
    BOOST_TEST_REQUIRE(places.size() == names.size());
  }
}

BOOST_AUTO_TEST_CASE(addresses_have_the_numbers_that_a_map_has) {
  std::vector<double> const objects(3000);
  detail::numbers_by_address numbers;
  std::map<void const*, std::size_t> expected;
  for (int i = 0; i < 5000; ++i) {
    void const* const at = &objects[chance() % objects.size()];
    std::size_t const number = chance();
    auto const [known, is_new] = expected.emplace(at, number);
    BOOST_TEST_REQUIRE((numbers.add(at, number) == std::pair(known->second, is_new)));
  }
  for (auto const& object : objects) {
    auto const known = expected.find(&object);
    auto const* const found = numbers.find(&object);
    BOOST_TEST_REQUIRE((found != nullptr) == (known != expected.end()));
    if (found) BOOST_TEST_REQUIRE(*found == known->second);
  }
}

BOOST_AUTO_TEST_CASE(names_have_the_lists_that_a_map_has) {
  detail::lists_by_name<int> by_name;
  std::map<std::string, std::vector<int>> expected;
  std::vector<std::string> order;
  for (int i = 0; i < 20'000; ++i) {
    auto const name = std::to_string(chance() % 50 * (chance() % 50));
    auto const [known, is_new] = expected.try_emplace(name);
    if (is_new) order.push_back(name);
    known->second.push_back(i);
    by_name.add(name, i);
    if (i % 100 == 0) {
      by_name.find_to_change(name).front() = -i;
      known->second.front() = -i;
    }
  }
  BOOST_TEST((by_name.names() == order));
  for (auto const& [name, list] : expected) {
    auto const found = by_name.find(name);
    BOOST_TEST_REQUIRE((std::vector<int>(found.begin(), found.end()) == list), name);
  }
  BOOST_TEST(by_name.find("absent").empty());
  BOOST_TEST(by_name.find_to_change("absent").empty());
}

BOOST_AUTO_TEST_SUITE_END()
