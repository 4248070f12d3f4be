// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_DAIL_SQL_IPP
#define T2S_GENERATE_IMPL_DAIL_SQL_IPP

#include "t2s/generate/dail_sql.hpp"
#include "t2s/llm/token_estimate.hpp"

namespace t2s::generate {

T2S_DECL std::vector<retrieve::demonstration const*> dail_sql::selected(std::span<retrieve::demonstration const* const> ranked,
                                                                        std::string const& sql) const {
  std::vector<retrieve::demonstration const*> like, unlike;
  if (sql.empty()) return {ranked.begin(), ranked.end()};
  retrieve::dail_words const wanted(retrieve::dail_skeleton(sql));
  for (auto const* d : ranked) {
    auto const* known = skeletons ? skeletons->find(d->sql) : nullptr;
    auto const likely = known ? known->similarity(wanted) : retrieve::dail_words(retrieve::dail_skeleton(d->sql)).similarity(wanted);
    (likely >= likeness ? like : unlike).push_back(d);
  }
  like.insert(like.end(), unlike.begin(), unlike.end());
  return like;
}

T2S_DECL std::string dail_sql::shown_rows(std::span<table_sample const> tables) const {
  detail::inserted_rows const rows(tables, [](table_sample const&) { return true; });
  return rows.inserts.empty() ? "" : rows_part.fill({{"most", std::to_string(rows.most)}, {"inserts", rows.inserts}});
}

T2S_DECL std::string dail_sql::fitting(std::span<retrieve::demonstration const* const> ranked, std::size_t tokens) const {
  std::string all;
  std::size_t placed = 0;
  auto const heading = llm::estimate_tokens(demonstrations_heading.text());
  tokens -= std::min(tokens, heading);
  for (auto const* d : ranked) {
    if (placed == demonstrations) break;
    auto const one = demonstration.fill({{"question", d->question}, {"sql", d->sql}});
    auto const costs = llm::estimate_tokens(one);
    if (costs > tokens) continue;
    tokens -= costs;
    all += one;
    ++placed;
  }
  return placed > 0 ? demonstrations_heading.text() + all : std::string();
}

T2S_DECL llm::request dail_sql::request_for(schema::database const& d, question const& asked, std::span<table_sample const> tables,
                                            std::span<retrieve::demonstration const* const> ranked) const {
  auto const schema = schema_part.fill({{"tables", code_representation(d)}});
  auto const contents = shown_rows(tables);
  auto const written = [&](std::string const& examples) {
    return prompt.fill({{"demonstrations", examples}, {"schema", schema}, {"rows", contents, true}, {"question", asked.clear}});
  };
  auto const taken = llm::estimate_tokens(written({})) + answer_tokens;
  return llm::request(written(fitting(ranked, prompt_tokens - std::min(prompt_tokens, taken))));
}

}  // namespace t2s::generate

#endif
