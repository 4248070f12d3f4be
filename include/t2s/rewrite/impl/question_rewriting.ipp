// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REWRITE_IMPL_QUESTION_REWRITING_IPP
#define T2S_REWRITE_IMPL_QUESTION_REWRITING_IPP

#include "t2s/db/render.hpp"
#include "t2s/rewrite/question_rewriting.hpp"

namespace t2s::rewrite {

T2S_DECL llm::request question_rewriting::request_for(std::vector<table_sample> const& shown, std::string const& text) const {
  std::string tables;
  for (auto const& t : shown) tables.append("['Table ").append(t.table).append(": ', ").append(db::to_tuples(t.shown)).append("]\n");
  llm::request asking(prompt.fill({{"tables", tables}, {"question", text}}));
  asking.temperature = temperature;
  return asking;
}

}  // namespace t2s::rewrite

#endif
