// SPDX-License-Identifier: BSL-1.0
// t2s systems: the pipelines, and what can be set of each.
#include <boost/json.hpp>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "command.hpp"
#include "systems/system.hpp"

namespace cli {
namespace {

namespace json = boost::json;

std::string full_name(system_entry const& of, setting_text const& s) { return std::string(of.prefix) + "." + std::string(s.name); }

void print(std::ostream& out, system_entry const& one) {
  out << one.name << "\n  " << one.about << "\n";
  for (auto const& s : one.settings())
    out << "    " << std::left << std::setw(34) << full_name(one, s) + "=" + s.value << s.says << " [" << s.section << "]\n";
  for (auto const& option : one.files) out << "    --" << option << " is of use\n";
}

json::object json_of(system_entry const& one) {
  json::array settings;
  for (auto const& s : one.settings())
    settings.push_back(json::object{{"name", full_name(one, s)}, {"default", s.value}, {"section", s.section}, {"about", s.says}});
  return {{"name", one.name}, {"about", one.about}, {"asks_model", one.asks_model}, {"settings", std::move(settings)}};
}

}  // namespace

int list_systems(std::vector<std::string> const& words) {
  options o("systems [NAME]",
            "Lists the pipelines of ask and predict, and what --set can set of each: its default, what it is, and the section of the\n"
            "paper that it is from.");
  o.described.add_options()("json", "print JSON")("name", a_word("NAME"), "only this one");
  o.positional.add("name", 1);
  po::variables_map given;
  if (!o.read(words, given)) return answered;

  std::vector<system_entry> shown(systems().begin(), systems().end());
  if (given.count("name") != 0) shown = {find_system(given["name"].as<std::string>())};
  if (given.count("json") != 0) {
    json::array all;
    for (auto const& one : shown) all.push_back(json_of(one));
    std::cout << json::serialize(all) << "\n";
    return answered;
  }
  for (auto const& one : shown) print(std::cout, one);
  return answered;
}

}  // namespace cli
