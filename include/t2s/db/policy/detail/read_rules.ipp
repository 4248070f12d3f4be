// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_READ_RULES_IPP
#define T2S_DB_POLICY_DETAIL_READ_RULES_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/json_part.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/policy/restricted.hpp"

#include <boost/json.hpp>

#include <utility>

namespace t2s::db::policy {
namespace detail {

inline constexpr std::string_view shape_of_rules = "docs/policy.md shows what a file of rules has";

using rule_json = t2s::detail::json_part;

inline mask mask_of(std::string column, rule_json const& json) {
  mask made{std::move(column)};
  if (json.is_null()) return made;
  if (!json.is_text()) {
    made.how = masking::text;
    json.with_keys({"text"}).if_has("text", [&](rule_json const& t) { made.with = t.text(); });
    if (json.object().empty()) json.refuse("is not one of null, \"hash\", \"last4\", {\"text\": \"...\"}");
    return made;
  }
  auto const word = json.text();
  if (word != "null" && word != "hash" && word != "last4") json.refuse("is not one of null, \"hash\", \"last4\", {\"text\": \"...\"}");
  if (word != "null") made.how = word == "hash" ? masking::hash : masking::last4;
  return made;
}

inline std::string condition_in(rule_json const& json) {
  auto condition = json.text();
  if (text::trim(condition).empty()) json.refuse("is empty, which would show all rows: write a condition, or leave it out");
  return condition;
}

inline table_rule table_rule_of(std::string name, rule_json const& json) {
  table_rule t{std::move(name)};
  json.with_keys({"columns", "hidden", "rows", "mask", "read_as"});
  json.if_has("columns", [&](rule_json const& j) { t.columns = j.texts(); });
  json.if_has("hidden", [&](rule_json const& j) {
    if (t.columns) j.refuse("stands beside \"columns\": give one of them");
    t.hidden = j.texts();
  });
  json.if_has("rows", [&](rule_json const& j) {
    if (j.is_text()) return void(t.rows = condition_in(j));
    if (!j.is_object()) j.refuse("is neither a condition as a text nor {\"by\": \"server\"}");
    j.with_keys({"by", "and"});
    if (!j.object().contains("by")) j.refuse("has no \"by\": write {\"by\": \"server\"}, or a condition as a text");
    if (j["by"].text() != "server") j["by"].refuse("is not \"server\"");
    t.rows_by_server = true;
    j.if_has("and", [&](rule_json const& more) { t.rows = condition_in(more); });
  });
  json.if_has("mask", [&](rule_json const& j) {
    j.each([&](std::string const& column, rule_json const& how) { t.masks.push_back(mask_of(column, how)); });
  });
  json.if_has("read_as", [&](rule_json const& j) {
    auto const who = j.text();
    if (who != "owner" && who != "reader") j.refuse("is neither \"owner\" nor \"reader\"");
    t.as_reader = who == "reader";
  });
  return t;
}

inline role_rules role_of(std::string name, rule_json const& json) {
  role_rules r{std::move(name)};
  json.with_keys({"tables", "server"});
  json.if_has("tables", [&](rule_json const& tables) {
    tables.each([&](std::string const& table, rule_json const& rule) { r.tables.push_back(table_rule_of(table, rule)); });
  });
  json.if_has("server", [&](rule_json const& server) {
    server.with_keys({"role", "settings"});
    server.if_has("role", [&](rule_json const& j) { r.server_role = j.text(); });
    server.if_has("settings", [&](rule_json const& j) {
      j.each([&](std::string const& setting, rule_json const& to) { r.server_settings[setting] = to.text(); });
    });
  });
  return r;
}

}  // namespace detail

T2S_DECL rules parse_rules(std::string_view json, std::string const& name) {
  auto const content = t2s::detail::without_mark(json);
  auto const value = t2s::detail::json_of(content, json, name, detail::shape_of_rules);
  detail::rule_json const all(value, name, detail::shape_of_rules);
  all.with_keys({"hidden", "ask", "key", "comments", "functions", "types", "roles"});
  rules r;
  all.if_has("hidden", [&](detail::rule_json const& j) {
    auto const word = j.text();
    if (word != "absent" && word != "forbidden") j.refuse("is neither \"absent\" nor \"forbidden\"");
    r.hidden = word == "absent" ? hidden_as::absent : hidden_as::forbidden;
  });
  all.if_has("ask", [&](detail::rule_json const& j) { r.ask = j.text(); });
  all.if_has("key", [&](detail::rule_json const& j) { r.key = j.text(); });
  all.if_has("comments", [&](detail::rule_json const& j) { r.comments = j.truth(); });
  all.if_has("functions", [&](detail::rule_json const& j) { r.functions = j.texts(); });
  all.if_has("types", [&](detail::rule_json const& j) { r.types = j.texts(); });
  all["roles"].each([&](std::string const& role, detail::rule_json const& j) { r.roles.push_back(detail::role_of(role, j)); });
  return r;
}

T2S_DECL rules read_rules(std::string const& file) { return parse_rules(read_file(file, "a file of rules"), file); }

}  // namespace t2s::db::policy

#endif
