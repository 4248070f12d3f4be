// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SAMPLE_IMPL_MASKED_DEMONSTRATIONS_IPP
#define T2S_SAMPLE_IMPL_MASKED_DEMONSTRATIONS_IPP

#include "t2s/retrieve/internal/tokens.hpp"
#include "t2s/sample/masked_demonstrations.hpp"

namespace t2s::sample {

T2S_DECL std::string masked_by_schema(schema::database const& d, link::lexicon const* values, std::string_view question) {
  auto names = retrieve::dail_names();
  for (auto const& t : d.tables()) {
    names.add_name(t.name);
    for (auto const& c : t.columns) names.add_name(c.name);
  }
  auto const tokens = retrieve::tokens_of(question);
  std::vector<bool> stored(tokens.size());
  for (std::size_t i = 0; values && i < tokens.size(); ++i) {
    auto const& t = tokens[i];
    if (t.is != retrieve::token::kind::word || retrieve::is_stop_word(t.lemma)) continue;
    stored[i] = !values->values(t.text).empty() || !values->values_with(t.text).empty();
  }
  return retrieve::masked_question(tokens, names.masked(tokens), stored);
}

}  // namespace t2s::sample

#endif
