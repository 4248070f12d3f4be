// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_NEAR_NAMES_IPP
#define T2S_OFFLINE_REPAIR_DETAIL_NEAR_NAMES_IPP

#include "t2s/offline/repair/detail/near_names.hpp"
#include "t2s/offline/repair/detail/rules/names.hpp"

#include <algorithm>
#include <utility>

namespace t2s::repair {

namespace detail {

/// The names of least cost; equal ones in order.
inline std::vector<std::string> cheapest(std::vector<std::pair<double, std::string>> all, std::size_t most) {
  auto const costs_less = [](auto const& a, auto const& b) { return a.first < b.first; };
  std::vector<std::string> names;
  for (auto i = all.begin(); i != all.end() && names.size() < most; ++i) {
    auto const least = std::min_element(i, all.end(), costs_less);  // the first of them; clang warns about what std::stable_sort uses
    std::rotate(i, least, least + 1);
    names.push_back(std::move(i->second));
  }
  return names;
}

}  // namespace detail

T2S_DECL std::vector<std::string> near_tables(std::string_view typed, schema::database const& d, std::size_t most) {
  std::vector<std::pair<double, std::string>> all;
  for (auto const& t : d.tables())
    if (auto const cost = table_cost(typed, t)) all.emplace_back(*cost, t.name);
  return detail::cheapest(std::move(all), most);
}

T2S_DECL std::vector<std::string> near_columns(std::string_view typed, schema::database const& d, std::size_t most) {
  std::vector<std::pair<double, std::string>> all;
  for (auto const& t : d.tables())
    for (auto const& c : t.columns)
      if (auto const cost = likeness_cost(typed, c, t, d)) all.emplace_back(*cost, t.name + "." + c.name);
  return detail::cheapest(std::move(all), most);
}

}  // namespace t2s::repair

#endif
