// SPDX-License-Identifier: BSL-1.0
// Semantic models and metrics in YAML: what is read, and what is said about faults.
#ifdef T2S_WITH_YAML
#include "t2s/retrieve/knowledge/semantic_layer.hpp"
#include "t2s/retrieve/knowledge/descriptions.hpp"
#include "t2s/sql/parse.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace t2s;

namespace {

knowledge::semantic_layer parsed(std::string const& yaml) {
  knowledge::yaml_text const file{"shop.yml", yaml};
  return knowledge::parse_semantics(std::span(&file, 1));
}

/// What is thrown for a text, with the remedy.
std::string fault_of(std::string const& yaml) {
  try {
    static_cast<void>(parsed(yaml));
  } catch (error const& e) {
    return e.details().text();
  }
  return "none";
}

schema::database shop() {
  schema::table orders{.name = "orders"}, clients{.name = "clients"};
  for (auto const* c : {"id", "client", "price", "placed"}) orders.columns.push_back({.name = c});
  for (auto const* c : {"id", "town", "st"}) clients.columns.push_back({.name = c});
  return schema::database({orders, clients});
}

std::string misfit_of(std::string const& yaml) {
  try {
    knowledge::require_fit(parsed(yaml), shop());
  } catch (error const& e) {
    return e.details().text();
  }
  return "none";
}

bool says(std::string const& text, std::string_view part) {
  BOOST_TEST(text.find(part) != text.npos, text << "\n  lacks " << part);
  return true;
}

constexpr char good[] = R"(
version: 2
models: [{name: orders}]
semantic_models:
  - name: order_facts
    model: ref('orders')
    defaults: {agg_time_dimension: placed}
    entities:
      - {name: order_id, type: primary, expr: id}
      - {name: client, type: foreign}
    dimensions:
      - {name: placed, type: time, type_params: {time_granularity: day}}
    measures:
      - {name: order_total, agg: sum, expr: price}
      - {name: order_median, agg: median, expr: price}
  - name: clients
    model: source('raw', 'clients')
    entities:
      - {name: client, type: primary, expr: id}
    dimensions:
      - {name: status, type: categorical, expr: st, label: Account status, config: {meta: {synonyms: [standing]}}}
metrics:
  - name: share_of_large
    type: ratio
    type_params:
      numerator: {name: revenue, filter: "price > 100"}
      denominator: revenue
  - name: revenue
    label: Revenue
    type: simple
    type_params: {measure: order_total}
  - name: typical
    type: simple
    type_params: {measure: order_median}
  - name: converted
    type: conversion
    type_params: {conversion_type_params: {}}
)";

}  // namespace

BOOST_AUTO_TEST_SUITE(semantic_layer)

BOOST_AUTO_TEST_CASE(the_form_of_dbt_is_read) {
  auto const all = parsed(good);
  knowledge::require_fit(all, shop());
  BOOST_REQUIRE(all.models.size() == 2U);
  BOOST_TEST(all.models[0].table == "orders");
  BOOST_TEST(all.models[1].table == "clients");
  BOOST_TEST(all.models[1].dimensions[0].synonyms.at(0) == "standing");
  BOOST_REQUIRE(all.metrics.size() == 4U);
  auto const sql = [&](std::string const& name) {
    for (auto const& m : all.metrics)
      if (m.name == name) return knowledge::sql_of(m, all, sql::sqlite);
    return std::string("no such metric");
  };
  BOOST_TEST(sql("revenue") == "sum(price)");
  BOOST_TEST(sql("share_of_large") == "sum(CASE WHEN price > 100 THEN price END) * 1.0 / nullif(sum(price), 0)");
  BOOST_TEST(sql("typical") == "");
  BOOST_TEST(sql("converted") == "");
  for (auto const& m : all.metrics) BOOST_TEST(m.left_out.empty() == (m.name == "revenue" || m.name == "share_of_large"), m.name);
}

BOOST_AUTO_TEST_CASE(models_say_keys_and_words) {
  auto const facts = knowledge::facts_of(parsed(good), shop());
  std::string all;
  for (auto const& f : facts.facts) all += knowledge::line_of(f) + "\n";
  BOOST_TEST(all ==
             "confirmed key   orders.client = clients.id\n"
             "confirmed words clients.st = status\n"
             "confirmed words clients.st = Account status\n"
             "confirmed words clients.st = standing\n");
}

BOOST_AUTO_TEST_CASE(prompts_show_metrics_beside_their_table) {
  auto const shown = schema::described(shop(), knowledge::with_metrics({}, parsed(good)));
  BOOST_TEST(shown.find_table("orders")->description ==
             "metrics: Revenue = sum(price); share_of_large = sum(CASE WHEN price > 100 THEN price END) * 1.0 / nullif(sum(price), 0)");
}

