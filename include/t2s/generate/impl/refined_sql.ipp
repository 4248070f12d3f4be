// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_REFINED_SQL_IPP
#define T2S_GENERATE_IMPL_REFINED_SQL_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/impl/refined_sql.hpp"

namespace t2s::generate {

T2S_DECL std::vector<llm::message> refined_sql::conversation(schema::database const& d, question const& asked, dialogue const& talk,
                                                             attempt const& latest) const {
  auto all = talk.opening(d, asked);
  all.emplace_back(llm::role::assistant, latest.tried.sql);
  if (talk.about == latest.tried.sql && !talk.round.empty()) {
    all.insert(all.end(), talk.round.begin(), talk.round.end());
  } else if (!latest.remarks.empty()) {
    all.emplace_back(llm::role::user, remarks_prompt.fill({{"remarks", latest.remarks_text("\n")}}));
  }
  // No two messages of the user in a row: some servers refuse them.
  if (all.back().from == llm::role::user)
    all.back().text.append("\n").append(prompt.text());
  else
    all.emplace_back(llm::role::user, prompt.text());
  return all;
}

}  // namespace t2s::generate

#endif
