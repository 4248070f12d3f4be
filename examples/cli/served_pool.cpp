// SPDX-License-Identifier: BSL-1.0
#include "served_pool.hpp"

#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <utility>

#include "demonstration_files.hpp"
#include "named_place.hpp"
#include "output_file.hpp"
#include "t2s/db/any/detail/location.hpp"

namespace cli {

void describe_kept_corrections(po::options_description& to) {
  to.add_options()("corrections", a_word("FILE|none"),
                   "clients may correct answers, and this file keeps it (default: only those that t2s correct keeps next to the database "
                   "are used)");
}

served_pool served_pool_of(po::variables_map const& given) {
  auto const file = text_of(given, "corrections");
  if (file.empty() || file == "none") return {demonstrations_for(given), nullptr};
  std::vector<std::string> names, places;
  for (auto const& typed : given["db"].as<std::vector<std::string>>()) {
    auto [name, place] = place_of(typed);
    auto const where = t2s::db::locate(place);
    names.push_back(name.empty() ? where.name : std::move(name));
    places.push_back(where.target);
  }
  require_output(file, places);
  return {demonstrations_or_shipped(files_of(given, "demonstrations")), std::make_shared<t2s::serve::corrections>(file, std::move(names))};
}

std::function<bool(std::string_view user)> correctors_of(std::vector<t2s::serve::user> const& users, served_pool const& pool) {
  if (users.empty()) return {};
  std::set<std::string, std::less<>> allowed;
  for (auto const& u : users)
    if (u.corrects) allowed.insert(u.name);
  if (pool.kept && allowed.empty())
    std::cerr << "t2s: --corrections: no user of --users may correct; give those who may \"corrects\": true in that file\n";
  return [allowed = std::move(allowed)](std::string_view user) { return allowed.contains(user); };
}

std::function<bool(std::string_view user)> administrators_of(std::vector<t2s::serve::user> const& users) {
  if (users.empty()) return {};
  std::set<std::string, std::less<>> all;
  for (auto const& u : users)
    if (u.admin) all.insert(u.name);
  return [all = std::move(all)](std::string_view user) { return all.contains(user); };
}

}  // namespace cli
