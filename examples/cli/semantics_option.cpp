// SPDX-License-Identifier: BSL-1.0
#include "semantics_option.hpp"

#include <iostream>

#include "t2s/core/error.hpp"
#include "t2s/core/schema/detail/literal.hpp"

namespace cli {

namespace knowledge = t2s::knowledge;

void semantics_option::describe(po::options_description& to) {
  auto add = to.add_options();
  add("semantics", a_word("FILE|FOLDER"),
      "semantic models and metrics in dbt's YAML: questions about metrics are answered from their definitions");
  add("today", a_word("YYYY-MM-DD"), "the day from which \"last quarter\" is counted (default: today, in UTC)");
}

semantics_option::semantics_option(po::variables_map const& given) : restricted_(given.count("rules") != 0) {
  auto const today = given.count("today") != 0 ? given["today"].as<std::string>() : std::string();
  if (given.count("semantics") == 0) {
    if (!today.empty()) throw usage_error("--today is for --semantics FILE: give that, too");
    return;
  }
  auto made = std::make_shared<knowledge::semantic_layer>(knowledge::read_semantics(given["semantics"].as<std::string>()));
  if (!today.empty()) {
    auto const day = today.size() == 10 ? t2s::schema::period_of(today) : std::nullopt;
    if (!day) throw usage_error("--today takes a day such as 2026-07-01, and not \"" + today + "\"");
    made->today = day->first;
  }
  all_ = std::move(made);
}

std::shared_ptr<knowledge::semantic_layer const> semantics_option::of(t2s::db::any_connection const& database) const {
  if (!all_) return nullptr;
  try {
    knowledge::require_fit(*all_, database.schema());
  } catch (t2s::error const&) {
    if (!restricted_) throw;
    std::cerr << "t2s: --semantics is not used: with --rules not all that it names can be seen\n";
    return nullptr;
  }
  return all_;
}

}  // namespace cli
