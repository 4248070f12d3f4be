// SPDX-License-Identifier: BSL-1.0
// What DART-SQL's two base prompts share, DAIL-SQL and C3: sampled rows as INSERT statements, and revisions.
#ifndef T2S_POLICIES_GENERATE_DETAIL_REFINED_SQL_HPP
#define T2S_POLICIES_GENERATE_DETAIL_REFINED_SQL_HPP

#include "t2s/db/detail/render.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/pipeline/detail/dialogue.hpp"
#include "t2s/policies/generate/detail/drawn_sql.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace t2s::generate {
namespace detail {

/// Sampled rows as INSERT statements, one for each table, and the number of rows that a table may have: that of the table with the most
/// rows if one has more; else `otherwise`, unless a table has more than that.
struct inserted_rows {
  std::string inserts{};
  std::size_t most = 0;

  template <class IsWanted>
  inserted_rows(std::span<table_sample const> tables, sql::dialect d, IsWanted is_wanted, std::size_t otherwise) {
    bool all_whole = true;
    for (auto const& t : tables) {
      all_whole = all_whole && t.left_out == 0;
      most = std::max(most, t.shown.values.size());
      if (t.shown.empty() || !is_wanted(t)) continue;
      inserts.append(inserts.empty() ? "" : "\n").append(db::to_insert(t.table, t.shown, d, t.left_out));
    }
    if (all_whole) most = std::max(most, otherwise);
  }
};

}  // namespace detail

/// The second half of a round of DART-SQL's refinement (section 3.3, algorithm 1): the request to revise, in the conversation that the
/// feedback of the round began. One call, or as many as `draws` says.
///
/// The model sees the prompt of the first draft, the latest SQL, its feedback, and the request, nothing of earlier rounds. If the feedback
/// has no conversation, its remarks take the conversation's place.
struct refined_sql {
  /// A.3, 4.
  llm::prompt_template prompt{llm::template_literal("/* Revise the SQL query to correct any mistakes: */\nSELECT")};
  /// Ours. Slot: `remarks`.
  llm::prompt_template remarks_prompt{llm::template_literal("/* {{remarks}} */")};

  /// `ctx` must have a `dialogue` among its states.
  auto revise(auto& ctx, question const& asked, attempt_list const& past, draws how) const {
    auto& talk = ctx.template state<dialogue>();
    talk.latest = conversation(ctx.schema(), asked, talk, past.latest());
    llm::request asking;
    asking.messages = talk.latest;
    return draw_sql(ctx, std::move(asking), how, true);
  }

 private:
  [[nodiscard]] std::vector<llm::message> conversation(schema::database const& d, question const& asked, dialogue const& talk,
                                                       attempt const& latest) const {
    auto all = talk.opening(d, asked);
    all.emplace_back(llm::role::assistant, latest.tried.sql);
    if (talk.about == latest.tried.sql && !talk.round.empty())
      all.insert(all.end(), talk.round.begin(), talk.round.end());
    else if (!latest.remarks.empty())
      all.emplace_back(llm::role::user, remarks_prompt.fill({{"remarks", latest.remarks_text("\n")}}));
    // Two consecutive user messages are joined: some servers reject them.
    if (all.back().from == llm::role::user)
      all.back().text.append("\n").append(prompt.text());
    else
      all.emplace_back(llm::role::user, prompt.text());
    return all;
  }
};

}  // namespace t2s::generate

#endif
