// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_CORRECTORS_DETAIL_PUBLISHED_IPP
#define T2S_LAB_STUDIES_CORRECTORS_DETAIL_PUBLISHED_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/studies/correctors/detail/published.hpp"

#include <algorithm>

namespace t2s::correctors {

T2S_DECL llm::completion published::answer(studies::correction const& at, llm::request const&) const {
  using reply = studies::detail::simulated_reply;
  return reply(at).text([&] { return revised(at); }, [&] { return at.is_right(reply::latest_sql(at)); });
}

T2S_DECL std::string published::revised(studies::correction const& at) const {
  auto const number = at.run.past()->size();  // of the revision, from 1
  if (!revisions_) {
    auto const files = at.drafts.size();
    return files < 2 ? studies::detail::simulated_reply::latest_sql(at) : at.drafts[(at.file + std::min(number, files - 1)) % files];
  }
  if (number > revisions_->size()) return studies::detail::simulated_reply::latest_sql(at);
  auto const& sql = (*revisions_)[number - 1].sql;
  return at.question < sql.size() ? std::string(sql[at.question]) : studies::detail::simulated_reply::latest_sql(at);
}

T2S_DECL std::string published::description() const {
  if (!revisions_) return "published: revisions are the predictions of the other files of drafts";
  std::vector<std::string> names;
  for (auto const& set : *revisions_) names.push_back(set.name);
  return "published: revisions are those of " + text::join(names, ", then ");
}

T2S_DECL std::vector<std::string> published::assumptions() const {
  auto all = studies::detail::simulated_reply::assumptions();
  all.emplace_back("Revisions are predictions that other systems made without seeing the feedback; a judge knows what is right.");
  return all;
}

}  // namespace t2s::correctors

#endif
