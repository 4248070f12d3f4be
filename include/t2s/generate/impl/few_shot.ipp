// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_FEW_SHOT_IPP
#define T2S_GENERATE_IMPL_FEW_SHOT_IPP

#include "t2s/generate/few_shot.hpp"
#include "t2s/schema/schema.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace t2s::generate {

T2S_DECL llm::assembled_prompt few_shot::assembled(schema::database const& d, question const& asked, samples const& shown) const {
  llm::prompt_part tables{.name = "schema"};
  for (auto const& t : d.tables()) tables.items.push_back(schema::create_statement(t));
  llm::prompt_part examples{
      .name = "demonstrations", .priority = 1, .heading = "Questions on other databases, and their queries:\n\n", .ending = ""};
  examples.items = written_demonstrations(shown, demonstrations, demonstration);
  llm::prompt_part const dialect{.name = "dialect", .items = {std::string(sql::title_of(d))}, .ending = "", .may_be_unused = true};
  llm::prompt_part const last{.name = "question", .items = {asked.clear}, .ending = ""};
  return llm::assemble(draft_prompt, std::array{dialect, std::move(tables), std::move(examples), last}, prompt_tokens);
}

T2S_DECL std::string few_shot::remarks_of(attempt const& a) {
  std::string all;
  for (auto const& r : a.remarks) all.append("- ").append(r.text).append("\n");
  return all;
}

}  // namespace t2s::generate

#endif
