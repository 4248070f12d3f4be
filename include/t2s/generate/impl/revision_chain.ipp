// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_REVISION_CHAIN_IPP
#define T2S_GENERATE_IMPL_REVISION_CHAIN_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/revision_chain.hpp"
#include "t2s/knowledge/internal/shown_values.hpp"
#include "t2s/schema/schema.hpp"

#include <string>

namespace t2s::generate {

T2S_DECL std::string revision_chain::set(schema::database const& d, question const& asked, samples const& shown) const {
  std::string tables;
  auto const schema = schema::one_line_each(d);
  for (auto const line : text::split(text::trim(schema), '\n')) tables.append("# ").append(one_line(line)).append("\n");
  auto examples = text::join(written_demonstrations(shown, demonstrations, demonstration), "");
  if (!examples.empty()) examples.insert(0, "### SQL queries that answer similar questions on other databases:\n").append("#\n");
  return setting.fill(
      {{"dialect", sql::title_of(d), true}, {"schema", tables}, {"demonstrations", examples}, {"question", asked.original}});
}

T2S_DECL llm::request revision_chain::draft_request(schema::database const& d, question const& asked, samples const& shown) const {
  return prompt_request(draft_prompt.fill({{"dialect", sql::title_of(d), true}, {"setting", set(d, asked, shown)}}), temperature);
}

T2S_DECL llm::request revision_chain::revise_request(schema::database const& d, question const& asked, samples const& shown,
                                                     attempt const& latest) const {
  std::string feedback;
  for (auto const& r : latest.remarks) feedback += piece_of_feedback.fill({{"kind", r.stage}, {"text", text::trim(r.text)}});
  return prompt_request(revise_prompt.fill({{"dialect", sql::title_of(d), true},
                                            {"setting", set(d, asked, shown)},
                                            {"sql", latest.tried.sql},
                                            {"feedback", feedback}}),
                        temperature);
}

}  // namespace t2s::generate

#endif
