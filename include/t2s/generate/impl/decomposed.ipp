// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_DECOMPOSED_IPP
#define T2S_GENERATE_IMPL_DECOMPOSED_IPP

#include "t2s/align/alignment.hpp"
#include "t2s/core/text.hpp"
#include "t2s/generate/decomposed.hpp"
#include "t2s/skeleton/parsed.hpp"

#include <algorithm>
#include <vector>

namespace t2s::generate {

T2S_DECL llm::request decomposed::draft_request(std::string const& described, question const& asked, samples const& shown) const {
  std::string examples;
  auto const most = std::min(demonstrations, shown.demonstrations.size());
  for (std::size_t i = 0; i < most; ++i) {
    auto const& like = shown.demonstrations[i].shown;
    std::optional<retrieve::pool_schema> told;
    auto const* of = retrieve::schema_of(like, schemas.get(), told);
    examples += demonstration.fill({{"schema", of->text}, {"question", like.question}, {"sql", like.sql}});
  }
  return prompt_request(draft_prompt.fill({{"demonstrations", examples}, {"schema", described}, {"question", asked.clear}}), temperature);
}

T2S_DECL llm::request decomposed::correction_request(std::string const& described, question const& asked, attempt_list const& past) const {
  auto const remarks = past.latest().remarks_text("; ");
  return prompt_request(
      prompt_for(past.latest()).fill({{"schema", described}, {"sql", past.sql()}, {"question", asked.clear}, {"remark", remarks}}),
      temperature);
}

T2S_DECL llm::prompt_template const& decomposed::prompt_for(attempt const& a) const {
  auto const all = [&](bool (remark::*is_about)() const noexcept) {
    return !a.remarks.empty() && std::ranges::all_of(a.remarks, is_about);
  };
  if (all(&remark::is_about<align::linked_entities>)) return entity_prompt;
  if (all(&remark::is_about<skeleton::parsed>)) return skeleton_prompt;
  return error_prompt;
}

T2S_DECL candidate decomposed::read_correction(schema::database const& d, llm::completion const& c, attempt_list const& past) const {
  auto const found = llm::read_sql(c.text, reading_of(d));
  if (!found) return candidate(past.sql(), "the SQL stands, since the model gave no other: " + found.error_found().text());
  auto const draft = skeleton::parse_sql(past[0].tried.sql);
  if (refuse_longer && !draft.skeleton.empty() && skeleton::is_longer(skeleton::parse_sql(*found), draft))
    return candidate(past.sql(), "the SQL stands, since the correction has a longer skeleton than the draft: " + *found);
  return candidate(*found, "corrected by the model");
}

}  // namespace t2s::generate

#endif
