// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_ALIGN_DETAIL_MENTIONED_IPP
#define T2S_POLICIES_ALIGN_DETAIL_MENTIONED_IPP

#include "t2s/policies/align/detail/mentioned.hpp"
#include "t2s/policies/align/detail/places.hpp"
#include "t2s/retrieve/link/detail/mentioned.hpp"

#include <cstddef>
#include <utility>

namespace t2s::align {

T2S_DECL linked_entities align_mentioned(link::linked_question const& asked, std::string_view sql, double least) {
  auto const& read = asked.mentions();
  auto const& d = asked.names->schema();
  auto const used = detail::used_columns(sql, d);
  alignment tokens = detail::unaligned(asked.text, asked.found.tokens);
  linked_entities all;
  auto const take = [&](auto const& mentions, aligned to) {
    for (auto const& m : mentions) {
      if (m.score < least) continue;
      auto const meant = detail::entity_at(detail::used_instead(m.where, m.begin, m.end, asked.found, used), d);
      auto const is = meant.column.empty() ? aligned::table : to == aligned::table ? aligned::column : to;  // the SQL may use another kind
      for (std::size_t i = 0; i < tokens.size(); ++i)
        if (auto const begin = asked.found.tokens[i].begin; begin >= m.begin && begin < m.end) tokens[i].schema = meant, tokens[i].to = is;
      detail::add_once(all, meant);
    }
  };
  take(read.tables, aligned::table);
  take(read.columns, aligned::column);
  take(read.values, aligned::value);
  all.tokens = std::move(tokens);
  return all;
}

}  // namespace t2s::align

#endif
