// SPDX-License-Identifier: BSL-1.0
// t2s metrics: checks semantic models and metrics against a database, and lists what can be asked.
#include <algorithm>
#include <boost/json.hpp>
#include <iostream>
#include <string>
#include <vector>

#include "answer_json.hpp"
#include "command.hpp"
#include "open_database.hpp"
#include "semantics_option.hpp"
#include "t2s/offline/reader/detail/metrics/model_joins.hpp"
#include "t2s/sql/parse.hpp"
#include "table.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace json = boost::json;
namespace knowledge = t2s::knowledge;
namespace reader = t2s::reader::detail;

/// A metric as it can be asked for.
struct listed_metric {
  knowledge::semantic_metric const* of = nullptr;
  std::string sql{};              ///< "" if it is left out
  std::vector<std::string> by{};  ///< dimensions and entities, nearest first
};

/// A dimension as MetricFlow writes it: after its model's primary entity where another has the same name.
std::string shown_name(reader::placed_dimension const& of, std::vector<reader::placed_dimension> const& among) {
  auto const& name = of.name().name;
  auto const is_same = [&](reader::placed_dimension const& other) { return other.name().name == name; };
  if (of.entity || std::ranges::count_if(among, is_same) == 1) return name;
  auto const& entities = of.model->entities;
  auto const primary = std::ranges::find(entities, knowledge::semantic_entity::kind::primary, &knowledge::semantic_entity::is);
  return primary == entities.end() ? name : primary->name + "__" + name;
}

std::vector<listed_metric> list_of(knowledge::semantic_layer const& all, t2s::schema::database const& d) {
  std::vector<listed_metric> out;
  for (auto const& m : all.metrics) {
    auto& one = out.emplace_back(listed_metric{&m, knowledge::sql_of(m, all, t2s::sql::dialect_of(d)), {}});
    if (one.sql.empty()) continue;
    reader::model_joins const joins(all, *knowledge::find_measure(all, m.inputs.front().measure).model);
    for (auto const& by : joins.dimensions()) one.by.push_back(shown_name(by, joins.dimensions()));
  }
  return out;
}

void print(std::vector<listed_metric> const& metrics) {
  for (auto const& m : metrics) {
    std::cout << printable(m.of->name) << (m.sql.empty() ? ": left out, " + printable(m.of->left_out) : " = " + printable(m.sql)) << "\n";
    if (!m.of->description.empty()) std::cout << "  " << printable(m.of->description) << "\n";
    if (!m.by.empty()) std::cout << "  by " << printable(t2s::text::join(m.by, ", ")) << "\n";
  }
}

json::array metrics_json(std::vector<listed_metric> const& metrics) {
  json::array out;
  for (auto const& m : metrics) {
    json::object one{{"name", json_text(m.of->name)}, {"label", json_text(m.of->label)}, {"description", json_text(m.of->description)}};
    if (m.sql.empty())
      one["left_out"] = json_text(m.of->left_out);
    else
      one["sql"] = json_text(m.sql);
    json::array by;
    for (auto const& name : m.by) by.push_back(json_text(name));
    one["by"] = std::move(by);
    out.push_back(std::move(one));
  }
  return out;
}

options metrics_options() {
  options o(
      "metrics --db FILE --semantics FILE|FOLDER [--json]",
      "Checks semantic models and metrics against a database, and lists each metric with its SQL and the dimensions by which it can be\n"
      "asked for. All faults are reported at once, each with its line. ask, predict, serve and others take --semantics, too.");
  auto add = o.described.add_options();
  add("db", a_database()->required(), what_databases);
  add("json", "print one JSON array");
  semantics_option::describe(o.described);
  return o;
}

}  // namespace

int metrics(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!metrics_options().read(words, given)) return answered;
  if (given.count("semantics") == 0) throw usage_error("metrics needs --semantics FILE, or a folder of YAML files");
  semantics_option const asked(given);
  auto const database = open_database(given["db"].as<std::string>());
  auto const all = list_of(*asked.of(database), database.schema());
  if (given.count("json") != 0)
    std::cout << json_line(metrics_json(all)) << "\n";
  else
    print(all);
  return answered;
}

}  // namespace cli
