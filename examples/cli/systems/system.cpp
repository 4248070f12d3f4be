// SPDX-License-Identifier: BSL-1.0
#include "systems/system.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "command.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"

namespace cli {

namespace {

using listed_entries = std::vector<system_entry> (*)();

/// What the files of systems list, by its place. Entries are made when they are asked for: before main begins, their parts may not be
/// there.
std::multimap<int, listed_entries>& listing() {
  static std::multimap<int, listed_entries> all;
  return all;
}

std::vector<system_entry> all_systems() {
  std::vector<system_entry> all;
  for (auto const& [place, entries] : listing())
    for (auto& e : entries()) all.push_back(std::move(e));
  return all;
}

}  // namespace

listed_systems::listed_systems(int place, std::vector<system_entry> (*entries)()) { listing().emplace(place, entries); }

std::span<system_entry const> systems() {
  static auto const all = all_systems();
  return all;
}

system_entry const& find_system(std::string const& name) {
  std::vector<std::string> known;
  for (auto const& s : systems()) {
    if (s.name == name) return s;
    known.emplace_back(s.name);
  }
  auto const* near = t2s::text::nearest(name, known);
  for (auto const& k : known)  // "dart" of dart-sql, and "dial" of dail-sql
    if (!near && name.size() > 1 && t2s::text::edit_distance(name, std::string_view(k).substr(0, k.find('-'))) <= name.size() / 4)
      near = &k;
  throw usage_error("there is no pipeline " + name + (near ? "; did you mean " + *near + "?" : "; t2s systems lists them"));
}

}  // namespace cli
