// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_IMPL_DIALOGUE_IPP
#define T2S_RUN_IMPL_DIALOGUE_IPP

#include "t2s/core/text.hpp"
#include "t2s/run/internal/dialogue.hpp"
#include "t2s/schema/schema.hpp"

namespace t2s {

T2S_DECL std::string code_representation(schema::database const& d) {
  std::string all;
  for (auto const& t : d.tables()) {
    if (t.is_view) continue;
    if (!all.empty()) all += "\n\n";
    all += t.ddl.empty() ? schema::create_statement(t) : std::string(text::trim(t.ddl));
  }
  return all;
}

T2S_DECL std::vector<llm::message> dialogue::opening(schema::database const& d, question const& asked) const {
  if (!first.empty()) return first;
  std::string prompt = "/* Given the following database schema: */\n";
  prompt.append(code_representation(d)).append("\n\n/* Answer the following: ").append(asked.clear).append(" */\nSELECT ");
  std::vector<llm::message> made;
  made.emplace_back(llm::role::user, std::move(prompt));
  return made;
}

}  // namespace t2s

#endif
