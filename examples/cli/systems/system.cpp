// SPDX-License-Identifier: BSL-1.0
#include "systems/system.hpp"

#include <algorithm>
#include <iterator>

#include "command.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"

namespace cli {

// Each is defined in the file of its system.
std::vector<system_entry> dart_sql_entries();
std::vector<system_entry> sql_craft_entries();
std::vector<system_entry> tcsr_sql_entries();
std::vector<system_entry> dac_entries();
std::vector<system_entry> dynamic_revision_entries();
std::vector<system_entry> chase_sql_entries();
std::vector<system_entry> mac_sql_entries();
std::vector<system_entry> reforce_entries();
std::vector<system_entry> few_shot_corrected_entries();
std::vector<system_entry> two_readers_entries();
std::vector<system_entry> offline_entries();

namespace {

std::vector<system_entry> all_systems() {
  std::vector<system_entry> all;
  for (auto* const entries :
       {dart_sql_entries, sql_craft_entries, tcsr_sql_entries, dac_entries, dynamic_revision_entries, chase_sql_entries, mac_sql_entries,
        reforce_entries, few_shot_corrected_entries, two_readers_entries, offline_entries}) {
    auto some = entries();
    std::ranges::move(some, std::back_inserter(all));
  }
  return all;
}

}  // namespace

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
