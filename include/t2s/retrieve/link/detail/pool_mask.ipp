// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_POOL_MASK_IPP
#define T2S_RETRIEVE_LINK_DETAIL_POOL_MASK_IPP

#include "t2s/retrieve/detail/question_skeleton.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/retrieve/link/pool_mask.hpp"

#include <algorithm>

namespace t2s::link {

T2S_DECL pool_mask::pool_mask(retrieve::pool_schemas const& schemas, sql::grammar const& dialect) : dialect_(&dialect) {
  auto names = std::make_shared<std::map<std::string, knowledge::lexicon, std::less<>>>();
  for (auto const& [database, schema] : schemas) names->try_emplace(database, schema.shape);
  names_ = std::move(names);
}

T2S_DECL std::vector<bool> pool_mask::operator()(demonstration const& d) const {
  auto const names = names_->find(d.database);
  retrieve::mask_words words;
  if (names == names_->end()) {
    words.add_sql(d.sql, *dialect_);
    return words.masked(retrieve::tokens_of(d.question));
  }
  words.add_literals(d.sql, *dialect_);
  auto const linked = link_question(names->second, d.question);
  auto mask = linked.masked();
  auto const literals = words.masked(linked.tokens);
  std::transform(mask.begin(), mask.end(), literals.begin(), mask.begin(), std::logical_or<bool>());
  return mask;
}

}  // namespace t2s::link

#endif