BOOST_AUTO_TEST_CASE(what_is_not_computed_is_left_out_with_its_reason) {
  std::string text(good);
  auto const reason = [&](std::string const& metric) {
    auto const all = parsed(text + "  - {name: new, " + metric + "}\n");
    knowledge::require_fit(all, shop());
    for (auto const& m : all.metrics)
      if (m.name == "new") return m.left_out;
    return std::string("no such metric");
  };
  says(reason("type: simple, type_params: {measure: order_total}, filter: \"{{ Dimension('client__status') }} = 'A'\""),
       "which is no dimension of order_facts itself");
  says(reason("type: simple, type_params: {measure: order_total}, filter: \"{{ TimeDimension('order_id__placed', 'month') }} "
              "> '2'\""),
       "by day");
  says(reason("type: derived, type_params: {expr: s * 2, metrics: [{name: share_of_large, alias: s}]}"),
       "share_of_large is no simple metric");
  says(reason("type: cumulative, type_params: {measure: order_total}"), "cumulative metrics are not computed");
  auto const off = parsed(text + "  - {name: e, type: simple, type_params: {measure: order_total}, config: {enabled: false}}\n");
  BOOST_TEST(off.metrics.size() == 4U);
}

BOOST_AUTO_TEST_CASE(faults_of_the_file_are_said_with_their_lines) {
  says(fault_of("semantic_models:\n  - name: a\n   model: b\n"), "line 3 of \"shop.yml\" is no YAML");
  auto const both =
      fault_of("semantic_models:\n  - name: a\n    measures:\n      - {name: x, agg: summ}\n      - {name: y, agg: sum, exprr: z}\n");
  says(both, "line 4 of \"shop.yml\": measure x has the agg summ");
  says(both, "did you mean sum?");
  says(both, "line 5 of \"shop.yml\": measure has the key exprr");
  says(both, "did you mean expr?");
  says(fault_of("metrics:\n  - {name: m, type: ratio, type_params: {numerator: a, denominator: b}}\n"),
       "metric m is of the metric a, which does not exist");
  says(fault_of("metrics:\n  - {name: m, type: simple}\n"), "metric m has no type_params");
  says(fault_of("semantic_models: orders\n"), "semantic_models is no list");
  says(fault_of("- a\n- b\n"), "is no map");
  says(fault_of("semantic_models:\n  - name: a\n    defaults: sold_on\n"), "line 3 of \"shop.yml\": defaults is no map");
  says(fault_of("metrics: []\nmetrics: []\n"), "occurs twice");
  says(fault_of("metric: []\n"), "did you mean metrics?");
  says(fault_of("semantic_models:\n\t- name: a\n"), "indent with blanks");
  says(fault_of("metrics:\n  - {name: m, type: derived, type_params: {expr: 42}}\n"), "metric m has no metrics");
  says(fault_of("metrics:\n  - {name: m, type: simple, type_params: {measure: {name: x, filters: y}}}\n"), "did you mean filter?");
  says(fault_of("a: \xff\n"), "not valid UTF-8");
}

BOOST_AUTO_TEST_CASE(misfits_are_said_with_what_was_meant) {
  std::string text(good);
  auto const changed = [&](std::string const& from, std::string const& to) {
    auto out = text;
    out.replace(out.find(from), from.size(), to);
    return misfit_of(out);
  };
  says(changed("ref('orders')", "ref('order')"), "semantic model order_facts is of the table order, which does not exist");
  says(changed("expr: price}", "expr: prize}"), "did you mean price?");
  says(changed("expr: price}", "expr: price +}"), "measure order_total has the expression price +");
  says(changed("expr: st,", "expr: state,"), "dimension status has the expression state");
  says(changed("{measure: order_total}", "{measure: order_totals}"), "metric revenue is of the measure order_totals, which does not exist");
  says(changed("agg_time_dimension: placed", "agg_time_dimension: place"), "which is no time dimension of order_facts");
  says(changed("name: typical", "name: revenue"), "metric revenue is defined in line");
  says(changed("expr: price}", "expr: sum(price)}"), "metric revenue has the expression sum(sum(price))");
  says(changed("expr: price}", "expr: price -- all}"), "without subqueries and comments");
  auto const derived = std::string(good) + "  - {name: x, type: derived, type_params: {expr: revenue - cost, metrics: [revenue]}}\n";
  says(misfit_of(derived), "with cost, which is none of its metrics");
  BOOST_TEST(misfit_of(good) == "none");
}

BOOST_AUTO_TEST_SUITE_END()
#endif
