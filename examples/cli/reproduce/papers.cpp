// SPDX-License-Identifier: BSL-1.0
#include <algorithm>

#include "command.hpp"
#include "reproduce/paper_table.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"

namespace cli::reproduce {
namespace {

std::string known_numbers(paper const& of) {
  std::vector<std::string> numbers;
  for (auto const& t : of.tables) numbers.emplace_back(t.number);
  return t2s::text::join(numbers, ", ");
}

}  // namespace

std::vector<paper const*> papers() {
  return {&dart_sql_paper(), &sql_craft_paper(), &tcsr_sql_paper(), &dac_paper(), &dynamic_revision_paper()};
}

paper const& find_paper(std::string const& name) {
  std::vector<std::string> names;
  for (auto const* p : papers()) {
    if (p->name == name) return *p;
    names.emplace_back(p->name);
  }
  auto const* near = t2s::text::nearest(name, names);
  throw usage_error("there is no paper " + name + (near ? "; did you mean " + *near + "?" : "; known: " + t2s::text::join(names, ", ")));
}

paper_table const& find_table(paper const& of, std::string const& number) {
  auto const is_it = [&](auto const& t) { return t.number == number; };
  if (auto const found = std::ranges::find_if(of.tables, is_it); found != of.tables.end()) return *found;
  auto const omitted = std::ranges::find_if(of.omitted, is_it);
  if (omitted != of.omitted.end())
    throw usage_error("--table " + number + " of " + std::string(of.name) + " cannot be reproduced: " + std::string(omitted->reason));
  throw usage_error("--table: " + std::string(of.name) + " has no " + number + "; known: " + known_numbers(of));
}

}  // namespace cli::reproduce
