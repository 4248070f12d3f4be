// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LINT_IPP
#define T2S_SQL_DETAIL_LINT_IPP

#include "t2s/sql/detail/lint/comparisons.hpp"
#include "t2s/sql/detail/lint/conditions.hpp"
#include "t2s/sql/detail/lint/fallbacks.hpp"
#include "t2s/sql/detail/lint/fan_out.hpp"
#include "t2s/sql/detail/lint/groups.hpp"
#include "t2s/sql/detail/lint/joins.hpp"
#include "t2s/sql/detail/lint/names.hpp"
#include "t2s/sql/detail/lint/order.hpp"
#include "t2s/sql/lint.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace t2s::sql {

namespace detail::linting {

struct rule_entry {
  lint_rule rule;
  std::string_view name;
  severity how;
  void (*look)(review&, select_view const&);
};

/// In the order of `lint_rule`.
inline constexpr std::array<rule_entry, 21> rules{{
    {lint_rule::limit_cuts_ties, "limit_cuts_ties", severity::style, limit_cuts_ties},
    {lint_rule::nulls_first, "nulls_first", severity::style, nulls_first},
    {lint_rule::number_as_text, "number_as_text", severity::wrong_making, number_as_text},
    {lint_rule::date_as_number, "date_as_number", severity::wrong_making, date_as_number},
    {lint_rule::text_against_number, "text_against_number", severity::wrong_making, text_against_number},
    {lint_rule::unseen_format, "unseen_format", severity::wrong_making, unseen_format},
    {lint_rule::fan_out, "fan_out", severity::wrong_making, fan_out},
    {lint_rule::join_without_key, "join_without_key", severity::wrong_making, join_without_key},
    {lint_rule::join_without_match, "join_without_match", severity::wrong_making, join_without_match},
    {lint_rule::cartesian_product, "cartesian_product", severity::wrong_making, cartesian_product},
    {lint_rule::ungrouped_column, "ungrouped_column", severity::wrong_making, ungrouped_column},
    {lint_rule::aggregate_of_id, "aggregate_of_id", severity::style, aggregate_of_id},
    {lint_rule::distinct_beside_aggregate, "distinct_beside_aggregate", severity::style, distinct_beside_aggregate},
    {lint_rule::not_in_null, "not_in_null", severity::wrong_making, not_in_null},
    {lint_rule::constant_condition, "constant_condition", severity::wrong_making, constant_condition},
    {lint_rule::count_of_all, "count_of_all", severity::wrong_making, count_of_all},
    {lint_rule::zero_for_missing, "zero_for_missing", severity::wrong_making, zero_for_missing},
    {lint_rule::name_as_text, "name_as_text", severity::wrong_making, name_as_text},
    {lint_rule::unused_table, "unused_table", severity::style, unused_table},
    {lint_rule::class_in_like, "class_in_like", severity::wrong_making, class_in_like},
    {lint_rule::clause_as_name, "clause_as_name", severity::wrong_making, clause_as_name},
}};

inline rule_entry const& entry_of(lint_rule r) noexcept { return rules[static_cast<std::size_t>(r)]; }

/// Sets line and column of each finding. The findings are in the order of the text.
inline void count_lines(std::string_view text, std::vector<finding>& found) {
  std::size_t at = 0, line = 1, column = 1;
  for (auto& f : found) {
    for (; at < f.offset && at < text.size(); ++at) {
      bool const begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80;
      if (text[at] == '\n') {
        ++line;
        column = 1;
      } else if (begins)
        ++column;
    }
    f.line = line;
    f.column = column;
  }
}

/// Whether names are missing. Functions that SQLite lacks do not count: other dialects may have them.
inline bool misses_names(resolution const& names) {
  return std::any_of(names.problems.begin(), names.problems.end(), [](problem const& p) {
    return p.what.code == errc::no_such_table || p.what.code == errc::no_such_column || p.what.code == errc::ambiguous_column;
  });
}

}  // namespace detail::linting

T2S_DECL std::string_view name_of(lint_rule r) noexcept { return detail::linting::entry_of(r).name; }
T2S_DECL std::string_view name_of(severity s) noexcept { return s == severity::wrong_making ? "wrong_making" : "style"; }
T2S_DECL severity severity_of(lint_rule r) noexcept { return detail::linting::entry_of(r).how; }

T2S_DECL std::vector<lint_rule> const& lint_rules() {
  static std::vector<lint_rule> const all = [] {
    std::vector<lint_rule> made;
    for (auto const& entry : detail::linting::rules) made.push_back(entry.rule);
    return made;
  }();
  return all;
}

T2S_DECL std::string to_string(finding const& f) {
  return detail::resolving::concat({"line ", std::to_string(f.line), ", column ", std::to_string(f.column), ": ", f.why});
}

T2S_DECL std::vector<finding> lint(query const& q, schema::database const& d, lint_facts const* facts) {
  using namespace detail;
  if (q.empty()) return {};
  resolving::analysis known(q, d);
  bool const in_sqlite = q.dialect() == dialect::sqlite;
  if (in_sqlite ? !known.names.ok() : linting::misses_names(known.names)) return {};
  linting::review r(q, d, facts, known);
  linting::select_reader const reader(r);
  for (auto& body : known.model.bodies())
    for (auto& member : body.members) {
      if (member.at->kind != kind::select || member.is_cut) continue;
      auto const select = reader.read(body, member);
      for (auto const& entry : linting::rules) entry.look(r, select);
    }
  auto& found = r.found;
  for (auto& f : found)
    if (severity_of(f.rule) == severity::style) f.how = severity::style;
  std::sort(found.begin(), found.end(),
            [](finding const& a, finding const& b) { return std::tie(a.offset, a.rule) < std::tie(b.offset, b.rule); });
  linting::count_lines(q.text(), found);
  return std::move(found);
}

T2S_DECL std::vector<finding> lint(std::string_view sql, schema::database const& d, lint_facts const* facts) {
  auto const parsed = parse(sql, d);
  return parsed ? lint(*parsed, d, facts) : std::vector<finding>();
}

}  // namespace t2s::sql

#endif
