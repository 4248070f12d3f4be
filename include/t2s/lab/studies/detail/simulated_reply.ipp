// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_SIMULATED_REPLY_IPP
#define T2S_LAB_STUDIES_DETAIL_SIMULATED_REPLY_IPP

#include "t2s/lab/studies/detail/simulated_reply.hpp"
#include "t2s/policies/align/detail/alignment.hpp"
#include "t2s/policies/feedback/execution_refinement.hpp"
#include "t2s/systems/tcsr_sql/detail/keyword_extraction.hpp"

#include <utility>

namespace t2s::studies::detail {

T2S_DECL std::string simulated_reply::latest_sql(correction const& at) {
  auto const* const past = at.run.past();
  return past && past->size() > 0 ? past->sql() : std::string();
}

T2S_DECL std::vector<std::string> simulated_reply::assumptions() {
  return {"Prompted linkers and skeleton parsers answer with the entities and the skeleton of the gold SQL.",
          "A rewriting or simplification returns the question as it is."};
}

T2S_DECL bool simulated_reply::asks_for_judgement() const { return at_.run.is_inside(feedback::execution_refinement::name); }

T2S_DECL std::string simulated_reply::other() const {
  auto const& run = at_.run;
  if (run.now() == stage::before_draft) return run.is_inside(tcsr::keyword_extraction::name) ? "[]" : at_.asked.question;
  if (run.now() == stage::drafting) return in_fence(run.draft().value_or(at_.asked.sql));
  if (run.is_inside("entity linking")) return align::to_text(align::align_by_sql(at_.asked.question, at_.asked.sql, at_.schema));
  if (run.is_inside("skeleton parsing")) return in_fence(at_.asked.sql);
  return "The query does not do what the question asks for.";
}

T2S_DECL std::string simulated_reply::in_fence(std::string const& sql) { return "```sql\n" + sql + "\n```"; }

T2S_DECL std::string simulated_reply::judgement(bool right) {
  return right ? "Yes." : "No. The query does not do what the question asks for.";
}

T2S_DECL llm::completion simulated_reply::completed(std::string text) {
  llm::completion c;
  c.text = std::move(text);
  c.finish_reason = "stop";
  return c;
}

}  // namespace t2s::studies::detail

#endif
