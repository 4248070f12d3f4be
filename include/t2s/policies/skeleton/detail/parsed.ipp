// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SKELETON_DETAIL_PARSED_IPP
#define T2S_POLICIES_SKELETON_DETAIL_PARSED_IPP

#include "t2s/llm/completion_sql.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"
#include "t2s/sql/skeleton.hpp"

#include <utility>

namespace t2s::skeleton {

T2S_DECL parsed parse_sql(std::string sql, sql::grammar const& grammar) {
  parsed out;
  auto const query = sql::parse(sql, {.grammar = grammar});
  if (query)
    out.skeleton = sql::skeleton(*query, sql::skeleton_mode::dac);
  else
    out.why = "the SQL does not parse: " + to_string(query.error());
  out.sql = std::move(sql);
  return out;
}

T2S_DECL parsed read_parsed(std::string_view completion, sql::grammar const& grammar) {
  auto const found = llm::read_sql(completion, {.limits = {.grammar = grammar}});
  if (found) return parse_sql(*found, grammar);
  parsed out;
  out.why = found.error_found().text();
  return out;
}

T2S_DECL bool is_longer(parsed const& a, parsed const& b) noexcept {
  return sql::skeleton_length(a.skeleton) > sql::skeleton_length(b.skeleton);
}

}  // namespace t2s::skeleton

#endif
