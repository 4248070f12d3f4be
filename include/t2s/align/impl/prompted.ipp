// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_ALIGN_IMPL_PROMPTED_IPP
#define T2S_ALIGN_IMPL_PROMPTED_IPP

#include "t2s/align/prompted.hpp"

#include <algorithm>

namespace t2s::align {

T2S_DECL llm::request prompted::request(schema::database const& d, std::string const& described, question const& asked,
                                        samples const& shown, std::string const& sql) const {
  std::string examples;
  auto const most = std::min(demonstrations, shown.demonstrations.size());
  for (std::size_t i = 0; i < most; ++i) {
    auto const& like = shown.demonstrations[i].shown;
    std::optional<retrieve::pool_schema> inferred;
    auto const* of = retrieve::schema_of(like, schemas.get(), inferred, sql::dialect_of(d));
    examples += demonstration.fill({{"schema", of->text},
                                    {"sql", like.sql},
                                    {"question", tokenized(like.question)},
                                    {"alignments", to_text(align_by_sql(like.question, like.sql, of->shape))}});
  }
  llm::request asking(
      prompt.fill({{"demonstrations", examples}, {"schema", described}, {"sql", sql}, {"question", tokenized(asked.clear)}}));
  asking.temperature = temperature;
  return asking;
}

}  // namespace t2s::align

#endif
