// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_FEW_SHOT_IPP
#define T2S_GENERATE_IMPL_FEW_SHOT_IPP

#include "t2s/generate/few_shot.hpp"
#include "t2s/schema/render.hpp"

#include <algorithm>

namespace t2s::generate {

T2S_DECL llm::request few_shot::begin(schema::database const& d, question const& asked, samples const& shown) const {
  std::string tables, examples;
  for (auto const& t : d.tables()) tables += schema::create_statement(t) + "\n";
  auto const most = std::min(demonstrations, shown.demonstrations.size());
  for (std::size_t i = 0; i < most; ++i) {
    auto const& like = shown.demonstrations[i].shown;
    examples += demonstration.fill({{"question", like.question}, {"answer", like.sql}});
  }
  if (most > 0) examples.insert(0, "Questions on other databases, and their queries:\n\n");
  llm::request asking(draft_prompt.fill({{"schema", tables}, {"demonstrations", examples}, {"question", asked.clear}}));
  asking.temperature = temperature;
  return asking;
}

T2S_DECL std::string few_shot::remarks_of(attempt const& a) {
  std::string all;
  for (auto const& r : a.remarks) all.append("- ").append(r.text).append("\n");
  return all;
}

T2S_DECL candidate few_shot::read(llm::completion const& c) {
  auto const found = llm::read_sql(c.text);
  if (!found) return candidate({}, "the model gave no SQL: " + found.error_found().text());
  return candidate(*found, "written by the model");
}

}  // namespace t2s::generate

#endif
