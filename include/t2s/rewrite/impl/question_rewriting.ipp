// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REWRITE_IMPL_QUESTION_REWRITING_IPP
#define T2S_REWRITE_IMPL_QUESTION_REWRITING_IPP

#include "t2s/core/text.hpp"
#include "t2s/db/internal/render.hpp"
#include "t2s/retrieve/internal/tokens.hpp"
#include "t2s/rewrite/question_rewriting.hpp"

#include <algorithm>

namespace t2s::rewrite {

T2S_DECL llm::request question_rewriting::request_for(std::vector<table_sample> const& shown, std::string const& text) const {
  std::string tables;
  for (auto const& t : shown)
    tables.append("['Table ").append(one_line(t.table)).append(": ', ").append(db::to_tuples(t.shown)).append("]\n");
  llm::request asking(prompt.fill({{"tables", tables}, {"question", text}}));
  asking.temperature = temperature;
  return asking;
}

T2S_DECL bool question_rewriting::is_about(std::string_view reply, std::string_view text) {
  if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) > 127U; })) return true;
  auto const said = t2s::text::words_of_name(reply);
  bool names_anything = false;
  for (auto const& word : t2s::text::words_of_name(text)) {
    auto const lemma = retrieve::lemma(word);
    if (retrieve::is_stop_word(lemma)) continue;
    names_anything = true;
    if (std::ranges::any_of(said, [&](auto const& other) { return retrieve::lemma(other) == lemma; })) return true;
  }
  return !names_anything;
}

}  // namespace t2s::rewrite

#endif
